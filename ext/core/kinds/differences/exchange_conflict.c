/* exchange_conflict.c - see conflict.h. */
#include "conflict.h"

enum {
    candidates_max = 24, /* words near hunks; further ones are not compared */
    tried_max = 256,     /* words that are looked for in both sentences, for each takes a walk */
    around = 2,          /* words at most, from a hunk to what may have changed places */
    sure = 2             /* more neighbours of the place than of the word */
};

static const uint32_t no_neighbour = UINT32_MAX; /* at the beginning and the end */

/* A word, where it stands in both sentences, and the symbols before and after it. */
struct candidate {
    uint32_t at[2], before[2], after[2];
    bool name;
};

struct candidates {
    struct candidate items[candidates_max];
    size_t count, tried;
};

/* Marks and articles are no neighbours. */
static bool is_neighbour(const struct words *words, uint32_t at) {
    return words->items[at].kind != word_mark && !(words->items[at].roles & vocabulary_article);
}

static uint32_t symbol_before(const struct words *words, uint32_t at) {
    while (at-- > 0)
        if (is_neighbour(words, at))
            return words->symbols[at];
    return no_neighbour;
}

static uint32_t symbol_after(const struct words *words, uint32_t at) {
    while (++at < words->count)
        if (is_neighbour(words, at))
            return words->symbols[at];
    return no_neighbour;
}

/* Where a symbol occurs; the count of words if it does not, or more than once. */
static uint32_t find_only(const struct words *words, uint32_t symbol) {
    uint32_t found = (uint32_t)words->count;
    for (uint32_t at = 0; at < words->count; at++) {
        if (words->symbols[at] != symbol)
            continue;
        if (found < words->count)
            return (uint32_t)words->count;
        found = at;
    }
    return found;
}

/* Adds a word of the first sentence if it is one of content that both have once. */
static void add_candidate(struct candidates *candidates, const struct conflict_search *search,
                          uint32_t at) {
    static const uint64_t no_content = vocabulary_function | vocabulary_negation | vocabulary_month;
    const struct words *a = &search->pair->sentences[0].words;
    const struct words *b = &search->pair->sentences[1].words;
    if (!words_is_kind(a, at, word_letters) || words_has_role(a, at, no_content) ||
        !presence_in(presence_at(search->presence, a, at), presence_text, 1))
        return;
    candidates->tried++;
    if (find_only(a, a->symbols[at]) != at)
        return;
    uint32_t there = find_only(b, a->symbols[at]);
    if (there == b->count)
        return;
    candidates->items[candidates->count++] =
        (struct candidate){.at = {at, there},
                           .before = {symbol_before(a, at), symbol_before(b, there)},
                           .after = {symbol_after(a, at), symbol_after(b, there)},
                           .name = a->items[at].capital && b->items[there].capital};
}

static void find_candidates(struct candidates *candidates, const struct conflict_search *search) {
    const struct alignment *alignment = &search->pair->alignment;
    uint32_t count = (uint32_t)search->pair->sentences[0].words.count, next = 0;
    candidates->count = candidates->tried = 0;
    for (size_t i = 0; i < alignment->count; i++) {
        struct word_range range = hunk_range(&alignment->hunks[i], 0);
        uint32_t begin = range.begin > around ? range.begin - around : 0;
        uint32_t end = range.end + around < count ? range.end + around : count;
        for (next = begin > next ? begin : next; next < end; next++) {
            if (candidates->count == candidates_max || candidates->tried == tried_max)
                return;
            add_candidate(candidates, search, next);
        }
    }
}

/* Whether what stands between two words tells one from the other: neither a list nor only names. */
static bool tells_apart(const struct words *words, uint32_t x, uint32_t y) {
    static const uint64_t joins = vocabulary_joint | vocabulary_clause | vocabulary_article;
    bool list = false, relation = false, other = false;
    for (uint32_t at = (x < y ? x : y) + 1; at < (x < y ? y : x); at++) {
        uint64_t roles = words->items[at].roles;
        list |= words_is_letter(words, at, ',') || (roles & vocabulary_joint);
        relation |= (roles & vocabulary_function) && !(roles & joins);
        other |=
            words->items[at].kind == word_letters && !words->items[at].capital && !(roles & joins);
    }
    return other && (relation || !list);
}

static bool same_words(const struct words *a, struct word_range x, const struct words *b,
                       struct word_range y) {
    bool same = x.end - x.begin == y.end - y.begin;
    for (uint32_t i = 0; same && i < x.end - x.begin; i++)
        same = a->symbols[x.begin + i] == b->symbols[y.begin + i];
    return same;
}

static bool has_name(const struct words *words, struct word_range range) {
    for (uint32_t at = range.begin; at < range.end; at++)
        if (words->items[at].capital && !words_has_role(words, at, vocabulary_function))
            return true;
    return false;
}

/* Whether two neighbouring hunks are names that changed places, of any number of words. */
static bool are_names_exchanged(const struct sentence_pair *pair, const struct hunk *first,
                                const struct hunk *second) {
    const struct words *a = &pair->sentences[0].words, *b = &pair->sentences[1].words;
    struct word_range a_first = hunk_range(first, 0), b_first = hunk_range(first, 1);
    return has_name(a, a_first) && has_name(b, b_first) &&
           same_words(a, a_first, b, hunk_range(second, 1)) &&
           same_words(b, b_first, a, hunk_range(second, 0)) &&
           tells_apart(a, first->a_end - 1, second->a_begin) &&
           tells_apart(b, first->b_end - 1, second->b_begin);
}

void exchange_conflict_find(struct conflict_search *search) {
    const struct alignment *alignment = &search->pair->alignment;
    for (size_t i = 1; i < alignment->count; i++) {
        const struct hunk *place = &alignment->hunks[i - 1];
        if (!are_names_exchanged(search->pair, place, place + 1))
            continue;
        search->hunk = place;
        conflict_search_add(
            search, (struct conflict){.type = difference_order,
                                      .sides = {hunk_range(place, 0), hunk_range(place, 1)}});
        return;
    }
    struct candidates candidates;
    find_candidates(&candidates, search);
    for (size_t i = 0; i < candidates.count; i++)
        for (size_t k = i + 1; k < candidates.count; k++) {
            const struct candidate *x = &candidates.items[i], *y = &candidates.items[k];
            bool crossed = (x->at[0] < y->at[0]) != (x->at[1] < y->at[1]);
            /* Neighbours of the two that stay in their places, and that go along with them. */
            int left = (x->before[0] == y->before[1]) + (x->before[1] == y->before[0]) +
                       (x->after[0] == y->after[1]) + (x->after[1] == y->after[0]);
            int gone = (x->before[0] == x->before[1]) + (y->before[0] == y->before[1]) +
                       (x->after[0] == x->after[1]) + (y->after[0] == y->after[1]);
            if (!crossed || x->name != y->name || left - gone < sure ||
                !tells_apart(&search->pair->sentences[0].words, x->at[0], y->at[0]) ||
                !tells_apart(&search->pair->sentences[1].words, x->at[1], y->at[1]))
                continue;
            uint32_t a = x->at[0], b = y->at[1];
            struct hunk place = {.a_begin = a, .a_end = a + 1, .b_begin = b, .b_end = b + 1};
            search->hunk = &place;
            conflict_search_add(search, (struct conflict){.type = difference_order,
                                                          .sides = {{a, a + 1}, {b, b + 1}}});
            return;
        }
}
