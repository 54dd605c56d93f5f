/* century_numeral.c - see values.h. */
#include "values.h"

/* Of a folded letter; 0 if it is not I, V or X. */
static int roman_value(uint32_t letter) {
    if (letter == 'x' || letter == 0x445)
        return 10;
    return letter == 'v' ? 5 : letter == 'i' ? 1 : 0;
}

int roman_numeral_at(const struct words *words, size_t at) {
    if (!words_is_kind(words, at, word_letters) || !words->items[at].capital)
        return 0;
    struct letter_slice letters = words_letters(words, at);
    int sum = 0, last = 10;
    size_t i = 0;
    for (; i < letters.count && roman_value(letters.values[i]); i++) {
        int value = roman_value(letters.values[i]);
        sum += value > last ? value - 2 * last : value;
        last = value;
        if (i == 7)
            return 0;
    }
    if (i < letters.count &&
        !(vocabulary_lookup(words->table->vocabulary, letters.values + i, letters.count - i)
              ->roles &
          vocabulary_suffix))
        return 0;
    return sum > 0 && sum < 40 ? sum : 0;
}

enum { sigma = 0x3C3, tau = 0x3C4, numeral_sign = 0x374, prime = 0x2B9, tonos = 0x384 };

/* The value of a folded letter, from 1 to 30; 0 of any other. Stigma stands for 6. */
static int greek_value(uint32_t letter) {
    static const uint32_t ones[] = {0x3B1, 0x3B2, 0x3B3, 0x3B4, 0x3B5, 0x3DB, 0x3B6, 0x3B7, 0x3B8};
    for (int i = 0; i < 9; i++)
        if (ones[i] == letter)
            return i + 1;
    return letter >= 0x3B9 && letter <= 0x3BB ? 10 * (int)(letter - 0x3B8) : 0;
}

int greek_numeral_at(const struct words *words, size_t at, size_t *end) {
    if (!words_is_kind(words, at, word_letters) || !words->items[at].capital)
        return 0;
    const uint32_t *letters = words_letters(words, at).values;
    size_t count = words_letters(words, at).count;
    *end = at + 1;
    if (letters[count - 1] == numeral_sign || letters[count - 1] == prime)
        count--;
    else if (words_is_letter(words, at + 1, tonos) || words_is_letter(words, at + 1, '\''))
        ++*end;
    else
        return 0;
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        bool six = i + 2 == count && letters[i] == sigma && letters[i + 1] == tau;
        int value = six ? 6 : greek_value(letters[i]);
        if (value == 0 || (sum > 0 && (value >= 10 || sum % 10 > 0)))
            return 0;
        sum += value;
        i += six;
    }
    return sum;
}
