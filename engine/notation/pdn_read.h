/* SPDX-License-Identifier: MIT
 *
 * PDN files, read one game at a time in memory that does not depend on the length of the file.
 * Reading is tolerant: whatever the bytes are, games come out, and what was odd about them is told
 * in findings. Moves are checked against the rules as they are read.
 *
 *     PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, &error);
 *     while ((status = pdn_reader_next(reader, &game, &error)) > 0)
 *         ... game->record, game->outcome, game->findings ...
 *     pdn_reader_free(reader); */
#ifndef HUFF_ENGINE_NOTATION_PDN_READ_H
#define HUFF_ENGINE_NOTATION_PDN_READ_H

#include "engine/board/record.h"

#include <stdio.h>

/* ---- where the bytes come from ---- */

/* Puts up to `size` (at least 1) bytes into `buffer` and returns how many, 0 at the end of the
 * input, or a negative Status with the reason in `error`. Called by the thread that reads games. */
typedef ptrdiff_t PdnReadFunction(void *context, char *buffer, size_t size, Error *error);

typedef struct {
    PdnReadFunction *read;
    void *context; /* for `read`; belongs to the caller and must outlive the reader */
} PdnSource;

/* Bytes in memory that a source is made of; they must outlive the reader. */
typedef struct {
    const char *bytes;
    size_t length;
    size_t offset; /* of the next byte to be read; 0 at first */
} PdnMemory;

/* The rest of an open file; it stays open. A failed read gives STATUS_IO. */
PdnSource pdn_source_file(FILE *file);
PdnSource pdn_source_memory(PdnMemory *memory);

/* ---- what a game consists of ---- */

/* What is kept of one game; each cut is told by a finding PDN_FINDING_CUT. */
enum {
    PDN_PLIES_MAX = 200000, /* moves, those in variations included */
    PDN_COMMENTS_MAX = 200000,
    PDN_TAGS_MAX = 1000,
    PDN_FINDINGS_MAX = 1000,     /* further ones only count in findings_left_out */
    PDN_NAGS_MAX = 6,            /* at one move */
    PDN_DEPTH_MAX = 1000,        /* of variations; what lies deeper is skipped */
    PDN_TAG_NAME_MAX = 255,      /* bytes */
    PDN_VALUE_MAX = 1 << 20,     /* bytes of one tag's value or one comment */
    PDN_GAME_TEXT_MAX = 1 << 25, /* bytes of all texts together */
};

typedef enum {
    PDN_SEVERITY_NOTE,    /* unusual, but there is no doubt about what is meant */
    PDN_SEVERITY_WARNING, /* something was left out or guessed */
    PDN_SEVERITY_ERROR,   /* moves could not be read or contradict the rules */
} PdnSeverity;

typedef enum {
    PDN_FINDING_ILLEGAL,         /* a move that is not legal where it stands */
    PDN_FINDING_AMBIGUOUS,       /* a move's text fits several moves */
    PDN_FINDING_NOT_A_MOVE,      /* like a move, but no such square or form; "--" */
    PDN_FINDING_VARIANT,         /* a GameType that no variant here has */
    PDN_FINDING_GAME_TYPE,       /* a GameType with another board or beginner than its variant */
    PDN_FINDING_FEN,             /* the start position cannot be read */
    PDN_FINDING_PIECES,          /* more pieces at the start than a side of that game has */
    PDN_FINDING_SETUP,           /* a set-up within the moves (/FEN "..."/), not supported */
    PDN_FINDING_RESULT_MISSING,  /* neither a result behind the moves nor a tag */
    PDN_FINDING_RESULT_DIFFERS,  /* tag and moves name different results */
    PDN_FINDING_RESULT_POSITION, /* the last position is decided, and otherwise */
    PDN_FINDING_RESULT_LAW,      /* the last position is drawn by the law; the result is no draw */
    PDN_FINDING_RESULT_OPEN,     /* the game is over by the law, and the result does not say so */
    PDN_FINDING_RESULT_GLUED,    /* no blank between the last move and the result */
    PDN_FINDING_RESULT_END,      /* no result behind the moves, only in the tag */
    PDN_FINDING_AFTER_END,       /* moves behind a position that ends the game by the law */
    PDN_FINDING_RESULT_UNKNOWN,  /* a form that says nothing here ("4-6") */
    PDN_FINDING_RESULT_FORM,     /* an unusual form ("1/2", "2-0F") or a second result */
    PDN_FINDING_TAG,             /* a tag that is not [Name "value"] */
    PDN_FINDING_TAG_TWICE,       /* the same name again; both are kept */
    PDN_FINDING_TAG_TRAILING,    /* a tag behind the moves, in their last line */
    PDN_FINDING_TAG_SPLIT,       /* a tag's value goes over several lines */
    PDN_FINDING_TAG_NAME,        /* a name that does not begin with a capital, or has a hyphen */
    PDN_FINDING_TAG_VALUE,       /* a date that is none, a PlyCount that is another */
    PDN_FINDING_COMMENT_OPEN,    /* a comment that is not closed before the file ends */
    PDN_FINDING_BRACE,           /* a brace inside a comment, or one that closes nothing */
    PDN_FINDING_VARIATION,       /* a bracket that closes nothing or is not closed, or stands
                                    where there is no move to be replaced */
    PDN_FINDING_NAG,             /* a `$` without a number from 0 to 255, or a glyph before
                                    any move */
    PDN_FINDING_NUMBER,          /* a move number without a full stop, a stray full stop */
    PDN_FINDING_NUMBER_DIFFERS,  /* a move number that does not go on with those before */
    PDN_FINDING_WORD,            /* text that is nothing PDN knows ("time") */
    PDN_FINDING_FORCED,          /* a `*` that marks a forced move and ends no game */
    PDN_FINDING_CLOCK,           /* a clock command in a comment that cannot be read */
    PDN_FINDING_ENCODING,        /* bytes that are not UTF-8 (taken for Latin-1) or zero */
    PDN_FINDING_CUT,             /* something exceeds a limit above */
    PDN_FINDING_KIND_COUNT,
} PdnFindingKind;

/* All texts are UTF-8 and end with a zero byte: bytes that are no UTF-8 are taken for Latin-1 and
 * converted, zero bytes become blanks, line ends stay. */

typedef struct {
    PdnFindingKind kind;
    PdnSeverity severity;
    uint64_t offset;     /* in the input, bytes from 0 */
    uint64_t line;       /* from 1 */
    int ply;             /* index into `plies` of the move concerned, or -1 */
    const char *text;    /* the piece of input concerned as it stands there, perhaps cut; or "" */
    const char *message; /* one line: what is wrong and what would be right */
    /* ILLEGAL: all legal moves; AMBIGUOUS: those with the same ends; in shortest form with blanks
     * between. Else "". */
    const char *candidates;
} PdnFinding;

typedef struct {
    const char *name, *value; /* without the quotes and escapes */
    uint64_t offset, line;    /* of its `[` */
} PdnTag;

typedef struct {
    /* What is between the braces, or behind `;` up to the line's end; also what stood among the
     * moves without either and was nothing else (PDN_FINDING_WORD, ..._TAG, ..._NAG, ..._SETUP). */
    const char *text;
    uint64_t offset, line;
    int ply;     /* the move it belongs to: an index into `plies`, -1 for the game as a whole */
    bool before; /* stands before that move (at the start of a variation), else behind it */
    int next;    /* the next comment of the same move, an index into `comments`; -1: none */
} PdnComment;

enum {
    PDN_CLOCK_NONE = -1
};

/* A move of the main line or a variation. `plies` holds them in the order of the file, so a parent
 * comes before its children, and the first child of a move is the one that goes on with its line.
 * A variation begins with a move whose `depth` is greater than its parent's or whose parent has a
 * child already; it replaces the move before it that has the same parent. */
typedef struct {
    int parent;  /* index of the move before it, -1 at the start position */
    int number;  /* plies from the start, from 1 */
    int depth;   /* 0 in the main line, else variations around it */
    bool begins; /* the first move of a variation */
    bool legal;  /* understood and legal, as are all before it; else `move` and `position` say
                    nothing, and only `text` is there */
    Color mover; /* when not legal: by turns from the start */
    Move move;
    Position position; /* after the move */
    const char *text;  /* as written */
    uint64_t offset, line;
    uint32_t length; /* bytes of the move in the input */
    uint8_t nag_count;
    uint8_t nags[PDN_NAGS_MAX];      /* `!` 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6, forced 7 */
    int first_comment, last_comment; /* indexes into `comments`, -1: none */
    /* Milliseconds left on each side's clock after the move, and spent on it, as the comments say
     * ([%clk], [%clock], [%emt], [%egt]); PDN_CLOCK_NONE where nothing is said. [%clk] is the
     * mover's. */
    int64_t clock[COLOR_COUNT];
    int64_t spent, spent_total;
} PdnPly;

typedef enum {
    PDN_RESULT_NONE, /* nothing is said */
    PDN_RESULT_OPEN, /* `*`, or a tag "?" */
    PDN_RESULT_WHITE_WINS,
    PDN_RESULT_DRAW,
    PDN_RESULT_BLACK_WINS,
    PDN_RESULT_BOTH_LOSE, /* 0-0 */
    PDN_RESULT_OTHER,     /* a text that has no meaning here */
} PdnResult;

typedef struct {
    uint64_t index;        /* of the game in the input, from 1 */
    uint64_t offset, line; /* of its first byte that is not blank */
    uint64_t end_offset;   /* behind its last */
    const PdnTag *tags;    /* in order, unknown names too */
    int tag_count;
    const Rules *rules; /* by the tag GameType, else the options' default; NULL: unknown */
    /* The main line as far as it is legal: all of it, or up to the first finding of a move. Not to
     * be used unless `playable`: rules and start position are known. */
    bool playable;
    GameRecord record;
    const PdnPly *plies;
    int ply_count;
    int main_count; /* plies of depth 0; record_plies(&record) of them, the first ones, are legal */
    const PdnComment *comments; /* in the order of the file */
    int comment_count;
    int first_comment; /* of the game as a whole, -1: none */
    PdnResult result;
    /* As written: behind the moves if a result stands there and is not `*`, else the tag's, else
     * `*` if that stands behind the moves; NULL when nothing is said. */
    const char *result_text;
    Outcome outcome; /* the same for whoever counts points: OUTCOME_NONE unless won or drawn */
    const PdnFinding *findings; /* in the order in which they were found */
    int finding_count;
    int findings_left_out;
} PdnGame;

/* ---- reading ---- */

typedef struct {
    const Rules *rules; /* of games without a GameType; never NULL */
    /* Also look for what does not hinder reading: results against the law and glued ones, moves
     * behind the end, numbers out of order, a game's pieces, tags' names and values. */
    bool check;
} PdnReadOptions;

typedef struct PdnReader PdnReader;

/* A reader at the start of the input. NULL when out of memory. One thread at a time may use it. */
PdnReader *pdn_reader_new(PdnSource source, const PdnReadOptions *options, Error *error);
void pdn_reader_free(PdnReader *reader);

/* Reads the next game. 1: there is one, `**ret_game` belongs to the reader and is valid until the
 * next call. 0: the input is at its end; `**ret_game` then is no game but holds the comments and
 * findings of what stands behind the last one (its index is one more than the number of games).
 * A game begins with a tag, a move or a result and ends with a result (and the rest of its line if
 * comments or tags are there), before a tag that follows moves, before a second Event tag, or with
 * the input. STATUS_NO_MEMORY, or what the source returned: the reader is then of no further use
 * and returns the same again. */
int pdn_reader_next(PdnReader *reader, const PdnGame **ret_game, Error *error);

/* The first value of a tag (letter case of the name counts), or NULL. Any thread. */
const char *pdn_game_get_tag(const PdnGame *game, const char *name);

/* Fixed English names: "illegal", "result_differs", ...; "note", "warning", "error". For scripts,
 * so they do not change. Never NULL. */
const char *pdn_finding_kind_name(PdnFindingKind kind);
const char *pdn_severity_name(PdnSeverity severity);

#endif
