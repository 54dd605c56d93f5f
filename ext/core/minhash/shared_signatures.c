/* shared_signatures.c - see shared_signatures.h. */
#include "shared_signatures.h"

#include "../base/task_ring.h"
#include "record_groups.h"

/* What one task has made of one partition. */
struct sorted_partition {
    struct record_groups groups;
    enum record_result result;
};

struct shared_signatures {
    const struct signature_collection *collection;
    uint64_t all;          /* partitions */
    size_t record;         /* the next of the partition that is read */
    struct task_ring ring; /* a task for each partition */
};

/* Drops copies, and signatures that then only one text has. */
static void drop_copies(struct record_groups *groups, const struct id_set *copies) {
    struct record_list *list = &groups->list;
    size_t kept = 0;
    for (size_t begin = 0, end; begin < list->count; begin = end) {
        size_t first = kept;
        end = record_groups_end(groups, begin);
        for (size_t i = begin; i < end; i++)
            if (!id_set_contains(copies, list->ids[i])) {
                list->keys[kept] = list->keys[begin];
                list->ids[kept++] = list->ids[i];
            }
        if (kept == first + 1)
            kept = first;
    }
    list->count = kept;
}

static bool sort_partition(void *context, void *worker, void *place, uint64_t number,
                           struct interruption *interruption) {
    struct shared_signatures *reader = context;
    const struct signature_collection *collection = reader->collection;
    bool with_texts = collection->settings.with_texts;
    struct sorted_partition *sorted = place;
    (void)worker;
    sorted->result = record_groups_load(
        &sorted->groups, collection->writers, collection->writer_count, (size_t)number,
        collection->part_bits, with_texts ? record_group_texts : record_group_key, interruption);
    if (sorted->result == record_ok && !with_texts)
        drop_copies(&sorted->groups, &collection->copy_ids);
    return true;
}

static void free_partition(void *place, const struct allocator *allocator) {
    record_groups_free(&((struct sorted_partition *)place)->groups, allocator);
}

struct shared_signatures *shared_signatures_new(const struct signature_collection *collection,
                                                struct interruption *interruption) {
    const struct collection_settings *settings = &collection->settings;
    struct shared_signatures *reader = allocator_zeroes(settings->allocator, 1, sizeof *reader);
    if (!reader)
        return NULL;
    reader->collection = collection;
    reader->all = (uint64_t)settings->parameters.bands << collection->part_bits;
    reader->ring = TASK_RING(settings->allocator, sort_partition, reader, char,
                             struct sorted_partition, .task_release = free_partition, .ahead = 1);
    if (task_ring_begin(&reader->ring, settings->threads, interruption))
        return reader;
    shared_signatures_free(reader);
    return NULL;
}

void shared_signatures_free(struct shared_signatures *reader) {
    if (!reader)
        return;
    const struct allocator *allocator = reader->ring.allocator;
    task_ring_free(&reader->ring);
    allocator->release(reader);
}

enum record_result shared_signatures_next(struct shared_signatures *reader,
                                          struct shared_signature *row, bool *end) {
    struct task_ring *ring = &reader->ring;
    for (;; reader->record = 0, task_ring_end(ring)) {
        task_ring_offer_until(ring, reader->all);
        *end = ring->read == ring->offered;
        if (*end)
            return record_ok;
        const struct sorted_partition *sorted = task_ring_read(ring);
        if (!sorted || sorted->result != record_ok)
            return sorted ? sorted->result : record_no_memory;
        const struct record_list *list = &sorted->groups.list;
        if (reader->record == list->count)
            continue;
        *row =
            (struct shared_signature){(uint32_t)(ring->read >> reader->collection->part_bits) + 1,
                                      list->keys[reader->record], list->ids[reader->record]};
        reader->record++;
        return record_ok;
    }
}
