/* SPDX-License-Identifier: MIT
 *
 * Shots: lines that give men away and win back more by forced captures. */
#ifndef HUFF_PROTOCOL_ANNOTATE_SHOT_H
#define HUFF_PROTOCOL_ANNOTATE_SHOT_H

#include "engine/board/position.h"

enum {
    SHOT_KING_WORTH = 3 /* men; what players reckon, 2-4 */
};

typedef struct {
    int gain;   /* men won by the side to move, a king counted as SHOT_KING_WORTH; 0: no shot */
    int length; /* moves of the line until the captures are over */
} Shot;

/* Whether `line`, legal moves from `position`, begins with a shot: every reply up to its end is a
 * capture that the other side owes, and when nothing more can be taken the side to move has won at
 * least a man. Never one in games that are won by losing all. Pure; any thread. */
Shot shot_find(const Position *position, const Move *line, int length);

#endif
