/* seed_index.c - see seed_index.h. */
#include "seed_index.h"

#include "../base/mix.h"

#include <string.h> /* memset */

/* Grams of which a block is hashed at a time, and the bits of the filter for each in the index. */
enum { block = 256, filter_bits = 16 };

/* A gram of the text that is in the index. */
struct seed_hit {
    uint32_t slot, place;
    uint16_t words;
};

/* How many grams begin at a word: a skip-gram has one for each word that is left out, or none. */
static unsigned forms_of(const struct passage_parameters *parameters) {
    return parameters->seed == seed_skip ? parameters->words : 1;
}

/* The words that a form reaches over: the last form of skip-grams leaves nothing out. */
static unsigned reach_of(const struct passage_parameters *parameters, unsigned form) {
    return parameters->words + (form + 1 < forms_of(parameters));
}

/* The places where a form begins. */
static size_t places_of(const struct passage_parameters *parameters, unsigned form, size_t words) {
    size_t reach = reach_of(parameters, form);
    return words < reach ? 0 : words - reach + 1;
}

static inline uint64_t take_word(uint64_t hash, uint32_t word) {
    return (hash + word) * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

static uint64_t hash_in_order(const uint32_t *words, unsigned count) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < count; i++)
        hash = take_word(hash, words[i]);
    return hash;
}

static uint64_t hash_in_any_order(const uint32_t *words, unsigned count) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < count; i++)
        hash += mix64(words[i] + UINT64_C(0x9E3779B97F4A7C15));
    return hash;
}

/* Without the word behind number `form`. */
static uint64_t hash_with_skip(const uint32_t *words, unsigned count, unsigned form) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < count; i++)
        hash = take_word(hash, words[i + (i > form)]);
    return hash;
}

static inline uint64_t gram_hash(const struct passage_parameters *parameters, unsigned form,
                                 const uint32_t *words) {
    uint64_t hash = parameters->seed == seed_sorted ? hash_in_any_order(words, parameters->words)
                    : form + 1 < forms_of(parameters)
                        ? hash_with_skip(words, parameters->words, form)
                        : hash_in_order(words, parameters->words);
    return hash ^ hash >> 32;
}

static size_t power_from(size_t least) {
    size_t power = 64;
    while (power < least)
        power *= 2;
    return power;
}

/* Makes room for `grams` in an empty index. */
static bool make_room(struct seed_index *index, const struct allocator *allocator, size_t grams) {
    size_t slots = power_from(2 * grams), words = power_from(filter_bits * grams) / 64;
    struct seed_gram *grown_slots =
        allocator_grow(allocator, index->slots, &index->slots_capacity, slots, sizeof *grown_slots);
    if (!grown_slots)
        return false;
    index->slots = grown_slots;
    uint32_t *next =
        allocator_grow(allocator, index->next, &index->next_capacity, grams, sizeof *next);
    if (!next)
        return false;
    index->next = next;
    uint64_t *filter =
        allocator_grow(allocator, index->filter, &index->filter_capacity, words, sizeof *filter);
    if (!filter)
        return false;
    index->filter = filter;
    memset(index->slots, 0, slots * sizeof *index->slots);
    memset(filter, 0, words * sizeof *filter);
    index->slot_mask = slots - 1;
    index->filter_mask = words - 1;
    return true;
}

static inline size_t slot_of(const struct seed_index *index, uint64_t hash) {
    size_t at = (size_t)hash & index->slot_mask;
    while (index->slots[at].count > 0 && index->slots[at].hash != hash)
        at = (at + 1) & index->slot_mask;
    return at;
}

/* The filter takes other bits of the hash than the slots. */
static inline uint64_t *filter_word(const struct seed_index *index, uint64_t hash) {
    return &index->filter[(size_t)(hash >> 38) & index->filter_mask];
}

static inline uint64_t filter_bit(uint64_t hash) {
    return UINT64_C(1) << (hash >> 32 & 63);
}

static void add_gram(struct seed_index *index, uint64_t hash, size_t place) {
    struct seed_gram *gram = &index->slots[slot_of(index, hash)];
    *filter_word(index, hash) |= filter_bit(hash);
    gram->hash = hash;
    index->next[place] = gram->first;
    gram->first = (uint32_t)place;
    if (gram->count <= index->parameters.occurrences_most)
        gram->count++;
}

bool seed_index_make(struct seed_index *index, const struct allocator *allocator,
                     struct interruption *interruption, const struct passage_parameters *parameters,
                     const struct placed_words *words) {
    assert(words->count < seed_index_words_max && parameters->words <= seed_words_max);
    unsigned forms = forms_of(parameters);
    index->parameters = *parameters;
    index->words = (struct placed_words){0};
    if (!make_room(index, allocator, forms * words->count))
        return false;
    /* Backwards, so that the places of a gram ascend. */
    for (size_t i = words->count; i-- > 0;) {
        for (unsigned form = forms; form-- > 0;)
            if (i < places_of(parameters, form, words->count))
                add_gram(index, gram_hash(parameters, form, words->hashes + i), forms * i + form);
        if (interruption_after(interruption, 4 * forms))
            return false;
    }
    index->words = *words;
    return true;
}

void seed_index_free(struct seed_index *index, const struct allocator *allocator) {
    allocator->release(index->slots);
    allocator->release(index->next);
    allocator->release(index->filter);
    *index = (struct seed_index){0};
}

/* ---- Matches ---- */

/* Finds the grams of one block of places, from `begin` to `end`, that are in the index. */
static bool find_hits(struct seed_matches *matches, const struct allocator *allocator,
                      const struct seed_index *index, const struct placed_words *words,
                      size_t begin, size_t end) {
    const struct passage_parameters *parameters = &index->parameters;
    unsigned forms = forms_of(parameters);
    struct seed_hit *hits = allocator_grow(allocator, matches->hits, &matches->hits_capacity,
                                           matches->hits_count + block * forms, sizeof *hits);
    if (!hits)
        return false;
    matches->hits = hits;
    for (size_t i = begin; i < end; i++)
        for (unsigned form = 0; form < forms; form++) {
            if (i >= places_of(parameters, form, words->count))
                continue;
            uint64_t hash = gram_hash(parameters, form, words->hashes + i);
            if (!(*filter_word(index, hash) & filter_bit(hash)))
                continue;
            size_t slot = slot_of(index, hash);
            if (index->slots[slot].count == 0)
                continue;
            matches->times[slot]++;
            hits[matches->hits_count++] = (struct seed_hit){(uint32_t)slot, (uint32_t)i,
                                                            (uint16_t)reach_of(parameters, form)};
        }
    return true;
}

/* Room for how often each gram of the index occurs, 0 at first, and again when matches are found.
 */
static bool make_room_for_times(struct seed_matches *matches, const struct allocator *allocator,
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

/* Adds the match, or widens one that has both places. `from` is the first match at b. */
static void add_match(struct seed_matches *matches, size_t from, struct seed_match match) {
    for (size_t i = from; i < matches->count; i++) {
        struct seed_match *other = &matches->values[i];
        if (other->a != match.a)
            continue;
        if (other->a_words < match.a_words)
            other->a_words = match.a_words;
        if (other->b_words < match.b_words)
            other->b_words = match.b_words;
        return;
    }
    matches->values[matches->count++] = match;
}

/* Adds the matches of a gram of the text. `from` is the first match that begins where it does. */
static bool add_matches(struct seed_matches *matches, const struct allocator *allocator,
                        const struct seed_index *index, const struct seed_hit *hit, size_t from) {
    const struct passage_parameters *parameters = &index->parameters;
    const struct seed_gram *gram = &index->slots[hit->slot];
    unsigned forms = forms_of(parameters);
    if (gram->count > parameters->occurrences_most ||
        matches->times[hit->slot] > parameters->occurrences_most)
        return true;
    struct seed_match *values = allocator_grow(allocator, matches->values, &matches->capacity,
                                               matches->count + gram->count, sizeof *values);
    if (!values)
        return false;
    matches->values = values;
    uint32_t place = gram->first;
    for (uint32_t i = 0; i < gram->count; i++, place = index->next[place])
        add_match(matches, from,
                  (struct seed_match){place / forms, hit->place,
                                      (uint16_t)reach_of(parameters, place % forms), hit->words});
    return true;
}

bool seed_matches_find(struct seed_matches *matches, const struct allocator *allocator,
                       struct interruption *interruption, const struct seed_index *index,
                       const struct placed_words *words) {
    assert(words->count < seed_index_words_max);
    matches->count = matches->hits_count = 0;
    if (!index->slots || index->words.count == 0)
        return true;
    bool done = make_room_for_times(matches, allocator, index->slot_mask + 1);
    for (size_t i = 0; done && i < words->count; i += block) {
        size_t end = words->count - i < block ? words->count : i + block;
        done = find_hits(matches, allocator, index, words, i, end) &&
               !interruption_after(interruption, 2 * block);
    }
    size_t from = 0;
    for (size_t i = 0; done && i < matches->hits_count; i++) {
        const struct seed_hit *hit = &matches->hits[i];
        if (i > 0 && hit->place != matches->hits[i - 1].place)
            from = matches->count;
        done = add_matches(matches, allocator, index, hit, from) &&
               !interruption_after(interruption, 4);
    }
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
