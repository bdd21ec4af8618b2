/* SPDX-License-Identifier: MIT
 *
 * Private to the console: its state and what its files share. Read console.c for the conversation,
 * console_commands.c and
 * console_game.c for the commands, console_history.c for moves taken back, console_file.c for games
 * in files, console_think.c for thinking, console_level.c for limits of thinking as text,
 * console_show.c and console_board.c for what is printed. */
#ifndef HUFF_PROTOCOL_CONSOLE_INTERNAL_H
#define HUFF_PROTOCOL_CONSOLE_INTERNAL_H

#include "engine/base/text_buffer.h"
#include "protocol/console.h"
#include "protocol/thought.h"

/* What the open thought is for. */
typedef enum {
    TASK_MOVE,    /* the move is played */
    TASK_HINT,    /* the move is shown */
    TASK_ANALYSE, /* every finding is shown */
} Task;

typedef struct {
    Session *session;
    LineInput *input;
    LineOutput *output;
    bool interactive;
    const char *save_path;
    bool autosave, colour, plain;
    bool engine_plays[COLOR_COUNT];
    SearchLimits limits;            /* as in ConsoleConfig, but never without a limit */
    double clock_left[COLOR_COUNT]; /* seconds, with limits.has_clock */

    int64_t turn_since; /* when the position on the board came about */

    bool resigned; /* `resigner` gave up, or lost `on_time`; the board does not show it */
    bool on_time;
    Color resigner;
    Move *undone; /* moves taken back, that made last first to be played again at the end */
    int undone_count, undone_capacity;
    bool end_told; /* the end of this game was announced */

    bool prompted;   /* the person was told that it is his turn to type */
    bool closing;    /* `quit` came, or nobody listens: nothing more is read or thought about */
    bool ended;      /* the input is at its end */
    TextBuffer held; /* lines that wait, each followed by a NUL */
    size_t held_start;
    TextBuffer current; /* the line that is carried out */

    Thought thought;
    Task
        task; /* these belong to the open thought; the search's thread uses root, line, line_text */
    bool endless; /* an analysis without limits */
    Position root;
    Move line[SEARCH_PLY_MAX]; /* the last line of play found */
    int line_length;
    TextBuffer line_text;
} Console;

enum {
    SCORE_TEXT_SIZE = 64,
    END_TEXT_SIZE = 192,
    LEVEL_TEXT_SIZE = 160,
};

/* ---- Words ---- */

typedef struct {
    const char *text; /* not terminated */
    size_t length;    /* 0: no word is left */
} Word;

/* The next word of `*rest`, which moves behind it and the blanks that follow. */
Word word_take(const char **rest);
/* Letter case of ASCII is ignored. */
bool word_is(Word word, const char *text);
/* A copy for messages: cut after 40 bytes, what is not printable ASCII becomes '?'. */
typedef struct {
    char text[44];
} WordShown;
WordShown word_show(Word word);
/* Reads digits as a number 1..`max`. STATUS_SYNTAX, STATUS_RANGE. */
Status word_read_count(Word word, uint64_t max, uint64_t *ret_count, Error *error);
/* For a command that has read all it can use: STATUS_SYNTAX when a word is left. */
Status word_expect_end(const char *rest, Error *error);

/* ---- Commands ---- */

typedef struct {
    const char *name;
    const char *aliases;   /* with one blank between; "" if it has none */
    const char *arguments; /* as help shows them; "" if it takes none, and then none are let in */
    const char *help;      /* one line for people */
    bool at_once;          /* does not wait for an open thought */
    /* `arguments` is without blanks at its ends, "" when there are none. */
    Status (*run)(Console *console, const char *arguments, Error *error);
} ConsoleCommand;

/* The command of a name or alias, or NULL. */
const ConsoleCommand *console_command_find(Word name);

/* The handlers of console_game.c, console_history.c and console_file.c. */
Status console_run_new(Console *console, const char *arguments, Error *error);
Status console_run_setup(Console *console, const char *arguments, Error *error);
Status console_run_undo(Console *console, const char *arguments, Error *error);
Status console_run_resign(Console *console, const char *arguments, Error *error);
Status console_run_draw(Console *console, const char *arguments, Error *error);
Status console_run_board(Console *console, const char *arguments, Error *error);
Status console_run_moves(Console *console, const char *arguments, Error *error);
Status console_run_eval(Console *console, const char *arguments, Error *error);
Status console_run_result(Console *console, const char *arguments, Error *error);
Status console_run_record(Console *console, const char *arguments, Error *error);
Status console_run_save(Console *console, const char *arguments, Error *error);
Status console_run_redo(Console *console, const char *arguments, Error *error);
Status console_run_load(Console *console, const char *arguments, Error *error);
Status console_run_clock(Console *console, const char *arguments, Error *error);

/* What a game that begins anew, from whatever position, begins with. */
void console_begin_game(Console *console);

/* Plays a move in the session and tells the moves that were taken back of it: the move that was
 * taken back last leaves the others to be played again, any other forgets them all. */
Status console_play(Console *console, Move move, Error *error);
/* Forgets the moves taken back. */
void console_forget_undone(Console *console);

/* Goes on with game `number` (from 1) of a PDN file. */
Status console_load(Console *console, const char *path, uint64_t number, Error *error);
/* Writes the game if that is to be done by itself; a failure is told and is the last try. */
void console_autosave(Console *console);

/* Plays a move given as text. */
Status console_play_text(Console *console, const char *text, Error *error);

/* Takes note that nothing more comes; a thought that is open ends with what it has. */
void console_begin_closing(Console *console);

/* ---- Thinking ---- */

/* Begins to think. STATUS_STATE when the conversation is about to end. */
Status console_think(Console *console, Task task, const SearchLimits *limits, Error *error);
/* Takes the result of the open thought and plays or shows it; waits for its end if need be. */
void console_finish_thought(Console *console);
/* Makes the open thought end at once, and finishes it. */
void console_stop_thought(Console *console);
/* Whether it is the turn of a side that the engine plays, and the game is not over. */
bool console_engine_is_due(const Console *console);
/* The limits of the next move of the side to move. */
SearchLimits console_move_limits(const Console *console);
/* Sets both sides' clocks to the level's time. */
void console_reset_clocks(Console *console);
/* Takes the time of a move off a side's clock, if there are clocks, and tells what is left. A
 * person or his engine for whom it was not enough has lost then. */
void console_charge_clock(Console *console, Color color, double seconds);

/* ---- Limits as text ---- */

/* Reads "depth N", "nodes N", "time SECONDS", several of them allowed, and with `allow_clock`
 * "clock SECONDS [+INCREMENT]". "" gives limits that do not limit. */
Status level_read(const char *text, bool allow_clock, SearchLimits *ret_limits, Error *error);
/* The same words. Returns `buffer`. */
const char *level_write(const SearchLimits *limits, char buffer[static LEVEL_TEXT_SIZE]);
bool level_is_endless(const SearchLimits *limits);

/* ---- What is printed ---- */

/* A text of several lines, each ended by a newline. */
void console_print_lines(Console *console, const char *text);
/* The board as it is to be shown to this person, and what its letters mean. */
void console_show_board(Console *console);
void console_show_legend(Console *console);
/* "+0.35 for White", "0.00", "Black wins in 3 moves". Returns `buffer`. */
const char *score_write(int score, Color turn, char buffer[static SCORE_TEXT_SIZE]);
/* "White" or "Black". */
const char *color_write(Color color);
/* Adds the moves of a line of play from `root`, with blanks between. */
void console_write_line(const Position *root, const Move *line, int length, TextBuffer *buffer);
/* The game's outcome, by the board or by resignation; `ret_text` gets "2-0, Black has no move" or
 * "*, the game goes on". */
Outcome console_outcome(const Console *console, char ret_text[static END_TEXT_SIZE]);
/* After a change of the position: a person sees the board, and the end of the game is announced. */
void console_show_change(Console *console);
/* STATUS_STATE with the reason when the game is over. */
Status console_check_going(const Console *console, Error *error);

#endif
