/*
 * index_search.c - which texts are like a text; see live_index.h.
 *
 * A search asks the log and each segment for the texts that have one of its keys. It compares those
 * of rare keys first, since a key that many texts have, such as one of a template, says little; and
 * it compares no more than compared_most.
 */
#include "live_index.h"

#include <assert.h>
#include <string.h>

/* The texts with one key. */
struct bucket {
    size_t begin, end; /* of the ids that were kept */
    uint64_t count;    /* of all */
};

struct gathering {
    struct live_index *index;
    size_t bucket_most; /* ids of a bucket that are kept */
    int64_t *ids;
    size_t count, capacity;
    struct bucket *bucket; /* the one being filled */
};

/* ---- Which texts share a key ----------------------------------------------------------------- */

static bool add_id(struct gathering *gathering, int64_t id) {
    if (!ARRAY_RESERVE(&sqlite_allocator, gathering->ids, gathering->capacity,
                       gathering->count + 1))
        return false;
    gathering->ids[gathering->count++] = id;
    return true;
}

static bool is_full(const struct gathering *gathering) {
    return gathering->count - gathering->bucket->begin >= gathering->bucket_most;
}

static int ask_log(struct gathering *gathering, uint64_t key) {
    const struct posting_map *log = &gathering->index->log;
    for (uint32_t at = 0; (at = posting_map_find(log, key, at)) != 0;) {
        gathering->bucket->count++;
        if (!is_full(gathering) && !add_id(gathering, log->postings[at - 1].id))
            return SQLITE_NOMEM;
    }
    return SQLITE_OK;
}

bool index_has_pages_of(const struct live_index *index, const struct segment *segment,
                        uint64_t key) {
    if (posting_page_of(key, segment->shape.pages) >= segment->merged)
        return false;
    const struct segment *into =
        segment->into ? index_structure_find(&index->structure, segment->into) : NULL;
    return !into || posting_page_of(key, into->shape.pages) >= into->merged;
}

static int ask_segment(struct gathering *gathering, struct segment *segment, uint64_t key) {
    struct live_index *index = gathering->index;
    uint32_t number = posting_page_of(key, segment->shape.pages);
    if (!index_has_pages_of(index, segment, key) ||
        (segment_filters(segment, number) && !posting_filter_passes(&segment->filter, key)))
        return SQLITE_OK;
    struct posting_page page;
    sqlite3_stmt *row;
    bool found;
    int code = segment_filters(segment, number) ? SQLITE_OK : index_extend_filter(index, segment);
    if (code == SQLITE_OK)
        code = index_read_page(index, segment, number, &page, &found, &row);
    if (code != SQLITE_OK || !found)
        return code;
    size_t at, end;
    posting_page_find(&page, key, &at, &end);
    gathering->bucket->count += end - at;
    for (; at < end && !is_full(gathering) && code == SQLITE_OK; at++)
        if (!add_id(gathering, posting_page_id(&page, at)))
            code = SQLITE_NOMEM;
    sqlite3_reset(row);
    return code;
}

/* Gathers the ids of `count` keys, a bucket each, rare ones first. */
static int gather(struct gathering *gathering, const uint64_t *keys, size_t count,
                  struct bucket *buckets) {
    struct index_structure *structure = &gathering->index->structure;
    for (size_t i = 0; i < structure->count; i++)
        for (size_t k = 0; structure->segments[i].filter.words && k < count; k++)
            posting_filter_prefetch(&structure->segments[i].filter, keys[k]);
    for (size_t k = 0; k < count; k++) {
        struct bucket bucket = {.begin = gathering->count};
        gathering->bucket = &bucket;
        int code = ask_log(gathering, keys[k]);
        for (size_t i = structure->count; i-- > 0 && code == SQLITE_OK;)
            code = ask_segment(gathering, &structure->segments[i], keys[k]);
        if (code != SQLITE_OK)
            return code;
        bucket.end = gathering->count;
        size_t place = k;
        for (; place > 0 && buckets[place - 1].count > bucket.count; place--)
            buckets[place] = buckets[place - 1];
        buckets[place] = bucket;
    }
    return SQLITE_OK;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Decodes a text, folded as the index has it. */
static int decode(struct live_index *index, struct code_points *points, const char *utf8,
                  size_t length) {
    if (index->options.fold) {
        if (!folding_fold(&index->folding, &sqlite_allocator, index->options.fold, utf8, length))
            return index_core_failed(index);
        utf8 = index->folding.utf8;
        length = index->folding.length;
    }
    return code_points_decode(points, &sqlite_allocator, utf8, length) ? SQLITE_OK : SQLITE_NOMEM;
}

int index_compare_with(struct live_index *index, const char *utf8, size_t length) {
    if (!index->options.contentless)
        return decode(index, &index->similarity.a, utf8, length);
    uint64_t keys[minhash_bands_max];
    int code = index_keys(index, utf8, length, keys, &index->similarity.a.count);
    if (code == SQLITE_OK && index->similarity.a.count > 0)
        index_make_sketch(index);
    return code;
}

/* The similarity of the text of the sketch to the one that this is the sketch of, estimated. */
static int estimate(struct live_index *index, const unsigned char *sketch, size_t size,
                    double *jaccard) {
    size_t hashes = index->options.minhash.hashes, same = 0;
    if (size != hashes)
        return index_corrupt(index, "a sketch of length", (int64_t)size);
    for (size_t i = 0; i < hashes; i++)
        same += sketch[i] == index->sketch[i];
    double share = (double)same / (double)hashes;
    *jaccard = share > 1.0 / 256 ? (share - 1.0 / 256) / (1 - 1.0 / 256) : 0;
    return SQLITE_OK;
}

static bool copy_points(struct code_points *to, const struct code_points *from) {
    if (!ARRAY_RESERVE(&sqlite_allocator, to->values, to->capacity,
                       from->count + code_points_slack))
        return false;
    memcpy(to->values, from->values, from->count * sizeof *to->values);
    to->count = from->count;
    return true;
}

/* The edit distance of the two texts, folded as they are; not similar if it is too large. */
static int edit(struct live_index *index, struct match *match, bool *similar) {
    struct edit_distance_workspace *workspace = &index->edit;
    size_t a = index->similarity.a.count, b = index->similarity.b.count;
    size_t longer = a > b ? a : b, bound = longer, distance;
    if (!copy_points(&workspace->a, &index->similarity.a) ||
        !copy_points(&workspace->b, &index->similarity.b))
        return SQLITE_NOMEM;
    double least = index->options.edit_similarity_least;
    while (bound > 0 && 1 - (double)bound / (double)longer < least) {
        size_t fewer = (size_t)((1 - least) * (double)longer) + 1;
        bound = fewer < bound ? fewer : bound - 1;
    }
    if (edit_distance(workspace, &sqlite_allocator, bound, &distance) != edit_distance_ok)
        return index_core_failed(index);
    *similar = distance <= bound;
    match->edit_distance = (int64_t)distance;
    return SQLITE_OK;
}

/* Whether a text has one of these keys. */
static int shares_key(struct live_index *index, const char *utf8, size_t length,
                      const uint64_t *keys, size_t key_count, bool *shares) {
    uint64_t own[minhash_bands_max];
    size_t count;
    int code = index_keys(index, utf8, length, own, &count);
    *shares = false;
    for (size_t i = 0; i < count && !*shares && code == SQLITE_OK; i++)
        for (size_t k = 0; k < key_count && !*shares; k++)
            *shares = own[i] == keys[k];
    return code;
}

int index_compare(struct live_index *index, int64_t id, double least, const uint64_t *keys,
                  size_t key_count, struct matches *found) {
    sqlite3_stmt *row;
    int code = index_step(index, statement_get_text, 1, &id, &row);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    const char *utf8 = index->options.contentless ? sqlite3_column_blob(row, 0)
                                                  : (const char *)sqlite3_column_text(row, 0);
    size_t length = (size_t)sqlite3_column_bytes(row, 0);
    struct match match = {id, 0, -1};
    struct set_similarity_workspace *similarity = &index->similarity;
    struct set_counts counts;
    bool similar = false;
    code = SQLITE_OK;
    if (utf8 && index->options.contentless) {
        if (similarity->a.count > 0)
            code = estimate(index, (const unsigned char *)utf8, length, &match.jaccard);
        similar = code == SQLITE_OK && similarity->a.count > 0 && match.jaccard >= least;
    } else if (!utf8) {
        code = sqlite3_column_type(row, 0) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
    } else if ((code = decode(index, &similarity->b, utf8, length)) == SQLITE_OK) {
        if (similarity->a.count == 0 || similarity->b.count == 0) {
            similar = false; /* no shingles */
        } else if (similarity->a.count == similarity->b.count &&
                   memcmp(similarity->a.values, similarity->b.values,
                          similarity->a.count * sizeof *similarity->a.values) == 0) {
            match.jaccard = 1;
            similar = true;
        } else if (set_similarity_count(similarity, &sqlite_allocator,
                                        index->options.minhash.shingle, &counts)) {
            match.jaccard = set_similarity_jaccard(&counts);
            similar = match.jaccard >= least;
            if (similar && keys)
                code = shares_key(index, utf8, length, keys, key_count, &similar);
        } else {
            code = index_core_failed(index);
        }
    }
    if (code == SQLITE_OK && similar && index->options.edit_similarity_least > 0)
        code = edit(index, &match, &similar);
    sqlite3_reset(row);
    if (code != SQLITE_OK || !similar)
        return code;
    if (!ARRAY_RESERVE(&sqlite_allocator, found->matches, found->capacity, found->count + 1))
        return SQLITE_NOMEM;
    found->matches[found->count++] = match;
    return SQLITE_OK;
}

int index_distance(struct live_index *index, const char *utf8, size_t length, int64_t id,
                   int64_t *distance) {
    struct matches found = {.matches = NULL};
    struct match match = {id, 0, -1};
    bool similar = false;
    int code = index_compare_with(index, utf8, length);
    if (code == SQLITE_OK)
        code = index_compare(index, id, 0, NULL, 0, &found); /* decodes the other text, too */
    if (code == SQLITE_OK && found.count > 0 && found.matches[0].edit_distance < 0)
        code = edit(index, &match, &similar);
    else if (found.count > 0)
        match.edit_distance = found.matches[0].edit_distance;
    *distance = match.edit_distance;
    sqlite3_free(found.matches);
    return code;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* The ids that were compared: a hash table, at most half full. */
struct seen {
    int64_t *ids;
    bool *taken;
    size_t mask;
};

static bool see(struct seen *seen, int64_t id) {
    size_t slot = (size_t)mix64((uint64_t)id) & seen->mask;
    for (; seen->taken[slot]; slot = (slot + 1) & seen->mask)
        if (seen->ids[slot] == id)
            return false;
    seen->taken[slot] = true;
    seen->ids[slot] = id;
    return true;
}

/*
 * Whether there may be postings of texts as they were. By such a posting a search could find a text
 * that is similar, but which it would not find by the text as it is.
 */
static bool has_stale(const struct live_index *index) {
    bool has = index->log_replaces;
    for (size_t i = 0; i < index->structure.count; i++)
        has |= index->structure.segments[i].clean < index->structure.last_dead;
    return has;
}

/* Whether a match comes before another: by id, or the most similar first and then by id. */
static bool precedes(const struct match *a, const struct match *b, bool by_jaccard) {
    return by_jaccard && a->jaccard != b->jaccard ? a->jaccard > b->jaccard : a->id < b->id;
}

void index_sort_matches(struct matches *found, bool by_jaccard) {
    struct match *matches = found->matches;
    for (size_t gap = found->count / 2; gap > 0; gap /= 2) /* Shell 1959 */
        for (size_t i = gap; i < found->count; i++) {
            struct match moving = matches[i];
            size_t at = i;
            for (; at >= gap && precedes(&moving, &matches[at - gap], by_jaccard); at -= gap)
                matches[at] = matches[at - gap];
            matches[at] = moving;
        }
}

/*
 * Whether no more matches are wanted. Once there are enough, the least similar of the best says how
 * similar others must be.
 */
static bool has_enough(struct matches *found, struct wanted *wanted) {
    if (found->count < wanted->most)
        return false;
    if (wanted->best && (found->count == wanted->most || found->count >= 2 * wanted->most)) {
        index_sort_matches(found, true);
        found->count = (size_t)wanted->most;
        wanted->least = found->matches[found->count - 1].jaccard;
    }
    return !wanted->best || (wanted->least == 1 && !wanted->first);
}

/* Compares what was gathered by these keys, each text once. */
static int compare_gathered(struct gathering *gathering, const struct bucket *buckets,
                            const uint64_t *keys, size_t count, struct wanted wanted,
                            struct matches *found) {
    struct live_index *index = gathering->index;
    const uint64_t *checked = has_stale(index) && !index->options.contentless ? keys : NULL;
    struct seen seen = {.mask = 63};
    while (seen.mask < 2 * gathering->count + 2)
        seen.mask = 2 * seen.mask + 1;
    seen.ids = sqlite3_malloc64((seen.mask + 1) * sizeof *seen.ids);
    seen.taken = allocator_zeroes(&sqlite_allocator, seen.mask + 1, sizeof *seen.taken);
    int code = seen.ids && seen.taken ? SQLITE_OK : SQLITE_NOMEM;
    uint32_t left = index->options.compared_most;
    uint64_t beyond = 0; /* what the largest bucket has besides */
    bool enough = wanted.most == 0;
    if (code == SQLITE_OK && wanted.except)
        see(&seen, *wanted.except);
    for (size_t k = 0; k < count && !enough && code == SQLITE_OK; k++) {
        uint64_t unknown = buckets[k].count - (buckets[k].end - buckets[k].begin);
        beyond = unknown > beyond ? unknown : beyond;
        for (size_t i = buckets[k].begin; i < buckets[k].end && !enough && code == SQLITE_OK; i++) {
            if (!see(&seen, gathering->ids[i]))
                continue;
            if (left == 0) {
                found->not_compared++;
                continue;
            }
            size_t before = found->count;
            left--;
            code = index_compare(index, gathering->ids[i], wanted.least, checked, count, found);
            if (code == SQLITE_OK && found->count > before)
                enough = has_enough(found, &wanted);
        }
    }
    found->not_compared += (int64_t)beyond;
    sqlite3_free(seen.ids);
    sqlite3_free(seen.taken);
    return code;
}

int index_search(struct live_index *index, const char *utf8, size_t length,
                 const struct wanted *wanted, struct matches *found) {
    uint64_t keys[minhash_bands_max];
    struct bucket buckets[minhash_bands_max];
    struct gathering gathering = {.index = index,
                                  .bucket_most = 4 * (size_t)index->options.compared_most};
    size_t count;
    found->count = 0;
    found->not_compared = 0;
    int code = index_refresh_structure(index);
    if (code == SQLITE_OK)
        code = index_refresh_log(index);
    if (code == SQLITE_OK)
        code = index_keys(index, utf8, length, keys, &count);
    if (code == SQLITE_OK)
        code = gather(&gathering, keys, count, buckets);
    if (code == SQLITE_OK && gathering.count > 0)
        code = index_compare_with(index, utf8, length);
    if (code == SQLITE_OK && gathering.count > 0)
        code = compare_gathered(&gathering, buckets, keys, count, *wanted, found);
    sqlite3_free(gathering.ids);
    if (code == SQLITE_OK)
        index_sort_matches(found, false);
    return code;
}
