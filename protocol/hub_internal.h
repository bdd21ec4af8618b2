/* SPDX-License-Identifier: MIT
 *
 * Private to the Hub door: the state its files share. */
#ifndef HUFF_PROTOCOL_HUB_INTERNAL_H
#define HUFF_PROTOCOL_HUB_INTERNAL_H

#include "protocol/hub.h"
#include "protocol/hub_line.h"

typedef struct {
    Session *session;
    LineOutput *output;
    HubVersion version;
    SearchLimits limits; /* of the next search */
    bool quit;
    HubWriter writer; /* for answers to commands */
    /* Of the search under way; written only while idle, read by its thread. */
    Position root;
    HubVersion report_version;
    HubWriter report_writer;
} HubDoor;

/* A command of either version. */
typedef struct {
    const char *name;
    HubVersion version;  /* HUB_1: only version 1 has it */
    bool while_thinking; /* answered without ending a search */
    /* Failures become an `error` line. */
    Status (*handle)(HubDoor *door, const HubLine *line, Error *error);
} HubCommand;

/* The callbacks of a search: they print `info`, `done` and, in version 1, `move`. */
void hub_report_info(void *context, const SearchInfo *info);
void hub_report_done(void *context, const SearchResult *result);

/* Handlers of the commands that only version 1 has, and of those that it spells otherwise. */
Status hub1_set(HubDoor *door, const HubLine *line, Error *error);
Status hub1_new(HubDoor *door, const HubLine *line, Error *error);
Status hub1_start(HubDoor *door, const HubLine *line, Error *error);
Status hub1_pos(HubDoor *door, const HubLine *line, Error *error);
Status hub1_move(HubDoor *door, const HubLine *line, Error *error);
Status hub1_level(HubDoor *door, const HubLine *line, Error *error);
Status hub1_time(HubDoor *door, const HubLine *line, Error *error);
Status hub1_depth(HubDoor *door, const HubLine *line, Error *error);
Status hub1_go(HubDoor *door, const HubLine *line, Error *error);
Status hub1_ponder(HubDoor *door, const HubLine *line, Error *error);
Status hub1_analyse(HubDoor *door, const HubLine *line, Error *error);
/* Sets an option of the session; a name that we do not have is none of our business. Table files of
 * no use become `error` lines, but the option is set. */
Status hub_set_option(HubDoor *door, const char *name, const char *value, Error *error);
/* The greeting of version 1. */
void hub1_greet(HubDoor *door);

/* Begins to think with the limits collected, which are used up, about the moves in `only`; NULL:
 * all. */
Status hub_think(HubDoor *door, SearchMode mode, const MoveList *only, Error *error);

/* Plays one move given as text. */
Status hub_play(HubDoor *door, const char *text, size_t length, Error *error);

#endif
