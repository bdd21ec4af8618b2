/* SPDX-License-Identifier: MIT
 *
 * The parts of `huff book`, and what they share. */
#ifndef HUFF_PROTOCOL_CLI_COMMAND_BOOK_INTERNAL_H
#define HUFF_PROTOCOL_CLI_COMMAND_BOOK_INTERNAL_H

#include "book/book.h"
#include "protocol/cli/command.h"

/* Each gets the words after its name and returns the exit status. */
int book_run_build(int argc, char **argv);
int book_run_import(int argc, char **argv);
int book_run_merge(int argc, char **argv);
int book_run_export(int argc, char **argv);
int book_run_show(int argc, char **argv);
int book_run_verify(int argc, char **argv);
int book_run_stats(int argc, char **argv);
int book_run_learn(int argc, char **argv);

/* Adds what a file knows to a set: a book file or the text form of one, told by their first bytes.
 * Besides what the readers return STATUS_IO. */
Status book_gather(BookSet *set, const char *path, Error *error);

typedef enum {
    BOOK_KIND_FILE,
    BOOK_KIND_TEXT,
    BOOK_KIND_OTHER,
} BookKind;

/* What a file is, told by its first bytes. STATUS_IO. */
Status book_find_kind(const char *path, BookKind *ret_kind, Error *error);

/* Opens the book of a name: NULL or "" is the program's own; STATUS_UNKNOWN if it has none. */
Status book_open_named(const char *path, const Rules *rules, Book **ret_book, Error *error);

#endif
