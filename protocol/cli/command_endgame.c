/* SPDX-License-Identifier: MIT
 *
 * `huff endgame`: builds endgame tables and verifies them; command_endgame_show.c looks into them.
 */
#include "endgame/generate.h"
#include "endgame/mpi/farm.h"
#include "endgame/verify.h"
#include "engine/base/clock.h"
#include "protocol/cli/endgame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const char *name;
    EndgameCommand *run;
    const char *help;
} Subcommand;

static const Subcommand subcommands[] = {
    {"build", endgame_build, "build tables"},
    {"verify", endgame_verify, "recompute tables from the rules and compare"},
    {"info", endgame_info, "list the tables there are"},
    {"stats", endgame_stats, "count wins, draws and losses of each slice"},
    {"probe", endgame_probe, "say what a position is worth"},
    {"best-line", endgame_best_line, "play a position out as the tables know it"},
};

enum {
    SUBCOMMAND_COUNT = sizeof subcommands / sizeof *subcommands,
    BAR_WIDTH = 30,
};

static const double gibibyte = 1024.0 * 1024 * 1024;

/* ---- progress ---- */

void endgame_show_progress(const char *what, uint64_t done, uint64_t total, double seconds) {
    if (!isatty(STDERR_FILENO) || total == 0)
        return;
    int filled = (int)(BAR_WIDTH * done / total);
    double rate = seconds > 0 ? (double)done / seconds : 0;
    double left = rate > 0 ? (double)(total - done) / rate : 0;
    fprintf(stderr, "\r%s [%.*s%*s] %3d %% %.2f M/s, %d:%02d left\033[K", what, filled,
            "##############################", BAR_WIDTH - filled, "", (int)(100 * done / total),
            rate / 1e6, (int)left / 60, (int)left % 60);
    fflush(stderr);
}

void endgame_end_progress(void) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* ---- build ---- */

typedef struct {
    Settings settings;
    const char *kinds, *folder;
    const char *slice_name; /* NULL: all up to `pieces` */
    Slice slice;
    bool wanted[KIND_COUNT];
    bool farm;
    int pieces;
    double memory_gib;
} BuildJob;

static void show_build(void *context, const GenerateProgress *progress) {
    const char *kind = context;
    char what[64];
    snprintf(what, sizeof what, "%s %d/%d", kind, progress->pairs_done, progress->pairs);
    endgame_show_progress(what, progress->positions_done, progress->positions, progress->seconds);
}

static Status build_kind(const BuildJob *job, TableKind kind, Error *error) {
    GenerateOptions options = {
        .rules = job->settings.rules,
        .kind = kind,
        .pieces = job->pieces,
        .only = job->slice_name ? &job->slice : NULL,
        .folder = job->folder,
        .threads = job->settings.threads,
        .memory_bytes = (uint64_t)(job->memory_gib * gibibyte),
        .on_progress = show_build,
        .context = (void *)(uintptr_t)kind_get_name(kind),
    };
    Status status = job->farm ? farm_build(&options, error) : generate_tables(&options, error);
    endgame_end_progress();
    return status;
}

/* Reads a list of kinds with commas between into flags by TableKind. */
static Status read_kinds(const char *list, bool ret_wanted[KIND_COUNT], Error *error) {
    for (const char *name = list; *name;) {
        size_t length = strcspn(name, ",");
        TableKind kind = kind_find(name, length);
        if (kind == KIND_COUNT)
            return error_set(error, STATUS_UNKNOWN, "no kind \"%.*s\"; there are wdl, dtw and rule",
                             (int)(length < 40 ? length : 40), name);
        ret_wanted[kind] = true;
        name += length + (name[length] == ',');
    }
    return STATUS_OK;
}

static Status build_kinds(const BuildJob *job, Error *error) {
    if (mkdir(job->folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, STATUS_IO, "cannot make the folder %s: %s", job->folder,
                         strerror(errno));
    Status status = STATUS_OK;
    for (int kind = 0; kind < KIND_COUNT && status == STATUS_OK; kind++)
        if (job->wanted[kind])
            status = build_kind(job, (TableKind)kind, error);
    return status;
}

/* What the words of the command line say, before anything is done. */
static Status read_build(BuildJob *job, const Operands *operands, bool has_pieces, Error *error) {
    Status status = command_check_no_operands(operands, error);
    if (status < 0)
        return status;
    bool has_slice = job->slice_name != NULL;
    if (!job->folder || has_pieces == has_slice || (job->farm && has_slice))
        return error_set(error, STATUS_SYNTAX,
                         "--out DIR is due, and --pieces N or --slice NAME (not with --farm)");
    status = read_kinds(job->kinds, job->wanted, error);
    return status == STATUS_OK && has_slice ? slice_read(job->slice_name, &job->slice, error)
                                            : status;
}

static Status build(const BuildJob *job, Error *error) {
    if (!job->farm)
        return build_kinds(job, error);
    Status status = farm_init(error);
    if (status < 0)
        return status;
    status = build_kinds(job, error);
    farm_done();
    return status;
}

int endgame_build(int argc, char **argv) {
    BuildJob job = {.settings = settings_default(), .kinds = "wdl", .memory_gib = 4, .pieces = 0};
    bool has_pieces = false;
    const ArgumentSpec options[] = {
        {"pieces", ARGUMENT_INT, &job.pieces, 2, SLICE_PIECES_MAX, &has_pieces, "N",
         "all material from 2 to N pieces"},
        {"slice", ARGUMENT_STRING, &job.slice_name, 0, 0, NULL, "NAME",
         "one material alone, such as \"1m2k v 2k\"; what it needs must be there"},
        {"out", ARGUMENT_STRING, &job.folder, 0, 0, NULL, "DIR",
         "where the files go; made if it is not there"},
        {"kind", ARGUMENT_STRING, &job.kinds, 0, 0, NULL, "LIST",
         "wdl (default), dtw, rule, or several with commas between"},
        {"memory", ARGUMENT_REAL, &job.memory_gib, 0.01, 1e6, NULL, "GIB",
         "most memory for tables and work, in GiB (default 4)"},
        {"farm", ARGUMENT_FLAG, &job.farm, 0, 0, NULL, NULL,
         "share --pieces out among the processes that mpirun has started"},
    };
    ArgumentTable table = {
        "endgame build --pieces N --out DIR [OPTION ...]",
        "Builds endgame tables: wdl (win, draw, loss), dtw (plies to the end) or rule (plies that\n"
        "a counting rule must leave for a win). Files already there are kept; a build that was\n"
        "stopped goes on when started again. Of the engine's options only --variant and --threads\n"
        "count.\n",
        options, sizeof options / sizeof *options, &job.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("endgame build", &table, argc, argv, &operands, &exit_status)) {
        if (read_build(&job, &operands, has_pieces, &error) < 0)
            exit_status = command_fail("endgame build", EXIT_STATUS_USAGE, &error);
        else if (build(&job, &error) < 0)
            exit_status = command_fail("endgame build", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}

/* ---- verify ---- */

typedef struct {
    Settings settings;
    const char *slice_name; /* NULL: all */
    Slice slice;
    bool files_only;
    uint64_t samples, seed;
} VerifyJob;

typedef struct {
    char what[TABLE_FILE_NAME_SIZE];
    int64_t begin_ns;
} VerifyProgress;

static void show_verify(void *context, uint64_t done, uint64_t total) {
    const VerifyProgress *progress = context;
    endgame_show_progress(progress->what, done, total, clock_seconds_since(progress->begin_ns));
}

static Status verify_one(const VerifyJob *job, const Tables *tables, int number, Error *error) {
    const char *path;
    const TableFile *table = tables_get(tables, number, &path);
    VerifyProgress progress = {.begin_ns = clock_now_ns()};
    table_file_write_name(job->settings.rules, table->kind, table->slice, progress.what);
    VerifyOptions options = {
        .tables = tables,
        .samples = job->samples,
        .seed = job->seed,
        .on_progress = show_verify,
        .context = &progress,
    };
    VerifyReport report = {0};
    Status status = job->files_only ? table_file_check(table, path, error)
                                    : verify_table(&options, table, path, &report, error);
    endgame_end_progress();
    if (status < 0)
        return status;
    printf("%-28s %12llu positions, %llu with a capture due: right\n", progress.what,
           (unsigned long long)report.positions, (unsigned long long)report.captures);
    fflush(stdout);
    return STATUS_OK;
}

/* Tables lean on each other: one that is damaged must be named itself, not those that lean on it,
 * and so all files are read before any position is recomputed. */
static Status check_files(const Tables *tables, Error *error) {
    if (tables_fault_count(tables))
        return error_set(error, STATUS_ILLEGAL, "%s", tables_get_fault(tables, 0));
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < tables_count(tables); i++) {
        const char *path;
        const TableFile *table = tables_get(tables, i, &path);
        status = table_file_check(table, path, error);
    }
    return status;
}

static Status verify_tables(const VerifyJob *job, const Tables *tables, Error *error) {
    int done = 0;
    Status status = check_files(tables, error);
    if (status < 0)
        return status;
    for (int i = 0; i < tables_count(tables); i++) {
        if (job->slice_name && !slice_equals(tables_get(tables, i, NULL)->slice, job->slice))
            continue;
        status = verify_one(job, tables, i, error);
        if (status < 0)
            return status;
        done++;
    }
    if (!done && job->slice_name)
        return error_set(error, STATUS_UNKNOWN, "there is no table of \"%.40s\" to verify",
                         job->slice_name);
    return done ? STATUS_OK : endgame_explain_none(&job->settings, error);
}

/* What the words of the command line say, before any file is opened. */
static Status read_verify(VerifyJob *job, const Operands *operands, Error *error) {
    Status status = command_check_no_operands(operands, error);
    if (status < 0 || !job->slice_name)
        return status;
    status = slice_read(job->slice_name, &job->slice, error);
    job->slice = slice_of_pair(job->slice);
    return status;
}

int endgame_verify(int argc, char **argv) {
    VerifyJob job = {.settings = settings_default(), .seed = 1};
    const ArgumentSpec options[] = {
        {"slice", ARGUMENT_STRING, &job.slice_name, 0, 0, NULL, "NAME",
         "one material alone, such as \"1m2k v 2k\""},
        {"samples", ARGUMENT_COUNT, &job.samples, 1, 1e15, NULL, "N",
         "look at so many positions of each side drawn by chance (default: all of them)"},
        {"seed", ARGUMENT_COUNT, &job.seed, 0, 1e18, NULL, "N", "of the draw (default 1)"},
        {"files-only", ARGUMENT_FLAG, &job.files_only, 0, 0, NULL, NULL,
         "check the files' checksums alone"},
    };
    ArgumentTable table = {
        "endgame verify --tables DIR [OPTION ...]",
        "Checks tables against the rules of the game, position by position, by other means than\n"
        "they were built with. Of the engine's options only --variant counts.\n",
        options, sizeof options / sizeof *options, &job.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("endgame verify", &table, argc, argv, &operands, &exit_status)) {
        Tables *tables = NULL;
        if (read_verify(&job, &operands, &error) < 0)
            exit_status = command_fail("endgame verify", EXIT_STATUS_USAGE, &error);
        else if (endgame_open_tables(&job.settings, TABLES_CACHE_MIB_DEFAULT, &tables, &error) <
                     0 ||
                 verify_tables(&job, tables, &error) < 0)
            exit_status = command_fail("endgame verify", EXIT_STATUS_FAILED, &error);
        tables_free(tables);
    }
    free(operands.words);
    return exit_status;
}

/* ---- which subcommand ---- */

static int print_subcommands(void) {
    printf("usage: huff endgame SUBCOMMAND [OPTION ...]\n\n"
           "Endgame tables: what positions of few pieces are worth with best play.\n\n");
    for (int i = 0; i < SUBCOMMAND_COUNT; i++)
        printf("  %-10s %s\n", subcommands[i].name, subcommands[i].help);
    printf("\nhuff endgame SUBCOMMAND --help lists the options of each.\n");
    return EXIT_STATUS_OK;
}

int command_endgame(int argc, char **argv) {
    Error error;
    if (argc > 0 && (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h")))
        return print_subcommands();
    for (int i = 0; argc > 0 && i < SUBCOMMAND_COUNT; i++)
        if (!strcmp(argv[0], subcommands[i].name))
            return subcommands[i].run(argc - 1, argv + 1);
    error_set(&error, STATUS_UNKNOWN,
              "%s%.40s%s; there are build, verify, info, stats, probe and best-line",
              argc > 0 ? "no subcommand \"" : "a subcommand is due", argc > 0 ? argv[0] : "",
              argc > 0 ? "\"" : "");
    return command_fail("endgame", EXIT_STATUS_USAGE, &error);
}
