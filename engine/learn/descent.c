/* SPDX-License-Identifier: MIT */
#include "engine/learn/descent_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    SPAN = 1 << 16, /* numbers of one task */
    TRIES_MAX = 20, /* halvings of a step */
};

static const double first_step = 1.0 / 16; /* before there is a memory: about one over the number
                                              of weights that a sample has */
static const double least_gain = 1e-4;     /* of what the slope promises (Armijo) */

typedef struct {
    float *step, *change; /* of the point and of the gradient */
    double product;       /* step * change, positive */
} Memory;

struct Descent {
    size_t count;
    Crew *crew;
    DescentFunction *function;
    void *context;
    float *point, *gradient, *direction, *next_point, *next_gradient, *curvature;
    double value;
    bool known; /* value and gradient belong to the point */
    Memory memory[DESCENT_MEMORY];
    int kept, newest; /* memories in use; index of the last one */
    double *partial;  /* one for each span */

    /* The vector operation under way: to = a * scale + b, or partial sums of a * b. */
    float *to;
    const float *a, *b;
    float scale;
};

static size_t span_count(const Descent *descent) {
    return (descent->count + SPAN - 1) / SPAN;
}

static size_t span_begin(const Descent *descent, size_t task, size_t *ret_end) {
    size_t begin = task * SPAN;
    *ret_end = begin + SPAN < descent->count ? begin + SPAN : descent->count;
    return begin;
}

static void dot_span(void *context, int member, size_t task) {
    (void)member;
    Descent *descent = context;
    size_t end;
    double sum = 0;
    for (size_t i = span_begin(descent, task, &end); i < end; i++)
        sum += (double)descent->a[i] * descent->b[i];
    descent->partial[task] = sum;
}

static double dot(Descent *descent, const float *a, const float *b) {
    descent->a = a;
    descent->b = b;
    crew_run(descent->crew, span_count(descent), dot_span, descent);
    double sum = 0;
    for (size_t i = 0; i < span_count(descent); i++)
        sum += descent->partial[i];
    return sum;
}

static void combine_span(void *context, int member, size_t task) {
    (void)member;
    Descent *descent = context;
    size_t end;
    for (size_t i = span_begin(descent, task, &end); i < end; i++)
        descent->to[i] = descent->a[i] * descent->scale + descent->b[i];
}

/* to = a * scale + b */
static void combine(Descent *descent, float *to, const float *a, double scale, const float *b) {
    descent->to = to;
    descent->a = a;
    descent->b = b;
    descent->scale = (float)scale;
    crew_run(descent->crew, span_count(descent), combine_span, descent);
}

static void divide_span(void *context, int member, size_t task) {
    (void)member;
    Descent *descent = context;
    size_t end;
    for (size_t i = span_begin(descent, task, &end); i < end; i++)
        descent->to[i] = descent->to[i] * descent->scale / descent->curvature[i];
}

/* to = to * scale / curvature */
static void divide_by_curvature(Descent *descent, float *to, double scale) {
    descent->to = to;
    descent->scale = (float)scale;
    crew_run(descent->crew, span_count(descent), divide_span, descent);
}

static bool allocate(Descent *descent) {
    float **vectors[] = {&descent->point,      &descent->gradient,      &descent->direction,
                         &descent->next_point, &descent->next_gradient, &descent->curvature};
    bool whole = true;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        whole &= (*vectors[i] = calloc(descent->count, sizeof(float))) != NULL;
    for (int i = 0; i < DESCENT_MEMORY; i++) {
        whole &= (descent->memory[i].step = calloc(descent->count, sizeof(float))) != NULL;
        whole &= (descent->memory[i].change = calloc(descent->count, sizeof(float))) != NULL;
    }
    descent->partial = calloc(span_count(descent), sizeof *descent->partial);
    return whole && descent->partial;
}

Status descent_new(size_t count, const float *point, const float *curvature, Crew *crew,
                   DescentFunction *function, void *context, Descent **ret_descent, Error *error) {
    Descent *descent = calloc(1, sizeof *descent);
    if (descent)
        *descent =
            (Descent){.count = count, .crew = crew, .function = function, .context = context};
    if (!descent || !allocate(descent)) {
        descent_free(descent);
        return error_set(error, STATUS_NO_MEMORY, "no memory to fit %zu weights", count);
    }
    memcpy(descent->point, point, count * sizeof *point);
    memcpy(descent->curvature, curvature, count * sizeof *curvature);
    *ret_descent = descent;
    return STATUS_OK;
}

void descent_free(Descent *descent) {
    if (!descent)
        return;
    free(descent->point);
    free(descent->gradient);
    free(descent->direction);
    free(descent->next_point);
    free(descent->next_gradient);
    free(descent->curvature);
    free(descent->partial);
    for (int i = 0; i < DESCENT_MEMORY; i++) {
        free(descent->memory[i].step);
        free(descent->memory[i].change);
    }
    free(descent);
}

/* The k-th memory, 0 the newest. */
static Memory *memory_at(Descent *descent, int k) {
    return &descent->memory[(descent->newest + DESCENT_MEMORY - k) % DESCENT_MEMORY];
}

/* The two-loop recursion: direction = - (guess of the inverse second derivatives) * gradient. */
static void find_direction(Descent *descent) {
    float *direction = descent->direction;
    double share[DESCENT_MEMORY];
    memcpy(direction, descent->gradient, descent->count * sizeof *direction);
    for (int k = 0; k < descent->kept; k++) {
        Memory *memory = memory_at(descent, k);
        share[k] = dot(descent, memory->step, direction) / memory->product;
        combine(descent, direction, memory->change, -share[k], direction);
    }
    double scale = first_step;
    if (descent->kept > 0) {
        /* How far off the guess was along the last step. */
        Memory *memory = memory_at(descent, 0);
        float *scaled = descent->next_point;
        memcpy(scaled, memory->change, descent->count * sizeof *scaled);
        divide_by_curvature(descent, scaled, 1);
        scale = memory->product / dot(descent, scaled, memory->change);
    }
    divide_by_curvature(descent, direction, scale);
    for (int k = descent->kept - 1; k >= 0; k--) {
        Memory *memory = memory_at(descent, k);
        double back = dot(descent, memory->change, direction) / memory->product;
        combine(descent, direction, memory->step, share[k] - back, direction);
    }
    for (size_t i = 0; i < descent->count; i++)
        direction[i] = -direction[i];
}

/* Keeps the step from the point to the next one, unless it bends the wrong way. */
static void remember(Descent *descent) {
    int index = (descent->newest + 1) % DESCENT_MEMORY;
    Memory *memory = &descent->memory[index];
    combine(descent, memory->step, descent->point, -1, descent->next_point);
    combine(descent, memory->change, descent->gradient, -1, descent->next_gradient);
    memory->product = dot(descent, memory->step, memory->change);
    if (!(memory->product > 0))
        return;
    descent->newest = index;
    if (descent->kept < DESCENT_MEMORY)
        descent->kept++;
}

static void swap(float **a, float **b) {
    float *kept = *a;
    *a = *b;
    *b = kept;
}

bool descent_step(Descent *descent) {
    if (!descent->known)
        descent->value = descent->function(descent->context, descent->point, descent->gradient);
    descent->known = true;
    find_direction(descent);
    double slope = dot(descent, descent->gradient, descent->direction);
    if (!(slope < 0))
        return false;
    double length = 1;
    for (int i = 0; i < TRIES_MAX; i++, length /= 2) {
        combine(descent, descent->next_point, descent->direction, length, descent->point);
        double value =
            descent->function(descent->context, descent->next_point, descent->next_gradient);
        if (value > descent->value + least_gain * length * slope)
            continue;
        remember(descent);
        swap(&descent->point, &descent->next_point);
        swap(&descent->gradient, &descent->next_gradient);
        descent->value = value;
        return true;
    }
    return false;
}

void descent_forget(Descent *descent) {
    descent->kept = 0;
}

const float *descent_point(const Descent *descent) {
    return descent->point;
}

double descent_value(const Descent *descent) {
    return descent->value;
}
