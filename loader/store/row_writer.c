/* row_writer.c - see row_writer.h. */
#include "row_writer.h"

#include "../text/page.h" /* time_compare */

#include <assert.h>

void row_writer_free(struct row_writer *writer) {
    rows_free(&writer->newest);
}

/* The whole page has been read; `page` is the part with its newest revision. */
static bool write_page(struct row_writer *writer, const struct rows *rows,
                       const struct page_row *page) {
    bool history = writer->history;
    writer->counts.pages++;
    if (!page->wanted)
        return true;
    writer->counts.redirects += page->redirects;
    if (page->target.length > 0 && !store_alias(writer->store, rows, page))
        return false;
    if (page->redirects && !history)
        return true;
    writer->counts.articles++;
    writer->counts.sentences += (int64_t)page->sentence_count;
    return (history ? store_newest(writer->store, rows, page)
                    : store_article(writer->store, rows, page)) &&
           store_further(writer->store, rows, page) && store_sentences(writer->store, rows, page);
}

/* Keeps the part with the newest revision: by time, and within a second by number. */
static bool keep_newest(struct row_writer *writer, const struct rows *rows,
                        const struct page_row *page) {
    struct rows *newest = &writer->newest;
    bool newer = !writer->in_page || newest->page_count == 0;
    if (!newer && page->revisions > 0) {
        const struct page_row *other = newest->pages;
        int order =
            time_compare(row_bytes(rows, page->revision_time), page->revision_time.length,
                         row_bytes(newest, other->revision_time), other->revision_time.length);
        newer = order > 0 || (order == 0 && page->revision_id >= other->revision_id);
    }
    if (newer)
        rows_copy_page(newest, rows, page);
    return !newest->failed || fail_memory(writer->failure);
}

/*
 * With history, an article gets its row and its revisions before its newest revision is known. A
 * damaged part spoils its page: only with history the revisions before it are kept.
 */
static bool write_part(struct row_writer *writer, const struct rows *rows,
                       const struct page_row *page) {
    bool whole = !writer->in_page && !page->continues;
    if (page->vector.length > 0)
        return store_word(writer->store, rows, page, &writer->counts);
    if (page->damaged) {
        writer->spoilt = true;
        writer->counts.damaged++;
        return store_damage(writer->store, rows, page);
    }
    bool only_the_end = writer->spoilt && page->revision_count == 0;
    if (page->wanted && writer->history && !only_the_end) {
        if (!writer->has_article && !store_article(writer->store, rows, page))
            return false;
        writer->has_article = true;
        for (size_t i = 0; i < page->revision_count; i++)
            if (!store_revision(writer->store, rows, &rows->revisions[page->first_revision + i]))
                return false;
    }
    return whole ? write_page(writer, rows, page) : keep_newest(writer, rows, page);
}

bool row_writer_write(struct row_writer *writer, const struct rows *rows) {
    struct rows *newest = &writer->newest;
    for (size_t i = 0; i < rows->page_count; i++) {
        const struct page_row *page = &rows->pages[i];
        assert(page->first_sentence + page->sentence_count <= rows->sentence_count);
        assert(page->first_revision + page->revision_count <= rows->revision_count);
        if (!write_part(writer, rows, page))
            return false;
        if (writer->in_page && !page->continues) { /* the last part of several */
            bool kept = newest->page_count > 0 && (!writer->spoilt || writer->has_article);
            bool good = !kept || write_page(writer, newest, newest->pages);
            rows_clear(newest);
            if (!good)
                return false;
        }
        writer->in_page = page->continues;
        if (!page->continues)
            writer->spoilt = writer->has_article = false;
    }
    return true;
}
