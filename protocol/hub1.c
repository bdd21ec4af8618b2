/* SPDX-License-Identifier: MIT
 *
 * The commands of Hub version 1: plain words, times in milliseconds. They arrive parsed by the
 * grammar of version 2, whose flags are plain words. */
#include "engine/notation/fen.h"
#include "protocol/hub_internal.h"

#include <string.h>

static const char *argument(const HubLine *line, int index) {
    return index < line->argument_count ? line->arguments[index].name : "";
}

void hub1_greet(HubDoor *door) {
    line_output_printf(door->output, "name huff");
    line_output_printf(door->output, "author the huff authors");
    line_output_printf(door->output, "wait");
}

/* Old GUIs set what Scan has (book, bb-size, ...): a name we do not have is none of our business.
 */
Status hub1_set(HubDoor *door, const HubLine *line, Error *error) {
    return hub_set_option(door, argument(line, 0), argument(line, 1), error);
}

Status hub1_new(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    door->limits = (SearchLimits){0};
    return session_new_game(door->session, error);
}

Status hub1_start(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    Position start;
    position_init_start(&start, session_settings(door->session)->rules);
    return session_set_position(door->session, &start, error);
}

Status hub1_pos(HubDoor *door, const HubLine *line, Error *error) {
    const char *text = argument(line, 0);
    Position position;
    Status status = fen_read_hub(session_settings(door->session)->rules, text, strlen(text), true,
                                 &position, error);
    return status < 0 ? status : session_set_position(door->session, &position, error);
}

Status hub1_move(HubDoor *door, const HubLine *line, Error *error) {
    const char *text = argument(line, 0);
    return hub_play(door, text, strlen(text), error);
}

static Status read_seconds(const char *text, double *ret_seconds, Error *error) {
    double milliseconds;
    Status status = hub_value_read_real(text, &milliseconds, error);
    if (status >= 0)
        *ret_seconds = milliseconds / 1000;
    return status;
}

/* level MOVES TIME INCREMENT: a clock; 0 moves stand for the whole game. */
Status hub1_level(HubDoor *door, const HubLine *line, Error *error) {
    int64_t moves;
    double time, increment;
    Status status = hub_value_read_int(argument(line, 0), 0, 1000000, &moves, error);
    if (status >= 0)
        status = read_seconds(argument(line, 1), &time, error);
    if (status >= 0)
        status = read_seconds(argument(line, 2), &increment, error);
    if (status < 0)
        return status;
    door->limits = (SearchLimits){
        .has_clock = true,
        .clock_time = time,
        .clock_increment = increment,
        .has_moves = moves > 0,
        .moves_to_control = (int)moves,
    };
    return STATUS_OK;
}

Status hub1_time(HubDoor *door, const HubLine *line, Error *error) {
    double seconds;
    Status status = read_seconds(argument(line, 0), &seconds, error);
    if (status >= 0)
        door->limits = (SearchLimits){.has_move_time = true, .move_time = seconds};
    return status;
}

Status hub1_depth(HubDoor *door, const HubLine *line, Error *error) {
    int64_t depth;
    Status status = hub_value_read_int(argument(line, 0), 1, INT32_MAX, &depth, error);
    if (status < 0)
        return status;
    door->limits = (SearchLimits){
        .has_depth = true,
        .depth = depth < SEARCH_DEPTH_MAX ? (int)depth : SEARCH_DEPTH_MAX,
    };
    return STATUS_OK;
}

Status hub1_go(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    return hub_think(door, SEARCH_THINK, NULL, error);
}

Status hub1_ponder(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    return hub_think(door, SEARCH_PONDER, NULL, error);
}

Status hub1_analyse(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    return hub_think(door, SEARCH_ANALYSE, NULL, error);
}
