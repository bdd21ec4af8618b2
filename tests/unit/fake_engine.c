/* SPDX-License-Identifier: MIT */
#include "tests/unit/fake_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool fake_is(const char *behaviour, const char *name) {
    return strcmp(behaviour, name) == 0;
}

_Noreturn void fake_flood(int fd, char byte, int line) {
    char bytes[4096];
    memset(bytes, byte, sizeof bytes);
    for (int i = line; line > 0 && i < (int)sizeof bytes; i += line + 1)
        bytes[i] = '\n';
    for (;;)
        if (write(fd, bytes, sizeof bytes) < 0)
            exit(EXIT_FAILURE);
}

_Noreturn void fake_sleep(void) {
    signal(SIGTERM, SIG_IGN);
    for (;;)
        pause();
}

void fake_tell_pid(void) {
    fprintf(stderr, "pid %d\n", (int)getpid());
}

int main(int argc, char **argv) {
    if (argc >= 3 && strncmp(argv[1], "hub", 3) == 0)
        return fake_run_hub(argv[1], argv[2]);
    if (argc >= 4)
        return fake_run_dxp(argv[1], argv[2], argv[3]);
    fprintf(stderr, "usage: fake_engine hub1|hub2 BEHAVIOUR\n"
                    "       fake_engine ROLE BEHAVIOUR ADDRESS\n");
    return 2;
}
