/* SPDX-License-Identifier: MIT */
#include "protocol/cli/games_files.h"

#include "protocol/cli/progress_line.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- reading ---- */

static bool is_standard(const char *file) {
    return !strcmp(file, "-");
}

/* Bytes of an ordinary file, 0 for anything else. */
static uint64_t measure_file(FILE *file) {
    struct stat about;
    return fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
}

static void show_progress(ProgressLine *line, const char *file, const PdnGame *game,
                          uint64_t size) {
    if (size)
        progress_line_show(line, "%s: %llu games, %.0f%%", file, (unsigned long long)game->index,
                           100.0 * (double)game->end_offset / (double)size);
    else
        progress_line_show(line, "%s: %llu games", file, (unsigned long long)game->index);
}

static Status read_games(PdnReader *reader, const char *file, uint64_t size, GamesFunction *take,
                         void *context, Error *error) {
    ProgressLine line;
    const PdnGame *game;
    Error reason;
    int more = 1;
    Status status = STATUS_OK;
    progress_line_init(&line);
    while (status == STATUS_OK && (more = pdn_reader_next(reader, &game, &reason)) > 0) {
        status = take(context, file, game, false, error);
        show_progress(&line, file, game, size);
    }
    if (more == 0 && status == STATUS_OK)
        status = take(context, file, game, true, error);
    progress_line_end(&line);
    return more < 0 ? error_set(error, (Status)more, "%s: %s", file, reason.text) : status;
}

Status games_read_file(const char *file, const PdnReadOptions *options, GamesFunction *take,
                       void *context, Error *error) {
    FILE *stream = is_standard(file) ? stdin : fopen(file, "rb");
    if (!stream)
        return error_set(error, STATUS_IO, "cannot read %s: %s", file, strerror(errno));
    PdnReader *reader = pdn_reader_new(pdn_source_file(stream), options, error);
    Status status = STATUS_NO_MEMORY;
    if (reader)
        status = read_games(reader, file, measure_file(stream), take, context, error);
    pdn_reader_free(reader);
    if (stream != stdin)
        fclose(stream);
    return status;
}

Status games_read_files(const Operands *files, const PdnReadOptions *options, GamesFunction *take,
                        void *context, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < files->count && status == STATUS_OK; i++)
        status = games_read_file(files->words[i], options, take, context, error);
    return status;
}

Status games_check_files(const Operands *files, Error *error) {
    int standard = 0;
    for (int i = 0; i < files->count; i++)
        standard += is_standard(files->words[i]);
    if (!files->count)
        return error_set(error, STATUS_SYNTAX, "a PDN file is due (- is standard input)");
    if (standard > 1)
        return error_set(error, STATUS_SYNTAX, "standard input (-) can be read only once");
    return STATUS_OK;
}

Status games_check_output(const char *path, const Operands *files, Error *error) {
    for (int i = 0; i < files->count; i++)
        if (!is_standard(files->words[i]) && file_is_same(path, files->words[i]))
            return error_set(error, STATUS_STATE,
                             "%s is read and cannot be written to: name another file", path);
    return STATUS_OK;
}

Status games_find_rules(const char *name, const Rules **ret_rules, Error *error) {
    const Rules *rules = name ? rules_find(name) : rules_get(VARIANT_INTERNATIONAL);
    if (!rules)
        return error_set(error, STATUS_UNKNOWN, "no variant \"%.40s\": see huff variants", name);
    *ret_rules = rules;
    return STATUS_OK;
}

/* ---- writing ---- */

Status games_output_open(GamesOutput *output, const char *path, const Operands *files,
                         Error *error) {
    *output = (GamesOutput){.writer = NULL};
    if (!path || is_standard(path))
        return STATUS_OK;
    Status status = games_check_output(path, files, error);
    return status < 0 ? status : file_writer_open(path, &output->writer, error);
}

Status games_output_flush(GamesOutput *output, Error *error) {
    TextBuffer *text = &output->text;
    Status status = text_buffer_get_status(text, error);
    if (status == STATUS_OK && output->writer)
        status = file_writer_add(output->writer, text_buffer_get(text), text->length, error);
    else if (status == STATUS_OK &&
             fwrite(text_buffer_get(text), 1, text->length, stdout) < text->length)
        status = error_set(error, STATUS_IO, "standard output cannot be written to");
    text_buffer_clear(text);
    return status;
}

Status games_output_close(GamesOutput *output, Status status, Error *error) {
    if (status == STATUS_OK && output->writer)
        status = file_writer_commit(output->writer, error);
    else
        file_writer_abandon(output->writer);
    text_buffer_done(&output->text);
    return status;
}

void games_print_text(const char *text) {
    for (; *text; text++)
        putchar((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text);
}
