/*
 * fuzz_similarity.c - three lines of any bytes as texts: results equal those of the definition, and
 * obey the laws of a similarity or a distance. (tests/core/base/test_paths.c compares the paths.)
 *
 * The first bytes are the length of a shingle, the bound of the distance, which chooses the scheme
 * of the minhashes too, and whether the texts are made longer.
 */
#include "fuzz_core.h"
#include "textbook_distance.h"

/* Texts up to this many code points are also compared by definition. */
enum { small_for_sets = 64, small_for_distances = 600 };

/* ---- Texts and their signatures -------------------------------------------------------------- */

static struct code_points decode(const struct fuzz_text *text) {
    struct code_points points = {0};
    MUST(code_points_decode(&points, &allocator, text->bytes, text->length));
    MUST(points.count <= text->length);
    for (size_t i = 0; i < points.count; i++)
        MUST(points.values[i] <= 0x10FFFF && points.values[i] >> 11 != 0xD800 >> 11);
    return points;
}

/* Decoded text is encoded and decoded to the same code points. */
static void check_code_points(const struct fuzz_text *text, const struct code_points *points) {
    struct code_points again = {0};
    char *utf8 = malloc(4 * points->count + 1);
    if (!utf8)
        abort();
    size_t length = code_points_encode(points->values, points->count, utf8);
    MUST(code_points_decode(&again, &allocator, utf8, length));
    MUST(again.count == points->count);
    MUST(again.count == 0 ||
         memcmp(again.values, points->values, again.count * sizeof *points->values) == 0);
    MUST(!code_points_ascii(text->bytes, text->length) || points->count == text->length);
    code_points_free(&again, &allocator);
    free(utf8);
}

/* Families are kept, one for each scheme. */
static struct minhash_family *family_of(enum minhash_scheme scheme) {
    static struct minhash_family *families[minhash_scheme_count];
    struct minhash_parameters parameters = minhash_defaults(scheme);
    if (!families[scheme])
        families[scheme] = minhash_family_new(&allocator, &parameters);
    return families[scheme];
}

static void check_minima(const struct fuzz_text *text, enum minhash_scheme scheme) {
    static struct minhash_workspace workspace;
    struct minhash_family *family = family_of(scheme);
    MUST(minhash_minima(family, &workspace, text->bytes, text->length));
    uint64_t signatures[minhash_bands_max];
    if (workspace.shingles > 0)
        minhash_signatures(family, workspace.minima, signatures);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* The number of distinct shingles of a that b has too. */
static size_t count_by_hand(const struct code_points *a, const struct code_points *b,
                            size_t shingle) {
    size_t width = shingle_width(a->count, shingle), count = 0;
    if (shingle_width(b->count, shingle) != width)
        return 0;
    for (size_t i = 0; i < shingle_count(a->count, shingle); i++) {
        size_t size = width * sizeof *a->values;
        bool before = false, found = false;
        for (size_t k = 0; k < i; k++)
            before = before || memcmp(a->values + k, a->values + i, size) == 0;
        for (size_t k = 0; k < shingle_count(b->count, shingle); k++)
            found = found || memcmp(b->values + k, a->values + i, size) == 0;
        count += found && !before;
    }
    return count;
}

static struct set_counts count_sets(const struct fuzz_text *a, const struct fuzz_text *b,
                                    size_t shingle) {
    static struct set_similarity_workspace work;
    struct set_counts counts;
    MUST(code_points_decode(&work.a, &allocator, a->bytes, a->length));
    MUST(code_points_decode(&work.b, &allocator, b->bytes, b->length));
    MUST(set_similarity_count(&work, &allocator, shingle, &counts));
    if (work.a.count <= small_for_sets && work.b.count <= small_for_sets) {
        MUST(counts.a == count_by_hand(&work.a, &work.a, shingle));
        MUST(counts.b == count_by_hand(&work.b, &work.b, shingle));
        MUST(counts.both == count_by_hand(&work.a, &work.b, shingle));
    }
    return counts;
}

static void check_sets(const struct fuzz_text *a, const struct fuzz_text *b, size_t shingle) {
    struct set_counts forth = count_sets(a, b, shingle), back = count_sets(b, a, shingle);
    MUST(forth.a == back.b && forth.b == back.a && forth.both == back.both);
    MUST(forth.both <= forth.a && forth.both <= forth.b);
    MUST(set_similarity_jaccard(&forth) == set_similarity_jaccard(&back));
    MUST(set_similarity_jaccard(&forth) >= 0 &&
         set_similarity_jaccard(&forth) <= set_similarity_containment(&forth));
    MUST(set_similarity_containment(&forth) <= 1);
    struct set_counts same = count_sets(a, a, shingle);
    MUST(same.a == same.both && same.b == same.both && set_similarity_jaccard(&same) == 1);
}

/* ---- Distances ------------------------------------------------------------------------------- */

static size_t distance(const struct fuzz_text *a, const struct fuzz_text *b, size_t bound) {
    static struct edit_distance_workspace work;
    size_t found, longer;
    MUST(edit_distance_utf8(&work, &allocator, a->bytes, a->length, b->bytes, b->length, bound,
                            &found, &longer) == edit_distance_ok);
    MUST(found <= longer);
    return found;
}

/* The distances of ASCII texts to the first one, several at a time, equal those of one pair. */
static void check_pattern(const struct fuzz_text *a, const struct fuzz_text *b,
                          const struct fuzz_text *c, size_t bound) {
    static struct edit_pattern pattern;
    const struct fuzz_text *others[] = {b, c, a, c, b};
    enum { count = sizeof others / sizeof *others };
    struct edit_query queries[count];
    bound = least(bound, edit_pattern_bound_max);
    bool ascii = a->length <= edit_pattern_length_max && code_points_ascii(a->bytes, a->length);
    for (size_t i = 0; i < count; i++) {
        ascii = ascii && code_points_ascii(others[i]->bytes, others[i]->length);
        queries[i] = (struct edit_query){(const unsigned char *)others[i]->bytes, others[i]->length,
                                         bound, 0};
    }
    if (!ascii)
        return;
    edit_pattern_set(&pattern, (const unsigned char *)a->bytes, a->length);
    edit_pattern_measure(&pattern, queries, count);
    for (size_t i = 0; i < count; i++)
        MUST(queries[i].distance == distance(a, others[i], bound));
    edit_pattern_set(&pattern, NULL, 0); /* the text will be freed */
}

static void check_distances(const struct fuzz_text *a, const struct fuzz_text *b,
                            const struct fuzz_text *c, size_t bound) {
    size_t ab = distance(a, b, SIZE_MAX);
    struct code_points x = decode(a), y = decode(b);
    if (x.count <= small_for_distances && y.count <= small_for_distances)
        MUST(ab == textbook_distance(x.values, x.count, y.values, y.count, sizeof *x.values));
    MUST(distance(b, a, SIZE_MAX) == ab);
    MUST(distance(a, a, SIZE_MAX) == 0);
    MUST(distance(a, b, bound) == least(ab, bound + 1));
    MUST(distance(b, a, ab) == ab);
    MUST(ab <= distance(a, c, SIZE_MAX) + distance(c, b, SIZE_MAX));
    code_points_free(&x, &allocator);
    code_points_free(&y, &allocator);
}

/* Repeats each byte several times, to reach the methods for long texts. */
static void stretch(struct fuzz_text *text, size_t times) {
    struct fuzz_text longer = {malloc(text->length * times + 1), text->length * times};
    if (!longer.bytes)
        abort();
    for (size_t i = 0; i < longer.length; i++)
        longer.bytes[i] = text->bytes[i / times];
    free(text->bytes);
    *text = longer;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    size_t shingle = 1 + fuzz_byte(&input) % 64, bound = fuzz_byte(&input);
    bool stretched = fuzz_byte(&input) % 16 == 0;
    struct fuzz_text a = fuzz_line(&input), b = fuzz_line(&input);
    struct fuzz_text c = fuzz_take(&input, input.left);
    if (stretched) {
        stretch(&a, 8);
        stretch(&b, 7);
    }
    struct code_points points = decode(&a);
    check_code_points(&a, &points);
    check_minima(&a, (enum minhash_scheme)(bound % minhash_scheme_count));
    check_sets(&a, &b, shingle);
    check_distances(&a, &b, &c, bound);
    check_pattern(&a, &b, &c, bound);
    code_points_free(&points, &allocator);
    free(a.bytes);
    free(b.bytes);
    free(c.bytes);
    return 0;
}
