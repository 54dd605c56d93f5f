/* conflicts.c - see conflicts.h. */
#include "conflicts.h"

#include "../../text/characters.h"
#include "../sentences/likeness.h"
#include "../sentences/negation.h"
#include "../sentences/quantifier.h"

#include <string.h> /* memcpy */

enum {
    clause_words = 32,    /* at most, from a negation to when it ends */
    beside_words = 4,     /* at most, between a name and what is said of it */
    latin_letters = 0x250 /* code points below are of Latin script */
};

/* ---- Values ---- */

/* The words of a value, with its bound and currency if the other one has others. */
static struct word_range range_of_value(const struct value *value, const struct value *other) {
    bool bounds = value->least != other->least || value->most != other->most ||
                  value->currency != other->currency;
    return (struct word_range){bounds ? value->bound : value->begin, value->end};
}

/* Marks the values that agree with none of the other side. Returns whether there are any. */
static bool mark_open(const struct hunk_side *side, const struct hunk_side *other, bool *open) {
    bool found = false;
    for (size_t i = 0; i < side->value_count; i++) {
        open[i] = !side->values[i].settled;
        for (size_t k = 0; open[i] && k < other->value_count; k++)
            open[i] = other->values[k].settled ||
                      !value_compatible(side->values[i].value, other->values[k].value);
        found |= open[i];
    }
    return found;
}

/* "was 1345", "with 1345 houses": four digits that count something are no year. */
static bool is_count(const struct words *words, const struct value *value) {
    size_t next = value->end;
    bool plural = words_is_kind(words, next, word_letters) && !words->items[next].capital &&
                  !(words->items[next].roles & vocabulary_function) &&
                  words_letters(words, next).values[words_letters(words, next).count - 1] == 's';
    bool after_verb =
        value->begin > 0 && words_has_role(words, value->begin - 1, vocabulary_finite);
    return value->type == value_number || (value->type == value_year && (plural || after_verb));
}

/* Adds a conflict with these words of a side, to which the other one has nothing. */
static void add_one_sided(struct conflict_search *search, enum difference_type type,
                          const struct hunk_side *side, const struct hunk_side *other,
                          uint32_t begin, uint32_t end) {
    struct conflict conflict = {.type = type};
    conflict.sides[side->side] = (struct word_range){begin, end};
    conflict.sides[other->side] = (struct word_range){other->range.begin, other->range.begin};
    conflict_search_add(search, conflict);
}

/* Point (2): this side is an ordinal, perhaps with a hyphen, and the other side is empty. */
static void compare_rank(struct conflict_search *search, const struct hunk_side *side,
                         const struct hunk_side *other) {
    if (other->range.begin < other->range.end || side->value_count != 1 ||
        !words_has_role(side->words, side->range.end, vocabulary_superlative))
        return;
    const struct value *ordinal = side->values->value;
    if (ordinal->type != value_ordinal || ordinal->begin != side->range.begin)
        return;
    for (uint32_t at = ordinal->end; at < side->range.end; at++)
        if (!words_is_kind(side->words, at, word_mark))
            return;
    add_one_sided(search, difference_number, side, other, ordinal->begin, ordinal->end);
}

/* ---- Quantifiers and negations ---- */

static struct quantifier quantifier_at(const struct words *words, uint32_t at) {
    int level = quantifier_level(words, at);
    uint32_t begin = level == quantifier_absent ? at : quantifier_begin(words, at);
    return (struct quantifier){{begin, at + 1}, level};
}

/* The first quantifier of a side. */
static struct quantifier first_quantifier(const struct hunk_side *side) {
    for (uint32_t at = side->range.begin; at < side->range.end; at++) {
        struct quantifier found = quantifier_at(side->words, at);
        if (found.level != quantifier_absent)
            return found;
    }
    return (struct quantifier){{side->range.begin, side->range.begin}, quantifier_absent};
}

/* "[nearly] all": words before a quantifier that both sentences have make another one of it. */
static void read_next_quantifiers(const struct hunk_side *const *sides, struct quantifier *found) {
    struct quantifier next[2];
    for (int side = 0; side < 2; side++) {
        next[side] = quantifier_at(sides[side]->words, sides[side]->range.end);
        if (found[side].level != quantifier_absent || next[side].level == quantifier_absent)
            return;
    }
    if (next[0].level != next[1].level)
        memcpy(found, next, sizeof next);
}

/* Quantifiers that were compared say nothing else. */
static void remove_quantifiers(struct hunk_side *side) {
    for (size_t i = side->content.count; i-- > 0;)
        if (words_has_role(side->words, side->content.at[i],
                           vocabulary_quantifier | vocabulary_hedge))
            word_list_remove(&side->content, i);
}

/*
 * Compares the quantifiers of a hunk, and one that was deleted in the last hunk with one that is
 * inserted in this one. Returns whether there are two: then a negation is one of them.
 */
static bool compare_quantifiers(struct conflict_search *search, struct hunk_side *a,
                                struct hunk_side *b) {
    struct hunk_side *sides[2] = {a, b};
    struct quantifier found[2] = {first_quantifier(a), first_quantifier(b)}, compared[2];
    read_next_quantifiers((const struct hunk_side *const *)sides, found);
    for (int side = 0; side < 2; side++) {
        bool follows =
            search->has_last &&
            sides[side]->range.begin - search->last_ranges[side].end <= conflict_search_near;
        bool absent = found[side].level == quantifier_absent;
        compared[side] = absent && follows ? search->last_quantifiers[side] : found[side];
    }
    memcpy(search->last_quantifiers, found, sizeof found);
    if (compared[0].level == quantifier_absent || compared[1].level == quantifier_absent ||
        (found[0].level == quantifier_absent && found[1].level == quantifier_absent))
        return false;
    if (quantifiers_exclude(compared[0].level, compared[1].level))
        conflict_search_add(search,
                            (struct conflict){.type = difference_quantity,
                                              .sides = {compared[0].range, compared[1].range}});
    else
        conflict_search_note(search, difference_function);
    remove_quantifiers(a);
    remove_quantifiers(b);
    for (int side = 0; side < 2; side++)
        search->last_quantifiers[side].level = quantifier_absent;
    return true;
}

/* Where a side says "no longer"; range.end if it does not. */
static uint32_t find_ended(const struct hunk_side *side) {
    uint32_t at = side->range.begin;
    while (at < side->range.end && !negation_of_status(side->words, at))
        at++;
    return at;
}

/* "no longer" on one side: what the other one says has ended. */
static void compare_ended(struct conflict_search *search, const struct hunk_side *side,
                          const struct hunk_side *other) {
    uint32_t at = find_ended(side);
    if (at < side->range.end && find_ended(other) == other->range.end && other->content.count == 0)
        add_one_sided(search, difference_status, side, other, at, at + 2);
}

/* Whether a word denies what its clause says before a place. */
static bool is_denied(const struct words *words, uint32_t at) {
    uint32_t first = at > clause_words ? at - clause_words : 0;
    while (at-- > first && !words_begin_clause(words, at))
        if (negation_at(words, at))
            return true;
    return false;
}

/* "until 1878" on one side, after a negation on both: what the other one denies came true. */
static void compare_begun(struct conflict_search *search, const struct hunk_side *side,
                          const struct hunk_side *other) {
    uint32_t at = side->range.begin;
    while (at < side->range.end && !words_has_role(side->words, at, vocabulary_ends_negation))
        at++;
    if (at == side->range.end || other->word_count > 0 || !is_denied(side->words, at) ||
        !is_denied(other->words, other->range.begin))
        return;
    uint32_t end = at + 1;
    while (end < side->range.end && !words_begin_clause(side->words, end))
        end++;
    add_one_sided(search, difference_status, side, other, at, end);
}

/*
 * Point (3). A side that denies may say one word of content, and the other one as well: "made of
 * brass" contradicts "contains no brass".
 */
static void compare_negations(struct conflict_search *search, const struct hunk_side *a,
                              const struct hunk_side *b) {
    compare_ended(search, a, b);
    compare_ended(search, b, a);
    compare_begun(search, a, b);
    compare_begun(search, b, a);
    uint32_t x = hunk_side_negations(a, b), y = hunk_side_negations(b, a);
    size_t denying = x > y ? a->content.count : b->content.count;
    size_t other = x > y ? b->content.count : a->content.count;
    if (x != y && (denying == 0 || (denying == 1 && other <= 1)))
        conflict_search_add(
            search, (struct conflict){.type = difference_negation, .sides = {a->range, b->range}});
}

/* ---- Spelling, short forms, names ---- */

static bool all_capital(const struct hunk_side *side) {
    for (size_t i = 0; i < side->content.count; i++)
        if (!side->words->items[side->content.at[i]].capital)
            return false;
    return true;
}

/* The plain letters of all words of content; empty if `room` is too small for them. */
static struct letter_slice join_content(const struct hunk_side *side, uint32_t *room) {
    size_t count = 0;
    for (size_t i = 0; i < side->content.count; i++) {
        struct letter_slice word = words_plain_letters(side->words, side->content.at[i]);
        if (word.count > likeness_letters_max - count)
            return (struct letter_slice){room, 0};
        for (size_t k = 0; k < word.count; k++)
            room[count++] = word.values[k];
    }
    return (struct letter_slice){room, count};
}

/* "declared" and "declares": the tense of the narration changed, which is not a conflict. */
static void note_tense(struct conflict_search *search, struct letter_slice a,
                       struct letter_slice b) {
    assert(a.count > 0 && b.count > 0);
    uint32_t x = a.values[a.count - 1], y = b.values[b.count - 1];
    search->retold |= (x == 'd' && y == 's') || (x == 's' && y == 'd');
}

/* Whether the content of both sides, taken together, is the same in two spellings. */
static bool are_spelt_alike(struct conflict_search *search, const struct hunk_side *a,
                            const struct hunk_side *b) {
    uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
    struct letter_slice x = join_content(a, room_a), y = join_content(b, room_b);
    if (a->content.count == 1 && b->content.count == 1)
        return false; /* left to words_alike(), which knows more about single words */
    if (x.count == 0 || y.count == 0 || !likeness_spelling(x, y, all_capital(a) && all_capital(b)))
        return false;
    note_tense(search, x, y);
    return true;
}

/* Removes the pairs of words that are alike. Returns whether there were names among them. */
static bool take_out_alike(struct conflict_search *search, struct hunk_side *a,
                           struct hunk_side *b) {
    struct word_list *left = &a->content, *right = &b->content;
    bool any_names = false;
    for (size_t i = 0; i < left->count;) {
        uint32_t x = left->at[i];
        size_t k = 0;
        while (k < right->count && !words_alike(a->words, x, b->words, right->at[k]))
            k++;
        if (k == right->count) {
            i++;
            continue;
        }
        uint32_t y = right->at[k];
        note_tense(search, words_letters(a->words, x), words_letters(b->words, y));
        any_names |= a->words->items[x].capital && b->words->items[y].capital;
        word_list_remove(left, i);
        word_list_remove(right, k);
    }
    return any_names;
}

/* Whether the first word of a sentence may be a name: not "Usually", "Using", "Located in". */
static bool may_be_name(const struct words *words, uint32_t at) {
    struct letter_slice word = words_letters(words, at);
    bool in_ing = word.count >= 5 && letter_slice_ends(word, "ing");
    bool participle = word.count >= 5 && letter_slice_ends(word, "ed") &&
                      words_has_role(words, at + 1, vocabulary_preposition);
    return !letter_slice_ends(word, "ly") && !in_ing && !participle &&
           !words_has_role(words, at, vocabulary_clause | vocabulary_subordinate);
}

/* Whether the sentences begin with one word each that may be a name: not "Usually" or "First,". */
static bool begin_with_names(const struct hunk_side *a, const struct hunk_side *b) {
    if (!a->at_start || !b->at_start || a->word_count != 1 || b->word_count != 1 ||
        a->content.count != 1 || b->content.count != 1 || a->range.end >= a->words->count)
        return false;
    const struct word *next = &a->words->items[a->range.end];
    return a->words->text.values[next->begin] != ',' && may_be_name(a->words, a->content.at[0]) &&
           may_be_name(b->words, b->content.at[0]);
}

/* The words of content with a capital, without ranks; the first of a sentence has one anyway. */
static void list_names(const struct hunk_side *side, bool with_first, struct word_list *names) {
    names->count = 0;
    for (size_t i = 0; i < side->content.count; i++) {
        uint32_t at = side->content.at[i];
        /* "Ehex" of "7Ehex": split from digits, it has a capital but no meaning of its own. */
        bool split =
            words_is_attached(side->words, at) && side->words->items[at - 1].kind == word_number;
        if (side->words->items[at].capital && (at != side->first_word || with_first) &&
            !word_is_rank(side->words, at) && !split)
            names->at[names->count++] = at;
    }
}

/* The letters of an acronym that a list of names is: ABC, A. B. C.; empty if it is not one. */
static struct letter_slice acronym_of(const struct words *words, const struct word_list *names,
                                      uint32_t *room) {
    if (names->count == 1 && words->items[names->at[0]].all_capitals)
        return words_letters(words, names->at[0]);
    for (size_t i = 0; i < names->count; i++) {
        if (words->items[names->at[i]].length > 1)
            return (struct letter_slice){room, 0};
        room[i] = *words_letters(words, names->at[i]).values;
    }
    return (struct letter_slice){room, names->count};
}

/*
 * Whether names are an acronym that the initials of the other names make up, begin or end. One of
 * three letters or more may also begin or end what the others spell out: WWF, World Wide Fund for
 * Nature.
 */
static bool has_acronym(const struct words *words, const struct word_list *names,
                        const struct words *spelt_words, const struct word_list *spelt_out) {
    uint32_t room[hunk_side_content_max];
    struct letter_slice acronym = acronym_of(words, names, room);
    size_t count = spelt_out->count;
    bool other_acronym = count == 1 && spelt_words->items[spelt_out->at[0]].all_capitals;
    if (acronym.count < 2 || other_acronym || (acronym.count < 3 && count != acronym.count))
        return false;
    bool begins = true, ends = true;
    size_t common = count < acronym.count ? count : acronym.count;
    for (size_t k = 0; k < common; k++) {
        uint32_t first = *words_letters(spelt_words, spelt_out->at[k]).values;
        uint32_t last = *words_letters(spelt_words, spelt_out->at[count - common + k]).values;
        begins = begins && acronym.values[k] == first;
        ends = ends && acronym.values[acronym.count - common + k] == last;
    }
    return begins || ends;
}

static bool is_latin(const struct words *words, uint32_t at) {
    struct letter_slice word = words_plain_letters(words, at);
    return word.count > 0 && word.values[0] < latin_letters;
}

/* Whether one of the names is not in the other sentence. */
static bool has_new(const struct conflict_search *search, const struct hunk_side *side,
                    const struct word_list *names) {
    for (size_t i = 0; i < names->count; i++)
        if (!presence_in(presence_at(search->presence, side->words, names->at[i]), presence_text,
                         1 - side->side))
            return true;
    return false;
}

/* Removes content that both sides spell in two ways; whether names are among it, others remain. */
static bool match_spellings(struct conflict_search *search, struct hunk_side *a,
                            struct hunk_side *b) {
    if (a->content.count == 0 || b->content.count == 0)
        return false;
    if (!are_spelt_alike(search, a, b))
        return take_out_alike(search, a, b);
    a->content.count = b->content.count = 0;
    conflict_search_note(search, difference_spelling);
    return false;
}

/* Whether both sides are one word that is the same but for its digits: 4[x100] m, 4[x200] m. */
static bool differ_in_digits(const struct hunk_side *a, const struct hunk_side *b) {
    if (a->content.count != 1 || b->content.count != 1)
        return false;
    struct letter_slice x = words_letters(a->words, a->content.at[0]);
    struct letter_slice y = words_letters(b->words, b->content.at[0]);
    size_t i = 0, k = 0;
    bool digits_x = false, digits_y = false;
    for (;; i++, k++) {
        for (; i < x.count && character_of(x.values[i]).class == character_digit; i++)
            digits_x = true;
        for (; k < y.count && character_of(y.values[k]).class == character_digit; k++)
            digits_y = true;
        if (i == x.count || k == y.count || x.values[i] != y.values[k])
            return i == x.count && k == y.count && digits_x && digits_y;
    }
}

static bool is_before_verb(const struct hunk_side *side) {
    enum { subject_most = 16 };
    size_t verb = words_find_role(side->words, subject_most + 1, vocabulary_finite);
    return side->range.end <= verb && verb <= subject_most;
}

/* Compares what remains of the content. */
static void compare_words(struct conflict_search *search, struct hunk_side *a, struct hunk_side *b,
                          bool some_alike, bool respelt) {
    bool with_first = begin_with_names(a, b);
    struct word_list a_names, b_names;
    list_names(a, with_first, &a_names);
    list_names(b, with_first, &b_names);
    if (words_are_names_without_case(a->words, a->range.begin, a->range.end) &&
        words_are_names_without_case(b->words, b->range.begin, b->range.end)) {
        a_names = a->content;
        b_names = b->content;
    }
    bool both = a->content.count > 0 && b->content.count > 0;
    bool one = a->content.count > 0 || b->content.count > 0;
    if (differ_in_digits(a, b)) {
        uint32_t x = a->content.at[0], y = b->content.at[0];
        conflict_search_add(search, (struct conflict){.type = difference_number,
                                                      .sides = {{x, x + 1}, {y, y + 1}}});
    } else if (a_names.count > 0 && b_names.count > 0) {
        bool x_new = has_new(search, a, &a_names), y_new = has_new(search, b, &b_names);
        bool one_for_one = a_names.count == 1 && b_names.count == 1 && a->content.count == 1 &&
                           b->content.count == 1;
        if (some_alike || has_acronym(a->words, &a_names, b->words, &b_names) ||
            has_acronym(b->words, &b_names, a->words, &a_names) ||
            is_latin(a->words, a_names.at[0]) != is_latin(b->words, b_names.at[0])) {
            conflict_search_note(search, conflicts_short_form);
        } else if ((x_new && y_new) || ((x_new || y_new) && one_for_one)) {
            for (size_t i = 0; i < a_names.count; i++)
                a->words->items[a_names.at[i]].in_name = true;
            for (size_t i = 0; i < b_names.count; i++)
                b->words->items[b_names.at[i]].in_name = true;
            conflict_search_add(search, (struct conflict){.type = difference_name,
                                                          .names = true,
                                                          .sides = {a->range, b->range}});
        } else {
            search->conflicts->added++;
            conflict_search_note(search, conflicts_name_added);
        }
    } else if (one) {
        search->conflicts->reworded += both;
        search->conflicts->subject_reworded |= both && is_before_verb(a) && is_before_verb(b);
        search->conflicts->added += !both;
        conflict_search_note(search, both ? conflicts_wording : conflicts_added);
    } else if (search->types == 0) {
        conflict_search_note(search, respelt                ? difference_spelling
                                     : a->moved || b->moved ? conflicts_moved
                                                            : difference_function);
    }
    search->conflicts->different_beginnings |= a->at_start && b->at_start && both;
}

/* ---- Hunk by hunk ---- */

static void compare_hunk(struct conflict_search *search, struct hunk_side *a, struct hunk_side *b) {
    /* Values that agree with none of the other side conflict in order, if they are of one sort. */
    bool a_open[changed_values_max], b_open[changed_values_max];
    bool any_a = mark_open(a, b, a_open), any_b = mark_open(b, a, b_open);
    if (a->value_count + b->value_count > 0 && !(any_a && any_b))
        conflict_search_note(search, conflicts_compatible_value);
    for (size_t i = 0; i < a->value_count; i++) {
        const struct value *x = a->values[i].value;
        for (size_t k = 0; a_open[i] && k < b->value_count; k++) {
            const struct value *y = b->values[k].value;
            if (!b_open[k] || !value_comparable(x, y))
                continue;
            a_open[i] = b_open[k] = false;
            bool count = is_count(a->words, x) || is_count(b->words, y);
            conflict_search_add(
                search,
                (struct conflict){.type = count ? difference_number : difference_type_of_value(x),
                                  .sides = {range_of_value(x, y), range_of_value(y, x)}});
        }
    }
    compare_rank(search, a, b);
    compare_rank(search, b, a);
    bool quantified = compare_quantifiers(search, a, b);
    opposite_conflicts_find(search, a, b);
    bool undone = opposite_conflicts_find_antonyms(search, a, b);
    if (a->content.full || b->content.full) {
        search->conflicts->reworded++;
        conflict_search_note(search, conflicts_wording);
        return;
    }
    size_t content_before = a->content.count;
    bool some_alike = match_spellings(search, a, b);
    if (!quantified && !undone)
        compare_negations(search, a, b);
    compare_words(search, a, b, some_alike, a->content.count < content_before);
}

/* Whether a conflict is a negation that only this sentence has. */
static bool denies_in(const struct conflict *conflict, const struct sentence_pair *pair, int side) {
    for (int i = 0; i < 2; i++) {
        uint32_t at = conflict->sides[i].begin;
        uint32_t end = conflict->sides[i].end;
        while (at < end && !negation_in(&pair->sentences[i].words, at, end))
            at++;
        if ((at < end) != (i == side))
            return false;
    }
    return conflict->type == difference_negation;
}

/* "No ships were lit", "ships were not lit": two neighbouring negations say the same. */
static void drop_moved_negations(struct conflicts *conflicts, const struct sentence_pair *pair) {
    struct conflict *items = conflicts->items;
    size_t kept = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *next = &items[i + 1];
        if (i + 1 < conflicts->count &&
            next->sides[0].begin - items[i].sides[0].end <= beside_words &&
            ((denies_in(&items[i], pair, 0) && denies_in(next, pair, 1)) ||
             (denies_in(&items[i], pair, 1) && denies_in(next, pair, 0))))
            i++;
        else
            items[kept++] = items[i];
    }
    conflicts->count = kept;
}

/*
 * If one sentence retells the other in another tense, a change of tense is no conflict; neither is
 * one of gender if anything else is, which tells two people apart. The first one stands for all.
 */
static void drop_explained(struct conflicts *conflicts, bool retold) {
    bool of_others = false; /* than gender */
    size_t kept = 0;
    for (size_t i = 0; i < conflicts->count; i++)
        of_others |= !conflicts->items[i].gender && !(retold && conflicts->items[i].tense);
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        if (conflict->gender ? !of_others && kept == 0 : !(retold && conflict->tense))
            conflicts->items[kept++] = *conflict;
    }
    conflicts->count = kept;
}

bool conflicts_find(struct conflicts *conflicts, const struct allocator *allocator,
                    struct sentence_pair *pair, const struct presence *presence) {
    struct conflict_search search = {
        .conflicts = conflicts, .allocator = allocator, .pair = pair, .presence = presence};
    struct changed_values values[2];
    struct hunk_side sides[2];
    bool notation = true;
    *conflicts = (struct conflicts){.items = conflicts->items, .capacity = conflicts->capacity};
    hunk_sides_begin(sides, values, pair);
    for (size_t i = 0; i < pair->alignment.count && !search.failed; i++) {
        search.types = 0;
        search.hunk = &pair->alignment.hunks[i];
        for (int side = 0; side < 2; side++)
            hunk_side_read(&sides[side], &pair->alignment.hunks[i], i, presence);
        notation = notation && notation_same(&sides[0], &sides[1]);
        bool worded = hunk_side_has_words(&sides[0]) || hunk_side_has_words(&sides[1]);
        conflicts->same |= worded;
        if (worded)
            compare_hunk(&search, &sides[0], &sides[1]);
        else
            conflict_search_note(&search, difference_punctuation);
        conflicts->types |= search.types;
        search.moved |= sides[0].moved || sides[1].moved;
    }
    if (search.moved && !search.failed)
        exchange_conflict_find(&search);
    conflicts->same &= notation;
    drop_explained(conflicts, search.retold);
    drop_moved_negations(conflicts, pair);
    return !search.failed;
}

/* ---- Conflicts and titles ---- */

/* Whether a side of a conflict has only words that only its own title has. */
static bool is_of_title(const struct conflict *conflict, const struct sentence_pair *pair,
                        const struct presence *presence, int side) {
    const struct words *words = &pair->sentences[side].words;
    struct word_range range = conflict->sides[side];
    for (size_t at = range.begin; at < range.end; at++)
        if (words->items[at].kind != word_mark && (!conflict->names || words->items[at].in_name) &&
            !presence_title_only(presence_at(presence, words, at), side))
            return false;
    return range.begin < range.end;
}

/* Whether a side names the other's title, or stands beside a change that does. */
static bool names_other_title(const struct conflict *conflict, const struct sentence_pair *pair,
                              const struct presence *presence, int side) {
    const struct words *words = &pair->sentences[side].words;
    struct word_range range = conflict->sides[side];
    uint32_t begin = range.begin > beside_words ? range.begin - beside_words : 0;
    for (uint32_t at = begin; at < words->count && at < range.end + beside_words; at++) {
        uint16_t places = presence_at(presence, words, at);
        bool inside = range.begin <= at && at < range.end;
        if (presence_names(places, 1 - side) &&
            (inside || presence_in(places, presence_changed, side)))
            return true;
    }
    return false;
}

/* Whether all that a side says is in the other sentence as well. */
static bool is_in_other(const struct conflict *conflict, const struct sentence_pair *pair,
                        const struct presence *presence, int side) {
    const struct words *words = &pair->sentences[side].words;
    struct word_range range = conflict->sides[side];
    for (uint32_t at = range.begin; at < range.end; at++)
        if (words->items[at].kind != word_mark &&
            !presence_in(presence_at(presence, words, at), presence_text, 1 - side))
            return false;
    return range.begin < range.end;
}

void conflicts_drop_mirrored(struct conflicts *conflicts, const struct sentence_pair *pair,
                             const struct presence *presence) {
    size_t kept = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        bool exchanged =
            is_in_other(conflict, pair, presence, 0) && is_in_other(conflict, pair, presence, 1);
        bool names = names_other_title(conflict, pair, presence, 0) &&
                     names_other_title(conflict, pair, presence, 1);
        if (!exchanged && !names && conflict->type != difference_place &&
            conflict->type != difference_person && conflict->type != difference_opposite)
            conflicts->items[kept++] = *conflict;
    }
    conflicts->count = kept;
}

void conflicts_drop_subjects(struct conflicts *conflicts, const struct sentence_pair *pair,
                             const struct presence *presence) {
    size_t kept = 0, verbs[2];
    for (int side = 0; side < 2; side++) {
        const struct words *words = &pair->sentences[side].words;
        verbs[side] = words_find_role(words, words->count, vocabulary_finite);
    }
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        bool of_title[2], stands_first[2];
        for (int side = 0; side < 2; side++) {
            const struct words *words = &pair->sentences[side].words;
            struct word_range range = conflict->sides[side];
            bool main_word = false; /* "Burwin" of "Burwin, Lublin County" */
            for (size_t at = range.begin; at < range.end; at++)
                main_word |= presence_in(presence_at(presence, words, at),
                                         presence_main | presence_variant, side);
            of_title[side] = is_of_title(conflict, pair, presence, side);
            stands_first[side] = !conflict->names || (range.begin < verbs[side] && main_word);
        }
        bool subject =
            conflict->type != difference_negation &&
            ((of_title[0] && (of_title[1] || stands_first[0])) || (of_title[1] && stands_first[1]));
        if (subject && !conflicts->subject_dropped)
            conflicts->subject = *conflict;
        conflicts->subject_dropped |= subject;
        if (!subject)
            conflicts->items[kept++] = *conflict;
    }
    conflicts->count = kept;
}

void conflicts_free(struct conflicts *conflicts, const struct allocator *allocator) {
    allocator->release(conflicts->items);
    *conflicts = (struct conflicts){0};
}
