/* SPDX-License-Identifier: MIT
 *
 * `huff pdn split`: one collection as several files. By number a file is written after the other.
 * By a tag the games lie in a temporary file until all are read, so that any number of files can be
 * made without holding them open or in memory. */
#include "book/collection/table.h"
#include "engine/notation/pdn_rewrite.h"
#include "protocol/cli/command_pdn_internal.h"
#include "protocol/cli/games_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_MAX_BYTES = 100, /* of a tag's value in a file's name */
    COPY_SIZE = 1 << 16,
};

/* A game in the temporary file. */
typedef struct {
    size_t key; /* row of the table */
    uint64_t offset, length;
} Spooled;

typedef struct {
    const Rules *rules;
    const char *prefix, *by;
    const Operands *files;
    uint64_t games; /* in a file; 0: by tag */
    uint64_t read, file_count;
    GamesOutput output; /* by number: the file being written */
    bool open;
    GamesTable keys;
    Spooled *spooled;
    size_t count, capacity;
    FILE *spool;
    uint64_t spool_length;
    TextBuffer text;
} SplitCommand;

/* ---- files ---- */

static Status open_part(SplitCommand *command, const char *name, Error *error) {
    TextBuffer path = {0};
    text_buffer_printf(&path, "%s%s.pdn", command->prefix, name);
    Status status = text_buffer_get_status(&path, error);
    if (status == STATUS_OK)
        status = games_output_open(&command->output, text_buffer_get(&path), command->files, error);
    command->open = status == STATUS_OK;
    command->file_count += command->open;
    text_buffer_done(&path);
    return status;
}

static Status close_part(SplitCommand *command, Status status, Error *error) {
    if (!command->open)
        return status;
    command->open = false;
    return games_output_close(&command->output, status, error);
}

/* ---- by number ---- */

static Status write_by_number(SplitCommand *command, bool rest, Error *error) {
    char name[32];
    Status status = STATUS_OK;
    if (!rest && (command->read - 1) % command->games == 0) {
        status = close_part(command, STATUS_OK, error);
        snprintf(name, sizeof name, "%04llu",
                 (unsigned long long)((command->read - 1) / command->games + 1));
        if (status == STATUS_OK)
            status = open_part(command, name, error);
    }
    if (status < 0 || !command->open)
        return status;
    text_buffer_append(&command->output.text, text_buffer_get(&command->text),
                       command->text.length);
    return games_output_flush(&command->output, error);
}

/* ---- by tag ---- */

/* A value as a part of a file's name. */
static void write_name(const char *value, char name[static NAME_MAX_BYTES + 1]) {
    size_t length = 0;
    if (!value || !*value || !strcmp(value, "?"))
        value = "unknown";
    for (; value[length] && length < NAME_MAX_BYTES; length++) {
        unsigned char byte = (unsigned char)value[length];
        bool plain = byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                     (byte >= 'a' && byte <= 'z') || byte == '-' || (byte == '.' && length > 0);
        name[length] = plain ? (char)byte : '_';
    }
    while (length > 0 && value[length] && ((unsigned char)value[length] & 0xc0) == 0x80)
        length--; /* no character is cut */
    name[length] = '\0';
}

static Status add_spooled(SplitCommand *command, Spooled spooled, Error *error) {
    if (command->count == command->capacity) {
        size_t capacity = command->capacity ? command->capacity * 2 : 256;
        Spooled *grown = realloc(command->spooled, capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "out of memory for %zu games",
                             command->count);
        command->spooled = grown;
        command->capacity = capacity;
    }
    command->spooled[command->count++] = spooled;
    return STATUS_OK;
}

static Status add_by_value(SplitCommand *command, const char *value, Error *error) {
    char name[NAME_MAX_BYTES + 1];
    write_name(value, name);
    GamesRow *row = games_table_get(&command->keys, name, error);
    if (!row)
        return STATUS_NO_MEMORY;
    row->counts[0]++;
    Spooled spooled = {.key = games_table_find(&command->keys, name),
                       .offset = command->spool_length,
                       .length = command->text.length};
    return add_spooled(command, spooled, error);
}

static Status spool_game(SplitCommand *command, const PdnGame *game, Error *error) {
    Status status;
    const char *white = pdn_game_get_tag(game, "White"), *black = pdn_game_get_tag(game, "Black");
    if (!strcmp(command->by, "player")) {
        status = add_by_value(command, white, error);
        if (status == STATUS_OK && (!white || !black || strcmp(white, black) != 0))
            status = add_by_value(command, black, error);
    } else if (!strcmp(command->by, "variant")) {
        status = add_by_value(command, game->rules ? game->rules->name : "unknown", error);
    } else {
        status = add_by_value(command, pdn_game_get_tag(game, command->by), error);
    }
    if (status < 0)
        return status;
    command->spool_length += command->text.length;
    if (fwrite(text_buffer_get(&command->text), 1, command->text.length, command->spool) <
        command->text.length)
        return error_set(error, STATUS_IO, "the temporary file cannot be written: %s",
                         strerror(errno));
    return STATUS_OK;
}

static int compare_spooled(const void *a, const void *b) {
    const Spooled *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->offset < other->offset ? -1 : one->offset > other->offset;
}

static Status copy_spooled(SplitCommand *command, const Spooled *spooled, Error *error) {
    char bytes[COPY_SIZE];
    if (fseeko(command->spool, (off_t)spooled->offset, SEEK_SET) != 0)
        return error_set(error, STATUS_IO, "the temporary file cannot be read: %s",
                         strerror(errno));
    for (uint64_t left = spooled->length; left > 0;) {
        size_t due = left < sizeof bytes ? (size_t)left : sizeof bytes;
        if (fread(bytes, 1, due, command->spool) < due)
            return error_set(error, STATUS_IO, "the temporary file cannot be read");
        text_buffer_append(&command->output.text, bytes, due);
        Status status = games_output_flush(&command->output, error);
        if (status < 0)
            return status;
        left -= due;
    }
    return STATUS_OK;
}

static Status write_spooled(SplitCommand *command, Error *error) {
    Status status = STATUS_OK;
    if (command->count)
        qsort(command->spooled, command->count, sizeof *command->spooled, compare_spooled);
    for (size_t i = 0; i < command->count && status == STATUS_OK; i++) {
        const Spooled *spooled = &command->spooled[i];
        if (i == 0 || spooled->key != spooled[-1].key) {
            status = close_part(command, STATUS_OK, error);
            if (status == STATUS_OK)
                status = open_part(command, command->keys.rows[spooled->key].name, error);
        }
        if (status == STATUS_OK)
            status = copy_spooled(command, spooled, error);
    }
    return status;
}

/* ---- the command ---- */

static Status take_game(void *context, const char *file, const PdnGame *game, bool rest,
                        Error *error) {
    static const PdnStyle style = {0};
    (void)file;
    SplitCommand *command = context;
    text_buffer_clear(&command->text);
    command->read += !rest;
    Status status = rest ? pdn_rewrite_rest(game, &command->text, error)
                         : pdn_rewrite_game(game, &style, &command->text, error);
    if (status < 0)
        return status;
    if (command->games)
        return write_by_number(command, rest, error);
    return rest ? STATUS_OK : spool_game(command, game, error);
}

static Status split(SplitCommand *command, Error *error) {
    const PdnReadOptions options = {.rules = command->rules};
    if (command->by && !(command->spool = tmpfile()))
        return error_set(error, STATUS_IO, "no temporary file: %s", strerror(errno));
    Status status = games_read_files(command->files, &options, take_game, command, error);
    if (status == STATUS_OK && command->by)
        status = write_spooled(command, error);
    status = close_part(command, status, error);
    if (command->spool)
        fclose(command->spool);
    if (status == STATUS_OK)
        printf("%llu games in %llu files\n", (unsigned long long)command->read,
               (unsigned long long)command->file_count);
    games_table_done(&command->keys);
    free(command->spooled);
    text_buffer_done(&command->text);
    return status;
}

/* "event", "white" and "black" are tags too. */
static const char *find_tag_name(const char *by) {
    return !strcmp(by, "event")   ? "Event"
           : !strcmp(by, "white") ? "White"
           : !strcmp(by, "black") ? "Black"
                                  : by;
}

int pdn_run_split(int argc, char **argv) {
    SplitCommand command = {.rules = NULL};
    const char *variant = NULL;
    Operands files;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &command.prefix, 0, 0, NULL, "PREFIX",
         "how the names of the files begin (\"folder/\" for a folder); required"},
        {"games", ARGUMENT_COUNT, &command.games, 1, 1e15, NULL, "N",
         "so many games in a file: PREFIX0001.pdn, ..."},
        {"by", ARGUMENT_STRING, &command.by, 0, 0, NULL, "event|white|black|player|variant|TAG",
         "a file for each value: PREFIXvalue.pdn; a game of two players goes into both files"},
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
    };
    ArgumentTable table = {"pdn split --out PREFIX --games N|--by WHAT FILE ...",
                           "Writes the games, in strict PDN, to several files.\n", options,
                           sizeof options / sizeof *options, NULL};
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn split", &table, argc, argv, &files, &exit_status)) {
        command.files = &files;
        if (games_check_files(&files, &error) < 0 ||
            games_find_rules(variant, &command.rules, &error) < 0) {
            exit_status = command_fail("pdn split", EXIT_STATUS_USAGE, &error);
        } else if (!command.prefix || !command.by == !command.games) {
            error_set(&error, STATUS_SYNTAX,
                      "--out PREFIX and one of --games N and --by WHAT are "
                      "due");
            exit_status = command_fail("pdn split", EXIT_STATUS_USAGE, &error);
        } else {
            command.by = command.by ? find_tag_name(command.by) : NULL;
            if (split(&command, &error) < 0)
                exit_status = command_fail("pdn split", EXIT_STATUS_FAILED, &error);
        }
    }
    free(files.words);
    return exit_status;
}
