/* SPDX-License-Identifier: MIT */
#include "protocol/dxp.h"

#include "engine/base/clock.h"
#include "engine/base/version.h"
#include "protocol/dxp_internal.h"
#include "protocol/dxp_net.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TEXT_SIZE = 1280, /* of a text for people: an Error and some words around it */
};

/* Limits of a config: times that no sensible use goes beyond. */
#define MINUTES_MIN 0.001
#define SECONDS_MIN 0.001
#define SECONDS_MAX 100000.0

DxpConfig dxp_config_default(void) {
    return (DxpConfig){
        .role = DXP_FOLLOWER,
        .own_color = COLOR_WHITE,
        .minutes = 5,
        .own_minutes = 5,
        .ack_seconds = 3,
        .accept_seconds = 120,
        .gap_ms = 100,
        .claims_draws = true,
    };
}

/* ---- Telling ---- */

void dxp_talk_put(DxpTalk *talk, const DxpMessage *message) {
    Error error;
    int squares = rules_geometry(session_settings(talk->session)->rules)->square_count;
    bool fractions = talk->peer_knows & DXP_KNOWS_MINUTES;
    Status status = dxp_outbox_put(&talk->outbox, message, squares, fractions, &error);
    /* When nothing can be written any more, what the peer has sent before is still read: see step.
     */
    if (status < 0 && line_output_get_status(talk->outbox.output, NULL) == STATUS_OK)
        dxp_talk_fail(talk, status, error.text);
}

static void tell(const DxpTalk *talk, char *text) {
    dxp_chat_sanitize(text);
    if (talk->config->on_text)
        talk->config->on_text(talk->config->context, text);
}

void dxp_talk_tell(DxpTalk *talk, const char *format, ...) {
    char text[TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tell(talk, text);
}

void dxp_talk_put_line(DxpTalk *talk, const char *text) {
    DxpMessage message = {.kind = DXP_CHAT};
    snprintf(message.chat.text, sizeof message.chat.text, "%.*s", DXP_CHAT_LENGTH, text);
    dxp_talk_put(talk, &message);
}

void dxp_talk_say(DxpTalk *talk, const char *format, ...) {
    char text[TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dxp_talk_put_line(talk, text);
    tell(talk, text);
}

void dxp_talk_report(DxpTalk *talk, bool refused, Outcome outcome, const char *reason) {
    DxpReport report = {
        .number = talk->games,
        .refused = refused,
        .outcome = outcome,
        .own_color = talk->game.own,
        .reason = reason,
        .peer_name = talk->peer_name,
        .record = session_record(talk->session),
    };
    if (talk->config->on_game)
        talk->config->on_game(talk->config->context, &report);
}

void dxp_talk_enter(DxpTalk *talk, DxpPhase phase, double seconds) {
    if (talk->phase == DXP_OVER)
        return;
    talk->phase = phase;
    talk->deadline_ns = seconds > 0 ? clock_now_ns() + (int64_t)(seconds * 1e9) : INT64_MAX;
}

void dxp_talk_fail(DxpTalk *talk, Status status, const char *reason) {
    if (talk->phase == DXP_OVER)
        return;
    talk->status = error_set(talk->error, status, "%s", reason);
    bool playing = talk->phase == DXP_PLAYING;
    talk->phase = DXP_OVER;
    if (playing)
        dxp_game_abandon(talk);
}

/* ---- Hearing ---- */

/* The peer closed, or nothing can be read or written any more. */
static void take_disconnection(DxpTalk *talk, Status status, const char *reason) {
    if (talk->phase == DXP_IDLE || talk->phase == DXP_ENDING || talk->phase == DXP_CLOSING)
        talk->phase = DXP_OVER;
    else
        dxp_talk_fail(talk, status, reason);
}

/* A message that could not be read. */
static void take_wrong(DxpTalk *talk, const DxpMessage *message, const char *reason) {
    switch (message->kind) {
    case DXP_NONE:
        dxp_talk_tell(talk, "ignored: %s", reason);
        break;
    case DXP_GAMEREQ:
        dxp_setup_take_request(talk, &message->request, reason);
        break;
    case DXP_BACKREQ:
        dxp_game_take_back(talk, NULL);
        break;
    case DXP_GAMEEND: /* an end all the same; its wrong fields are 0 */
        dxp_game_take_end(talk, &message->end);
        break;
    default:
        dxp_talk_say(talk, "%s", reason);
        break;
    }
}

static void take_message(DxpTalk *talk, const DxpMessage *message) {
    switch (message->kind) {
    case DXP_NONE:
    case DXP_BACKACC: /* this side never asks to go back */
        break;
    case DXP_GAMEREQ:
        dxp_setup_take_request(talk, &message->request, NULL);
        break;
    case DXP_GAMEACC:
        dxp_setup_take_accept(talk, &message->accept);
        break;
    case DXP_MOVE:
        dxp_game_take_move(talk, &message->move);
        break;
    case DXP_GAMEEND:
        dxp_game_take_end(talk, &message->end);
        break;
    case DXP_CHAT:
        dxp_setup_take_chat(talk, &message->chat);
        break;
    case DXP_BACKREQ:
        dxp_game_take_back(talk, &message->back);
        break;
    }
}

static void take_line(DxpTalk *talk, const Line *line) {
    const Rules *rules = line->length > 0 && line->text[0] == DXP_GAMEREQ
                             ? dxp_setup_next_rules(talk)
                             : session_settings(talk->session)->rules;
    DxpMessage message;
    Error error;
    Status status = dxp_message_read(line->text, line->length, rules_geometry(rules)->square_count,
                                     &message, &error);
    dxp_outbox_note_heard(&talk->outbox, message.kind);
    if (status >= 0)
        take_message(talk, &message);
    else if (++talk->wrong_messages > DXP_WRONG_MAX)
        take_disconnection(talk, STATUS_SYNTAX, "too many wrong messages from the peer");
    else
        take_wrong(talk, &message, error.text);
}

/* Takes one line if a whole one is there; false if not. */
static bool take_input(DxpTalk *talk) {
    Line line;
    Error error;
    switch (line_input_next(talk->input, 0, &line, &error)) {
    case LINE_TEXT:
        take_line(talk, &line);
        return true;
    case LINE_END:
        take_disconnection(talk, STATUS_CLOSED, "the peer went away");
        return true;
    case LINE_FAILED:
        take_disconnection(talk, STATUS_IO, error.text);
        return true;
    case LINE_TOO_LONG:
        return true;
    case LINE_TIMEOUT:
        break;
    }
    return false;
}

/* ---- The conversation ---- */

/* Whether the conversation ends as soon as nothing more has come. */
static bool is_last_look(const DxpTalk *talk) {
    return (talk->phase == DXP_CLOSING && talk->outbox.count == 0) ||
           line_output_get_status(talk->outbox.output, NULL) < 0;
}

/* How long nothing needs to be done unless something comes. */
static int wait_ms(const DxpTalk *talk) {
    int64_t left_ns = talk->deadline_ns - clock_now_ns();
    int phase_ms = -1;
    if (talk->deadline_ns < INT64_MAX)
        phase_ms = left_ns > 0 ? (int)(left_ns / 1000000) + 1 : 0;
    DxpKind next = talk->game.has_chosen ? DXP_MOVE : DXP_NONE;
    int outbox_ms = dxp_outbox_wait_ms(&talk->outbox, next);
    if (is_last_look(talk))
        return 0;
    if (phase_ms < 0 || outbox_ms < 0)
        return phase_ms < 0 ? outbox_ms : phase_ms;
    return phase_ms < outbox_ms ? phase_ms : outbox_ms;
}

static void check_deadline(DxpTalk *talk) {
    if (clock_now_ns() < talk->deadline_ns)
        return;
    talk->deadline_ns = INT64_MAX;
    if (talk->phase == DXP_ENDING)
        dxp_game_time_out(talk);
    else
        dxp_setup_time_out(talk);
}

static void end_talk(DxpTalk *talk) {
    Error error;
    Status status = line_output_get_status(talk->outbox.output, &error);
    if (status < 0)
        take_disconnection(talk, status, error.text);
    else
        talk->phase = DXP_OVER;
}

static void step(DxpTalk *talk) {
    bool last_look = is_last_look(talk);
    ThoughtEvent event = thought_wait(&talk->thought, talk->input, wait_ms(talk));
    bool heard = event == THOUGHT_LINE && take_input(talk);
    if (last_look && !heard)
        end_talk(talk);
    /* Asked after every line, so that a talkative peer cannot keep the engine from its move. */
    if (thought_is_open(&talk->thought) &&
        (event == THOUGHT_OVER || !session_is_thinking(talk->session)))
        dxp_think_finish(talk);
    dxp_game_send_move(talk);
    dxp_outbox_flush(&talk->outbox, false);
    check_deadline(talk);
}

static Status check_number(const char *name, double value, double min, double max, Error *error) {
    if (value >= min && value <= max)
        return STATUS_OK;
    return error_set(error, STATUS_RANGE, "%s: %g found, %g to %g expected", name, value, min, max);
}

static Status check_config(const Session *session, const DxpConfig *config, Error *error) {
    const struct {
        const char *name;
        double value, min, max;
    } rows[] = {
        {"games", config->games, 0, INT_MAX},
        {"minutes", config->minutes, 0, 999},
        {"increment", config->increment, 0, DXP_INCREMENT_MAX},
        {"moves", config->moves, 0, 999},
        {"own minutes", config->own_minutes, MINUTES_MIN, 999},
        {"seconds for an acknowledgement", config->ack_seconds, SECONDS_MIN, SECONDS_MAX},
        {"seconds for an answer", config->accept_seconds, 0, SECONDS_MAX},
        {"milliseconds between messages", config->gap_ms, 0, 1e3 * SECONDS_MAX},
        {"score to give up at", config->resign_score, 0, INT_MAX},
    };
    Status status = STATUS_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == STATUS_OK; i++)
        status = check_number(rows[i].name, rows[i].value, rows[i].min, rows[i].max, error);
    const Rules *rules = session_settings(session)->rules;
    if (status == STATUS_OK && config->start && config->start->rules != rules)
        status = error_set(error, STATUS_RANGE, "the start position is one of %s, the game is %s",
                           config->start->rules->name, rules->name);
    return status;
}

Status dxp_run(Session *session, LineInput *input, LineOutput *output, const DxpConfig *config,
               Error *error) {
    Status status = check_config(session, config, error);
    if (status < 0)
        return status;
    DxpTalk talk = {
        .session = session,
        .input = input,
        .config = config,
        .error = error,
        .deadline_ns = INT64_MAX,
        .home_rules = session_settings(session)->rules,
    };
    if (config->name)
        snprintf(talk.name, sizeof talk.name, "%s", config->name);
    else
        snprintf(talk.name, sizeof talk.name, "huff %s", version_get());
    status = thought_init(&talk.thought, session, error);
    if (status < 0)
        return status;
    dxp_outbox_init(&talk.outbox, output, config->gap_ms);
    dxp_setup_begin(&talk);
    while (talk.phase != DXP_OVER)
        step(&talk);
    dxp_think_halt(&talk);
    dxp_outbox_flush(&talk.outbox, true);
    thought_done(&talk.thought);
    if (session_settings(session)->rules != talk.home_rules) {
        status = session_set_option(session, "variant", talk.home_rules->name, error);
        if (talk.status == STATUS_OK)
            talk.status = status;
    }
    return talk.status;
}

/* ---- Setting up ---- */

static Status run_descriptors(Session *session, int in_fd, int out_fd, LineEnding framing,
                              char ending, const DxpConfig *config, Error *error) {
    LineInput input;
    LineOutput output;
    Status status = line_input_init(&input, in_fd, framing, DXP_LENGTH_MAX, LINE_LONG_CUT, error);
    if (status < 0)
        return status;
    if (out_fd != in_fd)
        line_input_watch(&input, out_fd);
    status = line_output_init(&output, out_fd, ending, error);
    if (status == STATUS_OK) {
        status = dxp_run(session, &input, &output, config, error);
        line_output_done(&output);
    }
    line_input_done(&input);
    return status;
}

Status dxp_run_stdio(Session *session, int in_fd, int out_fd, const DxpConfig *config,
                     Error *error) {
    return run_descriptors(session, in_fd, out_fd, LINE_ENDS_LF_OR_NUL, '\n', config, error);
}

Status dxp_run_socket(Session *session, int fd, const DxpConfig *config, Error *error) {
    return run_descriptors(session, fd, fd, LINE_ENDS_NUL, '\0', config, error);
}

Status dxp_serve(Session *session, int listener, bool once, const DxpConfig *config, Error *error) {
    for (;;) {
        int fd;
        char text[TEXT_SIZE], peer[DXP_PEER_SIZE];
        Error failure;
        Status status = dxp_accept(listener, &fd, peer, error);
        if (status < 0)
            return status;
        snprintf(text, sizeof text, "connected with %s", peer);
        if (config->on_text)
            config->on_text(config->context, text);
        status = dxp_run_socket(session, fd, config, &failure);
        dxp_close(fd);
        if (once)
            return status < 0 ? error_set(error, status, "%s", failure.text) : STATUS_OK;
        snprintf(text, sizeof text, "%s: %s", peer, status < 0 ? failure.text : "closed");
        if (config->on_text)
            config->on_text(config->context, text);
    }
}
