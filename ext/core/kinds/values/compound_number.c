/* compound_number.c - see written_number.h. */
#include "written_number.h"

enum { compound_letters_least = 5, pieces_max = 12 };

static const uint64_t piece_roles =
    vocabulary_number | vocabulary_tens | vocabulary_piece | vocabulary_scale | vocabulary_joint;

/* A word that is being cut. */
struct cutter {
    const struct vocabulary *vocabulary;
    struct letter_slice letters;
    const struct vocabulary_word *pieces[pieces_max];
    size_t count;
    bool ordinal; /* it ends in the ending of an ordinal */
};

/* Each piece is the longest that fits, and there is no way back: "sechzehn" is a number itself. */
static bool cut(struct cutter *cutter) {
    for (size_t at = 0; at < cutter->letters.count;) {
        size_t length = cutter->letters.count - at;
        const struct vocabulary_word *piece = NULL;
        if (length > vocabulary_letters_max)
            length = vocabulary_letters_max;
        for (; length >= 2; length--) {
            piece = vocabulary_lookup(cutter->vocabulary, cutter->letters.values + at, length);
            bool ends = at > 0 && at + length == cutter->letters.count;
            if (piece->roles & piece_roles)
                break;
            if (ends && piece->roles & vocabulary_ordinal_ending) {
                cutter->ordinal = true;
                return true;
            }
        }
        if (length < 2 || cutter->count == pieces_max)
            return false;
        cutter->pieces[cutter->count++] = piece;
        at += length;
    }
    return cutter->count > 1;
}

/* Composes the pieces: ones come before tens where a joint is between them. */
static bool compose(const struct cutter *cutter, double *number) {
    struct number_parts parts;
    number_parts_begin(&parts);
    for (size_t i = 0; i < cutter->count; i++) {
        const struct vocabulary_word *piece = cutter->pieces[i];
        bool last = i + 1 == cutter->count;
        double value = piece->value;
        if (piece->roles & vocabulary_joint) {
            if (i == 0 || last)
                return false;
            if (parts.limit == 1)
                parts.limit = 100;
        } else if (piece->roles & vocabulary_scale) {
            if (!number_parts_scale(&parts, value, true))
                return false;
        } else {
            bool joined = i > 0 && cutter->pieces[i - 1]->roles & vocabulary_joint;
            bool ones = value < 10 && !last && cutter->pieces[i + 1]->roles & vocabulary_joint;
            bool fits = !joined || !(parts.limit == 100 && value < 20 && parts.count == 0);
            if (!fits || !number_parts_add(&parts, value, ones ? 1 : number_parts_unit(value)))
                return false;
        }
    }
    *number = number_parts_sum(&parts);
    return *number > 0;
}

bool compound_number_read(const struct words *words, size_t at, bool *ordinal, double *number) {
    const struct vocabulary *vocabulary = words->table->vocabulary;
    if (!vocabulary->compounds || !words_is_kind(words, at, word_letters) || words->items[at].roles)
        return false;
    struct letter_slice letters = words_letters(words, at);
    if (letters.count < compound_letters_least || letters.count > compound_letters_max ||
        !(vocabulary->compounds >> vocabulary_compound_bit(letters.values) & 1))
        return false;
    struct cutter cutter = {.vocabulary = vocabulary, .letters = letters};
    if (!cut(&cutter) || !compose(&cutter, number))
        return false;
    *ordinal = cutter.ordinal;
    return true;
}
