/* SPDX-License-Identifier: MIT */
#include "engine/notation/fen.h"
#include "engine/notation/text_internal.h"

/* "W:W", ":B" and the end; for each square "K50,"; ":H65535:F-2147483648" and ":+350+350" at the
 * very most. */
static_assert(3 + 2 + 1 + SQUARE_COUNT_MAX * 4 + 20 + 9 <= FEN_SIZE, "the longest FEN fits");
static_assert(1 + SQUARE_COUNT_MAX + 1 <= FEN_SIZE, "the longest Hub position fits");

typedef struct {
    Scanner scanner;
    const Rules *rules;
    const Geometry *geometry;
    Board board;
    Color turn;
    FenCounters counters;
    bool color_seen[COLOR_COUNT];
    bool quiet_plies_seen, move_number_seen, runs_seen;
    struct {
        int length, square;
    } runs[COLOR_COUNT]; /* of quiet moves by one king */
} FenReader;

/* "<due> is due, found 'x'". */
static Status fail_due(FenReader *reader, const char *due) {
    char name[SCANNER_NAME_SIZE];
    Scanner *scanner = &reader->scanner;
    scanner_name_next(scanner, name);
    return scanner_fail(scanner, scanner->offset, STATUS_SYNTAX, "%s is due, found %s", due, name);
}

static Status read_turn(FenReader *reader) {
    Scanner *scanner = &reader->scanner;
    scanner_peek(scanner);
    size_t offset = scanner->offset;
    if (scanner_accept(scanner, "?"))
        return scanner_fail(scanner, offset, STATUS_SYNTAX,
                            "the side to move is '?' (unknown); it must be W or B");
    if (scanner_accept(scanner, "W"))
        reader->turn = COLOR_WHITE;
    else if (scanner_accept(scanner, "B"))
        reader->turn = COLOR_BLACK;
    else
        return fail_due(reader, "the side to move, W or B,");
    int next = scanner_peek(scanner);
    return next == ':' || next == SCANNER_END ? STATUS_OK : fail_due(reader, "':' after the side");
}

/* A column letter and a row number, row 1 at the bottom. */
static Status read_algebraic_square(FenReader *reader, int *ret_square) {
    Scanner *scanner = &reader->scanner;
    const Geometry *geometry = reader->geometry;
    size_t offset = scanner->offset;
    int letter = scanner_peek(scanner) | 0x20;
    scanner->offset++;
    if (!scanner_is_digit(scanner_peek(scanner)))
        return fail_due(reader, "the row's number after the column's letter");
    int column = letter - 'a', row_number;
    if (!scanner_read_number(scanner, &row_number) || row_number < 1 ||
        row_number > geometry->height)
        return scanner_fail(scanner, offset, STATUS_RANGE,
                            "column %c has no such row; rows run from 1 to %d", letter,
                            geometry->height);
    int square = geometry_square_at(geometry, geometry->height - row_number, column);
    if (!square)
        return scanner_fail(scanner, offset, STATUS_RANGE,
                            "%c%d is a light square; pieces stand on dark ones, as %c1", letter,
                            row_number, geometry->mirrored ? 'b' : 'a');
    *ret_square = square;
    return STATUS_OK;
}

static Status read_square(FenReader *reader, int *ret_square) {
    Scanner *scanner = &reader->scanner;
    int count = reader->geometry->square_count;
    int next = scanner_peek(scanner);
    size_t offset = scanner->offset;
    bool algebraic = reader->geometry->width == TEXT_ALGEBRAIC_WIDTH;
    if (text_is_column(reader->geometry, next))
        return read_algebraic_square(reader, ret_square);
    if (!scanner_is_digit(next))
        return fail_due(reader, algebraic ? "a square (a number, or a letter a to h and a number)"
                                          : "a square's number");
    int square;
    if (!scanner_read_number(scanner, &square))
        return scanner_fail(scanner, offset, STATUS_RANGE,
                            "a number of more than %d digits; squares run from 1 to %d",
                            SCANNER_DIGITS_MAX, count);
    if (square < 1 || square > count)
        return scanner_fail(scanner, offset, STATUS_RANGE, "no square %d; squares run from 1 to %d",
                            square, count);
    *ret_square = square;
    return STATUS_OK;
}

static Status place(FenReader *reader, size_t offset, int first, int last, Bitboard *pieces) {
    for (int square = first; square <= last; square++) {
        Bitboard bit = geometry_square_bit(reader->geometry, square);
        if (board_occupied(&reader->board) & bit)
            return scanner_fail(&reader->scanner, offset, STATUS_ILLEGAL,
                                "square %d is given twice; it holds one piece at most", square);
        *pieces |= bit;
    }
    return STATUS_OK;
}

/* One square or range, `K` in front for kings. */
static Status read_item(FenReader *reader, Color color) {
    Scanner *scanner = &reader->scanner;
    scanner_peek(scanner);
    size_t offset = scanner->offset;
    bool kings = scanner_accept(scanner, "K"), last_kings = false;
    int first, last;
    Status status = read_square(reader, &first);
    if (status < 0)
        return status;
    last = first;
    if (scanner_accept(scanner, "-")) {
        last_kings = scanner_accept(scanner, "K");
        status = read_square(reader, &last);
        if (status < 0)
            return status;
    }
    if (last_kings && !kings)
        return scanner_fail(scanner, offset, STATUS_SYNTAX,
                            "range %d-K%d has a K at its end only; for kings write K%d-%d", first,
                            last, first, last);
    if (first > last)
        return scanner_fail(scanner, offset, STATUS_RANGE,
                            "range %d-%d runs backwards; write %d-%d", first, last, last, first);
    return place(reader, offset, first, last,
                 kings ? &reader->board.kings[color] : &reader->board.men[color]);
}

/* The squares of one colour, perhaps none. */
static Status read_list(FenReader *reader, Color color, size_t offset) {
    Scanner *scanner = &reader->scanner;
    if (reader->color_seen[color])
        return scanner_fail(scanner, offset, STATUS_ILLEGAL,
                            "%s is given twice; each colour has one list of squares",
                            text_color_name(color));
    reader->color_seen[color] = true;
    int next = scanner_peek(scanner);
    if (next == ':' || next == SCANNER_END)
        return STATUS_OK;
    do {
        Status status = read_item(reader, color);
        if (status < 0)
            return status;
    } while (scanner_accept(scanner, ","));
    return STATUS_OK;
}

static Status read_counter(FenReader *reader, size_t offset, char name, int min, int max,
                           bool *seen, int *ret_count) {
    Scanner *scanner = &reader->scanner;
    if (*seen)
        return scanner_fail(scanner, offset, STATUS_ILLEGAL, "the count %c is given twice", name);
    *seen = true;
    if (!scanner_is_digit(scanner_peek(scanner)))
        return fail_due(reader, "a number after the letter of a count");
    int count;
    if (!scanner_read_number(scanner, &count) || count < min || count > max)
        return scanner_fail(scanner, offset, STATUS_RANGE,
                            "the count %c is out of range; it runs from %d to %d", name, min, max);
    *ret_count = count;
    return STATUS_OK;
}

/* One of the two parts of a count of king moves: the number of moves, and unless that is 0 two
 * digits for the square. */
static Status read_run(FenReader *reader, Color color) {
    enum {
        SQUARES = 100 /* what two digits can tell apart */
    };
    Scanner *scanner = &reader->scanner;
    int number;
    if (!scanner_accept(scanner, "+") || !scanner_is_digit(scanner_peek(scanner)))
        return fail_due(reader, "'+' and a number for each colour, as :+148+0,");
    size_t offset = scanner->offset;
    if (!scanner_read_number(scanner, &number) || (number > 0 && number < SQUARES) ||
        number % SQUARES > reader->geometry->square_count || (number > 0 && number % SQUARES == 0))
        return scanner_fail(scanner, offset, STATUS_RANGE,
                            "moves in a row by one king are 0, or a digit and two digits for its "
                            "square, as 148");
    reader->runs[color].length = number / SQUARES;
    reader->runs[color].square = number % SQUARES;
    return STATUS_OK;
}

static Status read_runs(FenReader *reader, size_t offset) {
    if (reader->runs_seen)
        return scanner_fail(&reader->scanner, offset, STATUS_ILLEGAL,
                            "the count of king moves is given twice");
    reader->runs_seen = true;
    Status status = read_run(reader, COLOR_BLACK);
    return status < 0 ? status : read_run(reader, COLOR_WHITE);
}

static Status set_runs(const FenReader *reader, Position *position, Error *error) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        int length = reader->runs[color].length, square = reader->runs[color].square;
        if (length == 0)
            continue;
        Status status = position_set_run(position, (Color)color,
                                         reader->geometry->cell_of_square[square], length, error);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}

/* What follows a colon. */
static Status read_field(FenReader *reader) {
    Scanner *scanner = &reader->scanner;
    scanner_peek(scanner);
    size_t offset = scanner->offset;
    if (scanner_accept(scanner, "W"))
        return read_list(reader, COLOR_WHITE, offset);
    if (scanner_accept(scanner, "B"))
        return read_list(reader, COLOR_BLACK, offset);
    if (scanner_accept(scanner, "H"))
        return read_counter(reader, offset, 'H', 0, FEN_QUIET_PLIES_MAX, &reader->quiet_plies_seen,
                            &reader->counters.quiet_plies);
    if (scanner_accept(scanner, "F"))
        return read_counter(reader, offset, 'F', 1, FEN_MOVE_NUMBER_MAX, &reader->move_number_seen,
                            &reader->counters.move_number);
    if (reader->rules->king_run_limit && scanner_peek(scanner) == '+')
        return read_runs(reader, offset);
    return fail_due(reader, "a colour, W or B, or a count, H or F,");
}

/* Hides what may stand around a FEN: blanks, one pair of quotes, final full stops. */
static Status strip(Scanner *scanner) {
    scanner_skip_blanks(scanner);
    size_t start = scanner->offset;
    while (scanner->length > start && scanner_is_blank(scanner->text[scanner->length - 1]))
        scanner->length--;
    int quote = scanner_peek(scanner);
    if (quote == '"' || quote == '\'') {
        if (scanner->length < start + 2 || scanner->text[scanner->length - 1] != quote)
            return scanner_fail(scanner, start, STATUS_SYNTAX,
                                "the quote is not closed at the end of the text");
        scanner->offset++;
        scanner->length--;
    }
    while (scanner->length > scanner->offset) {
        char last = scanner->text[scanner->length - 1];
        if (last != '.' && !scanner_is_blank(last))
            break;
        scanner->length--;
    }
    return STATUS_OK;
}

/* Turn, then fields. */
static Status read_all(FenReader *reader) {
    Scanner *scanner = &reader->scanner;
    Status status = read_turn(reader);
    if (status < 0)
        return status;
    while (scanner_accept(scanner, ":") && scanner_peek(scanner) != SCANNER_END) {
        status = read_field(reader);
        if (status < 0)
            return status;
    }
    return scanner_peek(scanner) == SCANNER_END
               ? STATUS_OK
               : fail_due(reader, "',' before a further square, ':' before a colour, or the end");
}

Status fen_read(const Rules *rules, const char *text, size_t length, Position *ret_position,
                FenCounters *ret_counters, Error *error) {
    FenReader reader = {
        .scanner = {.text = text, .length = length, .spaced = true, .what = "FEN", .error = error},
        .rules = rules,
        .geometry = rules_geometry(rules),
        .counters = {.move_number = 1},
    };
    Position position;
    Status status = strip(&reader.scanner);
    if (status < 0)
        return status;
    if (scanner_accept(&reader.scanner, "start")) {
        if (scanner_peek(&reader.scanner) != SCANNER_END)
            return fail_due(&reader, "the end after \"start\"");
        position_init_start(&position, rules);
    } else {
        status = read_all(&reader);
        if (status == STATUS_OK)
            status = position_init_board(&position, rules, &reader.board, reader.turn, error);
        if (status == STATUS_OK)
            status = set_runs(&reader, &position, error);
        if (status < 0)
            return status;
        position.quiet_plies = (uint16_t)reader.counters.quiet_plies;
    }
    *ret_position = position;
    if (ret_counters)
        *ret_counters = reader.counters;
    return STATUS_OK;
}

static void write_color(TextWriter *writer, const Position *position, Color color) {
    const Geometry *geometry = rules_geometry(position->rules);
    const char *comma = "";
    text_append(writer, color == COLOR_WHITE ? ":W" : ":B");
    for (int square = 1; square <= geometry->square_count; square++) {
        Bitboard bit = geometry_square_bit(geometry, square);
        if (!(board_pieces(&position->board, color) & bit))
            continue;
        const char *king = position->board.kings[color] & bit ? "K" : "";
        text_append(writer, "%s%s%d", comma, king, square);
        comma = ",";
    }
}

static void write_run(TextWriter *writer, const Position *position, Color color) {
    KingRun run = position->runs[color];
    if (run)
        text_append(writer, "+%d%02d", king_run_length(run),
                    rules_geometry(position->rules)->square_of_cell[king_run_cell(run)]);
    else
        text_append(writer, "+0");
}

const char *fen_write(const Position *position, const FenCounters *counters,
                      char buffer[static FEN_SIZE]) {
    TextWriter writer = text_writer_start(buffer, FEN_SIZE);
    text_append(&writer, position->turn == COLOR_WHITE ? "W" : "B");
    write_color(&writer, position, COLOR_WHITE);
    write_color(&writer, position, COLOR_BLACK);
    if (counters)
        text_append(&writer, ":H%d:F%d", position->quiet_plies, counters->move_number);
    if (position->runs[COLOR_WHITE] | position->runs[COLOR_BLACK]) {
        text_append(&writer, ":");
        write_run(&writer, position, COLOR_BLACK);
        write_run(&writer, position, COLOR_WHITE);
    }
    return buffer;
}

/* False when the letter stands for nothing. */
static bool place_hub_letter(Board *board, Bitboard bit, char letter) {
    switch (letter) {
    case 'w':
        board->men[COLOR_WHITE] |= bit;
        return true;
    case 'b':
        board->men[COLOR_BLACK] |= bit;
        return true;
    case 'W':
        board->kings[COLOR_WHITE] |= bit;
        return true;
    case 'B':
        board->kings[COLOR_BLACK] |= bit;
        return true;
    default:
        return letter == 'e';
    }
}

Status fen_read_hub(const Rules *rules, const char *text, size_t length, bool lower_side,
                    Position *ret_position, Error *error) {
    const Geometry *geometry = rules_geometry(rules);
    Scanner scanner = {.text = text, .length = length, .what = "Hub position", .error = error};
    char name[SCANNER_NAME_SIZE];
    size_t due = (size_t)geometry->square_count + 1;
    if (length != due)
        return error_set(error, STATUS_SYNTAX,
                         "Hub position: %zu letters long, it must have %zu: the side to move and "
                         "one for each square",
                         length, due);
    const char *sides = lower_side ? "wb" : "WB";
    if (text[0] != sides[0] && text[0] != sides[1])
        return scanner_fail(&scanner, 0, STATUS_SYNTAX, "the side to move is %c or %c, found %s",
                            sides[0], sides[1], scanner_name_next(&scanner, name));
    Board board = {0};
    for (scanner.offset = 1; scanner.offset < length; scanner.offset++) {
        int square = (int)scanner.offset;
        if (!place_hub_letter(&board, geometry_square_bit(geometry, square), text[square]))
            return scanner_fail(&scanner, scanner.offset, STATUS_SYNTAX,
                                "square %d holds %s; it must be one of w b W B e", square,
                                scanner_name_next(&scanner, name));
    }
    Color turn = text[0] == sides[0] ? COLOR_WHITE : COLOR_BLACK;
    return position_init_board(ret_position, rules, &board, turn, error);
}

const char *fen_write_hub(const Position *position, bool lower_side, char buffer[static FEN_SIZE]) {
    const Geometry *geometry = rules_geometry(position->rules);
    buffer[0] = (lower_side ? "wb" : "WB")[position->turn];
    for (int square = 1; square <= geometry->square_count; square++)
        buffer[square] =
            text_piece_letter(&position->board, geometry_square_bit(geometry, square), 'e');
    buffer[geometry->square_count + 1] = '\0';
    return buffer;
}
