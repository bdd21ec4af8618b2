/* SPDX-License-Identifier: MIT
 *
 * Training sets: what is written reads back, a cut file goes on, and damage is told. */
#include "engine/learn/training_set.h"
#include "tests/unit/random_position.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

enum {
    GAMES = 3,
    SAMPLES = 40,
};

static char path[SCRATCH_SIZE];
static Sample samples[GAMES][SAMPLES];

static void make_path(void) {
    scratch_make_file(path);
}

static void remove_path(void) {
    unlink(path);
}

/* Games of random positions, seeded by `first`. */
static void make_games(const Rules *rules, uint32_t first, TrainingGame *games) {
    Rng rng;
    rng_init(&rng, first + 1);
    for (uint32_t g = 0; g < GAMES; g++) {
        for (int i = 0; i < SAMPLES; i++) {
            Position position;
            random_position_init(&position, rules, &rng, 40, 20, 50);
            samples[g][i] = sample_make(&position, (int)rng_below(&rng, 4001) - 2000, i, first + g);
            samples[g][i].result = (int8_t)((int)rng_below(&rng, 3) - 1);
        }
        games[g] =
            (TrainingGame){(Outcome)(OUTCOME_WHITE_WINS + g), 2 * SAMPLES, SAMPLES, samples[g]};
    }
}

static void write_chunk(const Rules *rules, const char *text, uint32_t first) {
    TrainingWriter *writer;
    TrainingGame games[GAMES];
    Error error;
    ck_assert_msg(training_writer_open(path, rules, text, &writer, &error) == STATUS_OK, "%s",
                  error.text);
    make_games(rules, first, games);
    ck_assert_int_eq(training_writer_append(writer, first, games, GAMES, NULL), STATUS_OK);
    ck_assert_uint_eq(training_writer_games_from(writer, first), GAMES);
    ck_assert_uint_eq(training_writer_games_from(writer, first + 1), 0);
    ck_assert_int_eq(training_writer_close(writer, NULL), STATUS_OK);
}

static void check_samples(const TrainingSet *set, size_t at, const Rules *rules, uint32_t first) {
    TrainingGame games[GAMES];
    make_games(rules, first, games);
    for (int g = 0; g < GAMES; g++)
        for (int i = 0; i < SAMPLES; i++) {
            const Sample *a = &set->samples[at + (size_t)(g * SAMPLES + i)], *b = &samples[g][i];
            ck_assert_int_eq(memcmp(&a->board, &b->board, sizeof a->board), 0);
            ck_assert_int_eq(a->score, b->score);
            ck_assert_int_eq(a->result, b->result);
            ck_assert_uint_eq(a->ply, b->ply);
            ck_assert_uint_eq(a->game, b->game);
        }
}

START_TEST(test_round_trip) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get(id);
        make_path();
        write_chunk(rules, "seed=1", GAMES); /* chunks in any order */
        write_chunk(rules, "seed=1", 0);
        TrainingSet set;
        const char *const paths[] = {path};
        ck_assert_int_eq(training_set_read(paths, 1, &set, NULL), STATUS_OK);
        ck_assert_ptr_eq(set.rules, rules);
        ck_assert_uint_eq(set.sample_count, 2 * GAMES * SAMPLES);
        ck_assert_uint_eq(set.counts.games, 2 * GAMES);
        ck_assert_uint_eq(set.counts.white_wins, 2);
        ck_assert_uint_eq(set.counts.draws, 2);
        ck_assert_uint_eq(set.counts.black_wins, 2);
        ck_assert_uint_eq(set.counts.plies, 2 * GAMES * 2 * SAMPLES);
        check_samples(&set, 0, rules, 0);
        check_samples(&set, GAMES * SAMPLES, rules, GAMES);
        training_set_done(&set);
        remove_path();
    }
}
END_TEST

/* Whatever part of the last chunk is missing, the file goes on behind the one before. */
START_TEST(test_cut) {
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    make_path();
    write_chunk(rules, "seed=1", 0);
    write_chunk(rules, "seed=1", GAMES);
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    long whole = ftell(file);
    fclose(file);
    const char *const paths[] = {path};
    for (long cut = 1; cut < 900; cut += 97) {
        ck_assert_int_eq(truncate(path, whole - cut), 0);
        TrainingSet set;
        ck_assert_int_eq(training_set_read(paths, 1, &set, NULL), STATUS_OK);
        ck_assert_uint_eq(set.counts.games, GAMES);
        training_set_done(&set);
        write_chunk(rules, "seed=1", GAMES);
        ck_assert_int_eq(training_set_read(paths, 1, &set, NULL), STATUS_OK);
        check_samples(&set, GAMES * SAMPLES, rules, GAMES);
        training_set_done(&set);
    }
    remove_path();
}
END_TEST

static void flip_byte(long offset) {
    FILE *file = fopen(path, "r+b");
    fseek(file, offset, SEEK_SET);
    int byte = getc(file);
    fseek(file, offset, SEEK_SET);
    putc(byte ^ 0x11, file);
    fclose(file);
}

/* A file is continued only if all before its last chunk is whole; a spoilt last chunk goes. */
START_TEST(test_continue_damaged) {
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    TrainingWriter *writer;
    Error error;
    long ends[2];
    make_path();
    for (int i = 0; i < 2; i++) {
        write_chunk(rules, "seed=1", (uint32_t)i * GAMES);
        FILE *file = fopen(path, "rb");
        fseek(file, 0, SEEK_END);
        ends[i] = ftell(file);
        fclose(file);
    }
    flip_byte(ends[0] - 20);
    ck_assert_int_eq(training_writer_open(path, rules, "seed=1", &writer, &error), STATUS_SYNTAX);
    ck_assert_msg(strstr(error.text, "the chunk of game 0") && strstr(error.text, path), "%s",
                  error.text);
    flip_byte(ends[0] - 20);
    flip_byte(ends[1] - 20);
    ck_assert_int_eq(training_writer_open(path, rules, "seed=1", &writer, &error), STATUS_OK);
    ck_assert_uint_eq(training_writer_games_from(writer, 0), GAMES);
    ck_assert_uint_eq(training_writer_games_from(writer, GAMES), 0);
    ck_assert_uint_eq(training_writer_counts(writer)->games, GAMES);
    ck_assert_int_eq(training_writer_close(writer, NULL), STATUS_OK);
    write_chunk(rules, "seed=1", GAMES);
    TrainingSet set;
    const char *const paths[] = {path};
    ck_assert_int_eq(training_set_read(paths, 1, &set, NULL), STATUS_OK);
    check_samples(&set, GAMES * SAMPLES, rules, GAMES);
    training_set_done(&set);
    remove_path();
}
END_TEST

START_TEST(test_two_writers) {
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    TrainingWriter *first, *second;
    Error error;
    make_path();
    ck_assert_int_eq(training_writer_open(path, rules, "seed=1", &first, NULL), STATUS_OK);
    ck_assert_int_eq(training_writer_open(path, rules, "seed=1", &second, &error), STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, path));
    ck_assert_int_eq(training_writer_close(first, NULL), STATUS_OK);
    ck_assert_int_eq(training_writer_open(path, rules, "seed=1", &second, NULL), STATUS_OK);
    ck_assert_int_eq(training_writer_close(second, NULL), STATUS_OK);
    remove_path();
}
END_TEST

START_TEST(test_other_games) {
    TrainingWriter *writer;
    Error error;
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    make_path();
    write_chunk(rules, "seed=1", 0);
    ck_assert_int_eq(training_writer_open(path, rules, "seed=2", &writer, &error), STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, "seed=1"));
    ck_assert_int_eq(
        training_writer_open(path, rules_get(VARIANT_ENGLISH), "seed=1", &writer, &error),
        STATUS_STATE);
    TrainingSet set;
    char other[sizeof path];
    memcpy(other, path, sizeof path);
    make_path();
    write_chunk(rules_get(VARIANT_ENGLISH), "seed=1", 0);
    const char *const paths[] = {other, path};
    ck_assert_int_eq(training_set_read(paths, 2, &set, &error), STATUS_STATE);
    remove_path();
    unlink(other);
}
END_TEST

/* A changed byte is told, wherever it stands. */
START_TEST(test_damage) {
    make_path();
    write_chunk(rules_get(VARIANT_ENGLISH), "seed=1", 0);
    write_chunk(rules_get(VARIANT_ENGLISH), "seed=1", GAMES);
    FILE *file = fopen(path, "rb");
    static unsigned char bytes[1 << 20];
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i < length; i++) {
        TrainingSet set;
        Error error = {""};
        bytes[i] ^= 0x11; /* one bit of a zstd frame means nothing */
        Status status = training_set_parse("x", bytes, length, &set, &error);
        ck_assert_msg(status < 0, "byte %zu of %zu", i, length);
        ck_assert(error.text[0] != '\0');
        bytes[i] ^= 0x11; /* one bit of a zstd frame means nothing */
    }
    remove_path();
}
END_TEST

START_TEST(test_twice) {
    make_path();
    write_chunk(rules_get(VARIANT_ENGLISH), "seed=1", 0);
    write_chunk(rules_get(VARIANT_ENGLISH), "seed=1", 1);
    TrainingSet set;
    Error error;
    const char *const paths[] = {path};
    ck_assert_int_eq(training_set_read(paths, 1, &set, &error), STATUS_SYNTAX);
    ck_assert_ptr_nonnull(strstr(error.text, "twice"));
    remove_path();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("training_set");
    TCase *tcase = tcase_create("training_set");
    tcase_add_test(tcase, test_round_trip);
    tcase_add_test(tcase, test_cut);
    tcase_add_test(tcase, test_continue_damaged);
    tcase_add_test(tcase, test_two_writers);
    tcase_add_test(tcase, test_other_games);
    tcase_add_test(tcase, test_damage);
    tcase_add_test(tcase, test_twice);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
