/* SPDX-License-Identifier: MIT
 *
 * Files written so that a reader sees the old content or the new, never a part of either. */
#ifndef HUFF_ENGINE_BASE_FILE_H
#define HUFF_ENGINE_BASE_FILE_H

#include "engine/base/status.h"

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

/* Reads a whole file of at most `limit` bytes. The bytes, with a NUL behind them, are the caller's
 * to free. STATUS_IO, STATUS_STATE: no ordinary file, STATUS_RANGE: longer, STATUS_NO_MEMORY. Any
 * thread. */
Status file_read(const char *path, size_t limit, char **ret_bytes, size_t *ret_length,
                 Error *error);

#endif
