/* SPDX-License-Identifier: MIT
 *
 * The raw bytes of a weight file (weights.h) and their parts. */
#ifndef HUFF_ENGINE_EVAL_MODEL_CODE_INTERNAL_H
#define HUFF_ENGINE_EVAL_MODEL_CODE_INTERNAL_H

#include "engine/eval/weights.h"

/* Numbers of weights in the parts of a model of so many tables. */
size_t model_lane_count(int tables);
size_t model_block_count(int tables);

/* Appends the raw bytes of a model. */
void model_code_write(const EvalModel *model, TextBuffer *out);

/* Reads a model's parts; `ret_model->rules` must be set. The parts are allocated and must be freed
 * with model_code_done, on failure too. STATUS_SYNTAX, STATUS_NO_MEMORY. */
Status model_code_read(const char *name, const unsigned char *bytes, size_t length,
                       EvalModel *ret_model, Error *error);
void model_code_done(EvalModel *model);

#endif
