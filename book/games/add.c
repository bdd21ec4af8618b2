/* SPDX-License-Identifier: MIT
 *
 * Games into the index and out of it. */
#include "book/games/store_internal.h"

#include "engine/notation/fen.h"
#include "engine/notation/pdn_read.h"

#include <sqlite3.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

static int compare_places(const void *left, const void *right) {
    const Place *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return a->ply - b->ply;
}

Status store_write_places(Games *games, Error *error) {
    Status status = STATUS_OK;
    if (games->place_count > 0)
        qsort(games->places, (size_t)games->place_count, sizeof *games->places, compare_places);
    if (games->place_count > 0 && !games->insert_place)
        status = store_prepare(games, "INSERT INTO place VALUES(?,?,?,?,?)", &games->insert_place,
                               error);
    for (int i = 0; i < games->place_count && status == STATUS_OK; i++) {
        const Place *place = &games->places[i];
        sqlite3_bind_int64(games->insert_place, 1, place->key);
        sqlite3_bind_int64(games->insert_place, 2, place->game);
        sqlite3_bind_int(games->insert_place, 3, place->ply);
        sqlite3_bind_int(games->insert_place, 4, (int)place->outcome);
        sqlite3_bind_int64(games->insert_place, 5, place->next);
        status = store_finish(games, games->insert_place, error);
    }
    games->place_count = 0;
    return status;
}

static Status add_place(Games *games, const Place *place, Error *error) {
    if (!games->places)
        games->places = malloc(PLACES_MAX * sizeof *games->places);
    if (!games->places)
        return error_set(error, STATUS_NO_MEMORY, "no memory to add games");
    Status status = STATUS_OK;
    if (games->place_count == PLACES_MAX)
        status = store_write_places(games, error);
    if (status == STATUS_OK)
        games->places[games->place_count++] = *place;
    return status;
}

static Status add_places(Games *games, int64_t id, const PdnGame *game, Error *error) {
    const GameRecord *record = &game->record;
    const PlaceKeys *keys = store_keys(games, game->rules);
    Status status = STATUS_OK;
    for (int i = 0; i < record->count && status == STATUS_OK; i++) {
        const Position *position = &record->entries[i].position;
        bool last = i + 1 == record->count;
        Place place = {
            .key = place_key_get(keys, &position->board, (Color)position->turn),
            .game = id,
            .next = last ? 0 : place_move_number(game->rules, record->entries[i + 1].move),
            .ply = i,
            .outcome = game->outcome,
        };
        status = add_place(games, &place, error);
    }
    return status;
}

/* ---- games ---- */

/* What a tag says, "" for nothing and for "?". */
static const char *known_tag(const PdnGame *game, const char *name) {
    const char *value = pdn_game_get_tag(game, name);
    return value && strcmp(value, "?") != 0 ? value : "";
}

/* The number of a text in the table of names. */
static Status find_name(Games *games, const char *text, int64_t *ret_id, Error *error) {
    Status status = STATUS_OK;
    if (!games->find_name)
        status = store_prepare(games, "SELECT id FROM name WHERE text=?", &games->find_name, error);
    if (status == STATUS_OK && !games->insert_name)
        status =
            store_prepare(games, "INSERT INTO name(text) VALUES(?)", &games->insert_name, error);
    if (status < 0)
        return status;
    sqlite3_bind_text(games->find_name, 1, text, -1, SQLITE_STATIC);
    int row = store_step(games, games->find_name, error);
    if (row > 0)
        *ret_id = sqlite3_column_int64(games->find_name, 0);
    sqlite3_reset(games->find_name);
    if (row != 0)
        return row < 0 ? (Status)row : STATUS_OK;
    sqlite3_bind_text(games->insert_name, 1, text, -1, SQLITE_STATIC);
    status = store_finish(games, games->insert_name, error);
    *ret_id = sqlite3_last_insert_rowid(games->db);
    return status;
}

/* Whether a tag is kept as it is: those that columns hold, or that follow from the game, are not.
 */
static bool is_extra(const PdnGame *game, const PdnTag *tag) {
    static const char *const others[] = {"Event", "Site",   "Date",     "Round", "White",
                                         "Black", "Result", "GameType", "FEN",   "SetUp"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(tag->name, others[i]))
            return false;
    for (const char *c = tag->name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return isupper((unsigned char)*tag->name) && pdn_game_get_tag(game, tag->name) == tag->value;
}

static void write_extra(const PdnGame *game, TextBuffer *buffer) {
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        if (!is_extra(game, tag))
            continue;
        text_buffer_append(buffer, tag->name, strlen(tag->name) + 1);
        text_buffer_append(buffer, tag->value, strlen(tag->value) + 1);
    }
}

static void write_opening(const PdnGame *game, TextBuffer *buffer) {
    static const char *const tags[] = {"Opening", "Variation", "ECO"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (*known_tag(game, tags[i]))
            text_buffer_printf(buffer, "%s%s", buffer->length > 0 ? "; " : "",
                               known_tag(game, tags[i]));
}

/* The start as FEN, "" for the usual one. */
static const char *write_start(const PdnGame *game, char fen[static FEN_SIZE]) {
    Position usual;
    const Position *start = &game->record.entries[0].position;
    position_init_start(&usual, game->rules);
    *fen = '\0';
    if (position_equals(start, &usual))
        return fen;
    FenCounters counters = {.quiet_plies = start->quiet_plies, .move_number = 1};
    return fen_write(start, start->quiet_plies ? &counters : NULL, fen);
}

/* The texts of a game that are made for its row. */
typedef struct {
    TextBuffer moves, extra, opening;
    char start[FEN_SIZE];
} Texts;

static Status bind_names(Games *games, const PdnGame *game, sqlite3_stmt *insert, Error *error) {
    static const char *const tags[] = {"White", "Black", "Event", "Site"};
    Status status = STATUS_OK;
    for (int i = 0; i < 4 && status == STATUS_OK; i++) {
        int64_t id = 0;
        status = find_name(games, known_tag(game, tags[i]), &id, error);
        sqlite3_bind_int64(insert, 5 + i, id);
    }
    return status;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text) {
    if (text && *text)
        sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, index);
}

static Status insert_game(Games *games, int64_t file, const PdnGame *game, const Texts *texts,
                          Error *error) {
    sqlite3_stmt *insert = games->insert_game;
    int plies = record_plies(&game->record);
    const char *moves = text_buffer_get(&texts->moves);
    size_t length = texts->moves.length;
    sqlite3_bind_int64(insert, 1, file);
    sqlite3_bind_int64(insert, 2, (int64_t)game->index);
    sqlite3_bind_int64(insert, 3, (int64_t)game->line);
    sqlite3_bind_text(insert, 4, game->rules->name, -1, SQLITE_STATIC);
    bind_text(insert, 9, known_tag(game, "Date"));
    bind_text(insert, 10, known_tag(game, "Round"));
    bind_text(insert, 11, text_buffer_get(&texts->opening));
    bind_text(insert, 12, game->result_text);
    sqlite3_bind_int(insert, 13, (int)game->outcome);
    sqlite3_bind_int(insert, 14, plies);
    sqlite3_bind_int(insert, 15, game->main_count > plies);
    bind_text(insert, 16, texts->start);
    sqlite3_bind_blob64(insert, 17, moves, length, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 18, store_checksum(texts->start, moves, length));
    sqlite3_bind_blob64(insert, 19, text_buffer_get(&texts->extra), texts->extra.length,
                        SQLITE_STATIC);
    Status status = bind_names(games, game, insert, error);
    return status == STATUS_OK ? store_finish(games, insert, error) : status;
}

static Status add_game(Games *games, int64_t file, const PdnGame *game, Error *error) {
    Texts texts = {0};
    Status status = STATUS_OK;
    if (!games->insert_game)
        status = store_prepare(games,
                               "INSERT INTO game(file,number,line,variant,white,black,event,site,"
                               "date,round,opening,result,outcome,plies,broken,start,moves,crc,"
                               "tags) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                               &games->insert_game, error);
    game_moves_write(&game->record, &texts.moves);
    write_extra(game, &texts.extra);
    write_opening(game, &texts.opening);
    write_start(game, texts.start);
    TextBuffer *buffers[] = {&texts.moves, &texts.extra, &texts.opening};
    for (int i = 0; i < 3 && status == STATUS_OK; i++)
        status = text_buffer_get_status(buffers[i], error);
    if (status == STATUS_OK)
        status = insert_game(games, file, game, &texts, error);
    if (status == STATUS_OK)
        status = add_places(games, sqlite3_last_insert_rowid(games->db), game, error);
    for (int i = 0; i < 3; i++)
        text_buffer_done(buffers[i]);
    return status;
}

/* ---- reading ---- */

Status store_read_games(Games *games, int64_t file, PdnSource source, const StoreReading *reading,
                        GamesReport *report, Error *error) {
    const PdnReadOptions options = {.rules = reading->rules};
    PdnReader *reader = pdn_reader_new(source, &options, error);
    if (!reader)
        return STATUS_NO_MEMORY;
    const PdnGame *game;
    int status;
    while ((status = pdn_reader_next(reader, &game, error)) > 0) {
        if (game->playable) {
            status = add_game(games, file, game, error);
            report->games++;
            report->positions += (uint64_t)game->record.count;
        } else {
            report->skipped++;
        }
        if (status >= 0 && reading->progress &&
            !reading->progress(reading->context, reading->path, report))
            status = error_set(error, STATUS_CLOSED, "interrupted");
        if (status < 0)
            break;
    }
    pdn_reader_free(reader);
    return status < 0 ? (Status)status : store_write_places(games, error);
}

/* ---- forgetting ---- */

/* Without an index of games in `place`, its rows are found by walking through the game again. */
static Status forget_places(Games *games, const StoredGame *game, sqlite3_stmt *forget,
                            Error *error) {
    const PlaceKeys *keys = store_keys(games, game->start.rules);
    GameWalk walk;
    game_walk_init(&walk, &game->start, game->moves, game->length);
    int more;
    do {
        sqlite3_bind_int64(forget, 1, place_key_get(keys, &walk.board, walk.turn));
        sqlite3_bind_int64(forget, 2, game->id);
        sqlite3_bind_int(forget, 3, walk.ply);
        Status status = store_finish(games, forget, error);
        if (status < 0)
            return status;
        more = game_walk_next(&walk);
    } while (more > 0);
    return more < 0 ? store_damaged(games, game->id, error) : STATUS_OK;
}

static Status forget_all_places(Games *games, int64_t file, sqlite3_stmt *forget, Error *error) {
    sqlite3_stmt *select;
    Status status = store_prepare(games, "SELECT id,variant,start,moves,crc FROM game WHERE file=?",
                                  &select, error);
    if (status < 0)
        return status;
    sqlite3_bind_int64(select, 1, file);
    int row;
    while ((row = store_step(games, select, error)) > 0) {
        StoredGame game;
        row = store_read_game(games, select, sqlite3_column_int64(select, 0), 1, &game, error);
        if (row == STATUS_OK)
            row = forget_places(games, &game, forget, error);
        if (row < 0)
            break;
    }
    sqlite3_finalize(select);
    return row < 0 ? (Status)row : STATUS_OK;
}

Status store_forget_file(Games *games, int64_t file, Error *error) {
    char sql[160];
    sqlite3_stmt *forget;
    Status status =
        store_prepare(games, "DELETE FROM place WHERE key=? AND game=? AND ply=?", &forget, error);
    if (status < 0)
        return status;
    status = forget_all_places(games, file, forget, error);
    sqlite3_finalize(forget);
    sqlite3_snprintf(sizeof sql, sql,
                     "DELETE FROM game WHERE file=%lld; DELETE FROM file WHERE id=%lld",
                     (long long)file, (long long)file);
    games->has_orphans = true;
    return status == STATUS_OK ? store_run(games, sql, error) : status;
}
