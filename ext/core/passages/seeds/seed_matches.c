/* seed_matches.c - where two texts have the same grams, see seed_search.h. */
#include "../../base/cpu.h"
#include "seed_search.h"

#include <string.h> /* memset */

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

/* Where grams of the index may begin, among word_bits words of the text b. */
struct possible {
    struct seed_factors factors;
    uint64_t grams[seed_words_max]; /* of each form, see grams_possible() */
};

/* Adds the grams that begin at a word and that the index has, in order of their form. */
static void add_hits(struct seed_search *search, const struct possible *possible, size_t word,
                     unsigned bit) {
    const struct seed_index *index = search->index;
    const struct passage_parameters *parameters = &index->parameters;
    for (unsigned form = 0; form < seed_grams_forms(parameters); form++) {
        if (!(possible->grams[form] >> bit & 1))
            continue;
        uint64_t hash =
            seed_grams_hash(parameters, &possible->factors, form, search->words->hashes + word);
        if (!seed_index_may_have(index, hash))
            continue;
        size_t slot = seed_index_slot(index, hash);
        if (index->slots[slot].count == 0)
            continue;
        search->times[slot]++;
        search->hits[search->hit_count++] = (struct seed_hit){
            (uint32_t)slot, (uint32_t)word, (uint16_t)seed_grams_reach(parameters, form)};
    }
}

/* Adds the grams that the index has, in order of their word, then form. */
static bool find_hits(struct seed_search *search) {
    const struct passage_parameters *parameters = &search->index->parameters;
    const uint32_t *words = search->words->hashes;
    size_t count = search->words->count;
    unsigned forms = seed_grams_forms(parameters);
    struct possible possible = {.factors = seed_grams_factors()};
    uint64_t present = words_present(search->index, words, count);
    for (size_t begin = 0; begin < count; begin += word_bits) {
        uint64_t behind = 0;
        if (count - begin > word_bits)
            behind =
                words_present(search->index, words + begin + word_bits, count - begin - word_bits);
        uint64_t any = grams_possible(possible.grams, parameters, present, behind);
        present = behind;
        if (interruption_after(search->interruption, word_bits))
            return false;
        if (!any)
            continue;
        if (!ARRAY_RESERVE(search->allocator, search->hits, search->hit_capacity,
                           search->hit_count + forms * word_bits))
            return false;
        for (; any; any &= any - 1) {
            unsigned bit = lowest_bit(any);
            add_hits(search, &possible, begin + bit, bit);
        }
    }
    return true;
}

/*
 * Adds the matches of a gram to those at the same word of b, from number `from` on, in order of a.
 * Both are in this order, so that they are merged from their ends.
 */
static bool add_matches(struct seed_search *search, const struct seed_hit *hit, size_t from) {
    const struct seed_index *index = search->index;
    const struct seed_gram *gram = &index->slots[hit->slot];
    unsigned forms = seed_grams_forms(&index->parameters);
    if (!ARRAY_RESERVE(search->allocator, search->matches, search->match_capacity,
                       search->match_count + gram->count))
        return false;
    struct seed_match *matches = search->matches, added[seed_occurrences_max];
    uint32_t place = gram->first, left = 0;
    for (; left < gram->count; place = index->next[place])
        added[left++] = (struct seed_match){
            place / forms, hit->word, (uint16_t)seed_grams_reach(&index->parameters, place % forms),
            hit->words};
    size_t old = search->match_count, at = old + left;
    for (search->match_count = at; left > 0;)
        matches[--at] =
            old > from && matches[old - 1].a > added[left - 1].a ? matches[--old] : added[--left];
    return true;
}

/* Makes the matches of all hits. */
static bool match_hits(struct seed_search *search) {
    const struct seed_hit *hit = search->hits, *end = hit ? hit + search->hit_count : hit;
    uint32_t most = search->index->parameters.occurrences_most;
    while (hit < end) {
        size_t from = search->match_count;
        uint32_t word = hit->word;
        for (; hit < end && hit->word == word; hit++)
            if (search->index->slots[hit->slot].count <= most && search->times[hit->slot] <= most &&
                !add_matches(search, hit, from))
                return false;
        if (interruption_after(search->interruption, 4 + 4 * (search->match_count - from)))
            return false;
        /* Makes one of the matches that have both words, among those from number `from` on. */
        size_t kept = from;
        for (size_t i = from; i < search->match_count; i++) {
            const struct seed_match match = search->matches[i];
            struct seed_match *last = kept > from ? &search->matches[kept - 1] : NULL;
            if (!last || last->a != match.a) {
                search->matches[kept++] = match;
                continue;
            }
            last->a_words = last->a_words > match.a_words ? last->a_words : match.a_words;
            last->b_words = last->b_words > match.b_words ? last->b_words : match.b_words;
        }
        search->match_count = kept;
    }
    return true;
}

bool seed_matches_find(struct seed_search *search) {
    size_t slots = search->index->slot_mask + 1, before = search->times_capacity;
    assert(search->words->count < seed_index_words_max);
    search->match_count = search->hit_count = 0;
    if (search->index->words.count == 0)
        return true;
    if (!ARRAY_RESERVE(search->allocator, search->times, search->times_capacity, slots))
        return false;
    memset(search->times + before, 0, (search->times_capacity - before) * sizeof *search->times);
    bool done = find_hits(search) && match_hits(search);
    for (size_t i = 0; i < search->hit_count; i++)
        search->times[search->hits[i].slot] = 0;
    return done;
}
