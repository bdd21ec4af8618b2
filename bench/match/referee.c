/* SPDX-License-Identifier: MIT */
#include "bench/match/referee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A draw that one engine declares is believed when the other saw no more than this for itself. */
enum {
    AGREED_DRAW_SCORE = 30 /* centimen */
};

/* One side of the game. */
typedef struct {
    Player *player;
    MatchLimits limits;
    int engine;
    double remaining;     /* clock games: seconds */
    int moves_to_control; /* clock games; 0: no control */
    int winning_moves;    /* in a row with a score of at least win_score ... */
    int losing_moves;     /* ... at most -win_score ... */
    int level_moves;      /* ... within draw_score */
    bool has_score;
    int score; /* the last one it told */
} Side;

typedef struct {
    const RefereeRules *rules;
    MatchGame *game;
    Side sides[COLOR_COUNT];
    double last_seconds; /* used for the last move */
    Outcome told;        /* an exempt game: what the oracle said of it first */
} Table;

static Outcome win_of(Color color) {
    return color == COLOR_WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
}

static void finish(Table *table, MatchEnd end, Outcome outcome) {
    table->game->end = end;
    table->game->outcome = outcome;
}

/* Ends the game against `guilty`. */
static void condemn(Table *table, MatchEnd end, Color guilty, const char *text) {
    table->game->guilty = guilty;
    snprintf(table->game->text, sizeof table->game->text, "%s", text);
    finish(table, end, win_of(color_other(guilty)));
}

static MatchEnd end_of_fault(PlayerFault fault) {
    static const MatchEnd ends[FAULT_COUNT] = {
        [FAULT_START] = END_NO_START,  [FAULT_CRASH] = END_CRASH,          [FAULT_HANG] = END_HANG,
        [FAULT_GARBLED] = END_GARBLED, [FAULT_ILLEGAL] = END_ILLEGAL_MOVE,
    };
    return ends[fault];
}

/* The engine is killed in any case; the game goes to the other side unless it is over already. */
static void condemn_fault(Table *table, Color guilty, const PlayerAnswer *answer) {
    player_kill(table->sides[guilty].player);
    if (table->game->end == END_NONE)
        condemn(table, end_of_fault(answer->fault), guilty, answer->text);
}

/* ---- The law and the other ends that need no answer. */

static bool end_by_law(Table *table) {
    static const MatchEnd ends[] = {
        [REASON_CROWNED] = END_WON_BY_RULE,    [REASON_NO_MOVE] = END_NO_MOVE,
        [REASON_REPETITION] = END_REPETITION,  [REASON_QUIET_MOVES] = END_QUIET_MOVES,
        [REASON_COUNTED_ENDING] = END_COUNTED,
    };
    Reason reason;
    Outcome outcome = record_outcome(&table->game->record, &reason);
    if (outcome == OUTCOME_NONE)
        return false;
    finish(table, ends[reason], outcome);
    return true;
}

static bool end_by_score(Table *table) {
    const ScoreAdjudication *by = &table->rules->by_score;
    const Side *white = &table->sides[COLOR_WHITE], *black = &table->sides[COLOR_BLACK];
    if (by->win_moves > 0) {
        for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
            if (table->sides[color].winning_moves >= by->win_moves &&
                table->sides[color_other(color)].losing_moves >= by->win_moves) {
                finish(table, END_SCORE, win_of(color));
                return true;
            }
    }
    if (by->draw_moves > 0 && white->level_moves >= by->draw_moves &&
        black->level_moves >= by->draw_moves &&
        record_plies(&table->game->record) >= 2 * by->draw_after) {
        finish(table, END_SCORE, OUTCOME_DRAW);
        return true;
    }
    return false;
}

static Outcome outcome_of(OracleValue value, Color turn) {
    switch (value) {
    case ORACLE_WIN:
        return win_of(turn);
    case ORACLE_LOSS:
        return win_of(color_other(turn));
    case ORACLE_DRAW:
        return OUTCOME_DRAW;
    case ORACLE_UNKNOWN:
        break;
    }
    return OUTCOME_NONE;
}

static bool end_by_oracle(Table *table) {
    const Oracle *oracle = table->rules->oracle;
    const Position *position = record_current(&table->game->record);
    if (!oracle || table->told != OUTCOME_NONE ||
        bits_count(board_occupied(&position->board)) > oracle->pieces_max)
        return false;
    OracleAnswer answer;
    oracle->consult(oracle->context, position, &answer);
    OracleValue value = answer.rule != ORACLE_UNKNOWN ? answer.rule : answer.value;
    Outcome outcome = outcome_of(value, (Color)position->turn);
    if (outcome == OUTCOME_NONE)
        return false;
    if (table->game->exempt)
        table->told = outcome;
    else
        finish(table, END_TABLE, outcome);
    return !table->game->exempt;
}

/* Whether an exempt game ended as the oracle had said. */
static void note_told(const Table *table) {
    static const char *const names[] = {[OUTCOME_NONE] = "",
                                        [OUTCOME_WHITE_WINS] = "White wins",
                                        [OUTCOME_DRAW] = "draw",
                                        [OUTCOME_BLACK_WINS] = "Black wins"};
    MatchGame *game = table->game;
    if (table->told != OUTCOME_NONE && game->end != END_NONE && game->outcome != table->told &&
        game->text[0] == '\0')
        snprintf(game->text, sizeof game->text, "the tables said: %s", names[table->told]);
}

static bool end_by_length(Table *table) {
    if (record_plies(&table->game->record) < table->rules->plies_max)
        return false;
    finish(table, END_LENGTH, OUTCOME_DRAW);
    return true;
}

/* ---- Clocks. */

static void set_clock(Side *side) {
    side->remaining = side->limits.clock_time;
    side->moves_to_control = side->limits.clock_moves;
}

/* Seconds after which the move comes too late. */
static double start_clock(Side *side, double margin) {
    double flag = INFINITY;
    if (side->limits.clock_time > 0) {
        side->remaining += side->limits.clock_increment;
        flag = side->remaining + margin;
    }
    if (side->limits.move_time > 0 && side->limits.move_time + margin < flag)
        flag = side->limits.move_time + margin;
    return flag;
}

static void stop_clock(Side *side, double seconds) {
    side->remaining = fmax(0, side->remaining - seconds);
    if (side->moves_to_control > 0 && --side->moves_to_control == 0) {
        side->remaining += side->limits.clock_time;
        side->moves_to_control = side->limits.clock_moves;
    }
}

/* ---- Answers. */

static void note_score(Table *table, Side *side, const PlayerAnswer *answer) {
    const ScoreAdjudication *by = &table->rules->by_score;
    side->has_score = answer->has_score;
    side->score = answer->score;
    bool winning = answer->has_score && answer->score >= by->win_score;
    bool losing = answer->has_score && answer->score <= -by->win_score;
    bool level = answer->has_score && abs(answer->score) <= by->draw_score;
    side->winning_moves = winning ? side->winning_moves + 1 : 0;
    side->losing_moves = losing ? side->losing_moves + 1 : 0;
    side->level_moves = level ? side->level_moves + 1 : 0;
}

static Status play_move(Table *table, Color color, const PlayerAnswer *answer, Error *error) {
    Side *side = &table->sides[color];
    MatchPly ply = {
        .has_score = answer->has_score,
        .has_depth = answer->has_depth,
        .has_nodes = answer->has_nodes,
        .has_seconds = match_limits_are_timed(&table->sides[COLOR_WHITE].limits) ||
                       match_limits_are_timed(&table->sides[COLOR_BLACK].limits),
        .score = answer->score,
        .depth = answer->depth,
        .nodes = answer->nodes,
        .seconds = answer->seconds,
    };
    note_score(table, side, answer);
    stop_clock(side, answer->seconds);
    table->last_seconds = answer->seconds;
    return match_game_push(table->game, answer->move, &ply, error);
}

/* A draw that an engine declares stands when the position has been there before or the other side
 * sees nothing in it. */
static void judge_draw_claim(Table *table, Color color) {
    const Side *other = &table->sides[color_other(color)];
    if (record_occurrences(&table->game->record) > 1 ||
        (other->has_score && other->score <= AGREED_DRAW_SCORE))
        finish(table, END_AGREED, OUTCOME_DRAW);
    else
        condemn(table, END_WRONG_CLAIM, color, "ended the game as a draw, which it was not");
}

/* Without a result: right only when the agreed moves have been played. */
static void judge_end(Table *table, Color color) {
    int moves = table->sides[color].limits.clock_moves;
    if (moves > 0 && record_plies(&table->game->record) >= 2 * moves)
        finish(table, END_LENGTH, OUTCOME_DRAW);
    else
        condemn(table, END_WRONG_CLAIM, color, "ended the game without a result");
}

static Status judge(Table *table, Color color, double flag, const PlayerAnswer *answer,
                    Error *error) {
    char text[MATCH_TEXT_SIZE];
    if (answer->kind == ANSWER_FAULT) {
        condemn_fault(table, color, answer);
        return STATUS_OK;
    }
    if (answer->seconds > flag) {
        snprintf(text, sizeof text, "needed %.3f s, had %.3f s with the margin", answer->seconds,
                 flag);
        condemn(table, END_TIME, color, text);
        return STATUS_OK;
    }
    switch (answer->kind) {
    case ANSWER_MOVE:
        return play_move(table, color, answer, error);
    case ANSWER_RESIGNS:
        condemn(table, END_RESIGNED, color, "");
        break;
    case ANSWER_CLAIMS_DRAW:
        judge_draw_claim(table, color);
        break;
    case ANSWER_CLAIMS_WIN:
        condemn(table, END_WRONG_CLAIM, color, "ended the game as its win, which it was not");
        break;
    case ANSWER_ENDS_UNKNOWN:
        judge_end(table, color);
        break;
    case ANSWER_FAULT:
        break;
    }
    return STATUS_OK;
}

static PlayerTurn make_turn(const Table *table, const Side *side, double flag) {
    return (PlayerTurn){
        .record = &table->game->record,
        .limits = side->limits,
        .remaining = side->remaining,
        .moves_to_control = side->moves_to_control,
        .flag = flag,
        .patience = table->rules->patience,
        .other_seconds = table->last_seconds,
    };
}

static Status ask(Table *table, Error *error) {
    Color color = (Color)record_current(&table->game->record)->turn;
    Side *side = &table->sides[color];
    PlayerAnswer answer = {0};
    double flag = start_clock(side, table->rules->margin);
    PlayerTurn turn = make_turn(table, side, flag);
    Status status = player_think(side->player, &turn, &answer, error);
    if (status == STATUS_OK)
        status = judge(table, color, flag, &answer, error);
    if (status == STATUS_OK && table->game->end == END_NONE &&
        record_outcome(&table->game->record, NULL) == OUTCOME_NONE) {
        turn = make_turn(table, side, INFINITY);
        turn.remaining += side->limits.clock_time > 0 ? side->limits.clock_increment : 0;
        player_ponder(side->player, &turn);
    }
    return status;
}

/* ---- The game. */

/* Brings both engines to the start. The one that asks, if any, comes first: it names the start
 * position and the colours. */
static Status seat(Table *table, const RefereeSeats *seats, Error *error) {
    Position start = *record_current(&table->game->record);
    int first = player_asks(seats->players[1]) ? 1 : 0;
    Color color = first == 0 ? seats->color : color_other(seats->color);
    for (int i = 0; i < 2; i++) {
        int seat_number = i == 0 ? first : 1 - first;
        Player *player = seats->players[seat_number];
        PlayerAnswer answer = {0};
        Status status = player_start(player, table->rules->patience, &answer, error);
        if (status == STATUS_OK && answer.kind != ANSWER_FAULT)
            status = player_begin_game(player, &start, &color, &seats->limits[seat_number],
                                       table->rules->patience, &answer, error);
        if (status < 0)
            return status;
        if (i == 0)
            match_game_set_start(table->game, &start);
        table->sides[color] = (Side){.player = player,
                                     .limits = seats->limits[seat_number],
                                     .engine = seats->engines[seat_number]};
        set_clock(&table->sides[color]);
        if (answer.kind == ANSWER_FAULT)
            condemn_fault(table, color, &answer);
        color = color_other(color);
    }
    table->game->white = table->sides[COLOR_WHITE].engine;
    table->game->black = table->sides[COLOR_BLACK].engine;
    return STATUS_OK;
}

Status referee_play(const RefereeRules *rules, const RefereeSeats *seats, const atomic_bool *stop,
                    MatchGame *game, Error *error) {
    Table table = {.rules = rules, .game = game};
    Status status = seat(&table, seats, error);
    while (status == STATUS_OK && game->end == END_NONE && !atomic_load(stop)) {
        if (end_by_law(&table) || end_by_oracle(&table) || end_by_score(&table) ||
            end_by_length(&table))
            break;
        status = ask(&table, error);
    }
    note_told(&table);
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        if (table.sides[color].player)
            player_end_game(table.sides[color].player, &game->record, game->outcome);
    return status;
}
