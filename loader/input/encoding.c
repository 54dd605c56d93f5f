/* encoding.c - see encoding.h. */
#include "encoding.h"

#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>
#include <strings.h> /* strcasecmp, strncasecmp */

enum { longest_character = 8, longest_unit = 2 };

struct encoding {
    iconv_t converter; /* none while the bytes are UTF-8 */
    bool converts;
    size_t unit;                  /* bytes of the units that characters are written in: 1 or 2 */
    bool little;                  /* of a unit the lowest byte comes first */
    bool realign;                 /* where units begin is not known, as bytes may be missing */
    bool mark_pending;            /* a UTF-8 byte-order mark is still to be taken off */
    char rest[longest_character]; /* the beginning of a character */
    size_t rest_length;
};

struct encoding *encoding_open(void) {
    return calloc(1, sizeof(struct encoding));
}

void encoding_close(struct encoding *encoding) {
    if (encoding && encoding->converts)
        iconv_close(encoding->converter);
    free(encoding);
}

static bool begins(const char *bytes, size_t length, const char *with, size_t with_length) {
    return length >= with_length && memcmp(bytes, with, with_length) == 0;
}

/* The name in <?xml ... encoding="NAME"?>, or "". */
static void declared_name(const char *bytes, size_t length, char *name, size_t capacity) {
    char declaration[201];
    name[0] = '\0';
    if (!begins(bytes, length, "<?xml", 5))
        return;
    snprintf(declaration, sizeof declaration, "%.*s",
             (int)(length < sizeof declaration ? length : sizeof declaration - 1), bytes);
    char *end = strstr(declaration, "?>"), *at = strstr(declaration, "encoding=");
    if (!end || !at || at > end)
        return;
    at += strlen("encoding=");
    size_t size = strcspn(at + 1, "\"'");
    snprintf(name, capacity, "%.*s", (int)size, at + 1);
}

/* Whether characters are written in more than one byte, so that no declaration can be read. */
static bool is_wide(const char *name) {
    static const char *const wide[] = {"UTF-16", "UCS-2", "UTF-32", "UCS-4"};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncasecmp(name, wide[i], strlen(wide[i])) == 0)
            return true;
    return false;
}

/* Sets the name of the encoding, or "". */
static void detect_name(enum encoding_clue clue, const char *bytes, size_t length, char *name,
                        size_t capacity) {
    name[0] = '\0';
    if (begins(bytes, length, "\xFF\xFE", 2) || begins(bytes, length, "\xFE\xFF", 2))
        snprintf(name, capacity, "UTF-16");
    else if (clue != encoding_by_declaration)
        return;
    else if (begins(bytes, length, "<\0", 2))
        snprintf(name, capacity, "UTF-16LE");
    else if (begins(bytes, length, "\0<", 2))
        snprintf(name, capacity, "UTF-16BE");
    else {
        declared_name(bytes, length, name, capacity);
        if (is_wide(name)) /* which it is not: somebody has converted the bytes but not the name */
            name[0] = '\0';
    }
}

bool encoding_detect(struct encoding *encoding, enum encoding_clue clue, const char *bytes,
                     size_t length, struct failure *failure) {
    char name[64];
    detect_name(clue, bytes, length, name, sizeof name);
    if (name[0] == '\0' || strcasecmp(name, "UTF-8") == 0 || strcasecmp(name, "UTF8") == 0) {
        encoding->mark_pending = begins(bytes, length, "\xEF\xBB\xBF", 3);
        return true;
    }
    encoding->converter = iconv_open("UTF-8", name);
    if (encoding->converter == (iconv_t)-1)
        return errno == ENOMEM
                   ? fail_memory(failure)
                   : fail(failure,
                          "the dump says that its encoding is '%s', which is not known here", name);
    encoding->converts = true;
    encoding->unit = is_wide(name) ? 2 : 1;
    encoding->little = begins(bytes, length, "\xFF", 1) || begins(bytes, length, "<", 1);
    return true;
}

bool encoding_converts(const struct encoding *encoding) {
    return encoding->converts;
}

/* What iconv stopped at: a byte that means nothing, or the beginning of a character. */
static void step_over(struct encoding *encoding, char **next, size_t *left,
                      struct text_buffer *out) {
    bool unfinished = errno == EINVAL && *left < longest_character;
    if (unfinished) {
        memcpy(encoding->rest, *next, *left);
        encoding->rest_length = *left;
        *left = 0;
        return;
    }
    size_t step = *left < encoding->unit ? *left : encoding->unit;
    text_buffer_append_code_point(out, 0xFFFD);
    *next += step;
    *left -= step;
}

static bool convert(struct encoding *encoding, char *next, size_t left, struct text_buffer *out) {
    while (left > 0) {
        /* No character grows more than fourfold on its way to UTF-8. */
        if (!text_buffer_reserve(out, left * 4 + longest_character))
            return false;
        char *to = out->bytes + out->length;
        size_t room = out->capacity - out->length;
        size_t result = iconv(encoding->converter, &next, &left, &to, &room);
        out->length = (size_t)(to - out->bytes);
        if (result == (size_t)-1 && errno != E2BIG)
            step_over(encoding, &next, &left, out);
    }
    return !out->failed;
}

void encoding_gap(struct encoding *encoding) {
    encoding->realign = encoding->converts && encoding->unit > 1;
}

/*
 * Whether a unit is one of the characters that tags and lines consist of. Where units are taken to
 * begin in the middle of others, they hardly ever come out: in letters the higher byte, which would
 * have to be one of these, is another, and the lower one, which would have to be zero, mostly is
 * not.
 */
static bool is_telling(const struct encoding *encoding, const char *unit) {
    uint32_t value = 0;
    for (size_t i = 0; i < encoding->unit; i++)
        value = value << 8 | (unsigned char)unit[encoding->little ? encoding->unit - 1 - i : i];
    return value == '<' || value == '>' || value == ' ' || value == '\n';
}

/* Behind a gap: how many bytes stand before the first unit. Where it cannot be told, 0 for now. */
static size_t find_unit(struct encoding *encoding, const char *bytes, size_t length) {
    size_t counts[longest_unit] = {0}, unit = encoding->unit, best = 0;
    bool tie = false;
    for (size_t i = 0; i + unit <= length; i++)
        counts[i % unit] += is_telling(encoding, bytes + i);
    for (size_t i = 1; i < unit; i++) {
        tie = counts[i] == counts[best] || (tie && counts[i] < counts[best]);
        best = counts[i] > counts[best] ? i : best;
    }
    encoding->realign = tie;
    return tie ? 0 : best;
}

bool encoding_end(struct encoding *encoding, struct text_buffer *out) {
    bool unfinished = encoding->rest_length > 0;
    encoding->rest_length = 0;
    if (unfinished)
        text_buffer_append_code_point(out, 0xFFFD);
    return unfinished;
}

/* Puts what the last call left before the new bytes, unless it is no part of their characters. */
static bool convert_with_rest(struct encoding *encoding, const char *bytes, size_t length,
                              struct text_buffer *out) {
    struct text_buffer joined = {0};
    size_t rest = encoding->rest_length, skipped = 0;
    text_buffer_append(&joined, encoding->rest, rest);
    text_buffer_append(&joined, bytes, length);
    encoding->rest_length = 0;
    if (!joined.failed && encoding->realign)
        skipped = find_unit(encoding, joined.bytes, joined.length);
    while (skipped > 0 && skipped < rest)
        skipped += encoding->unit;
    bool enough =
        !joined.failed && (joined.length == 0 || /* then there is no array to point into */
                           convert(encoding, joined.bytes + skipped, joined.length - skipped, out));
    text_buffer_free(&joined);
    return enough;
}

bool encoding_append(struct encoding *encoding, const char *bytes, size_t length,
                     struct text_buffer *out, struct failure *failure) {
    if (encoding->mark_pending) {
        bytes += 3;
        length -= 3;
        encoding->mark_pending = false;
    }
    if (encoding->converts)
        return convert_with_rest(encoding, bytes, length, out) || fail_memory(failure);
    text_buffer_append(out, bytes, length);
    return !out->failed || fail_memory(failure);
}
