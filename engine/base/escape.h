/* SPDX-License-Identifier: MIT
 *
 * Text of unknown origin made harmless inside HTML, SVG and JSON. */
#ifndef HUFF_ENGINE_BASE_ESCAPE_H
#define HUFF_ENGINE_BASE_ESCAPE_H

#include "engine/base/text_buffer.h"

/* Both add `text` such that what is read back is the same text, but for bytes that are not UTF-8,
 * each of which becomes the replacement character U+FFFD. A failed allocation is remembered by the
 * buffer. Any thread. */

/* For HTML and SVG: between tags and inside attribute values in either kind of quotes. Control
 * characters (tabs and line ends among them) become blanks, since XML knows no way to write most of
 * them. */
void escape_markup(TextBuffer *buffer, const char *text);

/* A JSON string with its quotes. What HTML would take for a tag is written as \u003c, so that the
 * string can stand inside a script element too. */
void escape_json(TextBuffer *buffer, const char *text);

#endif
