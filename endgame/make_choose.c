/* SPDX-License-Identifier: MIT
 *
 * Run at build time: writes the table of binomial coefficients of endgame/index.h as C to standard
 * output. */
#include "endgame/index.h"

#include <stdio.h>

int main(void) {
    uint64_t row[INDEX_CHOOSE_ROWS][INDEX_CHOOSE_COLUMNS] = {{0}};
    for (int n = 0; n < INDEX_CHOOSE_COLUMNS; n++)
        for (int k = 0; k < INDEX_CHOOSE_ROWS; k++)
            row[k][n] = k == 0 ? 1 : n == 0 ? 0 : row[k - 1][n - 1] + row[k][n - 1];
    printf("/* Made by make_choose.c. */\n"
           "#include \"endgame/index.h\"\n\n"
           "const uint64_t index_choose_table[INDEX_CHOOSE_ROWS][INDEX_CHOOSE_COLUMNS] = {\n");
    for (int k = 0; k < INDEX_CHOOSE_ROWS; k++) {
        printf("    {");
        for (int n = 0; n < INDEX_CHOOSE_COLUMNS; n++)
            printf("%s%lluu", n ? ", " : "", (unsigned long long)row[k][n]);
        printf("},\n");
    }
    printf("};\n");
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
