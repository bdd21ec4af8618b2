/* SPDX-License-Identifier: MIT
 *
 * `huff find`: an index of games in PDN, and what it is asked. */
#include "engine/base/clock.h"
#include "protocol/cli/command.h"
#include "protocol/cli/find_print.h"
#include "protocol/cli/progress_line.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *index, *variant, *pdn;
    bool json, diagram;
    uint64_t limit;
    const Rules *rules; /* of the variant that was named, else international */
    GamesQuery query;   /* points to: */
    Position position, opening;
    GamePattern pattern;
    GameMaterial material;
    ProgressLine progress;
} FindCommand;

/* ---- filters ---- */

/* A FEN, `start`, or moves from the start. */
static Status read_position(const FindCommand *command, const char *text, Position *ret_position,
                            int *ret_plies, Error *error) {
    GameRecord record;
    position_init_start(ret_position, command->rules);
    Status status = record_init(&record, ret_position, error);
    if (status < 0)
        return status;
    status = command_read_position(command->rules, &text, 1, &record, error);
    if (status == STATUS_OK) {
        *ret_position = *record_current(&record);
        *ret_plies = record_plies(&record);
    }
    record_done(&record);
    return status;
}

static Status take_position(FindCommand *command, const char *value, Error *error) {
    int plies;
    command->query.position = &command->position;
    return read_position(command, value, &command->position, &plies, error);
}

static Status take_pattern(FindCommand *command, const char *value, Error *error) {
    command->query.pattern = &command->pattern;
    return game_pattern_read(command->rules, value, &command->pattern, error);
}

static Status take_material(FindCommand *command, const char *value, Error *error) {
    command->query.material = &command->material;
    return game_material_read(value, &command->material, error);
}

/* Moves begin with a square. */
static bool is_moves(const char *text) {
    return isdigit((unsigned char)text[0]) || (text[0] && isdigit((unsigned char)text[1]));
}

static Status take_opening(FindCommand *command, const char *value, Error *error) {
    if (!is_moves(value)) {
        command->query.opening_name = value;
        return STATUS_OK;
    }
    command->query.opening = &command->opening;
    return read_position(command, value, &command->opening, &command->query.opening_plies, error);
}

static Status take_result(FindCommand *command, const char *value, Error *error) {
    static const char *const words[] = {[OUTCOME_NONE] = "open",
                                        [OUTCOME_WHITE_WINS] = "white",
                                        [OUTCOME_DRAW] = "draw",
                                        [OUTCOME_BLACK_WINS] = "black"};
    for (Outcome outcome = OUTCOME_NONE; outcome <= OUTCOME_BLACK_WINS; outcome++)
        if (!strcasecmp(value, words[outcome])) {
            command->query.has_outcome = true;
            command->query.outcome = outcome;
            return STATUS_OK;
        }
    command->query.result = value;
    if (isdigit((unsigned char)*value) || *value == '*')
        return STATUS_OK;
    return error_set(error, STATUS_SYNTAX,
                     "result: \"%.40s\" is none of white, black, draw, open, or a result as it is "
                     "written, such as 2-0",
                     value);
}

/* "2001", "2001.05" or two of them with ".." between, one of which may be missing. Cuts the text.
 */
static Status take_date(FindCommand *command, char *value, Error *error) {
    char *dots = strstr(value, "..");
    if (strspn(value, "0123456789.") != strlen(value) ||
        !isdigit((unsigned char)*(dots == value ? value + 2 : value)))
        return error_set(error, STATUS_SYNTAX,
                         "date: \"%.40s\" is not of the form 2001, 2001.05.31 or 2001..2010",
                         value);
    command->query.date_from = dots == value ? NULL : value;
    command->query.date_to = value;
    if (dots) {
        *dots = '\0';
        command->query.date_to = dots[2] ? dots + 2 : NULL;
    }
    return STATUS_OK;
}

/* Where a filter of text alone belongs, or NULL. */
static const char **find_text(GamesQuery *query, const char *word) {
    const struct {
        const char *word, **text;
    } texts[] = {{"player", &query->player},
                 {"white", &query->white},
                 {"black", &query->black},
                 {"event", &query->event},
                 {"site", &query->site}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(word, texts[i].word))
            return texts[i].text;
    return NULL;
}

typedef Status TakeFilter(FindCommand *command, const char *value, Error *error);

static TakeFilter *find_filter(const char *word) {
    static const struct {
        const char *word;
        TakeFilter *take;
    } filters[] = {{"position", take_position},
                   {"pattern", take_pattern},
                   {"material", take_material},
                   {"opening", take_opening},
                   {"result", take_result}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (!strcmp(word, filters[i].word))
            return filters[i].take;
    return NULL;
}

/* Reads pairs of a filter and its value. */
static Status read_filters(FindCommand *command, char **words, int count, Error *error) {
    for (int i = 0; i < count; i += 2) {
        const char **text = find_text(&command->query, words[i]);
        TakeFilter *take = find_filter(words[i]);
        bool is_date = !strcmp(words[i], "date");
        Error reason;
        if (!text && !take && !is_date)
            return error_set(error, STATUS_UNKNOWN, "no filter is called \"%.40s\": see --help",
                             words[i]);
        if (i + 1 == count)
            return error_set(error, STATUS_SYNTAX, "%s needs a value", words[i]);
        Status status = STATUS_OK;
        if (text)
            *text = words[i + 1];
        else if (is_date)
            status = take_date(command, words[i + 1], error);
        else if ((status = take(command, words[i + 1], &reason)) < 0)
            error_set(error, status, "%s: %s", words[i], reason.text);
        if (status < 0)
            return status;
    }
    const GamesQuery *query = &command->query;
    if (command->variant || query->position || query->pattern || query->material || query->opening)
        command->query.rules = command->rules;
    return STATUS_OK;
}

/* ---- asking ---- */

/* What is printed may be little, but a file gets all. */
static Status search(FindCommand *command, Games *games, FindPrint *print, Error *error) {
    uint64_t found = 0;
    int64_t start = clock_now_ns();
    Status status = games_find(games, &command->query, print->pdn ? UINT64_MAX : print->limit,
                               find_print_hit, print, &found, error);
    if (status == STATUS_OK)
        find_print_end(print, found, clock_seconds_since(start));
    return status;
}

static Status run_search(FindCommand *command, Games *games, char **words, int count,
                         Error *error) {
    (void)words;
    (void)count;
    FindPrint print = {.json = command->json,
                       .diagram = command->diagram,
                       .limit = command->limit ? command->limit : UINT64_MAX,
                       .pdn_path = command->pdn};
    if (command->pdn && file_is_same(command->pdn, command->index))
        return error_set(error, STATUS_STATE, "--pdn %s is the index itself", command->pdn);
    Status status = command->pdn ? file_writer_open(command->pdn, &print.pdn, error) : STATUS_OK;
    if (status < 0)
        return status;
    status = search(command, games, &print, error);
    if (status == STATUS_OK && print.pdn)
        return file_writer_commit(print.pdn, error);
    file_writer_abandon(print.pdn);
    return status;
}

static Status run_tree(FindCommand *command, Games *games, char **words, int count, Error *error) {
    (void)words;
    (void)count;
    GamesTree *tree = malloc(sizeof *tree);
    if (!tree)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a tree");
    Status status = games_get_tree(games, &command->query, tree, error);
    if (status == STATUS_OK)
        find_print_tree(command->json, &command->query, tree);
    free(tree);
    return status;
}

static Status run_show(FindCommand *command, Games *games, char **words, int count, Error *error) {
    (void)command;
    for (int i = 0; i < count; i++) {
        char *end;
        long long id = strtoll(words[i], &end, 10);
        if (!isdigit((unsigned char)*words[i]) || *end)
            return error_set(error, STATUS_SYNTAX, "\"%.40s\" is no number of a game", words[i]);
        Status status = games_show(games, id, find_print_pdn, NULL, error);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}

static Status run_info(FindCommand *command, Games *games, char **words, int count, Error *error) {
    (void)words;
    (void)count;
    return find_print_info(command->json, games, error);
}

static Status run_verify(FindCommand *command, Games *games, char **words, int count,
                         Error *error) {
    (void)words;
    (void)count;
    Status status = games_verify(games, error);
    if (status == STATUS_OK)
        puts(command->json ? "{\"faults\":0}" : "no fault");
    return status;
}

/* ---- changing ---- */

static bool show_progress(void *context, const char *path, const GamesReport *report) {
    FindCommand *command = context;
    progress_line_show(&command->progress, "%s: %" PRIu64 " games", path, report->games);
    return !atomic_load(progress_line_interrupted());
}

/* A file that cannot be read does not keep the others out. */
static Status change_files(FindCommand *command, Games *games, bool adds, char **words, int count,
                           GamesReport *report, Error *error) {
    Status first = STATUS_OK;
    for (int i = 0; i < count; i++) {
        Error reason;
        Status status = adds ? games_add_file(games, words[i], command->rules, show_progress,
                                              command, report, &reason)
                             : games_remove_file(games, words[i], report, &reason);
        if (status == STATUS_OK)
            continue;
        progress_line_end(&command->progress);
        if (first < 0)
            command_fail("find", EXIT_STATUS_FAILED, error);
        first = status;
        *error = reason;
        if (status == STATUS_CLOSED || status == STATUS_NO_MEMORY)
            break;
    }
    return first;
}

static Status run_changes(FindCommand *command, Games *games, const char *verb, char **words,
                          int count, Error *error) {
    GamesReport report = {0};
    Error reason;
    progress_line_init(&command->progress);
    progress_line_catch_interrupt();
    Status status =
        !strcmp(verb, "update")
            ? games_update(games, show_progress, command, &report, error)
            : change_files(command, games, !strcmp(verb, "add"), words, count, &report, error);
    progress_line_end(&command->progress);
    Status kept = games_commit(games, &reason);
    if (kept < 0)
        return error_set(error, kept, "%s", reason.text);
    find_print_report(command->json, &report);
    return status;
}

static Status run_add(FindCommand *command, Games *games, char **words, int count, Error *error) {
    return run_changes(command, games, "add", words, count, error);
}

static Status run_update(FindCommand *command, Games *games, char **words, int count,
                         Error *error) {
    return run_changes(command, games, "update", words, count, error);
}

static Status run_remove(FindCommand *command, Games *games, char **words, int count,
                         Error *error) {
    return run_changes(command, games, "remove", words, count, error);
}

/* ---- the command ---- */

typedef struct {
    const char *word;
    int words_min, words_max; /* behind it */
    Status (*run)(FindCommand *command, Games *games, char **words, int count, Error *error);
    bool creates;
} Verb;

static const Verb verbs[] = {
    {"add", 1, INT32_MAX, run_add, true},        {"update", 0, 0, run_update, false},
    {"remove", 1, INT32_MAX, run_remove, false}, {"info", 0, 0, run_info, false},
    {"verify", 0, 0, run_verify, false},         {"show", 1, INT32_MAX, run_show, false},
};
static const Verb tree_verb = {"tree", 0, INT32_MAX, run_tree, false};
static const Verb search_verb = {"", 0, INT32_MAX, run_search, false};

/* `tree` may be followed by its position; then come filters. */
static Status read_tree(FindCommand *command, char **words, int count, Error *error) {
    bool filters = count == 0 || find_text(&command->query, words[0]) || find_filter(words[0]) ||
                   !strcmp(words[0], "date");
    int taken = filters ? 0 : 1;
    Status status = take_position(command, taken ? words[0] : "start", error);
    return status == STATUS_OK ? read_filters(command, words + taken, count - taken, error)
                               : status;
}

/* Finds what is to be done and reads all its words that are no names of files. */
static Status read_words(FindCommand *command, char **words, int count, const Verb **ret_verb,
                         Error *error) {
    if (!command->index || count == 0)
        return error_set(error, STATUS_SYNTAX,
                         "--index FILE and what to do are due: add GAMES.pdn, position FEN, ...");
    command->rules =
        command->variant ? rules_find(command->variant) : rules_get(VARIANT_INTERNATIONAL);
    if (!command->rules)
        return error_set(error, STATUS_RANGE, "--variant: no game is called \"%.40s\"",
                         command->variant);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(words[0], verbs[i].word)) {
            *ret_verb = &verbs[i];
            if (count - 1 < verbs[i].words_min || count - 1 > verbs[i].words_max)
                return error_set(error, STATUS_SYNTAX, "%s takes %s", words[0],
                                 verbs[i].words_min ? "one word or more" : "no words");
            return STATUS_OK;
        }
    bool tree = !strcmp(words[0], "tree");
    *ret_verb = tree ? &tree_verb : &search_verb;
    return tree ? read_tree(command, words + 1, count - 1, error)
                : read_filters(command, words, count, error);
}

static int run(FindCommand *command, const Operands *operands) {
    const Verb *verb = &search_verb;
    Games *games;
    Error error;
    char **words = (char **)operands->words;
    if (read_words(command, words, operands->count, &verb, &error) < 0)
        return command_fail("find", EXIT_STATUS_USAGE, &error);
    if (games_open(command->index, verb->creates, &games, &error) < 0)
        return command_fail("find", EXIT_STATUS_FAILED, &error);
    Status status = verb->run(command, games, words + 1, operands->count - 1, &error);
    games_close(games);
    return status < 0 ? command_fail("find", EXIT_STATUS_FAILED, &error) : EXIT_STATUS_OK;
}

int command_find(int argc, char **argv) {
    FindCommand command = {.limit = 50};
    const ArgumentSpec options[] = {
        {"index", ARGUMENT_STRING, &command.index, 0, 0, NULL, "FILE", "the index"},
        {"variant", ARGUMENT_STRING, &command.variant, 0, 0, NULL, "NAME",
         "game of FENs, moves and patterns, and of PDN without a GameType (default international)"},
        {"turned", ARGUMENT_FLAG, &command.query.turned, 0, 0, NULL, NULL,
         "boards also fit turned, with the colours swapped"},
        {"limit", ARGUMENT_COUNT, &command.limit, 0, 1e15, NULL, "N",
         "games that are shown at most (default 50; 0: all)"},
        {"diagram", ARGUMENT_FLAG, &command.diagram, 0, 0, NULL, NULL,
         "show the board of each game, where it was found or at the end"},
        {"pdn", ARGUMENT_STRING, &command.pdn, 0, 0, NULL, "OUT",
         "write all games found to a file of PDN"},
        {"json", ARGUMENT_FLAG, &command.json, 0, 0, NULL, NULL, "JSON lines"},
    };
    ArgumentTable table = {
        "find --index FILE [OPTION ...] WHAT ...",
        "Finds games in an index of PDN files. The index is made and changed by\n"
        "  add GAMES.pdn ...   reads files; those that are in it and have not changed are skipped\n"
        "  update              reads files again that have changed, forgets those that are gone\n"
        "  remove GAMES.pdn ...\n"
        "and asked by filters, of which all must hold:\n"
        "  position FEN        the same placement and side to move; also `start`, or moves\n"
        "  pattern ITEMS       \"w27-28,eb18\": letters say what may stand on the squares behind:\n"
        "                      w b men, W B kings, m k a man or king of either, p any piece,\n"
        "                      e nothing; \"W:\" or \"B:\" in front: who is to move; c3 is "
        "\"w=c3\"\n"
        "  material 5x4        pieces of White and Black; \"3m1kx2k\": men and kings\n"
        "  opening MOVES|NAME  the position after these moves of the game, or a part of its name\n"
        "  player NAME, white NAME, black NAME, event NAME, site NAME      a part of it is enough\n"
        "  date 2001..2005.06, result white|draw|black|open|2-0\n"
        "Position, pattern and material hold at one moment of the game. Besides:\n"
        "  tree [FEN] [FILTER ...]   the moves played there, and how the games ended\n"
        "  show NUMBER ...           games as PDN (without comments and variations)\n"
        "  info, verify              what is in the index; whether all of it is right\n"
        "JSON: a line a game with id, file, number, line, variant, white, black, event, site, "
        "date,\n"
        "round, result, plies, broken, ply, fen (null: unknown, or no board was asked for); last\n"
        "found, shown, seconds. Of a tree: move, games, white, draw, black, points; last fen.\n",
        options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    if (command_begin("find", &table, argc, argv, &operands, &exit_status))
        exit_status = run(&command, &operands);
    free(operands.words);
    return exit_status;
}
