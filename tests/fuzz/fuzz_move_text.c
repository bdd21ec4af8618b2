/* SPDX-License-Identifier: MIT
 *
 * Input: a FEN on the first line, a move's text after it. For every variant that takes the FEN the
 * text is read as a move; all legal moves are written in each form and read back. */
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_reads_back(const Position *position, Move move, const char *written) {
    Move again;
    Error error = {""};
    if (move_text_read(position, written, strlen(written), &again, &error) < 0 ||
        !move_equals(move, again)) {
        fprintf(stderr, "\"%s\": %s\n", written, error.text);
        fuzz_require(false, "a move that is written reads back equal");
    }
}

static void check_all_forms(const Position *position, Move move) {
    char written[MOVE_TEXT_SIZE];
    check_reads_back(position, move, move_text_write(position, move, written));
    check_reads_back(position, move, move_text_write_full(position, move, written));
    check_reads_back(position, move, move_text_write_hub(position, move, written));
}

static void check_text(const Position *position, const char *text, size_t length) {
    Move move;
    Error error = {""};
    Status status = move_text_read(position, text, length, &move, &error);
    if (status < 0) {
        fuzz_require(error.text[0] && memchr(error.text, '\0', sizeof error.text),
                     "a failed read says why");
        return;
    }
    Move legal = movegen_find(position, move);
    fuzz_require(!move_is_none(legal), "only legal moves are read");
    fuzz_require(legal.king == move.king && legal.promotes == move.promotes,
                 "a move is read with its flags");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    const char *line_end = size ? memchr(text, '\n', size) : NULL;
    if (!line_end)
        return 0;
    size_t fen_length = (size_t)(line_end - text);
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        Position position;
        MoveList list;
        if (fen_read(rules_get((VariantId)variant), text, fen_length, &position, NULL, NULL) < 0)
            continue;
        check_text(&position, line_end + 1, size - fen_length - 1);
        movegen_generate(&position, &list);
        for (int i = 0; i < list.count; i++)
            check_all_forms(&position, list.moves[i]);
    }
    return 0;
}
