/* SPDX-License-Identifier: MIT
 *
 * What the subcommands of `huff endgame` share. */
#ifndef HUFF_PROTOCOL_CLI_ENDGAME_H
#define HUFF_PROTOCOL_CLI_ENDGAME_H

#include "endgame/tables.h"
#include "protocol/cli/command.h"

/* One subcommand; gets the words after its name and returns the exit status. */
typedef int EndgameCommand(int argc, char **argv);

EndgameCommand endgame_build;
EndgameCommand endgame_verify;
EndgameCommand endgame_info;
EndgameCommand endgame_stats;
EndgameCommand endgame_probe;
EndgameCommand endgame_best_line;

/* The tables of the settings' folders, read through a cache of so many MiB, or those embedded in
 * the program when they name none: the folders are what is asked about. To be freed with
 * tables_free. As tables_add_folder. */
Status endgame_open_tables(const Settings *settings, int cache_mib, Tables **ret_tables,
                           Error *error);

/* Why endgame_open_tables found no table: none of use in the folders, none in the program, or none
 * possible. Returns STATUS_UNKNOWN with the message. */
Status endgame_explain_none(const Settings *settings, Error *error);

/* A line of progress on standard error when that is a terminal: a bar, how much of `unit` a second,
 * the time left. */
void endgame_show_progress(const char *what, uint64_t done, uint64_t total, double seconds);
/* Removes that line. */
void endgame_end_progress(void);

#endif
