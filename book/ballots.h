/* SPDX-License-Identifier: MIT
 *
 * Ballots: the positions that games of a match start from, so that engines meet many openings, each
 * with both colours. They come from files or are built in under a name. */
#ifndef HUFF_BOOK_BALLOTS_H
#define HUFF_BOOK_BALLOTS_H

#include "engine/base/text_buffer.h"
#include "engine/board/position.h"

enum {
    BALLOT_NAME_SIZE = 64,      /* bytes with the NUL; printable, without tabs */
    BALLOTS_MAX = 1000000,      /* in one list */
    BALLOTS_FILE_MAX = 1 << 26, /* bytes of a file of ballots */
};

typedef struct {
    char name[BALLOT_NAME_SIZE]; /* "12" or what the file calls it: "9-13 21-17 5-9" */
    Position start;
} Ballot;

/* A zeroed list is an empty one. What the functions below that read return has no name twice: of
 * ballots called the same, those behind the first have their number in the list in front ("7: x").
 */
typedef struct {
    Ballot *ballots;
    int count, capacity;
} BallotList;

void ballots_done(BallotList *list);

/* Adds a ballot; the name is cut when too long, control characters in it become blanks.
 * STATUS_NO_MEMORY; STATUS_RANGE beyond BALLOTS_MAX. */
Status ballots_add(BallotList *list, const char *name, const Position *start, Error *error);

/* The name of the ballots that a match of this variant takes unless told otherwise. Constant. */
const char *ballots_get_default(const Rules *rules);

/* The ballots that are built in under `name` (NULL: the default), else those of the file `name`,
 * without those marked as lost. STATUS_UNKNOWN when there is neither: the message has the names.
 * STATUS_IO, STATUS_SYNTAX, STATUS_RANGE, STATUS_ILLEGAL, STATUS_AMBIGUOUS, STATUS_NO_MEMORY. The
 * list is to be released either way. */
Status ballots_open(const Rules *rules, const char *name, BallotList *ret_list, Error *error);

/* Adds a line for each ballot, "NAME <tab> FEN", as ballots_read reads them; a name's '#' at the
 * start, which would begin a comment, becomes "No. ". STATUS_NO_MEMORY. */
Status ballots_write(const BallotList *list, TextBuffer *buffer, Error *error);

/* ---- built in ---- */

typedef struct {
    const char *name;        /* "3-move" */
    const char *description; /* one line, constant */
    int count;
} BallotSet;

/* Set `index` (from 0, the default first) of those built in for the variant, which is made to be
 * counted: 1. 0: there are no more. STATUS_NO_MEMORY. */
int ballots_get_set(const Rules *rules, int index, BallotSet *ret_set, Error *error);

/* ---- files ---- */

/* Reads the bytes of a file of ballots; messages call it `file` and name the line. In a file whose
 * first line (blank ones and comments aside) begins with '[' the games are read as PDN: each gives
 * the position behind its last move, or its start position. Else each line gives one:
 *
 *     FEN                    in any form that fen_read takes
 *     FEN ; MOVES            the position behind the moves
 *     MOVES                  from the start position: "32-28 19-23", "1. 32-28 19-23"
 *     Hub position           "Wbbbb...", in letters of fen_read_hub
 *     NAME <tab> FEN         and any other table once a header has told its columns
 *
 * A header is a line of words parted by tabs, with or without '#' before it, among them `fen` or
 * `moves`. Other columns that count are the name (`name`, else `code`, `acf_no` or `number`) and
 * `status` or `deck`: rows that say `lost` or `barred` there are left out unless `lost_too`. When a
 * row has a FEN, that is the ballot and its moves are only a name. Elsewhere '#' begins a comment,
 * which ends with the line. STATUS_SYNTAX, STATUS_RANGE, STATUS_ILLEGAL (also: a game that is over
 * or drawn there, or of another variant), STATUS_AMBIGUOUS, STATUS_NO_MEMORY. A file without any
 * ballot is refused. The list is to be released either way. */
Status ballots_read(const Rules *rules, const char *file, const char *bytes, size_t length,
                    bool lost_too, BallotList *ret_list, Error *error);

/* Reads the file of that path so. Besides STATUS_IO, and STATUS_RANGE when it is longer than
 * BALLOTS_FILE_MAX. */
Status ballots_read_file(const Rules *rules, const char *path, bool lost_too, BallotList *ret_list,
                         Error *error);

#endif
