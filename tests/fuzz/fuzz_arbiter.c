/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a conversation with the arbiter: the first byte chooses book and policy, the rest is
 * lines. Every line is answered, each ruling under a clause of the book, and JSON says the same. */
#include "protocol/arbiter_line.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_answer(const Arbiter *arbiter, const TextBuffer *lines) {
    const char *text = text_buffer_get(lines);
    fuzz_require(lines->length > 0 && text[lines->length - 1] == '\n', "answers are whole lines");
    fuzz_require(strstr(text, "state ") != NULL, "the state ends an answer");
    ArbiterState state = arbiter_get_state(arbiter);
    fuzz_require(state.may != 0, "there is always something that may be done");
    if (state.position)
        fuzz_require(state.position->key == huff_compute_key(state.position), "the key is kept");
}

static void take_lines(Arbiter *arbiter, Arbiter *twin, const char *text, const char *end) {
    TextBuffer lines = {0}, json = {0};
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        text_buffer_clear(&lines);
        text_buffer_clear(&json);
        fuzz_require(arbiter_line_take(arbiter, text, length, false, &lines, NULL) == STATUS_OK,
                     "every line is answered");
        fuzz_require(arbiter_line_take(twin, text, length, true, &json, NULL) == STATUS_OK,
                     "every line is answered in JSON");
        check_answer(arbiter, &lines);
        fuzz_require(strncmp(text_buffer_get(&json), "{\"error\":", 9) == 0, "JSON has its form");
        text = stop ? stop + 1 : end;
    }
    text_buffer_done(&lines);
    text_buffer_done(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const LawBook *book = law_book_get(data[0] % LAW_BOOK_COUNT);
    IrregularityPolicy policy = (IrregularityPolicy)(data[0] / LAW_BOOK_COUNT % 4);
    Arbiter *arbiter, *twin;
    if (arbiter_new(book, policy, NULL, &arbiter, NULL) < 0)
        return 0;
    if (arbiter_new(book, policy, NULL, &twin, NULL) < 0) {
        arbiter_free(arbiter);
        return 0;
    }
    take_lines(arbiter, twin, (const char *)data + 1, (const char *)data + size);
    arbiter_free(twin);
    arbiter_free(arbiter);
    return 0;
}
