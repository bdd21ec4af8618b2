/* SPDX-License-Identifier: MIT */
#include "protocol/annotate/notes.h"

#include <stdlib.h>
#include <string.h>

Status notes_resize(GameNotes *notes, int count, Error *error) {
    if (count > notes->capacity) {
        NotesPosition *positions =
            realloc(notes->positions, (size_t)count * sizeof *notes->positions);
        if (!positions)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the notes of a game");
        notes->positions = positions;
        notes->capacity = count;
    }
    notes->count = count;
    if (count > 0)
        memset(notes->positions, 0, (size_t)count * sizeof *notes->positions);
    return STATUS_OK;
}

void notes_done(GameNotes *notes) {
    free(notes->positions);
    *notes = (GameNotes){0};
}
