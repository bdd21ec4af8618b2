/* SPDX-License-Identifier: MIT
 *
 * `huff diagram`: a position as text or as a picture. */
#include "engine/base/file.h"
#include "engine/notation/board_png.h"
#include "engine/notation/board_svg.h"
#include "engine/notation/board_text.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_read.h"
#include "protocol/cli/command.h"
#include "protocol/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ARROWS_MAX = 32,
    LAST_PLY = -1, /* of a game */
};

typedef enum {
    FORMAT_TEXT,
    FORMAT_UNICODE,
    FORMAT_SVG,
    FORMAT_PNG,
    FORMAT_COUNT,
} Format;

static const char *const format_names[FORMAT_COUNT] = {"text", "unicode", "svg", "png"};

/* By how the name of the output ends. */
static const struct {
    const char *ending;
    Format format;
} endings[] = {{".svg", FORMAT_SVG}, {".png", FORMAT_PNG}, {".txt", FORMAT_TEXT}};

/* What was asked for. */
typedef struct {
    Settings settings;
    const char *format_name, *out;
    Format format;
    const char *arrow_words[ARROWS_MAX];
    ArgumentList arrow_list;
    BoardArrow arrows[ARROWS_MAX];
    bool flip, plain;
    int size;
    bool has_game, has_ply;
    int game, ply;
} Diagram;

static Status find_format(Diagram *diagram, Error *error) {
    for (int i = 0; diagram->format_name && i < FORMAT_COUNT; i++)
        if (!strcasecmp(diagram->format_name, format_names[i])) {
            diagram->format = (Format)i;
            return STATUS_OK;
        }
    if (diagram->format_name)
        return error_set(error, STATUS_UNKNOWN,
                         "--format: \"%.40s\" is none of text, unicode, svg and png",
                         diagram->format_name);
    size_t length = diagram->out ? strlen(diagram->out) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t own = strlen(endings[i].ending);
        if (length > own && !strcasecmp(diagram->out + length - own, endings[i].ending))
            diagram->format = endings[i].format;
    }
    return STATUS_OK;
}

/* ---- the position ---- */

static bool names_file(const Operands *operands) {
    struct stat info;
    if (operands->count != 1)
        return false;
    size_t length = strlen(operands->words[0]);
    return (length > 4 && !strcasecmp(operands->words[0] + length - 4, ".pdn")) ||
           (stat(operands->words[0], &info) == 0 && S_ISREG(info.st_mode));
}

static Status copy_plies(const PdnGame *game, int plies, GameRecord *record, Error *error) {
    Status status = STATUS_OK;
    record_restart(record, &game->record.entries[0].position);
    for (int i = 1; status >= 0 && i <= plies; i++)
        status = record_push(record, game->record.entries[i].move, error);
    return status;
}

static Status take_game(const Diagram *diagram, const char *name, const PdnGame *game,
                        GameRecord *record, Error *error) {
    int plies = game->playable ? record_plies(&game->record) : 0;
    if (!game->playable)
        return error_set(error, STATUS_ILLEGAL, "%s: game %d (line %llu) cannot be played: %s",
                         name, diagram->game, (unsigned long long)game->line,
                         game->finding_count ? game->findings[0].message : "it has no position");
    if (diagram->ply > plies)
        return error_set(error, STATUS_RANGE, "%s: game %d has %d plies that can be played, not %d",
                         name, diagram->game, plies, diagram->ply);
    return copy_plies(game, diagram->ply == LAST_PLY ? plies : diagram->ply, record, error);
}

static Status read_game(const Diagram *diagram, const char *name, FILE *file, GameRecord *record,
                        Error *error) {
    const PdnReadOptions options = {.rules = diagram->settings.rules};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, error);
    const PdnGame *game;
    int more = 1, count = 0;
    if (!reader)
        return STATUS_NO_MEMORY;
    while (count < diagram->game && (more = pdn_reader_next(reader, &game, error)) > 0)
        count++;
    Status status = more < 0 ? (Status)more : STATUS_OK;
    if (status >= 0 && count < diagram->game)
        status =
            error_set(error, STATUS_RANGE, "%s has %d games, not %d", name, count, diagram->game);
    if (status >= 0)
        status = take_game(diagram, name, game, record, error);
    pdn_reader_free(reader);
    return status;
}

static Status read_position(const Diagram *diagram, const Operands *operands, GameRecord *record,
                            Error *error) {
    if (!names_file(operands)) {
        if (diagram->has_game || diagram->has_ply)
            return error_set(error, STATUS_SYNTAX, "--game and --ply are for a PDN file");
        return command_read_position(diagram->settings.rules, operands->words, operands->count,
                                     record, error);
    }
    FILE *file = fopen(operands->words[0], "rb");
    if (!file)
        return error_set(error, STATUS_IO, "cannot open %s: %s", operands->words[0],
                         strerror(errno));
    Status status = read_game(diagram, operands->words[0], file, record, error);
    fclose(file);
    return status;
}

/* ---- the picture ---- */

static Status read_arrows(Diagram *diagram, const Rules *rules, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; status >= 0 && i < diagram->arrow_list.count; i++)
        status = board_arrow_read(rules, diagram->arrow_words[i], &diagram->arrows[i], error);
    return status;
}

static void append_text(const Diagram *diagram, const GameRecord *record, TextBuffer *buffer) {
    BoardTextOptions options = {diagram->flip, diagram->format == FORMAT_UNICODE};
    char board[BOARD_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    int plies = record_plies(record);
    text_buffer_printf(buffer, "%s", board_text_write_as(record_current(record), &options, board));
    if (plies > 0)
        text_buffer_printf(buffer, "last move %s\n",
                           move_text_write(&record->entries[plies - 1].position,
                                           record->entries[plies].move, move));
}

static Status draw(Diagram *diagram, const GameRecord *record, TextBuffer *buffer, Error *error) {
    const Position *position = record_current(record);
    Status status = read_arrows(diagram, position->rules, error);
    if (status < 0)
        return status;
    BoardSvgOptions options = {.numbers = !diagram->plain,
                               .turned = diagram->flip,
                               .size = diagram->size,
                               .last = record->entries[record->count - 1].move,
                               .arrows = diagram->arrows,
                               .arrow_count = diagram->arrow_list.count};
    if (diagram->format == FORMAT_SVG)
        return board_svg_write(position, &options, buffer, error);
    if (diagram->format == FORMAT_PNG)
        return board_png_write(position, &options, buffer, error);
    append_text(diagram, record, buffer);
    return text_buffer_get_status(buffer, error);
}

static Status put(const Diagram *diagram, const TextBuffer *buffer, Error *error) {
    if (diagram->out)
        return file_replace(diagram->out, text_buffer_get(buffer), buffer->length, error);
    if (diagram->format == FORMAT_PNG && isatty(STDOUT_FILENO))
        return error_set(error, STATUS_STATE, "a PNG is not for a terminal: name a file with -o");
    if (fwrite(text_buffer_get(buffer), 1, buffer->length, stdout) != buffer->length)
        return error_set(error, STATUS_IO, "cannot write to standard output: %s", strerror(errno));
    return STATUS_OK;
}

static Status make_diagram(Diagram *diagram, const Operands *operands, Error *error) {
    GameRecord record;
    Position start;
    TextBuffer buffer = {0};
    position_init_start(&start, diagram->settings.rules);
    Status status = record_init(&record, &start, error);
    if (status < 0)
        return status;
    status = read_position(diagram, operands, &record, error);
    if (status >= 0)
        status = draw(diagram, &record, &buffer, error);
    if (status >= 0)
        status = put(diagram, &buffer, error);
    text_buffer_done(&buffer);
    record_done(&record);
    return status;
}

int command_diagram(int argc, char **argv) {
    Diagram diagram = {.settings = settings_default(), .game = 1, .ply = LAST_PLY};
    diagram.arrow_list = (ArgumentList){diagram.arrow_words, 0, ARROWS_MAX};
    const ArgumentSpec options[] = {
        {"format", ARGUMENT_STRING, &diagram.format_name, 0, 0, NULL, "NAME",
         "text, unicode, svg or png (default as -o FILE ends, else text)"},
        {"out", ARGUMENT_STRING, &diagram.out, 0, 0, NULL, "FILE",
         "where to write it (also -o FILE); without it standard output"},
        {"game", ARGUMENT_INT, &diagram.game, 1, 1e9, &diagram.has_game, "N",
         "of a PDN file: which game (default 1)"},
        {"ply", ARGUMENT_INT, &diagram.ply, 0, 1e6, &diagram.has_ply, "P",
         "of a PDN file: after how many plies (default all)"},
        {"arrow", ARGUMENT_LIST, &diagram.arrow_list, 0, 0, NULL, "FROM-TO",
         "an arrow in a picture; may be given 32 times"},
        {"flip", ARGUMENT_FLAG, &diagram.flip, 0, 0, NULL, NULL, "seen by Black"},
        {"plain", ARGUMENT_FLAG, &diagram.plain, 0, 0, NULL, NULL,
         "no numbers or letters in a picture"},
        {"size", ARGUMENT_INT, &diagram.size, BOARD_PNG_SIZE_MIN, BOARD_PNG_SIZE_MAX, NULL,
         "PIXELS", "width of a picture (png: 600; svg: what shows it decides)"},
    };
    ArgumentTable table = {
        "diagram [OPTION ...] [FEN | start | FILE.pdn] [MOVE ...]",
        "Draws a position: a FEN, the start position, what moves from it lead to, or one of a PDN\n"
        "file's games. The last move is marked. Boards have numbers, or letters in the variants\n"
        "whose players write them. Of the engine's options only --variant counts.\n",
        options, sizeof options / sizeof *options, &diagram.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("diagram", &table, argc, argv, &operands, &exit_status)) {
        if (find_format(&diagram, &error) < 0)
            exit_status = command_fail("diagram", EXIT_STATUS_USAGE, &error);
        else if (make_diagram(&diagram, &operands, &error) < 0)
            exit_status = command_fail("diagram", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
