/* SPDX-License-Identifier: MIT */
#include "book/ballots_internal.h"

#include "engine/notation/pdn_read.h"

#include <stdio.h>

/* The first finding by which the position might not be the one that was meant. */
static const PdnFinding *find_fault(const PdnGame *game) {
    for (int i = 0; i < game->finding_count; i++)
        if (game->findings[i].severity == PDN_SEVERITY_ERROR ||
            game->findings[i].kind == PDN_FINDING_CUT)
            return &game->findings[i];
    return NULL;
}

static Status add_game(const Rules *rules, const PdnGame *game, BallotList *list,
                       uint64_t *ret_line, Error *error) {
    char name[32];
    const PdnFinding *fault = find_fault(game);
    *ret_line = fault ? fault->line : game->line;
    if (fault)
        return error_set(error, STATUS_SYNTAX, "%s", fault->message);
    if (!game->playable)
        return error_set(error, STATUS_SYNTAX, "this game's variant or start position is unknown");
    if (game->rules != rules)
        return error_set(error, STATUS_ILLEGAL, "this is a game of %s, not of %s",
                         game->rules->name, rules->name);
    const Position *start = record_current(&game->record);
    Status status = ballots_check_start(start, error);
    snprintf(name, sizeof name, "%d", list->count + 1);
    return status < 0 ? status : ballots_add(list, name, start, error);
}

Status ballots_read_pdn(const Rules *rules, const char *file, const char *bytes, size_t length,
                        long first_line, BallotList *list, Error *error) {
    PdnMemory memory = {.bytes = bytes, .length = length};
    const PdnReadOptions options = {.rules = rules};
    PdnReader *reader = pdn_reader_new(pdn_source_memory(&memory), &options, error);
    const PdnGame *game;
    int status;
    if (!reader)
        return STATUS_NO_MEMORY;
    while ((status = pdn_reader_next(reader, &game, error)) > 0) {
        Error reason;
        uint64_t line;
        status = add_game(rules, game, list, &line, &reason);
        if (status < 0) {
            error_set(error, (Status)status, "%s, line %llu: %s", file,
                      (unsigned long long)line + (unsigned long long)first_line, reason.text);
            break;
        }
    }
    pdn_reader_free(reader);
    return (Status)status;
}
