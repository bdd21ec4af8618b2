/* SPDX-License-Identifier: MIT
 *
 * Private to the ledger's files: the head of a ledger as text. */
#ifndef HUFF_BENCH_MATCH_LEDGER_INTERNAL_H
#define HUFF_BENCH_MATCH_LEDGER_INTERNAL_H

#include "bench/match/ledger.h"

/* The head with all its line ends. STATUS_NO_MEMORY. */
Status ledger_head_write(const LedgerHead *head, TextBuffer *buffer, Error *error);

/* Says in `error` that `path` is damaged at `line`: the text that `error` holds becomes the reason.
 * Returns `status`. */
Status ledger_fail_line(const char *path, long line, Status status, Error *error);

/* Where the reader stands, and how many bytes of whole lines it has read. */
long ledger_reader_get_line(const LedgerReader *reader);
long long ledger_reader_get_whole_bytes(const LedgerReader *reader);

#endif
