/* SPDX-License-Identifier: MIT
 *
 * The settings of an engine, in one table. The command line (`--NAME VALUE`), Hub (`param` lines
 * and `set-param`), the console (`set`) and the help texts all read this table, so a further
 * setting is a further row. */
#ifndef HUFF_PROTOCOL_OPTIONS_H
#define HUFF_PROTOCOL_OPTIONS_H

#include "engine/base/status.h"
#include "engine/board/rules.h"
#include "engine/search/search.h"

typedef enum {
    OPTION_BOOL,   /* true or false */
    OPTION_INT,    /* whole number min..max */
    OPTION_ENUM,   /* one of the words in `choices` */
    OPTION_STRING, /* any text of fewer than OPTION_VALUE_SIZE bytes without control characters */
} OptionKind;

enum {
    OPTION_VALUE_SIZE = 1024 /* bytes of any value as text, with the NUL */
};

/* What the settings amount to. */
typedef struct {
    const Rules *rules;
    int threads;
    int hash_mib;
    bool ponder;
    int multi_pv; /* lines an analysis tells, 1..SEARCH_LINES_ALL */
    EvalKind eval;
    int overhead_ms;
    bool book;                         /* whether moves may come from a book */
    int book_ply;                      /* plies from the start in which they are drawn by chance */
    int book_margin;                   /* centimen by which a drawn move may be worse */
    char book_file[OPTION_VALUE_SIZE]; /* "": the program's own */
    char tables[OPTION_VALUE_SIZE];  /* folders of endgame tables with ':' between, besides those in
                                        the program; "" for none */
    char weights[OPTION_VALUE_SIZE]; /* file of learnt weights; "": the program's own */
} Settings;

typedef struct {
    const char *name;
    OptionKind kind;
    int min, max;        /* OPTION_INT */
    const char *choices; /* OPTION_ENUM: words with one blank between */
    const char *unit;    /* of an OPTION_INT, for help; "" if it has none */
    const char *help;    /* one line for people */
    /* The value as text, as Hub prints it. */
    void (*print)(const Settings *settings, char *buffer, size_t size);
    /* Takes a number already checked against the row (OPTION_INT, OPTION_BOOL: 0 or 1; OPTION_ENUM:
     * index into `choices`). NULL for an OPTION_STRING. */
    void (*store)(Settings *settings, int value);
    /* Takes a text already checked; for an OPTION_STRING only. */
    void (*store_text)(Settings *settings, const char *text);
} OptionSpec;

/* All rows; `*ret_count` of them. Constant. */
const OptionSpec *option_table(int *ret_count);

/* The row of a name, or NULL. */
const OptionSpec *option_find(const char *name);

/* The values a program starts with. */
Settings settings_default(void);

/* Sets one option from text. Numbers may not have anything after them; words ignore letter case;
 * every name of a variant that rules_find knows serves for `variant`. `tt-size` (log2 of 16-byte
 * table entries, as some Hub clients send) is understood as a way to say `hash`, and `all` as the
 * highest value of `multi-pv`. A `book-file` and
 * `weights` belong to their variant: another `variant` puts them back to "". STATUS_UNKNOWN,
 * STATUS_SYNTAX, STATUS_RANGE with a message that names the option and what would be right;
 * `*settings` is untouched then. */
Status settings_set(Settings *settings, const char *name, const char *value, Error *error);

#endif
