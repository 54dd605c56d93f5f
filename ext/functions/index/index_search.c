/*
 * index_search.c - which texts are like a text; see live_index.h.
 *
 * A search asks the log and each segment for the texts that have one of its keys, and compares them
 * as they are now, compared_most at most.
 *
 *   (1) If more texts share a key, those of rare keys come first, since a key that many texts have,
 *       such as one of a template, says little: keys in the order of how many texts have them, more
 *       than compared_most counting as equally many, and then of their values; and the texts of a
 *       key in the order of their ids.
 *   (2) So which texts are compared depends on the texts there are: not on the order in which they
 *       came, on what was there before, or on the segments that have their postings.
 *   (3) Of each key, compared_most + 2 texts are read in each segment, and what is out of date
 *       among them: whichever keys come first, these are enough.
 */
#include "live_index.h"

#include <assert.h>
#include <string.h>

/* The texts with one key. */
struct bucket {
    uint64_t key;
    size_t begin, count; /* of the ids that were kept, in their order */
    uint64_t postings;   /* of all */
};

struct gathering {
    struct live_index *index;
    bool exactly; /* postings that are out of date are left out */
    size_t most;  /* ids of a bucket that are kept */
    int64_t *ids; /* of all buckets */
    size_t count, capacity;
    struct bucket *bucket; /* the one being filled: the last ids */
    int64_t *source;       /* ids from the log */
    size_t source_count, source_capacity;
    int64_t *merged;
    size_t merged_capacity;
};

/* ---- Which texts share a key ----------------------------------------------------------------- */

/* Adds ids, which ascend, to the bucket; the smallest are kept. */
static void add_ids(struct gathering *gathering, const int64_t *b, size_t b_left) {
    struct bucket *bucket = gathering->bucket;
    const int64_t *a = gathering->ids + bucket->begin;
    assert(bucket->begin + bucket->count == gathering->count); /* it is the last */
    assert(bucket->count <= gathering->most);
    size_t a_left = bucket->count, count = 0;
    if (!index_ok(gathering->index) || b_left == 0 ||
        (a_left == gathering->most && a[a_left - 1] <= *b))
        return;
    if (!ARRAY_RESERVE(&sqlite_allocator, gathering->merged, gathering->merged_capacity,
                       a_left + b_left)) {
        index_no_memory(gathering->index);
        return;
    }
    while (a_left + b_left > 0 && count < gathering->most) {
        bool from_a = b_left == 0 || (a_left > 0 && *a <= *b);
        int64_t id = from_a ? *a++ : *b++;
        a_left -= from_a;
        b_left -= !from_a;
        if (count == 0 || gathering->merged[count - 1] < id)
            gathering->merged[count++] = id;
    }
    if (!ARRAY_RESERVE(&sqlite_allocator, gathering->ids, gathering->capacity,
                       bucket->begin + count)) {
        index_no_memory(gathering->index);
        return;
    }
    memcpy(gathering->ids + bucket->begin, gathering->merged, count * sizeof *gathering->ids);
    bucket->count = count;
    gathering->count = bucket->begin + count;
}

static void sort_ids(int64_t *ids, size_t count) {
    for (size_t gap = count / 2; gap > 0; gap /= 2) /* Shell 1959 */
        for (size_t i = gap; i < count; i++) {
            int64_t moving = ids[i];
            size_t at = i;
            for (; at >= gap && ids[at - gap] > moving; at -= gap)
                ids[at] = ids[at - gap];
            ids[at] = moving;
        }
}

/* The log gives its last rows first; so usually the ids descend. */
static void ask_log(struct gathering *gathering, uint64_t key) {
    const struct posting_map *log = &gathering->index->log;
    gathering->source_count = 0;
    for (uint32_t at = 0; (at = posting_map_find(log, key, at)) != 0;) {
        int64_t id = log->postings[at - 1].id;
        gathering->bucket->postings++;
        if (gathering->exactly && index_is_replaced(gathering->index, id, at - 1))
            continue;
        if (!ARRAY_APPEND(&sqlite_allocator, gathering->source, gathering->source_count,
                          gathering->source_capacity, id)) {
            index_no_memory(gathering->index);
            return;
        }
    }
    bool ascends = true;
    for (size_t i = 0, j = gathering->source_count; i + 1 < j; i++) {
        int64_t first = gathering->source[i];
        gathering->source[i] = gathering->source[--j];
        gathering->source[j] = first;
    }
    for (size_t i = 1; i < gathering->source_count; i++)
        ascends &= gathering->source[i - 1] <= gathering->source[i];
    if (!ascends)
        sort_ids(gathering->source, gathering->source_count);
    add_ids(gathering, gathering->source, gathering->source_count);
}

bool index_has_pages_of(const struct live_index *index, const struct segment *segment,
                        uint64_t key) {
    if (posting_page_of(key, segment->shape.pages) >= segment->merged)
        return false;
    const struct segment *into =
        segment->into ? index_structure_find(&index->structure, segment->into) : NULL;
    return !into || posting_page_of(key, into->shape.pages) >= into->merged;
}

static void ask_segment(struct gathering *gathering, struct segment *segment, uint64_t key) {
    struct live_index *index = gathering->index;
    uint32_t number = posting_page_of(key, segment->shape.pages);
    bool filters = segment_filters(segment, number);
    if (!index_has_pages_of(index, segment, key) ||
        (filters && !posting_filter_passes(&segment->filter, key)))
        return;
    if (!filters)
        index_extend_filter(index, segment);
    if (!index_ok(index))
        return;
    struct index_run run = index_read_run(index, segment, key, gathering->exactly, gathering->most);
    gathering->bucket->postings += run.count;
    add_ids(gathering, run.ids, run.kept);
}

/* Gathers the ids of `count` keys, a bucket each, rare ones first. */
static void gather(struct gathering *gathering, const uint64_t *keys, size_t count,
                   struct bucket *buckets) {
    struct index_structure *structure = &gathering->index->structure;
    gathering->count = 0;
    for (size_t i = 0; i < structure->count; i++)
        for (size_t k = 0; structure->segments[i].filter.words && k < count; k++)
            posting_filter_prefetch(&structure->segments[i].filter, keys[k]);
    for (size_t k = 0; k < count && index_ok(gathering->index); k++) {
        struct bucket bucket = {.key = keys[k], .begin = gathering->count};
        gathering->bucket = &bucket;
        for (size_t i = 0; i < structure->count; i++)
            ask_segment(gathering, &structure->segments[i], keys[k]);
        ask_log(gathering, keys[k]);
        gathering->bucket = NULL;
        size_t place = k; /* small buckets first; see (1) */
        for (; place > 0; place--) {
            const struct bucket *before = &buckets[place - 1];
            if (bucket.count != before->count ? bucket.count > before->count
                                              : bucket.key >= before->key)
                break;
            buckets[place] = *before;
        }
        buckets[place] = bucket;
    }
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Decodes a text, folded as the index has it; perhaps it was folded last. */
static void decode(struct live_index *index, struct code_points *points, const char *utf8,
                   size_t length, bool folded) {
    if (index->options.fold && !folded &&
        !folding_fold(&index->folding, &sqlite_allocator, index->options.fold, utf8, length)) {
        index_core_failed(index);
        return;
    }
    if (index->options.fold) {
        utf8 = index->folding.utf8;
        length = index->folding.length;
    }
    if (!code_points_decode(points, &sqlite_allocator, utf8, length))
        index_no_memory(index);
}

void index_compare_with(struct live_index *index, const char *utf8, size_t length) {
    uint64_t keys[minhash_bands_max];
    if (!index->options.contentless)
        decode(index, &index->similarity.a, utf8, length, false);
    else
        index_compare_with_keyed(index, utf8, length, index_keys(index, utf8, length, keys));
}

void index_compare_with_keyed(struct live_index *index, const char *utf8, size_t length,
                              size_t key_count) {
    struct code_points *points = &index->similarity.a;
    if (!index_ok(index))
        return;
    if (!index->options.contentless) {
        decode(index, points, utf8, length, true);
        return;
    }
    points->count = key_count;
    if (key_count > 0)
        index_make_sketch(index);
}

/* The similarity of the text of the sketch to the one that this is the sketch of, estimated. */
static double estimate(struct live_index *index, const unsigned char *sketch, size_t size) {
    size_t hashes = index->options.minhash.hashes, same = 0;
    if (size != hashes) {
        index_corrupt(index, "a sketch of length", (int64_t)size);
        return 0;
    }
    for (size_t i = 0; i < hashes; i++)
        same += sketch[i] == index->sketch[i];
    double share = (double)same / (double)hashes;
    return share > 1.0 / 256 ? (share - 1.0 / 256) / (1 - 1.0 / 256) : 0;
}

static bool copy_points(struct code_points *to, const struct code_points *from) {
    if (!ARRAY_RESERVE(&sqlite_allocator, to->values, to->capacity,
                       from->count + code_points_slack))
        return false;
    memcpy(to->values, from->values, from->count * sizeof *to->values);
    to->count = from->count;
    return true;
}

/* Measures the edit distance of the two texts, folded as they are. Returns whether it suffices. */
static bool edit(struct live_index *index, struct match *match) {
    struct edit_distance_workspace *workspace = &index->edit;
    size_t a = index->similarity.a.count, b = index->similarity.b.count;
    size_t longer = a > b ? a : b, bound = longer, distance;
    if (!copy_points(&workspace->a, &index->similarity.a) ||
        !copy_points(&workspace->b, &index->similarity.b))
        return index_no_memory(index);
    double least = index->options.edit_similarity_least;
    while (bound > 0 && 1 - (double)bound / (double)longer < least) {
        size_t fewer = (size_t)((1 - least) * (double)longer) + 1;
        bound = fewer < bound ? fewer : bound - 1;
    }
    if (edit_distance(workspace, &sqlite_allocator, bound, &distance) != edit_distance_ok)
        return index_core_failed(index);
    match->edit_distance = (int64_t)distance;
    assert(distance <= bound + 1);
    return distance <= bound;
}

/* Whether a text has one of these keys. */
static bool shares_key(struct live_index *index, const char *utf8, size_t length,
                       const uint64_t *keys, size_t key_count) {
    uint64_t own[minhash_bands_max];
    size_t count = index_keys(index, utf8, length, own);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < key_count; k++)
            if (own[i] == keys[k])
                return true;
    return false;
}

/* Whether a text is similar to the one to be compared with, and has one of `keys`, if not NULL. */
static bool is_similar(struct live_index *index, const char *utf8, size_t length, double least,
                       const uint64_t *keys, size_t key_count, double *jaccard) {
    struct set_similarity_workspace *similarity = &index->similarity;
    struct set_counts counts;
    decode(index, &similarity->b, utf8, length, false);
    if (!index_ok(index) || similarity->a.count == 0 || similarity->b.count == 0)
        return false; /* no shingles */
    *jaccard = 1;
    if (similarity->a.count == similarity->b.count &&
        memcmp(similarity->a.values, similarity->b.values,
               similarity->a.count * sizeof *similarity->a.values) == 0)
        return true;
    if (!set_similarity_count(similarity, &sqlite_allocator, index->options.minhash.shingle,
                              &counts))
        return index_core_failed(index);
    *jaccard = set_similarity_jaccard(&counts);
    return *jaccard >= least && (!keys || shares_key(index, utf8, length, keys, key_count));
}

void index_compare(struct live_index *index, int64_t id, double least, const uint64_t *keys,
                   size_t key_count, struct matches *found) {
    sqlite3_stmt *row = index_bind(index, statement_get_text, 1, &id);
    struct match match = {id, 0, -1};
    bool similar = false;
    if (!index_next(index, row))
        return;
    if (index->options.contentless) {
        const unsigned char *sketch = sqlite3_column_blob(row, 0);
        if (sketch && index->similarity.a.count > 0) {
            match.jaccard = estimate(index, sketch, (size_t)sqlite3_column_bytes(row, 0));
            similar = match.jaccard >= least;
        } else if (!sketch && sqlite3_column_type(row, 0) != SQLITE_NULL) {
            index_no_memory(index);
        }
    } else {
        const char *utf8 = index_column_text(index, row, 0);
        similar = utf8 && is_similar(index, utf8, (size_t)sqlite3_column_bytes(row, 0), least, keys,
                                     key_count, &match.jaccard);
    }
    if (index_ok(index) && similar && index->options.edit_similarity_least > 0)
        similar = edit(index, &match);
    sqlite3_reset(row);
    if (index_ok(index) && similar &&
        !ARRAY_APPEND(&sqlite_allocator, found->matches, found->count, found->capacity, match))
        index_no_memory(index);
}

int64_t index_distance(struct live_index *index, const char *utf8, size_t length, int64_t id) {
    struct matches found = {.matches = NULL};
    struct match match = {id, 0, -1};
    index_compare_with(index, utf8, length);
    index_compare(index, id, 0, NULL, 0, &found); /* decodes the other text, too */
    if (found.count > 0)
        match = found.matches[0];
    if (index_ok(index) && found.count > 0 && match.edit_distance < 0)
        edit(index, &match);
    sqlite3_free(found.matches);
    return match.edit_distance;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* The ids that were compared: a hash table, at most half full. */
struct seen {
    int64_t *ids;
    bool *taken;
    size_t mask;
};

static bool see(struct seen *seen, int64_t id) {
    assert((seen->mask & (seen->mask + 1)) == 0);
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
    bool has = index->replaced.count > 0;
    for (size_t i = 0; i < index->structure.count; i++)
        has |= index->structure.segments[i].clean < index->structure.last_dead;
    return has;
}

void index_sort_matches(struct matches *found, bool by_jaccard) {
    struct match *matches = found->matches;
    for (size_t gap = found->count / 2; gap > 0; gap /= 2) /* Shell 1959 */
        for (size_t i = gap; i < found->count; i++) {
            struct match moving = matches[i];
            size_t at = i;
            for (; at >= gap; at -= gap) {
                const struct match *before = &matches[at - gap];
                bool by_id = !by_jaccard || moving.jaccard == before->jaccard;
                if (by_id ? moving.id >= before->id : moving.jaccard <= before->jaccard)
                    break;
                matches[at] = *before;
            }
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

/* How many texts were gathered, each once; more than compared_most count as so many. */
static size_t different_texts(const struct gathering *gathering, struct seen *seen) {
    size_t count = 0;
    for (size_t i = 0; i < gathering->count && count <= gathering->index->options.compared_most;
         i++)
        count += see(seen, gathering->ids[i]);
    return count;
}

/* Makes `seen` empty, but for the text that is not wanted. False if memory runs out. */
static bool clear_seen(struct seen *seen, size_t count, const struct wanted *wanted) {
    size_t slots = 64;
    while (slots < 2 * count + 4)
        slots *= 2;
    if (slots - 1 > seen->mask || !seen->ids) {
        sqlite3_free(seen->ids);
        sqlite3_free(seen->taken);
        seen->ids = sqlite3_malloc64(slots * sizeof *seen->ids);
        seen->taken = sqlite3_malloc64(slots * sizeof *seen->taken);
        seen->mask = slots - 1;
    }
    if (!seen->ids || !seen->taken)
        return false;
    memset(seen->taken, 0, (seen->mask + 1) * sizeof *seen->taken);
    if (wanted->except)
        see(seen, *wanted->except);
    return true;
}

/* Compares what was gathered, each text once. */
static void compare_gathered(struct gathering *gathering, const struct bucket *buckets,
                             const uint64_t *checked, size_t count, struct wanted wanted,
                             struct seen *seen, struct matches *found) {
    struct live_index *index = gathering->index;
    uint32_t left = index->options.compared_most;
    uint64_t largest = 0; /* texts of a bucket, at least */
    uint64_t stale = gathering->exactly ? index->dead.count + index->replaced.count : 0;
    bool enough = wanted.most == 0;
    for (size_t k = 0; k < count && !enough && index_ok(index); k++) {
        if (buckets[k].postings > stale + largest)
            largest = buckets[k].postings - stale;
        for (size_t i = 0; i < buckets[k].count && !enough && index_ok(index); i++) {
            int64_t id = gathering->ids[buckets[k].begin + i];
            if (!see(seen, id))
                continue;
            if (left == 0) {
                found->not_compared++;
                continue;
            }
            size_t before = found->count;
            left--;
            index_compare(index, id, wanted.least, checked, count, found);
            if (found->count > before)
                enough = has_enough(found, &wanted);
        }
    }
    uint64_t known = (uint64_t)index->options.compared_most + (wanted.except != NULL);
    if (left == 0 && !enough && largest > known + (uint64_t)found->not_compared)
        found->not_compared = (int64_t)(largest - known);
}

/*
 * If texts have to be left out, postings that are out of date must not take the place of others. If
 * not, they are looked at together with the rest, and nothing has to be known of them before.
 */
static void gather_and_compare(struct gathering *gathering, const uint64_t *keys, size_t count,
                               const struct wanted *wanted, struct seen *seen,
                               struct matches *found) {
    struct live_index *index = gathering->index;
    struct bucket buckets[minhash_bands_max];
    bool stale = has_stale(index), cleared = true;
    gathering->exactly = stale && index->dead_version == index->structure.version;
    gather(gathering, keys, count, buckets);
    if (!index_ok(index) || gathering->count == 0)
        return;
    if (stale && !gathering->exactly && (cleared = clear_seen(seen, gathering->count, wanted)) &&
        different_texts(gathering, seen) > index->options.compared_most) {
        gathering->exactly = true;
        index_refresh_dead(index);
        gather(gathering, keys, count, buckets);
    }
    bool check = stale && !gathering->exactly && !index->options.contentless;
    if (cleared && clear_seen(seen, gathering->count, wanted))
        compare_gathered(gathering, buckets, check ? keys : NULL, count, *wanted, seen, found);
    else
        index_no_memory(index);
}

void index_search_keyed(struct live_index *index, const uint64_t *keys, size_t count,
                        const struct wanted *wanted, struct matches *found) {
    struct gathering gathering = {.index = index, .most = (size_t)index->options.compared_most + 2};
    struct seen seen = {.ids = NULL};
    found->count = 0;
    found->not_compared = 0;
    index_refresh_structure(index);
    index_refresh_log(index);
    if (index_ok(index))
        gather_and_compare(&gathering, keys, count, wanted, &seen, found);
    RELEASE(&sqlite_allocator, gathering.ids, gathering.source, gathering.merged, seen.ids,
            seen.taken);
    if (index_ok(index))
        index_sort_matches(found, false);
}

void index_search(struct live_index *index, const char *utf8, size_t length,
                  const struct wanted *wanted, struct matches *found) {
    uint64_t keys[minhash_bands_max];
    size_t count = index_keys(index, utf8, length, keys);
    index_compare_with_keyed(index, utf8, length, count);
    index_search_keyed(index, keys, count, wanted, found);
}
