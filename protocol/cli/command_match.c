/* SPDX-License-Identifier: MIT
 *
 * `huff match`: engines against each other. What can be asked for is read here; command_match_run.c
 * plays and reports. */
#include "endgame/embedded.h"
#include "engine/base/clock.h"
#include "engine/base/cpu.h"
#include "engine/base/file.h"
#include "protocol/cli/command.h"
#include "protocol/cli/command_match_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEED_DIGITS_MAX = 20,
};

/* Used when neither the match nor an engine says how long to think. */
static const double default_move_time = 0.1;

/* "600/4" or "10/8/40": `count` whole numbers. */
static Status read_numbers(const char *option, const char *text, int count, const char *form,
                           int *const *ret_numbers, Error *error) {
    const char *rest = text;
    for (int i = 0; i < count; i++) {
        char *end;
        long number = strtol(rest, &end, 10);
        bool digit = *rest >= '0' && *rest <= '9';
        if (!digit || number > 100000 || *end != (i + 1 < count ? '/' : '\0'))
            return error_set(error, STATUS_SYNTAX, "--%s: \"%.40s\" is not %s", option, text, form);
        *ret_numbers[i] = (int)number;
        rest = end + 1;
    }
    return STATUS_OK;
}

static Status read_adjudication(const MatchCommand *command, ScoreAdjudication *by, Error *error) {
    Status status = STATUS_OK;
    if (command->win_by_score)
        status = read_numbers("win-by-score", command->win_by_score, 2, "CENTIMEN/MOVES",
                              (int *const[]){&by->win_score, &by->win_moves}, error);
    if (status == STATUS_OK && command->draw_by_score)
        status =
            read_numbers("draw-by-score", command->draw_by_score, 3, "CENTIMEN/MOVES/AFTER",
                         (int *const[]){&by->draw_score, &by->draw_moves, &by->draw_after}, error);
    return status;
}

Status match_command_read_sprt(const MatchCommand *command, MatchConfig *config, Error *error) {
    char *end;
    config->has_sprt = command->sprt != NULL;
    if (!config->has_sprt)
        return STATUS_OK;
    config->sprt = (MatchSprt){
        .alpha = command->alpha, .beta = command->beta, .min_pairs = (uint64_t)command->min_pairs};
    config->sprt.nelo0 = strtod(command->sprt, &end);
    const char *comma = end;
    config->sprt.nelo1 = *comma == ',' ? strtod(comma + 1, &end) : 0;
    if (comma == command->sprt || *comma != ',' || end == comma + 1 || *end)
        return error_set(error, STATUS_SYNTAX, "--sprt: \"%.40s\" is not NELO0,NELO1, such as 0,10",
                         command->sprt);
    return match_sprt_check(&config->sprt, error);
}

static Status read_engines(MatchCommand *command, Error *error) {
    for (int i = 0; i < command->engine_words.count; i++) {
        Error reason;
        Status status =
            engine_spec_read(command->engine_words.words[i], &command->engines[i], &reason);
        if (status < 0)
            return error_set(error, status, "--engine (number %d): %s", i + 1, reason.text);
        command->engine_count++;
    }
    if (command->engine_count >= 2)
        return STATUS_OK;
    return error_set(error, STATUS_SYNTAX,
                     "a match needs at least two engines: give --engine twice, such as "
                     "--engine self --engine \"./scan hub\"");
}

static Status read_limits(MatchCommand *command, MatchLimits *limits, Error *error) {
    limits->depth = command->depth;
    limits->nodes = command->nodes;
    limits->move_time = command->move_time;
    if (command->clock) {
        Status status = match_limits_read_clock(command->clock, limits, error);
        if (status < 0)
            return status;
    }
    if (!limits->depth && !limits->nodes && !match_limits_are_timed(limits))
        limits->move_time = default_move_time;
    return STATUS_OK;
}

/* A ledger that is there already tells the seed that the match began with. */
static Status find_seed(MatchCommand *command, Error *error) {
    if (command->seed_given)
        return STATUS_OK;
    command->seed = (uint64_t)clock_now_ns() / 1000 % 1000000000;
    LedgerReader *reader;
    if (!command->ledger || ledger_reader_new(command->ledger, &reader, NULL) < 0)
        return STATUS_OK;
    const char *seed = ledger_head_get(ledger_reader_get_head(reader), "seed", 0);
    Status status = STATUS_OK;
    if (seed && strlen(seed) <= SEED_DIGITS_MAX && strspn(seed, "0123456789") == strlen(seed))
        command->seed = strtoull(seed, NULL, 10);
    else
        status = error_set(error, STATUS_SYNTAX, "%s has no seed", command->ledger);
    ledger_reader_free(reader);
    return status;
}

static Status check_concurrency(const MatchCommand *command, Error *error) {
    int cores = cpu_count_cores();
    if (command->concurrency <= cores || command->force)
        return STATUS_OK;
    return error_set(error, STATUS_RANGE,
                     "--concurrency %d is more than this machine's %d physical core%s: engines "
                     "would take time from each other; --force plays all the same",
                     command->concurrency, cores, cores == 1 ? "" : "s");
}

static Status open_tables(MatchCommand *command, RefereeRules *referee, Error *error) {
    if (command->table_folders && !command->by_tables)
        return error_set(
            error, STATUS_SYNTAX,
            "--tables are for adjudication: give --by-tables too, or \"set.tables=%s\" "
            "to an engine",
            command->table_folders);
    if (!command->by_tables)
        return STATUS_OK;
    Status status =
        tables_new(command->settings.rules, TABLES_CACHE_MIB_DEFAULT, &command->tables, error);
    if (status == STATUS_OK && command->table_folders)
        status = tables_add_folders(command->tables, command->table_folders, error);
    if (status == STATUS_OK)
        status = embedded_add(command->tables, error);
    if (status == STATUS_OK && tables_count(command->tables) == 0)
        status = error_set(error, STATUS_UNKNOWN,
                           "there are no endgame tables of %s in the program: build some with "
                           "huff endgame build and name them with --tables",
                           command->settings.rules->name);
    if (status < 0)
        return status;
    command_warn_of_tables("match", command->tables);
    command->oracle = probe_oracle(command->tables);
    referee->oracle = &command->oracle;
    return STATUS_OK;
}

static Status check_outputs(const MatchCommand *command, Error *error) {
    if (!command->ledger && (command->pdn || command->html))
        return error_set(error, STATUS_SYNTAX,
                         "--pdn and --html are made from the ledger: give --ledger FILE too");
    if (command->logs_all && !command->ledger && !command->logs)
        return error_set(error, STATUS_SYNTAX, "--log-all needs --logs FOLDER or --ledger FILE");
    return STATUS_OK;
}

Status match_command_prepare(MatchCommand *command, MatchConfig *ret_config, Error *error) {
    MatchConfig *config = ret_config;
    if (command->ledger)
        snprintf(command->default_logs, sizeof command->default_logs, "%s.logs", command->ledger);
    *config = (MatchConfig){
        .rules = command->settings.rules,
        .engines = command->engines,
        .form = command->gauntlet ? MATCH_GAUNTLET : MATCH_ROUND_ROBIN,
        .referee = {.margin = command->margin,
                    .patience = command->patience,
                    .plies_max = command->longest},
        .ballots = &command->ballots,
        .exempt_percent = command->exempt,
        .shuffled = !command->in_order,
        .games = command->games,
        .concurrency = command->concurrency,
        .ledger_path = command->ledger,
        .log_folder = command->logs     ? command->logs
                      : command->ledger ? command->default_logs
                                        : NULL,
        .logs_all = command->logs_all,
    };
    Status status = check_outputs(command, error);
    if (status == STATUS_OK)
        status = check_concurrency(command, error);
    if (status == STATUS_OK)
        status = read_engines(command, error);
    if (status == STATUS_OK)
        status = read_limits(command, &config->limits, error);
    if (status == STATUS_OK)
        status = read_adjudication(command, &config->referee.by_score, error);
    if (status == STATUS_OK)
        status = open_tables(command, &config->referee, error);
    if (status == STATUS_OK)
        status = match_command_read_sprt(command, config, error);
    if (status == STATUS_OK)
        status = find_seed(command, error);
    if (status == STATUS_OK)
        status = ballots_open(config->rules, command->ballots_name, &command->ballots, error);
    config->engine_count = command->engine_count;
    config->seed = command->seed;
    config->ballots_name =
        command->ballots_name ? command->ballots_name : ballots_get_default(config->rules);
    return status;
}

void match_command_done(MatchCommand *command) {
    for (int i = 0; i < command->engine_count; i++)
        engine_spec_done(&command->engines[i]);
    ballots_done(&command->ballots);
    tables_free(command->tables);
}

/* Alone, or as one rank of a farm, whose ranks all read the same words. */
static int play(const MatchCommand *command, MatchConfig *config) {
    Farm *farm;
    Error error;
    int exit_status = EXIT_STATUS_OK;
    if (farm_new(&farm, &error) < 0)
        return command_fail("match", EXIT_STATUS_FAILED, &error);
    if (farm)
        config->seed = farm_share_number(farm, config->seed);
    if (farm && farm_get_rank(farm) > 0)
        farm_serve(farm, config);
    else
        exit_status = match_command_play(command, config, farm);
    farm_free(farm);
    return exit_status;
}

static int run(MatchCommand *command, const Operands *operands) {
    MatchConfig config;
    Error error;
    if (command->pdn && command->html && file_will_be_same(command->pdn, command->html)) {
        error_set(&error, STATUS_SYNTAX, "--pdn and --html name the same file, %.200s",
                  command->pdn);
        return command_fail("match", EXIT_STATUS_USAGE, &error);
    }
    if (operands->count == 2 && strcmp(operands->words[0], "report") == 0)
        return match_command_report(command, operands->words[1]);
    Status status = command_check_no_operands(operands, &error);
    if (status == STATUS_OK)
        status = match_command_prepare(command, &config, &error);
    if (status == STATUS_OK)
        return play(command, &config);
    bool usage = status == STATUS_SYNTAX || status == STATUS_RANGE || status == STATUS_UNKNOWN;
    return command_fail("match", usage ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED, &error);
}

static const char summary[] =
    "Plays engines against each other and reports who is stronger. An ENGINE is a line of words:\n"
    "settings, then `self` (this program) or a command that speaks Hub, such as\n"
    "  self    \"name=half nodes=1000 set.hash=16 self\"\n"
    "  \"name=scan protocol=hub1 dir=/opt/scan set.book=false ./scan hub\"\n"
    "  \"protocol=dxp address=127.0.0.1:27531 ./engine\"\n"
    "Settings: name, protocol (hub hub1 hub2 dxp), dir, set.NAME, ponder, nodes, depth, time, "
    "clock\n"
    "(instead of the match's), address, listen, asks, minutes; {worker} and {port} in them differ\n"
    "between games that run at the same time.\n"
    "Each ballot is played twice with colours swapped. With --ledger the match can be killed and\n"
    "goes on when the same command is given again. `huff match report LEDGER` reports on a "
    "ledger.\n"
    "The README of bench/match describes the ledger and the JSON line.\n";

int command_match(int argc, char **argv) {
    static const MatchCommand defaults = {.margin = 0.1,
                                          .patience = 30,
                                          .longest = 1000,
                                          .concurrency = 1,
                                          .exempt = 10,
                                          .alpha = 0.05,
                                          .beta = 0.05,
                                          .min_pairs = MATCH_SPRT_MIN_PAIRS};
    MatchCommand c = defaults;
    c.settings = settings_default();
    c.engine_words = (ArgumentList){c.engine_texts, 0, MATCH_ENGINES_MAX};
    const char *variant = NULL;
    const ArgumentSpec options[] = {
        {"engine", ARGUMENT_LIST, &c.engine_words, 0, 0, NULL, "ENGINE",
         "one of the engines; at least twice"},
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME", "game (default international)"},
        {"gauntlet", ARGUMENT_FLAG, &c.gauntlet, 0, 0, NULL, NULL,
         "the first engine against every other, instead of all against all"},
        {"games", ARGUMENT_INT, &c.games, 2, MATCH_GAMES_MAX, NULL, "N",
         "games in all, even (default: every ballot once, both colours)"},
        {"nodes", ARGUMENT_COUNT, &c.nodes, 1, 1e18, NULL, "N", "positions a move"},
        {"depth", ARGUMENT_INT, &c.depth, 1, SEARCH_DEPTH_MAX, NULL, "N", "plies a move"},
        {"time", ARGUMENT_REAL, &c.move_time, 0.001, 1e6, NULL, "SECONDS",
         "a move (default 0.1 when nothing else limits)"},
        {"clock", ARGUMENT_STRING, &c.clock, 0, 0, NULL, "CLOCK",
         "[MOVES/]SECONDS[+INCREMENT], such as 75/60 or 60+0.5"},
        {"margin", ARGUMENT_REAL, &c.margin, 0, 1000, NULL, "SECONDS",
         "a move may be late by so much (default 0.1)"},
        {"patience", ARGUMENT_REAL, &c.patience, 0.1, 1e6, NULL, "SECONDS",
         "then an engine that does not answer counts as hung (default 30)"},
        {"longest", ARGUMENT_INT, &c.longest, 1, 100000, NULL, "PLIES",
         "a longer game is a draw (default 1000)"},
        {"win-by-score", ARGUMENT_STRING, &c.win_by_score, 0, 0, NULL, "CENTIMEN/MOVES",
         "give the game when both engines agree for so many moves"},
        {"draw-by-score", ARGUMENT_STRING, &c.draw_by_score, 0, 0, NULL, "CENTIMEN/MOVES/AFTER",
         "the same for draws, after so many moves of each"},
        {"by-tables", ARGUMENT_FLAG, &c.by_tables, 0, 0, NULL, NULL,
         "give the game when the endgame tables know it"},
        {"tables", ARGUMENT_STRING, &c.table_folders, 0, 0, NULL, "FOLDERS",
         "with ':' between, besides the tables in the program"},
        {"exempt", ARGUMENT_INT, &c.exempt, 0, 100, NULL, "PERCENT",
         "of the pairs are played out all the same (default 10)"},
        {"ballots", ARGUMENT_STRING, &c.ballots_name, 0, 0, NULL, "NAME|FILE",
         "start positions (huff ballots list shows the names)"},
        {"in-order", ARGUMENT_FLAG, &c.in_order, 0, 0, NULL, NULL, "do not shuffle them"},
        {"seed", ARGUMENT_COUNT, &c.seed, 0, 1e15, &c.seed_given, "N",
         "of the shuffle (default: the ledger's, else a new one)"},
        {"concurrency", ARGUMENT_INT, &c.concurrency, 1, MATCH_CONCURRENCY_MAX, NULL, "N",
         "games at a time (default 1)"},
        {"force", ARGUMENT_FLAG, &c.force, 0, 0, NULL, NULL, "more of them than physical cores"},
        {"sprt", ARGUMENT_STRING, &c.sprt, 0, 0, NULL, "NELO0,NELO1",
         "stop when the first engine's normalised Elo over the second is decided"},
        {"alpha", ARGUMENT_REAL, &c.alpha, 0.0001, 0.4999, NULL, "P",
         "wrong acceptance of the gain (default 0.05)"},
        {"beta", ARGUMENT_REAL, &c.beta, 0.0001, 0.4999, NULL, "P",
         "wrong rejection of it (default 0.05)"},
        {"min-pairs", ARGUMENT_INT, &c.min_pairs, 1, MATCH_GAMES_MAX, NULL, "N",
         "no decision before so many (default 200)"},
        {"ledger", ARGUMENT_STRING, &c.ledger, 0, 0, NULL, "FILE",
         "every game is kept here; the match goes on from it"},
        {"logs", ARGUMENT_STRING, &c.logs, 0, 0, NULL, "FOLDER",
         "conversations with engines that failed (default: FILE.logs)"},
        {"log-all", ARGUMENT_FLAG, &c.logs_all, 0, 0, NULL, NULL, "those of every game"},
        {"pdn", ARGUMENT_STRING, &c.pdn, 0, 0, NULL, "FILE", "write the games (needs a ledger)"},
        {"html", ARGUMENT_STRING, &c.html, 0, 0, NULL, "FILE", "write a page (needs a ledger)"},
        {"event", ARGUMENT_STRING, &c.event, 0, 0, NULL, "TEXT", "title in both"},
        {"date", ARGUMENT_STRING, &c.date, 0, 0, NULL, "YYYY.MM.DD", "date in the games"},
        {"by-ballot", ARGUMENT_FLAG, &c.list_ballots, 0, 0, NULL, NULL,
         "list the ballots that decided pairs"},
        {"json", ARGUMENT_FLAG, &c.json, 0, 0, NULL, NULL, "the summary as a line of JSON"},
        {"quiet", ARGUMENT_FLAG, &c.quiet, 0, 0, NULL, NULL, "no live table"},
    };
    ArgumentTable table = {"match --engine ENGINE --engine ENGINE [OPTION ...]\n"
                           "       huff match report LEDGER [OPTION ...]",
                           summary, options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("match", &table, argc, argv, &operands, &exit_status)) {
        if (variant && settings_set(&c.settings, "variant", variant, &error) < 0)
            exit_status = command_fail("match", EXIT_STATUS_USAGE, &error);
        else
            exit_status = run(&c, &operands);
    }
    match_command_done(&c);
    free(operands.words);
    return exit_status;
}
