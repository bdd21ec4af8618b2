/* SPDX-License-Identifier: MIT
 *
 * The tables of one variant that a program has: files of folders and those embedded in the program,
 * with a cache of unpacked blocks of bounded size. Reading is safe for any number of threads at
 * once; adding is not. */
#ifndef HUFF_ENDGAME_TABLES_H
#define HUFF_ENDGAME_TABLES_H

#include "endgame/table_file.h"

typedef struct Tables Tables;

enum {
    TABLES_CACHE_MIB_DEFAULT = 64,
    TABLES_CACHE_MIB_MAX = 65536,
};

/* No tables yet. `cache_mib`: 1..TABLES_CACHE_MIB_MAX, memory of unpacked blocks (taken as it is
 * used). STATUS_NO_MEMORY, STATUS_RANGE. */
Status tables_new(const Rules *rules, int cache_mib, Tables **ret_tables, Error *error);
/* NULL is allowed. No thread may be reading. */
void tables_free(Tables *tables);

/* Opens the variant's tables of a folder, all files named as table_file_write_name does; others are
 * passed over. So is a file that cannot be read, is damaged or holds something else, but that is a
 * fault, which tables_get_fault tells: one bad file does not cost the rest. A table that is there
 * already stays. STATUS_IO when the folder cannot be read, STATUS_UNKNOWN when it holds no file of
 * such a name, STATUS_NO_MEMORY. */
Status tables_add_folder(Tables *tables, const char *folder, Error *error);

/* Files that tables_add_folder passed over as faulty, and what is wrong with the number-th of them:
 * one line that begins with its path, valid as long as the tables. What blocks hold is not looked
 * at then: a damaged block reads as unknown (table_file_check finds it). */
int tables_fault_count(const Tables *tables);
const char *tables_get_fault(const Tables *tables, int number);

/* The same for several folders with ':' between; "" is none. */
Status tables_add_folders(Tables *tables, const char *folders, Error *error);

/* The same from bytes in memory, files one behind the other, which must outlive the tables. */
Status tables_add_bytes(Tables *tables, const uint8_t *bytes, size_t length, const char *name,
                        Error *error);

/* What they are for. */
const Rules *tables_rules(const Tables *tables);

/* How many files, and the number-th of them in order of pieces, material and kind; `*ret_path` is
 * where it came from. Valid until the next one is added. */
int tables_count(const Tables *tables);
const TableFile *tables_get(const Tables *tables, int number, const char **ret_path);

/* Most pieces of any table of the kind, 0 if there is none. */
int tables_pieces_max(const Tables *tables, TableKind kind);

/* The table that holds a slice, and which side of it; NULL when absent. */
const TableFile *tables_find(const Tables *tables, TableKind kind, Slice slice, int *ret_side);

/* The verdict of a table on a position in which the side to move has no capture. VERDICT_UNKNOWN
 * when there is no such table or the block is damaged. A side without pieces is stuck. */
Verdict tables_read(const Tables *tables, TableKind kind, const Board *board, Color turn);

/* The code at an index, false when the block is damaged. */
bool tables_read_code(const Tables *tables, const TableFile *table, int side, uint64_t number,
                      uint8_t *ret_code);

#endif
