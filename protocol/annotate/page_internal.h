/* SPDX-License-Identifier: MIT
 *
 * Private to protocol/annotate: the texts of page.css and page.js, which make_page.c makes part of
 * the program. */
#ifndef HUFF_PROTOCOL_ANNOTATE_PAGE_INTERNAL_H
#define HUFF_PROTOCOL_ANNOTATE_PAGE_INTERNAL_H

extern const char page_style[];
extern const char page_script[];

#endif
