/* record_parser.c - see record_parser.h. */
#include "record_parser.h"

#include "../base/integer.h"
#include "../text/utf8.h"
#include "../text/white_space.h"
#include "fields.h"
#include "json_object.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

struct record_parser {
    const struct record_scheme *scheme;
    struct fields fields;
    struct json_object *json;
    bool no_memory;
};

/* Puts the value of a column into the page. */
static void take(struct page *page, enum column column, const char *bytes, size_t length) {
    switch (column) {
    case column_text:
        text_buffer_append(&page->newest.text, bytes, length);
        break;
    case column_title:
        white_space_fold(&page->title, 0, bytes, length);
        break;
    case column_id:
        if (integer_read(bytes, length, &page->id))
            page->has_id = true;
        break;
    default:
        text_buffer_append(&page->newest.time, bytes, length);
    }
}

/* ---- The formats ----------------------------------------------------------------------------- */

/* Takes the fields of a row, each for the columns that it holds. */
static bool read_fields(struct record_parser *parser, const char *record, size_t length,
                        bool (*next)(struct fields *fields), struct page *page,
                        struct failure *failure) {
    const struct record_scheme *scheme = parser->scheme;
    struct fields *fields = &parser->fields;
    int count = 0;
    fields->delimiter = scheme->layout->delimiter;
    fields_begin(fields, record, length);
    for (; next(fields) && !fields->unclosed && !fields->field.failed; count++)
        for (enum column i = 0; i < column_count; i++)
            if (scheme->places[i] == count)
                take(page, i, fields->field.bytes, fields->field.length);
    if (fields->field.failed) {
        parser->no_memory = true;
        return fail_memory(failure);
    }
    if (fields->unclosed)
        return fail(failure, "a quotation mark is not closed");
    return count > scheme->places[column_text] ||
           fail(failure, "the row has %d field%s, but the column '%s' is number %d", count,
                count == 1 ? "" : "s", scheme->columns->names[column_text],
                scheme->places[column_text] + 1);
}

/*
 * Takes a member for the columns that it holds. Titles and times may be numbers. `seen`: of two
 * members with the same name the first counts.
 */
static bool take_member(struct record_parser *parser, const struct json_member *member,
                        bool seen[column_count], struct page *page, struct failure *failure) {
    bool is_text = strcmp(member->type, "text") == 0;
    bool is_number = strcmp(member->type, "integer") == 0 || strcmp(member->type, "real") == 0;
    for (enum column i = 0; i < column_count; i++) {
        if (seen[i] || !columns_is(parser->scheme->columns, i, member->name, member->name_length))
            continue;
        seen[i] = true;
        bool number_fits = is_number && (i == column_id ? member->is_number : i != column_text);
        if (is_text || number_fits)
            take(page, i, member->value, member->value_length);
        else if (i == column_text)
            return fail(failure, "the member '%s' must be text, found: %s",
                        parser->scheme->columns->names[i], member->type);
    }
    return true;
}

static bool read_json(struct record_parser *parser, const char *record, size_t length,
                      struct page *page, struct failure *failure) {
    struct json_member member;
    struct failure reason;
    bool seen[column_count] = {false};
    bool good = json_object_begin(parser->json, record, length, failure);
    enum json_result next = good ? json_member_found : json_failed;
    while (next == json_member_found &&
           (next = json_object_next(parser->json, &member, &reason)) == json_member_found)
        good = take_member(parser, &member, seen, page, failure) && good;
    parser->no_memory = json_object_no_memory(parser->json);
    if (parser->no_memory)
        return fail_memory(failure);
    if (good && next == json_failed)
        return fail(failure, "%s", reason.message);
    if (good && !seen[column_text])
        return fail(failure, "the object has no member '%s'",
                    parser->scheme->columns->names[column_text]);
    return good;
}

static bool read_record(struct record_parser *parser, const char *record, size_t length,
                        struct page *page, struct failure *failure) {
    switch (parser->scheme->layout->syntax) {
    case record_is_csv:
        return read_fields(parser, record, length, fields_next_csv, page, failure);
    case record_is_tsv:
        return read_fields(parser, record, length, fields_next_tsv, page, failure);
    case record_is_json:
        return read_json(parser, record, length, page, failure);
    default:
        take(page, column_text, record, length);
        return true;
    }
}

/* ---- The record ------------------------------------------------------------------------------ */

/* If the title is missing or not UTF-8, makes one of the name of the file and the number. */
static void make_title(const struct record_scheme *scheme, int64_t number, struct page *page) {
    struct text_buffer *title = &page->title;
    char place[24];
    if (title->length > 0 && utf8_valid_length(title->bytes, title->length) == title->length)
        return;
    text_buffer_clear(title);
    text_buffer_append(title, scheme->name, strlen(scheme->name));
    if (scheme->layout->end == record_ends_with_file)
        return;
    int length = snprintf(place, sizeof place, ":%lld", (long long)number);
    text_buffer_append(title, place, (size_t)length);
}

/* Whether the record is UTF-8 without a zero byte. `encoding` is its name, if the user gave one. */
static bool check_bytes(const char *record, size_t length, const char *encoding,
                        struct failure *failure) {
    const char *zero = memchr(record, '\0', length);
    if (zero)
        return fail(failure,
                    "byte %zu of the record is zero: this is not text, or its encoding is not %s",
                    (size_t)(zero - record) + 1, encoding ? encoding : "UTF-8");
    size_t valid = utf8_valid_length(record, length);
    if (valid == length)
        return true;
    return encoding ? fail(failure, "byte %zu of the record, as UTF-8, is not valid in %s",
                           valid + 1, encoding)
                    : fail(failure,
                           "byte %zu of the record is not UTF-8; if the file is in another "
                           "encoding, name it, as by --encoding latin1",
                           valid + 1);
}

bool record_parser_read(struct record_parser *parser, const char *record, size_t length,
                        int64_t number, struct page *page, struct failure *failure) {
    const struct record_scheme *scheme = parser->scheme;
    struct failure reason, ignored;
    page_clear(page);
    parser->no_memory = false;
    bool good = check_bytes(record, length, scheme->encoding, &reason);
    /* A damaged record may have a title. JSON with a zero byte is not read: it would end there. */
    bool readable = good || !parser->json || !memchr(record, '\0', length);
    if (readable && !read_record(parser, record, length, page, good ? &reason : &ignored))
        good = false;
    make_title(scheme, number, page);
    page->revisions = 1;
    parser->no_memory = parser->no_memory || page->title.failed || page->newest.text.failed ||
                        page->newest.time.failed;
    if (parser->no_memory)
        return fail_memory(failure);
    if (!good)
        *failure = reason;
    return good;
}

struct record_parser *record_parser_open(const struct record_scheme *scheme,
                                         struct failure *failure) {
    struct record_parser *parser = calloc(1, sizeof *parser);
    if (!parser) {
        fail_memory(failure);
        return NULL;
    }
    parser->scheme = scheme;
    if (scheme->layout->syntax != record_is_json)
        return parser;
    parser->json = json_object_open(scheme->columns, failure);
    if (parser->json)
        return parser;
    record_parser_close(parser);
    return NULL;
}

void record_parser_close(struct record_parser *parser) {
    if (!parser)
        return;
    fields_free(&parser->fields);
    json_object_close(parser->json);
    free(parser);
}

bool record_parser_no_memory(const struct record_parser *parser) {
    return parser->no_memory;
}
