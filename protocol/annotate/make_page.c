/* SPDX-License-Identifier: MIT
 *
 * Run at build time, `make_page STYLE SCRIPT`: writes both files as C to standard output, as the
 * texts of page_internal.h. */
#include <stdio.h>
#include <stdlib.h>

/* False when the file cannot be read or holds a zero byte, with which the text would end. */
static int print_text(const char *name, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 0;
    }
    printf("const char %s[] = {", name);
    int byte, zero = 0;
    for (long i = 0; (byte = getc(file)) != EOF; i++) {
        printf("%s%d,", i % 24 == 0 ? "\n" : "", byte > 127 ? byte - 256 : byte);
        zero |= byte == 0;
    }
    printf("\n0};\n");
    int failed = ferror(file);
    fclose(file);
    return !failed && !zero;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return EXIT_FAILURE;
    printf("/* Made by make_page.c. */\n#include \"protocol/annotate/page_internal.h\"\n\n");
    if (!print_text("page_style", argv[1]) || !print_text("page_script", argv[2]))
        return EXIT_FAILURE;
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
