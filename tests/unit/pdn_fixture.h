/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of the PDN reader: games from a text. */
#ifndef HUFF_TESTS_UNIT_PDN_FIXTURE_H
#define HUFF_TESTS_UNIT_PDN_FIXTURE_H

#include "engine/notation/fen.h"
#include "engine/notation/pdn_read.h"

#include <check.h>
#include <string.h>

typedef struct {
    PdnMemory memory;
    PdnReader *reader;
    const PdnGame *game; /* the last one read */
} PdnFixture;

static inline void pdn_fixture_init_bytes(PdnFixture *fixture, VariantId variant, const char *bytes,
                                          size_t length) {
    const PdnReadOptions options = {.rules = rules_get(variant)};
    *fixture = (PdnFixture){.memory = {.bytes = bytes, .length = length}};
    fixture->reader = pdn_reader_new(pdn_source_memory(&fixture->memory), &options, NULL);
    ck_assert_ptr_nonnull(fixture->reader);
}

/* Reads `text`, in which games without a GameType are international. */
static inline void pdn_fixture_init(PdnFixture *fixture, const char *text) {
    pdn_fixture_init_bytes(fixture, VARIANT_INTERNATIONAL, text, strlen(text));
}

static inline void pdn_fixture_done(PdnFixture *fixture) {
    pdn_reader_free(fixture->reader);
}

/* Whether there is another game. */
static inline bool pdn_fixture_next(PdnFixture *fixture) {
    int status = pdn_reader_next(fixture->reader, &fixture->game, NULL);
    ck_assert_int_ge(status, 0);
    return status > 0;
}

/* Reads the only game of `text`. */
static inline const PdnGame *pdn_fixture_read_one(PdnFixture *fixture, const char *text) {
    const PdnGame *game;
    pdn_fixture_init(fixture, text);
    ck_assert_msg(pdn_fixture_next(fixture), "no game in: %s", text);
    uint64_t end = fixture->game->end_offset;
    ck_assert_uint_le(end, strlen(text));
    /* Blanks are all that is left, so reading on would find nothing; the game stays valid. */
    for (const char *c = text + end; *c; c++)
        ck_assert_msg(strchr(" \r\n\t", *c) != NULL, "more than one game in: %s", text);
    game = fixture->game;
    return game;
}

/* The texts of all moves in the order of the file with blanks between. */
static inline const char *pdn_fixture_list_moves(const PdnGame *game, char *buffer, size_t size) {
    size_t length = 0;
    buffer[0] = '\0';
    for (int i = 0; i < game->ply_count && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s%s", i ? " " : "",
                                   game->plies[i].text);
    return buffer;
}

/* "kind kind ..." in the order in which they were found. */
static inline const char *pdn_fixture_list_findings(const PdnGame *game, char *buffer,
                                                    size_t size) {
    size_t length = 0;
    buffer[0] = '\0';
    for (int i = 0; i < game->finding_count && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s%s", i ? " " : "",
                                   pdn_finding_kind_name(game->findings[i].kind));
    return buffer;
}

#endif
