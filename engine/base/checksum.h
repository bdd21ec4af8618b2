/* SPDX-License-Identifier: MIT
 *
 * CRC-32 (ITU-T V.42, the one of zip and PNG), which finds every change of up to 32 bits in a row:
 * what our files are guarded with against damage. It is no protection against a forger. */
#ifndef HUFF_ENGINE_BASE_CHECKSUM_H
#define HUFF_ENGINE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of what `checksum` stands for followed by these bytes; 0 stands for nothing, so that
 * checksum_add(0, bytes, length) is the checksum of the bytes alone. Any thread. */
uint32_t checksum_add(uint32_t checksum, const void *bytes, size_t length);

#endif
