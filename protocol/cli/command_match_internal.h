/* SPDX-License-Identifier: MIT
 *
 * Private to command_match*.c: what `huff match` was told. */
#ifndef HUFF_PROTOCOL_CLI_COMMAND_MATCH_INTERNAL_H
#define HUFF_PROTOCOL_CLI_COMMAND_MATCH_INTERNAL_H

#include "bench/farm/farm.h"
#include "bench/match/match.h"
#include "endgame/probe.h"
#include "protocol/cli/arguments.h"

enum {
    MATCH_ENGINES_MAX = 64
};

/* The options as they were given; zero or NULL where they were not and have no default. */
typedef struct {
    Settings settings; /* only its rules count */
    const char *engine_texts[MATCH_ENGINES_MAX];
    ArgumentList engine_words;
    EngineSpec engines[MATCH_ENGINES_MAX];
    int engine_count;
    bool gauntlet;

    int depth;
    uint64_t nodes;
    double move_time;
    const char *clock;
    double margin, patience;
    int longest;
    const char *win_by_score, *draw_by_score;
    bool by_tables;
    const char *table_folders;
    Tables *tables; /* NULL unless by_tables */
    Oracle oracle;  /* asks them */
    int exempt;     /* percent of the pairs */

    const char *ballots_name;
    BallotList ballots;
    bool in_order;
    uint64_t seed;
    bool seed_given;

    int games;
    int concurrency;
    bool force;
    const char *sprt;
    double alpha, beta;
    int min_pairs;

    const char *ledger, *logs;
    char default_logs[4096]; /* the ledger's name and ".logs" */
    bool logs_all;
    const char *pdn, *html;
    const char *event, *date;
    bool json, quiet, list_ballots;
    const char *laws; /* a law book of the huff, or NULL */
} MatchCommand;

/* Reads everything but the paths. `config` points into `command`, which must be released by
 * match_command_done whether this fails or not. */
Status match_command_prepare(MatchCommand *command, MatchConfig *ret_config, Error *error);
void match_command_done(MatchCommand *command);

/* The options of the sequential test alone. */
Status match_command_read_sprt(const MatchCommand *command, MatchConfig *config, Error *error);

/* Plays the match, on the ranks of `farm` unless that is NULL, and prints what is asked for; the
 * command's exit status. */
int match_command_play(const MatchCommand *command, const MatchConfig *config, Farm *farm);
/* `huff match report LEDGER`: prints and writes reports of a ledger that is there. */
int match_command_report(const MatchCommand *command, const char *path);

/* `--laws`: finds the book and sets its game. STATUS_UNKNOWN, STATUS_RANGE. */
Status match_command_choose_laws(MatchCommand *command, Error *error);
/* Plays under it and prints; the command's exit status. */
int match_command_play_laws(const MatchCommand *command, const MatchConfig *config);

#endif
