/*
 * fuzz_passages.c - two texts of any bytes, which repeat parts of each other as the input says:
 * the passages that they share are parts of both, end at words, and do not depend on what a
 * workspace was used for before.
 *
 * The first bytes are the parameters. Then each byte is a piece: a word of a small vocabulary, or a
 * copy of what one of the texts has so far. From the first zero byte on, the rest is taken as it
 * is.
 */
#include "../core/passage_defaults.h"
#include "fuzz_core.h"

enum { text_max = 6000, copy_max = 600 };

struct text {
    char bytes[text_max];
    size_t length;
};

static void append(struct text *text, const char *bytes, size_t length) {
    if (length > text_max - text->length)
        length = text_max - text->length;
    memmove(text->bytes + text->length, bytes, length);
    text->length += length;
}

static void make_texts(struct fuzz_input *input, struct text texts[2]) {
    static const char *const words[] = {"a ",    "the ",   "of, ",           "storm ",
                                        "Lamp ", "1,300 ", "\u00E9t\u00E9 ", "\u65E5\u672C",
                                        ".\n",   "river-", "x\xFFy ",        "   \u2013  "};
    enum { count = sizeof words / sizeof *words };
    texts[0].length = texts[1].length = 0;
    for (unsigned byte; (byte = fuzz_byte(input)) > 0;) {
        struct text *to = &texts[byte & 1], *from = &texts[byte >> 1 & 1];
        const char *word = words[(byte >> 2) % count];
        size_t copied = from->length < copy_max ? from->length : copy_max;
        if (byte >= 192)
            append(to, from->bytes + (from->length - copied) / 2, copied);
        else
            append(to, word, strlen(word));
    }
    append(&texts[0], input->at, input->left / 2);
    append(&texts[1], input->at + input->left / 2, input->left - input->left / 2);
}

static struct passage_parameters read_parameters(struct fuzz_input *input) {
    struct passage_parameters parameters = passage_parameters_default();
    parameters.seed = (enum seed_kind)(fuzz_byte(input) % 3);
    parameters.words = 1 + fuzz_byte(input) % seed_words_max;
    parameters.gap = 1 + fuzz_byte(input);
    parameters.seeds_least = 1 + fuzz_byte(input) % 8;
    parameters.length_least = fuzz_byte(input);
    parameters.measure = (enum passage_measure)(fuzz_byte(input) % 3);
    parameters.similarity_least = fuzz_byte(input) / 255.0;
    parameters.occurrences_most = 1 + fuzz_byte(input) % seed_occurrences_max;
    parameters.join_gap = 4 * fuzz_byte(input);
    parameters.unmatched_cost = fuzz_byte(input) / 64.0;
    parameters.shadow_most = fuzz_byte(input) / 255.0;
    return parameters;
}

/* The words from where one begins to where one ends. */
static size_t words_between(const struct placed_words *words, uint32_t begin, uint32_t end) {
    size_t first = 0, last = 0;
    while (first < words->count && placed_words_begin(words, first) < begin)
        first++;
    while (last < words->count && placed_words_end(words, last) < end)
        last++;
    MUST(first <= last && last < words->count);
    MUST(placed_words_begin(words, first) == begin && placed_words_end(words, last) == end);
    return last - first + 1;
}

static void check_passage(const struct shared_passage *passage,
                          const struct passage_parameters *parameters, const struct placed_words *a,
                          const struct placed_words *b) {
    MUST(words_between(a, passage->a_begin, passage->a_end) == passage->a_words);
    MUST(words_between(b, passage->b_begin, passage->b_end) == passage->b_words);
    MUST(passage->a_end - passage->a_begin >= parameters->length_least);
    MUST(passage->b_end - passage->b_begin >= parameters->length_least);
    MUST(passage->words <= passage->a_words && passage->words <= passage->b_words);
    MUST(passage->similarity >= parameters->similarity_least && passage->similarity <= 1);
}

static void check_order(const struct passage_alignment *alignment) {
    for (size_t i = 1; i < alignment->count; i++) {
        const struct shared_passage *before = &alignment->passages[i - 1];
        const struct shared_passage *passage = &alignment->passages[i];
        MUST(before->a_begin < passage->a_begin ||
             (before->a_begin == passage->a_begin && before->b_begin <= passage->b_begin));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct text texts[2];
    static struct word_hashes words[2];
    static struct seed_index index;
    static struct passage_alignment alignment;
    struct fuzz_input input = fuzz_input(bytes, size);
    struct passage_parameters parameters = read_parameters(&input);
    make_texts(&input, texts);
    for (int i = 0; i < 2; i++)
        MUST(word_hashes_read_placed(&words[i], &allocator, texts[i].bytes, texts[i].length));
    struct placed_words a = placed_words_of(&words[0]), b = placed_words_of(&words[1]);
    MUST(seed_index_make(&index, &allocator, NULL, &parameters, &a));
    MUST(passage_alignment_find(&alignment, &allocator, NULL, &index, &b));
    MUST(alignment.search.match_count <=
         b.count * parameters.occurrences_most * seed_grams_forms(&parameters));
    for (size_t i = 0; i < alignment.count; i++)
        check_passage(&alignment.passages[i], &parameters, &a, &b);
    check_order(&alignment);

    struct seed_index fresh_index = {0};
    struct passage_alignment fresh = {0};
    MUST(seed_index_make(&fresh_index, &allocator, NULL, &parameters, &a));
    MUST(passage_alignment_find(&fresh, &allocator, NULL, &fresh_index, &b));
    MUST(fresh.count == alignment.count);
    for (size_t i = 0; i < fresh.count; i++)
        MUST(fresh.passages[i].a_begin == alignment.passages[i].a_begin &&
             fresh.passages[i].b_end == alignment.passages[i].b_end);
    seed_index_free(&fresh_index, &allocator);
    passage_alignment_free(&fresh, &allocator);
    return 0;
}
