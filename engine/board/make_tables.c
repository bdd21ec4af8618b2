/* SPDX-License-Identifier: MIT
 *
 * Run at build time: writes the constant tables of engine/board as C to standard output. */
#include "engine/base/rng.h"
#include "engine/board/zobrist_internal.h"

#include <stdio.h>

/* Any seed serves; the keys must only never change between builds, since books and tests hold them.
 */
static const uint64_t zobrist_seed = 0x68756666u;

typedef struct {
    const char *id;
    int width, height;
    bool mirrored, full;
} BoardShape;

static const BoardShape shapes[] = {
    {"GEOMETRY_10X10", 10, 10, false, false},     {"GEOMETRY_8X8", 8, 8, false, false},
    {"GEOMETRY_8X8_MIRRORED", 8, 8, true, false}, {"GEOMETRY_8X8_FULL", 8, 8, false, true},
    {"GEOMETRY_12X12", 12, 12, false, false},
};

/* Steps of the directions in rows and columns; on a full board straight steps are half as long. */
static const int steps[DIRECTION_ALL][2] = {
    [DIRECTION_DOWN_LEFT] = {1, -1}, [DIRECTION_UP_LEFT] = {-1, -1}, [DIRECTION_UP_RIGHT] = {-1, 1},
    [DIRECTION_DOWN_RIGHT] = {1, 1}, [DIRECTION_LEFT] = {0, -2},     [DIRECTION_UP] = {-2, 0},
    [DIRECTION_RIGHT] = {0, 2},      [DIRECTION_DOWN] = {2, 0},
};

/* Whether a piece can stand there, as the cells are laid out (not mirrored). */
static bool is_playable(const BoardShape *shape, int row, int column) {
    if (row < 0 || row >= shape->height || column < 0 || column >= shape->width)
        return false;
    return shape->full || (row + column) % 2 == 1;
}

static int cell_at(const BoardShape *shape, int row, int column) {
    if (shape->full)
        return row * shape->width + column;
    return geometry_row_cell(shape->width, row) + column / 2;
}

/* The part of each ray that lies below NARROW_CELL_COUNT, or the one above. */
static void print_rays(const BoardShape *shape, Direction direction, bool high) {
    bool straight = direction >= DIRECTION_COUNT;
    int down = steps[direction][0], right = steps[direction][1];
    if (shape->full && straight) {
        down /= 2;
        right /= 2;
    }
    printf("        [%d] = {\n", direction);
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++) {
            if (!is_playable(shape, row, column))
                continue;
            Bitboard ray = 0;
            int r = row + down, c = column + right;
            for (; is_playable(shape, r, c); r += down, c += right)
                ray |= (Bitboard)1 << cell_at(shape, r, c);
            printf("            [%d] = 0x%llxu,\n", cell_at(shape, row, column),
                   (unsigned long long)(high ? ray >> NARROW_CELL_COUNT : (Bitboard64)ray));
        }
    printf("        },\n");
}

static void print_squares(const BoardShape *shape) {
    int square = 0;
    for (int row = 0; row < shape->height; row++)
        for (int i = 0; i < shape->width; i++) {
            int column = shape->mirrored ? shape->width - 1 - i : i;
            if (!is_playable(shape, row, column))
                continue;
            int cell = cell_at(shape, row, column);
            square++;
            printf("        .cell_of_square[%d] = %d, .square_of_cell[%d] = %d,\n", square, cell,
                   cell, square);
        }
}

static void print_geometry(const BoardShape *shape) {
    int row_squares = shape->full ? shape->width : shape->width / 2;
    printf("    [%s] = {\n        .width = %d,\n        .height = %d,\n"
           "        .square_count = %d,\n        .row_squares = %d,\n        .mirrored = %s,\n",
           shape->id, shape->width, shape->height, row_squares * shape->height, row_squares,
           shape->mirrored ? "true" : "false");
    print_squares(shape);
    for (int high = 0; high < 2; high++) {
        printf("        .%s = {\n", high ? "high_rays" : "rays");
        for (int direction = 0; direction < DIRECTION_ALL; direction++)
            print_rays(shape, (Direction)direction, high);
        printf("        },\n");
    }
    printf("    },\n");
}

typedef struct {
    uint64_t turn, pieces[2][2][CELL_COUNT], runs[2][KING_RUN_COUNT];
} Keys;

static void draw_piece_keys(Keys *keys, int first, int end, uint64_t *state) {
    for (int color = 0; color < 2; color++)
        for (int kind = 0; kind < 2; kind++)
            for (int cell = first; cell < end; cell++)
                keys->pieces[color][kind][cell] = rng_splitmix64(state);
}

/* Later parts are drawn after all others, so that those stay what they were before them. */
static void draw_keys(Keys *keys) {
    uint64_t state = zobrist_seed;
    keys->turn = rng_splitmix64(&state);
    draw_piece_keys(keys, 0, NARROW_CELL_COUNT, &state);
    for (int color = 0; color < 2; color++)
        for (int run = 1; run < KING_RUN_COUNT; run++) /* no run, no change */
            keys->runs[color][run] = rng_splitmix64(&state);
    draw_piece_keys(keys, NARROW_CELL_COUNT, CELL_COUNT, &state);
}

static void print_keys(const uint64_t *keys, int count) {
    printf("    {\n");
    for (int i = 0; i < count; i++)
        printf("        0x%016llxu,\n", (unsigned long long)keys[i]);
    printf("    },\n");
}

static void print_zobrist(void) {
    Keys keys = {0};
    draw_keys(&keys);
    printf("const uint64_t zobrist_turn = 0x%016llxu;\n", (unsigned long long)keys.turn);
    printf("const uint64_t zobrist_piece[2][2][%d] = {\n", CELL_COUNT);
    for (int color = 0; color < 2; color++) {
        printf("    {\n");
        for (int kind = 0; kind < 2; kind++)
            print_keys(keys.pieces[color][kind], CELL_COUNT);
        printf("    },\n");
    }
    printf("};\nconst uint64_t zobrist_run[2][%d] = {\n", KING_RUN_COUNT);
    for (int color = 0; color < 2; color++)
        print_keys(keys.runs[color], KING_RUN_COUNT);
    printf("};\n");
}

int main(void) {
    printf("/* Made by make_tables.c. */\n"
           "#include \"engine/board/geometry.h\"\n"
           "#include \"engine/board/zobrist_internal.h\"\n\n"
           "const Geometry geometry_table[GEOMETRY_COUNT] = {\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        print_geometry(&shapes[i]);
    printf("};\n\n");
    print_zobrist();
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
