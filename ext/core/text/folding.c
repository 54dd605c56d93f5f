/* folding.c - see folding.h. */
#include "folding.h"

#include "canonical_form.h"

#include <assert.h>
#include <string.h> /* memcpy, memmove */

/* Characters of a word between two questions whether to stop. */
enum { turn = 1 << 16 };

/* ---- What stands beside ---- */

#define FIVE(class) class, class, class, class, class
#define LETTERS FIVE(T), FIVE(T), FIVE(T), FIVE(T), FIVE(T), T
#define T frozen_text
#define D frozen_digit
#define S frozen_space
#define G frozen_sign
#define J frozen_joiner
#define A frozen_apostrophe
#define O frozen_other

/* The classes of ASCII: space ! " # $ % & ' ( ) * + , - . / and so on. */
/* clang-format off */
static const uint8_t ascii_classes[128] = {
    FIVE(S), FIVE(S), FIVE(S), FIVE(S), FIVE(S), FIVE(S), S, S,
    S, O, O, G, G, G, G, A, O, O, J, G, J, frozen_dash, J, J,
    FIVE(D), FIVE(D), J, O, J, J, J, O,
    O, LETTERS, O, O, O, J, O,
    A, LETTERS, O, O, O, J, S
};
/* clang-format on */

#undef T
#undef D
#undef S
#undef G
#undef J
#undef A
#undef O

static inline enum frozen_class class_of(uint32_t point) {
    return point < 0x80 ? ascii_classes[point] : frozen_character_of(point).class;
}

static inline bool is_mark(enum frozen_class class) {
    return class == frozen_mark || class == frozen_accent || class == frozen_point;
}

/* Letters and digits, with their marks. */
static inline bool is_word(enum frozen_class class) {
    return class == frozen_text || class == frozen_digit || is_mark(class);
}

enum fate { fate_stays, fate_vanishes, fate_separates };

/* What becomes of punctuation between characters of these classes; frozen_space is also no text. */
static enum fate fate_of(enum frozen_class before, enum frozen_class class,
                         enum frozen_class after) {
    if (class == frozen_sign)
        return fate_stays;
    if (class == frozen_other)
        return fate_separates;
    if (before == frozen_digit && after == frozen_digit)
        return fate_stays;
    if (class == frozen_apostrophe && after == frozen_text && is_word(before))
        return fate_vanishes;
    if (class == frozen_dash && after == frozen_digit && !is_word(before))
        return fate_stays;
    return fate_separates;
}

/* ---- ASCII ---- */

static void prepare_ascii(struct folding *folding, unsigned options) {
    if (folding->ascii_options == options)
        return;
    for (unsigned i = 0; i < sizeof folding->ascii; i++) {
        unsigned point = i;
        if ((options & fold_case) && point - 'A' < 26)
            point |= 0x20;
        if ((options & fold_digits) && point - '0' < 10)
            point = '0';
        if ((options & fold_punctuation) && point == '`')
            point = '\'';
        folding->ascii[i] = (unsigned char)point;
    }
    folding->ascii_options = options;
}

/* Folds a text of ASCII, which never grows. False if interrupted. */
static bool fold_ascii(struct folding *folding, unsigned options, const unsigned char *text,
                       size_t length) {
    unsigned char *begin = (unsigned char *)folding->utf8, *out = begin;
    enum frozen_class before = frozen_space;
    bool space = options & fold_space, punctuation = options & fold_punctuation, pending = false;
    for (size_t i = 0; i < length; i++) {
        enum frozen_class class = ascii_classes[text[i]];
        enum fate fate = fate_stays;
        if (class == frozen_space)
            fate = space ? fate_separates : fate_stays;
        else if (class > frozen_space && punctuation)
            fate =
                fate_of(before, class, i + 1 < length ? ascii_classes[text[i + 1]] : frozen_space);
        before = class;
        pending |= fate == fate_separates;
        if (interruption_after(folding->interruption, 1))
            return false;
        if (fate != fate_stays)
            continue;
        if (pending && !(space && out == begin))
            *out++ = ' ';
        pending = false;
        *out++ = folding->ascii[text[i]];
        size_t stop = length - i > turn ? i + turn : length, first = i;
        while (i + 1 < stop && ascii_classes[text[i + 1]] == frozen_text)
            *out++ = folding->ascii[text[++i]];
        if (i > first)
            before = frozen_text;
        if (interruption_after(folding->interruption, i - first))
            return false;
    }
    if (pending && !space)
        *out++ = ' ';
    folding->length = (size_t)(out - begin);
    assert(folding->length <= length);
    return true;
}

/* ---- Characters by themselves ---- */

struct mapper {
    struct folding *folding;
    unsigned options;
    size_t numbers_end; /* of what came from a character like ² or ½, if that was the last one */
    bool composes;      /* some character may compose with the one before */
    bool has_marks;     /* some character is no starter */
};

/* Appends a character that has no mapping left. There is room. */
static void append(struct mapper *mapper, uint32_t point) {
    struct code_points *folded = &mapper->folding->folded;
    unsigned options = mapper->options;
    struct frozen_character character = frozen_character_of(point);
    if (character.class == frozen_invisible && (options & fold_space))
        return;
    if (character.class == frozen_point && (options & fold_accents))
        return;
    mapper->composes |= character.joins_previous;
    mapper->has_marks |= character.combining > 0;
    if (character.class == frozen_digit && (options & fold_digits))
        point = '0';
    folded->values[folded->count++] = point;
}

/*
 * Replaces a character by what it is mapped to, and that by what it is mapped to in turn. Says
 * whether it was mapped for its width.
 */
static bool map_point(struct mapper *mapper, uint32_t point) {
    uint32_t left[frozen_expansion_max];
    size_t count = 0;
    bool width = false;
    left[count++] = point;
    while (count > 0) {
        size_t length;
        unsigned needs;
        point = left[--count];
        const uint32_t *mapped = frozen_mapping_of(point, mapper->options, &length, &needs);
        if (!mapped) {
            append(mapper, point);
            continue;
        }
        width |= needs == fold_width;
        assert(count + length <= frozen_expansion_max);
        while (length > 0)
            left[count++] = mapped[--length];
    }
    return width;
}

/*
 * A character such as ², ½ or ⑩, which has digits but is none, stays apart from digits beside it:
 * 10² is not 102, and 1½ is not 11/2. `begin` is where it, or what follows it, was appended.
 */
static void separate_number(struct mapper *mapper, size_t begin, bool is_number) {
    struct code_points *folded = &mapper->folding->folded;
    bool after_number = begin > 0 && begin == mapper->numbers_end;
    if (folded->count == begin)
        return;
    if (begin > 0 && is_number != after_number && class_of(folded->values[begin]) == frozen_digit &&
        class_of(folded->values[begin - 1]) == frozen_digit) {
        memmove(folded->values + begin + 1, folded->values + begin,
                (folded->count - begin) * sizeof *folded->values);
        folded->values[begin] = ' ';
        folded->count++;
    }
    mapper->numbers_end = is_number ? folded->count : 0;
}

static bool map_text(struct mapper *mapper, const struct allocator *allocator) {
    struct folding *folding = mapper->folding;
    const struct code_points *text = &folding->text;
    struct code_points *folded = &folding->folded;
    folded->count = 0;
    for (size_t i = 0; i < text->count; i++) {
        if (i == 0 || folded->capacity - folded->count <= frozen_expansion_max) {
            uint32_t *values = allocator_grow(
                allocator, folded->values, &folded->capacity,
                folded->count + (text->count - i) + 2 * frozen_expansion_max, sizeof *values);
            if (!values)
                return false;
            folded->values = values;
        }
        size_t begin = folded->count;
        uint32_t point = text->values[i];
        bool is_number = false;
        if (point < 0x80)
            folded->values[folded->count++] = folding->ascii[point];
        else if (map_point(mapper, point))
            is_number = frozen_character_of(point).class != frozen_digit;
        if (is_number || mapper->numbers_end > 0)
            separate_number(mapper, begin, is_number);
        if (interruption_after(folding->interruption, 1))
            return false;
    }
    return true;
}

/* ---- Characters beside each other ---- */

struct sieve {
    unsigned options;
    uint32_t *values;
    size_t count;             /* of what stays */
    enum frozen_class before; /* of the last character, whether it stays or not */
    uint32_t base;            /* the last character that is no mark */
    bool kept;                /* the base has its own mark */
    bool pending, swallows;   /* a space is due; marks belong to what is gone */
};

static void sieve_keep(struct sieve *sieve, uint32_t point) {
    if (sieve->pending && !((sieve->options & fold_space) && sieve->count == 0))
        sieve->values[sieve->count++] = ' ';
    sieve->pending = false;
    sieve->values[sieve->count++] = point;
}

/* Letters of Cyrillic of their own, which look like another one with an accent: й ў ї ѓ ќ. */
static bool is_letter_of_its_own(uint32_t base, uint32_t mark) {
    enum { acute = 0x301, breve = 0x306, diaeresis = 0x308 };
    switch (base) {
    case 0x438: /* й */
    case 0x418:
    case 0x443: /* ў */
    case 0x423:
        return mark == breve;
    case 0x456: /* ї */
    case 0x406:
        return mark == diaeresis;
    case 0x433: /* ѓ */
    case 0x413:
    case 0x43A: /* ќ */
    case 0x41A:
        return mark == acute;
    default:
        return false;
    }
}

/* Marks are accents on letters of Latin, Greek and Cyrillic, and on what is no letter. */
static bool is_accent_here(struct sieve *sieve, uint32_t mark) {
    if (sieve->base < 0x80)
        return true;
    if (!sieve->kept && is_letter_of_its_own(sieve->base, mark)) {
        sieve->kept = true;
        return false;
    }
    return frozen_character_of(sieve->base).script <= frozen_cyrillic; /* or none */
}

static void sieve_mark(struct sieve *sieve, uint32_t mark, enum frozen_class class) {
    if (sieve->swallows)
        return;
    if (class == frozen_accent && (sieve->options & fold_accents) && is_accent_here(sieve, mark))
        return;
    sieve_keep(sieve, mark);
}

static void sieve_take(struct sieve *sieve, uint32_t point, enum frozen_class class,
                       enum frozen_class after) {
    enum fate fate = fate_stays;
    if (class == frozen_space)
        fate = sieve->options & fold_space ? fate_separates : fate_stays;
    else if (class > frozen_space && (sieve->options & fold_punctuation))
        fate = fate_of(sieve->before, class, after);
    sieve->base = point;
    sieve->kept = false;
    sieve->swallows = fate != fate_stays && class != frozen_space;
    if (fate == fate_separates)
        sieve->pending = true;
    else if (fate == fate_stays)
        sieve_keep(sieve, point);
}

/* False if interrupted. */
static bool sieve_text(struct folding *folding, unsigned options) {
    struct code_points *text = &folding->folded;
    struct sieve sieve = {.options = options, .values = text->values, .before = frozen_space};
    enum frozen_class class = text->count ? class_of(text->values[0]) : frozen_space;
    for (size_t i = 0; i < text->count; i++) {
        uint32_t point = text->values[i];
        enum frozen_class after =
            i + 1 < text->count ? class_of(text->values[i + 1]) : frozen_space;
        if (is_mark(class))
            sieve_mark(&sieve, point, class);
        else if (class != frozen_invisible)
            sieve_take(&sieve, point, class, after);
        else if (!sieve.swallows)
            sieve_keep(&sieve, point);
        assert(sieve.count <= i + 1);
        sieve.before = class;
        class = after;
        if (interruption_after(folding->interruption, 1))
            return false;
    }
    if (sieve.pending && !(options & fold_space))
        text->values[sieve.count++] = ' ';
    text->count = sieve.count;
    return true;
}

/* ---- The whole ---- */

/* A subscript iota that marks have moved before is a letter, as are its capital and Unicode's. */
static void spell_iotas(struct code_points *text) {
    enum { iota_subscript = 0x345, iota = 0x3B9 };
    for (size_t i = 0; i < text->count; i++)
        if (text->values[i] == iota_subscript)
            text->values[i] = iota;
}

static bool reserve(struct folding *folding, const struct allocator *allocator, size_t length) {
    char *utf8 = allocator_grow(allocator, folding->utf8, &folding->capacity, length, 1);
    if (utf8)
        folding->utf8 = utf8;
    return utf8;
}

static bool encode(struct folding *folding, const struct allocator *allocator) {
    const struct code_points *text = &folding->folded;
    size_t length = text->count;
    for (size_t i = 0; i < text->count; i++) {
        uint32_t point = text->values[i];
        length += (size_t)(point >= 0x80) + (point >= 0x800) + (point >= 0x10000);
    }
    if (!reserve(folding, allocator, length))
        return false;
    folding->length = code_points_encode(text->values, text->count, folding->utf8);
    assert(folding->length == length);
    return true;
}

bool folding_fold(struct folding *folding, const struct allocator *allocator, unsigned options,
                  const char *utf8, size_t length) {
    assert(options > 0);
    prepare_ascii(folding, options);
    folding->length = 0;
    if (code_points_ascii(utf8, length))
        return reserve(folding, allocator, length) &&
               fold_ascii(folding, options, (const unsigned char *)utf8, length);
    struct mapper mapper = {.folding = folding, .options = options};
    if (!code_points_decode(&folding->text, allocator, utf8, length) ||
        !map_text(&mapper, allocator))
        return false;
    if (mapper.has_marks && !canonical_order(&folding->folded, &folding->scratch, allocator))
        return false;
    if (mapper.has_marks && (options & fold_case))
        spell_iotas(&folding->folded);
    if (options & (fold_accents | fold_punctuation | fold_space) && !sieve_text(folding, options))
        return false;
    if (mapper.composes)
        canonical_compose(&folding->folded);
    return encode(folding, allocator);
}

void folding_free(struct folding *folding, const struct allocator *allocator) {
    code_points_free(&folding->text, allocator);
    code_points_free(&folding->folded, allocator);
    code_points_free(&folding->scratch, allocator);
    allocator->release(folding->utf8);
    *folding = (struct folding){.interruption = folding->interruption};
}
