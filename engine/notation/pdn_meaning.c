/* SPDX-License-Identifier: MIT
 *
 * What the tags and the result of a game mean: variant, start position, who won. */
#include "engine/notation/fen.h"
#include "engine/notation/pdn_game_internal.h"
#include "engine/notation/pdn_token_internal.h"
#include "engine/notation/text_internal.h"

#include <string.h>

/* ---- variant ---- */

/* "number[,first,width,height,notation[,invert]]", as far as it can be read. */
typedef struct {
    int number; /* -1: there is none */
    bool detailed;
    Color first;
    int width, height; /* 0: not given */
} GameType;

static GameType read_game_type(const char *text) {
    Scanner scanner = {.text = text, .length = strlen(text), .spaced = true, .what = "GameType"};
    GameType type = {.number = -1};
    if (!scanner_is_digit(scanner_peek(&scanner)) || !scanner_read_number(&scanner, &type.number))
        return type;
    if (!scanner_accept(&scanner, ","))
        return type;
    bool black = scanner_accept(&scanner, "B");
    if (!black && !scanner_accept(&scanner, "W"))
        return type;
    type.first = black ? COLOR_BLACK : COLOR_WHITE;
    type.detailed = true;
    if (scanner_accept(&scanner, ",") && scanner_read_number(&scanner, &type.width) &&
        scanner_accept(&scanner, ","))
        scanner_read_number(&scanner, &type.height);
    return type;
}

static bool fits_board(const Rules *rules, const GameType *type) {
    return !type->height || (type->width == rules->width && type->height == rules->height);
}

/* The variant with this number; of several, one that begins as the text says. */
static const Rules *find_game_type(const GameType *type) {
    const Rules *found = NULL;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Rules *rules = rules_get((VariantId)i);
        if (rules->pdn_game_type != type->number || !fits_board(rules, type))
            continue;
        if (!found ||
            (type->detailed && rules->first == type->first && found->first != type->first))
            found = rules;
    }
    return found;
}

static const PdnTag *find_tag(const PdnGame *game, const char *name) {
    for (int i = 0; i < game->tag_count; i++)
        if (!strcmp(game->tags[i].name, name))
            return &game->tags[i];
    return NULL;
}

static PdnPlace place_of_tag(const PdnTag *tag) {
    return (PdnPlace){.offset = tag->offset, .line = tag->line};
}

/* Whether a tag's value says something. */
static bool is_told(const PdnTag *tag) {
    return tag && tag->value[0] && strcmp(tag->value, "?") != 0;
}

static void set_variant(GameBuilder *builder) {
    PdnGame *game = &builder->game;
    const PdnTag *tag = find_tag(game, "GameType");
    builder->first = game->rules->first;
    if (!is_told(tag))
        return;
    size_t length = strlen(tag->value);
    GameType type = read_game_type(tag->value);
    game->rules = type.number >= 0 ? find_game_type(&type) : rules_find(tag->value);
    if (!game->rules) {
        builder->first = type.detailed ? type.first : COLOR_WHITE;
        builder_add_finding(builder, PDN_FINDING_VARIANT, place_of_tag(tag), -1, tag->value, length,
                            "no variant here has the GameType \"%.40s\"; its moves are kept as "
                            "text only",
                            tag->value);
        return;
    }
    builder->first = game->rules->first;
    if (type.detailed && type.first != game->rules->first)
        builder_add_finding(builder, PDN_FINDING_GAME_TYPE, place_of_tag(tag), -1, tag->value,
                            length, "GameType \"%.40s\" lets %s begin; in %s it is %s", tag->value,
                            text_color_name(type.first), game->rules->title,
                            text_color_name(game->rules->first));
}

/* ---- start ---- */

/* False when the start position cannot be read. */
static bool find_start(GameBuilder *builder, Position *ret_start) {
    const PdnGame *game = &builder->game;
    const PdnTag *tag = find_tag(game, "FEN");
    Error error;
    position_init_start(ret_start, game->rules);
    if (!is_told(tag) ||
        fen_read(game->rules, tag->value, strlen(tag->value), ret_start, NULL, &error) >= 0) {
        if (builder->check && is_told(tag))
            builder_check_pieces(builder, ret_start, place_of_tag(tag), tag->value);
        return true;
    }
    builder_add_finding(builder, PDN_FINDING_FEN, place_of_tag(tag), -1, tag->value,
                        strlen(tag->value), "%s; the moves are kept as text only", error.text);
    return false;
}

void builder_set_up(GameBuilder *builder) {
    PdnGame *game = &builder->game;
    Position start;
    set_variant(builder);
    builder->starter = builder->first;
    if (!game->rules || !find_start(builder, &start))
        return;
    builder->starter = (Color)start.turn;
    if (builder->record_ready)
        record_restart(&game->record, &start);
    else if (record_init(&game->record, &start, NULL) >= 0)
        builder->record_ready = true;
    else
        builder->failed = true;
    game->playable = builder->record_ready;
}

/* ---- result ---- */

static PdnResult result_of_score(const GameBuilder *builder, PdnScore score) {
    bool white = builder->first == COLOR_WHITE;
    switch (score) {
    case PDN_SCORE_FIRST_WINS:
        return white ? PDN_RESULT_WHITE_WINS : PDN_RESULT_BLACK_WINS;
    case PDN_SCORE_SECOND_WINS:
        return white ? PDN_RESULT_BLACK_WINS : PDN_RESULT_WHITE_WINS;
    case PDN_SCORE_DRAW:
        return PDN_RESULT_DRAW;
    case PDN_SCORE_BOTH_LOSE:
        return PDN_RESULT_BOTH_LOSE;
    case PDN_SCORE_OTHER:
        return PDN_RESULT_OTHER;
    case PDN_SCORE_OPEN:
        break;
    }
    return PDN_RESULT_OPEN;
}

static Outcome outcome_of_result(PdnResult result) {
    switch (result) {
    case PDN_RESULT_WHITE_WINS:
        return OUTCOME_WHITE_WINS;
    case PDN_RESULT_DRAW:
        return OUTCOME_DRAW;
    case PDN_RESULT_BLACK_WINS:
        return OUTCOME_BLACK_WINS;
    default:
        return OUTCOME_NONE;
    }
}

/* Other results than the usual ones may stand in a tag ResultFormat's form. */
static bool has_other_form(const PdnGame *game) {
    return is_told(find_tag(game, "ResultFormat"));
}

/* The tag's result, PDN_SCORE_OPEN when it says nothing. */
static PdnScore judge_tag(GameBuilder *builder, const PdnTag *tag) {
    bool usual;
    PdnScore score = pdn_token_read_result(tag->value, &usual);
    size_t length = strlen(tag->value);
    if (has_other_form(&builder->game) && !usual)
        return score;
    if (score == PDN_SCORE_OTHER)
        builder_add_finding(builder, PDN_FINDING_RESULT_UNKNOWN, place_of_tag(tag), -1, tag->value,
                            length,
                            "the result \"%.40s\" says nothing here; 2-0, 1-1, 0-2, 1-0, "
                            "1/2-1/2, 0-1, 0-0 and * do",
                            tag->value);
    else if (!usual)
        builder_add_finding(builder, PDN_FINDING_RESULT_FORM, place_of_tag(tag), -1, tag->value,
                            length, "the result \"%.40s\" is written in an unusual form",
                            tag->value);
    return score;
}

void builder_finish(GameBuilder *builder, PdnPlace place, const char *token) {
    PdnGame *game = &builder->game;
    const PdnTag *tag = find_tag(game, "Result");
    bool usual;
    PdnScore of_token = token ? pdn_token_read_result(token, &usual) : PDN_SCORE_OPEN;
    PdnScore of_tag = tag ? judge_tag(builder, tag) : PDN_SCORE_OPEN;
    if (builder->check)
        builder_check_tags(builder);
    bool by_tag = tag && (!token || (of_token == PDN_SCORE_OPEN && of_tag != PDN_SCORE_OPEN));
    if (!tag && !token) {
        if (game->ply_count || game->tag_count)
            builder_add_finding(builder, PDN_FINDING_RESULT_MISSING, place, -1, "", 0,
                                "the game has no result; `*` stands for one that is not known");
        builder_check_law(builder, place);
        return;
    }
    if (!token && builder->check)
        builder_add_finding(builder, PDN_FINDING_RESULT_END, place, -1, "", 0,
                            "no result ends the moves; that of the tag, \"%.40s\", counts",
                            tag->value);
    game->result_text = by_tag ? tag->value : token;
    game->result = result_of_score(builder, by_tag ? of_tag : of_token);
    game->outcome = outcome_of_result(game->result);
    if (tag && token && of_token != of_tag && of_token != PDN_SCORE_OPEN &&
        of_tag != PDN_SCORE_OPEN && of_tag != PDN_SCORE_OTHER)
        builder_add_finding(builder, PDN_FINDING_RESULT_DIFFERS, place, -1, token, strlen(token),
                            "the result behind the moves is \"%.40s\", that of the tag \"%.40s\"; "
                            "the first one counts",
                            token, tag->value);
    builder_check_law(builder, place);
}
