/*
 * index_runs.c - the texts that a segment has for a key, from the smallest id on; see live_index.h.
 *
 * A run of few texts is read whenever it is asked for. Of one of many, such as those of a template,
 * the index remembers the first ids, and where the next ones are: so that neither a page of
 * megabytes is read again, nor the postings of texts that are there no more.
 *
 *   (1) Short pages are read whole, long ones in parts: among the postings of a million texts, to
 *       find a key takes a quarter of a megabyte, once, and each id three bytes.
 *   (2) What is remembered of postings belongs to the stamp of their segment. That some are out of
 *       date belongs to the version of the structure and to the copy of the log, which tell if
 *       that was rolled back.
 *   (3) Memory: 32 MB at most, or what a search reads for two keys if that is more.
 */
#include "live_index.h"

#include <string.h>

enum { many_texts = 64, heads_size = 32 << 20, heads_most = 16384 };

/* A page that is being read. */
struct run_page {
    struct live_index *index;
    const struct segment *segment;
    uint32_t number;
    struct posting_page page;
    size_t begin;      /* of the run */
    sqlite3_stmt *row; /* that has the page; NULL if it is long, or not there */
    sqlite3_blob *blob;
    int code; /* of the last read of the blob */
};

static bool read_blob(void *context, size_t at, size_t size, unsigned char *bytes) {
    struct run_page *page = context;
    page->code = sqlite3_blob_read(page->blob, bytes, (int)size, (int)at);
    return page->code == SQLITE_OK;
}

/* Records why a page in parts is not what it should be. */
static void fail(struct run_page *page) {
    index_explain(page->index, page->code);
    index_corrupt(page->index, "block", index_block_id(page->segment, page->number));
}

/* Opens a long page. */
static void open_parts(struct run_page *page) {
    struct live_index *index = page->index;
    char *table = sqlite3_mprintf("%s_%s", index->name, index_table_names[index_data]);
    page->code =
        !table ? SQLITE_NOMEM
               : sqlite3_blob_open(index->db, index->schema, table, "block",
                                   index_block_id(page->segment, page->number), 0, &page->blob);
    sqlite3_free(table);
    if (page->code == SQLITE_OK && !index->parts &&
        !(index->parts = sqlite3_malloc64(sizeof *index->parts)))
        page->code = SQLITE_NOMEM;
    if (page->code == SQLITE_OK) {
        index->parts->read = read_blob;
        index->parts->context = page;
    }
    if (page->code != SQLITE_OK ||
        !posting_page_open_parts(&page->page, &page->segment->shape, page->number, index->parts,
                                 (size_t)sqlite3_blob_bytes(page->blob)))
        fail(page);
}

/* Opens the page of a key, and finds its run. Returns how many postings that has. */
static uint64_t open_page(struct run_page *page, uint64_t key) {
    size_t end;
    bool found =
        index_read_page(page->index, page->segment, page->number, true, &page->page, &page->row);
    if (found && !page->row)
        open_parts(page);
    if (!found || !index_ok(page->index))
        return 0;
    posting_page_find(&page->page, key, &page->begin, &end);
    if (page->blob && page->page.parts->failed)
        fail(page);
    return end - page->begin;
}

/* Whether a posting of the segment is of a text that has been replaced or deleted since. */
static bool is_stale(const struct live_index *index, const struct segment *segment, int64_t id) {
    return index_is_replaced(index, id, -1) || index_is_dead(index, id, segment->clean);
}

/* Drops the ids that have gone out of date, if something has. */
static void drop_stale(const struct live_index *index, const struct segment *segment,
                       struct index_head *head) {
    size_t kept = 0;
    if (head->exact && head->version == index->structure.version &&
        head->log_clears == index->log_clears && head->log_replaced == index->replaced.count)
        return;
    for (size_t i = 0; i < head->kept; i++)
        if (!is_stale(index, segment, head->ids[i]))
            head->ids[kept++] = head->ids[i];
    head->skipped |= kept < head->kept;
    head->kept = kept;
}

/* Reads on until the head has `most` ids, or all. */
static void read_ids(struct run_page *page, struct index_head *head, bool exactly, size_t most) {
    struct live_index *index = page->index;
    if (!ARRAY_RESERVE(&sqlite_allocator, head->ids, head->capacity, most))
        index_no_memory(index);
    for (; head->kept < most && head->next < head->count && index_ok(index); head->next++) {
        int64_t id = posting_page_id(&page->page, page->begin + (size_t)head->next);
        if (page->blob && page->page.parts->failed)
            fail(page);
        else if (interruption_after(&index->interruption, 16))
            index_core_failed(index);
        else if (exactly && is_stale(index, page->segment, id))
            head->skipped = true;
        else
            head->ids[head->kept++] = id;
    }
}

/* The place where the head of a run is remembered. */
static struct index_head *place_of(struct live_index *index, const struct segment *segment,
                                   uint64_t key, size_t most) {
    if (!index->heads) {
        size_t places = heads_size / (most * sizeof(int64_t)) + 2;
        index->head_count = places < heads_most ? places : heads_most;
        index->heads = allocator_zeroes(&sqlite_allocator, index->head_count, sizeof *index->heads);
    }
    return index->heads ? &index->heads[mix64(segment->stamp ^ key) % index->head_count] : NULL;
}

/* Whether what it knows of a run holds now. */
static bool holds(const struct live_index *index, const struct index_head *head,
                  const struct segment *segment, uint64_t key) {
    return head->stamp == segment->stamp && head->key == key && head->count > 0 &&
           (!head->skipped ||
            (head->version == index->structure.version && head->log_clears == index->log_clears));
}

struct index_run index_read_run(struct live_index *index, const struct segment *segment,
                                uint64_t key, bool exactly, size_t most) {
    struct run_page page = {
        .index = index, .segment = segment, .number = posting_page_of(key, segment->shape.pages)};
    struct index_head *place = place_of(index, segment, key, most), *head = &index->head;
    bool known = place && holds(index, place, segment, key);
    if (!place)
        index_no_memory(index);
    if (known) {
        head = place;
        if (exactly)
            drop_stale(index, segment, head);
    } else {
        head->count = head->next = 0;
        head->kept = 0;
        head->skipped = false;
    }
    if (!known || (head->kept < most && head->next < head->count))
        head->count = open_page(&page, key);
    if (index_ok(index))
        read_ids(&page, head, exactly, most);
    sqlite3_reset(page.row);
    sqlite3_blob_close(page.blob);
    head->stamp = index_ok(index) ? segment->stamp : 0;
    head->key = key;
    head->exact = exactly;
    head->version = index->structure.version;
    head->log_clears = index->log_clears;
    head->log_replaced = index->replaced.count;
    if (index_ok(index) && !known && head->count >= many_texts) {
        assert(head == &index->head && place != head);
        struct index_head replaced = *place;
        *place = *head;
        *head = replaced;
        head = place;
    }
    return (struct index_run){head->count, head->ids, head->kept < most ? head->kept : most};
}
