/* record_parser.c - one record, or one row of a database, as a page: see records.h. */
#include "records.h"

#include "../base/number.h"
#include "../text/utf8.h"
#include "fields.h"
#include "json_object.h"
#include "row_record.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

struct record_parser {
    struct slice_parser parser;
    const struct record_scheme *scheme;
    struct fields fields;
    struct json_object *json;
    bool no_memory;

    /* Of the current record: */
    struct text_buffer bytes;                  /* of parts of the key and the text, if several */
    struct cell key[columns_max];              /* the parts of its key */
    struct cell texts[columns_max];            /* those of its text */
    struct carried_value carried[columns_max]; /* what is carried along */
    int slots[columns_max];                    /* the place of each column in one of these */
    int key_count, text_count, carried_count;
};

/* Puts the value of a column into the page, if the column is one of those with a meaning. */
static void take(struct record_parser *parser, struct page *page, int column, const char *bytes,
                 size_t length) {
    struct text_buffer *const texts[column_count] = {[column_text] = &page->newest.text,
                                                     [column_time] = &page->newest.time,
                                                     [column_language] = &page->language};
    if (parser->text_count > 1 && columns_is_text(parser->scheme->columns, column))
        parser->texts[parser->slots[column]] = cell_add(&parser->bytes, cell_text, bytes, length);
    else if (column == column_title)
        text_buffer_append_words(&page->title, 0, bytes, length);
    else if (column == column_id)
        page->has_id = integer_read(bytes, length, &page->id) || page->has_id;
    else if (column < column_count)
        text_buffer_append(texts[column], bytes, length);
}

/* ---- Keys, and what is carried along --------------------------------------------------------- */

/* Takes the value of a column of the key, or of one that is carried along; copies its bytes. */
static void take_value(struct record_parser *parser, struct page *page, int column,
                       struct cell value, const char *bytes, size_t length) {
    assert(column >= column_count && column < parser->scheme->columns->count);
    bool carried = columns_use(parser->scheme->columns, column, use_carried);
    if (value.type == cell_text || value.type == cell_blob)
        value = cell_add(carried || parser->key_count == 1 ? &page->values : &parser->bytes,
                         value.type, bytes, length);
    if (carried)
        parser->carried[parser->slots[column]].value = value;
    else
        parser->key[parser->slots[column]] = value;
}

/* Joins the parts of a text by spaces, without those that are blank. */
static void join_texts(const struct record_parser *parser, struct text_buffer *text) {
    const struct text_buffer *bytes = &parser->bytes;
    for (int i = 0; !bytes->failed && parser->text_count > 1 && i < parser->text_count; i++) {
        const struct cell *part = &parser->texts[i];
        size_t length = part->type == cell_null ? 0 : part->as.bytes.length;
        if (length == 0 || utf8_is_blank(bytes->bytes + part->as.bytes.offset, length))
            continue;
        if (text->length > 0)
            text_buffer_append_byte(text, ' ');
        text_buffer_append(text, bytes->bytes + part->as.bytes.offset, length);
    }
}

static bool finish_values(struct record_parser *parser, struct page *page,
                          struct failure *failure) {
    bool open = parser->scheme->columns->key_open;
    join_texts(parser, &page->newest.text);
    page->carried = parser->carried;
    page->carried_count = (size_t)parser->carried_count;
    if (parser->key_count == 1)
        page->key = parser->key[0];
    if (parser->key_count < 2)
        return true;
    for (int i = 0; i < parser->key_count; i++)
        if (parser->key[i].type == cell_blob && open)
            parser->key[i].type = cell_null; /* it will be none */
        else if (parser->key[i].type == cell_blob)
            return fail(failure,
                        "part %d of the key is a blob, and a key of several columns can "
                        "hold numbers and texts only",
                        i + 1);
    if (!parser->bytes.failed)
        page->key =
            cell_add_array(&page->values, &parser->bytes, parser->key, (size_t)parser->key_count);
    return true;
}

/*
 * Whether bytes, called `what` in the message, are UTF-8 without a zero byte. `scheme` is that of
 * the file, whose encoding may be at fault; NULL for a value of a database.
 */
static bool check_bytes(const char *what, const char *bytes, size_t length,
                        const struct record_scheme *scheme, struct failure *failure) {
    const char *encoding = scheme ? scheme->encoding : NULL;
    const char *zero = memchr(bytes, '\0', length);
    if (zero)
        return fail(failure,
                    "byte %zu of the %s is zero: this is not text, or its encoding is not %s",
                    (size_t)(zero - bytes) + 1, what, encoding ? encoding : "UTF-8");
    size_t valid = utf8_valid_length(bytes, length);
    if (valid == length)
        return true;
    if (encoding)
        return fail(failure, "byte %zu of the %s, as UTF-8, is not valid in %s", valid + 1, what,
                    encoding);
    return fail(failure, "byte %zu of the %s is not UTF-8%s", valid + 1, what,
                scheme
                    ? "; if the file is in another encoding, name it, such as by --encoding latin1"
                    : "");
}

/* ---- The formats ----------------------------------------------------------------------------- */

/* Takes the fields of a row, each for the columns that it holds. */
static bool read_fields(struct record_parser *parser, const char *record, size_t length,
                        struct page *page, struct failure *failure) {
    const struct record_scheme *scheme = parser->scheme;
    struct fields *fields = &parser->fields;
    int count = 0;
    /* Fields without a name may be the rest of the last text; empty ones do no harm. */
    bool surplus = false;
    int last_text = column_text;
    for (int i = column_count; i < scheme->columns->count; i++)
        if (columns_is_text(scheme->columns, i) && scheme->places[i] > scheme->places[last_text])
            last_text = i;
    fields->tabs = scheme->layout->syntax == record_is_tsv;
    fields->delimiter = scheme->layout->delimiter;
    fields_begin(fields, record, length);
    for (; fields_next(fields) && !fields->unclosed; count++) {
        surplus |= scheme->places[last_text] + 1 == scheme->field_count &&
                   count >= scheme->field_count && fields->field.length > 0;
        for (int i = 0; i < scheme->columns->count; i++)
            if (scheme->places[i] == count) {
                /* The text of a field is its value: 007 stays 007. */
                const struct text_buffer *field = &fields->field;
                struct cell value = {.type = fields->is_null ? cell_null : cell_text};
                if (i < column_count || columns_is_text(scheme->columns, i))
                    take(parser, page, i, field->bytes, field->length);
                else
                    take_value(parser, page, i, value, field->bytes, field->length);
            }
    }
    if (fields->field.failed) {
        parser->no_memory = true;
        return fail_memory(failure);
    }
    if (fields->unclosed)
        return fail(failure, "a quotation mark is not closed");
    if (surplus)
        return fail(failure, "the row has %d fields, but the first line names %d", count,
                    scheme->field_count);
    return count > scheme->places[last_text] ||
           fail(failure, "the row has %d field%s, but the column '%s' is number %d", count,
                count == 1 ? "" : "s", scheme->columns->names[last_text],
                scheme->places[last_text] + 1);
}

/*
 * Takes a member for the columns that it holds. Titles, times and parts of a text may be numbers,
 * and a part null. `seen`: of two members with the same name the first counts.
 */
static bool take_member(struct record_parser *parser, const struct json_member *member,
                        bool seen[columns_max], struct page *page, struct failure *failure) {
    bool is_text = strcmp(member->type, "text") == 0;
    bool is_number = strcmp(member->type, "integer") == 0 || strcmp(member->type, "real") == 0;
    const struct columns *columns = parser->scheme->columns;
    for (int i = 0; i < columns->count; i++) {
        if (seen[i] || !columns_is(columns, i, member->name, member->name_length))
            continue;
        seen[i] = true;
        bool text = columns_is_text(columns, i), part = text && parser->text_count > 1;
        if (i >= column_count && !text) {
            take_value(parser, page, i, member->value, member->bytes, member->length);
            continue;
        }
        bool fits = i == column_id ? member->value.type == cell_integer : !text || part;
        if (is_text || (is_number && fits))
            take(parser, page, i, member->bytes, member->length);
        else if (text && !(part && strcmp(member->type, "null") == 0))
            return fail(failure, "the member '%s' must be text, found: %s", columns->names[i],
                        member->type);
    }
    return true;
}

static bool read_json(struct record_parser *parser, const char *record, size_t length,
                      struct page *page, struct failure *failure) {
    struct json_member member;
    struct failure reason;
    bool seen[columns_max] = {false};
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
    bool any = false;
    for (int i = 0; i < parser->scheme->columns->count; i++)
        any |= seen[i] && columns_is_text(parser->scheme->columns, i);
    if (good && !any)
        return fail(failure, "the object has no member '%s'",
                    parser->scheme->columns->names[column_text]);
    return good;
}

/* Takes the values of a row. Numbers are texts here; a blob is none. Keys may hold any bytes. */
static bool read_row(struct record_parser *parser, const char *record, size_t length,
                     struct page *page, struct failure *failure) {
    const struct columns *columns = parser->scheme->columns;
    struct row_record row = {record, record + length};
    struct row_value value;
    struct failure ignored;
    bool good = true;
    for (int i = 0; i < columns->count; i++) {
        row_record_next(&row, &value);
        bool text = columns_is_text(columns, i);
        if (i >= column_count && !text)
            take_value(parser, page, i, value.value, value.bytes, value.length);
        else if (value.value.type == cell_text &&
                 (i != column_time ||
                  check_bytes("time", value.bytes, value.length, NULL, &ignored)))
            take(parser, page, i, value.bytes, value.length);
        if (!text || !good)
            continue;
        if (value.value.type == cell_blob)
            good = fail(failure, "the column '%s' must be text, found: blob", columns->names[i]);
        else
            good = check_bytes("text", value.bytes, value.length, NULL, failure);
    }
    return good;
}

static bool read_record(struct record_parser *parser, const char *record, size_t length,
                        struct page *page, struct failure *failure) {
    switch (parser->scheme->layout->syntax) {
    case record_is_csv:
    case record_is_tsv:
        return read_fields(parser, record, length, page, failure);
    case record_is_json:
        return read_json(parser, record, length, page, failure);
    case record_is_row:
        return read_row(parser, record, length, page, failure);
    default:
        take(parser, page, column_text, record, length);
        return true;
    }
}

/* ---- The record ------------------------------------------------------------------------------ */

/* If the title is missing or not UTF-8, makes one of the name of the file and the number. */
static void make_title(const struct record_scheme *scheme, int64_t number, struct page *page) {
    struct text_buffer *title = &page->title;
    char place[24];
    if (title->failed)
        return;
    if (title->length > 0 && utf8_valid_length(title->bytes, title->length) == title->length &&
        !memchr(title->bytes, '\0', title->length))
        return;
    page->untitled = true;
    text_buffer_clear(title);
    text_buffer_append_string(title, scheme->name);
    if (scheme->layout->end == record_ends_with_file)
        return;
    int length = snprintf(place, sizeof place, ":%lld", (long long)number);
    text_buffer_append(title, place, (size_t)length);
}

static enum slice_result read_slice(struct slice_parser *base, const char *record,
                                    const struct slice *slice, size_t most, struct page *page,
                                    struct failure *failure) {
    struct record_parser *parser = (struct record_parser *)base;
    size_t length = slice->length;
    (void)most;
    const struct record_scheme *scheme = parser->scheme;
    struct failure reason, ignored;
    bool is_row = scheme->layout->syntax == record_is_row;
    page_clear(page);
    page->revisions = 1;
    if (scheme->layout->syntax == record_is_vector)
        return vector_record_read(&scheme->vectors, record, length, &page->title, &page->values,
                                  failure);
    text_buffer_clear(&parser->bytes);
    for (int i = 0; i < parser->key_count; i++)
        parser->key[i] = (struct cell){0};
    for (int i = 0; i < parser->text_count; i++)
        parser->texts[i] = (struct cell){0};
    for (int i = 0; i < parser->carried_count; i++)
        parser->carried[i].value = (struct cell){0};
    parser->no_memory = false;
    bool good = is_row || check_bytes("record", record, length, scheme, &reason);
    /* A damaged record may have a title. JSON with a zero byte is not read: it would end there. */
    bool readable = good || !parser->json || !memchr(record, '\0', length);
    if (readable && !read_record(parser, record, length, page, good ? &reason : &ignored))
        good = false;
    if (!finish_values(parser, page, good ? &reason : &ignored))
        good = false;
    make_title(scheme, slice->number, page);
    parser->no_memory = parser->no_memory || page->title.failed || page->newest.text.failed ||
                        page->newest.time.failed || page->language.failed || page->values.failed ||
                        parser->bytes.failed;
    if (parser->no_memory) {
        fail_memory(failure);
        return slice_no_memory;
    }
    if (good)
        return slice_good;
    *failure = reason;
    return slice_damaged;
}

static void close_parser(struct slice_parser *base) {
    struct record_parser *parser = (struct record_parser *)base;
    fields_free(&parser->fields);
    text_buffer_free(&parser->bytes);
    json_object_close(parser->json);
    free(parser);
}

static const struct slice_parser_kind record_kind = {read_slice, close_parser};

struct slice_parser *record_parser_open(const struct record_scheme *scheme,
                                        struct failure *failure) {
    struct record_parser *parser = allocate(sizeof *parser, failure);
    if (!parser)
        return NULL;
    parser->parser.kind = &record_kind;
    parser->scheme = scheme;
    /* Gives each of these columns its place. */
    const struct columns *columns = parser->scheme->columns;
    parser->text_count = 1;
    for (int i = column_count; i < columns->count; i++) {
        int *const counts[] = {[use_key] = &parser->key_count,
                               [use_carried] = &parser->carried_count,
                               [use_text] = &parser->text_count};
        parser->slots[i] = (*counts[columns->uses[i]])++;
        if (columns->uses[i] == use_carried)
            parser->carried[parser->slots[i]].name = columns->names[i];
    }
    if (scheme->layout->syntax != record_is_json)
        return &parser->parser;
    parser->json = json_object_open(scheme->columns, failure);
    if (parser->json)
        return &parser->parser;
    close_parser(&parser->parser);
    return NULL;
}
