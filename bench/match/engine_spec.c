/* SPDX-License-Identifier: MIT */
#include "bench/match/engine_spec.h"

#include "bench/match/engine_words_internal.h"
#include "engine/base/text_buffer.h"
#include "protocol/dxp_net.h"
#include "protocol/hub_line.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_LENGTH_MAX = 48, /* characters of name=: tables stay readable */
    DEPTH_MAX = 999,
    PORT_MAX = 65535,
    MINUTES_MAX = 999, /* what a GAMEREQ can hold */
};
static const double move_time_max = 1e6;

static const char default_address[] = "127.0.0.1:27531";

/* A line being read. Settings that only some protocols have are remembered until the protocol is
 * known. */
typedef struct {
    EngineSpec *spec;
    unsigned given; /* a bit for each row of the table that has come */
    bool has_protocol;
    Error *error;
} SpecReader;

static Status fail_memory(Error *error) {
    return error_set(error, STATUS_NO_MEMORY, "out of memory for an engine's settings");
}

/* ---- Values ---- */

static Status take_text(char **place, const char *value, Error *error) {
    *place = strdup(value);
    return *place ? STATUS_OK : fail_memory(error);
}

static Status read_bool(const char *key, const char *value, bool *ret_value, Error *error) {
    if (hub_value_read_bool(value, ret_value, NULL) < 0)
        return error_set(error, STATUS_SYNTAX, "%s=%.80s: true or false expected", key, value);
    return STATUS_OK;
}

/* A number above `above` and up to `max`. */
static Status read_real(const char *key, const char *value, double above, double max,
                        double *ret_value, Error *error) {
    double number = 0;
    if (hub_value_read_real(value, &number, NULL) < 0)
        return error_set(error, STATUS_SYNTAX, "%s=%.80s: a number expected", key, value);
    if (!(number > above) || number > max)
        return error_set(error, STATUS_RANGE, "%s=%.80s: above %g and up to %g expected", key,
                         value, above, max);
    *ret_value = number;
    return STATUS_OK;
}

static Status read_whole(const char *key, const char *value, int64_t max, int64_t *ret_value,
                         Error *error) {
    Status status = hub_value_read_int(value, 1, max, ret_value, NULL);
    if (status < 0)
        return error_set(error, status, "%s=%.80s: a whole number from 1 to %lld expected", key,
                         value, (long long)max);
    return STATUS_OK;
}

/* ---- Settings, one function each ---- */

static Status store_name(EngineSpec *spec, const char *value, Error *error) {
    size_t length = strlen(value);
    if (length == 0 || length > NAME_LENGTH_MAX)
        return error_set(error, STATUS_RANGE, "name=%.80s: 1 to %d characters expected", value,
                         NAME_LENGTH_MAX);
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)value[i]))
            return error_set(error, STATUS_SYNTAX, "name=%.80s: printable characters expected",
                             value);
    return take_text(&spec->name, value, error);
}

static Status store_protocol(EngineSpec *spec, const char *value, Error *error) {
    static const struct {
        const char *name;
        EngineProtocol protocol;
    } names[] = {
        {"hub", ENGINE_HUB}, {"hub1", ENGINE_HUB1}, {"hub2", ENGINE_HUB2}, {"dxp", ENGINE_DXP}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(value, names[i].name) == 0) {
            spec->protocol = names[i].protocol;
            return STATUS_OK;
        }
    return error_set(error, STATUS_RANGE, "protocol=%.80s: hub, hub1, hub2 or dxp expected", value);
}

static Status store_directory(EngineSpec *spec, const char *value, Error *error) {
    if (*value == '\0')
        return error_set(error, STATUS_SYNTAX, "dir= needs a folder");
    return take_text(&spec->directory, value, error);
}

static Status store_ponder(EngineSpec *spec, const char *value, Error *error) {
    return read_bool("ponder", value, &spec->ponder, error);
}

static Status store_nodes(EngineSpec *spec, const char *value, Error *error) {
    int64_t nodes = 0;
    Status status = read_whole("nodes", value, INT64_MAX, &nodes, error);
    spec->limits.nodes = (uint64_t)nodes;
    spec->has_limits = true;
    return status;
}

static Status store_depth(EngineSpec *spec, const char *value, Error *error) {
    int64_t depth = 0;
    Status status = read_whole("depth", value, DEPTH_MAX, &depth, error);
    spec->limits.depth = (int)depth;
    spec->has_limits = true;
    return status;
}

static Status store_time(EngineSpec *spec, const char *value, Error *error) {
    spec->has_limits = true;
    return read_real("time", value, 0, move_time_max, &spec->limits.move_time, error);
}

static Status store_clock(EngineSpec *spec, const char *value, Error *error) {
    spec->has_limits = true;
    return match_limits_read_clock(value, &spec->limits, error);
}

static Status store_address(EngineSpec *spec, const char *value, Error *error) {
    return take_text(&spec->address, value, error);
}

static Status store_listen(EngineSpec *spec, const char *value, Error *error) {
    return read_bool("listen", value, &spec->listens, error);
}

static Status store_asks(EngineSpec *spec, const char *value, Error *error) {
    return read_bool("asks", value, &spec->asks, error);
}

static Status store_minutes(EngineSpec *spec, const char *value, Error *error) {
    return read_real("minutes", value, 0, MINUTES_MAX, &spec->minutes, error);
}

/* Which engines have a setting. */
enum {
    FOR_SELF = 1 << ENGINE_SELF,
    FOR_HUB = 1 << ENGINE_HUB | 1 << ENGINE_HUB2,
    FOR_HUB1 = 1 << ENGINE_HUB1,
    FOR_DXP = 1 << ENGINE_DXP,
    FOR_CHILD = FOR_HUB | FOR_HUB1 | FOR_DXP,
    FOR_TALKER = FOR_SELF | FOR_HUB | FOR_HUB1, /* they can be told more than a clock */
    FOR_ALL = FOR_TALKER | FOR_DXP,
};

static const struct {
    const char *key;
    unsigned protocols;
    Status (*store)(EngineSpec *spec, const char *value, Error *error);
} settings[] = {
    {"name", FOR_ALL, store_name},
    {"protocol", FOR_CHILD, store_protocol},
    {"dir", FOR_CHILD, store_directory},
    {"ponder", FOR_TALKER, store_ponder},
    {"nodes", FOR_SELF | FOR_HUB, store_nodes},
    {"depth", FOR_TALKER, store_depth},
    {"time", FOR_ALL, store_time},
    {"clock", FOR_ALL, store_clock},
    {"address", FOR_DXP, store_address},
    {"listen", FOR_DXP, store_listen},
    {"asks", FOR_DXP, store_asks},
    {"minutes", FOR_DXP, store_minutes},
};

enum {
    SETTING_COUNT = sizeof settings / sizeof settings[0]
};

static Status add_option(EngineSpec *spec, const char *name, size_t name_length, const char *value,
                         Error *error) {
    bool good = name_length > 0;
    for (size_t i = 0; i < name_length; i++)
        good = good && (unsigned char)name[i] > ' ' && name[i] != '"' && name[i] != 127;
    if (!good)
        return error_set(error, STATUS_SYNTAX,
                         "set.%.*s=%.80s: set.NAME=VALUE expected, no blank or quote in the name",
                         name_length < 80 ? (int)name_length : 80, name, value);
    EngineOption *options =
        realloc(spec->options, ((size_t)spec->option_count + 1) * sizeof *options);
    if (!options)
        return fail_memory(error);
    spec->options = options;
    EngineOption *option = &options[spec->option_count];
    *option = (EngineOption){.name = strndup(name, name_length), .value = strdup(value)};
    spec->option_count++;
    return option->name && option->value ? STATUS_OK : fail_memory(error);
}

static Status take_setting(SpecReader *reader, const char *word, size_t key_length) {
    const char *value = word + key_length + 1;
    if (strncmp(word, "set.", 4) == 0)
        return add_option(reader->spec, word + 4, key_length - 4, value, reader->error);
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (strlen(settings[i].key) != key_length ||
            strncmp(settings[i].key, word, key_length) != 0)
            continue;
        if (reader->given & 1U << i)
            return error_set(reader->error, STATUS_SYNTAX, "%s= is given twice", settings[i].key);
        reader->given |= 1U << i;
        reader->has_protocol = reader->has_protocol || settings[i].store == store_protocol;
        return settings[i].store(reader->spec, value, reader->error);
    }
    return error_set(reader->error, STATUS_UNKNOWN,
                     "\"%.80s\" is no setting of an engine: name, protocol, dir, set.NAME, ponder, "
                     "nodes, depth, time, clock, and for DXP address, listen, asks, minutes are; a "
                     "command with a '=' needs a '/' before it",
                     word);
}

/* ---- The line ---- */

/* Whether a word is a setting, and the length of its key. A path may hold a '=': the '/' tells. */
static bool is_setting(const char *word, size_t *ret_key_length) {
    *ret_key_length = strcspn(word, "=/");
    return word[*ret_key_length] == '=';
}

static Status copy_command(EngineSpec *spec, char *const *words, int count, Error *error) {
    spec->command = calloc((size_t)count + 1, sizeof *spec->command);
    if (!spec->command)
        return fail_memory(error);
    for (int i = 0; i < count; i++) {
        spec->command[i] = strdup(words[i]);
        if (!spec->command[i])
            return fail_memory(error);
    }
    return STATUS_OK;
}

/* What follows the settings. */
static Status take_command(SpecReader *reader, char *const *words, int count) {
    EngineSpec *spec = reader->spec;
    if (count > 0 && strcmp(words[0], "self") == 0) {
        if (count > 1)
            return error_set(reader->error, STATUS_SYNTAX,
                             "\"%.80s\" after self: settings stand before it", words[1]);
        if (reader->has_protocol)
            return error_set(reader->error, STATUS_SYNTAX, "self takes no protocol=");
        spec->protocol = ENGINE_SELF;
        return STATUS_OK;
    }
    if (count > 0)
        return copy_command(spec, words, count, reader->error);
    if (spec->protocol != ENGINE_DXP)
        return error_set(reader->error, STATUS_SYNTAX,
                         "no engine in \"%.80s\": self or a command expected after the settings",
                         spec->text);
    if (spec->directory)
        return error_set(reader->error, STATUS_SYNTAX, "dir= without a command to start there");
    return STATUS_OK;
}

static const char *describe_protocol(EngineProtocol protocol) {
    switch (protocol) {
    case ENGINE_SELF:
        return "self";
    case ENGINE_HUB:
    case ENGINE_HUB2:
        return "a Hub engine";
    case ENGINE_HUB1:
        return "a Hub 1 engine";
    case ENGINE_DXP:
        break;
    }
    return "a DXP engine";
}

/* What does not go together, and the address. */
static Status check_whole(SpecReader *reader) {
    EngineSpec *spec = reader->spec;
    for (int i = 0; i < SETTING_COUNT; i++)
        if ((reader->given & 1U << i) && !(settings[i].protocols & 1U << spec->protocol))
            return error_set(reader->error, STATUS_SYNTAX, "%s= is not for %s", settings[i].key,
                             describe_protocol(spec->protocol));
    if (spec->protocol != ENGINE_DXP)
        return STATUS_OK;
    if (spec->option_count > 0)
        return error_set(reader->error, STATUS_SYNTAX,
                         "set.%.40s=: DXP has no way to set options of an engine",
                         spec->options[0].name);
    if (!spec->address) {
        Status status = take_text(&spec->address, default_address, reader->error);
        if (status < 0)
            return status;
    }
    DxpAddress address;
    return dxp_address_read(spec->address, &address, reader->error);
}

static Status read_words(SpecReader *reader, char *const *words, int count) {
    int used = 0;
    for (size_t key; used < count && is_setting(words[used], &key); used++) {
        Status status = take_setting(reader, words[used], key);
        if (status < 0)
            return status;
    }
    Status status = take_command(reader, words + used, count - used);
    return status < 0 ? status : check_whole(reader);
}

Status engine_spec_read(const char *text, EngineSpec *ret_spec, Error *error) {
    EngineSpec spec = {.protocol = ENGINE_HUB};
    SpecReader reader = {.spec = &spec, .error = error};
    EngineWords words;
    Status status = engine_words_read(text, &words, error);
    if (status < 0)
        return status;
    status = take_text(&spec.text, text, error);
    if (status >= 0)
        status = read_words(&reader, words.words, words.count);
    engine_words_done(&words);
    if (status < 0) {
        engine_spec_done(&spec);
        return status;
    }
    *ret_spec = spec;
    return STATUS_OK;
}

void engine_spec_done(EngineSpec *spec) {
    free(spec->text);
    free(spec->name);
    free(spec->directory);
    for (char **word = spec->command; word && *word; word++)
        free(*word);
    free(spec->command);
    for (int i = 0; i < spec->option_count; i++) {
        free(spec->options[i].name);
        free(spec->options[i].value);
    }
    free(spec->options);
    free(spec->address);
    *spec = (EngineSpec){0};
}

/* ---- Placeholders ---- */

/* What {worker} and {port} stand for, as text; `port` is "" without an address. */
typedef struct {
    char worker[16], port[16];
} Numbers;

/* The address with its port raised, in the form dxp_address_read takes. */
static Status raise_port(const char *text, int worker, Numbers *numbers, char **ret_address,
                         Error *error) {
    DxpAddress address;
    Status status = dxp_address_read(text, &address, error);
    if (status < 0)
        return status;
    if (worker > PORT_MAX - address.port)
        return error_set(error, STATUS_RANGE,
                         "address=%.80s: port %d raised by %d is beyond %d, take a lower one", text,
                         address.port, worker, PORT_MAX);
    snprintf(numbers->port, sizeof numbers->port, "%d", address.port + worker);
    bool is_v6 = strchr(address.host, ':') != NULL;
    if (asprintf(ret_address, "%s%s%s:%s", is_v6 ? "[" : "", address.host, is_v6 ? "]" : "",
                 numbers->port) < 0) {
        *ret_address = NULL;
        return fail_memory(error);
    }
    return STATUS_OK;
}

/* A copy of `text` with the placeholders replaced. NULL gives NULL. */
static Status fill_text(const char *text, const Numbers *numbers, char **ret_text, Error *error) {
    if (!text)
        return STATUS_OK;
    TextBuffer buffer = {0};
    while (*text != '\0') {
        bool worker = strncmp(text, "{worker}", 8) == 0;
        bool port = !worker && numbers->port[0] != '\0' && strncmp(text, "{port}", 6) == 0;
        if (worker || port)
            text_buffer_printf(&buffer, "%s", worker ? numbers->worker : numbers->port);
        else
            text_buffer_append(&buffer, text, 1);
        text += worker ? 8 : port ? 6 : 1;
    }
    Status status = text_buffer_get_status(&buffer, error);
    if (status >= 0)
        status = take_text(ret_text, text_buffer_get(&buffer), error);
    text_buffer_done(&buffer);
    return status;
}

static Status fill_command(const EngineSpec *spec, const Numbers *numbers, char ***ret_command,
                           Error *error) {
    if (!spec->command)
        return STATUS_OK;
    size_t count = 0;
    while (spec->command[count])
        count++;
    *ret_command = calloc(count + 1, sizeof **ret_command);
    if (!*ret_command)
        return fail_memory(error);
    Status status = STATUS_OK;
    for (size_t i = 0; i < count && status >= 0; i++)
        status = fill_text(spec->command[i], numbers, &(*ret_command)[i], error);
    return status;
}

static Status fill_options(const EngineSpec *spec, const Numbers *numbers, EngineSpec *copy,
                           Error *error) {
    if (spec->option_count == 0)
        return STATUS_OK;
    copy->options = calloc((size_t)spec->option_count, sizeof *copy->options);
    if (!copy->options)
        return fail_memory(error);
    copy->option_count = spec->option_count;
    Status status = STATUS_OK;
    for (int i = 0; i < spec->option_count && status >= 0; i++) {
        status = take_text(&copy->options[i].name, spec->options[i].name, error);
        if (status >= 0)
            status = fill_text(spec->options[i].value, numbers, &copy->options[i].value, error);
    }
    return status;
}

Status engine_spec_expand(const EngineSpec *spec, int worker, EngineSpec *ret_spec, Error *error) {
    EngineSpec copy = *spec;
    copy.text = copy.name = copy.directory = copy.address = NULL;
    copy.command = NULL;
    copy.options = NULL;
    copy.option_count = 0;
    Numbers numbers = {.port = ""};
    snprintf(numbers.worker, sizeof numbers.worker, "%d", worker);
    Status status = STATUS_OK;
    if (spec->address)
        status = raise_port(spec->address, worker, &numbers, &copy.address, error);
    if (status >= 0)
        status = take_text(&copy.text, spec->text, error);
    if (status >= 0 && spec->name)
        status = take_text(&copy.name, spec->name, error);
    if (status >= 0)
        status = fill_text(spec->directory, &numbers, &copy.directory, error);
    if (status >= 0)
        status = fill_command(spec, &numbers, &copy.command, error);
    if (status >= 0)
        status = fill_options(spec, &numbers, &copy, error);
    if (status < 0) {
        engine_spec_done(&copy);
        return status;
    }
    *ret_spec = copy;
    return STATUS_OK;
}
