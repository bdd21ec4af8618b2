/* SPDX-License-Identifier: MIT
 *
 * Builds tables on several machines: processes started by mpirun that share a folder. The first one
 * hands out pairs whose needs are there, the largest first; the others build one pair after the
 * other with their threads and say when its file is on the disk. The files are the same as those
 * of one process. In a program built without MPI all of it says so and fails. */
#ifndef HUFF_ENDGAME_MPI_FARM_H
#define HUFF_ENDGAME_MPI_FARM_H

#include "endgame/generate.h"

/* Joins the other processes; once in the life of a process, from its main thread. STATUS_STATE: no
 * MPI in this program, or it does not start. */
Status farm_init(Error *error);
/* Leaves them; after farm_init only. All processes must come here. */
void farm_done(void);

/* As generate_tables with `only` NULL, called by all processes with the same options but for
 * threads and memory, which are each process's own. A failure anywhere ends the build; the first
 * process returns it with its message, the others the same status. */
Status farm_build(const GenerateOptions *options, Error *error);

#endif
