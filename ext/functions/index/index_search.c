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
    int64_t *ids; /* of all buckets, `most` for each */
    size_t count, capacity;
    struct bucket *bucket; /* the one being filled: the last ids */
};

/* ---- The texts that a segment has for a key -------------------------------------------------- */

/* Memory for heads: or what a search reads for two keys, if that is more. */
enum { many_texts = 64, heads_size = 32 << 20, heads_most = 16384 };

/* Whether a posting of the segment is of a text that has been replaced or deleted since. */
static bool is_stale(const struct live_index *index, const struct segment *segment, int64_t id) {
    return index_is_replaced(index, id, -1) || index_is_dead(index, id, segment->clean);
}

/* Drops the ids that have gone out of date, if something has. */
static void drop_stale(const struct live_index *index, const struct segment *segment,
                       struct index_head *head) {
    size_t kept = 0;
    if (head->exact && head->version == index->structure.version &&
        head->log_clears == index->log_clears && head->log_replaced == index->replaced.count)
        return;
    for (size_t i = 0; i < head->kept; i++)
        if (!is_stale(index, segment, head->ids[i]))
            head->ids[kept++] = head->ids[i];
    head->skipped |= kept < head->kept;
    head->kept = kept;
}

/* Reads the run on until the head has `most` ids, or all. */
static void read_ids(struct live_index *index, const struct segment *segment,
                     struct index_head *head, bool exactly, size_t most) {
    struct posting_page page;
    size_t begin, end;
    sqlite3_stmt *row;
    uint32_t number = posting_page_of(head->key, segment->shape.pages);
    if (!index_read_page(index, segment, number, &page, &row))
        return;
    posting_page_find(&page, head->key, &begin, &end);
    head->count = end - begin;
    (void)INDEX_RESERVE(index, head->ids, head->capacity, most);
    for (; head->kept < most && head->next < head->count && index_ok(index); head->next++) {
        int64_t id = posting_page_id(&page, begin + (size_t)head->next);
        if (interruption_after(&index->interruption, 16))
            index_core_failed(index);
        else if (exactly && is_stale(index, segment, id))
            head->skipped = true;
        else
            head->ids[head->kept++] = id;
    }
    sqlite3_reset(row);
}

/*
 * Reads the `most` smallest ids of a run, and perhaps more; `exactly`: of texts that have been
 * neither replaced nor deleted since. They last until the next run is read. O(most), but O(count)
 * when a run is read for the first time.
 *
 * A run of few texts is read whenever it is asked for. Of one of many, such as those of a template,
 * the index remembers the first ids, and where the next ones are: so that neither a page of
 * megabytes is read again, nor the postings of texts that are there no more. What is remembered of
 * postings belongs to the stamp of their segment. That some are out of date belongs to the version
 * of the structure and to the copy of the log, which tell if that was rolled back.
 */
static const struct index_head *read_run(struct live_index *index, const struct segment *segment,
                                         uint64_t key, bool exactly, size_t most) {
    struct index_head *head = &index->head, *place = NULL;
    if (!index->heads) {
        size_t places = heads_size / (most * sizeof(int64_t)) + 2;
        index->head_count = places < heads_most ? places : heads_most;
        index->heads = allocator_zeroes(&sqlite_allocator, index->head_count, sizeof *index->heads);
    }
    if (index->heads)
        place = &index->heads[mix64(segment->stamp ^ key) % index->head_count];
    else
        index_no_memory(index);
    bool known = place && place->stamp == segment->stamp && place->key == key && place->count > 0 &&
                 (!place->skipped || (place->version == index->structure.version &&
                                      place->log_clears == index->log_clears));
    if (known) {
        head = place;
        if (exactly)
            drop_stale(index, segment, head);
    } else {
        head->key = key;
        head->count = head->next = head->kept = 0;
        head->skipped = false;
    }
    if (!known || (head->kept < most && head->next < head->count))
        read_ids(index, segment, head, exactly, most);
    head->stamp = index_ok(index) ? segment->stamp : 0;
    head->exact = exactly;
    head->version = index->structure.version;
    head->log_clears = index->log_clears;
    head->log_replaced = index->replaced.count;
    if (!index_ok(index) || known || head->count < many_texts)
        return head;
    assert(head == &index->head && place != head);
    struct index_head replaced = *place;
    *place = *head;
    *head = replaced;
    return place;
}

/* ---- Which texts share a key ----------------------------------------------------------------- */

/* Keeps so many ids in the bucket, which is the last. */
static void set_count(struct gathering *gathering, size_t count) {
    gathering->bucket->count = count < gathering->most ? count : gathering->most;
    gathering->count = gathering->bucket->begin + gathering->bucket->count;
}

/* Sorts ids; returns how many there are, each once. The newest come first, so they descend. */
static size_t sort_ids(int64_t *ids, size_t count) {
    size_t kept = 0;
    for (size_t gap = count / 2; gap > 0; gap /= 2) /* Shell 1959 */
        for (size_t i = gap; i < count; i++) {
            int64_t moving = ids[i];
            size_t at = i;
            for (; at >= gap && ids[at - gap] > moving; at -= gap)
                ids[at] = ids[at - gap];
            ids[at] = moving;
        }
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || ids[kept - 1] < ids[i])
            ids[kept++] = ids[i];
    return kept;
}

/* Begins the bucket with the ids that the log has. */
static void ask_log(struct gathering *gathering, uint64_t key) {
    struct live_index *index = gathering->index;
    size_t begin = gathering->bucket->begin, count = 0;
    for (uint32_t at = 0; (at = posting_map_find(&index->log, key, at)) != 0;) {
        int64_t id = index->log.postings[at - 1].id;
        gathering->bucket->postings++;
        if (gathering->exactly && index_is_replaced(index, id, at - 1))
            continue;
        if (!INDEX_RESERVE(index, gathering->ids, gathering->capacity, begin + count + 1))
            return;
        gathering->ids[begin + count++] = id;
    }
    if (count > 0)
        set_count(gathering, sort_ids(gathering->ids + begin, count));
}

/* Merges ids that ascend into the bucket, of which the smallest are kept. */
static void add_ids(struct gathering *gathering, const int64_t *more, size_t left) {
    size_t count = gathering->bucket->count, most = gathering->most, merged = 0;
    assert(count <= most && gathering->bucket->begin + count == gathering->count);
    if (left == 0 || !INDEX_RESERVE(gathering->index, gathering->ids, gathering->capacity,
                                    gathering->count + most))
        return;
    int64_t *ids = gathering->ids + gathering->bucket->begin, *out = ids + count;
    const int64_t *next = ids;
    for (; merged < most && (count > 0 || left > 0); merged++) {
        bool old = left == 0 || (count > 0 && *next <= *more);
        bool both = old && left > 0 && *next == *more;
        out[merged] = old ? *next++ : *more++;
        count -= old;
        left -= both || !old;
        more += both;
    }
    memmove(ids, out, merged * sizeof *ids);
    set_count(gathering, merged);
}

struct key_range index_keys_of(const struct live_index *index, const struct segment *segment) {
    const struct segment *into =
        segment->into ? index_structure_find(&index->structure, segment->into) : NULL;
    return (struct key_range){into ? posting_page_begin(into->merged, into->shape.pages) : 0,
                              posting_page_begin(segment->merged, segment->shape.pages)};
}

static void ask_segment(struct gathering *gathering, struct segment *segment, uint64_t key) {
    struct live_index *index = gathering->index;
    if (key < segment->keys.begin || key >= segment->keys.end)
        return;
    bool filters = segment_filters(segment, posting_page_of(key, segment->shape.pages));
    if (filters && !posting_filter_passes(&segment->filter, key))
        return;
    if (!filters)
        index_extend_filter(index, segment);
    if (!index_ok(index))
        return;
    size_t most = gathering->most;
    const struct index_head *head = read_run(index, segment, key, gathering->exactly, most);
    gathering->bucket->postings += head->count;
    add_ids(gathering, head->ids, head->kept < most ? head->kept : most);
}

/* Gathers the ids of all keys, a bucket each, rare ones first. */
static void gather(struct gathering *gathering, struct bucket *buckets) {
    struct index_structure *structure = &gathering->index->structure;
    const uint64_t *keys = gathering->index->keys;
    size_t count = gathering->index->key_count;
    gathering->count = 0;
    for (size_t i = 0; i < structure->count; i++) {
        struct segment *segment = &structure->segments[i];
        segment->keys = index_keys_of(gathering->index, segment);
        for (size_t k = 0; segment->filter.words && k < count; k++)
            posting_filter_prefetch(&segment->filter, keys[k]);
    }
    for (size_t k = 0; k < count && index_ok(gathering->index); k++) {
        struct bucket bucket = {.key = keys[k], .begin = gathering->count};
        gathering->bucket = &bucket;
        ask_log(gathering, keys[k]);
        for (size_t i = 0; i < structure->count && index_ok(gathering->index); i++)
            ask_segment(gathering, &structure->segments[i], keys[k]);
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
    size_t count = index->key_count = index_keys(index, utf8, length, index->keys);
    if (!index_ok(index))
        return;
    if (!index->options.contentless) {
        decode(index, &index->similarity.a, utf8, length, true);
        return;
    }
    assert(index->options.minhash.hashes <= index_sketch_max);
    for (uint32_t i = 0; count > 0 && i < index->options.minhash.hashes; i++)
        index->sketch[i] = (unsigned char)mix64(index->minhash.minima[i]);
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

/*
 * Measures the edit distance of the two texts, folded as they are. Returns whether they have so
 * much edit similarity; otherwise the distance is a bound.
 */
static bool edit(struct live_index *index, double least, struct match *match) {
    struct edit_distance_workspace *workspace = &index->edit;
    size_t a = index->similarity.a.count, b = index->similarity.b.count;
    size_t longer = a > b ? a : b, bound = longer, distance;
    while (bound > 0 && 1 - (double)bound / (double)longer < least) {
        size_t fewer = (size_t)((1 - least) * (double)longer) + 1;
        bound = fewer < bound ? fewer : bound - 1;
    }
    workspace->a = index->similarity.a; /* lent */
    workspace->b = index->similarity.b;
    bool measured =
        edit_distance(workspace, &sqlite_allocator, bound, &distance) == edit_distance_ok;
    workspace->a = workspace->b = (struct code_points){.values = NULL};
    if (!measured)
        return index_core_failed(index);
    match->edit_distance = (int64_t)distance;
    assert(distance <= bound + 1);
    return distance <= bound;
}

/* Whether a text has a key of the one that is compared. */
static bool has_shared_key(struct live_index *index, const char *utf8, size_t length) {
    uint64_t own[minhash_bands_max];
    size_t count = index_keys(index, utf8, length, own);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < index->key_count; k++)
            if (own[i] == index->keys[k])
                return true;
    return false;
}

/* Whether a text is similar to the one that is compared, and shares a key if it must. */
static bool is_similar(struct live_index *index, const char *utf8, size_t length, double least,
                       bool shares_key, double *jaccard) {
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
    return *jaccard >= least && (!shares_key || has_shared_key(index, utf8, length));
}

void index_compare(struct live_index *index, int64_t id, const struct wanted *wanted,
                   bool shares_key, struct matches *found) {
    const struct index_options *options = &index->options;
    bool contradicting = wanted->contradicting && index_finds_contradictions(options);
    double least = contradicting ? options->contradiction_least : wanted->least;
    sqlite3_stmt *row = index_bind(index, statement_get_text, 1, &id);
    struct match match = {.id = id, .edit_distance = -1};
    bool similar = false;
    if (!index_next(index, row))
        return;
    if (options->contentless) {
        const unsigned char *sketch = sqlite3_column_blob(row, 0);
        if (sketch && index->key_count > 0) {
            match.jaccard = estimate(index, sketch, (size_t)sqlite3_column_bytes(row, 0));
            similar = match.jaccard >= least;
        } else if (!sketch && sqlite3_column_type(row, 0) != SQLITE_NULL) {
            index_no_memory(index);
        }
    } else {
        struct argument_bytes text = index_row_text(index, row, 0, &index->other);
        similar = text.bytes &&
                  is_similar(index, text.bytes, text.length, least, shares_key, &match.jaccard);
    }
    double edited = options->edit_similarity_least;
    bool misses = contradicting && match.jaccard < options->jaccard_least;
    if (index_ok(index) && similar && !misses && edited > 0 && !edit(index, edited, &match)) {
        misses = contradicting;
        similar = contradicting;
        match.edit_distance = -1;
    }
    similar = similar && (misses || match.jaccard >= wanted->least);
    sqlite3_reset(row);
    struct matches *to = misses ? &index->misses : found;
    if (index_ok(index) && similar)
        (void)INDEX_APPEND(index, to->matches, to->count, to->capacity, match);
}

int64_t index_distance(struct live_index *index, const char *utf8, size_t length, int64_t id) {
    struct match match = {.edit_distance = -1};
    assert(!index->options.contentless);
    decode(index, &index->similarity.a, utf8, length, false);
    sqlite3_stmt *row = index_bind(index, statement_get_text, 1, &id);
    if (!index_next(index, row))
        return -1;
    struct argument_bytes text = index_row_text(index, row, 0, &index->other);
    if (text.bytes)
        decode(index, &index->similarity.b, text.bytes, text.length, false);
    if (text.bytes && index_ok(index))
        edit(index, 0, &match);
    sqlite3_reset(row);
    return match.edit_distance;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* Begins the set of texts that were looked at, for those that were gathered. */
static void begin_seen(const struct gathering *gathering, struct id_set *seen,
                       const int64_t *except) {
    uint64_t key;
    sqlite3_randomness(sizeof key, &key);
    if (!id_set_begin(seen, &sqlite_allocator, key, gathering->count + 1))
        index_no_memory(gathering->index);
    else if (except)
        id_set_add(seen, *except);
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

/* Whether more texts were gathered than are compared, each counted once. */
static bool are_too_many(const struct gathering *gathering, const int64_t *except) {
    struct id_set seen = {.slots = NULL};
    size_t count = 0;
    begin_seen(gathering, &seen, except);
    for (size_t i = 0; i < gathering->count && index_ok(gathering->index); i++)
        count += id_set_add(&seen, gathering->ids[i]);
    id_set_free(&seen);
    return count > gathering->index->options.compared_most;
}

/* Compares what was gathered, each text once. */
static void compare_gathered(struct gathering *gathering, const struct bucket *buckets,
                             bool shares_key, struct wanted wanted, struct matches *found) {
    struct live_index *index = gathering->index;
    struct id_set seen = {.slots = NULL};
    uint32_t left = index->options.compared_most;
    uint64_t largest = 0; /* texts of a bucket, at least */
    uint64_t stale = gathering->exactly ? index->dead.count + index->replaced.count : 0;
    bool enough = wanted.most == 0;
    found->left_out_equal = index->key_count > 0 && buckets[0].count > left;
    begin_seen(gathering, &seen, wanted.except);
    for (size_t k = 0; k < index->key_count && !enough && index_ok(index); k++) {
        if (buckets[k].postings > stale + largest)
            largest = buckets[k].postings - stale;
        for (size_t i = 0; i < buckets[k].count && !enough && index_ok(index); i++) {
            int64_t id = gathering->ids[buckets[k].begin + i];
            if (!id_set_add(&seen, id))
                continue;
            if (left == 0) {
                found->not_compared++;
                continue;
            }
            size_t before = found->count;
            left--;
            index_compare(index, id, &wanted, shares_key, found);
            if (found->count > before)
                enough = has_enough(found, &wanted);
        }
    }
    uint64_t known = (uint64_t)index->options.compared_most + (wanted.except != NULL);
    if (left == 0 && !enough && largest > known + (uint64_t)found->not_compared)
        found->not_compared = (int64_t)(largest - known);
    id_set_free(&seen);
}

/*
 * There may be postings of texts as they were. By such a posting a search could find a text that is
 * similar, but which it would not find by the text as it is. If texts have to be left out, these
 * must not take the place of others. If not, they are looked at together with the rest, and nothing
 * has to be known of them before.
 */
static void gather_and_compare(struct gathering *gathering, const struct wanted *wanted,
                               struct matches *found) {
    struct live_index *index = gathering->index;
    struct bucket buckets[minhash_bands_max];
    bool stale = index->replaced.count > 0;
    for (size_t i = 0; i < index->structure.count; i++)
        stale |= index->structure.segments[i].clean < index->structure.last_dead;
    gathering->exactly = stale && index->dead_version == index->structure.version;
    gather(gathering, buckets);
    if (stale && !gathering->exactly && are_too_many(gathering, wanted->except)) {
        gathering->exactly = true;
        index_refresh_dead(index);
        gather(gathering, buckets);
    }
    bool shares_key = stale && !gathering->exactly && !index->options.contentless;
    if (index_ok(index))
        compare_gathered(gathering, buckets, shares_key, *wanted, found);
}

void index_search(struct live_index *index, const struct wanted *wanted, struct matches *found) {
    struct gathering gathering = {.index = index, .most = (size_t)index->options.compared_most + 2};
    found->count = index->misses.count = 0;
    found->not_compared = 0;
    if (!wanted->is_current) {
        index_refresh_structure(index);
        index_refresh_log(index);
    }
    if (index_ok(index))
        gather_and_compare(&gathering, wanted, found);
    sqlite3_free(gathering.ids);
    if (index_ok(index))
        index_sort_matches(found, false);
}

void index_search_one(struct live_index *index, int64_t id, const struct wanted *wanted,
                      struct matches *found) {
    found->count = index->misses.count = 0;
    found->not_compared = 0;
    index_compare(index, id, wanted, false, found);
}
