/* SPDX-License-Identifier: MIT
 *
 * Games into a book: which positions were reached, and how the games ended. */
#ifndef HUFF_BOOK_IMPORT_H
#define HUFF_BOOK_IMPORT_H

#include "book/set.h"
#include "engine/notation/pdn_read.h"

typedef struct {
    uint32_t games_min; /* positions of fewer games are left out, at least 1 */
    int plies_max;      /* of a game that are looked at, at least 1 */
} BookImportPlan;

typedef struct {
    uint64_t games;   /* counted */
    uint64_t foreign; /* left out: another variant, or a start that could not be read */
    uint64_t open;    /* left out: without a result */
    int positions;    /* of enough games, brought into the set */
} BookImportReport;

/* Counts the positions of all games of one variant, from any number of sources. */
typedef struct {
    const BookImportPlan *plan;
    BookSet seen;
    BookImportReport report;
} BookImport;

/* `plan` must outlive the import. */
void book_import_init(BookImport *import, const Rules *rules, const BookImportPlan *plan);
void book_import_done(BookImport *import);

/* Reads games to the end of the source. A position counts once for a game; results are those for
 * the side to move. STATUS_NO_MEMORY, or what the source returned. */
Status book_import_games(BookImport *import, PdnSource source, Error *error);

/* Merges the positions of enough games into a set of the same variant. STATUS_NO_MEMORY. */
Status book_import_finish(BookImport *import, BookSet *set, Error *error);

#endif
