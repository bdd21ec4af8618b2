/* SPDX-License-Identifier: MIT
 *
 * The ledger of a match: a text file that only grows, a line a game, from which a match that was
 * killed goes on and every report is made.
 *
 * It begins with the line "huff match ledger 1" and lines "# KEY<TAB>VALUE" that hold the match's
 * settings (variant, engines, limits, ballots, seed, ...). Every further line is one game, fields
 * parted by tabs, the last of them the CRC-32 of what stands before it as eight hex digits:
 *
 *   number white black ballot result end guilty start moves text crc
 *
 * number from 0; white and black are engine numbers from 0; result "w", "d", "b" or "-"; end as
 * match_end_get_name, with "*" behind it when the game was exempt from adjudication; guilty "w",
 * "b" or "-"; start a FEN; moves parted by blanks, each "MOVE/SCORE/DEPTH/NODES/SECONDS" in Hub
 * form with empty parts for what is not known and without empty parts at the end. A last line that
 * is not whole (the program was killed while it wrote) is cut off when the ledger is opened to go
 * on. */
#ifndef HUFF_BENCH_MATCH_LEDGER_H
#define HUFF_BENCH_MATCH_LEDGER_H

#include "bench/match/match_game.h"
#include "engine/base/text_buffer.h"

typedef struct {
    char *key, *value;
} LedgerSetting;

/* The settings at the head, in order. */
typedef struct {
    LedgerSetting *settings;
    int count;
    int capacity;
} LedgerHead;

void ledger_head_done(LedgerHead *head);
/* Tabs and line ends in `value` become blanks. STATUS_NO_MEMORY. */
Status ledger_head_add(LedgerHead *head, const char *key, const char *value, Error *error);
/* The value of a key, or NULL; `index` counts equal keys from 0 ("engine"). */
const char *ledger_head_get(const LedgerHead *head, const char *key, int index);

/* ---- Reading: one game at a time, in constant memory. */

typedef struct LedgerReader LedgerReader;

/* Opens a ledger and reads its head. STATUS_IO, STATUS_SYNTAX (no ledger, another version),
 * STATUS_UNKNOWN (a variant this program does not know). */
Status ledger_reader_new(const char *path, LedgerReader **ret_reader, Error *error);
void ledger_reader_free(LedgerReader *reader);
const LedgerHead *ledger_reader_get_head(const LedgerReader *reader);
const Rules *ledger_reader_get_rules(const LedgerReader *reader);
/* The next game into `game` (initialised by the caller): 1, or 0 at the end. A whole line that does
 * not fit its checksum or the rules: STATUS_SYNTAX or STATUS_ILLEGAL, with file and line. A last
 * line that is not whole counts as the end. */
int ledger_reader_next(LedgerReader *reader, MatchGame *game, Error *error);

/* ---- Writing. */

typedef struct Ledger Ledger;

/* Opens `path` to add games: a new file gets `head`; the head of an old one must be the same in
 * every setting (STATUS_STATE names the first that differs). An unfinished last line is cut off.
 * Two processes must not write one ledger: the file is locked, STATUS_STATE when it is taken. With
 * `path` NULL nothing is kept. `on_game` gets each game that is there already. */
Status ledger_open(const char *path, const LedgerHead *head, const Rules *rules,
                   void (*on_game)(void *context, const MatchGame *game), void *context,
                   Ledger **ret_ledger, Error *error);
/* Adds a game: the line is written whole and brought to the disk at least once a second. STATUS_IO
 * (disk full: what was written of the line is taken back), STATUS_NO_MEMORY. One thread at a time.
 */
Status ledger_add(Ledger *ledger, const MatchGame *game, Error *error);
/* Brings all to the disk and closes. NULL is allowed. */
Status ledger_close(Ledger *ledger, Error *error);

/* One game's line with its newline, as it stands in the file, and back (`length` bytes, the newline
 * not among them; `game` is initialised by the caller); for ranks that send games to each other.
 * STATUS_NO_MEMORY; reading also STATUS_SYNTAX, STATUS_ILLEGAL. */
Status ledger_write_line(const MatchGame *game, TextBuffer *buffer, Error *error);
Status ledger_read_line(const Rules *rules, const char *line, size_t length, MatchGame *game,
                        Error *error);

#endif
