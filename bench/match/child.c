/* SPDX-License-Identifier: MIT */
#include "bench/match/child_internal.h"

#include "engine/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    STANDARD_COUNT = 3,
    PIPE_SIZE = 1 << 20, /* bytes asked for, so that a pondering engine's talk is not held up */
    LOOK_MS = 20,        /* between two looks where the system cannot tell of an end */
};
static const double kill_seconds = 1.0; /* for the system to take a killed process away */

/* Both ends of the three pipes: [i][0] reads, [i][1] writes. */
typedef struct {
    int ends[STANDARD_COUNT][2];
} Pipes;

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(Pipes *pipes) {
    for (int i = 0; i < STANDARD_COUNT; i++)
        for (int j = 0; j < 2; j++)
            close_fd(&pipes->ends[i][j]);
}

/* Moves a descriptor above the standard ones, which the child's own are put upon one after the
 * other; this process may have been started with some of them closed. */
static bool lift_fd(int *fd) {
    if (*fd >= STANDARD_COUNT)
        return true;
    int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STANDARD_COUNT);
    if (lifted < 0)
        return false;
    close(*fd);
    *fd = lifted;
    return true;
}

/* False with errno, and then nothing is open. */
static bool open_pipes(Pipes *pipes) {
    memset(pipes, -1, sizeof *pipes);
    bool good = true;
    for (int i = 0; i < STANDARD_COUNT && good; i++)
        good = pipe2(pipes->ends[i], O_CLOEXEC) == 0 && lift_fd(&pipes->ends[i][0]) &&
               lift_fd(&pipes->ends[i][1]);
    good = good && fcntl(pipes->ends[STDIN_FILENO][1], F_SETFL, O_NONBLOCK) == 0;
    if (!good) {
        int failure = errno;
        close_pipes(pipes);
        errno = failure;
        return false;
    }
    /* Only makes things better; the system may refuse it. */
    (void)fcntl(pipes->ends[STDOUT_FILENO][0], F_SETPIPE_SZ, PIPE_SIZE);
    return true;
}

/* What the child does before it becomes the command: 0 or an error number. */
static int prepare_files(posix_spawn_file_actions_t *actions, const Pipes *pipes,
                         const char *directory) {
    int failure = 0;
    for (int i = 0; i < STANDARD_COUNT && failure == 0; i++)
        failure =
            posix_spawn_file_actions_adddup2(actions, pipes->ends[i][i == STDIN_FILENO ? 0 : 1], i);
    if (failure == 0)
        failure = posix_spawn_file_actions_addclosefrom_np(actions, STANDARD_COUNT);
    if (failure == 0 && directory)
        failure = posix_spawn_file_actions_addchdir_np(actions, directory);
    return failure;
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int failure = posix_spawnattr_setsigdefault(attributes, &all);
    if (failure == 0)
        failure = posix_spawnattr_setsigmask(attributes, &none);
    if (failure == 0)
        failure = posix_spawnattr_setpgroup(attributes, 0);
    if (failure == 0)
        failure = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    return failure;
}

/* 0 or an error number. */
static int spawn_child(char *const command[], const char *directory, const Pipes *pipes,
                       pid_t *ret_pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure == 0) {
        failure = prepare_files(&actions, pipes, directory);
        if (failure == 0)
            failure = prepare_attributes(&attributes);
        if (failure == 0)
            failure = posix_spawnp(ret_pid, command[0], &actions, &attributes, command, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

Child child_none(void) {
    return (Child){.input = -1, .output = -1, .errors = -1, .exit_fd = -1, .ended = true};
}

Status child_start(char *const command[], const char *directory, Child *ret_child, Error *error) {
    Pipes pipes;
    if (!open_pipes(&pipes))
        return error_set(error, STATUS_IO, "cannot make pipes: %s", strerror(errno));
    pid_t pid = 0;
    int failure = spawn_child(command, directory, &pipes, &pid);
    if (failure != 0) {
        close_pipes(&pipes);
        return error_set(error, STATUS_IO, "cannot start \"%.200s\"%s%.200s: %s", command[0],
                         directory ? " in " : "", directory ? directory : "", strerror(failure));
    }
    *ret_child = (Child){
        .pid = pid,
        .input = pipes.ends[STDIN_FILENO][1],
        .output = pipes.ends[STDOUT_FILENO][0],
        .errors = pipes.ends[STDERR_FILENO][0],
        .exit_fd = (int)syscall(SYS_pidfd_open, pid, 0),
    };
    close(pipes.ends[STDIN_FILENO][0]);
    close(pipes.ends[STDOUT_FILENO][1]);
    close(pipes.ends[STDERR_FILENO][1]);
    return STATUS_OK;
}

/* Looks without waiting. The dead process is left to hold its number until child_end: no other
 * process can take the number of the group before it is killed. */
static bool look_for_end(Child *child) {
    if (child->ended)
        return true;
    siginfo_t info = {0};
    int result;
    do {
        result = waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    } while (result < 0 && errno == EINTR);
    if (result == 0 && info.si_pid == 0)
        return false;
    child->ended = true;
    child->reason = result == 0 ? info.si_code : 0;
    child->status = info.si_status;
    return true;
}

bool child_wait(Child *child, double seconds) {
    int64_t deadline_ns = clock_now_ns() + (int64_t)(seconds * 1e9);
    while (!look_for_end(child)) {
        int64_t left = deadline_ns - clock_now_ns();
        if (left <= 0)
            return false;
        int left_ms = (int)(left / 1000000) + 1;
        struct pollfd watch = {.fd = child->exit_fd, .events = POLLIN};
        poll(&watch, 1, child->exit_fd < 0 && left_ms > LOOK_MS ? LOOK_MS : left_ms);
    }
    return true;
}

const char *child_describe_end(const Child *child, char buffer[static CHILD_END_SIZE]) {
    if (!child->ended)
        snprintf(buffer, CHILD_END_SIZE, "still runs");
    else if (child->reason == CLD_EXITED)
        snprintf(buffer, CHILD_END_SIZE, "ended with exit status %d", child->status);
    else if (child->reason == CLD_KILLED || child->reason == CLD_DUMPED)
        snprintf(buffer, CHILD_END_SIZE, "was ended by signal %d (%s)", child->status,
                 strsignal(child->status));
    else
        snprintf(buffer, CHILD_END_SIZE, "ended");
    return buffer;
}

/* Takes the dead process away. One that cannot be killed (it waits for a broken disk) is left. */
static void reap_child(Child *child) {
    if (!child_wait(child, kill_seconds))
        return;
    int status;
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        continue;
}

void child_end(Child *child, double seconds) {
    close_fd(&child->input);
    if (child->pid > 0) {
        child_wait(child, seconds);
        kill(-child->pid, SIGKILL);
        reap_child(child);
    }
    close_fd(&child->output);
    close_fd(&child->errors);
    close_fd(&child->exit_fd);
    child->pid = 0;
    child->ended = true;
}
