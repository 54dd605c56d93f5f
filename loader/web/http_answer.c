/* http_answer.c - see http_answer.h. */
#include "http_answer.h"

#include "../base/ascii.h"
#include "../base/interrupt.h"
#include "../base/number.h"
#include "../base/words.h"
#include "../input/decompressor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- The head -------------------------------------------------------------------------------- */

void http_head_read(const char *bytes, size_t length, struct http_head *head) {
    struct header_fields fields = header_fields_begin(bytes, length);
    struct header_field field;
    int64_t status;
    /* The three digits after the version: "HTTP/1.1 200 OK". */
    const char *space = memchr(bytes, ' ', (size_t)(fields.next - bytes));
    bool known =
        space && fields.next - space >= 4 && integer_read_digits(space + 1, 3, &status) == 3;
    *head = (struct http_head){.status = known ? (int)status : 0};
    struct header_text *const places[] = {&head->content_type, &head->language, &head->encodings,
                                          &head->transfers};
    while (header_fields_next(&fields, &field)) {
        size_t number =
            words_find_any_case("content-type|content-language|content-encoding|transfer-encoding",
                                field.name.bytes, field.name.length);
        if (number > 0)
            *places[number - 1] = field.value;
    }
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

/*
 * Reads the line with the length of a chunk, in hexadecimal digits, perhaps followed by an
 * extension. Returns the length of the line; 0 if it is not one, also if its end is missing.
 */
static size_t read_chunk_line(struct header_text body, size_t *chunk) {
    enum { digits_max = 8 };
    const char *line_end = body.length > 0 ? memchr(body.bytes, '\n', body.length) : NULL;
    size_t digits = 0, line = line_end ? (size_t)(line_end - body.bytes) + 1 : 0;
    *chunk = 0;
    for (; digits < line && ascii_digit_value(body.bytes[digits]) < 16; digits++) {
        if (digits == digits_max)
            return 0;
        *chunk = *chunk * 16 + ascii_digit_value(body.bytes[digits]);
    }
    bool ends = digits > 0 && digits < line &&
                (ascii_is_space(body.bytes[digits]) || body.bytes[digits] == ';');
    return ends ? line : 0;
}

static void skip(struct header_text *text, size_t length) {
    text->bytes += length;
    text->length -= length;
}

/* Joins the chunks of a body, the first of which is there. */
static enum http_body_result join_chunks(struct header_text body, struct text_buffer *joined,
                                         struct failure *failure) {
    size_t chunk, line, number = 0;
    while ((line = read_chunk_line(body, &chunk)) > 0) {
        number++;
        skip(&body, line);
        if (chunk == 0)
            return http_body_whole;
        size_t there = chunk < body.length ? chunk : body.length;
        text_buffer_append(joined, body.bytes, there);
        skip(&body, there);
        if (there < chunk) {
            fail(failure, "its body ends in the middle of chunk %zu", number);
            return http_body_cut;
        }
        skip(&body, body.length > 0 && *body.bytes == '\r');
        skip(&body, body.length > 0 && *body.bytes == '\n');
    }
    bool ends = !memchr(body.bytes, '\n', body.length);
    fail(failure,
         ends ? "its body ends after chunk %zu, without the last one"
              : "chunk %zu of its body is not followed by the length of the next",
         number);
    return ends ? http_body_cut : http_body_broken;
}

/* ---- Compression ----------------------------------------------------------------------------- */

/* Decompresses one stream or several. If it stops beyond `most` bytes, the caller says so. */
static enum http_body_result decompress(const struct decompressor *decompressor, void *state,
                                        struct header_text body, size_t most,
                                        struct text_buffer *plain, struct failure *failure) {
    struct failure reason;
    enum decompressor_result result = decompressor_more;
    bool stuck = false;
    struct decompressor_io io = {.next_in = body.bytes, .left_in = body.length};
    while (plain->length <= most && !stuck && !interrupt_overdue()) {
        if (result == decompressor_ended) {
            /* Zeroes or other bytes may follow the last stream. */
            if (decompressor_find(io.next_in, io.left_in) != decompressor)
                return http_body_whole;
            if (!decompressor->reset(state))
                return http_body_no_memory;
        }
        if (!text_buffer_reserve(plain, (size_t)1 << 16))
            break;
        size_t room = plain->capacity - plain->length;
        io.next_out = plain->bytes + plain->length;
        io.left_out = room;
        result = decompressor->step(state, &io, &reason);
        plain->length += room - io.left_out;
        stuck = result == decompressor_broken || result == decompressor_no_memory ||
                (result == decompressor_more && io.left_in == 0 && io.left_out > 0);
    }
    if (plain->failed || result == decompressor_no_memory)
        return http_body_no_memory;
    if (result == decompressor_broken)
        fail(failure, "its body cannot be decompressed: %s: %s", decompressor->name,
             reason.message);
    else if (stuck)
        fail(failure, "its body ends in the middle of its %s stream", decompressor->name);
    else
        fail(failure, "an interrupt stopped its decompression");
    return stuck && result == decompressor_more ? http_body_cut : http_body_broken;
}

/* ---- The body -------------------------------------------------------------------------------- */

void http_decoder_free(struct http_decoder *decoder) {
    TEXT_BUFFERS(text_buffer_free, &decoder->decoded[0], &decoder->decoded[1]);
}

/*
 * Undoes a coding. `*undone` is false if the body does not begin as that coding does: then somebody
 * has undone it already.
 */
static enum http_body_result undo(struct header_text coding, struct header_text body, size_t most,
                                  struct text_buffer *plain, bool *undone,
                                  struct failure *failure) {
    enum { shown_max = 40 };
    const struct decompressor *wanted = NULL;
    size_t chunk, start = 0, end = body.length;
    *undone = false;
    if (body.length == 0 || header_text_is(coding, "identity"))
        return http_body_whole;
    if (header_text_is(coding, "chunked")) {
        *undone = read_chunk_line(body, &chunk) > 0;
        return *undone ? join_chunks(body, plain, failure) : http_body_whole;
    }
    if (words_find_any_case("gzip|x-gzip|zstd", coding.bytes, coding.length)) {
        wanted = header_text_is(coding, "zstd") ? &zstd_decompressor : &gzip_decompressor;
        *undone = decompressor_find(body.bytes, body.length) == wanted;
    } else {
        ascii_trim(body.bytes, &start, &end);
        *undone = start == end || body.bytes[start] != '<'; /* nobody has compressed markup */
    }
    if (!*undone)
        return http_body_whole;
    if (header_text_is(coding, "deflate")) {
        /* A zlib stream, for which some servers send one without its wrapper. */
        const unsigned char *bytes = (const unsigned char *)body.bytes;
        bool wrapped =
            body.length >= 2 && (bytes[0] & 0x0F) == 8 && (bytes[0] * 256U + bytes[1]) % 31 == 0;
        wanted = wrapped ? &zlib_decompressor : &deflate_decompressor;
    }
    if (!wanted) {
        fail(failure, "its body is encoded as '%.*s', expected gzip, deflate or zstd",
             (int)(coding.length < shown_max ? coding.length : shown_max), coding.bytes);
        return http_body_broken;
    }
    void *state = wanted->open(wanted);
    if (!state)
        return http_body_no_memory;
    enum http_body_result result = decompress(wanted, state, body, most, plain, failure);
    wanted->close(state);
    return result;
}

/* The codings in the order in which they are undone: the last first. */
static size_t list_codings(const struct http_head *head, struct header_text *codings, size_t most) {
    struct header_text lists[] = {head->encodings, head->transfers}, coding;
    size_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        while (header_list_next(&lists[i], ',', &coding)) {
            if (count == most)
                return most + 1;
            memmove(codings + 1, codings, count++ * sizeof *codings);
            codings[0] = coding;
        }
    return count;
}

enum http_body_result http_body_decode(struct http_decoder *decoder, const struct http_head *head,
                                       struct header_text body, size_t most,
                                       struct header_text *decoded, struct failure *failure) {
    enum { codings_max = 4 };
    struct header_text codings[codings_max];
    size_t count = list_codings(head, codings, codings_max), layers = 0;
    enum http_body_result result = http_body_whole;
    *decoded = body;
    assert(most <= http_body_max);
    if (count > codings_max) {
        fail(failure, "its body has more than %d encodings", codings_max);
        return http_body_broken;
    }
    most = most < body.length ? body.length : most;
    for (size_t i = 0; i < count && result != http_body_broken; i++) {
        struct text_buffer *plain = &decoder->decoded[layers % 2]; /* not what is read from */
        text_buffer_clear(plain);
        bool undone;
        enum http_body_result now = undo(codings[i], *decoded, most, plain, &undone, failure);
        if (now == http_body_no_memory || plain->failed)
            return http_body_no_memory;
        if (plain->length > most) {
            fail(failure, "its body, decoded, is longer than %zu bytes", most);
            return http_body_long;
        }
        if (!undone)
            continue;
        layers++;
        result = now == http_body_whole ? result : now;
        *decoded = (struct header_text){plain->length > 0 ? plain->bytes : "", plain->length};
    }
    return result;
}
