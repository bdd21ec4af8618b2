/* SPDX-License-Identifier: MIT
 *
 * Private to protocol/session.c and its tests: a move from the book in the place of a search. */
#ifndef HUFF_PROTOCOL_SESSION_BOOK_H
#define HUFF_PROTOCOL_SESSION_BOOK_H

#include "book/moves.h"
#include "engine/search/search.h"
#include "protocol/options.h"

enum {
    BOOK_CHECK_NODES = 3000, /* of the search that looks at a book move, 1000-20000; custom */
    /* Centimen by which that search may think less of the move than the book does, 30-150. It sees
     * less far than the book did, so small differences mean nothing; a man lost by a shot that the
     * book did not see is more than this. */
    BOOK_CHECK_MARGIN = 60,
};

/* Answers with a move from the book if it has one that a search of BOOK_CHECK_NODES does not
 * refute: a move is dropped when that search finds it more than BOOK_CHECK_MARGIN worse than the
 * book says or, if the book has no score for it, than standing equal. Then the next one is drawn,
 * at most three in all. 1: answered, both events were called. 0: no answer, nothing was called.
 * STATUS_STATE when the search is busy, STATUS_NO_MEMORY. A book that turns out to be damaged gives
 * no answer. */
int session_book_answer(const Book *book, const Settings *settings, Rng *rng, Search *search,
                        GameRecord *record, const SearchEvents *events, Error *error);

#endif
