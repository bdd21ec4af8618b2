/* SPDX-License-Identifier: MIT */
#include "protocol/options.h"

#include "protocol/hub_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* In the order of the words in the row of `evaluation`. */
static const EvalKind eval_kinds[] = {EVAL_FULL, EVAL_MATERIAL, EVAL_HAND};
static const char *const eval_names[EVAL_KIND_COUNT] = {"full", "material", "hand"};

static void print_variant(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", settings->rules->hub_name);
}
static void store_variant(Settings *settings, int value) {
    settings->rules = rules_get((VariantId)value);
}

static void print_threads(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", settings->threads);
}
static void store_threads(Settings *settings, int value) {
    settings->threads = value;
}

static void print_hash(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", settings->hash_mib);
}
static void store_hash(Settings *settings, int value) {
    settings->hash_mib = value;
}

static void print_ponder(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", settings->ponder ? "true" : "false");
}
static void store_ponder(Settings *settings, int value) {
    settings->ponder = value != 0;
}

static void print_multi_pv(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", settings->multi_pv);
}
static void store_multi_pv(Settings *settings, int value) {
    settings->multi_pv = value;
}

static void print_evaluation(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", eval_names[settings->eval]);
}
static void store_evaluation(Settings *settings, int value) {
    settings->eval = eval_kinds[value];
}

static void print_overhead(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", settings->overhead_ms);
}
static void store_overhead(Settings *settings, int value) {
    settings->overhead_ms = value;
}

static void print_book(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", settings->book ? "true" : "false");
}
static void store_book(Settings *settings, int value) {
    settings->book = value != 0;
}

static void print_book_ply(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", settings->book_ply);
}
static void store_book_ply(Settings *settings, int value) {
    settings->book_ply = value;
}

static void print_book_margin(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", settings->book_margin);
}
static void store_book_margin(Settings *settings, int value) {
    settings->book_margin = value;
}

static void print_book_file(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", settings->book_file);
}
static void store_book_file(Settings *settings, const char *text) {
    memset(settings->book_file, 0, sizeof settings->book_file); /* equal settings, equal bytes */
    memcpy(settings->book_file, text, strlen(text));
}

static void print_tables(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", settings->tables);
}
static void store_tables(Settings *settings, const char *text) {
    memset(settings->tables, 0, sizeof settings->tables);
    memcpy(settings->tables, text, strlen(text));
}

static void print_weights(const Settings *settings, char *buffer, size_t size) {
    snprintf(buffer, size, "%s", settings->weights);
}
static void store_weights(Settings *settings, const char *text) {
    memset(settings->weights, 0, sizeof settings->weights); /* equal settings, equal bytes */
    memcpy(settings->weights, text, strlen(text));
}

static const OptionSpec options[] = {
    {"variant", OPTION_ENUM, 0, 0, &RULES_HUB_NAMES[1], "", "the game that is played",
     print_variant, store_variant, NULL},
    {"threads", OPTION_INT, 1, SEARCH_THREADS_MAX, "", "", "threads that think", print_threads,
     store_threads, NULL},
    {"hash", OPTION_INT, 0, SEARCH_TABLE_MIB_MAX, "", "MiB", "memory of the transposition table",
     print_hash, store_hash, NULL},
    {"ponder", OPTION_BOOL, 0, 1, "", "", "whether to think in the opponent's time", print_ponder,
     store_ponder, NULL},
    {"multi-pv", OPTION_INT, 1, SEARCH_LINES_ALL, "", "lines",
     "best moves of which an analysis tells a line each; all: every move", print_multi_pv,
     store_multi_pv, NULL},
    {"evaluation", OPTION_ENUM, 0, 0, "full material hand", "",
     "knowledge used: all, or as yardsticks material or hand-made", print_evaluation,
     store_evaluation, NULL},
    {"overhead", OPTION_INT, 0, 10000, "", "ms", "time kept back at each move for the way it takes",
     print_overhead, store_overhead, NULL},
    {"book", OPTION_BOOL, 0, 1, "", "", "whether to play moves from an opening book", print_book,
     store_book, NULL},
    {"book-ply", OPTION_INT, 0, 20, "", "plies", "how long book moves are drawn by chance",
     print_book_ply, store_book_ply, NULL},
    {"book-margin", OPTION_INT, 0, 100, "", "centimen", "how much worse a drawn book move may be",
     print_book_margin, store_book_margin, NULL},
    {"book-file", OPTION_STRING, 0, 0, "", "", "the opening book; empty: the program's own",
     print_book_file, NULL, store_book_file},
    {"tables", OPTION_STRING, 0, 0, "", "",
     "folders of endgame tables with ':' between, besides those in the program", print_tables, NULL,
     store_tables},
    {"weights", OPTION_STRING, 0, 0, "", "", "learnt weights; empty: the program's own",
     print_weights, NULL, store_weights},
};

enum {
    OPTION_COUNT = sizeof options / sizeof *options
};

const OptionSpec *option_table(int *ret_count) {
    *ret_count = OPTION_COUNT;
    return options;
}

const OptionSpec *option_find(const char *name) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (!strcasecmp(options[i].name, name))
            return &options[i];
    return NULL;
}

Settings settings_default(void) {
    return (Settings){
        .rules = rules_get(VARIANT_INTERNATIONAL),
        .threads = 1,
        .hash_mib = 64,
        .multi_pv = 1,
        .eval = EVAL_FULL,
        .overhead_ms = 10,
        .book = true,
        .book_ply = 4,
        .book_margin = 4,
    };
}

/* Index of `word` among blank-separated words, -1 if it is not there. */
static int find_word(const char *words, const char *word) {
    size_t length = strlen(word);
    int index = 0;
    for (const char *w = words; *w; index++) {
        size_t span = strcspn(w, " ");
        if (span == length && !strncasecmp(w, word, span))
            return index;
        w += span + (w[span] == ' ');
    }
    return -1;
}

static Status read_int(const char *name, const char *text, long min, long max, int *ret_value,
                       Error *error) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end)
        return error_set(error, STATUS_SYNTAX, "%s: \"%.40s\" is not a whole number", name, text);
    if (errno || value < min || value > max)
        return error_set(error, STATUS_RANGE, "%s: %.40s is outside %ld..%ld", name, text, min,
                         max);
    *ret_value = (int)value;
    return STATUS_OK;
}

static Status read_value(const OptionSpec *spec, const char *text, int *ret_value, Error *error) {
    if (spec->kind == OPTION_INT)
        return read_int(spec->name, text, spec->min, spec->max, ret_value, error);
    if (spec->kind == OPTION_BOOL) {
        bool value;
        if (hub_value_read_bool(text, &value, NULL) < 0)
            return error_set(error, STATUS_RANGE, "%s: \"%.40s\" is neither true nor false",
                             spec->name, text);
        *ret_value = value;
        return STATUS_OK;
    }
    int index = find_word(spec->choices, text);
    if (index < 0)
        return error_set(error, STATUS_RANGE, "%s: \"%.40s\" is none of: %s", spec->name, text,
                         spec->choices);
    *ret_value = index;
    return STATUS_OK;
}

static Status set_variant(Settings *settings, const char *name, Error *error) {
    const Rules *rules = rules_find(name);
    if (!rules)
        return error_set(error, STATUS_RANGE, "variant: \"%.40s\" is none of: international%s",
                         name, RULES_HUB_NAMES);
    if (rules != settings->rules)
        settings->book_file[0] = settings->weights[0] = '\0';
    settings->rules = rules;
    return STATUS_OK;
}

static Status set_table_entries(Settings *settings, const char *text, Error *error) {
    enum {
        ENTRY_LOG2_BYTES = 4,
        MIB_LOG2_BYTES = 20
    };
    int log2_entries;
    Status status = read_int("tt-size", text, 0, 36, &log2_entries, error);
    if (status < 0)
        return status;
    int log2_mib = log2_entries + ENTRY_LOG2_BYTES - MIB_LOG2_BYTES;
    settings->hash_mib = log2_mib < 0 ? 0 : 1 << log2_mib;
    return STATUS_OK;
}

static Status check_text(const OptionSpec *spec, const char *text, Error *error) {
    if (strlen(text) >= OPTION_VALUE_SIZE)
        return error_set(error, STATUS_RANGE, "%s: longer than %d bytes", spec->name,
                         OPTION_VALUE_SIZE - 1);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return error_set(error, STATUS_SYNTAX, "%s: holds a control character", spec->name);
    return STATUS_OK;
}

Status settings_set(Settings *settings, const char *name, const char *value, Error *error) {
    if (!strcasecmp(name, "variant"))
        return set_variant(settings, value, error);
    if (!strcasecmp(name, "tt-size"))
        return set_table_entries(settings, value, error);
    const OptionSpec *spec = option_find(name);
    if (!spec)
        return error_set(error, STATUS_UNKNOWN, "no option is called \"%.40s\"", name);
    if (spec->kind == OPTION_STRING) {
        Status status = check_text(spec, value, error);
        if (status >= 0)
            spec->store_text(settings, value);
        return status;
    }
    int number = 0;
    if (spec->store == store_multi_pv && !strcasecmp(value, "all")) {
        settings->multi_pv = spec->max;
        return STATUS_OK;
    }
    Status status = read_value(spec, value, &number, error);
    if (status < 0)
        return status;
    spec->store(settings, number);
    return STATUS_OK;
}
