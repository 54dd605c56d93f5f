/* hunk_side.c - see hunk_side.h. */
#include "hunk_side.h"

#include "../sentences/negation.h"

/* Whether one of these values stands for another one, in the same hunk, and is not settled. */
static bool meets(const struct changed_value *value, const struct changed_values *others,
                  bool (*like)(const struct value *, const struct value *)) {
    for (size_t i = 0; i < others->count; i++) {
        const struct changed_value *other = &others->items[i];
        if (!other->settled && other->hunk == value->hunk && like(other->value, value->value))
            return true;
    }
    return false;
}

/* Whether a value, or its bound, has words on both sides of a place. */
static bool has_value_across(const struct values *values, uint32_t at) {
    size_t i = values_first_after(values, at);
    return i < values->count && values->items[i].bound < at;
}

/* Lists the values of a sentence that a change touches. */
static void find_touched(struct changed_values *values, const struct sentence_pair *pair,
                         int side) {
    assert(side == 0 || side == 1);
    const struct alignment *alignment = &pair->alignment;
    const struct values *all = &pair->sentences[side].values;
    const struct values *others = &pair->sentences[1 - side].values;
    values->count = 0;
    for (size_t i = 0, hunk = 0; i < all->count && values->count < changed_values_max; i++) {
        const struct value *value = &all->items[i];
        for (; hunk < alignment->count; hunk++) {
            uint32_t end = hunk_range(&alignment->hunks[hunk], side).end;
            uint32_t other = hunk_range(&alignment->hunks[hunk], 1 - side).end;
            if (end > value->bound || (end == value->bound && has_value_across(others, other)))
                break;
        }
        if (hunk == alignment->count)
            return;
        uint32_t begin = hunk_range(&alignment->hunks[hunk], side).begin;
        uint32_t other = hunk_range(&alignment->hunks[hunk], 1 - side).begin;
        if (begin < value->end || (begin == value->end && has_value_across(others, other)))
            values->items[values->count++] = (struct changed_value){value, hunk, false};
    }
}

/* Settles values that both sentences state, unless one was exchanged for another. */
static void settle_shared(struct changed_values *a, struct changed_values *b) {
    for (size_t i = 0; i < a->count; i++) {
        struct changed_value *x = &a->items[i];
        for (size_t k = 0; k < b->count && !x->settled; k++) {
            struct changed_value *y = &b->items[k];
            if (!y->settled && x->value->converted == y->value->converted &&
                value_same(x->value, y->value) &&
                (x->hunk == y->hunk ||
                 (!meets(x, b, value_comparable) && !meets(y, a, value_comparable))))
                x->settled = y->settled = true;
        }
    }
}

/* Each step asks what the steps before have settled, so their order counts. */
static void find_changed_values(struct changed_values *values, const struct sentence_pair *pair) {
    for (int side = 0; side < 2; side++)
        find_touched(&values[side], pair, side);
    settle_shared(&values[0], &values[1]);
    /* Settles conversions of values that have changed, or were settled: these say it all. */
    for (int side = 0; side < 2; side++)
        for (size_t i = 1; i < values[side].count; i++) {
            struct changed_value *item = &values[side].items[i], *before = item - 1;
            item->settled |=
                item->value->converted && before->value + 1 == item->value &&
                (before->settled || !meets(before, &values[1 - side], value_compatible));
        }
    /* Settles conversions that are exact, unless they were exchanged for others. */
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < values[side].count; i++) {
            struct changed_value *item = &values[side].items[i];
            item->settled |= item->value->converted && value_same(item->value, item->value - 1) &&
                             !meets(item, &values[1 - side], value_comparable);
        }
}

void hunk_sides_begin(struct hunk_side sides[2], struct changed_values values[2],
                      struct sentence_pair *pair) {
    find_changed_values(values, pair);
    for (int side = 0; side < 2; side++) {
        struct words *words = &pair->sentences[side].words;
        uint32_t first = 0;
        while (words_is_kind(words, first, word_mark))
            first++;
        sides[side] = (struct hunk_side){.side = side,
                                         .words = words,
                                         .first_word = first < words->count ? first : 0,
                                         .first_value = values[side].items,
                                         .values = values[side].items,
                                         .values_left = values[side].count};
    }
}

bool hunk_side_has_words(const struct hunk_side *found) {
    for (uint32_t at = found->range.begin; at < found->range.end; at++)
        if (found->words->items[at].kind != word_mark)
            return true;
    for (size_t i = 0; i < found->value_count; i++)
        if (!found->values[i].settled)
            return true;
    return false;
}

static void add_word(struct word_list *list, size_t most, uint32_t at) {
    assert(most <= hunk_side_content_max);
    assert(list->count == 0 || list->at[list->count - 1] < at);
    if (list->count < most)
        list->at[list->count++] = at;
    else
        list->full = true;
}

/* Whether a word is part of a value that is not settled, or of any bound: "at least" five. */
static bool is_in_value(const struct hunk_side *side, uint32_t at, bool bound) {
    for (size_t i = 0; i < side->value_count; i++) {
        const struct value *value = side->values[i].value;
        if (bound ? value->bound <= at && at < value->begin
                  : !side->values[i].settled && value->begin <= at && at < value->end)
            return true;
    }
    return false;
}

/* Where clauses may begin in a hunk: after its marks if both sides have words. */
static uint32_t first_clause(const struct hunk_side *side, const struct hunk_side *other) {
    uint32_t at = side->range.begin;
    while (side->word_count > 0 && other->word_count > 0 &&
           words_is_kind(side->words, at, word_mark))
        at++;
    return at;
}

uint32_t hunk_side_negations(const struct hunk_side *side, const struct hunk_side *other) {
    uint32_t shared = 0, negations = 0;
    for (uint32_t at = first_clause(other, side); at < other->range.end; at++)
        shared += words_begin_clause(other->words, at);
    for (uint32_t at = first_clause(side, other); at < side->range.end; at++) {
        if (words_begin_clause(side->words, at) && shared-- == 0)
            break;
        negations += negation_in(side->words, at, side->range.end);
    }
    return negations;
}

void hunk_side_read(struct hunk_side *found, const struct hunk *hunk, size_t number,
                    const struct presence *presence) {
    static const uint64_t no_content = vocabulary_function | vocabulary_negation | vocabulary_month;
    const struct words *words = found->words;
    int other = 1 - found->side;
    found->range = hunk_range(hunk, found->side);
    found->at_start = found->range.begin == found->first_word;
    found->values += found->value_count;
    found->value_count = 0;
    while (found->values_left > 0 && found->values[found->value_count].hunk == number) {
        found->value_count++;
        found->values_left--;
    }
    assert(found->values_left == 0 || found->values[found->value_count].hunk > number);
    found->content.count = found->opposites.count = 0;
    found->content.full = found->opposites.full = false;
    found->word_count = 0;
    found->moved = false;
    for (uint32_t at = found->range.begin; at < found->range.end; at++) {
        const struct word *word = &words->items[at];
        if (word->kind == word_mark || is_in_value(found, at, false))
            continue;
        found->word_count++;
        uint16_t places = presence_at(presence, words, at);
        if (word->roles & vocabulary_opposite && !presence_in(places, presence_changed, other) &&
            !is_in_value(found, at, true))
            add_word(&found->opposites, hunk_side_opposites_max, at);
        /* "U." and "S." of "U.S.", although "a" and "s" are function words. */
        bool initial = word->capital && word->length == 1 && words_is_letter(words, at + 1, '.');
        if (word->kind != word_letters || (word->roles & no_content && !initial))
            continue;
        if (presence_in(places, presence_changed, other))
            found->moved = true;
        else
            add_word(&found->content, hunk_side_content_max, at);
    }
}

void word_list_remove(struct word_list *list, size_t i) {
    assert(i < list->count);
    list->count--;
    for (; i < list->count; i++)
        list->at[i] = list->at[i + 1];
}
