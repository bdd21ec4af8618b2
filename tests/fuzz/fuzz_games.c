/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a pattern, as material and as the moves of a game in an index: what is walked
 * through keeps to the board, and what the law allows is written as it was read. */
#include "book/games/pattern.h"
#include "book/games/walk_internal.h"
#include "engine/board/movegen.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

enum {
    TEXT_MAX = 4096
};

static void check_texts(const Rules *rules, const uint8_t *data, size_t size) {
    char text[TEXT_MAX];
    size_t length = size < sizeof text ? size : sizeof text - 1;
    GamePattern pattern, turned;
    GameMaterial material;
    Error error = {""};
    memcpy(text, data, length);
    text[length] = '\0';
    Bitboard board = rules_board_mask(rules);
    if (game_pattern_read(rules, text, &pattern, &error) == STATUS_OK) {
        game_pattern_turn_round(rules, &pattern, &turned);
        fuzz_require(!((pattern.occupied | turned.occupied | pattern.no_men[0]) & ~board),
                     "a pattern is about the board");
    } else {
        fuzz_require(error.text[0], "a failed read says why");
    }
    if (game_material_read(text, &material, &error) == STATUS_OK)
        fuzz_require(material.pieces[0] >= 0 || (material.men[0] >= 0 && material.kings[0] >= 0),
                     "material is told whole");
}

static void check_moves(const Rules *rules, const uint8_t *data, size_t size) {
    Position start;
    GameRecord record;
    TextBuffer written = {0};
    GameWalk walk;
    position_init_start(&start, rules);
    Bitboard board = rules_board_mask(rules);
    game_walk_init(&walk, &start, data, size);
    int more;
    while ((more = game_walk_next(&walk)) > 0)
        fuzz_require(!(board_occupied(&walk.board) & ~board), "a walk keeps to the board");
    fuzz_require(record_init(&record, &start, NULL) == STATUS_OK, "there is memory");
    if (game_moves_read(&start, data, size, &record, NULL) == STATUS_OK) {
        fuzz_require(more == 0 && walk.ply == record_plies(&record),
                     "what the law allows can be walked through");
        fuzz_require(!memcmp(&walk.board, &record_current(&record)->board, sizeof walk.board),
                     "a walk ends where the game ends");
        game_moves_write(&record, &written);
    }
    text_buffer_done(&written);
    record_done(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        check_texts(rules_get((VariantId)variant), data, size);
        check_moves(rules_get((VariantId)variant), data, size);
    }
    return 0;
}
