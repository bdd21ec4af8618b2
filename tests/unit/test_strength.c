/* SPDX-License-Identifier: MIT
 *
 * That the engine plays every variant to win: it beats a player of random moves in all games, and a
 * copy of itself that knows material alone in most. Fixed nodes and seeds, so the games are the
 * same everywhere. HUFF_TEST_GAMES sets how many a variant has. */
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/search/search.h"
#include "tests/unit/suite.h"

#include <errno.h>

enum {
    GAMES_DEFAULT = 4, /* of each kind; both sides begin in turn */
    GAMES_MAX = 10000,
    OPENING_PLIES = 4, /* random moves before the copies play */
    PLIES_MAX = 300,   /* a longer game counts as drawn */
    NODES_RANDOM = 300,
    NODES_COPY = 1000,
    SHARE_DUE = 60, /* per cent of the points against the copy, if the games are many enough */
    SHARE_GAMES = 40,
};

/* Plays for one side: a search, or random moves without one. */
typedef struct {
    Search *search;
    uint64_t nodes;
} Player;

static int get_game_count(void) {
    const char *text = getenv("HUFF_TEST_GAMES");
    if (!text)
        return GAMES_DEFAULT;
    char *end;
    errno = 0;
    long count = strtol(text, &end, 10);
    ck_assert_msg(!errno && end > text && !*end && count >= 1 && count <= GAMES_MAX,
                  "HUFF_TEST_GAMES is \"%s\", not a number from 1 to %d", text, GAMES_MAX);
    return (int)count;
}

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

static Player player_of(EvalKind eval, uint64_t nodes) {
    SearchConfig config = {.threads = 1, .table_mib = 1, .eval = eval};
    Player player = {.nodes = nodes};
    ck_assert_int_eq(search_new(&config, &player.search, NULL), STATUS_OK);
    return player;
}

static Move random_move(const Position *position, Rng *rng) {
    MoveList list;
    movegen_generate(position, &list);
    return list.moves[rng_below(rng, (uint64_t)list.count)];
}

static Move choose_move(const Player *player, const GameRecord *record, Rng *rng) {
    if (!player->search)
        return random_move(record_current(record), rng);
    SearchResult result;
    SearchLimits limits = {.has_nodes = true, .nodes = player->nodes};
    SearchEvents events = {.on_done = keep_result, .context = &result};
    ck_assert_int_eq(search_start(player->search, record, &limits, SEARCH_THINK, &events, NULL),
                     STATUS_OK);
    search_wait(player->search);
    return result.best;
}

/* Points of the first player in halves: 2 for a win. */
static int play_game(const Rules *rules, const Player *first, const Player *second,
                     bool first_is_white, int opening, Rng *rng) {
    const Player *players[COLOR_COUNT] = {first_is_white ? first : second,
                                          first_is_white ? second : first};
    Position start;
    GameRecord record;
    Outcome outcome = OUTCOME_NONE;
    position_init_start(&start, rules);
    ck_assert_int_eq(record_init(&record, &start, NULL), STATUS_OK);
    for (int i = 0; i < 2; i++)
        if (players[i]->search)
            ck_assert_int_eq(search_clear(players[i]->search, NULL), STATUS_OK);
    while (record_plies(&record) < PLIES_MAX &&
           (outcome = record_outcome(&record, NULL)) == OUTCOME_NONE) {
        const Position *position = record_current(&record);
        Move move = record_plies(&record) < opening
                        ? random_move(position, rng)
                        : choose_move(players[position->turn], &record, rng);
        ck_assert(!move_is_none(movegen_find(position, move)));
        ck_assert_int_eq(record_push(&record, move, NULL), STATUS_OK);
    }
    record_done(&record);
    if (outcome == OUTCOME_NONE || outcome == OUTCOME_DRAW)
        return 1;
    return (outcome == OUTCOME_WHITE_WINS) == first_is_white ? 2 : 0;
}

START_TEST(beats_random_moves) {
    const Rules *rules = rules_get((VariantId)_i);
    Player engine = player_of(EVAL_FULL, NODES_RANDOM), other = {0};
    int games = get_game_count();
    Rng rng;
    rng_init(&rng, 5);
    for (int game = 0; game < games; game++) {
        int points = play_game(rules, &engine, &other, game % 2, 0, &rng);
        ck_assert_msg(points == 2, "%s: game %d against random moves gave %d of 2", rules->name,
                      game, points);
    }
    search_free(engine.search);
}
END_TEST

START_TEST(beats_material_alone) {
    const Rules *rules = rules_get((VariantId)_i);
    Player engine = player_of(EVAL_FULL, NODES_COPY), other = player_of(EVAL_MATERIAL, NODES_COPY);
    int games = get_game_count(), points = 0;
    Rng rng;
    rng_init(&rng, 6);
    for (int game = 0; game < games; game++)
        points += play_game(rules, &engine, &other, game % 2, OPENING_PLIES, &rng);
    if (getenv("HUFF_TEST_GAMES"))
        fprintf(stderr, "%s: %d of %d points\n", rules->name, points, 2 * games);
    /* Few games prove little; they only must not be lost heavily. */
    int due = games >= SHARE_GAMES ? 2 * games * SHARE_DUE / 100 : games / 2;
    ck_assert_msg(points >= due, "%s: %d of %d points against material alone", rules->name, points,
                  2 * games);
    search_free(engine.search);
    search_free(other.search);
}
END_TEST

/* A player of random moves does not beat itself in every game, so the first test can fail. */
START_TEST(random_moves_do_not_always_win) {
    Player one = {0}, other = {0};
    Rng rng;
    int points = 0;
    rng_init(&rng, 5);
    for (int game = 0; game < 10; game++)
        points += play_game(rules_get(VARIANT_INTERNATIONAL), &one, &other, game % 2, 0, &rng);
    ck_assert_int_lt(points, 20);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("strength");
    TCase *games = tcase_create("games");
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, beats_random_moves, 0, VARIANT_COUNT);
    tcase_add_loop_test(games, beats_material_alone, 0, VARIANT_COUNT);
    tcase_add_test(games, random_moves_do_not_always_win);
    suite_add_tcase(suite, games);
    return suite_run(suite);
}
