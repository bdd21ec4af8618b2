/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen_instances_internal.h"

RULES_NARROW_VARIANTS(MOVEGEN_INSTANCE)
