/* SPDX-License-Identifier: MIT
 *
 * Which games fit a query. The numbers of all that do come first, with the ply, then the first of
 * them are read. */
#include "book/games/query_internal.h"

#include <sqlite3.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t id;
    int ply; /* -1: nothing was asked of the board */
} Found;

typedef struct {
    Found *items;
    size_t count, capacity;
} FoundList;

static Status add_found(FoundList *list, int64_t id, int ply, Error *error) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 1024;
        Found *items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return error_set(error, STATUS_NO_MEMORY, "no memory for what was found");
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = (Found){id, ply};
    return STATUS_OK;
}

/* ---- what is asked of the board ---- */

/* The query as it stands, and as it is with the board turned. */
typedef struct {
    bool has_pattern, has_material;
    GamePattern pattern;
    GameMaterial material;
} BoardDemand;

static int make_demands(const GamesQuery *query, BoardDemand demands[2]) {
    demands[0] = (BoardDemand){.has_pattern = query->pattern, .has_material = query->material};
    if (query->pattern)
        demands[0].pattern = *query->pattern;
    if (query->material)
        demands[0].material = *query->material;
    demands[1] = demands[0];
    if (!query->turned)
        return 1;
    if (query->pattern)
        game_pattern_turn_round(query->rules, query->pattern, &demands[1].pattern);
    if (query->material)
        game_material_turn_round(query->material, &demands[1].material);
    return 2;
}

static inline bool is_met(const BoardDemand *demand, const Board *board, Color turn) {
    return (!demand->has_pattern || game_pattern_fits(&demand->pattern, board, turn)) &&
           (!demand->has_material || game_material_fits(&demand->material, board));
}

/* The first ply of a game at which a demand is met, -1 for none; below that a Status. */
static int find_ply(Games *games, const StoredGame *game, const BoardDemand *demands, int count,
                    Error *error) {
    GameWalk walk;
    int more;
    game_walk_init(&walk, &game->start, game->moves, game->length);
    do {
        for (int i = 0; i < count; i++)
            if (is_met(&demands[i], &walk.board, walk.turn))
                return walk.ply;
    } while ((more = game_walk_next(&walk)) > 0);
    return more < 0 ? (int)store_damaged(games, game->id, error) : -1;
}

/* ---- games that fit ---- */

static Status take_place(Games *games, sqlite3_stmt *row, void *context, Error *error) {
    (void)games;
    return add_found(context, sqlite3_column_int64(row, 0), sqlite3_column_int(row, 1), error);
}

/* A position that is looked for was found through its key; `place` has few rows of each. */
static Status find_by_position(Games *games, const GamesQuery *query, FoundList *list,
                               Error *error) {
    const PlaceKeys *keys = store_keys(games, query->rules);
    BoardDemand demands[2];
    Position positions[2] = {*query->position};
    int count = make_demands(query, demands);
    QueryText text = {0};
    position_turn_round(&positions[0], &positions[1]);
    text_buffer_printf(&text.sql, "SELECT place.game,min(place.ply) FROM place%s WHERE key IN (",
                       query_has_conditions(query) ? " JOIN game ON game.id=place.game" : "");
    for (int i = 0; i < count; i++) {
        const Position *position = &positions[i];
        /* What else is asked of the same board is known before any game is looked at. */
        if (!is_met(&demands[i], &position->board, (Color)position->turn))
            continue;
        text_buffer_printf(&text.sql, "%s?", text.count > 0 ? "," : "");
        query_add_number(&text, place_key_get(keys, &position->board, (Color)position->turn));
    }
    text_buffer_printf(&text.sql, ")");
    if (query_has_conditions(query))
        query_add_conditions(games, query, &text);
    text_buffer_printf(&text.sql, " GROUP BY place.game ORDER BY place.game");
    Status status = query_run(games, &text, take_place, list, error);
    query_text_done(&text);
    return status;
}

/* What is asked of the boards of games that are walked through, and the games found. */
typedef struct {
    BoardDemand demands[2];
    int count;
    FoundList *list;
} GamesWalk;

static Status take_game(Games *games, sqlite3_stmt *row, void *context, Error *error) {
    const GamesWalk *walk = context;
    int64_t id = sqlite3_column_int64(row, 0);
    if (walk->count == 0)
        return add_found(walk->list, id, -1, error);
    StoredGame game;
    Status status = store_read_game(games, row, id, 1, &game, error);
    if (status < 0)
        return status;
    int ply = find_ply(games, &game, walk->demands, walk->count, error);
    if (ply == -1)
        return STATUS_OK;
    return ply < 0 ? (Status)ply : add_found(walk->list, id, ply, error);
}

/* All games that fit the rest are walked through. */
static Status find_by_walking(Games *games, const GamesQuery *query, FoundList *list,
                              Error *error) {
    GamesWalk walk = {.list = list};
    walk.count = query->pattern || query->material ? make_demands(query, walk.demands) : 0;
    QueryText text = {0};
    text_buffer_printf(&text.sql, "SELECT id%s FROM game WHERE 1",
                       walk.count > 0 ? ",variant,start,moves,crc" : "");
    query_add_conditions(games, query, &text);
    text_buffer_printf(&text.sql, " ORDER BY id");
    Status status = query_run(games, &text, take_game, &walk, error);
    query_text_done(&text);
    return status;
}

/* ---- reading what was found ---- */

enum {
    EXTRA_MAX = 2 * 1000 + 1 /* names and values of as many tags as a game may have, and NULL */
};

static void split_extra(const char *bytes, size_t length, const char *extra[EXTRA_MAX]) {
    int count = 0;
    const char *end = bytes + length;
    /* What ends without a NUL was not written by add.c and is left out. */
    while (length > 0 && bytes < end && end[-1] == '\0' && count < EXTRA_MAX - 1) {
        extra[count++] = bytes;
        bytes += strlen(bytes) + 1;
    }
    extra[count & ~1] = NULL;
}

static const char select_hit[] =
    "SELECT game.id,game.variant,start,moves,game.crc,file.path,game.number,line,"
    "(SELECT text FROM name WHERE id=white),(SELECT text FROM name WHERE id=black),"
    "(SELECT text FROM name WHERE id=event),(SELECT text FROM name WHERE id=site),"
    "date,round,result,outcome,plies,broken,tags"
    " FROM game JOIN file ON file.id=game.file WHERE game.id=?";

static Status give_hit(Games *games, sqlite3_stmt *select, int ply, GameRecord *record,
                       GamesTake *take, void *context, Error *error) {
    const char *extra[EXTRA_MAX];
    int64_t id = sqlite3_column_int64(select, 0);
    int outcome = sqlite3_column_int(select, 15);
    StoredGame game;
    Status status = store_read_game(games, select, id, 1, &game, error);
    if (status < 0)
        return status;
    if (game_moves_read(&game.start, game.moves, game.length, record, error) < 0 ||
        outcome < OUTCOME_NONE || outcome > OUTCOME_BLACK_WINS || ply > record_plies(record))
        return store_damaged(games, id, error);
    split_extra(sqlite3_column_blob(select, 18), (size_t)sqlite3_column_bytes(select, 18), extra);
    GamesHit hit = {
        .id = id,
        .path = store_text(select, 5),
        .number = (uint64_t)sqlite3_column_int64(select, 6),
        .line = (uint64_t)sqlite3_column_int64(select, 7),
        .rules = game.start.rules,
        .white = store_text(select, 8),
        .black = store_text(select, 9),
        .event = store_text(select, 10),
        .site = store_text(select, 11),
        .date = store_text(select, 12),
        .round = store_text(select, 13),
        .result = store_text(select, 14),
        .outcome = (Outcome)outcome,
        .plies = record_plies(record),
        .broken = sqlite3_column_int(select, 17) != 0,
        .ply = ply,
        .record = record,
        .extra = extra,
    };
    return take(context, &hit, error);
}

/* Whether the position really stood where its key said. */
static bool has_position(const GamesQuery *query, const GameRecord *record, int ply) {
    const Position *stood = &record->entries[ply].position;
    Position turned;
    position_turn_round(query->position, &turned);
    return (!memcmp(&stood->board, &query->position->board, sizeof stood->board) &&
            stood->turn == query->position->turn) ||
           (query->turned && !memcmp(&stood->board, &turned.board, sizeof stood->board) &&
            stood->turn == turned.turn);
}

typedef struct {
    const GamesQuery *query;
    GamesTake *take;
    void *context;
    Games *games;
} Checked;

static Status take_checked(void *context, const GamesHit *hit, Error *error) {
    Checked *checked = context;
    if (checked->query->position && !has_position(checked->query, hit->record, hit->ply))
        return store_damaged(checked->games, hit->id, error);
    return checked->take(checked->context, hit, error);
}

static Status read_found(Games *games, const Found *found, size_t count, GamesTake *take,
                         void *context, Error *error) {
    sqlite3_stmt *select;
    GameRecord record = {0};
    Position any;
    position_init_start(&any, rules_get(VARIANT_INTERNATIONAL));
    Status status = store_prepare(games, select_hit, &select, error);
    if (status < 0)
        return status;
    status = record_init(&record, &any, error);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        sqlite3_bind_int64(select, 1, found[i].id);
        int row = store_step(games, select, error);
        if (row > 0)
            status = give_hit(games, select, found[i].ply, &record, take, context, error);
        else
            status = row < 0 ? (Status)row : store_damaged(games, found[i].id, error);
        sqlite3_reset(select);
    }
    sqlite3_finalize(select);
    record_done(&record);
    return status;
}

Status games_find(Games *games, const GamesQuery *query, uint64_t limit, GamesTake *take,
                  void *context, uint64_t *ret_found, Error *error) {
    bool of_board = query->position || query->pattern || query->material || query->opening;
    if (of_board && !query->rules)
        return error_set(error, STATUS_SYNTAX, "what is asked of the board needs a variant");
    Checked checked = {query, take, context, games};
    FoundList list = {0};
    Status status = query->position ? find_by_position(games, query, &list, error)
                                    : find_by_walking(games, query, &list, error);
    if (status == STATUS_OK)
        *ret_found = list.count;
    if (status == STATUS_OK)
        status = read_found(games, list.items, list.count < limit ? list.count : (size_t)limit,
                            take_checked, &checked, error);
    free(list.items);
    return status;
}

Status games_show(Games *games, int64_t id, GamesTake *take, void *context, Error *error) {
    sqlite3_stmt *select;
    Status status = store_prepare(games, "SELECT 1 FROM game WHERE id=?", &select, error);
    if (status < 0)
        return status;
    sqlite3_bind_int64(select, 1, id);
    int row = store_step(games, select, error);
    sqlite3_finalize(select);
    if (row <= 0)
        return row < 0 ? (Status)row
                       : error_set(error, STATUS_UNKNOWN, "%s has no game %lld", games->path,
                                   (long long)id);
    const Found found = {id, -1};
    return read_found(games, &found, 1, take, context, error);
}
