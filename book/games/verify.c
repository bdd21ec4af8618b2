/* SPDX-License-Identifier: MIT
 *
 * What is in the index, and whether all of it is right. */
#include "book/games/store_internal.h"

#include <sqlite3.h>

#include <string.h>

Status games_get_info(Games *games, GamesInfo *ret_info, Error *error) {
    static const char *const numbers[] = {
        "SELECT count(*) FROM file",
        "SELECT count(*) FROM game",
        "SELECT sum(skipped) FROM file",
        "SELECT sum(plies)+count(*) FROM game",
        ("SELECT count(*) FROM name WHERE text<>'' AND id IN (SELECT white FROM game UNION SELECT "
         "black FROM game)"),
        "SELECT page_count*page_size FROM pragma_page_count,pragma_page_size",
    };
    enum {
        COUNT = sizeof numbers / sizeof *numbers
    };
    int64_t values[COUNT];
    Status status = STATUS_OK;
    for (int i = 0; i < COUNT && status == STATUS_OK; i++)
        status = store_get_number(games, numbers[i], &values[i], error);
    if (status == STATUS_OK)
        *ret_info = (GamesInfo){.files = (uint64_t)values[0],
                                .games = (uint64_t)values[1],
                                .skipped = (uint64_t)values[2],
                                .positions = (uint64_t)values[3],
                                .players = (uint64_t)values[4],
                                .bytes = (uint64_t)values[5]};
    return status;
}

static Status check_database(Games *games, Error *error) {
    sqlite3_stmt *check;
    Status status = store_prepare(games, "PRAGMA integrity_check(1)", &check, error);
    if (status < 0)
        return status;
    int row = store_step(games, check, error);
    if (row > 0 && strcmp(store_text(check, 0), "ok") != 0)
        row = error_set(error, STATUS_STATE,
                        "%s is damaged (%.200s): delete it and add the files again", games->path,
                        store_text(check, 0));
    sqlite3_finalize(check);
    return row < 0 ? (Status)row : STATUS_OK;
}

/* Whether the table of places has the position after `ply` plies, with what was played and how the
 * game ended. */
static int has_place(Games *games, sqlite3_stmt *find, const GameRecord *record, int64_t id,
                     int ply, int outcome, Error *error) {
    const Position *position = &record->entries[ply].position;
    const Rules *rules = position->rules;
    bool last = ply == record_plies(record);
    int64_t next = last ? 0 : place_move_number(rules, record->entries[ply + 1].move);
    sqlite3_bind_int64(
        find, 1, place_key_get(store_keys(games, rules), &position->board, (Color)position->turn));
    sqlite3_bind_int64(find, 2, id);
    sqlite3_bind_int(find, 3, ply);
    int row = store_step(games, find, error);
    bool right =
        row > 0 && sqlite3_column_int(find, 0) == outcome && sqlite3_column_int64(find, 1) == next;
    sqlite3_reset(find);
    return row < 0 ? row : right;
}

static Status check_game(Games *games, sqlite3_stmt *select, sqlite3_stmt *find, GameRecord *record,
                         Error *error) {
    int64_t id = sqlite3_column_int64(select, 0);
    int outcome = sqlite3_column_int(select, 6);
    StoredGame game;
    Status status = store_read_game(games, select, id, 1, &game, error);
    if (status < 0)
        return status;
    status = game_moves_read(&game.start, game.moves, game.length, record, NULL);
    if (status < 0 || record_plies(record) != sqlite3_column_int(select, 5))
        return status == STATUS_NO_MEMORY ? error_set(error, status, "no memory for a game")
                                          : store_damaged(games, id, error);
    for (int ply = 0; ply < record->count; ply++) {
        int right = has_place(games, find, record, id, ply, outcome, error);
        if (right <= 0)
            return right < 0 ? (Status)right : store_damaged(games, id, error);
    }
    return STATUS_OK;
}

static Status check_games(Games *games, sqlite3_stmt *select, sqlite3_stmt *find, Error *error) {
    GameRecord record = {0};
    Position any;
    position_init_start(&any, rules_get(VARIANT_INTERNATIONAL));
    int row = record_init(&record, &any, error);
    while (row == STATUS_OK && (row = store_step(games, select, error)) > 0)
        row = check_game(games, select, find, &record, error);
    record_done(&record);
    return (Status)row;
}

/* Every game has its places, so what is more belongs to none. */
static Status check_count(Games *games, Error *error) {
    int64_t places = 0, due = 0;
    Status status = store_get_number(games, "SELECT count(*) FROM place", &places, error);
    if (status == STATUS_OK)
        status = store_get_number(games, "SELECT sum(plies)+count(*) FROM game", &due, error);
    if (status == STATUS_OK && places != due)
        status = error_set(error, STATUS_STATE,
                           "%s is damaged (%lld positions, but the games have %lld): delete it and "
                           "add the files again",
                           games->path, (long long)places, (long long)due);
    return status;
}

Status games_verify(Games *games, Error *error) {
    sqlite3_stmt *select = NULL, *find = NULL;
    Status status = check_database(games, error);
    if (status == STATUS_OK)
        status = store_prepare(games, "SELECT id,variant,start,moves,crc,plies,outcome FROM game",
                               &select, error);
    if (status == STATUS_OK)
        status = store_prepare(
            games, "SELECT outcome,next FROM place WHERE key=? AND game=? AND ply=?", &find, error);
    if (status == STATUS_OK)
        status = check_games(games, select, find, error);
    sqlite3_finalize(select);
    sqlite3_finalize(find);
    return status == STATUS_OK ? check_count(games, error) : status;
}
