/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: the rows of the variant table, visible as constants so that code
 * inlined with `&rules_international` folds every test of a rule away. A further variant is a
 * further row here and its line in RULES_VARIANTS (rules.h).
 *
 * Where law books differ, the row names the one it follows, and what another says. Squares are
 * numbered from the top left with White below in every variant. */
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
    .men_rows = 4,                           /* art. 2.6: 20 men a side */
    .first = COLOR_WHITE,                    /* art. 2.7 */
    .men_move = DIRECTIONS_DIAGONAL_FORWARD, /* art. 3.4 */
    .men_capture = DIRECTIONS_DIAGONAL,      /* art. 4.1 */
    .kings_move = DIRECTIONS_DIAGONAL,       /* art. 3.9 */
    .kings_capture = DIRECTIONS_DIAGONAL,    /* art. 4.2 */
    .kings_fly = true,                       /* art. 3.9, 4.2 */
    .worth = {.piece = 1},                   /* art. 4.7 */
    .repetition_limit = 3,                   /* art. 6.1 */
    .repetition_article = "FMJD 6.1",
    .quiet_ply_limit = 50, /* art. 6.2: 25 moves each */
    .quiet_article = "FMJD 6.2",
    .endings = {{.pieces_min = 3, .pieces_max = 3, .plies = 32, .article = "FMJD 6.3"},
                {.pieces_min = 1, .pieces_max = 2, .plies = 10, .article = "FMJD 6.4"}},
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
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .repetition_limit = 3,
    .repetition_article = "WCDF rules on draws",
    .quiet_ply_limit = 80, /* 40 own moves without progress */
    .quiet_article = "WCDF rules on draws",
    .pdn_game_type = 21,
    .pdn_results = {"0-1", "1/2-1/2", "1-0"}, /* "1-0": the side that began, Black, has won */
};

/* Frisian draughts: captures also along rows and columns. */
static const Rules rules_frisian = {
    .name = "frisian",
    .aliases = {"frysk-dammen", "fries"},
    .hub_name = "frisian",
    .title = "Frisian draughts, 10x10",
    .source = "FFJD rules of 2011",
    .id = VARIANT_FRISIAN,
    .geometry = GEOMETRY_10X10,
    .width = 10,
    .height = 10,
    .men_rows = 4,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_ALL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_ALL,
    .kings_fly = true,
    /* n kings count for less than 2n men and for more than 2n - 1; of equal captures a king must
     * make one if it can. */
    .worth = {.piece = 128, .king = 126, .by_king = 1},
    .king_run_limit = 3, /* art. 17 */
    /* The law has no repetition rule; engines and servers use this one. */
    .repetition_limit = 3,
    .repetition_article = "custom of servers",
    .endings = {{.pieces_min = 2,
                 .pieces_max = 2,
                 .kings_min = 2,
                 .plies = 14,
                 .article = "FFJD, two kings against one"}, /* others: 13 plies */
                {.pieces_min = 1,
                 .pieces_max = 1,
                 .kings_min = 1,
                 .plies = 4,
                 .article = "FFJD, king against king"}},
    .pdn_game_type = 40,
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Frisian draughts with five men a side. */
static const Rules rules_frysk = {
    .name = "frysk",
    .aliases = {"frysk!"},
    .hub_name = "frysk",
    .title = "Frysk!, Frisian draughts with five men a side, 10x10",
    .source = "FFJD rules of 2011",
    .id = VARIANT_FRYSK,
    .geometry = GEOMETRY_10X10,
    .width = 10,
    .height = 10,
    .men_rows = 1,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_ALL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_ALL,
    .kings_fly = true,
    .worth = {.piece = 128, .king = 126, .by_king = 1},
    .king_run_limit = 3,
    .repetition_limit = 3,
    .repetition_article = "custom of servers",
    .endings = {{.pieces_min = 2,
                 .pieces_max = 2,
                 .kings_min = 2,
                 .plies = 14,
                 .article = "FFJD, two kings against one"},
                {.pieces_min = 1,
                 .pieces_max = 1,
                 .kings_min = 1,
                 .plies = 4,
                 .article = "FFJD, king against king"}},
    .pdn_game_type = 97, /* none is registered; that of a server */
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Killer draughts: a king that ends its capture by taking a king stops right behind it, so that two
 * kings catch one. */
static const Rules rules_killer = {
    .name = "killer",
    .hub_name = "killer",
    .title = "killer draughts, 10x10",
    .source = "C. Letouzey's perft tables; FMJD rules for all else",
    .id = VARIANT_KILLER,
    .geometry = GEOMETRY_10X10,
    .width = 10,
    .height = 10,
    .men_rows = 4,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .kings_stop_at_king = true,
    .worth = {.piece = 1},
    .repetition_limit = 3,
    .repetition_article = "FMJD 6.1",
    .quiet_ply_limit = 50, /* FMJD 6.3 and 6.4 make no sense where such endings are won */
    .quiet_article = "FMJD 6.2",
    .pdn_game_type = 95, /* none is registered; ours */
    .pdn_results = {"2-0", "1-1", "0-2"},
};

/* Breakthrough draughts: whoever crowns a man first has won. */
static const Rules rules_breakthrough = {
    .name = "breakthrough",
    .hub_name = "bt",
    .title = "breakthrough draughts, 10x10",
    .source = "custom of servers; FMJD rules for all else",
    .id = VARIANT_BREAKTHROUGH,
    .geometry = GEOMETRY_10X10,
    .width = 10,
    .height = 10,
    .men_rows = 4,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.piece = 1},
    .king_wins = true,   /* so no draw is possible */
    .pdn_game_type = 96, /* none is registered; that of a server */
    .pdn_results = {"2-0", "1-1", "0-2"},
};

/* Losing draughts: whoever has no move has won. */
static const Rules rules_losing = {
    .name = "losing",
    .aliases = {"antidraughts", "giveaway", "losing-international"},
    .hub_name = "losing",
    .title = "losing draughts, 10x10",
    .source = "custom of servers; FMJD rules for all else",
    .id = VARIANT_LOSING,
    .geometry = GEOMETRY_10X10,
    .width = 10,
    .height = 10,
    .men_rows = 4,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.piece = 1},
    .no_move_wins = true,
    .repetition_limit = 3,
    .repetition_article = "custom of servers",
    .pdn_game_type = 98, /* none is registered; that of a server */
    .pdn_results = {"2-0", "1-1", "0-2"},
};

/* The same on the English board. */
static const Rules rules_losing_english = {
    .name = "losing-english",
    .aliases = {"suicide", "giveaway-checkers", "anticheckers"},
    .hub_name = "losing-english",
    .title = "losing English draughts, 8x8",
    .source = "custom; WCDF rules for all else",
    .id = VARIANT_LOSING_ENGLISH,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_BLACK,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .no_move_wins = true,
    .repetition_limit = 3,
    .repetition_article = "WCDF rules on draws",
    .quiet_ply_limit = 80,
    .quiet_article = "WCDF rules on draws",
    .pdn_game_type = 94, /* none is registered; ours */
    .pdn_results = {"0-1", "1/2-1/2", "1-0"},
};

/* The international game on the 8x8 board. The draw rules are those of FMJD-64, which Russian and
 * Brazilian draughts share; the older Brazilian text has 20 king moves instead of 15. */
static const Rules rules_brazilian = {
    .name = "brazilian",
    .hub_name = "brazilian",
    .title = "Brazilian draughts, 8x8",
    .source = "FMJD-64 rules",
    .id = VARIANT_BRAZILIAN,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.piece = 1},
    .repetition_limit = 3,
    .repetition_article = "FMJD-64",
    .quiet_ply_limit = 30,
    .quiet_article = "FMJD-64",
    .endings = {{.pieces_min = 3,
                 .pieces_max = 3,
                 .on_main_road = true,
                 .plies = 10,
                 .article = "FMJD-64, lone king on the main road"},
                {.pieces_min = 3,
                 .pieces_max = 31,
                 .kings_min = 3,
                 .plies = 30,
                 .article = "FMJD-64, three kings against one"},
                {.kind = ENDING_BOTH_KINGS,
                 .pieces_min = 2,
                 .pieces_max = 3,
                 .anew = true,
                 .plies = 10,
                 .article = "FMJD-64, two or three pieces"},
                {.kind = ENDING_BOTH_KINGS,
                 .pieces_min = 4,
                 .pieces_max = 5,
                 .anew = true,
                 .plies = 60,
                 .article = "FMJD-64, four or five pieces"},
                {.kind = ENDING_BOTH_KINGS,
                 .pieces_min = 6,
                 .pieces_max = 7,
                 .anew = true,
                 .plies = 120,
                 .article = "FMJD-64, six or seven pieces"}},
    .algebraic = true,
    .pdn_game_type = 26,
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Russian draughts: a man crowned within a capture goes on as a king. */
static const Rules rules_russian = {
    .name = "russian",
    .aliases = {"shashki"},
    .hub_name = "russian",
    .title = "Russian draughts, 8x8",
    .source = "FMJD-64 rules",
    .id = VARIANT_RUSSIAN,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .crowned_in_passing = true,
    .repetition_limit = 3,
    .repetition_article = "FMJD-64",
    .quiet_ply_limit = 30, /* 15 moves each */
    .quiet_article = "FMJD-64",
    .endings = {{.pieces_min = 3,
                 .pieces_max = 3,
                 .on_main_road = true,
                 .plies = 10,
                 .article = "FMJD-64, lone king on the main road"},
                {.pieces_min = 3,
                 .pieces_max = 31,
                 .kings_min = 3,
                 .plies = 30,
                 .article = "FMJD-64, three kings against one"}, /* others: 29 plies */
                {.kind = ENDING_BOTH_KINGS,
                 .pieces_min = 2,
                 .pieces_max = 3,
                 .anew = true,
                 .plies = 10,
                 .article = "FMJD-64, two or three pieces"},
                {.kind = ENDING_BOTH_KINGS,
                 .pieces_min = 4,
                 .pieces_max = 5,
                 .anew = true,
                 .plies = 60,
                 .article = "FMJD-64, four or five pieces"},
                {.kind = ENDING_BOTH_KINGS,
                 .pieces_min = 6,
                 .pieces_max = 7,
                 .anew = true,
                 .plies = 120,
                 .article = "FMJD-64, six or seven pieces"}},
    .algebraic = true,
    .pdn_game_type = 25,
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* American pool checkers. */
static const Rules rules_pool = {
    .name = "pool",
    .aliases = {"american-pool", "pool-checkers"},
    .hub_name = "pool",
    .title = "American pool checkers, 8x8",
    .source = "APCA rules; the quiet plies as in dctl",
    .id = VARIANT_POOL,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_BLACK,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .repetition_limit = 3,
    .repetition_article = "APCA",
    .quiet_ply_limit = 30,
    .quiet_article = "custom of programs",
    .endings = {{.pieces_min = 3,
                 .pieces_max = 3,
                 .kings_min = 3,
                 .plies = 26,
                 .article = "APCA, three kings against one"}},
    .pdn_game_type = 23,
    .pdn_results = {"0-1", "1/2-1/2", "1-0"},
};

/* Italian draughts: short kings, men that may not take them, and a strict order of captures. */
static const Rules rules_italian = {
    .name = "italian",
    .aliases = {"dama"},
    .hub_name = "italian",
    .title = "Italian draughts, 8x8",
    .source = "FID rules",
    .id = VARIANT_ITALIAN,
    .geometry = GEOMETRY_8X8_MIRRORED,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .men_spare_kings = true,
    /* Most pieces; by a king; most kings; then kings earlier. The law speaks of the first king
     * met; all of the sequence is compared, as other programs do. */
    .worth = {.piece = 1 << (RULES_ORDER_BITS + 6),
              .by_king = 1 << (RULES_ORDER_BITS + 5),
              .king = 1 << RULES_ORDER_BITS,
              .king_order = true},
    .repetition_limit = 3, /* FID; dctl: 4 */
    .repetition_article = "FID rules on draws",
    .quiet_ply_limit = 80, /* 40 moves each */
    .quiet_article = "FID rules on draws",
    .pdn_game_type = 22,
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Spanish draughts. Most pieces, then most kings. */
static const Rules rules_spanish = {
    .name = "spanish",
    .aliases = {"damas"},
    .hub_name = "spanish",
    .title = "Spanish draughts, 8x8",
    .source = "rules of the Spanish federation",
    .id = VARIANT_SPANISH,
    .geometry = GEOMETRY_8X8_MIRRORED,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.piece = 64, .king = 1},
    .repetition_limit = 3,
    .repetition_article = "Spanish rules on draws",
    .quiet_ply_limit = 40, /* 20 moves each */
    .quiet_article = "Spanish rules on draws",
    .endings = {{.pieces_min = 3,
                 .pieces_max = 3,
                 .kings_min = 3,
                 .on_main_road = true,
                 .plies = 24,
                 .article = "Spanish rules, lone king on the main road"}},
    .pdn_game_type = 24, /* the bare number stands for square 1 at White's right hand */
    .pdn_game_type_text = "24,W,8,8,N2,1",
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Portuguese draughts: the Spanish game, whose laws of moves it shares. */
static const Rules rules_portuguese = {
    .name = "portuguese",
    .aliases = {"damas-portuguesas"},
    .hub_name = "portuguese",
    .title = "Portuguese draughts, 8x8",
    .source = "rules of the Portuguese federation; draws as in Spain",
    .id = VARIANT_PORTUGUESE,
    .geometry = GEOMETRY_8X8_MIRRORED,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.piece = 64, .king = 1},
    .repetition_limit = 3,
    .repetition_article = "Spanish rules on draws",
    .quiet_ply_limit = 40, /* 20 moves each */
    .quiet_article = "Spanish rules on draws",
    .endings = {{.pieces_min = 3,
                 .pieces_max = 3,
                 .kings_min = 3,
                 .on_main_road = true,
                 .plies = 24,
                 .article = "Spanish rules, lone king on the main road"}},
    .pdn_game_type = 28, /* the bare number stands for square 1 at White's right hand */
    .pdn_game_type_text = "28,W,8,8,N2,1",
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Czech draughts: any capture, but by a king if one can. */
static const Rules rules_czech = {
    .name = "czech",
    .hub_name = "czech",
    .title = "Czech draughts, 8x8",
    .source = "rules of the Czech federation",
    .id = VARIANT_CZECH,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 3,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.by_king = 1},
    .repetition_limit = 3,
    .repetition_article = "Czech rules on draws",
    .quiet_ply_limit = 60, /* 30 moves each; others: 15 */
    .quiet_article = "Czech rules on draws",
    .algebraic = true,
    .pdn_game_type = 29,
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Turkish draughts, on all squares and along rows and columns. A man that passes its crowning row
 * within a capture, sideways, is crowned only if it ends there; other books crown it at once. */
static const Rules rules_turkish = {
    .name = "turkish",
    .aliases = {"turkish-draughts"},
    .hub_name = "turkish",
    .title = "Turkish draughts, 8x8, all squares",
    .source = "common rules of Turkish draughts",
    .id = VARIANT_TURKISH,
    .geometry = GEOMETRY_8X8_FULL,
    .width = 8,
    .height = 8,
    .all_squares = true,
    .men_rows = 2,
    .men_first_row = 1,
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_STRAIGHT_FORWARD,
    .men_capture = DIRECTIONS_STRAIGHT_FORWARD,
    .kings_move = DIRECTIONS_STRAIGHT,
    .kings_capture = DIRECTIONS_STRAIGHT,
    .kings_fly = true,
    .taken_at_once = true,
    .no_turning_back = true,
    .worth = {.piece = 1},
    .repetition_limit = 3,
    .repetition_article = "Turkish rules on draws",
    .endings = {{.kind = ENDING_FEW,
                 .pieces_min = 2,
                 .pieces_max = 2,
                 .plies = 1,
                 .article = "Turkish rules, one piece each"}}, /* unless taken at once */
    .algebraic = true,
    .pdn_game_type = 30,
    .pdn_results = {"1-0", "1/2-1/2", "0-1"},
};

/* Thai draughts (makhos): eight men, kings that land right behind what they take. */
static const Rules rules_thai = {
    .name = "thai",
    .aliases = {"makhos"},
    .hub_name = "thai",
    .title = "Thai draughts, 8x8",
    .source = "common rules of makhos",
    .id = VARIANT_THAI,
    .geometry = GEOMETRY_8X8,
    .width = 8,
    .height = 8,
    .men_rows = 2,
    .first = COLOR_BLACK,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL_FORWARD,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .kings_land_next = true,
    .taken_at_once = true,
    .repetition_limit = 3,
    .repetition_article = "custom of programs",
    .pdn_game_type = 31, /* the bare number stands for square 1 at Black's left hand */
    .pdn_game_type_text = "31,B,8,8,N1,0",
    .pdn_results = {"0-1", "1/2-1/2", "1-0"},
};

/* Canadian draughts: the international game on the board of 12x12. */
static const Rules rules_canadian = {
    .name = "canadian",
    .aliases = {"12x12"},
    .hub_name = "canadian",
    .title = "Canadian draughts, 12x12",
    .source = "custom of the Quebec federation; FMJD rules for all else",
    .id = VARIANT_CANADIAN,
    .geometry = GEOMETRY_12X12,
    .width = 12,
    .height = 12,
    .men_rows = 5, /* 30 men a side */
    .first = COLOR_WHITE,
    .men_move = DIRECTIONS_DIAGONAL_FORWARD,
    .men_capture = DIRECTIONS_DIAGONAL,
    .kings_move = DIRECTIONS_DIAGONAL,
    .kings_capture = DIRECTIONS_DIAGONAL,
    .kings_fly = true,
    .worth = {.piece = 1},
    .repetition_limit = 3,
    .repetition_article = "FMJD 6.1",
    .quiet_ply_limit = 50,
    .quiet_article = "FMJD 6.2",
    .endings = {{.pieces_min = 3, .pieces_max = 3, .plies = 32, .article = "FMJD 6.3"},
                {.pieces_min = 1, .pieces_max = 2, .plies = 10, .article = "FMJD 6.4"}},
    .pdn_game_type = 27,
    .pdn_results = {"2-0", "1-1", "0-2"},
};

#endif
