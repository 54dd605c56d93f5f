/* seed_matches.c - see seed_matches.h. */
#include "seed_matches.h"

#include <string.h> /* memset */

/* Room for how often the text has each gram of the index. */
static bool make_room(struct seed_matches *matches, const struct allocator *allocator,
                      size_t slots) {
    size_t before = matches->times_capacity;
    if (slots <= before)
        return true;
    uint32_t *times =
        allocator_grow(allocator, matches->times, &matches->times_capacity, slots, sizeof *times);
    if (!times)
        return false;
    memset(times + before, 0, (matches->times_capacity - before) * sizeof *times);
    matches->times = times;
    return true;
}

/* Words of a block where grams begin that the index may have, each with a bit for each form. */
struct candidates {
    size_t count;
    uint16_t words[seed_grams_block];
    uint16_t forms[seed_grams_block];
};

static_assert(seed_words_max <= 16, "a form has a bit of 16");

/* Without branches: whether a gram passes the filter cannot be predicted. */
static void find_candidates(struct candidates *candidates, const struct seed_index *index,
                            const struct seed_grams *grams) {
    unsigned forms = seed_grams_forms(&index->parameters);
    size_t words = grams->counts[forms - 1], found = 0; /* the last form has the most grams */
    memset(candidates->forms, 0, sizeof candidates->forms);
    for (unsigned form = 0; form < forms; form++)
        for (size_t i = 0; i < grams->counts[form]; i++)
            candidates->forms[i] |=
                (uint16_t)(seed_index_may_have(index, grams->hashes[form][i]) << form);
    for (size_t i = 0; i < words; i++) {
        candidates->words[found] = (uint16_t)i;
        found += candidates->forms[i] > 0;
    }
    candidates->count = found;
}

/* Adds the grams of a block that the index has, in order of their word, then form. */
static bool find_hits(struct seed_matches *matches, const struct allocator *allocator,
                      const struct seed_index *index, const struct seed_grams *grams,
                      size_t begin) {
    unsigned forms = seed_grams_forms(&index->parameters);
    struct candidates candidates;
    find_candidates(&candidates, index, grams);
    struct seed_hit *hits =
        allocator_grow(allocator, matches->hits, &matches->hits_capacity,
                       matches->hits_count + forms * candidates.count, sizeof *hits);
    if (!hits)
        return false;
    matches->hits = hits;
    for (size_t i = 0; i < candidates.count; i++) {
        uint16_t word = candidates.words[i];
        for (unsigned form = 0; candidates.forms[word] >> form; form++) {
            if (!(candidates.forms[word] >> form & 1))
                continue;
            size_t slot = seed_index_slot(index, grams->hashes[form][word]);
            if (index->slots[slot].count == 0)
                continue;
            matches->times[slot]++;
            hits[matches->hits_count++] =
                (struct seed_hit){(uint32_t)slot, (uint32_t)(begin + word),
                                  (uint16_t)seed_grams_reach(&index->parameters, form)};
        }
    }
    return true;
}

static bool is_seed(const struct seed_matches *matches, const struct seed_index *index,
                    const struct seed_hit *hit) {
    uint32_t most = index->parameters.occurrences_most;
    return index->slots[hit->slot].count <= most && matches->times[hit->slot] <= most;
}

/* The match with the place of a gram in the index. */
static struct seed_match match_with(const struct seed_index *index, const struct seed_hit *hit,
                                    uint32_t place) {
    unsigned forms = seed_grams_forms(&index->parameters);
    return (struct seed_match){place / forms, hit->word,
                               (uint16_t)seed_grams_reach(&index->parameters, place % forms),
                               hit->words};
}

/*
 * Adds the matches of a gram to those at the same word of b, from number `from` on, in order of a.
 * Both are in this order, so that they are merged from their ends.
 */
static bool add_matches(struct seed_matches *matches, const struct allocator *allocator,
                        const struct seed_index *index, const struct seed_hit *hit, size_t from) {
    const struct seed_gram *gram = &index->slots[hit->slot];
    struct seed_match *values = allocator_grow(allocator, matches->values, &matches->capacity,
                                               matches->count + gram->count, sizeof *values);
    if (!values)
        return false;
    matches->values = values;
    struct seed_match added[seed_occurrences_max];
    uint32_t place = gram->first, left = 0;
    for (; left < gram->count; place = index->next[place])
        added[left++] = match_with(index, hit, place);
    size_t old = matches->count, at = old + left;
    for (matches->count = at; left > 0;)
        values[--at] =
            old > from && values[old - 1].a > added[left - 1].a ? values[--old] : added[--left];
    return true;
}

/* Makes one of the matches that have both words, among those from number `from` on. */
static void unite(struct seed_matches *matches, size_t from) {
    size_t kept = from;
    for (size_t i = from; i < matches->count; i++) {
        const struct seed_match match = matches->values[i];
        struct seed_match *last = kept > from ? &matches->values[kept - 1] : NULL;
        if (!last || last->a != match.a) {
            matches->values[kept++] = match;
            continue;
        }
        last->a_words = last->a_words > match.a_words ? last->a_words : match.a_words;
        last->b_words = last->b_words > match.b_words ? last->b_words : match.b_words;
    }
    matches->count = kept;
}

/* Makes the matches of all hits. */
static bool match_hits(struct seed_matches *matches, const struct allocator *allocator,
                       struct interruption *interruption, const struct seed_index *index) {
    const struct seed_hit *hit = matches->hits, *end = hit + matches->hits_count;
    while (hit < end) {
        size_t from = matches->count;
        uint32_t word = hit->word;
        for (; hit < end && hit->word == word; hit++)
            if (is_seed(matches, index, hit) && !add_matches(matches, allocator, index, hit, from))
                return false;
        if (interruption_after(interruption, 4 + 4 * (matches->count - from)))
            return false;
        unite(matches, from);
    }
    return true;
}

bool seed_matches_find(struct seed_matches *matches, const struct allocator *allocator,
                       struct interruption *interruption, const struct seed_index *index,
                       const struct placed_words *words) {
    assert(words->count < seed_index_words_max);
    matches->count = matches->hits_count = 0;
    if (index->words.count == 0)
        return true;
    bool done = make_room(matches, allocator, index->slot_mask + 1);
    struct seed_grams grams;
    for (size_t i = 0; done && i < words->count; i += seed_grams_block) {
        seed_grams_hash(&grams, &index->parameters, words->hashes, words->count, i);
        done = find_hits(matches, allocator, index, &grams, i) &&
               !interruption_after(interruption, seed_grams_block);
    }
    done = done && match_hits(matches, allocator, interruption, index);
    for (size_t i = 0; i < matches->hits_count; i++)
        matches->times[matches->hits[i].slot] = 0;
    if (!done)
        matches->count = 0;
    return done;
}

void seed_matches_free(struct seed_matches *matches, const struct allocator *allocator) {
    allocator->release(matches->values);
    allocator->release(matches->hits);
    allocator->release(matches->times);
    *matches = (struct seed_matches){0};
}
