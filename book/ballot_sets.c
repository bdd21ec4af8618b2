/* SPDX-License-Identifier: MIT
 *
 * The ballots that are built in: lists made by playing all first moves, and lists kept in
 * book/ballots, whose form book/README.md describes. */
#include "book/ballot_lines.h"
#include "book/ballots_internal.h"
#include "book/embedded_internal.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *variant; /* Rules.name; NULL: every variant without a set of that name */
    const char *name, *description;
    const char *file; /* in book/ballots; NULL: all lines of `plies` */
    bool marked_too;  /* rows of the file that are marked */
    /* Without a file: */
    int plies;
    int quiet_moves;     /* no man is lost within so many and captures */
    bool same_count;     /* both sides have as many pieces: no exchange is under way */
    const char *without; /* lines that do not belong to it, a comma behind each; may be NULL */
} SetRow;

/* Lines by which a man is lost some moves later only; E. Gilbert's list leaves them out. */
static const char hidden_losses[] =
    "33-28 18-22 39-33,33-28 20-24 28-23,35-30 17-21 31-26,35-30 18-22 32-27,35-30 17-22 32-28,"
    "35-30 18-23 33-29,32-28 17-21 28-23,32-28 18-23 37-32,33-29 17-22 29-23,";

/* The first of a variant is its default. A row of a variant that the program does not know waits
 * for it. */
static const SetRow rows[] = {
    {"international", "2-move", "a move each, no man lost: the 158-game match (E. Gilbert)",
     .plies = 2},
    {"international", "3-move", "three plies, no man lost, no exchange under way", .plies = 3,
     .quiet_moves = 1, .same_count = true, .without = hidden_losses},
    {"international", "3-move-all", "three plies, no man lost (E. Gilbert)", .plies = 3,
     .quiet_moves = 1, .without = hidden_losses},
    {"english", "3-move", "deck of the American Checker Federation: crossboard and mail",
     .file = "english-3-move"},
    {"english", "3-move-all", "the deck with the barred ones", .file = "english-3-move",
     .marked_too = true},
    {"english", "2-move", "a move each, the lost ones left out", .file = "english-2-move"},
    {"english", "2-move-all", "a move each", .file = "english-2-move", .marked_too = true},
    {"english", "4-move", "four plies, the lost ones left out", .file = "english-4-move"},
    {"english", "4-move-all", "four plies", .file = "english-4-move", .marked_too = true},
    {"english", "5-move", "five plies, the lost ones left out", .file = "english-5-move"},
    {"english", "5-move-all", "five plies", .file = "english-5-move", .marked_too = true},
    {"english", "11-man", "a man of each side off and a move each, the lost ones left out",
     .file = "english-11-man"},
    {"english", "11-man-all", "a man of each side off and a move each", .file = "english-11-man",
     .marked_too = true},
    {"russian", "fmjd", "drawing table of the FMJD for 64 squares", .file = "64-fmjd",
     .marked_too = true},
    {"russian", "idf", "basic positions of the IDF", .file = "64-idf"},
    {"brazilian", "fmjd", "drawing table of the FMJD for 64 squares", .file = "64-fmjd"},
    {"italian", "11-man", "a man of each side off and a move each", .file = "italian-11-man"},
    {NULL, "3-move", "three plies, no man lost", .plies = 3, .quiet_moves = 1},
    {NULL, "2-move", "two plies, no man lost", .plies = 2, .quiet_moves = 1},
    {NULL, "4-move", "four plies, no man lost", .plies = 4, .quiet_moves = 1},
};

enum {
    ROW_COUNT = sizeof rows / sizeof *rows
};

static bool has_own(const Rules *rules, const char *name) {
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].variant && !strcmp(rows[i].variant, rules->name) && !strcmp(rows[i].name, name))
            return true;
    return false;
}

/* Set `index` of the variant, NULL behind the last. */
static const SetRow *find_row(const Rules *rules, int index) {
    for (int i = 0; i < ROW_COUNT; i++) {
        const SetRow *row = &rows[i];
        bool offered =
            row->variant ? !strcmp(row->variant, rules->name) : !has_own(rules, row->name);
        if (offered && index-- == 0)
            return row;
    }
    return NULL;
}

/* ---- all lines ---- */

static bool is_chosen(const SetRow *row, const Position *position, const char *name) {
    const Board *board = &position->board;
    const char *at = row->without ? strstr(row->without, name) : NULL;
    if (at && at[strlen(name)] == ',')
        return false;
    if (row->same_count && bits_count(board_pieces(board, COLOR_WHITE)) !=
                               bits_count(board_pieces(board, COLOR_BLACK)))
        return false;
    return ballot_settle_material(position, row->quiet_moves) == 0;
}

static Status make_lines(const SetRow *row, const Rules *rules, BallotList *list, Error *error) {
    BallotLines lines;
    int status = ballot_lines_make_all(&lines, rules, row->plies, BALLOT_LINES_MAX, error);
    for (int i = 0; status >= 0 && i < lines.count; i++) {
        char name[BALLOT_NAME_SIZE];
        const BallotLine *line = &lines.lines[i];
        if (line->plies != row->plies)
            continue;
        ballot_lines_write_name(&lines, i, name);
        if (is_chosen(row, &line->position, name))
            status = ballots_add(list, name, &line->position, error);
    }
    ballot_lines_done(&lines);
    return status < 0 ? (Status)status : STATUS_OK;
}

/* ---- files ---- */

enum {
    WORDS_MAX = 12, /* of a row */
};

/* A row's position while its words are read. */
typedef struct {
    Position position;
    Board board;   /* with the men that were put elsewhere */
    bool disposed; /* `board` is not in `position` yet */
    TextBuffer name;
} Place;

/* Rows share words with the one before: [n] is the place behind n of them. */
typedef struct {
    const Rules *rules;
    Place places[WORDS_MAX + 1];
    int depth; /* of the row before */
} Unpacking;

static Status settle_board(Place *place, Error *error) {
    if (!place->disposed)
        return STATUS_OK;
    place->disposed = false;
    return position_init_board(&place->position, place->position.rules, &place->board,
                               (Color)place->position.turn, error);
}

/* Takes the man from a square and returns its colour; STATUS_SYNTAX when there is none. The man is
 * the one that stood there before the row put any elsewhere: "24>12 12>13" moves two men. */
static int take_man(Place *place, int square) {
    const Geometry *geometry = rules_geometry(place->position.rules);
    if (square < 1 || square > geometry->square_count)
        return STATUS_SYNTAX;
    Bitboard bit = geometry_square_bit(geometry, square);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (place->position.board.men[color] & place->board.men[color] & bit) {
            place->board.men[color] &= ~bit;
            return color;
        }
    return STATUS_SYNTAX;
}

/* "-11": a man off; "29>13": a man put elsewhere. */
static Status dispose(Place *place, const char *word, Error *error) {
    int from = 0, to = 0, used = 0;
    bool off = sscanf(word, "-%2d%n", &from, &used) == 1 && !word[used];
    bool moved = !off && sscanf(word, "%2d>%2d%n", &from, &to, &used) == 2 && !word[used];
    if (!place->disposed)
        place->board = place->position.board;
    place->disposed = true;
    int color = take_man(place, from);
    const Geometry *geometry = rules_geometry(place->position.rules);
    if (color < 0 || (!off && (!moved || to < 1 || to > geometry->square_count)))
        return error_set(error, STATUS_SYNTAX, "\"%s\" names no man", word);
    if (moved)
        place->board.men[color] |= geometry_square_bit(geometry, to);
    text_buffer_printf(&place->name, "%s%s", place->name.length ? " " : "", word);
    return text_buffer_get_status(&place->name, error);
}

static Status read_word(Unpacking *unpacking, int depth, const char *word, Error *error) {
    Place *place = &unpacking->places[depth];
    const Place *before = place - 1;
    TextBuffer name = place->name;
    *place = *before;
    place->name = name;
    text_buffer_clear(&place->name);
    text_buffer_append(&place->name, text_buffer_get(&before->name), before->name.length);
    if (word[0] == '-' || strchr(word, '>'))
        return dispose(place, word, error);
    Status status = settle_board(place, error);
    return status < 0 ? status
                      : ballots_play(&place->position, word, strlen(word), &place->name, error);
}

static bool is_marked(const char *row) {
    size_t length = strlen(row);
    return length > 0 && row[length - 1] == '!';
}

/* Reads the words behind the first `depth` and leaves in `unpacking->depth` how many there are, or
 * how many came before the one that is wrong. */
static Status read_words(Unpacking *unpacking, int depth, char **rest, Error *error) {
    Status status = STATUS_OK;
    char *word;
    unpacking->depth = depth;
    while (status == STATUS_OK && (word = strtok_r(NULL, " ", rest)) && strcmp(word, "!") != 0) {
        if (unpacking->depth == WORDS_MAX)
            return error_set(error, STATUS_SYNTAX, "a row has more than %d words", WORDS_MAX);
        status = read_word(unpacking, unpacking->depth + 1, word, error);
        if (status == STATUS_OK)
            unpacking->depth++;
    }
    return status;
}

/* "2 6-9 !": as many words as the number says are those of the row before. */
static Status read_row(Unpacking *unpacking, char *row, bool marked_too, BallotList *list,
                       Error *error) {
    bool left_out = is_marked(row) && !marked_too;
    char *rest = NULL, *word = strtok_r(row, " ", &rest);
    int depth;
    if (!word || sscanf(word, "%2d", &depth) != 1 || depth < 0 || depth > unpacking->depth)
        return error_set(error, STATUS_SYNTAX, "a row does not begin with a number of words");
    Status status = read_words(unpacking, depth, &rest, error);
    /* What is left out need not be legal: the mark of a table that two variants share stands at
     * the moves that only one of them has. */
    if (left_out && status == STATUS_ILLEGAL)
        return STATUS_OK;
    if (left_out || status < 0)
        return status;
    Place end = unpacking->places[unpacking->depth];
    status = settle_board(&end, error);
    const char *name = end.name.length ? text_buffer_get(&end.name) : "start";
    return status < 0 ? status : ballots_add(list, name, &end.position, error);
}

static Status unpack(Unpacking *unpacking, const EmbeddedFile *file, bool marked_too,
                     BallotList *list, Error *error) {
    const char *bytes = (const char *)file->bytes, *end = bytes + file->length;
    Status status = STATUS_OK;
    position_init_start(&unpacking->places[0].position, unpacking->rules);
    for (const char *next; bytes < end && status == STATUS_OK; bytes = next + 1) {
        char row[128];
        next = memchr(bytes, '\n', (size_t)(end - bytes));
        next = next ? next : end;
        if (*bytes == '#')
            continue;
        int size = snprintf(row, sizeof row, "%.*s", (int)(next - bytes), bytes);
        status = size < (int)sizeof row ? read_row(unpacking, row, marked_too, list, error)
                                        : error_set(error, STATUS_SYNTAX, "the row is too long");
    }
    for (int i = 0; i <= WORDS_MAX; i++)
        text_buffer_done(&unpacking->places[i].name);
    return status;
}

static Status read_rows(const SetRow *set, const Rules *rules, BallotList *list, Error *error) {
    const EmbeddedFile *file = embedded_ballots;
    Unpacking unpacking = {.rules = rules};
    Error reason;
    while (file->name && strcmp(file->name, set->file) != 0)
        file++;
    if (!file->name)
        return error_set(error, STATUS_UNKNOWN, "the program has no ballots %s", set->file);
    Status status = unpack(&unpacking, file, set->marked_too, list, &reason);
    if (status < 0)
        error_set(error, status, "the program's own ballots %s, number %d: %s", set->file,
                  list->count + 1, reason.text);
    return status;
}

/* ---- sets ---- */

static Status open_row(const SetRow *row, const Rules *rules, BallotList *ret_list, Error *error) {
    *ret_list = (BallotList){0};
    Status status = row->file ? read_rows(row, rules, ret_list, error)
                              : make_lines(row, rules, ret_list, error);
    return status < 0 ? status : ballots_tell_apart(ret_list, error);
}

const char *ballots_get_default(const Rules *rules) {
    return find_row(rules, 0)->name;
}

int ballots_open_set(const Rules *rules, const char *name, BallotList *ret_list, Error *error) {
    const SetRow *row;
    *ret_list = (BallotList){0};
    for (int i = 0; (row = find_row(rules, i)); i++)
        if (!strcmp(row->name, name)) {
            Status status = open_row(row, rules, ret_list, error);
            return status < 0 ? (int)status : 1;
        }
    return 0;
}

int ballots_get_set(const Rules *rules, int index, BallotSet *ret_set, Error *error) {
    BallotList list;
    const SetRow *row = find_row(rules, index);
    if (!row)
        return 0;
    Status status = open_row(row, rules, &list, error);
    *ret_set = (BallotSet){row->name, row->description, list.count};
    ballots_done(&list);
    return status < 0 ? (int)status : 1;
}

void ballots_write_set_names(const Rules *rules, TextBuffer *buffer) {
    const SetRow *row;
    for (int i = 0; (row = find_row(rules, i)); i++)
        text_buffer_printf(buffer, "%s%s", i ? ", " : "", row->name);
}
