/* SPDX-License-Identifier: MIT
 *
 * The farm of a program that was built without MPI: there is none. */
#include "bench/farm/farm.h"

Status farm_new(Farm **ret_farm, Error *error) {
    (void)error;
    *ret_farm = NULL;
    return STATUS_OK;
}

void farm_free(Farm *farm) {
    (void)farm;
}

int farm_get_rank(const Farm *farm) {
    (void)farm;
    return 0;
}

uint64_t farm_share_number(Farm *farm, uint64_t number) {
    (void)farm;
    return number;
}

Status farm_lead(Farm *farm, Match *match, Error *error) {
    (void)farm;
    (void)match;
    return error_set(error, STATUS_STATE, "this program was built without MPI");
}

void farm_serve(Farm *farm, const MatchConfig *config) {
    (void)farm;
    (void)config;
}
