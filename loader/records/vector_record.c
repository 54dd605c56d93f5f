/* vector_record.c - see vector_record.h. */
#include "vector_record.h"

#include "../base/ascii.h"
#include "../base/number.h"
#include "../text/utf8.h"

#include <assert.h>
#include <string.h>

/* The lines that tell how many dimensions there are; and those that must all look alike. */
enum { lines_counted = 1000, lines_alike = 20 };

/* ---- A line ---------------------------------------------------------------------------------- */

static bool separates(char byte) {
    return byte == ' ' || byte == '\t';
}

size_t vector_line_trim(const char *line, size_t length) {
    while (length > 0 && (separates(line[length - 1]) || line[length - 1] == '\r'))
        length--;
    return length;
}

/* Where the last field of a trimmed line begins. */
static size_t last_field(const char *line, size_t length) {
    while (length > 0 && !separates(line[length - 1]))
        length--;
    return length;
}

/* How many numbers end the line. What comes first is the word, even if it is a number. */
static size_t count_numbers(const char *line, size_t length) {
    size_t count = 0, end = vector_line_trim(line, length);
    while (end > 0) {
        size_t begin = last_field(line, end);
        if (!decimal_is(line + begin, end - begin))
            break;
        end = vector_line_trim(line, begin);
        count += end > 0;
    }
    return count;
}

bool vector_header_read(const char *line, size_t length, int64_t *words, int64_t *dimensions) {
    size_t end = vector_line_trim(line, length), first = integer_read_digits(line, end, words);
    size_t at = first;
    while (at < end && separates(line[at]))
        at++;
    size_t second = integer_read_digits(line + at, end - at, dimensions);
    return first > 0 && at > first && second > 0 && at + second == end;
}

/* ---- A text of lines ------------------------------------------------------------------------- */

/* Takes the next line of a text; false if there is none, or if it breaks off. */
static bool next_line(const char **at, const char *end, bool complete, const char **line,
                      size_t *length) {
    const char *found = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    if (*at == end || (!found && !complete))
        return false;
    *line = *at;
    *length = (size_t)((found ? found : end) - *at);
    *at = found ? found + 1 : end;
    return true;
}

size_t vector_text_dimensions(const char *text, size_t length, bool complete) {
    size_t counts[lines_counted], lines = 0, most = 0, best = 0, size;
    const char *at = text, *line;
    while (lines < lines_counted && next_line(&at, text + length, complete, &line, &size))
        if (vector_line_trim(line, size) > 0)
            counts[lines++] = count_numbers(line, size);
    for (size_t i = 0; i < lines; i++) {
        size_t alike = 0;
        for (size_t k = 0; k < lines; k++)
            alike += counts[k] == counts[i];
        if (counts[i] > 0 && (alike > most || (alike == most && counts[i] < best))) {
            most = alike;
            best = counts[i];
        }
    }
    return best;
}

/* ---- Binary records -------------------------------------------------------------------------- */

size_t vector_binary_word(const char *text, size_t length) {
    size_t most = length < vector_word_max + 1 ? length : vector_word_max + 1;
    const char *space = most > 0 ? memchr(text, ' ', most) : NULL;
    return space ? (size_t)(space - text) + 1 : 0;
}

bool vector_is_finite(const char *bytes, size_t dimensions, size_t *place) {
    for (size_t i = 0; i < dimensions; i++) {
        const unsigned char *number = (const unsigned char *)bytes + 4 * i;
        *place = i;
        if ((number[3] & 0x7F) == 0x7F && number[2] & 0x80)
            return false;
    }
    return true;
}

/* A text has a good line among its first, or else no bytes that a text never has. */
bool vector_is_binary(const char *text, size_t length, size_t dimensions) {
    enum { lines_tried = 3, longest_character = 4 };
    const char *at = text, *line;
    size_t size, first = length < (size_t)64 << 10 ? length : (size_t)64 << 10;
    for (int i = 0; i < lines_tried && next_line(&at, text + length, true, &line, &size); i++)
        if (count_numbers(line, size) >= dimensions)
            return false;
    for (size_t i = 0; i < first; i++)
        if ((unsigned char)text[i] < ' ' && !ascii_is_space(text[i]))
            return true;
    return utf8_valid_length(text, first) + longest_character <= first;
}

/* ---- Recognition ----------------------------------------------------------------------------- */

enum { dimensions_least = 16 };

/* Whether the first lines, all with spaces only, end in that many numbers, most of them with a
 * point, and not every word is a number. */
static bool are_alike(const char *text, size_t length, bool complete, size_t dimensions,
                      int lines_least) {
    const char *at = text, *line;
    size_t size, points = 0;
    int lines = 0, names = 0;
    while (lines < lines_alike && next_line(&at, text + length, complete, &line, &size)) {
        size = vector_line_trim(line, size);
        if (size == 0 && at == text + length)
            break;
        if (count_numbers(line, size) != dimensions || memchr(line, '\t', size))
            return false;
        const char *space = memchr(line, ' ', size);
        names += !decimal_is(line, (size_t)(space - line));
        for (const char *byte = space; byte < line + size; byte++)
            points += *byte == '.' || *byte == 'e';
        lines++;
    }
    return lines >= lines_least && names > 0 && points * 2 >= (size_t)lines * dimensions;
}

/* Whether the first binary record is in the text and good: a word without control characters. */
static bool begins_with_record(const char *text, size_t length, size_t dimensions) {
    size_t word = vector_binary_word(text, length), place;
    for (size_t i = 0; i + 1 < word; i++)
        if ((unsigned char)text[i] < ' ')
            return false;
    return word > 1 && utf8_valid_length(text, word - 1) == word - 1 &&
           length - word >= 4 * dimensions && vector_is_finite(text + word, dimensions, &place);
}

const char *vector_recognise(const char *text, size_t length, bool complete) {
    const char *at = text, *line;
    size_t size;
    int64_t words, dimensions;
    if (!next_line(&at, text + length, complete, &line, &size))
        return NULL;
    if (!vector_header_read(line, size, &words, &dimensions)) {
        size_t count = count_numbers(line, size);
        bool good = count >= dimensions_least && count <= vector_dimensions_max &&
                    are_alike(text, length, complete, count, 3);
        return good ? "glove" : NULL;
    }
    size_t left = length - (size_t)(at - text);
    if (words < 1 || dimensions < dimensions_least || dimensions > vector_dimensions_max)
        return NULL;
    bool good = vector_is_binary(at, left, (size_t)dimensions)
                    ? begins_with_record(at, left, (size_t)dimensions)
                    : are_alike(at, left, complete, (size_t)dimensions, 1);
    return good ? "word2vec" : NULL;
}

/* ---- A record -------------------------------------------------------------------------------- */

/* Takes the word, if it is one. `binary`: a control character in it is damage. */
static bool take_word(const char *word, size_t length, bool binary, struct text_buffer *out,
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
    text_buffer_append(out, word, length);
    return !out->failed || fail_memory(failure);
}

/* Reads the numbers from the last to the first; then `*length` is that of the trimmed rest. */
static bool read_numbers(const char *line, size_t *length, size_t dimensions, char *vector,
                         struct failure *failure) {
    assert(dimensions >= 1);
    float value;
    size_t end = *length;
    for (size_t i = dimensions; i-- > 0;) {
        size_t begin = last_field(line, end);
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
static void guess_word(const char *line, size_t length, struct text_buffer *out) {
    struct failure ignored;
    size_t end = 0;
    while (end < length && !separates(line[end]))
        end++;
    take_word(line, end, false, out, &ignored);
}

static bool read_line(const struct vector_scheme *scheme, const char *line, size_t length,
                      struct text_buffer *word, char *vector, struct failure *failure) {
    size_t end = vector_line_trim(line, length), begin = 0;
    while (begin < end && separates(line[begin]))
        begin++;
    line += begin;
    end -= begin;
    if (!read_numbers(line, &end, scheme->dimensions, vector, failure)) {
        guess_word(line, end, word);
        return false;
    }
    size_t last = last_field(line, end);
    if (last > 0 && decimal_is(line + last, end - last)) {
        guess_word(line, end, word);
        return fail(failure, "the line has more than %zu numbers", scheme->dimensions);
    }
    return take_word(line, end, false, word, failure);
}

static bool read_binary(const struct vector_scheme *scheme, const char *record, size_t length,
                        struct text_buffer *word, char *vector, struct failure *failure) {
    size_t begin = vector_binary_word(record, length), place, bytes = 4 * scheme->dimensions;
    if (begin == 0)
        return fail(failure, "the word does not end");
    if (!take_word(record, begin - 1, true, word, failure))
        return false;
    if (length - begin != bytes)
        return fail(failure, "the vector has %zu bytes, expected %zu", length - begin, bytes);
    if (!vector_is_finite(record + begin, scheme->dimensions, &place))
        return fail(failure, "number %zu is not finite", place + 1);
    memcpy(vector, record + begin, bytes);
    return true;
}

enum slice_result vector_record_read(const struct vector_scheme *scheme, const char *record,
                                     size_t length, struct text_buffer *word,
                                     struct text_buffer *vector, struct failure *failure) {
    assert(scheme->dimensions >= 1 && scheme->dimensions <= vector_dimensions_max);
    TEXT_BUFFERS(text_buffer_clear, word, vector);
    bool good = text_buffer_reserve(vector, 4 * scheme->dimensions) &&
                (scheme->binary ? read_binary : read_line)(scheme, record, length, word,
                                                           vector->bytes, failure);
    if (vector->failed || word->failed) {
        fail_memory(failure);
        return slice_no_memory;
    }
    vector->length = good ? 4 * scheme->dimensions : 0;
    return good ? slice_good : slice_damaged;
}
