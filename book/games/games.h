/* SPDX-License-Identifier: MIT
 *
 * An index of games: files of PDN are read once into one SQLite database, which then answers where
 * a position stood, which games have a pattern, a material, a player or an opening, and what was
 * played from a position. The index holds the games themselves (main lines and tags), so their
 * files are needed only to be read again. It is there when SQLite was at build time.
 *
 * Changes are collected and take effect together at games_commit, or by themselves from time to
 * time between two files: a process that is killed leaves the index as it was at the last such
 * moment. One thread at a time may use a Games; other processes may read at the same time, and
 * whoever wants to change what another one is changing is refused after some seconds. */
#ifndef HUFF_BOOK_GAMES_GAMES_H
#define HUFF_BOOK_GAMES_GAMES_H

#include "book/games/pattern.h"
#include "engine/base/text_buffer.h"
#include "engine/board/record.h"

typedef struct Games Games;

/* Opens the index in a file; with `create` it is made when there is none. STATUS_IO: the system
 * refused. STATUS_STATE: there is none, or the file is no such index, of a newer version, or
 * damaged; the message says which. STATUS_NO_MEMORY. */
Status games_open(const char *path, bool create, Games **ret_games, Error *error);

/* Forgets changes that were not committed. NULL is allowed. */
void games_close(Games *games);

/* ---- what is in it ---- */

/* What was done since it was zeroed. */
typedef struct {
    uint64_t files_read, files_unchanged, files_removed;
    uint64_t games, positions; /* read */
    uint64_t skipped;          /* games left out: unknown variant, or a start that cannot be read */
} GamesReport;

/* Told about each game that is read, with what was read of its file; returns false to stop: the
 * file that is being read stays as it was, and STATUS_CLOSED is returned. NULL is allowed for all.
 */
typedef bool GamesProgress(void *context, const char *path, const GamesReport *report);

/* Reads a file's games unless it is in the index and unchanged (its size and time, or else its
 * content); what was there of the file is forgotten. `rules` are those of games without a GameType.
 * STATUS_IO, STATUS_STATE: no ordinary file, it changed while it was read, or the index is damaged;
 * STATUS_NO_MEMORY. On failure the file's games are as before. */
Status games_add_file(Games *games, const char *path, const Rules *rules, GamesProgress *progress,
                      void *context, GamesReport *report, Error *error);

/* Forgets the games of a file. STATUS_UNKNOWN when it is not in the index. */
Status games_remove_file(Games *games, const char *path, GamesReport *report, Error *error);

/* Reads all files of the index again that have changed and forgets those that are gone. */
Status games_update(Games *games, GamesProgress *progress, void *context, GamesReport *report,
                    Error *error);

/* Makes all changes last. */
Status games_commit(Games *games, Error *error);

typedef struct {
    uint64_t files, games, skipped, positions, players;
    uint64_t bytes; /* of the database */
} GamesInfo;

Status games_get_info(Games *games, GamesInfo *ret_info, Error *error);

/* Calls `take` for each file in the order of their names. `variant` is that of the games without a
 * GameType. */
typedef struct {
    const char *path, *variant;
    uint64_t games, skipped;
} GamesFile;
Status games_list_files(Games *games, void (*take)(void *context, const GamesFile *file),
                        void *context, Error *error);

/* Checks everything: the database itself, every move of every game by the law, and that exactly the
 * positions of the games are found. STATUS_STATE with the first fault. */
Status games_verify(Games *games, Error *error);

/* ---- asking ---- */

/* What all must hold of a game. Zeroed it asks for nothing. Texts are parts of what the tags say,
 * in either case of ASCII letters. */
typedef struct {
    const Rules *rules; /* NULL: of any variant; needed by all that is about boards */
    const char *player; /* either side */
    const char *white, *black, *event, *site;
    const char *opening_name;        /* the tag Opening or ECO */
    const char *date_from, *date_to; /* "2001", "2001.05": first and last that fit, included */
    bool has_outcome;
    Outcome outcome;
    const char *result; /* as written, "2-0" */

    const Position *opening; /* stood after exactly `opening_plies` from the usual start */
    int opening_plies;

    /* These must hold of one and the same position of the game. */
    const Position *position; /* the same placement and side to move */
    const GamePattern *pattern;
    const GameMaterial *material;
    bool turned; /* they may also hold with the board turned and the colours swapped */
} GamesQuery;

/* A game that was found; texts are "" where nothing is known. Valid during the call. */
typedef struct {
    int64_t id; /* its number in the index; a file that is read again gets new ones */
    const char *path;
    uint64_t number, line; /* in the file, from 1 */
    const Rules *rules;
    const char *white, *black, *event, *site, *date, *round, *result;
    Outcome outcome;
    int plies;
    bool broken; /* moves behind them could not be read or are illegal */
    int ply;     /* after which what was asked of the board holds for the first time, else -1 */
    const GameRecord *record;
    const char *const *extra; /* other tags: name, value, name, value, ..., NULL */
} GamesHit;

/* Finds all games that fit, in the order of their numbers, and calls `take` for the first `limit`
 * of them. `*ret_found` is how many there are. `take` may not use the index; what it returns below
 * 0 ends the search and is returned. STATUS_SYNTAX: something about boards without `rules`;
 * STATUS_STATE: damaged; STATUS_IO; STATUS_NO_MEMORY. */
typedef Status GamesTake(void *context, const GamesHit *hit, Error *error);
Status games_find(Games *games, const GamesQuery *query, uint64_t limit, GamesTake *take,
                  void *context, uint64_t *ret_found, Error *error);

/* The game of a number; STATUS_UNKNOWN when there is none. */
Status games_show(Games *games, int64_t id, GamesTake *take, void *context, Error *error);

/* ---- what was played ---- */

typedef struct {
    Move move;
    uint64_t games;                       /* in which it was played */
    uint64_t white_won, drawn, black_won; /* of them; the others have no result */
} GamesMove;

typedef struct {
    GamesMove moves[MOVE_LIST_CAPACITY]; /* those of the most games first */
    int count;
    GamesMove all; /* games in which the position stood; no move */
} GamesTree;

/* Fills the tree of query->position from the games that fit the rest of the query, which may not
 * ask for a pattern, a material or `turned`: STATUS_SYNTAX. Errors of games_find. */
Status games_get_tree(Games *games, const GamesQuery *query, GamesTree *ret_tree, Error *error);

#endif
