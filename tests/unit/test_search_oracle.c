/* SPDX-License-Identifier: MIT */
#include "endgame/embedded.h"
#include "endgame/probe.h"
#include "tests/unit/search_fixture.h"
#include "tests/unit/suite.h"

/* ---- an oracle that says what it is told to ---- */

typedef struct {
    OracleValue value; /* of every position it knows, for the side to move */
    OracleValue color_wins[COLOR_COUNT];
    bool by_color;
    int looks;
} Mock;

static OracleValue mock_look(void *context, const Position *position) {
    Mock *mock = context;
    mock->looks++;
    return mock->by_color ? mock->color_wins[position->turn] : mock->value;
}

static void mock_consult(void *context, const Position *position, OracleAnswer *ret_answer) {
    *ret_answer = (OracleAnswer){mock_look(context, position), -1, ORACLE_UNKNOWN};
}

static Oracle mock_oracle(Mock *mock, int pieces_max) {
    return (Oracle){pieces_max, mock_look, mock_consult, mock};
}

static Search *search_with(const Oracle *oracle) {
    SearchConfig config = {.threads = 1, .table_mib = 4, .eval = EVAL_FULL, .oracle = oracle};
    Search *search = NULL;
    ck_assert_int_eq(search_new(&config, &search, NULL), STATUS_OK);
    return search;
}

/* With a capture to play for both, everything below is drawn, won or lost as the oracle has it. */
START_TEST(test_word_is_believed) {
    GameRecord record = search_case_record_fen("international", "W:W28,33,38:B22,3,4");
    Mock mock = {.value = ORACLE_DRAW};
    Oracle oracle = mock_oracle(&mock, 5);
    Search *search = search_with(&oracle);
    Seen seen = seen_think(search, &record, search_depth_limit(6));
    ck_assert_int_gt(mock.looks, 0);
    ck_assert_int_eq(seen.result.score, SCORE_DRAW);
    search_free(search);
    mock = (Mock){.by_color = true, .color_wins = {ORACLE_WIN, ORACLE_LOSS}};
    search = search_with(&oracle);
    seen = seen_think(search, &record, search_depth_limit(6));
    ck_assert_int_gt(seen.result.score, SCORE_EVAL_MAX);
    search_free(search);
    mock = (Mock){.by_color = true, .color_wins = {ORACLE_LOSS, ORACLE_WIN}};
    search = search_with(&oracle);
    seen = seen_think(search, &record, search_depth_limit(6));
    ck_assert_int_lt(seen.result.score, -SCORE_EVAL_MAX);
    search_free(search);
    record_done(&record);
}
END_TEST

/* An oracle without knowledge, and one for fewer pieces than can come about, change nothing. */
START_TEST(test_silent_oracle_changes_nothing) {
    GameRecord record = search_case_record_fen("international", "W:W28,33,38,K46:B22,3,4,K5");
    Search *plain = search_of(1, 4);
    Seen alone = seen_think(plain, &record, search_depth_limit(7));
    search_free(plain);
    Mock mock = {.value = ORACLE_UNKNOWN};
    for (int pieces = 1; pieces <= 8; pieces += 7) {
        Oracle oracle = mock_oracle(&mock, pieces);
        Search *search = search_with(&oracle);
        Seen seen = seen_think(search, &record, search_depth_limit(7));
        ck_assert_int_eq(seen.result.score, alone.result.score);
        ck_assert(move_equals(seen.result.best, alone.result.best));
        search_free(search);
    }
    record_done(&record);
}
END_TEST

/* ---- the tables of the program ---- */

typedef struct {
    Tables *tables;
    Oracle oracle;
    Search *search;
} Player;

static void player_init(Player *player, const char *variant) {
    Error error = {""};
    ck_assert_int_eq(tables_new(rules_find(variant), 8, &player->tables, NULL), STATUS_OK);
    ck_assert_msg(embedded_add(player->tables, &error) == STATUS_OK, "%s", error.text);
    player->oracle = probe_oracle(player->tables);
    player->search = search_with(&player->oracle);
}

static void player_done(Player *player) {
    search_free(player->search);
    tables_free(player->tables);
}

/* Where distances are known the answer is the table's, with the line to the end. */
START_TEST(test_answer_from_distances) {
    Player player;
    player_init(&player, "english");
    GameRecord record = search_case_record_fen("english", "W:WK28,K30:BK3");
    Verdict verdict = probe_read(player.tables, KIND_DTW, record_current(&record));
    ck_assert_int_eq(verdict.value, VERDICT_WIN);
    for (int ply = 0; ply < verdict.plies; ply++) {
        Seen seen = seen_think(player.search, &record, search_depth_limit(3));
        int left = verdict.plies - ply;
        ck_assert_int_eq(seen.result.score, ply % 2 ? score_loss_in(left) : score_win_in(left));
        ck_assert_int_eq(record_push(&record, seen.result.best, NULL), STATUS_OK);
    }
    ck_assert(!movegen_has_move(record_current(&record)));
    record_done(&record);
    player_done(&player);
}
END_TEST

/* Four pieces: the tables know who wins but not how soon. The win is made all the same, and no move
 * on the way gives it away. */
START_TEST(test_win_is_made) {
    static const struct {
        const char *variant, *fen;
        int plies; /* more than the search needs */
    } cases[] = {
        {"english", "W:WK29,K30,K31:BK2", 120},
        {"english", "W:WK29,30,K31:BK2", 140},
        {"international", "W:WK46,K47,31:B2", 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Player player;
        player_init(&player, cases[i].variant);
        GameRecord record = search_case_record_fen(cases[i].variant, cases[i].fen);
        SearchLimits limits = {.has_nodes = true, .nodes = 4000};
        int ply = 0;
        for (; ply < cases[i].plies && record_outcome(&record, NULL) == OUTCOME_NONE; ply++) {
            Verdict verdict = probe_read(player.tables, KIND_WDL, record_current(&record));
            ck_assert_int_eq(verdict.value, ply % 2 ? VERDICT_LOSS : VERDICT_WIN);
            Seen seen = seen_think(player.search, &record, limits);
            ck_assert_int_eq(record_push(&record, seen.result.best, NULL), STATUS_OK);
        }
        ck_assert_msg(record_outcome(&record, NULL) == OUTCOME_WHITE_WINS, "%s after %d plies",
                      cases[i].fen, ply);
        record_done(&record);
        player_done(&player);
    }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        test_word_is_believed,
        test_silent_oracle_changes_nothing,
        test_answer_from_distances,
        test_win_is_made,
    };
    Suite *suite = suite_create("search_oracle");
    suite_add_tcase(suite, search_case_tests("all", tests, sizeof tests / sizeof *tests));
    return suite_run(suite);
}
