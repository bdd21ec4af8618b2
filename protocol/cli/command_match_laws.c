/* SPDX-License-Identifier: MIT
 *
 * `huff match --laws BOOK`: this program against itself under a law book, with the huff. */
#include "bench/match/law_match.h"
#include "protocol/cli/command.h"
#include "protocol/cli/command_match_internal.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum {
    GAMES_DEFAULT = 200
};

static Status check_options(const MatchCommand *command, Error *error) {
    if (command->engine_count != 2)
        return error_set(error, STATUS_RANGE, "--laws: a match under a law book has two engines");
    if (command->ledger || command->sprt || command->by_tables || command->win_by_score ||
        command->draw_by_score || command->logs_all || command->logs)
        return error_set(error, STATUS_RANGE,
                         "--laws: ledger, logs, sprt and adjudication are for matches by today's "
                         "law");
    return STATUS_OK;
}

static void print_progress(void *context, const LawMatchResult *result) {
    const MatchCommand *command = context;
    if (command->quiet || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%llu games, +%llu =%llu -%llu ",
            (unsigned long long)match_score_count_games(&result->score),
            (unsigned long long)match_score_count_results(&result->score, MATCH_WON),
            (unsigned long long)match_score_count_results(&result->score, MATCH_DRAWN),
            (unsigned long long)match_score_count_results(&result->score, MATCH_LOST));
}

static void print_number(const char *key, double number) {
    if (isfinite(number))
        printf(",\"%s\":%.2f", key, number);
    else
        printf(",\"%s\":null", key);
}

static void print_deeds(const LawMatchDeeds *deeds) {
    printf("{\"offers\":%d,\"huffs\":%d,\"compels\":%d,\"stands\":%d}", deeds->offers, deeds->huffs,
           deeds->compels, deeds->stands);
}

static void print_json(const LawMatchResult *result) {
    const MatchScore *score = &result->score;
    MatchInterval elo = match_score_get_elo(score), nelo = match_score_get_nelo(score);
    printf("{\"win\":%llu,\"draw\":%llu,\"loss\":%llu,\"games\":%llu,\"pairs\":%llu",
           (unsigned long long)match_score_count_results(score, MATCH_WON),
           (unsigned long long)match_score_count_results(score, MATCH_DRAWN),
           (unsigned long long)match_score_count_results(score, MATCH_LOST),
           (unsigned long long)match_score_count_games(score),
           (unsigned long long)match_score_count_pairs(score));
    print_number("elo", elo.value);
    print_number("elo_error", (elo.high - elo.low) / 2);
    print_number("nelo", nelo.value);
    print_number("nelo_error", (nelo.high - nelo.low) / 2);
    print_number("los", match_score_get_los(score));
    printf(",\"crashes\":0,\"illegal\":%d,\"time_losses\":0,\"by_law\":%d,\"by_count\":%d,"
           "\"by_custom\":%d,\"plies\":%llu,\"engines\":[",
           result->deeds[0].illegal + result->deeds[1].illegal, result->by_law, result->by_count,
           result->by_custom, (unsigned long long)result->plies);
    print_deeds(&result->deeds[0]);
    printf(",");
    print_deeds(&result->deeds[1]);
    printf("]}\n");
}

static void print_text(const MatchCommand *command, const LawMatchResult *result) {
    const MatchScore *score = &result->score;
    MatchInterval elo = match_score_get_elo(score);
    printf("%llu games under %s: +%llu =%llu -%llu, Elo %+.0f (%+.0f to %+.0f)\n",
           (unsigned long long)match_score_count_games(score), command->laws,
           (unsigned long long)match_score_count_results(score, MATCH_WON),
           (unsigned long long)match_score_count_results(score, MATCH_DRAWN),
           (unsigned long long)match_score_count_results(score, MATCH_LOST), elo.value, elo.low,
           elo.high);
    printf("ended by the law %d, by a count or claim %d, by custom %d\n", result->by_law,
           result->by_count, result->by_custom);
    for (int i = 0; i < 2; i++)
        printf("engine %d: %d captures left out or cut short; huffed %d, compelled %d, let stand "
               "%d\n",
               i + 1, result->deeds[i].offers, result->deeds[i].huffs, result->deeds[i].compels,
               result->deeds[i].stands);
}

int match_command_play_laws(const MatchCommand *command, const MatchConfig *config) {
    LawMatchResult result;
    Error error;
    LawMatchConfig laws = {
        .book = law_book_find(command->laws),
        .engines = command->engines,
        .limits = config->limits,
        .ballots = &command->ballots,
        .shuffled = config->shuffled,
        .seed = config->seed,
        .games = config->games ? config->games : GAMES_DEFAULT,
        .plies_max =
            command->longest < LAW_MATCH_PLIES_MAX ? command->longest : LAW_MATCH_PLIES_MAX,
    };
    MatchCommand context = *command;
    if (check_options(command, &error) < 0)
        return command_fail("match", EXIT_STATUS_USAGE, &error);
    Status status = law_match_play(&laws, print_progress, &context, &result, &error);
    if (status < 0)
        return command_fail(
            "match", status == STATUS_RANGE ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED, &error);
    if (!command->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\n");
    if (command->json)
        print_json(&result);
    else
        print_text(command, &result);
    return EXIT_STATUS_OK;
}

Status match_command_choose_laws(MatchCommand *command, Error *error) {
    const LawBook *book = law_book_find(command->laws);
    if (!book)
        return error_set(error, STATUS_UNKNOWN, "--laws: \"%.40s\" is none of: %s", command->laws,
                         law_book_list());
    if (!book->has_huff)
        return error_set(error, STATUS_RANGE, "--laws: %s has no huff: --variant %s plays by it",
                         book->name, rules_get(book->variant)->name);
    command->settings.rules = rules_get(book->variant);
    return STATUS_OK;
}
