/* SPDX-License-Identifier: MIT
 *
 * Runs a harness on every file of the folders given as arguments. Fails when a folder cannot be
 * read or when there was no file at all. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Reads a whole file into `*ret_data`, which the caller frees. The block is exactly as large as the
 * file, so that a sanitizer sees every read beyond the end. */
static int read_file(const char *path, uint8_t **ret_data, size_t *ret_size) {
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (!file || fstat(fileno(file), &status) != 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        if (file)
            fclose(file);
        return -1;
    }
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size ? size : 1);
    bool whole = data && fread(data, 1, size, file) == size;
    fclose(file);
    if (!whole) {
        fprintf(stderr, "%s: cannot be read\n", path);
        free(data);
        return -1;
    }
    *ret_data = data;
    *ret_size = size;
    return 0;
}

static int replay_file(const char *path) {
    uint8_t *data;
    size_t size;
    if (read_file(path, &data, &size) < 0)
        return -1;
    fprintf(stderr, "%s\n", path); /* the last name on stderr is the one that failed */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

/* Number of files replayed, negative when something could not be read. */
static int replay_folder(const char *folder) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) {
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
        return -1;
    }
    int replayed = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && replayed >= 0) {
            bool done = length < (int)sizeof path && replay_file(path) == 0;
            replayed = done ? replayed + 1 : -1;
        }
        free(entries[i]);
    }
    free(entries);
    return replayed;
}

int main(int argc, char **argv) {
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int replayed = replay_folder(argv[i]);
        if (replayed < 0)
            return EXIT_FAILURE;
        total += replayed;
    }
    printf("%d inputs replayed\n", total);
    return total > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
