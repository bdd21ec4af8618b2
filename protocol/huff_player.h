/* SPDX-License-Identifier: MIT
 *
 * The engine in the game with the huff: which turn to play. It asks the session's search of today's
 * game about each side of a choice. That is enough, since with compel nothing is gained against the
 * best answer by leaving a capture out (LAWS.md): the worth of a position is that of today's game,
 * and only what was left out last, and what to leave out now, has to be looked at apart. */
#ifndef HUFF_PROTOCOL_HUFF_PLAYER_H
#define HUFF_PROTOCOL_HUFF_PLAYER_H

#include "engine/board/huff.h"
#include "protocol/session.h"

typedef enum {
    HUFF_CHOICE_STAND, /* or there was nothing to choose */
    HUFF_CHOICE_TAKE,
    HUFF_CHOICE_COMPEL, /* the turn has no move */
} HuffChoice;

typedef struct {
    HuffChoice choice;
    int cell;    /* of the piece to be taken off */
    Move move;   /* of huff_generate after the choice; move_none() with compel or without a turn */
    bool offers; /* the move leaves a capture out, or cuts it short */
    int score;   /* centimen, the player's view, if the adversary answers best */
    uint64_t nodes;
} HuffTurn;

/* What is known of an adversary: how often he let an offer stand that he ought to have answered,
 * and how often he did answer. Zeroed: nothing. */
typedef struct {
    int stood, punished;
} HuffAdversary;

/* Takes note of the choice with which he answered a turn that `offers`. */
void huff_adversary_note(HuffAdversary *adversary, HuffChoice choice);

/* Finds a turn. `record` (may be NULL) is a game of today's moves that ends with the position, for
 * the search to see repetitions. `limits` are for the whole turn; nodes are kept to within the
 * fewest a search takes. Without `knows_huff` it plays today's game: it takes when it can, and lets
 * everything stand. A capture is left out where that is worth more, given how likely the adversary
 * is to let it stand; against one of whom nothing is known that is mostly where it costs nothing,
 * since compel leads to what there was anyway. Blocks; the session must be idle and is left at some
 * position; its option `book` must be off. Same limits of nodes and one thread give the same turn.
 * What session_think returns. */
Status huff_player_think(Session *session, const HuffPosition *position, const GameRecord *record,
                         const SearchLimits *limits, bool knows_huff,
                         const HuffAdversary *adversary, HuffTurn *ret_turn, Error *error);

#endif
