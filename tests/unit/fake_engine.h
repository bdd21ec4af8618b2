/* SPDX-License-Identifier: MIT
 *
 * Shared by the parts of fake_engine: an engine that plays the first legal move it finds and does
 * one thing wrong. The program only serves the tests of bench/match. */
#ifndef HUFF_TESTS_UNIT_FAKE_ENGINE_H
#define HUFF_TESTS_UNIT_FAKE_ENGINE_H

#include <stdbool.h>

/* Whether the behaviour asked for is `name`. */
bool fake_is(const char *behaviour, const char *name);

/* Writes as much of `byte` as goes, for ever; a line end after each `line` bytes, none with 0. */
_Noreturn void fake_flood(int fd, char byte, int line);

/* Neither reads nor ends. */
_Noreturn void fake_sleep(void);

/* Says on standard error that this process runs: "pid NUMBER". */
void fake_tell_pid(void);

/* The two front ends; they return the exit status. */
int fake_run_hub(const char *protocol, const char *behaviour);
int fake_run_dxp(const char *role, const char *behaviour, const char *address);

#endif
