/* SPDX-License-Identifier: MIT
 *
 * `huff pdn dedupe`: games without those that were there before. */
#include "book/collection/doubles.h"
#include "engine/notation/pdn_rewrite.h"
#include "protocol/cli/command_pdn_internal.h"
#include "protocol/cli/games_files.h"

#include <stdlib.h>

typedef struct {
    const Rules *rules;
    const char *out;
    bool list;
    GamesDoubles doubles;
    GamesOutput output;
    uint64_t read, doubled;
} DedupeCommand;

static Status take_game(void *context, const char *file, const PdnGame *game, bool rest,
                        Error *error) {
    static const PdnStyle style = {0};
    DedupeCommand *command = context;
    uint64_t before = 0;
    if (!rest) {
        Status status = games_doubles_add(&command->doubles, game, ++command->read, &before, error);
        if (status < 0)
            return status;
    }
    if (before) {
        command->doubled++;
        if (command->list)
            printf("%s:%llu: game %llu is game %llu again\n", file, (unsigned long long)game->line,
                   (unsigned long long)command->read, (unsigned long long)before);
        return STATUS_OK;
    }
    if (!command->out)
        return STATUS_OK;
    Status status = rest ? pdn_rewrite_rest(game, &command->output.text, error)
                         : pdn_rewrite_game(game, &style, &command->output.text, error);
    return status == STATUS_OK ? games_output_flush(&command->output, error) : status;
}

static Status dedupe(DedupeCommand *command, const Operands *files, Error *error) {
    const PdnReadOptions options = {.rules = command->rules};
    Status status = games_output_open(&command->output, command->out, files, error);
    if (status < 0)
        return status;
    status = games_read_files(files, &options, take_game, command, error);
    bool to_file = command->output.writer || !command->out;
    status = games_output_close(&command->output, status, error);
    if (status == STATUS_OK && to_file)
        printf("%llu games, %llu of them were there before\n", (unsigned long long)command->read,
               (unsigned long long)command->doubled);
    games_doubles_done(&command->doubles);
    return status;
}

int pdn_run_dedupe(int argc, char **argv) {
    DedupeCommand command = {.rules = NULL};
    const char *variant = NULL;
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &command.out, 0, 0, NULL, "FILE",
         "write the games, each once (- for standard output; without it they are only counted)"},
        {"list", ARGUMENT_FLAG, &command.list, 0, 0, NULL, NULL, "a line for each double"},
        {"turned", ARGUMENT_FLAG, &command.doubles.turned, 0, 0, NULL, NULL,
         "a game with the colours swapped is the same"},
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
    };
    ArgumentTable table = {
        "pdn dedupe [--out FILE] [OPTION ...] FILE ...",
        "Finds games that are there more than once: the same moves from the same start in the "
        "same\n"
        "variant, whatever tags and comments say. The first of them stays. Games are counted over\n"
        "all files. Games without moves are the same when their tags are.\n",
        options, sizeof options / sizeof *options, NULL};
    Operands files;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn dedupe", &table, argc, argv, &files, &exit_status)) {
        if (games_check_files(&files, &error) < 0 ||
            games_find_rules(variant, &command.rules, &error) < 0 ||
            (command.out && games_check_output(command.out, &files, &error) < 0))
            exit_status = command_fail("pdn dedupe", EXIT_STATUS_USAGE, &error);
        else if (dedupe(&command, &files, &error) < 0)
            exit_status = command_fail("pdn dedupe", EXIT_STATUS_FAILED, &error);
    }
    free(files.words);
    return exit_status;
}
