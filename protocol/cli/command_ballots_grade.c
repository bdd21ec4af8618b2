/* SPDX-License-Identifier: MIT
 *
 * `huff ballots grade`: what each ballot of played matches is worth. */
#include "bench/match/ballot_grade.h"
#include "engine/base/escape.h"
#include "engine/notation/fen.h"
#include "protocol/cli/command_ballots_internal.h"

#include <limits.h>
#include <stdlib.h>

typedef struct {
    const char *out;
    int least;
    bool json;
} GradeCommand;

/* What is printed of one ballot or of all. */
typedef struct {
    const MatchScore *score;
    uint64_t white, draws, black; /* games */
} Line;

static Line make_line(const BallotGrade *grade) {
    return (Line){&grade->score, ballot_grade_count_won(grade, COLOR_WHITE),
                  match_score_count_results(&grade->score, MATCH_DRAWN),
                  ballot_grade_count_won(grade, COLOR_BLACK)};
}

/* Pairs that are not two draws. */
static unsigned long long count_decided(const MatchScore *score) {
    return match_score_count_pairs(score) - score->drawn_pairs;
}

static void write_text(const BallotGradeList *list, int least, TextBuffer *buffer) {
    text_buffer_printf(buffer, "yield\tpairs\tdecided\twhite\tdraws\tblack\tkept\tname\n");
    for (int i = 0; i < list->count; i++) {
        const BallotGrade *grade = &list->grades[i];
        Line line = make_line(grade);
        text_buffer_printf(buffer, "%.3f\t%llu\t%llu\t%llu\t%llu\t%llu\t%s\t%s\n",
                           match_score_get_yield(line.score),
                           (unsigned long long)match_score_count_pairs(line.score),
                           count_decided(line.score), (unsigned long long)line.white,
                           (unsigned long long)line.draws, (unsigned long long)line.black,
                           ballot_grade_is_idle(grade, least) ? "no" : "yes", grade->name);
    }
}

static void write_text_sum(const char *what, int count, const MatchScore *score,
                           TextBuffer *buffer) {
    text_buffer_printf(buffer, "%s: %d ballots, %llu pairs, %llu decided, yield %.3f\n", what,
                       count, (unsigned long long)match_score_count_pairs(score),
                       count_decided(score), match_score_get_yield(score));
}

static void write_json(const BallotGradeList *list, int least, TextBuffer *buffer) {
    for (int i = 0; i < list->count; i++) {
        const BallotGrade *grade = &list->grades[i];
        char fen[FEN_SIZE];
        Line line = make_line(grade);
        text_buffer_printf(buffer, "{\"name\":");
        escape_json(buffer, grade->name);
        text_buffer_printf(buffer,
                           ",\"fen\":\"%s\",\"pairs\":%llu,\"decided\":%llu,\"white\":%llu,"
                           "\"draws\":%llu,\"black\":%llu,\"yield\":%.6f,\"kept\":%s}\n",
                           fen_write(&grade->start, NULL, fen),
                           (unsigned long long)match_score_count_pairs(line.score),
                           count_decided(line.score), (unsigned long long)line.white,
                           (unsigned long long)line.draws, (unsigned long long)line.black,
                           match_score_get_yield(line.score),
                           ballot_grade_is_idle(grade, least) ? "false" : "true");
    }
}

static void write_json_sum(const char *what, int count, const MatchScore *score,
                           TextBuffer *buffer) {
    text_buffer_printf(buffer,
                       "\"%s\":{\"ballots\":%d,\"pairs\":%llu,\"decided\":%llu,\"yield\":%.6f}",
                       what, count, (unsigned long long)match_score_count_pairs(score),
                       count_decided(score), match_score_get_yield(score));
}

static void write_all(const GradeCommand *command, const BallotGradeList *list, int kept,
                      TextBuffer *buffer) {
    MatchScore all = ballot_grades_sum(list, false, command->least);
    MatchScore rest = ballot_grades_sum(list, true, command->least);
    if (command->json) {
        write_json(list, command->least, buffer);
        text_buffer_printf(buffer, "{");
        write_json_sum("all", list->count, &all, buffer);
        text_buffer_printf(buffer, ",");
        write_json_sum("kept", kept, &rest, buffer);
        text_buffer_printf(buffer, "}\n");
    } else {
        write_text(list, command->least, buffer);
        write_text_sum("all", list->count, &all, buffer);
        write_text_sum("kept", kept, &rest, buffer);
    }
}

/* The ballots that are not idle. */
static Status choose(const GradeCommand *command, const BallotGradeList *list, BallotList *kept,
                     Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < list->count && status == STATUS_OK; i++)
        if (!ballot_grade_is_idle(&list->grades[i], command->least))
            status = ballots_add(kept, list->grades[i].name, &list->grades[i].start, error);
    return status;
}

static Status save(const GradeCommand *command, const BallotGradeList *list, const BallotList *kept,
                   Error *error) {
    char comment[128];
    if (kept->count == 0)
        return error_set(error, STATUS_RANGE,
                         "all %d ballots were always drawn or always won by one colour: nothing is "
                         "left to write",
                         list->count);
    snprintf(comment, sizeof comment, "# huff ballots grade --least %d, variant %s\n",
             command->least, list->rules->name);
    return ballots_save(kept, comment, command->out, error);
}

static Status grade(const GradeCommand *command, const Operands *operands, Error *error) {
    BallotGradeList list = {0};
    BallotList kept = {0};
    TextBuffer buffer = {0};
    Status status = STATUS_OK;
    for (int i = 0; i < operands->count && status == STATUS_OK; i++)
        status = ballot_grades_read(&list, operands->words[i], error);
    ballot_grades_sort(&list);
    if (status == STATUS_OK)
        status = choose(command, &list, &kept, error);
    if (status == STATUS_OK) {
        write_all(command, &list, kept.count, &buffer);
        status = text_buffer_get_status(&buffer, error);
    }
    if (status == STATUS_OK && command->out)
        status = save(command, &list, &kept, error);
    if (status == STATUS_OK)
        fwrite(text_buffer_get(&buffer), 1, buffer.length, stdout);
    text_buffer_done(&buffer);
    ballots_done(&kept);
    ballot_grades_done(&list);
    return status;
}

int ballots_run_grade(int argc, char **argv) {
    GradeCommand command = {.least = 4};
    const ArgumentSpec options[] = {
        {"out", ARGUMENT_STRING, &command.out, 0, 0, NULL, "FILE", "write the ballots kept"},
        {"least", ARGUMENT_INT, &command.least, 1, INT_MAX, NULL, "N",
         "a ballot of fewer pairs is kept in any case (default 4)"},
        {"json", ARGUMENT_FLAG, &command.json, 0, 0, NULL, NULL,
         "a JSON line a ballot, then one with the sums"},
    };
    ArgumentTable table = {
        "ballots grade [OPTION ...] LEDGER ...",
        "Tells from the ledgers of matches (huff match --ledger) how the pairs of games of each\n"
        "ballot went, those first that tell most: yield is the share of pairs that are not 1-1.\n"
        "Ballots whose games were all drawn, or all won by the same colour, are not kept. "
        "Columns,\n"
        "parted by tabs: yield, pairs, decided (pairs that are not two draws), games won by "
        "White,\n"
        "drawn, won by Black, whether it is kept, name; then the yield of all and of those kept.\n"
        "--json: name, fen, pairs, decided, white, draws, black, yield, kept; last all and kept\n"
        "with ballots, pairs, decided, yield.\n",
        options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("ballots grade", &table, argc, argv, &operands, &exit_status)) {
        if (operands.count == 0) {
            error_set(&error, STATUS_SYNTAX, "at least one LEDGER is due");
            exit_status = command_fail("ballots grade", EXIT_STATUS_USAGE, &error);
        } else if (grade(&command, &operands, &error) < 0) {
            exit_status = command_fail("ballots grade", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}
