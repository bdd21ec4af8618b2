/* SPDX-License-Identifier: MIT */
#include "protocol/session_book.h"

#include "engine/base/clock.h"

#include <limits.h>
#include <stdlib.h>

enum {
    TRIES_MAX = 3,      /* moves looked at before the engine thinks itself */
    BOOK_LINE_MAX = 40, /* moves of the line that is shown */
};

/* One question to the book. */
typedef struct {
    const Book *book;
    Search *search;
    GameRecord *record;
    uint64_t nodes; /* of the searches that looked at moves */
    BookMoves moves;
    bool dropped[MOVE_LIST_CAPACITY];
} Question;

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

/* The score of the current position for the side that has just moved, by a short search. */
static Status look_at_position(Question *question, int *ret_score, Error *error) {
    SearchLimits limits = {.has_nodes = true, .nodes = BOOK_CHECK_NODES};
    SearchResult result;
    SearchEvents events = {.on_done = keep_result, .context = &result};
    Status status =
        search_start(question->search, question->record, &limits, SEARCH_ANALYSE, &events, error);
    if (status < 0)
        return status;
    search_wait(question->search);
    question->nodes += result.nodes;
    *ret_score = -result.score;
    return STATUS_OK;
}

static Status is_refuted(Question *question, const BookMove *move, bool *ret_refuted,
                         Error *error) {
    int score = 0;
    Status status = record_push(question->record, move->move, error);
    if (status < 0)
        return status;
    /* A game that a draw rule ends by this move is worth nothing, whatever the book thinks. */
    if (record_outcome(question->record, NULL) == OUTCOME_NONE)
        status = look_at_position(question, &score, error);
    record_pop(question->record);
    *ret_refuted = score < (move->has_score ? move->score : 0) - BOOK_CHECK_MARGIN;
    return status;
}

/* A move that was looked at, NULL when the book has none that is good enough. */
static Status find_move(Question *question, int margin, Rng *rng, const BookMove **ret_move,
                        Error *error) {
    *ret_move = NULL;
    for (int i = 0; i < TRIES_MAX; i++) {
        const BookMove *move = book_choose(&question->moves, margin, question->dropped, rng);
        bool refuted;
        if (!move)
            return STATUS_OK;
        Status status = is_refuted(question, move, &refuted, error);
        if (status < 0)
            return status;
        if (!refuted) {
            *ret_move = move;
            return STATUS_OK;
        }
        question->dropped[move - question->moves.moves] = true;
    }
    return STATUS_OK;
}

/* Depth of the book's knowledge behind a line: its plies and the search at its end. */
static int find_depth(const Book *book, const Position *root, const Move *line, int length) {
    Position current = *root, next;
    for (int i = 0; i < length; i++) {
        position_make(&current, line[i], &next);
        current = next;
    }
    BookEntry entry = {.depth = 0};
    book_find(book, &current, &entry, NULL); /* an entry that is not there has no depth */
    return length + entry.depth;
}

static void tell(const Question *question, const BookMove *move, double seconds,
                 const SearchEvents *events) {
    const Position *root = record_current(question->record);
    Move line[BOOK_LINE_MAX];
    int length = book_find_line(question->book, root, move->move, line, BOOK_LINE_MAX);
    SearchInfo info = {
        .depth = find_depth(question->book, root, line, length),
        .score = move->has_score ? move->score : 0,
        .nodes = question->nodes,
        .seconds = seconds,
        .line_length = length,
        .line = line,
    };
    info.depth_max = info.depth;
    SearchResult result = {
        .best = move->move,
        .ponder = move_none(),
        .score = info.score,
        .depth = info.depth,
        .nodes = info.nodes,
        .seconds = seconds,
    };
    if (events && events->on_info)
        events->on_info(events->context, &info);
    if (events && events->on_done)
        events->on_done(events->context, &result);
}

/* ---- how far the game has gone ---- */

/* Rows that all men together have gone from their side of the board. */
static int count_rows(const Position *position) {
    const Geometry *geometry = rules_geometry(position->rules);
    int rows = 0;
    for (int square = 1; square <= geometry->square_count; square++) {
        Bitboard bit = geometry_square_bit(geometry, square);
        int row = geometry_square_row(geometry, square);
        if (position->board.men[COLOR_WHITE] & bit)
            rows += geometry->height - 1 - row;
        else if (position->board.men[COLOR_BLACK] & bit)
            rows += row;
    }
    return rows;
}

/* Plies since the start of the game. A record need not begin there: GUIs send the position after
 * the last capture or man's move. As long as all men are on the board each ply was one row of one
 * man; later nobody can tell, and the game counts as long under way. */
static int count_plies(const GameRecord *record) {
    const Position *current = record_current(record);
    Position start;
    position_init_start(&start, current->rules);
    if (position_same_placement(&record->entries[0].position, &start))
        return record_plies(record);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (bits_count(current->board.men[color]) != bits_count(start.board.men[color]))
            return INT_MAX;
    return count_rows(current) - count_rows(&start);
}

int session_book_answer(const Book *book, const Settings *settings, Rng *rng, Search *search,
                        GameRecord *record, const SearchEvents *events, Error *error) {
    int64_t start = clock_now_ns();
    Question *question = calloc(1, sizeof *question);
    if (!question)
        return error_set(error, STATUS_NO_MEMORY, "no memory to ask the book");
    question->book = book;
    question->search = search;
    question->record = record;
    const BookMove *move = NULL;
    Status status = STATUS_OK;
    int margin = count_plies(record) < settings->book_ply ? settings->book_margin : 0;
    if (book_list_moves(book, record_current(record), &question->moves, NULL) == STATUS_OK &&
        book_can_choose(&question->moves))
        status = find_move(question, margin, rng, &move, error);
    if (move)
        tell(question, move, clock_seconds_since(start), events);
    free(question);
    return status < 0 ? (int)status : move != NULL;
}
