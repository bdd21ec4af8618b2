/* SPDX-License-Identifier: MIT
 *
 * Puts the files of endgame/data into the program as they are. The build copies this file whenever
 * one of them has changed, because the compiler does not see what an assembler includes. */

#define EMBED(name)                                                                                \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 64\n"                                                                         \
            ".global embedded_" #name "\n"                                                         \
            ".hidden embedded_" #name "\n"                                                         \
            "embedded_" #name ":\n"                                                                \
            ".incbin \"" HUFF_ENDGAME_DATA "/" #name ".tables\"\n"                                 \
            ".global embedded_" #name "_end\n"                                                     \
            ".hidden embedded_" #name "_end\n"                                                     \
            "embedded_" #name "_end:\n"                                                            \
            ".byte 0\n"                                                                            \
            ".previous\n")

EMBED(international);
EMBED(english);
