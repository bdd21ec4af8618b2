/* SPDX-License-Identifier: MIT */
#include "bench/match/engine_words_internal.h"

#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

static const char *skip_blanks(const char *at) {
    return at + strspn(at, blanks);
}

/* Copies one word without its quotes to `*out`, which moves on; the place behind it or NULL. */
static const char *read_word(const char *text, const char *at, char **out, Error *error) {
    char quote = '\0';
    const char *opened = at;
    for (; *at != '\0' && (quote || !strchr(blanks, *at)); at++) {
        if (quote ? *at == quote : (*at == '"' || *at == '\'')) {
            quote = quote ? '\0' : *at;
            opened = at;
        } else if (*at == '\\' && quote != '\'') {
            at++;
            if (*at == '\0') {
                error_set(error, STATUS_SYNTAX, "a backslash at the end of \"%.200s\"", text);
                return NULL;
            }
            *(*out)++ = *at;
        } else {
            *(*out)++ = *at;
        }
    }
    if (quote) {
        error_set(error, STATUS_SYNTAX, "the quote at %.80s is not closed", opened);
        return NULL;
    }
    *(*out)++ = '\0';
    return at;
}

Status engine_words_read(const char *text, EngineWords *ret_words, Error *error) {
    size_t length = strlen(text);
    /* A word and its NUL are never longer than the word and the blank or end behind it. */
    EngineWords words = {.words = calloc(length / 2 + 1, sizeof *words.words),
                         .storage = malloc(length + 1)};
    if (!words.words || !words.storage) {
        engine_words_done(&words);
        return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine's settings");
    }
    char *out = words.storage;
    for (const char *at = skip_blanks(text); *at != '\0'; at = skip_blanks(at)) {
        words.words[words.count++] = out;
        at = read_word(text, at, &out, error);
        if (!at) {
            engine_words_done(&words);
            return STATUS_SYNTAX;
        }
    }
    *ret_words = words;
    return STATUS_OK;
}

void engine_words_done(EngineWords *words) {
    free(words->words);
    free(words->storage);
    *words = (EngineWords){0};
}
