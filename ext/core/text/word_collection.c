/* word_collection.c - see word_collection.h. */
#include "word_collection.h"

#include <string.h> /* memcpy, memset */

enum { batch_bytes_max = 1 << 18 };

/* Memory for words beyond this is not kept for the next batch. */
enum { keep_words_max = 4 * batch_bytes_max };

/* Ends a text in a batch. No word, and no sequence of UTF-8, lies across (word_hashes.c). */
static const char between = '\n';

/* Texts one after another, which are read as one. Its arrays are reused. */
struct batch {
    char *bytes;
    size_t size, capacity;
    size_t texts;
    struct word_hashes words;
    bool failed;
};

struct word_collection {
    const struct allocator *allocator;
    struct interruption *interruption;
    unsigned threads;
    struct crew *crew; /* NULL until a batch is full, and at the end */
    size_t batch_count;
    struct batch *batches;     /* task number modulo batch_count */
    uint64_t offered, counted; /* batches; `offered` is the number of the one to fill */
    bool failed;               /* sticky */
    struct word_counter counter;
};

static struct batch *batch_of(struct word_collection *collection, uint64_t task) {
    return &collection->batches[task % collection->batch_count];
}

static void read_batch(void *context, unsigned worker, uint64_t task) {
    struct word_collection *collection = context;
    struct batch *batch = batch_of(collection, task);
    batch->words.interruption = crew_interruption(collection->crew, worker);
    batch->failed =
        !word_hashes_read(&batch->words, collection->allocator, batch->bytes, batch->size);
}

struct word_collection *word_collection_new(const struct allocator *allocator, unsigned threads,
                                            struct interruption *interruption) {
    struct word_collection *collection = allocator->resize(NULL, sizeof *collection);
    if (!collection)
        return NULL;
    *collection = (struct word_collection){
        .allocator = allocator, .threads = threads, .interruption = interruption};
    /* While workers read a batch each, others are filled. */
    collection->batch_count = threads > 1 ? 2 * (size_t)threads : 2;
    size_t size = collection->batch_count * sizeof *collection->batches;
    collection->batches = allocator->resize(NULL, size);
    if (collection->batches)
        memset(collection->batches, 0, size);
    if (collection->batches &&
        word_counter_begin(&collection->counter, allocator, word_frequencies_columns))
        return collection;
    word_collection_free(collection);
    return NULL;
}

static void empty_batch(struct batch *batch, const struct allocator *allocator) {
    if (batch->words.capacity > keep_words_max) {
        word_hashes_free(&batch->words, allocator);
        allocator->release(batch->bytes);
        batch->bytes = NULL;
        batch->capacity = 0;
    }
    batch->size = batch->texts = 0;
}

/* Counts the words of the oldest batch that was offered, and makes it ready to be filled. */
static bool count_batch(struct word_collection *collection) {
    struct batch *batch = batch_of(collection, collection->counted);
    if (!crew_wait(collection->crew, collection->counted++) || batch->failed ||
        interruption_after(collection->interruption, batch->size) ||
        !word_counter_add(&collection->counter, collection->interruption, batch->texts,
                          batch->words.values, batch->words.count))
        return false;
    empty_batch(batch, collection->allocator);
    return true;
}

/* Has the batch that was filled read, and makes room for the next one. */
static bool offer_batch(struct word_collection *collection) {
    if (!collection->crew)
        collection->crew = crew_new(collection->allocator, collection->threads, read_batch,
                                    collection, collection->interruption);
    if (!collection->crew)
        return false;
    crew_offer(collection->crew);
    collection->offered++;
    return collection->offered - collection->counted < collection->batch_count ||
           count_batch(collection);
}

static bool append_text(struct batch *batch, const struct allocator *allocator, const char *utf8,
                        size_t length) {
    char *bytes =
        allocator_grow(allocator, batch->bytes, &batch->capacity, batch->size + length + 1, 1);
    if (!bytes)
        return false;
    batch->bytes = bytes;
    if (length > 0)
        memcpy(bytes + batch->size, utf8, length);
    bytes[batch->size + length] = between;
    batch->size += length + 1;
    batch->texts++;
    return true;
}

bool word_collection_add(struct word_collection *collection, const char *utf8, size_t length) {
    struct batch *batch = batch_of(collection, collection->offered);
    if (!collection->failed)
        collection->failed = !append_text(batch, collection->allocator, utf8, length) ||
                             (batch->size >= batch_bytes_max && !offer_batch(collection));
    return !collection->failed;
}

static bool finish(struct word_collection *collection) {
    if (!collection->crew)
        collection->threads = 0; /* for so few texts */
    if (batch_of(collection, collection->offered)->texts > 0 && !offer_batch(collection))
        return false;
    while (collection->counted < collection->offered)
        if (!count_batch(collection))
            return false;
    return true;
}

unsigned char *word_collection_blob(struct word_collection *collection, size_t *size) {
    collection->failed = collection->failed || !finish(collection);
    crew_free(collection->crew);
    collection->crew = NULL;
    return collection->failed
               ? NULL
               : word_counter_blob(&collection->counter, collection->allocator, size);
}

void word_collection_free(struct word_collection *collection) {
    if (!collection)
        return;
    const struct allocator *allocator = collection->allocator;
    crew_free(collection->crew); /* first: its threads use the rest */
    for (size_t i = 0; collection->batches && i < collection->batch_count; i++) {
        allocator->release(collection->batches[i].bytes);
        word_hashes_free(&collection->batches[i].words, allocator);
    }
    allocator->release(collection->batches);
    word_counter_free(&collection->counter, allocator);
    allocator->release(collection);
}
