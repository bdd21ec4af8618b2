/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a line of an engine's settings: refused with a reason, or taken; what is taken has
 * an engine, reads the same again, and can be given to a runner. */
#include "bench/match/engine_spec.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_spec(const EngineSpec *spec) {
    fuzz_require(spec->protocol == ENGINE_SELF || spec->protocol == ENGINE_DXP ||
                     (spec->command && spec->command[0]),
                 "there is an engine");
    fuzz_require((spec->protocol == ENGINE_DXP) == (spec->address != NULL),
                 "DXP engines and no others have an address");
    fuzz_require(spec->protocol != ENGINE_SELF || (!spec->command && !spec->directory),
                 "self has no command");
    for (int i = 0; i < spec->option_count; i++)
        fuzz_require(spec->options[i].name[0] != '\0' && spec->options[i].value,
                     "options have a name and a value");
}

static void check_copy(const EngineSpec *spec) {
    EngineSpec copy;
    Error error = {""};
    if (engine_spec_expand(spec, 3, &copy, &error) < 0) {
        fuzz_require(error.text[0] != '\0', "a failed copy says why");
        return;
    }
    check_spec(&copy);
    fuzz_require(copy.option_count == spec->option_count, "a copy has all options");
    engine_spec_done(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    fuzz_require(text != NULL, "there is memory");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    EngineSpec spec, again;
    Error error = {""};
    if (engine_spec_read(text, &spec, &error) < 0) {
        fuzz_require(error.text[0] != '\0', "a failed read says why");
    } else {
        check_spec(&spec);
        check_copy(&spec);
        fuzz_require(engine_spec_read(spec.text, &again, NULL) == STATUS_OK, "it reads again");
        engine_spec_done(&again);
        engine_spec_done(&spec);
    }
    free(text);
    return 0;
}
