/* SPDX-License-Identifier: MIT
 *
 * Files of games as the commands take them: any number of PDN files, `-` for standard input, read
 * one game at a time with progress on a terminal; and one file or standard output to be written. */
#ifndef HUFF_PROTOCOL_CLI_GAMES_FILES_H
#define HUFF_PROTOCOL_CLI_GAMES_FILES_H

#include "engine/base/file.h"
#include "engine/base/text_buffer.h"
#include "engine/notation/pdn_read.h"
#include "protocol/cli/arguments.h"

/* Takes a game, or what stands behind the last one of a file (`rest`, see pdn_reader_next). A
 * failure ends the reading. */
typedef Status GamesFunction(void *context, const char *file, const PdnGame *game, bool rest,
                             Error *error);

/* Reads one file to its end. STATUS_IO, its message names the file; or what `take` returned. */
Status games_read_file(const char *file, const PdnReadOptions *options, GamesFunction *take,
                       void *context, Error *error);

/* Reads all files in order. */
Status games_read_files(const Operands *files, const PdnReadOptions *options, GamesFunction *take,
                        void *context, Error *error);

/* STATUS_SYNTAX unless there are files, among them `-` at most once. */
Status games_check_files(const Operands *files, Error *error);

/* STATUS_STATE when `path` is one of the files that are read: nothing that is read is
 * overwritten. */
Status games_check_output(const char *path, const Operands *files, Error *error);

/* The variant of a name, international for NULL. STATUS_UNKNOWN. */
Status games_find_rules(const char *name, const Rules **ret_rules, Error *error);

/* Where games go: a file that is there when all of it is, or standard output. */
typedef struct {
    FileWriter *writer; /* NULL: standard output */
    TextBuffer text;    /* to be written; whoever adds to it calls games_output_flush */
} GamesOutput;

/* `path` NULL or `-` is standard output. STATUS_STATE as games_check_output, STATUS_IO. */
Status games_output_open(GamesOutput *output, const char *path, const Operands *files,
                         Error *error);

/* Writes the text and empties it. STATUS_NO_MEMORY, STATUS_IO. */
Status games_output_flush(GamesOutput *output, Error *error);

/* Ends the output: with STATUS_OK the file is there now, else it is as it was. Returns the first
 * failure. */
Status games_output_close(GamesOutput *output, Status status, Error *error);

/* Prints a text for people: control characters as blanks. */
void games_print_text(const char *text);

#endif
