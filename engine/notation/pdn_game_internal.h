/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: a PDN game while it is being read. Everything that grows is kept from
 * one game to the next and grows only up to the limits of pdn_read.h. A failed allocation is
 * remembered in `failed`; from then on nothing is added. */
#ifndef HUFF_ENGINE_NOTATION_PDN_GAME_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_GAME_INTERNAL_H

#include "engine/base/text_buffer.h"
#include "engine/notation/pdn_input_internal.h"

typedef struct ArenaBlock ArenaBlock;

/* Texts that live as long as the game; they never move. */
typedef struct {
    ArenaBlock *first, *current;
    size_t held; /* bytes handed out since the last reset */
} Arena;

typedef struct {
    PdnGame game; /* what the caller sees; its lists are those below */
    PdnTag *tags;
    PdnPly *plies;
    PdnComment *comments;
    PdnFinding *findings;
    int tag_capacity, ply_capacity, comment_capacity, finding_capacity;
    int last_comment;  /* of the game as a whole */
    bool record_ready; /* record_init was called once */
    Color first;       /* the side whose points stand first in a result */
    Color starter;     /* the side to move at the start */
    bool check;        /* as in the reader's options */
    bool encoding_told, plies_cut_told, comments_cut_told, tags_cut_told, text_cut_told;
    Arena arena;
    TextBuffer scratch; /* for texts being put together */
    bool failed;
} GameBuilder;

/* A zeroed builder is a builder without a game. */
void builder_done(GameBuilder *builder);

/* Forgets the game and begins the one with number `index`. */
void builder_reset(GameBuilder *builder, uint64_t index, const Rules *rules);

/* Keeps a text as UTF-8 with a zero byte behind it; never NULL, "" when there is no room or no
 * memory. `cut` says that the text lacks its end. */
const char *builder_keep_text(GameBuilder *builder, PdnPlace place, const char *text, size_t length,
                              bool cut);

void builder_add_tag(GameBuilder *builder, PdnPlace place, const char *name, const char *value);

/* The new move, all fields but parent, depth, text and place at "nothing known"; NULL when there is
 * no room. */
PdnPly *builder_add_ply(GameBuilder *builder, PdnPlace place, int parent, int depth);

/* A comment that belongs to no move yet. False when there is no room. */
bool builder_add_comment(GameBuilder *builder, PdnPlace place, const char *text);

/* The comments from index `from` on belong to the move `ply`, or -1 to the game as a whole. */
void builder_link_comments(GameBuilder *builder, int from, int ply, bool before);

/* `text` (`length` bytes of the input, cut to a reasonable size) is the piece concerned. */
PdnFinding *builder_add_finding(GameBuilder *builder, PdnFindingKind kind, PdnPlace place, int ply,
                                const char *text, size_t length, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

/* Tells once a game of bytes that had to be changed; `text` has them. */
void builder_tell_encoding(GameBuilder *builder, PdnPlace place, const char *text, size_t length);

PdnSeverity pdn_finding_severity(PdnFindingKind kind);

/* Rules, start position and record from the tags; called once, before the first move. */
void builder_set_up(GameBuilder *builder);

/* Result, outcome and what they contradict. `token` is the text of the result behind the moves,
 * NULL: none, "*": a star. */
void builder_finish(GameBuilder *builder, PdnPlace place, const char *token);

/* What the law says of a game that is complete: moves behind its end, its result. */
void builder_check_law(GameBuilder *builder, PdnPlace place);

/* Names and values of the tags, once the moves are known. */
void builder_check_tags(GameBuilder *builder);

/* More pieces than a side has in that game. */
void builder_check_pieces(GameBuilder *builder, const Position *start, PdnPlace place,
                          const char *fen);

/* Reads the clock commands of a comment behind the move `ply` into it. */
void builder_read_clocks(GameBuilder *builder, PdnPlace place, int ply, const char *text);

#endif
