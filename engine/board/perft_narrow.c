/* SPDX-License-Identifier: MIT */
#include "engine/board/perft_internal.h"

RULES_NARROW_VARIANTS(PERFT_INSTANCE)
