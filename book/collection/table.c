/* SPDX-License-Identifier: MIT */
#include "book/collection/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROWS_FIRST = 64
};

void games_table_done(GamesTable *table) {
    for (size_t i = 0; i < table->count; i++)
        free(table->rows[i].name);
    free(table->rows);
    free(table->places);
    *table = (GamesTable){0};
}

static size_t hash_name(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return (size_t)(hash ^ hash >> 32);
}

/* The place that has the name's index, or the empty one where it belongs. */
static size_t *find_place(const GamesTable *table, const char *name) {
    size_t at = hash_name(name) & (table->place_count - 1);
    while (table->places[at] && strcmp(table->rows[table->places[at] - 1].name, name) != 0)
        at = (at + 1) & (table->place_count - 1);
    return &table->places[at];
}

/* Makes room for twice as many rows. */
static Status grow(GamesTable *table, Error *error) {
    size_t capacity = table->capacity ? table->capacity * 2 : ROWS_FIRST;
    GamesRow *rows = realloc(table->rows, capacity * sizeof *rows);
    if (rows)
        table->rows = rows;
    size_t *places = calloc(capacity * 2, sizeof *places);
    if (!rows || !places) {
        free(places);
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a table of %zu names",
                         table->count);
    }
    free(table->places);
    table->places = places;
    table->place_count = capacity * 2;
    table->capacity = capacity;
    for (size_t i = 0; i < table->count; i++)
        *find_place(table, table->rows[i].name) = i + 1;
    return STATUS_OK;
}

GamesRow *games_table_get(GamesTable *table, const char *name, Error *error) {
    if (table->count == table->capacity && grow(table, error) < 0)
        return NULL;
    size_t *place = find_place(table, name);
    if (*place)
        return &table->rows[*place - 1];
    char *kept = strdup(name);
    if (!kept) {
        error_set(error, STATUS_NO_MEMORY, "out of memory for a name");
        return NULL;
    }
    table->rows[table->count++] = (GamesRow){.name = kept};
    *place = table->count;
    return &table->rows[table->count - 1];
}

size_t games_table_find(const GamesTable *table, const char *name) {
    return *find_place(table, name) - 1;
}

uint64_t games_row_sum(const GamesRow *row) {
    uint64_t sum = 0;
    for (int i = 0; i < GAMES_COLUMNS; i++)
        sum += row->counts[i];
    return sum;
}

static int compare_rows(const void *a, const void *b) {
    const GamesRow *one = a, *other = b;
    uint64_t first = games_row_sum(one), second = games_row_sum(other);
    if (first != second)
        return first > second ? -1 : 1;
    return strcmp(one->name, other->name);
}

void games_table_sort(GamesTable *table) {
    if (table->count)
        qsort(table->rows, table->count, sizeof *table->rows, compare_rows);
}
