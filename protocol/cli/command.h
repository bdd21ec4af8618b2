/* SPDX-License-Identifier: MIT
 *
 * The commands of the program. Each gets the words after its name and returns the exit status:
 * 0 for success, 1 when what was asked for failed, 2 for wrong usage. Errors are one line on
 * standard error. */
#ifndef HUFF_PROTOCOL_CLI_COMMAND_H
#define HUFF_PROTOCOL_CLI_COMMAND_H

#include "endgame/tables.h"
#include "engine/board/record.h"
#include "protocol/cli/arguments.h"

enum {
    EXIT_STATUS_OK = 0,
    EXIT_STATUS_FAILED = 1,
    EXIT_STATUS_USAGE = 2,
};

typedef int CommandFunction(int argc, char **argv);

CommandFunction command_analyse;
CommandFunction command_arbiter;
CommandFunction command_ballots;
CommandFunction command_bench;
CommandFunction command_book;
CommandFunction command_check;
CommandFunction command_diagram;
CommandFunction command_dxp;
CommandFunction command_endgame;
CommandFunction command_find;
CommandFunction command_hub;
CommandFunction command_hub1;
CommandFunction command_match;
CommandFunction command_moves;
CommandFunction command_pdn;
CommandFunction command_perft;
CommandFunction command_play;
CommandFunction command_selfplay;
CommandFunction command_train;
CommandFunction command_variants;
CommandFunction command_weights;

/* What `huff` does without a command: the console on a terminal; on a pipe whatever the first line
 * speaks. */
int command_converse(void);

/* Prints "huff COMMAND: MESSAGE" on standard error and returns `exit_status`. */
int command_fail(const char *command, int exit_status, const Error *error);

/* Prints "huff COMMAND: warning: ..." on standard error for each table file that was passed over.
 */
void command_warn_of_tables(const char *command, const Tables *tables);

/* Reads the arguments; true when the command goes on. Else `*ret_exit` is the exit status: help was
 * printed or a fault reported. The operands' words must be freed by the caller in every case. */
bool command_begin(const char *command, const ArgumentTable *table, int argc, char **argv,
                   Operands *ret_operands, int *ret_exit);

/* For commands without operands: STATUS_SYNTAX when there are some. */
Status command_check_no_operands(const Operands *operands, Error *error);

/* Finds the position that `words` describe: nothing or `start` is the start position, else a FEN;
 * then moves that are played from it. Without a FEN the moves begin at the start position.
 * `record` must be initialised; it is restarted. */
Status command_read_position(const Rules *rules, const char *const *words, int count,
                             GameRecord *record, Error *error);

#endif
