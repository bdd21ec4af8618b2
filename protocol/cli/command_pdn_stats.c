/* SPDX-License-Identifier: MIT
 *
 * `huff pdn stats`: what a collection of games consists of. */
#include "book/collection/statistics.h"
#include "engine/base/escape.h"
#include "protocol/cli/command_pdn_internal.h"
#include "protocol/cli/games_files.h"

#include <stdlib.h>

enum {
    LENGTH_STEP = 20 /* plies in a line of the table of lengths */
};

typedef struct {
    const Rules *rules;
    int top, plies;
    bool json;
    GamesStatistics statistics;
} StatsCommand;

typedef unsigned long long Count;

/* ---- for people ---- */

static double percent(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Points of the first side of three columns, in percent of those decided. */
static double score(const uint64_t counts[static GAMES_COLUMNS]) {
    uint64_t decided = counts[0] + counts[1] + counts[2];
    return decided ? 100.0 * ((double)counts[0] + (double)counts[1] / 2) / (double)decided : 0;
}

static void print_table(const GamesTable *table, int top, const char *title, const char *columns) {
    if (!table->count)
        return;
    printf("\n%-40s %8s %s\n", title, "games", columns);
    for (size_t i = 0; i < table->count && (int)i < top; i++) {
        const GamesRow *row = &table->rows[i];
        const uint64_t *counts = row->counts;
        int shown = 0;
        for (const char *c = row->name; *c && shown < 40; c++) {
            putchar((unsigned char)*c < ' ' || *c == 0x7f ? ' ' : *c);
            bool ends = ((unsigned char)c[1] & 0xc0) != 0x80;
            shown += ends;
        }
        printf("%*s %8llu %8llu %8llu %8llu %8llu  %5.1f\n", 40 - shown, "",
               (Count)games_row_sum(row), (Count)counts[0], (Count)counts[1], (Count)counts[2],
               (Count)counts[3], score(counts));
    }
    if (table->count > (size_t)top)
        printf("and %zu more\n", table->count - (size_t)top);
}

static void print_lengths(const GamesStatistics *statistics) {
    printf("\n%-40s %8s\n", "length in plies", "games");
    for (int first = 0; first <= GAMES_LENGTHS_MAX; first += LENGTH_STEP) {
        uint64_t games = 0;
        for (int i = first; i < first + LENGTH_STEP && i <= GAMES_LENGTHS_MAX; i++)
            games += statistics->lengths[i];
        if (games && first < GAMES_LENGTHS_MAX)
            printf("%3d to %-33d %8llu\n", first, first + LENGTH_STEP - 1, (Count)games);
        else if (games)
            printf("%3d and more                              %8llu\n", first, (Count)games);
    }
}

static void print_text(StatsCommand *command) {
    GamesStatistics *statistics = &command->statistics;
    const uint64_t *results = statistics->results;
    uint64_t games = statistics->games;
    static const char results_head[] = "   White     drawn    Black     open  White%";
    static const char players_head[] = "     won    drawn     lost     open  score%";
    printf("%llu games, %llu plies (shortest %d, median %d, mean %.1f, longest %d)\n", (Count)games,
           (Count)statistics->plies, statistics->shortest, games_statistics_median(statistics),
           games ? (double)statistics->plies / (double)games : 0, statistics->longest);
    printf("White won %llu (%.1f%%), drawn %llu (%.1f%%), Black won %llu (%.1f%%), open %llu\n",
           (Count)results[GAMES_WHITE], percent(results[GAMES_WHITE], games),
           (Count)results[GAMES_DRAW], percent(results[GAMES_DRAW], games),
           (Count)results[GAMES_BLACK], percent(results[GAMES_BLACK], games),
           (Count)results[GAMES_OPEN]);
    printf("%llu from a position of their own, %llu with an illegal move, %llu not playable here\n",
           (Count)statistics->set_up, (Count)statistics->broken, (Count)statistics->unplayable);
    print_table(&statistics->variants, command->top, "variant", results_head);
    print_table(&statistics->reasons, command->top, "ended on the board by", results_head);
    print_table(&statistics->players, command->top, "player", players_head);
    print_table(&statistics->openings, command->top, "first moves", results_head);
    if (games)
        print_lengths(statistics);
}

/* ---- as JSON ---- */

static void print_json_table(const GamesTable *table, int top, const char *name,
                             const char *const columns[static GAMES_COLUMNS]) {
    TextBuffer text = {0};
    printf(",\"%s\":[", name);
    for (size_t i = 0; i < table->count && (int)i < top; i++) {
        const GamesRow *row = &table->rows[i];
        text_buffer_clear(&text);
        escape_json(&text, row->name);
        printf("%s{\"name\":%s,\"games\":%llu", i ? "," : "", text_buffer_get(&text),
               (Count)games_row_sum(row));
        for (int c = 0; c < GAMES_COLUMNS; c++)
            printf(",\"%s\":%llu", columns[c], (Count)row->counts[c]);
        printf("}");
    }
    printf("]");
    text_buffer_done(&text);
}

static void print_json(StatsCommand *command) {
    static const char *const results[] = {"white", "draw", "black", "open"};
    static const char *const scores[] = {"won", "drawn", "lost", "open"};
    GamesStatistics *statistics = &command->statistics;
    printf("{\"games\":%llu,\"plies\":%llu,\"shortest\":%d,\"median\":%d,\"longest\":%d",
           (Count)statistics->games, (Count)statistics->plies, statistics->shortest,
           games_statistics_median(statistics), statistics->longest);
    for (int c = 0; c < GAMES_COLUMNS; c++)
        printf(",\"%s\":%llu", results[c], (Count)statistics->results[c]);
    printf(",\"set_up\":%llu,\"broken\":%llu,\"unplayable\":%llu", (Count)statistics->set_up,
           (Count)statistics->broken, (Count)statistics->unplayable);
    print_json_table(&statistics->variants, command->top, "variants", results);
    print_json_table(&statistics->reasons, command->top, "ends", results);
    print_json_table(&statistics->players, command->top, "players", scores);
    print_json_table(&statistics->openings, command->top, "openings", results);
    printf(",\"lengths\":[");
    int last = statistics->longest < GAMES_LENGTHS_MAX ? statistics->longest : GAMES_LENGTHS_MAX;
    for (int i = 0; i <= last; i++)
        printf("%s%llu", i ? "," : "", (Count)statistics->lengths[i]);
    printf("]}\n");
}

/* ---- the command ---- */

static Status take_game(void *context, const char *file, const PdnGame *game, bool rest,
                        Error *error) {
    (void)file;
    StatsCommand *command = context;
    return rest ? STATUS_OK
                : games_statistics_add(&command->statistics, game, command->plies, error);
}

static Status count(StatsCommand *command, const Operands *files, Error *error) {
    const PdnReadOptions options = {.rules = command->rules};
    GamesStatistics *statistics = &command->statistics;
    Status status = games_read_files(files, &options, take_game, command, error);
    if (status == STATUS_OK) {
        games_table_sort(&statistics->variants);
        games_table_sort(&statistics->players);
        games_table_sort(&statistics->openings);
        games_table_sort(&statistics->reasons);
        (command->json ? print_json : print_text)(command);
    }
    games_statistics_done(statistics);
    return status;
}

int pdn_run_stats(int argc, char **argv) {
    StatsCommand command = {.top = 20, .plies = 1};
    const char *variant = NULL;
    const ArgumentSpec options[] = {
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME",
         "the game played where no GameType tag says (default international)"},
        {"top", ARGUMENT_INT, &command.top, 1, 1e9, NULL, "N", "rows of a table (default 20)"},
        {"plies", ARGUMENT_INT, &command.plies, 1, 40, NULL, "N",
         "first moves that make an opening (default 1)"},
        {"json", ARGUMENT_FLAG, &command.json, 0, 0, NULL, NULL, "one line of JSON"},
    };
    ArgumentTable table = {"pdn stats [OPTION ...] FILE ...",
                           "Counts games: results, lengths, variants, players, first moves with "
                           "results, and which law\n"
                           "ended those that ended on the board. JSON fields: games, plies, "
                           "shortest, median, longest,\n"
                           "white, draw, black, open (games won by White, ...), set_up (own "
                           "start), broken (an illegal\n"
                           "move), unplayable, then lists variants, ends, players, openings of "
                           "objects with name, games\n"
                           "and the counts, and lengths (games of 0, 1, 2, ... plies; the last "
                           "entry of 1001 counts all\n"
                           "longer ones).\n",
                           options, sizeof options / sizeof *options, NULL};
    Operands files;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("pdn stats", &table, argc, argv, &files, &exit_status)) {
        if (games_check_files(&files, &error) < 0 ||
            games_find_rules(variant, &command.rules, &error) < 0)
            exit_status = command_fail("pdn stats", EXIT_STATUS_USAGE, &error);
        else if (count(&command, &files, &error) < 0)
            exit_status = command_fail("pdn stats", EXIT_STATUS_FAILED, &error);
    }
    free(files.words);
    return exit_status;
}
