/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_rewrite.h"

#include "engine/notation/pdn_rewrite_internal.h"
#include "engine/notation/pdn_token_internal.h"
#include "engine/notation/pdn_write.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const PdnGame *game;
    const PdnStyle *style;
    const PdnSubstitute *substitute;
    bool *live; /* of each ply: it is written as a move */
    WordWriter writer;
    int depth;       /* variations that are open */
    TextBuffer dead; /* moves that cannot be played, for the next comment */
    bool dead_begun; /* that comment is not the first one since a move was written */
    bool dead_numbered;
    int dead_open; /* variations that are open in it */
    int dead_top;  /* the depth of the innermost */
} Rewriter;

/* ---- results ---- */

static Outcome turn_outcome(Outcome outcome) {
    return outcome == OUTCOME_WHITE_WINS   ? OUTCOME_BLACK_WINS
           : outcome == OUTCOME_BLACK_WINS ? OUTCOME_WHITE_WINS
                                           : outcome;
}

/* The outcome as it is to be told. */
static Outcome find_outcome(const PdnGame *game, const PdnStyle *style) {
    Outcome outcome = game->outcome;
    bool told = game->result != PDN_RESULT_NONE && game->result != PDN_RESULT_OPEN;
    if (style->fill_result && !told && game->playable &&
        record_plies(&game->record) == game->main_count)
        outcome = record_outcome(&game->record, NULL);
    return style->turned ? turn_outcome(outcome) : outcome;
}

const char *rewrite_get_result(const PdnGame *game, const PdnStyle *style) {
    bool usual;
    Outcome outcome = find_outcome(game, style);
    if (game->result == PDN_RESULT_BOTH_LOSE)
        return "0-0";
    if (outcome == OUTCOME_NONE)
        return "*";
    if (game->rules)
        return pdn_result_text(game->rules, outcome);
    /* Who won is told by who began, also where the variant is unknown. */
    PdnScore score = pdn_token_read_result(game->result_text, &usual);
    return score == PDN_SCORE_FIRST_WINS    ? "1-0"
           : score == PDN_SCORE_SECOND_WINS ? "0-1"
                                            : "1/2-1/2";
}

/* ---- which moves are written ---- */

/* A move is written as one when it is legal and what it goes on from or replaces is written too.
 * Returns how many of the main line. */
static int find_live(const PdnGame *game, bool all, bool *live) {
    int tips[PDN_DEPTH_MAX + 2]; /* the last move of the line at each depth */
    int count = 0;
    for (int i = 0; i <= PDN_DEPTH_MAX + 1; i++)
        tips[i] = -1;
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *ply = &game->plies[i];
        int replaced = ply->begins ? tips[ply->depth - 1] : -1;
        bool fits = !ply->begins || (replaced >= 0 && live[replaced] &&
                                     game->plies[replaced].parent == ply->parent);
        live[i] = all || (ply->legal && fits && (ply->parent < 0 || live[ply->parent]));
        tips[ply->depth] = i;
        count += live[i] && ply->depth == 0;
    }
    return count;
}

/* ---- moves that cannot be played ---- */

static void append_dead_word(Rewriter *rewriter, const char *word) {
    if (!rewriter->dead.length && !rewriter->dead_begun)
        text_buffer_printf(&rewriter->dead, "cannot be played:");
    text_buffer_printf(&rewriter->dead, "%s%s", rewriter->dead.length ? " " : "", word);
}

static void flush_dead(Rewriter *rewriter) {
    TextBuffer *dead = &rewriter->dead;
    if (dead->length) {
        words_append_comment(&rewriter->writer, dead->text, dead->length);
        rewriter->dead_begun = true;
    }
    rewriter->writer.buffer->failed |= dead->failed;
    text_buffer_clear(dead);
    rewriter->dead_numbered = true;
}

static void close_dead(Rewriter *rewriter, int level) {
    for (; rewriter->dead_open > 0 && level < rewriter->dead_top; rewriter->dead_top--) {
        append_dead_word(rewriter, ")");
        rewriter->dead_open--;
        rewriter->dead_numbered = true;
    }
}

/* ---- moves ---- */

/* The clocks of both sides change places: "[%clock w0:10:00 B0:09:58]". */
static void turn_clocks(char *text) {
    static const char letters[] = "wbWB", others[] = "bwBW";
    for (char *at = text; (at = strstr(at, "[%clock ")) != NULL;)
        for (at += strlen("[%clock "); *at && *at != ']'; at++) {
            const char *found = strchr(letters, *at);
            *at = found ? others[found - letters] : *at;
        }
}

static void append_comment(Rewriter *rewriter, const char *text) {
    size_t length = strlen(text);
    if (!rewriter->style->turned || !strstr(text, "[%clock ")) {
        words_append_comment(&rewriter->writer, text, length);
        return;
    }
    TextBuffer turned = {0};
    text_buffer_append(&turned, text, length);
    if (!turned.failed)
        turn_clocks(turned.text);
    words_append_comment(&rewriter->writer, text_buffer_get(&turned), turned.length);
    rewriter->writer.buffer->failed |= turned.failed;
    text_buffer_done(&turned);
}

static void append_comments(Rewriter *rewriter, int first, bool before) {
    const PdnComment *comments = rewriter->game->comments;
    for (int i = first; i >= 0; i = comments[i].next) {
        if (comments[i].before != before)
            continue;
        flush_dead(rewriter);
        append_comment(rewriter, comments[i].text);
    }
}

/* A legal move anew, another one as it is written but for its blanks. */
static void write_move(const Rewriter *rewriter, int index, char word[static MOVE_TEXT_SIZE]) {
    const PdnGame *game = rewriter->game;
    const PdnPly *ply = &game->plies[index];
    const PdnStyle *style = rewriter->style;
    PdnToken token;
    if (rewriter->substitute->ply == index) {
        snprintf(word, MOVE_TEXT_SIZE, "%s", rewriter->substitute->text);
        return;
    }
    if (ply->legal) {
        Position turned;
        Move move = ply->move;
        const Position *before = ply->parent < 0 ? &game->record.entries[0].position
                                                 : &game->plies[ply->parent].position;
        if (style->turned) {
            move = position_turn_move(before->rules, move);
            position_turn_round(before, &turned);
            before = &turned;
        }
        bool fits = move_squares_fit(before->rules, style->squares);
        move_text_write_as(before, move, fits ? style->squares : MOVE_SQUARES_USUAL, style->full,
                           word);
        return;
    }
    size_t length = strlen(ply->text);
    if (length)
        pdn_token_scan(ply->text, length, &token);
    bool move = length && token.kind == PDN_TOKEN_MOVE;
    /* What is to be read as the same tree keeps its blanks: without them its end may be a result.
     */
    if (style->keep_illegal && move && length < MOVE_TEXT_SIZE) {
        memcpy(word, ply->text, length + 1);
        return;
    }
    memcpy(word, move ? token.text : "--", move ? token.text_length + 1 : sizeof "--");
}

/* The number of a move, and whether it is one of the side that begins. */
static int count_move(const Rewriter *rewriter, const PdnPly *ply, bool *ret_first_side) {
    const PdnGame *game = rewriter->game;
    Color starter = game->plies[0].mover; /* no move comes before it */
    Color first = game->rules ? game->rules->first : starter;
    bool turned = rewriter->style->turned && game->playable;
    *ret_first_side = (ply->mover == first) != turned;
    return (ply->number + ((starter != first) != turned) + 1) / 2;
}

static void append_live(Rewriter *rewriter, int index) {
    const PdnPly *ply = &rewriter->game->plies[index];
    char move[MOVE_TEXT_SIZE];
    bool first_side;
    int number = count_move(rewriter, ply, &first_side);
    write_move(rewriter, index, move);
    words_append_move(&rewriter->writer, number, first_side, move);
    for (int i = 0; i < ply->nag_count; i++)
        words_append_nag(&rewriter->writer, ply->nags[i]);
    rewriter->dead_begun = false;
    rewriter->dead_numbered = true;
}

static void append_dead(Rewriter *rewriter, int index) {
    const PdnPly *ply = &rewriter->game->plies[index];
    char move[MOVE_TEXT_SIZE], word[MOVE_TEXT_SIZE + 16];
    bool first_side;
    int number = count_move(rewriter, ply, &first_side);
    if (ply->begins) {
        append_dead_word(rewriter, "(");
        rewriter->dead_open++;
        rewriter->dead_top = ply->depth;
    }
    write_move(rewriter, index, move);
    if (first_side || rewriter->dead_numbered)
        snprintf(word, sizeof word, "%d%s %s", number, first_side ? "." : "...", move);
    else
        snprintf(word, sizeof word, "%s", move);
    append_dead_word(rewriter, word);
    rewriter->dead_numbered = false;
    for (int i = 0; i < ply->nag_count; i++) {
        snprintf(word, sizeof word, "$%d", ply->nags[i]);
        append_dead_word(rewriter, word);
    }
}

/* Closes the variations that are open beyond `depth`. */
static void close_variations(Rewriter *rewriter, int depth) {
    for (; rewriter->depth > depth; rewriter->depth--)
        words_close_variation(&rewriter->writer);
}

static void append_plies(Rewriter *rewriter) {
    const PdnGame *game = rewriter->game;
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *ply = &game->plies[i];
        int level = ply->begins ? ply->depth - 1 : ply->depth;
        close_dead(rewriter, rewriter->live[i] ? -1 : level);
        if (rewriter->depth > level || rewriter->live[i])
            flush_dead(rewriter);
        close_variations(rewriter, level);
        if (rewriter->live[i] && ply->begins) {
            words_open_variation(&rewriter->writer);
            rewriter->depth = ply->depth;
        }
        append_comments(rewriter, ply->first_comment, true);
        if (rewriter->live[i])
            append_live(rewriter, i);
        else
            append_dead(rewriter, i);
        append_comments(rewriter, ply->first_comment, false);
    }
    close_dead(rewriter, -1);
    flush_dead(rewriter);
    close_variations(rewriter, 0);
}

Status rewrite_game(const PdnGame *game, const PdnStyle *style, const PdnSubstitute *substitute,
                    TextBuffer *buffer, Error *error) {
    TextBuffer remarks = {0};
    Rewriter rewriter = {
        .game = game, .style = style, .substitute = substitute, .dead_numbered = true};
    rewriter.live = calloc((size_t)game->ply_count + 1, sizeof *rewriter.live);
    if (!rewriter.live)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a game to be written");
    int plies = find_live(game, style->keep_illegal || !game->playable, rewriter.live);
    rewrite_tags(game, style, plies, buffer, &remarks);
    rewriter.writer = words_start(buffer);
    append_comments(&rewriter, game->first_comment, false);
    append_plies(&rewriter);
    if (remarks.length)
        words_append_comment(&rewriter.writer, remarks.text, remarks.length);
    words_append_result(&rewriter.writer, rewrite_get_result(game, style));
    text_buffer_append(buffer, "\n", 1);
    buffer->failed |= remarks.failed;
    text_buffer_done(&remarks);
    text_buffer_done(&rewriter.dead);
    free(rewriter.live);
    return text_buffer_get_status(buffer, error);
}

Status pdn_rewrite_game(const PdnGame *game, const PdnStyle *style, TextBuffer *buffer,
                        Error *error) {
    static const PdnSubstitute nothing = {.ply = -1};
    return rewrite_game(game, style, &nothing, buffer, error);
}

Status pdn_rewrite_rest(const PdnGame *rest, TextBuffer *buffer, Error *error) {
    WordWriter writer = words_start(buffer);
    for (int i = 0; i < rest->comment_count; i++)
        words_append_comment(&writer, rest->comments[i].text, strlen(rest->comments[i].text));
    if (rest->comment_count)
        text_buffer_append(buffer, "\n\n", 2);
    return text_buffer_get_status(buffer, error);
}
