/* SPDX-License-Identifier: MIT */
#include "endgame/slice.h"

#include <stdio.h>
#include <string.h>

/* Sorts forces: more pieces first, then more kings. */
static int compare_forces(Force a, Force b) {
    int difference = force_count(a) - force_count(b);
    return difference ? difference : a.kings - b.kings;
}

Slice slice_of_pair(Slice slice) {
    return compare_forces(slice.own, slice.other) >= 0 ? slice : slice_swap(slice);
}

static Force force_of_board(const Board *board, Color color) {
    return (Force){
        .men = (uint8_t)bits_count(board->men[color]),
        .kings = (uint8_t)bits_count(board->kings[color]),
    };
}

Slice slice_of_board(const Board *board, Color turn) {
    return (Slice){force_of_board(board, turn), force_of_board(board, color_other(turn))};
}

static void write_force(Force force, char *text, size_t size) {
    char men[8] = "", kings[8] = "";
    if (force.men)
        snprintf(men, sizeof men, "%dm", force.men);
    if (force.kings)
        snprintf(kings, sizeof kings, "%dk", force.kings);
    snprintf(text, size, "%s%s", men, kings);
}

static const char *write_with(Slice slice, const char *between, char name[SLICE_NAME_SIZE]) {
    char own[16], other[16];
    write_force(slice.own, own, sizeof own);
    write_force(slice.other, other, sizeof other);
    snprintf(name, SLICE_NAME_SIZE, "%.8s%s%.8s", own, between, other);
    return name;
}

const char *slice_write(Slice slice, char name[SLICE_NAME_SIZE]) {
    return write_with(slice, " v ", name);
}

const char *slice_write_file_name(Slice slice, char name[SLICE_NAME_SIZE]) {
    return write_with(slice, "-", name);
}

/* Reads "2m", "2m1k" or "1k"; the text behind it, or NULL. */
static const char *read_force(const char *text, Force *force) {
    *force = (Force){0};
    while (*text >= '1' && *text <= '9') {
        int number = 0;
        for (; *text >= '0' && *text <= '9'; text++)
            if ((number = number * 10 + *text - '0') > SLICE_PIECES_MAX)
                return NULL;
        if (*text == 'm' && !force->men && !force->kings)
            force->men = (uint8_t)number;
        else if (*text == 'k' && !force->kings)
            force->kings = (uint8_t)number;
        else
            return NULL;
        text++;
    }
    return force_count(*force) ? text : NULL;
}

Status slice_read(const char *text, Slice *ret_slice, Error *error) {
    Slice slice;
    const char *rest = read_force(text, &slice.own);
    if (rest) {
        size_t between = !strncmp(rest, " v ", 3) ? 3 : *rest == '-' ? 1 : 0;
        rest = between ? read_force(rest + between, &slice.other) : NULL;
    }
    if (!rest || *rest || slice_count(slice) > SLICE_PIECES_MAX)
        return error_set(error, STATUS_SYNTAX,
                         "\"%.40s\" is no material such as \"1m2k v 2k\" of at most %d pieces",
                         text, SLICE_PIECES_MAX);
    *ret_slice = slice;
    return STATUS_OK;
}

int slice_list_pairs(int pieces, Slice pairs[SLICE_LIST_MAX]) {
    int count = 0;
    for (int men = 0; men <= pieces; men++)
        for (int own = pieces - 1; 2 * own >= pieces; own--)
            for (int own_men = 0; own_men <= own && own_men <= men; own_men++) {
                int other = pieces - own, other_men = men - own_men;
                if (other_men > other)
                    continue;
                Slice slice = {{(uint8_t)own_men, (uint8_t)(own - own_men)},
                               {(uint8_t)other_men, (uint8_t)(other - other_men)}};
                if (slice_equals(slice_of_pair(slice), slice))
                    pairs[count++] = slice;
            }
    return count;
}

Status slice_check_rules(const Rules *rules, Error *error) {
    const Geometry *geometry = rules_geometry(rules);
    int sum = geometry->cell_of_square[1] + geometry->cell_of_square[geometry->square_count];
    for (int square = 1; square <= geometry->square_count; square++)
        if (geometry->cell_of_square[square] +
                geometry->cell_of_square[geometry->square_count + 1 - square] !=
            sum)
            return error_set(error, STATUS_STATE,
                             "no tables for %s: its board is not the same seen from both sides",
                             rules->name);
    if (!rules_are_narrow(rules))
        return error_set(error, STATUS_STATE,
                         "no tables for %s: its board is larger than they are made for",
                         rules->name);
    if (rules->king_run_limit)
        return error_set(error, STATUS_STATE,
                         "no tables for %s: how often a king has moved counts there, and a table "
                         "knows the board alone",
                         rules->name);
    if (rules->king_wins)
        return error_set(error, STATUS_STATE,
                         "no tables for %s: they have kings, and there a king ends the game",
                         rules->name);
    if (rules->men_move != DIRECTIONS_DIAGONAL_FORWARD || rules->kings_move != DIRECTIONS_DIAGONAL)
        return error_set(error, STATUS_STATE,
                         "no tables for %s: its men do not only go forward along diagonals",
                         rules->name);
    return STATUS_OK;
}

static Bitboard64 reverse_bits(Bitboard64 bits) {
    bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
    bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(bits);
}

void slice_turn_board(const Rules *rules, const Board *board, Board *ret_turned) {
    const Geometry *geometry = rules_geometry(rules);
    /* A square and the one opposite have cells of a constant sum (slice_check_rules). */
    int shift = NARROW_CELL_COUNT - 1 - geometry->cell_of_square[1] -
                geometry->cell_of_square[geometry->square_count];
    Board turned;
    for (int color = 0; color < COLOR_COUNT; color++) {
        Color other = color_other((Color)color);
        turned.men[color] = reverse_bits(board->men[other]) >> shift;
        turned.kings[color] = reverse_bits(board->kings[other]) >> shift;
    }
    *ret_turned = turned;
}
