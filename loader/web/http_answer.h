/*
 * http_answer.h - an answer by HTTP as a crawler keeps it: its head, and its body without chunks
 * and compression. Some crawlers keep a decoded body with the old head; so a body that does not
 * begin as the head says is taken as it is.
 */
#pragma once

#include "../base/failure.h"
#include "../text/text_buffer.h"
#include "header_fields.h"

/* The longest body that is read, decoded: a few kilobytes can become gigabytes. */
enum { http_body_max = 16 << 20 };

/* Texts are parts of the head; empty if there is no such field. */
struct http_head {
    int status; /* such as 200; 0 if its first line has none */
    struct header_text content_type, language, encodings, transfers;
};

/* Reads a head, its empty line included. Lines that are no fields are passed over. */
void http_head_read(const char *bytes, size_t length, struct http_head *head);

enum http_body_result {
    http_body_whole,
    http_body_cut,    /* it ends early: `decoded` has what there is */
    http_body_broken, /* it cannot be decoded */
    http_body_long,   /* decoded, it is longer than it may be */
    http_body_no_memory
};

/* The memory of a decoder, which is reused. Begins as all zeroes. */
struct http_decoder {
    struct text_buffer decoded[2];
};

void http_decoder_free(struct http_decoder *decoder);

/*
 * Decodes a body to at most `most` bytes, which is at most http_body_max, or as many as it has if
 * that is more. `*decoded` is valid until the next call, and as long as `body` is. Fills in
 * `failure` unless the body is whole.
 */
enum http_body_result http_body_decode(struct http_decoder *decoder, const struct http_head *head,
                                       struct header_text body, size_t most,
                                       struct header_text *decoded, struct failure *failure);
