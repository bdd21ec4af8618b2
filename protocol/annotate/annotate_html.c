/* SPDX-License-Identifier: MIT
 *
 * A collection as one page: a frame, the games as data, and the script that shows them (page.css,
 * page.js). Nothing is loaded from anywhere. */
#include "protocol/annotate/annotate_internal.h"
#include "protocol/annotate/page_internal.h"

#include "engine/base/escape.h"
#include "engine/base/version.h"
#include "engine/eval/score.h"
#include "engine/notation/board_svg.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <string.h>

enum {
    SHORT_LINE = 8 /* moves that are shown of a line which is not much better */
};

/* ---- the frame ---- */

static const char frame_top[] =
    "<main>\n<header><h1 id=\"title\"></h1><p class=\"soft\" id=\"how\"></p></header>\n"
    "<noscript><p>The games are in this page, but it takes JavaScript to step through them.</p>"
    "</noscript>\n"
    "<nav aria-label=\"Games\"><button id=\"game-back\" title=\"previous game\" "
    "aria-label=\"previous game\">&#9650;</button>"
    "<select id=\"game\" aria-label=\"game\"></select>"
    "<button id=\"game-on\" title=\"next game\" aria-label=\"next game\">&#9660;</button></nav>\n"
    "<div class=\"view\">\n<section class=\"left\" aria-label=\"Board\">\n"
    "<p class=\"player\" id=\"upper\"></p><div id=\"board\"></div>"
    "<p class=\"player\" id=\"lower\"></p>\n"
    "<div class=\"controls\" role=\"toolbar\" aria-label=\"step through the game\">"
    "<button id=\"first\" title=\"to the start (Home)\" aria-label=\"to the start\">"
    "&#8676;</button>"
    "<button id=\"back\" title=\"back (left arrow)\" aria-label=\"back\">&#8592;</button>"
    "<button id=\"on\" title=\"on (right arrow)\" aria-label=\"on\">&#8594;</button>"
    "<button id=\"last\" title=\"to the end (End)\" aria-label=\"to the end\">&#8677;</button>"
    "<button id=\"fault\" title=\"next mistake (m)\" aria-label=\"next mistake\">?</button>"
    "<button id=\"turn\" title=\"turn the board (f)\" aria-label=\"turn the board\">"
    "&#8693;</button></div>\n</section>\n"
    "<section class=\"right\" aria-label=\"Game\">\n"
    "<div id=\"remark\" aria-live=\"polite\"></div>\n"
    "<figure><figcaption class=\"soft\">Expected result: the light part is White's</figcaption>"
    "<div id=\"curve\"></div>"
    "<input type=\"range\" id=\"ply\" min=\"0\" value=\"0\" aria-label=\"move\"></figure>\n"
    "<div id=\"moves\"></div>\n<div class=\"wide\"><table id=\"tally\"></table></div>\n"
    "<div id=\"faults\"></div>\n</section>\n</div>\n</main>\n"
    "<script type=\"application/json\" id=\"data\">{";

static const char *find_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void annotate_begin_html(const AnnotateConfig *config, const Survey *survey, TextBuffer *buffer) {
    const BoardSvgOptions options = {0};
    const char *name = find_name(config->input);
    text_buffer_printf(buffer,
                       "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
                       "form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                       "<title>");
    escape_markup(buffer, name);
    text_buffer_printf(buffer, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", page_style);
    board_svg_write_shared(config->settings.rules, &options, buffer, NULL);
    text_buffer_printf(buffer, "%s\"title\":", frame_top);
    escape_json(buffer, name);
    text_buffer_printf(buffer, ",\"how\":\"%llu %s, searched by huff %s, ",
                       (unsigned long long)survey->games, survey->games == 1 ? "game" : "games",
                       version_get());
    annotate_append_limits(&config->limits, buffer);
    text_buffer_printf(buffer, "\",\"games\":[\n");
}

void annotate_end_html(TextBuffer *buffer) {
    text_buffer_printf(buffer, "]}</script>\n<script>\n%s</script>\n</body>\n</html>\n",
                       page_script);
}

/* ---- a game's data; page.js has the names of the fields ---- */

static void append_named(const char *name, const char *text, TextBuffer *buffer) {
    if (!text)
        return;
    text_buffer_printf(buffer, ",\"%s\":", name);
    escape_json(buffer, text);
}

/* The parts of a move, without the closing brace. */
static void open_move(const Position *position, Move move, TextBuffer *buffer) {
    const Geometry *geometry = rules_geometry(position->rules);
    const char *comma = "";
    char text[MOVE_TEXT_SIZE];
    text_buffer_printf(buffer, "{\"t\":\"%s\",\"f\":%d,\"o\":%d",
                       move_text_write(position, move, text), move_from_square(geometry, move),
                       move_to_square(geometry, move));
    if (move_is_capture(move)) {
        text_buffer_printf(buffer, ",\"x\":[");
        for (int square = 1; square <= geometry->square_count; square++)
            if (move_captured(move) & geometry_square_bit(geometry, square)) {
                text_buffer_printf(buffer, "%s%d", comma, square);
                comma = ",";
            }
        text_buffer_printf(buffer, "]");
    }
    if (move.promotes)
        text_buffer_printf(buffer, ",\"k\":1");
}

static void append_line(const Position *root, const Move *line, int length, TextBuffer *buffer) {
    Position position = *root;
    text_buffer_printf(buffer, ",\"p\":[");
    for (int i = 0; i < length; i++) {
        Position next;
        text_buffer_printf(buffer, i > 0 ? "," : "");
        open_move(&position, line[i], buffer);
        text_buffer_printf(buffer, "}");
        position_make(&position, line[i], &next);
        position = next;
    }
    text_buffer_printf(buffer, "]");
}

/* The score of a position in words of the game, White's view. */
static void append_score(const Position *position, const NotesPosition *note, const char *name,
                         TextBuffer *buffer) {
    int score = position->turn == COLOR_WHITE ? note->score : -note->score;
    if (note->ended)
        return;
    if (score_is_proven(score))
        text_buffer_printf(buffer, ",\"%s\":\"%s wins in %d %s\"", name,
                           score > 0 ? "White" : "Black", score_distance(score),
                           score_distance(score) == 1 ? "ply" : "plies");
    else
        text_buffer_printf(buffer, ",\"%s\":\"%+.2f\"", name, score / 100.0);
}

static void append_judgement(const AnnotatedGame *annotated, int ply, TextBuffer *buffer) {
    const Judgement *judgement = &annotated->judgements[ply - 1];
    const Position *position = &annotated->game->record.entries[ply - 1].position;
    const NotesPosition *before = &annotated->notes->positions[ply - 1];
    double white = position->turn == COLOR_WHITE ? judgement->after : 1 - judgement->after;
    text_buffer_printf(buffer, ",\"e\":%.0f", 1000 * white);
    if (judgement->mark != MARK_NONE)
        text_buffer_printf(buffer, ",\"q\":%d", judgement->mark == MARK_BLUNDER ? 2 : 1);
    if (judgement->lost > 0)
        text_buffer_printf(buffer, ",\"l\":%.0f", 100 * judgement->lost);
    if (judgement->left_book)
        text_buffer_printf(buffer, ",\"b\":1");
    if (judgement->missed.gain > 0)
        text_buffer_printf(buffer, ",\"g\":%d", judgement->missed.gain);
    append_named("ta", annotate_truth_name(judgement->truth_after), buffer);
    append_named("tb", annotate_truth_name(judgement->truth_before), buffer);
    if (judgement->best || judgement->forced || before->line_length == 0)
        return;
    append_score(position, before, "ps", buffer);
    bool all = judge_shows_line(judgement) || before->line_length < SHORT_LINE;
    append_line(position, before->line, all ? before->line_length : SHORT_LINE, buffer);
}

/* What people wrote about a move. */
static void append_comments(const PdnGame *game, int first, TextBuffer *buffer) {
    const char *comma = "";
    if (first < 0)
        return;
    text_buffer_printf(buffer, ",\"c\":[");
    for (int i = first; i >= 0; i = game->comments[i].next) {
        text_buffer_printf(buffer, "%s", comma);
        escape_json(buffer, game->comments[i].text);
        comma = ",";
    }
    text_buffer_printf(buffer, "]");
}

/* The index of a ply of the main line among all plies, from `*place` on. */
static int find_ply(const PdnGame *game, int *place) {
    while (game->plies[*place].depth > 0)
        ++*place;
    return (*place)++;
}

static void append_moves(const AnnotatedGame *annotated, TextBuffer *buffer) {
    const PdnGame *game = annotated->game;
    int place = 0;
    text_buffer_printf(buffer, ",\"m\":[");
    for (int ply = 1; ply <= annotated->plies; ply++) {
        const RecordEntry *entries = &game->record.entries[ply - 1];
        text_buffer_printf(buffer, ply > 1 ? "," : "");
        open_move(&entries[0].position, entries[1].move, buffer);
        append_score(&entries[1].position, &annotated->notes->positions[ply], "s", buffer);
        text_buffer_printf(buffer, ",\"d\":%d", annotated->notes->positions[ply].depth);
        append_judgement(annotated, ply, buffer);
        append_comments(game, game->plies[find_ply(game, &place)].first_comment, buffer);
        text_buffer_printf(buffer, "}");
    }
    text_buffer_printf(buffer, "]");
}

static void append_start(const AnnotatedGame *annotated, TextBuffer *buffer) {
    const Position *start = &annotated->game->record.entries[0].position;
    const Rules *rules = start->rules;
    const Geometry *geometry = rules_geometry(rules);
    char text[FEN_SIZE];
    text_buffer_printf(buffer,
                       ",\"start\":\"%s\",\"board\":{\"w\":%d,\"h\":%d,\"r\":%d,\"m\":%d,"
                       "\"a\":%d},\"first\":\"%s\"",
                       fen_write_hub(start, false, text), geometry->width, geometry->height,
                       geometry->row_squares, geometry->mirrored, rules->algebraic,
                       rules->first == COLOR_WHITE ? "W" : "B");
    append_score(start, &annotated->notes->positions[0], "s", buffer);
}

static void append_faults(const PdnGame *game, TextBuffer *buffer) {
    const char *comma = "";
    text_buffer_printf(buffer, ",\"faults\":[");
    for (int i = 0; i < game->finding_count; i++) {
        const PdnFinding *finding = &game->findings[i];
        if (!game_finding_is_fault(finding))
            continue;
        TextBuffer text = {0};
        annotate_append_fault(game, finding, &text);
        text_buffer_printf(buffer, "%s", comma);
        escape_json(buffer, text_buffer_get(&text));
        buffer->failed |= text.failed;
        text_buffer_done(&text);
        comma = ",";
    }
    text_buffer_printf(buffer, "]");
}

static void append_tally(const AnnotatedGame *annotated, TextBuffer *buffer) {
    text_buffer_printf(buffer, ",\"tally\":[");
    for (int color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        const JudgeTally *tally = &annotated->tallies[color];
        text_buffer_printf(buffer, "%s[%d,%d,%d,%d,%.0f]", color ? "," : "", tally->moves,
                           tally->mistakes, tally->blunders, tally->missed_shots,
                           100 * tally->lost);
    }
    text_buffer_printf(buffer, "]");
}

Status annotate_write_html(const AnnotatedGame *annotated, TextBuffer *buffer, Error *error) {
    const PdnGame *game = annotated->game;
    text_buffer_printf(buffer, "%s{\"n\":%llu", game->index > 1 ? ",\n" : "",
                       (unsigned long long)game->index);
    append_named("white", annotate_get_tag(game, "White"), buffer);
    append_named("black", annotate_get_tag(game, "Black"), buffer);
    append_named("event", annotate_get_tag(game, "Event"), buffer);
    append_named("round", annotate_get_tag(game, "Round"), buffer);
    append_named("date", annotate_get_tag(game, "Date"), buffer);
    append_named("result", game->result_text, buffer);
    append_named("variant", game->rules ? game->rules->title : NULL, buffer);
    append_faults(game, buffer);
    append_comments(game, game->first_comment, buffer);
    if (game->playable) {
        append_start(annotated, buffer);
        append_tally(annotated, buffer);
        append_moves(annotated, buffer);
    }
    text_buffer_printf(buffer, "}");
    return text_buffer_get_status(buffer, error);
}
