/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_repair.h"

#include "engine/notation/pdn_rewrite_internal.h"

#include <string.h>

/* A game read from text of our own making. */
typedef struct {
    TextBuffer text;
    PdnMemory memory;
    PdnReader *reader;
    const PdnGame *game; /* NULL before it is read */
} Attempt;

static void attempt_done(Attempt *attempt) {
    pdn_reader_free(attempt->reader);
    text_buffer_done(&attempt->text);
    *attempt = (Attempt){0};
}

/* Reads the game with one move replaced. */
static Status attempt_init(Attempt *attempt, const PdnGame *game, const PdnSubstitute *substitute,
                           Error *error) {
    static const PdnStyle style = {.keep_illegal = true};
    const PdnReadOptions options = {.rules = game->rules};
    *attempt = (Attempt){.game = NULL};
    Status status = rewrite_game(game, &style, substitute, &attempt->text, error);
    if (status < 0)
        return status;
    attempt->memory =
        (PdnMemory){.bytes = text_buffer_get(&attempt->text), .length = attempt->text.length};
    attempt->reader = pdn_reader_new(pdn_source_memory(&attempt->memory), &options, error);
    if (!attempt->reader)
        return STATUS_NO_MEMORY;
    int read = pdn_reader_next(attempt->reader, &attempt->game, error);
    return read < 0 ? (Status)read : STATUS_OK;
}

/* The finding of the first move of the main line that fits several, or NULL. Only such a move can
 * be the first that is not legal. */
static const PdnFinding *find_ambiguous(const PdnGame *game) {
    for (int i = 0; game->playable && i < game->finding_count; i++) {
        const PdnFinding *finding = &game->findings[i];
        if (finding->kind == PDN_FINDING_AMBIGUOUS && finding->ply >= 0 &&
            game->plies[finding->ply].depth == 0)
            return finding;
    }
    return NULL;
}

/* Whether the game can be played to its end, or to the next move that fits several. */
static bool is_playable_on(const PdnGame *game, const PdnGame *before) {
    int plies = record_plies(&game->record);
    return plies == game->main_count ||
           (plies > record_plies(&before->record) + 1 && find_ambiguous(game));
}

/* Tries all moves that the text fits. True when one alone goes on; `*ret_game` is the game with
 * it. */
static Status resolve(const PdnGame *game, const PdnFinding *finding, Attempt *ret_game,
                      bool *ret_found, Error *error) {
    const char *moves = finding->candidates;
    int fitting = 0;
    Status status = STATUS_OK;
    *ret_found = false;
    for (size_t length; *moves && status == STATUS_OK; moves += length + (moves[length] == ' ')) {
        char text[MOVE_TEXT_SIZE];
        Attempt attempt;
        length = strcspn(moves, " ");
        snprintf(text, sizeof text, "%.*s", (int)length, moves);
        PdnSubstitute substitute = {.ply = finding->ply, .text = text};
        status = attempt_init(&attempt, game, &substitute, error);
        bool whole =
            status == STATUS_OK && attempt.game && attempt.game->ply_count == game->ply_count;
        if (whole && is_playable_on(attempt.game, game) && ++fitting == 1)
            *ret_game = attempt;
        else
            attempt_done(&attempt);
    }
    *ret_found = status == STATUS_OK && fitting == 1;
    if (fitting > 0 && !*ret_found)
        attempt_done(ret_game);
    return status;
}

Status pdn_repair_game(const PdnGame *game, const PdnStyle *style, TextBuffer *buffer,
                       int *ret_resolved, Error *error) {
    Attempt current = {.game = NULL};
    const PdnFinding *ambiguous;
    Status status = STATUS_OK;
    bool found = true;
    *ret_resolved = 0;
    while (status == STATUS_OK && found && *ret_resolved < PDN_REPAIR_MOVES_MAX &&
           (ambiguous = find_ambiguous(game)) != NULL) {
        Attempt next;
        status = resolve(game, ambiguous, &next, &found, error);
        if (status == STATUS_OK && found) {
            attempt_done(&current);
            current = next;
            game = current.game;
            ++*ret_resolved;
        }
    }
    if (status == STATUS_OK)
        status = pdn_rewrite_game(game, style, buffer, error);
    attempt_done(&current);
    return status;
}
