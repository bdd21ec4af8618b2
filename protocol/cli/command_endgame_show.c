/* SPDX-License-Identifier: MIT
 *
 * The subcommands of `huff endgame` that look into tables. */
#include "endgame/embedded.h"
#include "endgame/probe.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/cli/endgame.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_PLIES_MAX = 300, /* of best-line: longer than any win in a table */
    VALUE_TEXT_SIZE = 64,
};

typedef struct {
    Settings settings;
    bool json;
    Tables *tables;
} ShowJob;

Status endgame_open_tables(const Settings *settings, int cache_mib, Tables **ret_tables,
                           Error *error) {
    Tables *tables;
    Status status = tables_new(settings->rules, cache_mib, &tables, error);
    if (status < 0)
        return status;
    status = *settings->tables ? tables_add_folders(tables, settings->tables, error)
                               : embedded_add(tables, error);
    if (status < 0) {
        tables_free(tables);
        return status;
    }
    *ret_tables = tables;
    return STATUS_OK;
}

Status endgame_explain_none(const Settings *settings, Error *error) {
    const Rules *rules = settings->rules;
    Error reason;
    if (slice_check_rules(rules, &reason) < 0)
        return error_set(error, STATUS_UNKNOWN, "%s", reason.text);
    if (*settings->tables)
        return error_set(error, STATUS_UNKNOWN, "%.500s: no table file of %s there is of use",
                         settings->tables, rules->name);
    return error_set(error, STATUS_UNKNOWN,
                     "the program carries no tables of %s: build some with huff endgame build and "
                     "name them with --tables",
                     rules->name);
}

typedef Status Show(const ShowJob *job, const Operands *operands, Error *error);

/* Opens tables, says which files are of no use and shows what is asked for. */
static Status open_and_show(const char *name, ShowJob *job, const Operands *operands, Show *show,
                            Error *error) {
    Status status =
        endgame_open_tables(&job->settings, TABLES_CACHE_MIB_DEFAULT, &job->tables, error);
    if (status < 0)
        return status;
    command_warn_of_tables(name, job->tables);
    return show(job, operands, error);
}

/* Runs one subcommand of the common form: options, a position or no operand, tables, `show`. */
static int run(const char *name, ShowJob *job, ArgumentTable *table, int argc, char **argv,
               bool of_position, Show *show) {
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin(name, table, argc, argv, &operands, &exit_status)) {
        Status status =
            of_position
                ? operands.count ? STATUS_OK : error_set(&error, STATUS_SYNTAX, "a FEN is due")
                : command_check_no_operands(&operands, &error);
        if (status < 0)
            exit_status = command_fail(name, EXIT_STATUS_USAGE, &error);
        else if (open_and_show(name, job, &operands, show, &error) < 0)
            exit_status = command_fail(name, EXIT_STATUS_FAILED, &error);
        tables_free(job->tables);
    }
    free(operands.words);
    return exit_status;
}

/* ---- info ---- */

static Status show_info(const ShowJob *job, const Operands *operands, Error *error) {
    (void)operands;
    if (!tables_count(job->tables))
        return endgame_explain_none(&job->settings, error);
    unsigned long long bytes[KIND_COUNT] = {0}, positions[KIND_COUNT] = {0};
    for (int i = 0; i < tables_count(job->tables); i++) {
        const char *path;
        const TableFile *table = tables_get(job->tables, i, &path);
        char name[SLICE_NAME_SIZE];
        uint64_t count = 0;
        for (int side = 0; side < table->side_count; side++)
            count += table->index[side].count;
        printf("%-4s %-20s %12llu positions %10zu bytes %6.3f bits  block %5u  %s\n",
               kind_get_name(table->kind), slice_write(table->slice, name),
               (unsigned long long)count, table->length,
               8.0 * (double)table->length / (double)count, table->block_positions, path);
        bytes[table->kind] += table->length;
        positions[table->kind] += count;
    }
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (positions[kind])
            printf("%-4s in all %18llu positions %10llu bytes %6.4f bits\n",
                   kind_get_name((TableKind)kind), positions[kind], bytes[kind],
                   8.0 * (double)bytes[kind] / (double)positions[kind]);
    return STATUS_OK;
}

int endgame_info(int argc, char **argv) {
    ShowJob job = {.settings = settings_default()};
    ArgumentTable table = {"endgame info [--tables DIR] [OPTION ...]",
                           "Lists the tables there are: positions, size, bits for a position.\n",
                           NULL, 0, &job.settings};
    return run("endgame info", &job, &table, argc, argv, false, show_info);
}

/* ---- stats ---- */

static void write_example(const TableFile *table, int side, uint64_t number, char *text) {
    Board board;
    Position position;
    text[0] = '\0';
    index_decode(&table->index[side], number, &board);
    if (position_init_board(&position, table->index[side].rules, &board, COLOR_WHITE, NULL) ==
        STATUS_OK)
        fen_write(&position, NULL, text);
}

static void print_side(const ShowJob *job, const TableFile *table, int side) {
    const TableSide *counts = &table->sides[side];
    char name[SLICE_NAME_SIZE], win[FEN_SIZE] = "", loss[FEN_SIZE] = "";
    slice_write(table->index[side].slice, name);
    if (counts->longest_win)
        write_example(table, side, counts->longest_win_at, win);
    if (counts->longest_loss)
        write_example(table, side, counts->longest_loss_at, loss);
    if (job->json)
        printf("{\"slice\":\"%s\",\"kind\":\"%s\",\"positions\":%llu,\"win\":%llu,\"draw\":%llu,"
               "\"loss\":%llu,\"longest_win\":%u,\"longest_loss\":%u,\"bytes\":%zu,"
               "\"longest_win_fen\":\"%s\",\"longest_loss_fen\":\"%s\"}\n",
               name, kind_get_name(table->kind), (unsigned long long)table->index[side].count,
               (unsigned long long)counts->win, (unsigned long long)counts->draw,
               (unsigned long long)counts->loss, counts->longest_win, counts->longest_loss,
               table->length, win, loss);
    else
        printf("%-16s %-4s %12llu %12llu %12llu %12llu %5u %5u  %s\n", name,
               kind_get_name(table->kind), (unsigned long long)table->index[side].count,
               (unsigned long long)counts->win, (unsigned long long)counts->draw,
               (unsigned long long)counts->loss, counts->longest_win, counts->longest_loss, win);
}

/* One line a slice: where a slice has a table of distances, its plain one would say less. */
static bool is_covered(const ShowJob *job, const TableFile *table) {
    int side;
    return table->kind == KIND_WDL &&
           tables_find(job->tables, KIND_DTW, table->slice, &side) != NULL;
}

static Status show_stats(const ShowJob *job, const Operands *operands, Error *error) {
    (void)operands;
    if (!tables_count(job->tables))
        return endgame_explain_none(&job->settings, error);
    if (!job->json)
        printf("%-16s %-4s %12s %12s %12s %12s %5s %5s  %s\n", "slice", "kind", "positions", "win",
               "draw", "loss", "win", "loss", "a longest win");
    for (int i = 0; i < tables_count(job->tables); i++) {
        const TableFile *table = tables_get(job->tables, i, NULL);
        for (int side = 0; side < table->side_count && !is_covered(job, table); side++)
            print_side(job, table, side);
    }
    return STATUS_OK;
}

int endgame_stats(int argc, char **argv) {
    ShowJob job = {.settings = settings_default()};
    const ArgumentSpec options[] = {
        {"json", ARGUMENT_FLAG, &job.json, 0, 0, NULL, NULL, "print a JSON line a slice and side"},
    };
    ArgumentTable table = {
        "endgame stats [--tables DIR] [OPTION ...]",
        "Counts of each slice, the side to move first: placements, wins, draws, losses, plies of\n"
        "the longest win and loss (of dtw and rule tables), an example of the longest win. Where "
        "a\n"
        "slice has a dtw table, its wdl table is not told of.\n",
        options, sizeof options / sizeof *options, &job.settings};
    return run("endgame stats", &job, &table, argc, argv, false, show_stats);
}

/* ---- probe ---- */

static const char *value_name(OracleValue value) {
    static const char *const names[] = {"unknown", "loss", "draw", "win"};
    return names[value];
}

static void write_value(const ShowJob *job, const Position *position, char text[VALUE_TEXT_SIZE]) {
    Oracle oracle = probe_oracle(job->tables);
    OracleAnswer answer;
    oracle.consult(oracle.context, position, &answer);
    int length = snprintf(text, VALUE_TEXT_SIZE, "%s", value_name(answer.value));
    if (answer.plies >= 0)
        length +=
            snprintf(text + length, (size_t)(VALUE_TEXT_SIZE - length), " dtw %d", answer.plies);
    if (answer.rule != ORACLE_UNKNOWN)
        snprintf(text + length, (size_t)(VALUE_TEXT_SIZE - length), " rule %s",
                 value_name(answer.rule));
}

static Status read_position(const ShowJob *job, const Operands *operands, Position *ret_position,
                            Error *error) {
    GameRecord record;
    Position start;
    position_init_start(&start, job->settings.rules);
    Status status = record_init(&record, &start, error);
    if (status < 0)
        return status;
    status = command_read_position(job->settings.rules, operands->words, operands->count, &record,
                                   error);
    *ret_position = *record_current(&record);
    record_done(&record);
    return status;
}

static Status show_probe(const ShowJob *job, const Operands *operands, Error *error) {
    Position position;
    Status status = read_position(job, operands, &position, error);
    if (status < 0)
        return status;
    char text[VALUE_TEXT_SIZE];
    write_value(job, &position, text);
    puts(text);
    return STATUS_OK;
}

int endgame_probe(int argc, char **argv) {
    ShowJob job = {.settings = settings_default()};
    ArgumentTable table = {
        "endgame probe [--tables DIR] [OPTION ...] FEN [MOVE ...]",
        "Prints win, draw, loss or unknown for the side to move, with ` dtw N` (plies to the end)\n"
        "where a dtw table knows it and ` rule win|draw|loss` (by the counting rules, with the\n"
        "counts of the FEN) where a rule table does.\n",
        NULL, 0, &job.settings};
    return run("endgame probe", &job, &table, argc, argv, true, show_probe);
}

/* ---- best-line ---- */

static Status show_best_line(const ShowJob *job, const Operands *operands, Error *error) {
    Position position;
    Status status = read_position(job, operands, &position, error);
    if (status < 0)
        return status;
    char value[VALUE_TEXT_SIZE];
    write_value(job, &position, value);
    printf("%s\n", value);
    Verdict verdict = probe_read(job->tables, KIND_DTW, &position);
    if (verdict.value == VERDICT_UNKNOWN)
        return error_set(error, STATUS_STATE, "no dtw table knows this position");
    for (int ply = 0; ply < LINE_PLIES_MAX && verdict.value != VERDICT_DRAW; ply++) {
        Move move = probe_best_move(job->tables, &position);
        if (move_is_none(move))
            break;
        char text[MOVE_TEXT_SIZE];
        printf("%s%s", ply ? " " : "", move_text_write(&position, move, text));
        Position next;
        position_make(&position, move, &next);
        position = next;
    }
    if (verdict.value != VERDICT_DRAW)
        printf("\n");
    return STATUS_OK;
}

int endgame_best_line(int argc, char **argv) {
    ShowJob job = {.settings = settings_default()};
    ArgumentTable table = {
        "endgame best-line [--tables DIR] [OPTION ...] FEN [MOVE ...]",
        "Prints the value of a position and, if it is won or lost, the moves to the end: the\n"
        "winner takes the shortest way and the loser the longest. Needs dtw tables.\n",
        NULL, 0, &job.settings};
    return run("endgame best-line", &job, &table, argc, argv, true, show_best_line);
}
