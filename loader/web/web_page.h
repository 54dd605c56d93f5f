/*
 * web_page.h - a record of a web archive that is a page: its text, its links, and where and when it
 * was found. Of HTML the main text counts, of text all; in a conversion, as in WET files, each line
 * is a paragraph. A page whose body ends early is read as far as it goes.
 */
#pragma once

#include "../input/reader.h"
#include "../text/page.h"
#include "html_page.h"

/* Begins as all zeroes. */
struct web_page {
    struct text_buffer address;      /* valid UTF-8 */
    struct text_buffer site;         /* its host in lower case, without "www." and port; or empty */
    struct text_buffer content_type; /* as the server sent it, such as "text/html; charset=utf-8" */
    int status;                      /* of HTTP; 0 if there was none */
    struct html_page content;        /* of a text, too: without title and links */
    struct failure missing;          /* what its body lacks; "" if nothing */
};

/*
 * A parser of the slices of warc.h; NULL with `failure` filled in. The page has a title, a key,
 * which is the address, a time and `web`; of a damaged one `web` has the address, as far as it is
 * known. A body is not decoded beyond `most` bytes, or http_body_max, unless the record itself is
 * longer.
 */
struct slice_parser *web_parser_open(struct failure *failure);
