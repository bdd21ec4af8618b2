/* SPDX-License-Identifier: MIT
 *
 * Unpacked blocks of tables, kept as long as there is room. A bucket of a few blocks has one lock,
 * held for a moment when a code is read and for the length of an unpacking when a block comes in.
 */
#ifndef HUFF_ENDGAME_BLOCK_CACHE_H
#define HUFF_ENDGAME_BLOCK_CACHE_H

#include "endgame/table_file.h"

typedef struct BlockCache BlockCache;

/* Room for `bytes` of blocks, at least one bucket of them. NULL without memory. */
BlockCache *block_cache_new(size_t bytes);
/* NULL is allowed. */
void block_cache_free(BlockCache *cache);

/* The code at an index of one side of a table; `table_number` tells the tables of a cache apart.
 * False when the block is damaged or there is no memory to unpack it. Any thread. */
bool block_cache_read(BlockCache *cache, const TableFile *table, uint32_t table_number, int side,
                      uint64_t number, uint8_t *ret_code);

#endif
