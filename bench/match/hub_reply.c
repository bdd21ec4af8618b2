/* SPDX-License-Identifier: MIT */
#include "bench/match/hub_reply_internal.h"

#include "engine/eval/score.h"
#include "protocol/hub_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    DEPTH_MAX = 9999,
    WORDS_MAX = 6, /* of a line of version 1: those that are looked at */
};

static void take_text(char target[static HUB_REPLY_TEXT_SIZE], const char *text, size_t length) {
    size_t kept = length < HUB_REPLY_TEXT_SIZE - 1 ? length : HUB_REPLY_TEXT_SIZE - 1;
    memcpy(target, text, kept);
    target[kept] = '\0';
}

/* ---- Findings, each left out when it is no number ---- */

static void take_score(HubReply *reply, const char *text, double unit) {
    double value;
    if (hub_value_read_real(text, &value, NULL) < 0)
        return;
    double centimen = round(value * unit);
    reply->has_score = true;
    reply->score = centimen > SCORE_WIN    ? SCORE_WIN
                   : centimen < -SCORE_WIN ? -SCORE_WIN
                                           : (int)centimen;
}

static void take_depth(HubReply *reply, const char *text) {
    int64_t value;
    if (hub_value_read_int(text, 0, DEPTH_MAX, &value, NULL) < 0)
        return;
    reply->has_depth = true;
    reply->depth = (int)value;
}

static void take_nodes(HubReply *reply, const char *text) {
    int64_t value;
    if (hub_value_read_int(text, 0, INT64_MAX, &value, NULL) < 0)
        return;
    reply->has_nodes = true;
    reply->nodes = (uint64_t)value;
}

/* ---- Version 2 ---- */

static const char *find_value(const HubLine *line, const char *name) {
    const HubArgument *argument = hub_line_find(line, name);
    return argument ? argument->value : "";
}

static void take_id(HubReply *reply, const HubLine *line) {
    const char *version = find_value(line, "version");
    snprintf(reply->text, sizeof reply->text, "%.80s%s%.40s", find_value(line, "name"),
             *version != '\0' ? " " : "", version);
}

static void take_info(HubReply *reply, const HubLine *line) {
    take_score(reply, find_value(line, "score"), 100);
    take_depth(reply, find_value(line, "depth"));
    take_nodes(reply, find_value(line, "nodes"));
}

static void take_done(HubReply *reply, const HubLine *line) {
    const char *move = find_value(line, "move"), *ponder = find_value(line, "ponder");
    take_text(reply->text, move, strlen(move));
    take_text(reply->ponder, ponder, strlen(ponder));
}

static void take_param(HubReply *reply, const HubLine *line) {
    const char *name = find_value(line, "name");
    take_text(reply->text, name, strlen(name));
}

static void take_error(HubReply *reply, const HubLine *line) {
    const char *message = find_value(line, "message");
    take_text(reply->text, message, strlen(message));
}

/* Lines of version 2, and those that both have. */
static const struct {
    const char *command;
    HubReplyKind kind;
    int version;
    void (*take)(HubReply *reply, const HubLine *line); /* NULL: the command is all */
} lines[] = {
    {"id", REPLY_NAME, 2, take_id},     {"param", REPLY_PARAM, 2, take_param},
    {"wait", REPLY_WAIT, 0, NULL},      {"ready", REPLY_READY, 0, NULL},
    {"pong", REPLY_PONG, 0, NULL},      {"info", REPLY_INFO, 2, take_info},
    {"done", REPLY_MOVE, 2, take_done}, {"error", REPLY_ERROR, 2, take_error},
};

static void read_command(const HubLine *line, int version, HubReply *reply) {
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (strcmp(line->command, lines[i].command) != 0)
            continue;
        bool greeting = lines[i].kind == REPLY_NAME || lines[i].kind == REPLY_PARAM;
        if (lines[i].version == 2 && version != 2 && !(greeting && version == 0))
            return;
        reply->kind = lines[i].kind;
        reply->version = lines[i].version;
        if (lines[i].take)
            lines[i].take(reply, line);
        return;
    }
}

static Status read_version_2(int version, const char *text, size_t length, HubReply *reply,
                             Error *error) {
    HubLine line;
    Error reason;
    Status status = hub_line_read(text, length, &line, &reason);
    if (status == STATUS_NO_MEMORY)
        return error_set(error, status, "%s", reason.text);
    if (status < 0) {
        /* Most likely talk meant for people. */
        if (version == 2 && length >= 5 && strncmp(text, "done ", 5) == 0)
            return error_set(error, STATUS_SYNTAX, "%s", reason.text);
        return STATUS_OK;
    }
    read_command(&line, version, reply);
    hub_line_done(&line);
    return STATUS_OK;
}

/* ---- Version 1 ---- */

/* The first words of a line and the rest behind the first. */
typedef struct {
    char words[WORDS_MAX][HUB_REPLY_TEXT_SIZE];
    int count;
    const char *rest;
    size_t rest_length;
} PlainWords;

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static void read_words(const char *text, size_t length, PlainWords *words) {
    words->count = 0;
    words->rest = text + length;
    words->rest_length = 0;
    size_t at = 0;
    while (words->count < WORDS_MAX) {
        while (at < length && is_blank(text[at]))
            at++;
        size_t start = at;
        while (at < length && !is_blank(text[at]))
            at++;
        if (at == start)
            return;
        take_text(words->words[words->count++], text + start, at - start);
        if (words->count == 1) {
            size_t skipped = at < length ? at + 1 : length;
            words->rest = text + skipped;
            words->rest_length = length - skipped;
        }
    }
}

/* info <depth> <mean depth> <score, centimen> <nodes> <time> <speed> <line> */
static void take_plain_info(HubReply *reply, const PlainWords *words) {
    if (words->count > 1)
        take_depth(reply, words->words[1]);
    if (words->count > 3)
        take_score(reply, words->words[3], 1);
    if (words->count > 4)
        take_nodes(reply, words->words[4]);
}

static void read_plain(int version, const char *text, size_t length, HubReply *reply) {
    PlainWords words;
    read_words(text, length, &words);
    const char *command = words.count > 0 ? words.words[0] : "";
    bool greeting = strcmp(command, "name") == 0;
    if (greeting || strcmp(command, "author") == 0) {
        reply->kind = greeting ? REPLY_NAME : REPLY_OTHER;
        reply->version = 1;
        take_text(reply->text, words.rest, words.rest_length);
    } else if (version == 1 && strcmp(command, "info") == 0) {
        reply->kind = REPLY_INFO;
        take_plain_info(reply, &words);
    } else if (version == 1 && strcmp(command, "move") == 0) {
        reply->kind = REPLY_MOVE;
        take_text(reply->text, words.words[1], words.count > 1 ? strlen(words.words[1]) : 0);
        take_text(reply->ponder, words.words[2], words.count > 2 ? strlen(words.words[2]) : 0);
    } else if (version == 1 && strcmp(command, "error") == 0) {
        reply->kind = REPLY_ERROR;
        take_text(reply->text, words.rest, words.rest_length);
    }
}

Status hub_reply_read(int version, const char *text, size_t length, HubReply *ret_reply,
                      Error *error) {
    HubReply reply = {.kind = REPLY_OTHER};
    Status status = read_version_2(version, text, length, &reply, error);
    if (status < 0)
        return status;
    if (version != 2 && reply.kind == REPLY_OTHER)
        read_plain(version, text, length, &reply);
    *ret_reply = reply;
    return STATUS_OK;
}
