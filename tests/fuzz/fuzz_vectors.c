/*
 * fuzz_vectors.c - any bytes as a file of word vectors, in each format and as what it is recognised
 * as. Compression does not change what is read, whatever the size of bzip2 blocks; --words-most
 * gives the first of the same slices; each vector has the bytes that its dimensions need and no
 * number that is not finite.
 *
 * The first byte chooses the format, the second the size of blocks, the third the number of words.
 */
#include "read_slices.h"

#include <base/number.h>
#include <records/columns.h>
#include <records/vector_record.h>

#include <math.h>

static const char *const formats[] = {"word2vec", "glove", "fasttext", NULL};

/* A record as a word and a vector. */
static void check_record(const char *text, size_t length, size_t dimensions, bool binary) {
    static struct text_buffer word, vector;
    const struct vector_scheme scheme = {binary, dimensions};
    struct failure failure;
    size_t place;
    if (vector_record_read(&scheme, text, length, &word, &vector, &failure) != slice_good) {
        MUST(vector.length == 0 && failure.message[0]);
        return;
    }
    MUST(vector.length == 4 * dimensions);
    MUST(word.length > 0 && word.length <= vector_word_max);
    MUST(vector_is_finite(vector.bytes, dimensions, &place));
}

/* Every field of a line, as a number, and every line as a record. */
static void check_lines(struct fuzz_input input) {
    while (input.left > 0) {
        struct fuzz_text line = fuzz_line(&input);
        struct fuzz_input rest = {line.bytes, line.length};
        for (size_t dimensions = 1; dimensions < 5; dimensions++) {
            check_record(line.bytes, line.length, dimensions, false);
            check_record(line.bytes, line.length, dimensions, true);
        }
        while (rest.left > 0) {
            struct fuzz_text field = fuzz_until(&rest, ' ');
            float value;
            if (decimal_read(field.bytes, field.length, &value))
                MUST(decimal_is(field.bytes, field.length) && isfinite(value));
            free(field.bytes);
        }
        free(line.bytes);
    }
}

/* fuzz_database.c reads these. */
static bool is_database(const struct fuzz_input *input) {
    static const char magic[] = "SQLite format 3";
    return input->left >= sizeof magic - 1 && memcmp(input->at, magic, sizeof magic - 1) == 0;
}

/* Another reading of the same file begins in the same way. */
static bool begins_alike(const struct reading *whole, const struct reading *part) {
    return whole->opened == part->opened && part->count <= whole->count &&
           part->text.length <= whole->text.length &&
           (part->text.length == 0 ||
            memcmp(whole->text.bytes, part->text.bytes, part->text.length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct reading plain, other;
    static struct text_buffer file;
    struct fuzz_input input = fuzz_input(bytes, size);
    const char *name = formats[fuzz_byte(&input) % (sizeof formats / sizeof *formats)];
    unsigned block = fuzz_byte(&input), most = fuzz_byte(&input);
    struct options options = {.format = name ? format_find(name) : NULL};
    columns_default(&options.columns);
    if (!name && is_database(&input))
        return 0;
    read_slices(&plain, &options, file_with(input.at, input.left), NULL);
    check_lines(input);
    if (looks_packed(&input))
        return 0;
    if (block > 0) {
        pack_bzip2(&file, &input, block);
        read_slices(&other, &options, file_with(file.bytes, file.length), NULL);
        MUST(same_from(&plain, 0, &other));
    }
    if (most > 0 && name) {
        options.words_most = most;
        read_slices(&other, &options, file_with(input.at, input.left), NULL);
        MUST(begins_alike(&plain, &other));
        MUST(other.count <= most || other.text.length == plain.text.length);
    }
    return 0;
}
