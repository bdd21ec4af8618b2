/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: the rows of the variant table, visible as constants so that code
 * inlined with `&rules_international` folds every test of a rule away. A further variant is a
 * further row here, its VariantId, and its line in MOVEGEN_VARIANTS. */
#ifndef HUFF_ENGINE_BOARD_RULES_TABLE_H
#define HUFF_ENGINE_BOARD_RULES_TABLE_H

#include "engine/board/rules.h"

/* FMJD official rules for international draughts. */
static const Rules rules_international = {
    .name = "international",
    .aliases = {"standard", "10x10"},
    .hub_name = "normal",
    .title = "international draughts, 10x10",
    .source = "FMJD rules, articles 2-6",
    .id = VARIANT_INTERNATIONAL,
    .geometry = GEOMETRY_10X10, /* art. 2.1 */
    .width = 10,
    .height = 10,
    .men_rows = 4,                /* art. 2.6: 20 men a side */
    .first = COLOR_WHITE,         /* art. 2.7 */
    .men_capture_backward = true, /* art. 4.1 */
    .kings_fly = true,            /* art. 3.9, 4.2 */
    .priority = PRIORITY_MOST,    /* art. 4.7 */
    .repetition_limit = 3,        /* art. 6.1 */
    .repetition_article = "FMJD 6.1",
    .quiet_ply_limit = 50, /* art. 6.2: 25 moves each */
    .quiet_article = "FMJD 6.2",
    .endings = {{3, 3, 32, "FMJD 6.3"},  /* 16 moves each */
                {1, 2, 10, "FMJD 6.4"}}, /* 5 moves each */
    .pdn_game_type = 20,
    .pdn_results = {"2-0", "1-1", "0-2"},
};

/* English draughts (American checkers) by today's law: capture compulsory, no huff. */
static const Rules rules_english = {
    .name = "english",
    .aliases = {"checkers", "american", "8x8"},
    .hub_name = "english",
    .title = "English draughts, 8x8",
    .source = "WCDF rules of draughts, section 1",
    .id = VARIANT_ENGLISH,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 3, /* 12 men a side */
    .first = COLOR_BLACK,
    .men_capture_backward = false,
    .kings_fly = false,
    .priority = PRIORITY_FREE, /* free choice, to be completed */
    .repetition_limit = 3,
    .repetition_article = "WCDF rules on draws",
    .quiet_ply_limit = 80, /* 40 own moves without progress */
    .quiet_article = "WCDF rules on draws",
    .pdn_game_type = 21,
    .pdn_results = {"0-1", "1/2-1/2", "1-0"}, /* "1-0": the side that began, Black, has won */
};

#endif
