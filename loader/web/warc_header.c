/* warc_header.c - see warc_header.h. */
#include "warc_header.h"

#include "../base/ascii.h"
#include "../base/number.h"
#include "../base/words.h"

#include <assert.h>
#include <string.h>

static const char version[] = "WARC/1.";
enum { version_length = sizeof version - 1 };

bool warc_version_begins(const char *bytes, size_t length) {
    return memcmp(bytes, version, length < version_length ? length : version_length) == 0;
}

/* ---- Where records begin --------------------------------------------------------------------- */

enum answer { answer_no, answer_yes, answer_more /* bytes are needed to tell */ };

/* Whether these bytes begin with `word`, in lower case. */
static enum answer begins(const char *bytes, size_t length, const char *word) {
    size_t most = strlen(word);
    for (size_t i = 0; i < most; i++) {
        if (i == length)
            return answer_more;
        if (ascii_lower(bytes[i]) != (unsigned char)word[i])
            return answer_no;
    }
    return answer_yes;
}

/* Whether a version line and the name of a field stand here. */
static enum answer is_record(const char *bytes, size_t length) {
    size_t at = version_length;
    if (!warc_version_begins(bytes, length))
        return answer_no;
    if (length < version_length + 3)
        return answer_more;
    if (!ascii_is_digit(bytes[at]))
        return answer_no;
    at += bytes[at + 1] == '\r' ? 2 : 1;
    if (bytes[at] != '\n')
        return answer_no;
    enum answer named = begins(bytes + at + 1, length - at - 1, "warc-");
    return named == answer_no ? begins(bytes + at + 1, length - at - 1, "content-") : named;
}

bool warc_find_record(const char *bytes, size_t length, size_t from, size_t *at) {
    const char *end = bytes + length, *found = bytes + from;
    for (; found < end && (found = memchr(found, version[0], (size_t)(end - found))); found++) {
        enum answer answer = is_record(found, (size_t)(end - found));
        if (answer == answer_no)
            continue;
        *at = (size_t)(found - bytes);
        return answer == answer_yes;
    }
    *at = length;
    return false;
}

/* ---- The header ------------------------------------------------------------------------------ */

/* Takes over a length. A second one must be the same. */
static bool take_length(struct warc_header *header, struct header_text value,
                        struct failure *failure) {
    int64_t length, before = header->length;
    enum { shown_max = 40, digits_max = 18 }; /* no file has as many bytes */
    int shown = (int)(value.length < shown_max ? value.length : shown_max);
    size_t digits = integer_read_digits(value.bytes, value.length, &length);
    if (digits == 0 || digits < value.length || digits > digits_max)
        return fail(failure, "its Content-Length is '%.*s', expected a number of bytes", shown,
                    value.bytes);
    header->length = length;
    return before < 0 || before == length ||
           fail(failure, "it has two lengths: Content-Length is %lld and %lld", (long long)before,
                (long long)length);
}

bool warc_header_read(const char *bytes, size_t length, struct warc_header *header,
                      struct failure *failure) {
    struct header_fields fields = header_fields_begin(bytes, length);
    struct header_field field;
    bool good = true;
    *header = (struct warc_header){.type = warc_other, .length = -1};
    struct header_text *const places[] = {&header->address, &header->date, &header->content_type,
                                          &header->payload_type};
    while (header_fields_next(&fields, &field)) {
        size_t number = words_find_any_case(
            "warc-target-uri|warc-date|content-type|warc-identified-payload-type", field.name.bytes,
            field.name.length);
        if (number > 0)
            *places[number - 1] = field.value;
        else if (header_text_is(field.name, "content-length"))
            good = good && take_length(header, field.value, failure);
        else if (header_text_is(field.name, "warc-type")) {
            number = words_find_any_case(
                "response|resource|conversion|request|metadata|revisit|warcinfo", field.value.bytes,
                field.value.length);
            header->type = number > 0 ? (enum warc_type)(number - 1) : warc_other;
        } else if (header_text_is(field.name, "warc-truncated"))
            header->truncated = true;
    }
    struct header_text *address = &header->address;
    if (address->length >= 2 && address->bytes[0] == '<' &&
        address->bytes[address->length - 1] == '>')
        *address = (struct header_text){address->bytes + 1, address->length - 2};
    if (!good)
        return false;
    if (fields.malformed)
        return fail(failure, "a line of its header is not a field: expected 'Name: value'");
    return header->length >= 0 || fail(failure, "its header has no Content-Length");
}

/* ---- What a record is good for --------------------------------------------------------------- */

const char *warc_use_name(enum warc_use use, bool several) {
    static const char *const names[warc_uses][2] = {
        [warc_use_request] = {"request", "requests"},
        [warc_use_metadata] = {"metadata record", "metadata records"},
        [warc_use_revisit] = {"unchanged page", "unchanged pages"},
        [warc_use_warcinfo] = {"note on the file", "notes on the file"},
        [warc_use_other] = {"record of another kind", "records of other kinds"},
        [warc_use_status] = {"answer of another status than 200",
                             "answers of another status than 200"},
        [warc_use_type] = {"file of another type than HTML and text",
                           "files of other types than HTML and text"},
    };
    assert(use > warc_use_open && use < warc_uses);
    return names[use][several];
}

/* A page by its type, whose parameters do not matter. */
static enum warc_use use_of_type(struct header_text type, enum warc_use text) {
    struct header_text name = {type.bytes, 0};
    if (!header_list_next(&type, ';', &name))
        return warc_use_type;
    if (header_text_is(name, "text/html") || header_text_is(name, "application/xhtml+xml"))
        return warc_use_html;
    return header_text_is(name, "text/plain") ? text : warc_use_type;
}

static enum warc_use use_of_answer(const struct warc_header *header, const char *block,
                                   size_t length, struct warc_content *content) {
    bool complete = header->length <= (int64_t)length || length >= http_head_max;
    content->head_length = header_length(block, length, 0);
    if (content->head_length == 0 && !complete)
        return warc_use_open;
    if (content->head_length == 0)
        content->head_length = length; /* there is no body */
    http_head_read(block, content->head_length, &content->head);
    if (content->head.status != 200)
        return warc_use_status;
    content->content_type = content->head.content_type;
    if (content->content_type.length == 0)
        content->content_type = header->payload_type;
    return use_of_type(content->content_type, warc_use_text);
}

enum warc_use warc_use_find(const struct warc_header *header, const char *block, size_t length,
                            struct warc_content *content) {
    enum { word = 5 }; /* HTTP/ */
    *content = (struct warc_content){.content_type = header->content_type};
    static_assert((int)warc_use_other - (int)warc_use_request ==
                      (int)warc_other - (int)warc_request,
                  "each type that is no page has a use");
    if (header->type >= warc_request)
        return (enum warc_use)((int)warc_use_request + (int)header->type - (int)warc_request);
    if (header->type == warc_conversion)
        return use_of_type(content->content_type, warc_use_lines);
    bool answer = header->type == warc_response;
    if (answer && length < word && (int64_t)length < header->length)
        return warc_use_open;
    return answer && words_begin("HTTP/", block, length) > 0
               ? use_of_answer(header, block, length, content)
               : use_of_type(content->content_type, warc_use_text);
}
