/* greek_numeral.c - see greek_numeral.h. */
#include "greek_numeral.h"

enum { sigma = 0x3C3, tau = 0x3C4, numeral_sign = 0x374, prime = 0x2B9, tonos = 0x384 };

/* The value of a folded letter, from 1 to 30; 0 of any other. Stigma stands for 6. */
static int value_of(uint32_t letter) {
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
        int value = six ? 6 : value_of(letters[i]);
        if (value == 0 || (sum > 0 && (value >= 10 || sum % 10 > 0)))
            return 0;
        sum += value;
        i += six;
    }
    return sum;
}
