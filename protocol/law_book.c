/* SPDX-License-Identifier: MIT */
#include "protocol/law_book.h"

#include <string.h>
#include <strings.h>

/* The old handbooks are quoted by the matter of their laws; of WCDF and FMJD by article or section.
 * "custom" marks what a book leaves open and this program settles. */
static const LawBook books[LAW_BOOK_COUNT] = {
    {
        .name = "fmjd",
        .title = "international draughts, FMJD rules",
        .variant = VARIANT_INTERNATIONAL,
        .adjusting = true,
        .touch = TOUCH_BINDS,
        .wrong = WRONG_CHOICE,
        .own_man = OWN_MAN_AS_WRONG,
        .draws = DRAWS_ALONE,
        .clauses =
            {
                [MATTER_BOARD] = {"FMJD 5.1", "a wrongly placed board annuls the game"},
                [MATTER_FIRST] = {"FMJD 2.7", "White begins"},
                [MATTER_MOVE] = {"FMJD 3.4-3.9",
                                 "a man goes one step forward, a king any distance"},
                [MATTER_RELEASE] = {"FMJD 3.4",
                                    "a move is finished when the hand leaves the piece"},
                [MATTER_TOUCH] = {"FMJD 3.10-3.11",
                                  "a touched piece that can be played has to be played"},
                [MATTER_CAPTURE] = {"FMJD 4.1-4.8",
                                    "capture is compulsory, of the most pieces, and one move"},
                [MATTER_SHOWN] = {"FMJD 4.4", "a capture has to be shown clearly and in order"},
                [MATTER_CROWNING] = {"FMJD 3.5-3.7, 4.8",
                                     "a man is crowned where its move ends on the last row"},
                [MATTER_WRONG] = {"FMJD 5.4", "the opponent chooses to have an irregularity "
                                              "rectified or to let it stand"},
                [MATTER_TIME] = {"FMJD 7", "who oversteps the time loses"},
                [MATTER_COUNTING] = {"FMJD 6.3", "three pieces against a lone king: drawn after 16 "
                                                 "moves each"},
                [MATTER_REPETITION] = {"FMJD 6.1", "the third occurrence of a position is a draw"},
                [MATTER_QUIET] = {"FMJD 6.2", "25 moves each by kings only, without capture, are "
                                              "a draw"},
                [MATTER_SMALL] =
                    {"FMJD 6.4", "two pieces or one against a lone king: drawn after 5 moves each"},
                [MATTER_END] = {"FMJD 7", "won when the opponent cannot move or resigns; drawn by "
                                          "agreement"},
            },
    },
    {
        .name = "popular",
        .title = "English draughts, 16 laws of an old popular handbook",
        .variant = VARIANT_ENGLISH,
        .has_huff = true,
        .huff = {.compel = true, .cut_short = true},
        .intimation = true,
        .colours_change = true,
        .touch = TOUCH_BINDS,
        .wrong = WRONG_CHOICE,
        .own_man = OWN_MAN_GONE,
        .draws = DRAWS_NONE,
        .clock = {.kind = CLOCK_MOVE, .time_ms = 5 * 60 * 1000},
        .en_prise_ms = 60 * 1000,
        .counts = {{.kings_only = true,
                    .stronger_min = 3,
                    .stronger_max = 32,
                    .weaker_max = 31,
                    .moves = 40},
                   {.kings_only = true,
                    .stronger_min = 2,
                    .stronger_max = 2,
                    .weaker_max = 1,
                    .moves = 20}},
        .clauses =
            {
                [MATTER_BOARD] = {"popular, board", "the double corner is at each player's right"},
                [MATTER_FIRST] = {"popular, first move",
                                  "colour by lot, Black moves first, the men "
                                  "change each game"},
                [MATTER_MOVE] = {"popular, move", "a man goes one step forward, a king one step "
                                                  "any way"},
                [MATTER_TOUCH] = {"popular, touch",
                                  "a touched man has to be moved if it legally can"},
                [MATTER_CAPTURE] = {"popular, capture", "a man takes forward, a king any way"},
                [MATTER_OMITTED] = {"popular, a capture not made",
                                    "it has to be made if the adversary says so; else it may be "
                                    "huffed or let stand; who is told to take cannot stand the "
                                    "huff"},
                [MATTER_HUFF] = {"popular, the huff",
                                 "the piece that should have taken is removed; "
                                 "it is no move"},
                [MATTER_PART] = {"popular, part of a capture",
                                 "a piece that took fewer than it could may be huffed when the "
                                 "move is over"},
                [MATTER_CROWNING] = {"popular, crowning", "crowning ends the move"},
                [MATTER_WRONG] = {"popular, wrong move", "rectified, or the game resigned; the "
                                                         "adversary may let it stand"},
                [MATTER_OWN_MAN] = {"popular, own man removed",
                                    "it is not replaced unless the adversary consents"},
                [MATTER_TIME] = {"popular, time", "five minutes for a move, one when a piece is en "
                                                  "prise, then the game is lost"},
                [MATTER_COUNTING] =
                    {"popular, counted endings",
                     "on notice: forty moves with three or more kings against fewer, "
                     "twenty with two against one"},
                [MATTER_END] = {"custom", "won when the adversary cannot move or resigns; drawn by "
                                          "agreement"},
            },
    },
    {
        .name = "enquire",
        .title = "English draughts, laws i-viii of a household handbook",
        .variant = VARIANT_ENGLISH,
        .has_huff = true,
        .huff = {.compel = true},
        .colours_change = true,
        .touch = TOUCH_BINDS,
        .adjusting = true,
        .angle = true,
        .wrong = WRONG_DISPUTE,
        .own_man = OWN_MAN_AS_WRONG,
        .draws = DRAWS_NONE,
        .clock = {.kind = CLOCK_MOVE, .time_ms = 10 * 60 * 1000},
        .clauses =
            {
                [MATTER_BOARD] = {"enquire, board", "the double corner is at each player's right"},
                [MATTER_FIRST] = {"enquire, first move", "first by chance or agreement, then in "
                                                         "turn; generally Black first"},
                [MATTER_MOVE] = {"enquire, move", "a man goes one step forward, a king one step "
                                                  "any way"},
                [MATTER_TOUCH] = {"enquire, touch",
                                  "a touched man has to be moved if it legally can; adjusting is "
                                  "allowed"},
                [MATTER_ANGLE] = {"enquire, touch",
                                  "a man past the angle of a square has to go to that square"},
                [MATTER_CAPTURE] = {"enquire, capture", "a man takes forward, a king any way"},
                [MATTER_OMITTED] = {"enquire, a capture not made",
                                    "the adversary may let him stand the huff or compel the "
                                    "capture"},
                [MATTER_HUFF] = {"enquire, the huff",
                                 "the piece that should have taken is removed: "
                                 "huff and move"},
                [MATTER_PART] = {"enquire, part of a capture",
                                 "all that the same series can take has to be taken"},
                [MATTER_CROWNING] = {"enquire, crowning",
                                     "the new king stays until the other side has moved"},
                [MATTER_WRONG] = {"enquire, wrong move", "a dispute goes to a named arbiter"},
                [MATTER_TIME] = {"enquire, time", "ten minutes for a move, then the game is lost"},
                [MATTER_END] = {"custom", "won when the adversary cannot move or resigns; drawn by "
                                          "agreement"},
            },
    },
    {
        .name = "anderson",
        .title = "English draughts, laws 11-20 of the old match code",
        .variant = VARIANT_ENGLISH,
        .has_huff = true,
        .huff = {.compel = true, .cut_short = true},
        .colours_change = true,
        .touch = TOUCH_FORFEITS,
        .angle = true,
        .crown_first = true,
        .wrong = WRONG_FORFEIT,
        .own_man = OWN_MAN_CHOICE,
        .draws = DRAWS_NONE,
        .counts = {{.stronger_min = 1, .stronger_max = 32, .weaker_max = 32, .moves = 40}},
        .counts_judged = true,
        .clauses =
            {
                [MATTER_BOARD] = {"anderson, board", "the double corner is at each player's right"},
                [MATTER_FIRST] = {"anderson, first move", "colour by lot, Black moves first, the "
                                                          "men change each game"},
                [MATTER_MOVE] = {"anderson, move", "a man goes one step forward, a king one step "
                                                   "any way"},
                [MATTER_RELEASE] = {"anderson, part of a capture",
                                    "a capture is complete when the hand leaves the piece"},
                [MATTER_TOUCH] = {"anderson, touch",
                                  "a touched piece has to be played or the game is forfeited, also "
                                  "when it cannot be played"},
                [MATTER_ANGLE] = {"anderson, touch",
                                  "past the angle, the move has to be completed in that direction"},
                [MATTER_CAPTURE] = {"anderson, capture", "a man takes forward, a king any way"},
                [MATTER_OMITTED] = {"anderson, a capture not made",
                                    "the adversary may huff, compel the capture, or let it stand"},
                [MATTER_HUFF] = {"anderson, the huff",
                                 "the piece that should have taken is removed: the blow is never a "
                                 "play"},
                [MATTER_PART] = {"anderson, part of a capture",
                                 "a piece that took fewer than it could may be huffed"},
                [MATTER_CROWNING] = {"anderson, crowning",
                                     "the adversary crowns before he moves; the king moves from "
                                     "the next play on"},
                [MATTER_WRONG] = {"anderson, wrong move", "a wrong move forfeits the game"},
                [MATTER_OWN_MAN] = {"anderson, own man removed",
                                    "the adversary may play on or insist that it is put back"},
                [MATTER_TIME] = {"custom", "a clock is by agreement; who oversteps it loses"},
                [MATTER_COUNTING] =
                    {"anderson, counted endings",
                     "on notice: the stronger side shows a win or a decided advantage "
                     "within forty of its moves, else drawn"},
                [MATTER_END] = {"custom", "won when the adversary cannot move or resigns; drawn by "
                                          "agreement"},
            },
    },
    {
        .name = "modern-english",
        .title = "English draughts, WCDF rules",
        .variant = VARIANT_ENGLISH,
        .colours_change = true,
        .adjusting = true,
        .touch = TOUCH_BINDS,
        .wrong = WRONG_UNDO,
        .own_man = OWN_MAN_AS_WRONG,
        .draws = DRAWS_CLAIM,
        .clauses =
            {
                [MATTER_BOARD] = {"WCDF 1", "the double corner is at each player's right"},
                [MATTER_FIRST] = {"WCDF 1", "Black moves first, the men change each game"},
                [MATTER_MOVE] = {"WCDF 1", "a man goes one step forward, a king one step any way"},
                [MATTER_TOUCH] = {"custom", "a touched piece that can be played has to be played"},
                [MATTER_CAPTURE] = {"WCDF 1", "capture is compulsory, to its end, of free choice; "
                                              "there is no huff"},
                [MATTER_CROWNING] = {"WCDF 1", "crowning ends the move"},
                [MATTER_WRONG] = {"custom", "a wrong move is taken back"},
                [MATTER_TIME] = {"custom", "who oversteps the time loses"},
                [MATTER_REPETITION] = {"WCDF draws", "the third occurrence of a position is a draw "
                                                     "when claimed"},
                [MATTER_QUIET] = {"WCDF draws", "40 moves each without a man's move or a capture "
                                                "are a draw when claimed"},
                [MATTER_END] = {"WCDF 1", "won when the opponent cannot move or resigns; drawn by "
                                          "agreement"},
            },
    },
};

const LawBook *law_book_get(int index) {
    return &books[index];
}

const LawBook *law_book_find(const char *name) {
    for (int i = 0; i < LAW_BOOK_COUNT; i++)
        if (!strcasecmp(name, books[i].name))
            return &books[i];
    return NULL;
}

const char *law_book_list(void) {
    return "fmjd popular enquire anderson modern-english";
}

const char *law_matter_word(LawMatter matter) {
#define LAW_MATTER_WORD(id, word) word,
    static const char *const words[] = {LAW_MATTERS(LAW_MATTER_WORD)};
#undef LAW_MATTER_WORD
    return words[matter];
}

/* Pieces first, then kings. */
static int force_of(const Board *board, Color color) {
    return 64 * bits_count(board_pieces(board, color)) + bits_count(board->kings[color]);
}

const LawCount *law_book_find_count(const LawBook *book, const Board *board, Color *ret_stronger) {
    int white = force_of(board, COLOR_WHITE), black = force_of(board, COLOR_BLACK);
    Color stronger = white > black ? COLOR_WHITE : COLOR_BLACK;
    int strong = bits_count(board_pieces(board, stronger));
    int weak = bits_count(board_pieces(board, color_other(stronger)));
    bool men = board->men[COLOR_WHITE] || board->men[COLOR_BLACK];
    if (white == black)
        return NULL;
    for (int i = 0; i < LAW_COUNTS_MAX && book->counts[i].moves; i++) {
        const LawCount *count = &book->counts[i];
        if (count->kings_only && (men || weak >= strong))
            continue;
        if (strong < count->stronger_min || strong > count->stronger_max ||
            weak > count->weaker_max)
            continue;
        *ret_stronger = stronger;
        return count;
    }
    return NULL;
}
