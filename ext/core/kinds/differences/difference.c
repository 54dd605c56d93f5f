/* difference.c - see difference.h. */
#include "difference.h"

#include <string.h> /* memcmp */

/* ---- White space ---- */

/* Where the white space before a word begins, and where it ends. */
static uint32_t gap_begin(const struct words *words, size_t at) {
    assert(at <= words->count);
    return at > 0 ? (uint32_t)word_end(&words->items[at - 1]) : 0;
}

static uint32_t gap_end(const struct words *words, size_t at) {
    return at < words->count ? words->items[at].begin : (uint32_t)words->text.count;
}

static bool same_text(const struct words *a, uint32_t a_begin, uint32_t a_end,
                      const struct words *b, uint32_t b_begin, uint32_t b_end) {
    return a_end - a_begin == b_end - b_begin &&
           memcmp(a->text.values + a_begin, b->text.values + b_begin,
                  (a_end - a_begin) * sizeof *a->text.values) == 0;
}

/* Whether the same white space stands before a word of a and a word of b. */
static bool same_gap(const struct sentence_pair *pair, size_t a, size_t b) {
    const struct words *x = &pair->sentences[0].words, *y = &pair->sentences[1].words;
    return same_text(x, gap_begin(x, a), gap_end(x, a), y, gap_begin(y, b), gap_end(y, b));
}

/* ---- The words of each span ---- */

/* Adds a span of these words, to the last one if both are equal. */
static void add_span(struct differences *differences, const struct hunk *words, enum change change,
                     enum difference_type type) {
    size_t count = differences->count;
    struct difference_span *last = count > 0 ? &differences->spans[count - 1] : NULL;
    assert(
        !last || differences->failed ||
        (last->sides[0].end_word == words->a_begin && last->sides[1].end_word == words->b_begin));
    if (last && last->change == change_equal && change == change_equal) {
        last->sides[0].end_word = words->a_end;
        last->sides[1].end_word = words->b_end;
        return;
    }
    struct difference_span span = {
        .change = (uint8_t)change,
        .type = (uint8_t)type,
        .sides = {{.first_word = words->a_begin, .end_word = words->a_end},
                  {.first_word = words->b_begin, .end_word = words->b_end}}};
    differences->failed |= !ARRAY_APPEND(differences->allocator, differences->spans,
                                         differences->count, differences->capacity, span);
}

/*
 * Adds a change, unless it is empty. If both texts have the same white space between it and the
 * change before it, an equal span in between holds that.
 */
static void add_change(struct differences *differences, const struct hunk *words,
                       enum difference_type type) {
    bool in_a = words->a_end > words->a_begin, in_b = words->b_end > words->b_begin;
    const struct words *a = &differences->pair.sentences[0].words;
    bool follows_change = differences->count > 0 &&
                          differences->spans[differences->count - 1].change == change_changed;
    if (follows_change && in_a && in_b &&
        same_gap(&differences->pair, words->a_begin, words->b_begin) &&
        gap_begin(a, words->a_begin) < gap_end(a, words->a_begin)) {
        struct hunk nothing = {words->a_begin, words->a_begin, words->b_begin, words->b_begin};
        add_span(differences, &nothing, change_equal, difference_none);
    }
    enum change change = !in_b ? change_deleted : !in_a ? change_inserted : change_changed;
    if (in_a || in_b)
        add_span(differences, words, change, type);
}

/* Adds words with equal symbols: equal spans, and between them words in other case or shape. */
static void add_equal(struct differences *differences, struct hunk words) {
    const struct words *a = &differences->pair.sentences[0].words;
    const struct words *b = &differences->pair.sentences[1].words;
    assert(words.a_end - words.a_begin == words.b_end - words.b_begin);
    for (bool as_written = true; words.a_begin < words.a_end; as_written = !as_written) {
        struct hunk run = {words.a_begin, words.a_begin, words.b_begin, words.b_begin};
        for (; run.a_end < words.a_end; run.a_end++, run.b_end++) {
            const struct word *x = &a->items[run.a_end], *y = &b->items[run.b_end];
            if (same_text(a, x->begin, (uint32_t)word_end(x), b, y->begin, (uint32_t)word_end(y)) !=
                as_written)
                break;
        }
        bool mark = a->items[run.a_begin].kind == word_mark;
        if (!as_written)
            add_change(differences, &run, mark ? difference_punctuation : difference_case);
        else if (run.a_begin < run.a_end)
            add_span(differences, &run, change_equal, difference_none);
        words.a_begin = run.a_end;
        words.b_begin = run.b_end;
    }
}

/* The values that lie within these words: the first, or NULL, and how many. */
static const struct value *values_within(const struct values *values, uint32_t begin, uint32_t end,
                                         size_t *count) {
    size_t first = values_first_after(values, begin);
    if (first < values->count && values->items[first].begin < begin)
        first++;
    size_t last = first;
    while (last < values->count && values->items[last].end <= end)
        last++;
    *count = last - first;
    return *count > 0 ? values->items + first : NULL;
}

static void add_typed(struct differences *differences, const struct hunk *words) {
    add_change(differences, words, difference_type_of(&differences->pair, words));
}

/* Adds a hunk, cut at its values if a and b have equally many of the same sorts. */
static void add_hunk(struct differences *differences, struct hunk words) {
    const struct sentence *sentences = differences->pair.sentences;
    size_t a_count, b_count;
    const struct value *a =
        values_within(&sentences[0].values, words.a_begin, words.a_end, &a_count);
    const struct value *b =
        values_within(&sentences[1].values, words.b_begin, words.b_end, &b_count);
    bool pairwise = a_count == b_count;
    for (size_t i = 0; pairwise && i < a_count; i++)
        pairwise = value_comparable(&a[i], &b[i]);
    for (size_t i = 0; pairwise && i < a_count; i++) {
        struct hunk before = {words.a_begin, a[i].begin, words.b_begin, b[i].begin};
        struct hunk value = {a[i].begin, a[i].end, b[i].begin, b[i].end};
        add_typed(differences, &before);
        add_typed(differences, &value);
        words.a_begin = value.a_end;
        words.b_begin = value.b_end;
    }
    add_typed(differences, &words);
}

/* Adds white space at an end of the texts, where there may be no equal span to hold it. */
static void add_white_space(struct differences *differences, uint32_t a_word, uint32_t b_word) {
    const struct words *a = &differences->pair.sentences[0].words;
    const struct words *b = &differences->pair.sentences[1].words;
    struct hunk nothing = {a_word, a_word, b_word, b_word};
    if (gap_begin(a, a_word) < gap_end(a, a_word) || gap_begin(b, b_word) < gap_end(b, b_word))
        add_span(differences, &nothing, change_equal, difference_none);
}

/* Whether one value reaches from before `end` into the hunk that begins at `begin`. */
static bool in_one_value(const struct values *values, uint32_t end, uint32_t begin, size_t *from) {
    while (*from < values->count && values->items[*from].end < end)
        ++*from;
    return *from < values->count && values->items[*from].begin < end &&
           begin < values->items[*from].end;
}

static void add_all(struct differences *differences) {
    const struct sentence *a = &differences->pair.sentences[0];
    const struct sentence *b = &differences->pair.sentences[1];
    const struct alignment *alignment = &differences->pair.alignment;
    struct hunk equal = {0, 0, 0, 0};
    size_t a_from = 0, b_from = 0;
    add_white_space(differences, 0, 0);
    for (size_t i = 0; i < alignment->count && !differences->failed; i++) {
        struct hunk hunk = alignment->hunks[i];
        for (; i + 1 < alignment->count; i++) {
            const struct hunk *next = &alignment->hunks[i + 1];
            if (!in_one_value(&a->values, hunk.a_end, next->a_begin, &a_from) &&
                !in_one_value(&b->values, hunk.b_end, next->b_begin, &b_from))
                break;
            hunk.a_end = next->a_end;
            hunk.b_end = next->b_end;
        }
        equal.a_end = hunk.a_begin;
        equal.b_end = hunk.b_begin;
        add_equal(differences, equal);
        add_hunk(differences, hunk);
        equal.a_begin = hunk.a_end;
        equal.b_begin = hunk.b_end;
    }
    if (differences->failed)
        return;
    equal.a_end = (uint32_t)a->words.count;
    equal.b_end = (uint32_t)b->words.count;
    add_equal(differences, equal);
    add_white_space(differences, equal.a_end, equal.b_end);
}

/* ---- Where each span ends ---- */

/*
 * Whether a span, rather than the next one, takes the white space between them. The white space
 * around words that only one text has occurs twice there and once in the other text: whichever of
 * the two gaps is the same in both texts goes to the equal span beside it.
 */
static bool takes_gap(const struct sentence_pair *pair, const struct difference_span *span,
                      const struct difference_span *next, bool taken_before) {
    if (span->change == change_inserted || span->change == change_deleted)
        return taken_before;
    bool same = same_gap(pair, next->sides[0].first_word, next->sides[1].first_word);
    if (next->change == change_changed)
        return same;
    if (next->change == change_equal)
        return !same;
    return !same_gap(pair, next->sides[0].end_word, next->sides[1].end_word) ||
           (span->change == change_equal && same);
}

bool differences_find(struct differences *differences, const struct allocator *allocator,
                      const struct vocabulary *vocabulary, const char *a, size_t a_length,
                      const char *b, size_t b_length) {
    differences->count = 0;
    differences->allocator = allocator;
    differences->failed = false;
    if (!sentence_pair_read(&differences->pair, allocator, vocabulary, a, a_length, b, b_length))
        return false;
    add_all(differences);
    if (differences->failed)
        return false;
    /* Places the spans in the texts. A side without words ends where it begins. */
    uint32_t at[2] = {0, 0};
    bool taken = true;
    for (size_t i = 0; i < differences->count; i++) {
        struct difference_span *span = &differences->spans[i];
        taken = i + 1 == differences->count || takes_gap(&differences->pair, span, span + 1, taken);
        for (int side = 0; side < 2; side++) {
            const struct words *words = &differences->pair.sentences[side].words;
            struct extent *extent = &span->sides[side];
            bool only_in_other = span->change == (side == 0 ? change_inserted : change_deleted);
            extent->begin = at[side];
            if (!only_in_other)
                at[side] =
                    taken ? gap_end(words, extent->end_word) : gap_begin(words, extent->end_word);
            extent->end = at[side];
            assert(extent->begin <= extent->end);
        }
    }
    return true;
}

void differences_free(struct differences *differences, const struct allocator *allocator) {
    sentence_pair_free(&differences->pair, allocator);
    allocator->release(differences->spans);
    *differences = (struct differences){0};
}
