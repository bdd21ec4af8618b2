/* SPDX-License-Identifier: MIT
 *
 * Readers of the files in tests/data that hold perft counts and complete move lists. A line that
 * does not have the expected form fails the running test and is named in its message. */
#ifndef HUFF_TESTS_UNIT_CASE_FILES_H
#define HUFF_TESTS_UNIT_CASE_FILES_H

#include "tests/oracle/oracle.h"

#include <stdio.h>

enum {
    CASE_NAME_SIZE = 32,
    CASE_FEN_SIZE = 256,
    CASE_DEPTHS = 5,
    CASE_MOVES_MAX = 32,
};

/* A row of perft.tsv: variant, keep or drop, FEN, depth, leaves, source. */
typedef struct {
    char variant[CASE_NAME_SIZE];
    char fen[CASE_FEN_SIZE];
    int depth;
    uint64_t leaves;
    bool keep;
} PerftCase;

/* A row of random_<variant>.tsv: FEN, leaves at depth 1..5 with equal captures merged, "|", the
 * same with them apart. */
typedef struct {
    char fen[CASE_FEN_SIZE];
    uint64_t merged[CASE_DEPTHS], kept[CASE_DEPTHS];
} RandomCase;

/* A line of movegen_<variant>.jsonl: a position and all its legal moves, each once; the order of
 * the victims is not in the file. */
typedef struct {
    char variant[CASE_NAME_SIZE];
    char fen[CASE_FEN_SIZE];
    int move_count;
    OracleMove moves[CASE_MOVES_MAX];
} MovesCase;

/* Each reads the next case and returns whether there was one. */
bool perft_case_read(FILE *file, PerftCase *ret_case);
bool random_case_read(FILE *file, RandomCase *ret_case);
bool moves_case_read(FILE *file, MovesCase *ret_case);

#endif
