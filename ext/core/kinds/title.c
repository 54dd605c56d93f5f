/* title.c - see title.h. */
#include "title.h"

#include "../text/characters.h"

#include <string.h> /* memcmp */

enum { pattern_words_most = 3 }; /* in which titles of one pattern differ */

/* ---- Taking apart ---- */

static bool is_space(uint32_t point) {
    return character_of(point).class == character_space;
}

static bool is_digit(uint32_t point) {
    return character_of(point).class == character_digit;
}

static uint32_t find_point(const uint32_t *points, uint32_t end, uint32_t point) {
    uint32_t at = 0;
    while (at < end && points[at] != point)
        at++;
    return at;
}

static uint32_t trim_end(const uint32_t *points, uint32_t end) {
    while (end > 0 && is_space(points[end - 1]))
        end--;
    return end;
}

/* Finds what stands in parentheses at the end; where the rest ends. */
static uint32_t part_paren(struct title *title, const uint32_t *points, uint32_t end) {
    uint32_t last = trim_end(points, end), open = find_point(points, last, '(');
    uint32_t before = trim_end(points, open);
    if (open == last || points[last - 1] != ')' || before == 0)
        return end;
    title->paren = (struct title_part){open + 1, last - 1};
    return before;
}

/* Finds what stands behind the first comma and space; where the main title ends. */
static uint32_t part_tail(struct title *title, const uint32_t *points, uint32_t end) {
    uint32_t comma = 0, digits = 0;
    while (comma + 1 < end && !(points[comma] == ',' && points[comma + 1] == ' '))
        comma++;
    if (comma + 2 >= end)
        return comma + 1 < end ? comma : end;
    while (comma + 2 + digits < end && digits < 4 && is_digit(points[comma + 2 + digits]))
        digits++;
    if (digits == 4 || comma + 2 + digits == end)
        return end;
    title->tail = (struct title_part){comma + 2, end};
    return comma;
}

/* Takes the marks out, and counts the words of the main title. */
static void keep_words(struct title *title, uint32_t main_end) {
    struct words *words = &title->words;
    size_t kept = 0;
    title->main_count = 0;
    title->main_is_little = true;
    for (size_t i = 0; i < words->count; i++) {
        if (words->items[i].kind == word_mark)
            continue;
        bool is_main = words->items[i].begin < main_end;
        title->main_count += is_main;
        if (is_main && !(words->items[i].roles & vocabulary_function))
            title->main_is_little = false;
        words->items[kept] = words->items[i];
        words->symbols[kept++] = words->symbols[i];
    }
    words->count = kept;
}

bool title_read(struct title *title, struct symbols *symbols, const struct allocator *allocator,
                const char *utf8, size_t length) {
    if (!words_split(&title->words, symbols, allocator, utf8, length))
        return false;
    const uint32_t *points = title->words.text.values;
    title->tail = title->paren = (struct title_part){0, 0};
    uint32_t end = part_paren(title, points, (uint32_t)title->words.text.count);
    keep_words(title, part_tail(title, points, end));
    return true;
}

void title_free(struct title *title, const struct allocator *allocator) {
    words_free(&title->words, allocator);
    *title = (struct title){0};
}

static uint32_t plain_of(const struct title *title, const struct symbols *symbols, size_t word) {
    return symbols->items[title->words.symbols[word]].plain;
}

void title_note(const struct title *title, const struct symbols *symbols, uint16_t *presence,
                int side) {
    for (size_t i = 0; i < title->words.count; i++) {
        if (!title_has_content(title, i))
            continue;
        int part = i < title->main_count ? presence_main : presence_more;
        uint16_t *noted = &presence[plain_of(title, symbols, i)];
        *noted = (uint16_t)(*noted | (part | presence_title) << side);
    }
}

/* ---- Relations ---- */

struct titles {
    const struct title *x, *y;
    const struct symbols *symbols;
    const uint16_t *presence;
    size_t prefix, suffix; /* words that both main titles begin or end with */
};

static bool has_digits(const struct title *title, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++)
        if (title->words.items[i].kind == word_number)
            return true;
    return false;
}

/* Whether both main titles have numbers, and not the same ones. */
static bool numbers_differ(const struct title *x, const struct title *y) {
    size_t i = 0, k = 0;
    if (!has_digits(x, 0, x->main_count) || !has_digits(y, 0, y->main_count))
        return false;
    for (;; i++, k++) {
        while (i < x->main_count && x->words.items[i].kind != word_number)
            i++;
        while (k < y->main_count && y->words.items[k].kind != word_number)
            k++;
        if (i == x->main_count || k == y->main_count)
            return i < x->main_count || k < y->main_count;
        if (x->words.symbols[i] != y->words.symbols[k])
            return true;
    }
}

/* Whether the words before `end` that count are found as `bits` say; and how many they are. */
static bool all_found(const struct titles *titles, const struct title *title, size_t end, int bits,
                      size_t *count) {
    *count = 0;
    for (size_t i = 0; i < end; i++) {
        if (!title_has_content(title, i))
            continue;
        ++*count;
        if (!(titles->presence[plain_of(title, titles->symbols, i)] & bits))
            return false;
    }
    return true;
}

/* Whether the one main title is in the other title. */
static bool holds_other(const struct titles *titles) {
    size_t unused;
    return (all_found(titles, titles->x, titles->x->main_count, presence_title << 1, &unused) ||
            all_found(titles, titles->y, titles->y->main_count, presence_title, &unused)) &&
           !numbers_differ(titles->x, titles->y);
}

static size_t head_of(const struct title *title) {
    size_t end = 0;
    while (end < title->main_count && !(title->words.items[end].roles & vocabulary_preposition))
        end++;
    return end;
}

static bool is_function_word(const struct title *title, size_t word) {
    return title->words.items[word].roles & vocabulary_function;
}

static bool same_heads(const struct titles *titles, size_t x_end, size_t y_end) {
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < x_end && is_function_word(titles->x, i))
            i++;
        while (k < y_end && is_function_word(titles->y, k))
            k++;
        if (i == x_end || k == y_end)
            return i == x_end && k == y_end;
        if (plain_of(titles->x, titles->symbols, i) != plain_of(titles->y, titles->symbols, k))
            return false;
    }
}

/* Whether the head of one title, of two words or more, is in the other: private equity. */
static bool holds_head(const struct titles *titles) {
    size_t x_end = head_of(titles->x), y_end = head_of(titles->y), count;
    if (same_heads(titles, x_end, y_end))
        return false;
    if (all_found(titles, titles->x, x_end, presence_title << 1, &count) && count > 1)
        return true;
    return all_found(titles, titles->y, y_end, presence_title, &count) && count > 1;
}

static bool same_part(const struct title *x, struct title_part a, const struct title *y,
                      struct title_part b) {
    return a.end > a.begin && a.end - a.begin == b.end - b.begin &&
           memcmp(x->words.text.values + a.begin, y->words.text.values + b.begin,
                  (a.end - a.begin) * sizeof *x->words.text.values) == 0;
}

/* The first piece of a part up to white space. */
static struct title_part first_piece(const struct title *title, struct title_part part) {
    const uint32_t *points = title->words.text.values;
    while (part.begin < part.end && is_space(points[part.begin]))
        part.begin++;
    uint32_t end = part.begin;
    while (end < part.end && !is_space(points[end]))
        end++;
    return (struct title_part){part.begin, end};
}

static bool paren_has_digits(const struct title *title) {
    for (uint32_t i = title->paren.begin; i < title->paren.end; i++)
        if (is_digit(title->words.text.values[i]))
            return true;
    return false;
}

/* Whether the rests of the titles have a word in common. */
static bool rests_meet(const struct titles *titles) {
    const struct title *x = titles->x;
    for (size_t i = x->main_count; i < x->words.count; i++)
        if (titles->presence[plain_of(x, titles->symbols, i)] & presence_more << 1 &&
            title_has_content(x, i))
            return true;
    return false;
}

/* Two titles with equal main parts. */
static enum title_relation relation_of_rests(const struct titles *titles) {
    const struct title *x = titles->x, *y = titles->y;
    bool tails = x->tail.end > x->tail.begin && y->tail.end > y->tail.begin;
    bool parens = x->paren.end > x->paren.begin && y->paren.end > y->paren.begin;
    if (tails || (parens && (rests_meet(titles) || paren_has_digits(x))))
        return title_sibling;
    return title_related;
}

static void count_common(struct titles *titles) {
    const struct title *x = titles->x, *y = titles->y;
    size_t least = x->main_count < y->main_count ? x->main_count : y->main_count;
    const uint32_t *a = x->words.symbols, *b = y->words.symbols;
    titles->prefix = titles->suffix = 0;
    while (titles->prefix < least && a[titles->prefix] == b[titles->prefix])
        titles->prefix++;
    while (titles->suffix < least - titles->prefix &&
           a[x->main_count - 1 - titles->suffix] == b[y->main_count - 1 - titles->suffix])
        titles->suffix++;
}

/* Society of the United States, Culture of the United States */
static bool are_of_one(const struct titles *titles) {
    const struct title *x = titles->x, *y = titles->y;
    size_t x_rest = x->main_count - titles->suffix, y_rest = y->main_count - titles->suffix;
    return titles->prefix == 0 && titles->suffix > 1 &&
           x->words.items[x_rest].roles & vocabulary_preposition && !has_digits(x, 0, x_rest) &&
           !has_digits(y, 0, y_rest);
}

static bool all_capitals(const struct title *title) {
    for (size_t i = 0; i < title->main_count; i++)
        if (!title->words.items[i].capital)
            return false;
    return true;
}

/* Two people of one family, Maia and Alex Shibutani, are no pattern. */
static bool are_family(const struct titles *titles) {
    return titles->prefix == 0 && titles->suffix == 1 &&
           titles->x->main_count <= pattern_words_most &&
           titles->y->main_count <= pattern_words_most && all_capitals(titles->x) &&
           all_capitals(titles->y);
}

/* Whether they share words, little ones apart, and differ in few. */
static bool have_pattern(const struct titles *titles) {
    const struct title *x = titles->x;
    size_t common = titles->prefix + titles->suffix;
    bool shared = false;
    for (size_t i = 0; i < x->main_count; i++)
        shared |=
            (i < titles->prefix || i >= x->main_count - titles->suffix) && !is_function_word(x, i);
    return shared && x->main_count - common <= pattern_words_most &&
           titles->y->main_count - common <= pattern_words_most;
}

enum title_relation title_relation(const struct title *x, const struct title *y,
                                   const struct symbols *symbols, const uint16_t *presence) {
    struct titles titles = {x, y, symbols, presence, 0, 0};
    count_common(&titles);
    if (x->main_count == y->main_count && titles.prefix == x->main_count)
        return relation_of_rests(&titles);
    if (holds_other(&titles) || holds_head(&titles) || are_of_one(&titles))
        return title_related;
    if (have_pattern(&titles))
        return are_family(&titles) ? title_other : title_sibling;
    if (same_part(x, x->paren, y, y->paren) ||
        same_part(x, first_piece(x, x->tail), y, first_piece(y, y->tail)))
        return title_sibling;
    return title_other;
}
