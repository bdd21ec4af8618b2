/* SPDX-License-Identifier: MIT */
#include "protocol/cli/solve_print.h"

#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Counting ---- */

void solve_summary_add(SolveSummary *summary, const SolveReport *report) {
    summary->positions++;
    summary->nodes += report->nodes;
    summary->proved += report->class == SOLVE_PROVED;
    summary->claimed += report->class == SOLVE_CLAIMED;
    if (solve_is_cooked(report, false))
        summary->cooked_proved++;
    else if (solve_is_cooked(report, true))
        summary->cooked_claimed++;
    else if (solve_has_dual(report, false))
        summary->dual_proved++;
    else if (solve_has_dual(report, true))
        summary->dual_claimed++;
}

/* ---- For people ---- */

/* Moves of the winner to the end of the game. */
static int moves_to_end(int score) {
    return (score_distance(score) + 1) / 2;
}

static void print_class(const SolveConfig *config, SolveClass class, int score) {
    bool proven = score_is_proven(score);
    if (class == SOLVE_DRAWS || (class == SOLVE_PROVED && config->draw && score <= SCORE_EVAL_MAX))
        printf("draws");
    else if ((class == SOLVE_PROVED || class == SOLVE_LOSES) && proven)
        printf("%s in %d", score > 0 ? "wins" : "loses", moves_to_end(score));
    else if (class == SOLVE_PROVED || class == SOLVE_LOSES)
        printf("%s by tables", class == SOLVE_PROVED ? "wins" : "loses");
    else if (class == SOLVE_CLAIMED)
        printf("%s, %+.2f", config->draw ? "holds" : "comes out ahead", score / 100.0);
    else
        printf("%s, %+.2f", config->draw ? "falls behind" : "no win seen", score / 100.0);
}

/* Moves with their numbers, those of the side that begins the game first in each pair. */
static void print_moves(const Position *start, const Move *line, int length) {
    Position position = *start, next;
    bool first_moves = position.turn == (uint8_t)position.rules->first;
    int half = first_moves ? 0 : 1;
    for (int i = 0; i < length; i++, half++) {
        char text[MOVE_TEXT_SIZE];
        if (half % 2 == 0 || i == 0)
            printf("%s%d.%s", i ? " " : "", half / 2 + 1, half % 2 ? ".." : "");
        printf(" %s", move_text_write(&position, line[i], text));
        position_make(&position, line[i], &next);
        position = next;
    }
}

static void print_others(const SolveConfig *config, const SolveStep *step, bool reaching) {
    for (int i = 0; i < step->other_count; i++) {
        const SolveMove *other = &step->others[i];
        bool reaches = other->class == SOLVE_PROVED || other->class == SOLVE_CLAIMED;
        if (reaches != reaching)
            continue;
        printf("      %s", reaches ? "also: " : "");
        print_moves(&step->position, other->line, other->length);
        printf(" (");
        print_class(config, other->class, other->score);
        printf(")\n");
    }
}

static void print_step(const SolveConfig *config, const SolveStep *step) {
    char text[MOVE_TEXT_SIZE];
    int also = step->proved_count + step->claimed_count;
    printf("   %s: ", move_text_write(&step->position, step->best.move, text));
    if (step->other_count == 0)
        printf("forced\n");
    else if (also == 0)
        printf("no other move of %d does it\n", step->other_count);
    else
        printf("%d other move%s as well\n", also, also == 1 ? " does it" : "s do it");
    print_others(config, step, true);
    print_others(config, step, false);
}

static void print_verdict(const SolveConfig *config, const SolveReport *report) {
    static const char *const ends[] = {
        [SOLVE_END_GAME] = "to the end of the game",
        [SOLVE_END_TABLES] = "into endgame tables",
        [SOLVE_END_MATERIAL] = "until the material is won",
        [SOLVE_END_LIMIT] = "as far as it was followed",
    };
    if (report->stopped)
        printf("   stopped: not complete\n");
    if (report->class == SOLVE_PROVED)
        printf("   proved: ");
    else if (report->class == SOLVE_CLAIMED)
        printf("   not proved, but ");
    else
        printf("   not proved: ");
    print_class(config, report->class, report->score);
    if (report->class == SOLVE_PROVED || report->class == SOLVE_CLAIMED)
        printf(", shown %s", ends[report->end]);
    printf("; %" PRIu64 " nodes\n", report->nodes);
}

void solve_print_text(const SolveProblem *problem, const SolveConfig *config,
                      const SolveReport *report) {
    char fen[FEN_SIZE];
    const char *side = config->side == COLOR_WHITE ? "White" : "Black";
    if (problem->source)
        printf("%s %lu: ", problem->source, problem->number);
    printf("%s\n%s to %s, %s to move\n", fen_write(&problem->position, NULL, fen), side,
           config->draw ? "draw" : "win",
           problem->position.turn == COLOR_WHITE ? "White" : "Black");
    if (report->length > 0) {
        printf("   ");
        print_moves(&problem->position, report->line, report->length);
        printf("\n");
    }
    print_verdict(config, report);
    bool solved = report->class == SOLVE_PROVED || report->class == SOLVE_CLAIMED;
    for (int i = 0; i < report->step_count; i++)
        if (solved && (i == 0 || report->steps[i].other_count > 0))
            print_step(config, &report->steps[i]);
    printf("\n");
    fflush(stdout);
}

/* ---- JSON ---- */

static const char *const class_names[] = {
    [SOLVE_PROVED] = "proved", [SOLVE_CLAIMED] = "claimed", [SOLVE_OPEN] = "open",
    [SOLVE_DRAWS] = "draws",   [SOLVE_LOSES] = "loses",
};

static void print_json_moves(const Position *start, const Move *line, int length) {
    Position position = *start, next;
    printf("[");
    for (int i = 0; i < length; i++) {
        char text[MOVE_TEXT_SIZE];
        printf("%s\"%s\"", i ? "," : "", move_text_write_hub(&position, line[i], text));
        position_make(&position, line[i], &next);
        position = next;
    }
    printf("]");
}

static void print_json_class(SolveClass class, int score) {
    printf("\"class\":\"%s\",\"score\":%.2f,\"moves_to_end\":", class_names[class], score / 100.0);
    if (score_is_proven(score))
        printf("%d", moves_to_end(score));
    else
        printf("null");
}

static void print_json_step(const SolveStep *step) {
    char text[MOVE_TEXT_SIZE];
    printf("{\"ply\":%d,\"move\":\"%s\",\"also_proved\":%d,\"also_claimed\":%d,\"others\":[",
           step->ply, move_text_write_hub(&step->position, step->best.move, text),
           step->proved_count, step->claimed_count);
    for (int i = 0; i < step->other_count; i++) {
        const SolveMove *other = &step->others[i];
        printf("%s{\"move\":\"%s\",", i ? "," : "",
               move_text_write_hub(&step->position, other->move, text));
        print_json_class(other->class, other->score);
        printf(",\"line\":");
        print_json_moves(&step->position, other->line, other->length);
        printf("}");
    }
    printf("]}");
}

void solve_print_json(const SolveProblem *problem, const SolveConfig *config,
                      const SolveReport *report) {
    static const char *const ends[] = {
        [SOLVE_END_GAME] = "game",
        [SOLVE_END_TABLES] = "tables",
        [SOLVE_END_MATERIAL] = "material",
        [SOLVE_END_LIMIT] = "limit",
    };
    char fen[FEN_SIZE];
    printf("{");
    if (problem->source)
        printf("\"%s\":%lu,", problem->source, problem->number);
    printf("\"fen\":\"%s\",\"goal\":\"%s\",\"side\":\"%s\",",
           fen_write(&problem->position, NULL, fen), config->draw ? "draw" : "win",
           config->side == COLOR_WHITE ? "white" : "black");
    print_json_class(report->class, report->score);
    printf(",\"solution\":");
    print_json_moves(&problem->position, report->line, report->length);
    printf(",\"end\":\"%s\",\"stopped\":%s,\"steps\":[", ends[report->end],
           report->stopped ? "true" : "false");
    for (int i = 0; i < report->step_count; i++) {
        printf("%s", i ? "," : "");
        print_json_step(&report->steps[i]);
    }
    printf("],\"nodes\":%" PRIu64 "}\n", report->nodes);
    fflush(stdout);
}

/* ---- Many ---- */

void solve_print_summary(const SolveSummary *s, bool json) {
    unsigned solved = s->proved + s->claimed;
    if (json)
        printf("{\"positions\":%u,\"proved\":%u,\"claimed\":%u,\"not_solved\":%u,"
               "\"cooked_proved\":%u,\"cooked_claimed\":%u,\"dual_proved\":%u,\"dual_claimed\":%u,"
               "\"wrong\":%u,\"nodes\":%" PRIu64 ",\"time\":%.3f}\n",
               s->positions, s->proved, s->claimed, s->positions - solved, s->cooked_proved,
               s->cooked_claimed, s->dual_proved, s->dual_claimed, s->wrong, s->nodes, s->seconds);
    else
        printf(
            "%u positions: %u proved, %u not proved but ahead or level as wanted, %u not solved\n"
            "another first move: %u by proof, %u by what the search believes\n"
            "only a later move has another: %u by proof, %u by what the search believes\n"
            "%" PRIu64 " nodes, %.1f s\n",
            s->positions, s->proved, s->claimed, s->positions - solved, s->cooked_proved,
            s->cooked_claimed, s->dual_proved, s->dual_claimed, s->nodes, s->seconds);
}
