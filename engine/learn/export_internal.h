/* SPDX-License-Identifier: MIT
 *
 * From fitted parameters to weights as they are stored. */
#ifndef HUFF_ENGINE_LEARN_EXPORT_INTERNAL_H
#define HUFF_ENGINE_LEARN_EXPORT_INTERNAL_H

#include "engine/learn/fit_internal.h"

/* Appends a weight file: the parameters in units of `logit_centimen`, rounded. */
Status export_write(const FitShape *shape, const float *parameters, double logit_centimen,
                    const EvalCurve *curve, const char *recipe, TextBuffer *out, Error *error);

#endif
