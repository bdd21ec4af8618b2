/* SPDX-License-Identifier: MIT
 *
 * Monotonic time. Nothing here follows changes of the wall clock. */
#ifndef HUFF_ENGINE_BASE_CLOCK_H
#define HUFF_ENGINE_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since an arbitrary fixed moment. Any thread. */
int64_t clock_now_ns(void);

/* Seconds from `start_ns` (a value of clock_now_ns) until now. Any thread. */
double clock_seconds_since(int64_t start_ns);

#endif
