/* SPDX-License-Identifier: MIT
 *
 * `huff weights`: the learnt weights that the program carries, or those in files. */
#include "engine/base/file.h"
#include "engine/eval/weights.h"
#include "protocol/cli/command.h"

#include <stdlib.h>

static void print_json(const EvalWeightsInfo *info) {
    printf("{\"variant\":\"%s\",\"bytes\":%zu,\"recipe\":\"", info->rules->name, info->bytes);
    for (const char *c = info->recipe; *c; c++)
        printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    printf("\",\"checksum\":\"%08lx\"}\n", (unsigned long)info->checksum);
}

static void print_text(const EvalWeightsInfo *info) {
    printf("%s: %zu bytes, %zu patterns with a weight of their own, checksum %08lx\n    %s\n",
           info->rules->name, info->bytes, info->deltas, (unsigned long)info->checksum,
           info->recipe);
}

static void print(const EvalWeights *weights, bool json) {
    EvalWeightsInfo info = eval_weights_info(weights);
    if (json)
        print_json(&info);
    else
        print_text(&info);
}

static Status show_file(const char *path, bool json, Error *error) {
    EvalWeights *weights;
    Status status = eval_weights_read(path, &weights, error);
    if (status < 0)
        return status;
    print(weights, json);
    eval_weights_free(weights);
    return STATUS_OK;
}

/* Loading verifies: whatever is shown has been unpacked and its checksum compared. */
static Status show_embedded(bool json, Error *error) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get(id);
        EvalWeights *weights;
        Status status = eval_weights_load_embedded(rules, &weights, error);
        if (status < 0)
            return status;
        if (weights)
            print(weights, json);
        else if (!json)
            printf("%s: none, the hand-made evaluation is used\n", rules->name);
        eval_weights_free(weights);
    }
    return STATUS_OK;
}

static Status export(const Rules *rules, const char *path, Error *error) {
    size_t length;
    const void *bytes = eval_weights_embedded(rules, &length);
    if (!bytes)
        return error_set(error, STATUS_UNKNOWN, "the program carries no weights of %s",
                         rules->name);
    return file_replace(path, bytes, length, error);
}

static Status run(const Settings *settings, const Operands *operands, const char *path, bool json,
                  Error *error) {
    if (path)
        return export(settings->rules, path, error);
    if (operands->count == 0)
        return show_embedded(json, error);
    Status status = STATUS_OK;
    for (int i = 0; status >= 0 && i < operands->count; i++)
        status = show_file(operands->words[i], json, error);
    return status;
}

int command_weights(int argc, char **argv) {
    Settings settings = settings_default();
    const char *path = NULL;
    bool json = false;
    const ArgumentSpec options[] = {
        {"json", ARGUMENT_FLAG, &json, 0, 0, NULL, NULL,
         "print a JSON line each: variant, bytes, recipe, checksum"},
        {"export", ARGUMENT_STRING, &path, 0, 0, NULL, "FILE",
         "write the weights that the program carries for --variant to a file"},
    };
    ArgumentTable table = {
        "weights [OPTION ...] [FILE ...]",
        "Shows and verifies the learnt weights that the program carries, or those in files. Other\n"
        "commands use a file's weights with --weights FILE.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("weights", &table, argc, argv, &operands, &exit_status)) {
        if (path && operands.count > 0) {
            error_set(&error, STATUS_SYNTAX,
                      "--export writes the program's own weights of --variant: no file is to be "
                      "named besides, but \"%s\" is",
                      operands.words[0]);
            exit_status = command_fail("weights", EXIT_STATUS_USAGE, &error);
        } else if (run(&settings, &operands, path, json, &error) < 0) {
            exit_status = command_fail("weights", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}
