/* title.c - see title.h. */
#include "title.h"

#include "../text/characters.h"

#include <string.h> /* memcmp */

enum { pattern_words_most = 3 }; /* in which two titles of one pattern differ */

static bool is_space(uint32_t point) {
    return character_of(point).class == character_space;
}

static bool is_digit(uint32_t point) {
    return character_of(point).class == character_digit;
}

static uint32_t trim_end(const uint32_t *points, uint32_t end) {
    while (end > 0 && is_space(points[end - 1]))
        end--;
    return end;
}

bool title_read(struct title *title, struct symbol_table *table, const struct allocator *allocator,
                const char *utf8, size_t length) {
    struct words *words = &title->words;
    if (!words_split(words, table, allocator, utf8, length))
        return false;
    const uint32_t *points = words->text.values;
    uint32_t end = (uint32_t)words->text.count;
    title->tail = title->paren = (struct word_range){0, 0};

    /* A parenthesis at the end, unless nothing else is there. */
    uint32_t last = trim_end(points, end), open = 0;
    while (open < last && points[open] != '(')
        open++;
    uint32_t before = trim_end(points, open);
    if (open < last && points[last - 1] == ')' && before > 0) {
        title->paren = (struct word_range){open + 1, last - 1};
        end = before;
    }

    /* A tail after the first comma, unless that is a year or another number. */
    uint32_t comma = 0, digits = 0;
    while (comma + 1 < end && !(points[comma] == ',' && points[comma + 1] == ' '))
        comma++;
    uint32_t after = comma + 2;
    while (after + digits < end && digits < 4 && is_digit(points[after + digits]))
        digits++;
    if (after == end || (digits < 4 && after + digits < end)) {
        title->tail = (struct word_range){after, end};
        end = comma;
    }

    size_t kept = 0;
    title->main_count = 0;
    title->main_is_little = true;
    for (size_t i = 0; i < words->count; i++) {
        if (words->items[i].kind == word_mark)
            continue;
        if (words->items[i].begin < end) {
            title->main_count++;
            title->main_is_little &= (words->items[i].roles & vocabulary_function) != 0;
        }
        words->items[kept] = words->items[i];
        words->symbols[kept++] = words->symbols[i];
    }
    words->count = kept;
    assert(title->main_count <= words->count);
    return true;
}

void title_free(struct title *title, const struct allocator *allocator) {
    words_free(&title->words, allocator);
    *title = (struct title){0};
}

void title_note(const struct title *title, struct presence *presence, int side) {
    for (size_t i = 0; i < title->words.count; i++) {
        int part = i < title->main_count ? presence_main : presence_more;
        if (title_has_content(title, i))
            presence_note(presence, &title->words, i, part | presence_title, side);
    }
}

/* ---- Relations ---- */

static bool is_number(const struct title *title, size_t word) {
    return title->words.items[word].kind == word_number;
}

static bool is_content(const struct title *title, size_t word) {
    return !(title->words.items[word].roles & vocabulary_function);
}

static bool has_number(const struct title *title, size_t end) {
    for (size_t i = 0; i < end; i++)
        if (is_number(title, i))
            return true;
    return false;
}

/* Whether the words of this sort are the same up to an end of each title, in the same order. */
static bool are_same(const struct title *x, size_t x_end, const struct title *y, size_t y_end,
                     bool (*is_of_sort)(const struct title *, size_t)) {
    for (size_t i = 0, k = 0;; i++, k++) {
        while (i < x_end && !is_of_sort(x, i))
            i++;
        while (k < y_end && !is_of_sort(y, k))
            k++;
        if (i == x_end || k == y_end || words_plain(&x->words, i) != words_plain(&y->words, k))
            return i == x_end && k == y_end;
    }
}

/* Whether all words before `end` that count are in the title of `side`; and how many there are. */
static bool all_present(const struct title *title, size_t end, const struct presence *presence,
                        int side, size_t *count) {
    *count = 0;
    for (size_t i = 0; i < end; i++) {
        if (!title_has_content(title, i))
            continue;
        ++*count;
        if (!presence_in(presence_at(presence, &title->words, i), presence_title, side))
            return false;
    }
    return true;
}

/* Where the head of a title ends: "Private ferries" in "Private ferries in the 2000s". */
static size_t head_end(const struct title *title) {
    return words_find_role(&title->words, title->main_count, vocabulary_preposition);
}

/* Whether the head of one title, of two words or more, is in the other title but not its head. */
static bool contains_head(const struct title *x, const struct title *y,
                          const struct presence *presence) {
    size_t x_end = head_end(x), y_end = head_end(y), count;
    if (are_same(x, x_end, y, y_end, is_content))
        return false;
    if (all_present(x, x_end, presence, 1, &count) && count > 1)
        return true;
    return all_present(y, y_end, presence, 0, &count) && count > 1;
}

/* The relation of titles with equal main parts, by their tails and parentheses. */
static enum title_relation relation_of_rests(const struct title *x, const struct title *y,
                                             const struct presence *presence) {
    if (x->tail.end > x->tail.begin && y->tail.end > y->tail.begin)
        return title_sibling;
    if (x->paren.end == x->paren.begin || y->paren.end == y->paren.begin)
        return title_related;
    /* Carrowick (1920 film), Carrowick (1950 film), but not Sequal (album), Sequal (band) */
    for (uint32_t i = x->paren.begin; i < x->paren.end; i++)
        if (is_digit(x->words.text.values[i]))
            return title_sibling;
    for (size_t i = x->main_count; i < x->words.count; i++)
        if (presence_in(presence_at(presence, &x->words, i), presence_more, 1) &&
            title_has_content(x, i))
            return title_sibling;
    return title_related;
}

static bool is_short_name(const struct title *title) {
    for (size_t i = 0; i < title->main_count; i++)
        if (!title->words.items[i].capital)
            return false;
    return title->main_count <= pattern_words_most;
}

/*
 * Whether two main titles that begin with `prefix` and end with `suffix` common words are of one
 * pattern: they share words of content and differ in few. Two members of a family are not: Maia
 * Shibutani, Alex Shibutani.
 */
static bool have_pattern(const struct title *x, const struct title *y, size_t prefix, size_t suffix,
                         bool *family) {
    assert(prefix + suffix <= x->main_count && prefix + suffix <= y->main_count);
    bool shared = false;
    for (size_t i = 0; i < x->main_count; i++)
        shared |= (i < prefix || i >= x->main_count - suffix) && is_content(x, i);
    *family = prefix == 0 && suffix == 1 && is_short_name(x) && is_short_name(y);
    return shared && x->main_count - prefix - suffix <= pattern_words_most &&
           y->main_count - prefix - suffix <= pattern_words_most;
}

static bool same_part(const struct title *x, struct word_range a, const struct title *y,
                      struct word_range b) {
    return a.end > a.begin && a.end - a.begin == b.end - b.begin &&
           memcmp(x->words.text.values + a.begin, y->words.text.values + b.begin,
                  (a.end - a.begin) * sizeof *x->words.text.values) == 0;
}

/* The first piece of the tail, up to white space. */
static struct word_range tail_beginning(const struct title *title) {
    const uint32_t *points = title->words.text.values;
    struct word_range part = title->tail;
    while (part.begin < part.end && is_space(points[part.begin]))
        part.begin++;
    uint32_t end = part.begin;
    while (end < part.end && !is_space(points[end]))
        end++;
    return (struct word_range){part.begin, end};
}

enum title_relation title_relation(const struct title *x, const struct title *y,
                                   const struct presence *presence) {
    size_t least = x->main_count < y->main_count ? x->main_count : y->main_count;
    const uint32_t *a = x->words.symbols, *b = y->words.symbols;
    size_t prefix = 0, suffix = 0, count;
    bool family;
    while (prefix < least && a[prefix] == b[prefix])
        prefix++;
    if (prefix == x->main_count && prefix == y->main_count)
        return relation_of_rests(x, y, presence);
    while (suffix < least - prefix &&
           a[x->main_count - 1 - suffix] == b[y->main_count - 1 - suffix])
        suffix++;

    /* One title contains the main title of the other, whose numbers are the same, or its head. */
    bool numbers_differ = has_number(x, x->main_count) && has_number(y, y->main_count) &&
                          !are_same(x, x->main_count, y, y->main_count, is_number);
    if (contains_head(x, y, presence) ||
        (!numbers_differ && (all_present(x, x->main_count, presence, 1, &count) ||
                             all_present(y, y->main_count, presence, 0, &count))))
        return title_related;

    /* Society of the United States, Culture of the United States */
    size_t x_rest = x->main_count - suffix, y_rest = y->main_count - suffix;
    if (prefix == 0 && suffix > 1 && words_has_role(&x->words, x_rest, vocabulary_preposition) &&
        !has_number(x, x_rest) && !has_number(y, y_rest))
        return title_related;

    if (have_pattern(x, y, prefix, suffix, &family))
        return family ? title_unrelated : title_sibling;
    if (same_part(x, x->paren, y, y->paren) ||
        same_part(x, tail_beginning(x), y, tail_beginning(y)))
        return title_sibling;
    return title_unrelated;
}
