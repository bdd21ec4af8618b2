/* SPDX-License-Identifier: MIT
 *
 * Puts the files of endgame/data into the program as they are. The build copies this file whenever
 * one of them has changed, because the compiler does not see what an assembler includes. */

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 64\n"                                                                         \
            ".global embedded_" #name "\n"                                                         \
            ".hidden embedded_" #name "\n"                                                         \
            "embedded_" #name ":\n"                                                                \
            ".incbin \"" HUFF_ENDGAME_DATA "/" file ".tables\"\n"                                  \
            ".global embedded_" #name "_end\n"                                                     \
            ".hidden embedded_" #name "_end\n"                                                     \
            "embedded_" #name "_end:\n"                                                            \
            ".byte 0\n"                                                                            \
            ".previous\n")

EMBED(international, "international");
EMBED(english, "english");
EMBED(killer, "killer");
EMBED(losing, "losing");
EMBED(losing_english, "losing-english");
EMBED(brazilian, "brazilian");
EMBED(russian, "russian");
EMBED(pool, "pool");
EMBED(italian, "italian");
EMBED(spanish, "spanish");
EMBED(portuguese, "portuguese");
EMBED(czech, "czech");
EMBED(thai, "thai");
