/* SPDX-License-Identifier: MIT
 *
 * One engine at work: the game record, the settings and the search, wired together. Every door
 * (Hub, DXP, console, command line, matches) is a front for a session. Several sessions may live in
 * one process. All calls of one session come from one thread, except those that say otherwise. */
#ifndef HUFF_PROTOCOL_SESSION_H
#define HUFF_PROTOCOL_SESSION_H

#include "engine/board/record.h"
#include "engine/search/search.h"
#include "protocol/options.h"

typedef struct Session Session;

/* A session at the start position of the settings' variant. STATUS_NO_MEMORY, STATUS_RANGE; when
 * the settings name weights, as session_set_option. */
Status session_new(const Settings *settings, Session **ret_session, Error *error);
/* Stops thinking and frees everything. NULL is allowed. */
void session_free(Session *session);

/* The settings in force. */
const Settings *session_settings(const Session *session);

/* How positions are evaluated; valid until an option is set. */
Evaluator session_evaluator(const Session *session);

/* Sets one option (see settings_set). A new variant also sets up its start position and loads its
 * weights. STATUS_STATE while thinking, or for weights of another variant; for `weights` what
 * evaluation_load returns; on any failure nothing changes. */
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

/* Begins to think about the current position; see search_start for the rest. The settings' overhead
 * is taken off the times in `limits`. */
Status session_think(Session *session, const SearchLimits *limits, SearchMode mode,
                     const SearchEvents *events, Error *error);
/* As search_stop, search_ponder_hit and search_is_running: any thread. */
void session_stop(Session *session);
void session_ponder_hit(Session *session);
bool session_is_thinking(const Session *session);
/* Waits until thinking is over and its on_done has returned. */
void session_wait(Session *session);

#endif
