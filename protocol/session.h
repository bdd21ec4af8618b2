/* SPDX-License-Identifier: MIT
 *
 * One engine at work: the game record, the settings and the search, wired together. Every door
 * (Hub, DXP, console, command line, matches) is a front for a session. Several sessions may live in
 * one process. All calls of one session come from one thread, except those that say otherwise. */
#ifndef HUFF_PROTOCOL_SESSION_H
#define HUFF_PROTOCOL_SESSION_H

#include "book/book.h"
#include "endgame/tables.h"
#include "engine/board/record.h"
#include "engine/search/search.h"
#include "protocol/options.h"

typedef struct Session Session;

/* A session at the start position of the settings' variant. STATUS_NO_MEMORY, STATUS_RANGE; when
 * the settings name a book file, what book_open returns; weights, what evaluation_load returns. */
Status session_new(const Settings *settings, Session **ret_session, Error *error);
/* Stops thinking and frees everything. NULL is allowed. */
void session_free(Session *session);

/* The tables of the session's variant; valid until it or they change. */
const Tables *session_tables(const Session *session);

/* The book of the session's variant, whether or not moves may come from it; NULL when there is
 * none. Valid until an option is set. */
const Book *session_get_book(const Session *session);

/* The settings in force. */
const Settings *session_settings(const Session *session);

/* How positions are evaluated; valid until an option is set. */
Evaluator session_evaluator(const Session *session);

/* Sets one option (see settings_set). A new variant also sets up its start position and loads its
 * book, tables and weights; new tables are opened (as tables_add_folder) and what the search learnt
 * is forgotten. STATUS_STATE while thinking, or for weights of another variant; for `book-file`
 * what book_open returns, for `weights` what evaluation_load returns; on any failure nothing
 * changes. */
Status session_set_option(Session *session, const char *name, const char *value, Error *error);

/* Forgets what the search learnt and sets up the start position. STATUS_STATE while thinking. */
Status session_new_game(Session *session, Error *error);

/* Starts a game record at a position of the session's variant. The search's table is kept.
 * STATUS_STATE while thinking. */
Status session_set_position(Session *session, const Position *position, Error *error);

/* Plays a legal move; takes the last one back (STATUS_STATE when there is none). STATUS_STATE while
 * thinking, STATUS_NO_MEMORY. */
Status session_play(Session *session, Move move, Error *error);
Status session_undo(Session *session, Error *error);

/* The game so far; valid until the next call that changes it. */
const GameRecord *session_record(const Session *session);
/* The current position. */
const Position *session_position(const Session *session);

/* The limits less what is kept back of the clock's time for the way of the answer, milliseconds; of
 * a time for one move at most a tenth is. Pure; any thread. */
SearchLimits session_take_overhead(const SearchLimits *limits, int overhead_ms);

/* Begins to think about the current position; see search_start for the rest. The settings' overhead
 * is taken off the times in `limits` (session_take_overhead); an analysis
 * whose limits name no number of lines tells as many as the option `multi-pv` says. With the option
 * `level` a move that is to be played is chosen as level.h tells, and on_info comes once, with the
 * line of that move.
 *
 * With SEARCH_THINK and the option `book`, a move may come from the book (session_book.h): then
 * both events come on the calling thread before this returns, after a short search that did not
 * refute the move. The info has the book's score and line, its depth is the plies of the line and
 * those of the search at its end; the result names no move to ponder on, so that nobody ponders
 * while the game is in the book. */
Status session_think(Session *session, const SearchLimits *limits, SearchMode mode,
                     const SearchEvents *events, Error *error);
/* Whether the answer to the last session_think came from the book. */
bool session_used_book(const Session *session);

/* Seeds the random numbers by which book moves are drawn; a session begins with a seed that differs
 * from run to run. */
void session_seed(Session *session, uint64_t seed);

/* As search_stop, search_ponder_hit and search_is_running: any thread. */
void session_stop(Session *session);
void session_ponder_hit(Session *session);
bool session_is_thinking(const Session *session);
/* Waits until thinking is over and its on_done has returned. */
void session_wait(Session *session);

#endif
