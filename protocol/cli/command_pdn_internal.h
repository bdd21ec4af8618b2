/* SPDX-License-Identifier: MIT
 *
 * Private to protocol/cli: the parts of `huff pdn`. Each gets the words behind its own name. */
#ifndef HUFF_PROTOCOL_CLI_COMMAND_PDN_INTERNAL_H
#define HUFF_PROTOCOL_CLI_COMMAND_PDN_INTERNAL_H

#include "protocol/cli/command.h"

CommandFunction pdn_run_convert;
CommandFunction pdn_run_dedupe;
CommandFunction pdn_run_dump;
CommandFunction pdn_run_merge;
CommandFunction pdn_run_split;
CommandFunction pdn_run_stats;

#endif
