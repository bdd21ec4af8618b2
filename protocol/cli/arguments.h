/* SPDX-License-Identifier: MIT
 *
 * Command-line arguments by table. A command lists its own options; those of the engine
 * (protocol/options.h) are understood by every command that passes settings. Forms: `--name VALUE`,
 * `--name=VALUE`, `--flag`; `-o VALUE` is `--out VALUE`, `-h` is `--help`; `--` ends the options; a
 * word that begins with one `-` and a digit, or is `-` alone, is an operand. */
#ifndef HUFF_PROTOCOL_CLI_ARGUMENTS_H
#define HUFF_PROTOCOL_CLI_ARGUMENTS_H

#include "engine/base/status.h"
#include "protocol/options.h"

#include <stdio.h>

typedef enum {
    ARGUMENT_FLAG,   /* target: bool */
    ARGUMENT_INT,    /* target: int, min..max */
    ARGUMENT_COUNT,  /* target: uint64_t, min..max */
    ARGUMENT_REAL,   /* target: double, min..max */
    ARGUMENT_STRING, /* target: const char *, points into argv */
    ARGUMENT_LIST,   /* target: ArgumentList; may be given several times */
} ArgumentKind;

/* The values of an option that may be given several times, in order; they point into argv. */
typedef struct {
    const char **words; /* the caller's, room for `capacity` */
    int count, capacity;
} ArgumentList;

typedef struct {
    const char *name;
    ArgumentKind kind;
    void *target;
    double min, max;
    bool *given;             /* set when the option was given; may be NULL */
    const char *placeholder; /* "N", "SECONDS"; NULL for a flag */
    const char *help;
} ArgumentSpec;

/* A command as its help describes it. */
typedef struct {
    const char *usage;   /* "analyse [OPTION ...] [FEN] [MOVE ...]" */
    const char *summary; /* what it does, lines of under 100 characters, each ended by '\n' */
    const ArgumentSpec *options;
    int option_count;
    Settings *settings; /* NULL when the engine's options have no meaning */
} ArgumentTable;

typedef struct {
    const char **words; /* operands, in order; point into argv */
    int count;
    bool help; /* --help was among the options; nothing after it was read */
} Operands;

/* Reads argv[0..argc-1] (the words after the command's name). `ret_operands->words` must have room
 * for argc pointers. STATUS_UNKNOWN, STATUS_SYNTAX, STATUS_RANGE; the message names the option and
 * what would be right. */
Status arguments_read(const ArgumentTable *table, int argc, char **argv, Operands *ret_operands,
                      Error *error);

/* Prints usage, summary and every option with its help and, for the engine's, its default. */
void arguments_print_help(const ArgumentTable *table, FILE *file);

#endif
