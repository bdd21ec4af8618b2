/* SPDX-License-Identifier: MIT
 *
 * The parts of `huff ballots`, and what they share. */
#ifndef HUFF_PROTOCOL_CLI_COMMAND_BALLOTS_INTERNAL_H
#define HUFF_PROTOCOL_CLI_COMMAND_BALLOTS_INTERNAL_H

#include "book/ballots.h"
#include "protocol/cli/command.h"

/* Each gets the words after its name and returns the exit status. */
int ballots_run_list(int argc, char **argv);
int ballots_run_show(int argc, char **argv);
int ballots_run_make(int argc, char **argv);
int ballots_run_grade(int argc, char **argv);

/* The variant of that name, or NULL with the reason; a NULL name is the one that is played unless
 * told otherwise. */
const Rules *ballots_find_rules(const char *variant, Error *error);

/* Writes a file of ballots that begins with `comment` (lines that begin with '#', may be ""). What
 * file_replace returns; STATUS_NO_MEMORY. */
Status ballots_save(const BallotList *list, const char *comment, const char *path, Error *error);

#endif
