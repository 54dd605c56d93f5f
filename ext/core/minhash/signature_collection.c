/* signature_collection.c - see signature_collection.h. */
#include "signature_collection.h"

#include "../base/radix_sort.h"
#include "../base/siphash.h"
#include "record_groups.h"

#include <assert.h>
#include <string.h> /* memcpy */

/* The copies in one partition of texts. */
struct found_copies {
    struct copy {
        int64_t first, id;
    } * list;
    size_t count, capacity;
};

/* A batch to hash, or later a partition in which copies are found. */
struct collection_task {
    struct signature_batch batch;
    struct found_copies found;
    enum record_result result;
};

/*
 * Waking a sleeping processor takes as long as hashing some texts, so a batch has many. Those of
 * fewer than 256 bytes on average reach the count first.
 */
enum { batch_size_max = 1 << 20, batch_count_max = 4096 };

/* Memory for texts beyond this is not kept for the next ones. */
enum { keep_bytes_max = 2 * batch_size_max, keep_points_max = 1 << 18 };

/* The state of one worker. */
struct collector {
    struct record_writer writer;
    struct minhash_workspace workspace;
    struct record_groups groups;
    uint64_t signatures[minhash_bands_max];
};

/*
 * Partitions beyond this number would not gain anything, and cost a chunk each. To be divided among
 * processes, a collection has as many of them as possible.
 */
enum { partitions_max = 1024, part_bits_max = 4 };

/* ---- Hashing, by the workers ----------------------------------------------------------------- */

static bool add_record(const struct signature_collection *collection, struct record_writer *writer,
                       size_t band, const uint64_t *words, size_t count, int64_t id) {
    unsigned bits = collection->part_bits;
    size_t partition = (band << bits) + signature_part_of_band(words[0], bits);
    return record_writer_add(writer, partition, words, count, id);
}

/* The whole text counts as one more band, the last. */
static enum record_result hash_text(const struct signature_collection *collection,
                                    struct collector *collector, int64_t id, const char *utf8,
                                    size_t length) {
    uint32_t bands = collection->settings.parameters.bands;
    size_t words = collection->settings.with_texts ? 2 : 1;
    if (!minhash_minima(collection->family, &collector->workspace, utf8, length))
        return record_no_memory;
    if (collector->workspace.shingles == 0)
        return record_ok;
    struct siphash text = siphash_128(collection->settings.key, utf8, length);
    if (!add_record(collection, &collector->writer, bands, text.words, 2, id))
        return collector->writer.result;
    minhash_signatures(collection->family, collector->workspace.minima, collector->signatures);
    for (uint32_t band = 0; band < bands; band++) {
        uint64_t record[] = {collector->signatures[band], text.words[0]};
        if (!add_record(collection, &collector->writer, band, record, words, id))
            return collector->writer.result;
    }
    return record_ok;
}

static enum record_result list_copies(const struct signature_collection *collection,
                                      struct record_groups *groups, size_t part,
                                      struct found_copies *found,
                                      struct interruption *interruption) {
    size_t bands = collection->settings.parameters.bands;
    enum record_result result =
        record_groups_load(groups, collection->writers, collection->ring.workers,
                           (bands << collection->part_bits) + part, collection->part_bits,
                           record_group_both, interruption);
    const int64_t *ids = groups->list.ids;
    for (size_t begin = 0, end; result == record_ok && begin < groups->list.count; begin = end) {
        end = record_groups_end(groups, begin);
        for (size_t i = begin + 1; i < end; i++)
            if (!ARRAY_APPEND(collection->settings.allocator, found->list, found->count,
                              found->capacity, (struct copy){ids[begin], ids[i]}))
                return record_no_memory;
    }
    return result;
}

static bool work(void *context, void *worker, void *place, uint64_t number,
                 struct interruption *interruption) {
    struct signature_collection *collection = context;
    struct collector *collector = worker;
    struct collection_task *task = place;
    const struct signature_batch *batch = &task->batch;
    if (collection->finds_copies) {
        task->result =
            list_copies(collection, &collector->groups, (size_t)(number - collection->batches),
                        &task->found, interruption);
        return true;
    }
    task->result = record_ok;
    collector->workspace.interruption = interruption;
    for (size_t i = 0; i < batch->count && task->result == record_ok; i++)
        task->result = hash_text(collection, collector, batch->list[i].id,
                                 batch->texts + batch->list[i].begin, batch->list[i].length);
    if (collector->workspace.points.capacity > keep_points_max ||
        collector->workspace.words.capacity > keep_points_max)
        minhash_workspace_free(&collector->workspace, collection->settings.allocator);
    return true;
}

/* ---- Making and releasing -------------------------------------------------------------------- */

static void free_collector(void *worker, const struct allocator *allocator) {
    struct collector *collector = worker;
    record_writer_free(&collector->writer);
    minhash_workspace_free(&collector->workspace, allocator);
    record_groups_free(&collector->groups, allocator);
}

static void free_task(void *place, const struct allocator *allocator) {
    struct collection_task *task = place;
    RELEASE(allocator, task->batch.texts, task->batch.list, task->found.list);
}

void signature_collection_free(struct signature_collection *collection) {
    if (!collection)
        return;
    const struct allocator *allocator = collection->settings.allocator;
    task_ring_free(&collection->ring);
    RELEASE(allocator, collection->filled.texts, collection->filled.list, collection->writers,
            collection->copies.firsts, collection->copies.ids);
    id_set_free(&collection->copy_ids);
    minhash_family_free(collection->family);
    allocator->release(collection);
}

/* Starts threads only now that a batch is full: very many small collections need none. */
static bool start(struct signature_collection *collection) {
    const struct collection_settings *settings = &collection->settings;
    struct task_ring *ring = &collection->ring;
    *ring =
        TASK_RING(settings->allocator, work, collection, struct collector, struct collection_task,
                  .worker_release = free_collector, .task_release = free_task,
                  .ahead = 2); /* while workers hash one each, others are filled */
    if (!task_ring_begin(ring, settings->threads, settings->interruption))
        return false;
    collection->writers =
        allocator_zeroes(settings->allocator, ring->workers, sizeof *collection->writers);
    for (unsigned i = 0; collection->writers && i < ring->workers; i++) {
        struct record_writer *writer = &((struct collector *)task_ring_worker(ring, i))->writer;
        collection->writers[i] = writer;
        if (!record_writer_begin(writer, settings->allocator, settings->storage,
                                 collection->partitions, settings->memory / ring->workers))
            return false;
    }
    return collection->writers != NULL;
}

/* All but the family. NULL if memory runs out. */
static struct signature_collection *new_collection(const struct collection_settings *settings) {
    struct signature_collection *collection = settings->allocator->resize(NULL, sizeof *collection);
    if (!collection)
        return NULL;
    *collection = (struct signature_collection){.settings = *settings};
    while ((settings->with_texts || collection->part_bits < part_bits_max) &&
           ((size_t)settings->parameters.bands + 1) << (collection->part_bits + 1) <=
               partitions_max)
        collection->part_bits++;
    collection->partitions = ((size_t)settings->parameters.bands + 1) << collection->part_bits;
    return collection;
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
    if (!collection)
        return NULL;
    memcpy(collection->key_digest, key_digest, sizeof collection->key_digest);
    collection->settings.threads = 0;
    if (start(collection))
        return collection;
    signature_collection_free(collection);
    return NULL;
}

/* ---- Adding texts, by the owner -------------------------------------------------------------- */

static enum record_result fail(struct signature_collection *collection, enum record_result result) {
    if (collection->result == record_ok)
        collection->result = result;
    return collection->result;
}

/* Waits for the first batch that was offered. */
static enum record_result read_batch(struct signature_collection *collection) {
    struct collection_task *task = task_ring_read(&collection->ring);
    if (!task || task->result != record_ok)
        return fail(collection, task ? task->result : record_no_memory);
    struct signature_batch *batch = &task->batch;
    if (batch->text_capacity > keep_bytes_max) {
        collection->settings.allocator->release(batch->texts);
        batch->texts = NULL;
        batch->text_capacity = 0;
    }
    batch->count = batch->size = 0;
    task_ring_end(&collection->ring);
    return record_ok;
}

/* Has the batch that was filled hashed, and takes an empty one in its place. */
static enum record_result offer_batch(struct signature_collection *collection) {
    struct task_ring *ring = &collection->ring;
    if (ring->workers == 0 && !start(collection))
        return fail(collection, record_no_memory);
    if (!task_ring_has_room(ring) && read_batch(collection) != record_ok)
        return collection->result;
    struct collection_task *task = task_ring_next(ring);
    struct signature_batch emptied = task->batch;
    task->batch = collection->filled;
    collection->filled = emptied;
    task_ring_offer(ring);
    return record_ok;
}

static bool append_text(struct signature_batch *batch, const struct allocator *allocator,
                        int64_t id, const char *utf8, size_t length) {
    if (!ARRAY_RESERVE(allocator, batch->texts, batch->text_capacity, batch->size + length) ||
        !ARRAY_RESERVE(allocator, batch->list, batch->list_capacity, batch->count + 1))
        return false;
    if (length > 0)
        memcpy(batch->texts + batch->size, utf8, length);
    batch->list[batch->count++] = (struct signature_text){id, batch->size, length};
    batch->size += length;
    return true;
}

enum record_result signature_collection_add(struct signature_collection *collection, int64_t id,
                                            const char *utf8, size_t length) {
    assert(!collection->finished && collection->family);
    if (collection->result != record_ok)
        return collection->result;
    struct signature_batch *batch = &collection->filled;
    if (!append_text(batch, collection->settings.allocator, id, utf8, length))
        return fail(collection, record_no_memory);
    if (batch->size < batch_size_max && batch->count < batch_count_max)
        return record_ok;
    return offer_batch(collection);
}

/* ---- Adding records, by the owner ------------------------------------------------------------ */

enum record_result signature_collection_add_record(struct signature_collection *collection,
                                                   size_t partition, const uint64_t words[2],
                                                   int64_t id) {
    assert(!collection->finished && !collection->family);
    assert(partition % ((size_t)1 << collection->part_bits) ==
           signature_part_of_band(words[0], collection->part_bits));
    struct collector *collector = task_ring_worker(&collection->ring, 0);
    if (!record_writer_add(&collector->writer, partition, words, 2, id))
        return fail(collection, collector->writer.result);
    return record_ok;
}

/* ---- Finishing ------------------------------------------------------------------------------- */

static enum record_result finish_batches(struct signature_collection *collection) {
    struct task_ring *ring = &collection->ring;
    if (collection->result != record_ok)
        return collection->result;
    if (ring->workers == 0) {
        collection->settings.threads = 0; /* also for those who read so few texts */
        if (!start(collection))
            return fail(collection, record_no_memory);
    }
    if (collection->filled.count > 0 && offer_batch(collection) != record_ok)
        return collection->result;
    while (ring->read < ring->offered)
        if (read_batch(collection) != record_ok)
            return collection->result;
    return record_ok;
}

/* Sorts the copies, and notes which texts are copies. */
static bool sort_copies(struct signature_collection *collection) {
    const struct allocator *allocator = collection->settings.allocator;
    struct interruption *interruption = collection->settings.interruption;
    struct copies *all = &collection->copies;
    uint32_t *order = allocator_zeroes(allocator, all->count + 1, sizeof *order);
    uint64_t *scratch = allocator_zeroes(allocator, all->count + 1, sizeof *scratch);
    bool sorted = order && scratch && all->count <= UINT32_MAX &&
                  radix_sort_words(all->firsts, (uint64_t *)all->ids, NULL, all->count, order,
                                   scratch, interruption);
    for (size_t begin = 0, end; begin < all->count && sorted; begin = end) {
        for (end = begin + 1; end < all->count && all->firsts[end] == all->firsts[begin];)
            end++;
        sorted = radix_sort(all->ids + begin, order, end - begin, interruption);
    }
    RELEASE(allocator, order, scratch);
    return sorted && (collection->settings.with_texts || /* whose records tell copies */
                      id_set_make(&collection->copy_ids, allocator, collection->settings.key[0],
                                  all->ids, all->count));
}

static enum record_result find_copies(struct signature_collection *collection) {
    const struct allocator *allocator = collection->settings.allocator;
    struct task_ring *ring = &collection->ring;
    struct copies *all = &collection->copies;
    size_t firsts_room = 0, ids_room = 0;
    collection->finds_copies = true;
    collection->batches = ring->offered;
    uint64_t end = ring->offered + (UINT64_C(1) << collection->part_bits);
    while (ring->read < end) {
        task_ring_offer_until(ring, end);
        struct collection_task *task = task_ring_read(ring);
        if (!task || task->result != record_ok)
            return fail(collection, task ? task->result : record_no_memory);
        const struct found_copies *found = &task->found;
        size_t count = all->count + found->count;
        if (!ARRAY_RESERVE(allocator, all->firsts, firsts_room, count) ||
            !ARRAY_RESERVE(allocator, all->ids, ids_room, count))
            return fail(collection, record_no_memory);
        for (size_t i = 0; i < found->count; i++, all->count++) {
            all->firsts[all->count] = found->list[i].first;
            all->ids[all->count] = found->list[i].id;
        }
        task->found.count = 0;
        task_ring_end(ring);
    }
    return sort_copies(collection) ? record_ok : fail(collection, record_no_memory);
}

enum record_result signature_collection_finish(struct signature_collection *collection) {
    enum record_result result = finish_batches(collection);
    if (result == record_ok)
        result = find_copies(collection);
    collection->finished = true;
    task_ring_stop(&collection->ring);
    RELEASE(collection->settings.allocator, collection->filled.texts, collection->filled.list);
    collection->filled = (struct signature_batch){0};
    for (unsigned i = 0; i < collection->ring.workers; i++) {
        struct collector *collector = task_ring_worker(&collection->ring, i);
        record_groups_free(&collector->groups, collection->settings.allocator);
    }
    return result;
}
