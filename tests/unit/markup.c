/* SPDX-License-Identifier: MIT */
#include "tests/unit/markup.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    DEPTH_MAX = 64,
    NAME_SIZE = 32,
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
static const char doctype[] = "<!DOCTYPE html>";

/* A text being read; the first fault stays. */
typedef struct {
    const char *at;
    const char *fault, *place;
    char open[DEPTH_MAX][NAME_SIZE];
    int depth;
} Reader;

int markup_count(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

static void complain(Reader *reader, const char *fault) {
    if (!reader->fault) {
        reader->fault = fault;
        reader->place = reader->at;
    }
}

/* &name; or &#number; */
static void check_reference(Reader *reader, const char *text) {
    size_t length = 1 + (text[1] == '#');
    length += strspn(text + length, letters);
    if (text[length] != ';' || length < 3)
        complain(reader, "an & that stands for itself");
}

static void read_name(Reader *reader, char name[static NAME_SIZE]) {
    size_t length = strspn(reader->at, letters);
    if (length == 0 || length >= NAME_SIZE)
        complain(reader, "no name");
    length = length < NAME_SIZE ? length : NAME_SIZE - 1;
    memcpy(name, reader->at, length);
    name[length] = '\0';
    reader->at += length;
}

static void check_attribute(Reader *reader, const char *name, const char *value, size_t length) {
    bool leads = strcmp(name, "href") == 0 || strcmp(name, "src") == 0;
    if (strncmp(name, "on", 2) == 0 || (leads && (length == 0 || value[0] != '#')))
        complain(reader, "an attribute that runs or loads something");
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '&')
            check_reference(reader, value + i);
        if (value[i] == '<')
            complain(reader, "a < within a value");
    }
}

/* ` name="value"` as often as it comes. */
static void read_attributes(Reader *reader) {
    while (*reader->at == ' ' && !reader->fault) {
        char name[NAME_SIZE];
        reader->at++;
        read_name(reader, name);
        if (reader->at[0] != '=' || reader->at[1] != '"') {
            complain(reader, "a value without quotes");
            return;
        }
        const char *value = reader->at + 2;
        size_t length = strcspn(value, "\"");
        check_attribute(reader, name, value, length);
        if (value[length] != '"')
            complain(reader, "a value without an end");
        reader->at = value + length + (value[length] == '"');
    }
}

static void read_end_tag(Reader *reader) {
    char name[NAME_SIZE];
    reader->at += 2;
    read_name(reader, name);
    if (*reader->at != '>' || reader->depth == 0 ||
        strcmp(reader->open[reader->depth - 1], name) != 0) {
        complain(reader, "an end that does not fit");
        return;
    }
    reader->depth--;
    reader->at++;
}

static void read_start_tag(Reader *reader) {
    char name[NAME_SIZE];
    reader->at++;
    read_name(reader, name);
    read_attributes(reader);
    bool empty = *reader->at == '/';
    reader->at += empty;
    if (*reader->at != '>' || reader->depth == DEPTH_MAX)
        complain(reader, "a tag that is not whole");
    if (strcmp(name, "script") == 0 || strcmp(name, "link") == 0)
        complain(reader, "an element that runs or loads something");
    if (reader->fault)
        return;
    if (!empty && strcmp(name, "meta") != 0)
        memcpy(reader->open[reader->depth++], name, sizeof name);
    reader->at++;
}

const char *markup_find_fault(const char *text, const char **ret_place) {
    Reader reader = {.at = text};
    while (*reader.at && !reader.fault) {
        if (strncmp(reader.at, doctype, sizeof doctype - 1) == 0)
            reader.at += sizeof doctype - 1;
        else if (reader.at[0] == '<' && reader.at[1] == '/')
            read_end_tag(&reader);
        else if (reader.at[0] == '<')
            read_start_tag(&reader);
        else {
            if (*reader.at == '&')
                check_reference(&reader, reader.at);
            reader.at++;
        }
    }
    if (reader.depth > 0)
        complain(&reader, "an element that is not closed");
    *ret_place = reader.place;
    return reader.fault;
}

void markup_expect_balanced(const char *text) {
    const char *place;
    const char *fault = markup_find_fault(text, &place);
    ck_assert_msg(fault == NULL, "%s before: %.60s", fault, place);
}
