/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_rewrite.h"

#include "engine/notation/pdn_token_internal.h"
#include "engine/notation/pdn_words_internal.h"
#include "engine/notation/pdn_write.h"

#include <string.h>

enum {
    WORD_SIZE = MOVE_TEXT_SIZE + 16
};

typedef struct {
    const PdnGame *game;
    WordWriter writer;
    bool opened;   /* the next word begins with the bracket that opens a variation */
    bool numbered; /* the next move gets its number even if it is the second side's */
} Rewriter;

/* Neither a number nor an opening bracket is the last word of a line. */
static void append_word(Rewriter *rewriter, const char *word) {
    char bracketed[WORD_SIZE + 2];
    snprintf(bracketed, sizeof bracketed, "%s%s", rewriter->opened ? "( " : "", word);
    words_append(&rewriter->writer, bracketed);
    rewriter->opened = false;
}

static void append_comments(Rewriter *rewriter, int first, bool before) {
    const PdnComment *comments = rewriter->game->comments;
    for (int i = first; i >= 0; i = comments[i].next) {
        if (comments[i].before != before)
            continue;
        if (rewriter->opened)
            words_append(&rewriter->writer, "(");
        rewriter->opened = false;
        words_append_comment(&rewriter->writer, comments[i].text, strlen(comments[i].text));
        rewriter->numbered = true;
    }
}

/* The move in short form, or what is written there without its blanks. */
static void write_move(const PdnGame *game, const PdnPly *ply, char word[static MOVE_TEXT_SIZE]) {
    PdnToken token;
    if (ply->legal) {
        const Position *before = ply->parent < 0 ? &game->record.entries[0].position
                                                 : &game->plies[ply->parent].position;
        move_text_write(before, ply->move, word);
        return;
    }
    size_t length = strlen(ply->text);
    if (length)
        pdn_token_scan(ply->text, length, &token);
    bool move = length && token.kind == PDN_TOKEN_MOVE;
    memcpy(word, move ? token.text : "--", move ? token.text_length + 1 : sizeof "--");
}

static void append_move(Rewriter *rewriter, const PdnPly *ply) {
    const PdnGame *game = rewriter->game;
    Color starter = game->plies[0].mover; /* no move comes before it */
    Color first = game->rules ? game->rules->first : starter;
    int number = (ply->number + (starter != first) + 1) / 2;
    bool begins = ply->mover == first;
    char move[MOVE_TEXT_SIZE], word[WORD_SIZE];
    write_move(game, ply, move);
    if (begins || rewriter->numbered)
        snprintf(word, sizeof word, "%d%s %s", number, begins ? "." : "...", move);
    else
        snprintf(word, sizeof word, "%s", move);
    append_word(rewriter, word);
    rewriter->numbered = false;
    for (int i = 0; i < ply->nag_count; i++) {
        snprintf(word, sizeof word, "$%d", ply->nags[i]);
        words_append(&rewriter->writer, word);
    }
}

static void close_variations(Rewriter *rewriter, int count) {
    for (int i = 0; i < count; i++)
        words_append(&rewriter->writer, ")");
    rewriter->numbered |= count > 0;
}

static void append_plies(Rewriter *rewriter) {
    const PdnGame *game = rewriter->game;
    int depth = 0;
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *ply = &game->plies[i];
        close_variations(rewriter, depth - (ply->begins ? ply->depth - 1 : ply->depth));
        rewriter->opened = ply->begins;
        rewriter->numbered |= ply->begins;
        append_comments(rewriter, ply->first_comment, true);
        append_move(rewriter, ply);
        append_comments(rewriter, ply->first_comment, false);
        depth = ply->depth;
    }
    close_variations(rewriter, depth);
}

static const char *result_word(const PdnGame *game) {
    bool usual;
    if (game->result == PDN_RESULT_BOTH_LOSE)
        return "0-0";
    if (game->outcome == OUTCOME_NONE)
        return "*";
    if (game->rules)
        return pdn_result_text(game->rules, game->outcome);
    /* Who won is told by who began, also where the variant is unknown. */
    PdnScore score = pdn_token_read_result(game->result_text, &usual);
    return score == PDN_SCORE_FIRST_WINS    ? "1-0"
           : score == PDN_SCORE_SECOND_WINS ? "0-1"
                                            : "1/2-1/2";
}

Status pdn_rewrite_game(const PdnGame *game, TextBuffer *buffer, Error *error) {
    Rewriter rewriter = {.game = game, .writer = {.buffer = buffer}, .numbered = true};
    for (int i = 0; i < game->tag_count; i++)
        words_append_tag(buffer, game->tags[i].name, game->tags[i].value);
    if (game->tag_count)
        text_buffer_append(buffer, "\n", 1);
    append_comments(&rewriter, game->first_comment, false);
    append_plies(&rewriter);
    words_append(&rewriter.writer, result_word(game));
    text_buffer_append(buffer, "\n\n", 2);
    return text_buffer_get_status(buffer, error);
}
