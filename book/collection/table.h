/* SPDX-License-Identifier: MIT
 *
 * Counts by name: how the games of a player, or those with a first move, ended. */
#ifndef HUFF_BOOK_COLLECTION_TABLE_H
#define HUFF_BOOK_COLLECTION_TABLE_H

#include "engine/base/status.h"

#include <stddef.h>
#include <stdint.h>

/* Columns of a row; who uses the table says what they are. */
enum {
    GAMES_COLUMNS = 4
};

typedef struct {
    char *name;
    uint64_t counts[GAMES_COLUMNS];
} GamesRow;

/* A zeroed table is empty. One thread at a time may use it. */
typedef struct {
    GamesRow *rows; /* in the order in which they came until games_table_sort */
    size_t count, capacity;
    size_t *places; /* indexes into `rows` + 1, by hash of the name; 0: empty */
    size_t place_count;
} GamesTable;

void games_table_done(GamesTable *table);

/* The row of a name, new and all 0 if there was none; valid until the next call. NULL when out of
 * memory. Not to be called behind games_table_sort. */
GamesRow *games_table_get(GamesTable *table, const char *name, Error *error);

/* Index of the row of a name, which games_table_get made. */
size_t games_table_find(const GamesTable *table, const char *name);

/* Sorts the rows by the sum of their counts, the largest first, then by name. */
void games_table_sort(GamesTable *table);

/* Sum of the counts of a row. */
uint64_t games_row_sum(const GamesRow *row);

#endif
