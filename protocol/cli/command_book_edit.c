/* SPDX-License-Identifier: MIT
 *
 * `huff book merge`, `export` and `verify`: whole books in and out. */
#include "book/text.h"
#include "book/verify.h"
#include "engine/base/file.h"
#include "protocol/cli/command_book_internal.h"

#include <stdlib.h>

/* ---- merge ---- */

static Status merge(const Settings *settings, const Operands *operands, const char *out,
                    Error *error) {
    BookSet set;
    book_set_init(&set, settings->rules);
    Status status = STATUS_OK;
    for (int i = 0; i < operands->count && status == STATUS_OK; i++)
        status = book_gather(&set, operands->words[i], error);
    if (status == STATUS_OK)
        status = book_set_back_up(&set, error);
    if (status == STATUS_OK)
        status = book_save(&set, out, error);
    if (status == STATUS_OK)
        printf("%s: %d positions\n", out, book_set_count(&set));
    book_set_done(&set);
    return status;
}

int book_run_merge(int argc, char **argv) {
    Settings settings = settings_default();
    const char *out = NULL;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &out, 0, 0, NULL, "FILE", "the book to write"},
    };
    ArgumentTable table = {
        "book merge --out FILE [OPTION ...] BOOK ...",
        "Makes one book of several; each may be a book or the text form of one. Results are added\n"
        "up; of two scores the one backed up stays, then the one of the deeper search, then the\n"
        "first. Then all scores are backed up anew.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book merge", &table, argc, argv, &operands, &exit_status)) {
        if (!out || operands.count == 0) {
            error_set(&error, STATUS_SYNTAX, "--out FILE and at least one book are due");
            exit_status = command_fail("book merge", EXIT_STATUS_USAGE, &error);
        } else if (merge(&settings, &operands, out, &error) < 0) {
            exit_status = command_fail("book merge", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}

/* ---- export ---- */

static Status write_text(const TextBuffer *text, const char *out, Error *error) {
    if (out)
        return file_replace(out, text_buffer_get(text), text->length, error);
    fwrite(text_buffer_get(text), 1, text->length, stdout);
    return STATUS_OK; /* main looks whether standard output could be written */
}

static Status export_book(const Settings *settings, const char *path, const char *out,
                          Error *error) {
    Book *book;
    BookSet set;
    TextBuffer text = {0};
    Status status = book_open_named(path, settings->rules, &book, error);
    if (status < 0)
        return status;
    book_set_init(&set, settings->rules);
    status = book_load(book, &set, error);
    if (status == STATUS_OK)
        status = book_text_write(&set, &text, error);
    if (status == STATUS_OK)
        status = write_text(&text, out, error);
    text_buffer_done(&text);
    book_set_done(&set);
    book_close(book);
    return status;
}

/* The book that an operand or the option names. False, with the exit status, when there are too
 * many. */
static bool find_book(const char *command, const Operands *operands, const Settings *settings,
                      const char **ret_path, int *ret_exit) {
    Error error;
    *ret_path = operands->count ? operands->words[0] : settings->book_file;
    if (operands->count <= 1)
        return true;
    error_set(&error, STATUS_SYNTAX, "one book at a time, but got %d", operands->count);
    *ret_exit = command_fail(command, EXIT_STATUS_USAGE, &error);
    return false;
}

int book_run_export(int argc, char **argv) {
    Settings settings = settings_default();
    const char *out = NULL, *path;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &out, 0, 0, NULL, "FILE",
         "the text to write (default: standard output)"},
    };
    ArgumentTable table = {
        "book export [OPTION ...] [BOOK]",
        "Writes a book (default: the program's own) as text, a line a position: FEN, where the\n"
        "score comes from, score in centimen for the side to move, depth of the search, results.\n"
        "book/README.md describes the form; `huff book merge` makes a book of it again.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book export", &table, argc, argv, &operands, &exit_status) &&
        find_book("book export", &operands, &settings, &path, &exit_status) &&
        export_book(&settings, path, out, &error) < 0)
        exit_status = command_fail("book export", EXIT_STATUS_FAILED, &error);
    free(operands.words);
    return exit_status;
}

/* ---- verify ---- */

enum {
    FAULTS_SHOWN_MAX = 20
};

typedef struct {
    int shown;
} Faults;

static void show_fault(void *context, const char *text) {
    Faults *faults = context;
    if (faults->shown++ < FAULTS_SHOWN_MAX)
        fprintf(stderr, "%s\n", text);
}

static Status verify(const Settings *settings, const char *path, Error *error) {
    Book *book;
    Faults faults = {0};
    Status status = book_open_named(path, settings->rules, &book, error);
    if (status < 0)
        return status;
    int count = book_verify(book, show_fault, &faults, error);
    if (count < 0)
        status = (Status)count;
    else if (count > 0)
        status = error_set(error, STATUS_SYNTAX, "%d faults in %d positions", count,
                           book_get_count(book));
    else
        printf("%d positions, no fault\n", book_get_count(book));
    book_close(book);
    return status;
}

int book_run_verify(int argc, char **argv) {
    Settings settings = settings_default();
    const char *path;
    ArgumentTable table = {
        "book verify [OPTION ...] [BOOK]",
        "Checks a book (default: the program's own): its bytes by their checksum, the order and\n"
        "legality of its positions, that look-ups find them, and that each score that was backed\n"
        "up is that of the best move. Up to 20 faults are shown on standard error.\n",
        NULL, 0, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book verify", &table, argc, argv, &operands, &exit_status) &&
        find_book("book verify", &operands, &settings, &path, &exit_status) &&
        verify(&settings, path, &error) < 0)
        exit_status = command_fail("book verify", EXIT_STATUS_FAILED, &error);
    free(operands.words);
    return exit_status;
}
