/* difference_type.c - see difference_type.h. */
#include "difference_type.h"

#include "likeness.h"

enum { opposites_words_max = 64 }; /* which are compared each with each */

/* One side of a change. */
struct side {
    const struct sentence_pair *pair;
    const struct sentence *sentence;
    uint32_t begin, end; /* words */
};

/* What is said of a side, all its words taken together. */
struct summary {
    uint32_t words;   /* all but marks */
    uint32_t content; /* those of them that are no function words */
    uint32_t units, capitals, negations;
};

static const struct word *word_of(const struct side *side, uint32_t at) {
    return &side->sentence->words.items[at];
}

static const struct vocabulary_word *meaning_of(const struct side *side, uint32_t at) {
    return symbol_meaning(&side->pair->symbols, side->sentence->words.symbols[at]);
}

/* The first word of a sentence has a capital anyway. */
static bool is_name(const struct side *side, uint32_t at) {
    enum {
        no_names = vocabulary_function | vocabulary_month | vocabulary_number | vocabulary_tens
    };
    const struct word *word = word_of(side, at);
    return word->capital && at > 0 && !(word->roles & no_names);
}

static struct summary summary_of(const struct side *side) {
    struct summary summary = {0};
    for (uint32_t at = side->begin; at < side->end; at++) {
        const struct word *word = word_of(side, at);
        summary.negations += words_deny(&side->sentence->words, &side->pair->symbols, at);
        summary.units += (word->roles & vocabulary_unit) != 0;
        if (word->kind == word_mark)
            continue;
        summary.words++;
        summary.content += !(word->roles & vocabulary_function);
        summary.capitals += is_name(side, at);
    }
    return summary;
}

/* The first value that has a word of the side, or NULL. */
static const struct value *first_value(const struct side *side) {
    const struct values *values = &side->sentence->values;
    size_t first = values_behind(values, side->begin);
    bool there = first < values->count && values->items[first].begin < side->end;
    return there ? &values->items[first] : NULL;
}

enum difference_type difference_type_of_value(const struct value *value) {
    static const uint8_t types[] = {
        [value_number] = difference_number, [value_ordinal] = difference_number,
        [value_other] = difference_number,  [value_year] = difference_date,
        [value_span] = difference_date,     [value_date] = difference_date,
        [value_time] = difference_time};
    return (enum difference_type)types[value->type];
}

/* Of two values: one that is only written in another way is a matter of spelling. */
static enum difference_type type_of_values(const struct side *a, const struct side *b) {
    const struct value *x = first_value(a), *y = first_value(b);
    if (x && y && value_same(x, y) && x->dimension == y->dimension && x->factor == y->factor)
        return difference_spelling;
    const struct value *value = x ? x : y;
    return value ? difference_type_of_value(value) : difference_none;
}

enum difference_type difference_type_of_opposite(enum opposite_kind kind) {
    static const uint8_t types[] = {
        [opposite_none] = difference_none,         [opposite_place] = difference_place,
        [opposite_quantity] = difference_quantity, [opposite_status] = difference_status,
        [opposite_person] = difference_person,     [opposite_thing] = difference_thing,
        [opposite_time] = difference_time,         [opposite_tense] = difference_status};
    return (enum difference_type)types[kind];
}

/* What the words of a tell that exclude words of b; difference_none also of very long changes. */
static enum difference_type type_of_opposites(const struct side *a, const struct side *b) {
    if (a->end - a->begin > opposites_words_max || b->end - b->begin > opposites_words_max)
        return difference_none;
    for (uint32_t i = a->begin; i < a->end; i++) {
        const struct vocabulary_word *x = meaning_of(a, i);
        for (uint32_t k = b->begin; x->opposition && k < b->end; k++) {
            const struct vocabulary_word *y = meaning_of(b, k);
            if (x->opposition == y->opposition && x->side != y->side)
                return difference_type_of_opposite((enum opposite_kind)x->opposite_kind);
        }
    }
    return difference_none;
}

/* Appends the plain letters of the words to `room`; false where they do not fit. */
static bool join_letters(const struct side *side, uint32_t *room, struct letters *letters) {
    *letters = (struct letters){room, 0};
    for (uint32_t at = side->begin; at < side->end; at++) {
        const struct symbols *symbols = &side->pair->symbols;
        const struct symbol *symbol = &symbols->items[side->sentence->words.symbols[at]];
        symbol = &symbols->items[symbol->plain];
        if (word_of(side, at)->kind == word_mark)
            continue;
        if (symbol->length > likeness_letters_max - letters->count)
            return false;
        for (uint32_t i = 0; i < symbol->length; i++)
            room[letters->count++] = symbols->letters[symbol->begin + i];
    }
    return letters->count > 0;
}

static bool spelt_alike(const struct side *a, const struct side *b) {
    uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
    struct letters x, y;
    return join_letters(a, room_a, &x) && join_letters(b, room_b, &y) &&
           likeness_spelling(x, y, false);
}

/* Whether both begin with the same unit: km and kilometres. */
static bool same_unit(const struct side *a, const struct side *b) {
    if (a->begin == a->end || b->begin == b->end)
        return false;
    const struct vocabulary_word *x = meaning_of(a, a->begin), *y = meaning_of(b, b->begin);
    return x->dimension && x->dimension == y->dimension && x->factor == y->factor;
}

enum difference_type difference_type_of(const struct sentence_pair *pair,
                                        const struct hunk *words) {
    struct side a = {pair, &pair->a, words->a_begin, words->a_end};
    struct side b = {pair, &pair->b, words->b_begin, words->b_end};
    struct summary x = summary_of(&a), y = summary_of(&b);
    if (x.units + y.units > 0 && x.words <= x.units && y.words <= y.units)
        return same_unit(&a, &b) ? difference_spelling : difference_unit;
    if (x.words + y.words == 0)
        return difference_punctuation;
    enum difference_type type = type_of_values(&a, &b);
    if (type == difference_none && x.negations != y.negations)
        type = difference_negation;
    if (type == difference_none)
        type = type_of_opposites(&a, &b);
    if (type == difference_none && x.content > 0 && y.content > 0 && spelt_alike(&a, &b))
        type = difference_spelling;
    if (type != difference_none)
        return type;
    if (x.capitals + y.capitals > 0)
        return difference_name;
    return x.content + y.content == 0 ? difference_function : difference_other;
}
