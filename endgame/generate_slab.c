/* SPDX-License-Identifier: MIT */
#include "endgame/generate_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLAB_SPARE = TABLE_FILE_BLOCK_BYTES_MAX * 4, /* positions behind the last one */
};

Status slab_init(Slab *slab, TableKind kind, const Rules *rules, Slice slice, Error *error) {
    *slab = (Slab){.slice = slice_of_pair(slice), .side_count = slice_is_even(slice) ? 1 : 2};
    for (int side = 0; side < slab->side_count; side++) {
        Slice turned = side ? slice_swap(slab->slice) : slab->slice;
        Status status = index_init(&slab->index[side], rules, turned, error);
        if (status < 0)
            return status;
        kind_frame_init(&slab->frame[side], kind, rules, turned);
    }
    return STATUS_OK;
}

bool slab_allocate(Slab *slab) {
    for (int side = 0; side < slab->side_count; side++) {
        /* Blocks are unpacked whole, the last one too. */
        slab->codes[side] = calloc(1, slab->index[side].count + SLAB_SPARE);
        if (!slab->codes[side]) {
            slab_clear(slab);
            return false;
        }
    }
    return true;
}

void slab_clear(Slab *slab) {
    for (int side = 0; side < slab->side_count; side++) {
        free(slab->codes[side]);
        slab->codes[side] = NULL;
    }
}

uint64_t slab_size(const Slab *slab) {
    uint64_t size = 0;
    for (int side = 0; side < slab->side_count; side++)
        size += slab->index[side].count + SLAB_SPARE;
    return size;
}

static Status read_blocks(Slab *slab, const TableFile *table, ZSTD_DCtx *context, uint8_t *buffer,
                          Error *error) {
    for (int side = 0; side < slab->side_count; side++) {
        uint8_t *codes = slab->codes[side];
        for (uint64_t block = 0; block < table->block_count[side]; block++) {
            Status status = table_file_unpack(table, side, block, context, buffer, error);
            if (status < 0)
                return status;
            for (uint32_t i = 0; i < table->block_positions; i++)
                *codes++ = table_file_get_code(table, buffer, i);
        }
    }
    return STATUS_OK;
}

static Status fill(Slab *slab, const TableFile *table, const char *path, Error *error) {
    if (!slice_equals(table->slice, slab->slice) || table->kind != slab->frame[0].kind)
        return error_set(error, STATUS_STATE, "%s: it holds another table than its name says",
                         path);
    ZSTD_DCtx *context = ZSTD_createDCtx();
    uint8_t *buffer = malloc(table_file_block_bytes(table));
    Status status = context && buffer && slab_allocate(slab)
                        ? read_blocks(slab, table, context, buffer, error)
                        : error_set(error, STATUS_NO_MEMORY, "no memory to load %s", path);
    free(buffer);
    ZSTD_freeDCtx(context);
    if (status < 0)
        slab_clear(slab);
    return status;
}

Status slab_load(Slab *slab, const char *path, const Rules *rules, Error *error) {
    TableFile table;
    Status status = table_file_open(&table, path, rules, error);
    if (status < 0)
        return status;
    status = table_file_check(&table, path, error);
    if (status == STATUS_OK)
        status = fill(slab, &table, path, error);
    table_file_close(&table);
    return status;
}

/* ---- which slices look-ups ask for ---- */

typedef struct {
    Slice pair;
    void (*found)(void *context, Slice slice);
    void *context;
    bool seen[FAMILY_SIZE]; /* slices whose captures are listed */
} RelativeList;

static void list_captures(RelativeList *list, Slice slice);

/* A position of the slice may be looked up, and then its captures may. */
static void list_slice(RelativeList *list, Slice slice) {
    if (force_count(slice.own) == 0 || force_count(slice.other) == 0)
        return;
    if (!slice_equals(slice_of_pair(slice), list->pair))
        list->found(list->context, slice);
    list_captures(list, slice);
}

static void list_captures(RelativeList *list, Slice slice) {
    bool *seen = &list->seen[family_number(slice)];
    if (*seen)
        return;
    *seen = true;
    for (int promoted = 0; promoted <= (slice.own.men > 0); promoted++)
        for (int men = 0; men <= slice.other.men; men++)
            for (int kings = 0; kings <= slice.other.kings; kings++) {
                Force own = {(uint8_t)(slice.own.men - promoted),
                             (uint8_t)(slice.own.kings + promoted)};
                Force left = {(uint8_t)men, (uint8_t)kings};
                if (force_count(left) < force_count(slice.other))
                    list_slice(list, (Slice){left, own});
            }
}

static void list_promotion(RelativeList *list, Slice slice) {
    if (slice.own.men == 0)
        return;
    Force own = {(uint8_t)(slice.own.men - 1), (uint8_t)(slice.own.kings + 1)};
    list_slice(list, (Slice){slice.other, own});
}

void pair_list_relatives(Slice pair, void (*found)(void *context, Slice slice), void *context) {
    RelativeList list = {.pair = slice_of_pair(pair), .found = found, .context = context};
    list_captures(&list, pair);
    list_captures(&list, slice_swap(pair));
    list_promotion(&list, pair);
    list_promotion(&list, slice_swap(pair));
}
