/* SPDX-License-Identifier: MIT
 *
 * The program's version as text. HUFF_VERSION_TEXT comes from the project line of meson.build. */
#ifndef HUFF_ENGINE_BASE_VERSION_H
#define HUFF_ENGINE_BASE_VERSION_H

/* "0.1.0"; constant. Any thread. */
const char *version_get(void);

#endif
