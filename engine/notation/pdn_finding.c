/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_game_internal.h"

static const struct {
    const char *name;
    PdnSeverity severity;
} kinds[PDN_FINDING_KIND_COUNT] = {
    [PDN_FINDING_ILLEGAL] = {"illegal", PDN_SEVERITY_ERROR},
    [PDN_FINDING_AMBIGUOUS] = {"ambiguous", PDN_SEVERITY_ERROR},
    [PDN_FINDING_NOT_A_MOVE] = {"not_a_move", PDN_SEVERITY_ERROR},
    [PDN_FINDING_VARIANT] = {"variant", PDN_SEVERITY_ERROR},
    [PDN_FINDING_GAME_TYPE] = {"game_type", PDN_SEVERITY_WARNING},
    [PDN_FINDING_FEN] = {"fen", PDN_SEVERITY_ERROR},
    [PDN_FINDING_PIECES] = {"pieces", PDN_SEVERITY_WARNING},
    [PDN_FINDING_SETUP] = {"setup", PDN_SEVERITY_ERROR},
    [PDN_FINDING_RESULT_MISSING] = {"result_missing", PDN_SEVERITY_WARNING},
    [PDN_FINDING_RESULT_DIFFERS] = {"result_differs", PDN_SEVERITY_WARNING},
    [PDN_FINDING_RESULT_POSITION] = {"result_position", PDN_SEVERITY_ERROR},
    [PDN_FINDING_RESULT_LAW] = {"result_law", PDN_SEVERITY_WARNING},
    [PDN_FINDING_RESULT_OPEN] = {"result_open", PDN_SEVERITY_NOTE},
    [PDN_FINDING_RESULT_GLUED] = {"result_glued", PDN_SEVERITY_NOTE},
    [PDN_FINDING_RESULT_END] = {"result_end", PDN_SEVERITY_NOTE},
    [PDN_FINDING_AFTER_END] = {"after_end", PDN_SEVERITY_WARNING},
    [PDN_FINDING_RESULT_UNKNOWN] = {"result_unknown", PDN_SEVERITY_WARNING},
    [PDN_FINDING_RESULT_FORM] = {"result_form", PDN_SEVERITY_NOTE},
    [PDN_FINDING_TAG] = {"tag", PDN_SEVERITY_WARNING},
    [PDN_FINDING_TAG_TWICE] = {"tag_twice", PDN_SEVERITY_WARNING},
    [PDN_FINDING_TAG_TRAILING] = {"tag_trailing", PDN_SEVERITY_NOTE},
    [PDN_FINDING_TAG_SPLIT] = {"tag_split", PDN_SEVERITY_NOTE},
    [PDN_FINDING_TAG_NAME] = {"tag_name", PDN_SEVERITY_NOTE},
    [PDN_FINDING_TAG_VALUE] = {"tag_value", PDN_SEVERITY_WARNING},
    [PDN_FINDING_COMMENT_OPEN] = {"comment_open", PDN_SEVERITY_WARNING},
    [PDN_FINDING_BRACE] = {"brace", PDN_SEVERITY_WARNING},
    [PDN_FINDING_VARIATION] = {"variation", PDN_SEVERITY_WARNING},
    [PDN_FINDING_NAG] = {"nag", PDN_SEVERITY_WARNING},
    [PDN_FINDING_NUMBER] = {"number", PDN_SEVERITY_NOTE},
    [PDN_FINDING_NUMBER_DIFFERS] = {"number_differs", PDN_SEVERITY_NOTE},
    [PDN_FINDING_WORD] = {"word", PDN_SEVERITY_WARNING},
    [PDN_FINDING_FORCED] = {"forced", PDN_SEVERITY_NOTE},
    [PDN_FINDING_CLOCK] = {"clock", PDN_SEVERITY_NOTE},
    [PDN_FINDING_ENCODING] = {"encoding", PDN_SEVERITY_NOTE},
    [PDN_FINDING_CUT] = {"cut", PDN_SEVERITY_WARNING},
};

const char *pdn_finding_kind_name(PdnFindingKind kind) {
    return kinds[kind].name;
}

PdnSeverity pdn_finding_severity(PdnFindingKind kind) {
    return kinds[kind].severity;
}

const char *pdn_severity_name(PdnSeverity severity) {
    static const char *const names[] = {
        [PDN_SEVERITY_NOTE] = "note",
        [PDN_SEVERITY_WARNING] = "warning",
        [PDN_SEVERITY_ERROR] = "error",
    };
    return names[severity];
}
