/* SPDX-License-Identifier: MIT */
#include "engine/search/table.h"

#include "engine/base/crew.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum {
    BUCKET_ENTRIES = 4,
    BUCKETS_MIN = 64,
    AGE_COUNT = 64, /* ages that fit in the bits kept for them */
    AGE_WEIGHT = 4, /* plies of depth one search more of age is worth when an entry must go */
    SAMPLE_BUCKETS = 250
};

typedef struct {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
} TableSlot;

struct TableBucket {
    TableSlot slots[BUCKET_ENTRIES];
};

static_assert(sizeof(TableBucket) == 64, "a bucket is one cache line");

/* Layout of the data word, from bit 0: score 16, depth 7, bound 2, age 6, move 19. */
enum {
    DEPTH_SHIFT = 16,
    BOUND_SHIFT = 23,
    AGE_SHIFT = 25,
    MOVE_SHIFT = 31,
    DEPTH_MASK = 127,
    BOUND_MASK = 3,
    MOVE_MASK = (1 << 19) - 1,
};

static uint64_t pack(TableEntry entry, uint8_t age) {
    return (uint64_t)(uint16_t)(int16_t)entry.score | (uint64_t)entry.depth << DEPTH_SHIFT |
           (uint64_t)entry.bound << BOUND_SHIFT | (uint64_t)age << AGE_SHIFT |
           (uint64_t)entry.move << MOVE_SHIFT;
}

static TableEntry unpack(uint64_t data) {
    return (TableEntry){
        .score = (int16_t)(uint16_t)data,
        .depth = (int)(data >> DEPTH_SHIFT & DEPTH_MASK),
        .bound = (Bound)(data >> BOUND_SHIFT & BOUND_MASK),
        .move = (TableMove)(data >> MOVE_SHIFT & MOVE_MASK),
    };
}

static int packed_age(uint64_t data) {
    return (int)(data >> AGE_SHIFT & (AGE_COUNT - 1));
}

static size_t table_bytes(const Table *table) {
    return table->bucket_count * sizeof(TableBucket);
}

Status table_init(Table *table, int mib, Error *error) {
    size_t count = ((size_t)mib << 20) / sizeof(TableBucket);
    if (count < BUCKETS_MIN)
        count = BUCKETS_MIN;
    size_t bytes = count * sizeof(TableBucket);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return error_set(error, STATUS_NO_MEMORY,
                         "cannot get %d MiB for the transposition table; a smaller one may fit",
                         mib);
    /* Advice only: without it, or where the system has none to give, everything works the same. */
    madvise(memory, bytes, MADV_HUGEPAGE);
    *table = (Table){.buckets = memory, .bucket_count = count};
    return STATUS_OK;
}

void table_done(Table *table) {
    if (table->buckets)
        munmap(table->buckets, table_bytes(table));
    *table = (Table){0};
}

enum {
    CLEAR_SHARE_BYTES = 16 << 20, /* what one thread writes at a time */
    CLEAR_THREADS_MAX = 16,       /* more do not write faster to memory */
};

static void clear_share(void *context, int member, size_t task) {
    const Table *table = context;
    (void)member;
    size_t start = task * CLEAR_SHARE_BYTES, left = table_bytes(table) - start;
    memset((char *)(void *)table->buckets + start, 0,
           left < CLEAR_SHARE_BYTES ? left : CLEAR_SHARE_BYTES);
}

/* Writes zeros with several threads; false when there are none to be had. */
static bool clear_together(Table *table, int threads) {
    size_t shares = (table_bytes(table) + CLEAR_SHARE_BYTES - 1) / CLEAR_SHARE_BYTES;
    Crew *crew;
    if (threads > CLEAR_THREADS_MAX)
        threads = CLEAR_THREADS_MAX;
    if ((size_t)threads > shares)
        threads = (int)shares;
    if (threads < 2 || crew_new(threads, &crew, NULL) < 0)
        return false;
    crew_run(crew, shares, clear_share, table);
    crew_free(crew);
    return true;
}

void table_clear(Table *table, int threads) {
    table->age = 0;
    /* Everything is written even where the system could hand out zeroed pages again: it would do so
     * one by one in the middle of the next search, and a huge page takes it long. */
    if (!clear_together(table, threads))
        memset((void *)table->buckets, 0, table_bytes(table));
}

void table_grow_older(Table *table) {
    table->age = (uint8_t)((table->age + 1) % AGE_COUNT);
}

__extension__ typedef unsigned __int128 Wide;

/* Spreads keys evenly over any number of buckets: the key as a fraction of 2^64. */
static TableBucket *find_bucket(const Table *table, uint64_t key) {
    return &table->buckets[(size_t)((Wide)key * table->bucket_count >> 64)];
}

/* The data stored under the key in a slot, or 0. */
static uint64_t read_slot(TableSlot *slot, uint64_t key) {
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    return (check ^ data) == key ? data : 0;
}

TableEntry table_probe(const Table *table, uint64_t key) {
    TableBucket *bucket = find_bucket(table, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t data = read_slot(&bucket->slots[i], key);
        if (data)
            return unpack(data);
    }
    return (TableEntry){.bound = BOUND_NONE};
}

/* What keeping the entry is worth: its depth, less for each search it has been out of use. */
static int slot_worth(const Table *table, uint64_t data) {
    if (!data)
        return INT32_MIN;
    int years = (table->age - packed_age(data) + AGE_COUNT) % AGE_COUNT;
    return unpack(data).depth - AGE_WEIGHT * years;
}

void table_store(Table *table, uint64_t key, TableEntry entry) {
    TableBucket *bucket = find_bucket(table, key);
    TableSlot *target = NULL;
    int lowest = INT32_MAX;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        TableSlot *slot = &bucket->slots[i];
        uint64_t same = read_slot(slot, key);
        if (same) {
            if (!entry.move)
                entry.move = unpack(same).move;
            target = slot;
            break;
        }
        int worth = slot_worth(table, atomic_load_explicit(&slot->data, memory_order_relaxed));
        if (worth < lowest) {
            lowest = worth;
            target = slot;
        }
    }
    uint64_t data = pack(entry, table->age);
    atomic_store_explicit(&target->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&target->data, data, memory_order_relaxed);
}

void table_prefetch(const Table *table, uint64_t key) {
    __builtin_prefetch(find_bucket(table, key));
}

int table_permille(const Table *table) {
    size_t sample = table->bucket_count < SAMPLE_BUCKETS ? table->bucket_count : SAMPLE_BUCKETS;
    int used = 0;
    for (size_t i = 0; i < sample; i++)
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t data =
                atomic_load_explicit(&table->buckets[i].slots[j].data, memory_order_relaxed);
            used += data && packed_age(data) == table->age;
        }
    return used * 1000 / (int)(sample * BUCKET_ENTRIES);
}
