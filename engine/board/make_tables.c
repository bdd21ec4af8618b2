/* SPDX-License-Identifier: MIT
 *
 * Run at build time: writes the constant tables of engine/board as C to standard output. */
#include "engine/base/rng.h"
#include "engine/board/geometry.h"

#include <stdio.h>

/* Any seed serves; the keys must only never change between builds, since books and tests hold them.
 */
static const uint64_t zobrist_seed = 0x68756666u;

typedef struct {
    const char *id;
    int width, height;
} BoardShape;

static const BoardShape shapes[] = {
    {"GEOMETRY_10X10", 10, 10},
    {"GEOMETRY_8X8", 8, 8},
};

static int square_at(const BoardShape *shape, int row, int column) {
    if (row < 0 || row >= shape->height || column < 0 || column >= shape->width)
        return 0;
    if ((row + column) % 2 == 0)
        return 0;
    return row * (shape->width / 2) + column / 2 + 1;
}

static int cell_at(const BoardShape *shape, int row, int column) {
    return geometry_row_cell(shape->width, row) + column / 2;
}

static void print_rays(const BoardShape *shape, Direction direction) {
    int down = direction == DIRECTION_DOWN_LEFT || direction == DIRECTION_DOWN_RIGHT ? 1 : -1;
    int right = direction == DIRECTION_UP_RIGHT || direction == DIRECTION_DOWN_RIGHT ? 1 : -1;
    printf("        [%d] = {\n", direction);
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++) {
            if (!square_at(shape, row, column))
                continue;
            Bitboard ray = 0;
            int r = row + down, c = column + right;
            for (; square_at(shape, r, c); r += down, c += right)
                ray |= (Bitboard)1 << cell_at(shape, r, c);
            printf("            [%d] = 0x%016llxu,\n", cell_at(shape, row, column),
                   (unsigned long long)ray);
        }
    printf("        },\n");
}

static void print_geometry(const BoardShape *shape) {
    int count = shape->width * shape->height / 2;
    printf(
        "    [%s] = {\n        .width = %d,\n        .height = %d,\n        .square_count = %d,\n",
        shape->id, shape->width, shape->height, count);
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++) {
            int square = square_at(shape, row, column);
            int cell = cell_at(shape, row, column);
            if (square)
                printf("        .cell_of_square[%d] = %d, .square_of_cell[%d] = %d,\n", square,
                       cell, cell, square);
        }
    printf("        .rays = {\n");
    for (int direction = 0; direction < DIRECTION_COUNT; direction++)
        print_rays(shape, (Direction)direction);
    printf("        },\n    },\n");
}

static void print_zobrist(void) {
    uint64_t state = zobrist_seed;
    printf("const uint64_t zobrist_turn = 0x%016llxu;\n",
           (unsigned long long)rng_splitmix64(&state));
    printf("const uint64_t zobrist_piece[2][2][%d] = {\n", CELL_COUNT);
    for (int color = 0; color < 2; color++) {
        printf("    {\n");
        for (int kind = 0; kind < 2; kind++) {
            printf("        {\n");
            for (int cell = 0; cell < CELL_COUNT; cell++)
                printf("            0x%016llxu,\n", (unsigned long long)rng_splitmix64(&state));
            printf("        },\n");
        }
        printf("    },\n");
    }
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
