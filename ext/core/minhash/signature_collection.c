/* signature_collection.c - see signature_collection.h. */
#include "signature_collection.h"

#include "../base/radix_sort.h"
#include "../base/siphash.h"
#include "record_groups.h"

#include <assert.h>
#include <string.h> /* memcpy */

/* A batch of texts is one task. Its arrays are reused. */
struct batch {
    char *texts;
    size_t size, text_capacity;
    struct batch_text {
        int64_t id;
        size_t begin, length;
    } * list;
    size_t count, list_capacity;
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

/* The copies in one partition of texts. */
struct found_copies {
    struct copy {
        int64_t first, id;
    } * list;
    size_t count, capacity;
    enum record_result result;
};

struct signature_collection {
    struct collection_settings settings;
    struct minhash_family *family; /* NULL in a collection of records, which has no batches */
    unsigned part_bits;
    uint64_t key_digest[2];
    struct crew *crew;                    /* NULL until a batch is full, and after _finish() */
    size_t workers;                       /* of the crew */
    struct collector *collectors;         /* by worker */
    const struct record_writer **writers; /* of the collectors */
    struct batch *batches;                /* task number modulo batch_count */
    size_t batch_count;
    uint64_t offered;           /* batches */
    struct found_copies *found; /* by part; NULL until _finish() */
    struct copies copies;
    struct id_set copy_ids;
    enum record_result result; /* sticky */
    bool finished;
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
    enum record_result result = record_groups_load(
        groups, collection->writers, collection->workers, (bands << collection->part_bits) + part,
        collection->part_bits, record_group_both, interruption);
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

/* Tasks up to `offered` hash texts, later ones look for copies. */
static void work(void *context, unsigned worker, uint64_t task) {
    struct signature_collection *collection = context;
    struct collector *collector = &collection->collectors[worker];
    struct interruption *interruption = crew_interruption(collection->crew, worker);
    collector->workspace.interruption = interruption;
    if (!collection->found) {
        struct batch *batch = &collection->batches[task % collection->batch_count];
        batch->result = record_ok;
        for (size_t i = 0; i < batch->count && batch->result == record_ok; i++) {
            const struct batch_text *text = &batch->list[i];
            batch->result = hash_text(collection, collector, text->id, batch->texts + text->begin,
                                      text->length);
        }
        if (collector->workspace.points.capacity > keep_points_max ||
            collector->workspace.words.capacity > keep_points_max)
            minhash_workspace_free(&collector->workspace, collection->settings.allocator);
        return;
    }
    size_t part = (size_t)(task - collection->offered);
    struct found_copies *found = &collection->found[part];
    found->result = list_copies(collection, &collector->groups, part, found, interruption);
}

/* ---- Making and releasing -------------------------------------------------------------------- */

static void free_batches(struct signature_collection *collection) {
    const struct allocator *allocator = collection->settings.allocator;
    for (size_t i = 0; collection->batches && i < collection->batch_count; i++) {
        RELEASE(allocator, collection->batches[i].texts, collection->batches[i].list);
    }
    allocator->release(collection->batches);
    collection->batches = NULL;
}

static void free_found(struct signature_collection *collection) {
    const struct allocator *allocator = collection->settings.allocator;
    for (size_t i = 0; collection->found && i < (size_t)1 << collection->part_bits; i++)
        allocator->release(collection->found[i].list);
    allocator->release(collection->found);
    collection->found = NULL;
}

void signature_collection_free(struct signature_collection *collection) {
    if (!collection)
        return;
    const struct allocator *allocator = collection->settings.allocator;
    crew_free(collection->crew);
    free_batches(collection);
    free_found(collection);
    for (size_t i = 0; collection->collectors && i < collection->workers; i++) {
        record_writer_free(&collection->collectors[i].writer);
        minhash_workspace_free(&collection->collectors[i].workspace, allocator);
        record_groups_free(&collection->collectors[i].groups, allocator);
    }
    RELEASE(allocator, collection->collectors, collection->writers, collection->copies.firsts,
            collection->copies.ids);
    id_set_free(&collection->copy_ids);
    minhash_family_free(collection->family);
    allocator->release(collection);
}

static bool make_collectors(struct signature_collection *collection) {
    const struct collection_settings *settings = &collection->settings;
    size_t workers = collection->workers = crew_workers(collection->crew);
    size_t partitions = ((size_t)settings->parameters.bands + 1) << collection->part_bits;
    collection->collectors =
        allocator_zeroes(settings->allocator, workers, sizeof *collection->collectors);
    collection->writers =
        allocator_zeroes(settings->allocator, workers, sizeof *collection->writers);
    for (size_t i = 0; collection->collectors && collection->writers && i < workers; i++) {
        struct record_writer *writer = &collection->collectors[i].writer;
        collection->writers[i] = writer;
        if (!record_writer_begin(writer, settings->allocator, settings->storage, partitions,
                                 settings->memory / workers))
            return false;
    }
    return collection->collectors && collection->writers;
}

/* Starts threads only now that a batch is full: very many small collections need none. */
static bool start(struct signature_collection *collection) {
    const struct collection_settings *settings = &collection->settings;
    collection->crew =
        crew_new(settings->allocator, settings->threads, work, collection, settings->interruption);
    return collection->crew && make_collectors(collection);
}

/* All but the family and the batches. NULL if memory runs out. */
static struct signature_collection *new_collection(const struct collection_settings *settings) {
    struct signature_collection *collection = settings->allocator->resize(NULL, sizeof *collection);
    if (!collection)
        return NULL;
    *collection = (struct signature_collection){.settings = *settings};
    while ((settings->with_texts || collection->part_bits < part_bits_max) &&
           ((size_t)settings->parameters.bands + 1) << (collection->part_bits + 1) <=
               partitions_max)
        collection->part_bits++;
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
    /* While workers hash a batch each, others are filled. */
    collection->batch_count = settings->threads > 1 ? 2 * (size_t)settings->threads : 2;
    collection->batches =
        allocator_zeroes(settings->allocator, collection->batch_count, sizeof *collection->batches);
    if (collection->family && collection->batches)
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

/* The batch to fill. */
static struct batch *current_batch(struct signature_collection *collection) {
    return &collection->batches[collection->offered % collection->batch_count];
}

static enum record_result offer_batch(struct signature_collection *collection) {
    if (!collection->crew && !start(collection))
        return fail(collection, record_no_memory);
    crew_offer(collection->crew);
    collection->offered++;
    /* Waits until the batch that is filled next was hashed. */
    struct batch *batch = current_batch(collection);
    if (collection->offered >= collection->batch_count &&
        !crew_wait(collection->crew, collection->offered - collection->batch_count))
        return fail(collection, record_no_memory);
    if (batch->result != record_ok)
        return fail(collection, batch->result);
    if (batch->text_capacity > keep_bytes_max) {
        collection->settings.allocator->release(batch->texts);
        batch->texts = NULL;
        batch->text_capacity = 0;
    }
    batch->count = batch->size = 0;
    return record_ok;
}

static bool append_text(struct batch *batch, const struct allocator *allocator, int64_t id,
                        const char *utf8, size_t length) {
    if (!ARRAY_RESERVE(allocator, batch->texts, batch->text_capacity, batch->size + length) ||
        !ARRAY_RESERVE(allocator, batch->list, batch->list_capacity, batch->count + 1))
        return false;
    if (length > 0)
        memcpy(batch->texts + batch->size, utf8, length);
    batch->list[batch->count++] = (struct batch_text){id, batch->size, length};
    batch->size += length;
    return true;
}

enum record_result signature_collection_add(struct signature_collection *collection, int64_t id,
                                            const char *utf8, size_t length) {
    assert(!collection->finished && collection->batches);
    if (collection->result != record_ok)
        return collection->result;
    struct batch *batch = current_batch(collection);
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
    assert(!collection->finished && !collection->batches);
    assert(partition % ((size_t)1 << collection->part_bits) ==
           signature_part_of_band(words[0], collection->part_bits));
    if (!record_writer_add(&collection->collectors->writer, partition, words, 2, id))
        return fail(collection, collection->collectors->writer.result);
    return record_ok;
}

/* ---- Finishing ------------------------------------------------------------------------------- */

static enum record_result finish_batches(struct signature_collection *collection) {
    enum record_result result = collection->result;
    if (result == record_ok && !collection->crew) {
        collection->settings.threads = 0; /* also for those who read so few texts */
        if (!start(collection))
            return fail(collection, record_no_memory);
    }
    if (result == record_ok && collection->batches && current_batch(collection)->count > 0)
        result = offer_batch(collection);
    if (result == record_ok && !crew_wait_all(collection->crew))
        return fail(collection, record_no_memory);
    for (size_t i = 0; collection->batches && i < collection->batch_count && result == record_ok;
         i++)
        result = fail(collection, collection->batches[i].result);
    return result;
}

/* Joins what the parts found, in order. */
static bool join_copies(struct signature_collection *collection) {
    const struct allocator *allocator = collection->settings.allocator;
    struct copies *all = &collection->copies;
    size_t parts = (size_t)1 << collection->part_bits, count = 0;
    for (size_t i = 0; i < parts; i++)
        count += collection->found[i].count;
    int64_t *ids = allocator_zeroes(allocator, count + 1, sizeof *ids);
    uint32_t *order = allocator_zeroes(allocator, count + 1, sizeof *order);
    all->firsts = allocator_zeroes(allocator, count + 1, sizeof *all->firsts);
    all->ids = allocator_zeroes(allocator, count + 1, sizeof *all->ids);
    bool made = ids && order && all->firsts && all->ids && count <= UINT32_MAX;
    for (size_t i = 0; i < parts && made; i++) {
        const struct found_copies *found = &collection->found[i];
        for (size_t k = 0; k < found->count; k++, all->count++) {
            all->firsts[all->count] = found->list[k].first;
            ids[all->count] = found->list[k].id;
        }
    }
    made = made && radix_sort_order(all->firsts, order, count, collection->settings.interruption);
    for (size_t i = 0; i < count && made; i++)
        all->ids[i] = ids[order[i]];
    for (size_t begin = 0, end; begin < count && made; begin = end) {
        for (end = begin + 1; end < count && all->firsts[end] == all->firsts[begin];)
            end++;
        made = radix_sort(all->ids + begin, order, end - begin, collection->settings.interruption);
    }
    RELEASE(allocator, ids, order);
    return made && (collection->settings.with_texts || /* whose records tell copies */
                    id_set_make(&collection->copy_ids, allocator, collection->settings.key[0],
                                all->ids, count));
}

static enum record_result find_copies(struct signature_collection *collection) {
    size_t parts = (size_t)1 << collection->part_bits;
    collection->found =
        allocator_zeroes(collection->settings.allocator, parts, sizeof *collection->found);
    if (!collection->found)
        return fail(collection, record_no_memory);
    for (size_t i = 0; i < parts; i++)
        crew_offer(collection->crew);
    if (!crew_wait_all(collection->crew))
        return fail(collection, record_no_memory);
    for (size_t i = 0; i < parts; i++)
        if (fail(collection, collection->found[i].result) != record_ok)
            return collection->result;
    return join_copies(collection) ? record_ok : fail(collection, record_no_memory);
}

enum record_result signature_collection_finish(struct signature_collection *collection) {
    enum record_result result = finish_batches(collection);
    if (result == record_ok)
        result = find_copies(collection);
    crew_free(collection->crew);
    collection->crew = NULL;
    collection->finished = true;
    free_batches(collection);
    free_found(collection);
    for (size_t i = 0; collection->collectors && i < collection->workers; i++)
        record_groups_free(&collection->collectors[i].groups, collection->settings.allocator);
    return result;
}

/* ---- Reading --------------------------------------------------------------------------------- */

const struct collection_settings *
signature_collection_settings(const struct signature_collection *collection) {
    return &collection->settings;
}

const struct copies *signature_collection_copies(const struct signature_collection *collection) {
    return &collection->copies;
}

const uint64_t *signature_collection_key_digest(const struct signature_collection *collection) {
    return collection->key_digest;
}

const struct id_set *signature_collection_copy_ids(const struct signature_collection *collection) {
    return &collection->copy_ids;
}

struct signature_partitions
signature_collection_partitions(const struct signature_collection *collection) {
    return (struct signature_partitions){
        .writers = collection->writers,
        .writer_count = collection->workers,
        .partitions = ((size_t)collection->settings.parameters.bands + 1) << collection->part_bits,
        .parts = (size_t)1 << collection->part_bits,
        .part_bits = collection->part_bits,
        .with_texts = collection->settings.with_texts};
}
