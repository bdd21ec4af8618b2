/* SPDX-License-Identifier: MIT
 *
 * `huff solve`: problems and compositions, one or a collection. */
#include "engine/base/clock.h"
#include "engine/notation/fen.h"
#include "engine/notation/pdn_read.h"
#include "engine/notation/pdn_write.h"
#include "protocol/cli/command.h"
#include "protocol/cli/progress_line.h"
#include "protocol/cli/solve_print.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Nodes for finding a move of the solution, and for each other move the part of them. */
enum {
    NODES_DEFAULT = 1000000,
    OTHERS_PART = 10,
};

typedef struct {
    Settings settings;
    SolveConfig config;
    const char *goal; /* "win" or "draw"; NULL: as the source says, else a win */
    bool first_only, json;
    Session *session;
    SolveSummary summary;
    ProgressLine progress;
    const char *name; /* of the file read, for messages */
} Solving;

/* ---- One problem ---- */

/* What is wanted: the result that the source names, for the side it names. */
static void set_goal(Solving *solving, const Position *position, Outcome outcome) {
    SolveConfig *config = &solving->config;
    config->side = (Color)position->turn;
    config->draw = solving->goal ? !strcmp(solving->goal, "draw") : outcome == OUTCOME_DRAW;
    if (solving->goal)
        return;
    if (outcome == OUTCOME_WHITE_WINS)
        config->side = COLOR_WHITE;
    else if (outcome == OUTCOME_BLACK_WINS)
        config->side = COLOR_BLACK;
}

/* What a source says is the result; OUTCOME_NONE: nothing. */
static Status solve_problem(Solving *solving, const SolveProblem *problem, Outcome outcome,
                            Error *error) {
    set_goal(solving, &problem->position, outcome);
    if (problem->source)
        progress_line_show(&solving->progress, "%s %lu: %u of %u solved", problem->source,
                           problem->number, solving->summary.proved + solving->summary.claimed,
                           solving->summary.positions);
    SolveReport report;
    Status status =
        solve_position(solving->session, &problem->position, &solving->config, &report, error);
    if (status >= 0) {
        solve_summary_add(&solving->summary, &report);
        if (solving->json)
            solve_print_json(problem, &solving->config, &report);
        else
            solve_print_text(problem, &solving->config, &report);
    }
    solve_report_done(&report);
    return status;
}

static bool is_interrupted(void) {
    return atomic_load(progress_line_interrupted());
}

static void report_wrong(Solving *solving, const char *source, unsigned long number,
                         const char *reason) {
    progress_line_end(&solving->progress);
    fprintf(stderr, "huff solve: %s: %s %lu: %s\n", solving->name, source, number, reason);
    solving->summary.wrong++;
}

/* ---- Collections ---- */

/* "W:W31:B20", "B:..."; with a blank or quote in front perhaps. */
static bool is_fen(const char *field) {
    field += strspn(field, " \"'");
    return (*field && strchr("WBwb", *field) && field[1] == ':') || !strcasecmp(field, "start");
}

static Outcome read_outcome(const Rules *rules, const char *field) {
    for (Outcome outcome = OUTCOME_WHITE_WINS; outcome <= OUTCOME_BLACK_WINS; outcome++)
        if (!strcmp(field, pdn_result_text(rules, outcome)))
            return outcome;
    return strcmp(field, "1/2-1/2") ? OUTCOME_NONE : OUTCOME_DRAW;
}

/* Fields with tabs between, of which the first that looks like a FEN is the position and one may be
 * the result. */
static Status solve_line(Solving *solving, char *line, unsigned long number, Error *error) {
    const Rules *rules = solving->settings.rules;
    SolveProblem problem = {.source = "line", .number = number};
    const char *fen = NULL;
    Outcome outcome = OUTCOME_NONE;
    line[strcspn(line, "\r\n")] = '\0';
    char *rest = NULL;
    for (char *field = strtok_r(line, "\t", &rest); field; field = strtok_r(NULL, "\t", &rest)) {
        if (!fen && is_fen(field))
            fen = field;
        else if (outcome == OUTCOME_NONE)
            outcome = read_outcome(rules, field);
    }
    Error reason;
    if (!fen)
        error_set(&reason, STATUS_SYNTAX, "no FEN such as W:W31:B20 among its fields");
    if (!fen || fen_read(rules, fen, strlen(fen), &problem.position, NULL, &reason) < 0) {
        report_wrong(solving, "line", number, reason.text);
        return STATUS_OK;
    }
    return solve_problem(solving, &problem, outcome, error);
}

static Status solve_lines(Solving *solving, FILE *file, Error *error) {
    char *line = NULL;
    size_t capacity = 0;
    Status status = STATUS_OK;
    unsigned long number = 0;
    while (status >= 0 && !is_interrupted() && getline(&line, &capacity, file) >= 0) {
        number++;
        if (line[0] != '#' && line[strspn(line, " \t\r\n")])
            status = solve_line(solving, line, number, error);
    }
    free(line);
    if (status >= 0 && ferror(file))
        return error_set(error, STATUS_IO, "cannot read %s: %s", solving->name, strerror(errno));
    return status;
}

static Status solve_games(Solving *solving, FILE *file, Error *error) {
    PdnReadOptions options = {.rules = solving->settings.rules};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, error);
    if (!reader)
        return STATUS_NO_MEMORY;
    const PdnGame *game;
    int status = 0;
    while (!is_interrupted() && (status = pdn_reader_next(reader, &game, error)) > 0) {
        unsigned long number = (unsigned long)game->index;
        SolveProblem problem = {.source = "game", .number = number};
        if (!game->playable || game->rules != solving->settings.rules) {
            report_wrong(solving, "game", number,
                         game->playable ? "it is of another variant: give --variant"
                                        : "its start position cannot be read");
            continue;
        }
        problem.position = game->record.entries[0].position;
        status = solve_problem(solving, &problem, game->outcome, error);
        if (status < 0)
            break;
    }
    pdn_reader_free(reader);
    return status < 0 ? (Status)status : STATUS_OK;
}

/* A PDN file begins with a tag, or says what it is by its name. */
static bool is_pdn(FILE *file, const char *path) {
    size_t length = strlen(path);
    if (length > 4 && !strcasecmp(path + length - 4, ".pdn"))
        return true;
    int c = getc(file);
    while (c != EOF && isspace(c))
        c = getc(file);
    rewind(file);
    return c == '[';
}

static Status solve_file(Solving *solving, const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, STATUS_IO,
                         "%.200s is no position (a FEN begins with W: or B:), and no file that can "
                         "be opened: %s",
                         path, strerror(errno));
    solving->name = path;
    Status status =
        is_pdn(file, path) ? solve_games(solving, file, error) : solve_lines(solving, file, error);
    fclose(file);
    return status;
}

static Status solve_all(Solving *solving, const Operands *operands, Error *error) {
    const char *word = operands->count > 0 ? operands->words[0] : "-";
    int64_t begin = clock_now_ns();
    bool many = true;
    Status status;
    if (operands->count > 1) {
        return error_set(error, STATUS_SYNTAX, "one position or file at a time, but got \"%.40s\"",
                         operands->words[1]);
    } else if (operands->count == 0 && isatty(STDIN_FILENO)) {
        return error_set(error, STATUS_SYNTAX, "give a FEN or the name of a file");
    } else if (!strcmp(word, "-")) {
        solving->name = "standard input";
        status = solve_lines(solving, stdin, error);
    } else if (is_fen(word)) {
        many = false;
        SolveProblem problem = {.source = NULL};
        status =
            fen_read(solving->settings.rules, word, strlen(word), &problem.position, NULL, error);
        if (status >= 0)
            status = solve_problem(solving, &problem, OUTCOME_NONE, error);
    } else {
        status = solve_file(solving, word, error);
    }
    progress_line_end(&solving->progress);
    solving->summary.seconds = clock_seconds_since(begin);
    if (status >= 0 && many)
        solve_print_summary(&solving->summary, solving->json);
    if (status >= 0 && solving->summary.wrong > 0)
        return error_set(error, STATUS_SYNTAX, "%u positions could not be read",
                         solving->summary.wrong);
    return status;
}

int command_solve(int argc, char **argv) {
    Solving solving = {.settings = settings_default()};
    SolveConfig *config = &solving.config;
    solving.settings.overhead_ms = 0;
    *config = (SolveConfig){.nodes = NODES_DEFAULT, .depth = SEARCH_DEPTH_MAX};
    bool has_others = false;
    const ArgumentSpec options[] = {
        {"goal", ARGUMENT_STRING, &solving.goal, 0, 0, NULL, "win|draw",
         "what the side to move wants (default: what a collection says, else win)"},
        {"nodes", ARGUMENT_COUNT, &config->nodes, 1, 1e15, NULL, "N",
         "nodes at most for finding each move of the solution (default 1000000)"},
        {"other-nodes", ARGUMENT_COUNT, &config->others, 1, 1e15, &has_others, "N",
         "nodes at most for each other move (default a tenth of --nodes)"},
        {"depth", ARGUMENT_INT, &config->depth, 1, SEARCH_DEPTH_MAX, NULL, "N",
         "plies at most that are searched"},
        {"first", ARGUMENT_FLAG, &solving.first_only, 0, 0, NULL, NULL,
         "look for other moves at the first move only"},
        {"json", ARGUMENT_FLAG, &solving.json, 0, 0, NULL, NULL, "print JSON lines"},
    };
    ArgumentTable table = {
        "solve [OPTION ...] [FEN | FILE | -]",
        "Solves problems: finds the win (or draw), shows the solution, and looks at each of its\n"
        "moves for another that would do as well. FILE is PDN, or has a position a line: a FEN\n"
        "among fields with tabs between, of which one may be the result. A solution is `proved`\n"
        "when it reaches the end of the game or endgame tables against every defence; otherwise\n"
        "the search only believes that the side comes out at least a man ahead (or holds).\n",
        options, sizeof options / sizeof *options, &solving.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    if (command_begin("solve", &table, argc, argv, &operands, &exit_status)) {
        Error error;
        progress_line_init(&solving.progress);
        progress_line_catch_interrupt();
        config->stop = progress_line_interrupted();
        config->all_steps = !solving.first_only;
        if (!has_others)
            config->others = config->nodes / OTHERS_PART > 0 ? config->nodes / OTHERS_PART : 1;
        if (solving.goal && strcmp(solving.goal, "win") && strcmp(solving.goal, "draw")) {
            error_set(&error, STATUS_RANGE, "--goal: \"%.40s\" is neither win nor draw",
                      solving.goal);
            exit_status = command_fail("solve", EXIT_STATUS_USAGE, &error);
        } else if (session_new(&solving.settings, &solving.session, &error) < 0 ||
                   solve_all(&solving, &operands, &error) < 0) {
            exit_status = command_fail("solve", EXIT_STATUS_FAILED, &error);
        }
        session_free(solving.session);
    }
    free(operands.words);
    return exit_status;
}
