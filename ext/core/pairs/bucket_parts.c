/* bucket_parts.c - see bucket_parts.h. */
#include "bucket_parts.h"

#include <assert.h>

/*
 * A part with more rows than these for each text is not made to its end. A part may have too many
 * texts if it owns few of them: the others meet them in large buckets, and would be in a smaller
 * part, too.
 */
enum { rows_per_text = 32, texts_per_owned = 16, word_bits = 64 };

void bucket_parts_free(struct bucket_parts *parts, const struct allocator *allocator) {
    allocator->release(parts->ranks);
    *parts = (struct bucket_parts){0};
}

static uint32_t texts_of(const struct bucket_parts *parts) {
    return parts->set ? parts->set->texts : parts->stored->texts;
}

static const int64_t *ids_of(const struct bucket_parts *parts) {
    return parts->set ? parts->set->ids : parts->stored->ids;
}

/* ---- The order of texts ---------------------------------------------------------------------- */

/* Lowers the label of each text to the first text of each of its buckets. */
static enum record_result find_labels(const struct bucket_parts *parts,
                                      const struct allocator *allocator, uint32_t *labels,
                                      struct interruption *interruption) {
    struct bucket_reader reader = {.set = parts->set, .stored = parts->stored};
    enum record_result result;
    for (;;) {
        result = bucket_reader_next(&reader, allocator);
        if (result != record_ok || reader.size == 0)
            break;
        if (interruption_after(interruption, reader.size)) {
            result = record_no_memory;
            break;
        }
        uint32_t first = (uint32_t)reader.members[0];
        for (size_t i = 0; i < reader.size; i++)
            if (first < labels[reader.members[i]])
                labels[reader.members[i]] = first;
    }
    bucket_reader_free(&reader, allocator);
    return result;
}

/* Ranks the texts by label, and those with one label by number: a counting sort. */
static enum record_result rank_texts(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct interruption *interruption) {
    uint32_t texts = texts_of(parts);
    uint32_t *labels = allocator->resize(NULL, ((size_t)texts + 1) * sizeof *labels);
    uint32_t *starts = allocator_zeroes(allocator, (size_t)texts + 1, sizeof *starts);
    enum record_result result = labels && starts ? record_ok : record_no_memory;
    for (uint32_t text = 0; text < texts && result == record_ok; text++)
        labels[text] = text;
    if (result == record_ok)
        result = find_labels(parts, allocator, labels, interruption);
    if (result == record_ok) {
        for (uint32_t text = 0; text < texts; text++)
            starts[labels[text] + 1]++;
        for (uint32_t label = 0; label < texts; label++)
            starts[label + 1] += starts[label];
        for (uint32_t text = 0; text < texts; text++)
            labels[text] = starts[labels[text]]++;
        parts->ranks = labels;
        labels = NULL;
    }
    RELEASE(allocator, labels, starts);
    return result;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool is_owned(const struct bucket_parts *parts, int64_t text) {
    return parts->ranks[text] - parts->first < parts->width; /* or it wraps */
}

/* Whether the next part has the bucket that was read. */
static bool has_bucket(const struct bucket_parts *parts, const struct bucket_reader *reader) {
    size_t count = reader->size - (reader->size <= parts->whole_most);
    for (size_t i = 0; i < count; i++)
        if (is_owned(parts, reader->members[i]))
            return true;
    return false;
}

/* Collects the rows of a part. Sets `*fits` to whether they are not too many, and all there. */
static enum record_result collect(const struct bucket_parts *parts,
                                  const struct allocator *allocator, struct bucket_rows *rows,
                                  bool *fits, struct interruption *interruption) {
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
        if (has_bucket(parts, &reader)) {
            *fits = rows->count + reader.size <= most || parts->width == 1;
            if (*fits && reader.size > BUCKET_ROWS_MAX - rows->count)
                result = record_no_memory;
            for (size_t i = 0; i < reader.size && *fits && result == record_ok; i++)
                if (!bucket_rows_add(rows, allocator, reader.band, bucket, reader.members[i]))
                    result = record_no_memory;
        }
        if (result != record_ok || !*fits)
            break;
    }
    bucket_reader_free(&reader, allocator);
    return result;
}

/* Gives the texts of a part their ids, and says which of them it owns. False without memory. */
static bool own(const struct bucket_parts *parts, const struct allocator *allocator,
                struct bucket_set *part) {
    const int64_t *ids = ids_of(parts);
    part->owned = allocator_zeroes(allocator, part->texts / word_bits + 1, sizeof *part->owned);
    for (uint32_t text = 0; part->owned && text < part->texts; text++) {
        uint64_t bit = is_owned(parts, part->ids[text]);
        part->owned[text / word_bits] |= bit << text % word_bits;
        part->ids[text] = ids[part->ids[text]];
    }
    return part->owned != NULL;
}

/* How many texts to own for about as many texts as may be, when a part had `texts`. */
static uint32_t width_for(const struct bucket_parts *parts, uint64_t texts) {
    const double aim = 0.8, wider_most = 4;
    double factor = texts > 0 ? aim * parts->texts_most / (double)texts : wider_most;
    double width = parts->width * (factor < wider_most ? factor : wider_most) + 1;
    return width < UINT32_MAX ? (uint32_t)width : UINT32_MAX;
}

enum record_result bucket_parts_next(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct bucket_set *part, struct interruption *interruption) {
    assert(!parts->ended && parts->texts_most > 0);
    uint32_t count = texts_of(parts);
    if (!parts->ranks) {
        parts->width = count;
        enum record_result result = rank_texts(parts, allocator, interruption);
        if (result != record_ok)
            return result;
    }
    while (parts->first < count) {
        if (parts->width > count - parts->first)
            parts->width = count - parts->first;
        struct bucket_rows rows = {0};
        bool fits;
        enum record_result result = collect(parts, allocator, &rows, &fits, interruption);
        if (result == record_ok && fits &&
            (!bucket_set_make(part, allocator, &rows, interruption) ||
             !own(parts, allocator, part)))
            result = record_no_memory;
        bucket_rows_free(&rows, allocator);
        if (result != record_ok)
            return result;
        uint64_t texts = fits ? part->texts : 2 * (uint64_t)parts->texts_most;
        uint32_t width = width_for(parts, texts);
        if (parts->width == 1 || (fits && (texts <= parts->texts_most ||
                                           parts->width <= parts->texts_most / texts_per_owned))) {
            parts->first += parts->width;
            parts->width = width;
            break;
        }
        bucket_set_free(part, allocator);
        parts->width = width < parts->width ? width : parts->width - 1;
    }
    parts->ended = parts->first >= count;
    return record_ok;
}
