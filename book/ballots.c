/* SPDX-License-Identifier: MIT */
#include "book/ballots.h"

#include "book/ballots_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ballots_done(BallotList *list) {
    free(list->ballots);
    *list = (BallotList){0};
}

/* Copies what fits without parting a character of UTF-8. */
static void copy_name(char target[static BALLOT_NAME_SIZE], const char *name) {
    size_t length = strnlen(name, BALLOT_NAME_SIZE);
    if (length == BALLOT_NAME_SIZE)
        for (length--; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)name[i];
        target[i] = byte < 0x20 || byte == 0x7f ? ' ' : name[i];
    }
    target[length] = '\0';
}

Status ballots_add(BallotList *list, const char *name, const Position *start, Error *error) {
    if (list->count == BALLOTS_MAX)
        return error_set(error, STATUS_RANGE, "more than %d ballots", BALLOTS_MAX);
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 128;
        Ballot *ballots = realloc(list->ballots, (size_t)capacity * sizeof *ballots);
        if (!ballots)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %d ballots", capacity);
        list->ballots = ballots;
        list->capacity = capacity;
    }
    Ballot *ballot = &list->ballots[list->count++];
    ballot->start = *start;
    copy_name(ballot->name, name);
    return STATUS_OK;
}

static int compare_names(const void *a, const void *b, void *context) {
    const Ballot *ballots = context;
    int first = *(const int *)a, second = *(const int *)b;
    int order = strcmp(ballots[first].name, ballots[second].name);
    return order ? order : (first > second) - (first < second);
}

/* One pass: puts numbers before the names that are there already; how many. */
static int number_repeated(BallotList *list, int *order) {
    int changed = 0;
    for (int i = 0; i < list->count; i++)
        order[i] = i;
    qsort_r(order, (size_t)list->count, sizeof *order, compare_names, list->ballots);
    for (int i = list->count - 1; i > 0; i--) {
        char name[BALLOT_NAME_SIZE + 16];
        Ballot *ballot = &list->ballots[order[i]];
        if (strcmp(ballot->name, list->ballots[order[i - 1]].name) != 0)
            continue;
        snprintf(name, sizeof name, "%d: %s", order[i] + 1, ballot->name);
        copy_name(ballot->name, name);
        changed++;
    }
    return changed;
}

Status ballots_tell_apart(BallotList *list, Error *error) {
    int *order = malloc((size_t)(list->count ? list->count : 1) * sizeof *order);
    if (!order)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d ballots", list->count);
    /* A name made so may be there too; it then gets its number again, and in the end is only
     * numbers, which differ. */
    while (number_repeated(list, order) > 0)
        ;
    free(order);
    return STATUS_OK;
}

static Status read_bytes(FILE *file, const char *path, TextBuffer *buffer, Error *error) {
    char bytes[65536];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        text_buffer_append(buffer, bytes, count);
        if (buffer->length > BALLOTS_FILE_MAX)
            return error_set(error, STATUS_RANGE, "%s is longer than %d MiB: no file of ballots",
                             path, BALLOTS_FILE_MAX >> 20);
    }
    if (ferror(file))
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    return text_buffer_get_status(buffer, error);
}

Status ballots_read_file(const Rules *rules, const char *path, bool lost_too, BallotList *ret_list,
                         Error *error) {
    TextBuffer buffer = {0};
    *ret_list = (BallotList){0};
    FILE *file = fopen(path, "rbe");
    if (!file)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    Status status = read_bytes(file, path, &buffer, error);
    fclose(file);
    if (status == STATUS_OK)
        status = ballots_read(rules, path, text_buffer_get(&buffer), buffer.length, lost_too,
                              ret_list, error);
    text_buffer_done(&buffer);
    return status;
}

static Status refuse_name(const Rules *rules, const char *name, Error *error) {
    TextBuffer names = {0};
    ballots_write_set_names(rules, &names);
    Status status =
        error_set(error, STATUS_UNKNOWN,
                  "no ballots of %s are called \"%.200s\" and there is no such file; built in: %s",
                  rules->name, name, text_buffer_get(&names));
    text_buffer_done(&names);
    return status;
}

Status ballots_open(const Rules *rules, const char *name, BallotList *ret_list, Error *error) {
    int found = ballots_open_set(rules, name ? name : ballots_get_default(rules), ret_list, error);
    if (found != 0)
        return found > 0 ? STATUS_OK : (Status)found;
    FILE *file = fopen(name, "rbe");
    if (!file && errno == ENOENT)
        return refuse_name(rules, name, error);
    if (file)
        fclose(file);
    return ballots_read_file(rules, name, false, ret_list, error);
}
