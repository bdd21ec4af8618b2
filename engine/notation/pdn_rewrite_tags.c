/* SPDX-License-Identifier: MIT
 *
 * The tags of a game that is written again. */
#include "engine/notation/pdn_rewrite_internal.h"
#include "engine/notation/pdn_token_internal.h"
#include "engine/notation/pdn_write.h"
#include "engine/notation/text_internal.h"

#include <string.h>

enum {
    NAME_SIZE = PDN_TAG_NAME_MAX + 2,
    DATE_SIZE = 11,
};

typedef struct {
    const PdnGame *game;
    const PdnStyle *style;
    bool turned;
    int plies;
    TextBuffer *buffer, *remarks;
} TagWriter;

static const char *const basic[] = {"Event", "Site", "Date", "Round", "White", "Black"};

enum {
    BASIC_COUNT = sizeof basic / sizeof *basic
};

static bool is_one_of(const char *name, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* Tags that are made from what the game is. */
static bool is_made(const PdnGame *game, const char *name) {
    bool variant = !strcmp(name, "GameType") && game->rules;
    bool start = !strcmp(name, "FEN") && game->playable;
    return !strcmp(name, "Result") || variant || start;
}

/* A capital first, no hyphen. */
static void mend_name(const char *name, char mended[static NAME_SIZE]) {
    bool letter = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
    snprintf(mended, NAME_SIZE, "%s%s", letter ? "" : "X", name);
    if (*mended >= 'a')
        *mended = (char)(*mended - 'a' + 'A');
    for (char *c = mended; *c; c++)
        *c = *c == '-' ? '_' : *c;
}

/* The name under which the other side has a tag of the same meaning. */
static void turn_name(char name[static NAME_SIZE]) {
    bool white = !strncmp(name, "White", 5), black = !strncmp(name, "Black", 5);
    if (white || black)
        memcpy(name, white ? "Black" : "White", 5);
}

static int read_part(Scanner *scanner, int *ret_digits) {
    int number = 0;
    size_t start = scanner->offset;
    if (!scanner_is_digit(scanner_peek(scanner)) || !scanner_read_number(scanner, &number))
        return -1;
    *ret_digits = (int)(scanner->offset - start);
    return number;
}

static bool accept_any(Scanner *scanner) {
    return scanner_accept(scanner, ".") || scanner_accept(scanner, "-") ||
           scanner_accept(scanner, "/");
}

/* "1950", "1950.", "2024-5-31" in the form of PDN. False for what may mean something else. */
static bool mend_date(const char *value, char mended[static DATE_SIZE]) {
    Scanner scanner = {.text = value, .length = strlen(value)};
    int parts[3] = {0}, digits = 0, count = 0;
    while (count < 3 && scanner_peek(&scanner) != SCANNER_END) {
        parts[count] = read_part(&scanner, &digits);
        if (parts[count] < 0 || digits != (count == 0 ? 4 : digits > 2 ? 0 : digits))
            return false;
        count++;
        if (scanner_peek(&scanner) != SCANNER_END && !accept_any(&scanner))
            return false;
    }
    if (!count || scanner_peek(&scanner) != SCANNER_END || parts[1] > 12 || parts[2] > 31)
        return false;
    int used = snprintf(mended, DATE_SIZE, "%04d", parts[0] % 10000);
    for (int i = 1; i < 3; i++) {
        if (i < count && parts[i])
            used += snprintf(mended + used, (size_t)(DATE_SIZE - used), ".%02d", parts[i]);
        else
            used += snprintf(mended + used, (size_t)(DATE_SIZE - used), ".??");
    }
    return true;
}

static void keep_remark(TagWriter *writer, const PdnTag *tag) {
    text_buffer_printf(writer->remarks, "%s[%s \"%s\"]", writer->remarks->length ? " " : "",
                       tag->name, tag->value);
}

static void append_tag(TagWriter *writer, const PdnTag *tag) {
    char name[NAME_SIZE], made[DATE_SIZE];
    const char *value = tag->value;
    mend_name(tag->name, name);
    if (writer->turned)
        turn_name(name);
    bool date = !strcmp(name, "Date") || !strcmp(name, "EventDate") || !strcmp(name, "UTCDate");
    if (date && mend_date(value, made))
        value = made;
    if (!strcmp(name, "PlyCount")) {
        snprintf(made, sizeof made, "%d", writer->plies);
        value = made;
    }
    words_append_tag(writer->buffer, name, value);
}

static void append_result(TagWriter *writer) {
    const PdnGame *game = writer->game;
    const char *value = pdn_game_get_tag(game, "Result");
    const char *format = pdn_game_get_tag(game, "ResultFormat");
    bool usual, kept = value && format && *format &&
                       pdn_token_read_result(value, &usual) == PDN_SCORE_OTHER;
    words_append_tag(writer->buffer, "Result",
                     kept ? value : rewrite_get_result(game, writer->style));
}

static void append_start(TagWriter *writer) {
    const PdnGame *game = writer->game;
    const char *fen = pdn_game_get_tag(game, "FEN");
    FenCounters counters;
    Position read, turned;
    const Position *first = &game->record.entries[0].position;
    bool counted = fen && fen_read(game->rules, fen, strlen(fen), &read, &counters, NULL) >= 0;
    if (writer->turned) {
        position_turn_round(first, &turned);
        first = &turned;
    }
    words_append_setup(writer->buffer, first, counted ? &counters : NULL);
}

/* Whether a tag of the game has that very name. */
static bool is_taken(const PdnGame *game, const char *name) {
    return pdn_game_get_tag(game, name) != NULL;
}

/* Whether the tag cannot stand among the tags. */
static bool is_remark(const PdnGame *game, const PdnTag *tag) {
    char name[NAME_SIZE], other[NAME_SIZE];
    if (pdn_game_get_tag(game, tag->name) != tag->value)
        return true;
    mend_name(tag->name, name);
    if (!strcmp(name, "SetUp") && !is_taken(game, "FEN"))
        return true;
    if (!strcmp(name, tag->name))
        return false;
    if (is_made(game, name) || is_taken(game, name) || is_one_of(name, basic, BASIC_COUNT) ||
        !strcmp(name, "GameType") || !strcmp(name, "FEN"))
        return true;
    for (const PdnTag *before = game->tags; before < tag; before++) {
        mend_name(before->name, other);
        if (!strcmp(other, name))
            return true;
    }
    return false;
}

/* What the result is said to be in a way that no strict text says. */
static void keep_results(TagWriter *writer) {
    const PdnGame *game = writer->game;
    const char *value = pdn_game_get_tag(game, "Result");
    const char *format = pdn_game_get_tag(game, "ResultFormat");
    const char *text = game->result_text;
    bool usual;
    PdnScore of_text = text ? pdn_token_read_result(text, &usual) : PDN_SCORE_OPEN;
    if (text && text != value && !usual)
        text_buffer_printf(writer->remarks, "%s%s", writer->remarks->length ? " " : "", text);
    if (!value)
        return;
    PdnScore of_tag = pdn_token_read_result(value, &usual);
    bool other = of_tag != PDN_SCORE_OPEN && of_tag != of_text;
    bool told = of_tag == PDN_SCORE_OTHER && format && *format;
    if ((other || !usual) && !told)
        text_buffer_printf(writer->remarks, "%s[Result \"%s\"]", writer->remarks->length ? " " : "",
                           value);
}

void rewrite_tags(const PdnGame *game, const PdnStyle *style, int plies, TextBuffer *buffer,
                  TextBuffer *remarks) {
    bool turned = style->turned && game->playable;
    TagWriter writer = {.game = game,
                        .style = style,
                        .turned = turned,
                        .plies = plies,
                        .buffer = buffer,
                        .remarks = remarks};
    for (int b = 0; b < BASIC_COUNT; b++) {
        /* The players' tags change places with their values when the board is turned. */
        int from = turned && b >= BASIC_COUNT - 2 ? 2 * BASIC_COUNT - 3 - b : b;
        for (int i = 0; i < game->tag_count; i++)
            if (!strcmp(game->tags[i].name, basic[from]) && !is_remark(game, &game->tags[i]))
                append_tag(&writer, &game->tags[i]);
    }
    append_result(&writer);
    if (game->rules)
        words_append_game_type(buffer, game->rules);
    if (game->playable)
        append_start(&writer);
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        bool made = is_made(game, tag->name), remark = is_remark(game, tag);
        if (remark)
            keep_remark(&writer, tag);
        else if (!made && !is_one_of(tag->name, basic, BASIC_COUNT))
            append_tag(&writer, tag);
    }
    keep_results(&writer);
    text_buffer_append(buffer, "\n", 1);
}
