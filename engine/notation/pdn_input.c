/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_input_internal.h"

#include <errno.h>
#include <string.h>

static ptrdiff_t read_file(void *context, char *buffer, size_t size, Error *error) {
    FILE *file = context;
    errno = 0;
    size_t count = fread(buffer, 1, size, file);
    if (count == 0 && ferror(file))
        return error_set(error, STATUS_IO, "the PDN file cannot be read: %s",
                         errno ? strerror(errno) : "unknown reason");
    return (ptrdiff_t)count;
}

PdnSource pdn_source_file(FILE *file) {
    return (PdnSource){.read = read_file, .context = file};
}

static ptrdiff_t read_memory(void *context, char *buffer, size_t size, Error *error) {
    (void)error;
    PdnMemory *memory = context;
    size_t left = memory->length - memory->offset;
    size_t count = left < size ? left : size;
    if (count)
        memcpy(buffer, memory->bytes + memory->offset, count);
    memory->offset += count;
    return (ptrdiff_t)count;
}

PdnSource pdn_source_memory(PdnMemory *memory) {
    return (PdnSource){.read = read_memory, .context = memory};
}

void pdn_input_fill(PdnInput *input) {
    memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
    input->end -= input->begin;
    input->begin = 0;
    while (input->end < PDN_WINDOW_SIZE && !input->ended) {
        size_t room = sizeof input->buffer - input->end;
        ptrdiff_t count = input->source.read(input->source.context, input->buffer + input->end,
                                             room, &input->error);
        if (count > 0 && (size_t)count <= room) {
            input->end += (size_t)count;
            continue;
        }
        input->ended = true;
        if (count < 0)
            input->status = (Status)count;
    }
}

void pdn_input_init(PdnInput *input, PdnSource source) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t length;
    input->source = source;
    input->begin = input->end = 0;
    input->offset = 0;
    input->line = 1;
    input->ended = false;
    input->status = STATUS_OK;
    const char *window = pdn_input_window(input, &length);
    if (length >= 3 && !memcmp(window, mark, 3))
        pdn_input_skip(input, 3);
    input->line_start = true;
}
