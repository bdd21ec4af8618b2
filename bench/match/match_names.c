/* SPDX-License-Identifier: MIT */
#include "bench/match/match_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUFFIX_SIZE = 16 /* " #" and a number */
};

static const char *find_base(const EngineSpec *spec) {
    if (spec->name)
        return spec->name;
    if (spec->protocol == ENGINE_SELF)
        return "huff";
    if (!spec->command || !spec->command[0])
        return spec->address ? spec->address : "engine";
    const char *slash = strrchr(spec->command[0], '/');
    return slash && slash[1] ? slash + 1 : spec->command[0];
}

static bool is_taken(const MatchNames *names, const char *name) {
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return true;
    return false;
}

/* Adds a name to an array that has room for it. */
static Status add_name(MatchNames *names, const char *base, Error *error) {
    size_t size = strlen(base) + SUFFIX_SIZE;
    char *name = malloc(size);
    if (!name)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the names of engines");
    snprintf(name, size, "%s", base);
    for (int number = names->count + 1; is_taken(names, name); number++)
        snprintf(name, size, "%s #%d", base, number);
    names->names[names->count++] = name;
    return STATUS_OK;
}

static Status begin(int count, MatchNames *ret_names, Error *error) {
    *ret_names = (MatchNames){.names = calloc((size_t)count + 1, sizeof(char *))};
    return ret_names->names
               ? STATUS_OK
               : error_set(error, STATUS_NO_MEMORY, "no memory for the names of engines");
}

Status match_names_make(const EngineSpec *specs, int count, MatchNames *ret_names, Error *error) {
    Status status = begin(count, ret_names, error);
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = add_name(ret_names, find_base(&specs[i]), error);
    if (status < 0)
        match_names_done(ret_names);
    return status;
}

Status match_names_read(const LedgerHead *head, MatchNames *ret_names, Error *error) {
    Status status = begin(head->count, ret_names, error);
    const char *line;
    for (int i = 0; status == STATUS_OK && (line = ledger_head_get(head, "engine", i)); i++) {
        EngineSpec spec = {0};
        Status read = engine_spec_read(line, &spec, NULL);
        status = add_name(ret_names, read == STATUS_OK ? find_base(&spec) : line, error);
        if (read == STATUS_OK)
            engine_spec_done(&spec);
    }
    if (status < 0)
        match_names_done(ret_names);
    return status;
}

void match_names_done(MatchNames *names) {
    for (int i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    *names = (MatchNames){0};
}
