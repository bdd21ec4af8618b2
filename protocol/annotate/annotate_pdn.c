/* SPDX-License-Identifier: MIT
 *
 * A game as PDN: the tree that was read, with a comment at every move, marks, and better lines as
 * variations; pdn_rewrite_game makes the text of it. */
#include "protocol/annotate/annotate_internal.h"

#include "engine/base/version.h"
#include "engine/eval/score.h"
#include "engine/notation/pdn_rewrite.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAG_MISTAKE = 2, /* `?` */
    NAG_BLUNDER = 4,
    NAG_STRENGTH_MAX = 6, /* 1..6 say how good a move is */
};

/* The tree with what is added. All arrays have room for all that may come. */
typedef struct {
    const AnnotatedGame *annotated;
    PdnTag *tags;
    PdnPly *plies;
    int ply_count;
    PdnComment *comments;
    size_t *offsets; /* of own comments in `texts` */
    int comment_count;
    int *places; /* where the plies of the game stand now */
    TextBuffer texts;
} Tree;

/* ---- comments ---- */

/* Adds the text behind `start` in the tree's texts as comment of a ply, -1 for the game. */
static int add_comment(Tree *tree, int ply, size_t start) {
    int index = tree->comment_count++;
    text_buffer_append(&tree->texts, "", 1);
    tree->offsets[index] = start;
    tree->comments[index] = (PdnComment){.text = "", .ply = ply, .next = -1};
    return index;
}

/* Behind the comments the ply has. */
static void attach_comment(Tree *tree, int ply, size_t start) {
    PdnPly *node = &tree->plies[ply];
    int index = add_comment(tree, ply, start);
    if (node->first_comment < 0)
        node->first_comment = index;
    else
        tree->comments[node->last_comment].next = index;
    node->last_comment = index;
}

/* The score of a position as PDN programs read it: White's view, in men, or moves to the end. */
static void append_eval(const Position *position, const NotesPosition *note, TextBuffer *texts) {
    int score = position->turn == COLOR_WHITE ? note->score : -note->score;
    if (note->ended)
        return;
    if (score_is_proven(score))
        text_buffer_printf(texts, "[%%eval #%s%d,%d]", score < 0 ? "-" : "",
                           (score_distance(score) + 1) / 2, note->depth);
    else
        text_buffer_printf(texts, "[%%eval %.2f,%d]", score / 100.0, note->depth);
}

static void append_remarks(const Judgement *judgement, TextBuffer *texts) {
    const char *before = annotate_truth_name(judgement->truth_before);
    const char *after = annotate_truth_name(judgement->truth_after);
    if (judgement->left_book)
        text_buffer_printf(texts, "; out of book");
    if (judgement->table_mistake)
        text_buffer_printf(texts, "; by the tables it was %s and is %s", before, after);
    else if (after && !before)
        text_buffer_printf(texts, "; by the tables it is %s", after);
    if (judgement->mark != MARK_NONE)
        text_buffer_printf(texts, "; costs %.0f %% of a point", 100 * judgement->lost);
    if (judgement->missed.gain > 0)
        text_buffer_printf(texts, "; missed a shot that wins %d %s", judgement->missed.gain,
                           judgement->missed.gain == 1 ? "man" : "men");
}

/* What is said of a move; nothing where there is nothing to say. */
static void comment_move(Tree *tree, int place, int ply) {
    const AnnotatedGame *annotated = tree->annotated;
    TextBuffer *texts = &tree->texts;
    TextBuffer remarks = {0};
    size_t start = texts->length;
    append_eval(&annotated->game->record.entries[ply].position, &annotated->notes->positions[ply],
                texts);
    append_remarks(&annotated->judgements[ply - 1], &remarks);
    const char *text = text_buffer_get(&remarks);
    if (remarks.length > 0)
        text_buffer_printf(texts, "%s", texts->length == start ? text + 2 : text + 1);
    texts->failed |= remarks.failed;
    if (texts->length > start)
        attach_comment(tree, place, start);
    text_buffer_done(&remarks);
}

/* ---- variations ---- */

static void add_variation(Tree *tree, int parent, int ply) {
    const AnnotatedGame *annotated = tree->annotated;
    const NotesPosition *note = &annotated->notes->positions[ply - 1];
    Position position = annotated->game->record.entries[ply - 1].position;
    for (int i = 0; i < note->line_length; i++) {
        int place = tree->ply_count++;
        PdnPly *node = &tree->plies[place];
        *node = (PdnPly){.parent = i == 0 ? parent : place - 1,
                         .number = ply + i,
                         .depth = 1,
                         .begins = i == 0,
                         .legal = true,
                         .mover = (Color)position.turn,
                         .move = note->line[i],
                         .text = "",
                         .first_comment = -1,
                         .last_comment = -1,
                         .clock = {PDN_CLOCK_NONE, PDN_CLOCK_NONE},
                         .spent = PDN_CLOCK_NONE,
                         .spent_total = PDN_CLOCK_NONE};
        position_make(&position, note->line[i], &node->position);
        position = node->position;
        if (i > 0)
            continue;
        size_t start = tree->texts.length;
        append_eval(&annotated->game->record.entries[ply - 1].position, note, &tree->texts);
        attach_comment(tree, place, start);
    }
}

static void mark_move(PdnPly *node, Mark mark) {
    for (int i = 0; i < node->nag_count; i++)
        if (node->nags[i] >= 1 && node->nags[i] <= NAG_STRENGTH_MAX)
            return; /* somebody judged it before; the comment says what we think */
    if (mark != MARK_NONE && node->nag_count < PDN_NAGS_MAX)
        node->nags[node->nag_count++] = mark == MARK_BLUNDER ? NAG_BLUNDER : NAG_MISTAKE;
}

/* ---- the tree ---- */

static void copy_ply(Tree *tree, int index) {
    const PdnGame *game = tree->annotated->game;
    PdnPly *node = &tree->plies[tree->ply_count];
    *node = game->plies[index];
    if (node->parent >= 0)
        node->parent = tree->places[node->parent];
    tree->places[index] = tree->ply_count++;
}

static void copy_plies(Tree *tree) {
    const AnnotatedGame *annotated = tree->annotated;
    const PdnGame *game = annotated->game;
    int ply = 0; /* of the main line */
    for (int i = 0; i < game->ply_count; i++) {
        copy_ply(tree, i);
        if (game->plies[i].depth > 0 || ply == annotated->plies)
            continue;
        ply++;
        int place = tree->places[i];
        const Judgement *judgement = &annotated->judgements[ply - 1];
        mark_move(&tree->plies[place], judgement->mark);
        comment_move(tree, place, ply);
        if (judge_shows_line(judgement))
            add_variation(tree, tree->plies[place].parent, ply);
    }
}

static Status reserve(Tree *tree, Error *error) {
    const PdnGame *game = tree->annotated->game;
    size_t plies = (size_t)game->ply_count + (size_t)tree->annotated->plies * NOTES_LINE_MAX;
    size_t comments = (size_t)game->comment_count + 2 * (size_t)tree->annotated->plies + 1;
    tree->tags = malloc(((size_t)game->tag_count + 1) * sizeof *tree->tags);
    tree->plies = malloc((plies + 1) * sizeof *tree->plies);
    tree->comments = malloc(comments * sizeof *tree->comments);
    tree->offsets = malloc(comments * sizeof *tree->offsets);
    tree->places = malloc(((size_t)game->ply_count + 1) * sizeof *tree->places);
    if (tree->tags && tree->plies && tree->comments && tree->offsets && tree->places)
        return STATUS_OK;
    return error_set(error, STATUS_NO_MEMORY, "no memory for an annotated game");
}

static void copy_comments(Tree *tree) {
    const PdnGame *game = tree->annotated->game;
    for (int i = 0; i < game->comment_count; i++)
        tree->comments[i] = game->comments[i];
    tree->comment_count = game->comment_count;
}

/* How it was done, as comment of the game, and who did it, as tag. */
static void introduce(Tree *tree, PdnGame *game, const char *annotator) {
    size_t start = tree->texts.length;
    text_buffer_printf(&tree->texts, "Searched by huff %s, ", version_get());
    annotate_append_limits(&tree->annotated->config->limits, &tree->texts);
    text_buffer_printf(&tree->texts, "; scores in men, White's view");
    int index = add_comment(tree, -1, start), *link = &game->first_comment;
    while (*link >= 0)
        link = &tree->comments[*link].next;
    *link = index;
    for (int i = 0; i < game->tag_count; i++)
        tree->tags[i] = game->tags[i];
    if (!pdn_game_get_tag(game, "Annotator"))
        tree->tags[game->tag_count++] = (PdnTag){.name = "Annotator", .value = annotator};
    game->tags = tree->tags;
}

static Status write_tree(Tree *tree, TextBuffer *buffer, Error *error) {
    PdnGame game = *tree->annotated->game;
    char annotator[64];
    snprintf(annotator, sizeof annotator, "huff %s", version_get());
    int old_comments = game.comment_count;
    copy_comments(tree);
    copy_plies(tree);
    introduce(tree, &game, annotator);
    Status status = text_buffer_get_status(&tree->texts, error);
    if (status < 0)
        return status;
    for (int i = old_comments; i < tree->comment_count; i++)
        tree->comments[i].text = text_buffer_get(&tree->texts) + tree->offsets[i];
    game.plies = tree->plies;
    game.ply_count = tree->ply_count;
    game.comments = tree->comments;
    game.comment_count = tree->comment_count;
    return pdn_rewrite_game(&game, &(PdnStyle){0}, buffer, error);
}

Status annotate_write_pdn(const AnnotatedGame *annotated, TextBuffer *buffer, Error *error) {
    if (!annotated->game->playable)
        return pdn_rewrite_game(annotated->game, &(PdnStyle){0}, buffer, error);
    Tree tree = {.annotated = annotated};
    Status status = reserve(&tree, error);
    if (status >= 0)
        status = write_tree(&tree, buffer, error);
    free(tree.tags);
    free(tree.plies);
    free(tree.comments);
    free(tree.offsets);
    free(tree.places);
    text_buffer_done(&tree.texts);
    return status;
}
