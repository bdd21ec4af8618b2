/* SPDX-License-Identifier: MIT
 *
 * `huff dxp`: games over the DamExchange protocol. */
#include "engine/notation/fen.h"
#include "protocol/cli/command.h"
#include "protocol/dxp.h"
#include "protocol/dxp_net.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds that a connection is tried for: the peer may be about to start. */
static const double connect_seconds = 5;

typedef struct {
    Settings settings;
    DxpConfig config;
    bool stdio, once, quiet;
    const char *listen, *connect; /* NULL: not asked for */
    const char *start, *color;
    int games_not_ended; /* games without a result, or refused */
} DxpCommand;

static const char *outcome_name(const DxpReport *report) {
    static const char *const names[] = {
        [OUTCOME_NONE] = "no result",
        [OUTCOME_WHITE_WINS] = "White wins",
        [OUTCOME_DRAW] = "draw",
        [OUTCOME_BLACK_WINS] = "Black wins",
    };
    return report->refused ? "refused" : names[report->outcome];
}

static void on_game(void *context, const DxpReport *report) {
    DxpCommand *command = context;
    command->games_not_ended += report->refused;
    fprintf(
        stderr, "game %d: %s, %s; we had %s against %s; %d plies\n", report->number,
        outcome_name(report), report->reason, report->own_color == COLOR_WHITE ? "White" : "Black",
        *report->peer_name ? report->peer_name : "a nameless peer", record_plies(report->record));
}

static void on_text(void *context, const char *text) {
    const DxpCommand *command = context;
    if (!command->quiet)
        fprintf(stderr, "%s\n", text);
}

static Status connect_and_run(DxpCommand *command, Session *session, Error *error) {
    int fd;
    Status status = dxp_connect(command->connect, connect_seconds, &fd, error);
    if (status < 0)
        return status;
    status = dxp_run_socket(session, fd, &command->config, error);
    dxp_close(fd);
    return status;
}

static Status listen_and_serve(DxpCommand *command, Session *session, Error *error) {
    int listener, port;
    Status status = dxp_listen(command->listen, &listener, error);
    if (status < 0)
        return status;
    status = dxp_get_port(listener, &port, error);
    if (status >= 0) {
        fprintf(stderr, "listening on port %d\n", port);
        status = dxp_serve(session, listener, command->once, &command->config, error);
    }
    close(listener);
    return status;
}

static Status run(DxpCommand *command, Error *error) {
    Session *session;
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away shows as a failed write */
    Status status = session_new(&command->settings, &session, error);
    if (status < 0)
        return status;
    command_warn_of_tables("dxp", session_tables(session));
    if (command->stdio)
        status = dxp_run_stdio(session, STDIN_FILENO, STDOUT_FILENO, &command->config, error);
    else if (command->listen)
        status = listen_and_serve(command, session, error);
    else
        status = connect_and_run(command, session, error);
    session_free(session);
    return status;
}

/* What cannot be said by a range of one option. `ret_start` holds the start position. */
static Status check(DxpCommand *command, const Operands *operands, Position *ret_start,
                    Error *error) {
    if (command_check_no_operands(operands, error) < 0)
        return STATUS_SYNTAX;
    if (command->stdio + (command->listen != NULL) + (command->connect != NULL) != 1)
        return error_set(error, STATUS_SYNTAX,
                         "choose one of --stdio, --listen HOST:PORT and --connect HOST:PORT");
    DxpAddress address;
    const char *text = command->listen ? command->listen : command->connect;
    if (text && dxp_address_read(text, &address, error) < 0)
        return STATUS_SYNTAX;
    if (command->color && strcmp(command->color, "white") && strcmp(command->color, "black"))
        return error_set(error, STATUS_RANGE, "--color: \"%.40s\" is neither white nor black",
                         command->color);
    if (command->color && !strcmp(command->color, "black"))
        command->config.own_color = COLOR_BLACK;
    if (!command->start)
        return STATUS_OK;
    command->config.start = ret_start;
    return fen_read(command->settings.rules, command->start, strlen(command->start), ret_start,
                    NULL, error);
}

int command_dxp(int argc, char **argv) {
    DxpCommand command = {.settings = settings_default(), .config = dxp_config_default()};
    DxpConfig *config = &command.config;
    bool initiator = false;
    config->on_game = on_game;
    config->on_text = on_text;
    config->context = &command;
    const ArgumentSpec options[] = {
        {"stdio", ARGUMENT_FLAG, &command.stdio, 0, 0, NULL, NULL,
         "standard input and output, a message a line"},
        {"listen", ARGUMENT_STRING, &command.listen, 0, 0, NULL, "HOST:PORT",
         "wait for peers (no HOST: this machine only; no PORT: 27531)"},
        {"connect", ARGUMENT_STRING, &command.connect, 0, 0, NULL, "HOST:PORT",
         "call a peer that waits"},
        {"once", ARGUMENT_FLAG, &command.once, 0, 0, NULL, NULL,
         "with --listen: end after the first peer"},
        {"initiator", ARGUMENT_FLAG, &initiator, 0, 0, NULL, NULL,
         "ask for the games instead of waiting to be asked"},
        {"games", ARGUMENT_INT, &config->games, 0, 1000000, NULL, "N",
         "most games; 0: as many as the peer likes"},
        {"minutes", ARGUMENT_REAL, &config->minutes, 0, 999, NULL, "MINUTES",
         "initiator: time of each player for a game (default 5; whole unless --extensions)"},
        {"moves", ARGUMENT_INT, &config->moves, 0, 999, NULL, "N",
         "initiator: moves in that time, then the game ends; 0: no limit"},
        {"increment", ARGUMENT_REAL, &config->increment, 0, 999, NULL, "SECONDS",
         "initiator: time added for each move, if the peer knows increments"},
        {"color", ARGUMENT_STRING, &command.color, 0, 0, NULL, "COLOR",
         "initiator: own colour in the first game (default white)"},
        {"start", ARGUMENT_STRING, &command.start, 0, 0, NULL, "FEN",
         "initiator: position the games start from"},
        {"name", ARGUMENT_STRING, &config->name, 0, 0, NULL, "NAME", "name shown to the peer"},
        {"own-minutes", ARGUMENT_REAL, &config->own_minutes, 0.001, 999, NULL, "MINUTES",
         "time for a game whose request names none (default 5)"},
        {"nodes", ARGUMENT_COUNT, &config->nodes, 1, 1e18, NULL, "N",
         "search so many nodes a move instead of using the clock"},
        {"resign", ARGUMENT_INT, &config->resign_score, 0, 10000, NULL, "CENTIMEN",
         "give up when so far behind three moves in a row; 0: never"},
        {"extensions", ARGUMENT_FLAG, &config->announces, 0, 0, NULL, NULL,
         "tell the peer that extensions are known (protocol/DXP.md)"},
        {"quiet", ARGUMENT_FLAG, &command.quiet, 0, 0, NULL, NULL,
         "show results only, not the peer's talk"},
    };
    ArgumentTable table = {
        "dxp --stdio | --listen HOST:PORT | --connect HOST:PORT [OPTION ...]",
        "Plays over the DamExchange protocol, as follower unless --initiator is given; either "
        "role\n"
        "may listen or connect. Each game's result is a line on standard error.\n",
        options, sizeof options / sizeof *options, &command.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    Position start;
    if (command_begin("dxp", &table, argc, argv, &operands, &exit_status)) {
        config->role = initiator ? DXP_INITIATOR : DXP_FOLLOWER;
        if (check(&command, &operands, &start, &error) < 0)
            exit_status = command_fail("dxp", EXIT_STATUS_USAGE, &error);
        else if (run(&command, &error) < 0)
            exit_status = command_fail("dxp", EXIT_STATUS_FAILED, &error);
        else if (command.games_not_ended > 0)
            exit_status = EXIT_STATUS_FAILED;
    }
    free(operands.words);
    return exit_status;
}
