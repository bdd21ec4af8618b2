/* SPDX-License-Identifier: MIT
 *
 * The files of an index: which are to be read, and that each takes effect as a whole or not at all.
 */
#include "book/games/store_internal.h"

#include "engine/base/checksum.h"
#include "engine/base/clock.h"

#include <sqlite3.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    COMMIT_SECONDS = 2, /* changes older than this are made to last before the next file */
};

/* A file as the system and the index know it. */
typedef struct {
    int64_t id; /* in the index, 0 if it is not there */
    int64_t size, mtime, crc;
    const Rules *rules;
} FileState;

/* ---- bytes ---- */

/* A source that counts and sums up what it gives. */
typedef struct {
    PdnSource source;
    uint32_t crc;
    int64_t size;
} SummedSource;

static ptrdiff_t read_summed(void *context, char *buffer, size_t size, Error *error) {
    SummedSource *summed = context;
    ptrdiff_t count = summed->source.read(summed->source.context, buffer, size, error);
    if (count > 0) {
        summed->crc = checksum_add(summed->crc, buffer, (size_t)count);
        summed->size += count;
    }
    return count;
}

static Status sum_up(FILE *file, uint32_t *ret_crc, Error *error) {
    SummedSource summed = {.source = pdn_source_file(file)};
    char buffer[1 << 14];
    ptrdiff_t count;
    while ((count = read_summed(&summed, buffer, sizeof buffer, error)) > 0)
        continue;
    *ret_crc = summed.crc;
    return count < 0 ? (Status)count : STATUS_OK;
}

static Status look_at(FILE *file, const char *path, FileState *ret_state, Error *error) {
    struct stat found;
    if (fstat(fileno(file), &found) < 0)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    if (!S_ISREG(found.st_mode))
        return error_set(error, STATUS_STATE, "%s is no ordinary file", path);
    ret_state->size = found.st_size;
    ret_state->mtime = (int64_t)found.st_mtim.tv_sec * 1000000000 + found.st_mtim.tv_nsec;
    return STATUS_OK;
}

/* ---- the index ---- */

/* What the index knows of a file; id 0 when it is nothing. */
static Status recall(Games *games, const char *path, FileState *ret_state, Error *error) {
    sqlite3_stmt *select;
    *ret_state = (FileState){0};
    Status status = store_prepare(games, "SELECT id,size,mtime,crc,variant FROM file WHERE path=?",
                                  &select, error);
    if (status < 0)
        return status;
    sqlite3_bind_text(select, 1, path, -1, SQLITE_STATIC);
    int row = store_step(games, select, error);
    if (row > 0)
        *ret_state = (FileState){.id = sqlite3_column_int64(select, 0),
                                 .size = sqlite3_column_int64(select, 1),
                                 .mtime = sqlite3_column_int64(select, 2),
                                 .crc = sqlite3_column_int64(select, 3),
                                 .rules = rules_find(store_text(select, 4))};
    sqlite3_finalize(select);
    return row < 0 ? (Status)row : STATUS_OK;
}

/* Writes a row of the table `file`: a new one, or with an id the old one anew. */
static Status remember(Games *games, const char *path, const FileState *state,
                       const GamesReport *report, Error *error) {
    sqlite3_stmt *insert;
    Status status =
        store_prepare(games, "INSERT OR REPLACE INTO file VALUES(?,?,?,?,?,?,?,?)", &insert, error);
    if (status < 0)
        return status;
    if (state->id)
        sqlite3_bind_int64(insert, 1, state->id);
    sqlite3_bind_text(insert, 2, path, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 3, state->size);
    sqlite3_bind_int64(insert, 4, state->mtime);
    sqlite3_bind_int64(insert, 5, state->crc);
    sqlite3_bind_text(insert, 6, state->rules->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 7, (int64_t)report->games);
    sqlite3_bind_int64(insert, 8, (int64_t)report->skipped);
    status = store_finish(games, insert, error);
    sqlite3_finalize(insert);
    return status;
}

/* The content is what it was, only its time is another. */
static Status touch(Games *games, const FileState *known, int64_t mtime, Error *error) {
    char sql[120];
    sqlite3_snprintf(sizeof sql, sql, "UPDATE file SET mtime=%lld WHERE id=%lld", (long long)mtime,
                     (long long)known->id);
    Status status = store_begin(games, error);
    return status == STATUS_OK ? store_run(games, sql, error) : status;
}

/* ---- all or nothing ---- */

static Status begin_file(Games *games, Error *error) {
    Status status = STATUS_OK;
    if (games->changing && clock_seconds_since(games->changing_since) >= COMMIT_SECONDS)
        status = games_commit(games, error);
    if (status == STATUS_OK)
        status = store_begin(games, error);
    return status == STATUS_OK ? store_run(games, "SAVEPOINT one", error) : status;
}

/* Keeps what was done for a file, or with a failure `status` undoes it; returns `status`. */
static Status end_file(Games *games, Status status, Error *error) {
    if (status == STATUS_OK)
        return store_run(games, "RELEASE one", error);
    games->place_count = 0;
    /* After some failures SQLite has undone the whole transaction already. */
    if (!sqlite3_get_autocommit(games->db))
        store_run(games, "ROLLBACK TO one; RELEASE one", NULL);
    games->changing = !sqlite3_get_autocommit(games->db);
    return status;
}

/* ---- one file ---- */

static Status read_file(Games *games, FILE *file, const FileState *known, FileState *state,
                        const StoreReading *reading, GamesReport *report, Error *error) {
    GamesReport own = {0};
    SummedSource summed = {.source = pdn_source_file(file)};
    FileState after;
    Status status = known->id ? store_forget_file(games, known->id, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = remember(games, reading->path, state, &own, error);
    state->id = sqlite3_last_insert_rowid(games->db);
    if (status == STATUS_OK)
        status = store_read_games(games, state->id, (PdnSource){read_summed, &summed}, reading,
                                  &own, error);
    if (status == STATUS_OK)
        status = look_at(file, reading->path, &after, error);
    if (status == STATUS_OK && (after.size != summed.size || after.mtime != state->mtime))
        status = error_set(error, STATUS_STATE, "%s changed while it was read: add it again",
                           reading->path);
    state->crc = summed.crc;
    if (status == STATUS_OK)
        status = remember(games, reading->path, state, &own, error);
    if (status == STATUS_OK) {
        report->files_read++;
        report->games += own.games;
        report->positions += own.positions;
        report->skipped += own.skipped;
    }
    return status;
}

/* Whether the file is as it was when the index read it; 1, 0 or a Status. */
static int is_unchanged(Games *games, FILE *file, const FileState *known, const FileState *state,
                        Error *error) {
    if (!known->id || known->size != state->size || known->rules != state->rules)
        return 0;
    if (known->mtime == state->mtime)
        return 1;
    uint32_t crc;
    Status status = sum_up(file, &crc, error);
    if (status < 0)
        return status;
    rewind(file);
    if (crc != (uint32_t)known->crc)
        return 0;
    status = touch(games, known, state->mtime, error);
    return status < 0 ? (int)status : 1;
}

static Status add_open_file(Games *games, FILE *file, const StoreReading *reading,
                            GamesReport *report, Error *error) {
    FileState known, state = {.rules = reading->rules};
    Status status = recall(games, reading->path, &known, error);
    if (status == STATUS_OK)
        status = look_at(file, reading->path, &state, error);
    if (status < 0)
        return status;
    int unchanged = is_unchanged(games, file, &known, &state, error);
    if (unchanged < 0)
        return (Status)unchanged;
    if (unchanged) {
        report->files_unchanged++;
        return STATUS_OK;
    }
    status = begin_file(games, error);
    if (status < 0)
        return status;
    return end_file(games, read_file(games, file, &known, &state, reading, report, error), error);
}

Status games_add_file(Games *games, const char *path, const Rules *rules, GamesProgress *progress,
                      void *context, GamesReport *report, Error *error) {
    char *full = realpath(path, NULL);
    FILE *file = full ? fopen(full, "rb") : NULL;
    Status status;
    if (!file) {
        status = error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    } else {
        const StoreReading reading = {full, rules, progress, context};
        status = add_open_file(games, file, &reading, report, error);
        fclose(file);
    }
    free(full);
    return status;
}

/* ---- forgetting ---- */

static Status forget_path(Games *games, const char *path, GamesReport *report, Error *error) {
    FileState known;
    Status status = recall(games, path, &known, error);
    if (status == STATUS_OK && !known.id)
        status = error_set(error, STATUS_UNKNOWN, "%s is not in the index", path);
    if (status == STATUS_OK)
        status = begin_file(games, error);
    if (status < 0)
        return status;
    status = end_file(games, store_forget_file(games, known.id, error), error);
    report->files_removed += status == STATUS_OK;
    return status;
}

Status games_remove_file(Games *games, const char *path, GamesReport *report, Error *error) {
    /* A file that is gone has no full name any more; then the name must be as it stands in the
     * index, or the folder must still be there. */
    char *full = realpath(path, NULL);
    Status status = forget_path(games, full ? full : path, report, error);
    free(full);
    return status;
}

/* ---- all files ---- */

typedef struct {
    TextBuffer paths; /* each followed by its variant, both with a NUL */
} KnownFiles;

static void take_known(void *context, const GamesFile *file) {
    KnownFiles *known = context;
    text_buffer_append(&known->paths, file->path, strlen(file->path) + 1);
    text_buffer_append(&known->paths, file->variant, strlen(file->variant) + 1);
}

static Status update_file(Games *games, const char *path, const char *variant,
                          const StoreReading *reading, GamesReport *report, Error *error) {
    struct stat found;
    const Rules *rules = rules_find(variant);
    if (!rules)
        return error_set(error, STATUS_STATE, "%s: its variant \"%.40s\" is unknown here", path,
                         variant);
    if (stat(path, &found) < 0 && (errno == ENOENT || errno == ENOTDIR))
        return forget_path(games, path, report, error);
    return games_add_file(games, path, rules, reading->progress, reading->context, report, error);
}

Status games_update(Games *games, GamesProgress *progress, void *context, GamesReport *report,
                    Error *error) {
    KnownFiles known = {0};
    const StoreReading reading = {.progress = progress, .context = context};
    Status status = games_list_files(games, take_known, &known, error);
    if (status == STATUS_OK)
        status = text_buffer_get_status(&known.paths, error);
    const char *path = text_buffer_get(&known.paths), *end = path + known.paths.length;
    while (path < end && status == STATUS_OK) {
        const char *variant = path + strlen(path) + 1;
        status = update_file(games, path, variant, &reading, report, error);
        path = variant + strlen(variant) + 1;
    }
    text_buffer_done(&known.paths);
    return status;
}

Status games_list_files(Games *games, void (*take)(void *context, const GamesFile *file),
                        void *context, Error *error) {
    sqlite3_stmt *select;
    Status status = store_prepare(
        games, "SELECT path,variant,games,skipped FROM file ORDER BY path", &select, error);
    if (status < 0)
        return status;
    int row;
    while ((row = store_step(games, select, error)) > 0) {
        GamesFile file = {.path = store_text(select, 0),
                          .variant = store_text(select, 1),
                          .games = (uint64_t)sqlite3_column_int64(select, 2),
                          .skipped = (uint64_t)sqlite3_column_int64(select, 3)};
        take(context, &file);
    }
    sqlite3_finalize(select);
    return (Status)row;
}
