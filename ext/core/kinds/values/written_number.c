/* written_number.c - see written_number.h. */
#include "written_number.h"

#include "../../text/characters.h"

#include <string.h> /* memcmp, strchr */

enum {
    exact_digits = 15,    /* a double represents every integer of this many digits */
    first_sign = 0x3000,  /* letters from here on may be digits: 〇, 二 */
    most_digit_signs = 15 /* in a row */
};

static const uint64_t number_roles = vocabulary_number | vocabulary_tens;

/* ---- Digits ---- */

/* The digits being read: of one word, then of those that follow it after white space. */
struct digit_reader {
    double number;
    size_t digits, in_group; /* in all; since the last mark */
    uint32_t group_mark;     /* between groups of three, or 0 */
    bool after_point;
    uint8_t decimals;
};

static bool is_digit(uint32_t letter) {
    return character_of(letter).class == character_digit;
}

static bool is_one_of(const char *marks, uint32_t mark) {
    return mark < 0x80 && strchr(marks, (int)mark) != NULL;
}

/* Whether exactly three digits stand here, up to the end or something else. */
static bool are_three_digits(struct letter_slice letters, size_t at) {
    size_t count = 0;
    while (count < 4 && at + count < letters.count && is_digit(letters.values[at + count]))
        count++;
    return count == 3;
}

/* Takes a mark between digits. Returns false if it has no meaning there. */
static bool take_mark(struct digit_reader *reader, const struct vocabulary *vocabulary,
                      struct letter_slice letters, size_t at) {
    uint32_t mark = letters.values[at];
    bool first = reader->group_mark == 0;
    if (reader->after_point)
        return false;
    if (is_one_of(vocabulary->group, mark) && are_three_digits(letters, at + 1) &&
        reader->number > 0 &&
        (first ? reader->in_group <= 3 : reader->group_mark == mark && reader->in_group == 3)) {
        reader->group_mark = mark;
        reader->in_group = 0;
        return true;
    }
    /* A mark that separates no groups stands before decimals all the same: 0,467 and 2,5. */
    bool other_decimal = reader->group_mark == 0 && is_one_of(vocabulary->group, mark) &&
                         (mark == ',' || reader->number == 0);
    if (mark == reader->group_mark || (!first && reader->in_group != 3) ||
        !(is_one_of(vocabulary->decimal, mark) || other_decimal))
        return false;
    reader->after_point = true;
    return true;
}

static bool take_digits(struct digit_reader *reader, const struct vocabulary *vocabulary,
                        struct letter_slice letters) {
    for (size_t i = 0; i < letters.count; i++) {
        if (!is_digit(letters.values[i])) {
            if (!take_mark(reader, vocabulary, letters, i))
                return false;
            continue;
        }
        if (++reader->digits > exact_digits)
            return false;
        reader->number = reader->number * 10 + character_digit_value(letters.values[i]);
        reader->decimals = (uint8_t)(reader->decimals + reader->after_point);
        reader->in_group++;
    }
    return true;
}

/* Whether a word is the next three digits of a number, after one white space that may be there. */
static bool is_next_group(const struct words *words, size_t at, const char *marks) {
    if (!words_is_kind(words, at, word_number) || words_has_role(words, at, vocabulary_fraction))
        return false;
    uint32_t gap = (uint32_t)word_end(&words->items[at - 1]);
    if (words->items[at].begin != gap + 1)
        return false;
    uint32_t space = words->text.values[gap];
    struct letter_slice letters = words_letters(words, at);
    /* A space that does not break the line is there for the number's sake in every language. */
    bool narrow = space == 0xA0 || space == 0x202F || space == 0x2009;
    /* And 000 is no number of its own. */
    return are_three_digits(letters, 0) &&
           (narrow ||
            (space == ' ' &&
             (is_one_of(marks, ' ') || memcmp(letters.values, U"000", 3 * sizeof(uint32_t)) == 0)));
}

/*
 * Reads digits: groups of three with a mark between any two or none at all, and decimals. After a
 * white space within the number its next three digits are a word of their own: 1 300. Returns false
 * if a word is not digits, or more than a double can hold.
 */
static bool read_digits(const struct words *words, size_t at, struct written_number *found) {
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    _Static_assert(sizeof powers / sizeof *powers == exact_digits + 1, "a power for each decimal");
    const struct vocabulary *vocabulary = words->table->vocabulary;
    struct digit_reader reader = {0};
    if (!words_is_kind(words, at, word_number) || words_has_role(words, at, vocabulary_fraction) ||
        !take_digits(&reader, vocabulary, words_letters(words, at)))
        return false;
    size_t end = at + 1;
    bool grouped = reader.digits <= 3 && !reader.group_mark && reader.number > 0;
    while (grouped && !reader.after_point && is_next_group(words, end, vocabulary->group)) {
        reader.group_mark = ' ';
        reader.in_group = 0;
        if (!take_digits(&reader, vocabulary, words_letters(words, end++)))
            return false;
    }
    assert(reader.decimals <= exact_digits);
    *found = (struct written_number){.number = reader.number / powers[reader.decimals],
                                     .scale = 1,
                                     .end = (uint32_t)end,
                                     .decimals = reader.decimals};
    return true;
}

/* ---- Words ---- */

/* 二〇一〇: signs for digits, each attached to the one before. Returns how many there are. */
static size_t read_digit_signs(const struct words *words, size_t at, double *number) {
    size_t count = 0;
    *number = 0;
    for (; words_has_role(words, at, vocabulary_number) && count < most_digit_signs; at++) {
        double value = words_meaning(words, at)->value;
        bool sign = words->items[at].length == 1 && *words_letters(words, at).values >= first_sign;
        if (!sign || value >= 10 || (count > 0 && !words_is_attached(words, at)))
            break;
        *number = *number * 10 + value;
        count++;
    }
    return count;
}

/*
 * Takes one number in words that have one of these roles, or in digits that are attached to a
 * scale: 1億[2000]万. Returns the word after it, or `at` if there is none that may follow.
 */
static size_t take_word(const struct words *words, size_t at, struct number_parts *parts,
                        uint64_t roles) {
    double value;
    bool ordinal;
    struct written_number digits;
    size_t signs = read_digit_signs(words, at, &value);
    if (signs > 1)
        return number_parts_add(parts, value, 1) ? at + signs : at;
    if (words_has_role(words, at, roles)) {
        value = words_meaning(words, at)->value;
        bool more = words_has_role(words, at, vocabulary_tens);
        return number_parts_add(parts, value, more ? number_parts_unit(value) : 1) ? at + 1 : at;
    }
    if (compound_number_read(words, at, &ordinal, &value) && !ordinal)
        return number_parts_add(parts, value, number_parts_unit(value)) ? at + 1 : at;
    if (words_is_attached(words, at) && read_digits(words, at, &digits) && digits.decimals == 0)
        return number_parts_add(parts, digits.number, 1) ? digits.end : at;
    return at;
}

/* Takes what follows: a hyphen or a joining word, and a number. The same as for take_word(). */
static size_t take_next(const struct words *words, size_t at, struct number_parts *parts) {
    size_t from = at;
    bool joined = words_has_role(words, at, vocabulary_joint);
    if (joined || words_is_letter(words, at, '-'))
        from++;
    /* "un" is an article by itself, and a number in "vingt et un" and "cent un". */
    bool one_may_follow = joined || parts->limit <= 100;
    size_t end =
        take_word(words, from, parts, number_roles | (one_may_follow ? vocabulary_piece : 0));
    return end > from ? end : at;
}

/* Takes words after a number that has begun, and returns where it ends. */
static size_t take_rest(const struct words *words, size_t at, struct number_parts *parts,
                        bool words_may_follow) {
    for (;;) {
        size_t before = at;
        if (words_has_role(words, at, vocabulary_scale) &&
            number_parts_scale(parts, words_meaning(words, at)->value,
                               words_has_role(words, at, vocabulary_number | vocabulary_tens)))
            at++;
        else if (words_may_follow || words_is_attached(words, at))
            at = take_next(words, at, parts);
        if (at == before)
            return at;
    }
}

bool written_number_read(const struct words *words, size_t at, struct written_number *found) {
    struct number_parts parts;
    size_t end = at;
    bool in_digits = words_is_kind(words, at, word_number);
    number_parts_begin(&parts);
    *found = (struct written_number){0};
    if (words_has_role(words, at, vocabulary_fraction)) {
        parts.open = words_meaning(words, end++)->value;
    } else if (in_digits) {
        if (!read_digits(words, at, found))
            return false;
        end = found->end;
        parts.open = found->number;
        if (words_has_role(words, end, vocabulary_fraction))
            parts.open += words_meaning(words, end++)->value;
    } else if (words_has_role(words, at, vocabulary_scale)) {
        if (!words_has_role(words, at, vocabulary_number | vocabulary_tens) ||
            !number_parts_scale(&parts, words_meaning(words, end++)->value, true))
            return false;
    } else {
        bool one = words_has_role(words, at + 1, vocabulary_scale); /* un million */
        end = take_word(words, at, &parts, number_roles | (one ? vocabulary_piece : 0));
        if (end == at)
            return false;
    }
    if (in_digits)
        parts.limit = 0;
    end = take_rest(words, end, &parts, !in_digits);
    found->number = number_parts_sum(&parts);
    found->scale = parts.scale;
    found->end = (uint32_t)end;
    return true;
}
