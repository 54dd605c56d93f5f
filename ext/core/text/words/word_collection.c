/* word_collection.c - see word_collection.h. */
#include "word_collection.h"

#include "../../base/task_ring.h"

#include <string.h> /* memcpy */

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
};

/*
 * Of a worker, as it stays in the cache of a processor: each word stands where its lowest bits say.
 */
struct recent {
    struct counted_word words[recent_count]; /* count 0: none */
};

struct word_collection {
    const struct allocator *allocator;
    struct interruption *interruption;
    unsigned threads;
    struct batch filled;   /* by the owner; read as a task when it is full, or at the end */
    struct task_ring ring; /* begins with the first full batch */
    bool failed;           /* sticky */
    struct word_frequencies frequencies;
};

/*
 * Counts each word as long as no other one takes its place. What has lost its place is in `counts`;
 * there is room for all words of the batch.
 */
static bool count_words(struct batch *batch, const struct allocator *allocator,
                        struct recent *recent_words) {
    const struct word_hashes *words = &batch->words;
    batch->count = 0;
    if (!ARRAY_RESERVE(allocator, batch->counts, batch->counts_capacity, words->count))
        return false;
    struct counted_word *counts = batch->counts;
    for (size_t i = 0; i < words->count; i++) {
        struct counted_word *recent = &recent_words->words[words->values[i] % recent_count];
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

static bool read_batch(void *context, void *worker, void *place, uint64_t number,
                       struct interruption *interruption) {
    struct word_collection *collection = context;
    struct batch *batch = place;
    (void)number;
    batch->words.interruption = interruption;
    return word_hashes_read(&batch->words, collection->allocator, batch->bytes, batch->size) &&
           count_words(batch, collection->allocator, worker);
}

static void free_batch(void *place, const struct allocator *allocator) {
    struct batch *batch = place;
    RELEASE(allocator, batch->bytes, batch->counts);
    word_hashes_free(&batch->words, allocator);
    *batch = (struct batch){0};
}

struct word_collection *word_collection_new(const struct allocator *allocator, unsigned threads,
                                            struct interruption *interruption) {
    struct word_collection *collection = allocator_zeroes(allocator, 1, sizeof *collection);
    if (!collection)
        return NULL;
    collection->allocator = allocator;
    collection->threads = threads;
    collection->interruption = interruption;
    return collection;
}

/* Adds the counts of the oldest batch that was offered. */
static bool count_batch(struct word_collection *collection) {
    const struct allocator *allocator = collection->allocator;
    struct batch *batch = task_ring_read(&collection->ring);
    if (!batch || interruption_after(collection->interruption, batch->size) ||
        !word_frequencies_add(&collection->frequencies, allocator, collection->interruption,
                              batch->texts, batch->counts, batch->count))
        return false;
    if (batch->words.capacity > keep_words_max)
        free_batch(batch, allocator);
    batch->size = batch->texts = 0;
    task_ring_end(&collection->ring);
    return true;
}

/* Has the batch that was filled read, and takes an empty one in its place. */
static bool offer_batch(struct word_collection *collection) {
    struct task_ring *ring = &collection->ring;
    if (ring->workers == 0) {
        *ring = TASK_RING(collection->allocator, read_batch, collection, struct recent,
                          struct batch, .task_release = free_batch,
                          .ahead = 2); /* while workers read one each, others are filled */
        if (!task_ring_begin(ring, collection->threads, collection->interruption))
            return false;
    }
    if (!task_ring_has_room(ring) && !count_batch(collection))
        return false;
    struct batch *place = task_ring_next(ring), emptied = *place;
    *place = collection->filled;
    collection->filled = emptied;
    task_ring_offer(ring);
    return true;
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
    struct batch *batch = &collection->filled;
    if (!collection->failed)
        collection->failed = !append_text(batch, collection->allocator, utf8, length) ||
                             (batch->size >= batch_bytes_max && !offer_batch(collection));
    return !collection->failed;
}

static bool finish(struct word_collection *collection) {
    struct task_ring *ring = &collection->ring;
    if (ring->workers == 0)
        collection->threads = 0; /* for so few texts */
    if (collection->filled.texts > 0 && !offer_batch(collection))
        return false;
    while (ring->read < ring->offered)
        if (!count_batch(collection))
            return false;
    for (unsigned worker = 0; worker < ring->workers; worker++) { /* what it has kept */
        struct counted_word *words = ((struct recent *)task_ring_worker(ring, worker))->words;
        size_t count = 0;
        for (size_t i = 0; i < recent_count; i++)
            if (words[i].count > 0)
                words[count++] = words[i];
        if (!word_frequencies_add(&collection->frequencies, collection->allocator,
                                  collection->interruption, 0, words, count))
            return false;
    }
    return true;
}

struct word_frequencies *word_collection_end(struct word_collection *collection) {
    collection->failed = collection->failed || !finish(collection);
    task_ring_free(&collection->ring);
    return collection->failed ? NULL : &collection->frequencies;
}

void word_collection_free(struct word_collection *collection) {
    if (!collection)
        return;
    const struct allocator *allocator = collection->allocator;
    task_ring_free(&collection->ring);
    free_batch(&collection->filled, allocator);
    word_frequencies_free(&collection->frequencies, allocator);
    allocator->release(collection);
}
