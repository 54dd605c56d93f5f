/* likeness.c - see likeness.h. */
#include "likeness.h"

#include "../text/characters.h"

#include <string.h> /* memcmp */

static bool equal(struct letters a, struct letters b) {
    return a.count == b.count && memcmp(a.values, b.values, a.count * sizeof *a.values) == 0;
}

static bool is_digit(uint32_t letter) {
    return letter - '0' < 10;
}

static bool has_digit(struct letters word) {
    for (size_t i = 0; i < word.count; i++)
        if (is_digit(word.values[i]))
            return true;
    return false;
}

static struct letters without_digits_at_end(struct letters word) {
    while (word.count > 0 && is_digit(word.values[word.count - 1]))
        word.count--;
    return word;
}

/* The letters but vowels behind the first; `room` is for likeness_letters_max. */
static struct letters consonants(struct letters word, uint32_t *room) {
    size_t count = 0;
    for (size_t i = 0; i < word.count; i++) {
        uint32_t letter = word.values[i];
        bool vowel = letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' ||
                     letter == 'u' || letter == 'y';
        if (i == 0 || !vowel)
            room[count++] = letter;
    }
    return (struct letters){room, count};
}

static bool same_consonants(struct letters a, struct letters b) {
    uint32_t room_a[likeness_letters_max], room_b[likeness_letters_max];
    if (a.count > b.count + 2 || b.count > a.count + 2)
        return false;
    struct letters left = consonants(a, room_a);
    return left.count >= 4 && equal(left, consonants(b, room_b));
}

static size_t least(size_t a, size_t b, size_t c) {
    size_t less = a < b ? a : b;
    return less < c ? less : c;
}

/* Whether the Levenshtein distance is at most `limit`: the part of the table near its diagonal. */
static bool is_within(struct letters a, struct letters b, size_t limit) {
    size_t row[likeness_letters_max + 1];
    if (a.count > b.count + limit || b.count > a.count + limit)
        return false;
    for (size_t j = 0; j <= b.count; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.count; i++) {
        size_t first = i > limit ? i - limit : 1, end = i + limit;
        size_t diagonal = row[first - 1];
        row[first - 1] = first == 1 ? i : limit + 1;
        for (size_t j = first; j <= end && j <= b.count; j++) {
            size_t above = j == i + limit ? limit + 1 : row[j];
            size_t changed = diagonal + (a.values[i - 1] != b.values[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, above + 1, row[j - 1] + 1);
        }
    }
    return row[b.count] <= limit;
}

static size_t edits_allowed(size_t longer) {
    return longer < 4 ? 0 : longer < 7 ? 1 : longer < 10 ? 2 : 3;
}

bool likeness_spelling(struct letters a, struct letters b, bool names) {
    if (equal(a, b))
        return true;
    if (a.count == 0 || b.count == 0 || a.count > likeness_letters_max ||
        b.count > likeness_letters_max)
        return false;
    if (equal(without_digits_at_end(a), b) || equal(a, without_digits_at_end(b)))
        return a.count > 4 || b.count > 4;
    if ((names && a.values[0] != b.values[0]) || has_digit(a) || has_digit(b))
        return false;
    if (same_consonants(a, b))
        return true;
    size_t limit = edits_allowed(a.count > b.count ? a.count : b.count);
    return limit > 0 && is_within(a, b, limit);
}

/* Whether the letters of `part` come in `whole` in their order. */
static bool is_subsequence(struct letters part, struct letters whole) {
    size_t met = 0;
    for (size_t i = 0; i < whole.count && met < part.count; i++)
        met += whole.values[i] == part.values[met];
    return met == part.count;
}

bool likeness_short_form(struct letters a, struct letters b) {
    struct letters shorter = a.count > b.count ? b : a, longer = a.count > b.count ? a : b;
    if (shorter.count == 0 || has_digit(a) || has_digit(b) || equal(a, b))
        return equal(a, b);
    size_t stem = shorter.count < 5 ? 3 : shorter.count - 2;
    if (shorter.count >= 4 && longer.count >= stem &&
        memcmp(shorter.values, longer.values, stem * sizeof *longer.values) == 0)
        return true;
    if (shorter.values[0] != longer.values[0])
        return false;
    return shorter.count == 1 || (shorter.count <= 3 && is_subsequence(shorter, longer));
}
