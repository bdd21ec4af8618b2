/* SPDX-License-Identifier: MIT
 *
 * Private to book/games: what a query asks of the tables, as SQL with values bound to it. */
#ifndef HUFF_BOOK_GAMES_QUERY_INTERNAL_H
#define HUFF_BOOK_GAMES_QUERY_INTERNAL_H

#include "book/games/store_internal.h"

enum {
    QUERY_VALUES_MAX = 24,
};

/* A value of a condition: a text, or a number when there is none. */
typedef struct {
    const char *text;
    bool is_part; /* bound as a pattern that fits every text with it inside */
    int64_t number;
} QueryValue;

/* SQL under way. A zeroed one is empty. */
typedef struct {
    TextBuffer sql;
    QueryValue values[QUERY_VALUES_MAX];
    int count;
} QueryText;

void query_text_done(QueryText *text);

/* Adds " AND ..." for all that the query asks of the row `game` of the table game. */
void query_add_conditions(Games *games, const GamesQuery *query, QueryText *text);

/* Whether it asks anything so, apart from the variant. */
bool query_has_conditions(const GamesQuery *query);

void query_add_number(QueryText *text, int64_t number);

/* Takes a row; below 0 ends the query with that Status. */
typedef Status QueryTake(Games *games, struct sqlite3_stmt *row, void *context, Error *error);

/* Asks, and gives every row to `take`. */
Status query_run(Games *games, const QueryText *text, QueryTake *take, void *context, Error *error);

#endif
