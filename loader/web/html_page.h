/*
 * html_page.h - a web page in, its main text and what it says about its origin out.
 *
 * Main text is told by page_blocks.h, but elements that are not seen (<script>, hidden ones) or not
 * text of the page (<nav>, <footer>, <aside>) are none; a <form> may be, since some sites put the
 * whole page into one. Links, third parties and the name of Wikipedia are looked for everywhere.
 * What is not valid in the encoding becomes U+FFFD. No markup is an error: what is not HTML has no
 * main text. Time is linear in the length of the page; memory is bounded by it.
 */
#pragma once

#include "../base/failure.h"
#include "../text/plain_text.h"
#include "../text/text_buffer.h"
#include "third_parties.h"

/* A link to a wiki of Wikimedia or to a licence. */
struct html_link {
    size_t address, address_length; /* the absolute address, in html_page.link_bytes */
    size_t text, text_length;       /* what it is written on, white space folded; in the same */
};

/* Begins as all zeroes; the memory is reused from page to page and freed by html_page_free(). */
struct html_page {
    struct text_buffer title;    /* of <title>, else of og:title; empty if there is none */
    struct text_buffer language; /* the lang attribute, such as "en-GB"; empty if there is none */
    struct text_buffer
        encoding;            /* which the page was read in, such as "utf-8", as the web names it */
    struct plain_text plain; /* the main text */
    struct html_link *links; /* in order of the page, at most html_links_max */
    size_t link_count, link_capacity;
    struct text_buffer link_bytes;
    struct third_parties third_parties;
    bool names_wikipedia; /* its text has the word, or an address that it links has it */
    size_t characters;    /* of the main text, without headings and white space between blocks */
    size_t boilerplate;   /* characters of visible text that are not main text */
    bool cut;             /* it has more than page_blocks_max blocks, and the rest was not read */
};

enum { html_links_max = 10000 };

void html_page_clear(struct html_page *page);
void html_page_free(struct html_page *page);

/* A reader serves one thread at a time. NULL with `failure` filled in when memory runs out. */
struct html_reader *html_reader_open(struct failure *failure);
void html_reader_close(struct html_reader *reader);

/*
 * Reads a page into `page` anew. `charset` is what the HTTP header names, or NULL; `address` is the
 * base of its relative links, or NULL. Neither need be valid. False only when memory runs out.
 */
bool html_page_read(struct html_reader *reader, const char *bytes, size_t length,
                    const char *charset, const char *address, struct html_page *page,
                    struct failure *failure);
