/* SPDX-License-Identifier: MIT */
#include "endgame/embedded.h"

#include <string.h>

/* One variant's files, one behind the other, as the linker puts them into the program. */
typedef struct {
    const char *variant;
    const uint8_t *begin, *end;
} Pack;

/* Laid down by embedded_data.c. */
extern const uint8_t embedded_international[], embedded_international_end[];
extern const uint8_t embedded_english[], embedded_english_end[];

static const Pack packs[] = {
    {"international", embedded_international, embedded_international_end},
    {"english", embedded_english, embedded_english_end},
};

Status embedded_add(Tables *tables, Error *error) {
    for (size_t i = 0; i < sizeof packs / sizeof *packs; i++)
        if (!strcmp(packs[i].variant, tables_rules(tables)->name))
            return tables_add_bytes(tables, packs[i].begin, (size_t)(packs[i].end - packs[i].begin),
                                    "embedded", error);
    return STATUS_OK;
}
