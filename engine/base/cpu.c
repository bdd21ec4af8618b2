/* SPDX-License-Identifier: MIT */
#include "engine/base/cpu.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>

/* The lowest-numbered hardware thread of the core that `cpu` belongs to; `cpu` itself when the
 * system does not tell. The file is a list such as "0,4" or "2-3". */
static int find_first_thread(int cpu) {
    char path[96];
    int first = cpu;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    FILE *file = fopen(path, "re");
    if (!file)
        return cpu;
    if (fscanf(file, "%d", &first) != 1)
        first = cpu;
    fclose(file);
    return first;
}

int cpu_count_cores(void) {
    cpu_set_t allowed, seen;
    int cores = 0;
    CPU_ZERO(&seen);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        int first = find_first_thread(cpu);
        bool known = first >= 0 && first < CPU_SETSIZE && CPU_ISSET(first, &seen);
        if (!known && first >= 0 && first < CPU_SETSIZE)
            CPU_SET(first, &seen);
        cores += !known;
    }
    return cores > 0 ? cores : 1;
}
