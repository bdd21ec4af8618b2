/* SPDX-License-Identifier: MIT */
#include "book/games/query_internal.h"

#include <sqlite3.h>

#include <stdlib.h>
#include <string.h>

void query_text_done(QueryText *text) {
    text_buffer_done(&text->sql);
}

void query_add_number(QueryText *text, int64_t number) {
    text->values[text->count++] = (QueryValue){.number = number};
}

static void add_text(QueryText *text, const char *sql, const char *value, bool is_part) {
    if (!value)
        return;
    text_buffer_printf(&text->sql, " AND %s", sql);
    text->values[text->count++] = (QueryValue){.text = value, .is_part = is_part};
}

#define NAMED "(SELECT id FROM name WHERE text LIKE ? ESCAPE '\\')"

/* Digits that are not known, '?', fit no range that ends with a digit there: they are taken for the
 * lowest at its beginning, and as the characters they are come behind all digits at its end. */
static void add_dates(const GamesQuery *query, QueryText *text) {
    add_text(text, "replace(game.date,'?','0')>=?", query->date_from, false);
    if (query->date_to) {
        text_buffer_printf(&text->sql, " AND substr(game.date,1,%d)<=?",
                           (int)strlen(query->date_to));
        text->values[text->count++] = (QueryValue){.text = query->date_to};
    }
}

void query_add_conditions(Games *games, const GamesQuery *query, QueryText *text) {
    if (query->rules)
        add_text(text, "game.variant=?", query->rules->name, false);
    if (query->player) {
        add_text(text, "(game.white IN " NAMED " OR game.black IN " NAMED ")", query->player, true);
        text->values[text->count++] = (QueryValue){.text = query->player, .is_part = true};
    }
    add_text(text, "game.white IN " NAMED, query->white, true);
    add_text(text, "game.black IN " NAMED, query->black, true);
    add_text(text, "game.event IN " NAMED, query->event, true);
    add_text(text, "game.site IN " NAMED, query->site, true);
    add_text(text, "game.opening LIKE ? ESCAPE '\\'", query->opening_name, true);
    add_text(text, "game.result=?", query->result, false);
    add_dates(query, text);
    if (query->has_outcome) {
        text_buffer_printf(&text->sql, " AND game.outcome=?");
        query_add_number(text, query->outcome);
    }
    if (query->opening && query->rules) {
        const Position *position = query->opening;
        text_buffer_printf(&text->sql, " AND game.start IS NULL AND game.id IN"
                                       " (SELECT game FROM place WHERE key=? AND ply=?)");
        query_add_number(text, place_key_get(store_keys(games, query->rules), &position->board,
                                             (Color)position->turn));
        query_add_number(text, query->opening_plies);
    }
}

bool query_has_conditions(const GamesQuery *query) {
    return query->player || query->white || query->black || query->event || query->site ||
           query->opening_name || query->result || query->date_from || query->date_to ||
           query->has_outcome || query->opening;
}

/* "%text%" with the signs that LIKE knows escaped. */
static Status bind_part(const Games *games, sqlite3_stmt *statement, int index, const char *text,
                        Error *error) {
    TextBuffer part = {0};
    text_buffer_append(&part, "%", 1);
    for (const char *c = text; *c; c++) {
        if (*c == '%' || *c == '_' || *c == '\\')
            text_buffer_append(&part, "\\", 1);
        text_buffer_append(&part, c, 1);
    }
    text_buffer_append(&part, "%", 1);
    Status status = text_buffer_get_status(&part, error);
    if (status == STATUS_OK && sqlite3_bind_text(statement, index, part.text, (int)part.length,
                                                 SQLITE_TRANSIENT) != SQLITE_OK)
        status = store_fail(games, error);
    text_buffer_done(&part);
    return status;
}

/* Makes the statement and binds the values, which must outlive it. */
static Status prepare(Games *games, const QueryText *text, sqlite3_stmt **ret_statement,
                      Error *error) {
    sqlite3_stmt *statement = NULL;
    Status status = text_buffer_get_status(&text->sql, error);
    if (status == STATUS_OK)
        status = store_prepare(games, text_buffer_get(&text->sql), &statement, error);
    for (int i = 0; i < text->count && status == STATUS_OK; i++) {
        const QueryValue *value = &text->values[i];
        if (value->is_part)
            status = bind_part(games, statement, i + 1, value->text, error);
        else if (value->text)
            sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, value->number);
    }
    if (status == STATUS_OK)
        *ret_statement = statement;
    else
        sqlite3_finalize(statement);
    return status;
}

Status query_run(Games *games, const QueryText *text, QueryTake *take, void *context,
                 Error *error) {
    sqlite3_stmt *row = NULL;
    Status status = prepare(games, text, &row, error);
    if (status < 0)
        return status;
    int more;
    while (status >= 0 && (more = store_step(games, row, error)) != 0)
        status = more < 0 ? (Status)more : take(games, row, context, error);
    sqlite3_finalize(row);
    return status;
}
