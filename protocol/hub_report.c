/* SPDX-License-Identifier: MIT
 *
 * What the Hub door prints while the engine thinks. These functions run on a thread of the
 * search. */
#include "engine/notation/move_text.h"
#include "protocol/hub_internal.h"

#include <stdio.h>

enum {
    LINE_TEXT_SIZE = SEARCH_PLY_MAX * 32
};

/* A line of play as text: in Hub form, or in standard notation for version 1. */
static void write_line(const HubDoor *door, const SearchInfo *info, char *buffer, size_t size) {
    Position position = door->root;
    size_t used = 0;
    buffer[0] = '\0';
    for (int i = 0; i < info->line_length; i++) {
        char move[MOVE_TEXT_SIZE];
        if (door->report_version == HUB_1)
            move_text_write(&position, info->line[i], move);
        else
            move_text_write_hub(&position, info->line[i], move);
        int length = snprintf(buffer + used, size - used, "%s%s", i ? " " : "", move);
        if (length < 0 || (size_t)length >= size - used) {
            buffer[used] = '\0';
            return;
        }
        used += (size_t)length;
        Position next;
        position_make(&position, info->line[i], &next);
        position = next;
    }
}

static double million_nodes_per_second(uint64_t nodes, double seconds) {
    return seconds > 0 ? (double)nodes / seconds / 1e6 : 0;
}

void hub_report_info(void *context, const SearchInfo *info) {
    HubDoor *door = context;
    HubWriter *writer = &door->report_writer;
    char line[LINE_TEXT_SIZE];
    write_line(door, info, line, sizeof line);
    double speed = million_nodes_per_second(info->nodes, info->seconds);
    if (door->report_version == HUB_1) { /* which knows one line only */
        if (info->rank > 1)
            return;
        line_output_printf(door->output, "info %d %.1f %d %llu %.2f %.1f %s", info->depth,
                           (double)info->depth_max, info->score, (unsigned long long)info->nodes,
                           info->seconds, speed, line);
        return;
    }
    hub_writer_begin(writer, "info");
    hub_writer_format(writer, "depth", "%d", info->depth);
    hub_writer_format(writer, "mean-depth", "%.1f", (double)info->depth);
    hub_writer_format(writer, "max-depth", "%d", info->depth_max);
    hub_writer_format(writer, "score", "%.2f", info->score / 100.0);
    hub_writer_format(writer, "nodes", "%llu", (unsigned long long)info->nodes);
    hub_writer_format(writer, "time", "%.3f", info->seconds);
    hub_writer_format(writer, "nps", "%.3f", speed);
    hub_writer_format(writer, "hashfull", "%d", info->table_permille);
    if (session_settings(door->session)->multi_pv > 1) {
        static const char *const values[] = {"unknown", "loss", "draw", "win"};
        hub_writer_format(writer, "multi-pv", "%d", info->rank);
        hub_writer_add(writer, "value", values[info->value]);
    }
    hub_writer_add(writer, "pv", line);
    hub_writer_send(writer, door->output);
}

/* The reply expected, or "" when there is none. */
static const char *write_ponder_move(const HubDoor *door, const SearchResult *result,
                                     char buffer[static MOVE_TEXT_SIZE]) {
    buffer[0] = '\0';
    if (move_is_none(result->best) || move_is_none(result->ponder))
        return buffer;
    Position next;
    position_make(&door->root, result->best, &next);
    return move_text_write_hub(&next, result->ponder, buffer);
}

void hub_report_done(void *context, const SearchResult *result) {
    HubDoor *door = context;
    HubWriter *writer = &door->report_writer;
    char best[MOVE_TEXT_SIZE] = "", ponder[MOVE_TEXT_SIZE];
    if (!move_is_none(result->best))
        move_text_write_hub(&door->root, result->best, best);
    write_ponder_move(door, result, ponder);
    if (door->report_version == HUB_1) {
        line_output_printf(door->output, "move %s%s%s", best, *ponder ? " " : "", ponder);
        return;
    }
    hub_writer_begin(writer, "done");
    if (*best)
        hub_writer_add(writer, "move", best);
    if (*ponder)
        hub_writer_add(writer, "ponder", ponder);
    hub_writer_send(writer, door->output);
}
