/* SPDX-License-Identifier: MIT
 *
 * The weights that settings ask for. */
#ifndef HUFF_PROTOCOL_EVALUATION_H
#define HUFF_PROTOCOL_EVALUATION_H

#include "engine/eval/weights.h"
#include "protocol/options.h"

/* Loads the weights named in the settings, else those that the program carries for the variant;
 * NULL when it carries none. The caller frees them. STATUS_STATE: the file is of another variant;
 * else as eval_weights_read. */
Status evaluation_load(const Settings *settings, EvalWeights **ret_weights, Error *error);

#endif
