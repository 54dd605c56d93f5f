/* shared_signatures.c - see shared_signatures.h. */
#include "shared_signatures.h"

#include "record_groups.h"

/* What one task has made of one partition. */
struct sorted_partition {
    struct record_groups groups;
    enum record_result result;
};

struct shared_signatures {
    const struct signature_collection *collection;
    const struct allocator *allocator;
    struct signature_partitions partitions;
    uint64_t partition, all, ahead; /* read from, all of them, and offered to the crew */
    bool loaded;                    /* the partition that is read from */
    size_t record;                  /* the next of it */
    struct crew *crew;
    size_t slot_count;
    struct sorted_partition slots[]; /* partition modulo slot_count */
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

static void sort_partition(void *context, unsigned worker, uint64_t task) {
    struct shared_signatures *reader = context;
    const struct signature_partitions *partitions = &reader->partitions;
    struct sorted_partition *slot = &reader->slots[task % reader->slot_count];
    slot->result = record_groups_load(
        &slot->groups, partitions->writers, partitions->writer_count, (size_t)task,
        partitions->part_bits, partitions->with_texts ? record_group_texts : record_group_key,
        crew_interruption(reader->crew, worker));
    if (slot->result == record_ok && !partitions->with_texts)
        drop_copies(&slot->groups, signature_collection_copy_ids(reader->collection));
}

struct shared_signatures *shared_signatures_new(const struct signature_collection *collection,
                                                struct interruption *interruption) {
    const struct collection_settings *settings = signature_collection_settings(collection);
    size_t slots = settings->threads > 0 ? (size_t)settings->threads + 1 : 1;
    size_t size = sizeof(struct shared_signatures) + slots * sizeof(struct sorted_partition);
    struct shared_signatures *reader = allocator_zeroes(settings->allocator, 1, size);
    if (!reader)
        return NULL;
    reader->collection = collection;
    reader->allocator = settings->allocator;
    reader->partitions = signature_collection_partitions(collection);
    reader->all = (uint64_t)settings->parameters.bands * reader->partitions.parts;
    reader->slot_count = slots;
    reader->crew =
        crew_new(settings->allocator, settings->threads, sort_partition, reader, interruption);
    if (reader->crew)
        return reader;
    shared_signatures_free(reader);
    return NULL;
}

void shared_signatures_free(struct shared_signatures *reader) {
    if (!reader)
        return;
    crew_free(reader->crew);
    for (size_t i = 0; i < reader->slot_count; i++)
        record_groups_free(&reader->slots[i].groups, reader->allocator);
    reader->allocator->release(reader);
}

/* Waits for the partition that is read next, and keeps the crew busy with those after it. */
static enum record_result load_partition(struct shared_signatures *reader) {
    for (; reader->ahead < reader->all && reader->ahead < reader->partition + reader->slot_count;
         reader->ahead++)
        crew_offer(reader->crew);
    if (!crew_wait(reader->crew, reader->partition))
        return record_no_memory;
    reader->loaded = true;
    reader->record = 0;
    return reader->slots[reader->partition % reader->slot_count].result;
}

enum record_result shared_signatures_next(struct shared_signatures *reader,
                                          struct shared_signature *row, bool *end) {
    *end = false;
    for (; reader->partition < reader->all; reader->partition++, reader->loaded = false) {
        enum record_result result = reader->loaded ? record_ok : load_partition(reader);
        if (result != record_ok)
            return result;
        const struct record_list *list =
            &reader->slots[reader->partition % reader->slot_count].groups.list;
        if (reader->record < list->count) {
            *row = (struct shared_signature){
                (uint32_t)(reader->partition / reader->partitions.parts) + 1,
                list->keys[reader->record], list->ids[reader->record]};
            reader->record++;
            return record_ok;
        }
    }
    *end = true;
    return record_ok;
}
