/* SPDX-License-Identifier: MIT */
#include "book/verify.h"

#include "engine/notation/fen.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    FAULT_SIZE = FEN_SIZE + 160
};

typedef struct {
    const Book *book;
    BookSet set;
    void (*on_fault)(void *context, const char *text);
    void *context;
    int faults;
} Verifier;

static void report(Verifier *verifier, const char *position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void report(Verifier *verifier, const char *position, const char *format, ...) {
    char text[FAULT_SIZE];
    int used = snprintf(text, sizeof text, "%s: ", position);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    verifier->faults++;
    if (verifier->on_fault)
        verifier->on_fault(verifier->context, text);
}

static void check_backed(Verifier *verifier, const BookEntry *entry, const Position *position,
                         const char *fen) {
    MoveList list;
    if (!book_goes_forward(position, &list) || list.count == 0) {
        report(verifier, fen, "a score cannot be backed up here");
        return;
    }
    int best = -BOOK_SCORE_MAX;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        Board board = book_normalise(&next);
        const BookEntry *after = book_set_find(&verifier->set, &board);
        if (!after || after->evidence == BOOK_UNKNOWN) {
            report(verifier, fen, "backed up, but not all moves have a score");
            return;
        }
        int score = book_score_before(after->score);
        best = score > best ? score : best;
    }
    if (best != entry->score)
        report(verifier, fen, "its score is %d, that of its best move %d", entry->score, best);
}

static void check_entry(Verifier *verifier, int number) {
    const BookEntry *entry = &verifier->set.entries[number];
    Position position;
    Error reason;
    BookEntry found;
    char fen[FEN_SIZE];
    if (book_place(verifier->set.rules, &entry->board, &position, &reason) < 0) {
        snprintf(fen, sizeof fen, "position %d", number + 1);
        report(verifier, fen, "%s", reason.text);
        return;
    }
    fen_write(&position, NULL, fen);
    if (number > 0 && book_compare(&entry[-1].board, &entry->board) >= 0)
        report(verifier, fen, "out of order");
    if (book_find(verifier->book, &position, &found, NULL) != 1 ||
        book_compare(&found.board, &entry->board) != 0)
        report(verifier, fen, "a look-up does not find it");
    if (entry->evidence == BOOK_BACKED)
        check_backed(verifier, entry, &position, fen);
    else if (entry->evidence == BOOK_SEARCHED && !movegen_has_move(&position) &&
             entry->score != book_end_score(position.rules))
        report(verifier, fen, "without a move, but its score is %d", entry->score);
}

int book_verify(const Book *book, void (*on_fault)(void *context, const char *text), void *context,
                Error *error) {
    Verifier verifier = {.book = book, .on_fault = on_fault, .context = context};
    book_set_init(&verifier.set, book_get_rules(book));
    Status status = book_load(book, &verifier.set, error);
    for (int i = 0; i < book_set_count(&verifier.set) && status == STATUS_OK; i++)
        check_entry(&verifier, i);
    book_set_done(&verifier.set);
    return status < 0 ? (int)status : verifier.faults;
}
