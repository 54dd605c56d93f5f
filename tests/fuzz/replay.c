/*
 * replay.c - runs a fuzz target over packed corpora, without libFuzzer: fuzz_NAME FILE...
 *
 * pack_corpus describes the format. The name and the size of each input are printed before it is
 * tried, so the last line names the culprit.
 */
#include "fuzz.h"

/* The byte at *at, which is moved past it. False where an escape is malformed. */
static bool unescape(const char **at, uint8_t *byte) {
    static const char names[] = "tnr\\", meanings[] = "\t\n\r\\";
    if (**at != '\\') {
        *byte = (uint8_t) * (*at)++;
        return true;
    }
    const char *name = (*at)[1] ? strchr(names, (*at)[1]) : NULL;
    unsigned value = name ? (unsigned char)meanings[name - names] : 0;
    int length = 2;
    if (!name && (sscanf(*at, "\\x%2x%n", &value, &length) != 1 || length != 4))
        return false;
    *byte = (uint8_t)value;
    *at += length;
    return true;
}

/* One line, without its end. The bytes get memory of exactly their size, for the sanitizers. */
static bool replay(const char *line) {
    const char *at = strchr(line, '\t');
    uint8_t *bytes = malloc(strlen(line) + 1);
    size_t size = 0;
    bool right = at && bytes;
    for (at += right; right && *at;)
        right = unescape(&at, &bytes[size++]);
    if (right) {
        printf("%.*s %zu\n", (int)strcspn(line, "\t"), line, size);
        fflush(stdout);
        struct fuzz_text input = fuzz_copy((const char *)bytes, size);
        LLVMFuzzerTestOneInput((const uint8_t *)input.bytes, input.length);
        free(input.bytes);
    } else {
        fprintf(stderr, "malformed line: %s\n", line);
    }
    free(bytes);
    return right;
}

static bool replay_all(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    char *line = NULL;
    size_t room = 0;
    bool right = true;
    for (ssize_t length; right && (length = getline(&line, &room, file)) > 0;) {
        line[length - 1] = '\0';
        right = replay(line);
    }
    right = right && !ferror(file);
    free(line);
    fclose(file);
    return right;
}

int main(int count, char **paths) {
    for (int i = 1; i < count; i++)
        if (!replay_all(paths[i]))
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
