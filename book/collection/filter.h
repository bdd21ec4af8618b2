/* SPDX-License-Identifier: MIT
 *
 * Which games of a collection are wanted: by players, result, first moves, length, material, game.
 */
#ifndef HUFF_BOOK_COLLECTION_FILTER_H
#define HUFF_BOOK_COLLECTION_FILTER_H

#include "engine/notation/pdn_read.h"

enum {
    GAMES_OPENING_MAX = 64, /* plies of an opening that is asked for */
    GAMES_TAGS_MAX = 16,    /* tags that are asked for */
};

/* Pieces of one side. */
typedef struct {
    int men, kings;
} GamesForce;

/* What is wanted; all of it must be so. Zeroed, with plies_max at INT_MAX, it wants every game. The
 * texts are the caller's and must outlive the filter. */
typedef struct {
    const char *player;        /* a part of either player's name, letter case of ASCII ignored */
    const char *white, *black; /* the same for one colour */
    bool by_result;
    PdnResult result; /* with by_result */
    int opening_plies;
    Move opening[GAMES_OPENING_MAX]; /* from the start position of `opening_rules` */
    const Rules *opening_rules;
    int plies_min, plies_max; /* legal moves of the main line */
    bool by_material, ending; /* `ending`: at the end of the game, else at any time */
    GamesForce force[2];      /* of either side, the other has the other */
    const Rules *rules;       /* the game played; NULL: any */
    int tag_count;
    struct {
        char name[PDN_TAG_NAME_MAX + 1];
        const char *part; /* the tag's value has this, letter case ignored */
    } tags[GAMES_TAGS_MAX];
} GamesFilter;

/* Reads a result: "white", "draw", "black", "open" (`*` or nothing), "lost" (for both). */
Status games_filter_read_result(GamesFilter *filter, const char *text, Error *error);

/* Reads the first moves ("1. 32-28 19-23 31-27") of the variant. STATUS_SYNTAX, STATUS_ILLEGAL,
 * STATUS_RANGE: too many. */
Status games_filter_read_opening(GamesFilter *filter, const Rules *rules, const char *text,
                                 Error *error);

/* Reads a material balance: "2k1m v 1k", "3m v 2k" (k kings, m men, either side). */
Status games_filter_read_material(GamesFilter *filter, const char *text, Error *error);

/* Adds a tag, "Event=club". */
Status games_filter_read_tag(GamesFilter *filter, const char *text, Error *error);

/* Whether the game is wanted. Any thread. */
bool games_filter_wants(const GamesFilter *filter, const PdnGame *game);

#endif
