/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a book file. A checksum and a length that fit are put into the header first, so that
 * what lies behind them is reached too: the directory and the blocks. */
#include "book/book.h"

#include "book/block_internal.h"
#include "book/format_internal.h"
#include "book/moves.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_error(Status status, const Error *error) {
    fuzz_require(status < 0, "a failed read returns a negative status");
    fuzz_require(error->text[0] && memchr(error->text, '\0', sizeof error->text),
                 "a failed read says why");
}

/* What was read can be written and is the same then, unless a board is against the rules. */
static void check_book(const Book *book) {
    BookSet set, again;
    Error error = {""};
    unsigned char *bytes;
    size_t length;
    Book *copy;
    book_set_init(&set, book_get_rules(book));
    book_set_init(&again, book_get_rules(book));
    Status status = book_load(book, &set, &error);
    if (status == STATUS_OK)
        status = book_encode(&set, &bytes, &length, &error);
    if (status < 0) {
        check_error(status, &error);
    } else {
        fuzz_require(book_open_bytes(bytes, length, "copy", set.rules, &copy, &error) == STATUS_OK,
                     "what is written opens");
        fuzz_require(book_load(copy, &again, &error) == STATUS_OK &&
                         book_set_count(&again) == book_set_count(&set),
                     "what is written has all entries");
        book_close(copy);
        free(bytes);
    }
    book_set_done(&set);
    book_set_done(&again);
}

static void ask_book(const Book *book) {
    Position start;
    Error error = {""};
    BookMoves *moves = malloc(sizeof *moves);
    position_init_start(&start, book_get_rules(book));
    if (!moves)
        return;
    Status status = book_list_moves(book, &start, moves, &error);
    if (status < 0)
        check_error(status, &error);
    free(moves);
}

static void check_bytes(const uint8_t *data, size_t size) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        Book *book;
        Error error = {""};
        Status status =
            book_open_bytes(data, size, "fuzz", rules_get((VariantId)variant), &book, &error);
        if (status < 0) {
            check_error(status, &error);
            continue;
        }
        check_book(book);
        ask_book(book);
        book_close(book);
    }
}

/* The bytes as the inside of a block, which compression hides from a fuzzer otherwise. */
static void check_block(const uint8_t *data, size_t size) {
    static BookEntry entries[BLOCK_ENTRIES];
    int count = 1 + data[0] % BLOCK_ENTRIES;
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        TextBuffer again = {0};
        Error error = {""};
        Status status = block_read(rules, data + 1, size - 1, count, entries, &error);
        if (status < 0) {
            check_error(status, &error);
            continue;
        }
        block_write(rules, entries, count, &again);
        fuzz_require(again.length == size - 1 && !memcmp(again.text, data + 1, size - 1),
                     "a block is written one way only");
        text_buffer_done(&again);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FormatHeader header;
    check_bytes(data, size);
    if (size > 1)
        check_block(data, size);
    if (size < FORMAT_HEADER_SIZE || format_read_header(data, &header, NULL) < 0)
        return 0;
    uint8_t *mended = malloc(size);
    if (!mended)
        return 0;
    memcpy(mended, data, size);
    header.length = size;
    header.checksum = format_compute_checksum(data, size);
    format_write_header(&header, mended);
    header.checksum = format_compute_checksum(mended, size);
    format_write_header(&header, mended);
    check_bytes(mended, size);
    free(mended);
    return 0;
}
