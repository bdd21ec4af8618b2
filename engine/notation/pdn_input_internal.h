/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: the bytes of a PDN file, a window at a time. A failed read looks like
 * the end of the input; `status` tells. */
#ifndef HUFF_ENGINE_NOTATION_PDN_INPUT_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_INPUT_INTERNAL_H

#include "engine/notation/pdn_read.h"

enum {
    PDN_WINDOW_SIZE = 512,     /* bytes that are in sight unless the input ends before */
    PDN_BUFFER_SIZE = 1 << 16, /* bytes read at once */
    PDN_INPUT_END = -1,
};

typedef struct {
    PdnSource source;
    size_t begin, end; /* the bytes in `buffer` that are not consumed */
    uint64_t offset;   /* of the byte at `begin` */
    uint64_t line;     /* it stands in, from 1 */
    bool line_start;   /* it is the first of its line */
    bool ended;        /* the source has no more */
    Status status;     /* what made the source end; STATUS_OK for the end of the input */
    Error error;       /* set when status < 0 */
    char buffer[PDN_BUFFER_SIZE];
} PdnInput;

/* A place in the input. */
typedef struct {
    uint64_t offset, line;
} PdnPlace;

/* At the start of the input, behind a byte order mark. */
void pdn_input_init(PdnInput *input, PdnSource source);

/* Reads on until PDN_WINDOW_SIZE bytes are in sight or the input ends. */
void pdn_input_fill(PdnInput *input);

/* The bytes in sight: PDN_WINDOW_SIZE of them, fewer only at the end of the input, so that what is
 * made of them does not depend on how the source hands them out. Valid until the next call. */
static inline const char *pdn_input_window(PdnInput *input, size_t *ret_length) {
    if (input->end - input->begin < PDN_WINDOW_SIZE && !input->ended)
        pdn_input_fill(input);
    size_t length = input->end - input->begin;
    *ret_length = length < PDN_WINDOW_SIZE ? length : PDN_WINDOW_SIZE;
    return input->buffer + input->begin;
}

/* The next byte (0..255), or PDN_INPUT_END. */
static inline int pdn_input_peek(PdnInput *input) {
    size_t length;
    const char *window = pdn_input_window(input, &length);
    return length ? (unsigned char)*window : PDN_INPUT_END;
}

/* Steps over one byte, which must be there. */
static inline void pdn_input_step(PdnInput *input) {
    size_t length;
    const char *window = pdn_input_window(input, &length);
    char byte = *window;
    bool ends = byte == '\n' || byte == '\r';
    if (byte == '\n' || (byte == '\r' && (length < 2 || window[1] != '\n')))
        input->line++;
    input->line_start = ends;
    input->begin++;
    input->offset++;
}

static inline void pdn_input_skip(PdnInput *input, size_t count) {
    for (size_t i = 0; i < count; i++)
        pdn_input_step(input);
}

static inline PdnPlace pdn_input_place(const PdnInput *input) {
    return (PdnPlace){.offset = input->offset, .line = input->line};
}

#endif
