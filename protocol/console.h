/* SPDX-License-Identifier: MIT
 *
 * The console: plain commands and answers in English, for a person at a terminal and for scripts on
 * a pipe. `huff play` is the same console with the engine playing a side by itself. Nothing but
 * lines of plain text is written unless colours are asked for. */
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
    bool autosave;         /* writes that file after every change of a game with moves */
    const char *load_path; /* a PDN file whose first game goes on; NULL: a new game begins */
    bool colour;           /* boards have colours, by ANSI escape sequences */
    bool plain;            /* no boards are drawn: the pieces are told, for reading aloud */
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
 * `stop` makes it finish at once, and so does `quit`, before it ends the conversation; other lines
 * wait, except that any line and the end of input end an analysis without limits. A person's move
 * is refused while the engine thinks about its own. Commands that waited when `quit` came are still
 * carried out if they need no thinking.
 *
 * The end of a person's input is as `quit`. On a pipe all lines before the end are carried out to
 * their end, the engine's answer to the last of them included; an engine that plays both sides does
 * not go on then. When nobody reads the output any more, all ends at once.
 *
 * With a clock (SearchLimits.has_clock) both sides' times run when a person plays: from the moment
 * a position is shown to the move. Who uses more than he has loses the game.
 *
 * The session, which must not be thinking, is left at the last position and idle. STATUS_OK when
 * the conversation ended in order, else STATUS_IO (reading failed, no event descriptor),
 * what is wrong with the game at load_path, or STATUS_NO_MEMORY with the reason in `error`. */
Status console_run(Session *session, LineInput *input, LineOutput *output,
                   const ConsoleConfig *config, Error *error);

#endif
