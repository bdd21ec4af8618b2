/* SPDX-License-Identifier: MIT
 *
 * What `huff find` says about games: lines of text or of JSON, and a file of PDN. */
#ifndef HUFF_PROTOCOL_CLI_FIND_PRINT_H
#define HUFF_PROTOCOL_CLI_FIND_PRINT_H

#include "book/games/games.h"
#include "engine/base/file.h"

typedef struct {
    bool json, diagram;
    uint64_t limit, shown; /* games that are printed at most, and that were */
    FileWriter *pdn;       /* gets all games; NULL: none */
    const char *pdn_path;
} FindPrint;

/* Prints a game, unless there were enough, and writes it. For games_find, the context a FindPrint.
 */
Status find_print_hit(void *context, const GamesHit *hit, Error *error);

/* The last line of a search. */
void find_print_end(const FindPrint *print, uint64_t found, double seconds);

/* A game as PDN on standard output. */
Status find_print_pdn(void *context, const GamesHit *hit, Error *error);

void find_print_tree(bool json, const GamesQuery *query, const GamesTree *tree);
void find_print_report(bool json, const GamesReport *report);
Status find_print_info(bool json, Games *games, Error *error);

#endif
