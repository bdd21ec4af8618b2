/* SPDX-License-Identifier: MIT */
#include "book/collection/statistics.h"

#include "engine/base/text_buffer.h"
#include "engine/notation/move_text.h"

#include <string.h>

void games_statistics_done(GamesStatistics *statistics) {
    games_table_done(&statistics->variants);
    games_table_done(&statistics->players);
    games_table_done(&statistics->openings);
    games_table_done(&statistics->reasons);
}

int games_column(Outcome outcome) {
    switch (outcome) {
    case OUTCOME_WHITE_WINS:
        return GAMES_WHITE;
    case OUTCOME_DRAW:
        return GAMES_DRAW;
    case OUTCOME_BLACK_WINS:
        return GAMES_BLACK;
    case OUTCOME_NONE:
        break;
    }
    return GAMES_OPEN;
}

static Status count(GamesTable *table, const char *name, int column, Error *error) {
    GamesRow *row = games_table_get(table, name, error);
    if (!row)
        return STATUS_NO_MEMORY;
    row->counts[column]++;
    return STATUS_OK;
}

static Status count_player(GamesTable *players, const char *name, Color color, Outcome outcome,
                           Error *error) {
    if (!name || !*name || !strcmp(name, "?"))
        return STATUS_OK;
    int column = games_column(outcome);
    if (color == COLOR_BLACK && (column == GAMES_WHITE || column == GAMES_BLACK))
        column = column == GAMES_WHITE ? GAMES_BLACK : GAMES_WHITE;
    return count(players, name, column, error);
}

static Status count_opening(GamesTable *openings, const PdnGame *game, int plies, Error *error) {
    TextBuffer text = {0};
    const char *name = game->rules->name;
    text_buffer_printf(&text, "%s:", name);
    for (int i = 1; i <= plies && i < game->record.count; i++) {
        char move[MOVE_TEXT_SIZE];
        text_buffer_printf(&text, " %s",
                           move_text_write(&game->record.entries[i - 1].position,
                                           game->record.entries[i].move, move));
    }
    Status status = text_buffer_get_status(&text, error);
    if (status == STATUS_OK)
        status = count(openings, text_buffer_get(&text), games_column(game->outcome), error);
    text_buffer_done(&text);
    return status;
}

static Status count_end(GamesTable *reasons, const PdnGame *game, Error *error) {
    static const char *const names[] = {[REASON_NO_MOVE] = "no move left",
                                        [REASON_CROWNED] = "a king",
                                        [REASON_REPETITION] = "repetition",
                                        [REASON_QUIET_MOVES] = "king moves only",
                                        [REASON_COUNTED_ENDING] = "counted ending"};
    Reason reason;
    record_outcome(&game->record, &reason);
    if (reason == REASON_NONE)
        return STATUS_OK;
    return count(reasons, names[reason], games_column(game->outcome), error);
}

static void count_length(GamesStatistics *statistics, int plies) {
    statistics->lengths[plies < GAMES_LENGTHS_MAX ? plies : GAMES_LENGTHS_MAX]++;
    if (statistics->games == 0 || plies < statistics->shortest)
        statistics->shortest = plies;
    if (plies > statistics->longest)
        statistics->longest = plies;
    statistics->plies += (uint64_t)plies;
    statistics->games++;
}

static Status count_playable(GamesStatistics *statistics, const PdnGame *game, int opening_plies,
                             Error *error) {
    Position start;
    Status status = STATUS_OK;
    position_init_start(&start, game->rules);
    bool whole = record_plies(&game->record) == game->main_count;
    bool usual = position_same_placement(&start, &game->record.entries[0].position);
    statistics->broken += !whole;
    statistics->set_up += !usual;
    if (whole)
        status = count_end(&statistics->reasons, game, error);
    if (status == STATUS_OK && usual && game->record.count > 1)
        status = count_opening(&statistics->openings, game, opening_plies, error);
    return status;
}

Status games_statistics_add(GamesStatistics *statistics, const PdnGame *game, int opening_plies,
                            Error *error) {
    int column = games_column(game->outcome);
    count_length(statistics, game->main_count);
    statistics->results[column]++;
    statistics->unplayable += !game->playable;
    Status status =
        count(&statistics->variants, game->rules ? game->rules->name : "unknown", column, error);
    for (int color = 0; color < COLOR_COUNT && status == STATUS_OK; color++)
        status = count_player(&statistics->players,
                              pdn_game_get_tag(game, color == COLOR_WHITE ? "White" : "Black"),
                              (Color)color, game->outcome, error);
    if (status == STATUS_OK && game->playable)
        status = count_playable(statistics, game, opening_plies, error);
    return status;
}

int games_statistics_median(const GamesStatistics *statistics) {
    uint64_t seen = 0;
    for (int plies = 0; plies <= GAMES_LENGTHS_MAX; plies++) {
        seen += statistics->lengths[plies];
        if (seen && seen * 2 >= statistics->games)
            return plies;
    }
    return 0;
}
