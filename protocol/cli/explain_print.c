/* SPDX-License-Identifier: MIT */
#include "protocol/cli/explain_print.h"

#include "engine/eval/explain.h"

#include <stdio.h>
#include <string.h>

static double men_of(double centimen) {
    return centimen / 100;
}

static void print_term(const Position *position, const EvalTerm *term) {
    if (term->scalar < 0) {
        printf("  %+8.2f  %s sees", men_of(term->centimen),
               term->side == COLOR_WHITE ? "White" : "Black");
        for (int i = 0; i < EVAL_PATTERN_SQUARES; i++) {
            int square = term->squares[i];
            Bitboard bit = geometry_square_bit(rules_geometry(position->rules), square);
            const char *man = board_pieces(&position->board, COLOR_WHITE) & bit   ? "w"
                              : board_pieces(&position->board, COLOR_BLACK) & bit ? "b"
                                                                                  : "";
            printf(" %s%d", man, square);
        }
        printf("\n");
    } else if (term->scalar >= SCALAR_KING_SQUARE) {
        printf("  %+8.2f  square %d, %+d\n", men_of(term->centimen),
               term->scalar - SCALAR_KING_SQUARE + 1, term->count);
    } else {
        printf("  %+8.2f  %s, %+d\n", men_of(term->centimen), eval_scalar_name(term->scalar),
               term->count);
    }
}

static int print_group(const Position *position, const EvalExplanation *explanation, int first) {
    const char *group = explanation->terms[first].group;
    double sum = 0;
    int end = first;
    for (; end < explanation->count && !strcmp(explanation->terms[end].group, group); end++)
        sum += explanation->terms[end].centimen;
    printf("%+8.2f    %s\n", men_of(sum), group);
    for (int i = first; i < end; i++)
        print_term(position, &explanation->terms[i]);
    return end;
}

void explain_print(const EvalWeights *weights, const Position *position) {
    EvalExplanation explanation;
    eval_explain(weights, position, &explanation);
    for (int i = 0; i < explanation.count;)
        i = print_group(position, &explanation, i);
    double score = explanation.sum / explanation.divisor;
    EvalChances chances = eval_chances(eval_weights_info(weights).curve, position, (int)score);
    printf("%+8.2f    in all", men_of(explanation.sum));
    if (explanation.divisor > 1)
        printf(", divided by %d where flying kings draw: %+.2f", explanation.divisor,
               men_of(score));
    printf("\nwin %.0f %%, draw %.0f %%, loss %.0f %% for the side to move\n", 100 * chances.win,
           100 * chances.draw, 100 * chances.loss);
}
