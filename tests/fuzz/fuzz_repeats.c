/*
 * fuzz_repeats.c - a few bytes repeated to a text of 30,000 bytes, or to two texts of 10,000 each:
 * functions that are not linear in their input become by far the slowest.
 *
 * The first byte chooses the function. A zero byte separates two texts. The part of a text before
 * its first tab is not repeated.
 */
#include "fuzz_core.h"

#include <dump/page_parser.h>
#include <records/json_object.h>
#include <sentences/sentences.h>
#include <text/plain_text.h>
#include <wikitext/wikitext.h>

enum { length_alone = 30000, length_of_two = 10000 };

static struct fuzz_text repeat(struct fuzz_input *input, size_t length) {
    struct fuzz_text given = fuzz_until(input, '\0');
    const char *tab = memchr(given.bytes, '\t', given.length);
    const char *unit = tab ? tab + 1 : given.bytes;
    size_t size = given.length - (size_t)(unit - given.bytes);
    size_t once = tab ? (size_t)(tab - given.bytes) : 0;
    if (once > length)
        once = length;
    struct fuzz_text text = {malloc(length), size > 0 ? length : once};
    if (!text.bytes)
        abort();
    memcpy(text.bytes, given.bytes, once);
    for (size_t i = once; i < text.length; i++)
        text.bytes[i] = unit[(i - once) % size];
    free(given.bytes);
    return text;
}

/* ---- One text -------------------------------------------------------------------------------- */

static void clean_wikitext(const struct fuzz_text *text) {
    static struct wikitext_cleaner *cleaner;
    static struct plain_text plain;
    if (!cleaner)
        cleaner = wikitext_cleaner_open(site_open());
    MUST(cleaner && wikitext_clean(cleaner, text->bytes, text->length, &plain));
}

static void split_sentences(const struct fuzz_text *text) {
    static struct sentence_splitter *splitter;
    static struct sentence_spans spans;
    struct failure failure;
    if (!splitter)
        splitter = sentence_splitter_open("en", &failure);
    MUST(splitter && sentence_split(splitter, text->bytes, text->length, &spans, &failure));
}

static void find_paragraphs(const struct fuzz_text *text) {
    static struct plain_text plain;
    MUST(plain_text_read(text->bytes, text->length, &plain));
}

static void parse_page(const struct fuzz_text *text) {
    static const char begin[] = "<page><revision><text>", end[] = "</text></revision></page>";
    static struct slice_parser *parser;
    static struct text_buffer xml;
    static struct page page;
    struct failure failure;
    if (!parser)
        parser = page_parser_open(NULL, NULL);
    text_buffer_clear(&xml);
    text_buffer_append(&xml, begin, sizeof begin - 1);
    text_buffer_append(&xml, text->bytes, text->length);
    text_buffer_append(&xml, end, sizeof end - 1);
    page_clear(&page);
    page_parser_read(parser, xml.bytes, xml.length, &page, &failure);
}

static void read_json(const struct fuzz_text *text) {
    static struct json_object *object;
    struct columns columns;
    struct json_member member;
    struct failure failure;
    columns_default(&columns);
    if (!object)
        object = json_object_open(&columns, &failure);
    MUST(object);
    if (json_object_begin(object, text->bytes, text->length, &failure))
        while (json_object_next(object, &member, &failure) == json_member_found)
            continue;
}

/* ---- Two texts ------------------------------------------------------------------------------- */

static void find_differences(const struct fuzz_text *a, const struct fuzz_text *b) {
    static struct differences differences;
    MUST(differences_find(&differences, &allocator, vocabulary_for("en", 2), a->bytes, a->length,
                          b->bytes, b->length));
}

static struct kind_text as_kind_text(const struct fuzz_text *text) {
    return (struct kind_text){text->bytes, text->length};
}

/* The texts are the sentences, and their titles too. */
static void find_kind(const struct fuzz_text *a, const struct fuzz_text *b) {
    static struct kind_work work;
    struct kind_sentence x = {.text = as_kind_text(a), .title = as_kind_text(b)};
    struct kind_sentence y = {.text = as_kind_text(b), .title = as_kind_text(a)};
    struct kind_circumstances circumstances = {0};
    struct kind_result result;
    MUST(kind_find(&work, &allocator, &x, &y, &circumstances, &result));
}

static void count_sets(const struct fuzz_text *a, const struct fuzz_text *b) {
    static struct set_similarity_workspace work;
    struct set_counts counts;
    MUST(code_points_decode(&work.a, &allocator, a->bytes, a->length));
    MUST(code_points_decode(&work.b, &allocator, b->bytes, b->length));
    MUST(set_similarity_count(&work, &allocator, shingle_length_default, &counts));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static void (*const readers[])(const struct fuzz_text *) = {
        clean_wikitext, split_sentences, find_paragraphs, parse_page, read_json};
    static void (*const pair_readers[])(const struct fuzz_text *, const struct fuzz_text *) = {
        find_differences, find_kind, count_sets};
    enum { reader_count = 5, pair_reader_count = 3 };
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned reader = fuzz_byte(&input) % (reader_count + pair_reader_count);
    bool alone = reader < reader_count;
    struct fuzz_text a = repeat(&input, alone ? length_alone : length_of_two);
    struct fuzz_text b = repeat(&input, length_of_two);
    if (alone)
        readers[reader](&a);
    else
        pair_readers[reader - reader_count](&a, &b);
    free(a.bytes);
    free(b.bytes);
    return 0;
}
