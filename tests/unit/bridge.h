/* SPDX-License-Identifier: MIT
 *
 * Between the oracle's letters and the engine's bitboards. */
#ifndef HUFF_TESTS_UNIT_BRIDGE_H
#define HUFF_TESTS_UNIT_BRIDGE_H

#include "engine/board/position.h"
#include "tests/oracle/oracle.h"

/* Bytes that hold the description of any position, terminator included. */
enum {
    BRIDGE_TEXT_SIZE = 512
};

/* The engine's position with the same placement and turn; the running test fails when the engine
 * refuses it. */
void bridge_read_position(const OraclePosition *oracle, Position *ret_position);

/* The engine's form of a way to play, with all flags. */
Move bridge_read_move(const OraclePosition *oracle, const OracleMove *move);

/* Whether placement, turn and variant are the same. */
bool bridge_same_position(const OraclePosition *oracle, const Position *position);

/* "variant W:W31,K32:B1" for messages. Returns `buffer`. */
const char *bridge_describe(const OraclePosition *oracle, char buffer[static BRIDGE_TEXT_SIZE]);

#endif
