/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: the reader of PDN files and the parts that share it. Nothing here
 * calls itself: open variations are a stack of fixed size. */
#ifndef HUFF_ENGINE_NOTATION_PDN_READER_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_READER_INTERNAL_H

#include "engine/notation/pdn_game_internal.h"
#include "engine/notation/pdn_token_internal.h"

enum {
    PDN_NO_SETUP = -2
};

/* The main line or an open variation. */
typedef struct {
    int tip;    /* index of its last move, or of the one it begins behind; -1: the start */
    int depth;  /* open variations that have a move, this one included */
    bool fresh; /* it has no move yet */
    bool dead;  /* what follows cannot be checked */
    int setup;  /* the tip at which a set-up stood, or PDN_NO_SETUP */
} PdnLine;

struct PdnReader {
    PdnInput input;
    const Rules *rules; /* of games without a GameType */
    uint64_t game_count;
    GameBuilder builder;
    /* the game being read */
    bool begun;          /* its moves have begun */
    bool content;        /* there is a tag, a move or a result */
    bool finished;       /* its result has been read */
    uint64_t token_line; /* the line in which the last token ended */
    uint64_t move_end;   /* the offset behind the last move and its glyphs */
    const char *result;  /* the text of its result, or NULL */
    int number;          /* the move number before the next move, -1: none */
    PdnPlace number_place;
    int number_ahead; /* how far the file's numbers are ahead of ours */
    bool number_known;
    int pending_comments; /* index of the first comment that waits for its move, -1: none */
    int depth;            /* open variations */
    PdnLine lines[PDN_DEPTH_MAX + 1];
};

/* The tags are complete: the moves begin. May be called again. */
void reader_begin_moves(PdnReader *reader);

/* What a token among the moves means; it stands next in the input and is stepped over. */
void reader_take_token(PdnReader *reader, const PdnToken *token, const char *window, size_t length);

/* A `[` and what belongs to it. False, with nothing stepped over, when it begins another game. */
bool reader_read_bracket(PdnReader *reader);

/* Closes the variations that are open; a finding when there are any. */
void reader_close_variations(PdnReader *reader);

/* A comment, from its `{` or `;` on. */
void reader_read_comment(PdnReader *reader);

/* Gives a text that stands where a comment could stand to the move before it. */
void reader_add_comment(PdnReader *reader, PdnPlace place, const char *text);

/* The same for `length` bytes of the input, of which nothing else can be made. */
void reader_keep_loose(PdnReader *reader, PdnPlace place, const char *text, size_t length);

/* Words that stand next, up to something that PDN knows or the end of the line, become a comment
 * and a finding with that message. They are stepped over. */
void reader_take_words(PdnReader *reader, int ply, const char *message);

/* Comments that wait for the first move of a variation get `ply`, which is that move, or, when
 * there will be none, the line's tip. */
void reader_place_comments(PdnReader *reader, int ply, bool before);

#endif
