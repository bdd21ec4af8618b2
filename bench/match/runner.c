/* SPDX-License-Identifier: MIT
 *
 * One thread of a match: takes pairs, plays their games, gives them back. */
#include "bench/match/match_work.h"
#include "engine/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LOG_PATH_SIZE = 4096
};

/* The engines that are at hand. */
typedef struct {
    const MatchConfig *config;
    int number;
    const atomic_bool *stop;
    EngineSpec specs[2]; /* expanded for this runner */
    Player *players[2];
    int engines[2]; /* whose players these are; valid while players[i] is there */
} Runner;

static void release(Runner *runner, int seat) {
    player_free(runner->players[seat]);
    runner->players[seat] = NULL;
    engine_spec_done(&runner->specs[seat]);
}

/* Makes runner->players[seat] a player of `engine`. One that is there already stays. */
static Status provide(Runner *runner, int seat, int engine, Error *error) {
    const MatchConfig *config = runner->config;
    if (runner->players[seat] && runner->engines[seat] == engine)
        return STATUS_OK;
    release(runner, seat);
    Status status =
        engine_spec_expand(&config->engines[engine], runner->number, &runner->specs[seat], error);
    if (status == STATUS_OK)
        status = player_new(&runner->specs[seat], config->rules, &runner->players[seat], error);
    runner->engines[seat] = engine;
    return status;
}

/* ---- Logs. */

static void make_file_name(char *name) {
    for (char *p = name; *p; p++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", *p))
            *p = '_';
}

static Status keep_log(const Runner *runner, int number, int seat, Error *error) {
    const char *folder = runner->config->log_folder;
    char name[64], path[LOG_PATH_SIZE];
    size_t length;
    snprintf(name, sizeof name, "%s", player_get_name(runner->players[seat]));
    make_file_name(name);
    int size = snprintf(path, sizeof path, "%s/game-%d-engine-%d-%s.log", folder, number,
                        runner->engines[seat] + 1, name);
    if (size >= (int)sizeof path)
        return error_set(error, STATUS_RANGE, "the folder of logs has too long a name: %s", folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, STATUS_IO, "cannot make the folder %s: %s", folder,
                         strerror(errno));
    const char *log = player_get_log(runner->players[seat], &length);
    return file_replace(path, log, length, error);
}

static Status keep_logs(const Runner *runner, const MatchGame *game, Error *error) {
    const MatchConfig *config = runner->config;
    Status status = STATUS_OK;
    if (!config->log_folder)
        return STATUS_OK;
    int guilty = game->guilty == COLOR_WHITE ? game->white : game->black;
    bool failed = match_end_is_fault(game->end) || game->end == END_WRONG_CLAIM;
    for (int i = 0; i < 2 && status == STATUS_OK; i++)
        if (config->logs_all || (failed && runner->engines[i] == guilty))
            status = keep_log(runner, game->number, i, error);
    return status;
}

/* ---- Games. */

static MatchLimits limits_of(const MatchConfig *config, int engine) {
    return config->engines[engine].has_limits ? config->engines[engine].limits : config->limits;
}

static Status play_game(Runner *runner, const MatchPair *pair, int number, MatchGame *game,
                        Error *error) {
    RefereeSeats seats = {.color = number == 0 ? COLOR_WHITE : COLOR_BLACK};
    for (int i = 0; i < 2; i++) {
        seats.players[i] = runner->players[i];
        seats.engines[i] = runner->engines[i];
        seats.limits[i] = limits_of(runner->config, runner->engines[i]);
    }
    match_game_restart(game, &pair->plan.ballot->start);
    game->number = 2 * pair->number + number;
    game->exempt =
        runner->config->referee.oracle &&
        schedule_is_exempt(runner->config->seed, pair->number, runner->config->exempt_percent);
    snprintf(game->ballot, sizeof game->ballot, "%s", pair->plan.ballot->name);
    Status status = referee_play(&runner->config->referee, &seats, runner->stop, game, error);
    return status < 0 || game->end == END_NONE ? status : keep_logs(runner, game, error);
}

static Status play_pairs(Runner *runner, const RunnerWork *work, MatchGame *game, Error *error) {
    MatchPair pair;
    Status status = STATUS_OK;
    while (status == STATUS_OK && work->take(work->context, &pair)) {
        status = provide(runner, 0, pair.plan.first, error);
        if (status == STATUS_OK)
            status = provide(runner, 1, pair.plan.second, error);
        for (int i = 0; i < 2 && status == STATUS_OK; i++) {
            if (!pair.wanted[i] || atomic_load(runner->stop))
                continue;
            status = play_game(runner, &pair, i, game, error);
            if (status == STATUS_OK && game->end != END_NONE)
                status = work->give(work->context, game, error);
        }
    }
    return status;
}

Status runner_run(const MatchConfig *config, int number, const RunnerWork *work,
                  const atomic_bool *stop, Error *error) {
    Runner runner = {.config = config, .number = number, .stop = stop};
    MatchGame game;
    Status status = match_game_init(&game, &config->ballots->ballots[0].start, error);
    if (status == STATUS_OK)
        status = play_pairs(&runner, work, &game, error);
    match_game_done(&game);
    for (int i = 0; i < 2; i++)
        release(&runner, i);
    return status;
}
