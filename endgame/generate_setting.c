/* SPDX-License-Identifier: MIT */
#include "endgame/generate_internal.h"

#include <stdlib.h>
#include <string.h>

/* `open` counts the king moves of a position that are not yet known to lose; these are no counts:
 */
enum {
    OPEN_MAX = 250,
    OPEN_SAFE = 254,   /* another move does not lose, so the position is not lost */
    OPEN_CLOSED = 255, /* no king move is legal, or no such placement: no move leads out of it */
};

/* In KIND_WDL the values have no order; these stand for 1 and 2 until they have spread. */
enum {
    CODE_LOSS_NEW = 3,
    CODE_WIN_NEW = 4,
};

/* Positions of a setting have local numbers: White kings' rank * number of ranks of Black's + Black
 * kings' rank, both among all cells that the men leave free; placements with two kings on a cell
 * have numbers too. Arrays are indexed by the side to move. */
struct SettingSolver {
    const PairTask *task;
    uint64_t king_sets[COLOR_COUNT]; /* ranks of each colour's kings */
    uint64_t size;                   /* local numbers */
    uint8_t *codes[COLOR_COUNT];
    uint8_t *open[COLOR_COUNT];
    uint8_t *least[COLOR_COUNT];    /* if lost: plies that other moves than kings' hold out */
    Bitboard64 *kings[COLOR_COUNT]; /* by rank */
    TableSide statistics[2];

    /* of the setting at work */
    Board men;
    Bitboard64 free;
    uint64_t setting[COLOR_COUNT]; /* in the index of the slice with that colour to move */
    int highest;                   /* most plies of any value */
    bool overflows, strays;
    MoveList list;
};

static uint64_t count_king_sets(const Slab *slab, Color color) {
    const SliceIndex *index = &slab->index[0];
    int free = bits_count(index->board) - slab->slice.own.men - slab->slice.other.men;
    return index_choose(free,
                        color == COLOR_WHITE ? slab->slice.own.kings : slab->slice.other.kings);
}

uint64_t setting_solver_size(const Slab *slab) {
    uint64_t white = count_king_sets(slab, COLOR_WHITE), black = count_king_sets(slab, COLOR_BLACK);
    return sizeof(SettingSolver) + 6 * white * black + (white + black) * sizeof(Bitboard64);
}

SettingSolver *setting_solver_new(const PairTask *task) {
    SettingSolver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return NULL;
    solver->task = task;
    for (int side = 0; side < 2; side++)
        solver->statistics[side].longest_win_at = solver->statistics[side].longest_loss_at =
            UINT64_MAX;
    for (int color = 0; color < COLOR_COUNT; color++)
        solver->king_sets[color] = count_king_sets(task->slab, (Color)color);
    solver->size = solver->king_sets[COLOR_WHITE] * solver->king_sets[COLOR_BLACK];
    bool complete = true;
    for (int color = 0; color < COLOR_COUNT; color++) {
        solver->codes[color] = malloc(solver->size);
        solver->open[color] = malloc(solver->size);
        solver->least[color] = malloc(solver->size);
        solver->kings[color] = malloc(solver->king_sets[color] * sizeof(Bitboard64));
        complete = complete && solver->codes[color] && solver->open[color] &&
                   solver->least[color] && solver->kings[color];
    }
    if (!complete) {
        setting_solver_free(solver);
        return NULL;
    }
    return solver;
}

void setting_solver_free(SettingSolver *solver) {
    if (!solver)
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        free(solver->codes[color]);
        free(solver->open[color]);
        free(solver->least[color]);
        free(solver->kings[color]);
    }
    free(solver);
}

const TableSide *setting_solver_statistics(const SettingSolver *solver) {
    return solver->statistics;
}

/* ---- the moves that leave the setting ---- */

static const KindFrame *frame_of(const SettingSolver *solver, Color turn) {
    const Slab *slab = solver->task->slab;
    return &slab->frame[slab->side_count == 2 && turn == COLOR_BLACK];
}

static void play(const Board *board, Color turn, Move move, Board *ret_next) {
    Color other = color_other(turn);
    *ret_next = *board;
    Bitboard64 from = bits_of_cell64(move.from), to = bits_of_cell64(move.to);
    ret_next->men[turn] &= ~from;
    ret_next->kings[turn] &= ~from;
    *(move.king || move.promotes ? &ret_next->kings[turn] : &ret_next->men[turn]) |= to;
    ret_next->men[other] &= ~move.captured_low;
    ret_next->kings[other] &= ~move.captured_low;
}

static Verdict look_up(const SettingSolver *solver, const Board *board, Color turn,
                       KindFrame *ret_frame);

/* A position with a capture due, whose table value stands for nothing. Captures end, so does the
 * recursion. */
static Verdict resolve(const SettingSolver *solver, const Position *position,
                       const KindFrame *frame) {
    MoveList list;
    movegen_generate(position, &list);
    KindTally tally = {0};
    for (int i = 0; i < list.count; i++) {
        Board next;
        KindFrame next_frame;
        play(&position->board, (Color)position->turn, list.moves[i], &next);
        Verdict verdict = look_up(solver, &next, color_other((Color)position->turn), &next_frame);
        kind_tally_add(&tally, frame, &next_frame, verdict, false);
    }
    return kind_tally_judge(&tally, frame);
}

/* The verdict of a position outside the setting, and its frame. Those of the pair itself belong to
 * settings that are done. */
static Verdict look_up(const SettingSolver *solver, const Board *board, Color turn,
                       KindFrame *ret_frame) {
    const PairTask *task = solver->task;
    Slice slice = slice_of_board(board, turn);
    const Relative *relative = &task->family[family_number(slice)];
    if (!relative->slab) {
        kind_frame_init(ret_frame, task->kind, task->rules, slice);
        return (Verdict){ret_frame->stuck, 0};
    }
    const KindFrame *frame = &relative->slab->frame[relative->side];
    *ret_frame = *frame;
    Position position = {.board = *board, .rules = task->rules, .turn = (uint8_t)turn};
    if (relative->slab != task->slab && movegen_has_capture(&position, turn))
        return resolve(solver, &position, frame);
    Board turned = *board;
    if (turn == COLOR_BLACK)
        slice_turn_board(task->rules, board, &turned);
    uint64_t number = index_encode(&relative->slab->index[relative->side], &turned);
    return kind_decode(frame, relative->slab->codes[relative->side][number]);
}

/* Whether a man's quiet move brings it nearer to its crowning row. */
static bool is_forward(const Rules *rules, Color turn, Move move) {
    const Geometry *geometry = rules_geometry(rules);
    int from = geometry_square_row(geometry, move_from_square(geometry, move));
    int to = geometry_square_row(geometry, move_to_square(geometry, move));
    return turn == COLOR_WHITE ? to < from : to > from;
}

/* Gives a position what its moves out of the setting make of it. */
static void init_position(SettingSolver *solver, const Board *board, Color turn, uint64_t at) {
    const Rules *rules = solver->task->rules;
    const KindFrame *frame = frame_of(solver, turn);
    Position position = {.board = *board, .rules = rules, .turn = (uint8_t)turn};
    MoveList *list = &solver->list;
    movegen_generate(&position, list);
    KindTally tally = {0};
    int king_moves = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        if (move.king && !move_is_capture(move)) {
            king_moves++;
            continue;
        }
        solver->strays |=
            !move_is_capture(move) && !move.promotes && !is_forward(rules, turn, move);
        Board next;
        KindFrame next_frame;
        play(board, turn, move, &next);
        Verdict verdict = look_up(solver, &next, color_other(turn), &next_frame);
        kind_tally_add(&tally, frame, &next_frame, verdict, false);
    }
    solver->overflows |= tally.overflows || king_moves > OPEN_MAX;
    Verdict verdict = kind_tally_judge(&tally, frame);
    /* Not judged yet: of the kings' moves nothing is known, and where nothing else moves the side
     * only seems to be without a move. */
    if (king_moves && (verdict.value != VERDICT_WIN || king_moves == list->count))
        verdict.value = VERDICT_DRAW;
    uint8_t code = kind_encode(frame, verdict.value, verdict.plies);
    if (frame->kind == KIND_WDL && code)
        code = (uint8_t)(code + CODE_LOSS_NEW - 1);
    solver->codes[turn][at] = code;
    solver->open[turn][at] = king_moves == 0 ? OPEN_CLOSED
                             : tally.draws   ? OPEN_SAFE
                                             : (uint8_t)king_moves;
    solver->least[turn][at] = (uint8_t)tally.loss;
    if (verdict.value != VERDICT_DRAW && verdict.plies > solver->highest)
        solver->highest = verdict.plies;
}

/* ---- the kings' moves within the setting ---- */

static Bitboard64 king_reach(const Rules *rules, int cell, Bitboard64 empty) {
    const Geometry *geometry = rules_geometry(rules);
    Bitboard64 reach = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        int step = geometry_step(rules->width, (Direction)d);
        if (!rules->kings_fly) {
            reach |= bits_shift64(bits_of_cell64(cell), step) & empty;
            continue;
        }
        Bitboard64 ray = geometry->rays[d][cell], blockers = ray & ~empty;
        if (blockers) {
            int stop = step > 0 ? bits_first(blockers) : bits_last(blockers);
            ray &= ~geometry->rays[d][stop] & ~bits_of_cell64(stop);
        }
        reach |= ray;
    }
    return reach;
}

/* The positions before a king's move that leads here are those after it: kings go back the way
 * they came. `spread` is called with the local number of each. */
typedef void SpreadFunction(SettingSolver *solver, Color turn, uint64_t at, int plies);

static void go_back(SettingSolver *solver, Color turn, uint64_t at, int plies,
                    SpreadFunction *spread) {
    uint64_t black_sets = solver->king_sets[COLOR_BLACK];
    uint64_t rank[COLOR_COUNT] = {at / black_sets, at % black_sets};
    Color mover = color_other(turn);
    Bitboard64 kings = solver->kings[mover][rank[mover]];
    Bitboard64 empty = solver->free & ~kings & ~solver->kings[turn][rank[turn]];
    uint64_t base = mover == COLOR_WHITE ? rank[COLOR_BLACK] : at - rank[COLOR_BLACK];
    uint64_t stride = mover == COLOR_WHITE ? black_sets : 1;
    for (Bitboard64 left = kings; left; left = bits_rest(left)) {
        Bitboard64 others = kings & ~(left & -left);
        Bitboard64 from = king_reach(solver->task->rules, bits_first(left), empty);
        for (; from; from = bits_rest(from)) {
            uint64_t before = index_rank(others | (from & -from), solver->free);
            spread(solver, mover, base + before * stride, plies);
        }
    }
}

/* A move to a lost position wins. */
static void spread_loss(SettingSolver *solver, Color turn, uint64_t at, int plies) {
    const KindFrame *frame = frame_of(solver, turn);
    if (solver->open[turn][at] == OPEN_CLOSED)
        return;
    uint8_t *code = &solver->codes[turn][at];
    if (frame->kind == KIND_WDL) {
        if (!*code)
            *code = CODE_WIN_NEW;
        return;
    }
    if (plies + 1 > frame->limit) {
        solver->overflows |= frame->kind == KIND_DTW;
        return;
    }
    uint8_t win = kind_encode(frame, VERDICT_WIN, plies + 1);
    if (!*code || *code > win) {
        *code = win;
        solver->highest = solver->highest > plies + 1 ? solver->highest : plies + 1;
    }
}

/* A move to a won position loses, and so does the position when it was the last to be tried. */
static void spread_win(SettingSolver *solver, Color turn, uint64_t at, int plies) {
    const KindFrame *frame = frame_of(solver, turn);
    uint8_t *code = &solver->codes[turn][at], *open = &solver->open[turn][at];
    if (*code || *open >= OPEN_SAFE || --*open > 0)
        return;
    int least = solver->least[turn][at];
    int lost_in = plies + 1 > least ? plies + 1 : least;
    if (frame->kind == KIND_WDL) {
        *code = CODE_LOSS_NEW;
    } else if (lost_in > frame->limit) {
        solver->overflows |= frame->kind == KIND_DTW;
        *open = OPEN_SAFE;
    } else {
        *code = kind_encode(frame, VERDICT_LOSS, lost_in);
        solver->highest = solver->highest > lost_in ? solver->highest : lost_in;
    }
}

/* Lets all positions with `code` spread, after which they have `done`. */
static bool spread_all(SettingSolver *solver, Color turn, uint8_t code, uint8_t done, int plies,
                       SpreadFunction *spread) {
    uint8_t *codes = solver->codes[turn], *end = codes + solver->size;
    bool any = false;
    for (uint8_t *at = codes; (at = memchr(at, code, (size_t)(end - at))); at++) {
        *at = done;
        any = true;
        go_back(solver, turn, (uint64_t)(at - codes), plies, spread);
        if (at + 1 == end)
            break;
    }
    return any;
}

static void solve_by_value(SettingSolver *solver) {
    bool any;
    do {
        any = false;
        for (int turn = 0; turn < COLOR_COUNT; turn++) {
            any |= spread_all(solver, (Color)turn, CODE_LOSS_NEW, 1, 0, spread_loss);
            any |= spread_all(solver, (Color)turn, CODE_WIN_NEW, 2, 0, spread_win);
        }
    } while (any);
}

static void solve_by_plies(SettingSolver *solver) {
    for (int plies = 0; plies <= solver->highest; plies++)
        for (int turn = 0; turn < COLOR_COUNT; turn++) {
            const KindFrame *frame = frame_of(solver, (Color)turn);
            for (int value = VERDICT_LOSS; value <= VERDICT_WIN; value += 2) {
                uint8_t code = kind_encode(frame, value, plies);
                if (code && kind_decode(frame, code).value == value)
                    spread_all(solver, (Color)turn, code, code, plies,
                               value == VERDICT_LOSS ? spread_loss : spread_win);
            }
        }
}

/* ---- from the setting to the slab ---- */

static void count_in(TableSide *statistics, Verdict verdict, uint64_t number) {
    if (verdict.value == VERDICT_DRAW) {
        statistics->draw++;
        return;
    }
    bool win = verdict.value == VERDICT_WIN;
    *(win ? &statistics->win : &statistics->loss) += 1;
    uint32_t *longest = win ? &statistics->longest_win : &statistics->longest_loss;
    uint64_t *longest_at = win ? &statistics->longest_win_at : &statistics->longest_loss_at;
    if (verdict.plies > *longest || (verdict.plies == *longest && number < *longest_at)) {
        *longest = verdict.plies;
        *longest_at = number;
    }
}

/* A setting that is its own mirror image has each position twice in the solver. */
static bool is_mirrored(const SettingSolver *solver) {
    return solver->task->slab->side_count == 1 &&
           solver->setting[COLOR_WHITE] == solver->setting[COLOR_BLACK];
}

static void store_side(SettingSolver *solver, Color turn) {
    const Slab *slab = solver->task->slab;
    int side = slab->side_count == 2 && turn == COLOR_BLACK;
    const SliceIndex *index = &slab->index[side];
    const KindFrame *frame = &slab->frame[side];
    uint64_t base = solver->setting[turn] * index->king_count;
    uint64_t at = 0;
    for (uint64_t white = 0; white < solver->king_sets[COLOR_WHITE]; white++)
        for (uint64_t black = 0; black < solver->king_sets[COLOR_BLACK]; black++, at++) {
            Board board = {
                .kings = {solver->kings[COLOR_WHITE][white], solver->kings[COLOR_BLACK][black]}};
            if (board.kings[COLOR_WHITE] & board.kings[COLOR_BLACK])
                continue;
            Board free = {.kings = {solver->free, 0}};
            if (turn == COLOR_BLACK) {
                slice_turn_board(index->rules, &board, &board);
                slice_turn_board(index->rules, &(Board){.kings = {0, solver->free}}, &free);
            }
            Bitboard64 own = board.kings[COLOR_WHITE], cells = free.kings[COLOR_WHITE];
            uint64_t number = base + index_rank(own, cells) * index->other_king_count +
                              index_rank(board.kings[COLOR_BLACK], cells & ~own);
            uint8_t code = solver->codes[turn][at];
            slab->codes[side][number] = code;
            count_in(&solver->statistics[side], kind_decode(frame, code), number);
        }
}

static void fill_king_sets(SettingSolver *solver, Color color) {
    Slice slice = solver->task->slab->slice;
    int count = color == COLOR_WHITE ? slice.own.kings : slice.other.kings;
    Bitboard64 kings = index_unrank(0, solver->free, count);
    for (uint64_t rank = 0; rank < solver->king_sets[color]; rank++) {
        bool wrapped;
        solver->kings[color][rank] = kings;
        kings = index_next(kings, solver->free, &wrapped);
    }
}

static void init_setting(SettingSolver *solver, uint64_t setting) {
    const Slab *slab = solver->task->slab;
    const Rules *rules = solver->task->rules;
    index_decode_men(&slab->index[0], setting, &solver->men);
    Board turned;
    slice_turn_board(rules, &solver->men, &turned);
    solver->setting[COLOR_WHITE] = setting;
    solver->setting[COLOR_BLACK] = index_encode_men(&slab->index[slab->side_count - 1], &turned);
    solver->free = slab->index[0].board & ~board_occupied(&solver->men);
    solver->highest = 0;
    fill_king_sets(solver, COLOR_WHITE);
    fill_king_sets(solver, COLOR_BLACK);
}

static void init_positions(SettingSolver *solver) {
    Board board = solver->men;
    uint64_t at = 0;
    for (uint64_t white = 0; white < solver->king_sets[COLOR_WHITE]; white++) {
        board.kings[COLOR_WHITE] = solver->kings[COLOR_WHITE][white];
        for (uint64_t black = 0; black < solver->king_sets[COLOR_BLACK]; black++, at++) {
            board.kings[COLOR_BLACK] = solver->kings[COLOR_BLACK][black];
            if (board.kings[COLOR_WHITE] & board.kings[COLOR_BLACK]) {
                for (int turn = 0; turn < COLOR_COUNT; turn++) {
                    solver->codes[turn][at] = 0;
                    solver->open[turn][at] = OPEN_CLOSED;
                }
                continue;
            }
            init_position(solver, &board, COLOR_WHITE, at);
            init_position(solver, &board, COLOR_BLACK, at);
        }
    }
}

Status setting_solve(SettingSolver *solver, uint64_t setting, Error *error) {
    const Slab *slab = solver->task->slab;
    char name[SLICE_NAME_SIZE];
    init_setting(solver, setting);
    init_positions(solver);
    if (solver->task->kind == KIND_WDL)
        solve_by_value(solver);
    else
        solve_by_plies(solver);
    if (solver->strays)
        return error_set(error, STATUS_STATE,
                         "%s of %s: a man moves without coming nearer to its crowning row; tables "
                         "cannot be built for such a variant",
                         slice_write(slab->slice, name), solver->task->rules->name);
    if (solver->overflows)
        return error_set(error, STATUS_RANGE,
                         "%s: a win longer than %d plies does not fit in a byte",
                         slice_write(slab->slice, name), KIND_PLIES_MAX_DTW);
    store_side(solver, COLOR_WHITE);
    if (!is_mirrored(solver))
        store_side(solver, COLOR_BLACK);
    return STATUS_OK;
}
