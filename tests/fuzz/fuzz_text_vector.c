/*
 * fuzz_text_vector.c - words and texts of any bytes: a text has the same vector whether its words
 * were met before or not, twice the same, on every path; and what a vocabulary takes is found.
 *
 * The first byte chooses the language and the dimensions, the second how many lines are words, with
 * a weight each. The other lines are texts.
 */
#include "fuzz_core.h"

enum { dimensions_most = 20 };

static void add_words(struct word_vectors *vectors, struct word_stems *stems, uint32_t dimensions,
                      struct fuzz_input *input) {
    for (unsigned words = fuzz_byte(input) % 16; words > 0; words--) {
        unsigned char blob[4 * dimensions_most];
        struct vector vector;
        uint32_t place;
        unsigned weight = fuzz_byte(input);
        for (uint32_t i = 0; i < 4 * dimensions; i++) /* exponents of 0x40: small numbers */
            blob[i] = (unsigned char)(i % 4 == 3 ? 0x40 : weight * (i + 1));
        MUST(vector_read(blob, 4 * (size_t)dimensions, &vector, &place) == vector_ok);
        struct fuzz_text word = fuzz_line(input);
        enum word_added added =
            word_vectors_add(vectors, stems, word.bytes, word.length, &vector, (float)weight / 8);
        MUST(added == word_unusable || added == word_added);
        if (added == word_added)
            MUST(word_vectors_find(vectors, stems->stem, stems->stem_length) !=
                 WORD_VECTORS_UNKNOWN);
        free(word.bytes);
    }
}

static void try_text(const struct word_vectors *vectors, struct text_reader *used,
                     struct fuzz_text text) {
    static const char *const paths[] = {"scalar", "avx2", "avx512"};
    unsigned char expected[4 * dimensions_most], found[4 * dimensions_most];
    enum text_vector made = text_reader_vector(used, text.bytes, text.length, expected);
    MUST(made != text_vector_failed);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct text_reader fresh;
        MUST(text_reader_begin(&fresh, &allocator, vectors, NULL));
        fresh.kernel = weighted_sum_kernel_named(paths[i]);
        if (fresh.kernel) {
            MUST(text_reader_vector(&fresh, text.bytes, text.length, found) == made);
            MUST(made == text_vector_none ||
                 memcmp(found, expected, 4 * (size_t)vectors->dimensions) == 0);
        }
        text_reader_free(&fresh);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const char *const languages[] = {"",       "english", "german",
                                            "french", "russian", "turkish"};
    static const uint64_t key[2] = {3, 4};
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned how = fuzz_byte(&input);
    const char *language = languages[how % (sizeof languages / sizeof *languages)];
    struct word_vectors vectors;
    struct word_stems stems;
    struct text_reader reader;
    if (!word_stems_language(language))
        return 0;
    word_vectors_begin(&vectors, &allocator, language, key);
    MUST(word_stems_begin(&stems, &allocator, language, NULL));
    add_words(&vectors, &stems, how / 8 % dimensions_most + 1, &input);
    word_vectors_seal(&vectors);
    MUST(text_reader_begin(&reader, &allocator, &vectors, NULL));
    for (unsigned texts = 0; texts < 8 && input.left > 0; texts++) {
        struct fuzz_text text = fuzz_line(&input);
        try_text(&vectors, &reader, text);
        try_text(&vectors, &reader, text);
        free(text.bytes);
    }
    text_reader_free(&reader);
    word_stems_free(&stems);
    word_vectors_free(&vectors);
    return 0;
}
