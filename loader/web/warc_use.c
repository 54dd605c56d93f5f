/* warc_use.c - see warc_use.h. */
#include "warc_use.h"

#include <assert.h>

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
    switch (header->type) {
    case warc_request:
        return warc_use_request;
    case warc_metadata:
        return warc_use_metadata;
    case warc_revisit:
        return warc_use_revisit;
    case warc_warcinfo:
        return warc_use_warcinfo;
    case warc_other:
        return warc_use_other;
    case warc_conversion:
        return use_of_type(content->content_type, warc_use_lines);
    case warc_resource:
        return use_of_type(content->content_type, warc_use_text);
    default:
        break;
    }
    if (length < word && (int64_t)length < header->length)
        return warc_use_open;
    return length >= word && http_answer_begins(block, length)
               ? use_of_answer(header, block, length, content)
               : use_of_type(content->content_type, warc_use_text);
}
