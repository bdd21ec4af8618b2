/* SPDX-License-Identifier: MIT
 *
 * The game with the huff, slow and plain: the oracle's letters and routes, with nothing shared with
 * engine/board. English draughts only. */
#ifndef HUFF_TESTS_ORACLE_HUFF_ORACLE_H
#define HUFF_TESTS_ORACLE_HUFF_ORACLE_H

#include "tests/oracle/oracle.h"

typedef struct {
    OraclePosition position;
    bool compel_is_law, cut_short_is_law;
    bool huffable[ORACLE_SQUARES_MAX + 1];
    bool may_compel, compelled;
    OraclePosition before; /* with may_compel */
} HuffOracle;

/* Nothing to choose. */
void huff_oracle_init(HuffOracle *oracle, const OraclePosition *position, bool compel,
                      bool cut_short);

/* Replaces the content of `list` by one entry for each from, to and captured set. */
int huff_oracle_list(const HuffOracle *oracle, OracleMoves *list);

/* Takes off the piece on `square`; has the last move taken back; plays a move of the list. */
void huff_oracle_take(const HuffOracle *oracle, int square, HuffOracle *ret_next);
void huff_oracle_compel(const HuffOracle *oracle, HuffOracle *ret_next);
void huff_oracle_make(const HuffOracle *oracle, const OracleMove *move, HuffOracle *ret_next);

/* As huff_perft. */
uint64_t huff_oracle_perft(const HuffOracle *oracle, int depth);

#endif
