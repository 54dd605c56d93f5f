/* bucket_set.c - see bucket_set.h. */
#include "bucket_set.h"

#include "../base/binary_search.h"
#include "../base/radix_sort.h"

#include <assert.h>
#include <string.h> /* memcpy, memmove, memset */

void bucket_rows_free(struct bucket_rows *rows, const struct allocator *allocator) {
    RELEASE(allocator, rows->ids, rows->runs);
    *rows = (struct bucket_rows){0};
}

bool bucket_rows_add(struct bucket_rows *rows, const struct allocator *allocator, int64_t band,
                     int64_t signature, int64_t id) {
    assert(rows->count < BUCKET_ROWS_MAX);
    const struct bucket_run *last = rows->run_count ? rows->runs + rows->run_count - 1 : NULL;
    if (!last || last->band != band || last->signature != signature) {
        if (!ARRAY_APPEND(allocator, rows->runs, rows->run_count, rows->run_capacity,
                          (struct bucket_run){band, signature, (uint32_t)rows->count}))
            return false;
    }
    return ARRAY_APPEND(allocator, rows->ids, rows->count, rows->capacity, id);
}

/* ---- The rows in order ----------------------------------------------------------------------- */

bool bucket_run_before(const struct bucket_run *a, const struct bucket_run *b) {
    return a->band < b->band || (a->band == b->band && a->signature < b->signature);
}

bool bucket_rows_in_order(const struct bucket_rows *rows) {
    for (size_t i = 1; i < rows->run_count; i++)
        if (!bucket_run_before(rows->runs + i - 1, rows->runs + i))
            return false;
    return true;
}

uint32_t bucket_run_end(const struct bucket_rows *rows, size_t run) {
    return run + 1 < rows->run_count ? rows->runs[run + 1].first : (uint32_t)rows->count;
}

/* Sorts the numbers of the runs by band, and within a band by signature. */
static bool sort_runs(const struct bucket_rows *rows, int64_t *keys, uint32_t *order,
                      struct interruption *interruption) {
    for (size_t i = 0; i < rows->run_count; i++)
        keys[i] = rows->runs[i].band;
    if (!radix_sort_order(keys, order, rows->run_count, interruption))
        return false;
    for (size_t begin = 0, end; begin < rows->run_count; begin = end) {
        int64_t band = keys[begin];
        for (end = begin; end < rows->run_count && keys[end] == band; end++)
            keys[end] = rows->runs[order[end]].signature;
        if (!radix_sort(keys + begin, order + begin, end - begin, interruption))
            return false;
    }
    return true;
}

/* Copies the rows in this order of their runs, and joins the runs of one bucket. */
static void move_runs(struct bucket_rows *moved, const struct bucket_rows *rows,
                      const uint32_t *order) {
    for (size_t i = 0; i < rows->run_count; i++) {
        const struct bucket_run *run = rows->runs + order[i];
        size_t size = bucket_run_end(rows, order[i]) - run->first;
        if (moved->run_count == 0 || bucket_run_before(moved->runs + moved->run_count - 1, run))
            moved->runs[moved->run_count++] =
                (struct bucket_run){run->band, run->signature, (uint32_t)moved->count};
        memcpy(moved->ids + moved->count, rows->ids + run->first, size * sizeof *moved->ids);
        moved->count += size;
    }
}

static bool put_in_order(struct bucket_rows *rows, const struct allocator *allocator,
                         struct interruption *interruption) {
    if (bucket_rows_in_order(rows))
        return true;
    int64_t *keys = allocator->resize(NULL, rows->run_count * sizeof *keys);
    uint32_t *order = allocator->resize(NULL, rows->run_count * sizeof *order);
    bool sorted = keys && order && sort_runs(rows, keys, order, interruption);
    allocator->release(keys);
    struct bucket_rows moved = {.capacity = rows->count, .run_capacity = rows->run_count};
    if (sorted) {
        moved.ids = allocator->resize(NULL, rows->count * sizeof *moved.ids);
        moved.runs = allocator->resize(NULL, rows->run_count * sizeof *moved.runs);
    }
    bool enough = moved.ids && moved.runs;
    if (enough) {
        move_runs(&moved, rows, order);
        bucket_rows_free(rows, allocator);
        *rows = moved;
    } else {
        bucket_rows_free(&moved, allocator);
    }
    allocator->release(order);
    return enough;
}

/* ---- Buckets --------------------------------------------------------------------------------- */

size_t bucket_sort_ids(int64_t *ids, uint32_t *scratch, size_t count,
                       struct interruption *interruption) {
    assert(count > 0);
    bool ascending = true;
    for (size_t i = 1; i < count; i++)
        ascending &= ids[i - 1] < ids[i];
    if (ascending)
        return count;
    memset(scratch, 0, count * sizeof *scratch); /* there are no counts */
    return radix_sort_sums(ids, scratch, &count, interruption) ? count : 0;
}

/* Keeps the rows of buckets of two texts or more, in order, and sets the starts of the buckets. */
static bool make_buckets(struct bucket_set *set, struct bucket_rows *rows, uint32_t *scratch,
                         struct interruption *interruption) {
    uint32_t kept = 0;
    for (size_t run = 0; run < rows->run_count; run++) {
        uint32_t first = rows->runs[run].first, size = bucket_run_end(rows, run) - first;
        size = (uint32_t)bucket_sort_ids(rows->ids + first, scratch, size, interruption);
        if (size == 0 || interruption_after(interruption, size))
            return false;
        if (size == 1)
            continue;
        /*
         * Begins a bucket at this row, of the last band or of a new one, for which there is room.
         */
        int64_t band = rows->runs[run].band;
        if (set->band_count == 0 || set->bands[set->band_count - 1] != band) {
            set->bands[set->band_count] = band;
            set->band_starts[set->band_count++] = set->buckets;
        }
        set->starts[set->buckets++] = kept;
        memmove(rows->ids + kept, rows->ids + first, size * sizeof *rows->ids);
        kept += size;
    }
    set->starts[set->buckets] = kept;
    rows->count = kept;
    return true;
}

/* Shrinks an array. It stays as large as it was if the allocator cannot. */
static void *trim(const struct allocator *allocator, void *array, size_t count, size_t size) {
    void *moved = count ? allocator->resize(array, count * size) : NULL;
    return moved ? moved : array;
}

static bool make_texts(struct bucket_set *set, const struct allocator *allocator, size_t rows,
                       struct interruption *interruption) {
    uint32_t *row_of = set->text_buckets; /* until that is filled */
    if (!radix_sort_order(set->ids, row_of, rows, interruption))
        return false;
    /* Numbers the texts of sorted ids; `row_of` has the row of each. Leaves each id once. */
    for (size_t i = 0; i < rows; i++) {
        if (i == 0 || set->ids[i] != set->ids[set->texts - 1])
            set->ids[set->texts++] = set->ids[i];
        set->members[row_of[i]] = set->texts - 1;
    }
    set->ids = trim(allocator, set->ids, set->texts, sizeof *set->ids);
    set->text_starts = allocator->resize(NULL, ((size_t)set->texts + 1) * sizeof *set->text_starts);
    if (!set->text_starts)
        return false;
    /* The rows, which are sorted by bucket, by text: a counting sort. */
    memset(set->text_starts, 0, ((size_t)set->texts + 1) * sizeof *set->text_starts);
    for (size_t row = 0; row < rows; row++)
        set->text_starts[set->members[row]]++;
    uint32_t sum = 0;
    for (uint32_t text = 0; text <= set->texts; text++) {
        sum += set->text_starts[text];
        set->text_starts[text] = sum; /* the end; filling from the end makes it the beginning */
    }
    for (uint32_t bucket = set->buckets; bucket-- > 0;)
        for (uint32_t row = set->starts[bucket]; row < set->starts[bucket + 1]; row++)
            set->text_buckets[--set->text_starts[set->members[row]]] = bucket;
    return true;
}

static bool make(struct bucket_set *set, const struct allocator *allocator,
                 struct bucket_rows *rows, struct interruption *interruption) {
    if (!put_in_order(rows, allocator, interruption))
        return false;
    size_t bands = 0;
    for (size_t i = 0; i < rows->run_count; i++)
        bands += i == 0 || rows->runs[i].band != rows->runs[i - 1].band;
    set->starts = allocator->resize(NULL, (rows->run_count + 1) * sizeof *set->starts);
    set->members = allocator->resize(NULL, rows->count * sizeof *set->members);
    set->bands = allocator->resize(NULL, bands * sizeof *set->bands);
    set->band_starts = allocator->resize(NULL, bands * sizeof *set->band_starts);
    if (!set->starts || !set->members || !set->bands || !set->band_starts ||
        !make_buckets(set, rows, set->members, interruption))
        return false;
    size_t count = rows->count;
    set->ids = rows->ids;
    rows->ids = NULL;
    bucket_rows_free(rows, allocator);
    set->starts = trim(allocator, set->starts, (size_t)set->buckets + 1, sizeof *set->starts);
    set->members = trim(allocator, set->members, count, sizeof *set->members);
    set->text_buckets =
        allocator->resize(NULL, (count > 0 ? count : 1) * sizeof *set->text_buckets);
    return set->text_buckets && make_texts(set, allocator, count, interruption);
}

bool bucket_set_make(struct bucket_set *set, const struct allocator *allocator,
                     struct bucket_rows *rows, struct interruption *interruption) {
    bool made = rows->count == 0 || make(set, allocator, rows, interruption);
    bucket_rows_free(rows, allocator);
    if (!made)
        bucket_set_free(set, allocator);
    return made;
}

void bucket_set_free(struct bucket_set *set, const struct allocator *allocator) {
    RELEASE(allocator, set->ids, set->starts, set->members, set->text_starts, set->text_buckets,
            set->bands, set->band_starts, set->owned);
    *set = (struct bucket_set){0};
}

uint32_t bucket_set_text(const struct bucket_set *set, int64_t id) {
    size_t begin = 0, end = set->texts;
    BINARY_SEARCH(begin, end, set->ids[middle] < id)
    return begin < set->texts && set->ids[begin] == id ? (uint32_t)begin : UINT32_MAX;
}

uint32_t bucket_set_after_band(const struct bucket_set *set, int64_t band) {
    uint32_t first = 0;
    while (first < set->band_count && set->bands[first] <= band)
        first++;
    return first < set->band_count ? set->band_starts[first] : set->buckets;
}
