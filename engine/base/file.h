/* SPDX-License-Identifier: MIT
 *
 * Files written so that a reader sees the old content or the new, never a part of either. */
#ifndef HUFF_ENGINE_BASE_FILE_H
#define HUFF_ENGINE_BASE_FILE_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the file at `path` hold exactly these `length` bytes. They are written to a new file in the
 * same folder, brought to the disk, and the new file then takes the name; power cuts and crashes
 * included, the name stands for the old content or for the new. An old file's permissions are kept;
 * a symbolic link stays and the file it leads to is replaced. Two writers at the same time do not
 * mix: the last one wins. STATUS_STATE: something else than an ordinary file has the name.
 * STATUS_IO: the system refused, the message has the path and its reason. STATUS_NO_MEMORY. On
 * failure the old file stays as it was and nothing is left behind. (One failure comes later: when
 * the new name itself cannot be brought to the disk, the new file stands but may not outlast a
 * power cut; STATUS_IO says so.) Any thread. */
Status file_replace(const char *path, const char *bytes, size_t length, Error *error);

/* The same for content that comes in pieces and is never in memory as a whole. */
typedef struct FileWriter FileWriter;

/* Begins a new content for `path`; the file itself is not touched yet. Errors as file_replace. One
 * thread at a time may use a writer. */
Status file_writer_open(const char *path, FileWriter **ret_writer, Error *error);

/* Adds bytes. STATUS_IO, and then every later call and the commit fail too. */
Status file_writer_add(FileWriter *writer, const char *bytes, size_t length, Error *error);

/* Brings the content to the disk and gives it the name, as file_replace does, or on failure leaves
 * the old file and nothing else. Frees the writer in either case. */
Status file_writer_commit(FileWriter *writer, Error *error);

/* Leaves the old file as it is and nothing else behind; frees the writer. NULL is allowed. */
void file_writer_abandon(FileWriter *writer);

/* Whether two names lead to one file that is there: what is to be written must not take the place
 * of what is read. Any thread. */
bool file_is_same(const char *path, const char *other);

/* The same for files that may not be there yet: whether writing one would write the other. */
bool file_will_be_same(const char *path, const char *other);

/* Removes what file_replace left behind in a folder when its process was killed at work. Files of
 * processes that still live stay. STATUS_IO when the folder cannot be read. */
Status file_remove_abandoned(const char *folder, Error *error);

/* Reads a whole file of at most `limit` bytes. The bytes, with a NUL behind them, are the caller's
 * to free. STATUS_IO, STATUS_STATE: no ordinary file, STATUS_RANGE: longer, STATUS_NO_MEMORY. Any
 * thread. */
Status file_read(const char *path, size_t limit, char **ret_bytes, size_t *ret_length,
                 Error *error);

#endif
