/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: the one form in which PDN text is written. Tags, a line each; moves
 * with their numbers, glyphs, comments and variations in lines of at most PDN_COLUMNS_MAX bytes. A
 * lack of memory is remembered in the buffer. */
#ifndef HUFF_ENGINE_NOTATION_PDN_WORDS_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_WORDS_INTERNAL_H

#include "engine/base/text_buffer.h"
#include "engine/notation/fen.h"

/* Where a move is written: its number is told when its side begins, or when something stands
 * between it and the move before. */
typedef struct {
    TextBuffer *buffer;
    size_t column;
    bool numbered; /* the next move gets its number even if it is the second side's */
    bool opened;   /* the next word begins with the bracket that opens a variation */
} WordWriter;

/* At the start of the moves. */
WordWriter words_start(TextBuffer *buffer);

/* Adds a move with its number; `first_side` says that it is one of the side that begins. */
void words_append_move(WordWriter *writer, int number, bool first_side, const char *move);

/* Adds "$n". */
void words_append_nag(WordWriter *writer, int nag);

/* Adds a comment in braces, parted by line ends where it has blanks, though not within [...];
 * braces in it become round brackets and control characters blanks. */
void words_append_comment(WordWriter *writer, const char *text, size_t length);

/* A variation begins or ends. */
void words_open_variation(WordWriter *writer);
void words_close_variation(WordWriter *writer);

/* Adds the result, which ends the game, and a line end. */
void words_append_result(WordWriter *writer, const char *result);

/* Adds [Name "value"] and a line end; quotes and backslashes are escaped, control characters become
 * blanks. */
void words_append_tag(TextBuffer *buffer, const char *name, const char *value);

/* Adds the tag GameType of the variant. */
void words_append_game_type(TextBuffer *buffer, const Rules *rules);

/* Adds the tag FEN for a game that does not begin at the start position with nothing counted yet,
 * or else nothing. The move number of `counters` (NULL: 1) goes with it unless it is 1. */
void words_append_setup(TextBuffer *buffer, const Position *first, const FenCounters *counters);

#endif
