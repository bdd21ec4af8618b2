/* SPDX-License-Identifier: MIT
 *
 * Run at build time, `make_embedded ARRAY FILE...`: writes the files as C to standard output, as
 * the array of embedded_internal.h with that name. A file goes by its name up to the first full
 * stop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a file as a C array; false when it cannot be read. */
static int print_bytes(const char *path, int number) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 0;
    }
    printf("static const unsigned char bytes_%d[] = {", number);
    int byte;
    for (long i = 0; (byte = getc(file)) != EOF; i++)
        printf("%s%d,", i % 24 == 0 ? "\n" : "", byte);
    printf("};\n");
    int failed = ferror(file);
    fclose(file);
    return !failed;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return EXIT_FAILURE;
    printf("/* Made by make_embedded.c. */\n#include \"book/embedded_internal.h\"\n\n");
    for (int i = 2; i < argc; i++)
        if (!print_bytes(argv[i], i))
            return EXIT_FAILURE;
    printf("const EmbeddedFile %s[] = {\n", argv[1]);
    for (int i = 2; i < argc; i++) {
        const char *slash = strrchr(argv[i], '/');
        const char *name = slash ? slash + 1 : argv[i];
        printf("    {\"%.*s\", bytes_%d, sizeof bytes_%d},\n", (int)strcspn(name, "."), name, i, i);
    }
    printf("    {NULL, NULL, 0},\n};\n");
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
