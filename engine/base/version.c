/* SPDX-License-Identifier: MIT */
#include "engine/base/version.h"

const char *version_get(void) {
    return HUFF_VERSION_TEXT;
}
