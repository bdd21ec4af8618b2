/* SPDX-License-Identifier: MIT
 *
 * `huff pdn dump`: what is read from each game, for people or as JSON lines. */
#include "engine/base/escape.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/cli/command_pdn_internal.h"
#include "protocol/cli/games_files.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Rules *rules;
    bool json;
    TextBuffer text;
} DumpCommand;

/* ---- JSON ---- */

static void append_string(TextBuffer *text, const char *string) {
    if (string)
        escape_json(text, string);
    else
        text_buffer_printf(text, "null");
}

/* The first of several tags with one name counts. */
static void append_tags(TextBuffer *text, const PdnGame *game) {
    const char *comma = "";
    text_buffer_printf(text, "{");
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        if (pdn_game_get_tag(game, tag->name) != tag->value)
            continue;
        text_buffer_printf(text, "%s", comma);
        escape_json(text, tag->name);
        text_buffer_printf(text, ":");
        escape_json(text, tag->value);
        comma = ",";
    }
    text_buffer_printf(text, "}");
}

static const char *write_position(const GameRecord *record, int ply, bool counts,
                                  char fen[static FEN_SIZE]) {
    const Position *position = &record->entries[ply].position;
    FenCounters counters = {.quiet_plies = position->quiet_plies, .move_number = 1};
    return fen_write(position, counts && position->quiet_plies ? &counters : NULL, fen);
}

/* The legal part of the main line, or what stands there when nothing can be checked. */
static void append_moves(TextBuffer *text, const PdnGame *game) {
    const char *comma = "";
    text_buffer_printf(text, "[");
    for (int i = 0; !game->playable && i < game->ply_count; i++)
        if (game->plies[i].depth == 0) {
            text_buffer_printf(text, "%s", comma);
            escape_json(text, game->plies[i].text);
            comma = ",";
        }
    for (int i = 1; game->playable && i < game->record.count; i++) {
        char move[MOVE_TEXT_SIZE];
        text_buffer_printf(text, "%s\"%s\"", comma,
                           move_text_write(&game->record.entries[i - 1].position,
                                           game->record.entries[i].move, move));
        comma = ",";
    }
    text_buffer_printf(text, "]");
}

static void append_words(TextBuffer *text, const char *words) {
    text_buffer_printf(text, "[");
    for (const char *comma = ""; *words; comma = ",") {
        size_t length = strcspn(words, " ");
        text_buffer_printf(text, "%s\"%.*s\"", comma, (int)length, words);
        words += length + (words[length] == ' ');
    }
    text_buffer_printf(text, "]");
}

static void append_finding(TextBuffer *text, const PdnGame *game, const PdnFinding *finding) {
    text_buffer_printf(
        text, "{\"kind\":\"%s\",\"severity\":\"%s\",\"offset\":%llu,\"line\":%llu,\"ply\":",
        pdn_finding_kind_name(finding->kind), pdn_severity_name(finding->severity),
        (unsigned long long)finding->offset, (unsigned long long)finding->line);
    if (finding->ply < 0)
        text_buffer_printf(text, "null");
    else
        text_buffer_printf(text, "%d", game->plies[finding->ply].number);
    text_buffer_printf(text, ",\"text\":");
    escape_json(text, finding->text);
    text_buffer_printf(text, ",\"message\":");
    escape_json(text, finding->message);
    text_buffer_printf(text, ",\"candidates\":");
    append_words(text, finding->candidates);
    text_buffer_printf(text, "}");
}

static void write_json(TextBuffer *text, const PdnGame *game) {
    char start[FEN_SIZE], last[FEN_SIZE];
    const GameRecord *record = &game->record;
    text_buffer_printf(text, "{\"variant\":");
    append_string(text, game->rules ? game->rules->name : NULL);
    text_buffer_printf(text, ",\"tags\":");
    append_tags(text, game);
    text_buffer_printf(text, ",\"start\":");
    append_string(text, game->playable ? write_position(record, 0, true, start) : NULL);
    text_buffer_printf(text, ",\"moves\":");
    append_moves(text, game);
    text_buffer_printf(text, ",\"result\":");
    append_string(text, game->result_text);
    text_buffer_printf(text, ",\"final\":");
    append_string(text, game->playable ? write_position(record, record_plies(record), false, last)
                                       : NULL);
    text_buffer_printf(text, ",\"findings\":[");
    for (int i = 0; i < game->finding_count; i++) {
        text_buffer_printf(text, "%s", i ? "," : "");
        append_finding(text, game, &game->findings[i]);
    }
    text_buffer_printf(text, "]}");
}

/* ---- for people ---- */

static void print_line(TextBuffer *text) {
    games_print_text(text_buffer_get(text));
    putchar('\n');
    text_buffer_clear(text);
}

static void print_moves(TextBuffer *text, const PdnGame *game) {
    int legal = game->playable ? record_plies(&game->record) : 0, ply = 0;
    text_buffer_printf(text, "  moves ");
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *at = &game->plies[i];
        char move[MOVE_TEXT_SIZE];
        if (at->depth > 0)
            continue;
        if (ply == legal && game->playable)
            text_buffer_printf(text, " | not playable:");
        const RecordEntry *entries = game->record.entries;
        text_buffer_printf(
            text, " %s",
            ply < legal ? move_text_write(&entries[ply].position, entries[ply + 1].move, move)
                        : at->text);
        ply++;
    }
    print_line(text);
}

static void print_game(TextBuffer *text, const char *file, const PdnGame *game) {
    char fen[FEN_SIZE];
    const GameRecord *record = &game->record;
    text_buffer_printf(text, "%s:%llu: game %llu, %s, %d plies, result %s", file,
                       (unsigned long long)game->line, (unsigned long long)game->index,
                       game->rules ? game->rules->title : "a game not known here", game->main_count,
                       game->result_text ? game->result_text : "not told");
    print_line(text);
    for (int i = 0; i < game->tag_count; i++) {
        text_buffer_printf(text, "  %-10s %s", game->tags[i].name, game->tags[i].value);
        print_line(text);
    }
    if (game->main_count)
        print_moves(text, game);
    if (game->playable) {
        text_buffer_printf(text, "  final   %s",
                           write_position(record, record_plies(record), false, fen));
        print_line(text);
    }
    for (int i = 0; i < game->finding_count; i++) {
        const PdnFinding *finding = &game->findings[i];
        text_buffer_printf(text, "  line %llu: %s: %s", (unsigned long long)finding->line,
                           pdn_severity_name(finding->severity), finding->message);
        print_line(text);
    }
    putchar('\n');
}

/* ---- the command ---- */

static Status take_game(void *context, const char *file, const PdnGame *game, bool rest,
                        Error *error) {
    DumpCommand *command = context;
    TextBuffer *text = &command->text;
    if (rest)
        return STATUS_OK;
    text_buffer_clear(text);
    if (command->json) {
        write_json(text, game);
        print_line(text);
    } else {
        print_game(text, file, game);
    }
    if (ferror(stdout))
        return error_set(error, STATUS_IO, "standard output cannot be written to");
    return text_buffer_get_status(text, error);
}

static const char summary[] =
    "Prints what is read from each game of PDN files: tags, moves, the last position, and what "
    "was\n"
    "odd about it (`huff check` tells more). --json prints a line a game with the fields variant\n"
    "(null: unknown), tags, start (FEN), moves (the legal part of the main line in shortest\n"
    "unambiguous form; as written when the variant or the start is unknown), result (as\n"
    "written, or null), final (FEN after the moves), findings (what was odd: kind, severity,\n"
    "offset, line, ply, text, message, candidates).\n";

int pdn_run_dump(int argc, char **argv) {
    DumpCommand command = {.json = false};
    const char *variant = NULL;
    const ArgumentSpec options[] = {
        {"json", ARGUMENT_FLAG, &command.json, 0, 0, NULL, NULL, "a line of JSON a game"},
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
    };
    ArgumentTable table = {"pdn dump [OPTION ...] FILE ...", summary, options,
                           sizeof options / sizeof *options, NULL};
    Operands files;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn dump", &table, argc, argv, &files, &exit_status)) {
        if (games_check_files(&files, &error) < 0 ||
            games_find_rules(variant, &command.rules, &error) < 0) {
            exit_status = command_fail("pdn dump", EXIT_STATUS_USAGE, &error);
        } else {
            const PdnReadOptions reading = {.rules = command.rules};
            if (games_read_files(&files, &reading, take_game, &command, &error) < 0)
                exit_status = command_fail("pdn dump", EXIT_STATUS_FAILED, &error);
        }
    }
    text_buffer_done(&command.text);
    free(files.words);
    return exit_status;
}
