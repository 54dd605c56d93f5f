/* difference.c - see difference.h. */
#include "difference.h"

#include "difference_type.h"

#include <string.h> /* memcmp */

/* ---- Which words each span has ---- */

static bool add_span(struct differences *differences, const struct allocator *allocator,
                     const struct hunk *words, enum change change, enum difference_type type) {
    struct span *spans = allocator_grow(allocator, differences->spans, &differences->capacity,
                                        differences->count + 1, sizeof *spans);
    if (!spans)
        return false;
    differences->spans = spans;
    spans[differences->count++] =
        (struct span){.change = (uint8_t)change,
                      .type = (uint8_t)type,
                      .a = {.first_word = words->a_begin, .end_word = words->a_end},
                      .b = {.first_word = words->b_begin, .end_word = words->b_end}};
    return true;
}

/* Where the white space before a word begins, and where it ends. */
static uint32_t gap_begin(const struct words *words, size_t at) {
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

/* Whether the white space before a word of a is that before a word of b. */
static bool same_gap(const struct sentence_pair *pair, size_t a, size_t b) {
    const struct words *x = &pair->a.words, *y = &pair->b.words;
    return same_text(x, gap_begin(x, a), gap_end(x, a), y, gap_begin(y, b), gap_end(y, b));
}

static bool same_as_written(const struct sentence_pair *pair, size_t a, size_t b) {
    const struct words *x = &pair->a.words, *y = &pair->b.words;
    return same_text(x, x->items[a].begin, (uint32_t)word_end(&x->items[a]), y, y->items[b].begin,
                     (uint32_t)word_end(&y->items[b]));
}

/* Two changes side by side, with the same white space between them, have an equal span there. */
static bool add_change(struct differences *differences, const struct allocator *allocator,
                       const struct hunk *words, enum difference_type type) {
    bool in_a = words->a_end > words->a_begin, in_b = words->b_end > words->b_begin;
    if (!in_a && !in_b)
        return true;
    const struct span *last =
        differences->count > 0 ? &differences->spans[differences->count - 1] : NULL;
    if (last && last->change == change_changed && in_a && in_b &&
        same_gap(&differences->pair, words->a_begin, words->b_begin) &&
        gap_begin(&differences->pair.a.words, words->a_begin) <
            gap_end(&differences->pair.a.words, words->a_begin)) {
        struct hunk nothing = {words->a_begin, words->a_begin, words->b_begin, words->b_begin};
        if (!add_span(differences, allocator, &nothing, change_equal, difference_none))
            return false;
    }
    enum change change = !in_b ? change_deleted : !in_a ? change_inserted : change_changed;
    return add_span(differences, allocator, words, change, type);
}

static bool add_typed(struct differences *differences, const struct allocator *allocator,
                      const struct hunk *words) {
    return add_change(differences, allocator, words, difference_type_of(&differences->pair, words));
}

/* How many words from a_begin, b_begin on are written alike, or only folded so. */
static uint32_t run_length(const struct sentence_pair *pair, const struct hunk *words,
                           bool as_written) {
    uint32_t length = 0;
    while (words->a_begin + length < words->a_end &&
           same_as_written(pair, words->a_begin + length, words->b_begin + length) == as_written)
        length++;
    return length;
}

/* Words with equal symbols: equal spans, and between them what differs in case or shape. */
static bool add_equal(struct differences *differences, const struct allocator *allocator,
                      struct hunk words) {
    const struct sentence_pair *pair = &differences->pair;
    for (bool as_written = true; words.a_begin < words.a_end; as_written = !as_written) {
        uint32_t length = run_length(pair, &words, as_written);
        struct hunk run = {words.a_begin, words.a_begin + length, words.b_begin,
                           words.b_begin + length};
        bool mark = pair->a.words.items[words.a_begin].kind == word_mark;
        bool added = length == 0 ? true
                     : as_written
                         ? add_span(differences, allocator, &run, change_equal, difference_none)
                         : add_change(differences, allocator, &run,
                                      mark ? difference_punctuation : difference_case);
        if (!added)
            return false;
        words.a_begin += length;
        words.b_begin += length;
    }
    return true;
}

/* The values that stand within the words of one side: the first, or NULL, and how many. */
static const struct value *values_within(const struct values *values, uint32_t begin, uint32_t end,
                                         size_t *count) {
    size_t first = values_behind(values, begin);
    if (first < values->count && values->items[first].begin < begin)
        first++;
    size_t last = first;
    while (last < values->count && values->items[last].end <= end)
        last++;
    *count = last - first;
    return *count > 0 ? values->items + first : NULL;
}

/* A hunk: parted at its values, where a and b have as many of the same sorts. */
static bool add_hunk(struct differences *differences, const struct allocator *allocator,
                     struct hunk words) {
    size_t a_count, b_count;
    const struct sentence_pair *pair = &differences->pair;
    const struct value *a = values_within(&pair->a.values, words.a_begin, words.a_end, &a_count);
    const struct value *b = values_within(&pair->b.values, words.b_begin, words.b_end, &b_count);
    bool pairwise = a_count == b_count;
    for (size_t i = 0; pairwise && i < a_count; i++)
        pairwise = value_comparable(&a[i], &b[i]);
    for (size_t i = 0; pairwise && i < a_count; i++) {
        struct hunk before = {words.a_begin, a[i].begin, words.b_begin, b[i].begin};
        struct hunk value = {a[i].begin, a[i].end, b[i].begin, b[i].end};
        if (!add_typed(differences, allocator, &before) ||
            !add_typed(differences, allocator, &value))
            return false;
        words.a_begin = value.a_end;
        words.b_begin = value.b_end;
    }
    return add_typed(differences, allocator, &words);
}

/* Whether a value goes on from before `end` to `begin`, where the next hunk is. */
static bool in_one_value(const struct values *values, uint32_t end, uint32_t begin, size_t *from) {
    while (*from < values->count && values->items[*from].end < end)
        ++*from;
    return *from < values->count && values->items[*from].begin < end &&
           begin < values->items[*from].end;
}

/* Makes one of the hunks that lie in one value. */
static void join_within_values(struct sentence_pair *pair) {
    struct hunk *hunks = pair->alignment.hunks;
    size_t kept = 0, a_from = 0, b_from = 0;
    for (size_t i = 1; i < pair->alignment.count; i++) {
        struct hunk *last = &hunks[kept], next = hunks[i];
        if (in_one_value(&pair->a.values, last->a_end, next.a_begin, &a_from) ||
            in_one_value(&pair->b.values, last->b_end, next.b_begin, &b_from)) {
            last->a_end = next.a_end;
            last->b_end = next.b_end;
        } else {
            hunks[++kept] = next;
        }
    }
    if (pair->alignment.count > 0)
        pair->alignment.count = kept + 1;
}

static bool add_all(struct differences *differences, const struct allocator *allocator) {
    const struct alignment *alignment = &differences->pair.alignment;
    struct hunk equal = {0, 0, 0, 0};
    for (size_t i = 0; i < alignment->count; i++) {
        const struct hunk *hunk = &alignment->hunks[i];
        equal.a_end = hunk->a_begin;
        equal.b_end = hunk->b_begin;
        if (!add_equal(differences, allocator, equal) || !add_hunk(differences, allocator, *hunk))
            return false;
        equal.a_begin = hunk->a_end;
        equal.b_begin = hunk->b_end;
    }
    equal.a_end = (uint32_t)differences->pair.a.words.count;
    equal.b_end = (uint32_t)differences->pair.b.words.count;
    return add_equal(differences, allocator, equal);
}

/* Makes one of equal spans that follow each other, as white space and words do at the ends. */
static void join_equal(struct differences *differences) {
    size_t kept = 0;
    for (size_t i = 1; i < differences->count; i++) {
        struct span *last = &differences->spans[kept], next = differences->spans[i];
        if (last->change == change_equal && next.change == change_equal) {
            last->a.end_word = next.a.end_word;
            last->b.end_word = next.b.end_word;
        } else {
            differences->spans[++kept] = next;
        }
    }
    if (differences->count > 0)
        differences->count = kept + 1;
}

/* ---- Where each span ends ---- */

/*
 * Whether the white space around what is only in one text, which is one more, is best left before.
 */
static bool belongs_before(const struct sentence_pair *pair, const struct span *span,
                           const struct span *next) {
    size_t a = next->a.first_word, b = next->b.first_word;
    bool deleted = next->change == change_deleted;
    bool same_behind =
        deleted ? same_gap(pair, next->a.end_word, b) : same_gap(pair, a, next->b.end_word);
    return !same_behind || (span->change == change_equal && same_gap(pair, a, b));
}

/*
 * Whether the white space between a span and the next goes to the first. Behind what is only in one
 * text it goes where it went before it, since the other text has it once.
 */
static bool cut_behind(const struct sentence_pair *pair, const struct span *span,
                       const struct span *next, bool behind_before) {
    bool same = same_gap(pair, span->a.end_word, span->b.end_word);
    if (span->change == change_inserted || span->change == change_deleted)
        return behind_before;
    if (next->change == change_inserted || next->change == change_deleted)
        return belongs_before(pair, span, next);
    return next->change == change_changed ? same : !same;
}

static uint32_t place_of(const struct words *words, size_t at, bool behind) {
    return behind ? gap_end(words, at) : gap_begin(words, at);
}

/* What is only in one text has no place in the other: it ends there where it began. */
static void cut_all(struct differences *differences) {
    const struct sentence_pair *pair = &differences->pair;
    uint32_t a = 0, b = 0;
    bool behind = true;
    for (size_t i = 0; i < differences->count; i++) {
        struct span *span = &differences->spans[i];
        behind = i + 1 == differences->count || cut_behind(pair, span, span + 1, behind);
        span->a.begin = a;
        span->b.begin = b;
        if (span->change != change_inserted)
            a = place_of(&pair->a.words, span->a.end_word, behind);
        if (span->change != change_deleted)
            b = place_of(&pair->b.words, span->b.end_word, behind);
        span->a.end = a;
        span->b.end = b;
    }
}

/* White space at an end of the texts, where no equal span is there to take it. */
static bool add_white_space(struct differences *differences, const struct allocator *allocator,
                            bool at_end) {
    const struct words *a = &differences->pair.a.words, *b = &differences->pair.b.words;
    uint32_t x = at_end ? (uint32_t)a->count : 0, y = at_end ? (uint32_t)b->count : 0;
    struct hunk nothing = {x, x, y, y};
    if (gap_begin(a, x) == gap_end(a, x) && gap_begin(b, y) == gap_end(b, y))
        return true;
    return add_span(differences, allocator, &nothing, change_equal, difference_none);
}

bool differences_find(struct differences *differences, const struct allocator *allocator,
                      const char *a, size_t a_length, const char *b, size_t b_length) {
    differences->count = 0;
    if (!sentence_pair_read(&differences->pair, allocator, a, a_length, b, b_length))
        return false;
    join_within_values(&differences->pair);
    if (!add_white_space(differences, allocator, false) || !add_all(differences, allocator) ||
        !add_white_space(differences, allocator, true))
        return false;
    join_equal(differences);
    cut_all(differences);
    return true;
}

void differences_free(struct differences *differences, const struct allocator *allocator) {
    sentence_pair_free(&differences->pair, allocator);
    allocator->release(differences->spans);
    *differences = (struct differences){0};
}
