/* punctuation.c - see punctuation.h. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "punctuation.h"

#include "../base/array.h"
#include "../base/ascii.h"
#include "../base/words.h"
#include "../text/utf8.h"
#include "text_characters.h"

#include <assert.h>
#include <pcre2.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h> /* memcmp, strchr, strlen */

enum { pattern_size = 1024, most_own_stops = 15 /* generate_languages.awk refuses more */ };

struct punctuation_finder {
    bool begins[256];         /* bytes that a mark can begin with */
    bool continues[256][256]; /* bytes that can follow the first: not the 5 in "3.5" */
    pcre2_code *code;
    pcre2_match_data *match;
    const char *stops; /* the language's own, ASCII */
};

/* Stops beyond ASCII that need white space after them: ellipsis, double marks, Arabic "?". */
#define SPACED_STOPS "\\xE2\\x80[\\xA6\\xBC]|\\xE2\\x81[\\x87-\\x89]|\\xD8\\x9F"
/* Stops that need none: East Asian, danda, Urdu, Armenian, Myanmar, Ethiopic, Khmer. */
#define WIDE_STOPS                                                                                 \
    "\\xE3\\x80\\x82|\\xEF\\xBC(?:[\\x81\\x9F]|\\x8E(?!\\xEF\\xBC[\\x90-\\x99]))|\\xEF\\xBD\\xA1|" \
    "\\xE0\\xA5[\\xA4\\xA5]"                                                                       \
    "|\\xDB\\x94|\\xD6\\x89|\\xE1\\x81\\x8B|\\xE1\\x8D[\\xA2\\xA7\\xA8]|\\xE1\\x9F\\x94"
/* Next to these bytes on both sides, a single quotation mark is an apostrophe. */
#define NO_LETTER_BEFORE "(?<![A-Za-z0-9\\x80-\\xBF])"
#define NO_LETTER_AFTER "(?![A-Za-z0-9\\xC3-\\xE1])"
#define SINGLE_QUOTES "(?:['`]|\\xE2\\x80[\\x98-\\x9B])"
#define OTHER_QUOTES "\"|''|``|\\xE2\\x80[\\x9C-\\x9F\\xB9\\xBA]|\\xC2[\\xAB\\xBB]"
#define BRACKETS                                                                             \
    "[()\\[\\]{}]|\\xE3\\x80[\\x88-\\x91\\x94\\x95]|\\xEF\\xBC[\\x88\\x89]|\\xEF\\xBD[\\xA2" \
    "\\xA3]"
#define BULLETS "\\xE2\\x80[\\xA2\\xA3]|\\xE2\\x81\\x83|\\xE2\\x97[\\x8F\\xA6]|\\xE2\\x96\\xAA"

/* The pattern of the language. NULL, with `failure` filled in, if PCRE2 does not compile it. */
static pcre2_code *compile(const struct language *language, struct failure *failure) {
    char own_stops[2 * most_own_stops + 1], pattern[pattern_size];
    size_t used = 0;
    assert(strlen(language->stops) <= most_own_stops);
    for (const char *stop = language->stops; *stop; stop++) {
        own_stops[used++] = '\\';
        own_stops[used++] = *stop;
    }
    own_stops[used] = '\0';
    bool pause = (language->rules & language_period_pause) != 0;
    const char *period = pause ? "\\.(?=\\.)" : "\\.(?![a-z0-9])";
    int length = snprintf(pattern, sizeof pattern,
                          "(?:%s|[!?%s]|" SPACED_STOPS "|" WIDE_STOPS ")"
                          "(?:[.!?%s]|" SPACED_STOPS "|" WIDE_STOPS "){0,30}+"
                          "|" BRACKETS "|" OTHER_QUOTES "|" NO_LETTER_BEFORE SINGLE_QUOTES
                          "|" SINGLE_QUOTES NO_LETTER_AFTER "|" BULLETS,
                          period, own_stops, own_stops);
    assert(length > 0 && length < pattern_size);
    (void)length;
    int error = 0;
    PCRE2_SIZE where = 0;
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_ANCHORED,
                                     &error, &where, NULL);
    if (!code && error == PCRE2_ERROR_HEAP_FAILED)
        fail_memory(failure);
    else if (!code)
        fail(failure, "PCRE2 refuses the pattern for sentence ends: error %d at byte %zu", error,
             (size_t)where);
    return code;
}

/*
 * Whether a mark can begin at the first of these bytes. The bytes before it are not known here; the
 * pattern only asks what must not be there.
 */
static bool may_begin(const struct punctuation_finder *finder, const unsigned char *bytes,
                      size_t length) {
    int result =
        pcre2_match(finder->code, bytes, length, 0, PCRE2_PARTIAL_HARD, finder->match, NULL);
    return result != PCRE2_ERROR_NOMATCH;
}

struct punctuation_finder *punctuation_finder_open(const struct language *language,
                                                   struct failure *failure) {
    struct punctuation_finder *finder = allocate(sizeof *finder, failure);
    if (!finder)
        return NULL;
    finder->stops = language->stops;
    finder->code = compile(language, failure);
    finder->match = finder->code ? pcre2_match_data_create(1, NULL) : NULL;
    if (!finder->match) {
        if (finder->code)
            fail_memory(failure);
        punctuation_finder_close(finder);
        return NULL;
    }
    pcre2_jit_compile(finder->code, PCRE2_JIT_COMPLETE);
    /* PCRE2 itself is asked, so that only the pattern says what a mark is. */
    for (unsigned first = 0; first < 256; first++) {
        unsigned char bytes[2] = {(unsigned char)first, 0};
        finder->begins[first] = may_begin(finder, bytes, 1);
        for (unsigned second = 0; second < 256 && finder->begins[first]; second++) {
            bytes[1] = (unsigned char)second;
            finder->continues[first][second] = may_begin(finder, bytes, 2);
        }
    }
    return finder;
}

void punctuation_finder_close(struct punctuation_finder *finder) {
    if (!finder)
        return;
    pcre2_match_data_free(finder->match);
    pcre2_code_free(finder->code);
    free(finder);
}

/*
 * Brackets, of which each that opens is followed by the one that closes; quotation marks; bullets.
 * Whatever else the pattern finds is a stop.
 */
static const struct {
    enum punctuation_family family;
    const char *marks;
} shapes[] = {
    {punctuation_round, "(|)|（|）"},
    {punctuation_single_quote, "'|`|‘|’|‚|‛"},
    {punctuation_double_quote, "\"|''|``|“|”|„|‟"},
    {punctuation_square, "[|]"},
    {punctuation_curly, "{|}"},
    {punctuation_guillemet, "«|»"},
    {punctuation_single_guillemet, "‹|›"},
    {punctuation_corner, "「|」|｢|｣"},
    {punctuation_white_corner, "『|』"},
    {punctuation_double_angle, "《|》"},
    {punctuation_angle, "〈|〉"},
    {punctuation_lenticular, "【|】"},
    {punctuation_shell, "〔|〕"},
    {punctuation_no_family, "•|‣|⁃|●|◦|▪"},
};

/*
 * A run of stops is wide if any of them is wide, and otherwise an exclamation if any of them is not
 * a dot. A run of dots depends on their number; an ellipsis counts as three.
 */
static enum punctuation_kind kind_of_stop(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t dots = 0;
    bool exclaims = false;
    for (size_t i = 0; i < length; i++) {
        if (utf8_continues(text[i]))
            continue;
        if (bytes[i] == '.')
            dots++;
        else if (length - i >= 3 && memcmp(bytes + i, "\xE2\x80\xA6", 3) == 0)
            dots += 3;
        else if (bytes[i] < 0x80 || bytes[i] == 0xD8 || bytes[i] == 0xE2) /* SPACED_STOPS */
            exclaims = true;
        else
            return punctuation_wide;
    }
    if (exclaims)
        return punctuation_exclaim;
    return dots == 1 ? punctuation_period : dots == 2 ? punctuation_two_dots : punctuation_ellipsis;
}

static bool append(struct punctuation_list *list, const char *text, size_t offset, size_t length,
                   const char *own_stops, struct failure *failure) {
    assert(length > 0);
    if (!ARRAY_ROOM(list->marks, list->count, list->capacity))
        return fail_memory(failure);
    struct punctuation_mark *mark = &list->marks[list->count++];
    *mark = (struct punctuation_mark){.offset = offset, .length = length};
    const char *bytes = text + offset;
    bool stop = *bytes == '.' || *bytes == '!' || *bytes == '?' ||
                (*bytes && strchr(own_stops, *bytes) != NULL);
    for (size_t i = 0; !stop && i < sizeof shapes / sizeof *shapes; i++) {
        size_t number = words_find(shapes[i].marks, bytes, length);
        if (number > 0) {
            enum punctuation_family family = shapes[i].family;
            mark->family = (unsigned char)family;
            mark->kind = family == punctuation_no_family      ? punctuation_bullet
                         : family >= punctuation_double_quote ? punctuation_quote
                         : number % 2 == 1                    ? punctuation_bracket_open
                                                              : punctuation_bracket_close;
            return true;
        }
    }
    mark->kind = (unsigned char)kind_of_stop(bytes, length);
    return true;
}

/* The next place where a mark can begin. */
static size_t next_beginning(const struct punctuation_finder *finder, const char *text,
                             size_t length, size_t at) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (;; at++) {
        at = ascii_index_any(text, at, length, finder->begins);
        if (at + 1 >= length || finder->continues[bytes[at]][bytes[at + 1]])
            return at;
    }
}

/*
 * ---- Pairs -------------------------------------------------------------------------------------
 *
 * A bracket says by its shape whether it opens or closes. A quotation mark does not: a mark that
 * opens in English closes in German, and typewriters have a single shape. Its neighbours decide; if
 * they do not, its usual direction does, and finally whether a quotation is open.
 */

enum direction { direction_unknown, direction_open, direction_close };

struct pairing {
    struct punctuation_mark *marks;
    const char *text;
    size_t length;
    size_t open_quote[punctuation_families]; /* 1 + index of the open one; 0 if none is open */
    bool paired[punctuation_families];       /* an earlier pair is of this family */
};

static bool is_dash(struct text_character character) {
    return character.code_point == '-' ||
           (character.code_point >= 0x2010 && character.code_point <= 0x2015);
}

/* Quotation marks beyond ASCII: U+2018 to U+203A, and guillemets. */
static bool is_wide_quote(struct text_character character) {
    unsigned long c = character.code_point;
    return (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x203A || c == 0xAB || c == 0xBB;
}

static bool is_gap(struct text_character character) {
    return character.length == 0 || character.class == character_space;
}

static bool is_east_asian_mark(struct text_character character) {
    return character.code_point >= 0x3000 && character.code_point <= 0x303F;
}

static enum direction direction_of(const struct pairing *pairing,
                                   const struct punctuation_mark *mark) {
    const char *text = pairing->text;
    size_t length = pairing->length, end = mark->offset + mark->length;
    struct text_character before = text_character_before(text, mark->offset);
    struct text_character after = text_character_at(text, length, end);
    bool opens =
        !is_gap(after) && (is_gap(before) || text_character_in(before, "([{\"'`/") ||
                           is_dash(before) || is_wide_quote(before) || is_east_asian_mark(before));
    bool closes = !is_gap(before) &&
                  (is_gap(after) || text_character_in(after, ".,;:!?)]}\"'/") || is_dash(after) ||
                   is_wide_quote(after) || after.code_point == 0x2026 || is_east_asian_mark(after));
    if (opens != closes)
        return opens ? direction_open : direction_close;
    /* What the shape says, in the languages in which it says anything. */
    const char *shape = text + mark->offset;
    enum direction usual = words_find("``|«|‘|‚|“|„|‹", shape, mark->length) ? direction_open
                           : words_find("»|’|”|›", shape, mark->length)      ? direction_close
                                                                             : direction_unknown;
    if (usual != direction_unknown || !is_gap(before) || !is_gap(after))
        return usual;
    /* In a text with white space around every token, look beyond the white space. */
    size_t next = text_skip_space(text, length, end);
    if (text_character_in(text_character_at(text, length, next), ".,;:!?)]}"))
        return direction_close;
    size_t previous = text_skip_space_back(text, 0, mark->offset);
    if (previous == 0 || text_character_in(text_character_before(text, previous), "([{"))
        return direction_open;
    return direction_unknown;
}

static void join(struct pairing *pairing, size_t open, size_t close) {
    struct punctuation_mark *marks = pairing->marks;
    assert(marks[open].offset < marks[close].offset && marks[open].family == marks[close].family);
    pairing->paired[marks[close].family] = true;
    if (marks[close].offset - marks[open].offset > punctuation_longest_pair)
        return;
    marks[open].role = punctuation_opens;
    marks[open].partner = close;
    marks[close].role = punctuation_closes;
    marks[close].partner = open;
}

static void close_quote(struct pairing *pairing, size_t index, bool certain) {
    struct punctuation_mark *mark = &pairing->marks[index];
    size_t *open = &pairing->open_quote[mark->family];
    mark->may_close = true;
    if (*open == 0)
        return;
    /* A quotation of whole sentences ends in a stop or a comma; an apostrophe follows neither. */
    size_t end = text_skip_space_back(pairing->text, 0, mark->offset);
    struct text_character last = text_character_before(pairing->text, end);
    bool speech = text_character_in(last, ".,!?\")]") || last.code_point == 0x2026;
    if (speech || (certain && mark->family != punctuation_single_quote))
        join(pairing, *open - 1, index);
    pairing->marks[*open - 1].may_close = false;
    *open = 0;
}

/* "the '90s", "let 'em", "Peter 's": the mark stands for letters or digits and quotes nothing. */
static bool is_elision(const struct pairing *pairing, const struct punctuation_mark *mark) {
    if (mark->family != punctuation_single_quote)
        return false;
    size_t start = mark->offset + mark->length;
    struct text_character first = text_character_at(pairing->text, pairing->length, start);
    if (first.class != character_lower)
        return first.class == character_digit;
    size_t end = start;
    while (end < pairing->length && ascii_is_lower(pairing->text[end]))
        end++;
    return words_find("s|t|d|m|ll|re|ve|em|tis|twas", pairing->text + start, end - start) &&
           !text_character_in_word(text_character_at(pairing->text, pairing->length, end));
}

static void pair_quote(struct pairing *pairing, size_t index) {
    struct punctuation_mark *mark = &pairing->marks[index];
    if (is_elision(pairing, mark))
        return;
    enum direction direction = direction_of(pairing, mark);
    bool certain = direction != direction_unknown;
    size_t *open = &pairing->open_quote[mark->family];
    if (direction == direction_close || (!certain && *open > 0)) {
        close_quote(pairing, index, certain);
    } else {
        /* The first mark of a block may end a quotation that began before the block. */
        mark->may_close = !certain && !pairing->paired[mark->family];
        *open = index + 1;
    }
}

/* Sets `role`, `partner` and `may_close` of each mark. Linear in the number of marks. */
static void pair(struct punctuation_list *list, const char *text, size_t length) {
    struct pairing pairing = {.marks = list->marks, .text = text, .length = length};
    size_t brackets[punctuation_deepest_pair]; /* indices of the open ones, the innermost last */
    size_t open = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct punctuation_mark *mark = &list->marks[i];
        if (mark->kind == punctuation_quote)
            pair_quote(&pairing, i);
        else if (mark->kind == punctuation_bracket_open) {
            /* Where they nest too deeply the outermost is dropped: unclosed ones pile up there. */
            if (open == punctuation_deepest_pair)
                memmove(brackets, brackets + 1, --open * sizeof *brackets);
            brackets[open++] = i;
        } else if (mark->kind == punctuation_bracket_close) {
            size_t at = open;
            while (at > 0 && list->marks[brackets[at - 1]].family != mark->family)
                at--;
            if (at > 0)
                join(&pairing, brackets[open = at - 1], i);
        }
    }
}

bool punctuation_find(struct punctuation_finder *finder, const char *text, size_t length,
                      struct punctuation_list *list, struct failure *failure) {
    list->count = 0;
    const PCRE2_SIZE *match = pcre2_get_ovector_pointer(finder->match);
    size_t position = 0;
    while ((position = next_beginning(finder, text, length, position)) < length) {
        PCRE2_SPTR bytes = (PCRE2_SPTR)text;
        int result = pcre2_jit_match(finder->code, bytes, length, position, 0, finder->match, NULL);
        /* Without JIT (not built in, or no executable memory): slower, but the same marks. */
        if (result == PCRE2_ERROR_JIT_BADOPTION)
            result = pcre2_match(finder->code, bytes, length, position, 0, finder->match, NULL);
        if (result == PCRE2_ERROR_NOMATCH) {
            position++;
            continue;
        }
        if (result == PCRE2_ERROR_NOMEMORY)
            return fail_memory(failure);
        if (result < 0)
            return fail(failure, "PCRE2 gives up on a block of %zu bytes at byte %zu: error %d",
                        length, position, result);
        if (!append(list, text, match[0], match[1] - match[0], finder->stops, failure))
            return false;
        position = match[1];
    }
    pair(list, text, length);
    return true;
}

void punctuation_list_free(struct punctuation_list *list) {
    free(list->marks);
    *list = (struct punctuation_list){0};
}
