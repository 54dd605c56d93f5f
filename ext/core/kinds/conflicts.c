/* conflicts.c - see conflicts.h. */
#include "conflicts.h"

#include "likeness.h"

enum {
    clause_words = 4,     /* of content, from which on what is added is a statement of its own */
    near_words = 2,       /* between a deletion and an insertion that go together */
    opposites_most = 16,  /* words of a hunk that exclude others */
    latin_letters = 0x250 /* code points below are of Latin script */
};

/* Words by their places in the sentence. */
struct word_list {
    uint32_t at[conflicts_words_max];
    size_t count;
    bool full; /* there were more */
};

/* What one side of a hunk has. */
struct side {
    struct word_range range;
    struct word_list content;   /* words that say something and stand nowhere among b's changes */
    struct word_list opposites; /* words that exclude others, and are not in the other sentence */
    uint32_t words, negations;
};

struct changed_value {
    const struct value *value;
    size_t hunk; /* the first that it touches */
    bool done;   /* the other sentence has it too, or it was compared */
};

struct finder {
    struct conflicts *conflicts;
    const struct allocator *allocator;
    const struct symbols *symbols;
    struct words *words[2];
    const struct values *all_values[2];
    const struct alignment *alignment;
    const uint16_t *presence;
    struct changed_value values[2][conflicts_words_max];
    size_t value_counts[2];
    size_t hunk;
    uint32_t types;                /* of this hunk */
    uint32_t starts[2];            /* the first words of the sentences */
    struct side sides[2], last[2]; /* of this hunk, and of the one before */
    bool has_last, retold, failed;
};

static struct word_range range_of(const struct hunk *hunk, int side) {
    if (side == 0)
        return (struct word_range){hunk->a_begin, hunk->a_end};
    return (struct word_range){hunk->b_begin, hunk->b_end};
}

static const struct word *word_at(const struct finder *finder, int side, uint32_t at) {
    return &finder->words[side]->items[at];
}

static uint32_t symbol_at(const struct finder *finder, int side, uint32_t at) {
    return finder->words[side]->symbols[at];
}

static bool is_found(const struct finder *finder, int side, uint32_t at, int bits) {
    uint32_t plain = finder->symbols->items[symbol_at(finder, side, at)].plain;
    return finder->presence[plain] & bits;
}

static struct letters letters_of(const struct finder *finder, uint32_t symbol) {
    const struct symbol *found = &finder->symbols->items[symbol];
    return (struct letters){finder->symbols->letters + found->begin, found->length};
}

static struct letters plain_letters(const struct finder *finder, int side, uint32_t at) {
    uint32_t symbol = symbol_at(finder, side, at);
    return letters_of(finder, finder->symbols->items[symbol].plain);
}

static bool has_words(const struct finder *finder, int side, struct word_range range) {
    for (uint32_t at = range.begin; at < range.end; at++)
        if (word_at(finder, side, at)->kind != word_mark)
            return true;
    return false;
}

static void note_type(struct finder *finder, int type) {
    finder->types |= UINT32_C(1) << type;
}

static void add_conflict(struct finder *finder, struct conflict conflict) {
    struct conflicts *conflicts = finder->conflicts;
    struct conflict *items =
        allocator_grow(finder->allocator, conflicts->items, &conflicts->capacity,
                       conflicts->count + 1, sizeof *items);
    note_type(finder, conflict.type);
    if (!items) {
        finder->failed = true;
        return;
    }
    conflicts->items = items;
    items[conflicts->count++] = conflict;
}

/* ---- Values ---- */

/* Lists the values that a hunk touches. */
static void list_values(struct finder *finder, int side) {
    const struct values *values = finder->all_values[side];
    size_t hunk = 0, count = 0;
    for (size_t i = 0; i < values->count && count < conflicts_words_max; i++) {
        const struct value *value = &values->items[i];
        while (hunk < finder->alignment->count &&
               range_of(&finder->alignment->hunks[hunk], side).end <= value->begin)
            hunk++;
        if (hunk < finder->alignment->count &&
            range_of(&finder->alignment->hunks[hunk], side).begin < value->end)
            finder->values[side][count++] = (struct changed_value){value, hunk, false};
    }
    finder->value_counts[side] = count;
}

/* Whether the other side's part of a hunk has something that a value would contradict. */
static bool is_exchanged(const struct finder *finder, const struct changed_value *value,
                         int other) {
    for (size_t i = 0; i < finder->value_counts[other]; i++) {
        const struct changed_value *against = &finder->values[other][i];
        if (!against->done && against->hunk == value->hunk &&
            value_comparable(against->value, value->value))
            return true;
    }
    return false;
}

/* Equal values are done: in one hunk, or moved, but not where one is exchanged for another. */
static void cancel_values(struct finder *finder) {
    for (size_t i = 0; i < finder->value_counts[0]; i++) {
        struct changed_value *x = &finder->values[0][i];
        for (size_t k = 0; k < finder->value_counts[1] && !x->done; k++) {
            struct changed_value *y = &finder->values[1][k];
            if (y->done || !value_same(x->value, y->value))
                continue;
            if (x->hunk == y->hunk || (!is_exchanged(finder, x, 1) && !is_exchanged(finder, y, 0)))
                x->done = y->done = true;
        }
    }
}

/* The values of this hunk that are not done; the first of them, and how many there may be. */
static struct changed_value *values_of_hunk(struct finder *finder, int side, size_t *count) {
    struct changed_value *values = finder->values[side];
    size_t first = 0, end;
    while (first < finder->value_counts[side] && values[first].hunk < finder->hunk)
        first++;
    for (end = first; end < finder->value_counts[side] && values[end].hunk == finder->hunk;)
        end++;
    *count = end - first;
    return values + first;
}

/* Whether a value of the other side agrees with this one. */
static bool is_compatible(const struct changed_value *value, const struct changed_value *others,
                          size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!others[i].done && value_compatible(value->value, others[i].value))
            return true;
    return false;
}

/* Marks those that agree with none of the other side; whether there are any. */
static bool mark_open(const struct changed_value *values, size_t count,
                      const struct changed_value *others, size_t other_count, bool *open) {
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        open[i] = !values[i].done && !is_compatible(&values[i], others, other_count);
        found |= open[i];
    }
    return found;
}

static struct word_range range_of_value(const struct value *value) {
    return (struct word_range){value->begin, value->end};
}

/* Values that agree with none are paired in order, where they are of one sort. */
static void compare_values(struct finder *finder) {
    size_t a_count, b_count;
    const struct changed_value *a = values_of_hunk(finder, 0, &a_count);
    const struct changed_value *b = values_of_hunk(finder, 1, &b_count);
    bool a_open[conflicts_words_max], b_open[conflicts_words_max];
    bool more_a = mark_open(a, a_count, b, b_count, a_open);
    bool more_b = mark_open(b, b_count, a, a_count, b_open);
    if (a_count + b_count > 0 && !(more_a && more_b))
        note_type(finder, conflicts_value);
    for (size_t i = 0; i < a_count; i++) {
        for (size_t k = 0; a_open[i] && k < b_count; k++) {
            if (!b_open[k] || !value_comparable(a[i].value, b[k].value))
                continue;
            a_open[i] = b_open[k] = false;
            add_conflict(finder,
                         (struct conflict){
                             .type = (uint8_t)difference_type_of_value(a[i].value),
                             .sides = {range_of_value(a[i].value), range_of_value(b[k].value)}});
        }
    }
}

/* Whether a word is part of a value of this hunk that is not done. */
static bool is_in_value(struct finder *finder, int side, uint32_t at) {
    size_t count;
    const struct changed_value *values = values_of_hunk(finder, side, &count);
    for (size_t i = 0; i < count; i++)
        if (!values[i].done && values[i].value->begin <= at && at < values[i].value->end)
            return true;
    return false;
}

/* The ordinal that is all that one side has of this hunk, but for a hyphen; or NULL. */
static const struct value *lone_ordinal(struct finder *finder, int side, struct word_range range) {
    size_t count;
    const struct changed_value *values = values_of_hunk(finder, side, &count);
    bool alone = count == 1 && values->value->type == value_ordinal &&
                 values->value->begin == range.begin &&
                 !has_words(finder, side, (struct word_range){values->value->end, range.end});
    return alone ? values->value : NULL;
}

/*
 * An ordinal that only one of the two puts before their superlative: "the [second] longest river".
 */
static void compare_ranks(struct finder *finder) {
    const struct hunk *hunk = &finder->alignment->hunks[finder->hunk];
    for (int side = 0; side < 2; side++) {
        struct word_range range = range_of(hunk, side), none = range_of(hunk, 1 - side);
        const struct words *words = finder->words[side];
        const struct value *ordinal = lone_ordinal(finder, side, range);
        if (!ordinal || none.begin < none.end || range.end == words->count ||
            !(words->items[range.end].roles & vocabulary_superlative))
            continue;
        struct conflict conflict = {.type = difference_number};
        conflict.sides[side] = range_of_value(ordinal);
        conflict.sides[1 - side] = none;
        add_conflict(finder, conflict);
    }
}

/* ---- Words ---- */

static void add_word(struct word_list *list, size_t most, uint32_t at) {
    if (list->count < most)
        list->at[list->count++] = at;
    else
        list->full = true;
}

static void look_at_word(struct finder *finder, int side, uint32_t at) {
    enum { no_content = vocabulary_function | vocabulary_negation | vocabulary_month };
    struct side *found = &finder->sides[side];
    const struct word *word = word_at(finder, side, at);
    found->negations += words_deny(finder->words[side], finder->symbols, at);
    if (word->kind == word_mark || is_in_value(finder, side, at))
        return;
    found->words++;
    if (word->roles & vocabulary_opposite &&
        !is_found(finder, side, at, presence_text << (1 - side)))
        add_word(&found->opposites, opposites_most, at);
    if (word->kind == word_letters && !(word->roles & no_content) &&
        !is_found(finder, side, at, presence_changed << (1 - side)))
        add_word(&found->content, conflicts_words_max, at);
}

static void look_at_side(struct finder *finder, int side, struct word_range range) {
    struct side *found = &finder->sides[side];
    found->range = range;
    found->content.count = found->opposites.count = 0;
    found->content.full = found->opposites.full = false;
    found->words = found->negations = 0;
    for (uint32_t at = range.begin; at < range.end; at++)
        look_at_word(finder, side, at);
}

static void remove_word(struct word_list *list, size_t i) {
    list->count--;
    for (; i < list->count; i++)
        list->at[i] = list->at[i + 1];
}

/* Takes all words of a symbol out of the content. */
static void remove_symbol(struct finder *finder, int side, uint32_t symbol) {
    struct word_list *list = &finder->sides[side].content;
    for (size_t i = list->count; i-- > 0;)
        if (symbol_at(finder, side, list->at[i]) == symbol)
            remove_word(list, i);
}

/* ---- Words that exclude each other ---- */

static bool exclude(const struct finder *finder, uint32_t a, uint32_t b) {
    const struct vocabulary_word *x = symbol_meaning(finder->symbols, symbol_at(finder, 0, a));
    const struct vocabulary_word *y = symbol_meaning(finder->symbols, symbol_at(finder, 1, b));
    return x->opposition == y->opposition && x->side != y->side;
}

struct used_words {
    uint32_t symbols[2 * opposites_most];
    size_t count;
};

static bool is_used(const struct used_words *used, uint32_t symbol) {
    for (size_t i = 0; i < used->count; i++)
        if (used->symbols[i] == symbol)
            return true;
    return false;
}

/*
 * Compares words that exclude others, each with each; a word counts once. Those of tense count
 * where nothing else is said.
 */
static void compare_opposites(struct finder *finder, const struct word_list *a,
                              const struct word_list *b, bool with_tense, struct used_words *used) {
    used->count = 0;
    for (size_t i = 0; i < a->count; i++) {
        for (size_t k = 0; k < b->count; k++) {
            uint32_t x = symbol_at(finder, 0, a->at[i]), y = symbol_at(finder, 1, b->at[k]);
            uint8_t kind = symbol_meaning(finder->symbols, x)->opposite_kind;
            if (!exclude(finder, a->at[i], b->at[k]) || (kind == opposite_tense && !with_tense) ||
                is_used(used, x) || is_used(used, y))
                continue;
            add_conflict(finder,
                         (struct conflict){
                             .type = (uint8_t)difference_type_of_opposite((enum opposite_kind)kind),
                             .tense = kind == opposite_tense,
                             .sides = {{a->at[i], a->at[i] + 1}, {b->at[k], b->at[k] + 1}}});
            used->symbols[used->count++] = x;
            used->symbols[used->count++] = y;
        }
    }
}

/* What is deleted here and inserted near by goes together. */
static void compare_with_last(struct finder *finder) {
    const struct side *a = &finder->sides[0], *b = &finder->sides[1];
    const struct side *last_a = &finder->last[0], *last_b = &finder->last[1];
    struct used_words used;
    if (!finder->has_last || a->range.begin - last_a->range.end > near_words ||
        b->range.begin - last_b->range.end > near_words)
        return;
    if (a->words == 0 && last_b->opposites.count == 0)
        compare_opposites(finder, &last_a->opposites, &b->opposites, false, &used);
    if (b->words == 0 && last_a->opposites.count == 0)
        compare_opposites(finder, &a->opposites, &last_b->opposites, false, &used);
}

static void look_at_opposites(struct finder *finder) {
    struct side *a = &finder->sides[0], *b = &finder->sides[1];
    struct used_words used;
    bool nothing_else = a->content.count == 0 && b->content.count == 0;
    compare_opposites(finder, &a->opposites, &b->opposites, nothing_else, &used);
    compare_with_last(finder);
    for (size_t i = 0; i < used.count; i++)
        for (int side = 0; side < 2; side++)
            remove_symbol(finder, side, used.symbols[i]);
    for (int side = 0; side < 2; side++) {
        finder->last[side].range = finder->sides[side].range;
        finder->last[side].opposites = finder->sides[side].opposites;
    }
    finder->has_last = true;
}

/* ---- Spelling, short forms, names ---- */

static bool is_capital(const struct finder *finder, int side, uint32_t at) {
    return word_at(finder, side, at)->capital;
}

static bool all_capital(const struct finder *finder, int side) {
    const struct word_list *list = &finder->sides[side].content;
    for (size_t i = 0; i < list->count; i++)
        if (!is_capital(finder, side, list->at[i]))
            return false;
    return true;
}

/* The plain letters of all words of content, one after the other; none where they are too many. */
static struct letters join(const struct finder *finder, int side, uint32_t *room) {
    const struct word_list *list = &finder->sides[side].content;
    struct letters all = {room, 0};
    for (size_t i = 0; i < list->count; i++) {
        struct letters word = plain_letters(finder, side, list->at[i]);
        if (word.count > likeness_letters_max - all.count)
            return (struct letters){room, 0};
        for (size_t k = 0; k < word.count; k++)
            room[all.count++] = word.values[k];
    }
    return all;
}

/* "declared" and "declares": the story is told in another tense, which is no conflict. */
static void note_tense(struct finder *finder, struct letters a, struct letters b) {
    uint32_t x = a.values[a.count - 1], y = b.values[b.count - 1];
    finder->retold |= (x == 'd' && y == 's') || (x == 's' && y == 'd');
}

/* Whether all words of content together are one thing in two spellings. */
static bool are_spelt_alike(struct finder *finder) {
    uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
    struct letters a = join(finder, 0, room_a), b = join(finder, 1, room_b);
    if (a.count == 0 || b.count == 0 ||
        !likeness_spelling(a, b, all_capital(finder, 0) && all_capital(finder, 1)))
        return false;
    note_tense(finder, a, b);
    return true;
}

static bool are_alike(const struct finder *finder, uint32_t x, uint32_t y) {
    struct letters a = plain_letters(finder, 0, x), b = plain_letters(finder, 1, y);
    bool names = is_capital(finder, 0, x) && is_capital(finder, 1, y);
    return a.count > 0 && b.count > 0 &&
           (likeness_spelling(a, b, names) || likeness_short_form(a, b));
}

/* Takes out the pairs of words that are alike; whether names were among them. */
static bool take_out_alike(struct finder *finder) {
    struct word_list *a = &finder->sides[0].content, *b = &finder->sides[1].content;
    bool names = false;
    for (size_t i = 0; i < a->count;) {
        size_t k = 0;
        while (k < b->count && !are_alike(finder, a->at[i], b->at[k]))
            k++;
        if (k == b->count) {
            i++;
            continue;
        }
        uint32_t x = a->at[i], y = b->at[k];
        note_tense(finder, letters_of(finder, symbol_at(finder, 0, x)),
                   letters_of(finder, symbol_at(finder, 1, y)));
        names |= is_capital(finder, 0, x) && is_capital(finder, 1, y);
        remove_word(a, i);
        remove_word(b, k);
    }
    return names;
}

static bool ends_in_ly(const struct finder *finder, int side, uint32_t at) {
    struct letters word = letters_of(finder, symbol_at(finder, side, at));
    return word.count >= 2 && word.values[word.count - 2] == 'l' &&
           word.values[word.count - 1] == 'y';
}

/* Whether the sentences begin with one word for one word, which may then be a name. */
static bool subject_is_exchanged(const struct finder *finder) {
    const struct side *a = &finder->sides[0], *b = &finder->sides[1];
    if (a->range.begin != finder->starts[0] || b->range.begin != finder->starts[1] ||
        a->words != 1 || b->words != 1 || a->content.count != 1 || b->content.count != 1 ||
        a->range.end >= finder->words[0]->count)
        return false;
    const struct word *next = word_at(finder, 0, a->range.end);
    return finder->words[0]->text.values[next->begin] != ',' &&
           !ends_in_ly(finder, 0, a->content.at[0]) && !ends_in_ly(finder, 1, b->content.at[0]);
}

static void list_names(const struct finder *finder, int side, bool subject,
                       struct word_list *names) {
    const struct word_list *content = &finder->sides[side].content;
    names->count = 0;
    for (size_t i = 0; i < content->count; i++)
        if (is_capital(finder, side, content->at[i]) &&
            (content->at[i] > finder->starts[side] || subject))
            names->at[names->count++] = content->at[i];
}

/* Whether a word in capitals is made of the initials of the words, or begins or ends with them. */
static bool is_acronym(const struct finder *finder, int side, uint32_t at,
                       const struct word_list *words) {
    struct letters word = letters_of(finder, symbol_at(finder, side, at));
    size_t count = words->count;
    if (!word_at(finder, side, at)->shouted || word.count < 2 || count > word.count ||
        (word.count < 3 && count != word.count))
        return false;
    bool begins = true, ends = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t initial = letters_of(finder, symbol_at(finder, 1 - side, words->at[i])).values[0];
        begins = begins && word.values[i] == initial;
        ends = ends && word.values[word.count - count + i] == initial;
    }
    return begins || ends;
}

static bool has_acronym(const struct finder *finder, int side, const struct word_list *names,
                        const struct word_list *others) {
    for (size_t i = 0; i < names->count; i++)
        if (is_acronym(finder, side, names->at[i], others))
            return true;
    return false;
}

static bool is_latin(const struct finder *finder, int side, uint32_t at) {
    struct letters word = plain_letters(finder, side, at);
    return word.count > 0 && word.values[0] < latin_letters;
}

/* Whether one of the names is not in the other sentence. */
static bool has_new(const struct finder *finder, int side, const struct word_list *names) {
    for (size_t i = 0; i < names->count; i++)
        if (!is_found(finder, side, names->at[i], presence_text << (1 - side)))
            return true;
    return false;
}

static void note_names(struct finder *finder, int side, const struct word_list *names) {
    for (size_t i = 0; i < names->count; i++)
        finder->words[side]->items[names->at[i]].named = true;
}

static void compare_names(struct finder *finder, const struct word_list *a,
                          const struct word_list *b, bool some_alike) {
    bool a_new = has_new(finder, 0, a), b_new = has_new(finder, 1, b);
    bool one_for_one = a->count == 1 && b->count == 1 && finder->sides[0].content.count == 1 &&
                       finder->sides[1].content.count == 1;
    if (some_alike || has_acronym(finder, 0, a, b) || has_acronym(finder, 1, b, a) ||
        is_latin(finder, 0, a->at[0]) != is_latin(finder, 1, b->at[0])) {
        note_type(finder, conflicts_short_form);
    } else if ((a_new && b_new) || ((a_new || b_new) && one_for_one)) {
        note_names(finder, 0, a);
        note_names(finder, 1, b);
        add_conflict(finder,
                     (struct conflict){.type = difference_name,
                                       .names = true,
                                       .sides = {finder->sides[0].range, finder->sides[1].range}});
    } else {
        finder->conflicts->added++;
        note_type(finder, conflicts_name_added);
    }
}

static void compare_words(struct finder *finder) {
    struct word_list *a = &finder->sides[0].content, *b = &finder->sides[1].content;
    bool at_start = finder->sides[0].range.begin == finder->starts[0] &&
                    finder->sides[1].range.begin == finder->starts[1];
    bool some_alike = false;
    if (a->count > 0 && b->count > 0 && are_spelt_alike(finder)) {
        a->count = b->count = 0;
        note_type(finder, difference_spelling);
    }
    if (a->count > 0 && b->count > 0)
        some_alike = take_out_alike(finder);
    bool subject = subject_is_exchanged(finder);
    struct word_list a_names, b_names;
    list_names(finder, 0, subject, &a_names);
    list_names(finder, 1, subject, &b_names);
    bool both = a->count > 0 && b->count > 0, one = a->count > 0 || b->count > 0;
    if (a_names.count > 0 && b_names.count > 0) {
        compare_names(finder, &a_names, &b_names, some_alike);
    } else if (one) {
        finder->conflicts->reworded += both;
        finder->conflicts->added += !both;
        note_type(finder, both ? conflicts_wording : conflicts_added);
    } else if (finder->types == 0) {
        note_type(finder, difference_function);
    }
    finder->conflicts->other_beginning |= at_start && both;
}

/* ---- Hunk by hunk ---- */

/* Whether one side says nothing here, and the other so much that it denies what it adds. */
static bool is_added_clause(const struct finder *finder) {
    const struct side *a = &finder->sides[0], *b = &finder->sides[1];
    return (a->words == 0 || b->words == 0) && a->content.count + b->content.count >= clause_words;
}

static void look_at_hunk(struct finder *finder) {
    const struct hunk *hunk = &finder->alignment->hunks[finder->hunk];
    struct word_range a = range_of(hunk, 0), b = range_of(hunk, 1);
    finder->types = 0;
    if (!has_words(finder, 0, a) && !has_words(finder, 1, b)) {
        note_type(finder, difference_punctuation);
        return;
    }
    compare_values(finder);
    compare_ranks(finder);
    look_at_side(finder, 0, a);
    look_at_side(finder, 1, b);
    if (finder->sides[0].negations != finder->sides[1].negations && !is_added_clause(finder))
        add_conflict(finder, (struct conflict){.type = difference_negation, .sides = {a, b}});
    look_at_opposites(finder);
    if (finder->sides[0].content.full || finder->sides[1].content.full) {
        finder->conflicts->reworded++;
        note_type(finder, conflicts_wording);
    } else {
        compare_words(finder);
    }
}

/* Where the tense of the telling changed, verbs in another tense contradict nothing. */
static void drop_tenses(struct conflicts *conflicts) {
    size_t kept = 0;
    for (size_t i = 0; i < conflicts->count; i++)
        if (!conflicts->items[i].tense)
            conflicts->items[kept++] = conflicts->items[i];
    conflicts->count = kept;
}

static uint32_t first_word(const struct words *words) {
    uint32_t at = 0;
    while (at < words->count && words->items[at].kind == word_mark)
        at++;
    return at < words->count ? at : 0;
}

bool conflicts_find(struct conflicts *conflicts, const struct allocator *allocator,
                    struct sentence_pair *pair, const uint16_t *presence) {
    struct finder finder = {.conflicts = conflicts,
                            .allocator = allocator,
                            .symbols = &pair->symbols,
                            .words = {&pair->a.words, &pair->b.words},
                            .all_values = {&pair->a.values, &pair->b.values},
                            .alignment = &pair->alignment,
                            .presence = presence,
                            .starts = {first_word(&pair->a.words), first_word(&pair->b.words)}};
    *conflicts = (struct conflicts){.items = conflicts->items, .capacity = conflicts->capacity};
    list_values(&finder, 0);
    list_values(&finder, 1);
    cancel_values(&finder);
    for (; finder.hunk < finder.alignment->count && !finder.failed; finder.hunk++) {
        look_at_hunk(&finder);
        conflicts->types |= finder.types;
    }
    if (finder.retold)
        drop_tenses(conflicts);
    return !finder.failed;
}

void conflicts_free(struct conflicts *conflicts, const struct allocator *allocator) {
    allocator->release(conflicts->items);
    *conflicts = (struct conflicts){0};
}
