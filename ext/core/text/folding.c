/* folding.c - see folding.h. */
#include "folding.h"

#include "canonical_form.h"

#include <assert.h>
#include <string.h> /* memcpy, memmove, memset */

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
    FIVE(D), FIVE(D), J, O, G, G, G, O,
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

/* Letters and digits, with their marks. */
static inline bool is_word(enum frozen_class class) {
    return class == frozen_text || class == frozen_digit || frozen_class_is_mark(class);
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

static void prepare(struct folding *folding, unsigned options) {
    if (folding->options == options)
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
    memset(folding->memos, 0, sizeof folding->memos);
    folding->options = options;
}

static inline bool is_ascii_word(unsigned char byte) {
    return ascii_classes[byte] <= frozen_digit;
}

/* Folds words with single spaces between them; returns where something else may begin. */
static const unsigned char *fold_words(const struct folding *folding, const unsigned char *text,
                                       const unsigned char *end, unsigned char **out) {
    unsigned char *next = *out;
    while (text < end) {
        while (text < end && is_ascii_word(*text))
            *next++ = folding->ascii[*text++];
        if (end - text < 2 || *text != ' ' || !is_ascii_word(text[1]))
            break;
        *next++ = *text++;
    }
    *out = next;
    return text;
}

/* Folds a text of ASCII, which never grows. False if interrupted. */
static bool fold_ascii(struct folding *folding, const unsigned char *text, size_t length) {
    unsigned char *begin = (unsigned char *)folding->utf8, *out = begin;
    const unsigned char *end = text + length;
    bool space = folding->options & fold_space, punctuation = folding->options & fold_punctuation;
    bool pending = false;
    enum frozen_class before = frozen_space;
    for (const unsigned char *at = text; at < end;) {
        const unsigned char *first = at;
        enum frozen_class class = ascii_classes[*at];
        enum fate fate = fate_stays;
        if (class == frozen_space)
            fate = space ? fate_separates : fate_stays;
        else if (class > frozen_space && punctuation)
            fate = fate_of(before, class, at + 1 < end ? ascii_classes[at[1]] : frozen_space);
        pending |= fate == fate_separates;
        if (fate == fate_stays) {
            if (pending && !(space && out == begin))
                *out++ = ' ';
            pending = false;
            *out++ = folding->ascii[*at];
        }
        before = class;
        at++;
        if (class <= frozen_digit) {
            at = fold_words(folding, at, end - at > turn ? at + turn : end, &out);
            before = ascii_classes[at[-1]];
        }
        if (interruption_after(folding->interruption, (size_t)(at - first)))
            return false;
    }
    if (pending && !space)
        *out++ = ' ';
    folding->length = (size_t)(out - begin);
    assert(folding->length <= length);
    return true;
}

/* ---- Characters by themselves ---- */

/* Traits of what a character becomes. */
enum {
    trait_width = 1,    /* it was mapped for its width */
    trait_composes = 2, /* it may compose with what is before */
    trait_mark = 4      /* it is no starter */
};

/* Adds a character that has no mapping left to `folded`. */
static size_t add_mapped(uint32_t point, unsigned options, uint32_t *folded, size_t count,
                         unsigned *traits) {
    struct frozen_character character = frozen_character_of(point);
    if (character.class == frozen_invisible && (options & fold_space))
        return count;
    if (character.class == frozen_point && (options & fold_accents))
        return count;
    *traits |= character.joins_previous ? trait_composes : 0u;
    *traits |= character.combining > 0 ? trait_mark : 0u;
    if (character.class == frozen_digit && (options & fold_digits))
        point = '0';
    folded[count++] = point;
    return count;
}

/* Maps a character, and what it is mapped to in turn. Returns how many characters there are. */
static size_t map_point(uint32_t point, unsigned options, uint32_t folded[frozen_expansion_max],
                        unsigned *traits) {
    uint32_t left[frozen_expansion_max];
    size_t left_count = 0, count = 0;
    *traits = 0;
    left[left_count++] = point;
    while (left_count > 0) {
        uint32_t mapping[frozen_mapping_max];
        size_t length;
        unsigned needs;
        point = left[--left_count];
        bool mapped = frozen_mapping_of(point, options, mapping, &length, &needs);
        assert(count + left_count + (mapped ? length : 1) <= frozen_expansion_max);
        if (!mapped)
            count = add_mapped(point, options, folded, count, traits);
        else if (needs == fold_width)
            *traits |= trait_width;
        while (mapped && length > 0)
            left[left_count++] = mapping[--length];
    }
    return count;
}

static void memo_make(struct folding_memo *memo, unsigned options, uint32_t point) {
    uint32_t folded[frozen_expansion_max] = {0};
    unsigned traits;
    memo->point = point;
    memo->count = (uint8_t)map_point(point, options, folded, &traits);
    memo->class = frozen_character_of(point).class;
    memo->traits = (uint8_t)traits;
    memcpy(memo->folded, folded, sizeof memo->folded);
}

static inline const struct folding_memo *memo_of(struct folding *folding, uint32_t point) {
    struct folding_memo *memo = &folding->memos[point % folding_memos];
    if (memo->point != point)
        memo_make(memo, folding->options, point);
    return memo;
}

static inline enum frozen_class class_of(struct folding *folding, uint32_t point) {
    return point < 0x80 ? ascii_classes[point] : memo_of(folding, point)->class;
}

struct mapper {
    size_t numbers_end; /* of what came from a character like ² or ½, if that was the last one */
    unsigned traits;    /* of all */
};

/*
 * A character such as ², ½ or ⑩, which has digits without being one, stays apart from digits beside
 * it: 10² is not 102, and 1½ is not 11/2. `begin` is where it, or what follows it, was added.
 */
static void separate_number(struct folding *folding, struct mapper *mapper, size_t begin,
                            bool is_number) {
    struct code_points *folded = &folding->folded;
    bool after_number = begin > 0 && begin == mapper->numbers_end;
    if (folded->count == begin)
        return;
    if (begin > 0 && is_number != after_number &&
        class_of(folding, folded->values[begin]) == frozen_digit &&
        class_of(folding, folded->values[begin - 1]) == frozen_digit) {
        memmove(folded->values + begin + 1, folded->values + begin,
                (folded->count - begin) * sizeof *folded->values);
        folded->values[begin] = ' ';
        folded->count++;
    }
    mapper->numbers_end = is_number ? folded->count : 0;
}

/* Appends what a character beyond ASCII becomes. There is room. */
static void map_other(struct folding *folding, struct mapper *mapper, uint32_t point) {
    struct code_points *folded = &folding->folded;
    const struct folding_memo *memo = memo_of(folding, point);
    size_t begin = folded->count;
    unsigned traits = memo->traits;
    bool is_number = (traits & trait_width) && memo->class != frozen_digit;
    memcpy(folded->values + begin, memo->folded, sizeof memo->folded);
    if (memo->count > sizeof memo->folded / sizeof *memo->folded)
        map_point(point, folding->options, folded->values + begin, &traits);
    folded->count += memo->count;
    mapper->traits |= traits;
    if (is_number || mapper->numbers_end > 0)
        separate_number(folding, mapper, begin, is_number);
}

/* Appends what characters of ASCII become; returns how many there were. There is room. */
static size_t map_ascii(struct folding *folding, struct mapper *mapper, const uint32_t *points,
                        size_t count) {
    struct code_points *folded = &folding->folded;
    uint32_t *out = folded->values + folded->count;
    size_t done = 0;
    if (mapper->numbers_end > 0 && points[0] < 0x80) {
        *out = folding->ascii[points[done++]];
        folded->count++;
        separate_number(folding, mapper, folded->count - 1, false);
        out = folded->values + folded->count;
    }
    for (; done < count && points[done] < 0x80; done++)
        *out++ = folding->ascii[points[done]];
    folded->count = (size_t)(out - folded->values);
    return done;
}

static bool map_text(struct folding *folding, struct mapper *mapper,
                     const struct allocator *allocator) {
    const struct code_points *text = &folding->text;
    struct code_points *folded = &folding->folded;
    folded->count = 0;
    for (size_t i = 0; i < text->count;) {
        /* Room for the rest of ASCII, and in it for any one character. */
        size_t room = text->count - i + (size_t)2 * frozen_expansion_max, first = i;
        if (i == 0 || folded->capacity - folded->count < room) {
            if (!ARRAY_RESERVE(allocator, folded->values, folded->capacity, folded->count + room))
                return false;
        }
        size_t stop = text->count - i > turn ? i + turn : text->count;
        i += map_ascii(folding, mapper, text->values + i, stop - i);
        if (i < stop)
            map_other(folding, mapper, text->values[i++]);
        if (interruption_after(folding->interruption, i - first))
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
    /* What strikes a sign through negates it: the equals sign of ≠ has such a mark. */
    enum { solidus = 0x338, vertical_line = 0x20D2, reverse_solidus = 0x20E5 };
    if ((mark == solidus || mark == vertical_line || mark == reverse_solidus) &&
        frozen_character_of(sieve->base).class == frozen_sign)
        return false;
    if (sieve->base < 0x80)
        return true;
    if (!sieve->kept && is_letter_of_its_own(sieve->base, mark)) {
        sieve->kept = true;
        return false;
    }
    return frozen_character_of(sieve->base).script <= frozen_cyrillic; /* or none */
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
static bool sieve_text(struct folding *folding) {
    struct code_points *text = &folding->folded;
    struct sieve sieve = {
        .options = folding->options, .values = text->values, .before = frozen_space};
    for (size_t i = 0, end = text->count; i < end;) {
        size_t first = i, stop = end - i > turn ? i + turn : end;
        uint32_t point = text->values[i];
        enum frozen_class class = class_of(folding, point);
        while (class <= frozen_digit) {
            sieve.before = class;
            if (++i == stop)
                break;
            class = class_of(folding, text->values[i]);
        }
        if (i > first) {
            /* Letters and digits that follow each other. */
            sieve_keep(&sieve, text->values[first]);
            memmove(sieve.values + sieve.count, text->values + first + 1,
                    (i - first - 1) * sizeof *text->values);
            sieve.count += i - first - 1;
            sieve.base = text->values[i - 1];
            sieve.kept = sieve.swallows = false;
        } else {
            i++;
            bool dropped = class == frozen_accent && (sieve.options & fold_accents) &&
                           is_accent_here(&sieve, point);
            if (class != frozen_invisible && !frozen_class_is_mark(class))
                sieve_take(&sieve, point, class,
                           i < end ? class_of(folding, text->values[i]) : frozen_space);
            else if (!sieve.swallows && !dropped)
                sieve_keep(&sieve, point);
            sieve.before = class;
        }
        assert(sieve.count <= i);
        if (interruption_after(folding->interruption, i - first))
            return false;
    }
    if (sieve.pending && !(folding->options & fold_space))
        text->values[sieve.count++] = ' ';
    text->count = sieve.count;
    return true;
}

/* ---- The whole ---- */

static bool reserve(struct folding *folding, const struct allocator *allocator, size_t length) {
    return ARRAY_RESERVE(allocator, folding->utf8, folding->capacity, length);
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

/* Folds `text`. */
static bool fold_points(struct folding *folding, const struct allocator *allocator,
                        unsigned options) {
    struct mapper mapper = {0};
    if (!map_text(folding, &mapper, allocator))
        return false;
    if ((mapper.traits & trait_mark) &&
        !canonical_order(&folding->folded, &folding->scratch, allocator))
        return false;
    /* A subscript iota that marks now precede is a letter, as are its capital and Unicode's. */
    enum { iota_subscript = 0x345, iota = 0x3B9 };
    struct code_points *folded = &folding->folded;
    for (size_t i = 0; (mapper.traits & trait_mark) && (options & fold_case) && i < folded->count;
         i++)
        if (folded->values[i] == iota_subscript)
            folded->values[i] = iota;
    if (options & (fold_accents | fold_punctuation | fold_space) && !sieve_text(folding))
        return false;
    if (mapper.traits & trait_composes)
        canonical_compose(&folding->folded);
    return encode(folding, allocator);
}

/* Folds a text that may have marks. */
static bool fold_marked(struct folding *folding, const struct allocator *allocator,
                        unsigned options, const char *utf8, size_t length) {
    if (!code_points_decode(&folding->text, allocator, utf8, length) ||
        !note_marks_remove(&folding->marks, allocator, folding->interruption, folding->text.values,
                           folding->text.count))
        return false;
    struct code_points *to = options ? &folding->text : &folding->folded, unmarked = *to;
    *to = folding->marks.kept;
    folding->marks.kept = unmarked;
    return options ? fold_points(folding, allocator, options) : encode(folding, allocator);
}

bool folding_fold(struct folding *folding, const struct allocator *allocator, unsigned options,
                  const char *utf8, size_t length) {
    assert(options > 0);
    bool marked = (options & fold_notes) && note_marks_may_occur(utf8, length);
    options &= ~(unsigned)fold_notes;
    folding->length = 0;
    if (options)
        prepare(folding, options);
    if (marked)
        return fold_marked(folding, allocator, options, utf8, length);
    if (!options) {
        if (!reserve(folding, allocator, length))
            return false;
        memcpy(folding->utf8, utf8, length);
        folding->length = length;
        return true;
    }
    if (code_points_ascii(utf8, length))
        return reserve(folding, allocator, length) &&
               fold_ascii(folding, (const unsigned char *)utf8, length);
    return code_points_decode(&folding->text, allocator, utf8, length) &&
           fold_points(folding, allocator, options);
}

void folding_free(struct folding *folding, const struct allocator *allocator) {
    code_points_free(&folding->text, allocator);
    code_points_free(&folding->folded, allocator);
    code_points_free(&folding->scratch, allocator);
    note_marks_free(&folding->marks, allocator);
    allocator->release(folding->utf8);
    *folding = (struct folding){.interruption = folding->interruption};
}
