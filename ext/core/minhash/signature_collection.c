/* signature_collection.c - see signature_collection.h. */
#include "signature_collection.h"

#include "../base/siphash.h"
#include "record_groups.h"

#include <assert.h>
#include <string.h> /* memcpy */

/* Memory for texts beyond this is not kept for the next ones. */
enum { keep_points_max = 1 << 18 };

/* A partition in which copies are found. */
struct copies_task {
    struct copy {
        int64_t first, id;
    } * list;
    size_t count, capacity;
    enum record_result result;
};

/*
 * Partitions beyond this number would not gain anything, and cost a chunk each. To be divided among
 * processes, a collection has as many of them as possible.
 */
enum { partitions_max = 1024, part_bits_max = 4 };

/* ---- Making and releasing -------------------------------------------------------------------- */

void signature_collection_free(struct signature_collection *collection) {
    if (!collection)
        return;
    const struct allocator *allocator = collection->settings.allocator;
    task_ring_free(&collection->ring);
    record_writer_free(&collection->collector.writer);
    minhash_workspace_free(&collection->collector.workspace, allocator);
    RELEASE(allocator, collection->writers, collection->copies.firsts, collection->copies.ids);
    id_set_free(&collection->copy_ids);
    minhash_family_free(collection->family);
    allocator->release(collection);
}

/* All but the family. NULL if memory runs out. */
static struct signature_collection *new_collection(const struct collection_settings *settings) {
    const struct allocator *allocator = settings->allocator;
    struct signature_collection *collection = allocator_zeroes(allocator, 1, sizeof *collection);
    if (!collection)
        return NULL;
    collection->settings = *settings;
    collection->collector.workspace.interruption = settings->interruption;
    while ((settings->with_texts || collection->part_bits < part_bits_max) &&
           ((size_t)settings->parameters.bands + 1) << (collection->part_bits + 1) <=
               partitions_max)
        collection->part_bits++;
    collection->partitions = ((size_t)settings->parameters.bands + 1) << collection->part_bits;
    if (record_writer_begin(&collection->collector.writer, allocator, settings->storage,
                            collection->partitions, settings->memory) &&
        ARRAY_APPEND(allocator, collection->writers, collection->writer_count,
                     collection->writer_capacity, &collection->collector.writer))
        return collection;
    signature_collection_free(collection);
    return NULL;
}

struct signature_collection *signature_collection_new(const struct collection_settings *settings) {
    static const char digested[] = "neardup signatures";
    struct signature_collection *collection = new_collection(settings);
    if (!collection)
        return NULL;
    struct siphash digest = siphash_128(settings->key, digested, sizeof digested - 1);
    memcpy(collection->key_digest, digest.words, sizeof collection->key_digest);
    collection->family = minhash_family_new(settings->allocator, &settings->parameters);
    if (collection->family)
        return collection;
    signature_collection_free(collection);
    return NULL;
}

struct signature_collection *
signature_collection_of_records(const struct collection_settings *settings,
                                const uint64_t key_digest[2]) {
    assert(settings->with_texts);
    struct signature_collection *collection = new_collection(settings);
    if (collection)
        memcpy(collection->key_digest, key_digest, sizeof collection->key_digest);
    return collection;
}

/* ---- Adding ---------------------------------------------------------------------------------- */

static enum record_result fail(struct signature_collection *collection, enum record_result result) {
    if (collection->result == record_ok)
        collection->result = result;
    return collection->result;
}

static bool add_record(struct signature_collection *collection, size_t band, const uint64_t *words,
                       size_t count, int64_t id) {
    unsigned bits = collection->part_bits;
    size_t partition = (band << bits) + signature_part_of_band(words[0], bits);
    return record_writer_add(&collection->collector.writer, partition, words, count, id);
}

/* The whole text counts as one more band, the last. */
static enum record_result hash_text(struct signature_collection *collection, int64_t id,
                                    const char *utf8, size_t length) {
    struct collector *collector = &collection->collector;
    uint32_t bands = collection->settings.parameters.bands;
    size_t words = collection->settings.with_texts ? 2 : 1;
    if (!minhash_minima(collection->family, &collector->workspace, utf8, length))
        return record_no_memory;
    if (collector->workspace.shingles == 0)
        return record_ok;
    struct siphash text = siphash_128(collection->settings.key, utf8, length);
    if (!add_record(collection, bands, text.words, 2, id))
        return collector->writer.result;
    minhash_signatures(collection->family, collector->workspace.minima, collector->signatures);
    for (uint32_t band = 0; band < bands; band++) {
        uint64_t record[] = {collector->signatures[band], text.words[0]};
        if (!add_record(collection, band, record, words, id))
            return collector->writer.result;
    }
    return record_ok;
}

enum record_result signature_collection_add(struct signature_collection *collection, int64_t id,
                                            const char *utf8, size_t length) {
    assert(!collection->finished && collection->family);
    if (collection->result != record_ok)
        return collection->result;
    struct minhash_workspace *workspace = &collection->collector.workspace;
    collection->texts++;
    enum record_result result = hash_text(collection, id, utf8, length);
    if (workspace->points.capacity > keep_points_max || workspace->words.capacity > keep_points_max)
        minhash_workspace_free(workspace, collection->settings.allocator);
    return result == record_ok ? record_ok : fail(collection, result);
}

enum record_result signature_collection_join(struct signature_collection *collection,
                                             const struct signature_collection *part) {
    assert(!collection->finished && part->partitions == collection->partitions);
    collection->texts += part->texts;
    for (size_t i = 0; i < part->writer_count; i++)
        if (!ARRAY_APPEND(collection->settings.allocator, collection->writers,
                          collection->writer_count, collection->writer_capacity, part->writers[i]))
            return fail(collection, record_no_memory);
    return fail(collection, part->result);
}

enum record_result signature_collection_add_record(struct signature_collection *collection,
                                                   size_t partition, const uint64_t words[2],
                                                   int64_t id) {
    assert(!collection->finished && !collection->family);
    assert(partition % ((size_t)1 << collection->part_bits) ==
           signature_part_of_band(words[0], collection->part_bits));
    struct record_writer *writer = &collection->collector.writer;
    if (!record_writer_add(writer, partition, words, 2, id))
        return fail(collection, writer->result);
    return record_ok;
}

/* ---- Finishing ------------------------------------------------------------------------------- */

static bool list_copies(void *context, void *worker, void *place, uint64_t part,
                        struct interruption *interruption) {
    const struct signature_collection *collection = context;
    struct record_groups *groups = worker;
    struct copies_task *task = place;
    size_t bands = collection->settings.parameters.bands;
    task->result = record_groups_load(groups, collection->writers, collection->writer_count,
                                      (bands << collection->part_bits) + (size_t)part,
                                      collection->part_bits, record_group_both, interruption);
    const int64_t *ids = groups->list.ids;
    for (size_t begin = 0, end; task->result == record_ok && begin < groups->list.count;
         begin = end) {
        end = record_groups_end(groups, begin);
        for (size_t i = begin + 1; i < end; i++)
            if (!ARRAY_APPEND(collection->settings.allocator, task->list, task->count,
                              task->capacity, (struct copy){ids[begin], ids[i]}))
                return false;
    }
    return true;
}

static void free_groups(void *worker, const struct allocator *allocator) {
    record_groups_free(worker, allocator);
}

static void free_copies(void *place, const struct allocator *allocator) {
    allocator->release(((struct copies_task *)place)->list);
}

/* Sorts the copies, and notes which texts are copies. */
static bool sort_copies(struct signature_collection *collection) {
    const struct allocator *allocator = collection->settings.allocator;
    struct copies *all = &collection->copies;
    struct record_list sorting = {.count = all->count};
    int64_t *const columns[record_columns] = {all->firsts, all->ids};
    bool sorted = all->count <= UINT32_MAX && record_list_sort(&sorting, allocator, columns, 0,
                                                               collection->settings.interruption);
    record_list_free(&sorting, allocator);
    return sorted && (collection->settings.with_texts || /* whose records tell copies */
                      id_set_make(&collection->copy_ids, allocator, collection->settings.key[0],
                                  all->ids, all->count));
}

/* (To start threads takes longer than to find the copies of few texts.) */
static enum record_result find_copies(struct signature_collection *collection) {
    enum { texts_least = 4096 };
    const struct allocator *allocator = collection->settings.allocator;
    struct task_ring *ring = &collection->ring;
    struct copies *all = &collection->copies;
    size_t firsts_room = 0, ids_room = 0;
    uint64_t end = UINT64_C(1) << collection->part_bits;
    if (collection->texts < texts_least)
        collection->settings.threads = 0;
    *ring = TASK_RING(allocator, list_copies, collection, struct record_groups, struct copies_task,
                      .worker_release = free_groups, .task_release = free_copies, .ahead = 2);
    if (!task_ring_begin(ring, collection->settings.threads, collection->settings.interruption))
        return record_no_memory;
    for (; ring->read < end; task_ring_end(ring)) {
        task_ring_offer_until(ring, end);
        struct copies_task *task = task_ring_read(ring);
        if (!task || task->result != record_ok)
            return task ? task->result : record_no_memory;
        size_t count = all->count + task->count;
        if (!ARRAY_RESERVE(allocator, all->firsts, firsts_room, count) ||
            !ARRAY_RESERVE(allocator, all->ids, ids_room, count))
            return record_no_memory;
        for (size_t i = 0; i < task->count; i++, all->count++) {
            all->firsts[all->count] = task->list[i].first;
            all->ids[all->count] = task->list[i].id;
        }
        task->count = 0;
    }
    return sort_copies(collection) ? record_ok : record_no_memory;
}

enum record_result signature_collection_finish(struct signature_collection *collection) {
    if (collection->result == record_ok)
        collection->result = find_copies(collection);
    task_ring_free(&collection->ring);
    collection->finished = true;
    return collection->result;
}
