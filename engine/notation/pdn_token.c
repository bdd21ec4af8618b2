/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_token_internal.h"

#include "engine/notation/text_internal.h"

#include <string.h>

enum {
    SQUARE_DIGITS_MAX = 4, /* "0012"; more digits are no square */
    NAG_MAX = 255,
    NAG_FORCED = 7,
};

static int byte_at(const char *text, size_t length, size_t at) {
    return at < length ? (unsigned char)text[at] : SCANNER_END;
}

static bool is_letter(int byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool starts_with(const char *text, size_t length, const char *start) {
    size_t due = strlen(start);
    return length >= due && !memcmp(text, start, due);
}

/* Blanks within a line from `at` on. */
static size_t skip_spaces(const char *text, size_t length, size_t at) {
    while (byte_at(text, length, at) == ' ' || byte_at(text, length, at) == '\t')
        at++;
    return at;
}

/* ---- signs between squares ---- */

static const struct {
    const char *text;
    char sign;
} signs[] = {
    {"-", '-'},
    {"x", 'x'},
    {":", 'x'},
    {"X", 'x'},
    {"\u2010", '-'},
    {"\u2011", '-'},
    {"\u2012", '-'},
    {"\u2013", '-'},
    {"\u2014", '-'},
    {"\u2212", '-'},
    {"\u00d7", 'x'},
    /* the same in one byte, and that converted as if it were Latin-1 */
    {"\xad", '-'},
    {"\u00ad", '-'},
    {"\xc2\x96", '-'},
    {"\xc2\x97", '-'},
    {"\x96", '-'},
    {"\x97", '-'},
    {"\xd7", 'x'},
};

/* Bytes of the sign at `at`, 0 when there is none. */
static size_t scan_sign(const char *text, size_t length, size_t at, char *ret_sign) {
    for (size_t i = 0; at < length && i < sizeof signs / sizeof *signs; i++)
        if (text[at] == *signs[i].text && starts_with(text + at, length - at, signs[i].text)) {
            *ret_sign = signs[i].sign;
            return strlen(signs[i].text);
        }
    return 0;
}

/* ---- moves ---- */

/* Bytes of a square's number or its letter and row, 0 when there is none. */
static size_t scan_square(const char *text, size_t length, size_t at, int *ret_number) {
    int letter = byte_at(text, length, at);
    size_t digits = is_letter(letter) && (letter | 0x20) <= 'l' ? at + 1 : at;
    size_t end = digits;
    int number = 0;
    while (end - digits <= SQUARE_DIGITS_MAX && scanner_is_digit(byte_at(text, length, end)))
        number = number * 10 + (text[end++] - '0');
    if (end == digits || end - digits > SQUARE_DIGITS_MAX)
        return 0;
    *ret_number = digits == at ? number : 0;
    return end - at;
}

/* Adds to the text of the move; false when it is full. */
static bool append_text(PdnToken *token, const char *text, size_t length) {
    if (token->text_length + length >= sizeof token->text)
        return false;
    memcpy(token->text + token->text_length, text, length);
    token->text_length += length;
    token->text[token->text_length] = '\0';
    return true;
}

/* Squares and the signs between them. Letters may do without signs (c3e5). */
static bool scan_move(const char *text, size_t length, PdnToken *token) {
    int number = 0, count = 1;
    size_t square = scan_square(text, length, 0, &number);
    if (!square || !append_text(token, text, square))
        return false;
    bool letters = is_letter((unsigned char)*text);
    token->first = token->last = number;
    size_t end = square;
    for (;;) {
        char sign = '\0';
        size_t at = skip_spaces(text, length, end);
        size_t sign_length = scan_sign(text, length, at, &sign);
        if (sign_length)
            at = skip_spaces(text, length, at + sign_length);
        else if (!letters || at != end || !is_letter(byte_at(text, length, at)))
            break;
        square = scan_square(text, length, at, &number);
        if (!square || token->text_length + square + 1 >= sizeof token->text)
            break;
        if (sign)
            append_text(token, &sign, 1);
        append_text(token, text + at, square);
        token->last = number;
        if (++count == 2)
            token->second = number;
        end = at + square;
    }
    token->kind = PDN_TOKEN_MOVE;
    token->length = end;
    return count >= 2;
}

/* "--" and "- -" */
static size_t scan_null_move(const char *text, size_t length) {
    char sign;
    size_t first = scan_sign(text, length, 0, &sign);
    if (!first || sign != '-')
        return 0;
    size_t at = skip_spaces(text, length, first);
    size_t second = scan_sign(text, length, at, &sign);
    return second && sign == '-' ? at + second : 0;
}

/* ---- results ---- */

static const struct {
    const char *text; /* without blanks */
    PdnScore score;
    bool usual;
} written_results[] = {
    {"1/2-1/2", PDN_SCORE_DRAW, true},
    {"1/2", PDN_SCORE_DRAW, false},
    {"\u00bd-\u00bd", PDN_SCORE_DRAW, false},
    {"\u00bd", PDN_SCORE_DRAW, false},
    {"\xbd-\xbd", PDN_SCORE_DRAW, false}, /* the same in one byte */
    {"\xbd", PDN_SCORE_DRAW, false},
    {"0.5-0.5", PDN_SCORE_DRAW, false},
    {"0,5-0,5", PDN_SCORE_DRAW, false},
    {"1+-1-", PDN_SCORE_DRAW, false}, /* a draw with an advantage for the first side */
    {"1--1+", PDN_SCORE_DRAW, false},
};

/* Bytes of `text` that `pattern` has, blanks in between allowed; 0 when it has another text. */
static size_t match_spaced(const char *text, size_t length, const char *pattern) {
    size_t at = 0;
    for (const char *c = pattern; *c; c++) {
        if (c != pattern)
            at = skip_spaces(text, length, at);
        if (byte_at(text, length, at) != (unsigned char)*c)
            return 0;
        at++;
    }
    return at;
}

/* One or two digits that are a number without a leading zero; -1: something else. */
static int scan_points(const char *text, size_t length, size_t *at) {
    size_t start = *at, end = start;
    while (scanner_is_digit(byte_at(text, length, end)))
        end++;
    if (end == start || end - start > 2 || (text[start] == '0' && end - start > 1))
        return -1;
    *at = end;
    return end - start == 2 ? (text[start] - '0') * 10 + text[start + 1] - '0' : text[start] - '0';
}

static PdnScore judge_points(int first, int second) {
    if (first == second)
        return first ? PDN_SCORE_DRAW : PDN_SCORE_BOTH_LOSE;
    return first > second ? PDN_SCORE_FIRST_WINS : PDN_SCORE_SECOND_WINS;
}

/* "2-0", "1-1", ...: points no move could be mistaken for, as one is 0 or both are the same. */
static size_t scan_points_result(const char *text, size_t length, PdnScore *ret_score,
                                 bool *ret_usual) {
    char sign;
    size_t at = 0;
    int first = scan_points(text, length, &at);
    at = skip_spaces(text, length, at);
    size_t sign_length = first < 0 ? 0 : scan_sign(text, length, at, &sign);
    if (!sign_length || sign != '-')
        return 0;
    at = skip_spaces(text, length, at + sign_length);
    int second = scan_points(text, length, &at);
    if (second < 0 || (first != 0 && second != 0 && first != second))
        return 0;
    if (scan_sign(text, length, at, &sign) && scanner_is_digit(byte_at(text, length, at + 1)))
        return 0; /* a chain of squares */
    *ret_score = judge_points(first, second);
    *ret_usual = first <= 2 && second <= 2 && (first != second || first <= 1);
    return at;
}

size_t pdn_token_scan_result(const char *text, size_t length, PdnScore *ret_score,
                             bool *ret_usual) {
    size_t found = 0;
    for (size_t i = 0; !found && i < sizeof written_results / sizeof *written_results; i++) {
        found = match_spaced(text, length, written_results[i].text);
        *ret_score = written_results[i].score;
        *ret_usual = written_results[i].usual;
    }
    if (!found)
        found = scan_points_result(text, length, ret_score, ret_usual);
    if (!found)
        return 0;
    int next = byte_at(text, length, found);
    if (next == 'F' || next == 'f') { /* won by forfeit */
        *ret_usual = false;
        next = byte_at(text, length, ++found);
    }
    return is_letter(next) || scanner_is_digit(next) ? 0 : found;
}

PdnScore pdn_token_read_result(const char *text, bool *ret_usual) {
    size_t length = strlen(text), at = 0;
    PdnScore score = PDN_SCORE_OTHER;
    *ret_usual = true;
    while (scanner_is_blank(byte_at(text, length, at)))
        at++;
    while (length > at && scanner_is_blank((unsigned char)text[length - 1]))
        length--;
    if (length == at || (length == at + 1 && (text[at] == '*' || text[at] == '?')))
        return PDN_SCORE_OPEN;
    size_t used = pdn_token_scan_result(text + at, length - at, &score, ret_usual);
    if (used == length - at)
        return score;
    *ret_usual = false;
    return PDN_SCORE_OTHER;
}

/* ---- the other tokens ---- */

/* Bytes of a blank, 0 when there is none. */
static size_t scan_blank(const char *text, size_t length) {
    int byte = (unsigned char)*text;
    if (scanner_is_blank(byte) || byte == '\0' || byte == 0xa0)
        return 1;
    if (starts_with(text, length, "\u00a0"))
        return 2;
    return starts_with(text, length, "\ufeff") ? 3 : 0;
}

/* Bytes of full stops and ellipses from `at` on. */
static size_t scan_dots(const char *text, size_t length, size_t at) {
    size_t start = at;
    for (;;) {
        if (byte_at(text, length, at) == '.')
            at++;
        else if (at < length && starts_with(text + at, length - at, "\u2026"))
            at += 3;
        else
            return at - start;
    }
}

/* "12", "12.", "12...", "12. ..." */
static bool scan_number(const char *text, size_t length, PdnToken *token) {
    size_t end = 0;
    int number = 0;
    while (end <= SCANNER_DIGITS_MAX && scanner_is_digit(byte_at(text, length, end)))
        if (++end <= SCANNER_DIGITS_MAX)
            number = number * 10 + (text[end - 1] - '0');
    if (end == 0 || end > SCANNER_DIGITS_MAX)
        return false;
    *token = (PdnToken){.kind = PDN_TOKEN_NUMBER, .number = number};
    for (size_t dots, at = end; (dots = scan_dots(text, length, at)) > 0;) {
        token->dotted = true;
        end = at + dots;
        at = skip_spaces(text, length, end);
    }
    token->length = end;
    return true;
}

static const struct {
    const char *text;
    int number;
} glyphs[] = {
    {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}, {"\u25a1", NAG_FORCED},
};

/* Bytes of the glyph from `at` on, 0 when there is none. More signs ("!!!") add nothing. */
static size_t scan_glyph(const char *text, size_t length, size_t at, int *ret_number) {
    for (size_t i = 0; at < length && i < sizeof glyphs / sizeof *glyphs; i++)
        if (starts_with(text + at, length - at, glyphs[i].text)) {
            *ret_number = glyphs[i].number;
            size_t end = at + strlen(glyphs[i].text);
            while (byte_at(text, length, end) == '!' || byte_at(text, length, end) == '?')
                end++;
            return end - at;
        }
    return 0;
}

/* "(?)": a glyph in brackets. */
static size_t scan_bracketed_glyph(const char *text, size_t length, int *ret_number) {
    size_t at = skip_spaces(text, length, 1);
    size_t glyph = scan_glyph(text, length, at, ret_number);
    if (!glyph)
        return 0;
    at = skip_spaces(text, length, at + glyph);
    return byte_at(text, length, at) == ')' ? at + 1 : 0;
}

static size_t scan_dollar(const char *text, size_t length, int *ret_number) {
    size_t end = 1;
    int number = 0;
    while (end <= SCANNER_DIGITS_MAX && scanner_is_digit(byte_at(text, length, end)))
        number = number * 10 + (text[end++] - '0');
    *ret_number = end == 1 || number > NAG_MAX ? -1 : number;
    return end;
}

/* /FEN "..."/ on one line */
static size_t scan_setup(const char *text, size_t length) {
    if (!starts_with(text, length, "/FEN"))
        return 0;
    size_t end = 4;
    while (end < length && text[end] != '\n' && text[end] != '\r' && text[end] != '/')
        end++;
    return byte_at(text, length, end) == '/' ? end + 1 : end;
}

/* A byte 0xa0 within a word may be a part of a letter. */
static size_t scan_word(const char *text, size_t length) {
    size_t end = 1;
    while (end < length && !scanner_is_blank((unsigned char)text[end]) &&
           !strchr("{}()[];$*!?\"", text[end]) && !starts_with(text + end, length - end, "\u00a0"))
        end++;
    return end;
}

static PdnTokenKind kind_of_byte(int byte) {
    switch (byte) {
    case '*':
        return PDN_TOKEN_STAR;
    case '(':
        return PDN_TOKEN_OPEN;
    case ')':
        return PDN_TOKEN_CLOSE;
    case '{':
        return PDN_TOKEN_BRACE_OPEN;
    case '}':
        return PDN_TOKEN_BRACE_CLOSE;
    case ';':
        return PDN_TOKEN_LINE_COMMENT;
    case '[':
        return PDN_TOKEN_BRACKET;
    default:
        return PDN_TOKEN_WORD;
    }
}

static bool accept(PdnToken *token, PdnTokenKind kind, size_t length) {
    if (!length)
        return false;
    token->kind = kind;
    token->length = length;
    return true;
}

void pdn_token_scan(const char *text, size_t length, PdnToken *ret_token) {
    PdnToken *token = ret_token;
    int byte = (unsigned char)*text;
    token->text_length = 0;
    token->first = token->second = token->last = 0;
    token->number = -1;
    if (accept(token, PDN_TOKEN_BLANK, scan_blank(text, length)))
        return;
    token->kind = kind_of_byte(byte);
    token->length = 1;
    if (byte == '(' &&
        accept(token, PDN_TOKEN_NAG, scan_bracketed_glyph(text, length, &token->number)))
        return;
    if (token->kind != PDN_TOKEN_WORD)
        return;
    if (accept(token, PDN_TOKEN_RESULT,
               pdn_token_scan_result(text, length, &token->score, &token->usual)))
        return;
    if (scan_move(text, length, token) || scan_number(text, length, token))
        return;
    if (accept(token, PDN_TOKEN_DOTS, scan_dots(text, length, 0)) ||
        accept(token, PDN_TOKEN_NULL_MOVE, scan_null_move(text, length)) ||
        accept(token, PDN_TOKEN_NAG, scan_glyph(text, length, 0, &token->number)))
        return;
    if (accept(token, PDN_TOKEN_NAG, byte == '$' ? scan_dollar(text, length, &token->number) : 0) ||
        accept(token, PDN_TOKEN_SETUP, scan_setup(text, length)))
        return;
    accept(token, PDN_TOKEN_WORD, scan_word(text, length));
}

bool pdn_token_is_time(const PdnToken *token) {
    return token->kind == PDN_TOKEN_MOVE && scanner_is_digit((unsigned char)token->text[0]) &&
           (token->first == 0 || token->second == 0) && strchr(token->text, 'x');
}

bool pdn_token_is_tag(const char *text, size_t length, size_t *ret_name, size_t *ret_name_length) {
    if (byte_at(text, length, 0) != '[')
        return false;
    size_t name = skip_spaces(text, length, 1), end = name;
    while (is_letter(byte_at(text, length, end)) || scanner_is_digit(byte_at(text, length, end)) ||
           byte_at(text, length, end) == '_' || byte_at(text, length, end) == '-')
        end++;
    *ret_name = name;
    *ret_name_length = end - name;
    return end > name && byte_at(text, length, skip_spaces(text, length, end)) == '"';
}
