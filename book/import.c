/* SPDX-License-Identifier: MIT */
#include "book/import.h"

void book_import_init(BookImport *import, const Rules *rules, const BookImportPlan *plan) {
    *import = (BookImport){.plan = plan};
    book_set_init(&import->seen, rules);
}

void book_import_done(BookImport *import) {
    book_set_done(&import->seen);
}

/* Whether the position at `ply` stood on the board before. Only kings can bring one back. */
static bool is_repeated(const GameRecord *record, int ply) {
    const Position *position = &record->entries[ply].position;
    for (int i = 1; i <= position->quiet_plies && i <= ply; i++)
        if (position_same_placement(&record->entries[ply - i].position, position))
            return true;
    return false;
}

static BookCounts count_result(Outcome outcome, Color turn) {
    Outcome won = turn == COLOR_WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
    return (BookCounts){.wins = outcome == won,
                        .draws = outcome == OUTCOME_DRAW,
                        .losses = outcome != won && outcome != OUTCOME_DRAW};
}

static Status take_game(BookImport *import, const GameRecord *record, Outcome outcome,
                        Error *error) {
    Status status = STATUS_OK;
    int plies = record_plies(record);
    for (int ply = 0; ply <= plies && ply <= import->plan->plies_max && status == STATUS_OK;
         ply++) {
        const Position *position = &record->entries[ply].position;
        if (is_repeated(record, ply))
            continue;
        BookEntry entry = {
            .board = book_normalise(position),
            .counts = count_result(outcome, (Color)position->turn),
        };
        status = book_set_merge(&import->seen, &entry, error);
    }
    return status;
}

Status book_import_games(BookImport *import, PdnSource source, Error *error) {
    PdnReadOptions options = {.rules = import->seen.rules};
    PdnReader *reader = pdn_reader_new(source, &options, error);
    if (!reader)
        return STATUS_NO_MEMORY;
    const PdnGame *game;
    int status;
    while ((status = pdn_reader_next(reader, &game, error)) > 0) {
        if (!game->playable || game->rules != import->seen.rules) {
            import->report.foreign++;
        } else if (game->outcome == OUTCOME_NONE) {
            import->report.open++;
        } else {
            import->report.games++;
            status = take_game(import, &game->record, game->outcome, error);
            if (status < 0)
                break;
        }
    }
    pdn_reader_free(reader);
    return (Status)status;
}

Status book_import_finish(BookImport *import, BookSet *set, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < book_set_count(&import->seen) && status == STATUS_OK; i++) {
        const BookEntry *entry = &import->seen.entries[i];
        if (book_count_games(&entry->counts) < import->plan->games_min)
            continue;
        status = book_set_merge(set, entry, error);
        import->report.positions++;
    }
    return status;
}
