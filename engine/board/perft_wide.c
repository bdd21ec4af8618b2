/* SPDX-License-Identifier: MIT */
#define BOARD_WIDE_CELLS
#include "engine/board/perft_internal.h"

RULES_WIDE_VARIANTS(PERFT_INSTANCE)
