/* SPDX-License-Identifier: MIT
 *
 * The weights that are part of the program. The table is made at build time by make_embedded.c from
 * the files in engine/eval/weights. */
#ifndef HUFF_ENGINE_EVAL_EMBEDDED_INTERNAL_H
#define HUFF_ENGINE_EVAL_EMBEDDED_INTERNAL_H

typedef struct {
    const char *variant; /* NULL ends the table */
    const unsigned char *begin, *end;
} EmbeddedWeights;

extern const EmbeddedWeights embedded_weights[];

#endif
