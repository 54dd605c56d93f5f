/* page_reader.c - see page_reader.h. */
#include "page_reader.h"

#include "alias.h"
#include "base/ascii.h"
#include "base/interrupt.h"
#include "dump/page_parser.h"
#include "dump/redirect.h"
#include "page_facts.h"
#include "sentence_reader.h"
#include "text/page.h"
#include "text/utf8.h"
#include "web/web_page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { language_code_size = 36 }; /* 35 letters, for which RFC 5646 asks, and a zero */

struct page_reader {
    const struct source_file *file;
    const struct options *options;
    struct slice_parser *parser;
    struct sentence_reader sentences; /* for the language of the file, or of the current page */
    struct page page;
    struct alias alias;
    struct page_facts facts;

    /* Of the current call: */
    struct rows *rows;
    struct failure *failure;

    /* Of the current slice: how long the rows were before it. */
    size_t first_sentence, first_revision, first_text;
    size_t newest; /* with history: index of the newest revision's row */
};

static bool read_text(struct page_reader *reader, const struct text_buffer *source) {
    return sentence_reader_read(&reader->sentences, source->length ? source->bytes : "",
                                source->length, reader->rows, reader->failure);
}

/*
 * The language that a record or a web page names: "de", "EN-gb". False if it names none, or if it
 * is a web page and --language is given, since many web pages name the wrong language.
 */
static bool own_language(const struct page_reader *reader, char code[language_code_size]) {
    const struct page *page = &reader->page;
    const struct text_buffer *own = page->web ? &page->web->content.language : &page->language;
    size_t length = 0;
    while (length < own->length && length + 1 < language_code_size &&
           (ascii_is_alnum(own->bytes[length]) || own->bytes[length] == '-' ||
            own->bytes[length] == '_'))
        length++;
    if (length == 0 || (page->web && reader->options->language))
        return false;
    memcpy(code, own->bytes, length);
    code[length] = '\0';
    return true;
}

/* Adds the sentences of a page, split by the rules of its own language or that of the file. */
static bool read_page(struct page_reader *reader) {
    const struct page *page = &reader->page;
    struct sentence_reader *tools = &reader->sentences;
    char code[language_code_size];
    bool named = own_language(reader, code);
    tools->splitter = sentence_splitters_find(
        &tools->splitters, named ? code : source_file_language(reader->file), reader->failure);
    return tools->splitter && (page->web ? sentence_reader_split(tools, &page->web->content.plain,
                                                                 reader->rows, reader->failure)
                                         : read_text(reader, &page->newest.text));
}

/* Removes what the current slice has added to the rows. */
static void remove_slice(struct page_reader *reader) {
    reader->rows->sentence_count = reader->first_sentence;
    reader->rows->revision_count = reader->first_revision;
    reader->rows->text.length = reader->first_text;
}

/* With history: adds a revision and its sentences, while the parser is still in the page. */
static bool read_revision(void *user, const struct page *page, const struct revision *revision) {
    struct page_reader *reader = user;
    const struct text_buffer *text = &revision->text;
    if (!options_wants(reader->options, page->namespace_number))
        return true;
    if (page->revisions == 0)
        remove_slice(reader); /* the parser may have started the page anew */
    size_t first = reader->rows->sentence_count;
    bool redirects = text->length > 0 && redirect_target(text->bytes, text->length) > 0;
    if (!redirects && !read_text(reader, text))
        return false;
    *rows_add_revision(reader->rows) =
        (struct revision_row){.id = revision->id,
                              .contributor_id = revision->contributor_id,
                              .minor = revision->minor,
                              .lacks_text = revision->lacks_text,
                              .is_empty = text->length == 0 && !revision->lacks_text,
                              .time = rows_add_buffer(reader->rows, &revision->time),
                              .contributor = rows_add_buffer(reader->rows, &revision->contributor),
                              .comment = rows_add_buffer(reader->rows, &revision->comment),
                              .first_sentence = first,
                              .sentence_count = reader->rows->sentence_count - first};
    /* After this call the parser decides by the same rule which revision is the newest. */
    if (page->revisions == 0 || revision_is_newer(revision, &page->newest))
        reader->newest = reader->rows->revision_count - 1;
    return true;
}

/* ---- Further rows ---------------------------------------------------------------------------- */

static struct cell text_of(struct page_reader *reader, const char *bytes, size_t length) {
    struct row_text text = rows_add_text(reader->rows, bytes, length);
    struct cell value = {.type = cell_text, .as.bytes = {text.offset, text.length}};
    return value;
}

static struct cell text_or_null(struct page_reader *reader, const struct text_buffer *buffer) {
    return buffer->length > 0 ? text_of(reader, buffer->bytes, buffer->length) : (struct cell){0};
}

/* Adds where a page leads to its row, if that is in a namespace to load. */
static bool describe_redirect(struct page_reader *reader, struct page_row *row) {
    struct alias *alias = &reader->alias;
    if (!row->wanted || !row->redirects || row->title.length == 0)
        return true;
    assert(reader->file->site); /* a record does not redirect */
    if (!alias_read(alias, reader->file->site, &reader->page))
        return fail_memory(reader->failure);
    if (alias->target.length > 0 && options_wants(reader->options, alias->namespace_number)) {
        row->target = rows_add_buffer(reader->rows, &alias->target);
        row->target_section = rows_add_buffer(reader->rows, &alias->section);
    }
    return true;
}

/* Adds what the page says besides its text, the newest, cleaned last unless there is a history. */
static bool describe_facts(struct page_reader *reader, struct page_row *row) {
    struct page_facts *facts = &reader->facts;
    struct wikitext_cleaner *cleaner = reader->sentences.cleaner;
    const struct text_buffer *text = &reader->page.newest.text;
    if (!row->wanted || row->redirects || !cleaner || reader->options->text_only ||
        text->length == 0)
        return true;
    if ((reader->options->history &&
         !wikitext_clean(cleaner, text->bytes, text->length, &reader->sentences.plain)) ||
        !page_facts_read(facts, cleaner, reader->file->site, text->bytes))
        return fail_memory(reader->failure);
    struct cell values[page_fact_count];
    size_t length = 0;
    for (int i = 0; i < page_fact_count; i++) {
        values[i] = text_or_null(reader, &facts->json[i]);
        length += facts->json[i].length;
    }
    if (length > 0)
        rows_add_further_of(reader->rows, row, further_facts, values, page_fact_count);
    return true;
}

/* Adds the key of a record, its own language, and what is carried along, to its row. */
static void describe_record(struct page_reader *reader, struct page_row *row) {
    const struct page *page = &reader->page;
    struct rows *rows = reader->rows;
    char code[language_code_size];
    row->untitled = page->untitled;
    row->key = rows_add_value(rows, &page->values, page->key);
    if (own_language(reader, code)) {
        struct cell language = text_of(reader, code, strlen(code));
        rows_add_further_of(rows, row, further_language, &language, 1);
    }
    for (size_t i = 0; i < page->carried_count; i++) {
        const struct carried_value *carried = &page->carried[i];
        const struct cell values[] = {text_of(reader, carried->name, strlen(carried->name)),
                                      rows_add_value(rows, &page->values, carried->value)};
        rows_add_further_of(rows, row, further_carried, values, 2);
    }
}

static void describe_web(struct page_reader *reader, struct page_row *row,
                         const struct web_page *page) {
    const struct html_page *content = &page->content;
    const struct cell values[] = {text_of(reader, page->site.bytes, page->site.length),
                                  text_of(reader, page->address.bytes, page->address.length),
                                  text_or_null(reader, &reader->page.newest.time),
                                  {page->status ? cell_integer : cell_null, {page->status}},
                                  text_or_null(reader, &page->content_type),
                                  text_or_null(reader, &content->encoding),
                                  {cell_integer, {content->names_wikipedia}},
                                  {cell_integer, {(int64_t)content->characters}},
                                  {cell_integer, {(int64_t)content->boilerplate}}};
    rows_add_further_of(reader->rows, row, further_page, values, sizeof values / sizeof *values);
    for (size_t i = 0; i < content->link_count; i++) {
        const struct html_link *link = &content->links[i];
        const char *bytes = content->link_bytes.bytes;
        const struct cell link_values[] = {
            text_of(reader, bytes + link->address, link->address_length),
            text_of(reader, bytes + link->text, link->text_length)};
        rows_add_further_of(reader->rows, row, further_link, link_values, 2);
    }
    struct cell hosts = text_or_null(reader, &content->third_parties.json);
    if (hosts.type != cell_null)
        rows_add_further_of(reader->rows, row, further_third_party, &hosts, 1);
}

/* Adds the row of a page; without history its sentences, too. */
static bool describe_page(struct page_reader *reader, const struct slice *slice) {
    const struct page *page = &reader->page;
    struct rows *rows = reader->rows;
    bool wanted = options_wants(reader->options, page->namespace_number);
    bool history = reader->options->history;
    if (wanted && !history && !page->redirects && !read_page(reader))
        return false;
    struct page_row *row = rows_add_page(rows);
    row->page_id = page->id;
    row->has_page_id = page->has_id || page->id != 0;
    row->namespace_number = page->namespace_number;
    row->title = rows_add_buffer(rows, &page->title);
    row->wanted = wanted;
    row->redirects = page->redirects;
    row->continues = slice->continues;
    row->revisions = page->revisions;
    row->revision_id = page->newest.id;
    row->revision_time = rows_add_buffer(rows, &page->newest.time);
    row->first_sentence = reader->first_sentence;
    row->sentence_count = rows->sentence_count - row->first_sentence;
    row->first_revision = reader->first_revision;
    row->revision_count = rows->revision_count - row->first_revision;
    row->first_further = rows->further_count;
    if (row->revision_count > 0) {
        assert(reader->newest >= row->first_revision && reader->newest < rows->revision_count);
        row->first_sentence = rows->revisions[reader->newest].first_sentence;
        row->sentence_count = rows->revisions[reader->newest].sentence_count;
    }
    describe_record(reader, row);
    if (page->web)
        describe_web(reader, row, page->web);
    return describe_redirect(reader, row) && describe_facts(reader, row);
}

/* Adds a row for a damaged place. Of its page only the title is kept, cut to a usual length. */
static void describe_damage(struct page_reader *reader, const struct slice *slice,
                            const char *message) {
    enum { title_max = 255 };
    const struct page *page = &reader->page;
    const struct text_buffer *title = page->web ? &page->web->address : &page->title;
    struct page_row *row = rows_add_page(reader->rows);
    row->damaged = true;
    row->continues = slice->continues;
    row->byte_offset = slice->byte_offset;
    if (slice->length > 0)
        row->title = rows_add_text(
            reader->rows, title->bytes,
            title->length < title_max ? title->length : utf8_valid_length(title->bytes, title_max));
    row->message = rows_add_text(reader->rows, message, strlen(message));
}

/* Reads the next slice, or finds that it must be read alone. */
static bool read_slice(struct page_reader *reader, const struct batch *batch,
                       struct batch_progress *progress) {
    assert(progress->next < batch->count);
    const struct slice *slice = &batch->slices[progress->next];
    const struct page *page = &reader->page;
    struct rows *rows = reader->rows;
    struct failure reason;
    enum slice_result result = slice_good;
    reader->first_sentence = rows->sentence_count;
    reader->first_revision = rows->revision_count;
    reader->first_text = rows->text.length;
    size_t most = progress->alone ? SIZE_MAX : unpacked_in_company;
    if (slice->length > 0)
        result = slice_parser_read(reader->parser, batch, slice, most, &reader->page, &reason);
    if (result == slice_no_memory)
        return fail_memory(reader->failure);
    progress->alone = result == slice_too_large;
    progress->next += !progress->alone;
    if (progress->alone)
        return true;
    if (result == slice_damaged || slice->damaged) {
        remove_slice(reader);
        describe_damage(reader, slice,
                        slice->damaged ? batch->messages.bytes + slice->message : reason.message);
        return true;
    }
    if (reader->file->vectors) {
        *rows_add_page(rows) = (struct page_row){.title = rows_add_buffer(rows, &page->title),
                                                 .vector = rows_add_buffer(rows, &page->values),
                                                 .byte_offset = slice->byte_offset};
        return true;
    }
    if (!describe_page(reader, slice))
        return false;
    if (page->web && page->web->missing.message[0]) /* it was read only in part */
        describe_damage(reader, slice, page->web->missing.message);
    return true;
}

bool page_reader_read(struct page_reader *reader, const struct batch *batch,
                      struct batch_progress *progress, struct rows *rows, struct failure *failure) {
    enum { rows_many = 4 << 20 };
    reader->rows = rows;
    reader->failure = failure;
    rows_clear(rows);
    do {
        if (progress->next < batch->count && !read_slice(reader, batch, progress))
            return false;
    } while (progress->next < batch->count && !progress->alone && !rows->failed &&
             rows_length(rows) < rows_many && !interrupt_overdue());
    return !rows->failed || fail_memory(failure);
}

static bool open_tools(struct page_reader *reader, struct failure *failure) {
    const struct source_file *file = reader->file;
    reader->parser = file->reader->kind->open_parser(file->reader, failure);
    if (!reader->parser)
        return false;
    if (file->site) {
        reader->sentences.cleaner = wikitext_cleaner_open(file->site);
        if (!reader->sentences.cleaner)
            return fail_memory(failure);
        if (reader->options->history)
            page_parser_each_revision(reader->parser, read_revision, reader);
    }
    reader->sentences.splitter =
        sentence_splitters_find(&reader->sentences.splitters, source_file_language(file), failure);
    return reader->sentences.splitter != NULL;
}

struct page_reader *page_reader_open(const struct source_file *file, struct failure *failure) {
    struct page_reader *reader = allocate(sizeof *reader, failure);
    if (!reader)
        return NULL;
    reader->file = file;
    reader->options = &file->options;
    reader->sentences.whole = file->options.whole;
    if (open_tools(reader, failure))
        return reader;
    page_reader_close(reader);
    return NULL;
}

void page_reader_close(struct page_reader *reader) {
    if (!reader)
        return;
    slice_parser_close(reader->parser);
    sentence_reader_free(&reader->sentences);
    page_free(&reader->page);
    alias_free(&reader->alias);
    page_facts_free(&reader->facts);
    free(reader);
}
