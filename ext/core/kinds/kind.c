/* kind.c - see kind.h. */
#include "kind.h"

#include "../text/characters.h"
#include "likeness.h"

#include <math.h>   /* exp */
#include <string.h> /* memcmp, memset */

/*
 * How much each feature says that two sentences are about one topic. Learnt from labelled clusters;
 * tests/bench/train_kinds learns them again, within 0.1. `parallel` and what counts at two dates
 * are set by meaning.
 */
static const double weights[feature_count] = {
    [feature_same_title] = 1.47,   [feature_related_titles] = 2.18, [feature_title_pattern] = -2.04,
    [feature_own_titles] = -1.83,  [feature_other_named] = 1.12,    [feature_generic] = -1.24,
    [feature_same_subject] = 1.38, [feature_parallel] = -3.0,       [feature_values] = -3.39,
    [feature_names] = -2.38,       [feature_opposites] = -1.80,     [feature_length] = 1.29,
    [feature_several] = -1.80,     [feature_two_dates] = 3.04,      [feature_changes] = -0.25,
};

/* The topic without any feature. */
static const double bias = -0.04;

/* A conflict is drift from this topic on, less by what its type is worth. */
static const double drift_topic = -1.5;

/* How sure a conflict of each type is one. */
static double strength_of(enum difference_type type) {
    switch (type) {
    case difference_number:
    case difference_date:
    case difference_time:
        return 0;
    case difference_negation:
        return -0.1;
    case difference_status:
        return -0.5;
    default:
        return -0.3;
    }
}

/* ---- What is looked at ---- */

struct judge {
    struct kind_work *work;
    const struct words *words[2];
    const struct title *titles[2];
    const struct symbols *symbols;
    uint16_t *presence;
    bool same_title;
    enum title_relation relation;
};

static uint32_t plain_of(const struct judge *judge, const struct words *words, size_t at) {
    return judge->symbols->items[words->symbols[at]].plain;
}

static uint16_t presence_of(const struct judge *judge, const struct words *words, size_t at) {
    return judge->presence[plain_of(judge, words, at)];
}

static void note(struct judge *judge, const struct words *words, size_t at, int bit) {
    uint16_t *noted = &judge->presence[plain_of(judge, words, at)];
    *noted = (uint16_t)(*noted | bit);
}

static void note_words(struct judge *judge, int side, size_t begin, size_t end, int bits) {
    const struct words *words = judge->words[side];
    for (size_t at = begin; at < end; at++)
        if (words->items[at].kind != word_mark)
            note(judge, words, at, bits << side);
}

/* Notes where the words of the sentences and titles are found. */
static void note_all(struct judge *judge) {
    const struct alignment *alignment = &judge->work->pair.alignment;
    for (int side = 0; side < 2; side++) {
        note_words(judge, side, 0, judge->words[side]->count, presence_text);
        title_note(judge->titles[side], judge->symbols, judge->presence, side);
    }
    for (size_t i = 0; i < alignment->count; i++) {
        const struct hunk *hunk = &alignment->hunks[i];
        note_words(judge, 0, hunk->a_begin, hunk->a_end, presence_changed);
        note_words(judge, 1, hunk->b_begin, hunk->b_end, presence_changed);
    }
}

/* Whether a word differs on its own side alone. */
static bool is_own_change(uint16_t presence, int side) {
    return presence & presence_changed << side && !(presence & presence_changed << (1 - side));
}

/* Whether a word is in its own title alone; acronyms of titles are. */
static bool is_own_title(uint16_t presence, int side) {
    return (presence & presence_title << side && !(presence & presence_title << (1 - side))) ||
           presence & presence_initials << side;
}

static bool is_own_main(uint16_t presence, int side) {
    return presence & presence_main << side && !(presence & presence_title << (1 - side));
}

/* ---- Titles in the sentences ---- */

enum { spelt_words_most = 256, spelt_letters_least = 5 }; /* which are compared letter by letter */

static struct letters letters_of(const struct judge *judge, uint32_t symbol) {
    const struct symbol *found = &judge->symbols->items[symbol];
    return (struct letters){judge->symbols->letters + found->begin, found->length};
}

/* Whether a word of what differs on this side alone is spelt as `word`. */
static bool is_spelt_among_changes(const struct judge *judge, int side, struct letters word) {
    const struct alignment *alignment = &judge->work->pair.alignment;
    const struct words *words = judge->words[side];
    size_t compared = 0;
    for (size_t i = 0; i < alignment->count; i++) {
        const struct hunk *hunk = &alignment->hunks[i];
        size_t at = side == 0 ? hunk->a_begin : hunk->b_begin;
        size_t end = side == 0 ? hunk->a_end : hunk->b_end;
        for (; at < end && compared < spelt_words_most; at++, compared++) {
            struct letters other = letters_of(judge, plain_of(judge, words, at));
            if (other.count >= spelt_letters_least &&
                is_own_change(presence_of(judge, words, at), side) &&
                likeness_spelling(word, other, false))
                return true;
        }
    }
    return false;
}

/* Whether a word that only its own title has is among what differs. */
static bool names_own_title(const struct judge *judge, int side) {
    const struct title *title = judge->titles[side];
    for (size_t i = 0; i < title->words.count; i++) {
        uint16_t presence = presence_of(judge, &title->words, i);
        if (is_own_title(presence, side) && is_own_change(presence, side))
            return true;
    }
    for (size_t i = 0; i < title->words.count && i < spelt_words_most; i++) {
        struct letters word = letters_of(judge, plain_of(judge, &title->words, i));
        if (is_own_title(presence_of(judge, &title->words, i), side) &&
            word.count >= spelt_letters_least && is_spelt_among_changes(judge, side, word))
            return true;
    }
    return false;
}

enum { initials_most = 64 };

static size_t initials_of(const struct judge *judge, int side, uint32_t *initials) {
    const struct title *title = judge->titles[side];
    size_t count = 0;
    for (size_t i = 0; i < title->main_count && count < initials_most; i++)
        if (title_has_content(title, i))
            initials[count++] = *letters_of(judge, plain_of(judge, &title->words, i)).values;
    return count;
}

static bool is_part(struct letters part, const uint32_t *whole, size_t count) {
    for (size_t i = 0; i + part.count <= count; i++)
        if (memcmp(part.values, whole + i, part.count * sizeof *whole) == 0)
            return true;
    return false;
}

/* Notes the words in capitals, among what differs, that are initials of the own title. */
static bool note_initials(struct judge *judge, int side) {
    const struct words *words = judge->words[side];
    uint32_t initials[initials_most];
    size_t count = initials_of(judge, side, initials);
    bool found = false;
    for (size_t at = 0; at < words->count; at++) {
        const struct word *word = &words->items[at];
        if (word->kind != word_letters || !word->shouted || word->length < 2 ||
            !is_own_change(presence_of(judge, words, at), side) ||
            !is_part(letters_of(judge, words->symbols[at]), initials, count))
            continue;
        note(judge, words, at, presence_initials << side);
        found = true;
    }
    return found;
}

static void forget_initials(struct judge *judge) {
    for (int side = 0; side < 2; side++)
        for (size_t at = 0; at < judge->words[side]->count; at++) {
            uint16_t *noted = &judge->presence[plain_of(judge, judge->words[side], at)];
            *noted = (uint16_t)(*noted & ~(presence_initials << side));
        }
}

/* Whether each sentence, where they differ, names its own title. */
static bool name_own_titles(struct judge *judge) {
    bool a = note_initials(judge, 0), b = note_initials(judge, 1);
    if (a && b)
        return true;
    if (a || b)
        forget_initials(judge);
    return names_own_title(judge, 0) && names_own_title(judge, 1);
}

/* Whether a sentence, where it differs, has a word of the other's main title. */
static bool has_other_title(const struct judge *judge, int side) {
    const struct title *title = judge->titles[1 - side];
    for (size_t i = 0; i < title->main_count; i++) {
        uint16_t presence = presence_of(judge, &title->words, i);
        if (is_own_main(presence, 1 - side) && is_own_change(presence, side) &&
            !(presence & presence_text << (1 - side)))
            return true;
    }
    return false;
}

/* Whether at least half of the words that only this main title has are in the other sentence. */
static bool is_named_by_other(const struct judge *judge, int side) {
    const struct title *title = judge->titles[side];
    size_t own = 0, named = 0;
    for (size_t i = 0; i < title->main_count; i++) {
        uint16_t presence = presence_of(judge, &title->words, i);
        own += is_own_main(presence, side);
        named += is_own_main(presence, side) && presence & presence_text << (1 - side);
    }
    return own > 0 && 2 * named >= own;
}

/* ---- The sentences themselves ---- */

static bool plays(const struct words *words, size_t at, uint32_t roles) {
    return at < words->count && words->items[at].roles & roles;
}

/* 1 where a pronoun stands for the subject, 0.5 where a common noun with an article does. */
static double generic_subject(const struct words *words) {
    enum { head_words = 12, head_most = 8 };
    bool subordinate = false;
    for (size_t at = 0, count = 0; at < words->count && at < head_words && count < head_most;
         at++) {
        if (words->items[at].kind != word_letters)
            continue;
        if (plays(words, at, vocabulary_subject) && !subordinate)
            return 1;
        subordinate = plays(words, at, vocabulary_subordinate);
        count++;
    }
    return plays(words, 0, vocabulary_determiner) && words->count > 1 && !words->items[1].capital
               ? 0.5
               : 0;
}

/* Whether a verb follows a name that the other sentence has, too. */
static bool shares_named_subject(const struct judge *judge) {
    const struct words *words = judge->words[0];
    for (size_t at = 1; at < words->count; at++)
        if (plays(words, at, vocabulary_finite) && words->items[at - 1].capital &&
            !plays(words, at - 1, vocabulary_function | vocabulary_month) &&
            presence_of(judge, words, at - 1) & presence_text << 1 &&
            !(at >= 2 && plays(words, at - 2, vocabulary_determiner)))
            return true;
    return false;
}

static size_t count_words(const struct words *words) {
    size_t count = 0;
    for (size_t at = 0; at < words->count; at++)
        count += words->items[at].kind != word_mark;
    return count;
}

/* Whether a word of the title that both have is among what differs. */
static bool title_word_changed(const struct judge *judge) {
    const struct title *title = judge->titles[0];
    for (size_t i = 0; i < title->words.count; i++) {
        uint16_t presence = presence_of(judge, &title->words, i);
        if (presence & presence_title && presence & (presence_changed | presence_changed << 1))
            return true;
    }
    return false;
}

/* ---- Citations and fragments ---- */

static bool ends_in_ed(const struct judge *judge, uint32_t symbol) {
    struct letters word = letters_of(judge, symbol);
    return word.count > 4 && word.values[word.count - 2] == 'e' &&
           word.values[word.count - 1] == 'd';
}

static bool has_verb(const struct judge *judge, const struct words *words) {
    for (size_t at = 0; at < words->count; at++) {
        const struct word *word = &words->items[at];
        bool is_may = word->capital && word->roles & vocabulary_month;
        if ((word->roles & vocabulary_finite && !is_may) ||
            (!(word->roles & vocabulary_participle_of_citation) &&
             ends_in_ed(judge, words->symbols[at])))
            return true;
    }
    return false;
}

static bool is_number(const struct words *words, size_t at) {
    return at < words->count && words->items[at].kind == word_number;
}

/* Whether it begins as an item of a list, and ends in a year. */
static bool is_dated_item(const struct judge *judge, const struct words *words,
                          const struct values *values) {
    size_t last = words->count;
    while (last > 0 && words->items[last - 1].kind == word_mark)
        last--;
    uint32_t first = words->text.values[words->items[0].begin];
    if (last == 0 || values->count == 0 || (first != '*' && first != ',' && first != '"'))
        return false;
    struct letters word = letters_of(judge, words->symbols[last - 1]);
    const struct value *value = &values->items[values->count - 1];
    return word.count == 4 && value->end == last &&
           (value->type == value_year || value->type == value_date || value->type == value_span) &&
           words->items[last - 1].kind == word_number;
}

/* No verb, and a web address, a page, a publisher or a year at the end. */
static bool is_citation(const struct judge *judge, const struct words *words,
                        const struct values *values) {
    if (words->count == 0 || has_verb(judge, words))
        return false;
    for (size_t at = 0; at < words->count; at++) {
        bool page = plays(words, at, vocabulary_page) &&
                    (is_number(words, at + 1) || is_number(words, at + 2));
        bool publisher = plays(words, at, vocabulary_publisher) && words->items[at].capital;
        if (page || publisher || plays(words, at, vocabulary_citation))
            return true;
    }
    return is_dated_item(judge, words, values);
}

static bool is_fragment(const struct words *words) {
    size_t letters = 0;
    for (size_t at = 0; at < words->count; at++)
        letters += words->items[at].kind == word_letters;
    return letters < 3 || 3 * letters < words->count;
}

/* ---- Features and their sum ---- */

static bool is_value_type(enum difference_type type) {
    return type == difference_number || type == difference_date || type == difference_time;
}

static double at_most(size_t count, size_t most) {
    return (double)(count < most ? count : most);
}

static void count_conflicts(const struct conflicts *conflicts, double *features) {
    size_t values = 0, names = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        enum difference_type type = (enum difference_type)conflicts->items[i].type;
        values += is_value_type(type);
        names += type == difference_name;
    }
    features[feature_values] = at_most(values, 2);
    features[feature_names] = at_most(names, 2);
    features[feature_opposites] = at_most(conflicts->count - values - names, 2);
}

static bool counts_in(const struct conflict *conflict, const struct words *words, size_t at) {
    const struct word *word = &words->items[at];
    return word->kind != word_mark && (!conflict->names || word->named);
}

/* Whether one side of a conflict has a word of a title, or nothing but words of it. */
static bool is_of_title(const struct judge *judge, const struct conflict *conflict, int side,
                        int title, bool all) {
    const struct words *words = judge->words[side];
    for (size_t at = conflict->sides[side].begin; at < conflict->sides[side].end; at++)
        if (counts_in(conflict, words, at) &&
            is_own_title(presence_of(judge, words, at), title) != all)
            return !all;
    return all;
}

/* "With his brother A" against "With his brother B": each names the other, which is no conflict. */
static void drop_swapped(struct judge *judge) {
    struct conflicts *conflicts = &judge->work->conflicts;
    size_t kept = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        if (!is_of_title(judge, conflict, 0, 1, false) ||
            !is_of_title(judge, conflict, 1, 0, false))
            conflicts->items[kept++] = *conflict;
    }
    conflicts->count = kept;
}

/* Whether a side says the subject, in words that only its own title has. */
static bool says_subject(const struct judge *judge, const struct conflict *conflict, int side) {
    return conflict->sides[side].begin < conflict->sides[side].end &&
           is_of_title(judge, conflict, side, side, true);
}

/* The subject itself, exchanged, is no conflict. */
static void drop_subjects(struct judge *judge) {
    struct conflicts *conflicts = &judge->work->conflicts;
    size_t kept = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        if (!says_subject(judge, conflict, 0) && !says_subject(judge, conflict, 1))
            conflicts->items[kept++] = *conflict;
    }
    conflicts->count = kept;
}

/* Whether sentences of one article are about different things: a list of seasons, of places. */
static bool are_parallel(const struct judge *judge) {
    const struct conflicts *conflicts = &judge->work->conflicts;
    bool one_value = conflicts->count == 1 && conflicts->reworded == 0 &&
                     is_value_type((enum difference_type)conflicts->items[0].type);
    return judge->same_title && ((conflicts->count > 0 && !one_value) ||
                                 (conflicts->other_beginning && !title_word_changed(judge)));
}

/* A common noun says little where the titles say that the topic is one. */
static double generic_feature(const struct judge *judge) {
    double generic = fmax(generic_subject(judge->words[0]), generic_subject(judge->words[1]));
    return generic < 1 && judge->relation == title_related ? 0 : generic;
}

static double length_feature(const struct judge *judge) {
    size_t a = count_words(judge->words[0]), b = count_words(judge->words[1]);
    return fmin(2, fmax(0, ((double)(a < b ? a : b) - 10) / 15));
}

/* What two titles say. May drop conflicts, those of names that are swapped. */
static void compare_titles(struct judge *judge, double *features) {
    features[feature_related_titles] = judge->relation == title_related;
    features[feature_title_pattern] = judge->relation == title_sibling;
    features[feature_own_titles] = name_own_titles(judge);
    features[feature_other_named] = is_named_by_other(judge, 0) + is_named_by_other(judge, 1);
    features[feature_same_subject] = shares_named_subject(judge);
    if (has_other_title(judge, 0) && has_other_title(judge, 1)) {
        features[feature_own_titles] = 0;
        drop_swapped(judge);
    }
}

static void find_features(struct judge *judge, bool several, double *features) {
    features[feature_same_title] = judge->same_title;
    if (!judge->same_title)
        compare_titles(judge, features);
    count_conflicts(&judge->work->conflicts, features);
    features[feature_generic] = generic_feature(judge);
    features[feature_parallel] = are_parallel(judge);
    features[feature_length] = length_feature(judge);
    features[feature_several] = several;
}

static void find_features_at_two_dates(const struct conflicts *conflicts, double *features) {
    features[feature_two_dates] = 1;
    features[feature_changes] = at_most((size_t)conflicts->reworded + conflicts->added, 4);
}

static double topic_of(const double *features) {
    double topic = bias;
    for (size_t i = 0; i < feature_count; i++)
        topic += weights[i] * features[i];
    return topic;
}

/* ---- Decision ---- */

static enum kind_reason reason_for_one(const double *features) {
    if (features[feature_two_dates] > 0)
        return reason_two_dates;
    if (features[feature_same_title] > 0)
        return reason_same_article;
    if (features[feature_related_titles] > 0)
        return reason_related_titles;
    if (features[feature_other_named] > 0)
        return reason_other_named;
    return features[feature_same_subject] > 0 ? reason_same_subject : reason_same_wording;
}

static enum kind_reason reason_for_two(const double *features) {
    if (features[feature_own_titles] > 0)
        return reason_own_titles;
    if (features[feature_title_pattern] > 0)
        return reason_title_pattern;
    return features[feature_generic] > 0 ? reason_own_articles : reason_different_articles;
}

static const struct conflict *strongest_of(const struct conflicts *conflicts) {
    const struct conflict *best = NULL;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        if (!best || strength_of((enum difference_type)conflict->type) >
                         strength_of((enum difference_type)best->type))
            best = conflict;
    }
    return best;
}

/* By what conflicts, if anything does. */
static void decide(struct judge *judge, struct kind_result *result) {
    struct conflicts *conflicts = &judge->work->conflicts;
    struct conflict first = {0};
    bool any = conflicts->count > 0;
    if (any)
        first = conflicts->items[0];
    if (!judge->same_title)
        drop_subjects(judge);
    const struct conflict *strongest = strongest_of(conflicts);
    result->types = conflicts->types;
    if (strongest) {
        double sum =
            result->topic - drift_topic + strength_of((enum difference_type)strongest->type);
        result->score = 1 / (1 + exp(-sum));
        result->kind = result->score >= 0.5 ? kind_drift : kind_template;
        result->reason = result->kind == kind_drift ? reason_for_one(result->features)
                                                    : reason_different_subjects;
    } else {
        result->kind = result->topic < 0 ? kind_template : kind_copyedit;
        result->reason = result->kind == kind_template ? reason_for_two(result->features)
                                                       : reason_for_one(result->features);
    }
    result->conflict = strongest || (any && result->kind == kind_template);
    result->strongest = strongest ? *strongest : first;
}

/* ---- Sections ---- */

bool kind_is_of_references(struct kind_text section) {
    static const char *const headings[] = {"references",   "external links", "further reading",
                                           "bibliography", "notes",          "sources",
                                           "footnotes"};
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        size_t at = 0, length = strlen(headings[i]);
        while (at < length && at < section.length &&
               character_of((unsigned char)section.bytes[at]).folded ==
                   (unsigned char)headings[i][at])
            at++;
        if (at == length && at == section.length)
            return true;
    }
    return false;
}

/* ---- One pair ---- */

static bool same_bytes(struct kind_text a, struct kind_text b) {
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* Whether two texts are equal but for white space. */
static bool same_text(const struct code_points *a, const struct code_points *b) {
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->count && character_of(a->values[i]).class == character_space)
            i++;
        while (k < b->count && character_of(b->values[k]).class == character_space)
            k++;
        if (i == a->count || k == b->count)
            return i == a->count && k == b->count;
        if (a->values[i] != b->values[k])
            return false;
    }
}

static bool goes_first(struct kind_text a, struct kind_text b) {
    int order = memcmp(a.bytes, b.bytes, a.length < b.length ? a.length : b.length);
    return order < 0 || (order == 0 && a.length <= b.length);
}

/* Reads the titles and notes where all words are found. */
static bool prepare(struct judge *judge, const struct allocator *allocator,
                    const struct kind_sentence *const *sentences) {
    struct kind_work *work = judge->work;
    for (int side = 0; side < 2; side++)
        if (!title_read(&work->titles[side], &work->pair.symbols, allocator,
                        sentences[side]->title.bytes, sentences[side]->title.length))
            return false;
    uint16_t *presence = allocator_grow(allocator, work->presence, &work->presence_capacity,
                                        work->pair.symbols.count, sizeof *presence);
    if (!presence)
        return false;
    work->presence = judge->presence = presence;
    memset(presence, 0, work->pair.symbols.count * sizeof *presence);
    note_all(judge);
    judge->relation = judge->same_title ? title_related
                                        : title_relation(judge->titles[0], judge->titles[1],
                                                         judge->symbols, presence);
    return true;
}

/* Whether what they are needs no topic: citations, and what are no sentences. */
static bool is_no_sentence(struct judge *judge, const struct kind_sentence *const *sentences,
                           struct kind_result *result) {
    const struct sentence *a = &judge->work->pair.a, *b = &judge->work->pair.b;
    if ((sentences[0]->in_references || is_citation(judge, &a->words, &a->values)) &&
        (sentences[1]->in_references || is_citation(judge, &b->words, &b->values))) {
        result->kind = kind_reference;
        result->reason = reason_citation;
        return true;
    }
    result->kind = kind_other;
    result->reason = reason_fragment;
    return is_fragment(&a->words) && is_fragment(&b->words);
}

static bool judge_pair(struct judge *judge, const struct allocator *allocator,
                       const struct kind_sentence *const *sentences,
                       const struct kind_circumstances *circumstances, struct kind_result *result) {
    struct kind_work *work = judge->work;
    if (same_text(&work->pair.a.words.text, &work->pair.b.words.text) ||
        is_no_sentence(judge, sentences, result)) {
        if (result->kind != kind_other && result->kind != kind_reference)
            result->reason = reason_same_text;
        return true;
    }
    if (!prepare(judge, allocator, sentences) ||
        !conflicts_find(&work->conflicts, allocator, &work->pair, judge->presence))
        return false;
    if (judge->same_title && circumstances->two_dates)
        find_features_at_two_dates(&work->conflicts, result->features);
    else
        find_features(judge, circumstances->several, result->features);
    result->topic_asked = true;
    result->topic = topic_of(result->features);
    decide(judge, result);
    return true;
}

bool kind_find(struct kind_work *work, const struct allocator *allocator,
               const struct kind_sentence *a, const struct kind_sentence *b,
               const struct kind_circumstances *circumstances, struct kind_result *result) {
    *result = (struct kind_result){.kind = kind_identical, .reason = reason_same_text};
    if (same_bytes(a->text, b->text))
        return true;
    result->turned = !goes_first(a->text, b->text);
    const struct kind_sentence *sentences[2] = {result->turned ? b : a, result->turned ? a : b};
    if (!sentence_pair_read(&work->pair, allocator, sentences[0]->text.bytes,
                            sentences[0]->text.length, sentences[1]->text.bytes,
                            sentences[1]->text.length))
        return false;
    struct judge judge = {.work = work,
                          .words = {&work->pair.a.words, &work->pair.b.words},
                          .titles = {&work->titles[0], &work->titles[1]},
                          .symbols = &work->pair.symbols,
                          .same_title = same_bytes(a->title, b->title)};
    return judge_pair(&judge, allocator, sentences, circumstances, result);
}

void kind_work_free(struct kind_work *work, const struct allocator *allocator) {
    sentence_pair_free(&work->pair, allocator);
    title_free(&work->titles[0], allocator);
    title_free(&work->titles[1], allocator);
    conflicts_free(&work->conflicts, allocator);
    allocator->release(work->presence);
    *work = (struct kind_work){0};
}
