/* row_writer.c - see row_writer.h. */
#include "row_writer.h"

#include "../text/page.h" /* time_compare */

void row_writer_free(struct row_writer *writer) {
    rows_free(&writer->newest);
}

/* With history an article has its row, and its revisions, before the newest of them is known. */
static bool write_history(struct row_writer *writer, const struct rows *rows,
                          const struct page_row *page, struct failure *failure) {
    if (writer->spoilt && page->revision_count == 0)
        return true; /* of the page's end alone no article is made */
    if (!writer->has_article && !store_article(writer->store, rows, page, failure))
        return false;
    writer->has_article = true;
    for (size_t i = 0; i < page->revision_count; i++)
        if (!store_revision(writer->store, rows, &rows->revisions[page->first_revision + i],
                            failure))
            return false;
    return true;
}

/* All of the page is known: `page` is its newest part. */
static bool write_page(struct row_writer *writer, const struct rows *rows,
                       const struct page_row *page, struct failure *failure) {
    bool history = writer->history;
    writer->counts.pages++;
    if (!page->wanted)
        return true;
    writer->counts.redirects += page->redirects;
    if (page->redirects && !history)
        return true;
    writer->counts.articles++;
    writer->counts.sentences += (int64_t)page->sentence_count;
    return (history ? store_newest(writer->store, rows, page, failure)
                    : store_article(writer->store, rows, page, failure)) &&
           store_sentences(writer->store, rows, page, failure);
}

/* Keeps the part with the newest revision: by time, and by number within the same second. */
static bool keep_newest(struct row_writer *writer, const struct rows *rows,
                        const struct page_row *page, struct failure *failure) {
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
    return !newest->failed || fail_memory(failure);
}

/* A damaged part spoils its page, whose revisions so far are kept with history alone. */
static bool write_damage(struct row_writer *writer, const struct rows *rows,
                         const struct page_row *page, struct failure *failure) {
    writer->spoilt = true;
    writer->counts.damaged++;
    return store_damage(writer->store, rows, page, failure);
}

static bool write_part(struct row_writer *writer, const struct rows *rows,
                       const struct page_row *page, struct failure *failure) {
    bool whole = !writer->in_page && !page->continues;
    if (page->damaged)
        return write_damage(writer, rows, page, failure);
    if (page->wanted && writer->history && !write_history(writer, rows, page, failure))
        return false;
    return whole ? write_page(writer, rows, page, failure)
                 : keep_newest(writer, rows, page, failure);
}

/* The last part of a page in several parts. */
static bool end_parts(struct row_writer *writer, struct failure *failure) {
    const struct rows *newest = &writer->newest;
    bool kept = newest->page_count > 0 && (!writer->spoilt || writer->has_article);
    bool good = !kept || write_page(writer, newest, newest->pages, failure);
    rows_clear(&writer->newest);
    return good;
}

bool row_writer_write(struct row_writer *writer, const struct rows *rows, struct failure *failure) {
    for (size_t i = 0; i < rows->page_count; i++) {
        const struct page_row *page = &rows->pages[i];
        if (!write_part(writer, rows, page, failure))
            return false;
        bool last_of_parts = writer->in_page && !page->continues;
        if (last_of_parts && !end_parts(writer, failure))
            return false;
        writer->in_page = page->continues;
        if (!page->continues)
            writer->spoilt = writer->has_article = false;
    }
    return true;
}
