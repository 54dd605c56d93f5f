/*
 * sentences.c - see sentences.h.
 *
 * punctuation.h finds stops, brackets and quotation marks, and pairs the latter.
 * The walk below goes from mark to mark: it collects what belongs to a stop, ignores stops inside a
 * pair, and asks boundary.h about the others.
 */
#include "sentences.h"

#include "../base/array.h"
#include "../base/ascii.h"
#include "../base/number.h"
#include "../base/interrupt.h"
#include "../base/words.h"
#include "boundary.h"
#include "language.h"
#include "punctuation.h"
#include "text_characters.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { longest_citation = 32, fewest_spaced_dots = 3 };

struct sentence_splitter {
    const struct language *language;
    struct punctuation_finder *finder;
    struct punctuation_list marks; /* of the current block; the memory is reused */
};

/*
 * ---- Enumerations: "1) one 2) two 3) three" within a block -------------------------------------
 *
 * A block is an enumeration if it starts with a bullet, or with a number, a small letter or a small
 * Roman numeral followed by ")", ".)" or ".". The next item begins at the same bullet, or at the
 * next number in the same style, after white space. Anything else is prose, even if it looks like
 * an item.
 */

enum numbering { numbering_none, numbering_decimal, numbering_letters, numbering_roman };

struct enumeration {
    enum numbering numbering;
    unsigned value; /* of the last item */
    char style[3];  /* what follows the number: ")", ".)" or "." */
    char bullet[4]; /* the bullet of an enumeration without numbers; else empty */
};

enum { longest_number = 5 }; /* characters: "xviii", "99999" */

static const char roman_numerals[] =
    "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|xviii|xix|xx";

/* The value of a number written in that way; 0 if it is not written so. */
static unsigned value_of(enum numbering numbering, const char *number, size_t length) {
    int64_t value;
    switch (numbering) {
    case numbering_decimal:
        assert(length <= longest_number + 1);
        return integer_read_digits(number, length, &value) == length ? (unsigned)value : 0;
    case numbering_letters:
        return length == 1 && ascii_is_lower(*number) ? (unsigned)(*number - 'a') + 1 : 0;
    case numbering_roman:
        return (unsigned)words_find(roman_numerals, number, length);
    default:
        return 0;
    }
}

static bool is_number_byte(char byte) {
    return ascii_is_digit(byte) || ascii_is_lower(byte);
}

/* Reads the style that begins at `position` and is followed by white space; empty if none is. */
static void read_style(char style[3], const char *text, size_t length, size_t position) {
    size_t used = 0;
    if (position < length && text[position] == '.')
        style[used++] = '.';
    if (position + used < length && text[position + used] == ')')
        style[used++] = ')';
    style[used] = '\0';
    if (text_character_at(text, length, position + used).class != character_space)
        style[0] = '\0';
}

/* Letters and Roman numerals must begin at one: "c. 1850" is no third item. */
static void read_first_number(struct enumeration *enumeration, const char *number, size_t length) {
    static const enum numbering kinds[] = {numbering_decimal, numbering_roman, numbering_letters};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned value = value_of(kinds[i], number, length);
        if (value == 0 || (kinds[i] != numbering_decimal && value > 1))
            continue;
        enumeration->numbering = kinds[i];
        enumeration->value = value;
        return;
    }
}

/* Reads the start of a block; `numbering` and `bullet` are empty if it is no enumeration. */
static struct enumeration enumeration_start(const struct language *language, const char *text,
                                            size_t length) {
    struct enumeration enumeration = {0};
    size_t start = text_skip_space(text, length, 0);
    size_t end = start;
    while (end < length && end - start < longest_number && is_number_byte(text[end]))
        end++;
    if (end > start) {
        read_style(enumeration.style, text, length, end);
        bool ordinal = language->rules & language_ordinal_stop && !enumeration.style[1];
        if (enumeration.style[0] && !ordinal)
            read_first_number(&enumeration, text + start, end - start);
        return enumeration;
    }
    struct text_character first = text_character_at(text, length, start);
    if (words_find("•|‣|⁃|●|◦|▪", text + start, first.length))
        memcpy(enumeration.bullet, text + start, first.length);
    return enumeration;
}

/*
 * Whether `mark` is a bullet, or the first character after a number, that begins the next item. If
 * so, stores where the item begins in `*item` and advances to it. Takes constant time.
 */
static bool enumeration_next(struct enumeration *enumeration, const char *text, size_t length,
                             const struct punctuation_mark *mark, size_t *item) {
    *item = mark->offset;
    if (mark->kind == punctuation_bullet)
        return enumeration->bullet[0] && mark->offset > 0 && mark->length == 3 &&
               memcmp(enumeration->bullet, text + mark->offset, 3) == 0 &&
               text_character_before(text, mark->offset).class == character_space;
    if (enumeration->numbering == numbering_none)
        return false;
    char style[3];
    read_style(style, text, length, mark->offset);
    if (strcmp(style, enumeration->style) != 0)
        return false;
    size_t start = mark->offset;
    while (start > 0 && mark->offset - start <= longest_number && is_number_byte(text[start - 1]))
        start--;
    unsigned value = value_of(enumeration->numbering, text + start, mark->offset - start);
    if (value != enumeration->value + 1 ||
        text_character_before(text, start).class != character_space)
        return false;
    enumeration->value = value;
    *item = start;
    return true;
}

/* ---- Sentences ------------------------------------------------------------------------------- */

struct walk {
    const struct sentence_splitter *splitter;
    const char *text;
    size_t length;
    size_t sentence_start; /* the first character of the current sentence */
    size_t next;           /* index of the next mark */
    size_t depth;          /* how many pairs are open */
    struct enumeration enumeration;
    struct sentence_spans *spans;
    struct failure *failure;
};

void sentence_spans_free(struct sentence_spans *spans) {
    free(spans->spans);
    *spans = (struct sentence_spans){0};
}

struct sentence_splitter *sentence_splitter_open(const char *language, struct failure *failure) {
    struct sentence_splitter *splitter = allocate(sizeof *splitter, failure);
    if (!splitter)
        return NULL;
    splitter->language = language_find(language);
    splitter->finder = punctuation_finder_open(splitter->language, failure);
    if (!splitter->finder) {
        free(splitter);
        return NULL;
    }
    return splitter;
}

void sentence_splitter_close(struct sentence_splitter *splitter) {
    if (!splitter)
        return;
    punctuation_finder_close(splitter->finder);
    punctuation_list_free(&splitter->marks);
    free(splitter);
}

void sentence_splitters_free(struct sentence_splitters *set) {
    for (int i = 0; i < set->count; i++)
        sentence_splitter_close(set->places[i]);
    *set = (struct sentence_splitters){0};
}

/* Moves a place to the front. */
static struct sentence_splitter *use(struct sentence_splitters *set, int place) {
    struct sentence_splitters before = *set;
    memmove(set->places + 1, before.places, (size_t)place * sizeof *set->places);
    return set->places[0] = before.places[place];
}

struct sentence_splitter *sentence_splitters_find(struct sentence_splitters *set, const char *code,
                                                  struct failure *failure) {
    const struct language *wanted = language_find(code);
    for (int i = 0; i < set->count; i++)
        if (set->places[i]->language == wanted)
            return use(set, i);
    struct sentence_splitter *splitter = sentence_splitter_open(code, failure);
    if (!splitter)
        return NULL;
    if (set->count == sentence_splitters_max)
        sentence_splitter_close(set->places[--set->count]);
    set->places[set->count] = splitter;
    return use(set, set->count++);
}

/* Ends the current sentence at `end`; the next one begins after the white space. */
static bool finish_sentence(struct walk *walk, size_t end) {
    assert(end <= walk->length);
    size_t start = walk->sentence_start;
    size_t trimmed = text_skip_space_back(walk->text, start, end);
    walk->sentence_start = text_skip_space(walk->text, walk->length, end);
    if (trimmed == start)
        return true;
    struct sentence_spans *list = walk->spans;
    if (!ARRAY_ROOM(list->spans, list->count, list->capacity))
        return fail_memory(walk->failure);
    list->spans[list->count++] = (struct sentence_span){.offset = start, .length = trimmed - start};
    return true;
}

static const struct punctuation_mark *mark_at(const struct walk *walk, size_t index) {
    const struct punctuation_list *marks = &walk->splitter->marks;
    return index < marks->count ? &marks->marks[index] : NULL;
}

static const struct punctuation_mark *partner_of(const struct walk *walk,
                                                 const struct punctuation_mark *mark) {
    assert(mark->role != punctuation_unpaired);
    return &walk->splitter->marks.marks[mark->partner];
}

static bool is_space_at(const struct walk *walk, size_t position) {
    return position >= walk->length ||
           text_character_at(walk->text, walk->length, position).class == character_space;
}

static void count_depth(struct walk *walk, const struct punctuation_mark *mark) {
    assert(mark->role != punctuation_closes || walk->depth > 0);
    if (mark->role == punctuation_opens)
        walk->depth++;
    if (mark->role == punctuation_closes)
        walk->depth--;
}

/* "word. . . . Next": the first period ends the sentence, the spaced ones begin the next. */
static bool is_stop_before_spaced_dots(const struct walk *walk, const struct boundary *boundary) {
    if (boundary->kind != punctuation_period || boundary->end != boundary->stop + 1 ||
        boundary->stop == 0 || is_space_at(walk, boundary->stop - 1))
        return false;
    size_t end = boundary->end;
    for (size_t i = 0; i < fewest_spaced_dots; i++) {
        const struct punctuation_mark *mark = mark_at(walk, walk->next + i);
        if (!mark || mark->kind != punctuation_period || mark->offset != end + 1)
            return false;
        end = mark->offset + 1;
    }
    return true;
}

/*
 * Each of the next functions adds the next mark to the boundary, if it belongs to it. `glued` tells
 * that no white space separates the two.
 */

/* A further stop: ". . .", "? ! ?", or the one after a quotation as in `end.".` */
static bool take_stop(struct walk *walk, struct boundary *boundary,
                      const struct punctuation_mark *mark, bool glued) {
    size_t end = mark->offset + mark->length;
    const struct punctuation_mark *after = mark_at(walk, walk->next + 1);
    bool ends = is_space_at(walk, end) || (after && after->offset == end);
    if (!glued && (!ends || is_stop_before_spaced_dots(walk, boundary)))
        return false;
    if (boundary->quoted || boundary->bracketed) {
        boundary->kind = mark->kind;
        boundary->stop = mark->offset;
    } else if (boundary->kind == punctuation_wide || mark->kind == punctuation_wide) {
        boundary->kind = punctuation_wide;
    } else {
        bool exclaims = boundary->kind == punctuation_exclaim || mark->kind == punctuation_exclaim;
        boundary->kind = exclaims ? punctuation_exclaim : punctuation_ellipsis;
    }
    boundary->quoted = boundary->bracketed = false;
    boundary->end = end;
    walk->next++;
    return true;
}

/* A citation: "[12]", "[a]", "[citation needed]"; after white space only what prose never is. */
static bool take_citation(struct walk *walk, struct boundary *boundary,
                          const struct punctuation_mark *mark, bool glued) {
    assert(mark->role == punctuation_opens);
    if (mark->family != punctuation_square)
        return false;
    const struct punctuation_mark *close = partner_of(walk, mark);
    size_t start = mark->offset + 1, length = close->offset - start;
    if (length == 0 || length > longest_citation)
        return false;
    struct text_character first = text_character_at(walk->text, walk->length, start);
    bool citation = first.class == character_digit ||
                    (first.class == character_lower && first.length == length);
    if (glued ? !text_character_in_word(first) : !citation)
        return false;
    boundary->cited = true;
    boundary->end = close->offset + 1;
    for (const struct punctuation_mark *passed = mark; passed <= close; passed++)
        count_depth(walk, passed);
    walk->next = mark->partner + 1;
    return true;
}

/* A sign of a footnote right after the stop, or the page after a citation: "[12]:34". */
static bool take_sign(const struct walk *walk, struct boundary *boundary) {
    struct text_character sign = text_character_at(walk->text, walk->length, boundary->end);
    unsigned long c = sign.code_point;
    if (c == 0x2020 || c == 0x2021 || c == 0x2191 || /* dagger, double dagger, arrow */
        c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x2079)) { /* superscripts */
        boundary->cited = true;
        boundary->end += sign.length;
        return true;
    }
    size_t end = boundary->end + 1;
    while (boundary->cited && sign.code_point == ':' && end < walk->length &&
           walk->text[end] >= '0' && walk->text[end] <= '9')
        end++;
    if (end == boundary->end + 1)
        return false;
    boundary->end = end;
    return true;
}

/* A closing mark. An unpaired one may belong to an opening mark that is missing or far away. */
static bool take_close(struct walk *walk, struct boundary *boundary,
                       const struct punctuation_mark *mark, bool glued) {
    if (mark->role == punctuation_closes) {
        boundary->opener = partner_of(walk, mark)->offset;
        if (mark->kind == punctuation_quote)
            boundary->quoted = true;
        else
            boundary->bracketed = true;
        count_depth(walk, mark);
    } else if (mark->kind == punctuation_quote) {
        if (!mark->may_close || (!glued && !is_space_at(walk, mark->offset + mark->length)))
            return false;
    } else if (mark->kind != punctuation_bracket_close || !glued)
        return false;
    boundary->end = mark->offset + mark->length;
    walk->next++;
    return true;
}

static bool take_next(struct walk *walk, struct boundary *boundary) {
    if (take_sign(walk, boundary))
        return true;
    const struct punctuation_mark *mark = mark_at(walk, walk->next);
    if (!mark)
        return false;
    bool glued = mark->offset == boundary->end;
    if (!glued && text_skip_space(walk->text, mark->offset, boundary->end) != mark->offset)
        return false;
    if (punctuation_is_stop(mark))
        return take_stop(walk, boundary, mark, glued);
    if (mark->role == punctuation_opens)
        return take_citation(walk, boundary, mark, glued);
    return take_close(walk, boundary, mark, glued);
}

/* Collects the boundary that begins at the stop, and ends the sentence there if it splits. */
static bool pass_stop(struct walk *walk, const struct punctuation_mark *mark) {
    struct boundary boundary = {.text = walk->text,
                                .length = walk->length,
                                .sentence_start = walk->sentence_start,
                                .stop = mark->offset,
                                .end = mark->offset + mark->length,
                                .kind = mark->kind};
    walk->next++;
    while (take_next(walk, &boundary))
        continue;
    if (walk->depth > 0 || !boundary_splits(walk->splitter->language, &boundary))
        return true;
    return finish_sentence(walk, boundary.end);
}

bool sentence_split(struct sentence_splitter *splitter, const char *text, size_t length,
                    struct sentence_spans *spans, struct failure *failure) {
    spans->count = 0;
    if (!punctuation_find(splitter->finder, text, length, &splitter->marks, failure))
        return false;
    struct walk walk = {.splitter = splitter,
                        .text = text,
                        .length = length,
                        .sentence_start = text_skip_space(text, length, 0),
                        .enumeration = enumeration_start(splitter->language, text, length),
                        .spans = spans,
                        .failure = failure};
    const struct punctuation_mark *mark;
    while ((mark = mark_at(&walk, walk.next)) != NULL && !interrupt_overdue()) {
        size_t item;
        if (mark->role == punctuation_unpaired && walk.depth == 0 &&
            enumeration_next(&walk.enumeration, text, length, mark, &item) &&
            item > walk.sentence_start && !finish_sentence(&walk, item))
            return false;
        if (!punctuation_is_stop(mark)) {
            count_depth(&walk, mark);
            walk.next++;
        } else if (!pass_stop(&walk, mark))
            return false;
    }
    return finish_sentence(&walk, length);
}
