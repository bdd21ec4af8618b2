/* SPDX-License-Identifier: MIT
 *
 * A game of a person against the engine under a law book: the lines of the arbiter (ARBITER.md) and
 * plain moves, with the engine playing its side, huffs and compels included. */
#ifndef HUFF_PROTOCOL_LAW_PLAY_H
#define HUFF_PROTOCOL_LAW_PLAY_H

#include "protocol/console.h"
#include "protocol/law_book.h"

/* Holds one conversation: until `quit` or the end of input. A text that begins with a digit is a
 * move, `help` lists what else is understood. Of `config` the save path is not used. The time that
 * passes is measured and told to the arbiter, with the clock `clock` or the book's when it is NULL,
 * in games of a person only. The session must be idle and of the book's variant; its option `book`
 * is turned off. STATUS_OK when the conversation ended in order; else as console_run. */
Status law_play_run(Session *session, const LawBook *book, const ClockConfig *clock,
                    LineInput *input, LineOutput *output, const ConsoleConfig *config,
                    Error *error);

#endif
