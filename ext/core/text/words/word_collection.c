/* word_collection.c - see word_collection.h. */
#include "word_collection.h"

/* Counts are added in groups of about so many. */
enum { group_max = 1 << 16 };

static bool add_group(struct word_collection *collection, const struct allocator *allocator,
                      struct interruption *interruption) {
    bool added = word_frequencies_add(&collection->frequencies, allocator, interruption,
                                      collection->texts, collection->counts, collection->count);
    collection->texts = 0;
    collection->count = 0;
    return added;
}

bool word_collection_add(struct word_collection *collection, const struct allocator *allocator,
                         struct interruption *interruption, const struct word_hashes *words) {
    if (!collection->recent)
        collection->recent =
            allocator_zeroes(allocator, word_recent_count, sizeof *collection->recent);
    if (!collection->recent || !ARRAY_RESERVE(allocator, collection->counts, collection->capacity,
                                              collection->count + words->count))
        return false;
    for (size_t i = 0; i < words->count; i++) {
        uint32_t hash = words->values[i];
        struct counted_word *recent = &collection->recent[hash % word_recent_count];
        if (recent->hash != hash || recent->count == UINT32_MAX) {
            if (recent->count > 0)
                collection->counts[collection->count++] = *recent;
            *recent = (struct counted_word){hash, 0};
        }
        recent->count++;
        if (interruption_at(interruption, i))
            return false;
    }
    collection->texts++;
    return collection->count < group_max || add_group(collection, allocator, interruption);
}

bool word_collection_finish(struct word_collection *collection, const struct allocator *allocator,
                            struct interruption *interruption) {
    size_t count = 0;
    for (size_t i = 0; collection->recent && i < word_recent_count; i++)
        if (collection->recent[i].count > 0)
            collection->recent[count++] = collection->recent[i];
    return add_group(collection, allocator, interruption) &&
           word_frequencies_add(&collection->frequencies, allocator, interruption, 0,
                                collection->recent, count);
}

void word_collection_free(struct word_collection *collection, const struct allocator *allocator) {
    RELEASE(allocator, collection->recent, collection->counts);
    word_frequencies_free(&collection->frequencies, allocator);
    *collection = (struct word_collection){0};
}
