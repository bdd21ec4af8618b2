/* SPDX-License-Identifier: MIT */
#include "book/games/pattern.h"

#include <string.h>

/* What an item lets stand on its squares. */
typedef struct {
    bool men[COLOR_COUNT], kings[COLOR_COUNT], nothing;
} Choice;

static const char blanks[] = " \t,";

static bool add_letter(Choice *choice, char letter) {
    switch (letter) {
    case 'w':
        return choice->men[COLOR_WHITE] = true;
    case 'b':
        return choice->men[COLOR_BLACK] = true;
    case 'W':
        return choice->kings[COLOR_WHITE] = true;
    case 'B':
        return choice->kings[COLOR_BLACK] = true;
    case 'm':
        return choice->men[COLOR_WHITE] = choice->men[COLOR_BLACK] = true;
    case 'k':
        return choice->kings[COLOR_WHITE] = choice->kings[COLOR_BLACK] = true;
    case 'p':
        return add_letter(choice, 'm') && add_letter(choice, 'k');
    case 'e':
        return choice->nothing = true;
    default:
        return false;
    }
}

/* One square at `*text`, which moves behind it; 0 when there is none of the board. */
static int take_square(const Rules *rules, bool letters, const char **text) {
    const Geometry *geometry = rules_geometry(rules);
    const char *c = *text;
    int square = 0;
    if (letters && *c >= 'a' && *c <= 'h' && c[1] >= '1' && c[1] <= '8' && rules->width == 8) {
        square = geometry_square_at(geometry, '8' - c[1], *c - 'a');
        *text = c + 2;
        return square;
    }
    for (; *c >= '0' && *c <= '9' && square <= geometry->square_count; c++)
        square = square * 10 + (*c - '0');
    *text = c;
    return square <= geometry->square_count ? square : 0;
}

static void demand(const Rules *rules, const Choice *choice, int square, GamePattern *pattern) {
    Bitboard bit = geometry_square_bit(rules_geometry(rules), square);
    for (int color = 0; color < COLOR_COUNT; color++) {
        pattern->no_men[color] |= choice->men[color] ? 0 : bit;
        pattern->no_kings[color] |= choice->kings[color] ? 0 : bit;
    }
    pattern->occupied |= choice->nothing ? 0 : bit;
}

/* Reads one item of `length` bytes. */
static Status read_item(const Rules *rules, const char *item, size_t length, GamePattern *pattern,
                        Error *error) {
    Choice choice = {0};
    const char *c = item, *end = item + length;
    while (c < end && add_letter(&choice, *c))
        c++;
    bool letters = c < end && *c == '=';
    if (c == item || c == end)
        return error_set(
            error, STATUS_SYNTAX,
            "\"%.*s\" is no item of a pattern: letters of w b W B m k p e and squares, "
            "as in w27 or bB16-20",
            (int)length, item);
    c += letters;
    int first = take_square(rules, letters, &c), last = first;
    if (first && *c == '-' && c < end) {
        c++;
        last = take_square(rules, letters, &c);
    }
    if (first == 0 || last == 0 || c > end)
        return error_set(error, STATUS_RANGE, "\"%.*s\": no such square in %s", (int)length, item,
                         rules->title);
    if (c < end)
        return error_set(error, STATUS_SYNTAX, "\"%.*s\": something stands behind the square",
                         (int)length, item);
    if (last < first)
        return error_set(error, STATUS_RANGE, "\"%.*s\": a range goes from low to high",
                         (int)length, item);
    for (int square = first; square <= last; square++)
        demand(rules, &choice, square, pattern);
    return STATUS_OK;
}

Status game_pattern_read(const Rules *rules, const char *text, GamePattern *ret_pattern,
                         Error *error) {
    GamePattern pattern = {0};
    text += strspn(text, blanks);
    if ((*text == 'W' || *text == 'B') && text[1] == ':') {
        pattern.has_turn = true;
        pattern.turn = *text == 'W' ? COLOR_WHITE : COLOR_BLACK;
        text += 2;
        text += strspn(text, blanks);
    }
    if (!*text)
        return error_set(error, STATUS_SYNTAX,
                         "an empty pattern: items such as w27, bB16-20 or e31 are due");
    while (*text) {
        size_t length = strcspn(text, blanks);
        Status status = read_item(rules, text, length, &pattern, error);
        if (status < 0)
            return status;
        text += length;
        text += strspn(text, blanks);
    }
    *ret_pattern = pattern;
    return STATUS_OK;
}

void game_pattern_turn_round(const Rules *rules, const GamePattern *pattern,
                             GamePattern *ret_turned) {
    const Geometry *geometry = rules_geometry(rules);
    GamePattern turned = *pattern;
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        turned.no_men[color] = bits_turn_round(geometry, pattern->no_men[color_other(color)]);
        turned.no_kings[color] = bits_turn_round(geometry, pattern->no_kings[color_other(color)]);
    }
    turned.occupied = bits_turn_round(geometry, pattern->occupied);
    turned.turn = color_other(pattern->turn);
    *ret_turned = turned;
}

/* ---- material ---- */

static Status refuse_material(const char *text, Error *error) {
    return error_set(error, STATUS_SYNTAX,
                     "\"%.40s\" is no material: White's and Black's pieces, as in 5x4, or men and "
                     "kings, as in 3m1kx2k",
                     text);
}

/* One side at `*text`, which moves behind it; false when there is none. */
static bool take_side(const char **text, Color color, GameMaterial *material) {
    const char *c = *text;
    int *counts[] = {&material->pieces[color], &material->men[color], &material->kings[color]};
    bool any = false;
    while (*c >= '0' && *c <= '9') {
        int number = 0;
        for (; *c >= '0' && *c <= '9' && number <= SQUARE_COUNT_MAX; c++)
            number = number * 10 + (*c - '0');
        int kind = *c == 'm' || *c == 'M' ? 1 : *c == 'k' || *c == 'K' ? 2 : 0;
        c += kind > 0;
        if (*counts[kind] >= 0 || number > SQUARE_COUNT_MAX || (kind == 0 && any))
            return false;
        *counts[kind] = number;
        any = true;
        if (kind == 0)
            break;
    }
    *text = c;
    /* What is told by kinds is told whole: "2k" has no men. */
    if (material->pieces[color] < 0) {
        material->men[color] = material->men[color] < 0 ? 0 : material->men[color];
        material->kings[color] = material->kings[color] < 0 ? 0 : material->kings[color];
    }
    return any;
}

Status game_material_read(const char *text, GameMaterial *ret_material, Error *error) {
    GameMaterial material = {{-1, -1}, {-1, -1}, {-1, -1}};
    const char *c = text;
    if (!take_side(&c, COLOR_WHITE, &material) || (*c != 'x' && *c != 'X'))
        return refuse_material(text, error);
    c++;
    if (!take_side(&c, COLOR_BLACK, &material) || *c)
        return refuse_material(text, error);
    *ret_material = material;
    return STATUS_OK;
}

void game_material_turn_round(const GameMaterial *material, GameMaterial *ret_turned) {
    GameMaterial turned;
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        turned.pieces[color] = material->pieces[color_other(color)];
        turned.men[color] = material->men[color_other(color)];
        turned.kings[color] = material->kings[color_other(color)];
    }
    *ret_turned = turned;
}
