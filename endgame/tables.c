/* SPDX-License-Identifier: MIT */
#include "endgame/tables.h"

#include "endgame/block_cache.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RADIX = SLICE_PIECES_MAX + 1,
    SLICE_NUMBERS = RADIX * RADIX * RADIX * RADIX,
    FILES_MAX = 2048, /* more than all pairs of all kinds up to ten pieces */
};

typedef struct {
    TableFile file;
    char *path;
} Entry;

struct Tables {
    const Rules *rules;
    BlockCache *cache;
    Entry *entries; /* sorted */
    int count;
    char **faults; /* a line each */
    int fault_count;
    int pieces_max[KIND_COUNT];
    uint16_t entry_of[KIND_COUNT][SLICE_NUMBERS]; /* 1 + entry, 0: absent */
};

static int number_of(Slice slice) {
    return ((slice.own.men * RADIX + slice.own.kings) * RADIX + slice.other.men) * RADIX +
           slice.other.kings;
}

Status tables_new(const Rules *rules, int cache_mib, Tables **ret_tables, Error *error) {
    if (cache_mib < 1 || cache_mib > TABLES_CACHE_MIB_MAX)
        return error_set(error, STATUS_RANGE, "a table cache of %d MiB; from 1 to %d are possible",
                         cache_mib, TABLES_CACHE_MIB_MAX);
    Tables *tables = calloc(1, sizeof *tables);
    BlockCache *cache = block_cache_new((size_t)cache_mib << 20);
    if (!tables || !cache) {
        free(tables);
        block_cache_free(cache);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a table cache of %d MiB",
                         cache_mib);
    }
    tables->rules = rules;
    tables->cache = cache;
    *ret_tables = tables;
    return STATUS_OK;
}

void tables_free(Tables *tables) {
    if (!tables)
        return;
    for (int i = 0; i < tables->count; i++) {
        table_file_close(&tables->entries[i].file);
        free(tables->entries[i].path);
    }
    for (int i = 0; i < tables->fault_count; i++)
        free(tables->faults[i]);
    free(tables->entries);
    free(tables->faults);
    block_cache_free(tables->cache);
    free(tables);
}

const Rules *tables_rules(const Tables *tables) {
    return tables->rules;
}

/* ---- adding ---- */

static int compare_entries(const void *a, const void *b) {
    const TableFile *one = &((const Entry *)a)->file, *other = &((const Entry *)b)->file;
    int difference = slice_count(one->slice) - slice_count(other->slice);
    if (!difference)
        difference = number_of(one->slice) - number_of(other->slice);
    return difference ? difference : (int)one->kind - (int)other->kind;
}

/* Numbers change, so blocks in the cache would be taken for those of other tables; but nothing is
 * read before all is added, or else only what is added later stays unknown for a while. */
static void renumber(Tables *tables) {
    if (tables->count > 1) /* qsort wants an array even of nothing */
        qsort(tables->entries, (size_t)tables->count, sizeof *tables->entries, compare_entries);
    for (int i = 0; i < tables->count; i++) {
        const TableFile *file = &tables->entries[i].file;
        uint16_t *entry_of = tables->entry_of[file->kind];
        entry_of[number_of(file->slice)] = (uint16_t)(i + 1);
        entry_of[number_of(slice_swap(file->slice))] = (uint16_t)(i + 1);
        int pieces = slice_count(file->slice);
        if (pieces > tables->pieces_max[file->kind])
            tables->pieces_max[file->kind] = pieces;
    }
}

/* Takes the file over, or closes it when its table is there already. */
static Status add(Tables *tables, TableFile *file, const char *path, Error *error) {
    if (tables->entry_of[file->kind][number_of(file->slice)]) {
        table_file_close(file);
        return STATUS_OK;
    }
    Entry *grown = realloc(tables->entries, ((size_t)tables->count + 1) * sizeof *grown);
    if (grown)
        tables->entries = grown;
    char *copy = strdup(path);
    if (!grown || !copy || tables->count == FILES_MAX) {
        free(copy);
        table_file_close(file);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the table %s", path);
    }
    grown[tables->count++] = (Entry){*file, copy};
    tables->entry_of[file->kind][number_of(file->slice)] = (uint16_t)tables->count;
    return STATUS_OK;
}

/* Whether a file's name is that of a table of the variant: "SLICE.VARIANT.KIND". */
static bool has_table_name(const Tables *tables, const char *name) {
    const char *variant = strchr(name, '.');
    const char *kind = variant ? strchr(variant + 1, '.') : NULL;
    size_t length = strlen(tables->rules->name);
    if (!kind || (size_t)(kind - variant - 1) != length ||
        memcmp(variant + 1, tables->rules->name, length))
        return false;
    Slice slice;
    char material[SLICE_NAME_SIZE];
    int written = snprintf(material, sizeof material, "%.*s", (int)(variant - name), name);
    return written < (int)sizeof material && slice_read(material, &slice, NULL) == STATUS_OK &&
           kind_find(kind + 1, strlen(kind + 1)) != KIND_COUNT;
}

static Status add_file(Tables *tables, const char *folder, const char *name, Error *error) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the table %s", name);
    snprintf(path, size, "%s/%s", folder, name);
    TableFile file;
    Status status = table_file_open(&file, path, tables->rules, error);
    char expected[TABLE_FILE_NAME_SIZE];
    if (status == STATUS_OK &&
        strcmp(name, table_file_write_name(tables->rules, file.kind, file.slice, expected)) != 0) {
        table_file_close(&file);
        status =
            error_set(error, STATUS_STATE, "%s: it holds another table than its name says", path);
    }
    if (status == STATUS_OK)
        status = add(tables, &file, path, error);
    free(path);
    return status;
}

static Status note_fault(Tables *tables, const char *line, Error *error) {
    char **grown = realloc(tables->faults, ((size_t)tables->fault_count + 1) * sizeof *grown);
    if (grown)
        tables->faults = grown;
    char *copy = grown ? strdup(line) : NULL;
    if (!copy)
        return error_set(error, STATUS_NO_MEMORY, "no memory for what is wrong with tables");
    grown[tables->fault_count++] = copy;
    return STATUS_OK;
}

Status tables_add_folder(Tables *tables, const char *folder, Error *error) {
    DIR *directory = opendir(folder);
    if (!directory)
        return error_set(error, STATUS_IO, "cannot read %s: %s", folder, strerror(errno));
    int found = 0;
    Status status = STATUS_OK;
    for (const struct dirent *file; status == STATUS_OK && (file = readdir(directory));) {
        if (!has_table_name(tables, file->d_name))
            continue;
        found++;
        Error reason;
        status = add_file(tables, folder, file->d_name, &reason);
        if (status == STATUS_NO_MEMORY)
            error_set(error, status, "%s", reason.text);
        else if (status < 0)
            status = note_fault(tables, reason.text, error);
    }
    closedir(directory);
    renumber(tables);
    if (status == STATUS_OK && !found)
        return error_set(error, STATUS_UNKNOWN, "%s holds no tables of %s", folder,
                         tables->rules->name);
    return status;
}

Status tables_add_folders(Tables *tables, const char *folders, Error *error) {
    while (*folders) {
        size_t length = strcspn(folders, ":");
        char *folder = strndup(folders, length);
        Status status = folder ? tables_add_folder(tables, folder, error)
                               : error_set(error, STATUS_NO_MEMORY, "no memory for tables");
        free(folder);
        if (status < 0)
            return status;
        folders += length + (folders[length] == ':');
    }
    return STATUS_OK;
}

Status tables_add_bytes(Tables *tables, const uint8_t *bytes, size_t length, const char *name,
                        Error *error) {
    Status status = STATUS_OK;
    while (length > 0 && status == STATUS_OK) {
        TableFile file;
        status = table_file_open_bytes(&file, bytes, length, name, tables->rules, error);
        if (status == STATUS_OK) {
            bytes += file.length;
            length -= file.length;
            status = add(tables, &file, name, error);
        }
    }
    renumber(tables);
    return status;
}

int tables_fault_count(const Tables *tables) {
    return tables->fault_count;
}

const char *tables_get_fault(const Tables *tables, int number) {
    return tables->faults[number];
}

/* ---- looking ---- */

int tables_count(const Tables *tables) {
    return tables->count;
}

const TableFile *tables_get(const Tables *tables, int number, const char **ret_path) {
    if (ret_path)
        *ret_path = tables->entries[number].path;
    return &tables->entries[number].file;
}

int tables_pieces_max(const Tables *tables, TableKind kind) {
    return tables->pieces_max[kind];
}

static bool is_in_range(Slice slice) {
    return slice_count(slice) <= SLICE_PIECES_MAX;
}

const TableFile *tables_find(const Tables *tables, TableKind kind, Slice slice, int *ret_side) {
    int entry = is_in_range(slice) ? tables->entry_of[kind][number_of(slice)] : 0;
    if (!entry)
        return NULL;
    const TableFile *file = &tables->entries[entry - 1].file;
    *ret_side = !slice_equals(file->slice, slice);
    return file;
}

bool tables_read_code(const Tables *tables, const TableFile *table, int side, uint64_t number,
                      uint8_t *ret_code) {
    /* The cache tells the tables apart by their address, which is fixed while they are read. */
    const Entry *entry = (const Entry *)(const void *)table;
    return block_cache_read(tables->cache, table, (uint32_t)(entry - tables->entries), side, number,
                            ret_code);
}

Verdict tables_read(const Tables *tables, TableKind kind, const Board *board, Color turn) {
    static const Verdict unknown = {VERDICT_UNKNOWN, 0};
    Slice slice = slice_of_board(board, turn);
    if (force_count(slice.own) == 0)
        return (Verdict){kind_get_stuck(tables->rules), 0};
    int side;
    const TableFile *table = tables_find(tables, kind, slice, &side);
    if (!table)
        return unknown;
    Board turned = *board;
    if (turn == COLOR_BLACK)
        slice_turn_board(tables->rules, board, &turned);
    uint8_t code;
    uint64_t number = index_encode(&table->index[side], &turned);
    if (!tables_read_code(tables, table, side, number, &code))
        return unknown;
    return kind_decode(&table->frame[side], code);
}
