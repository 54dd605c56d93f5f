/* seed_matches.c - see seed_matches.h. */
#include "seed_matches.h"

#include "../../base/lowest_bit.h"

#include <string.h> /* memset */

/* Room for how often the text has each gram of the index. */
static bool make_room(struct seed_matches *matches, const struct allocator *allocator,
                      size_t slots) {
    size_t before = matches->times_capacity;
    if (slots <= before)
        return true;
    if (!ARRAY_RESERVE(allocator, matches->times, matches->times_capacity, slots))
        return false;
    memset(matches->times + before, 0, (matches->times_capacity - before) * sizeof *matches->times);
    return true;
}

/* Words of a text as bits, the lowest bit for the first of them. */
enum { word_bits = 64 };

/* Which of up to word_bits words the text of the index may have. */
static uint64_t words_present(const struct seed_index *index, const uint32_t *words, size_t count) {
    uint64_t present = 0;
    for (size_t i = 0; i < count && i < word_bits; i++)
        present |= (uint64_t)seed_index_may_have_word(index, words[i]) << i;
    return present;
}

/*
 * Sets the bits of the words where a gram of each form begins all of whose words are present, of
 * which those that follow are `behind`. Returns the bits of all forms.
 */
static uint64_t grams_possible(uint64_t *possible, const struct passage_parameters *parameters,
                               uint64_t present, uint64_t behind) {
    unsigned forms = seed_grams_forms(parameters);
    uint64_t any = 0;
    for (unsigned form = 0; form < forms; form++) {
        possible[form] = present;
        for (unsigned place = 1; place < parameters->words; place++) {
            unsigned offset = seed_grams_offset(parameters, form, place);
            possible[form] &= present >> offset | behind << (word_bits - offset);
        }
        any |= possible[form];
    }
    return any;
}

static uint64_t gram_hash(const struct passage_parameters *parameters, const uint32_t *factors,
                          unsigned form, const uint32_t *words) {
    uint64_t hash = 0;
    for (unsigned place = 0; place < parameters->words; place++) {
        uint32_t word = words[seed_grams_offset(parameters, form, place)];
        hash += parameters->seed == seed_sorted ? seed_grams_mixed(word)
                                                : (uint64_t)word * factors[place];
    }
    return hash;
}

/* A text in which grams of the index are looked for. */
struct search {
    const struct seed_index *index;
    const uint32_t *words;
    uint32_t factors[seed_words_max];
    uint64_t possible[seed_words_max]; /* of each form, see grams_possible() */
};

/* Adds the grams that begin at a word and that the index has, in order of their form. */
static void add_hits(struct seed_matches *matches, const struct search *search, size_t word,
                     unsigned bit) {
    const struct seed_index *index = search->index;
    const struct passage_parameters *parameters = &index->parameters;
    for (unsigned form = 0; form < seed_grams_forms(parameters); form++) {
        if (!(search->possible[form] >> bit & 1))
            continue;
        uint64_t hash = gram_hash(parameters, search->factors, form, search->words + word);
        if (!seed_index_may_have(index, hash))
            continue;
        size_t slot = seed_index_slot(index, hash);
        if (index->slots[slot].count == 0)
            continue;
        matches->times[slot]++;
        matches->hits[matches->hits_count++] = (struct seed_hit){
            (uint32_t)slot, (uint32_t)word, (uint16_t)seed_grams_reach(parameters, form)};
    }
}

/* Adds the grams that the index has, in order of their word, then form. */
static bool find_hits(struct seed_matches *matches, const struct allocator *allocator,
                      struct interruption *interruption, struct search *search, size_t count) {
    const struct passage_parameters *parameters = &search->index->parameters;
    unsigned forms = seed_grams_forms(parameters);
    uint64_t present = words_present(search->index, search->words, count);
    for (size_t begin = 0; begin < count; begin += word_bits) {
        uint64_t behind = 0;
        if (count - begin > word_bits)
            behind = words_present(search->index, search->words + begin + word_bits,
                                   count - begin - word_bits);
        uint64_t any = grams_possible(search->possible, parameters, present, behind);
        present = behind;
        if (interruption_after(interruption, word_bits))
            return false;
        if (!any)
            continue;
        if (!ARRAY_RESERVE(allocator, matches->hits, matches->hits_capacity,
                           matches->hits_count + forms * word_bits))
            return false;
        for (; any; any &= any - 1) {
            unsigned bit = lowest_bit(any);
            add_hits(matches, search, begin + bit, bit);
        }
    }
    return true;
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
    if (!ARRAY_RESERVE(allocator, matches->values, matches->capacity, matches->count + gram->count))
        return false;
    struct seed_match *values = matches->values;
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

/* Makes the matches of all hits. */
static bool match_hits(struct seed_matches *matches, const struct allocator *allocator,
                       struct interruption *interruption, const struct seed_index *index) {
    const struct seed_hit *hit = matches->hits, *end = hit + matches->hits_count;
    uint32_t most = index->parameters.occurrences_most;
    while (hit < end) {
        size_t from = matches->count;
        uint32_t word = hit->word;
        for (; hit < end && hit->word == word; hit++)
            if (index->slots[hit->slot].count <= most && matches->times[hit->slot] <= most &&
                !add_matches(matches, allocator, index, hit, from))
                return false;
        if (interruption_after(interruption, 4 + 4 * (matches->count - from)))
            return false;
        /* Makes one of the matches that have both words, among those from number `from` on. */
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
    struct search search = {.index = index, .words = words->hashes};
    for (unsigned place = 0; place < index->parameters.words; place++)
        search.factors[place] = seed_grams_factor(place);
    done = done && find_hits(matches, allocator, interruption, &search, words->count);
    done = done && match_hits(matches, allocator, interruption, index);
    for (size_t i = 0; i < matches->hits_count; i++)
        matches->times[matches->hits[i].slot] = 0;
    if (!done)
        matches->count = 0;
    return done;
}

void seed_matches_free(struct seed_matches *matches, const struct allocator *allocator) {
    RELEASE(allocator, matches->values, matches->hits, matches->times);
    *matches = (struct seed_matches){0};
}
