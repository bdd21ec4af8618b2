/* SPDX-License-Identifier: MIT */
#include "book/collection/filter.h"

#include "engine/notation/move_text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool has_part(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; text && *text; text++)
        if (!strncasecmp(text, part, length))
            return true;
    return text && !length;
}

/* ---- reading what is wanted ---- */

Status games_filter_read_result(GamesFilter *filter, const char *text, Error *error) {
    static const struct {
        const char *name;
        PdnResult result;
    } results[] = {{"white", PDN_RESULT_WHITE_WINS},
                   {"draw", PDN_RESULT_DRAW},
                   {"black", PDN_RESULT_BLACK_WINS},
                   {"open", PDN_RESULT_OPEN},
                   {"lost", PDN_RESULT_BOTH_LOSE}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (!strcmp(text, results[i].name)) {
            filter->by_result = true;
            filter->result = results[i].result;
            return STATUS_OK;
        }
    return error_set(error, STATUS_UNKNOWN,
                     "no result \"%.40s\"; there are white, draw, black, open and lost (for both)",
                     text);
}

/* Bytes of blanks and a move number ("12." or "12..."). */
static size_t measure_number(const char *text) {
    size_t blanks = strspn(text, " \t,");
    size_t digits = strspn(text + blanks, "0123456789");
    size_t dots = strspn(text + blanks + digits, ".");
    return digits && dots ? blanks + digits + dots : blanks;
}

Status games_filter_read_opening(GamesFilter *filter, const Rules *rules, const char *text,
                                 Error *error) {
    Position position, next;
    position_init_start(&position, rules);
    filter->opening_rules = rules;
    for (;;) {
        for (size_t blanks; (blanks = measure_number(text)) > 0;)
            text += blanks;
        size_t length = strcspn(text, " \t,");
        if (!length)
            return STATUS_OK;
        if (filter->opening_plies == GAMES_OPENING_MAX)
            return error_set(error, STATUS_RANGE, "an opening has %d moves at most",
                             GAMES_OPENING_MAX);
        Move *move = &filter->opening[filter->opening_plies];
        Status status = move_text_read(&position, text, length, move, error);
        if (status < 0)
            return status;
        position_make(&position, *move, &next);
        position = next;
        filter->opening_plies++;
        text += length;
    }
}

/* "2k1m", in either order. False for anything else. */
static bool read_force(const char **text, GamesForce *ret_force) {
    *ret_force = (GamesForce){0};
    bool read = false;
    while (isdigit((unsigned char)**text)) {
        int number = 0;
        for (; isdigit((unsigned char)**text) && number < SQUARE_COUNT_MAX; ++*text)
            number = number * 10 + (**text - '0');
        int letter = tolower((unsigned char)**text);
        if (number > SQUARE_COUNT_MAX || (letter != 'k' && letter != 'm'))
            return false;
        *(letter == 'k' ? &ret_force->kings : &ret_force->men) += number;
        ++*text;
        read = true;
    }
    return read;
}

Status games_filter_read_material(GamesFilter *filter, const char *text, Error *error) {
    const char *at = text;
    bool read = read_force(&at, &filter->force[0]);
    at += strspn(at, " ");
    read = read && tolower((unsigned char)*at) == 'v';
    if (read)
        at += 1 + strspn(at + 1, " .s");
    if (!read || !read_force(&at, &filter->force[1]) || *at)
        return error_set(error, STATUS_SYNTAX,
                         "\"%.40s\" is no material; it reads like \"2k1m v 1k\" (k kings, m men)",
                         text);
    filter->by_material = true;
    return STATUS_OK;
}

Status games_filter_read_tag(GamesFilter *filter, const char *text, Error *error) {
    const char *sign = strchr(text, '=');
    if (!sign || sign == text)
        return error_set(error, STATUS_SYNTAX, "a tag is asked for like Event=club");
    if (filter->tag_count == GAMES_TAGS_MAX)
        return error_set(error, STATUS_RANGE, "%d tags at most can be asked for", GAMES_TAGS_MAX);
    if (sign - text > PDN_TAG_NAME_MAX)
        return error_set(error, STATUS_RANGE, "a tag's name has %d bytes at most",
                         PDN_TAG_NAME_MAX);
    snprintf(filter->tags[filter->tag_count].name, PDN_TAG_NAME_MAX + 1, "%.*s", (int)(sign - text),
             text);
    filter->tags[filter->tag_count++].part = sign + 1;
    return STATUS_OK;
}

/* ---- games ---- */

static bool fits_players(const GamesFilter *filter, const PdnGame *game) {
    const char *white = pdn_game_get_tag(game, "White"), *black = pdn_game_get_tag(game, "Black");
    if (filter->white && !has_part(white, filter->white))
        return false;
    if (filter->black && !has_part(black, filter->black))
        return false;
    return !filter->player || has_part(white, filter->player) || has_part(black, filter->player);
}

static bool fits_tags(const GamesFilter *filter, const PdnGame *game) {
    for (int i = 0; i < filter->tag_count; i++)
        if (!has_part(pdn_game_get_tag(game, filter->tags[i].name), filter->tags[i].part))
            return false;
    return true;
}

static bool fits_result(const GamesFilter *filter, PdnResult result) {
    if (!filter->by_result)
        return true;
    bool open = result == PDN_RESULT_NONE || result == PDN_RESULT_OTHER;
    return (open ? PDN_RESULT_OPEN : result) == filter->result;
}

static bool fits_opening(const GamesFilter *filter, const PdnGame *game) {
    Position start;
    if (!filter->opening_plies)
        return true;
    if (game->rules != filter->opening_rules || !game->playable ||
        record_plies(&game->record) < filter->opening_plies)
        return false;
    position_init_start(&start, game->rules);
    if (!position_same_placement(&game->record.entries[0].position, &start))
        return false;
    for (int i = 0; i < filter->opening_plies; i++)
        if (!move_equals(game->record.entries[i + 1].move, filter->opening[i]))
            return false;
    return true;
}

static bool has_force(const Board *board, Color color, const GamesForce *force) {
    return bits_count(board->men[color]) == force->men &&
           bits_count(board->kings[color]) == force->kings;
}

static bool has_material(const GamesFilter *filter, const Board *board) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (has_force(board, (Color)color, &filter->force[0]) &&
            has_force(board, color_other((Color)color), &filter->force[1]))
            return true;
    return false;
}

static bool fits_material(const GamesFilter *filter, const PdnGame *game) {
    if (!filter->by_material)
        return true;
    if (!game->playable)
        return false;
    int last = record_plies(&game->record);
    for (int i = filter->ending ? last : 0; i <= last; i++)
        if (has_material(filter, &game->record.entries[i].position.board))
            return true;
    return false;
}

bool games_filter_wants(const GamesFilter *filter, const PdnGame *game) {
    int plies = game->playable ? record_plies(&game->record) : game->main_count;
    return plies >= filter->plies_min && plies <= filter->plies_max &&
           (!filter->rules || game->rules == filter->rules) && fits_result(filter, game->result) &&
           fits_players(filter, game) && fits_tags(filter, game) && fits_opening(filter, game) &&
           fits_material(filter, game);
}
