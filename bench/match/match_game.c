/* SPDX-License-Identifier: MIT */
#include "bench/match/match_game.h"

#include <stdlib.h>

static const char *const end_names[END_COUNT] = {
    [END_NONE] = "unfinished",
    [END_NO_MOVE] = "no move",
    [END_REPETITION] = "repetition",
    [END_QUIET_MOVES] = "quiet moves",
    [END_COUNTED] = "counted ending",
    [END_WON_BY_RULE] = "won by rule",
    [END_TABLE] = "table",
    [END_SCORE] = "score",
    [END_LENGTH] = "length",
    [END_RESIGNED] = "resigned",
    [END_AGREED] = "agreed",
    [END_WRONG_CLAIM] = "wrong claim",
    [END_ILLEGAL_MOVE] = "illegal move",
    [END_TIME] = "time",
    [END_CRASH] = "crash",
    [END_HANG] = "hang",
    [END_GARBLED] = "garbled",
    [END_NO_START] = "no start",
};

const char *match_end_get_name(MatchEnd end) {
    return end_names[end];
}

bool match_end_is_fault(MatchEnd end) {
    return end >= END_ILLEGAL_MOVE;
}

Status match_game_init(MatchGame *game, const Position *start, Error *error) {
    *game = (MatchGame){0};
    return record_init(&game->record, start, error);
}

void match_game_done(MatchGame *game) {
    record_done(&game->record);
    free(game->plies);
    *game = (MatchGame){0};
}

void match_game_restart(MatchGame *game, const Position *start) {
    GameRecord record = game->record;
    MatchPly *plies = game->plies;
    int capacity = game->ply_capacity;
    record_restart(&record, start);
    *game = (MatchGame){.record = record, .plies = plies, .ply_capacity = capacity};
}

void match_game_set_start(MatchGame *game, const Position *start) {
    record_restart(&game->record, start);
}

Status match_game_push(MatchGame *game, Move move, const MatchPly *ply, Error *error) {
    int count = record_plies(&game->record);
    if (count == game->ply_capacity) {
        int capacity = game->ply_capacity ? 2 * game->ply_capacity : 128;
        MatchPly *plies = realloc(game->plies, (size_t)capacity * sizeof *plies);
        if (!plies)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a game of %d plies", count);
        game->plies = plies;
        game->ply_capacity = capacity;
    }
    Status status = record_push(&game->record, move, error);
    if (status < 0)
        return status;
    game->plies[count] = *ply;
    return STATUS_OK;
}
