/* SPDX-License-Identifier: MIT
 *
 * `huff book`: finds the part that is asked for. */
#include "book/text.h"
#include "protocol/cli/command_book_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    CommandFunction *run;
    const char *help;
} BookCommand;

static const BookCommand parts[] = {
    {"build", book_run_build, "grow a book by searching"},
    {"import", book_run_import, "make a book from games (PDN), with their results"},
    {"merge", book_run_merge, "make one book of several, or a book of its text form"},
    {"export", book_run_export, "write a book as text"},
    {"show", book_run_show, "show what a book says of a position"},
    {"verify", book_run_verify, "check a book"},
    {"stats", book_run_stats, "tell what is in a book"},
    {"learn", book_run_learn, "look deeper where own games were lost after the book"},
};

enum {
    PART_COUNT = sizeof parts / sizeof *parts
};

static int print_help(void) {
    printf("usage: huff book PART [OPTION ...] [ARGUMENT ...]\n\n"
           "Opening books: made by searching or from games, shown, checked, edited as text.\n\n");
    for (int i = 0; i < PART_COUNT; i++)
        printf("  %-8s %s\n", parts[i].name, parts[i].help);
    printf("\nhuff book PART --help lists the options of a part.\n");
    return EXIT_STATUS_OK;
}

int command_book(int argc, char **argv) {
    if (argc == 0) {
        fprintf(stderr, "huff book: which part? see huff book --help\n");
        return EXIT_STATUS_USAGE;
    }
    if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
        return print_help();
    for (int i = 0; i < PART_COUNT; i++)
        if (!strcmp(argv[0], parts[i].name))
            return parts[i].run(argc - 1, argv + 1);
    fprintf(stderr, "huff book: no part is called \"%.40s\": see huff book --help\n", argv[0]);
    return EXIT_STATUS_USAGE;
}

/* ---- files ---- */

static const char book_start[] = "huffbook";
static const char text_start[] = "huff-book";

static Status refuse(const char *path, Error *error) {
    return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
}

/* Reads a whole file; the caller frees it by text_buffer_done, also on failure. */
static Status read_file(const char *path, TextBuffer *buffer, Error *error) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse(path, error);
    char bytes[65536];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_buffer_append(buffer, bytes, count);
    Status status = ferror(file) ? refuse(path, error) : text_buffer_get_status(buffer, error);
    fclose(file);
    return status;
}

static bool begins_with(const char *bytes, size_t length, const char *start) {
    return length >= strlen(start) && !memcmp(bytes, start, strlen(start));
}

Status book_find_kind(const char *path, BookKind *ret_kind, Error *error) {
    char bytes[sizeof text_start];
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse(path, error);
    size_t count = fread(bytes, 1, sizeof bytes, file);
    Status status = ferror(file) ? refuse(path, error) : STATUS_OK;
    fclose(file);
    *ret_kind = begins_with(bytes, count, book_start)   ? BOOK_KIND_FILE
                : begins_with(bytes, count, text_start) ? BOOK_KIND_TEXT
                                                        : BOOK_KIND_OTHER;
    return status;
}

static Status merge_all(BookSet *set, const BookSet *other, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < book_set_count(other) && status == STATUS_OK; i++)
        status = book_set_merge(set, &other->entries[i], error);
    if (!*set->recipe.text)
        set->recipe = other->recipe;
    return status;
}

static Status gather_book(BookSet *set, const char *path, Error *error) {
    Book *book;
    BookSet other;
    Status status = book_open(path, set->rules, &book, error);
    if (status < 0)
        return status;
    book_set_init(&other, set->rules);
    status = book_load(book, &other, error);
    if (status == STATUS_OK)
        status = merge_all(set, &other, error);
    book_set_done(&other);
    book_close(book);
    return status;
}

static Status gather_text(BookSet *set, const char *path, Error *error) {
    TextBuffer text = {0};
    BookSet other;
    Error reason;
    book_set_init(&other, set->rules);
    Status status = read_file(path, &text, error);
    if (status == STATUS_OK) {
        status = book_text_read(&other, text_buffer_get(&text), text.length, &reason);
        if (status < 0)
            error_set(error, status, "%s: %s", path, reason.text);
    }
    if (status == STATUS_OK)
        status = merge_all(set, &other, error);
    book_set_done(&other);
    text_buffer_done(&text);
    return status;
}

Status book_gather(BookSet *set, const char *path, Error *error) {
    BookKind kind;
    Status status = book_find_kind(path, &kind, error);
    if (status < 0)
        return status;
    if (kind == BOOK_KIND_OTHER)
        return error_set(error, STATUS_SYNTAX,
                         "%s begins neither as a book (\"%s\") nor as its text form (\"%s\")", path,
                         book_start, text_start);
    return kind == BOOK_KIND_FILE ? gather_book(set, path, error) : gather_text(set, path, error);
}

Status book_open_named(const char *path, const Rules *rules, Book **ret_book, Error *error) {
    if (path && *path)
        return book_open(path, rules, ret_book, error);
    Status status = book_open_embedded(rules, ret_book, error);
    if (status == STATUS_OK && !*ret_book)
        return error_set(error, STATUS_UNKNOWN, "the program has no book of %s: name one",
                         rules->name);
    return status;
}
