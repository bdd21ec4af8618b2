/* SPDX-License-Identifier: MIT
 *
 * Private to book/games: the database. The tables are told in store.c. */
#ifndef HUFF_BOOK_GAMES_STORE_INTERNAL_H
#define HUFF_BOOK_GAMES_STORE_INTERNAL_H

#include "book/games/games.h"
#include "book/games/walk_internal.h"
#include "engine/notation/pdn_read.h"

struct sqlite3;
struct sqlite3_stmt;

/* A position of a game, as it will stand in the table `place`. */
typedef struct {
    int64_t key, game;
    int64_t next; /* place_move_number of the move played, 0 at the end of the game */
    int ply;
    Outcome outcome;
} Place;

struct Games {
    struct sqlite3 *db;
    char *path;
    PlaceKeys keys[VARIANT_COUNT];
    bool changing;    /* a transaction is open */
    bool has_orphans; /* games were removed, whose names nobody may have any more */
    int64_t changing_since;

    Place *places; /* not in the database yet */
    int place_count;
    struct sqlite3_stmt *insert_place, *insert_game, *insert_name, *find_name;
};

enum {
    PLACES_MAX = 1 << 18, /* sorted and written together, so that the tree is filled in order */
};

/* What the database says of the last call, as a Status with a message. */
Status store_fail(const Games *games, Error *error);

/* Runs statements that give nothing. */
Status store_run(Games *games, const char *sql, Error *error);

/* Makes a statement. */
Status store_prepare(Games *games, const char *sql, struct sqlite3_stmt **ret_statement,
                     Error *error);

/* 1: there is a row; 0: no further one; else a Status. */
int store_step(Games *games, struct sqlite3_stmt *statement, Error *error);

/* Runs a statement to its end and resets it. */
Status store_finish(Games *games, struct sqlite3_stmt *statement, Error *error);

/* The first column of the first row of a statement without parameters, 0 when there is none. */
Status store_get_number(Games *games, const char *sql, int64_t *ret_number, Error *error);

/* A column as text, "" for NULL; valid until the next step. */
const char *store_text(struct sqlite3_stmt *statement, int column);

/* The keys of a variant. */
const PlaceKeys *store_keys(Games *games, const Rules *rules);

/* Opens a transaction if none is open. */
Status store_begin(Games *games, Error *error);

/* STATUS_STATE: what stands in the index of game `id` is damaged; names the remedy. */
Status store_damaged(const Games *games, int64_t id, Error *error);

/* The start of a game and its moves from the columns variant, start, moves, crc, beginning with
 * `column`. The moves are valid until the next step. STATUS_STATE when they are damaged. */
typedef struct {
    int64_t id;
    Position start;
    const void *moves;
    size_t length;
} StoredGame;
Status store_read_game(Games *games, struct sqlite3_stmt *statement, int64_t id, int column,
                       StoredGame *ret_game, Error *error);

/* The checksum of a game that the column crc holds. `start` is "" for the usual one. */
uint32_t store_checksum(const char *start, const void *moves, size_t length);

/* ---- changing (add.c) ---- */

/* Writes the places that wait. */
Status store_write_places(Games *games, Error *error);

/* How a file is read. */
typedef struct {
    const char *path;
    const Rules *rules; /* of games without a GameType */
    GamesProgress *progress;
    void *context; /* for `progress` */
} StoreReading;

/* Reads all games of a source into the index as those of file `file`, and counts them. */
Status store_read_games(Games *games, int64_t file, PdnSource source, const StoreReading *reading,
                        GamesReport *report, Error *error);

/* Forgets a file and its games. */
Status store_forget_file(Games *games, int64_t file, Error *error);

#endif
