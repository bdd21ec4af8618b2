/* SPDX-License-Identifier: MIT
 *
 * Run at build time: writes C that makes the files named as arguments part of the program, to
 * standard output. The file of a variant is called VARIANT.weights. The assembler reads the bytes
 * itself; as an array of numbers they would take the compiler minutes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_path(const char *path) {
    for (const char *c = path; *c; c++)
        printf(*c == '"' || *c == '\\' ? "\\\\\\%c" : "%c", *c);
}

/* A digest of the bytes goes into the text, so that it changes with them and is compiled again
 * (FNV, public domain). False when the file cannot be read. */
static int print_digest(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    unsigned long long digest = 0xcbf29ce484222325u;
    for (int byte; (byte = getc(file)) != EOF;)
        digest = (digest ^ (unsigned long long)byte) * 0x100000001b3u;
    int failed = ferror(file);
    fclose(file);
    printf("/* %016llx */\n", digest);
    return !failed;
}

int main(int argc, char **argv) {
    printf("/* Made by make_embedded.c. */\n#include \"engine/eval/embedded_internal.h\"\n\n"
           "#include <stddef.h>\n\n");
    for (int i = 1; i < argc; i++) {
        char *path = realpath(argv[i], NULL);
        if (!path || !print_digest(path)) {
            perror(argv[i]);
            return EXIT_FAILURE;
        }
        printf("extern const unsigned char huff_weights_begin_%d[], huff_weights_end_%d[];\n"
               "__asm__(\".pushsection .rodata\\n.balign 16\\n\"\n"
               "        \".globl huff_weights_begin_%d\\nhuff_weights_begin_%d:\\n\"\n"
               "        \".incbin \\\"",
               i, i, i, i);
        print_path(path);
        printf("\\\"\\n\"\n"
               "        \".globl huff_weights_end_%d\\nhuff_weights_end_%d:\\n.byte 0\\n\"\n"
               "        \".popsection\");\n\n",
               i, i);
        free(path);
    }
    printf("const EmbeddedWeights embedded_weights[] = {\n");
    for (int i = 1; i < argc; i++) {
        const char *slash = strrchr(argv[i], '/');
        const char *name = slash ? slash + 1 : argv[i];
        printf("    {\"%.*s\", huff_weights_begin_%d, huff_weights_end_%d},\n",
               (int)strcspn(name, "."), name, i, i);
    }
    printf("    {NULL, NULL, NULL},\n};\n");
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
