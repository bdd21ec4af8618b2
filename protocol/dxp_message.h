/* SPDX-License-Identifier: MIT
 *
 * The messages of the DamExchange protocol, version 01: text to struct and back. Reading copes
 * with what other programs are known to send; writing is exact. Nothing here knows what state a
 * game is in or whether a move is legal.
 *
 * Colours are the letters of the protocol, 'W' white and 'Z' black. Squares are numbers from 1 to
 * `square_count`, which the caller chooses by its board: 50 (10x10), 32 (8x8) or 64 (all squares of
 * 8x8). */
#ifndef HUFF_PROTOCOL_DXP_MESSAGE_H
#define HUFF_PROTOCOL_DXP_MESSAGE_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    DXP_LENGTH_MAX = 127,                 /* characters of a message, without its NUL */
    DXP_TEXT_SIZE = DXP_LENGTH_MAX + 1,   /* bytes of a message with its NUL */
    DXP_NAME_LENGTH = 32,                 /* characters of a name */
    DXP_CHAT_LENGTH = DXP_LENGTH_MAX - 1, /* characters of a chat text */
    DXP_BOARD_SQUARES = 50,               /* of the board the protocol was made for */
    DXP_SQUARES_MAX = 72,                 /* of any board */
    DXP_CAPTURES_MAX = 20,
    DXP_VERSION = 1, /* the version written here, the highest understood */
};

typedef enum {
    DXP_NONE = 0, /* an empty message: ignore it */
    DXP_GAMEREQ = 'R',
    DXP_GAMEACC = 'A',
    DXP_MOVE = 'M',
    DXP_GAMEEND = 'E',
    DXP_CHAT = 'C',
    DXP_BACKREQ = 'B',
    DXP_BACKACC = 'K',
} DxpKind;

typedef struct {
    int version;                       /* 0..99; answer DXP_ACCEPT_BAD_VERSION above DXP_VERSION */
    char name[DXP_NAME_LENGTH + 1];    /* of the initiator, without padding */
    char follower;                     /* 'W' or 'Z', the colour the receiver of the request gets */
    double minutes;                    /* a player's time for the game, 0..999; 0: none was named */
    int moves;                         /* to play in that time, 0..999; 0: no limit */
    bool has_position;                 /* false: the normal start, white to move */
    char side;                         /* with a position: who is to move, 'W' or 'Z' */
    char squares[DXP_SQUARES_MAX + 1]; /* with a position: a letter a square from square 1, 'e'
                                          empty, 'w' 'z' men, 'W' 'Z' kings; NUL-terminated */
} DxpGameRequest;

typedef enum {
    DXP_ACCEPT_OK = 0,
    DXP_ACCEPT_BAD_VERSION = 1,
    DXP_ACCEPT_REFUSED = 2, /* other parameters might be accepted */
    DXP_ACCEPT_NO_GAMES = 3,
} DxpAcceptCode;

typedef struct {
    char name[DXP_NAME_LENGTH + 1]; /* of the follower, without padding */
    DxpAcceptCode code;
} DxpGameAccept;

/* Compare by from, to and the set of captured squares. When fewer squares are listed than
 * captured, take the move only if exactly one legal move has this from and to, captures
 * `capture_count` pieces and has the listed squares among them. */
typedef struct {
    bool has_seconds;  /* the time field, for information only, was a number */
    double seconds;    /* used for this move, 0..9999 */
    int from, to;      /* equal in a circular capture */
    int capture_count; /* pieces the sender says it captured, 0..DXP_CAPTURES_MAX */
    int listed_count;  /* squares in `captured`; fewer than capture_count when the list is cut */
    int captured[DXP_CAPTURES_MAX]; /* in the sender's order, each square once */
} DxpMove;

typedef enum {
    DXP_END_UNKNOWN = 0,
    DXP_END_LOSS = 1, /* the sender loses */
    DXP_END_DRAW = 2,
    DXP_END_WIN = 3, /* the sender wins */
} DxpEndReason;

typedef struct {
    DxpEndReason reason;
    bool stop; /* no further game; false: another may follow */
} DxpGameEnd;

typedef struct {
    char text[DXP_CHAT_LENGTH + 1]; /* bytes as sent, no NUL among them: dxp_chat_sanitize them
                                       before they reach a terminal; may be empty */
} DxpChat;

typedef struct {
    int move;  /* number of the move to go back to, 1..999 */
    char side; /* 'W' or 'Z', whose move it is there */
} DxpBackRequest;

typedef enum {
    DXP_BACK_OK = 0,
    DXP_BACK_UNSUPPORTED = 1,
    DXP_BACK_REFUSED = 2,
} DxpBackCode;

typedef struct {
    DxpBackCode code;
} DxpBackAccept;

typedef struct {
    DxpKind kind;
    union {
        DxpGameRequest request;    /* DXP_GAMEREQ */
        DxpGameAccept accept;      /* DXP_GAMEACC */
        DxpMove move;              /* DXP_MOVE */
        DxpGameEnd end;            /* DXP_GAMEEND */
        DxpChat chat;              /* DXP_CHAT */
        DxpBackRequest back;       /* DXP_BACKREQ */
        DxpBackAccept back_accept; /* DXP_BACKACC */
    };
} DxpMessage;

/* Reads one message of `length` bytes, without the NUL that ends it on the line.
 *
 * Taken though not exact: blanks, CR and LF at the end (of a CHAT only CR and LF); colours w, z, b,
 * B; a decimal point in the minutes; a time of a MOVE that is no number; capture lists that are
 * missing or cut; a GAMEACC with a longer name, the code its last character; a GAMEEND without its
 * digits, which count as 0; anything behind a complete GAMEEND, BACKREQ or BACKACC; an empty CHAT.
 * In names, bytes that are not printable ASCII become '?'.
 *
 * Failures have a message with the field, its offset (from 0) and what would be right:
 * STATUS_UNKNOWN for another first character (ignore such a message), STATUS_SYNTAX for a wrong
 * form, STATUS_RANGE for a wrong number or a message above DXP_LENGTH_MAX, STATUS_ILLEGAL for a
 * position without a piece or a piece captured twice. Then too ret_message is changed: `kind` is
 * what the message was meant to be, DXP_NONE when that is unknown; fields before the wrong one
 * are filled and the others zero, so that a request of another version can be answered as such.
 * Any thread. */
Status dxp_message_read(const char *text, size_t length, int square_count, DxpMessage *ret_message,
                        Error *error);

/* Writes one message, NUL-terminated, into `ret_text` of DXP_TEXT_SIZE bytes and returns its
 * length without the NUL. `fractions` says that the peer is known to read minutes like 0.5 and
 * .25; otherwise minutes are rounded, but never from more than 0 to 0. Seconds are rounded and cut
 * at 9999. Names are padded or cut; bytes of names and chats that are not printable ASCII become
 * '?'. STATUS_RANGE or STATUS_SYNTAX, naming the field, for contents that the protocol cannot hold,
 * also an empty CHAT, DXP_NONE, and a move with an incomplete list. Any thread. */
int dxp_message_write(const DxpMessage *message, int square_count, bool fractions, char *ret_text,
                      Error *error);

/* Replaces every byte of `text` that is not printable ASCII by '?', so that a peer's text cannot
 * steer the terminal it is shown on. */
void dxp_chat_sanitize(char *text);

/* "GAMEREQ", "MOVE" and so on; "unknown" for DXP_NONE. Never NULL. */
const char *dxp_kind_get_name(DxpKind kind);

#endif
