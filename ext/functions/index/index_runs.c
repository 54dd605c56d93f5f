/*
 * index_runs.c - the texts that a segment has for a key, from the smallest id on; see live_index.h.
 *
 * A run of few texts is read whenever it is asked for. Of one of many, such as those of a template,
 * the index remembers the first ids, and where the next ones are: so that neither a page of
 * megabytes is read again, nor the postings of texts that are there no more.
 *
 *   (1) What is remembered of postings belongs to the stamp of their segment. That some are out of
 *       date belongs to the version of the structure and to the copy of the log, which tell if
 *       that was rolled back.
 *   (2) Memory: 32 MB at most, or what a search reads for two keys if that is more; and the page
 *       that is read, which has four bytes for each text.
 */
#include "live_index.h"

#include <string.h>

enum { many_texts = 64, heads_size = 32 << 20, heads_most = 16384 };

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

/* Reads the run on until the head has `most` ids, or all. */
static void read_ids(struct live_index *index, const struct segment *segment,
                     struct index_head *head, bool exactly, size_t most) {
    struct posting_page page;
    size_t begin, end;
    sqlite3_stmt *row;
    uint32_t number = posting_page_of(head->key, segment->shape.pages);
    if (!index_read_page(index, segment, number, &page, &row))
        return;
    posting_page_find(&page, head->key, &begin, &end);
    head->count = end - begin;
    (void)INDEX_RESERVE(index, head->ids, head->capacity, most);
    for (; head->kept < most && head->next < head->count && index_ok(index); head->next++) {
        int64_t id = posting_page_id(&page, begin + (size_t)head->next);
        if (interruption_after(&index->interruption, 16))
            index_core_failed(index);
        else if (exactly && is_stale(index, segment, id))
            head->skipped = true;
        else
            head->ids[head->kept++] = id;
    }
    sqlite3_reset(row);
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
    struct index_head *place = place_of(index, segment, key, most), *head = &index->head;
    bool known = place && holds(index, place, segment, key);
    if (!place)
        index_no_memory(index);
    if (known) {
        head = place;
        if (exactly)
            drop_stale(index, segment, head);
    } else {
        head->key = key;
        head->count = head->next = 0;
        head->kept = 0;
        head->skipped = false;
    }
    if (!known || (head->kept < most && head->next < head->count))
        read_ids(index, segment, head, exactly, most);
    head->stamp = index_ok(index) ? segment->stamp : 0;
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
