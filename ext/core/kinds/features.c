/* features.c - see features.h. */
#include "features.h"

#include <math.h>   /* NAN, fmax, fmin */
#include <string.h> /* memcmp, strlen */

#define FEATURE_NAME(name) #name,
const char *const feature_names[feature_count] = {FEATURES(FEATURE_NAME)};
#undef FEATURE_NAME

enum feature feature_relation_named(const char *name, size_t length) {
    for (int i = feature_relation_first; i <= feature_relation_last; i++)
        if (strlen(feature_names[i]) == length && memcmp(feature_names[i], name, length) == 0)
            return (enum feature)i;
    return feature_count;
}

enum feature feature_of_conflict(enum difference_type type) {
    static const uint8_t features[] = {
        [difference_number] = feature_number, [difference_date] = feature_date,
        [difference_time] = feature_time,     [difference_negation] = feature_negation,
        [difference_place] = feature_place,   [difference_quantity] = feature_quantity,
        [difference_status] = feature_status, [difference_opposite] = feature_opposite,
        [difference_order] = feature_order,   [difference_name] = feature_name,
        [difference_other] = feature_other};
    assert(type <= difference_other);
    return features[type] > 0 ? (enum feature)features[type] : feature_other;
}

static double at_most(size_t count, size_t most) {
    return (double)(count < most ? count : most);
}

static bool is_of_value(const struct conflict *conflict) {
    return conflict->type == difference_number || conflict->type == difference_date ||
           conflict->type == difference_time;
}

/* ---- Titles ---- */

/* In how many sentences a word of this sort occurs: one that only the title `own` or not has. */
static double count_naming(const struct titled_pair *pair, bool own, bool changed) {
    int count = 0;
    for (int side = 0; side < 2; side++) {
        const struct words *words = &pair->pair->sentences[side].words;
        bool found = false;
        for (size_t at = 0; at < words->count && !found; at++) {
            uint16_t places = presence_at(pair->presence, words, at);
            found = presence_title_only(places, own ? side : 1 - side) &&
                    (!changed || presence_changed_only(places, side));
        }
        count += found;
    }
    return count;
}

static void find_titles(double *features, const struct titled_pair *pair,
                        struct conflicts *conflicts) {
    enum title_relation relation =
        title_relation(&pair->titles[0], &pair->titles[1], pair->presence);
    features[feature_related_titles] = relation == title_related;
    features[feature_title_pattern] = relation == title_sibling;
    features[feature_own_titles] = title_mention_own(pair);
    features[feature_own_changed] = count_naming(pair, true, true);
    features[feature_other_named] =
        title_mention_by_other(pair, 0) + title_mention_by_other(pair, 1);
    features[feature_other_mentioned] = count_naming(pair, false, false);
    if (title_mention_swapped(pair)) {
        features[feature_mirrored] = 1;
        features[feature_own_titles] = 0;
        conflicts_drop_mirrored(conflicts, pair->pair, pair->presence);
    }
}

/* ---- Sentences ---- */

/*
 * 1 if a pronoun stands for the subject, 0.5 if "the" and a common noun do: such a sentence fits
 * any article. In "when he came ..." the pronoun is not the subject.
 */
static double generic_subject(const struct words *words) {
    enum { head_words = 12, head_most = 8 };
    bool subordinate = false;
    size_t count = 0;
    for (size_t at = 0; at < words->count && at < head_words && count < head_most; at++) {
        if (words->items[at].kind != word_letters)
            continue;
        if (words_has_role(words, at, vocabulary_subject) && !subordinate)
            return 1;
        subordinate = words_has_role(words, at, vocabulary_subordinate);
        count++;
    }
    bool common_noun = words_has_role(words, 0, vocabulary_determiner) && words->count > 1 &&
                       !words->items[1].capital;
    return common_noun ? 0.5 : 0;
}

/* Where the first verb of the first sentence is that follows a name which both have; 0: nowhere. */
static size_t verb_after_shared_name(const struct sentence_pair *pair,
                                     const struct presence *presence) {
    const struct words *words = &pair->sentences[0].words;
    for (size_t at = 1; at < words->count; at++)
        if (words_has_role(words, at, vocabulary_finite) && words->items[at - 1].capital &&
            !words_has_role(words, at - 1, vocabulary_function | vocabulary_month) &&
            presence_in(presence_at(presence, words, at - 1), presence_text, 1) &&
            !(at >= 2 && words_has_role(words, at - 2, vocabulary_determiner)))
            return at;
    return 0;
}

/* How many words both sentences begin with. */
static size_t common_beginning(const struct words *a, const struct words *b) {
    size_t at = 0;
    while (at < a->count && at < b->count && words_plain(a, at) == words_plain(b, at))
        at++;
    return at;
}

enum { subject_most = 16 };

/* The words before the first finite verb; 0 if there is none among the first `subject_most`. */
static size_t subject_length(const struct words *words) {
    size_t at = words_find_role(words, subject_most + 1, vocabulary_finite);
    return at <= subject_most ? at : 0;
}

/* How long the subject is that both sentences begin with; 0 if there is none. */
static size_t common_subject_length(const struct sentence_pair *pair, size_t beginning) {
    size_t length = subject_length(&pair->sentences[0].words);
    bool common = length == subject_length(&pair->sentences[1].words) && beginning >= length;
    return common ? length : 0;
}

/*
 * How much the two subjects have in common: 0 nothing for sure, 1 they are the same words, 2 with a
 * name among them, 3 with a name that is in neither title, so neither article is the subject.
 */
static double common_subject(const struct titled_pair *pair, size_t beginning) {
    const struct words *words = &pair->pair->sentences[0].words;
    size_t length = common_subject_length(pair->pair, beginning);
    bool named = false, third = false;
    if (length == 0)
        return 0;
    for (size_t at = 0; at < length; at++) {
        uint16_t places = presence_at(pair->presence, words, at);
        bool name = words->items[at].capital && !words_has_role(words, at, vocabulary_function);
        named |= name;
        third |= name && !presence_in(places, presence_title, 0) &&
                 !presence_in(places, presence_title, 1);
    }
    return named ? third ? 3 : 2 : 1;
}

/* How many words before `end` stand in this order in the second sentence, too; at most 16. */
static size_t common_words_before(const struct sentence_pair *pair, size_t end) {
    const struct words *a = &pair->sentences[0].words, *b = &pair->sentences[1].words;
    assert(end <= a->count);
    size_t most = 0;
    for (size_t at = 1; at <= b->count; at++) {
        size_t count = 0;
        while (count < subject_most && count < end && count < at &&
               a->items[end - 1 - count].kind == word_letters &&
               words_plain(a, end - 1 - count) == words_plain(b, at - 1 - count))
            count++;
        most = count > most ? count : most;
    }
    return most;
}

/* "The" begins a sentence, and "I" stands for a name. */
static bool begins_name(const struct words *words, size_t at) {
    return words->items[at].capital &&
           !words_has_role(words, at, vocabulary_function | vocabulary_subject);
}

/* The words of a subject before "(also known as ...)", a comma and the like; 0 without a name. */
static size_t named_length(const struct words *words, size_t length) {
    bool named = false;
    size_t at = 0;
    for (; at < length; at++) {
        /* Some marks may stand inside of a name: Saint-Denis, O'Neill, W&CR, St. Paul. */
        if (words->items[at].kind == word_mark && !words_is_one_of(words, at, U"-'&."))
            break;
        /* "The war resulted in ...": may be the verb, which the vocabulary does not know. */
        struct letter_slice letters = words_letters(words, at);
        if (letters.count > 4 && !words->items[at].capital && letter_slice_ends(letters, "ed"))
            return 0;
        named |= begins_name(words, at);
    }
    bool begins = words_has_role(words, 0, vocabulary_determiner) ||
                  !words_has_role(words, 0, vocabulary_function);
    return named && begins ? at : 0;
}

/*
 * Whether these words are a name for certain: they are capitalized or small words or numbers, and
 * where a sentence begins, which capitalizes any word, an article or a word of a title.
 */
static bool is_certain_name(const struct words *words, const struct presence *presence,
                            size_t begin, size_t end) {
    bool named = false;
    for (size_t at = begin; at < end; at++) {
        uint16_t places = presence_at(presence, words, at);
        bool of_title =
            presence_in(places, presence_title, 0) || presence_in(places, presence_title, 1);
        /* There a capital may be because a sentence begins. */
        bool begins = at == begin && (at == 0 || (words->items[at - 1].kind == word_mark &&
                                                  !words_is_letter(words, at - 1, ',')));
        bool capital = words->items[at].capital;
        bool small = words->items[at].kind == word_letters && !capital &&
                     !words_has_role(words, at, vocabulary_function);
        if (!of_title && (small || (begins && !words_has_role(words, at, vocabulary_determiner))))
            return false;
        named |= begins_name(words, at) && (of_title || !begins);
    }
    return named;
}

struct word_range features_shared_subject(const struct sentence_pair *pair,
                                          const struct presence *presence, bool *of_both) {
    const struct words *words = &pair->sentences[0].words;
    size_t beginning = common_beginning(words, &pair->sentences[1].words);
    size_t end = named_length(words, common_subject_length(pair, beginning));
    *of_both = end > 0 && is_certain_name(words, presence, 0, end);
    if (*of_both)
        return (struct word_range){0, (uint32_t)end};
    end = verb_after_shared_name(pair, presence);
    size_t begin = end - common_words_before(pair, end);
    bool cut = begin > 0 && words->items[begin - 1].capital; /* a name that is shared in part */
    while (begin < end && (cut || !begins_name(words, begin)))
        begin++;
    bool letter = end - begin == 1 && words->items[begin].length == 1; /* "I" says little */
    if (letter || !is_certain_name(words, presence, begin, end))
        begin = end;
    return (struct word_range){(uint32_t)begin, (uint32_t)end};
}

/*
 * Whether two sentences of one article are about different things, as in a list of seasons: more
 * than a single value conflicts, or they begin differently without a word of the title there.
 */
static bool are_parallel(const struct titled_pair *pair, const struct conflicts *conflicts) {
    bool one_value =
        conflicts->count == 1 && conflicts->reworded == 0 && is_of_value(&conflicts->items[0]);
    if (conflicts->count > 0 && !one_value)
        return true;
    if (!conflicts->different_beginnings)
        return false;
    const struct words *title = &pair->titles[0].words;
    for (size_t i = 0; i < title->count; i++) {
        uint16_t places = presence_at(pair->presence, title, i);
        if (presence_in(places, presence_title, 0) &&
            (presence_in(places, presence_changed, 0) || presence_in(places, presence_changed, 1)))
            return false;
    }
    return true;
}

static size_t count_words(const struct words *words, size_t begin, size_t end) {
    size_t count = 0;
    for (size_t at = begin; at < end; at++)
        count += words->items[at].kind != word_mark;
    return count;
}

static bool has_verb(const struct words *words) {
    return words_find_role(words, words->count, vocabulary_finite) < words->count;
}

/* Whether the last mark is one that ends sentences, rather than names of things. */
static bool is_ended(const struct words *words) {
    static const uint32_t ends[] = {'.', '!', '?', 0x2026, 0x3002, 0xff01, 0xff1f, 0};
    return words->count > 0 && words_is_one_of(words, words->count - 1, ends);
}

static bool has_content(const struct words *words, struct word_range range) {
    for (size_t at = range.begin; at < range.end; at++)
        if (words->items[at].kind != word_mark && !words_has_role(words, at, vocabulary_function))
            return true;
    return false;
}

static void find_changes(double *features, const struct sentence_pair *pair) {
    size_t replaced = 0, inserted = 0, changed = 0;
    for (size_t i = 0; i < pair->alignment.count; i++) {
        const struct hunk *hunk = &pair->alignment.hunks[i];
        const struct words *a = &pair->sentences[0].words, *b = &pair->sentences[1].words;
        bool in_a = has_content(a, hunk_range(hunk, 0)), in_b = has_content(b, hunk_range(hunk, 1));
        replaced += in_a && in_b;
        inserted += in_a != in_b;
        changed +=
            count_words(a, hunk->a_begin, hunk->a_end) + count_words(b, hunk->b_begin, hunk->b_end);
    }
    features[feature_replaced] = at_most(replaced, 9);
    features[feature_inserted] = at_most(inserted, 9);
    features[feature_changed] = at_most(changed, 40);
}

/* Whether the subject of this sentence names its own title, rather than the other one. */
static bool is_own_subject(const struct titled_pair *pair, int side) {
    const struct words *words = &pair->pair->sentences[side].words;
    size_t length = subject_length(words);
    bool own = false;
    for (size_t at = 0; at < length; at++) {
        uint16_t places = presence_at(pair->presence, words, at);
        if (presence_names(places, 1 - side))
            return false;
        own |= presence_names(places, side);
    }
    return own;
}

/* ---- Conflicts ---- */

/* Counts for the topic, in which even the subjects are evidence. */
static void count_conflicts(double *features, const struct conflicts *conflicts) {
    size_t values = 0, names = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        values += is_of_value(&conflicts->items[i]);
        names += conflicts->items[i].type == difference_name;
    }
    features[feature_conflicts] = at_most(conflicts->count, 4);
    features[feature_value_conflicts] = at_most(values, 3);
    features[feature_name_conflicts] = at_most(names, 3);
    features[feature_other_conflicts] = at_most(conflicts->count - values - names, 3);
}

/* Counts and measures for the conflict. */
static void weigh_conflicts(double *features, const struct conflicts *conflicts) {
    features[feature_distance] = features[feature_distance_of_names] = NAN;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        double *count = &features[feature_of_conflict(conflict->type)];
        *count = fmin(*count + 1, 3);
        features[feature_tense] = fmax(features[feature_tense], conflict->tense);
        features[feature_names_least] = fmax(features[feature_names_least], conflict->names_least);
        double *distance = &features[conflict->type == difference_name ? feature_distance_of_names
                                                                       : feature_distance];
        *distance = fmax(*distance, conflict->distance);
        features[feature_slip] = fmax(features[feature_slip], conflict->slip);
        features[feature_shared_word] = fmax(features[feature_shared_word], conflict->shares_word);
        features[feature_in_title] = fmax(features[feature_in_title], conflict->in_title);
        features[feature_elsewhere] = fmax(features[feature_elsewhere], conflict->elsewhere);
        features[feature_one_for_one] = fmax(features[feature_one_for_one], conflict->replaced);
    }
}

void features_find(double *features, const struct titled_pair *pair, struct conflicts *conflicts,
                   enum titles_known titles, bool two_dates, const struct evidence *evidence) {
    bool same_title = titles == titles_equal;
    for (int i = 0; i < feature_count; i++)
        features[i] = 0;
    features[feature_same_title] = same_title;
    features[feature_two_dates] = two_dates;
    if (titles == titles_different)
        find_titles(features, pair, conflicts);
    const struct words *a = &pair->pair->sentences[0].words;
    const struct words *b = &pair->pair->sentences[1].words;
    size_t a_count = count_words(a, 0, a->count), b_count = count_words(b, 0, b->count);
    size_t beginning = common_beginning(a, b);
    /* A common noun as the subject says little if the titles say that the topic is one. */
    bool one_topic = features[feature_same_title] > 0 || features[feature_related_titles] > 0;
    double generic = fmax(generic_subject(a), generic_subject(b));
    features[feature_generic] = generic < 1 && one_topic ? 0 : generic;
    features[feature_same_subject] = verb_after_shared_name(pair->pair, pair->presence) > 0;
    features[feature_subject] = common_subject(pair, beginning);
    features[feature_own_subjects] = is_own_subject(pair, 0) && is_own_subject(pair, 1);
    features[feature_words] = (double)(a_count < b_count ? a_count : b_count);
    features[feature_beginning] = (double)beginning;
    features[feature_verbless] = !has_verb(a) + !has_verb(b);
    features[feature_ended] = is_ended(a) + is_ended(b);
    find_changes(features, pair->pair);
    count_conflicts(features, conflicts);
    features[feature_parallel] = same_title && !two_dates && are_parallel(pair, conflicts);
    /* Two subjects are evidence for two topics, but they do not contradict each other. */
    if (titles == titles_different)
        conflicts_drop_subjects(conflicts, pair->pair, pair->presence);
    weigh_conflicts(features, conflicts);
    static const enum feature of_titles[] = {
        feature_same_title,  feature_related_titles, feature_title_pattern, feature_own_titles,
        feature_own_changed, feature_own_subjects,   feature_other_named,   feature_other_mentioned,
        feature_mirrored,    feature_in_title};
    for (size_t i = 0; titles == titles_absent && i < sizeof of_titles / sizeof *of_titles; i++)
        features[of_titles[i]] = NAN; /* not known */
    for (int i = feature_relation_first; i < feature_count; i++)
        features[i] = NAN;
    if (two_dates || !evidence)
        return;
    for (int i = feature_relation_first; i <= feature_relation_last && evidence->relations; i++)
        features[i] = evidence->relations[i];
}
