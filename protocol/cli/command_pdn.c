/* SPDX-License-Identifier: MIT
 *
 * `huff pdn dump`: games of a PDN file as JSON lines. */
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_read.h"
#include "protocol/cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static void print_string(const char *text) {
    putchar('"');
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if ((unsigned char)*c < ' ')
            printf("\\u%04x", (unsigned)*c);
        else
            putchar(*c);
    }
    putchar('"');
}

static void print_string_or_null(const char *text) {
    if (text)
        print_string(text);
    else
        fputs("null", stdout);
}

/* The first of several tags with one name counts. */
static void print_tags(const PdnGame *game) {
    const char *comma = "";
    putchar('{');
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        if (pdn_game_get_tag(game, tag->name) != tag->value)
            continue;
        fputs(comma, stdout);
        print_string(tag->name);
        putchar(':');
        print_string(tag->value);
        comma = ",";
    }
    putchar('}');
}

static void print_position(const GameRecord *record, int ply, bool counts) {
    char fen[FEN_SIZE];
    const Position *position = &record->entries[ply].position;
    FenCounters counters = {.quiet_plies = position->quiet_plies, .move_number = 1};
    print_string(fen_write(position, counts && position->quiet_plies ? &counters : NULL, fen));
}

/* The legal part of the main line, or what stands there when nothing can be checked. */
static void print_moves(const PdnGame *game) {
    const char *comma = "";
    putchar('[');
    for (int i = 0; !game->playable && i < game->ply_count; i++)
        if (game->plies[i].depth == 0) {
            fputs(comma, stdout);
            print_string(game->plies[i].text);
            comma = ",";
        }
    for (int i = 1; game->playable && i < game->record.count; i++) {
        char text[MOVE_TEXT_SIZE];
        fputs(comma, stdout);
        print_string(move_text_write(&game->record.entries[i - 1].position,
                                     game->record.entries[i].move, text));
        comma = ",";
    }
    putchar(']');
}

static void print_words(const char *text) {
    putchar('[');
    for (const char *comma = ""; *text; comma = ",") {
        size_t length = strcspn(text, " ");
        printf("%s\"%.*s\"", comma, (int)length, text);
        text += length + (text[length] == ' ');
    }
    putchar(']');
}

static void print_finding(const PdnGame *game, const PdnFinding *finding) {
    printf("{\"kind\":\"%s\",\"severity\":\"%s\",\"offset\":%llu,\"line\":%llu,\"ply\":",
           pdn_finding_kind_name(finding->kind), pdn_severity_name(finding->severity),
           (unsigned long long)finding->offset, (unsigned long long)finding->line);
    if (finding->ply < 0)
        fputs("null", stdout);
    else
        printf("%d", game->plies[finding->ply].number);
    fputs(",\"text\":", stdout);
    print_string(finding->text);
    fputs(",\"message\":", stdout);
    print_string(finding->message);
    fputs(",\"candidates\":", stdout);
    print_words(finding->candidates);
    putchar('}');
}

static void print_game(const PdnGame *game) {
    fputs("{\"variant\":", stdout);
    print_string_or_null(game->rules ? game->rules->name : NULL);
    fputs(",\"tags\":", stdout);
    print_tags(game);
    fputs(",\"start\":", stdout);
    if (game->playable)
        print_position(&game->record, 0, true);
    else
        fputs("null", stdout);
    fputs(",\"moves\":", stdout);
    print_moves(game);
    fputs(",\"result\":", stdout);
    print_string_or_null(game->result_text);
    fputs(",\"final\":", stdout);
    if (game->playable)
        print_position(&game->record, record_plies(&game->record), false);
    else
        fputs("null", stdout);
    fputs(",\"findings\":[", stdout);
    for (int i = 0; i < game->finding_count; i++) {
        fputs(i ? "," : "", stdout);
        print_finding(game, &game->findings[i]);
    }
    puts("]}");
}

/* ---- the command ---- */

static Status dump(FILE *file, const Rules *rules, Error *error) {
    const PdnReadOptions options = {.rules = rules};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, error);
    if (!reader)
        return STATUS_NO_MEMORY;
    const PdnGame *game;
    int status;
    while ((status = pdn_reader_next(reader, &game, error)) > 0 && !ferror(stdout))
        print_game(game);
    pdn_reader_free(reader);
    return status < 0 ? (Status)status : STATUS_OK;
}

static Status dump_named(const char *name, const Rules *rules, Error *error) {
    if (!strcmp(name, "-"))
        return dump(stdin, rules, error);
    FILE *file = fopen(name, "rb");
    if (!file)
        return error_set(error, STATUS_IO, "cannot open %s: %s", name, strerror(errno));
    Status status = dump(file, rules, error);
    fclose(file);
    return status;
}

int command_pdn(int argc, char **argv) {
    Settings settings = settings_default();
    bool json = false;
    const ArgumentSpec options[] = {
        {"json", ARGUMENT_FLAG, &json, 0, 0, NULL, NULL, "JSON lines, the only form there is"},
    };
    ArgumentTable table = {
        "pdn dump --json [OPTION ...] FILE",
        "Prints a JSON line for each game of a PDN file; FILE - is standard input. Fields: "
        "variant\n"
        "(null: unknown), tags, start (FEN), moves (the legal part of the main line in shortest\n"
        "unambiguous form; as written when the variant or the start is unknown), result (as\n"
        "written, or null), final (FEN after the moves), findings (what was odd: kind, severity,\n"
        "offset, line, ply, text, message, candidates). Of the engine's options only --variant\n"
        "counts: the game played where no GameType tag says otherwise.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn", &table, argc, argv, &operands, &exit_status)) {
        if (operands.count != 2 || strcmp(operands.words[0], "dump") != 0 || !json) {
            error_set(&error, STATUS_SYNTAX,
                      "`dump`, --json and a file are due: huff pdn dump --json games.pdn");
            exit_status = command_fail("pdn", EXIT_STATUS_USAGE, &error);
        } else if (dump_named(operands.words[1], settings.rules, &error) < 0) {
            exit_status = command_fail("pdn", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}
