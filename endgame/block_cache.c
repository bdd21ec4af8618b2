/* SPDX-License-Identifier: MIT */
#include "endgame/block_cache.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAYS = 4,
    UNPACKER_COUNT = 16, /* threads that can unpack at the same time */
    SPINS = 64,          /* looks at a lock before the processor is given away */
};

/* Keys are 0 for an empty place. */
typedef struct {
    atomic_flag lock;
    uint8_t oldest; /* place to be filled next */
    uint64_t keys[WAYS];
} Bucket;

typedef struct {
    atomic_flag lock;
    ZSTD_DCtx *context; /* made when first needed */
} Unpacker;

struct BlockCache {
    uint64_t bucket_mask;
    Bucket *buckets;
    uint8_t *blocks; /* WAYS of TABLE_FILE_BLOCK_BYTES_MAX bytes a bucket; untouched pages cost
                        nothing */
    Unpacker unpackers[UNPACKER_COUNT];
};

static void lock(atomic_flag *flag) {
    for (int spins = 0; atomic_flag_test_and_set_explicit(flag, memory_order_acquire); spins++)
        if (spins >= SPINS) {
            sched_yield();
            spins = 0;
        }
}

static void unlock(atomic_flag *flag) {
    atomic_flag_clear_explicit(flag, memory_order_release);
}

BlockCache *block_cache_new(size_t bytes) {
    uint64_t buckets = 1;
    while (buckets * 2 * WAYS * TABLE_FILE_BLOCK_BYTES_MAX <= bytes)
        buckets *= 2;
    BlockCache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return NULL;
    cache->bucket_mask = buckets - 1;
    cache->buckets = calloc(buckets, sizeof *cache->buckets);
    cache->blocks = malloc(buckets * WAYS * TABLE_FILE_BLOCK_BYTES_MAX);
    if (cache->buckets && cache->blocks) {
        for (uint64_t i = 0; i < buckets; i++)
            atomic_flag_clear(&cache->buckets[i].lock);
        for (int i = 0; i < UNPACKER_COUNT; i++)
            atomic_flag_clear(&cache->unpackers[i].lock);
        return cache;
    }
    block_cache_free(cache);
    return NULL;
}

void block_cache_free(BlockCache *cache) {
    if (!cache)
        return;
    for (int i = 0; i < UNPACKER_COUNT; i++)
        ZSTD_freeDCtx(cache->unpackers[i].context);
    free(cache->buckets);
    free(cache->blocks);
    free(cache);
}

/* Unpacks with any free context. */
static bool unpack(BlockCache *cache, const TableFile *table, int side, uint64_t block,
                   uint64_t hash, uint8_t *bytes) {
    Unpacker *unpacker = NULL;
    for (uint64_t i = hash; !unpacker; i++) {
        Unpacker *next = &cache->unpackers[i % UNPACKER_COUNT];
        if (!atomic_flag_test_and_set_explicit(&next->lock, memory_order_acquire))
            unpacker = next;
        else if (i - hash > SPINS)
            sched_yield();
    }
    if (!unpacker->context)
        unpacker->context = ZSTD_createDCtx();
    bool ok = unpacker->context &&
              table_file_unpack(table, side, block, unpacker->context, bytes, NULL) == STATUS_OK;
    unlock(&unpacker->lock);
    return ok;
}

bool block_cache_read(BlockCache *cache, const TableFile *table, uint32_t table_number, int side,
                      uint64_t number, uint8_t *ret_code) {
    int shift = __builtin_ctz(table->block_positions);
    uint64_t block = number >> shift;
    uint32_t position = (uint32_t)number & (table->block_positions - 1);
    uint64_t key = 1 + (block << 12 | (uint64_t)table_number << 1 | (uint64_t)side);
    uint64_t hash = key * 0x9e3779b97f4a7c15u >> 20;
    Bucket *bucket = &cache->buckets[hash & cache->bucket_mask];
    uint8_t *blocks =
        cache->blocks + (hash & cache->bucket_mask) * WAYS * TABLE_FILE_BLOCK_BYTES_MAX;
    lock(&bucket->lock);
    for (int i = 0; i < WAYS; i++)
        if (bucket->keys[i] == key) {
            *ret_code =
                table_file_get_code(table, blocks + i * TABLE_FILE_BLOCK_BYTES_MAX, position);
            unlock(&bucket->lock);
            return true;
        }
    bool ok = table_file_block_is_constant(table, side, block, ret_code);
    if (!ok) {
        int place = bucket->oldest;
        uint8_t *bytes = blocks + place * TABLE_FILE_BLOCK_BYTES_MAX;
        ok = unpack(cache, table, side, block, hash, bytes);
        bucket->keys[place] = ok ? key : 0;
        bucket->oldest = (uint8_t)((place + ok) % WAYS);
        if (ok)
            *ret_code = table_file_get_code(table, bytes, position);
    }
    unlock(&bucket->lock);
    return ok;
}
