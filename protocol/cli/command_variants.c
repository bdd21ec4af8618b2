/* SPDX-License-Identifier: MIT
 *
 * `huff variants`: which games there are, and what the table of laws says of each. */
#include "protocol/cli/command.h"

#include <stdlib.h>

/* Ways to go, as White sees them. */
static const struct {
    DirectionSet set;
    const char *name;
} ways[] = {
    {1 << DIRECTION_UP_LEFT | 1 << DIRECTION_UP_RIGHT, "diagonally forward"},
    {1 << DIRECTION_DOWN_LEFT | 1 << DIRECTION_DOWN_RIGHT, "diagonally back"},
    {1 << DIRECTION_UP, "straight ahead"},
    {1 << DIRECTION_LEFT | 1 << DIRECTION_RIGHT, "sideways"},
    {1 << DIRECTION_DOWN, "straight back"},
};

static void print_ways(const char *what, DirectionSet set) {
    const char *between = " ";
    printf("  %s", what);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if ((set & ways[i].set) == ways[i].set) {
            printf("%s%s", between, ways[i].name);
            between = ", ";
        }
}

static void print_names(const Rules *rules) {
    printf("%s: %s\n  law: %s\n  names: %s", rules->name, rules->title, rules->source,
           rules->hub_name);
    for (int i = 0; i < RULES_ALIASES_MAX && rules->aliases[i]; i++)
        printf(", %s", rules->aliases[i]);
    printf("; PDN GameType %d, results %s %s %s\n", rules->pdn_game_type, rules->pdn_results[0],
           rules->pdn_results[1], rules->pdn_results[2]);
    printf("  board: %dx%d%s, %d men a side, %s begins; moves are written with %s\n", rules->width,
           rules->height, rules->all_squares ? ", all squares" : "", rules_men_count(rules) / 2,
           rules->first == COLOR_WHITE ? "White" : "Black",
           rules->algebraic ? "letters" : "numbers");
}

static void print_pieces(const Rules *rules) {
    print_ways("men move", rules->men_move);
    printf("\n");
    print_ways("men capture", rules->men_capture);
    printf("%s\n", rules->men_spare_kings ? ", but no kings" : "");
    print_ways("kings move", rules->kings_move);
    printf("\n");
    print_ways("kings capture", rules->kings_capture);
    printf("%s%s%s\n", rules->kings_fly ? ", any distance" : ", one square",
           rules->kings_land_next ? ", and stop behind what they take" : "",
           rules->kings_stop_at_king ? ", and stop behind a king they take last" : "");
}

static void print_captures(const Rules *rules) {
    const CaptureWorth *worth = &rules->worth;
    bool any = !worth->piece && !worth->king && !worth->by_king && !worth->king_order;
    printf("  captures: %s", any ? "any, carried on to its end" : "the best only");
    if (worth->piece)
        printf("; by the pieces taken");
    if (worth->king)
        printf(", kings count more");
    if (worth->by_king)
        printf(", by a king before by a man");
    if (worth->king_order)
        printf(", kings first");
    printf("; what is taken leaves %s\n", rules->taken_at_once ? "at once" : "at the end");
    printf("  crowning: %s\n", rules->crowned_in_passing
                                   ? "within a capture too, which goes on as a king's"
                                   : "where a move ends on the last row");
    if (rules->king_wins)
        printf("  the first king wins\n");
    if (rules->no_move_wins)
        printf("  who cannot move wins\n");
    if (rules->king_run_limit)
        printf("  at most %d quiet moves in a row by one king while there are men\n",
               rules->king_run_limit);
}

static void print_draws(const Rules *rules) {
    if (rules->repetition_limit)
        printf("  drawn: the same position %d times (%s)\n", rules->repetition_limit,
               rules->repetition_article);
    if (rules->quiet_ply_limit)
        printf("  drawn: %d moves each without a capture or a man's move (%s)\n",
               rules->quiet_ply_limit / 2, rules->quiet_article);
    for (int i = 0; i < COUNTED_ENDINGS_MAX && rules->endings[i].plies; i++) {
        const CountedEnding *ending = &rules->endings[i];
        static const char *const kinds[] = {
            [ENDING_LONE_KING] = "against a lone king",
            [ENDING_BOTH_KINGS] = "in all, kings on both sides",
            [ENDING_FEW] = "in all",
        };
        printf("  drawn: after %d plies with %d", ending->plies, ending->pieces_min);
        if (ending->pieces_max > ending->pieces_min)
            printf(" to %d", ending->pieces_max);
        printf(" piece%s %s%s (%s)\n", ending->pieces_max == 1 ? "" : "s", kinds[ending->kind],
               ending->on_main_road ? " on the long diagonal" : "", ending->article);
    }
}

static void print_list(void) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Rules *rules = rules_get((VariantId)i);
        printf("%-14s %s\n", rules->name, rules->title);
    }
}

static Status print_one(const char *name, Error *error) {
    const Rules *rules = rules_find(name);
    if (!rules)
        return error_set(error, STATUS_UNKNOWN,
                         "no variant is called \"%.40s\": huff variants lists them", name);
    print_names(rules);
    print_pieces(rules);
    print_captures(rules);
    print_draws(rules);
    return STATUS_OK;
}

int command_variants(int argc, char **argv) {
    ArgumentTable table = {"variants [NAME ...]",
                           "Lists the games that the program plays, or tells the laws of those "
                           "that are named.\n",
                           NULL, 0, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("variants", &table, argc, argv, &operands, &exit_status)) {
        if (operands.count == 0)
            print_list();
        for (int i = 0; i < operands.count && exit_status == EXIT_STATUS_OK; i++)
            if (print_one(operands.words[i], &error) < 0)
                exit_status = command_fail("variants", EXIT_STATUS_USAGE, &error);
    }
    free(operands.words);
    return exit_status;
}
