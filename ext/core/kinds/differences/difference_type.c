/* difference_type.c - see difference_type.h. */
#include "difference_type.h"

#include "../sentences/likeness.h"
#include "../sentences/negation.h"
#include "../sentences/quantifier.h"

enum { opposites_words_max = 64 }; /* longer changes are not searched for opposites */

enum difference_type difference_type_of_value(const struct value *value) {
    static const uint8_t types[] = {
        [value_number] = difference_number, [value_ordinal] = difference_number,
        [value_other] = difference_number,  [value_range] = difference_number,
        [value_year] = difference_date,     [value_span] = difference_date,
        [value_date] = difference_date,     [value_time] = difference_time};
    return (enum difference_type)types[value->type];
}

enum difference_type difference_type_of_opposite(enum opposite_kind kind) {
    static const uint8_t types[] = {
        [opposite_none] = difference_none,         [opposite_place] = difference_place,
        [opposite_quantity] = difference_quantity, [opposite_status] = difference_status,
        [opposite_person] = difference_person,     [opposite_thing] = difference_thing,
        [opposite_time] = difference_time,         [opposite_tense] = difference_status,
        [opposite_gender] = difference_person};
    return (enum difference_type)types[kind];
}

/* One side of a change. */
struct changed_side {
    const struct words *words;
    const struct value *value; /* the first of which a word changed, or NULL */
    uint32_t begin, end;       /* words */
    uint32_t count;            /* of words other than marks */
    uint32_t content;          /* of those that are not function words */
    uint32_t units, names, negations;
    bool quantified; /* it says how many of all */
};

static struct changed_side read_side(const struct sentence *sentence, struct word_range range) {
    static const uint64_t no_names =
        vocabulary_function | vocabulary_month | vocabulary_number | vocabulary_tens;
    const struct words *words = &sentence->words;
    const struct values *values = &sentence->values;
    struct changed_side side = {.words = words, .begin = range.begin, .end = range.end};
    assert(range.begin <= range.end && range.end <= words->count);
    for (uint32_t at = range.begin; at < range.end; at++) {
        const struct word *word = &words->items[at];
        side.negations += negation_in(words, at, range.end);
        side.quantified |= quantifier_level(words, at) != quantifier_absent;
        side.units += (word->roles & vocabulary_unit) != 0;
        if (word->kind == word_mark)
            continue;
        side.count++;
        side.content += !(word->roles & vocabulary_function);
        side.names += word->capital && at > 0 && !(word->roles & no_names);
    }
    size_t first = values_first_after(values, range.begin);
    if (first < values->count && values->items[first].begin < range.end)
        side.value = &values->items[first];
    return side;
}

static struct antonym_sides antonyms_at(const struct words *words, uint32_t at) {
    struct letter_slice word = words_letters(words, at);
    return antonyms_find(words->table->vocabulary->antonyms, word.values, word.count);
}

/* What the words of a that exclude words of b are about; difference_none if there are none. */
static enum difference_type type_of_opposites(const struct changed_side *a,
                                              const struct changed_side *b) {
    if (a->end - a->begin > opposites_words_max || b->end - b->begin > opposites_words_max)
        return difference_none;
    for (uint32_t i = a->begin; i < a->end; i++) {
        const struct vocabulary_word *x = words_meaning(a->words, i);
        for (uint32_t k = b->begin; x->opposition && k < b->end; k++) {
            const struct vocabulary_word *y = words_meaning(b->words, k);
            if (x->opposition == y->opposition && x->side != y->side)
                return difference_type_of_opposite((enum opposite_kind)x->opposite_kind);
        }
    }
    bool antonyms =
        a->end - a->begin == 1 && b->end - b->begin == 1 &&
        antonym_sides_exclude(antonyms_at(a->words, a->begin), antonyms_at(b->words, b->begin));
    return antonyms ? difference_opposite : difference_none;
}

/* The plain letters of all words, in `room`; empty if more than likeness_letters_max. */
static struct letter_slice join_letters(const struct changed_side *side, uint32_t *room) {
    size_t count = 0;
    for (uint32_t at = side->begin; at < side->end; at++) {
        struct letter_slice letters = words_plain_letters(side->words, at);
        if (words_is_kind(side->words, at, word_mark))
            continue;
        if (letters.count > likeness_letters_max - count)
            return (struct letter_slice){room, 0};
        for (size_t i = 0; i < letters.count; i++)
            room[count++] = letters.values[i];
    }
    return (struct letter_slice){room, count};
}

enum difference_type difference_type_of(const struct sentence_pair *pair,
                                        const struct hunk *words) {
    struct changed_side a = read_side(&pair->sentences[0], hunk_range(words, 0));
    struct changed_side b = read_side(&pair->sentences[1], hunk_range(words, 1));
    if (a.units + b.units > 0 && a.count <= a.units && b.count <= b.units) {
        if (a.begin == a.end || b.begin == b.end)
            return difference_unit;
        const struct vocabulary_word *x = words_meaning(a.words, a.begin);
        const struct vocabulary_word *y = words_meaning(b.words, b.begin);
        bool same_unit = x->dimension && x->dimension == y->dimension && x->factor == y->factor;
        return same_unit ? difference_spelling : difference_unit;
    }
    if (a.count + b.count == 0)
        return difference_punctuation;
    if (a.value || b.value) {
        bool rewritten = a.value && b.value && value_same(a.value, b.value) &&
                         a.value->dimension == b.value->dimension &&
                         a.value->factor == b.value->factor;
        return rewritten ? difference_spelling
                         : difference_type_of_value(a.value ? a.value : b.value);
    }
    if (a.quantified && b.quantified)
        return difference_quantity;
    if (a.negations != b.negations)
        return difference_negation;
    enum difference_type opposites = type_of_opposites(&a, &b);
    if (opposites != difference_none)
        return opposites;
    if (a.content > 0 && b.content > 0) {
        uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
        struct letter_slice x = join_letters(&a, room_a), y = join_letters(&b, room_b);
        if (x.count > 0 && y.count > 0 &&
            (likeness_spelling(x, y, false) || spelling_variants(a.words->table->vocabulary, x, y)))
            return difference_spelling;
    }
    if (a.names + b.names > 0 || (words_are_names_without_case(a.words, a.begin, a.end) &&
                                  words_are_names_without_case(b.words, b.begin, b.end)))
        return difference_name;
    return a.content + b.content == 0 ? difference_function : difference_other;
}
