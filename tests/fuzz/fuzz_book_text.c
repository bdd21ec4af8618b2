/* SPDX-License-Identifier: MIT
 *
 * Any bytes as the text form of a book: what is read can be written, and what is written reads back
 * to the same text. */
#include "book/text.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_written(const BookSet *set) {
    TextBuffer text = {0}, again = {0};
    BookSet copy;
    Error error = {""};
    book_set_init(&copy, set->rules);
    fuzz_require(book_text_write(set, &text, &error) == STATUS_OK, "what is read can be written");
    fuzz_require(book_text_read(&copy, text_buffer_get(&text), text.length, &error) == STATUS_OK,
                 "what is written can be read");
    fuzz_require(book_text_write(&copy, &again, &error) == STATUS_OK, "and be written again");
    fuzz_require(text.length == again.length &&
                     !memcmp(text_buffer_get(&text), text_buffer_get(&again), text.length),
                 "a set is written one way only");
    book_set_done(&copy);
    text_buffer_done(&text);
    text_buffer_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        BookSet set;
        Error error = {""};
        book_set_init(&set, rules_get((VariantId)variant));
        Status status = book_text_read(&set, (const char *)data, size, &error);
        if (status < 0)
            fuzz_require(error.text[0] && memchr(error.text, '\0', sizeof error.text),
                         "a failed read says why");
        else
            check_written(&set);
        book_set_done(&set);
    }
    return 0;
}
