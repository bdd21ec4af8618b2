/* SPDX-License-Identifier: MIT
 *
 * Tables that are part of the program, of the variants that have a file in endgame/data: of the two
 * great games win, draw and loss of up to four pieces and distances of up to three, of the others
 * win, draw and loss of up to three. */
#ifndef HUFF_ENDGAME_EMBEDDED_H
#define HUFF_ENDGAME_EMBEDDED_H

#include "endgame/tables.h"

/* Adds the embedded tables of the tables' variant, behind those that are there. A variant without
 * any adds none and is no failure. As tables_add_bytes. */
Status embedded_add(Tables *tables, Error *error);

#endif
