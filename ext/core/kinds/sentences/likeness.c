/* likeness.c - see likeness.h. */
#include "likeness.h"

#include <string.h> /* memcmp */

static bool equal(struct letter_slice a, struct letter_slice b) {
    return a.count == b.count && memcmp(a.values, b.values, a.count * sizeof *a.values) == 0;
}

static bool is_digit(uint32_t letter) {
    return letter - '0' < 10;
}

static bool has_digit(struct letter_slice word) {
    for (size_t i = 0; i < word.count; i++)
        if (is_digit(word.values[i]))
            return true;
    return false;
}

static struct letter_slice without_digits_at_end(struct letter_slice word) {
    while (word.count > 0 && is_digit(word.values[word.count - 1]))
        word.count--;
    return word;
}

static bool is_vowel(uint32_t letter) {
    return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u' ||
           letter == 'y';
}

/* The word without its vowels, except a vowel at its beginning. */
static struct letter_slice consonants(struct letter_slice word, uint32_t *room) {
    assert(word.count <= likeness_letters_max);
    size_t count = 0;
    for (size_t i = 0; i < word.count; i++)
        if (i == 0 || !is_vowel(word.values[i]))
            room[count++] = word.values[i];
    return (struct letter_slice){room, count};
}

/* One letter for all that transliterations write for one sound; thorn and eth are t and d. */
static uint32_t sound_of(uint32_t letter) {
    static const char sounds[] = "abkdevghiyklmnopkrstuvvxys"; /* of a to z */
    if (letter - 'a' < 26)
        return (uint32_t)sounds[letter - 'a'];
    return letter == 0xFE ? 't' : letter == 0xF0 ? 'd' : letter;
}

/* The sounds of the consonants of a name, each once in a row. */
static struct letter_slice sounds(struct letter_slice word, uint32_t *room) {
    assert(word.count <= likeness_letters_max);
    size_t count = 0;
    for (size_t i = 0; i < word.count; i++) {
        uint32_t letter = word.values[i], next = i + 1 < word.count ? word.values[i + 1] : 0;
        bool after = i > 0 && !is_vowel(word.values[i - 1]);
        bool silent = (letter == 't' && next == 'c') || (letter == 'h' && after); /* tch, kh */
        uint32_t sound = letter == 'p' && next == 'h' ? 'v' : sound_of(letter);
        i += letter == 'p' && next == 'h';
        if (!silent && !is_vowel(letter) && letter != 'j' &&
            (count == 0 || room[count - 1] != sound))
            room[count++] = sound;
    }
    return (struct letter_slice){room, count};
}

/* Whether the longer name is the shorter one with a prefix, as De in DeLindry. */
static bool has_prefix(struct letter_slice a, struct letter_slice b) {
    enum { prefix_least = 2, prefix_most = 3, name_least = 5 };
    struct letter_slice shorter = a.count > b.count ? b : a, longer = a.count > b.count ? a : b;
    size_t more = longer.count - shorter.count;
    return more >= prefix_least && more <= prefix_most && shorter.count >= name_least &&
           memcmp(longer.values + more, shorter.values, shorter.count * sizeof *shorter.values) ==
               0;
}

/* Whether two neighbouring letters stand in another order, and nothing else differs. */
static bool is_transposed(struct letter_slice a, struct letter_slice b) {
    size_t at = 0;
    if (a.count != b.count)
        return false;
    while (at < a.count && a.values[at] == b.values[at])
        at++;
    if (at + 1 >= a.count || a.values[at] != b.values[at + 1] || b.values[at] != a.values[at + 1])
        return false;
    size_t rest = a.count - at - 2;
    return memcmp(a.values + at + 2, b.values + at + 2, rest * sizeof *a.values) == 0;
}

/* The Levenshtein distance, exact up to `limit`: only cells near the diagonal are filled. */
static size_t distance_within(struct letter_slice a, struct letter_slice b, size_t limit) {
    size_t row[likeness_letters_max + 1];
    assert(a.count <= likeness_letters_max && b.count <= likeness_letters_max);
    if (a.count > b.count + limit || b.count > a.count + limit)
        return limit + 1;
    for (size_t j = 0; j <= b.count; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.count; i++) {
        size_t first = i > limit ? i - limit : 1, end = i + limit;
        size_t diagonal = row[first - 1];
        row[first - 1] = first == 1 ? i : limit + 1;
        for (size_t j = first; j <= end && j <= b.count; j++) {
            size_t above = j == i + limit ? limit + 1 : row[j];
            size_t shortest = diagonal + (a.values[i - 1] != b.values[j - 1]);
            diagonal = row[j];
            if (shortest > above + 1)
                shortest = above + 1;
            if (shortest > row[j - 1] + 1)
                shortest = row[j - 1] + 1;
            row[j] = shortest;
        }
    }
    return row[b.count];
}

double likeness_ratio(struct letter_slice a, struct letter_slice b) {
    a.count = a.count < likeness_letters_max ? a.count : likeness_letters_max;
    b.count = b.count < likeness_letters_max ? b.count : likeness_letters_max;
    size_t longer = a.count > b.count ? a.count : b.count;
    return longer == 0 ? 1 : 1 - (double)distance_within(a, b, longer) / (double)longer;
}

double likeness_of_names(struct letter_slice a, struct letter_slice b) {
    uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
    double letters = likeness_ratio(a, b);
    a.count = a.count < likeness_letters_max ? a.count : likeness_letters_max;
    b.count = b.count < likeness_letters_max ? b.count : likeness_letters_max;
    return (letters + likeness_ratio(sounds(a, room_a), sounds(b, room_b))) / 2;
}

bool likeness_spelling(struct letter_slice a, struct letter_slice b, bool names) {
    enum { consonants_least = 4 };
    uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
    if (equal(a, b))
        return true;
    if (a.count == 0 || b.count == 0 || a.count > likeness_letters_max ||
        b.count > likeness_letters_max)
        return false;
    if (equal(without_digits_at_end(a), b) || equal(a, without_digits_at_end(b)))
        return a.count > 4 || b.count > 4;
    if (has_digit(a) || has_digit(b))
        return false;
    if (names) {
        struct letter_slice heard = sounds(a, room_a);
        if (has_prefix(a, b) ||
            (heard.count >= consonants_least && equal(heard, sounds(b, room_b))))
            return true;
        if (sound_of(a.values[0]) != sound_of(b.values[0]))
            return false;
    }
    if (a.count <= b.count + 2 && b.count <= a.count + 2) {
        struct letter_slice left = consonants(a, room_a);
        if (left.count >= consonants_least && equal(left, consonants(b, room_b)))
            return true;
    }
    size_t longer = a.count > b.count ? a.count : b.count;
    if (longer >= 4 && is_transposed(a, b))
        return true;
    size_t edits_allowed = longer < 4 ? 0 : longer < 7 ? 1 : longer < 10 ? 2 : 3;
    return edits_allowed > 0 && distance_within(a, b, edits_allowed) <= edits_allowed;
}

bool likeness_short_form(struct letter_slice a, struct letter_slice b) {
    struct letter_slice shorter = a.count > b.count ? b : a, longer = a.count > b.count ? a : b;
    if (shorter.count == 0 || has_digit(a) || has_digit(b) || equal(a, b))
        return equal(a, b);
    size_t stem = shorter.count < 5 ? 3 : shorter.count - 2;
    if (shorter.count >= 4 && longer.count >= stem &&
        memcmp(shorter.values, longer.values, stem * sizeof *longer.values) == 0)
        return true;
    if (shorter.values[0] != longer.values[0] || shorter.count > 3)
        return false;
    /* Gen. and General: the short form has letters of the long one in their order. */
    size_t met = 0;
    for (size_t i = 0; i < longer.count && met < shorter.count; i++)
        met += longer.values[i] == shorter.values[met];
    return met == shorter.count;
}

/*
 * Whether these letters stand in a word from a place on; `end` is where they end then. "^" stands
 * before the first letter of the word, and "$" after the last one.
 */
static bool stand_at(struct letter_slice word, size_t at, const char *letters, size_t *end) {
    if (*letters == '^' && at > 0)
        return false;
    for (letters += *letters == '^'; *letters && *letters != '$'; letters++, at++)
        if (at >= word.count || word.values[at] != (uint32_t)*letters)
            return false;
    *end = at;
    return !*letters || at == word.count;
}

bool spelling_variants(const struct vocabulary *vocabulary, struct letter_slice a,
                       struct letter_slice b) {
    size_t x = 0, y = 0;
    /* No two standards differ at both ends of a word: most words are done here. */
    if (!vocabulary->spellings || a.count == 0 || b.count == 0 ||
        (a.values[0] != b.values[0] && a.values[a.count - 1] != b.values[b.count - 1]))
        return false;
    for (;;) {
        while (x < a.count && y < b.count && a.values[x] == b.values[y]) {
            x++;
            y++;
        }
        if (x == a.count && y == b.count)
            return true;
        const struct spelling *found = vocabulary->spellings;
        for (; found->one; found++) {
            size_t common = found->common, x_end, y_end;
            if (common > x || common > y)
                continue;
            if ((stand_at(a, x - common, found->one, &x_end) &&
                 stand_at(b, y - common, found->other, &y_end)) ||
                (stand_at(a, x - common, found->other, &x_end) &&
                 stand_at(b, y - common, found->one, &y_end))) {
                x = x_end;
                y = y_end;
                break;
            }
        }
        if (!found->one)
            return false;
    }
}
