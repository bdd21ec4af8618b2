/* SPDX-License-Identifier: MIT */
#include "book/ballot_lines.h"

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ballot_lines_done(BallotLines *lines) {
    free(lines->lines);
    free(lines->slots);
    *lines = (BallotLines){0};
}

/* ---- the tree ---- */

/* The slot of a position after so many plies, or the empty one where it belongs. */
static int find_slot(const BallotLines *lines, const Position *position, int plies) {
    uint64_t hash = (position->key ^ (uint64_t)plies) * 0x9e3779b97f4a7c15u;
    int slot = (int)(hash >> 32 & (uint64_t)(lines->slot_count - 1));
    while (lines->slots[slot] >= 0) {
        const BallotLine *line = &lines->lines[lines->slots[slot]];
        if (line->plies == plies && position_same_placement(&line->position, position))
            break;
        slot = (slot + 1) & (lines->slot_count - 1);
    }
    return slot;
}

/* Room for one more, with at least half of the slots empty. */
static Status reserve(BallotLines *lines, Error *error) {
    if (lines->count < lines->capacity)
        return STATUS_OK;
    int capacity = lines->capacity ? 2 * lines->capacity : 256;
    BallotLine *grown = realloc(lines->lines, (size_t)capacity * sizeof *grown);
    if (grown)
        lines->lines = grown;
    int *slots = malloc(2 * (size_t)capacity * sizeof *slots);
    if (!grown || !slots) {
        free(slots);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d lines of play", capacity);
    }
    free(lines->slots);
    lines->slots = slots;
    lines->capacity = capacity;
    lines->slot_count = 2 * capacity;
    for (int i = 0; i < lines->slot_count; i++)
        slots[i] = -1;
    for (int i = 0; i < lines->count; i++)
        slots[find_slot(lines, &lines->lines[i].position, lines->lines[i].plies)] = i;
    return STATUS_OK;
}

/* The index of the position after a move, which is added if need be. */
static int add(BallotLines *lines, const BallotLine *line, Error *error) {
    if (lines->count == BALLOT_LINES_MAX)
        return error_set(error, STATUS_RANGE, "more than %d positions", BALLOT_LINES_MAX);
    Status status = reserve(lines, error);
    if (status < 0)
        return status;
    int slot = find_slot(lines, &line->position, line->plies);
    if (lines->slots[slot] >= 0) {
        lines->merged++;
        return lines->slots[slot];
    }
    lines->lines[lines->count] = *line;
    lines->slots[slot] = lines->count;
    return lines->count++;
}

static int add_start(BallotLines *lines, const Rules *rules, Error *error) {
    BallotLine start = {.parent = -1};
    position_init_start(&start.position, rules);
    return add(lines, &start, error);
}

static int add_move(BallotLines *lines, int parent, Move move, Error *error) {
    const BallotLine *from = &lines->lines[parent];
    BallotLine line = {.move = move, .parent = parent, .plies = from->plies + 1};
    position_make(&from->position, move, &line.position);
    return add(lines, &line, error);
}

int ballot_lines_make_all(BallotLines *lines, const Rules *rules, int plies, int most,
                          Error *error) {
    MoveList list;
    *lines = (BallotLines){0};
    int index = add_start(lines, rules, error);
    for (int parent = 0; index >= 0 && parent < lines->count; parent++) {
        if (lines->lines[parent].plies == plies)
            break;
        movegen_generate(&lines->lines[parent].position, &list);
        for (int i = 0; i < list.count && index >= 0; i++) {
            if (lines->count > most)
                return 0;
            index = add_move(lines, parent, list.moves[i], error);
        }
    }
    return index < 0 ? index : lines->count <= most;
}

int ballot_lines_draw(BallotLines *lines, const Rules *rules, int plies, uint64_t random,
                      Status *ret_status, Error *error) {
    MoveList list;
    Rng rng;
    rng_init(&rng, random);
    *ret_status = STATUS_OK;
    int index = lines->count > 0 ? 0 : add_start(lines, rules, error);
    while (index >= 0 && lines->lines[index].plies < plies) {
        if (movegen_generate(&lines->lines[index].position, &list) == 0)
            return -1;
        Move move = list.moves[rng_below(&rng, (uint64_t)list.count)];
        index = add_move(lines, index, move, error);
    }
    if (index >= 0)
        return index;
    *ret_status = (Status)index;
    return -1;
}

const char *ballot_lines_write_name(const BallotLines *lines, int index,
                                    char name[static BALLOT_NAME_SIZE]) {
    int path[BALLOT_PLIES_MAX + 1], plies = lines->lines[index].plies;
    size_t length = 0;
    for (int i = plies, at = index; i >= 0; i--, at = lines->lines[at].parent)
        path[i] = at;
    snprintf(name, BALLOT_NAME_SIZE, "start");
    for (int i = 1; i <= plies; i++) {
        char text[MOVE_TEXT_SIZE];
        move_text_write(&lines->lines[path[i - 1]].position, lines->lines[path[i]].move, text);
        if (length + strlen(text) + 2 > BALLOT_NAME_SIZE) {
            snprintf(name, BALLOT_NAME_SIZE, "%d", index);
            break;
        }
        length += (size_t)snprintf(name + length, BALLOT_NAME_SIZE - length, "%s%s",
                                   i > 1 ? " " : "", text);
    }
    return name;
}

/* ---- material ---- */

static int count_material(const Board *board, Color color) {
    static const int king = 3;
    return bits_count(board->men[color]) + king * bits_count(board->kings[color]);
}

int ballot_settle_material(const Position *position, int quiet_moves) {
    MoveList list;
    Color turn = (Color)position->turn;
    movegen_generate(position, &list);
    bool captures = list.count > 0 && move_is_capture(list.moves[0]);
    if (list.count == 0 || (!captures && quiet_moves <= 0))
        return count_material(&position->board, turn) -
               count_material(&position->board, color_other(turn));
    int best = INT_MIN;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        int value = -ballot_settle_material(&next, quiet_moves - !captures);
        best = value > best ? value : best;
    }
    return best;
}
