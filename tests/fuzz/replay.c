/*
 * replay.c - runs a fuzz target over packed corpora, without libFuzzer: fuzz_NAME FILE...
 *
 * pack_corpus describes the format. The name and the size of each input are printed before it is
 * tried, so the last line names the culprit.
 */
#include "../case_lines.h"
#include "fuzz.h"

/* One line. The bytes get memory of exactly their size, for the sanitizers. */
static bool replay(char *line) {
    char *bytes = strchr(line, '\t');
    size_t size = bytes ? case_decode(bytes + 1) : SIZE_MAX;
    if (size == SIZE_MAX) {
        fprintf(stderr, "malformed line: %s\n", line);
        return false;
    }
    printf("%.*s %zu\n", (int)(bytes - line), line, size);
    fflush(stdout);
    struct fuzz_text input = fuzz_copy(bytes + 1, size);
    LLVMFuzzerTestOneInput((const uint8_t *)input.bytes, input.length);
    free(input.bytes);
    return true;
}

static bool replay_all(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    bool right = true;
    for (char *line; right && (line = case_line(file)) != NULL;)
        right = replay(line);
    right = right && !ferror(file);
    fclose(file);
    return right;
}

int main(int count, char **paths) {
    for (int i = 1; i < count; i++)
        if (!replay_all(paths[i]))
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
