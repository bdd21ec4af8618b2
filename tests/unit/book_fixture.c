/* SPDX-License-Identifier: MIT */
#include "tests/unit/book_fixture.h"

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <string.h>
#include <unistd.h>

enum {
    PATHS_MAX = 16,
};

void unit_check(int status, const Error *error) {
    ck_assert_msg(status >= 0, "%s", error->text);
}

Position unit_read_position(VariantId variant, const char *fen) {
    Position position;
    Error error = {""};
    unit_check(fen_read(rules_get(variant), fen, strlen(fen), &position, NULL, &error), &error);
    return position;
}

Position unit_play(VariantId variant, const char *moves) {
    Position position, next;
    position_init_start(&position, rules_get(variant));
    for (const char *m = moves + strspn(moves, " "); *m; m += strspn(m, " ")) {
        size_t length = strcspn(m, " ");
        Move move;
        Error error = {""};
        unit_check(move_text_read(&position, m, length, &move, &error), &error);
        position_make(&position, move, &next);
        position = next;
        m += length;
    }
    return position;
}

BookEntry unit_entry(VariantId variant, const char *moves, BookEvidence evidence, int score,
                     int depth) {
    Position position = unit_play(variant, moves);
    return (BookEntry){
        .board = book_normalise(&position), .evidence = evidence, .score = score, .depth = depth};
}

static void add_below(BookSet *set, const Position *position, int plies, Rng *rng) {
    Error error = {""};
    BookEntry entry = {.board = book_normalise(position),
                       .evidence = BOOK_SEARCHED,
                       .score = (int)rng_below(rng, 201) - 100,
                       .depth = 1 + (int)rng_below(rng, 20)};
    if (!book_set_find(set, &entry.board))
        unit_check(book_set_add(set, &entry, &error), &error);
    MoveList list;
    if (plies == 0)
        return;
    movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        add_below(set, &next, plies - 1, rng);
    }
}

void unit_fill_set(BookSet *set, VariantId variant, int plies, uint64_t seed) {
    Rng rng;
    Position start;
    Error error = {""};
    rng_init(&rng, seed);
    position_init_start(&start, rules_get(variant));
    book_set_init(set, rules_get(variant));
    book_set_describe(set, "test %d", plies);
    add_below(set, &start, plies, &rng);
    unit_check(book_set_back_up(set, &error), &error);
}

/* ---- files ---- */

static struct {
    char paths[PATHS_MAX][SCRATCH_SIZE + 16];
    int count;
} files;
static char folder[SCRATCH_SIZE]; /* "" when there is none */

const char *unit_new_path(void) {
    if (!*folder) {
        scratch_make_folder(folder);
    }
    ck_assert_int_lt(files.count, PATHS_MAX);
    char *path = files.paths[files.count];
    snprintf(path, sizeof files.paths[0], "%s/%d", folder, files.count);
    files.count++;
    return path;
}

void unit_remove_files(void) {
    for (int i = 0; i < files.count; i++)
        unlink(files.paths[i]);
    if (*folder)
        rmdir(folder);
    files.count = 0;
    *folder = '\0';
}

unsigned char *unit_read_file(const char *path, size_t *ret_length) {
    enum {
        SIZE_MAX_OF_TEST = 1 << 20
    };
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    unsigned char *bytes = malloc(SIZE_MAX_OF_TEST);
    *ret_length = fread(bytes, 1, SIZE_MAX_OF_TEST, file);
    ck_assert_int_lt(*ret_length, SIZE_MAX_OF_TEST);
    fclose(file);
    return bytes;
}

void unit_write_file(const char *path, const void *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    ck_assert_int_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}
