/* SPDX-License-Identifier: MIT
 *
 * What a table holds of each position, as one byte. A *verdict* is win, draw or loss for the side
 * to move with a number of plies, whose meaning depends on the kind of table:
 *
 * - KIND_WDL: no plies; won or lost however long it takes, counts of the law left aside.
 * - KIND_DTW: plies to the end of the game, the winner hurrying, the loser delaying. Counts of the
 *   law left aside.
 * - KIND_RULE: the fewest plies that the count which governs the material (engine/board/rules.h:
 *   a counted ending's, else that of quiet plies) must have left for the position still to be won.
 *   A move that starts the count anew costs one ply, whatever follows. What cannot be won from a
 *   fresh count is a draw. So a position is won by the law when its plies are at most the limit
 *   less the count so far. */
#ifndef HUFF_ENDGAME_KIND_H
#define HUFF_ENDGAME_KIND_H

#include "endgame/slice.h"

typedef enum {
    KIND_WDL,
    KIND_DTW,
    KIND_RULE,
    KIND_COUNT,
} TableKind;

enum {
    VERDICT_LOSS = -1,
    VERDICT_DRAW = 0,
    VERDICT_WIN = 1,
    VERDICT_UNKNOWN = 2,
};

typedef struct {
    int8_t value;   /* VERDICT_... for the side to move */
    uint16_t plies; /* 0 in a draw and in KIND_WDL */
} Verdict;

/* What all positions of a slice have in common. */
typedef struct {
    TableKind kind;
    int8_t stuck; /* VERDICT_LOSS or VERDICT_WIN: what a side without a move has got */
    int ending;   /* KIND_RULE: as Position.ending, 0 if none */
    int limit;    /* KIND_RULE: plies of a fresh count. Else the most plies a byte can hold */
} KindFrame;

enum {
    KIND_PLIES_MAX_DTW = 253,
    KIND_PLIES_MAX_RULE = 126,
    KIND_NAME_SIZE = 8,
};

/* "wdl", "dtw", "rule". */
const char *kind_get_name(TableKind kind);
/* KIND_COUNT when there is none of that name. */
TableKind kind_find(const char *name, size_t length);

/* What a side without a move has got by the variant's law. */
int8_t kind_get_stuck(const Rules *rules);

/* STATUS_STATE when the variant's law has no count that KIND_RULE could serve: none at all, one too
 * long, one that depends on where the pieces stand or starts anew with every capture; or when a
 * side without a move has won, at once, for which its codes have no room. */
Status kind_check_rules(TableKind kind, const Rules *rules, Error *error);

/* The frame of a slice. Sides without a piece are allowed. */
void kind_frame_init(KindFrame *frame, TableKind kind, const Rules *rules, Slice slice);

/* The plies that a verdict of `plies` in the position after a move is worth before the move.
 * `king_move`: a quiet move of a king. */
static inline int kind_step(const KindFrame *frame, const KindFrame *next, int plies,
                            bool king_move) {
    switch (frame->kind) {
    case KIND_WDL:
        return 1;
    case KIND_RULE:
        return next->ending == frame->ending && (frame->ending || king_move) ? plies + 1 : 1;
    default:
        return plies + 1;
    }
}

/* Verdicts as bytes: 0 is a draw; those of one value grow with the plies. KIND_WDL: 1 lost, 2 won.
 * KIND_DTW: plies + 1, of which the parity tells who wins. KIND_RULE: 2 * plies for a win, 2 *
 * plies + 1 for a loss. */
static inline uint8_t kind_encode(const KindFrame *frame, int value, int plies) {
    if (value == VERDICT_DRAW)
        return 0;
    if (frame->kind == KIND_WDL)
        return value == VERDICT_WIN ? 2 : 1;
    if (frame->kind == KIND_DTW)
        return (uint8_t)(plies + 1);
    return (uint8_t)(2 * plies + (value == VERDICT_LOSS));
}

static inline Verdict kind_decode(const KindFrame *frame, uint8_t code) {
    if (code == 0)
        return (Verdict){VERDICT_DRAW, 0};
    if (frame->kind == KIND_WDL)
        return (Verdict){code == 2 ? VERDICT_WIN : VERDICT_LOSS, 0};
    if (frame->kind == KIND_DTW) {
        int plies = code - 1;
        return (Verdict){(int8_t)(plies % 2 ? -frame->stuck : frame->stuck), (uint16_t)plies};
    }
    return (Verdict){code % 2 ? VERDICT_LOSS : VERDICT_WIN, (uint16_t)(code / 2)};
}

/* The best of a side's moves while they are gone through. A zeroed one has seen no move. */
typedef struct {
    bool draws;
    bool overflows; /* a distance that KIND_DTW cannot hold */
    int win, loss;  /* plies: fewest of a win, most of a loss; 0 if there is none */
} KindTally;

/* Takes in a move that leads to a position with `next` for its side to move. */
static inline void kind_tally_add(KindTally *tally, const KindFrame *frame,
                                  const KindFrame *next_frame, Verdict next, bool king_move) {
    int plies =
        next.value == VERDICT_DRAW ? 0 : kind_step(frame, next_frame, next.plies, king_move);
    tally->overflows |= plies > frame->limit && frame->kind == KIND_DTW;
    if (next.value == VERDICT_DRAW || plies > frame->limit)
        tally->draws = true;
    else if (next.value == VERDICT_LOSS)
        tally->win = tally->win && tally->win < plies ? tally->win : plies;
    else
        tally->loss = tally->loss > plies ? tally->loss : plies;
}

/* What the moves taken in amount to, all of them. */
static inline Verdict kind_tally_judge(const KindTally *tally, const KindFrame *frame) {
    int plies_kept = frame->kind != KIND_WDL;
    if (tally->win)
        return (Verdict){VERDICT_WIN, (uint16_t)(plies_kept * tally->win)};
    if (tally->draws)
        return (Verdict){VERDICT_DRAW, 0};
    if (tally->loss)
        return (Verdict){VERDICT_LOSS, (uint16_t)(plies_kept * tally->loss)};
    return (Verdict){frame->stuck, 0};
}

#endif
