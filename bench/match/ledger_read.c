/* SPDX-License-Identifier: MIT */
#include "bench/match/ledger_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[] = "huff match ledger 1";

struct LedgerReader {
    FILE *file;
    char *path;
    char *line; /* of getline */
    size_t size;
    long number;           /* of the line last read, from 1 */
    long long whole_bytes; /* of all whole lines read so far */
    bool held;             /* `line` is the first game and was read with the head */
    size_t held_length;
    LedgerHead head;
    const Rules *rules;
    uint8_t *seen; /* a bit a game; games up to 8 * seen_bytes - 1 */
    size_t seen_bytes;
};

void ledger_head_done(LedgerHead *head) {
    for (int i = 0; i < head->count; i++) {
        free(head->settings[i].key);
        free(head->settings[i].value);
    }
    free(head->settings);
    *head = (LedgerHead){0};
}

static void make_plain(char *text) {
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            *p = ' ';
}

Status ledger_head_add(LedgerHead *head, const char *key, const char *value, Error *error) {
    if (head->count == head->capacity) {
        int capacity = head->capacity ? 2 * head->capacity : 16;
        LedgerSetting *settings = realloc(head->settings, (size_t)capacity * sizeof *settings);
        if (!settings)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a match's settings");
        head->settings = settings;
        head->capacity = capacity;
    }
    LedgerSetting setting = {strdup(key), strdup(value)};
    if (!setting.key || !setting.value) {
        free(setting.key);
        free(setting.value);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a match's settings");
    }
    make_plain(setting.key);
    make_plain(setting.value);
    head->settings[head->count++] = setting;
    return STATUS_OK;
}

const char *ledger_head_get(const LedgerHead *head, const char *key, int index) {
    for (int i = 0; i < head->count; i++)
        if (strcmp(head->settings[i].key, key) == 0 && index-- == 0)
            return head->settings[i].value;
    return NULL;
}

Status ledger_head_write(const LedgerHead *head, TextBuffer *buffer, Error *error) {
    text_buffer_printf(buffer, "%s\n", magic);
    for (int i = 0; i < head->count; i++)
        text_buffer_printf(buffer, "# %s\t%s\n", head->settings[i].key, head->settings[i].value);
    return text_buffer_get_status(buffer, error);
}

Status ledger_fail_line(const char *path, long line, Status status, Error *error) {
    Error reason = error ? *error : (Error){0};
    return error_set(error, status, "%s, line %ld: %s", path, line, reason.text);
}

/* The length of the next whole line without its newline, left in reader->line; -1 at the end, which
 * is also a line without a newline, or when reading fails. */
static ssize_t read_line(LedgerReader *reader) {
    if (reader->held) {
        reader->held = false;
        return (ssize_t)reader->held_length;
    }
    ssize_t length = getline(&reader->line, &reader->size, reader->file);
    if (length <= 0 || reader->line[length - 1] != '\n')
        return -1;
    reader->number++;
    reader->whole_bytes += length;
    reader->line[length - 1] = '\0';
    return length - 1;
}

static Status read_head(LedgerReader *reader, Error *error) {
    ssize_t length = read_line(reader);
    if (length < 0 || strcmp(reader->line, magic) != 0)
        return error_set(error, STATUS_SYNTAX,
                         "%s is no match ledger of this version: its first "
                         "line is not \"%s\"",
                         reader->path, magic);
    while ((length = read_line(reader)) >= 0) {
        char *tab = reader->line[0] == '#' ? strchr(reader->line, '\t') : NULL;
        if (!tab || reader->line[1] != ' ') {
            reader->held = true;
            reader->held_length = (size_t)length;
            break;
        }
        *tab = '\0';
        Status status = ledger_head_add(&reader->head, reader->line + 2, tab + 1, error);
        if (status < 0)
            return status;
    }
    const char *variant = ledger_head_get(&reader->head, "variant", 0);
    reader->rules = variant ? rules_find(variant) : NULL;
    if (!reader->rules)
        return error_set(error, STATUS_UNKNOWN, "%s: the variant \"%s\" is not known", reader->path,
                         variant ? variant : "");
    return STATUS_OK;
}

Status ledger_reader_new(const char *path, LedgerReader **ret_reader, Error *error) {
    LedgerReader *reader = calloc(1, sizeof *reader);
    if (!reader || !(reader->path = strdup(path))) {
        free(reader);
        return error_set(error, STATUS_NO_MEMORY, "no memory to read %s", path);
    }
    struct stat info;
    bool ordinary = stat(path, &info) != 0 || S_ISREG(info.st_mode);
    reader->file = ordinary ? fopen(path, "re") : NULL;
    Status status = STATUS_OK;
    if (!ordinary)
        status = error_set(error, STATUS_IO, "cannot read %s: a ledger is an ordinary file", path);
    else if (!reader->file)
        status = error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    else
        status = read_head(reader, error);
    if (status < 0) {
        ledger_reader_free(reader);
        return status;
    }
    *ret_reader = reader;
    return STATUS_OK;
}

void ledger_reader_free(LedgerReader *reader) {
    if (!reader)
        return;
    if (reader->file)
        fclose(reader->file);
    ledger_head_done(&reader->head);
    free(reader->line);
    free(reader->seen);
    free(reader->path);
    free(reader);
}

const LedgerHead *ledger_reader_get_head(const LedgerReader *reader) {
    return &reader->head;
}

const Rules *ledger_reader_get_rules(const LedgerReader *reader) {
    return reader->rules;
}

long ledger_reader_get_line(const LedgerReader *reader) {
    return reader->number;
}

long long ledger_reader_get_whole_bytes(const LedgerReader *reader) {
    return reader->whole_bytes;
}

/* A game may stand in a ledger once. */
static Status note_number(LedgerReader *reader, int number, Error *error) {
    size_t byte = (size_t)number / 8;
    if (byte >= reader->seen_bytes) {
        size_t bytes = 2 * byte + 64;
        uint8_t *seen = realloc(reader->seen, bytes);
        if (!seen)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %d games", number);
        memset(seen + reader->seen_bytes, 0, bytes - reader->seen_bytes);
        reader->seen = seen;
        reader->seen_bytes = bytes;
    }
    if (reader->seen[byte] >> number % 8 & 1)
        return error_set(error, STATUS_SYNTAX, "game %d is there already", number);
    reader->seen[byte] |= (uint8_t)(1u << number % 8);
    return STATUS_OK;
}

int ledger_reader_next(LedgerReader *reader, MatchGame *game, Error *error) {
    Error reason = {0};
    ssize_t length = read_line(reader);
    if (length < 0 && ferror(reader->file))
        return error_set(error, STATUS_IO, "cannot read %s: %s", reader->path, strerror(errno));
    if (length < 0)
        return 0;
    Status status = ledger_read_line(reader->rules, reader->line, (size_t)length, game, &reason);
    if (status == STATUS_OK)
        status = note_number(reader, game->number, &reason);
    if (status == STATUS_OK)
        return 1;
    if (error)
        *error = reason;
    return ledger_fail_line(reader->path, reader->number, status, error);
}
