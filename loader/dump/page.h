/* page.h - a page of a dump, as far as the loader keeps it: its newest revision. */
#ifndef NEARDUP_PAGE_H
#define NEARDUP_PAGE_H

#include "text_buffer.h"

#include <stdint.h>

/* Begins as all zeroes; the buffers are reused from page to page and freed by page_free(). */
struct page {
    int64_t id; /* 0 where the dump has none */
    int64_t namespace_number;
    bool redirects; /* the dump says so, or the text begins with a redirect word */
    struct text_buffer title;
    int64_t revision_id;
    struct text_buffer revision_time; /* "2016-05-01T12:00:00Z" */
    struct text_buffer text;          /* wikitext; empty where it was deleted */
    uint64_t revisions;               /* how many the page has in this dump */
};

static inline void page_free(struct page *page) {
    text_buffer_free(&page->title);
    text_buffer_free(&page->revision_time);
    text_buffer_free(&page->text);
    *page = (struct page){0};
}

#endif
