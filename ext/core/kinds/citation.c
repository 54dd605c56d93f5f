/* citation.c - see citation.h. */
#include "citation.h"

#define WEIGHT(name, points, most) {points, most},
static const struct { double points, most; } weights[] = {CITATION_EVIDENCE(WEIGHT)};
#undef WEIGHT

static const double bias = -4.94;

enum {
    bracket_words_most = 12, /* between a bracket and the year that ends it */
    page_words_most = 8,     /* between a page and the end of a text with a verb */
    title_words_least = 2
};

static bool is_mark(const struct words *words, size_t at, uint32_t mark) {
    return words_is_kind(words, at, word_mark) && words_is_letter(words, at, mark);
}

/* ---- Verbs ---- */

/* "may" is a verb, "May" a month. */
static bool is_finite(const struct words *words, size_t at) {
    const struct word *word = &words->items[at];
    return word->roles & vocabulary_finite && !(word->capital && word->roles & vocabulary_month);
}

/* A word in -ed is taken for a verb, except "retrieved" and such. */
static bool is_past(const struct words *words, size_t at) {
    struct letter_slice letters = words_letters(words, at);
    return letters.count > 4 && letter_slice_ends(letters, "ed") &&
           !words_has_role(words, at, vocabulary_participle_of_citation);
}

/* ---- Years and pages ---- */

/* Four digits, from 1500 to 2029. */
static bool is_year(const struct words *words, size_t at) {
    if (!words_is_kind(words, at, word_number))
        return false;
    struct letter_slice digits = words_letters(words, at);
    return digits.count == 4 &&
           ((digits.values[0] == '1' && digits.values[1] >= '5' && digits.values[1] <= '9') ||
            (digits.values[0] == '2' && digits.values[1] == '0' && digits.values[2] <= '2'));
}

/* Whether a page is named here: "p. 12", "pp 12". The p of "p = 12" and "p < 12" is a variable. */
static bool is_page(const struct words *words, size_t at) {
    return words_has_role(words, at, vocabulary_page) &&
           (words_is_kind(words, at + 1, word_number) ||
            (is_mark(words, at + 1, '.') && words_is_kind(words, at + 2, word_number)));
}

/* A title may have a verb; a page at the end of a text with a year is a citation all the same. */
static bool ends_in_page(const struct words *words) {
    size_t end = words->count;
    bool dated = false;
    for (size_t at = 0; at < end && !dated; at++)
        dated = is_year(words, at);
    for (size_t at = end > page_words_most ? end - page_words_most : 0; at < end && dated; at++)
        if (is_page(words, at))
            return true;
    return false;
}

bool citation_is_one(const struct sentence *sentence) {
    const struct words *words = &sentence->words;
    if (words->count == 0)
        return false;
    for (size_t at = 0; at < words->count; at++)
        if (is_finite(words, at) || is_past(words, at))
            return ends_in_page(words);
    for (size_t at = 0; at < words->count; at++) {
        bool publisher =
            words_has_role(words, at, vocabulary_publisher) && words->items[at].capital;
        if (is_page(words, at) || publisher || words_has_role(words, at, vocabulary_citation))
            return true;
    }
    const struct values *values = &sentence->values;
    uint32_t first = words->text.values[words->items[0].begin];
    size_t end = words->count;
    while (end > 0 && words->items[end - 1].kind == word_mark)
        end--;
    if (end == 0 || values->count == 0 || (first != '*' && first != ',' && first != '"'))
        return false;
    const struct value *value = &values->items[values->count - 1];
    return words_letters(words, end - 1).count == 4 && value->end == end &&
           (value->type == value_year || value->type == value_date || value->type == value_span) &&
           words_is_kind(words, end - 1, word_number);
}

/* ---- Evidence ---- */

/* "(Tolva: Quay Books, 1911)", "(1911b)": whether a year ends the bracket that began `since`. */
static bool ends_bracket(const struct words *words, size_t year, size_t since) {
    assert(since <= year && year < words->count);
    size_t next = year + 1;
    if (words_is_attached(words, next) && words_is_kind(words, next, word_letters) &&
        words->items[next].length == 1)
        next++;
    return year - since <= bracket_words_most && is_mark(words, next, ')');
}

/* "12: 45", "70(2): 179", "(1911), 16". */
static bool is_locator(const struct words *words, size_t number) {
    size_t next = number + 1;
    bool closed = is_mark(words, next, ')');
    next += closed;
    bool after = is_mark(words, next, ':') ||
                 (closed && is_year(words, number) && is_mark(words, next, ','));
    return after && words_is_kind(words, next + 1, word_number) &&
           words->items[next + 1].length <= 4;
}

/* ".org", and "|title=", which a template leaves. */
static bool is_address(const struct words *words, size_t at) {
    static const char domains[][4] = {"com", "org", "net", "edu", "gov"};
    if (is_mark(words, at, '|'))
        return words_is_kind(words, at + 1, word_letters) && is_mark(words, at + 2, '=');
    if (!words_is_attached(words, at) || !is_mark(words, at - 1, '.'))
        return false;
    struct letter_slice letters = words_letters(words, at);
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        if (letters.count == 3 && letter_slice_ends(letters, domains[i]))
            return true;
    return false;
}

/* Titles between marks of italics in plain text, or between quotation marks. */
static double count_titles(const struct words *words) {
    enum { none, italics, quotes } mark, open = none;
    double titles = 0;
    size_t inside = 0;
    for (size_t at = 0; at < words->count; at++) {
        uint32_t first = words->text.values[words->items[at].begin];
        mark = first == '_' ? italics : none;
        if (first == '"' || first == 0xAB || first == 0xBB || (first >= 0x201C && first <= 0x201E))
            mark = quotes;
        if (mark == none || (open != none && mark != open)) {
            inside += words_is_kind(words, at, word_letters);
            continue;
        }
        titles += open != none && inside >= title_words_least;
        open = open == none ? mark : none;
        inside = 0;
    }
    return titles;
}

/* "Quill, Ann" at the beginning. */
static bool begins_with_author(const struct words *words) {
    size_t at = 0;
    while (words_is_kind(words, at, word_mark))
        at++;
    return words_is_kind(words, at, word_letters) && words->items[at].capital &&
           is_mark(words, at + 1, ',') && words_is_kind(words, at + 2, word_letters) &&
           words->items[at + 2].capital;
}

void citation_evidence(const struct sentence *sentence, double *evidence) {
    const struct words *words = &sentence->words;
    size_t letters = 0, capitals = 0, small = 0, bracket = 0;
    for (int i = 0; i < citation_evidence_count; i++)
        evidence[i] = 0;
    for (size_t at = 0; at < words->count; at++) {
        const struct word *word = &words->items[at];
        if (is_mark(words, at, '('))
            bracket = at + 1;
        if (is_year(words, at)) {
            evidence[citation_year] = 1;
            evidence[citation_year_in_brackets] += bracket > 0 && ends_bracket(words, at, bracket);
        }
        if (word->kind == word_number)
            evidence[citation_locator] += is_locator(words, at);
        evidence[citation_address] +=
            is_address(words, at) ||
            word->roles & (vocabulary_citation | vocabulary_participle_of_citation);
        if (word->kind != word_letters)
            continue;
        letters++;
        capitals += word->capital;
        small += (word->roles & (vocabulary_article | vocabulary_preposition)) != 0;
        struct letter_slice page = words_letters(words, at);
        size_t digits = page.count > 1 && page.values[1] == 'p' ? 2 : 1;
        bool page_word = page.count > digits && page.values[0] == 'p' &&
                         page.values[digits] - '0' < 10; /* "p3", which is one word */
        evidence[citation_page] += page_word || is_page(words, at);
        evidence[citation_part] +=
            words_has_role(words, at, vocabulary_citation_part) &&
            (words_is_kind(words, at + 1, word_number) || words_is_kind(words, at + 1, word_mark));
        evidence[citation_initial] +=
            word->capital && word->length == 1 && is_mark(words, at + 1, '.');
        evidence[citation_publisher] +=
            word->capital && word->roles & (vocabulary_publisher | vocabulary_periodical);
        evidence[citation_finite] += is_finite(words, at);
        evidence[citation_past] += is_past(words, at);
        evidence[citation_pronoun] += (word->roles & vocabulary_subject) != 0;
    }
    uint32_t first = words->count > 0 ? words->text.values[words->items[0].begin] : 0;
    size_t end = words->count;
    while (end > 0 && words->items[end - 1].kind != word_letters && !is_year(words, end - 1))
        end--;
    evidence[citation_list_mark] = first == '-' || first == '*' || first == '^' ||
                                   first == 0x2013 || first == 0x2022 || first == 0x2191;
    evidence[citation_title] = count_titles(words);
    evidence[citation_author] = begins_with_author(words);
    evidence[citation_year_last] = end > 0 && is_year(words, end - 1);
    evidence[citation_capitals] = letters > 0 ? (double)capitals / (double)letters : 0;
    evidence[citation_small] = letters > 0 ? (double)small / (double)letters : 0;
    for (int i = 0; i < citation_evidence_count; i++)
        if (evidence[i] > weights[i].most)
            evidence[i] = weights[i].most;
}

double citation_points(const struct sentence *sentence) {
    double evidence[citation_evidence_count], points = bias;
    citation_evidence(sentence, evidence);
    for (int i = 0; i < citation_evidence_count; i++)
        points += weights[i].points * evidence[i];
    return points;
}
