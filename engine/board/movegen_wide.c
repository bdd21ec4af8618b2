/* SPDX-License-Identifier: MIT */
#define BOARD_WIDE_CELLS
#include "engine/board/movegen_instances_internal.h"

RULES_WIDE_VARIANTS(MOVEGEN_INSTANCE)
