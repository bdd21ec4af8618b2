/* SPDX-License-Identifier: MIT
 *
 * Games in files. */
#include "engine/base/file.h"
#include "engine/notation/pdn_read.h"
#include "engine/notation/pdn_write.h"
#include "protocol/console_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    DATE_SIZE = 32,
    GAMES_MAX = 1000000000, /* a number of a game that is read */
};

/* The name of the engine in the tags White and Black. */
static const char engine_name[] = "huff";

static Status check_path(const char *path, Error *error) {
    for (const char *c = path; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return error_set(error, STATUS_SYNTAX, "a file name with control characters");
    return STATUS_OK;
}

/* ---- saving ---- */

/* Today as PDN writes dates. */
static const char *write_date(char buffer[static DATE_SIZE]) {
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local) || !strftime(buffer, DATE_SIZE, "%Y.%m.%d", &local))
        snprintf(buffer, DATE_SIZE, "????.??.??");
    return buffer;
}

static Status save_game(Console *console, const char *path, Error *error) {
    char date[DATE_SIZE], end[END_TEXT_SIZE];
    PdnTags tags = {
        .date = write_date(date),
        .white = console->engine_plays[COLOR_WHITE] ? engine_name : NULL,
        .black = console->engine_plays[COLOR_BLACK] ? engine_name : NULL,
    };
    TextBuffer text = {0};
    Outcome outcome = console_outcome(console, end);
    Status status = pdn_write_game(session_record(console->session), &tags, outcome, &text, error);
    if (status == STATUS_OK)
        status = file_replace(path, text_buffer_get(&text), text.length, error);
    text_buffer_done(&text);
    return status;
}

Status console_run_save(Console *console, const char *arguments, Error *error) {
    const char *path = *arguments ? arguments : console->save_path;
    Status status = check_path(path, error);
    if (status == STATUS_OK)
        status = save_game(console, path, error);
    if (status == STATUS_OK)
        line_output_printf(console->output, "saved in %s", path);
    return status;
}

void console_autosave(Console *console) {
    Error error;
    if (!console->autosave || record_plies(session_record(console->session)) == 0)
        return;
    if (save_game(console, console->save_path, &error) == STATUS_OK)
        return;
    console->autosave = false;
    line_output_printf(console->output, "error: %s; the game is not saved by itself any more",
                       error.text);
}

/* ---- loading ---- */

/* Sets the session to a game. Another variant is set first, so that nothing is lost by a failure
 * but that. */
static Status take_game(Console *console, const PdnGame *game, Error *error) {
    const GameRecord *record = &game->record;
    Status status = STATUS_OK;
    if (game->rules != session_settings(console->session)->rules)
        status = session_set_option(console->session, "variant", game->rules->name, error);
    if (status == STATUS_OK)
        status = session_set_position(console->session, &record->entries[0].position, error);
    for (int i = 1; i < record->count && status == STATUS_OK; i++)
        status = session_play(console->session, record->entries[i].move, error);
    return status;
}

/* The engine takes the side again that it had when the game was saved. */
static void take_sides(Console *console, const PdnGame *game) {
    static const char *const tags[] = {[COLOR_WHITE] = "White", [COLOR_BLACK] = "Black"};
    bool engine[COLOR_COUNT];
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = pdn_game_get_tag(game, tags[color]);
        engine[color] = name && !strcmp(name, engine_name);
    }
    if (engine[COLOR_WHITE] == engine[COLOR_BLACK])
        return;
    memcpy(console->engine_plays, engine, sizeof engine);
    line_output_printf(console->output, "the engine plays: %s",
                       engine[COLOR_WHITE] ? "white" : "black");
}

/* The first thing about the moves that could not be understood. */
static const char *find_break(const PdnGame *game) {
    for (int i = 0; i < game->finding_count; i++)
        if (game->findings[i].severity == PDN_SEVERITY_ERROR)
            return game->findings[i].message;
    return "they cannot be read";
}

static void tell_loaded(Console *console, const char *path, const PdnGame *game) {
    int plies = record_plies(&game->record);
    line_output_printf(console->output, "loaded game %" PRIu64 " of %s: %d move%s, %s to move",
                       game->index, path, plies, plies == 1 ? "" : "s",
                       color_write((Color)record_current(&game->record)->turn));
    if (game->main_count > plies)
        line_output_printf(console->output, "moves behind them are left out: %s", find_break(game));
    if (game->outcome != OUTCOME_NONE && record_outcome(&game->record, NULL) == OUTCOME_NONE)
        line_output_printf(console->output, "the file has the result %s; here the game goes on",
                           game->result_text);
}

/* A file with further games would lose them if this one were saved there by itself. Ends the
 * validity of the game that was read last. */
static void keep_others(Console *console, PdnReader *reader, const char *path, uint64_t number) {
    const PdnGame *next;
    if (!console->autosave || !file_is_same(path, console->save_path) ||
        (number == 1 && pdn_reader_next(reader, &next, NULL) == 0))
        return;
    console->autosave = false;
    line_output_printf(console->output,
                       "%s has more games, which saving this one there would replace: it is not "
                       "saved by itself",
                       path);
}

static Status load_from(Console *console, FILE *file, const char *path, uint64_t number,
                        Error *error) {
    const PdnReadOptions options = {.rules = session_settings(console->session)->rules};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, error);
    if (!reader)
        return STATUS_NO_MEMORY;
    const PdnGame *game = NULL;
    int status;
    while ((status = pdn_reader_next(reader, &game, error)) > 0 && game->index < number)
        continue;
    if (status == 0)
        status = error_set(error, STATUS_RANGE, "%s has no game %" PRIu64, path, number);
    else if (status > 0 && !game->playable)
        status = error_set(error, STATUS_SYNTAX, "game %" PRIu64 " of %s: %s", number, path,
                           find_break(game));
    else if (status > 0)
        status = take_game(console, game, error);
    if (status == STATUS_OK) {
        console_begin_game(console);
        tell_loaded(console, path, game);
        take_sides(console, game);
        keep_others(console, reader, path, number);
        console_show_change(console);
    }
    pdn_reader_free(reader);
    return (Status)status;
}

Status console_load(Console *console, const char *path, uint64_t number, Error *error) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    Status status = load_from(console, file, path, number, error);
    fclose(file);
    return status;
}

/* Parts "FILE #N" into a name, perhaps "", and a number. */
static Status part_number(const char *arguments, size_t *ret_length, uint64_t *ret_number,
                          Error *error) {
    const char *sign = strrchr(arguments, '#');
    *ret_length = strlen(arguments);
    if (!sign || (sign > arguments && sign[-1] != ' '))
        return STATUS_OK;
    for (*ret_length = (size_t)(sign - arguments);
         *ret_length > 0 && arguments[*ret_length - 1] == ' ';)
        --*ret_length;
    const Word word = {sign + 1, strlen(sign + 1)};
    return word_read_count(word, GAMES_MAX, ret_number, error);
}

Status console_run_load(Console *console, const char *arguments, Error *error) {
    uint64_t number = 1;
    size_t length;
    TextBuffer path = {0};
    Status status = part_number(arguments, &length, &number, error);
    if (status < 0)
        return status;
    if (length > 0)
        text_buffer_append(&path, arguments, length);
    else
        text_buffer_printf(&path, "%s", console->save_path);
    status = text_buffer_get_status(&path, error);
    if (status == STATUS_OK)
        status = check_path(text_buffer_get(&path), error);
    if (status == STATUS_OK)
        status = console_load(console, text_buffer_get(&path), number, error);
    text_buffer_done(&path);
    return status;
}
