/* SPDX-License-Identifier: MIT
 *
 * L-BFGS (Liu and Nocedal 1989): downhill in many dimensions with a memory of the last steps. */
#ifndef HUFF_ENGINE_LEARN_DESCENT_INTERNAL_H
#define HUFF_ENGINE_LEARN_DESCENT_INTERNAL_H

#include "engine/base/crew.h"

#include <stdbool.h>

enum {
    DESCENT_MEMORY = 6, /* steps remembered */
};

/* Value at `point`; the gradient goes to `ret_gradient`. */
typedef double DescentFunction(void *context, const float *point, float *ret_gradient);

typedef struct Descent Descent;

/* Starts at `point`, `count` numbers, which are copied. `curvature` (positive, copied too) is a
 * guess of the second derivatives. STATUS_NO_MEMORY. */
Status descent_new(size_t count, const float *point, const float *curvature, Crew *crew,
                   DescentFunction *function, void *context, Descent **ret_descent, Error *error);
void descent_free(Descent *descent);

/* One step down. False when no step goes down any more. */
bool descent_step(Descent *descent);

/* Forgets the steps made, so that what follows depends on the point alone. */
void descent_forget(Descent *descent);

const float *descent_point(const Descent *descent);
double descent_value(const Descent *descent);

#endif
