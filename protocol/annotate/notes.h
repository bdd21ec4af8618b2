/* SPDX-License-Identifier: MIT
 *
 * What thinking found about a game, position by position; the moves are judged by it later
 * (judge.h), so that one analysis serves every form of output. */
#ifndef HUFF_PROTOCOL_ANNOTATE_NOTES_H
#define HUFF_PROTOCOL_ANNOTATE_NOTES_H

#include "engine/board/oracle.h"
#include "engine/board/record.h"

enum {
    NOTES_LINE_MAX = 24 /* moves of a best line that are kept */
};

typedef struct {
    bool ended;        /* the game is over here by the law; nothing was searched */
    int score;         /* centimen, side to move's view (engine/eval/score.h) */
    int depth;         /* plies of the deepest finished iteration */
    uint64_t nodes;    /* searched for it */
    OracleValue truth; /* what the endgame tables say, for the side to move; by the law's counts
                          where they know those */
    bool in_book;      /* the opening book has the position */
    int line_length;
    Move line[NOTES_LINE_MAX]; /* best play from here */
} NotesPosition;

/* A zeroed GameNotes is empty. */
typedef struct {
    NotesPosition *positions; /* one more than moves: [i] is the position after i plies */
    int count;
    int capacity;
} GameNotes;

/* Makes room for `count` positions and clears them. STATUS_NO_MEMORY. */
Status notes_resize(GameNotes *notes, int count, Error *error);
/* Frees the memory; the notes are empty then. */
void notes_done(GameNotes *notes);

#endif
