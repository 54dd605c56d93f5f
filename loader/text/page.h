/* page.h - a page of a dump, or a record of another file: what the loader keeps of it. */
#pragma once

#include "cell.h"
#include "text_buffer.h"

#include <string.h> /* memcmp */

/* One state of a page's text. */
struct revision {
    int64_t id;                     /* 0 if the dump has none */
    struct text_buffer time;        /* "2016-05-01T12:00:00Z" */
    struct text_buffer contributor; /* user name or IP address; empty if hidden */
    struct text_buffer text;        /* wikitext; empty if deleted */
    bool lacks_text;                /* it is hidden, or the dump is of names and times only */

    /* Only where each revision is taken: */
    int64_t contributor_id;     /* 0 for an IP address, and if hidden */
    bool minor;                 /* its author says so */
    struct text_buffer comment; /* empty if hidden */
};

/* Begins as all zeroes; the buffers are reused from page to page and freed by page_free(). */
struct page {
    int64_t id;  /* 0 if there is none */
    bool has_id; /* of a record, whose id may be 0 */
    int64_t namespace_number;
    bool redirects; /* the dump says so, or the newest text begins with a redirect word */
    struct text_buffer title;
    struct text_buffer redirect_target; /* by the dump, with "&#38;" for "&"; empty if unknown */
    struct revision newest;
    uint64_t revisions; /* how many there are in this dump */

    /* Of a record: */
    struct text_buffer language;         /* as it names it; empty if it does not */
    bool untitled;                       /* it has no title, and this one was made up for people */
    struct cell key;                     /* by which its source knows it; NULL if there is none */
    const struct carried_value *carried; /* borrowed from the parser */
    size_t carried_count;
    struct text_buffer values; /* the bytes of all these */

    const struct web_page
        *web; /* of the web: what else it has, borrowed from the parser; or NULL */
};

static inline void revision_clear(struct revision *revision) {
    revision->id = revision->contributor_id = 0;
    revision->minor = false;
    revision->lacks_text = true;
    TEXT_BUFFERS(text_buffer_clear, &revision->time, &revision->contributor, &revision->comment,
                 &revision->text);
}

static inline void revision_free(struct revision *revision) {
    TEXT_BUFFERS(text_buffer_free, &revision->time, &revision->contributor, &revision->comment,
                 &revision->text);
}

/* Compares two times as dumps write them. */
static inline int time_compare(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t shorter = a_length < b_length ? a_length : b_length;
    int order = shorter ? memcmp(a, b, shorter) : 0;
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* Whether `a` was saved after `b`, by time and, within the same second, by number. */
static inline bool revision_is_newer(const struct revision *a, const struct revision *b) {
    int order = time_compare(a->time.bytes, a->time.length, b->time.bytes, b->time.length);
    return order > 0 || (order == 0 && a->id >= b->id);
}

static inline void page_clear(struct page *page) {
    page->id = page->namespace_number = 0;
    page->redirects = page->has_id = page->untitled = false;
    page->revisions = 0;
    TEXT_BUFFERS(text_buffer_clear, &page->title, &page->redirect_target, &page->language,
                 &page->values);
    revision_clear(&page->newest);
    page->key = (struct cell){0};
    page->carried_count = 0;
    page->web = NULL;
}

static inline void page_free(struct page *page) {
    TEXT_BUFFERS(text_buffer_free, &page->title, &page->redirect_target, &page->language,
                 &page->values);
    revision_free(&page->newest);
    *page = (struct page){0};
}
