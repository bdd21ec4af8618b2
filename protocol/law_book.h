/* SPDX-License-Identifier: MIT
 *
 * The law books as data: what people do around the board. A row of the table is one book; its
 * clauses say in words what its fields say to the arbiter, each with the place it comes from.
 * Nothing asks for the name of a book; what differs between them is a field. */
#ifndef HUFF_PROTOCOL_LAW_BOOK_H
#define HUFF_PROTOCOL_LAW_BOOK_H

#include "engine/board/huff.h"
#include "protocol/game_clock.h"

/* What a clause is about. The word is part of the clause's name: "popular/touch". */
#define LAW_MATTERS(MATTER)                                                                        \
    MATTER(BOARD, "board")                                                                         \
    MATTER(FIRST, "first-move")                                                                    \
    MATTER(MOVE, "move")                                                                           \
    MATTER(RELEASE, "release")                                                                     \
    MATTER(TOUCH, "touch")                                                                         \
    MATTER(ANGLE, "angle")                                                                         \
    MATTER(CAPTURE, "capture")                                                                     \
    MATTER(SHOWN, "capture-shown")                                                                 \
    MATTER(OMITTED, "capture-not-made")                                                            \
    MATTER(HUFF, "huff")                                                                           \
    MATTER(PART, "part-of-capture")                                                                \
    MATTER(CROWNING, "crowning")                                                                   \
    MATTER(WRONG, "wrong-move")                                                                    \
    MATTER(OWN_MAN, "own-man-removed")                                                             \
    MATTER(TIME, "time")                                                                           \
    MATTER(COUNTING, "counted-ending")                                                             \
    MATTER(REPETITION, "repetition")                                                               \
    MATTER(QUIET, "quiet-moves")                                                                   \
    MATTER(SMALL, "small-endings")                                                                 \
    MATTER(END, "end")

#define LAW_MATTER_ID(id, word) MATTER_##id,
typedef enum {
    LAW_MATTERS(LAW_MATTER_ID) MATTER_COUNT,
} LawMatter;
#undef LAW_MATTER_ID

/* A clause; `text` NULL: the book has none on this matter. */
typedef struct {
    const char *article; /* where the book says it: an article, or the matter's line in it */
    const char *text;    /* one sentence, without a full stop */
} LawClause;

typedef enum {
    TOUCH_BINDS,    /* the piece has to be played if it can be; else nothing follows */
    TOUCH_FORFEITS, /* a piece that cannot be played, or another one played, loses the game */
} TouchLaw;

typedef enum {
    WRONG_CHOICE,  /* the adversary has it rectified or lets it stand */
    WRONG_DISPUTE, /* a named arbiter decides */
    WRONG_FORFEIT, /* it loses the game */
    WRONG_UNDO,    /* it is taken back at once */
} WrongLaw;

typedef enum {
    OWN_MAN_AS_WRONG, /* like any wrong move */
    OWN_MAN_GONE,     /* stays off, unless the adversary consents to put it back */
    OWN_MAN_CHOICE,   /* the adversary plays on or insists on its return */
} OwnManLaw;

typedef enum {
    DRAWS_NONE,  /* the book has no rule about repetition and moves without progress */
    DRAWS_CLAIM, /* the player to move has to claim */
    DRAWS_ALONE, /* the game is drawn at once */
} DrawLaw;

/* A balance in which notice may be given; `moves` 0 ends the list. */
typedef struct {
    bool kings_only;                /* nobody has men */
    int stronger_min, stronger_max; /* pieces of the stronger side */
    int weaker_max;                 /* of the other, always fewer than the stronger's */
    int moves;                      /* of the stronger side */
} LawCount;

enum {
    LAW_COUNTS_MAX = 3
};

typedef struct LawBook {
    const char *name, *title;
    VariantId variant;
    bool has_huff;
    HuffLaw huff;        /* with has_huff */
    bool intimation;     /* the adversary may say beforehand that a capture has to be made */
    bool colours_change; /* the players change men each game */
    TouchLaw touch;
    bool adjusting;   /* a piece may be put right when this is said first */
    bool angle;       /* a man that passed the angle of its square is bound to go on */
    bool crown_first; /* the adversary has to crown before he moves */
    WrongLaw wrong;
    OwnManLaw own_man;
    DrawLaw draws;
    ClockConfig clock;   /* without another arrangement */
    int64_t en_prise_ms; /* for a move when a capture can be made; 0: as for any */
    LawCount counts[LAW_COUNTS_MAX];
    bool counts_judged; /* the stronger side may show a decided advantage instead of a win */
    LawClause clauses[MATTER_COUNT];
} LawBook;

enum {
    LAW_BOOK_COUNT = 5
};

/* The book number `index`, 0..LAW_BOOK_COUNT - 1; the book of that name (letter case ignored), or
 * NULL; the names of all, separated by blanks. All constant. */
const LawBook *law_book_get(int index);
const LawBook *law_book_find(const char *name);
const char *law_book_list(void);

/* The word of a matter: "touch". */
const char *law_matter_word(LawMatter matter);

/* The row of `counts` that fits the board, and the side that is the stronger one; NULL if notice
 * cannot be given. */
const LawCount *law_book_find_count(const LawBook *book, const Board *board, Color *ret_stronger);

#endif
