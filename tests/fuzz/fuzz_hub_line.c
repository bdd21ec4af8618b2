/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a Hub line: refused with a reason, or taken; what is taken and written again reads
 * the same. Values read as numbers stay inside their bounds. */
#include "protocol/hub_line.h"

#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <string.h>

static void check_values(const char *text) {
    double real = 0;
    int64_t whole = 0;
    bool truth = false;
    if (hub_value_read_real(text, &real, NULL) == STATUS_OK)
        fuzz_require(fabs(real) <= HUB_REAL_MAX, "a real is inside its bounds");
    if (hub_value_read_int(text, -1000, INT64_MAX, &whole, NULL) == STATUS_OK) {
        fuzz_require(whole >= -1000, "a whole number is inside its bounds");
        fuzz_require(hub_value_read_real(text, &real, NULL) == STATUS_OK,
                     "a whole number is a real too");
    }
    hub_value_read_bool(text, &truth, NULL);
}

static void write_line(const HubLine *line, HubWriter *writer) {
    hub_writer_begin(writer, line->command);
    for (int i = 0; i < line->argument_count; i++) {
        const HubArgument *argument = &line->arguments[i];
        fuzz_require(argument->name[0] != '\0', "a name is not empty");
        if (argument->has_value)
            hub_writer_add(writer, argument->name, argument->value);
        else
            hub_writer_add_flag(writer, argument->name);
    }
    fuzz_require(!writer->failed, "a line can be built");
}

static void compare_lines(const HubLine *a, const HubLine *b) {
    fuzz_require(strcmp(a->command, b->command) == 0, "the command reads back");
    fuzz_require(a->argument_count == b->argument_count, "the number of arguments reads back");
    for (int i = 0; i < a->argument_count; i++) {
        fuzz_require(strcmp(a->arguments[i].name, b->arguments[i].name) == 0, "names read back");
        fuzz_require(strcmp(a->arguments[i].value, b->arguments[i].value) == 0, "values read back");
        fuzz_require(a->arguments[i].has_value == b->arguments[i].has_value, "flags read back");
        fuzz_require(hub_line_find(a, a->arguments[i].name) != NULL,
                     "an argument is found by its name");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    HubLine line, again;
    Error error = {""};
    if (hub_line_read((const char *)data, size, &line, &error) != STATUS_OK) {
        fuzz_require(error.text[0] != '\0', "a failed read says why");
        return 0;
    }
    for (int i = 0; i < line.argument_count; i++)
        check_values(line.arguments[i].value);
    HubWriter writer;
    hub_writer_init(&writer);
    write_line(&line, &writer);
    fuzz_require(hub_line_read(writer.text, writer.length, &again, NULL) == STATUS_OK,
                 "a written line reads back");
    compare_lines(&line, &again);
    hub_line_done(&again);
    hub_line_done(&line);
    hub_writer_done(&writer);
    return 0;
}
