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
extern const uint8_t embedded_killer[], embedded_killer_end[];
extern const uint8_t embedded_losing[], embedded_losing_end[];
extern const uint8_t embedded_losing_english[], embedded_losing_english_end[];
extern const uint8_t embedded_brazilian[], embedded_brazilian_end[];
extern const uint8_t embedded_russian[], embedded_russian_end[];
extern const uint8_t embedded_pool[], embedded_pool_end[];
extern const uint8_t embedded_italian[], embedded_italian_end[];
extern const uint8_t embedded_spanish[], embedded_spanish_end[];
extern const uint8_t embedded_portuguese[], embedded_portuguese_end[];
extern const uint8_t embedded_czech[], embedded_czech_end[];
extern const uint8_t embedded_thai[], embedded_thai_end[];

static const Pack packs[] = {
    {"international", embedded_international, embedded_international_end},
    {"english", embedded_english, embedded_english_end},
    {"killer", embedded_killer, embedded_killer_end},
    {"losing", embedded_losing, embedded_losing_end},
    {"losing-english", embedded_losing_english, embedded_losing_english_end},
    {"brazilian", embedded_brazilian, embedded_brazilian_end},
    {"russian", embedded_russian, embedded_russian_end},
    {"pool", embedded_pool, embedded_pool_end},
    {"italian", embedded_italian, embedded_italian_end},
    {"spanish", embedded_spanish, embedded_spanish_end},
    {"portuguese", embedded_portuguese, embedded_portuguese_end},
    {"czech", embedded_czech, embedded_czech_end},
    {"thai", embedded_thai, embedded_thai_end},
};

Status embedded_add(Tables *tables, Error *error) {
    for (size_t i = 0; i < sizeof packs / sizeof *packs; i++)
        if (!strcmp(packs[i].variant, tables_rules(tables)->name))
            return tables_add_bytes(tables, packs[i].begin, (size_t)(packs[i].end - packs[i].begin),
                                    "embedded", error);
    return STATUS_OK;
}
