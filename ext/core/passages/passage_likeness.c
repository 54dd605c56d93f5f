/* passage_likeness.c - see passage_likeness.h. */
#include "passage_likeness.h"

#include "../base/mix.h"

#include <string.h> /* memset */

/* What is known of a word. Each but the first has two bits: this one for the first passage. */
enum {
    mark_name = 1 << 0,
    mark_capital = 1 << 1, /* occurs there with a capital letter */
    mark_number = 1 << 3,  /* occurs there, in digits */
    mark_title = 1 << 5    /* occurs in that title */
};

enum { abbreviation_letters_most = 3 }; /* St. Louis, Mt. Hood: the full stop ends no sentence */

static bool is_mark(const struct words *words, size_t at) {
    return words->items[at].kind == word_mark;
}

/* ---- Names and numbers ---- */

/* Whether a full stop or the like, before the word at this place, ends a sentence. */
static bool is_end(const struct words *words, size_t at) {
    if (words_is_one_of(words, at, U"!?:\x3002"))
        return true;
    if (!words_is_letter(words, at, '.'))
        return false;
    if (at == 0 || words->items[at - 1].kind != word_letters)
        return true;
    const struct word *before = &words->items[at - 1];
    return !before->capital || before->length > abbreviation_letters_most;
}

/* Whether there is a line end between two words that follow each other. */
static bool is_new_line(const struct words *words, size_t at) {
    for (size_t point = word_end(&words->items[at - 1]); point < words->items[at].begin; point++)
        if (words->text.values[point] == '\n')
            return true;
    return false;
}

static void count_words(struct passage_likeness *likeness, const uint8_t *marks, size_t count) {
    for (size_t symbol = 0; symbol < count; symbol++) {
        bool a = marks[symbol] & mark_capital, b = marks[symbol] & mark_capital << 1;
        if (marks[symbol] & mark_name) {
            likeness->names[0] += a;
            likeness->names[1] += b;
            likeness->names_both += a && b;
        }
        a = marks[symbol] & mark_number;
        b = marks[symbol] & mark_number << 1;
        likeness->numbers[0] += a;
        likeness->numbers[1] += b;
        likeness->numbers_both += a && b;
    }
}

/* ---- Titles ---- */

/* Reads the titles into the table of the passages, and finds how they are related. */
static bool relate_titles(struct passage_likeness *likeness, struct passage_likeness_work *work,
                          const struct allocator *allocator, const struct passage_text *texts) {
    struct title *titles = work->titles;
    for (int side = 0; side < 2; side++)
        if (!title_read(&titles[side], &work->pair.table, allocator, texts[side].bytes,
                        texts[side].length))
            return false;
    likeness->relation = title_unrelated;
    if (titles[0].words.count == 0 || titles[1].words.count == 0)
        return true;
    if (!presence_of_pair(&work->presence, allocator, &work->pair))
        return false;
    for (int side = 0; side < 2; side++)
        title_note(&titles[side], &work->presence, side);
    likeness->relation = title_relation(&titles[0], &titles[1], &work->presence);
    return true;
}

static void mark_titles(uint8_t *marks, const struct title *titles) {
    for (int side = 0; side < 2; side++) {
        const struct words *words = &titles[side].words;
        for (size_t at = 0; at < words->count; at++)
            if (title_has_content(&titles[side], at)) {
                uint8_t *mark = &marks[words_plain(words, at)];
                *mark = (uint8_t)(*mark | mark_title << side);
            }
    }
}

/* ---- Changes ---- */

/* Whether a word in the range has this bit for its own side only. */
static bool has_own(const uint8_t *marks, const struct words *words, struct word_range range,
                    int bit, int side, int needed) {
    for (uint32_t at = range.begin; at < range.end; at++) {
        int mark = marks[words_plain(words, at)];
        if (!is_mark(words, at) && mark & bit << side && !(mark & bit << (1 - side)) &&
            (mark & needed) == needed)
            return true;
    }
    return false;
}

static size_t count_unmarked(const struct words *words, uint32_t begin, uint32_t end) {
    size_t count = 0;
    for (uint32_t at = begin; at < end; at++)
        count += !is_mark(words, at);
    return count;
}

/* Up to this number of values that a range touches. */
static size_t values_of_range(const struct values *values, struct word_range range,
                              const struct value **found) {
    size_t count = 0;
    for (size_t i = values_first_after(values, range.begin);
         i < values->count && values->items[i].begin < range.end && count < passage_change_values;
         i++)
        found[count++] = &values->items[i];
    return count;
}

/* Values of one change: equal ones agree; the rest, in order, differ if they are of one sort. */
static void compare_values(struct passage_likeness *likeness, const struct sentence_pair *pair,
                           const struct hunk *hunk) {
    const struct value *x[passage_change_values], *y[passage_change_values];
    size_t x_count = values_of_range(&pair->sentences[0].values, hunk_range(hunk, 0), x);
    size_t y_count = values_of_range(&pair->sentences[1].values, hunk_range(hunk, 1), y);
    for (size_t i = 0; i < x_count; i++)
        for (size_t k = 0; k < y_count; k++)
            if (x[i] && y[k] && value_same(x[i], y[k])) {
                likeness->values_agree++;
                x[i] = y[k] = NULL;
            }
    for (size_t i = 0; i < x_count; i++)
        for (size_t k = 0; k < y_count; k++)
            if (x[i] && y[k] && value_comparable(x[i], y[k])) {
                if (!value_compatible(x[i], y[k]))
                    likeness->values_differ++;
                x[i] = y[k] = NULL;
            }
}

/* Counts a run of equal words: those of the first passage from `begin` to `end`. */
static void count_run(struct passage_likeness *likeness, const struct words *words, uint32_t begin,
                      uint32_t end, size_t *run) {
    size_t count = count_unmarked(words, begin, end);
    likeness->equal_words += count;
    *run += count;
    if (*run > likeness->longest_run)
        likeness->longest_run = *run;
}

static void compare_changes(struct passage_likeness *likeness, const struct sentence_pair *pair,
                            const uint8_t *marks) {
    const struct words *x = &pair->sentences[0].words, *y = &pair->sentences[1].words;
    uint32_t begin = 0;
    size_t run = 0;
    for (size_t i = 0; i < pair->alignment.count; i++) {
        const struct hunk *hunk = &pair->alignment.hunks[i];
        struct word_range a = hunk_range(hunk, 0), b = hunk_range(hunk, 1);
        count_run(likeness, x, begin, a.begin, &run);
        begin = a.end;
        bool in_a = count_unmarked(x, a.begin, a.end) > 0;
        bool in_b = count_unmarked(y, b.begin, b.end) > 0;
        if (!in_a && !in_b)
            continue;
        run = 0;
        likeness->changes++;
        if (!in_a || !in_b)
            continue;
        likeness->exchanges++;
        likeness->names_exchanged += has_own(marks, x, a, mark_capital, 0, mark_name) &&
                                     has_own(marks, y, b, mark_capital, 1, mark_name);
        likeness->titles_exchanged +=
            has_own(marks, x, a, mark_title, 0, 0) && has_own(marks, y, b, mark_title, 1, 0);
        compare_values(likeness, pair, hunk);
    }
    count_run(likeness, x, begin, (uint32_t)x->count, &run);
}

/* ---- Word 10-grams ---- */

/*
 * A hash table of n-grams: each slot is empty (0), or a hash, the last bits of which say in which
 * passages the n-gram is. At least half of the slots are empty.
 */
enum { gram_sides = 3, gram_slots_least = 16 };

/* Adds an n-gram of one passage. Returns false if interrupted. */
static bool add_gram(struct passage_likeness *likeness, struct passage_likeness_work *work,
                     uint64_t hash, int side) {
    uint64_t key = hash | gram_sides; /* never 0 */
    for (size_t at = (size_t)(hash >> 2);; at++) {
        uint64_t *slot = &work->grams[at & (work->gram_slots - 1)];
        if (*slot == 0)
            *slot = key - gram_sides;
        else if ((*slot | gram_sides) != key) {
            if (interruption_after(work->pair.alignment.interruption, 1))
                return false;
            continue;
        }
        uint64_t bit = UINT64_C(1) << side;
        if (!(*slot & bit)) {
            *slot |= bit;
            likeness->grams[side]++;
            likeness->grams_both += (*slot & gram_sides) == gram_sides;
        }
        return true;
    }
}

static bool add_grams(struct passage_likeness *likeness, struct passage_likeness_work *work,
                      int side) {
    const struct words *words = &work->pair.sentences[side].words;
    uint32_t window[passage_gram_words] = {0};
    size_t read = 0;
    for (size_t at = 0; at < words->count; at++) {
        if (is_mark(words, at))
            continue;
        window[read++ % passage_gram_words] = words->symbols[at];
        if (read < passage_gram_words)
            continue;
        uint64_t hash = 0;
        for (size_t i = 0; i < passage_gram_words; i++)
            hash = mix64(hash + window[(read + i) % passage_gram_words] + 1);
        if (!add_gram(likeness, work, hash, side))
            return false;
    }
    return true;
}

static bool compare_grams(struct passage_likeness *likeness, struct passage_likeness_work *work,
                          const struct allocator *allocator) {
    size_t slots = gram_slots_least;
    while (slots / 2 < likeness->words[0] + likeness->words[1])
        slots *= 2;
    if (!ARRAY_RESERVE(allocator, work->grams, work->gram_capacity, slots))
        return false;
    memset(work->grams, 0, slots * sizeof *work->grams);
    work->gram_slots = slots;
    return add_grams(likeness, work, 0) && add_grams(likeness, work, 1);
}

/* ---- All of it ---- */

bool passage_likeness_find(struct passage_likeness *likeness, struct passage_likeness_work *work,
                           const struct allocator *allocator, const struct vocabulary *vocabulary,
                           const struct passage_text *passages, const struct passage_text *titles) {
    struct sentence_pair *pair = &work->pair;
    *likeness = (struct passage_likeness){0};
    if (!sentence_pair_read(pair, allocator, vocabulary, passages[0].bytes, passages[0].length,
                            passages[1].bytes, passages[1].length) ||
        !relate_titles(likeness, work, allocator, titles))
        return false;
    size_t symbols = pair->table.count;
    if (!ARRAY_RESERVE(allocator, work->marks, work->mark_capacity, symbols))
        return false;
    const uint64_t no_name = vocabulary_function | vocabulary_month | vocabulary_number;
    uint8_t *marks = memset(work->marks, 0, symbols);
    for (int side = 0; side < 2; side++) {
        const struct words *words = &pair->sentences[side].words;
        likeness->words[side] = count_unmarked(words, 0, (uint32_t)words->count);
        /* Notes the names and numbers of one passage by symbol. */
        bool begins = true;
        for (size_t at = 0; at < words->count; at++) {
            const struct word *word = &words->items[at];
            begins = begins || is_new_line(words, at);
            if (word->kind == word_mark) {
                begins = begins || is_end(words, at);
                continue;
            }
            uint8_t *mark = &marks[words_plain(words, at)];
            if (word->kind == word_number)
                *mark = (uint8_t)(*mark | mark_number << side);
            else if (word->kind == word_letters && word->capital && !(word->roles & no_name))
                *mark = (uint8_t)(*mark | mark_capital << side | (begins ? 0 : mark_name));
            begins = false;
        }
    }
    count_words(likeness, marks, symbols);
    mark_titles(marks, work->titles);
    compare_changes(likeness, pair, marks);
    /* Values of the first passage that no change touches. */
    const struct alignment *alignment = &pair->alignment;
    const struct values *values = &pair->sentences[0].values;
    size_t hunk = 0;
    for (size_t i = 0; i < values->count; i++) {
        while (hunk < alignment->count && alignment->hunks[hunk].a_end <= values->items[i].begin)
            hunk++;
        likeness->values_agree +=
            hunk == alignment->count || alignment->hunks[hunk].a_begin >= values->items[i].end;
    }
    return compare_grams(likeness, work, allocator);
}

void passage_likeness_free(struct passage_likeness_work *work, const struct allocator *allocator) {
    sentence_pair_free(&work->pair, allocator);
    for (int side = 0; side < 2; side++)
        title_free(&work->titles[side], allocator);
    presence_free(&work->presence, allocator);
    RELEASE(allocator, work->marks, work->grams);
    *work = (struct passage_likeness_work){0};
}
