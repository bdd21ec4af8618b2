/* SPDX-License-Identifier: MIT */
#include "book/collection/doubles.h"

#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY_FIRST = 1024
};

/* Two sums that share nothing but the words added. */
typedef struct {
    uint64_t low, high;
} Sum;

static uint64_t mix(uint64_t value) {
    /* The finaliser of splitmix64 (Steele, Lea and Flood, 2014). */
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

static void sum_add(Sum *sum, uint64_t word) {
    sum->low = mix(sum->low + word + 0x9e3779b97f4a7c15u);
    sum->high = mix((sum->high ^ word) * 0xd6e8feb86659fd93u + 0x2545f4914f6cdd1du);
}

static void sum_add_cells(Sum *sum, Bitboard cells) {
    sum_add(sum, (uint64_t)cells);
    if (cells >> 64)
        sum_add(sum, (uint64_t)(cells >> 64));
}

static void sum_add_text(Sum *sum, const char *text) {
    for (; *text; text++)
        sum_add(sum, (unsigned char)*text);
    sum_add(sum, 256);
}

static void sum_add_position(Sum *sum, const Position *position) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        sum_add_cells(sum, position->board.men[color]);
        sum_add_cells(sum, position->board.kings[color]);
        sum_add(sum, position->runs[color]);
    }
    sum_add(sum, position->turn);
}

static Sum sum_game(const PdnGame *game, bool turned) {
    Sum sum = {1, 2};
    Position start = game->record.entries[0].position;
    if (turned)
        position_turn_round(&game->record.entries[0].position, &start);
    sum_add(&sum, game->rules->id);
    sum_add_position(&sum, &start);
    for (int i = 1; i < game->record.count; i++) {
        Move move = game->record.entries[i].move;
        if (turned)
            move = position_turn_move(game->rules, move);
        sum_add_cells(&sum, move_captured(move));
        sum_add(&sum, (uint64_t)move.from << 8 | move.to);
    }
    return sum;
}

/* What the moves do not tell, or cannot. */
static void add_texts(Sum *sum, const PdnGame *game) {
    int legal = game->playable ? record_plies(&game->record) : 0;
    for (int i = 0; legal < game->main_count && i < game->ply_count; i++)
        if (game->plies[i].depth == 0 && !game->plies[i].legal)
            sum_add_text(sum, game->plies[i].text);
    for (int i = 0; game->main_count == 0 && i < game->tag_count; i++) {
        sum_add_text(sum, game->tags[i].name);
        sum_add_text(sum, game->tags[i].value);
    }
    const char *fen = pdn_game_get_tag(game, "FEN"), *type = pdn_game_get_tag(game, "GameType");
    if (!game->playable) {
        sum_add_text(sum, fen ? fen : "");
        sum_add_text(sum, type ? type : "");
    }
}

static Sum find_sum(const PdnGame *game, bool turned) {
    Sum sum = {3, 4};
    if (game->playable)
        sum = sum_game(game, false);
    if (game->playable && turned) {
        Sum other = sum_game(game, true);
        if (other.high < sum.high || (other.high == sum.high && other.low < sum.low))
            sum = other;
    }
    add_texts(&sum, game);
    return sum;
}

void games_doubles_done(GamesDoubles *doubles) {
    free(doubles->places);
    *doubles = (GamesDoubles){0};
}

/* The place of the sum, or the empty one where it belongs. */
static GamesSeen *find_place(GamesSeen *places, size_t capacity, Sum sum) {
    size_t at = (size_t)sum.low & (capacity - 1);
    while (places[at].number && (places[at].low != sum.low || places[at].high != sum.high))
        at = (at + 1) & (capacity - 1);
    return &places[at];
}

static Status grow(GamesDoubles *doubles, Error *error) {
    size_t capacity = doubles->capacity ? doubles->capacity * 2 : CAPACITY_FIRST;
    GamesSeen *places = calloc(capacity, sizeof *places);
    if (!places)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for %zu games", doubles->count);
    for (size_t i = 0; i < doubles->capacity; i++) {
        const GamesSeen *seen = &doubles->places[i];
        if (seen->number)
            *find_place(places, capacity, (Sum){seen->low, seen->high}) = *seen;
    }
    free(doubles->places);
    doubles->places = places;
    doubles->capacity = capacity;
    return STATUS_OK;
}

Status games_doubles_add(GamesDoubles *doubles, const PdnGame *game, uint64_t number,
                         uint64_t *ret_number, Error *error) {
    if (doubles->count * 2 >= doubles->capacity) {
        Status status = grow(doubles, error);
        if (status < 0)
            return status;
    }
    Sum sum = find_sum(game, doubles->turned);
    GamesSeen *place = find_place(doubles->places, doubles->capacity, sum);
    *ret_number = place->number;
    if (!place->number) {
        *place = (GamesSeen){sum.low, sum.high, number};
        doubles->count++;
    }
    return STATUS_OK;
}
