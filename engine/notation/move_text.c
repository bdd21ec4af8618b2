/* SPDX-License-Identifier: MIT */
#include "engine/notation/move_text.h"
#include "engine/notation/text_internal.h"

static_assert(ROUTE_LENGTH_MAX * 3 + 1 <= MOVE_TEXT_SIZE, "two digits and a sign for each square");
static_assert(SQUARE_COUNT_MAX < 100, "squares have two digits");

enum {
    LISTED_MOVES_MAX = 8, /* a message that lists more says how many more */
};

/* A move as it stands in the text. */
typedef struct {
    int count;
    uint8_t squares[ROUTE_LENGTH_MAX];
    char sign; /* '-' or 'x' */
} WrittenMove;

/* How well a text describes a move; the best fit among the legal moves is the move meant. */
typedef enum {
    FIT_NONE,
    FIT_PART, /* some landing squares or some captured squares */
    FIT_FULL, /* every landing square, or the end and every captured square */
} Fit;

/* What serves as sign, in UTF-8. */
static const struct {
    const char *text;
    char sign;
} signs[] = {
    {"-", '-'},      {"x", 'x'}, {":", 'x'}, {"\u2010", '-'}, /* hyphen */
    {"\u2011", '-'},                                          /* non-breaking hyphen */
    {"\u2013", '-'},                                          /* en dash */
    {"\u2212", '-'},                                          /* minus sign */
    {"\u00d7", 'x'},                                          /* multiplication sign */
};

static char read_sign(Scanner *scanner) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (scanner_accept(scanner, signs[i].text))
            return signs[i].sign;
    return '\0';
}

/* The sign between two squares, the same as before in this move. It may be missing where both have
 * letters. */
static Status read_step(Scanner *scanner, const Geometry *geometry, bool lettered, char *sign) {
    char name[SCANNER_NAME_SIZE];
    size_t offset = scanner->offset;
    char found = read_sign(scanner);
    if (!found && lettered && text_is_column(geometry, scanner_peek(scanner)))
        return STATUS_OK;
    if (!found)
        return scanner_fail(scanner, offset, STATUS_SYNTAX,
                            "'-' or 'x' is due between two squares, found %s",
                            scanner_name_next(scanner, name));
    if (*sign && *sign != found)
        return scanner_fail(scanner, offset, STATUS_SYNTAX,
                            "both '-' and 'x' in one move; a capture has 'x' throughout");
    *sign = found;
    return STATUS_OK;
}

/* Reads a square, one or more bytes of which come next, by number or by letter and row. 0 if there
 * is no such square. */
static int read_square(Scanner *scanner, const Geometry *geometry, bool lettered) {
    int column = 0, number = 0;
    if (lettered) {
        column = (scanner_peek(scanner) | 0x20) - 'a';
        scanner->offset++;
    }
    if (!scanner_is_digit(scanner_peek(scanner)) || !scanner_read_number(scanner, &number))
        return 0;
    if (lettered)
        return number >= 1 ? geometry_square_at(geometry, geometry->height - number, column) : 0;
    return number <= geometry->square_count ? number : 0;
}

static Status refuse_square(const Scanner *scanner, const Geometry *geometry, size_t offset) {
    bool letters = geometry->width == TEXT_ALGEBRAIC_WIDTH;
    return scanner_fail(scanner, offset, STATUS_RANGE, "no such square; squares run from 1 to %d%s",
                        geometry->square_count, letters ? ", or from a1 to h8" : "");
}

/* Whether the squares exist is judged at the end, so that text of another form ("3228") is called
 * that and not a wrong square. */
static Status read_written(Scanner *scanner, const Geometry *geometry, WrittenMove *ret_move) {
    char name[SCANNER_NAME_SIZE];
    WrittenMove move = {0};
    bool wrong_square = false;
    size_t wrong_offset = 0;
    for (;;) {
        scanner_skip_blanks(scanner);
        size_t offset = scanner->offset;
        bool lettered = text_is_column(geometry, scanner_peek(scanner));
        if (!lettered && !scanner_is_digit(scanner_peek(scanner)))
            return scanner_fail(scanner, offset, STATUS_SYNTAX,
                                "a square's number is due, found %s; moves look like 32-28 or "
                                "28x19",
                                scanner_name_next(scanner, name));
        if (move.count == ROUTE_LENGTH_MAX)
            return scanner_fail(scanner, offset, STATUS_SYNTAX,
                                "more than %d squares; no move has so many", ROUTE_LENGTH_MAX);
        int square = read_square(scanner, geometry, lettered);
        if (!square && !wrong_square) {
            wrong_square = true;
            wrong_offset = offset;
        }
        move.squares[move.count++] = (uint8_t)square;
        scanner_skip_blanks(scanner);
        if (scanner_peek(scanner) == SCANNER_END)
            break;
        Status status = read_step(scanner, geometry, lettered, &move.sign);
        if (status < 0)
            return status;
    }
    if (move.count < 2)
        return scanner_fail(scanner, scanner->offset, STATUS_SYNTAX,
                            "a move has two squares or more with '-' or 'x' between them");
    if (wrong_square)
        return refuse_square(scanner, geometry, wrong_offset);
    if (!move.sign)
        move.sign = '-';
    *ret_move = move;
    return STATUS_OK;
}

/* From and to, then captured squares, each at most once. */
static bool fits_captured_list(const Geometry *geometry, Move move, const WrittenMove *written) {
    if (written->squares[1] != move_to_square(geometry, move))
        return false;
    Bitboard left = move_captured(move);
    for (int i = 2; i < written->count; i++) {
        Bitboard bit = geometry_square_bit(geometry, written->squares[i]);
        if (!(left & bit))
            return false;
        left &= ~bit;
    }
    return true;
}

static Fit find_fit(const Position *position, Move move, const WrittenMove *written) {
    const Geometry *geometry = rules_geometry(position->rules);
    int captured = move_count_captured(move);
    int landings = captured ? captured : 1;
    if (written->squares[0] != move_from_square(geometry, move))
        return FIT_NONE;
    if (written->count <= landings + 1 &&
        route_fits(position, move, written->squares, written->count))
        return written->count == landings + 1 ? FIT_FULL : FIT_PART;
    if (fits_captured_list(geometry, move, written))
        return written->count == captured + 2 ? FIT_FULL : FIT_PART;
    return FIT_NONE;
}

/* "4x27x38x15, 4x31x42x15 and 6 more"; the moves are legal in `position`. */
static void append_moves(TextWriter *writer, const Position *position, const MoveList *list) {
    char text[MOVE_TEXT_SIZE];
    for (int i = 0; i < list->count; i++) {
        if (i == LISTED_MOVES_MAX) {
            text_append(writer, " and %d more", list->count - i);
            return;
        }
        text_append(writer, "%s%s", i ? ", " : "",
                    move_text_write_full(position, list->moves[i], text));
    }
}

static void append_squares(TextWriter *writer, const Rules *rules, const uint8_t *squares,
                           int count, char sign) {
    for (int i = 0; i < count; i++) {
        if (i)
            text_append(writer, "%c", sign);
        text_append_square(writer, rules, squares[i]);
    }
}

static void append_written(TextWriter *writer, const Rules *rules, const WrittenMove *written) {
    append_squares(writer, rules, written->squares, written->count, written->sign);
}

/* The moves of `list` that start on `square`. */
static void select_from_square(const Geometry *geometry, const MoveList *list, int square,
                               MoveList *ret_selected) {
    ret_selected->count = 0;
    for (int i = 0; i < list->count; i++)
        if (move_from_square(geometry, list->moves[i]) == square)
            ret_selected->moves[ret_selected->count++] = list->moves[i];
}

/* Says why none of the moves of `list`, all legal ones, is the one written. */
static Status refuse_illegal(const Position *position, const MoveList *list,
                             const WrittenMove *written, Error *error) {
    const Geometry *geometry = rules_geometry(position->rules);
    const Board *board = &position->board;
    Color turn = (Color)position->turn;
    int from = written->squares[0];
    Bitboard bit = geometry_square_bit(geometry, from);
    bool own = board_pieces(board, turn) & bit;
    char reason[ERROR_TEXT_SIZE];
    TextWriter writer = text_writer_start(reason, sizeof reason);
    append_written(&writer, position->rules, written);
    text_append(&writer, " is not legal here: ");
    if (!own) {
        text_append(&writer, "no piece of %s on ", text_color_name(turn));
        text_append_square(&writer, position->rules, from);
    }
    if (list->count == 0) {
        text_append(&writer, "%s%s has no legal move", own ? "" : "; ", text_color_name(turn));
    } else if (move_is_capture(list->moves[0])) {
        text_append(&writer, "%s%d capture%s due: ", own ? "" : "; ", list->count,
                    list->count == 1 ? " is" : "s are");
        append_moves(&writer, position, list);
    } else if (own) {
        MoveList selected;
        select_from_square(geometry, list, from, &selected);
        text_append(&writer, "the %s on ", board->men[turn] & bit ? "man" : "king");
        text_append_square(&writer, position->rules, from);
        text_append(&writer, " can play %s", selected.count ? "" : "nothing");
        append_moves(&writer, position, &selected);
    }
    return error_set(error, STATUS_ILLEGAL, "%s", reason);
}

static Status refuse_ambiguous(const Position *position, const MoveList *fitting,
                               const WrittenMove *written, Error *error) {
    char reason[ERROR_TEXT_SIZE];
    TextWriter writer = text_writer_start(reason, sizeof reason);
    append_written(&writer, position->rules, written);
    text_append(&writer, " fits %d moves, write one of them in full: ", fitting->count);
    append_moves(&writer, position, fitting);
    return error_set(error, STATUS_AMBIGUOUS, "%s", reason);
}

Status move_text_read(const Position *position, const char *text, size_t length, Move *ret_move,
                      Error *error) {
    Scanner scanner = {.text = text, .length = length, .what = "move", .error = error};
    WrittenMove written;
    Status status = read_written(&scanner, rules_geometry(position->rules), &written);
    if (status < 0)
        return status;
    MoveList list, fitting;
    movegen_generate(position, &list);
    fitting.count = 0;
    Fit best = FIT_PART;
    for (int i = 0; i < list.count; i++) {
        Fit fit = find_fit(position, list.moves[i], &written);
        if (fit < best)
            continue;
        if (fit > best)
            fitting.count = 0;
        best = fit;
        fitting.moves[fitting.count++] = list.moves[i];
    }
    if (fitting.count == 0)
        return refuse_illegal(position, &list, &written, error);
    if (fitting.count > 1)
        return refuse_ambiguous(position, &fitting, &written, error);
    *ret_move = fitting.moves[0];
    return STATUS_OK;
}

bool move_squares_fit(const Rules *rules, MoveSquares squares) {
    return squares != MOVE_SQUARES_LETTERS || rules->width == TEXT_ALGEBRAIC_WIDTH;
}

/* Whether another capture has the same two ends. */
static bool shares_ends(const Position *position, Move move) {
    MoveList list;
    movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++) {
        Move other = list.moves[i];
        if (other.from == move.from && other.to == move.to && !move_equals(other, move))
            return true;
    }
    return false;
}

const char *move_text_write_as(const Position *position, Move move, MoveSquares squares, bool full,
                               char buffer[static MOVE_TEXT_SIZE]) {
    const Rules *rules = position->rules;
    const Geometry *geometry = rules_geometry(rules);
    bool letters =
        squares == MOVE_SQUARES_USUAL ? rules->algebraic : squares == MOVE_SQUARES_LETTERS;
    Route route = {.count = 2,
                   .squares = {(uint8_t)move_from_square(geometry, move),
                               (uint8_t)move_to_square(geometry, move)}};
    if (full || (move_is_capture(move) && shares_ends(position, move)))
        route_find(position, move, &route);
    TextWriter writer = text_writer_start(buffer, MOVE_TEXT_SIZE);
    for (int i = 0; i < route.count; i++) {
        if (i)
            text_append(&writer, "%c", move_is_capture(move) ? 'x' : '-');
        text_append_square_as(&writer, geometry, route.squares[i], letters);
    }
    return buffer;
}

const char *move_text_write(const Position *position, Move move,
                            char buffer[static MOVE_TEXT_SIZE]) {
    return move_text_write_as(position, move, MOVE_SQUARES_USUAL, false, buffer);
}

const char *move_text_write_full(const Position *position, Move move,
                                 char buffer[static MOVE_TEXT_SIZE]) {
    return move_text_write_as(position, move, MOVE_SQUARES_USUAL, true, buffer);
}

const char *move_text_write_hub(const Position *position, Move move,
                                char buffer[static MOVE_TEXT_SIZE]) {
    const Geometry *geometry = rules_geometry(position->rules);
    char sign = move_is_capture(move) ? 'x' : '-';
    TextWriter writer = text_writer_start(buffer, MOVE_TEXT_SIZE);
    text_append(&writer, "%d%c%d", move_from_square(geometry, move), sign,
                move_to_square(geometry, move));
    for (int square = 1; square <= geometry->square_count; square++)
        if (move_captured(move) & geometry_square_bit(geometry, square))
            text_append(&writer, "%c%d", sign, square);
    return buffer;
}
