/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a line that a Hub engine says, read as each version: what comes out keeps to its
 * bounds, and while the version is not known no line is an answer. */
#include "bench/match/hub_reply_internal.h"
#include "engine/eval/score.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_reply(int version, const HubReply *reply) {
    fuzz_require(memchr(reply->text, '\0', sizeof reply->text) != NULL, "a text ends");
    fuzz_require(memchr(reply->ponder, '\0', sizeof reply->ponder) != NULL, "a text ends");
    fuzz_require(abs(reply->score) <= SCORE_WIN, "a score is inside its bounds");
    fuzz_require(reply->depth >= 0, "a depth is inside its bounds");
    fuzz_require(reply->version >= 0 && reply->version <= 2, "there are two versions");
    fuzz_require(version == 0 || reply->version == 0 || reply->version == version,
                 "a line of the other version means nothing");
    fuzz_require(version != 0 || (reply->kind != REPLY_MOVE && reply->kind != REPLY_INFO),
                 "before the greeting nothing is an answer");
    fuzz_require(reply->kind == REPLY_INFO ||
                     (!reply->has_score && !reply->has_depth && !reply->has_nodes),
                 "only findings have numbers");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int version = 0; version <= 2; version++) {
        HubReply reply;
        Error error = {""};
        Status status = hub_reply_read(version, (const char *)data, size, &reply, &error);
        if (status == STATUS_OK)
            check_reply(version, &reply);
        else
            fuzz_require(version != 0 && error.text[0] != '\0', "a failed read says why");
    }
    return 0;
}
