/* punctuation.c - see punctuation.h. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "punctuation.h"

#include "../base/array.h"
#include "../text/utf8.h"
#include "bracket_pairs.h"

#include <pcre2.h>
#include <stdint.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h> /* memcmp, strchr */

/*
 * A flat pattern takes a handful of steps from each place, so these limits are far away; they
 * are set so that a mistake in a language file ends in a message, not in a crash.
 */
enum {
    match_limit = 1000000,
    heap_limit_kib = 65536,
    jit_stack_start = 32 * 1024,
    jit_stack_limit = 1024 * 1024,
    pattern_size = 1024
};

typedef int matcher(const pcre2_code *code, PCRE2_SPTR text, PCRE2_SIZE length, PCRE2_SIZE start,
                    uint32_t options, pcre2_match_data *match, pcre2_match_context *context);

struct mark_finder {
    matcher *matcher;
    bool begins[256];       /* bytes that a mark can begin with */
    bool goes_on[256][256]; /* bytes that can follow it: not so in "3.5" */
    pcre2_code *code;
    pcre2_match_data *match;
    pcre2_match_context *context;
    pcre2_jit_stack *jit_stack; /* NULL where PCRE2 has no JIT */
    const char *stops;          /* the language's own, of ASCII */
};

/* Stops beyond ASCII that want white space after them: ellipsis, double marks, Arabic "?". */
#define SPACED_STOPS "\\xE2\\x80[\\xA6\\xBC]|\\xE2\\x81[\\x87-\\x89]|\\xD8\\x9F"
/* Those that need none: East Asian, danda, Urdu, Armenian, Myanmar, Ethiopic, Khmer. */
#define WIDE_STOPS                                                                                 \
    "\\xE3\\x80\\x82|\\xEF\\xBC(?:[\\x81\\x9F]|\\x8E(?!\\xEF\\xBC[\\x90-\\x99]))|\\xEF\\xBD\\xA1|" \
    "\\xE0\\xA5[\\xA4\\xA5]"                                                                       \
    "|\\xDB\\x94|\\xD6\\x89|\\xE1\\x81\\x8B|\\xE1\\x8D[\\xA2\\xA7\\xA8]|\\xE1\\x9F\\x94"
/* A byte after which, or before which, a single quotation mark is an apostrophe. */
#define NO_LETTER_BEFORE "(?<![A-Za-z0-9\\x80-\\xBF])"
#define NO_LETTER_AFTER "(?![A-Za-z0-9\\xC3-\\xE1])"
#define SINGLE_QUOTES "(?:['`]|\\xE2\\x80[\\x98-\\x9B])"
#define OTHER_QUOTES "\"|''|``|\\xE2\\x80[\\x9C-\\x9F\\xB9\\xBA]|\\xC2[\\xAB\\xBB]"
#define BRACKETS                                                                             \
    "[()\\[\\]{}]|\\xE3\\x80[\\x88-\\x91\\x94\\x95]|\\xEF\\xBC[\\x88\\x89]|\\xEF\\xBD[\\xA2" \
    "\\xA3]"
#define BULLETS "\\xE2\\x80[\\xA2\\xA3]|\\xE2\\x81\\x83|\\xE2\\x97[\\x8F\\xA6]|\\xE2\\x96\\xAA"

/* `period` is how a run may start with a period, `extra` the language's own stops, escaped. */
static bool write_pattern(char *pattern, const char *period, const char *extra) {
    int length = snprintf(pattern, pattern_size,
                          "(?:%s|[!?%s]|" SPACED_STOPS "|" WIDE_STOPS ")"
                          "(?:[.!?%s]|" SPACED_STOPS "|" WIDE_STOPS "){0,30}+"
                          "|" BRACKETS "|" OTHER_QUOTES "|" NO_LETTER_BEFORE SINGLE_QUOTES
                          "|" SINGLE_QUOTES NO_LETTER_AFTER "|" BULLETS,
                          period, extra, extra);
    return length > 0 && length < pattern_size;
}

/* Language stops are ASCII punctuation: each becomes a backslash and itself. */
static bool escape_stops(char *escaped, size_t size, const char *stops) {
    size_t used = 0;
    for (; *stops; stops++) {
        if (used + 3 > size)
            return false;
        escaped[used++] = '\\';
        escaped[used++] = *stops;
    }
    escaped[used] = '\0';
    return true;
}

static pcre2_code *compile(const struct language *language, struct failure *failure) {
    char extra[32], pattern[pattern_size];
    bool pause = (language->rules & language_period_pause) != 0;
    if (!escape_stops(extra, sizeof extra, language->stops) ||
        !write_pattern(pattern, pause ? "\\.(?=\\.)" : "\\.(?![a-z0-9])", extra)) {
        fail(failure, "language \"%s\" has too many stops of its own", language->code);
        return NULL;
    }
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
 * Without JIT (not built in, or no memory that may be executed) pcre2_match() interprets: the
 * same marks, slower. That is no failure.
 */
static bool prepare_jit(struct mark_finder *finder) {
    finder->matcher = pcre2_match;
    if (pcre2_jit_compile(finder->code, PCRE2_JIT_COMPLETE) != 0)
        return true;
    finder->matcher = pcre2_jit_match;
    finder->jit_stack = pcre2_jit_stack_create(jit_stack_start, jit_stack_limit, NULL);
    if (!finder->jit_stack)
        return false;
    pcre2_jit_stack_assign(finder->context, NULL, finder->jit_stack);
    return true;
}

/*
 * Whether a text that goes on with these bytes can have a mark at the first of them. What stands
 * before them is not known here: the pattern only ever asks what must not be there.
 */
static bool may_begin(const struct mark_finder *finder, const unsigned char *bytes, size_t length) {
    int result = pcre2_match(finder->code, bytes, length, 0, PCRE2_PARTIAL_HARD, finder->match,
                             finder->context);
    return result != PCRE2_ERROR_NOMATCH;
}

/* Asks PCRE2 itself, so that the pattern stays the only place that says what a mark is. */
static void find_beginnings(struct mark_finder *finder) {
    for (unsigned first = 0; first < 256; first++) {
        unsigned char bytes[2] = {(unsigned char)first, 0};
        finder->begins[first] = may_begin(finder, bytes, 1);
        for (unsigned second = 0; second < 256 && finder->begins[first]; second++) {
            bytes[1] = (unsigned char)second;
            finder->goes_on[first][second] = may_begin(finder, bytes, 2);
        }
    }
}

struct mark_finder *mark_finder_open(const struct language *language, struct failure *failure) {
    struct mark_finder *finder = calloc(1, sizeof *finder);
    if (!finder) {
        fail_memory(failure);
        return NULL;
    }
    finder->stops = language->stops;
    finder->code = compile(language, failure);
    if (!finder->code)
        goto cleanup;
    finder->match = pcre2_match_data_create(1, NULL);
    finder->context = pcre2_match_context_create(NULL);
    if (!finder->match || !finder->context || !prepare_jit(finder)) {
        fail_memory(failure);
        goto cleanup;
    }
    find_beginnings(finder);
    pcre2_set_match_limit(finder->context, match_limit);
    pcre2_set_heap_limit(finder->context, heap_limit_kib);
    return finder;
cleanup:
    mark_finder_close(finder);
    return NULL;
}

void mark_finder_close(struct mark_finder *finder) {
    if (!finder)
        return;
    pcre2_jit_stack_free(finder->jit_stack);
    pcre2_match_context_free(finder->context);
    pcre2_match_data_free(finder->match);
    pcre2_code_free(finder->code);
    free(finder);
}

struct mark_shape {
    const char *bytes; /* two or three */
    unsigned char kind, family;
};

/* Quotation marks and brackets beyond ASCII; what the pattern finds and is not here is a stop. */
static const struct mark_shape shapes[] = {
    {"\xE2\x80\x9C", mark_quote, family_double_quote},
    {"\xE2\x80\x9D", mark_quote, family_double_quote},
    {"\xE2\x80\x9E", mark_quote, family_double_quote},
    {"\xE2\x80\x9F", mark_quote, family_double_quote},
    {"\xE2\x80\x98", mark_quote, family_single_quote},
    {"\xE2\x80\x99", mark_quote, family_single_quote},
    {"\xE2\x80\x9A", mark_quote, family_single_quote},
    {"\xE2\x80\x9B", mark_quote, family_single_quote},
    {"\xC2\xAB", mark_quote, family_guillemet},
    {"\xC2\xBB", mark_quote, family_guillemet},
    {"\xE2\x80\xB9", mark_quote, family_single_guillemet},
    {"\xE2\x80\xBA", mark_quote, family_single_guillemet},
    {"\xE3\x80\x8C", mark_bracket_open, family_corner},
    {"\xE3\x80\x8D", mark_bracket_close, family_corner},
    {"\xEF\xBD\xA2", mark_bracket_open, family_corner},
    {"\xEF\xBD\xA3", mark_bracket_close, family_corner},
    {"\xE3\x80\x8E", mark_bracket_open, family_white_corner},
    {"\xE3\x80\x8F", mark_bracket_close, family_white_corner},
    {"\xE3\x80\x8A", mark_bracket_open, family_double_angle},
    {"\xE3\x80\x8B", mark_bracket_close, family_double_angle},
    {"\xE3\x80\x88", mark_bracket_open, family_angle},
    {"\xE3\x80\x89", mark_bracket_close, family_angle},
    {"\xE3\x80\x90", mark_bracket_open, family_lenticular},
    {"\xE3\x80\x91", mark_bracket_close, family_lenticular},
    {"\xE3\x80\x94", mark_bracket_open, family_shell},
    {"\xE3\x80\x95", mark_bracket_close, family_shell},
    {"\xEF\xBC\x88", mark_bracket_open, family_round},
    {"\xEF\xBC\x89", mark_bracket_close, family_round},
    {"\xE2\x80\xA2", mark_bullet, family_none},
    {"\xE2\x80\xA3", mark_bullet, family_none},
    {"\xE2\x81\x83", mark_bullet, family_none},
    {"\xE2\x97\x8F", mark_bullet, family_none},
    {"\xE2\x97\xA6", mark_bullet, family_none},
    {"\xE2\x96\xAA", mark_bullet, family_none},
};

static bool is_spaced_stop(const unsigned char *bytes) {
    return bytes[0] < 0x80 || bytes[0] == 0xD8 || bytes[0] == 0xE2;
}

/*
 * A run is wide when a wide stop occurs in it, else an exclamation when anything but dots does,
 * else what the number of its dots makes it.
 */
static enum mark_kind kind_of_stop(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t dots = 0;
    bool exclaims = false;
    for (size_t i = 0; i < length; i++) {
        if (utf8_continues(text[i]))
            continue; /* inside a character */
        if (bytes[i] == '.')
            dots++;
        else if (length - i >= 3 && memcmp(bytes + i, "\xE2\x80\xA6", 3) == 0)
            dots += 3;
        else if (is_spaced_stop(bytes + i))
            exclaims = true;
        else
            return mark_wide;
    }
    if (exclaims)
        return mark_exclaim;
    return dots == 1 ? mark_period : dots == 2 ? mark_two_dots : mark_ellipsis;
}

static struct mark_shape shape_of_ascii(char byte) {
    switch (byte) {
    case '(':
        return (struct mark_shape){NULL, mark_bracket_open, family_round};
    case ')':
        return (struct mark_shape){NULL, mark_bracket_close, family_round};
    case '[':
        return (struct mark_shape){NULL, mark_bracket_open, family_square};
    case ']':
        return (struct mark_shape){NULL, mark_bracket_close, family_square};
    case '{':
        return (struct mark_shape){NULL, mark_bracket_open, family_curly};
    case '}':
        return (struct mark_shape){NULL, mark_bracket_close, family_curly};
    default:
        return (struct mark_shape){NULL, mark_quote, family_single_quote};
    }
}

static struct mark_shape shape_of(const char *bytes, size_t length, const char *own_stops) {
    char first = bytes[0];
    if ((unsigned char)first < 0x80) {
        if (first == '.' || first == '!' || first == '?' || (first && strchr(own_stops, first)))
            return (struct mark_shape){NULL, (unsigned char)kind_of_stop(bytes, length), 0};
        struct mark_shape shape = shape_of_ascii(first);
        if (shape.kind == mark_quote && (first == '"' || length == 2))
            shape.family = family_double_quote;
        return shape;
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes && length <= 3; i++) {
        const char *shape = shapes[i].bytes;
        if (shape[0] == first && shape[1] == bytes[1] && shape[2] == (length == 3 ? bytes[2] : 0))
            return shapes[i];
    }
    return (struct mark_shape){NULL, (unsigned char)kind_of_stop(bytes, length), 0};
}

static bool append(struct marks *marks, const char *text, size_t start, size_t end,
                   const char *own_stops, struct failure *failure) {
    struct mark *moved = array_room(marks->marks, marks->count, &marks->capacity, sizeof *moved);
    if (!moved)
        return fail_memory(failure);
    marks->marks = moved;
    struct mark_shape shape = shape_of(text + start, end - start, own_stops);
    marks->marks[marks->count++] = (struct mark){
        .offset = start, .length = end - start, .kind = shape.kind, .family = shape.family};
    return true;
}

/* The next place where a mark may begin: four bytes at a time while it is far away. */
static size_t next_beginning(const struct mark_finder *finder, const char *text, size_t length,
                             size_t at) {
    const unsigned char *bytes = (const unsigned char *)text;
    const bool *begins = finder->begins;
    for (;; at++) {
        while (at + 4 <= length && !(begins[bytes[at]] | begins[bytes[at + 1]] |
                                     begins[bytes[at + 2]] | begins[bytes[at + 3]]))
            at += 4;
        while (at < length && !begins[bytes[at]])
            at++;
        if (at + 1 >= length || finder->goes_on[bytes[at]][bytes[at + 1]])
            return at;
    }
}

bool marks_find(struct mark_finder *finder, const char *text, size_t length, struct marks *marks,
                struct failure *failure) {
    marks->count = 0;
    const PCRE2_SIZE *match = pcre2_get_ovector_pointer(finder->match);
    size_t position = 0;
    while ((position = next_beginning(finder, text, length, position)) < length) {
        int result = finder->matcher(finder->code, (PCRE2_SPTR)text, length, position, 0,
                                     finder->match, finder->context);
        if (result == PCRE2_ERROR_NOMATCH) {
            position++;
            continue;
        }
        if (result == PCRE2_ERROR_NOMEMORY)
            return fail_memory(failure);
        if (result < 0)
            return fail(failure, "PCRE2 gives up on a block of %zu bytes at byte %zu: error %d",
                        length, position, result);
        if (!append(marks, text, match[0], match[1], finder->stops, failure))
            return false;
        position = match[1];
    }
    pairs_find(marks, text, length);
    return true;
}

void marks_free(struct marks *marks) {
    free(marks->marks);
    *marks = (struct marks){0};
}
