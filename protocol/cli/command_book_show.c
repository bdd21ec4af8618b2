/* SPDX-License-Identifier: MIT
 *
 * `huff book show` and `huff book stats`: what a book says of a position, and what is in it. */
#include "book/moves.h"
#include "book/text.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/cli/command_book_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_MOVES_MAX = 60 /* of a line that is shown */
};

/* ---- show ---- */

typedef struct {
    Settings settings;
    bool json;
    Book *book;
    const Position *position;
} ShowCommand;

static void print_line(const ShowCommand *command, const BookMove *move) {
    Move line[LINE_MOVES_MAX];
    Position current = *command->position, next;
    int length = book_find_line(command->book, command->position, move->move, line, LINE_MOVES_MAX);
    for (int i = 0; i < length; i++) {
        char text[MOVE_TEXT_SIZE];
        if (command->json)
            printf("%s\"%s\"", i ? "," : "", move_text_write_hub(&current, line[i], text));
        else
            printf(" %s", move_text_write(&current, line[i], text));
        position_make(&current, line[i], &next);
        current = next;
    }
}

static void print_move(const ShowCommand *command, const BookMove *move) {
    char text[MOVE_TEXT_SIZE], score[32] = "-";
    if (move->has_score)
        snprintf(score, sizeof score, "%+.2f", move->score / 100.0);
    printf("%-12s %8s %-9s %5d %7u %7u %7u ", move_text_write(command->position, move->move, text),
           score, book_text_evidence(move->entry.evidence), move->entry.depth,
           (unsigned)move->counts.wins, (unsigned)move->counts.draws,
           (unsigned)move->counts.losses);
    print_line(command, move);
    printf("\n");
}

static void print_json_facts(bool has_score, int score, const BookEntry *entry,
                             const BookCounts *counts) {
    printf("\"evidence\":\"%s\",", book_text_evidence(entry->evidence));
    if (has_score)
        printf("\"score\":%.2f,\"depth\":%d,", score / 100.0, entry->depth);
    printf("\"games\":%u,\"win\":%u,\"draw\":%u,\"loss\":%u", (unsigned)book_count_games(counts),
           (unsigned)counts->wins, (unsigned)counts->draws, (unsigned)counts->losses);
}

static void print_json(const ShowCommand *command, const BookMoves *moves) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    printf("{\"variant\":\"%s\",\"fen\":\"%s\",\"known\":%s,", command->settings.rules->name,
           fen_write(command->position, NULL, fen), moves->known ? "true" : "false");
    if (moves->known) {
        print_json_facts(moves->entry.evidence != BOOK_UNKNOWN, moves->entry.score, &moves->entry,
                         &moves->entry.counts);
        printf(",");
    }
    printf("\"moves\":[");
    const char *separator = "";
    for (int i = 0; i < moves->count; i++) {
        const BookMove *move = &moves->moves[i];
        if (!move->known)
            continue;
        printf("%s{\"move\":\"%s\",", separator,
               move_text_write_hub(command->position, move->move, text));
        print_json_facts(move->has_score, move->score, &move->entry, &move->counts);
        printf(",\"line\":[");
        print_line(command, move);
        printf("]}");
        separator = ",";
    }
    printf("]}\n");
}

static void print_position(const BookEntry *entry) {
    printf("%s", book_text_evidence(entry->evidence));
    if (entry->evidence != BOOK_UNKNOWN)
        printf(": %+.2f, depth %d", entry->score / 100.0, entry->depth);
    printf(", %u games\n", (unsigned)book_count_games(&entry->counts));
}

static void print_moves(const ShowCommand *command, const BookMoves *moves) {
    if (moves->known)
        print_position(&moves->entry);
    else
        printf("not in the book\n");
    bool header = false;
    for (int i = 0; i < moves->count; i++) {
        if (!moves->moves[i].known)
            continue;
        if (!header)
            printf("%-12s %8s %-9s %5s %7s %7s %7s  %s\n", "move", "score", "evidence", "depth",
                   "won", "drawn", "lost", "line");
        header = true;
        print_move(command, &moves->moves[i]);
    }
}

static Status show_position(ShowCommand *command, Error *error) {
    BookMoves *moves = malloc(sizeof *moves);
    if (!moves)
        return error_set(error, STATUS_NO_MEMORY, "out of memory");
    Status status = book_list_moves(command->book, command->position, moves, error);
    if (status == STATUS_OK)
        (command->json ? print_json : print_moves)(command, moves);
    free(moves);
    return status;
}

static Status show(ShowCommand *command, const Operands *operands, Error *error) {
    const Rules *rules = command->settings.rules;
    GameRecord record;
    Position start;
    position_init_start(&start, rules);
    Status status = record_init(&record, &start, error);
    if (status < 0)
        return status;
    status = command_read_position(rules, operands->words, operands->count, &record, error);
    if (status == STATUS_OK)
        status = book_open_named(command->settings.book_file, rules, &command->book, error);
    if (status == STATUS_OK) {
        command->position = record_current(&record);
        status = show_position(command, error);
        book_close(command->book);
    }
    record_done(&record);
    return status;
}

int book_run_show(int argc, char **argv) {
    ShowCommand command = {.settings = settings_default()};
    const ArgumentSpec options[] = {
        {"json", ARGUMENT_FLAG, &command.json, 0, 0, NULL, NULL, "one line of JSON"},
    };
    ArgumentTable table = {
        "book show [OPTION ...] [FEN|start] [MOVE ...]",
        "Shows the moves of a position that the book knows, the best first: score in men for the\n"
        "side to move, where it comes from (a search to a depth, or all moves backed up), results\n"
        "of games for the side to move, and the play the book expects. Default: the program's own\n"
        "book and the start position.\n",
        options, sizeof options / sizeof *options, &command.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book show", &table, argc, argv, &operands, &exit_status) &&
        show(&command, &operands, &error) < 0)
        exit_status = command_fail("book show", EXIT_STATUS_FAILED, &error);
    free(operands.words);
    return exit_status;
}

/* ---- stats ---- */

typedef struct {
    int of_evidence[BOOK_EVIDENCE_COUNT];
    int with_games;
    int depth_min, depth_max; /* of searches */
    double depth_sum;
    int searches;
    int line_length; /* of the best line from the start */
    bool has_start;
    int start_score;
} Stats;

static void count_entry(Stats *stats, const BookEntry *entry) {
    stats->of_evidence[entry->evidence]++;
    stats->with_games += book_count_games(&entry->counts) > 0;
    if (entry->depth == 0)
        return;
    if (stats->searches == 0 || entry->depth < stats->depth_min)
        stats->depth_min = entry->depth;
    if (entry->depth > stats->depth_max)
        stats->depth_max = entry->depth;
    stats->depth_sum += entry->depth;
    stats->searches++;
}

static Status follow_best_line(const Book *book, Stats *stats, Error *error) {
    BookMoves *moves = malloc(sizeof *moves);
    Position start;
    Move line[BOOK_DEPTH_MAX];
    if (!moves)
        return error_set(error, STATUS_NO_MEMORY, "out of memory");
    position_init_start(&start, book_get_rules(book));
    Status status = book_list_moves(book, &start, moves, error);
    stats->has_start = status == STATUS_OK && moves->known;
    if (stats->has_start) {
        stats->start_score = moves->entry.score;
        if (moves->entry.evidence == BOOK_BACKED)
            stats->line_length =
                book_find_line(book, &start, moves->moves[0].move, line, BOOK_DEPTH_MAX);
    }
    free(moves);
    return status;
}

static Status take_stats(const Book *book, Stats *ret_stats, Error *error) {
    BookSet set;
    *ret_stats = (Stats){.depth_min = 0};
    book_set_init(&set, book_get_rules(book));
    Status status = book_load(book, &set, error);
    for (int i = 0; i < book_set_count(&set) && status == STATUS_OK; i++)
        count_entry(ret_stats, &set.entries[i]);
    book_set_done(&set);
    return status < 0 ? status : follow_best_line(book, ret_stats, error);
}

static void print_stats(const Book *book, const Stats *stats) {
    int count = book_get_count(book);
    printf("variant         %s\nrecipe          %s\npositions       %d\n",
           book_get_rules(book)->name, book_get_recipe(book), count);
    for (int i = BOOK_EVIDENCE_COUNT - 1; i >= 0; i--)
        printf("  %-13s %d\n", book_text_evidence((BookEvidence)i), stats->of_evidence[i]);
    printf("with results    %d\n", stats->with_games);
    if (stats->searches)
        printf("search depth    %d to %d, mean %.1f\n", stats->depth_min, stats->depth_max,
               stats->depth_sum / stats->searches);
    if (stats->has_start)
        printf("start           %+.2f, best line %d plies\n", stats->start_score / 100.0,
               stats->line_length);
    printf("bytes           %zu, %.2f a position\n", book_get_size(book),
           count ? (double)book_get_size(book) / count : 0.0);
}

/* The recipe is printable ASCII, so only quotes and backslashes need care. */
static void print_json_text(const char *text) {
    putchar('"');
    for (; *text; text++)
        printf("%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    putchar('"');
}

static void print_json_stats(const Book *book, const Stats *stats) {
    printf("{\"variant\":\"%s\",\"recipe\":", book_get_rules(book)->name);
    print_json_text(book_get_recipe(book));
    printf(",\"positions\":%d,\"bytes\":%zu,\"backed\":%d,\"searched\":%d,\"unknown\":%d,"
           "\"with_results\":%d,\"depth_mean\":%.2f",
           book_get_count(book), book_get_size(book), stats->of_evidence[BOOK_BACKED],
           stats->of_evidence[BOOK_SEARCHED], stats->of_evidence[BOOK_UNKNOWN], stats->with_games,
           stats->searches ? stats->depth_sum / stats->searches : 0.0);
    if (stats->has_start)
        printf(",\"start_score\":%.2f,\"best_line_plies\":%d", stats->start_score / 100.0,
               stats->line_length);
    printf("}\n");
}

static Status show_stats(const Settings *settings, const char *path, bool json, Error *error) {
    Book *book;
    Stats stats;
    Status status = book_open_named(path, settings->rules, &book, error);
    if (status < 0)
        return status;
    status = take_stats(book, &stats, error);
    if (status == STATUS_OK)
        (json ? print_json_stats : print_stats)(book, &stats);
    book_close(book);
    return status;
}

int book_run_stats(int argc, char **argv) {
    Settings settings = settings_default();
    bool json = false;
    const ArgumentSpec options[] = {
        {"json", ARGUMENT_FLAG, &json, 0, 0, NULL, NULL, "one line of JSON"},
    };
    ArgumentTable table = {
        "book stats [OPTION ...] [BOOK]",
        "Tells what is in a book (default: the program's own): its origin, positions by what "
        "their\n"
        "scores come from, depth of the searches, score and best line of the start, size.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book stats", &table, argc, argv, &operands, &exit_status)) {
        const char *path = operands.count ? operands.words[0] : settings.book_file;
        if (operands.count > 1) {
            error_set(&error, STATUS_SYNTAX, "one book at a time, but got %d", operands.count);
            exit_status = command_fail("book stats", EXIT_STATUS_USAGE, &error);
        } else if (show_stats(&settings, path, json, &error) < 0) {
            exit_status = command_fail("book stats", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}
