/* SPDX-License-Identifier: MIT
 *
 * The work file of an analysis: a text file that only grows, a line a game, from which an analysis
 * that was killed goes on.
 *
 * It begins with the line "huff analysis work 1" and lines "# KEY<TAB>VALUE" that say what was
 * analysed and how. Every further line is one game, fields parted by tabs, the last of them the
 * CRC-32 of what stands before it (the tab included) as eight hex digits:
 *
 *   number positions crc
 *
 * number from 1 as in the collection; positions parted by blanks, from the start of the game to its
 * end, each "score/depth/nodes/flags/line": score in centimen for the side to move; flags "e" (the
 * game is over here), "b" (in the book) and one of "w", "d", "l" (what the tables say for the side
 * to move), or "-" for none; line moves in Hub form with ',' between, or empty. A last line that is
 * not whole (the program was killed while it wrote) is cut off when the file is opened again. */
#ifndef HUFF_PROTOCOL_ANNOTATE_WORK_FILE_H
#define HUFF_PROTOCOL_ANNOTATE_WORK_FILE_H

#include "engine/base/text_buffer.h"
#include "protocol/annotate/notes.h"

#include <stdint.h>

enum {
    WORK_FILE_GAMES_MAX = 100000000
};

typedef struct WorkFile WorkFile;

/* Opens `path` to add games; a new file gets `head` (lines "# KEY<TAB>VALUE"), that of an old one
 * must be the same: STATUS_STATE names the first line that differs. With `path` NULL a file without
 * a name is used, which goes away with the process. The file is locked, STATUS_STATE when another
 * process has it. STATUS_SYNTAX: no work file, or a damaged line; STATUS_IO, STATUS_NO_MEMORY. */
Status work_file_open(const char *path, const char *head, WorkFile **ret_file, Error *error);

/* Whether the notes of a game are there, and how many games are. */
bool work_file_has(const WorkFile *file, uint64_t game);
uint64_t work_file_count(const WorkFile *file);

/* Adds the notes of a game, which is written whole and brought to the disk at least once a second.
 * A game that is there already is an error (STATUS_STATE), as is a number out of 1 ..
 * WORK_FILE_GAMES_MAX (STATUS_RANGE). STATUS_IO: disk full, what was written of the line is taken
 * back. STATUS_NO_MEMORY. One thread at a time, as for all calls. */
Status work_file_add(WorkFile *file, uint64_t game, const GameRecord *record,
                     const GameNotes *notes, Error *error);

/* Reads the notes of a game that is there. STATUS_SYNTAX, STATUS_ILLEGAL: they do not fit the
 * record. STATUS_IO, STATUS_NO_MEMORY. */
Status work_file_get(WorkFile *file, uint64_t game, const GameRecord *record, GameNotes *notes,
                     Error *error);

/* Brings all to the disk and closes; with `remove` the file goes away. NULL is allowed. */
Status work_file_close(WorkFile *file, bool remove, Error *error);

/* One game's line without checksum and newline, and back. STATUS_SYNTAX, STATUS_RANGE,
 * STATUS_ILLEGAL, STATUS_NO_MEMORY. */
Status work_file_write_line(uint64_t game, const GameRecord *record, const GameNotes *notes,
                            TextBuffer *buffer, Error *error);
Status work_file_read_line(const char *line, size_t length, const GameRecord *record,
                           GameNotes *notes, Error *error);

#endif
