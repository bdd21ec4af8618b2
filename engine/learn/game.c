/* SPDX-License-Identifier: MIT */
#include "engine/learn/game_internal.h"

#include "engine/board/movegen.h"

#include <string.h>

enum {
    OPENING_TRIES = 50,    /* openings drawn before any is taken */
    WON_SCORE = 800,       /* centimen; a side so far ahead for WON_PLIES has won */
    WON_PLIES = 8,         /* in a row, both sides' searches agreeing */
    LEVEL_SCORE = 100,     /* centimen; nobody further ahead for LEVEL_PLIES is a draw */
    LEVEL_PLIES = 20,      /* in a row of king moves without capture */
    SAMPLE_QUIET_STEP = 4, /* of the plies by kings without capture, which change little, one in
                              so many is learnt from */
    BRANCH_PLIES = 60,     /* most plies played fast before a branch */
    BRANCH_RANDOM = 3,     /* most random plies at a branch */
    BRANCH_SPEED = 10,     /* how much less than usual is thought before it */
    SAMPLE_SCORE = 2000,   /* centimen; positions further from level teach nothing */
};

Status game_player_init(Player *player, const SelfplayConfig *config, const atomic_bool *stop,
                        Error *error) {
    *player = (Player){.config = config, .stop = stop};
    SearchConfig search = {.threads = 1,
                           .table_mib = config->table_mib,
                           .eval = config->eval,
                           .oracle = config->oracle,
                           .weights = config->weights};
    Position start;
    position_init_start(&start, config->rules);
    Status status = record_init(&player->record, &start, error);
    if (status >= 0)
        status = search_new(&search, &player->search, error);
    if (status < 0)
        game_player_done(player);
    return status;
}

void game_player_done(Player *player) {
    search_free(player->search);
    record_done(&player->record);
    *player = (Player){0};
}

static bool is_stopped(const Player *player) {
    return player->stop && atomic_load_explicit(player->stop, memory_order_relaxed);
}

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

static Status think(Player *player, uint64_t speed, Error *error) {
    const SelfplayConfig *config = player->config;
    SearchLimits limits = {
        .has_nodes = config->nodes > 0,
        .nodes = config->nodes / speed + 1,
        .has_move_time = config->nodes == 0,
        .move_time = config->seconds / (double)speed,
    };
    SearchEvents events = {.on_done = keep_result, .context = &player->found};
    Status status =
        search_start(player->search, &player->record, &limits, SEARCH_ANALYSE, &events, error);
    search_wait(player->search);
    return status;
}

/* Plays `plies` random moves; `*ret_open` is false when the game ends on the way. */
static Status play_random(Player *player, int plies, bool *ret_open, Error *error) {
    Status status = STATUS_OK;
    *ret_open = true;
    for (int i = 0; status >= 0 && *ret_open && i < plies; i++) {
        MoveList list;
        int count = movegen_generate(record_current(&player->record), &list);
        *ret_open = count > 0 && record_outcome(&player->record, NULL) == OUTCOME_NONE;
        if (*ret_open)
            status = record_push(&player->record,
                                 list.moves[rng_below(&player->rng, (uint64_t)count)], error);
    }
    return status;
}

/* Plays on without much thought and then at random, so that games begin in every phase and where no
 * sensible game would come to. */
static Status play_branch(Player *player, bool *ret_open, Error *error) {
    int plies = (int)rng_below(&player->rng, BRANCH_PLIES + 1);
    Status status = search_clear(player->search, error);
    for (int i = 0; status >= 0 && i < plies; i++) {
        if (record_outcome(&player->record, NULL) != OUTCOME_NONE)
            break;
        status = think(player, BRANCH_SPEED, error);
        if (status >= 0)
            status = record_push(&player->record, player->found.best, error);
    }
    if (status < 0)
        return status;
    return play_random(player, 1 + (int)rng_below(&player->rng, BRANCH_RANDOM), ret_open, error);
}

/* Draws an opening; `*ret_open` is false when the game ends in it. */
static Status draw_opening(Player *player, bool *ret_open, Error *error) {
    const SelfplayConfig *config = player->config;
    uint64_t span = (uint64_t)(config->opening_max - config->opening_min + 1);
    int plies = config->opening_min + (int)rng_below(&player->rng, span);
    bool branch = (int)rng_below(&player->rng, 100) < config->branch_percent;
    Position start;
    position_init_start(&start, config->rules);
    record_restart(&player->record, &start);
    Status status = play_random(player, plies, ret_open, error);
    if (status >= 0 && *ret_open && branch)
        status = play_branch(player, ret_open, error);
    if (status >= 0 && *ret_open) /* the law may have ended it with the last ply */
        *ret_open = record_outcome(&player->record, NULL) == OUTCOME_NONE;
    return status;
}

/* An opening is sound when the search sees nobody far ahead. */
static Status play_opening(Player *player, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; status >= 0 && i < OPENING_TRIES; i++) {
        bool open;
        status = draw_opening(player, &open, error);
        if (status < 0 || !open)
            continue;
        status = search_clear(player->search, error);
        if (status >= 0)
            status = think(player, 1, error);
        if (abs(player->found.score) <= player->config->opening_limit)
            break;
    }
    return status;
}

static Outcome outcome_for(int white) {
    return white > 0 ? OUTCOME_WHITE_WINS : white < 0 ? OUTCOME_BLACK_WINS : OUTCOME_DRAW;
}

/* The end of the game as the oracle knows it: what the law still lets a side have goes before what
 * it could have with more time. */
static Outcome ask_oracle(const Player *player) {
    const Oracle *oracle = player->config->oracle;
    const Position *position = record_current(&player->record);
    if (!oracle || bits_count(board_occupied(&position->board)) > oracle->pieces_max)
        return OUTCOME_NONE;
    OracleAnswer answer;
    oracle->consult(oracle->context, position, &answer);
    OracleValue value = answer.rule != ORACLE_UNKNOWN ? answer.rule : answer.value;
    int mover = position->turn == COLOR_WHITE ? 1 : -1;
    switch (value) {
    case ORACLE_WIN:
        return outcome_for(mover);
    case ORACLE_LOSS:
        return outcome_for(-mover);
    case ORACLE_DRAW:
        return OUTCOME_DRAW;
    default:
        return OUTCOME_NONE;
    }
}

/* Whether the game is over, by the law, because it is known how it will end, or because that is
 * plain. */
static Outcome judge(Player *player) {
    Outcome outcome = record_outcome(&player->record, NULL);
    if (outcome == OUTCOME_NONE)
        outcome = ask_oracle(player);
    if (outcome != OUTCOME_NONE)
        return outcome;
    if (record_plies(&player->record) >= GAME_PLIES_MAX)
        return OUTCOME_DRAW;
    if (player->won_plies >= WON_PLIES)
        return outcome_for(player->winner);
    return player->level_plies >= LEVEL_PLIES ? OUTCOME_DRAW : OUTCOME_NONE;
}

/* What the search said of the current position counts towards giving the game up. */
static Outcome note_score(Player *player, const Position *position) {
    int score = player->found.score;
    int white = position->turn == COLOR_WHITE ? score : -score;
    int side = white > 0 ? 1 : -1;
    if (abs(score) > SCORE_EVAL_MAX) /* proven, or the oracle's word */
        return outcome_for(side);
    if (abs(score) < WON_SCORE)
        player->won_plies = 0;
    else if (side == player->winner)
        player->won_plies++;
    else
        player->won_plies = 1;
    player->winner = side;
    bool level = abs(score) <= LEVEL_SCORE && position->quiet_plies > 0;
    player->level_plies = level ? player->level_plies + 1 : 0;
    return OUTCOME_NONE;
}

static bool is_lesson(const Player *player, const Position *position) {
    return abs(player->found.score) <= SAMPLE_SCORE &&
           position->quiet_plies % SAMPLE_QUIET_STEP == 0 && sample_is_quiet(position);
}

/* Plays one move; `*ret_outcome` says whether that ended the game. */
static Status play_move(Player *player, uint32_t number, PlayedGame *played, Color *turns,
                        Outcome *ret_outcome, Error *error) {
    TrainingGame *game = &played->game;
    const Position *position = record_current(&player->record);
    MoveList list;
    if (movegen_generate(position, &list) == 1)
        return record_push(&player->record, list.moves[0], error);
    Status status = think(player, 1, error);
    if (status < 0)
        return status;
    *ret_outcome = note_score(player, position);
    if (*ret_outcome != OUTCOME_NONE)
        return STATUS_OK;
    if (is_lesson(player, position) && game->sample_count < GAME_PLIES_MAX) {
        int ply = record_plies(&player->record);
        turns[game->sample_count] = (Color)position->turn;
        played->samples[game->sample_count++] =
            sample_make(position, player->found.score, ply, number);
    }
    return record_push(&player->record, player->found.best, error);
}

static Status play_out(Player *player, uint32_t number, PlayedGame *played, Error *error) {
    Color turns[GAME_PLIES_MAX];
    TrainingGame *game = &played->game;
    for (;;) {
        game->outcome = judge(player);
        if (game->outcome != OUTCOME_NONE)
            break;
        if (is_stopped(player))
            return error_set(error, STATUS_CLOSED, "stopped");
        Status status = play_move(player, number, played, turns, &game->outcome, error);
        if (status < 0)
            return status;
        if (game->outcome != OUTCOME_NONE)
            break;
    }
    game->plies = record_plies(&player->record);
    for (int i = 0; i < game->sample_count; i++)
        played->samples[i].result = (int8_t)sample_result_of(game->outcome, turns[i]);
    return STATUS_OK;
}

Status game_play(Player *player, uint32_t number, PlayedGame *ret_game, Error *error) {
    uint64_t seed = player->config->seed ^ (uint64_t)number << 32;
    rng_init(&player->rng, rng_splitmix64(&seed));
    player->won_plies = player->level_plies = 0;
    player->winner = 0;
    Status status = play_opening(player, error);
    if (status < 0)
        return status;
    ret_game->game = (TrainingGame){.samples = ret_game->samples};
    status = search_clear(player->search, error);
    return status < 0 ? status : play_out(player, number, ret_game, error);
}
