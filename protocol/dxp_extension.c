/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_extension.h"

#include "engine/notation/move_text.h"
#include "protocol/hub_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char mark[] = "#huff ";

static const struct {
    const char *word;
    unsigned bit;
} known_words[] = {
    {"variant", DXP_KNOWS_VARIANT}, {"increment", DXP_KNOWS_INCREMENT},
    {"minutes", DXP_KNOWS_MINUTES}, {"score", DXP_KNOWS_SCORE},
    {"analyse", DXP_KNOWS_ANALYSE},
};

enum {
    KNOWN_COUNT = sizeof known_words / sizeof *known_words,
    WORD_SIZE = DXP_CHAT_LENGTH + 1,
};

/* ---- Reading ---- */

/* Copies the next blank-separated word and moves on; false at the end. */
static bool next_word(const char **text, char ret_word[static WORD_SIZE]) {
    const char *start = *text + strspn(*text, " ");
    size_t length = strcspn(start, " ");
    *text = start + length;
    snprintf(ret_word, WORD_SIZE, "%.*s", (int)length, start);
    return length > 0;
}

static Status read_announce(const char *text, DxpLine *line) {
    char word[WORD_SIZE];
    while (next_word(&text, word))
        for (int i = 0; i < KNOWN_COUNT; i++)
            if (!strcmp(word, known_words[i].word))
                line->known |= known_words[i].bit;
    return STATUS_OK;
}

/* The value of "name=value", or NULL. */
static const char *value_of(const char *word, const char *name) {
    size_t length = strlen(name);
    return !strncmp(word, name, length) && word[length] == '=' ? word + length + 1 : NULL;
}

static Status read_seconds(const char *name, const char *text, double max, double *ret_seconds,
                           Error *error) {
    double seconds;
    Status status = hub_value_read_real(text, &seconds, error);
    if (status < 0)
        return status;
    if (seconds < 0 || seconds > max)
        return error_set(error, STATUS_RANGE, "%s=%.20s: 0 to %g seconds expected", name, text,
                         max);
    *ret_seconds = seconds;
    return STATUS_OK;
}

static Status read_game_word(const char *word, DxpConditions *conditions, Error *error) {
    const char *value = value_of(word, "variant");
    if (value) {
        conditions->rules = rules_find(value);
        if (!conditions->rules)
            return error_set(error, STATUS_UNKNOWN, "no variant is called \"%.20s\"", value);
        return STATUS_OK;
    }
    value = value_of(word, "increment");
    if (value)
        return read_seconds("increment", value, DXP_INCREMENT_MAX, &conditions->increment, error);
    return error_set(error, STATUS_SYNTAX,
                     "game: \"%.20s\" found, variant=NAME or increment=SECONDS expected", word);
}

static Status read_analyse_word(const char *word, DxpLine *line, Error *error) {
    const char *value = value_of(word, "seconds");
    if (value)
        return read_seconds("seconds", value, DXP_ANALYSE_SECONDS_MAX, &line->seconds, error);
    value = value_of(word, "nodes");
    if (!value)
        return error_set(error, STATUS_SYNTAX,
                         "analyse: \"%.20s\" found, seconds=S or nodes=N expected", word);
    int64_t nodes;
    Status status = hub_value_read_int(value, 1, INT64_MAX, &nodes, error);
    if (status == STATUS_OK)
        line->nodes = (uint64_t)nodes;
    return status;
}

static Status read_words(const char *text, DxpLine *line, Error *error) {
    char word[WORD_SIZE];
    Status status = STATUS_OK;
    while (status == STATUS_OK && next_word(&text, word))
        status = line->kind == DXP_LINE_GAME ? read_game_word(word, &line->conditions, error)
                                             : read_analyse_word(word, line, error);
    return status;
}

Status dxp_line_read(const char *text, DxpLine *ret_line, Error *error) {
    char word[WORD_SIZE];
    *ret_line = (DxpLine){.kind = DXP_LINE_CHAT};
    if (strncmp(text, mark, sizeof mark - 1) != 0)
        return STATUS_OK;
    text += sizeof mark - 1;
    next_word(&text, word);
    if (*word >= '1' && *word <= '9') {
        ret_line->kind = DXP_LINE_ANNOUNCE;
        return read_announce(text, ret_line);
    }
    if (!strcmp(word, "game")) {
        ret_line->kind = DXP_LINE_GAME;
        return read_words(text, ret_line, error);
    }
    if (!strcmp(word, "analyse")) {
        ret_line->kind = DXP_LINE_ANALYSE;
        ret_line->seconds = DXP_ANALYSE_SECONDS_DEFAULT;
        return read_words(text, ret_line, error);
    }
    /* What is not known may come from a later version: never answered, so that two programs
     * cannot go on telling each other of errors. */
    ret_line->kind = DXP_LINE_NOTE;
    return STATUS_OK;
}

/* ---- Writing ---- */

void dxp_line_write_announce(char ret_text[static DXP_CHAT_LENGTH + 1]) {
    int length = snprintf(ret_text, DXP_CHAT_LENGTH + 1, "%s1 extensions:", mark);
    for (int i = 0; i < KNOWN_COUNT; i++)
        length += snprintf(ret_text + length, (size_t)(DXP_CHAT_LENGTH + 1 - length), " %s",
                           known_words[i].word);
}

void dxp_line_write_game(const DxpConditions *conditions,
                         char ret_text[static DXP_CHAT_LENGTH + 1]) {
    int length = snprintf(ret_text, DXP_CHAT_LENGTH + 1, "%sgame", mark);
    if (conditions->rules)
        length += snprintf(ret_text + length, (size_t)(DXP_CHAT_LENGTH + 1 - length), " variant=%s",
                           conditions->rules->name);
    if (conditions->increment > 0)
        snprintf(ret_text + length, (size_t)(DXP_CHAT_LENGTH + 1 - length), " increment=%.3f",
                 conditions->increment);
}

void dxp_line_write_score(const char *word, const Position *position, int score, int depth,
                          uint64_t nodes, const Move *line, int line_length,
                          char ret_text[static DXP_CHAT_LENGTH + 1]) {
    size_t length = (size_t)snprintf(ret_text, DXP_CHAT_LENGTH + 1,
                                     "%s%s %+.2f depth %d nodes %" PRIu64 " line", mark, word,
                                     score / 100.0, depth, nodes);
    Position here = *position, next;
    for (int i = 0; i < line_length; i++) {
        char text[MOVE_TEXT_SIZE];
        Move move = movegen_find(&here, line[i]);
        if (move_is_none(move))
            break;
        move_text_write(&here, move, text);
        if (length + 1 + strlen(text) > DXP_CHAT_LENGTH)
            break;
        length += (size_t)snprintf(ret_text + length, DXP_CHAT_LENGTH + 1 - length, " %s", text);
        position_make(&here, move, &next);
        here = next;
    }
}
