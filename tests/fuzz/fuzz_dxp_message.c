/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a DXP message, the first of them choosing the board: refused with a reason, or
 * taken. What is taken and can be written reads as the same message, and is then written the same
 * again. */
#include "protocol/dxp_message.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_move(const DxpMove *move, int square_count) {
    fuzz_require(move->from >= 1 && move->from <= square_count, "from is on the board");
    fuzz_require(move->to >= 1 && move->to <= square_count, "to is on the board");
    fuzz_require(move->capture_count >= 0 && move->capture_count <= DXP_CAPTURES_MAX,
                 "the number captured is in range");
    fuzz_require(move->listed_count >= 0 && move->listed_count <= move->capture_count,
                 "no more squares than captured");
    for (int i = 0; i < move->listed_count; i++)
        fuzz_require(move->captured[i] >= 1 && move->captured[i] <= square_count,
                     "captured squares are on the board");
}

static void check_message(const DxpMessage *message, int square_count) {
    const DxpGameRequest *request = &message->request;
    if (message->kind == DXP_MOVE)
        check_move(&message->move, square_count);
    if (message->kind == DXP_CHAT)
        fuzz_require(memchr(message->chat.text, '\0', sizeof message->chat.text) != NULL,
                     "a chat is terminated");
    if (message->kind != DXP_GAMEREQ)
        return;
    fuzz_require(request->minutes >= 0 && request->minutes <= 999, "minutes are in range");
    fuzz_require(request->moves >= 0 && request->moves <= 999, "moves are in range");
    fuzz_require(strlen(request->name) <= DXP_NAME_LENGTH, "a name is terminated");
    fuzz_require(strlen(request->squares) == (size_t)(request->has_position ? square_count : 0),
                 "a position has a letter a square");
}

static void check_round_trip(const DxpMessage *message, int square_count, bool fractions) {
    char first[DXP_TEXT_SIZE], second[DXP_TEXT_SIZE];
    int length = dxp_message_write(message, square_count, fractions, first, NULL);
    if (length < 0) {
        fuzz_require(message->kind == DXP_NONE || message->kind == DXP_CHAT ||
                         message->kind == DXP_MOVE,
                     "only empty texts and cut lists cannot be written");
        return;
    }
    fuzz_require(length == (int)strlen(first) && length <= DXP_LENGTH_MAX,
                 "the length is that of the text");
    DxpMessage again;
    fuzz_require(dxp_message_read(first, (size_t)length, square_count, &again, NULL) == STATUS_OK,
                 "a written message reads back");
    fuzz_require(again.kind == message->kind, "the kind reads back");
    check_message(&again, square_count);
    fuzz_require(dxp_message_write(&again, square_count, fractions, second, NULL) == length,
                 "what reads back can be written");
    fuzz_require(strcmp(first, second) == 0, "there is one way to write a message");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    int square_count = data[0] % 2 == 0 ? 50 : 32;
    DxpMessage message;
    Error error = {""};
    Status status =
        dxp_message_read((const char *)data + 1, size - 1, square_count, &message, &error);
    if (status != STATUS_OK) {
        fuzz_require(error.text[0] != '\0', "a failed read says why");
        return 0;
    }
    check_message(&message, square_count);
    check_round_trip(&message, square_count, false);
    check_round_trip(&message, square_count, true);
    return 0;
}
