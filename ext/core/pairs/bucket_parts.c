/* bucket_parts.c - see bucket_parts.h. */
#include "bucket_parts.h"

#include "../base/binary_search.h"

#include <assert.h>

/*
 * A part with more rows than these for each text is not made to its end. A part may have too many
 * texts if it owns few of them: the others meet them in large buckets, and would be in a narrower
 * part, too.
 */
enum { rows_per_text = 32, texts_per_owned = 16 };

/* The texts that a part owns. */
struct id_range {
    int64_t first, last;
};

/* Whether the part that owns this range has this bucket. */
static bool is_in_part(const struct bucket_parts *parts, const struct id_range *range,
                       const int64_t *ids, size_t size) {
    size_t first = 0, end = size;
    BINARY_SEARCH(first, end, ids[middle] < range->first)
    return first < size && ids[first] <= range->last &&
           (first + 1 < size || size > parts->whole_most);
}

/*
 * Collects the rows of the part of a range. Sets `*fits` to whether they are not too many, and all
 * are there.
 */
static enum record_result collect(const struct bucket_parts *parts,
                                  const struct allocator *allocator, const struct id_range *range,
                                  bool narrow, struct bucket_rows *rows, bool *fits,
                                  struct interruption *interruption) {
    struct bucket_reader reader = {.set = parts->set, .stored = parts->stored};
    uint64_t most = (uint64_t)parts->texts_most * rows_per_text;
    enum record_result result;
    *fits = true;
    for (int64_t bucket = 0;; bucket++) {
        result = bucket_reader_next(&reader, allocator);
        if (result != record_ok || reader.size == 0)
            break;
        if (interruption_after(interruption, reader.size))
            result = record_no_memory;
        if (is_in_part(parts, range, reader.ids, reader.size)) {
            *fits = rows->count + reader.size <= most || !narrow;
            if (*fits && reader.size > BUCKET_ROWS_MAX - rows->count)
                result = record_no_memory;
            for (size_t i = 0; i < reader.size && *fits && result == record_ok; i++)
                if (!bucket_rows_add(rows, allocator, reader.band, bucket, reader.ids[i]))
                    result = record_no_memory;
        }
        if (result != record_ok || !*fits)
            break;
    }
    bucket_reader_free(&reader, allocator);
    return result;
}

/* The width for about as many texts as may be, when a part of parts->width had `texts`. */
static size_t width_for(const struct bucket_parts *parts, uint64_t texts) {
    const double aim = 0.8, wider_most = 4;
    double factor = texts > 0 ? aim * parts->texts_most / (double)texts : wider_most;
    return (size_t)((double)parts->width * (factor < wider_most ? factor : wider_most)) + 1;
}

/* Says which texts a part owns. */
static void own(struct bucket_set *part, const struct id_range *range) {
    size_t first = 0, end = part->texts;
    BINARY_SEARCH(first, end, part->ids[middle] < range->first)
    part->owned_first = (uint32_t)first;
    end = part->texts;
    BINARY_SEARCH(first, end, part->ids[middle] <= range->last)
    part->owned_end = (uint32_t)first;
}

enum record_result bucket_parts_next(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct bucket_set *part, struct interruption *interruption) {
    assert(!parts->ended && parts->texts_most > 0);
    const int64_t *ends = parts->set ? parts->set->ids : parts->stored->sample;
    size_t count = parts->set ? parts->set->texts : parts->stored->sampled;
    parts->width = parts->at == 0 ? count : parts->width;
    while (parts->at < count) {
        if (parts->width > count - parts->at)
            parts->width = count - parts->at;
        struct id_range range = {parts->at == 0 ? INT64_MIN : ends[parts->at - 1] + 1,
                                 ends[parts->at + parts->width - 1]};
        struct bucket_rows rows = {0};
        bool narrow = parts->width > 1, fits;
        enum record_result result =
            collect(parts, allocator, &range, narrow, &rows, &fits, interruption);
        if (result == record_ok && fits && !bucket_set_make(part, allocator, &rows, interruption))
            result = record_no_memory;
        bucket_rows_free(&rows, allocator);
        if (result != record_ok)
            return result;
        own(part, &range);
        uint32_t owned = part->owned_end - part->owned_first;
        uint64_t texts = fits ? part->texts : 2 * (uint64_t)parts->texts_most;
        size_t width = width_for(parts, texts);
        if (!narrow || (fits && (texts <= parts->texts_most ||
                                 owned <= parts->texts_most / texts_per_owned))) {
            parts->at += parts->width;
            parts->width = width;
            break;
        }
        bucket_set_free(part, allocator);
        parts->width = width < parts->width ? width : parts->width - 1;
    }
    parts->ended = parts->at >= count;
    return record_ok;
}
