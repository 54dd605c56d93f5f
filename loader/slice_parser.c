/* slice_parser.c - see slice_parser.h. */
#include "slice_parser.h"

#include <assert.h>

bool slice_parser_open(struct slice_parser *parser, const struct source_file *file,
                       struct failure *failure) {
    if (file->vectors) {
        parser->vectors = vector_file_scheme(file->vectors);
        return true;
    }
    if (file->warc) {
        parser->web = web_parser_open(failure);
        return parser->web != NULL;
    }
    if (!file->dump) {
        parser->record = record_parser_open(
            file->rows ? database_rows_scheme(file->rows) : records_scheme(file->records), failure);
        return parser->record != NULL;
    }
    parser->page = page_parser_open(NULL, NULL);
    return parser->page || fail_memory(failure);
}

void slice_parser_close(struct slice_parser *parser) {
    page_parser_close(parser->page);
    record_parser_close(parser->record);
    web_parser_close(parser->web);
    *parser = (struct slice_parser){0};
}

bool slice_parser_read(struct slice_parser *parser, const struct batch *batch,
                       const struct slice *slice, struct page *page, struct failure *failure) {
    assert(slice->length > 0 && slice->offset + slice->length <= batch->content.length);
    const char *text = batch->content.bytes + slice->offset;
    if (parser->vectors) {
        bool good = vector_record_read(parser->vectors, text, slice->length, page, failure);
        parser->no_memory = page->title.failed || page->vector.failed;
        return good;
    }
    return parser->page ? page_parser_read(parser->page, text, slice->length, page, failure)
           : parser->web
               ? web_parser_read(parser->web, text, slice->length, slice->number, page, failure)
               : record_parser_read(parser->record, text, slice->length, slice->number, page,
                                    failure);
}

void slice_parser_limit(struct slice_parser *parser, size_t most) {
    if (parser->web)
        web_parser_limit(parser->web, most);
}

bool slice_parser_too_large(const struct slice_parser *parser) {
    return parser->web && web_parser_too_large(parser->web);
}

bool slice_parser_no_memory(const struct slice_parser *parser) {
    return parser->page     ? page_parser_no_memory(parser->page)
           : parser->record ? record_parser_no_memory(parser->record)
           : parser->web    ? web_parser_no_memory(parser->web)
                            : parser->no_memory;
}
