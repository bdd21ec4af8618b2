/* SPDX-License-Identifier: MIT
 *
 * `huff check`: what is wrong in PDN files, and the same games with what can be mended mended. */
#include "engine/base/escape.h"
#include "engine/notation/pdn_repair.h"
#include "protocol/cli/command.h"
#include "protocol/cli/games_files.h"

#include <stdlib.h>
#include <string.h>

/* Counts of one file. */
typedef struct {
    uint64_t games, plies, faulty;
    uint64_t severities[PDN_SEVERITY_ERROR + 1];
    uint64_t kinds[PDN_FINDING_KIND_COUNT];
    uint64_t mended, kept, left;
} CheckSummary;

typedef struct {
    const Rules *rules;
    PdnSeverity least;
    bool json, quiet, repairs;
    GamesOutput out;
    TextBuffer line;
    uint64_t told; /* findings of all files */
    CheckSummary summary;
    TextBuffer repaired; /* the game being mended */
    bool left[PDN_FINDING_KIND_COUNT];
    int resolved;
} CheckCommand;

/* What has become of a finding. */
typedef enum {
    FATE_NONE, /* nothing was to be mended */
    FATE_MENDED,
    FATE_KEPT, /* as a comment */
    FATE_LEFT,
} Fate;

static const char *name_fate(Fate fate) {
    static const char *const names[] = {
        [FATE_NONE] = "", [FATE_MENDED] = "mended", [FATE_KEPT] = "kept", [FATE_LEFT] = "left"};
    return names[fate];
}

static Fate find_fate(const CheckCommand *command, PdnFindingKind kind) {
    if (!command->repairs)
        return FATE_NONE;
    if (command->left[kind])
        return FATE_LEFT;
    bool move = kind == PDN_FINDING_ILLEGAL || kind == PDN_FINDING_NOT_A_MOVE ||
                kind == PDN_FINDING_SETUP ||
                (kind == PDN_FINDING_AMBIGUOUS && command->resolved == 0);
    if (kind == PDN_FINDING_CUT)
        return FATE_LEFT;
    return move ? FATE_KEPT : FATE_MENDED;
}

/* ---- findings ---- */

/* The number that a move has in the file's way of counting. */
static int number_of_move(const PdnGame *game, const PdnPly *ply) {
    Color first = game->rules ? game->rules->first : game->plies[0].mover;
    return (ply->number + (game->plies[0].mover != first) + 1) / 2;
}

static void append_json(TextBuffer *line, const char *name, const char *text) {
    text_buffer_printf(line, ",\"%s\":", name);
    escape_json(line, text);
}

static void append_words(TextBuffer *line, const char *words) {
    text_buffer_printf(line, ",\"legal\":[");
    for (const char *comma = ""; *words; comma = ",") {
        size_t length = strcspn(words, " ");
        text_buffer_printf(line, "%s\"%.*s\"", comma, (int)length, words);
        words += length + (words[length] == ' ');
    }
    text_buffer_append(line, "]", 1);
}

static void write_json(TextBuffer *line, const char *file, const PdnGame *game,
                       const PdnFinding *finding, Fate fate) {
    const PdnPly *ply = finding->ply < 0 ? NULL : &game->plies[finding->ply];
    text_buffer_printf(line, "{\"file\":");
    escape_json(line, file);
    text_buffer_printf(line, ",\"line\":%llu,\"offset\":%llu,\"game\":%llu",
                       (unsigned long long)finding->line, (unsigned long long)finding->offset,
                       (unsigned long long)game->index);
    if (ply)
        text_buffer_printf(line, ",\"ply\":%d,\"move\":%d,\"variation\":%s", ply->number,
                           number_of_move(game, ply), ply->depth ? "true" : "false");
    else
        text_buffer_printf(line, ",\"ply\":null,\"move\":null,\"variation\":false");
    append_json(line, "kind", pdn_finding_kind_name(finding->kind));
    append_json(line, "severity", pdn_severity_name(finding->severity));
    append_json(line, "text", finding->text);
    append_json(line, "message", finding->message);
    append_words(line, finding->candidates);
    if (fate == FATE_NONE)
        text_buffer_printf(line, ",\"repair\":null}");
    else
        text_buffer_printf(line, ",\"repair\":\"%s\"}", name_fate(fate));
}

static void write_text(TextBuffer *line, const char *file, const PdnGame *game,
                       const PdnFinding *finding, Fate fate) {
    const PdnPly *ply = finding->ply < 0 ? NULL : &game->plies[finding->ply];
    text_buffer_printf(line, "%s:%llu: game %llu", file, (unsigned long long)finding->line,
                       (unsigned long long)game->index);
    if (ply)
        text_buffer_printf(line, " ply %d (move %d%s)", ply->number, number_of_move(game, ply),
                           ply->depth ? ", in a variation" : "");
    text_buffer_printf(line, ": %s: %s", pdn_severity_name(finding->severity), finding->message);
    if (*finding->candidates)
        text_buffer_printf(line, "; legal: %s", finding->candidates);
    if (fate == FATE_KEPT)
        text_buffer_printf(line, "; kept as a comment");
    else if (fate != FATE_NONE)
        text_buffer_printf(line, "; %s", name_fate(fate));
}

static Status tell_finding(CheckCommand *command, const char *file, const PdnGame *game,
                           const PdnFinding *finding, Error *error) {
    CheckSummary *summary = &command->summary;
    Fate fate = find_fate(command, finding->kind);
    summary->severities[finding->severity]++;
    summary->kinds[finding->kind]++;
    summary->mended += fate == FATE_MENDED;
    summary->kept += fate == FATE_KEPT;
    summary->left += fate == FATE_LEFT;
    command->told++;
    if (command->quiet)
        return STATUS_OK;
    TextBuffer *line = &command->line;
    text_buffer_clear(line);
    (command->json ? write_json : write_text)(line, file, game, finding, fate);
    Status status = text_buffer_get_status(line, error);
    if (status == STATUS_OK) {
        games_print_text(text_buffer_get(line));
        putchar('\n');
    }
    return status;
}

static Status tell_findings(CheckCommand *command, const char *file, const PdnGame *game, bool rest,
                            Error *error) {
    Status status = STATUS_OK;
    bool faulty = false;
    for (int i = 0; i < game->finding_count && status == STATUS_OK; i++) {
        if (game->findings[i].severity < command->least)
            continue;
        status = tell_finding(command, file, game, &game->findings[i], error);
        faulty = true;
    }
    command->summary.faulty += faulty && !rest;
    command->told += (uint64_t)game->findings_left_out;
    if (game->findings_left_out && !command->quiet && !command->json)
        printf("%s:%llu: game %llu: %d more findings\n", file, (unsigned long long)game->line,
               (unsigned long long)game->index, game->findings_left_out);
    return status;
}

/* ---- repair ---- */

/* Which kinds of findings the mended game still gives. */
static Status find_left(CheckCommand *command, const PdnGame *game, Error *error) {
    const PdnReadOptions options = {.rules = game->rules ? game->rules : command->rules,
                                    .check = true};
    PdnMemory memory = {.bytes = text_buffer_get(&command->repaired),
                        .length = command->repaired.length};
    const PdnGame *mended;
    PdnReader *reader = pdn_reader_new(pdn_source_memory(&memory), &options, error);
    memset(command->left, 0, sizeof command->left);
    if (!reader)
        return STATUS_NO_MEMORY;
    int read = pdn_reader_next(reader, &mended, error);
    for (int i = 0; read >= 0 && i < mended->finding_count; i++)
        command->left[mended->findings[i].kind] = true;
    pdn_reader_free(reader);
    return read < 0 ? (Status)read : STATUS_OK;
}

static Status repair(CheckCommand *command, const PdnGame *game, bool rest, Error *error) {
    static const PdnStyle style = {.fill_result = true};
    text_buffer_clear(&command->repaired);
    Status status =
        rest ? pdn_rewrite_rest(game, &command->repaired, error)
             : pdn_repair_game(game, &style, &command->repaired, &command->resolved, error);
    if (status == STATUS_OK && game->finding_count)
        status = find_left(command, game, error);
    text_buffer_append(&command->out.text, text_buffer_get(&command->repaired),
                       command->repaired.length);
    if (status == STATUS_OK)
        status = games_output_flush(&command->out, error);
    return status;
}

/* ---- files ---- */

static Status take_game(void *context, const char *file, const PdnGame *game, bool rest,
                        Error *error) {
    CheckCommand *command = context;
    Status status = STATUS_OK;
    command->summary.games += !rest;
    command->summary.plies += (uint64_t)game->ply_count;
    if (command->repairs)
        status = repair(command, game, rest, error);
    if (status == STATUS_OK)
        status = tell_findings(command, file, game, rest, error);
    if (status == STATUS_OK && ferror(stdout))
        status = error_set(error, STATUS_IO, "standard output cannot be written to");
    return status;
}

static void print_json_summary(const CheckCommand *command, const char *file) {
    const CheckSummary *summary = &command->summary;
    TextBuffer line = {0};
    escape_json(&line, file);
    printf("{\"summary\":%s,\"games\":%llu,\"plies\":%llu,\"faulty\":%llu,\"errors\":%llu,"
           "\"warnings\":%llu,\"notes\":%llu,\"kinds\":{",
           text_buffer_get(&line), (unsigned long long)summary->games,
           (unsigned long long)summary->plies, (unsigned long long)summary->faulty,
           (unsigned long long)summary->severities[PDN_SEVERITY_ERROR],
           (unsigned long long)summary->severities[PDN_SEVERITY_WARNING],
           (unsigned long long)summary->severities[PDN_SEVERITY_NOTE]);
    const char *comma = "";
    for (int kind = 0; kind < PDN_FINDING_KIND_COUNT; kind++)
        if (summary->kinds[kind]) {
            printf("%s\"%s\":%llu", comma, pdn_finding_kind_name((PdnFindingKind)kind),
                   (unsigned long long)summary->kinds[kind]);
            comma = ",";
        }
    printf("},\"mended\":%llu,\"kept\":%llu,\"left\":%llu}\n", (unsigned long long)summary->mended,
           (unsigned long long)summary->kept, (unsigned long long)summary->left);
    text_buffer_done(&line);
}

static void print_count(uint64_t count, const char *what) {
    printf("%llu %s%s", (unsigned long long)count, what, count == 1 ? "" : "s");
}

static void print_summary(const CheckCommand *command, const char *file) {
    const CheckSummary *summary = &command->summary;
    const uint64_t *severities = summary->severities;
    printf("%s: ", file);
    print_count(summary->games, "game");
    printf(", ");
    if (summary->plies == 1)
        printf("1 ply");
    else
        printf("%llu plies", (unsigned long long)summary->plies);
    if (!severities[PDN_SEVERITY_ERROR] && !severities[PDN_SEVERITY_WARNING] &&
        !severities[PDN_SEVERITY_NOTE]) {
        printf(": clean\n");
        return;
    }
    printf(", %llu with faults: ", (unsigned long long)summary->faulty);
    print_count(severities[PDN_SEVERITY_ERROR], "error");
    printf(", ");
    print_count(severities[PDN_SEVERITY_WARNING], "warning");
    printf(", ");
    print_count(severities[PDN_SEVERITY_NOTE], "note");
    if (command->repairs)
        printf("; %llu mended, %llu kept as comments, %llu left",
               (unsigned long long)summary->mended, (unsigned long long)summary->kept,
               (unsigned long long)summary->left);
    putchar('\n');
}

/* Reads all files; one that cannot be read does not keep the others from it. The number of those
 * in `*ret_unread`. */
static Status check_files(CheckCommand *command, const Operands *files, int *ret_unread,
                          Error *error) {
    const PdnReadOptions options = {.rules = command->rules, .check = true};
    for (int i = 0; i < files->count; i++) {
        command->summary = (CheckSummary){0};
        Status status = games_read_file(files->words[i], &options, take_game, command, error);
        if (status < 0 && (command->repairs || ferror(stdout) || status == STATUS_NO_MEMORY))
            return status;
        if (status < 0) {
            command_fail("check", EXIT_STATUS_FAILED, error);
            ++*ret_unread;
            continue;
        }
        (command->json ? print_json_summary : print_summary)(command, files->words[i]);
    }
    return STATUS_OK;
}

static int check(CheckCommand *command, const char *out, const Operands *files) {
    Error error;
    int unread = 0;
    Status status = STATUS_OK;
    command->repairs = out != NULL;
    if (command->repairs)
        status = games_output_open(&command->out, out, files, &error);
    if (status == STATUS_OK)
        status = check_files(command, files, &unread, &error);
    if (command->repairs)
        status = games_output_close(&command->out, status, &error);
    text_buffer_done(&command->line);
    text_buffer_done(&command->repaired);
    if (status < 0)
        return command_fail("check", EXIT_STATUS_FAILED, &error);
    return unread || command->told ? EXIT_STATUS_FAILED : EXIT_STATUS_OK;
}

static Status read_least(const char *text, PdnSeverity *ret_least, Error *error) {
    for (int severity = PDN_SEVERITY_NOTE; severity <= PDN_SEVERITY_ERROR; severity++)
        if (!strcmp(text, pdn_severity_name((PdnSeverity)severity))) {
            *ret_least = (PdnSeverity)severity;
            return STATUS_OK;
        }
    return error_set(error, STATUS_UNKNOWN, "--least: \"%.40s\" is none of note, warning, error",
                     text);
}

static const char summary_text[] =
    "Reads PDN files (- is standard input) and prints a line for everything that is wrong:\n"
    "  FILE:LINE: game N ply P (move M): SEVERITY: what is wrong; legal: the moves there\n"
    "and a line for each file. Errors: moves that are illegal or fit several, positions and games\n"
    "that cannot be read, results that the last position contradicts. Warnings: something had to "
    "be\n"
    "guessed or is against the law (moves behind the end of a game). Notes: unusual forms (a "
    "result\n"
    "glued to a move, a tag over several lines, no result behind the moves).\n"
    "--repair writes all games in strict form: what can be mended without a guess is mended, "
    "moves\n"
    "that cannot be played and texts without braces become comments, and each finding says what "
    "has\n"
    "become of it (mended, kept as a comment, left).\n"
    "--json prints a line a finding, {\"file\":..,\"line\":..,\"offset\":..,\"game\":..,\"ply\":..,"
    "\"move\":..,\n"
    "\"variation\":..,\"kind\":..,\"severity\":..,\"text\":..,\"message\":..,\"legal\":[..],"
    "\"repair\":..} (ply and\n"
    "move null where no move is concerned, repair null, \"mended\", \"kept\" or \"left\"), and for "
    "each\n"
    "file {\"summary\":FILE,\"games\":..,\"plies\":..,\"faulty\":..,\"errors\":..,\"warnings\":..,"
    "\"notes\":..,\n"
    "\"kinds\":{..},\"mended\":..,\"kept\":..,\"left\":..}.\n"
    "Exit status: 0 nothing found, 1 something found or a file not read, 2 wrong usage.\n";

int command_check(int argc, char **argv) {
    CheckCommand command = {.least = PDN_SEVERITY_NOTE};
    const char *variant = NULL, *least = "note", *out = NULL;
    const ArgumentSpec options[] = {
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
        {"least", ARGUMENT_STRING, &least, 0, 0, NULL, "SEVERITY",
         "note, warning or error: what is less is not looked at (default note)"},
        {"repair", ARGUMENT_STRING, &out, 0, 0, NULL, "OUT",
         "write the games, mended, to this file"},
        {"quiet", ARGUMENT_FLAG, &command.quiet, 0, 0, NULL, NULL, "only the line of each file"},
        {"json", ARGUMENT_FLAG, &command.json, 0, 0, NULL, NULL, "lines of JSON"},
    };
    ArgumentTable table = {"check [OPTION ...] FILE ...", summary_text, options,
                           sizeof options / sizeof *options, NULL};
    Operands files;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("check", &table, argc, argv, &files, &exit_status)) {
        if (games_check_files(&files, &error) < 0 ||
            games_find_rules(variant, &command.rules, &error) < 0 ||
            read_least(least, &command.least, &error) < 0 ||
            (out && games_check_output(out, &files, &error) < 0))
            exit_status = command_fail("check", EXIT_STATUS_USAGE, &error);
        else if (out && !strcmp(out, "-"))
            exit_status = command_fail(
                "check", EXIT_STATUS_USAGE,
                (error_set(&error, STATUS_SYNTAX, "--repair wants a file, not -"), &error));
        else
            exit_status = check(&command, out, &files);
    }
    free(files.words);
    return exit_status;
}
