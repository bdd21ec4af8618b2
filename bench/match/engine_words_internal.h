/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: a line parted into words as a shell does it, quotes and backslashes
 * taken away, nothing else replaced. */
#ifndef HUFF_BENCH_MATCH_ENGINE_WORDS_INTERNAL_H
#define HUFF_BENCH_MATCH_ENGINE_WORDS_INTERNAL_H

#include "engine/base/status.h"

typedef struct {
    char **words; /* `count` of them, NUL-terminated */
    int count;
    char *storage; /* private: where they stand */
} EngineWords;

/* Blanks, tabs and line ends part words. '...' keeps all between; "..." keeps all but a backslash,
 * which keeps the next character there and outside of quotes. "" is an empty word. On success
 * engine_words_done must follow. STATUS_SYNTAX for a quote that is not closed and a backslash at
 * the end, STATUS_NO_MEMORY. */
Status engine_words_read(const char *text, EngineWords *ret_words, Error *error);

void engine_words_done(EngineWords *words);

#endif
