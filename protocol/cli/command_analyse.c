/* SPDX-License-Identifier: MIT
 *
 * `huff analyse`: searches positions and prints what it finds, for people or as JSON lines. Whole
 * collections of games are the business of command_analyse_file.c. */
#include "engine/notation/board_text.h"
#include "engine/notation/move_text.h"
#include "protocol/annotate/annotate.h"
#include "protocol/cli/command.h"
#include "protocol/cli/command_analyse_internal.h"
#include "protocol/cli/explain_print.h"
#include "protocol/cli/progress_line.h"
#include "protocol/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Time given to a position when no limit is named, in seconds. */
static const double default_time = 3;

typedef struct {
    Settings settings;
    SearchLimits limits;
    bool json;
    bool explain;
    bool infinite;         /* until an interrupt */
    const char *only_text; /* moves that alone are searched, as given; NULL: all */
    MoveList only;         /* the same in the position under way */
    int input_line;        /* of standard input, 0: the position came as argument */
    Session *session;
    Position root; /* of the search under way, for its callbacks */
} Analysis;

static double men_of(int score) {
    return score / 100.0;
}

static void print_line(const Analysis *analysis, const SearchInfo *info) {
    Position position = analysis->root;
    for (int i = 0; i < info->line_length; i++) {
        char move[MOVE_TEXT_SIZE];
        if (analysis->json)
            printf("%s\"%s\"", i ? "," : "", move_text_write_hub(&position, info->line[i], move));
        else
            printf(" %s", move_text_write(&position, info->line[i], move));
        Position next;
        position_make(&position, info->line[i], &next);
        position = next;
    }
}

/* Of many positions each line says which it belongs to. */
static void print_json_start(const Analysis *analysis) {
    printf("{");
    if (analysis->input_line)
        printf("\"line\":%d,", analysis->input_line);
}

static void describe_score(int score, char *buffer, size_t size) {
    if (score_is_proven(score))
        snprintf(buffer, size, "%s in %d", score > 0 ? "win" : "loss",
                 (score_distance(score) + 1) / 2);
    else
        snprintf(buffer, size, "%+.2f", men_of(score));
}

static void on_info(void *context, const SearchInfo *info) {
    static const char *const values[] = {"unknown", "loss", "draw", "win"};
    const Analysis *analysis = context;
    bool several = analysis->settings.multi_pv > 1;
    if (analysis->json) {
        print_json_start(analysis);
        if (several)
            printf("\"rank\":%d,\"value\":\"%s\",", info->rank, values[info->value]);
        printf("\"depth\":%d,\"score\":%.2f,\"nodes\":%llu,\"time\":%.3f,\"pv\":[", info->depth,
               men_of(info->score), (unsigned long long)info->nodes, info->seconds);
        print_line(analysis, info);
        printf("]}\n");
    } else {
        char score[32];
        describe_score(info->score, score, sizeof score);
        printf("%5d %10s %11llu %9.3f ", info->depth, score, (unsigned long long)info->nodes,
               info->seconds);
        if (several)
            printf("%3d. %-5s", info->rank,
                   info->value == ORACLE_UNKNOWN ? "" : values[info->value]);
        print_line(analysis, info);
        printf("\n");
    }
    fflush(stdout);
}

static void on_done(void *context, const SearchResult *result) {
    const Analysis *analysis = context;
    char move[MOVE_TEXT_SIZE] = "", score[64];
    bool has_move = !move_is_none(result->best);
    describe_score(result->score, score, sizeof score);
    if (analysis->json) {
        if (has_move)
            move_text_write_hub(&analysis->root, result->best, move);
        print_json_start(analysis);
        printf("\"bestmove\":%s%s%s,\"score\":%.2f}\n", has_move ? "\"" : "",
               has_move ? move : "null", has_move ? "\"" : "", men_of(result->score));
    } else if (has_move) {
        printf("best move %s, score %s\n", move_text_write(&analysis->root, result->best, move),
               score);
    } else {
        printf("no legal move: %s has %s\n", analysis->root.turn == COLOR_WHITE ? "White" : "Black",
               analysis->root.rules->no_move_wins ? "won" : "lost");
    }
    fflush(stdout);
}

static Status explain(const Analysis *analysis, Error *error) {
    Evaluator evaluator = session_evaluator(analysis->session);
    if (evaluator.kind != EVAL_FULL || !evaluator.weights)
        return error_set(error, STATUS_STATE,
                         "only learnt weights can be explained: there are none for %s, or another "
                         "evaluation was asked for",
                         analysis->root.rules->name);
    explain_print(evaluator.weights, &analysis->root);
    fflush(stdout);
    return STATUS_OK;
}

static Status read_only_moves(Analysis *analysis, Error *error) {
    static const char blanks[] = " \t,";
    SearchLimits *limits = &analysis->limits;
    const char *text = analysis->only_text;
    analysis->only.count = 0;
    for (const char *m = text + strspn(text, blanks); *m; m += strspn(m, blanks)) {
        size_t length = strcspn(m, blanks);
        if (analysis->only.count == MOVE_LIST_CAPACITY)
            return error_set(error, STATUS_RANGE, "--moves: more moves than any position has");
        Error reason;
        Move *move = &analysis->only.moves[analysis->only.count++];
        Status status = move_text_read(&analysis->root, m, length, move, &reason);
        if (status < 0)
            return error_set(error, status, "--moves: %s", reason.text);
        m += length;
    }
    if (analysis->only.count == 0)
        return error_set(error, STATUS_SYNTAX, "--moves: no move is named");
    limits->moves = analysis->only.moves;
    limits->move_count = analysis->only.count;
    return STATUS_OK;
}

/* Waits for the end of the search; one without limits is ended by an interrupt. */
static void wait_for_end(const Analysis *analysis) {
    static const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    while (analysis->infinite && session_is_thinking(analysis->session) &&
           !atomic_load(progress_line_interrupted()))
        nanosleep(&moment, NULL);
    if (analysis->infinite)
        session_stop(analysis->session);
    session_wait(analysis->session);
}

static Status analyse_record(Analysis *analysis, const GameRecord *record, Error *error) {
    SearchEvents events = {on_info, on_done, analysis};
    Session *session = analysis->session;
    analysis->root = *record_current(record);
    /* Nothing is kept from the position before, so that the order of positions does not matter. */
    Status status = session_new_game(session, error);
    if (status >= 0)
        status = session_set_position(session, &record->entries[0].position, error);
    for (int i = 1; status >= 0 && i < record->count; i++)
        status = session_play(session, record->entries[i].move, error);
    if (!analysis->json && !analysis->explain) {
        char board[BOARD_TEXT_SIZE];
        printf("%s\ndepth      score       nodes   seconds  line\n",
               board_text_write(&analysis->root, board));
    }
    if (analysis->explain)
        return status < 0 ? status : explain(analysis, error);
    if (status >= 0 && analysis->only_text)
        status = read_only_moves(analysis, error);
    if (status >= 0)
        status = session_think(session, &analysis->limits, SEARCH_ANALYSE, &events, error);
    if (status >= 0)
        wait_for_end(analysis);
    return status;
}

/* Takes one line of input: FEN, or moves, or FEN ; moves. */
static Status analyse_line(Analysis *analysis, GameRecord *record, char *line, size_t length,
                           Error *error) {
    if (strlen(line) != length)
        return error_set(error, STATUS_SYNTAX, "a NUL byte at offset %zu", strlen(line));
    line[strcspn(line, "\r\n")] = '\0';
    char *moves = strchr(line, ';');
    const char *words[2] = {line, moves ? moves + 1 : ""};
    if (moves)
        *moves = '\0';
    int count = moves && moves[1 + strspn(moves + 1, " \t")] ? 2 : 1;
    Status status = command_read_position(analysis->settings.rules, words, count, record, error);
    return status < 0 ? status : analyse_record(analysis, record, error);
}

/* One position a line; empty lines and those that begin with '#' are passed over. A wrong line is
 * told on standard error and the rest goes on; the error returned says how many were wrong. */
static Status analyse_input(Analysis *analysis, GameRecord *record, Error *error) {
    char *line = NULL;
    size_t capacity = 0;
    int number = 0, taken = 0, wrong = 0;
    for (ssize_t length; (length = getline(&line, &capacity, stdin)) >= 0;) {
        number++;
        if (line[0] == '#' || !line[strspn(line, " \t\r\n")])
            continue;
        taken++;
        analysis->input_line = number;
        Error reason;
        if (analyse_line(analysis, record, line, (size_t)length, &reason) < 0) {
            fprintf(stderr, "huff analyse: line %d: %s\n", number, reason.text);
            wrong++;
        }
    }
    free(line);
    if (ferror(stdin))
        return error_set(error, STATUS_IO, "cannot read standard input: %s", strerror(errno));
    if (!taken)
        return error_set(error, STATUS_SYNTAX,
                         "no position on standard input: give a FEN, or `start`, as argument");
    if (wrong)
        return error_set(error, STATUS_SYNTAX, "%d of %d positions could not be analysed", wrong,
                         taken);
    return STATUS_OK;
}

static Status analyse_all(Analysis *analysis, const Operands *operands, Error *error) {
    GameRecord record;
    Position start;
    position_init_start(&start, analysis->settings.rules);
    Status status = record_init(&record, &start, error);
    if (status < 0)
        return status;
    bool from_input = operands->count == 0
                          ? !isatty(STDIN_FILENO)
                          : operands->count == 1 && !strcmp(operands->words[0], "-");
    if (from_input) {
        status = analyse_input(analysis, &record, error);
    } else {
        status = command_read_position(analysis->settings.rules, operands->words, operands->count,
                                       &record, error);
        if (status >= 0)
            status = analyse_record(analysis, &record, error);
    }
    record_done(&record);
    return status;
}

static int analyse_positions(Analysis *analysis, const Operands *operands) {
    SearchLimits *limits = &analysis->limits;
    Error error;
    if (analysis->infinite) {
        progress_line_catch_interrupt();
    } else if (!limits->has_depth && !limits->has_nodes && !limits->has_move_time) {
        limits->has_move_time = true;
        limits->move_time = default_time;
    }
    if (!analysis->settings.threads)
        analysis->settings.threads = settings_default().threads;
    int exit_status = EXIT_STATUS_OK;
    Status status = session_new(&analysis->settings, &analysis->session, &error);
    if (status >= 0) {
        command_warn_of_tables("analyse", session_tables(analysis->session));
        status = analyse_all(analysis, operands, &error);
    }
    if (status < 0)
        exit_status = command_fail("analyse", EXIT_STATUS_FAILED, &error);
    session_free(analysis->session);
    return exit_status;
}

/* Positions or games, by what the argument is. */
static int analyse(Analysis *analysis, const CollectionOptions *collection,
                   const Operands *operands) {
    bool games = command_analyse_is_collection(operands);
    bool for_games = collection->out || collection->work || collection->html || collection->workers;
    if (!games && !for_games)
        return analyse_positions(analysis, operands);
    if (games && !analysis->explain)
        return command_analyse_collection(operands->words[0], &analysis->settings,
                                          &analysis->limits, analysis->json, collection);
    Error error;
    error_set(&error, STATUS_SYNTAX, "%s",
              games ? "--explain is for a position, not for a file of games"
                    : "--out, --html, --work and --workers are for a file of games");
    return command_fail("analyse", EXIT_STATUS_USAGE, &error);
}

int command_analyse(int argc, char **argv) {
    Analysis analysis = {.settings = settings_default()};
    CollectionOptions collection = {0};
    analysis.settings.overhead_ms = 0;
    analysis.settings.threads = 0; /* until it is given: positions and games differ */
    SearchLimits *limits = &analysis.limits;
    const ArgumentSpec options[] = {
        {"depth", ARGUMENT_INT, &limits->depth, 1, SEARCH_DEPTH_MAX, &limits->has_depth, "N",
         "stop after this depth, in plies"},
        {"nodes", ARGUMENT_COUNT, &limits->nodes, 1, 1e18, &limits->has_nodes, "N",
         "stop after so many nodes"},
        {"time", ARGUMENT_REAL, &limits->move_time, 0, 1e8, &limits->has_move_time, "SECONDS",
         "stop after this time (if no limit is given 3, of games 0.2 a move)"},
        {"infinite", ARGUMENT_FLAG, &analysis.infinite, 0, 0, NULL, NULL,
         "go on until interrupted (Ctrl-C), then tell the best move"},
        {"moves", ARGUMENT_STRING, &analysis.only_text, 0, 0, NULL, "MOVES",
         "search only these moves, \"32-28 34-29\""},
        {"json", ARGUMENT_FLAG, &analysis.json, 0, 0, NULL, NULL,
         "print JSON lines; scores in men, side to move's view"},
        {"explain", ARGUMENT_FLAG, &analysis.explain, 0, 0, NULL, NULL,
         "do not search, but print what each feature adds to the score and what it promises"},
        {"out", ARGUMENT_STRING, &collection.out, 0, 0, NULL, "FILE",
         "of games: the output (also -o FILE); without it standard output"},
        {"html", ARGUMENT_FLAG, &collection.html, 0, 0, NULL, NULL,
         "of games: one page with boards to step through instead of PDN"},
        {"workers", ARGUMENT_INT, &collection.workers, 1, ANNOTATE_WORKERS_MAX, NULL, "N",
         "of games: so many at a time (default --threads, else the physical cores)"},
        {"work", ARGUMENT_STRING, &collection.work, 0, 0, NULL, "FILE",
         "of games: what is found so far, kept for a further output (default OUT.work)"},
    };
    ArgumentTable table = {
        "analyse [OPTION ...] [FEN | start | - | FILE.pdn] [MOVE ...]",
        "Searches a position and prints the best line of each depth. The position is a FEN, or\n"
        "`start`, followed by moves to play from it; moves alone begin at the start position.\n"
        "With `-`, or nothing on a pipe, positions are read from standard input, one a line:\n"
        "FEN, or moves, or FEN ; moves. Empty lines and lines that begin with # are passed over, "
        "and\n"
        "JSON lines then begin with the number of the line: {\"line\":3,...\n"
        "With --multi-pv each of the best moves has a line of its own with what is proven of it,\n"
        "`\"rank\":1,\"value\":\"win\"` in JSON; --multi-pv all shows every move.\n\n"
        "A file of games is annotated: it is written again with the score of every move, ? and ??\n"
        "by the chances lost, better lines as variations, missed shots, where the book ends and\n"
        "what the endgame tables know; as PDN, with --json a line a game, with --html a page. The\n"
        "limits hold for each move, every game is searched by one thread. Broken off or killed,\n"
        "the same command with --out goes on where it stopped.\n",
        options, sizeof options / sizeof *options, &analysis.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    if (command_begin("analyse", &table, argc, argv, &operands, &exit_status))
        exit_status = analyse(&analysis, &collection, &operands);
    free(operands.words);
    return exit_status;
}
