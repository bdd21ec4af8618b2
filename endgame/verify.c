/* SPDX-License-Identifier: MIT */
#include "endgame/verify.h"

#include "engine/base/rng.h"
#include "engine/board/movegen.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PROGRESS_INTERVAL = 65536, /* positions */
};

typedef struct {
    const VerifyOptions *options;
    const TableFile *table;
    const char *name;
    const Rules *rules;
    VerifyReport *report;
    uint64_t done, total; /* for progress */
    bool missing;         /* a table that is needed is not there or cannot be read */
    TableSide counted[2]; /* what the positions say of themselves */
} Verification;

/* ---- values from the rules ---- */

typedef struct {
    int value, plies;
} Worth;

static Worth worth_of(Verification *run, const Position *position);

/* Plies left on the clock of the law that governs the material, as the position has it. */
static int plies_left(const Position *position) {
    const Rules *rules = position->rules;
    if (position->ending)
        return rules->endings[position->ending - 1].plies - position->ending_plies;
    return rules->quiet_ply_limit - position->quiet_plies;
}

/* What a side that is to move gets from its moves. For KIND_RULE only values count. */
static Worth worth_of_moves(Verification *run, const Position *position) {
    MoveList list;
    if (movegen_generate(position, &list) == 0)
        return (Worth){kind_get_stuck(run->rules), 0};
    Worth best = {VERDICT_LOSS, 0};
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        Worth after = worth_of(run, &next);
        Worth mine = {-after.value, after.plies + 1};
        bool better =
            mine.value > best.value ||
            (mine.value == best.value &&
             (mine.value == VERDICT_WIN ? mine.plies < best.plies : mine.plies > best.plies));
        if (i == 0 || better)
            best = mine;
    }
    if (best.value == VERDICT_DRAW || run->table->kind != KIND_DTW)
        best.plies = 0;
    return best;
}

/* The worth of a position as the tables have it, captures played out. With KIND_RULE the counts of
 * the position decide. */
static Worth worth_of(Verification *run, const Position *position) {
    TableKind kind = run->table->kind;
    Color turn = (Color)position->turn;
    if (!board_pieces(&position->board, turn))
        return (Worth){kind_get_stuck(run->rules), 0};
    if (kind == KIND_RULE && plies_left(position) <= 0)
        return (Worth){movegen_has_move(position) ? VERDICT_DRAW : kind_get_stuck(run->rules), 0};
    if (movegen_has_capture(position, turn))
        return worth_of_moves(run, position);
    Verdict verdict = tables_read(run->options->tables, kind, &position->board, turn);
    if (verdict.value == VERDICT_UNKNOWN) {
        run->missing = true;
        return (Worth){VERDICT_DRAW, 0};
    }
    if (kind == KIND_RULE && verdict.value != VERDICT_DRAW && verdict.plies > plies_left(position))
        return (Worth){VERDICT_DRAW, 0};
    return (Worth){verdict.value, kind == KIND_DTW ? verdict.plies : 0};
}

/* ---- one position ---- */

static void describe(const Position *position, char *text, size_t size) {
    const Geometry *geometry = rules_geometry(position->rules);
    size_t length = 0;
    for (int color = 0; color < COLOR_COUNT; color++) {
        Bitboard pieces = board_pieces(&position->board, (Color)color);
        length += (size_t)snprintf(text + length, size - length, "%s%c",
                                   color                           ? ":"
                                   : position->turn == COLOR_WHITE ? "W:"
                                                                   : "B:",
                                   color ? 'B' : 'W');
        for (Bitboard left = pieces; left && length < size; left = bits_rest(left))
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s%d", left == pieces ? "" : ",",
                                 position->board.kings[color] & left & -left ? "K" : "",
                                 geometry->square_of_cell[bits_first(left)]);
        if (length >= size)
            return;
    }
}

static const char *word_of(int value) {
    return value == VERDICT_WIN ? "win" : value == VERDICT_LOSS ? "loss" : "draw";
}

static Status report_fault(const Verification *run, const Position *position, Worth found,
                           Worth right, Error *error) {
    char text[256];
    describe(position, text, sizeof text);
    return error_set(error, STATUS_ILLEGAL,
                     "%s: wrong at %s: it has %s in %d plies, right is %s in %d", run->name, text,
                     word_of(found.value), found.plies, word_of(right.value), right.plies);
}

static Status report_missing(const Verification *run, Error *error) {
    return error_set(error, STATUS_STATE,
                     "%s: a table that its captures or promotions lead to is missing or damaged",
                     run->name);
}

/* The position with so many plies left of the count that governs it. */
static Position with_plies_left(const Position *position, int limit, int left) {
    Position counted = *position;
    if (position->ending)
        counted.ending_plies = (uint16_t)(limit - left);
    else
        counted.quiet_plies = (uint16_t)(limit - left);
    return counted;
}

/* With exactly the plies of the verdict left it must be won, with one less a draw, and with a fresh
 * count what the table says. */
static Status check_rule(Verification *run, const Position *position, Verdict verdict,
                         Error *error) {
    int limit = plies_left(position);
    int tries[3] = {limit, verdict.plies, verdict.plies - 1};
    int count = verdict.value == VERDICT_DRAW ? 1 : 3;
    for (int i = 0; i < count; i++) {
        if (tries[i] < (i == 2 ? 1 : 0) || tries[i] > limit)
            continue;
        Position counted = with_plies_left(position, limit, tries[i]);
        Worth found = {tries[i] >= verdict.plies ? verdict.value : VERDICT_DRAW, verdict.plies};
        Worth right = tries[i] == 0 && movegen_has_move(position) ? (Worth){VERDICT_DRAW, 0}
                                                                  : worth_of_moves(run, &counted);
        if (run->missing)
            return report_missing(run, error);
        if (found.value != right.value)
            return report_fault(run, position, found, right, error);
    }
    return STATUS_OK;
}

static void count_in(TableSide *side, int value, int plies, uint64_t number) {
    *(value == VERDICT_WIN ? &side->win : value == VERDICT_LOSS ? &side->loss : &side->draw) += 1;
    uint32_t *longest = value == VERDICT_WIN ? &side->longest_win : &side->longest_loss;
    uint64_t *at = value == VERDICT_WIN ? &side->longest_win_at : &side->longest_loss_at;
    bool first = value == VERDICT_WIN ? side->win == 1 : side->loss == 1;
    if (value != VERDICT_DRAW && (first || (uint32_t)plies > *longest)) {
        *longest = (uint32_t)plies;
        *at = number;
    }
}

/* KIND_RULE verdicts of positions with a capture due have plies too; they are not in the table. */
static int rule_plies(Verification *run, const Position *position, int value) {
    int limit = plies_left(position);
    for (int left = 0; left <= limit; left++) {
        Position counted = with_plies_left(position, limit, left);
        if (worth_of(run, &counted).value == value)
            return left;
    }
    return limit;
}

static Status check_position(Verification *run, int side, const Board *board, uint64_t number,
                             Error *error) {
    const TableFile *table = run->table;
    Position position;
    Status status = position_init_board(&position, run->rules, board, COLOR_WHITE, error);
    if (status < 0)
        return status;
    if (movegen_has_capture(&position, COLOR_WHITE)) {
        run->report->captures++;
        Worth worth = worth_of_moves(run, &position);
        int plies = table->kind == KIND_RULE && worth.value != VERDICT_DRAW
                        ? rule_plies(run, &position, worth.value)
                        : worth.plies;
        count_in(&run->counted[side], worth.value, plies, number);
        return run->missing ? report_missing(run, error) : STATUS_OK;
    }
    uint8_t code;
    if (!tables_read_code(run->options->tables, table, side, number, &code))
        return report_missing(run, error);
    Verdict verdict = kind_decode(&table->frame[side], code);
    count_in(&run->counted[side], verdict.value, verdict.plies, number);
    run->report->positions++;
    if (table->kind == KIND_RULE)
        return check_rule(run, &position, verdict, error);
    Worth found = {verdict.value, verdict.plies}, right = worth_of_moves(run, &position);
    if (run->missing)
        return report_missing(run, error);
    if (found.value != right.value || found.plies != right.plies)
        return report_fault(run, &position, found, right, error);
    return STATUS_OK;
}

static void progress(Verification *run) {
    const VerifyOptions *options = run->options;
    if (++run->done % PROGRESS_INTERVAL == 0 && options->on_progress)
        options->on_progress(options->context, run->done, run->total);
}

/* ---- KIND_WDL ---- */

/* A pair of slices solved anew: 0 unknown, else value + 2. */
typedef struct {
    uint8_t *values[2];
    bool changed;
} Anew;

/* The value of a position after a move: of this pair from the work so far, 0 if not known yet. */
static int value_after(Verification *run, const Anew *anew, const Position *next) {
    const TableFile *table = run->table;
    Color turn = (Color)next->turn;
    Slice slice = slice_of_board(&next->board, turn);
    if (!slice_equals(slice_of_pair(slice), table->slice))
        return worth_of(run, next).value + 2;
    int side = !slice_equals(slice, table->slice);
    Board board = next->board;
    if (turn == COLOR_BLACK)
        slice_turn_board(run->rules, &next->board, &board);
    return anew->values[side][index_encode(&table->index[side], &board)];
}

static int solve_position(Verification *run, const Anew *anew, const Board *board) {
    Position position = {.board = *board, .rules = run->rules, .turn = COLOR_WHITE};
    MoveList list;
    if (movegen_generate(&position, &list) == 0)
        return kind_get_stuck(run->rules) + 2;
    bool all_known = true;
    int best = VERDICT_LOSS;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(&position, list.moves[i], &next);
        int value = value_after(run, anew, &next);
        if (value == VERDICT_LOSS + 2)
            return VERDICT_WIN + 2;
        all_known = all_known && value;
        if (value == VERDICT_DRAW + 2)
            best = VERDICT_DRAW;
    }
    /* A draw by a move out of the pair may still turn into a win by one that is not known yet. */
    return all_known && best == VERDICT_LOSS ? VERDICT_LOSS + 2 : 0;
}

static void sweep(Verification *run, Anew *anew, int side) {
    IndexCursor cursor;
    index_cursor_init(&cursor, &run->table->index[side], 0);
    for (uint64_t at = 0; at < cursor.index->count; at++, index_cursor_next(&cursor)) {
        uint8_t *value = &anew->values[side][at];
        if (*value)
            continue;
        *value = (uint8_t)solve_position(run, anew, &cursor.board);
        anew->changed |= *value != 0;
    }
}

static Status compare_anew(Verification *run, const Anew *anew, Error *error) {
    const TableFile *table = run->table;
    for (int side = 0; side < table->side_count; side++) {
        IndexCursor cursor;
        index_cursor_init(&cursor, &table->index[side], 0);
        for (uint64_t at = 0; at < cursor.index->count; at++, index_cursor_next(&cursor)) {
            Position position = {.board = cursor.board, .rules = run->rules, .turn = COLOR_WHITE};
            int right = anew->values[side][at] ? anew->values[side][at] - 2 : VERDICT_DRAW;
            count_in(&run->counted[side], right, 0, at);
            progress(run);
            if (movegen_has_capture(&position, COLOR_WHITE)) {
                run->report->captures++;
                continue;
            }
            run->report->positions++;
            uint8_t code;
            if (!tables_read_code(run->options->tables, table, side, at, &code))
                return report_missing(run, error);
            int found = kind_decode(&table->frame[side], code).value;
            if (found != right)
                return report_fault(run, &position, (Worth){found, 0}, (Worth){right, 0}, error);
        }
    }
    return STATUS_OK;
}

static Status solve_anew(Verification *run, Error *error) {
    Anew anew = {{NULL, NULL}, true};
    bool complete = true;
    for (int side = 0; side < run->table->side_count; side++) {
        anew.values[side] = calloc(1, run->table->index[side].count);
        complete = complete && anew.values[side];
    }
    while (complete && anew.changed) {
        anew.changed = false;
        for (int side = 0; side < run->table->side_count; side++)
            sweep(run, &anew, side);
    }
    Status status =
        !complete ? error_set(error, STATUS_NO_MEMORY, "%s: no memory to solve it anew", run->name)
        : run->missing ? report_missing(run, error)
                       : compare_anew(run, &anew, error);
    free(anew.values[0]);
    free(anew.values[1]);
    return status;
}

/* Against distances, which are proven by themselves. */
static Status compare_with_plies(Verification *run, const TableFile *plies, int side,
                                 const Board *board, uint64_t number, Error *error) {
    Position position = {.board = *board, .rules = run->rules, .turn = COLOR_WHITE};
    if (movegen_has_capture(&position, COLOR_WHITE)) {
        run->report->captures++;
        return STATUS_OK;
    }
    run->report->positions++;
    uint8_t code, plies_code;
    if (!tables_read_code(run->options->tables, run->table, side, number, &code) ||
        !tables_read_code(run->options->tables, plies, side, number, &plies_code))
        return report_missing(run, error);
    int found = kind_decode(&run->table->frame[side], code).value;
    int right = kind_decode(&plies->frame[side], plies_code).value;
    if (found != right)
        return report_fault(run, &position, (Worth){found, 0}, (Worth){right, 0}, error);
    return STATUS_OK;
}

/* ---- whole tables and samples ---- */

static Status check_all(Verification *run, const TableFile *plies, Error *error) {
    for (int side = 0; side < run->table->side_count; side++) {
        IndexCursor cursor;
        index_cursor_init(&cursor, &run->table->index[side], 0);
        for (uint64_t at = 0; at < cursor.index->count; at++, index_cursor_next(&cursor)) {
            Status status = plies ? compare_with_plies(run, plies, side, &cursor.board, at, error)
                                  : check_position(run, side, &cursor.board, at, error);
            if (status < 0)
                return status;
            progress(run);
        }
    }
    return STATUS_OK;
}

static Status check_samples(Verification *run, Error *error) {
    Rng rng;
    rng_init(&rng, run->options->seed);
    for (int side = 0; side < run->table->side_count; side++)
        for (uint64_t i = 0; i < run->options->samples; i++) {
            const SliceIndex *index = &run->table->index[side];
            uint64_t number = rng_below(&rng, index->count);
            Board board;
            index_decode(index, number, &board);
            Status status = check_position(run, side, &board, number, error);
            if (status < 0)
                return status;
            progress(run);
        }
    return STATUS_OK;
}

/* Whether the header's numbers are those of the positions. */
static Status check_counts(const Verification *run, const TableSide *right, Error *error) {
    for (int side = 0; side < run->table->side_count; side++) {
        const TableSide *a = &run->table->sides[side], *b = &right[side];
        if (a->win != b->win || a->draw != b->draw || a->loss != b->loss ||
            a->longest_win != b->longest_win || a->longest_loss != b->longest_loss ||
            (run->table->kind != KIND_WDL &&
             (a->longest_win_at != b->longest_win_at || a->longest_loss_at != b->longest_loss_at)))
            return error_set(error, STATUS_ILLEGAL,
                             "%s: the header's counts are not those of the positions", run->name);
    }
    return STATUS_OK;
}

static Status check_whole(Verification *run, Error *error) {
    const TableFile *table = run->table, *plies = NULL;
    int side;
    if (table->kind == KIND_WDL)
        plies = tables_find(run->options->tables, KIND_DTW, table->slice, &side);
    if (table->kind == KIND_WDL && !plies) {
        Status status = solve_anew(run, error);
        return status < 0 ? status : check_counts(run, run->counted, error);
    }
    Status status = check_all(run, plies, error);
    if (status < 0)
        return status;
    if (!plies)
        return check_counts(run, run->counted, error);
    for (int i = 0; i < table->side_count; i++) {
        run->counted[i] = plies->sides[i];
        run->counted[i].longest_win = run->counted[i].longest_loss = 0;
    }
    return check_counts(run, run->counted, error);
}

Status verify_table(const VerifyOptions *options, const TableFile *table, const char *name,
                    VerifyReport *ret_report, Error *error) {
    Status status = table_file_check(table, name, error);
    if (status < 0)
        return status;
    *ret_report = (VerifyReport){0};
    Verification run = {
        .options = options,
        .table = table,
        .name = name,
        .rules = tables_rules(options->tables),
        .report = ret_report,
    };
    for (int side = 0; side < table->side_count; side++)
        run.total += options->samples ? options->samples : table->index[side].count;
    return options->samples ? check_samples(&run, error) : check_whole(&run, error);
}
