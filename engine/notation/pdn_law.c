/* SPDX-License-Identifier: MIT
 *
 * What a game of a PDN file claims, held against the law: its result, its length, its pieces. And
 * what its tags claim. Only told to those who ask for a check, but for decided positions. */
#include "engine/notation/pdn_game_internal.h"
#include "engine/notation/text_internal.h"

#include <string.h>

enum {
    REASON_SIZE = 200,
    DATE_LENGTH = 10, /* "2024.05.31" */
};

static const char *name_outcome(Outcome outcome) {
    return outcome == OUTCOME_WHITE_WINS   ? "White has won"
           : outcome == OUTCOME_BLACK_WINS ? "Black has won"
                                           : "the game is drawn";
}

static bool is_draw_rule(Reason reason) {
    return reason != REASON_NO_MOVE && reason != REASON_CROWNED;
}

/* The first position before the last at which the law ends the game. */
static void find_early_end(GameBuilder *builder) {
    const PdnGame *game = &builder->game;
    char text[REASON_SIZE];
    for (int plies = 0; plies < record_plies(&game->record); plies++) {
        GameRecord part = game->record;
        Reason reason;
        part.count = plies + 1;
        Outcome outcome = record_outcome(&part, &reason);
        if (outcome == OUTCOME_NONE)
            continue;
        int next = 0, left = plies; /* the ply of the main line that goes on */
        for (; game->plies[next].depth > 0 || left > 0; next++)
            left -= game->plies[next].depth == 0;
        const PdnPly *ply = &game->plies[next];
        record_describe_reason(record_current(&part), reason, text, sizeof text);
        builder_add_finding(builder, PDN_FINDING_AFTER_END,
                            (PdnPlace){.offset = ply->offset, .line = ply->line}, next, ply->text,
                            strlen(ply->text),
                            "the game goes on behind its end: after %d plies %s, since %s", plies,
                            name_outcome(outcome), text);
        return;
    }
}

void builder_check_law(GameBuilder *builder, PdnPlace place) {
    const PdnGame *game = &builder->game;
    const char *result = game->result_text ? game->result_text : "";
    char text[REASON_SIZE];
    Reason reason;
    if (!game->playable)
        return;
    if (builder->check)
        find_early_end(builder);
    if (record_plies(&game->record) != game->main_count)
        return;
    Outcome due = record_outcome(&game->record, &reason);
    if (due == game->outcome)
        return;
    const Position *last = record_current(&game->record);
    record_describe_reason(last, reason, text, sizeof text);
    PdnFindingKind kind = PDN_FINDING_RESULT_POSITION;
    if (due == OUTCOME_NONE)
        return;
    if (game->outcome == OUTCOME_NONE)
        kind = PDN_FINDING_RESULT_OPEN;
    else if (is_draw_rule(reason))
        kind = PDN_FINDING_RESULT_LAW;
    if (kind != PDN_FINDING_RESULT_POSITION && !builder->check)
        return;
    const char *fault = kind == PDN_FINDING_RESULT_OPEN ? "does not tell how the game ended"
                                                        : "does not fit the last position";
    builder_add_finding(builder, kind, place, game->ply_count - 1, result, strlen(result),
                        "the result \"%.40s\" %s: %s, so %s", result, fault, text,
                        name_outcome(due));
}

void builder_check_pieces(GameBuilder *builder, const Position *start, PdnPlace place,
                          const char *fen) {
    Position usual;
    position_init_start(&usual, start->rules);
    for (int color = 0; color < COLOR_COUNT; color++) {
        int pieces = bits_count(board_pieces(&start->board, (Color)color));
        int most = bits_count(board_pieces(&usual.board, (Color)color));
        if (pieces > most)
            builder_add_finding(builder, PDN_FINDING_PIECES, place, -1, fen, strlen(fen),
                                "%s has %d pieces; in %s it begins with %d",
                                text_color_name((Color)color), pieces, start->rules->title, most);
    }
}

/* ---- tags ---- */

/* A number of `digits` digits, any of which may be '?'; -1: unknown, -2: something else. */
static int read_digits(const char *text, int digits) {
    int number = 0;
    bool unknown = false;
    for (int i = 0; i < digits; i++) {
        if (text[i] == '?')
            unknown = true;
        else if (scanner_is_digit((unsigned char)text[i]))
            number = number * 10 + (text[i] - '0');
        else
            return -2;
    }
    return unknown ? -1 : number;
}

static bool is_date(const char *text) {
    if (!*text || !strcmp(text, "?"))
        return true;
    if (strlen(text) != DATE_LENGTH || text[4] != '.' || text[7] != '.')
        return false;
    int year = read_digits(text, 4), month = read_digits(text + 5, 2);
    int day = read_digits(text + 8, 2);
    return year >= -1 && (month == -1 || (month >= 1 && month <= 12)) &&
           (day == -1 || (day >= 1 && day <= 31));
}

static bool is_name(const char *name) {
    return *name >= 'A' && *name <= 'Z' && !strchr(name, '-');
}

static bool is_told(const char *value) {
    return value && *value && strcmp(value, "?") != 0;
}

static void tell_tag(GameBuilder *builder, PdnFindingKind kind, const PdnTag *tag, const char *text,
                     const char *message) {
    builder_add_finding(builder, kind, (PdnPlace){.offset = tag->offset, .line = tag->line}, -1,
                        text, strlen(text), "%s", message);
}

static bool is_ply_count(const char *value, int count) {
    Scanner scanner = {.text = value, .length = strlen(value), .spaced = true};
    int number;
    return scanner_is_digit(scanner_peek(&scanner)) && scanner_read_number(&scanner, &number) &&
           scanner_peek(&scanner) == SCANNER_END && number == count;
}

void builder_check_tags(GameBuilder *builder) {
    const PdnGame *game = &builder->game;
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        if (!is_name(tag->name))
            tell_tag(builder, PDN_FINDING_TAG_NAME, tag, tag->name,
                     "a tag's name begins with a capital letter and has no hyphen");
        bool date = !strcmp(tag->name, "Date") || !strcmp(tag->name, "EventDate") ||
                    !strcmp(tag->name, "UTCDate");
        if (date && !is_date(tag->value))
            tell_tag(builder, PDN_FINDING_TAG_VALUE, tag, tag->value,
                     "a date reads 2024.05.31, with ? for digits that are not known");
        if (!strcmp(tag->name, "PlyCount") && is_told(tag->value) &&
            !is_ply_count(tag->value, game->main_count))
            tell_tag(builder, PDN_FINDING_TAG_VALUE, tag, tag->value,
                     "the tag PlyCount tells another number of moves than there are");
        if (!strcmp(tag->name, "SetUp") && !strcmp(tag->value, "1") &&
            !is_told(pdn_game_get_tag(game, "FEN")))
            tell_tag(builder, PDN_FINDING_TAG_VALUE, tag, tag->value,
                     "the tag SetUp tells of a position, but there is no FEN");
    }
}
