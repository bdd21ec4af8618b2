/* SPDX-License-Identifier: MIT
 *
 * In place of farm.c when the program is built without MPI. */
#include "endgame/mpi/farm.h"

static Status refuse(Error *error) {
    return error_set(error, STATUS_STATE,
                     "this program is built without MPI (meson setup -Dmpi=enabled)");
}

Status farm_init(Error *error) {
    return refuse(error);
}

void farm_done(void) {
}

Status farm_build(const GenerateOptions *options, Error *error) {
    (void)options;
    return refuse(error);
}
