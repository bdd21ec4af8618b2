/* SPDX-License-Identifier: MIT
 *
 * The oracle: something that knows what positions are worth without thinking. The search asks it
 * through this interface and does not know what is behind it (endgame tables, as a rule). */
#ifndef HUFF_ENGINE_BOARD_ORACLE_H
#define HUFF_ENGINE_BOARD_ORACLE_H

#include "engine/board/position.h"

typedef enum {
    ORACLE_UNKNOWN,
    ORACLE_LOSS, /* for the side to move */
    ORACLE_DRAW,
    ORACLE_WIN,
} OracleValue;

typedef struct {
    OracleValue value; /* with best play, draws by counting left aside */
    int plies;         /* to the end of the game, the winner hurrying and the loser delaying; -1 if
                          not known or a draw */
    OracleValue rule;  /* the same with the counts that the law keeps and the position has */
} OracleAnswer;

/* Constant while somebody may ask; both functions may be called by any thread. */
typedef struct {
    int pieces_max; /* of more pieces on the board nothing is known */

    /* The worth of a position with at most pieces_max pieces in which the side to move has no
     * capture, quickly: by the law's counts where they are known, else without them. */
    OracleValue (*look)(void *context, const Position *position);

    /* Everything that is known of any position; captures are played out. */
    void (*consult)(void *context, const Position *position, OracleAnswer *ret_answer);

    void *context;
} Oracle;

#endif
