/* SPDX-License-Identifier: MIT
 *
 * The console: plain commands and answers in English, for a person at a terminal and for scripts on
 * a pipe. `huff play` is the same console with the engine playing a side by itself. Nothing but
 * lines of plain text is written, so that it can be read aloud as well. */
#ifndef HUFF_PROTOCOL_CONSOLE_H
#define HUFF_PROTOCOL_CONSOLE_H

#include "protocol/line_input.h"
#include "protocol/line_output.h"
#include "protocol/session.h"

enum {
    CONSOLE_LINE_MAX = 1 << 16 /* bytes; a good limit for the LineInput of a console */
};

typedef struct {
    bool interactive;               /* for a person: a greeting, a prompt, the board after a move */
    bool engine_plays[COLOR_COUNT]; /* the sides the engine plays by itself at first */
    SearchLimits limits;   /* of a move of the engine; `clock_time` is a side's time for the game,
                              the increment comes before each of its moves. Without any limit:
                              CONSOLE_MOVE_SECONDS a move */
    const char *save_path; /* the file `save` writes when none is named; NULL: "game.pdn" */
} ConsoleConfig;

enum {
    CONSOLE_MOVE_SECONDS = 2
};

/* Holds one conversation: until `quit`, the end of input, or an output that closed. The
 * input ends lines by LF; lines it dropped or cut for their
 * length are refused with an error line.
 *
 * Commands are carried out one after the other (`help` lists them); a text that begins with a digit
 * is a move. Every fault gives one line "error: ..." and changes nothing. While the engine thinks,
 * `stop` makes it finish at once, and `quit` and the end of input do so too before they end the
 * conversation; a move is refused while the engine thinks about its own; other lines wait, except
 * that any line ends an analysis without limits. Commands that waited when `quit` or the end came
 * are still carried out if they need no thinking.
 *
 * The session, which must not be thinking, is left at the last position and idle. STATUS_OK when
 * the conversation ended in order, else STATUS_IO (reading failed, no event descriptor) or
 * STATUS_NO_MEMORY with the reason in `error`. */
Status console_run(Session *session, LineInput *input, LineOutput *output,
                   const ConsoleConfig *config, Error *error);

#endif
