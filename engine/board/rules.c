/* SPDX-License-Identifier: MIT */
#include "engine/board/rules.h"

#include "engine/board/rules_table.h"

#include <strings.h>

#define RULES_ROW(row, id, hub_name) [VARIANT_##id] = &rules_##row,
static const Rules *const rules_rows[VARIANT_COUNT] = {RULES_VARIANTS(RULES_ROW)};

const Rules *rules_get(VariantId id) {
    return rules_rows[id];
}

static bool rules_has_name(const Rules *rules, const char *name) {
    if (!strcasecmp(name, rules->name) || !strcasecmp(name, rules->hub_name))
        return true;
    for (int i = 0; i < RULES_ALIASES_MAX && rules->aliases[i]; i++)
        if (!strcasecmp(name, rules->aliases[i]))
            return true;
    return false;
}

const Rules *rules_find(const char *name) {
    for (int id = 0; id < VARIANT_COUNT; id++)
        if (rules_has_name(rules_rows[id], name))
            return rules_rows[id];
    return NULL;
}
