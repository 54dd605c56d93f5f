/* vector_record.c - see vector_record.h. */
#include "vector_record.h"

#include "../text/utf8.h"
#include "decimal.h"
#include "vector_line.h"

#include <assert.h>
#include <string.h>

/* Takes the word, if it is one. `binary`: a control character in it is damage. */
static bool take_word(const char *word, size_t length, bool binary, struct vector_word *out,
                      struct failure *failure) {
    size_t valid = utf8_valid_length(word, length < vector_word_max ? length : vector_word_max);
    if (length == 0)
        return fail(failure, "there is no word before the numbers");
    if (length > vector_word_max)
        return fail(failure, "the word is longer than %d bytes", vector_word_max);
    if (valid < length)
        return fail(failure, "byte %zu of the word is not UTF-8", valid + 1);
    for (size_t i = 0; i < length; i++)
        if (word[i] == '\0' || (binary && (unsigned char)word[i] < ' '))
            return fail(failure, "byte %zu of the word is a control character", i + 1);
    text_buffer_append(&out->text, word, length);
    return !out->text.failed || fail_memory(failure);
}

/*
 * Reads the numbers from the last to the first. On success, `*length` is what stands before them
 * without the white space between.
 */
static bool read_numbers(const char *line, size_t *length, size_t dimensions, char *vector,
                         struct failure *failure) {
    float value;
    size_t end = *length;
    for (size_t i = dimensions; i-- > 0;) {
        size_t begin = vector_line_field(line, end);
        if (begin == 0)
            return fail(failure, "the line has %zu number%s, expected %zu", dimensions - 1 - i,
                        dimensions - i == 2 ? "" : "s", dimensions);
        if (!decimal_read(line + begin, end - begin, &value)) {
            enum { shown_max = 30 };
            size_t shown = end - begin < shown_max ? end - begin : shown_max;
            return fail(failure, "number %zu is '%.*s', expected a finite one", i + 1,
                        (int)utf8_valid_length(line + begin, shown), line + begin);
        }
        uint32_t bits; /* written as little-endian, whatever the byte order of this machine */
        static_assert(sizeof bits == sizeof value, "a float has 4 bytes");
        memcpy(&bits, &value, sizeof bits);
        for (size_t k = 0; k < 4; k++)
            vector[4 * i + k] = (char)(bits >> 8 * k);
        end = vector_line_trim(line, begin);
    }
    *length = end;
    return true;
}

/* Takes what stands before the first white space of a damaged line for its word. */
static void guess_word(const char *line, size_t length, struct vector_word *out) {
    struct failure ignored;
    size_t end = 0;
    while (end < length && !vector_separates(line[end]))
        end++;
    take_word(line, end, false, out, &ignored);
}

static bool read_line(const struct vector_scheme *scheme, const char *line, size_t length,
                      struct vector_word *out, struct failure *failure) {
    size_t end = vector_line_trim(line, length), begin = 0;
    while (begin < end && vector_separates(line[begin]))
        begin++;
    line += begin;
    end -= begin;
    if (!read_numbers(line, &end, scheme->dimensions, out->vector.bytes, failure)) {
        guess_word(line, end, out);
        return false;
    }
    size_t last = vector_line_field(line, end);
    if (last > 0 && decimal_is(line + last, end - last)) {
        guess_word(line, end, out);
        return fail(failure, "the line has more than %zu numbers", scheme->dimensions);
    }
    return take_word(line, end, false, out, failure);
}

static bool read_binary(const struct vector_scheme *scheme, const char *record, size_t length,
                        struct vector_word *out, struct failure *failure) {
    size_t word = vector_binary_word(record, length), place, bytes = 4 * scheme->dimensions;
    if (word == 0)
        return fail(failure, "the word does not end");
    if (!take_word(record, word - 1, true, out, failure))
        return false;
    if (length - word != bytes)
        return fail(failure, "the vector has %zu bytes, expected %zu", length - word, bytes);
    if (!vector_is_finite(record + word, scheme->dimensions, &place))
        return fail(failure, "number %zu is not finite", place + 1);
    memcpy(out->vector.bytes, record + word, bytes);
    return true;
}

enum slice_result vector_record_read(const struct vector_scheme *scheme, const char *record,
                                     size_t length, struct vector_word *word,
                                     struct failure *failure) {
    assert(scheme->dimensions >= 1 && scheme->dimensions <= vector_dimensions_max);
    text_buffer_clear(&word->text);
    text_buffer_clear(&word->vector);
    bool room = text_buffer_reserve(&word->vector, 4 * scheme->dimensions), good = false;
    if (room)
        good = scheme->binary ? read_binary(scheme, record, length, word, failure)
                              : read_line(scheme, record, length, word, failure);
    if (!room || word->text.failed) {
        fail_memory(failure);
        return slice_no_memory;
    }
    word->vector.length = good ? 4 * scheme->dimensions : 0;
    return good ? slice_good : slice_damaged;
}

void vector_word_free(struct vector_word *word) {
    text_buffer_free(&word->text);
    text_buffer_free(&word->vector);
}
