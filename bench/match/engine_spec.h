/* SPDX-License-Identifier: MIT
 *
 * What a match is told about one of its engines, in one line of shell-like words: settings, then
 * `self` or the words of a command.
 *
 *   self
 *   name=half nodes=1000 set.hash=16 self
 *   name=scan protocol=hub1 dir=/opt/scan set.book=false ./scan hub
 *   protocol=dxp address=127.0.0.1:27531 dir=/opt/scan ./scan dxp
 *
 * Words are parted by blanks; '...' and "..." keep blanks, and a backslash keeps the next character
 * (not within '...'). The settings end at the first word that is no setting. */
#ifndef HUFF_BENCH_MATCH_ENGINE_SPEC_H
#define HUFF_BENCH_MATCH_ENGINE_SPEC_H

#include "bench/match/match_limits.h"

typedef enum {
    ENGINE_SELF, /* this program, in this process */
    ENGINE_HUB,  /* a child process; Hub 2 or 1, found out from its answers */
    ENGINE_HUB1, /* a child process that speaks Hub 1 */
    ENGINE_HUB2, /* a child process that speaks Hub 2 */
    ENGINE_DXP,  /* over TCP; a child process when there is a command */
} EngineProtocol;

typedef struct {
    char *name, *value;
} EngineOption;

/* Private to bench/match, except for reading. All strings belong to the spec. */
typedef struct {
    char *text;              /* the line it was read from */
    char *name;              /* name=: for tables and PDN; NULL until the engine has told its own
                                (or its command's last path part) */
    EngineProtocol protocol; /* protocol=hub|hub1|hub2|dxp; hub unless given, self for `self` */
    char *directory;         /* dir=: working directory of the child, or NULL */
    char **command;          /* its words, NULL-terminated; NULL: no child (self, dxp) */
    EngineOption *options;   /* set.NAME=VALUE, in order */
    int option_count;
    bool ponder;        /* ponder=true: thinks in the other's time (Hub and self) */
    bool has_limits;    /* nodes= depth= time= clock=: instead of the match's limits */
    MatchLimits limits; /* only if has_limits */

    /* DXP only. */
    char *address; /* address=HOST:PORT; the engine listens there and the match connects... */
    bool listens;  /* listen=true: ...or the match listens there and the engine connects */
    bool asks;     /* asks=true: the engine is the initiator: it names start position and colours */
    double minutes; /* minutes=: named in requests, fractions allowed in the spec; 0: from the
                       limits' clock, rounded up to whole minutes */
} EngineSpec;

/* Reads one line. In `command`, `directory`, option values and `address` the text {worker} stands
 * for the number of the game runner, from 0 (engine_spec_expand), and {port} for the port of
 * `address` plus that number. STATUS_SYNTAX, STATUS_UNKNOWN (a setting), STATUS_RANGE with a
 * message that quotes the word; STATUS_NO_MEMORY. */
Status engine_spec_read(const char *text, EngineSpec *ret_spec, Error *error);

/* A copy with {worker} and {port} replaced, the port of `address` raised by `worker`. */
Status engine_spec_expand(const EngineSpec *spec, int worker, EngineSpec *ret_spec, Error *error);

/* Frees what a spec holds; a zeroed one is allowed. */
void engine_spec_done(EngineSpec *spec);

#endif
