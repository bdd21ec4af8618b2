/* SPDX-License-Identifier: MIT
 *
 * Shared by the fuzz harnesses. Each harness is one function in one file, fuzz_<name>.c; linked
 * with replay.c it runs stored inputs as a test, linked with libFuzzer it looks for new ones. */
#ifndef HUFF_TESTS_FUZZ_FUZZ_H
#define HUFF_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Feeds `size` bytes to the code under test; returns 0. A broken promise ends the process, in
 * release builds too. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with a message when `kept` is false. */
static inline void fuzz_require(bool kept, const char *promise) {
    if (!kept) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

#endif
