/* SPDX-License-Identifier: MIT */
#include "bench/match/law_match.h"

#include "engine/base/rng.h"
#include "protocol/arbiter.h"
#include "protocol/huff_player.h"

#include <stdlib.h>
#include <string.h>

enum {
    REPETITION_LIMIT = 3,
    QUIET_PLY_LIMIT = 80,
    NOTICE_PIECES_MAX = 6, /* on the board */
    NOTICE_QUIET_PLIES = 20,
};

typedef struct {
    const LawMatchConfig *config;
    Session *sessions[2];
    bool knows_huff[2];
    HuffAdversary adversaries[2]; /* what each knows of the other, from all games */
    bool offered;                 /* the last turn was an offer */
    SearchLimits limits[2];
    Arbiter *arbiter;
    GameRecord record; /* today's moves since something else happened */
    uint64_t *keys;    /* of all positions of the game */
    int plies;
    LawMatchResult *result;
} LawMatch;

/* ---- Engines ---- */

static Status set_options(LawMatch *match, int number, Error *error) {
    const EngineSpec *spec = &match->config->engines[number];
    match->knows_huff[number] = true;
    for (int i = 0; i < spec->option_count; i++) {
        const EngineOption *option = &spec->options[i];
        bool yes = !strcmp(option->value, "true"), no = !strcmp(option->value, "false");
        Status status = STATUS_OK;
        if (strcmp(option->name, "huff") != 0)
            status =
                session_set_option(match->sessions[number], option->name, option->value, error);
        else if (yes || no)
            match->knows_huff[number] = yes;
        else
            status = error_set(error, STATUS_RANGE, "set.huff: \"%.40s\" is not true or false",
                               option->value);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}

static Status open_engine(LawMatch *match, int number, Error *error) {
    const EngineSpec *spec = &match->config->engines[number];
    const MatchLimits *limits = spec->has_limits ? &spec->limits : &match->config->limits;
    if (spec->protocol != ENGINE_SELF)
        return error_set(error, STATUS_RANGE,
                         "under a law book only `self` can play: no protocol has the huff");
    if (limits->clock_time > 0)
        return error_set(error, STATUS_RANGE,
                         "under a law book limits are nodes, depth or time for a move");
    match->limits[number] = (SearchLimits){.has_depth = limits->depth > 0,
                                           .has_nodes = limits->nodes > 0,
                                           .has_move_time = limits->move_time > 0,
                                           .depth = limits->depth,
                                           .nodes = limits->nodes,
                                           .move_time = limits->move_time};
    Settings settings = settings_default();
    settings.rules = rules_get(match->config->book->variant);
    settings.book = false;
    Status status = session_new(&settings, &match->sessions[number], error);
    return status < 0 ? status : set_options(match, number, error);
}

static Status open_match(LawMatch *match, Error *error) {
    static const ClockConfig no_clock = {.kind = CLOCK_NONE};
    Position start;
    position_init_start(&start, rules_get(match->config->book->variant));
    Status status = record_init(&match->record, &start, error);
    if (status >= 0)
        status =
            arbiter_new(match->config->book, IRREGULARITY_ASK, &no_clock, &match->arbiter, error);
    for (int i = 0; i < 2 && status >= 0; i++)
        status = open_engine(match, i, error);
    match->keys = malloc(((size_t)match->config->plies_max + 1) * sizeof *match->keys);
    if (status >= 0 && !match->keys)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a match");
    return status;
}

static void close_match(LawMatch *match) {
    session_free(match->sessions[0]);
    session_free(match->sessions[1]);
    arbiter_free(match->arbiter);
    record_done(&match->record);
    free(match->keys);
}

/* ---- A turn ---- */

/* Gives the arbiter an event; true when it was taken as right. */
static Status tell(LawMatch *match, const ArbiterEvent *event, bool *ret_right, Error *error) {
    Answer answer;
    Status status = arbiter_take(match->arbiter, event, &answer, error);
    if (status < 0)
        return status;
    for (int i = 0; i < answer.count; i++)
        if (answer.rulings[i].kind == RULING_REFUSED || answer.rulings[i].kind == RULING_IRREGULAR)
            *ret_right = false;
    return STATUS_OK;
}

/* What goes before a turn without thought: the adversary's man is crowned, notice is given. */
static Status tell_formalities(LawMatch *match, Error *error) {
    ArbiterState state = arbiter_get_state(match->arbiter);
    const Position *position = &state.position->position;
    Color other = color_other(state.turn), stronger;
    Status status = STATUS_OK;
    bool right = true;
    Bitboard row = rules_crowning_mask(position->rules, other);
    for (Bitboard kings = position->board.kings[other] & row; kings && status >= 0;
         kings = bits_rest(kings)) {
        ArbiterEvent crown = {.kind = EVENT_CROWN, .by = state.turn, .square_count = 1};
        crown.squares[0] = rules_geometry(position->rules)->square_of_cell[bits_first(kings)];
        if (arbiter_get_state(match->arbiter).may & MAY_CROWN)
            status = tell(match, &crown, &right, error);
    }
    bool few = bits_count(board_occupied(&position->board)) <= NOTICE_PIECES_MAX;
    if (status < 0 || !(state.may & MAY_NOTICE) || !few ||
        position->quiet_plies < NOTICE_QUIET_PLIES)
        return status;
    law_book_find_count(match->config->book, &position->board, &stronger);
    ArbiterEvent notice = {.kind = EVENT_NOTICE, .by = color_other(stronger)};
    return tell(match, &notice, &right, error);
}

static void note_deeds(LawMatchDeeds *deeds, const HuffPosition *position, const HuffTurn *turn) {
    deeds->offers += turn->offers;
    deeds->huffs += turn->choice == HUFF_CHOICE_TAKE;
    deeds->compels += turn->choice == HUFF_CHOICE_COMPEL;
    deeds->stands += position->huffable && turn->choice == HUFF_CHOICE_STAND;
}

/* The record the search sees goes on with moves of today's game only. */
static Status keep_record(LawMatch *match, const HuffTurn *turn, Error *error) {
    if (turn->choice == HUFF_CHOICE_STAND && !turn->offers)
        return record_push(&match->record, turn->move, error);
    record_restart(&match->record, &arbiter_get_state(match->arbiter).position->position);
    return STATUS_OK;
}

/* Tells the turn that an engine has found; false: the arbiter does not take it so. */
static Status tell_turn(LawMatch *match, const HuffTurn *turn, bool *ret_right, Error *error) {
    ArbiterState state = arbiter_get_state(match->arbiter);
    const Geometry *geometry = rules_geometry(state.position->position.rules);
    ArbiterEvent event = {.by = state.turn};
    if (turn->choice == HUFF_CHOICE_COMPEL) {
        event.kind = EVENT_COMPEL;
        return tell(match, &event, ret_right, error);
    }
    if (turn->choice == HUFF_CHOICE_TAKE) {
        event.kind = EVENT_HUFF;
        event.square_count = 1;
        event.squares[0] = geometry->square_of_cell[turn->cell];
        Status status = tell(match, &event, ret_right, error);
        if (status < 0 || !*ret_right)
            return status;
    }
    if (move_is_none(turn->move)) {
        event.kind = EVENT_RESIGN;
        return tell(match, &event, ret_right, error);
    }
    arbiter_event_of_move(match->arbiter, turn->move, &event);
    return tell(match, &event, ret_right, error);
}

static Status play_turn(LawMatch *match, int engine, bool *ret_right, Error *error) {
    HuffTurn turn;
    HuffPosition position = *arbiter_get_state(match->arbiter).position;
    Status status = huff_player_think(match->sessions[engine], &position, &match->record,
                                      &match->limits[engine], match->knows_huff[engine],
                                      &match->adversaries[engine], &turn, error);
    if (status < 0)
        return status;
    if (match->offered)
        huff_adversary_note(&match->adversaries[1 - engine], turn.choice);
    match->offered = turn.offers;
    note_deeds(&match->result->deeds[engine], &position, &turn);
    status = tell_turn(match, &turn, ret_right, error);
    if (status < 0 || !*ret_right || move_is_none(turn.move))
        return status < 0 || !*ret_right || turn.choice != HUFF_CHOICE_COMPEL
                   ? status
                   : keep_record(match, &turn, error);
    return keep_record(match, &turn, error);
}

/* ---- A game ---- */

static bool is_drawn_by_custom(LawMatch *match) {
    const HuffPosition *position = arbiter_get_state(match->arbiter).position;
    int occurrences = 1;
    for (int i = 0; i < match->plies; i++)
        occurrences += match->keys[i] == position->key;
    match->keys[match->plies] = position->key;
    return occurrences >= REPETITION_LIMIT || position->position.quiet_plies >= QUIET_PLY_LIMIT ||
           match->plies >= match->config->plies_max;
}

static Outcome outcome_of(GameState game) {
    return game == GAME_WHITE_WON   ? OUTCOME_WHITE_WINS
           : game == GAME_BLACK_WON ? OUTCOME_BLACK_WINS
                                    : OUTCOME_DRAW;
}

static void note_end(LawMatch *match, ArbiterState state, bool custom) {
    match->result->by_custom += custom;
    match->result->by_count += !custom && state.game == GAME_DRAWN;
    match->result->by_law += !custom && state.game != GAME_DRAWN;
    match->result->plies += (uint64_t)match->plies;
}

static Status begin_game(LawMatch *match, const Position *start, Error *error) {
    ArbiterEvent event = {.kind = EVENT_NEW, .start = start};
    bool right = true;
    match->plies = 0;
    match->offered = false;
    record_restart(&match->record, start);
    Status status = tell(match, &event, &right, error);
    for (int i = 0; i < 2 && status >= 0; i++)
        status = session_new_game(match->sessions[i], error);
    return status;
}

static Status play_game(LawMatch *match, const Position *start, Color first, Outcome *ret_outcome,
                        Error *error) {
    Status status = begin_game(match, start, error);
    ArbiterState state = arbiter_get_state(match->arbiter);
    bool right = true, custom = false;
    while (status >= 0 && right && !custom && state.game == GAME_GOES_ON) {
        custom = is_drawn_by_custom(match);
        if (custom)
            break;
        status = tell_formalities(match, error);
        if (status >= 0)
            status = play_turn(match, state.turn == first ? 0 : 1, &right, error);
        match->plies++;
        if (!right)
            break;
        state = arbiter_get_state(match->arbiter);
    }
    if (status < 0)
        return status;
    note_end(match, state, custom);
    *ret_outcome = outcome_of(state.game);
    if (!right) {
        match->result->deeds[state.turn == first ? 0 : 1].illegal++;
        *ret_outcome = state.turn == COLOR_WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS;
    }
    ArbiterEvent over = {.kind = EVENT_RESIGN};
    if (arbiter_get_state(match->arbiter).game == GAME_GOES_ON)
        status = tell(match, &over, &right, error);
    return status;
}

static Status play_pair(LawMatch *match, const Position *start, Error *error) {
    Outcome outcomes[COLOR_COUNT] = {OUTCOME_NONE, OUTCOME_NONE};
    Status status = STATUS_OK;
    for (int color = 0; color < COLOR_COUNT && status >= 0; color++) {
        status = play_game(match, start, (Color)color, &outcomes[color], error);
        if (status >= 0)
            match_score_add_game(&match->result->score, (Color)color, outcomes[color]);
    }
    if (status >= 0)
        match_score_add_pair(&match->result->score, outcomes[COLOR_WHITE], outcomes[COLOR_BLACK]);
    return status;
}

static int *draw_order(const LawMatchConfig *config) {
    int count = config->ballots->count;
    int *order = malloc((size_t)count * sizeof *order);
    Rng rng;
    rng_init(&rng, config->seed);
    for (int i = 0; order && i < count; i++) {
        int other = config->shuffled ? (int)rng_below(&rng, (uint64_t)i + 1) : i;
        order[i] = i;
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

Status law_match_play(const LawMatchConfig *config,
                      void (*on_game)(void *context, const LawMatchResult *result), void *context,
                      LawMatchResult *ret_result, Error *error) {
    LawMatch match = {.config = config, .result = ret_result};
    *ret_result = (LawMatchResult){0};
    int *order = draw_order(config);
    Status status = order ? open_match(&match, error)
                          : error_set(error, STATUS_NO_MEMORY, "no memory for a match");
    for (int pair = 0; pair < config->games / 2 && status >= 0; pair++) {
        const Ballot *ballot = &config->ballots->ballots[order[pair % config->ballots->count]];
        status = play_pair(&match, &ballot->start, error);
        if (status >= 0 && on_game)
            on_game(context, ret_result);
    }
    free(order);
    close_match(&match);
    return status;
}
