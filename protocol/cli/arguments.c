/* SPDX-License-Identifier: MIT */
#include "protocol/cli/arguments.h"

#include "protocol/hub_line.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const ArgumentSpec *find_option(const ArgumentTable *table, const char *name,
                                       size_t length) {
    for (int i = 0; i < table->option_count; i++) {
        const ArgumentSpec *spec = &table->options[i];
        if (strlen(spec->name) == length && !strncmp(spec->name, name, length))
            return spec;
    }
    return NULL;
}

static Status read_count(const ArgumentSpec *spec, const char *text, uint64_t *ret_value,
                         Error *error) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end)
        return error_set(error, STATUS_SYNTAX, "--%s: \"%.40s\" is not a whole number", spec->name,
                         text);
    if (errno || (double)value < spec->min || (double)value > spec->max)
        return error_set(error, STATUS_RANGE, "--%s: %.40s is outside %.0f..%.0f", spec->name, text,
                         spec->min, spec->max);
    *ret_value = value;
    return STATUS_OK;
}

static Status read_real(const ArgumentSpec *spec, const char *text, double *ret_value,
                        Error *error) {
    double value;
    if (hub_value_read_real(text, &value, NULL) < 0)
        return error_set(error, STATUS_SYNTAX, "--%s: \"%.40s\" is not a number", spec->name, text);
    if (value < spec->min || value > spec->max)
        return error_set(error, STATUS_RANGE, "--%s: %.40s is outside %g..%g", spec->name, text,
                         spec->min, spec->max);
    *ret_value = value;
    return STATUS_OK;
}

static Status add_value(const ArgumentSpec *spec, const char *text, Error *error) {
    ArgumentList *list = spec->target;
    if (list->count == list->capacity)
        return error_set(error, STATUS_RANGE, "--%s can be given %d times at most", spec->name,
                         list->capacity);
    list->words[list->count++] = text;
    return STATUS_OK;
}

static Status store_value(const ArgumentSpec *spec, const char *text, Error *error) {
    uint64_t count = 0;
    Status status = STATUS_OK;
    switch (spec->kind) {
    case ARGUMENT_FLAG:
        *(bool *)spec->target = true;
        break;
    case ARGUMENT_INT:
        status = read_count(spec, text, &count, error);
        if (status >= 0)
            *(int *)spec->target = (int)count;
        break;
    case ARGUMENT_COUNT:
        status = read_count(spec, text, spec->target, error);
        break;
    case ARGUMENT_REAL:
        status = read_real(spec, text, spec->target, error);
        break;
    case ARGUMENT_STRING:
        *(const char **)spec->target = text;
        break;
    case ARGUMENT_LIST:
        status = add_value(spec, text, error);
        break;
    }
    if (status >= 0 && spec->given)
        *spec->given = true;
    return status;
}

static bool is_short_out(const char *word) {
    return !strcmp(word, "-o");
}

/* Takes the option at argv[0]; returns how many words it and its value are, or a Status. */
static int read_option(const ArgumentTable *table, int argc, char **argv, Error *error) {
    const char *name = is_short_out(argv[0]) ? "out" : argv[0] + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    const ArgumentSpec *spec = find_option(table, name, length);
    char setting[64];
    snprintf(setting, sizeof setting, "%.*s", (int)length, name);
    bool of_engine = !spec && table->settings && option_find(setting);
    if (!spec && !of_engine)
        return error_set(error, STATUS_UNKNOWN, "no option --%s: see --help", setting);
    int words = 1;
    bool flag = spec && spec->kind == ARGUMENT_FLAG;
    if (flag && value)
        return error_set(error, STATUS_SYNTAX, "--%s takes no value", setting);
    if (!flag && !value) {
        if (argc < 2)
            return error_set(error, STATUS_SYNTAX, "--%s needs a value", setting);
        value = argv[1];
        words = 2;
    }
    Status status = spec ? store_value(spec, value, error)
                         : settings_set(table->settings, setting, value, error);
    return status < 0 ? (int)status : words;
}

static bool is_operand(const char *word) {
    return word[0] != '-' || word[1] == '\0' || isdigit((unsigned char)word[1]);
}

Status arguments_read(const ArgumentTable *table, int argc, char **argv, Operands *ret_operands,
                      Error *error) {
    Operands *operands = ret_operands;
    operands->count = 0;
    operands->help = false;
    bool only_operands = false;
    for (int i = 0; i < argc;) {
        if (only_operands || is_operand(argv[i])) {
            operands->words[operands->count++] = argv[i++];
        } else if (!strcmp(argv[i], "--")) {
            only_operands = true;
            i++;
        } else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            operands->help = true;
            return STATUS_OK;
        } else if (argv[i][1] != '-' && !(is_short_out(argv[i]) && find_option(table, "out", 3))) {
            return error_set(error, STATUS_UNKNOWN, "no option %.40s: see --help", argv[i]);
        } else {
            int words = read_option(table, argc - i, argv + i, error);
            if (words < 0)
                return (Status)words;
            i += words;
        }
    }
    return STATUS_OK;
}

static void print_row(FILE *file, const char *name, const char *placeholder, const char *help) {
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", name, placeholder ? " " : "",
             placeholder ? placeholder : "");
    fprintf(file, "  %-22s %s", left, help);
}

/* "(a b c; default a)" behind the text of an option, in lines of their own where there are many. */
static void print_choices(const char *choices, const char *value, FILE *file) {
    enum {
        SHORT = 40,  /* bytes of choices that still stand in the line of the option */
        COLUMN = 25, /* where the texts of options begin */
        COLUMNS = 96
    };
    if (strlen(choices) <= SHORT) {
        fprintf(file, " (%s; default %s)\n", choices, value);
        return;
    }
    int column = COLUMNS;
    for (const char *word = choices; *word;) {
        int length = (int)strcspn(word, " ");
        if (column + 1 + length > COLUMNS) {
            fprintf(file, "\n%*s", COLUMN - 1, "");
            column = COLUMN - 1;
        }
        fprintf(file, " %.*s", length, word);
        column += 1 + length;
        word += length + (word[length] == ' ');
    }
    fprintf(file, "; default %s\n", value);
}

static void print_engine_options(const Settings *settings, FILE *file) {
    static const char *const placeholders[] = {[OPTION_BOOL] = "BOOL",
                                               [OPTION_INT] = "N",
                                               [OPTION_ENUM] = "NAME",
                                               [OPTION_STRING] = "TEXT"};
    int count;
    const OptionSpec *options = option_table(&count);
    fprintf(file, "\nOptions of the engine:\n");
    for (int i = 0; i < count; i++) {
        const OptionSpec *spec = &options[i];
        char value[OPTION_VALUE_SIZE];
        spec->print(settings, value, sizeof value);
        print_row(file, spec->name, placeholders[spec->kind], spec->help);
        if (spec->kind == OPTION_INT)
            fprintf(file, " (%d..%d%s%s; default %s)\n", spec->min, spec->max,
                    *spec->unit ? " " : "", spec->unit, value);
        else if (spec->kind == OPTION_STRING)
            fprintf(file, "\n");
        else
            print_choices(spec->kind == OPTION_BOOL ? "true false" : spec->choices, value, file);
    }
}

void arguments_print_help(const ArgumentTable *table, FILE *file) {
    fprintf(file, "usage: huff %s\n\n%s\nOptions:\n", table->usage, table->summary);
    for (int i = 0; i < table->option_count; i++) {
        const ArgumentSpec *spec = &table->options[i];
        print_row(file, spec->name, spec->placeholder, spec->help);
        fprintf(file, "\n");
    }
    print_row(file, "help", NULL, "print this and exit\n");
    if (table->settings) {
        Settings defaults = settings_default();
        print_engine_options(&defaults, file);
    }
}
