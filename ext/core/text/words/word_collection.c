/* word_collection.c - see word_collection.h. */
#include "word_collection.h"

#include <string.h> /* memcpy, memset */

enum { batch_bytes_max = 1 << 18 };

/* Memory for words beyond this is not kept for the next batch. */
enum { keep_words_max = 4 * batch_bytes_max };

/* Ends a text in a batch. No word, and no sequence of UTF-8, lies across (word_hashes.c). */
static const char between = '\n';

/* A power of 2. Most words of a text are among a few thousand frequent ones. */
enum { recent_count = 1 << 15 };

/* Texts one after another, which are read as one. Its arrays are reused. */
struct batch {
    char *bytes;
    size_t size, capacity;
    size_t texts;
    struct word_hashes words;
    struct counted_word *counts; /* of these words, of which some occur again */
    size_t count, counts_capacity;
    bool failed;
};

struct word_collection {
    const struct allocator *allocator;
    struct interruption *interruption;
    unsigned threads;
    struct crew *crew; /* NULL until a batch is full, and at the end */
    /* Of each worker, as it stays in the cache of a processor: each word stands where its lowest
       bits say; count 0: none. Or NULL */
    struct counted_word *recent;
    unsigned workers;
    size_t batch_count;
    struct batch *batches;     /* task number modulo batch_count */
    uint64_t offered, counted; /* batches; `offered` is the number of the one to fill */
    bool failed;               /* sticky */
    struct word_frequencies frequencies;
};

static struct batch *batch_of(struct word_collection *collection, uint64_t task) {
    return &collection->batches[task % collection->batch_count];
}

/*
 * Counts each word as long as no other one takes its place. What has lost its place is in `counts`;
 * there is room for all words of the batch.
 */
static bool count_words(struct batch *batch, const struct allocator *allocator,
                        struct counted_word *recent_words) {
    const struct word_hashes *words = &batch->words;
    batch->count = 0;
    if (!ARRAY_RESERVE(allocator, batch->counts, batch->counts_capacity, words->count))
        return false;
    struct counted_word *counts = batch->counts;
    for (size_t i = 0; i < words->count; i++) {
        struct counted_word *recent = &recent_words[words->values[i] % recent_count];
        if (recent->hash != words->values[i] || recent->count == UINT32_MAX) {
            if (recent->count > 0)
                counts[batch->count++] = *recent;
            *recent = (struct counted_word){words->values[i], 0};
        }
        recent->count++;
        if (interruption_at(words->interruption, i))
            return false;
    }
    return true;
}

static void read_batch(void *context, unsigned worker, uint64_t task) {
    struct word_collection *collection = context;
    struct batch *batch = batch_of(collection, task);
    batch->words.interruption = crew_interruption(collection->crew, worker);
    batch->failed =
        !word_hashes_read(&batch->words, collection->allocator, batch->bytes, batch->size) ||
        !count_words(batch, collection->allocator,
                     collection->recent + (size_t)worker * recent_count);
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
    if (!collection->batches) {
        word_collection_free(collection);
        return NULL;
    }
    memset(collection->batches, 0, size);
    return collection;
}

/* Adds the counts of the oldest batch that was offered, and makes it ready to be filled. */
static bool count_batch(struct word_collection *collection) {
    struct batch *batch = batch_of(collection, collection->counted);
    if (!crew_wait(collection->crew, collection->counted++) || batch->failed ||
        interruption_after(collection->interruption, batch->size) ||
        !word_frequencies_add(&collection->frequencies, collection->allocator,
                              collection->interruption, batch->texts, batch->counts, batch->count))
        return false;
    const struct allocator *allocator = collection->allocator;
    if (batch->words.capacity > keep_words_max) {
        word_hashes_free(&batch->words, allocator);
        RELEASE(allocator, batch->bytes, batch->counts);
        batch->bytes = NULL;
        batch->counts = NULL;
        batch->capacity = batch->counts_capacity = 0;
    }
    batch->size = batch->texts = 0;
    return true;
}

static bool start(struct word_collection *collection) {
    const struct allocator *allocator = collection->allocator;
    collection->crew =
        crew_new(allocator, collection->threads, read_batch, collection, collection->interruption);
    if (!collection->crew)
        return false;
    collection->workers = crew_workers(collection->crew);
    collection->recent = allocator_zeroes(allocator, collection->workers * (size_t)recent_count,
                                          sizeof *collection->recent);
    return collection->recent != NULL;
}

/* Has the batch that was filled read, and makes room for the next one. */
static bool offer_batch(struct word_collection *collection) {
    if (!collection->crew && !start(collection))
        return false;
    crew_offer(collection->crew);
    collection->offered++;
    return collection->offered - collection->counted < collection->batch_count ||
           count_batch(collection);
}

static bool append_text(struct batch *batch, const struct allocator *allocator, const char *utf8,
                        size_t length) {
    if (!ARRAY_RESERVE(allocator, batch->bytes, batch->capacity, batch->size + length + 1))
        return false;
    if (length > 0)
        memcpy(batch->bytes + batch->size, utf8, length);
    batch->bytes[batch->size + length] = between;
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

/* Adds the counts that the workers have kept. */
static bool add_recent(struct word_collection *collection) {
    struct counted_word *recent = collection->recent;
    size_t count = 0, all = collection->workers * (size_t)recent_count;
    for (size_t i = 0; recent && i < all; i++)
        if (recent[i].count > 0)
            recent[count++] = recent[i];
    return word_frequencies_add(&collection->frequencies, collection->allocator,
                                collection->interruption, 0, recent, count);
}

static bool finish(struct word_collection *collection) {
    if (!collection->crew)
        collection->threads = 0; /* for so few texts */
    if (batch_of(collection, collection->offered)->texts > 0 && !offer_batch(collection))
        return false;
    while (collection->counted < collection->offered)
        if (!count_batch(collection))
            return false;
    return add_recent(collection);
}

struct word_frequencies *word_collection_end(struct word_collection *collection) {
    collection->failed = collection->failed || !finish(collection);
    crew_free(collection->crew);
    collection->crew = NULL;
    return collection->failed ? NULL : &collection->frequencies;
}

void word_collection_free(struct word_collection *collection) {
    if (!collection)
        return;
    const struct allocator *allocator = collection->allocator;
    crew_free(collection->crew); /* first: its threads use the rest */
    for (size_t i = 0; collection->batches && i < collection->batch_count; i++) {
        RELEASE(allocator, collection->batches[i].bytes, collection->batches[i].counts);
        word_hashes_free(&collection->batches[i].words, allocator);
    }
    RELEASE(allocator, collection->batches, collection->recent);
    word_frequencies_free(&collection->frequencies, allocator);
    allocator->release(collection);
}
