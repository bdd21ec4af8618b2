/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: walking over text that has a length and no terminator, and writing
 * into a buffer of fixed size. */
#ifndef HUFF_ENGINE_NOTATION_TEXT_INTERNAL_H
#define HUFF_ENGINE_NOTATION_TEXT_INTERNAL_H

#include "engine/base/status.h"
#include "engine/board/position.h"

enum {
    SCANNER_END = -1,       /* what scanner_peek returns behind the last byte */
    SCANNER_DIGITS_MAX = 9, /* more digits than this are no number; 9 always fit an int */
    SCANNER_NAME_SIZE = 16, /* for scanner_name_next */
};

/* A place in a text. `length` may be lowered to hide the end of the text; offsets in messages
 * count bytes from the start of `text`, from 0. */
typedef struct {
    const char *text;
    size_t length;
    size_t offset;
    bool spaced;      /* blanks before any byte are skipped, also between two digits */
    const char *what; /* the kind of text, for messages: "FEN" */
    Error *error;
} Scanner;

/* The next byte (0..255), or SCANNER_END. */
int scanner_peek(Scanner *scanner);

/* Blank, tab, line end, vertical tab, form feed. */
bool scanner_is_blank(int byte);
bool scanner_is_digit(int byte);
void scanner_skip_blanks(Scanner *scanner);

/* Steps over `word` when it comes next, letter case of ASCII ignored, and says whether it did. */
bool scanner_accept(Scanner *scanner, const char *word);

/* Reads digits, at least one of which must come next. False, with the digits stepped over, when
 * there are more than SCANNER_DIGITS_MAX. */
bool scanner_read_number(Scanner *scanner, int *ret_number);

/* The next byte for a message: "'x'", "byte 0x80" or "the end". Returns `buffer`. */
const char *scanner_name_next(Scanner *scanner, char buffer[static SCANNER_NAME_SIZE]);

/* Sets the message "<what>, offset <offset>: ..." and returns `status`. */
Status scanner_fail(const Scanner *scanner, size_t offset, Status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A buffer that is being filled; what does not fit is cut, the text is always terminated. */
typedef struct {
    char *buffer;
    size_t size; /* at least 1 */
    size_t length;
} TextWriter;

/* Starts with an empty text. */
TextWriter text_writer_start(char *buffer, size_t size);

void text_append(TextWriter *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* `w` `b` for a man, `W` `B` for a king on the cell `bit`, else `empty`. */
char text_piece_letter(const Board *board, Bitboard bit, char empty);

enum {
    TEXT_ALGEBRAIC_WIDTH = 8 /* columns of the boards whose squares also have a letter and a row */
};

/* Whether the byte can begin the algebraic name of a square on that board. */
bool text_is_column(const Geometry *geometry, int byte);

/* Adds a square as people write it in that variant: "32" or "c3". */
void text_append_square(TextWriter *writer, const Rules *rules, int square);

/* Adds a square by its letter and row, on whatever board, or by its number. */
void text_append_square_as(TextWriter *writer, const Geometry *geometry, int square, bool letters);

static inline const char *text_color_name(Color color) {
    return color == COLOR_WHITE ? "White" : "Black";
}

#endif
