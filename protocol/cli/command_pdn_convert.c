/* SPDX-License-Identifier: MIT
 *
 * `huff pdn convert` and `huff pdn merge`: games written anew. */
#include "book/collection/doubles.h"
#include "book/collection/filter.h"
#include "engine/notation/fen.h"
#include "engine/notation/pdn_rewrite.h"
#include "protocol/cli/command_pdn_internal.h"
#include "protocol/cli/games_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Which positions of a game become lines. */
typedef enum {
    POSITIONS_NONE, /* games, not positions */
    POSITIONS_START,
    POSITIONS_FINAL,
    POSITIONS_ALL,
} Positions;

typedef struct {
    const Rules *rules;
    GamesFilter filter;
    PdnStyle style;
    Positions positions;
    bool unique;
    GamesDoubles doubles;
    GamesOutput out;
    uint64_t read, written, unturned, numbered;
} ConvertCommand;

/* ---- games ---- */

static void append_position(TextBuffer *text, const Position *position, bool turned) {
    char fen[FEN_SIZE];
    Position other = *position;
    if (turned)
        position_turn_round(position, &other);
    text_buffer_printf(text, "%s\n", fen_write(&other, NULL, fen));
}

static void append_positions(const ConvertCommand *command, const GameRecord *record,
                             TextBuffer *text) {
    int first = command->positions == POSITIONS_FINAL ? record->count - 1 : 0;
    int last = command->positions == POSITIONS_START ? 0 : record->count - 1;
    for (int i = first; i <= last; i++)
        append_position(text, &record->entries[i].position, command->style.turned);
}

static Status write_game(ConvertCommand *command, const PdnGame *game, Error *error) {
    TextBuffer *text = &command->out.text;
    if ((command->style.turned || command->positions) && !game->playable) {
        command->unturned++;
        return STATUS_OK;
    }
    command->written++;
    Status status = STATUS_OK;
    if (command->positions) {
        append_positions(command, &game->record, text);
    } else {
        command->numbered += game->rules && !move_squares_fit(game->rules, command->style.squares);
        status = pdn_rewrite_game(game, &command->style, text, error);
    }
    return status == STATUS_OK ? games_output_flush(&command->out, error) : status;
}

static Status take_game(void *context, const char *file, const PdnGame *game, bool rest,
                        Error *error) {
    (void)file;
    ConvertCommand *command = context;
    uint64_t before = 0;
    Status status = STATUS_OK;
    if (rest && command->positions)
        return STATUS_OK;
    if (rest) {
        status = pdn_rewrite_rest(game, &command->out.text, error);
        return status == STATUS_OK ? games_output_flush(&command->out, error) : status;
    }
    command->read++;
    if (!games_filter_wants(&command->filter, game))
        return STATUS_OK;
    if (command->unique)
        status = games_doubles_add(&command->doubles, game, command->read, &before, error);
    if (status == STATUS_OK && !before)
        status = write_game(command, game, error);
    return status;
}

static void print_counts(const ConvertCommand *command, const char *out) {
    FILE *stream = command->out.writer ? stdout : stderr;
    if (command->out.writer)
        printf("%s: %llu of %llu games\n", out, (unsigned long long)command->written,
               (unsigned long long)command->read);
    if (command->unturned)
        fprintf(stream, "left out: %llu games of unknown variants or starts\n",
                (unsigned long long)command->unturned);
    if (command->numbered)
        fprintf(stream, "in numbers: %llu games on boards without letters\n",
                (unsigned long long)command->numbered);
}

static int convert(ConvertCommand *command, const char *name, const char *out,
                   const Operands *files) {
    const PdnReadOptions options = {.rules = command->rules};
    Error error;
    Status status = games_output_open(&command->out, out, files, &error);
    if (status == STATUS_OK) {
        status = games_read_files(files, &options, take_game, command, &error);
        if (status == STATUS_OK)
            print_counts(command, out);
        status = games_output_close(&command->out, status, &error);
    }
    games_doubles_done(&command->doubles);
    return status < 0 ? command_fail(name, EXIT_STATUS_FAILED, &error) : EXIT_STATUS_OK;
}

/* ---- pdn convert ---- */

typedef struct {
    const char *variant, *out, *notation, *positions, *result, *opening, *material, *ending, *game;
    const char *tag_texts[GAMES_TAGS_MAX];
    ArgumentList tags;
} ConvertWords;

static Status read_choice(const char *option, const char *text, const char *const *choices,
                          int count, int *ret_choice, Error *error) {
    for (int i = 0; text && i < count; i++)
        if (!strcmp(text, choices[i])) {
            *ret_choice = i;
            return STATUS_OK;
        }
    if (!text)
        return STATUS_OK;
    TextBuffer list = {0};
    for (int i = 0; i < count; i++)
        text_buffer_printf(&list, "%s%s", i ? ", " : "", choices[i]);
    error_set(error, STATUS_UNKNOWN, "--%s: \"%.40s\" is none of %s", option, text,
              text_buffer_get(&list));
    text_buffer_done(&list);
    return STATUS_UNKNOWN;
}

static Status read_style(ConvertCommand *command, const ConvertWords *words, Error *error) {
    static const char *const notations[] = {"usual", "numbers", "letters"};
    static const char *const positions[] = {"none", "start", "final", "all"};
    int notation = 0, choice = 0;
    Status status = read_choice("notation", words->notation, notations, 3, &notation, error);
    if (status == STATUS_OK)
        status = read_choice("fen", words->positions, positions, 4, &choice, error);
    command->style.squares = (MoveSquares)notation;
    command->positions = (Positions)choice;
    return status;
}

static Status read_filter(ConvertCommand *command, const ConvertWords *words, Error *error) {
    GamesFilter *filter = &command->filter;
    Status status = STATUS_OK;
    if (words->game)
        status = games_find_rules(words->game, &filter->rules, error);
    if (status == STATUS_OK && words->result)
        status = games_filter_read_result(filter, words->result, error);
    if (status == STATUS_OK && words->opening)
        status = games_filter_read_opening(filter, filter->rules ? filter->rules : command->rules,
                                           words->opening, error);
    if (status == STATUS_OK && words->material && words->ending)
        return error_set(error, STATUS_SYNTAX, "--material and --ending exclude each other");
    filter->ending = words->ending != NULL;
    if (status == STATUS_OK && (words->material || words->ending))
        status = games_filter_read_material(filter, words->ending ? words->ending : words->material,
                                            error);
    for (int i = 0; i < words->tags.count && status == STATUS_OK; i++)
        status = games_filter_read_tag(filter, words->tags.words[i], error);
    return status;
}

static Status prepare(ConvertCommand *command, const ConvertWords *words, const Operands *files,
                      Error *error) {
    Status status = games_check_files(files, error);
    if (status == STATUS_OK)
        status = games_find_rules(words->variant, &command->rules, error);
    if (status == STATUS_OK)
        status = read_style(command, words, error);
    if (status == STATUS_OK)
        status = read_filter(command, words, error);
    if (status == STATUS_OK && words->out)
        status = games_check_output(words->out, files, error);
    return status;
}

static const char convert_summary[] = "Writes games in strict PDN, or their positions as a FEN a "
                                      "line: all of them or those that are\n"
                                      "asked for. Moves that cannot be played become comments. "
                                      "With --turn the board is turned by 180\n"
                                      "degrees and the colours are swapped: position, moves, "
                                      "result, and the tags and clocks of each\n"
                                      "side. The file of --out is there when all of it is.\n";

int pdn_run_convert(int argc, char **argv) {
    ConvertCommand command = {.filter = {.plies_max = INT_MAX}};
    GamesFilter *filter = &command.filter;
    ConvertWords words = {.variant = NULL};
    words.tags = (ArgumentList){words.tag_texts, 0, GAMES_TAGS_MAX};
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &words.out, 0, 0, NULL, "FILE", "default: standard output"},
        {"variant", ARGUMENT_STRING, &words.variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
        {"notation", ARGUMENT_STRING, &words.notation, 0, 0, NULL, "usual|numbers|letters",
         "squares as the variant's players write them, 22-18, or c3-d4 (8 columns only)"},
        {"long", ARGUMENT_FLAG, &command.style.full, 0, 0, NULL, NULL,
         "captures with every landing square"},
        {"turn", ARGUMENT_FLAG, &command.style.turned, 0, 0, NULL, NULL, "swap the colours"},
        {"fen", ARGUMENT_STRING, &words.positions, 0, 0, NULL, "start|final|all",
         "positions instead of games"},
        {"unique", ARGUMENT_FLAG, &command.unique, 0, 0, NULL, NULL,
         "leave out games that were there before"},
        {"game", ARGUMENT_STRING, &words.game, 0, 0, NULL, "NAME", "only games of this variant"},
        {"player", ARGUMENT_STRING, &filter->player, 0, 0, NULL, "TEXT",
         "only games with this in a player's name"},
        {"white", ARGUMENT_STRING, &filter->white, 0, 0, NULL, "TEXT", "the same for White"},
        {"black", ARGUMENT_STRING, &filter->black, 0, 0, NULL, "TEXT", "the same for Black"},
        {"tag", ARGUMENT_LIST, &words.tags, 0, 0, NULL, "NAME=TEXT",
         "only games with this in the tag; may be given several times"},
        {"result", ARGUMENT_STRING, &words.result, 0, 0, NULL, "white|draw|black|open|lost",
         "only games that ended so (lost: for both)"},
        {"opening", ARGUMENT_STRING, &words.opening, 0, 0, NULL, "MOVES",
         "only games that begin with these, \"32-28 19-23\""},
        {"min-plies", ARGUMENT_INT, &filter->plies_min, 0, PDN_PLIES_MAX, NULL, "N",
         "only games of so many moves or more"},
        {"max-plies", ARGUMENT_INT, &filter->plies_max, 0, PDN_PLIES_MAX, NULL, "N", "or fewer"},
        {"material", ARGUMENT_STRING, &words.material, 0, 0, NULL, "\"2k1m v 1k\"",
         "only games that came to this (k kings, m men, either side)"},
        {"ending", ARGUMENT_STRING, &words.ending, 0, 0, NULL, "\"2k1m v 1k\"",
         "only games that ended with this"},
    };
    ArgumentTable table = {"pdn convert [OPTION ...] FILE ...", convert_summary, options,
                           sizeof options / sizeof *options, NULL};
    Operands files;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn convert", &table, argc, argv, &files, &exit_status)) {
        if (prepare(&command, &words, &files, &error) < 0)
            exit_status = command_fail("pdn convert", EXIT_STATUS_USAGE, &error);
        else
            exit_status = convert(&command, "pdn convert", words.out, &files);
    }
    free(files.words);
    return exit_status;
}

/* ---- pdn merge ---- */

int pdn_run_merge(int argc, char **argv) {
    ConvertCommand command = {.filter = {.plies_max = INT_MAX}};
    ConvertWords words = {.variant = NULL};
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &words.out, 0, 0, NULL, "FILE", "the file to write; required"},
        {"variant", ARGUMENT_STRING, &words.variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
        {"unique", ARGUMENT_FLAG, &command.unique, 0, 0, NULL, NULL,
         "leave out games that were there before"},
    };
    ArgumentTable table = {"pdn merge --out FILE [OPTION ...] FILE ...",
                           "Writes the games of all files, in order, as one file in strict PDN.\n",
                           options, sizeof options / sizeof *options, NULL};
    Operands files;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn merge", &table, argc, argv, &files, &exit_status)) {
        Status status = words.out ? prepare(&command, &words, &files, &error)
                                  : error_set(&error, STATUS_SYNTAX, "--out FILE is due");
        if (status < 0)
            exit_status = command_fail("pdn merge", EXIT_STATUS_USAGE, &error);
        else
            exit_status = convert(&command, "pdn merge", words.out, &files);
    }
    free(files.words);
    return exit_status;
}
