/* kind.c - see kind.h. */
#include "kind.h"

#include "../text/characters.h"
#include "citation.h"

#include <math.h>   /* isnan */
#include <string.h> /* memcmp */

/* ---- Whether a text is not a sentence -------------------------------------------------------- */

/*
 * Nothing it says can be compared, then.
 *
 *   (1) It has fewer than three words, or mostly numbers and marks. Texts without titles need not
 *       be sentences: one word is enough for these.
 *   (2) Or at least a tenth of it, and three marks, is markup that a cleaner left: the braces and
 *       bars of a template, "width:800", "Category:Rivers".
 *
 * Time is linear in the text.
 */

/* A colon and an equals sign are markup where they join two words, without white space. */
static bool is_markup(const struct words *words, size_t at) {
    bool joins = at > 0 && words->items[at - 1].kind == word_letters &&
                 words_is_attached(words, at) && words_is_attached(words, at + 1);
    return words->items[at].kind == word_mark &&
           (words_is_one_of(words, at, U"{}|\\<>") ||
            (joins && words_is_letter(words, at, ':') && words->items[at + 1].kind != word_mark) ||
            (joins && words_is_letter(words, at, '=')));
}

static bool is_fragment(const struct words *words, bool untitled) {
    enum { letters_least = 3, letters_share = 3, marks_least = 3, marks_share = 10 };
    size_t letters = 0, marks = 0;
    for (size_t at = 0; at < words->count; at++) {
        letters += words->items[at].kind == word_letters;
        marks += is_markup(words, at);
    }
    if (untitled)
        return letters == 0;
    return letters < letters_least || letters_share * letters < words->count ||
           (marks >= marks_least && marks_share * marks >= words->count);
}

/* ---- The kind -------------------------------------------------------------------------------- */

static bool same_bytes(struct kind_text a, struct kind_text b) {
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* citation_points(), which a sentence keeps for its other pairs. */
static double points_of_citation(struct sentence *sentence) {
    if (isnan(sentence->citation_points))
        sentence->citation_points = citation_points(sentence);
    return sentence->citation_points;
}

/* Whether two texts are equal except for white space. */
static bool same_text(const struct code_points *a, const struct code_points *b) {
    for (size_t i = 0, k = 0;; i++, k++) {
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

/* Two sentences of one article, and of one at two dates, have one title even if it is not known. */
static enum titles_known titles_of(const struct kind_sentence *a, const struct kind_sentence *b,
                                   const struct kind_circumstances *circumstances) {
    const double *relations = circumstances->evidence.relations;
    bool one_article =
        circumstances->two_dates || (relations && relations[feature_same_article] > 0);
    if (a->title.length == 0 && b->title.length == 0 && !one_article)
        return titles_absent;
    return same_bytes(a->title, b->title) ? titles_equal : titles_different;
}

bool kind_find(struct kind_work *work, const struct allocator *allocator,
               const struct kind_sentence *a, const struct kind_sentence *b,
               const struct kind_circumstances *circumstances, struct kind_result *result) {
    struct decision *decision = &result->decision;
    *result = (struct kind_result){.decision = {.kind = kind_identical}};
    result->plain_reason = reason_same_text;
    if (same_bytes(a->text, b->text))
        return true;

    /* One order of the two, whichever is given, so that the answer does not depend on it. */
    size_t common = a->text.length < b->text.length ? a->text.length : b->text.length;
    int order = memcmp(a->text.bytes, b->text.bytes, common);
    result->turned = order > 0 || (order == 0 && a->text.length > b->text.length);
    const struct kind_sentence *x = result->turned ? b : a, *y = result->turned ? a : b;
    struct sentence_pair *pair = &work->pair;
    result->agreed = circumstances->agreed;
    if (!sentence_pair_read(pair, allocator, circumstances->vocabulary, x->text.bytes,
                            x->text.length, y->text.bytes, y->text.length))
        return false;
    struct sentence *first = &pair->sentences[0], *second = &pair->sentences[1];
    if (same_text(&first->words.text, &second->words.text))
        return true;
    enum titles_known titles = titles_of(x, y, circumstances);
    bool untitled = titles == titles_absent;
    /* Both are citations, or together look so much like ones that both must be. */
    if (((x->in_footer || citation_is_one(first)) && (y->in_footer || citation_is_one(second))) ||
        (!untitled && points_of_citation(first) + points_of_citation(second) > 0)) {
        decision->kind = kind_reference;
        result->plain_reason = reason_citation;
        return true;
    }
    if (is_fragment(&first->words, untitled) && is_fragment(&second->words, untitled)) {
        decision->kind = kind_other;
        result->plain_reason = reason_fragment;
        return true;
    }

    struct titled_pair titled = {pair, work->titles, &work->presence};
    if (!title_read(&work->titles[0], &pair->table, allocator, x->title.bytes, x->title.length) ||
        !title_read(&work->titles[1], &pair->table, allocator, y->title.bytes, y->title.length) ||
        !presence_of_pair(&work->presence, allocator, pair))
        return false;
    title_note(&work->titles[0], &work->presence, 0);
    title_note(&work->titles[1], &work->presence, 1);

    if (!conflicts_find(&work->conflicts, allocator, pair, &work->presence))
        return false;
    struct evidence evidence = circumstances->evidence;
    if (result->turned) {
        evidence.articles[0] = circumstances->evidence.articles[1];
        evidence.articles[1] = circumstances->evidence.articles[0];
    }
    result->of_database = evidence_is_known(&evidence);
    const struct evidence *known = result->of_database ? &evidence : NULL;
    bool two_dates = result->agreed || (titles == titles_equal && circumstances->two_dates);
    features_find(result->features, &titled, &work->conflicts, titles, two_dates, known);
    article_features_find(result->features, &titled, known);
    *decision = decision_make(result->features, &work->conflicts, result->of_database,
                              circumstances->learnt, &result->points);
    result->topic_asked = true;
    result->types = work->conflicts.types;
    return true;
}

enum kind_reason kind_reason(const struct kind_result *result) {
    if (!result->topic_asked)
        return result->plain_reason;
    if (result->agreed)
        return reason_agreed;
    return decision_reason(&result->decision, result->features, result->points.topic);
}

void kind_work_free(struct kind_work *work, const struct allocator *allocator) {
    sentence_pair_free(&work->pair, allocator);
    title_free(&work->titles[0], allocator);
    title_free(&work->titles[1], allocator);
    presence_free(&work->presence, allocator);
    conflicts_free(&work->conflicts, allocator);
}
