/* opposite_conflicts.c - see conflict.h. */
#include "conflict.h"

/* ---- Points of the compass ------------------------------------------------------------------- */

/* south-west, southwest and "south west" are one. Words of one at most: north - north - west. */
enum { compass_words_max = 5 };

/* The words of the point to which the word here belongs; empty if it belongs to none. */
static struct word_range compass_range(const struct words *words, uint32_t at) {
    struct word_range range = {at, at};
    if (!words_has_role(words, at, vocabulary_compass))
        return range;
    range.end++;
    while (range.begin > 0 && range.end - range.begin + 2 <= compass_words_max) {
        uint32_t before = range.begin - 1;
        if (before > 0 && words_is_letter(words, before, '-'))
            before--;
        if (!words_has_role(words, before, vocabulary_compass))
            break;
        range.begin = before;
    }
    while (range.end - range.begin + 2 <= compass_words_max) {
        uint32_t after = range.end;
        if (words_is_letter(words, after, '-'))
            after++;
        if (!words_has_role(words, after, vocabulary_compass))
            break;
        range.end = after + 1;
    }
    return range;
}

/* The letter that follows those up to *at and *letter, without hyphens; 0 after the last one. */
static uint32_t next_letter(const struct words *words, struct word_range range, uint32_t *at,
                            size_t *letter) {
    for (; *at < range.end; ++*at, *letter = 0) {
        struct letter_slice letters = words_letters(words, *at);
        if (words->items[*at].kind != word_mark && *letter < letters.count)
            return letters.values[(*letter)++];
    }
    return 0;
}

/* Whether two points are the same. */
static bool compass_same(const struct words *a, struct word_range x, const struct words *b,
                         struct word_range y) {
    uint32_t a_at = x.begin, b_at = y.begin, left, right;
    size_t a_letter = 0, b_letter = 0;
    do {
        left = next_letter(a, x, &a_at, &a_letter);
        right = next_letter(b, y, &b_at, &b_letter);
    } while (left == right && left != 0);
    return left == right;
}

/* ---- Opposites ------------------------------------------------------------------------------- */

/* A word of a hunk, and on which sides of oppositions it stands. */
struct placed_antonym {
    uint32_t at;
    struct letter_slice word;
    struct antonym_sides sides;
};

/* The symbols of words that were compared with their opposites: each conflicts once. */
struct used_words {
    uint32_t symbols[2 * hunk_side_opposites_max * compass_words_max];
    size_t count;
};

static bool is_used(const struct used_words *used, uint32_t symbol) {
    for (size_t i = 0; i < used->count; i++)
        if (used->symbols[i] == symbol)
            return true;
    return false;
}

static void use(struct used_words *used, const struct words *words, struct word_range range) {
    for (uint32_t at = range.begin; at < range.end; at++) {
        if (words->items[at].kind == word_mark || is_used(used, words->symbols[at]))
            continue;
        assert(used->count < sizeof used->symbols / sizeof *used->symbols);
        used->symbols[used->count++] = words->symbols[at];
    }
}

/* A word that excludes others, or the whole point of the compass to which it belongs. */
static struct word_range opposite_range(const struct words *words, uint32_t at) {
    struct word_range range = compass_range(words, at);
    return range.begin < range.end ? range : (struct word_range){at, at + 1};
}

/* "Western", which is part of a name or of a culture, unless it begins the sentence. */
static bool is_capital_inside(const struct words *words, struct word_range range) {
    return range.begin > 0 && words->items[range.begin].capital;
}

/* Whether a verb says what its sentence is about: it is the first one, and no auxiliary. */
static bool is_main_verb(const struct words *words, uint32_t at) {
    if (words_find_role(words, at, vocabulary_finite | vocabulary_clause) < at)
        return false;
    if (!words_is_kind(words, at + 1, word_letters))
        return true;
    /* A form of "to be" before a participle is only an auxiliary. */
    struct letter_slice next = words_letters(words, at + 1);
    return next.count <= 3 || !(letter_slice_ends(next, "ed") || letter_slice_ends(next, "en"));
}

/* Compares a word of side a with a word of side b that may exclude it. */
static void compare_opposite(struct conflict_search *search, const struct hunk_side *a,
                             uint32_t a_at, const struct hunk_side *b, uint32_t b_at,
                             bool with_tense, struct used_words *used) {
    const struct words *x = a->words, *y = b->words;
    const struct vocabulary_word *left = words_meaning(x, a_at), *right = words_meaning(y, b_at);
    bool tense = left->opposite_kind == opposite_tense;
    if (left->opposition != right->opposition || is_used(used, x->symbols[a_at]) ||
        is_used(used, y->symbols[b_at]) ||
        (tense && !(with_tense && is_main_verb(x, a_at) && is_main_verb(y, b_at))))
        return;
    struct word_range a_range = opposite_range(x, a_at), b_range = opposite_range(y, b_at);
    bool same = compass_same(x, a_range, y, b_range);
    /* Parts of different names fill no common slot. */
    bool capital = is_capital_inside(x, a_range);
    bool of_names =
        capital != is_capital_inside(y, b_range) || (capital && a->word_count != b->word_count);
    bool one_word = a_range.end - a_range.begin == 1 && b_range.end - b_range.begin == 1;
    if ((one_word && left->side == right->side) ||
        (!same && left->opposite_kind == opposite_place && of_names))
        return;
    use(used, x, a_range);
    use(used, y, b_range);
    if (same) {
        conflict_search_note(search, difference_spelling);
        return;
    }
    enum opposite_kind kind = (enum opposite_kind)left->opposite_kind;
    conflict_search_add(search, (struct conflict){.type = difference_type_of_opposite(kind),
                                                  .tense = tense,
                                                  .gender = kind == opposite_gender,
                                                  .sides = {a_range, b_range}});
}

/* Compares each word of list `x` of side a with each word of list `y` of side b. */
static void compare_opposites(struct conflict_search *search, const struct hunk_side *a,
                              const struct word_list *x, const struct hunk_side *b,
                              const struct word_list *y, bool with_tense, struct used_words *used) {
    used->count = 0;
    for (size_t i = 0; i < x->count; i++)
        for (size_t k = 0; k < y->count; k++)
            compare_opposite(search, a, x->at[i], b, y->at[k], with_tense, used);
}

/* ---- Antonyms ---- */

/* Whether a word may have an antonym: no name or number, nor a word that both change. */
static bool may_have_antonym(const struct conflict_search *search, const struct hunk_side *side,
                             uint32_t at) {
    static const uint64_t others = vocabulary_opposite | vocabulary_number | vocabulary_ordinal;
    const struct word *word = &side->words->items[at];
    bool name = word->capital && at != side->first_word;
    return !name && !(word->roles & others) &&
           !presence_in(presence_at(search->presence, side->words, at), presence_changed,
                        1 - side->side);
}

/* Where the words of content stand that may have antonyms. Returns how many there are. */
static size_t read_antonyms(const struct conflict_search *search, const struct hunk_side *side,
                            struct placed_antonym *found) {
    const struct antonyms *antonyms = side->words->table->vocabulary->antonyms;
    size_t count = 0;
    for (size_t i = 0; i < side->content.count && count < hunk_side_opposites_max; i++) {
        uint32_t at = side->content.at[i];
        struct letter_slice word = words_letters(side->words, at);
        if (may_have_antonym(search, side, at))
            found[count++] =
                (struct placed_antonym){at, word, antonyms_find(antonyms, word.values, word.count)};
    }
    return count;
}

/* Whether a prefix makes x of the word y, which has none before a hyphen: "non-medical". */
static bool negates(const struct hunk_side *x_side, const struct placed_antonym *x,
                    const struct hunk_side *y_side, const struct placed_antonym *y) {
    return antonyms_negates(x_side->words->table->vocabulary->antonyms, x->word.values,
                            x->word.count, y->word.values, y->word.count) &&
           !(y->at > 0 && words_is_letter(y_side->words, y->at - 1, '-'));
}

static void remove_word(struct word_list *list, uint32_t at) {
    for (size_t i = list->count; i-- > 0;)
        if (list->at[i] == at)
            word_list_remove(list, i);
}

bool opposite_conflicts_find_antonyms(struct conflict_search *search, struct hunk_side *a,
                                      struct hunk_side *b) {
    struct placed_antonym left[hunk_side_opposites_max], right[hunk_side_opposites_max];
    if (!a->words->table->vocabulary->antonyms || a->content.count == 0 || b->content.count == 0)
        return false;
    size_t left_count = read_antonyms(search, a, left),
           right_count = read_antonyms(search, b, right);
    for (size_t i = 0; i < left_count; i++)
        for (size_t k = 0; k < right_count; k++) {
            if (!antonym_sides_exclude(left[i].sides, right[k].sides) &&
                !negates(a, &left[i], b, &right[k]) && !negates(b, &right[k], a, &left[i]))
                continue;
            uint32_t x = left[i].at, y = right[k].at;
            bool denied = (hunk_side_negations(a, b) + hunk_side_negations(b, a)) % 2 == 1;
            remove_word(&a->content, x);
            remove_word(&b->content, y);
            if (denied) /* "not sufficient", "insufficient" */
                conflict_search_note(search, conflicts_wording);
            else
                conflict_search_add(search, (struct conflict){.type = difference_opposite,
                                                              .sides = {{x, x + 1}, {y, y + 1}}});
            return denied;
        }
    return false;
}

/* ---- All of a hunk ---- */

void opposite_conflicts_find(struct conflict_search *search, struct hunk_side *a,
                             struct hunk_side *b) {
    struct used_words used, unneeded;
    const struct word_list *last_a = &search->last_opposites[0];
    const struct word_list *last_b = &search->last_opposites[1];
    bool nothing_else = a->content.count == 0 && b->content.count == 0; /* "is" and "was" count */
    compare_opposites(search, a, &a->opposites, b, &b->opposites, nothing_else, &used);
    /* A word deleted in one hunk and its opposite inserted in the next one. */
    if (search->has_last && a->range.begin - search->last_ranges[0].end <= conflict_search_near &&
        b->range.begin - search->last_ranges[1].end <= conflict_search_near) {
        if (a->word_count == 0 && last_b->count == 0)
            compare_opposites(search, a, last_a, b, &b->opposites, false, &unneeded);
        if (b->word_count == 0 && last_a->count == 0)
            compare_opposites(search, a, &a->opposites, b, last_b, false, &unneeded);
    }
    struct hunk_side *sides[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        struct word_list *content = &sides[side]->content;
        for (size_t i = content->count; i-- > 0;)
            if (is_used(&used, sides[side]->words->symbols[content->at[i]]))
                word_list_remove(content, i);
        search->last_ranges[side] = sides[side]->range;
        search->last_opposites[side] = sides[side]->opposites;
    }
    search->has_last = true;
}
