/*
 * replay.c - runs a fuzz target over files, without libFuzzer: fuzz_NAME FILE...
 *
 * Each name is printed before its file is tried, so that the last one is the culprit.
 */
#include "fuzz.h"

static bool replay(const char *path) {
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    bool whole = feof(file);
    fclose(file);
    if (!whole)
        return false;
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (!copy)
        return false;
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return true;
}

int main(int count, char **paths) {
    for (int i = 1; i < count; i++) {
        puts(paths[i]);
        fflush(stdout);
        if (!replay(paths[i]))
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
