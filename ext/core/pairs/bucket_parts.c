/* bucket_parts.c - see bucket_parts.h. */
#include "bucket_parts.h"

#include "../base/binary_search.h"

#include <assert.h>

/* A part is too large in any case if it has this many rows for each of its texts. */
enum { rows_per_text = 16 };

/* Whether the part of the ids from parts->first to `last` has this bucket. */
static bool is_in_part(const struct bucket_parts *parts, int64_t last, const int64_t *ids,
                       size_t size) {
    size_t first = 0, end = size;
    BINARY_SEARCH(first, end, ids[middle] < parts->first)
    return first < size && ids[first] <= last && (first + 1 < size || size > parts->whole_most);
}

/*
 * Collects the rows of the part of the ids up to `last`. Sets `*fits` to whether they are not too
 * many; of a part of one id they never are.
 */
static enum record_result collect(const struct bucket_parts *parts,
                                  const struct allocator *allocator, int64_t last,
                                  struct bucket_rows *rows, bool *fits,
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
        if (is_in_part(parts, last, reader.ids, reader.size)) {
            *fits = rows->count + reader.size <= most || last == parts->first;
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
static uint64_t width_for(const struct bucket_parts *parts, uint64_t texts) {
    const double aim = 0.8, wider_most = 4, width_max = 0x1p63;
    double factor = texts > 0 ? aim * parts->texts_most / (double)texts : wider_most;
    double width = ((double)parts->width + 1) * (factor < wider_most ? factor : wider_most);
    return width < width_max ? (uint64_t)width : (uint64_t)width_max;
}

/* Where the parts begin and end. False if there is no text. */
static bool find_ends(const struct bucket_parts *parts, int64_t *least, int64_t *greatest) {
    const struct bucket_set *set = parts->set;
    if (set ? set->texts == 0 : parts->stored->rows == 0)
        return false;
    *least = set ? set->ids[0] : parts->stored->least;
    *greatest = set ? set->ids[set->texts - 1] : parts->stored->greatest;
    return true;
}

enum record_result bucket_parts_next(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct bucket_set *part, struct interruption *interruption) {
    assert(!parts->ended && parts->texts_most > 0);
    int64_t least, greatest;
    parts->ended = !find_ends(parts, &least, &greatest);
    if (parts->ended)
        return record_ok;
    if (!parts->begun) {
        parts->begun = true;
        parts->first = least;
        parts->width = (uint64_t)greatest - (uint64_t)least;
    }
    for (;;) {
        uint64_t left = (uint64_t)greatest - (uint64_t)parts->first;
        if (parts->width > left)
            parts->width = left;
        int64_t last = (int64_t)((uint64_t)parts->first + parts->width);
        struct bucket_rows rows = {0};
        bool fits;
        enum record_result result = collect(parts, allocator, last, &rows, &fits, interruption);
        if (result == record_ok && fits && !bucket_set_make(part, allocator, &rows, interruption))
            result = record_no_memory;
        bucket_rows_free(&rows, allocator);
        if (result != record_ok)
            return result;
        uint64_t texts = fits ? part->texts : 2 * (uint64_t)parts->texts_most;
        if (texts > parts->texts_most && parts->width > 0) {
            uint64_t narrower = width_for(parts, texts);
            parts->width = narrower < parts->width ? narrower : parts->width - 1;
            bucket_set_free(part, allocator);
            continue;
        }
        size_t first = 0, end = part->texts;
        BINARY_SEARCH(first, end, part->ids[middle] < parts->first)
        part->owned_first = (uint32_t)first;
        end = part->texts;
        BINARY_SEARCH(first, end, part->ids[middle] <= last)
        part->owned_end = (uint32_t)first;
        parts->ended = last == greatest;
        parts->first = parts->ended ? last : last + 1;
        parts->width = width_for(parts, texts);
        return record_ok;
    }
}
