/* SPDX-License-Identifier: MIT
 *
 * What a collection of games consists of: how many, how they ended, how long they are, who played,
 * how they began. Takes memory for each name and each first move, none for a game. */
#ifndef HUFF_BOOK_COLLECTION_STATISTICS_H
#define HUFF_BOOK_COLLECTION_STATISTICS_H

#include "book/collection/table.h"
#include "engine/notation/pdn_read.h"

/* Columns of the tables of results. */
enum {
    GAMES_WHITE,
    GAMES_DRAW,
    GAMES_BLACK,
    GAMES_OPEN, /* without a result, or lost for both */
};

/* Columns of the tables of players, one of which counts won, drawn, lost and open games. */
enum {
    GAMES_WON,
    GAMES_DRAWN,
    GAMES_LOST,
    GAMES_UNDECIDED,
};

enum {
    GAMES_LENGTHS_MAX = 1000 /* plies; longer games count as that long in the median */
};

/* A zeroed one is empty. One thread at a time may use it. */
typedef struct {
    uint64_t games, plies; /* moves of main lines, those that are not legal included */
    uint64_t unplayable;   /* games of unknown variants or from starts that cannot be read */
    uint64_t broken;       /* games with a move of the main line that is not legal */
    uint64_t set_up;       /* games that do not begin at the start position */
    uint64_t results[GAMES_COLUMNS];
    uint64_t lengths[GAMES_LENGTHS_MAX + 1]; /* games with so many moves */
    int shortest, longest;
    GamesTable variants, players, openings, reasons;
} GamesStatistics;

void games_statistics_done(GamesStatistics *statistics);

/* Counts a game. `opening_plies` first moves make an opening (at least 1); they are counted for
 * games from the start position. STATUS_NO_MEMORY. */
Status games_statistics_add(GamesStatistics *statistics, const PdnGame *game, int opening_plies,
                            Error *error);

/* The length that half the games do not exceed; 0 without games. */
int games_statistics_median(const GamesStatistics *statistics);

/* The column of a result. */
int games_column(Outcome outcome);

#endif
