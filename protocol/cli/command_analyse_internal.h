/* SPDX-License-Identifier: MIT
 *
 * Private to command_analyse*.c: what `huff analyse` was asked for, and its work on collections. */
#ifndef HUFF_PROTOCOL_CLI_COMMAND_ANALYSE_INTERNAL_H
#define HUFF_PROTOCOL_CLI_COMMAND_ANALYSE_INTERNAL_H

#include "protocol/cli/arguments.h"

/* Options that only mean something for a collection. */
typedef struct {
    const char *out, *work; /* NULL: not given */
    bool html;
    int workers; /* 0: not given */
} CollectionOptions;

/* Whether the operands name a collection of games: one word that ends in ".pdn" or names a file. */
bool command_analyse_is_collection(const Operands *operands);

/* Annotates it; `settings->threads` is 0 when it was not given. Returns the exit status. */
int command_analyse_collection(const char *input, const Settings *settings,
                               const SearchLimits *limits, bool json,
                               const CollectionOptions *options);

#endif
