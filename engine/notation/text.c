/* SPDX-License-Identifier: MIT */
#include "engine/notation/text_internal.h"

#include <stdarg.h>
#include <stdio.h>

bool scanner_is_blank(int byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

bool scanner_is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

static int to_lower(int byte) {
    return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

static int byte_at_offset(const Scanner *scanner) {
    return scanner->offset < scanner->length ? (unsigned char)scanner->text[scanner->offset]
                                             : SCANNER_END;
}

void scanner_skip_blanks(Scanner *scanner) {
    while (scanner_is_blank(byte_at_offset(scanner)))
        scanner->offset++;
}

int scanner_peek(Scanner *scanner) {
    if (scanner->spaced)
        scanner_skip_blanks(scanner);
    return byte_at_offset(scanner);
}

bool scanner_accept(Scanner *scanner, const char *word) {
    size_t start = scanner->offset;
    for (const char *c = word; *c; c++) {
        if (to_lower(scanner_peek(scanner)) != to_lower((unsigned char)*c)) {
            scanner->offset = start;
            return false;
        }
        scanner->offset++;
    }
    return true;
}

bool scanner_read_number(Scanner *scanner, int *ret_number) {
    int number = 0, digits = 0;
    for (int byte; scanner_is_digit(byte = scanner_peek(scanner)); scanner->offset++)
        if (++digits <= SCANNER_DIGITS_MAX)
            number = number * 10 + (byte - '0');
    if (digits > SCANNER_DIGITS_MAX)
        return false;
    *ret_number = number;
    return true;
}

const char *scanner_name_next(Scanner *scanner, char buffer[static SCANNER_NAME_SIZE]) {
    int byte = scanner_peek(scanner);
    if (byte == SCANNER_END)
        snprintf(buffer, SCANNER_NAME_SIZE, "the end");
    else if (byte < ' ' || byte > '~')
        snprintf(buffer, SCANNER_NAME_SIZE, "byte 0x%02x", (unsigned)byte);
    else
        snprintf(buffer, SCANNER_NAME_SIZE, "'%c'", byte);
    return buffer;
}

Status scanner_fail(const Scanner *scanner, size_t offset, Status status, const char *format, ...) {
    char reason[ERROR_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return error_set(scanner->error, status, "%s, offset %zu: %s", scanner->what, offset, reason);
}

TextWriter text_writer_start(char *buffer, size_t size) {
    buffer[0] = '\0';
    return (TextWriter){.buffer = buffer, .size = size};
}

void text_append(TextWriter *writer, const char *format, ...) {
    size_t space = writer->size - writer->length;
    va_list args;
    va_start(args, format);
    int added = vsnprintf(writer->buffer + writer->length, space, format, args);
    va_end(args);
    if (added > 0)
        writer->length += (size_t)added < space ? (size_t)added : space - 1;
}

bool text_is_column(const Geometry *geometry, int byte) {
    int letter = to_lower(byte);
    return geometry->width == TEXT_ALGEBRAIC_WIDTH && letter >= 'a' &&
           letter < 'a' + TEXT_ALGEBRAIC_WIDTH;
}

void text_append_square(TextWriter *writer, const Rules *rules, int square) {
    text_append_square_as(writer, rules_geometry(rules), square, rules->algebraic);
}

void text_append_square_as(TextWriter *writer, const Geometry *geometry, int square, bool letters) {
    if (letters)
        text_append(writer, "%c%d", 'a' + geometry_square_column(geometry, square),
                    geometry->height - geometry_square_row(geometry, square));
    else
        text_append(writer, "%d", square);
}

char text_piece_letter(const Board *board, Bitboard bit, char empty) {
    if (board->men[COLOR_WHITE] & bit)
        return 'w';
    if (board->men[COLOR_BLACK] & bit)
        return 'b';
    if (board->kings[COLOR_WHITE] & bit)
        return 'W';
    return board->kings[COLOR_BLACK] & bit ? 'B' : empty;
}
