/* SPDX-License-Identifier: MIT
 *
 * `huff book import` and `huff book learn`: what games have to teach a book. */
#include "book/build_learn.h"
#include "book/import.h"
#include "protocol/cli/command_book_internal.h"
#include "protocol/evaluation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- import ---- */

typedef struct {
    Settings settings;
    BookImportPlan plan;
    int games_min; /* as read */
    const char *out;
} ImportCommand;

static Status open_games(const char *path, FILE **ret_file, Error *error) {
    *ret_file = fopen(path, "rb");
    return *ret_file ? STATUS_OK
                     : error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
}

static Status import_file(BookImport *import, const char *path, Error *error) {
    FILE *file;
    Status status = open_games(path, &file, error);
    if (status < 0)
        return status;
    Error reason;
    status = book_import_games(import, pdn_source_file(file), &reason);
    fclose(file);
    return status < 0 ? error_set(error, status, "%s: %s", path, reason.text) : STATUS_OK;
}

static Status save_import(const ImportCommand *command, BookImport *import, BookSet *set,
                          Error *error) {
    Status status = book_import_finish(import, set, error);
    if (status < 0)
        return status;
    const BookImportReport *report = &import->report;
    book_set_describe(set,
                      "import: %llu games, positions of at least %u games in the first %d "
                      "plies",
                      (unsigned long long)report->games, (unsigned)command->plan.games_min,
                      command->plan.plies_max);
    status = book_save(set, command->out, error);
    if (status == STATUS_OK)
        printf("%s: %d positions of %llu games; left out: %llu games without a result, %llu of "
               "another variant\n",
               command->out, report->positions, (unsigned long long)report->games,
               (unsigned long long)report->open, (unsigned long long)report->foreign);
    return status;
}

static Status import_games(const ImportCommand *command, const Operands *operands, Error *error) {
    BookImport import;
    BookSet set;
    book_import_init(&import, command->settings.rules, &command->plan);
    book_set_init(&set, command->settings.rules);
    Status status = STATUS_OK;
    for (int i = 0; i < operands->count && status == STATUS_OK; i++)
        status = import_file(&import, operands->words[i], error);
    if (status == STATUS_OK)
        status = save_import(command, &import, &set, error);
    book_set_done(&set);
    book_import_done(&import);
    return status;
}

int book_run_import(int argc, char **argv) {
    ImportCommand command = {
        .settings = settings_default(), .plan = {.plies_max = 40}, .games_min = 3};
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &command.out, 0, 0, NULL, "FILE", "the book to write"},
        {"min-games", ARGUMENT_INT, &command.games_min, 1, 1e9, NULL, "N",
         "leave positions of fewer games out (default 3)"},
        {"plies", ARGUMENT_INT, &command.plan.plies_max, 1, BOOK_PLIES_MAX, NULL, "N",
         "plies of each game that are looked at (default 40)"},
    };
    ArgumentTable table = {
        "book import --out FILE [OPTION ...] PDN ...",
        "Makes a book of games: the positions they went through with the results for the side to\n"
        "move. Such a book has no scores; the engine plays its moves as often as they were "
        "played,\n"
        "unless a short search refutes them. `huff book merge` joins it with a book that was\n"
        "built, whose scores then count.\n",
        options, sizeof options / sizeof *options, &command.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book import", &table, argc, argv, &operands, &exit_status)) {
        command.plan.games_min = (uint32_t)command.games_min;
        if (!command.out || operands.count == 0) {
            error_set(&error, STATUS_SYNTAX, "--out FILE and at least one PDN file are due");
            exit_status = command_fail("book import", EXIT_STATUS_USAGE, &error);
        } else if (import_games(&command, &operands, &error) < 0) {
            exit_status = command_fail("book import", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}

/* ---- learn ---- */

typedef struct {
    Settings settings;
    BookLesson lesson;
    const char *from, *player, *out;
    BookSet set;
    Search *search;
    EvalWeights *weights;
    uint64_t games, lost;
    bool shows_progress;
} LearnCommand;

/* Names carry versions ("huff 0.1.0"), so the beginning decides. */
static bool is_player(const PdnGame *game, const char *tag, const char *player) {
    const char *name = pdn_game_get_tag(game, tag);
    return name && !strncasecmp(name, player, strlen(player));
}

static bool is_lost(const LearnCommand *command, const PdnGame *game) {
    return (game->outcome == OUTCOME_WHITE_WINS && is_player(game, "Black", command->player)) ||
           (game->outcome == OUTCOME_BLACK_WINS && is_player(game, "White", command->player));
}

static Status learn_game(LearnCommand *command, const PdnGame *game, Error *error) {
    BookLessonReport report;
    command->games++;
    if (!game->playable || game->rules != command->settings.rules || !is_lost(command, game))
        return STATUS_OK;
    command->lost++;
    if (command->shows_progress)
        fprintf(stderr, "\rgame %llu, lost   ", (unsigned long long)game->index);
    Status status = book_learn_game(&command->set, &game->record, &command->lesson, command->search,
                                    &report, error);
    if (status < 0)
        return status;
    if (command->shows_progress)
        fprintf(stderr, "\r%79s\r", "");
    if (report.in_book)
        printf("game %llu: in the book up to ply %d, %d searches, there %+.2f before, %+.2f now\n",
               (unsigned long long)game->index, report.left_at, report.searches,
               report.before / 100.0, report.after / 100.0);
    else
        printf("game %llu: its start is not in the book\n", (unsigned long long)game->index);
    return STATUS_OK;
}

static Status learn_games(LearnCommand *command, FILE *file, Error *error) {
    PdnReadOptions options = {.rules = command->settings.rules};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, error);
    if (!reader)
        return STATUS_NO_MEMORY;
    const PdnGame *game;
    int status;
    while ((status = pdn_reader_next(reader, &game, error)) > 0) {
        status = learn_game(command, game, error);
        if (status < 0)
            break;
    }
    pdn_reader_free(reader);
    return (Status)status;
}

static Status learn_with(LearnCommand *command, FILE *file, Error *error) {
    Book *book;
    Status status =
        book_open_named(command->settings.book_file, command->settings.rules, &book, error);
    if (status < 0)
        return status;
    status = book_load(book, &command->set, error);
    book_close(book);
    if (status == STATUS_OK)
        status = evaluation_load(&command->settings, &command->weights, error);
    command->lesson.effort.weights = command->weights;
    if (status == STATUS_OK)
        status = book_search_new(&command->lesson.effort, &command->search, error);
    if (status == STATUS_OK)
        status = learn_games(command, file, error);
    if (status == STATUS_OK)
        status = book_save(&command->set, command->out, error);
    if (status == STATUS_OK)
        printf("%s: %d positions; %llu games, %llu of them lost by %s\n", command->out,
               book_set_count(&command->set), (unsigned long long)command->games,
               (unsigned long long)command->lost, command->player);
    return status;
}

static Status learn(LearnCommand *command, Error *error) {
    FILE *file;
    Status status = open_games(command->from, &file, error);
    if (status < 0)
        return status;
    book_set_init(&command->set, command->settings.rules);
    status = learn_with(command, file, error);
    search_free(command->search);
    eval_weights_free(command->weights);
    book_set_done(&command->set);
    fclose(file);
    return status;
}

int book_run_learn(int argc, char **argv) {
    LearnCommand command = {
        .settings = settings_default(),
        .lesson = {.effort = {.nodes = 200000}, .plies = 4},
        .player = "huff",
        .shows_progress = isatty(STDERR_FILENO),
    };
    const ArgumentSpec options[] = {
        {"from", ARGUMENT_STRING, &command.from, 0, 0, NULL, "PDN", "the games"},
        {"out", ARGUMENT_STRING, &command.out, 0, 0, NULL, "FILE", "the book to write"},
        {"player", ARGUMENT_STRING, &command.player, 0, 0, NULL, "NAME",
         "whose lost games count: beginning of the name (default huff)"},
        {"nodes", ARGUMENT_COUNT, &command.lesson.effort.nodes, 1, 1e15, NULL, "N",
         "nodes of the search of each position (default 200000)"},
        {"plies", ARGUMENT_INT, &command.lesson.plies, 1, BOOK_PLIES_MAX, NULL, "N",
         "positions of each game that are gone beyond (default 4)"},
    };
    ArgumentTable table = {
        "book learn --from PDN --out FILE [OPTION ...]",
        "Learns from lost games: where each left the book, all moves of that position and of the\n"
        "next ones in the game are searched, and the scores are backed up through the book. The\n"
        "book that learns is the one of --book-file; the games should be the engine's own.\n",
        options, sizeof options / sizeof *options, &command.settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("book learn", &table, argc, argv, &operands, &exit_status)) {
        if (!command.from || !command.out || operands.count > 0) {
            error_set(&error, STATUS_SYNTAX, "--from PDN and --out FILE are due, and nothing else");
            exit_status = command_fail("book learn", EXIT_STATUS_USAGE, &error);
        } else if (learn(&command, &error) < 0) {
            exit_status = command_fail("book learn", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}
