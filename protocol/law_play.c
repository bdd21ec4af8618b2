/* SPDX-License-Identifier: MIT */
#include "protocol/law_play.h"

#include "engine/base/clock.h"
#include "engine/notation/board_text.h"
#include "engine/notation/fen.h"
#include "protocol/arbiter_line.h"
#include "protocol/huff_player.h"

#include <stdio.h>
#include <string.h>

enum {
    POLL_MS = 500,        /* how often the clock is looked at while a person thinks */
    ACCEPTS_AFTER = 20,   /* turns before the engine takes a draw */
    LINE_BYTES_MAX = 600, /* of a person's line that is taken */
};

typedef struct {
    Session *session;
    Arbiter *arbiter;
    LineInput *input;
    LineOutput *output;
    const ConsoleConfig *config;
    SearchLimits limits;
    GameRecord record; /* today's moves since something else happened */
    HuffAdversary adversary;
    bool offered; /* the engine's last turn was an offer that is not answered yet */
    int turns, score;
    int64_t begin_ns;
    bool prompted;
} LawPlay;

static const char help[] =
    "11-15, 15x22        a move; also: white move 22-18\n"
    "huff 22             take the piece off that should have taken, then move\n"
    "compel, stand       have the capture made; let it stand\n"
    "rectify, stand      about an irregularity\n"
    "touch 11, crown 3, lift 7, take-back, place 11-15, release\n"
    "offer, accept, decline, claim, notice, show, resign\n"
    "decide WORD         what the named arbiter decides\n"
    "new [FEN], board, moves, state, help, quit\n";

/* ---- Printing ---- */

static void print_text(LawPlay *play, const char *text) {
    for (const char *end = strchr(text, '\n'); end; text = end + 1, end = strchr(text, '\n'))
        line_output_write(play->output, text, (size_t)(end - text));
}

static void print_rulings(LawPlay *play, const Answer *answer) {
    const LawBook *book = arbiter_get_book(play->arbiter);
    for (int i = 0; i < answer->count; i++) {
        const Ruling *ruling = &answer->rulings[i];
        const char *refused = ruling->kind == RULING_REFUSED ? "refused: " : "";
        line_output_printf(play->output, "%s%s (%s)", refused, ruling->text,
                           book->clauses[ruling->matter].article);
    }
}

static void print_board(LawPlay *play) {
    char text[BOARD_TEXT_SIZE];
    ArbiterState state = arbiter_get_state(play->arbiter);
    if (state.position)
        print_text(play, board_text_write(&state.position->position, text));
}

static void print_moves(LawPlay *play) {
    MoveList list;
    TextBuffer buffer = {0};
    ArbiterState state = arbiter_get_state(play->arbiter);
    arbiter_list_moves(play->arbiter, &list);
    for (int i = 0; i < list.count; i++) {
        ArbiterEvent event;
        arbiter_event_of_move(play->arbiter, list.moves[i], &event);
        for (int j = 0; j < event.square_count; j++)
            text_buffer_printf(&buffer, "%s%d",
                               j == 0        ? i ? " " : ""
                               : event.jumps ? "x"
                                             : "-",
                               event.squares[j]);
    }
    line_output_printf(play->output, "%s", text_buffer_get(&buffer));
    if (state.position && state.position->huffable)
        line_output_printf(play->output, "or huff first%s",
                           state.position->may_compel ? ", or "
                                                        "compel"
                                                      : "");
    text_buffer_done(&buffer);
}

/* ---- Events ---- */

static void forget_record(LawPlay *play) {
    ArbiterState state = arbiter_get_state(play->arbiter);
    if (state.position)
        record_restart(&play->record, &state.position->position);
}

/* Takes an event in and prints what is ruled. */
static Status tell(LawPlay *play, const ArbiterEvent *event, Error *error) {
    Answer answer;
    Status status = arbiter_take(play->arbiter, event, &answer, error);
    if (status >= 0)
        print_rulings(play, &answer);
    return status;
}

/* The time, of which only warnings and the end are worth a line. */
static Status tell_time(LawPlay *play, Error *error) {
    Answer answer;
    ArbiterEvent event = {.kind = EVENT_TIME};
    event.time_ms = (clock_now_ns() - play->begin_ns) / 1000000;
    Status status = arbiter_take(play->arbiter, &event, &answer, error);
    for (int i = 0; i < answer.count && status >= 0; i++)
        if (answer.rulings[i].kind == RULING_WARNING || answer.rulings[i].kind == RULING_OVER)
            line_output_printf(play->output, "%s", answer.rulings[i].text);
    return status;
}

/* ---- The engine ---- */

static Status tell_engine_move(LawPlay *play, const HuffTurn *turn, Error *error) {
    ArbiterState state = arbiter_get_state(play->arbiter);
    ArbiterEvent event = {.by = state.turn};
    Status status = STATUS_OK;
    if (turn->choice == HUFF_CHOICE_COMPEL) {
        event.kind = EVENT_COMPEL;
        return tell(play, &event, error);
    }
    if (turn->choice == HUFF_CHOICE_TAKE) {
        const Geometry *geometry = rules_geometry(state.position->position.rules);
        event.kind = EVENT_HUFF;
        event.square_count = 1;
        event.squares[0] = geometry->square_of_cell[turn->cell];
        status = tell(play, &event, error);
    }
    if (status < 0)
        return status;
    if (move_is_none(turn->move))
        event.kind = EVENT_RESIGN;
    else
        arbiter_event_of_move(play->arbiter, turn->move, &event);
    return tell(play, &event, error);
}

static Status think(LawPlay *play, Error *error) {
    HuffTurn turn;
    HuffPosition position = *arbiter_get_state(play->arbiter).position;
    bool knows = arbiter_get_book(play->arbiter)->has_huff;
    bool follows = position_equals(record_current(&play->record), &position.position);
    if (!follows)
        forget_record(play);
    Status status = huff_player_think(play->session, &position, &play->record, &play->limits, knows,
                                      &play->adversary, &turn, error);
    if (status < 0)
        return status;
    play->offered = turn.offers;
    play->score = turn.score;
    status = tell_engine_move(play, &turn, error);
    if (status >= 0 && turn.choice == HUFF_CHOICE_STAND && !turn.offers && !move_is_none(turn.move))
        status = record_push(&play->record, turn.move, error);
    return status;
}

/* Crowns the man that waits for it; old kings may stand beside it. */
static Status crown(LawPlay *play, Error *error) {
    ArbiterState state = arbiter_get_state(play->arbiter);
    const Position *position = &state.position->position;
    Color other = color_other(state.turn);
    Bitboard kings = position->board.kings[other] & rules_crowning_mask(position->rules, other);
    Status status = STATUS_OK;
    for (; kings && status >= 0; kings = bits_rest(kings)) {
        Answer answer;
        ArbiterEvent event = {.kind = EVENT_CROWN, .by = state.turn, .square_count = 1};
        event.squares[0] = rules_geometry(position->rules)->square_of_cell[bits_first(kings)];
        if (arbiter_get_state(play->arbiter).may & MAY_CROWN)
            status = arbiter_take(play->arbiter, &event, &answer, error);
    }
    return status;
}

/* Takes or declines the draw that is offered, if it is to the engine. */
static Status answer_offer(LawPlay *play, Color color, Error *error) {
    bool accepts = play->score <= 0 && play->turns >= ACCEPTS_AFTER;
    ArbiterEvent event = {.kind = accepts ? EVENT_ACCEPT : EVENT_DECLINE, .by = color};
    Answer answer;
    Status status = arbiter_take(play->arbiter, &event, &answer, error);
    if (status >= 0 && answer.rulings[0].kind != RULING_REFUSED)
        print_rulings(play, &answer);
    return status;
}

static Status act(LawPlay *play, Error *error) {
    ArbiterState state = arbiter_get_state(play->arbiter);
    ArbiterEvent event = {.by = state.turn};
    if (state.may & MAY_RECTIFY) {
        event.kind = EVENT_RECTIFY;
        return tell(play, &event, error);
    }
    if (state.may & MAY_CROWN)
        return crown(play, error);
    Status status = state.may & MAY_ACCEPT ? answer_offer(play, state.turn, error) : STATUS_OK;
    if (status < 0 || arbiter_get_state(play->arbiter).game != GAME_GOES_ON)
        return status;
    return think(play, error);
}

/* ---- The person ---- */

static Status take_line(LawPlay *play, const char *text, Error *error) {
    ArbiterLine line;
    Error fault;
    Position before;
    ArbiterState state = arbiter_get_state(play->arbiter);
    const Rules *rules = rules_get(arbiter_get_book(play->arbiter)->variant);
    if (state.position)
        before = state.position->position;
    if (arbiter_line_read(rules, text, strlen(text), state.turn, &line, &fault) < 0) {
        line_output_printf(play->output, "error: %s", fault.text);
        return STATUS_OK;
    }
    if (line.state_only) {
        TextBuffer buffer = {0};
        Answer none = {0};
        arbiter_line_write(play->arbiter, NULL, &none, false, &buffer);
        print_text(play, text_buffer_get(&buffer));
        text_buffer_done(&buffer);
        return STATUS_OK;
    }
    if (line.event.kind == EVENT_TIME || line.time_first) {
        line_output_printf(play->output, "error: the time is measured here");
        return STATUS_OK;
    }
    Status status = tell(play, &line.event, error);
    state = arbiter_get_state(play->arbiter);
    if (status < 0 || !state.position || position_equals(&before, &state.position->position))
        return status;
    EventKind kind = line.event.kind;
    if (play->offered && (kind == EVENT_MOVE || kind == EVENT_HUFF || kind == EVENT_COMPEL))
        huff_adversary_note(&play->adversary, kind == EVENT_MOVE   ? HUFF_CHOICE_STAND
                                              : kind == EVENT_HUFF ? HUFF_CHOICE_TAKE
                                                                   : HUFF_CHOICE_COMPEL);
    play->offered = false;
    forget_record(play);
    return status;
}

/* False when the conversation is over. */
static bool take_command(LawPlay *play, const char *text, Status *status, Error *error) {
    char move[LINE_BYTES_MAX + 8];
    text += strspn(text, " \t");
    if (!strncmp(text, "quit", 4))
        return false;
    if (!*text)
        return true;
    if (!strncmp(text, "help", 4)) {
        print_text(play, help);
    } else if (!strncmp(text, "board", 5)) {
        print_board(play);
    } else if (!strncmp(text, "moves", 5)) {
        print_moves(play);
    } else if (*text >= '0' && *text <= '9' && strlen(text) < LINE_BYTES_MAX) {
        snprintf(move, sizeof move, "move %s", text);
        *status = take_line(play, move, error);
    } else {
        *status = take_line(play, text, error);
    }
    return true;
}

/* ---- The conversation ---- */

static bool engine_is_due(const LawPlay *play) {
    ArbiterState state = arbiter_get_state(play->arbiter);
    return state.game == GAME_GOES_ON && !(state.may & MAY_DECIDE) &&
           play->config->engine_plays[state.turn];
}

static Status converse(LawPlay *play, Error *error) {
    Status status = STATUS_OK;
    while (status >= 0 && line_output_get_status(play->output, NULL) == STATUS_OK) {
        Line line;
        status = tell_time(play, error);
        if (status >= 0 && engine_is_due(play)) {
            status = act(play, error);
            play->turns++;
            if (play->config->interactive && !engine_is_due(play))
                print_board(play);
            continue;
        }
        if (play->config->interactive && !play->prompted)
            line_output_prompt(play->output, "> ");
        play->prompted = true;
        LineEvent event =
            status < 0 ? LINE_END : line_input_next(play->input, POLL_MS, &line, error);
        if (event == LINE_FAILED)
            status = STATUS_IO;
        if (event == LINE_END || event == LINE_FAILED)
            break;
        if (event == LINE_TIMEOUT)
            continue;
        play->prompted = false;
        if (event == LINE_TOO_LONG)
            line_output_printf(play->output, "error: too long a line");
        else if (!take_command(play, line.text, &status, error))
            break;
    }
    return status;
}

Status law_play_run(Session *session, const LawBook *book, const ClockConfig *clock,
                    LineInput *input, LineOutput *output, const ConsoleConfig *config,
                    Error *error) {
    LawPlay play = {.session = session,
                    .input = input,
                    .output = output,
                    .config = config,
                    .limits = config->limits,
                    .begin_ns = clock_now_ns()};
    const SearchLimits *given = &config->limits;
    if (!given->has_depth && !given->has_nodes && !given->has_move_time && !given->has_clock)
        play.limits = (SearchLimits){.has_move_time = true, .move_time = CONSOLE_MOVE_SECONDS};
    Position start;
    position_init_start(&start, rules_get(book->variant));
    Status status = session_set_option(session, "book", "false", error);
    if (status >= 0)
        status = record_init(&play.record, &start, error);
    if (status < 0)
        return status;
    status = arbiter_new(book, IRREGULARITY_ASK, clock, &play.arbiter, error);
    if (status >= 0) {
        ArbiterEvent begin = {.kind = EVENT_NEW};
        line_output_printf(output, "%s. Type help for the commands.", book->title);
        status = tell(&play, &begin, error);
        if (status >= 0)
            status = converse(&play, error);
    }
    arbiter_free(play.arbiter);
    record_done(&play.record);
    return status;
}
