/* SPDX-License-Identifier: MIT
 *
 * The database: opening it, and what all who use it share. */
#include "book/games/store_internal.h"

#include "engine/base/checksum.h"
#include "engine/base/clock.h"
#include "engine/notation/fen.h"

#include <sqlite3.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    APPLICATION_ID = 0x48756646, /* "HufF", in the header of the file */
    FORMAT = 1,                  /* raised whenever older programs would read wrong */
    BUSY_MS = 5000,
};

/* `place` is what makes positions quick to find: its rows lie in the order of their keys. The games
 * of a key are few, or the position stands near the start of a game. All else is asked of `game`,
 * whose moves are walked through faster than rows of positions could be read. `next`, `outcome` in
 * `place` are what a tree needs. */
static const char schema[] =
    "CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,"
    " mtime INTEGER NOT NULL, crc INTEGER NOT NULL, variant TEXT NOT NULL,"
    " games INTEGER NOT NULL, skipped INTEGER NOT NULL);"
    "CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE game(id INTEGER PRIMARY KEY, file INTEGER NOT NULL, number INTEGER NOT NULL,"
    " line INTEGER NOT NULL, variant TEXT NOT NULL, white INTEGER NOT NULL, black INTEGER NOT NULL,"
    " event INTEGER NOT NULL, site INTEGER NOT NULL, date TEXT, round TEXT, opening TEXT,"
    " result TEXT, outcome INTEGER NOT NULL, plies INTEGER NOT NULL, broken INTEGER NOT NULL,"
    " start TEXT, moves BLOB NOT NULL, crc INTEGER NOT NULL, tags BLOB);"
    "CREATE INDEX game_file ON game(file);"
    "CREATE INDEX game_white ON game(white);"
    "CREATE INDEX game_black ON game(black);"
    "CREATE TABLE place(key INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,"
    " outcome INTEGER NOT NULL, next INTEGER NOT NULL, PRIMARY KEY(key, game, ply)) WITHOUT ROWID;";

/* ---- calls ---- */

Status store_fail(const Games *games, Error *error) {
    const char *reason = sqlite3_errmsg(games->db);
    switch (sqlite3_errcode(games->db) & 0xff) {
    case SQLITE_NOMEM:
        return error_set(error, STATUS_NO_MEMORY, "no memory for the index %s", games->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(error, STATUS_IO, "%s is in use by another process: try again later",
                         games->path);
    case SQLITE_NOTADB:
        return error_set(error, STATUS_STATE, "%s is no index of games", games->path);
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a table that is not there, or of other columns */
        return error_set(error, STATUS_STATE,
                         "%s is damaged (%s): delete it and add the files again", games->path,
                         reason);
    default:
        return error_set(error, STATUS_IO, "%s: %s", games->path, reason);
    }
}

Status store_run(Games *games, const char *sql, Error *error) {
    return sqlite3_exec(games->db, sql, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK
                                                                       : store_fail(games, error);
}

Status store_prepare(Games *games, const char *sql, sqlite3_stmt **ret_statement, Error *error) {
    return sqlite3_prepare_v2(games->db, sql, -1, ret_statement, NULL) == SQLITE_OK
               ? STATUS_OK
               : store_fail(games, error);
}

int store_step(Games *games, sqlite3_stmt *statement, Error *error) {
    int code = sqlite3_step(statement);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : (int)store_fail(games, error);
}

Status store_finish(Games *games, sqlite3_stmt *statement, Error *error) {
    int status;
    while ((status = store_step(games, statement, error)) > 0)
        continue;
    sqlite3_reset(statement);
    return (Status)status;
}

Status store_get_number(Games *games, const char *sql, int64_t *ret_number, Error *error) {
    sqlite3_stmt *statement;
    Status status = store_prepare(games, sql, &statement, error);
    if (status < 0)
        return status;
    int row = store_step(games, statement, error);
    if (row >= 0)
        *ret_number = row ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return row < 0 ? (Status)row : STATUS_OK;
}

const char *store_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? (const char *)text : "";
}

const PlaceKeys *store_keys(Games *games, const Rules *rules) {
    PlaceKeys *keys = &games->keys[rules->id];
    if (!keys->rules)
        place_keys_init(keys, rules);
    return keys;
}

Status store_begin(Games *games, Error *error) {
    if (games->changing)
        return STATUS_OK;
    Status status = store_run(games, "BEGIN IMMEDIATE", error);
    games->changing = status == STATUS_OK;
    games->changing_since = clock_now_ns();
    return status;
}

/* ---- games ---- */

uint32_t store_checksum(const char *start, const void *moves, size_t length) {
    return checksum_add(checksum_add(0, start, strlen(start) + 1), moves, length);
}

Status store_damaged(const Games *games, int64_t id, Error *error) {
    return error_set(error, STATUS_STATE,
                     "%s: game %lld is damaged: delete the index and add the files again",
                     games->path, (long long)id);
}

Status store_read_game(Games *games, sqlite3_stmt *statement, int64_t id, int column,
                       StoredGame *ret_game, Error *error) {
    const Rules *rules = rules_find(store_text(statement, column));
    const char *start = store_text(statement, column + 1);
    const void *moves = sqlite3_column_blob(statement, column + 2);
    size_t length = (size_t)sqlite3_column_bytes(statement, column + 2);
    uint32_t checksum = store_checksum(start, moves, length);
    Position position;
    if (!rules || checksum != (uint32_t)sqlite3_column_int64(statement, column + 3))
        return store_damaged(games, id, error);
    if (!*start)
        position_init_start(&position, rules);
    else if (fen_read(rules, start, strlen(start), &position, NULL, NULL) < 0)
        return store_damaged(games, id, error);
    *ret_game = (StoredGame){.id = id, .start = position, .moves = moves, .length = length};
    return STATUS_OK;
}

/* ---- opening ---- */

/* What the header of a database says of itself. */
static Status check_header(Games *games, Error *error) {
    int64_t application = 0, format = 0;
    Status status = store_get_number(games, "PRAGMA application_id", &application, error);
    if (status == STATUS_OK)
        status = store_get_number(games, "PRAGMA user_version", &format, error);
    if (status < 0)
        return status;
    if (application != APPLICATION_ID)
        return error_set(error, STATUS_STATE, "%s is a database of another program", games->path);
    if (format > FORMAT)
        return error_set(error, STATUS_STATE,
                         "%s was made by a newer huff (format %lld, this one knows %d): make "
                         "another index, or take the newer huff",
                         games->path, (long long)format, FORMAT);
    if (format < 1)
        return error_set(error, STATUS_STATE, "%s is damaged: it has no format number",
                         games->path);
    return STATUS_OK;
}

/* Makes the tables in a database without any, unless another process just did. */
static Status make_tables(Games *games, Error *error) {
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             APPLICATION_ID, FORMAT);
    Status status = store_begin(games, error);
    int64_t tables = 0;
    if (status == STATUS_OK)
        status = store_get_number(games, "SELECT count(*) FROM sqlite_schema", &tables, error);
    if (status == STATUS_OK && tables == 0) {
        status = store_run(games, schema, error);
        if (status == STATUS_OK)
            status = store_run(games, marks, error);
    }
    return status == STATUS_OK ? games_commit(games, error) : status;
}

/* Nothing in a file is trusted: neither its tables' definitions nor the bytes of its pages. */
static Status guard(Games *games, Error *error) {
    sqlite3_db_config(games->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(games->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_busy_timeout(games->db, BUSY_MS);
    return store_run(games, "PRAGMA cell_size_check=1; PRAGMA cache_size=-65536", error);
}

/* Whether there is a file that is not empty. STATUS_STATE: something else has the name. */
static int find_file(const char *path, Error *error) {
    struct stat found;
    if (stat(path, &found) < 0) {
        if (errno == ENOENT)
            return 0;
        return error_set(error, STATUS_IO, "cannot open %s: %s", path, strerror(errno));
    }
    if (!S_ISREG(found.st_mode))
        return error_set(error, STATUS_STATE, "%s is no ordinary file", path);
    return found.st_size > 0;
}

static Status open_database(Games *games, const char *path, bool create, Error *error) {
    /* A name like ":memory:" would not be a file. */
    bool bare = *path == ':';
    size_t size = strlen(path) + 3;
    games->path = malloc(size);
    if (!games->path)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an index");
    snprintf(games->path, size, "%s%s", bare ? "./" : "", path);
    int there = find_file(games->path, error);
    if (there < 0)
        return (Status)there;
    if (!there && !create)
        return error_set(error, STATUS_STATE,
                         "there is no index %s: huff find --index %s add GAMES.pdn makes it", path,
                         path);
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(games->path, &games->db, flags, NULL) != SQLITE_OK)
        return games->db ? store_fail(games, error)
                         : error_set(error, STATUS_NO_MEMORY, "no memory for an index");
    Status status = guard(games, error);
    if (status == STATUS_OK && !there)
        status = make_tables(games, error);
    return status == STATUS_OK ? check_header(games, error) : status;
}

Status games_open(const char *path, bool create, Games **ret_games, Error *error) {
    Games *games = calloc(1, sizeof *games);
    if (!games)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an index");
    Status status = *path ? open_database(games, path, create, error)
                          : error_set(error, STATUS_SYNTAX, "an empty name of an index");
    if (status == STATUS_OK)
        *ret_games = games;
    else
        games_close(games);
    return status;
}

void games_close(Games *games) {
    if (!games)
        return;
    sqlite3_finalize(games->insert_place);
    sqlite3_finalize(games->insert_game);
    sqlite3_finalize(games->insert_name);
    sqlite3_finalize(games->find_name);
    sqlite3_close(games->db);
    free(games->places);
    free(games->path);
    free(games);
}

Status games_commit(Games *games, Error *error) {
    if (!games->changing)
        return STATUS_OK;
    Status status = STATUS_OK;
    if (games->has_orphans)
        status = store_run(games,
                           "DELETE FROM name WHERE id NOT IN (SELECT white FROM game UNION SELECT "
                           "black FROM game UNION SELECT event FROM game UNION SELECT site FROM "
                           "game)",
                           error);
    games->has_orphans = false;
    if (status == STATUS_OK)
        status = store_run(games, "COMMIT", error);
    if (status == STATUS_OK)
        games->changing = false;
    return status;
}
