/* encoding.c - see encoding.h. */
#include "encoding.h"

#include "../base/words.h"

#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

enum { longest_character = 8, longest_unit = 4 };

struct encoding {
    iconv_t converter; /* valid if `converts` */
    bool converts;
    bool named;                   /* by encoding_set() */
    bool begun;                   /* with a character, before which a mark may stand */
    size_t unit;                  /* bytes in a code unit: 1, 2 or 4 */
    bool little_endian;           /* the low byte of a unit comes first */
    bool realigns;                /* after a gap, where a unit may begin at any byte */
    bool mark_pending;            /* the next bytes begin with the byte-order mark of UTF-8 */
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

/* ---- Detection ------------------------------------------------------------------------------- */

static bool begins(const char *bytes, size_t length, const char *with, size_t with_length) {
    return length >= with_length && memcmp(bytes, with, with_length) == 0;
}

/* The name in <?xml ... encoding="NAME"?>, or "". */
static void declared_name(const char *bytes, size_t length, char *name, size_t capacity) {
    char declaration[201];
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

static bool is_utf8(const char *name) {
    return words_find_any_case("utf-8|utf8", name, strlen(name)) > 0;
}

/* Whether code units have more than one byte. */
static bool is_wide(const char *name) {
    return words_begin_any_case("utf-16|ucs-2|utf-32|ucs-4", name, strlen(name)) > 0;
}

static bool open_converter(struct encoding *encoding, const char *name) {
    encoding->converter = iconv_open("UTF-8", name);
    encoding->converts = encoding->converter != (iconv_t)-1;
    return encoding->converts;
}

bool encoding_detect(struct encoding *encoding, enum encoding_clue clue, const char *bytes,
                     size_t length, struct failure *failure) {
    char name[64] = "";
    bool xml = clue == encoding_by_declaration;
    if (begins(bytes, length, "\xFF\xFE", 2) || begins(bytes, length, "\xFE\xFF", 2))
        snprintf(name, sizeof name, "UTF-16");
    else if (xml && begins(bytes, length, "<\0", 2))
        snprintf(name, sizeof name, "UTF-16LE");
    else if (xml && begins(bytes, length, "\0<", 2))
        snprintf(name, sizeof name, "UTF-16BE");
    else if (xml) {
        declared_name(bytes, length, name, sizeof name);
        /* Wide text would not be readable here: the file was converted and kept its declaration. */
        if (is_wide(name))
            name[0] = '\0';
    }
    if (name[0] == '\0' || is_utf8(name)) {
        encoding->mark_pending = begins(bytes, length, "\xEF\xBB\xBF", 3);
        return true;
    }
    if (!open_converter(encoding, name))
        return errno == ENOMEM
                   ? fail_memory(failure)
                   : fail(failure,
                          "the dump declares the encoding '%s', which iconv does not know here; "
                          "convert it to UTF-8",
                          name);
    encoding->unit = is_wide(name) ? 2 : 1;
    encoding->little_endian = begins(bytes, length, "\xFF", 1) || begins(bytes, length, "<", 1);
    return true;
}

/* A slash would begin an option of iconv, and no name at all would mean that of the locale. */
bool encoding_is_known(const char *name) {
    if (name[0] == '\0' || strchr(name, '/'))
        return false;
    iconv_t converter = iconv_open("UTF-8", name);
    bool known = converter != (iconv_t)-1 || errno == ENOMEM;
    if (converter != (iconv_t)-1)
        iconv_close(converter);
    return known;
}

bool encoding_set(struct encoding *encoding, const char *name, struct failure *failure) {
    size_t length = strlen(name);
    encoding->named = true;
    if (is_utf8(name))
        return true;
    if (!open_converter(encoding, name))
        return fail_memory(failure);
    encoding->unit = !is_wide(name) ? 1 : strstr(name, "32") || strstr(name, "4") ? 4 : 2;
    encoding->little_endian = !words_end_any_case("be", name, length);
    return true;
}

bool encoding_converts(const struct encoding *encoding) {
    return encoding->converts;
}

/* ---- Conversion ------------------------------------------------------------------------------ */

void encoding_gap(struct encoding *encoding) {
    encoding->realigns = encoding->converts && encoding->unit > 1;
}

/*
 * Finds how many bytes to skip after a gap to reach the first code unit. Tries each alignment and
 * counts units that are '<', '>', a space or a line feed, as tags and lines have them. Under a
 * wrong alignment these hardly ever occur: in letters one byte of such a unit would be neither zero
 * nor one of these. In a tie the next call tries again.
 */
static size_t find_unit(struct encoding *encoding, const char *bytes, size_t length) {
    size_t counts[longest_unit] = {0}, unit = encoding->unit, best = 0;
    bool tie = false;
    assert(unit >= 1 && unit <= longest_unit);
    for (size_t i = 0; i + unit <= length; i++) {
        uint32_t value = 0;
        for (size_t k = 0; k < unit; k++)
            value =
                value << 8 | (unsigned char)bytes[i + (encoding->little_endian ? unit - 1 - k : k)];
        counts[i % unit] += value == '<' || value == '>' || value == ' ' || value == '\n';
    }
    for (size_t i = 1; i < unit; i++) {
        tie = counts[i] == counts[best] || (tie && counts[i] < counts[best]);
        best = counts[i] > counts[best] ? i : best;
    }
    encoding->realigns = tie;
    return tie ? 0 : best;
}

/* Stands for what is not a character. */
static void append_replacement(const struct encoding *encoding, struct text_buffer *out) {
    if (encoding->named)
        text_buffer_append_byte(out, '\xFF');
    else
        text_buffer_append_code_point(out, 0xFFFD);
}

/* Converts `left` bytes; the beginning of a character at their end becomes the rest. */
static bool convert(struct encoding *encoding, char *next, size_t left, struct text_buffer *out) {
    assert(encoding->converts && encoding->unit >= 1);
    while (left > 0) {
        /* No character takes more than four times as many bytes in UTF-8. */
        if (!text_buffer_reserve(out, left * 4 + longest_character))
            return false;
        char *to = out->bytes + out->length;
        size_t room = out->capacity - out->length;
        size_t result = iconv(encoding->converter, &next, &left, &to, &room);
        out->length = (size_t)(to - out->bytes);
        if (result != (size_t)-1 || errno == E2BIG)
            continue;
        if (errno == EINVAL && left < longest_character) {
            memcpy(encoding->rest, next, left);
            encoding->rest_length = left;
            break;
        }
        size_t step = left < encoding->unit ? left : encoding->unit;
        append_replacement(encoding, out);
        next += step;
        left -= step;
    }
    return !out->failed;
}

/* Removes the byte-order mark from the first character, which `out` holds from `start` on. */
static void drop_mark(struct encoding *encoding, struct text_buffer *out, size_t start) {
    assert(start <= out->length);
    size_t length = out->length - start;
    if (encoding->begun || length == 0)
        return;
    encoding->begun = true;
    if (!encoding->named || !begins(out->bytes + start, length, "\xEF\xBB\xBF", 3))
        return;
    memmove(out->bytes + start, out->bytes + start + 3, length - 3);
    out->length -= 3;
}

bool encoding_append(struct encoding *encoding, const char *bytes, size_t length,
                     struct text_buffer *out) {
    size_t start = out->length;
    if (encoding->mark_pending) {
        assert(length >= 3); /* the bytes that encoding_detect() has seen */
        bytes += 3;
        length -= 3;
        encoding->mark_pending = false;
    }
    if (!encoding->converts) {
        text_buffer_append(out, bytes, length);
        drop_mark(encoding, out, start);
        return !out->failed;
    }
    struct text_buffer joined = {0};
    size_t rest = encoding->rest_length, skipped = 0;
    text_buffer_append(&joined, encoding->rest, rest);
    text_buffer_append(&joined, bytes, length);
    encoding->rest_length = 0;
    if (!joined.failed && encoding->realigns)
        skipped = find_unit(encoding, joined.bytes, joined.length);
    while (skipped > 0 && skipped < rest) /* the rest belongs to a character that is lost */
        skipped += encoding->unit;
    bool good = !joined.failed && (joined.length == 0 || convert(encoding, joined.bytes + skipped,
                                                                 joined.length - skipped, out));
    text_buffer_free(&joined);
    drop_mark(encoding, out, start);
    return good;
}

bool encoding_end(struct encoding *encoding, struct text_buffer *out) {
    size_t start = out->length;
    bool unfinished = encoding->rest_length > 0;
    encoding->rest_length = 0;
    if (encoding->converts && text_buffer_reserve(out, longest_character)) {
        char *to = out->bytes + out->length;
        size_t room = out->capacity - out->length;
        iconv(encoding->converter, NULL, NULL, &to, &room);
        out->length = (size_t)(to - out->bytes);
    }
    if (unfinished)
        append_replacement(encoding, out);
    return out->length > start || out->failed;
}
