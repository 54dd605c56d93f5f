/* conflict.c - see conflict.h. */
#include "conflict.h"

#include "../../text/characters.h"
#include "../sentences/likeness.h"
#include "../sentences/quantifier.h"

#include <math.h> /* fabs, fmax, fmin */

enum { slip_digits_max = 24, exchanged_least = 2, changed_least = 3 };

static bool is_part(const struct conflict *conflict, const struct words *words, uint32_t at) {
    return words->items[at].kind != word_mark && (!conflict->names || words->items[at].in_name);
}

/* ---- How far apart ---- */

/* The value that a side of a conflict is, or NULL. */
static const struct value *value_of(const struct values *values, struct word_range range) {
    size_t i = values_first_after(values, range.begin);
    while (i < values->count && values->items[i].end < range.end)
        i++;
    bool found = i < values->count && range.begin <= values->items[i].begin &&
                 values->items[i].end == range.end;
    return found ? &values->items[i] : NULL;
}

static bool states_year(const struct value *value) {
    return value->type == value_year || value->type == value_span || value->type == value_date;
}

/* Days into the year, roughly; of a date without a day, those of its first. */
static double days(const struct value *value) {
    return value->month > 0 ? 30.4 * (value->month - 1) + fmax(value->day, 1) : 0;
}

static double distance_of_values(const struct value *x, const struct value *y) {
    if (x->type == value_other || y->type == value_other)
        return 1;
    if (x->type == value_time && y->type == value_time) {
        bool halves = x->half && y->half;
        double minutes = fabs(x->number - y->number + (halves ? 720 * (x->half - y->half) : 0));
        return fmin(1, fmin(minutes, fabs((halves ? 1440 : 720) - minutes)) / 720);
    }
    if (states_year(x) && states_year(y)) {
        bool same_sort = x->type == value_date && y->type == value_date;
        double years = x->number > 0 && y->number > 0 ? fabs(x->number - y->number) : 0;
        return fmin(1, (years + (same_sort ? fabs(days(x) - days(y)) / 365 : 0)) / 100);
    }
    bool convert = x->dimension && x->dimension == y->dimension;
    double a = x->number * (convert ? x->factor : 1), b = y->number * (convert ? y->factor : 1);
    double larger = fmax(fabs(a), fabs(b));
    return larger > 0 ? fmin(1, fabs(a - b) / larger) : 0;
}

/* The plain letters of a side of a conflict, as many as there is room for. */
static struct letter_slice letters_of(const struct conflict *conflict, const struct words *words,
                                      int side, uint32_t *room) {
    size_t count = 0;
    for (uint32_t at = conflict->sides[side].begin; at < conflict->sides[side].end; at++) {
        struct letter_slice word = words_plain_letters(words, at);
        for (size_t i = 0; is_part(conflict, words, at) && i < word.count; i++)
            if (count < likeness_letters_max)
                room[count++] = word.values[i];
    }
    return (struct letter_slice){room, count};
}

/* The names that a side of a conflict consists of, up to 3: what is longer says no more. */
static uint32_t count_names(const struct conflict *conflict, const struct words *words, int side) {
    enum { names_most = 3 };
    uint32_t count = 0;
    for (uint32_t at = conflict->sides[side].begin; at < conflict->sides[side].end; at++)
        count += is_part(conflict, words, at) && count < names_most;
    return count;
}

/* ---- Slips ---- */

struct digits {
    uint32_t values[slip_digits_max];
    size_t count;
};

/* The digits of a side; none if there are words among them that the other side may not have. */
static void read_digits(struct digits *digits, const struct words *words, struct word_range range) {
    digits->count = 0;
    for (uint32_t at = range.begin; at < range.end; at++) {
        struct letter_slice letters = words_letters(words, at);
        for (size_t i = 0; words->items[at].kind == word_number && i < letters.count; i++)
            if (character_of(letters.values[i]).class == character_digit &&
                digits->count < slip_digits_max)
                digits->values[digits->count++] = letters.values[i];
    }
}

static bool is_slip(const struct digits *x, const struct digits *y) {
    size_t first = 0, last = x->count;
    assert(x->count <= slip_digits_max && y->count <= slip_digits_max);
    if (x->count != y->count || x->count < exchanged_least)
        return false;
    while (first < last && x->values[first] == y->values[first])
        first++;
    while (last > first && x->values[last - 1] == y->values[last - 1])
        last--;
    return (last == first + 1 && x->count >= changed_least) ||
           (last == first + 2 && x->values[first] == y->values[first + 1] &&
            x->values[first + 1] == y->values[first]);
}

/* ---- Its surroundings ---- */

/* Whether the side is all that its sentence says in the hunk. */
static bool fills(const struct conflict *conflict, const struct words *words,
                  struct word_range hunk, int side) {
    struct word_range range = conflict->sides[side];
    if (range.begin == range.end)
        return false;
    for (uint32_t at = hunk.begin; at < hunk.end; at++)
        if (words->items[at].kind != word_mark && !(words->items[at].roles & vocabulary_function) &&
            (at < range.begin || at >= range.end || !is_part(conflict, words, at)))
            return false;
    return true;
}

static bool is_name_word(const struct words *words, size_t at) {
    return words_is_kind(words, at, word_letters) && words->items[at].capital &&
           !(words->items[at].roles & vocabulary_function);
}

/* Whether an equal word with a capital stands right before or after the hunk in both sentences. */
static bool shares_word(const struct sentence_pair *pair, const struct hunk *hunk) {
    const struct words *a = &pair->sentences[0].words, *b = &pair->sentences[1].words;
    bool before = hunk->a_begin > 1 && hunk->b_begin > 1 && is_name_word(a, hunk->a_begin - 1) &&
                  is_name_word(b, hunk->b_begin - 1);
    return before || (is_name_word(a, hunk->a_end) && is_name_word(b, hunk->b_end));
}

static bool is_in_title(const struct conflict *conflict, const struct words *words,
                        struct word_range range, const struct presence *presence) {
    for (uint32_t at = range.begin; at < range.end; at++) {
        uint16_t places = presence_at(presence, words, at);
        if (is_part(conflict, words, at) &&
            (presence_in(places, presence_title, 0) || presence_in(places, presence_title, 1)))
            return true;
    }
    return false;
}

/* Whether all that a side says is in the other sentence. */
static bool is_elsewhere(const struct conflict *conflict, const struct words *words, int side,
                         const struct presence *presence) {
    struct word_range range = conflict->sides[side];
    bool any = false;
    for (uint32_t at = range.begin; at < range.end; at++) {
        if (!is_part(conflict, words, at))
            continue;
        if (!presence_in(presence_at(presence, words, at), presence_text, 1 - side))
            return false;
        any = true;
    }
    return any;
}

/* Fills in the evidence of a conflict that was found in this hunk. */
static void weigh(struct conflict *conflict, const struct sentence_pair *pair,
                  const struct hunk *hunk, const struct presence *presence) {
    const struct words *a = &pair->sentences[0].words, *b = &pair->sentences[1].words;
    const struct value *x = value_of(&pair->sentences[0].values, conflict->sides[0]);
    const struct value *y = value_of(&pair->sentences[1].values, conflict->sides[1]);
    conflict->distance = 1;
    if (x && y) {
        struct digits x_digits, y_digits;
        read_digits(&x_digits, a, conflict->sides[0]);
        read_digits(&y_digits, b, conflict->sides[1]);
        conflict->distance = distance_of_values(x, y);
        conflict->slip = is_slip(&x_digits, &y_digits);
    } else if (conflict->type == difference_quantity) {
        /* Steps on the scale of quantifier.h, as a share of all steps. */
        struct word_range left = conflict->sides[0], right = conflict->sides[1];
        int from = left.begin < left.end ? quantifier_level(a, left.end - 1) : quantifier_absent;
        int to = right.begin < right.end ? quantifier_level(b, right.end - 1) : quantifier_absent;
        if (from != quantifier_absent && to != quantifier_absent)
            conflict->distance = fabs((double)from - to) / quantifier_all;
    } else if (conflict->type == difference_name) {
        uint32_t x_room[likeness_letters_max], y_room[likeness_letters_max];
        conflict->distance = 1 - likeness_of_names(letters_of(conflict, a, 0, x_room),
                                                   letters_of(conflict, b, 1, y_room));
        uint32_t x_names = count_names(conflict, a, 0), y_names = count_names(conflict, b, 1);
        conflict->names_least = x_names < y_names ? x_names : y_names;
        conflict->shares_word = shares_word(pair, hunk);
    }
    conflict->replaced =
        fills(conflict, a, hunk_range(hunk, 0), 0) && fills(conflict, b, hunk_range(hunk, 1), 1);
    conflict->elsewhere =
        is_elsewhere(conflict, a, 0, presence) || is_elsewhere(conflict, b, 1, presence);
    conflict->in_title = is_in_title(conflict, a, conflict->sides[0], presence) ||
                         is_in_title(conflict, b, conflict->sides[1], presence);
    assert(conflict->distance >= 0 && conflict->distance <= 1);
}

_Static_assert(conflicts_moved < 32, "a bit for each type");

void conflict_search_note(struct conflict_search *search, unsigned type) {
    assert(type > difference_none && type <= conflicts_moved);
    search->types |= UINT32_C(1) << type;
}

void conflict_search_add(struct conflict_search *search, struct conflict conflict) {
    struct conflicts *conflicts = search->conflicts;
    conflict_search_note(search, conflict.type);
    weigh(&conflict, search->pair, search->hunk, search->presence);
    if (!ARRAY_APPEND(search->allocator, conflicts->items, conflicts->count, conflicts->capacity,
                      conflict))
        search->failed = true;
}
