/* SPDX-License-Identifier: MIT
 *
 * What the machine has to compute with. */
#ifndef HUFF_ENGINE_BASE_CPU_H
#define HUFF_ENGINE_BASE_CPU_H

/* Physical cores among the processors this process may run on: two hardware threads of one core
 * count once. Falls back to the number of those processors where the system does not tell; at
 * least 1. Any thread. */
int cpu_count_cores(void);

#endif
