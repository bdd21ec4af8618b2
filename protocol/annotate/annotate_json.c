/* SPDX-License-Identifier: MIT
 *
 * A game as one line of JSON. */
#include "protocol/annotate/annotate_internal.h"

#include "engine/base/escape.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

static double men_of(int score) {
    return score / 100.0;
}

static void append_text(TextBuffer *buffer, const char *text) {
    if (text)
        escape_json(buffer, text);
    else
        text_buffer_printf(buffer, "null");
}

/* The first of several tags with one name counts. */
static void append_tags(const PdnGame *game, TextBuffer *buffer) {
    const char *comma = "";
    text_buffer_printf(buffer, "{");
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        if (pdn_game_get_tag(game, tag->name) != tag->value)
            continue;
        text_buffer_printf(buffer, "%s", comma);
        escape_json(buffer, tag->name);
        text_buffer_printf(buffer, ":");
        escape_json(buffer, tag->value);
        comma = ",";
    }
    text_buffer_printf(buffer, "}");
}

static void append_faults(const PdnGame *game, TextBuffer *buffer) {
    const char *comma = "";
    text_buffer_printf(buffer, ",\"faults\":[");
    for (int i = 0; i < game->finding_count; i++) {
        const PdnFinding *finding = &game->findings[i];
        if (!game_finding_is_fault(finding))
            continue;
        text_buffer_printf(buffer, "%s{\"kind\":\"%s\",\"line\":%llu,\"ply\":", comma,
                           pdn_finding_kind_name(finding->kind), (unsigned long long)finding->line);
        if (finding->ply >= 0)
            text_buffer_printf(buffer, "%d", game->plies[finding->ply].number);
        else
            text_buffer_printf(buffer, "null");
        text_buffer_printf(buffer, ",\"message\":");
        escape_json(buffer, finding->message);
        text_buffer_printf(buffer, "}");
        comma = ",";
    }
    text_buffer_printf(buffer, "]");
}

static void append_line(const Position *root, const Move *line, int length, TextBuffer *buffer) {
    Position position = *root;
    text_buffer_printf(buffer, "[");
    for (int i = 0; i < length; i++) {
        char move[MOVE_TEXT_SIZE];
        Position next;
        text_buffer_printf(buffer, "%s\"%s\"", i > 0 ? "," : "",
                           move_text_write_hub(&position, line[i], move));
        position_make(&position, line[i], &next);
        position = next;
    }
    text_buffer_printf(buffer, "]");
}

static void append_truth(const char *name, OracleValue truth, TextBuffer *buffer) {
    text_buffer_printf(buffer, ",\"%s\":", name);
    append_text(buffer, annotate_truth_name(truth));
}

static void append_move(const AnnotatedGame *annotated, int ply, TextBuffer *buffer) {
    static const char *const marks[] = {"", "?", "??"};
    const GameRecord *record = &annotated->game->record;
    const Position *position = &record->entries[ply - 1].position;
    const NotesPosition *before = &annotated->notes->positions[ply - 1];
    const NotesPosition *after = &annotated->notes->positions[ply];
    const Judgement *judgement = &annotated->judgements[ply - 1];
    char move[MOVE_TEXT_SIZE];
    text_buffer_printf(buffer,
                       "{\"ply\":%d,\"move\":\"%s\",\"score\":%.2f,\"best_score\":%.2f,"
                       "\"depth\":%d,\"nodes\":%llu,\"lost\":%.3f,\"mark\":\"%s\",\"pv\":",
                       ply, move_text_write_hub(position, record->entries[ply].move, move),
                       -men_of(after->score) + 0.0, men_of(before->score), before->depth,
                       (unsigned long long)before->nodes, judgement->lost, marks[judgement->mark]);
    append_line(position, before->line, before->line_length, buffer);
    append_truth("table_before", judgement->truth_before, buffer);
    append_truth("table_after", judgement->truth_after, buffer);
    if (judgement->missed.gain > 0) {
        text_buffer_printf(buffer,
                           ",\"missed_shot\":{\"gain\":%d,\"line\":", judgement->missed.gain);
        append_line(position, before->line, judgement->missed.length, buffer);
        text_buffer_printf(buffer, "}");
    }
    text_buffer_printf(buffer, "}");
}

static void append_tally(const char *name, const JudgeTally *tally, TextBuffer *buffer) {
    text_buffer_printf(buffer,
                       ",\"%s\":{\"moves\":%d,\"mistakes\":%d,\"blunders\":%d,"
                       "\"missed_shots\":%d,\"lost\":%.3f}",
                       name, tally->moves, tally->mistakes, tally->blunders, tally->missed_shots,
                       tally->lost);
}

static void append_book_exit(const AnnotatedGame *annotated, TextBuffer *buffer) {
    text_buffer_printf(buffer, ",\"left_book\":");
    for (int i = 0; i < annotated->plies; i++)
        if (annotated->judgements[i].left_book) {
            text_buffer_printf(buffer, "%d", i + 1);
            return;
        }
    text_buffer_printf(buffer, "null");
}

Status annotate_write_json(const AnnotatedGame *annotated, TextBuffer *buffer, Error *error) {
    const PdnGame *game = annotated->game;
    char fen[FEN_SIZE];
    text_buffer_printf(buffer,
                       "{\"game\":%llu,\"line\":%llu,\"variant\":", (unsigned long long)game->index,
                       (unsigned long long)game->line);
    append_text(buffer, game->rules ? game->rules->name : NULL);
    text_buffer_printf(buffer, ",\"tags\":");
    append_tags(game, buffer);
    text_buffer_printf(buffer, ",\"start\":");
    append_text(buffer,
                game->playable ? fen_write(&game->record.entries[0].position, NULL, fen) : NULL);
    text_buffer_printf(buffer, ",\"result\":");
    append_text(buffer, game->result_text);
    append_faults(game, buffer);
    append_book_exit(annotated, buffer);
    append_tally("white", &annotated->tallies[COLOR_WHITE], buffer);
    append_tally("black", &annotated->tallies[COLOR_BLACK], buffer);
    text_buffer_printf(buffer, ",\"moves\":[");
    for (int ply = 1; ply <= annotated->plies; ply++) {
        text_buffer_printf(buffer, ply > 1 ? "," : "");
        append_move(annotated, ply, buffer);
    }
    text_buffer_printf(buffer, "]}\n");
    return text_buffer_get_status(buffer, error);
}
