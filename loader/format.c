/* format.c - see format.h. */
#include "format.h"

#include "dump/dump.h"
#include "dump/page_parser.h"
#include "records/record_parser.h"
#include "records/records.h"
#include "text/paragraphs.h"
#include "wikitext/wikitext.h"

#include <stdio.h> /* snprintf */
#include <string.h>

/* ---- Dumps ----------------------------------------------------------------------------------- */

static void *open_dump(const char *path, const struct options *options, struct failure *failure) {
    struct dump *dump = dump_open(path, failure);
    if (dump && options->language)
        site_fix_language(dump_site(dump), options->language);
    return dump;
}

static void close_dump(void *file) {
    dump_close(file);
}

static struct stream *stream_of_dump(void *file) {
    return dump_stream(file);
}

static enum cut_state cut_dump(void *file, struct batch *batch, struct failure *failure) {
    return dump_cut(file, batch, failure);
}

static bool resume_dump(void *file, const struct dump_place *place, struct failure *failure) {
    return dump_resume(file, place, failure);
}

static const char *language_of_dump(void *file) {
    return site_language(dump_site(file));
}

static void base_of_dump(void *file, char *address, size_t capacity) {
    const struct text_buffer *base = dump_base(file);
    snprintf(address, capacity, "%.*s", (int)base->length, base->length ? base->bytes : "");
}

static void *open_page_parser(void *file, struct failure *failure) {
    struct page_parser *parser = page_parser_open(NULL, NULL);
    (void)file;
    if (!parser)
        fail_memory(failure);
    return parser;
}

static void close_page_parser(void *parser) {
    page_parser_close(parser);
}

static bool parse_page(void *parser, const struct batch *batch, const struct slice *slice,
                       struct page *page, struct failure *failure) {
    return page_parser_read(parser, batch->content.bytes + slice->offset, slice->length, page,
                            failure);
}

static bool page_no_memory(const void *parser) {
    return page_parser_no_memory(parser);
}

static void each_revision(void *parser,
                          bool (*take)(void *user, const struct page *page,
                                       const struct revision *revision),
                          void *user) {
    page_parser_each_revision(parser, take, user);
}

static void *open_cleaner(void *file, struct failure *failure) {
    struct wikitext_cleaner *cleaner = wikitext_cleaner_open(dump_site(file));
    if (!cleaner)
        fail_memory(failure);
    return cleaner;
}

static void close_cleaner(void *cleaner) {
    wikitext_cleaner_close(cleaner);
}

static bool clean_wikitext(void *cleaner, const char *text, size_t length,
                           struct plain_text *plain) {
    return wikitext_clean(cleaner, text, length, plain);
}

static const struct format_steps dump_steps = {
    .open_file = open_dump,
    .close_file = close_dump,
    .stream = stream_of_dump,
    .cut = cut_dump,
    .resume = resume_dump,
    .language = language_of_dump,
    .base = base_of_dump,
    .open_parser = open_page_parser,
    .close_parser = close_page_parser,
    .parse = parse_page,
    .no_memory = page_no_memory,
    .each_revision = each_revision,
    .open_cleaner = open_cleaner,
    .close_cleaner = close_cleaner,
    .clean = clean_wikitext,
};

/* ---- Records --------------------------------------------------------------------------------- */

static void *open_records(const char *path, const struct options *options,
                          struct failure *failure) {
    const struct format *format = options->format;
    const struct record_layout *layout =
        options->document == document_file ? format->file : format->line;
    return records_open(path, layout, &options->columns, failure);
}

static void close_records(void *file) {
    records_close(file);
}

static struct stream *stream_of_records(void *file) {
    return records_stream(file);
}

static enum cut_state cut_records(void *file, struct batch *batch, struct failure *failure) {
    return records_cut(file, batch, failure);
}

static bool resume_records(void *file, const struct dump_place *place, struct failure *failure) {
    return records_resume(file, place, failure);
}

static const char *no_language(void *file) {
    (void)file;
    return "";
}

static void no_base(void *file, char *address, size_t capacity) {
    (void)file;
    snprintf(address, capacity, "%s", "");
}

static void *open_record_parser(void *file, struct failure *failure) {
    return record_parser_open(records_scheme(file), failure);
}

static void close_record_parser(void *parser) {
    record_parser_close(parser);
}

static bool parse_record(void *parser, const struct batch *batch, const struct slice *slice,
                         struct page *page, struct failure *failure) {
    return record_parser_read(parser, batch->content.bytes + slice->offset, slice->length,
                              slice->number, page, failure);
}

static bool record_no_memory(const void *parser) {
    return record_parser_no_memory(parser);
}

/* Paragraphs need no state; the file stands for a cleaner. */
static void *open_paragraphs(void *file, struct failure *failure) {
    (void)failure;
    return file;
}

static void close_paragraphs(void *cleaner) {
    (void)cleaner;
}

static bool find_paragraphs(void *cleaner, const char *text, size_t length,
                            struct plain_text *plain) {
    (void)cleaner;
    return paragraphs_find(text, length, plain);
}

static const struct format_steps record_steps = {
    .open_file = open_records,
    .close_file = close_records,
    .stream = stream_of_records,
    .cut = cut_records,
    .resume = resume_records,
    .language = no_language,
    .base = no_base,
    .open_parser = open_record_parser,
    .close_parser = close_record_parser,
    .parse = parse_record,
    .no_memory = record_no_memory,
    .open_cleaner = open_paragraphs,
    .close_cleaner = close_paragraphs,
    .clean = find_paragraphs,
};

static const struct record_layout line_layout = {record_ends_with_line, record_is_text, false};
static const struct record_layout file_layout = {record_ends_with_file, record_is_text, false};
static const struct record_layout csv_layout = {record_ends_outside_quotes, record_is_csv, true};
static const struct record_layout tsv_layout = {record_ends_with_line, record_is_tsv, true};
static const struct record_layout json_layout = {record_ends_with_line, record_is_json, false};

/* ---- The table ------------------------------------------------------------------------------- */

static const struct format formats[] = {
    {"mediawiki", format_option_pages, &dump_steps, NULL, NULL},
    {"text", format_option_document, &record_steps, &line_layout, &file_layout},
    {"csv", format_option_columns, &record_steps, &csv_layout, NULL},
    {"tsv", format_option_columns, &record_steps, &tsv_layout, NULL},
    {"jsonl", format_option_columns, &record_steps, &json_layout, NULL},
};

const char format_names[] = "mediawiki, text, csv, tsv, jsonl";

const struct format *format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}
