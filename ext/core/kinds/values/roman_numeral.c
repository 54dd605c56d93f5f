/* roman_numeral.c - see roman_numeral.h. */
#include "roman_numeral.h"

/* Of a folded letter; 0 if it is not I, V or X. */
static int value_of(uint32_t letter) {
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
    for (; i < letters.count && value_of(letters.values[i]); i++) {
        int value = value_of(letters.values[i]);
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
