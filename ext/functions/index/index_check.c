/*
 * index_check.c - whether an index is as it should be: its structure by itself, and what it has of
 * the texts; see live_index.h.
 *
 * Each page is read a few times, whatever is on it: the postings that texts should have are sorted,
 * 2,097,152 at a time or, if there are more than 64 times as many, a 64th of them, and each
 * segment is then read along with them. They take 32 bytes each, thus 64 MB, or 13 bytes a text of
 * 25 bands. Clusters take the memory of union_find(), 45 bytes for each text that is in one.
 */
#include "live_index.h"

#include <string.h>

/* Every page can be read, and a whole segment has as many postings as it says. */
static void check_segment(struct live_index *index, const struct segment *segment) {
    uint64_t total = 0;
    for (uint32_t number = 0; number < segment->merged && index_ok(index); number++) {
        total +=
            index_read_postings(index, segment, number, &index->postings, &index->posting_capacity);
        if (interruption_after(&index->interruption, 1000))
            index_core_failed(index);
    }
    if (segment->into == 0 && total != segment->count)
        index_corrupt(index, "the number of postings in segment", segment->id);
}

/* No blocks are left of other segments. */
static void check_blocks(struct live_index *index) {
    sqlite3_stmt *row = index_prepare(index, "SELECT DISTINCT id >> 32 FROM @data WHERE id <> 0");
    while (index_next(index, row)) {
        int64_t id = sqlite3_column_int64(row, 0);
        if (id <= 0 || id > UINT32_MAX || !index_structure_find(&index->structure, (uint32_t)id))
            index_corrupt(index, "blocks are left of segment", id);
    }
    sqlite3_finalize(row);
}

/* ---- Postings -------------------------------------------------------------------------------- */

/* Postings that are expected, in index->postings, and not found so far. */
struct expected {
    size_t count, most;
};

/* Drops those that are among others, which are sorted, too. */
static void drop_found(struct posting *expected, size_t *count, const struct posting *others,
                       size_t other_count) {
    size_t kept = 0;
    for (size_t i = 0, at = 0; i < *count; i++) {
        while (at < other_count && posting_precedes(&others[at], &expected[i]))
            at++;
        if (at == other_count || posting_precedes(&expected[i], &others[at]))
            expected[kept++] = expected[i];
    }
    *count = kept;
}

static void look_into_log(struct live_index *index, struct expected *expected) {
    size_t count = index->log.count;
    struct posting *postings = sqlite3_malloc64((2 * count + 1) * sizeof *postings);
    if (!postings) {
        index_no_memory(index);
        return;
    }
    if (count > 0) {
        memcpy(postings, index->log.postings, count * sizeof *postings);
        postings_sort(postings, postings + count, count, 0, POSTING_KEY_MAX + 1);
    }
    drop_found(index->postings, &expected->count, postings, count);
    sqlite3_free(postings);
}

/* Where the expected postings are in a segment: a page, and of its postings those of a key. */
struct place {
    struct posting_page page;
    sqlite3_stmt *row;
    uint32_t number;
    bool read, found;
    uint64_t key;
    size_t at, end;
};

/* Goes on to the postings of a key, which is not smaller than the one before. */
static void go_to_key(struct live_index *index, const struct segment *segment, uint64_t key,
                      struct place *place) {
    uint32_t number = posting_page_of(key, segment->shape.pages);
    if (place->read && place->key == key)
        return;
    if (!place->read || place->number != number) {
        sqlite3_reset(place->row);
        place->number = number;
        place->found = index_read_page(index, segment, number, &place->page, &place->row);
    }
    place->read = true;
    place->key = key;
    place->at = place->end = 0;
    if (place->found)
        posting_page_find(&place->page, key, &place->at, &place->end);
}

static void look_into_segment(struct live_index *index, const struct segment *segment,
                              struct expected *expected) {
    struct place place = {.row = NULL};
    size_t kept = 0;
    for (size_t i = 0; i < expected->count && index_ok(index); i++) {
        const struct posting posting = index->postings[i];
        bool found = false;
        if (index_has_pages_of(index, segment, posting.key)) {
            go_to_key(index, segment, posting.key, &place);
            while (place.at < place.end && posting_page_id(&place.page, place.at) < posting.id)
                place.at++;
            found = place.at < place.end && posting_page_id(&place.page, place.at) == posting.id;
        }
        if (!found)
            index->postings[kept++] = posting;
        if (interruption_after(&index->interruption, 16))
            index_core_failed(index);
    }
    sqlite3_reset(place.row);
    expected->count = kept;
}

/* Each of the expected postings is in the log or in a segment. */
static void find_expected(struct live_index *index, struct expected *expected) {
    if (expected->count == 0 || !index_ok(index))
        return;
    if (!ARRAY_RESERVE(&sqlite_allocator, index->scratch, index->scratch_capacity,
                       expected->count + 1)) {
        index_no_memory(index);
        return;
    }
    postings_sort(index->postings, index->scratch, expected->count, 0, POSTING_KEY_MAX + 1);
    look_into_log(index, expected);
    for (size_t i = 0; i < index->structure.count; i++)
        look_into_segment(index, &index->structure.segments[i], expected);
    int64_t id = INT64_MAX;
    for (size_t i = 0; i < expected->count; i++)
        if (index->postings[i].id < id)
            id = index->postings[i].id;
    if (expected->count > 0)
        index_fail(index, SQLITE_CORRUPT_VTAB,
                   "the index does not have text %lld as it is. Perhaps a trigger is "
                   "missing; 'rebuild' makes the index again",
                   (long long)id);
}

/* Every key of a text has a posting. */
static void check_texts(struct live_index *index) {
    enum { part_least = 1 << 21, parts_most = 64 };
    struct expected expected = {.most = part_least};
    uint64_t keys[minhash_bands_max], postings = 0;
    for (size_t i = 0; i < index->structure.count; i++)
        postings += index->structure.segments[i].count;
    if (postings / parts_most > expected.most)
        expected.most = (size_t)(postings / parts_most);
    sqlite3_stmt *row = index_prepare(index, "SELECT c.@rowid, c.@text FROM @content AS c");
    while (index_next(index, row)) {
        size_t count = index_column_keys(index, row, 1, keys);
        if (!ARRAY_RESERVE(&sqlite_allocator, index->postings, index->posting_capacity,
                           expected.count + count)) {
            index_no_memory(index);
            break;
        }
        for (size_t k = 0; k < count; k++)
            index->postings[expected.count++] =
                (struct posting){keys[k], sqlite3_column_int64(row, 0)};
        if (expected.count >= expected.most)
            find_expected(index, &expected);
    }
    sqlite3_finalize(row);
    find_expected(index, &expected);
}

/* ---- Pairs and clusters ---------------------------------------------------------------------- */

/* Makes the text `id`, if it is there, the one to be compared with. Returns how many keys it has.
 */
static size_t compare_with(struct live_index *index, int64_t id, uint64_t keys[minhash_bands_max]) {
    sqlite3_stmt *row = index_bind(index, statement_get_text, 1, &id);
    if (!index_next(index, row))
        return 0;
    size_t count = 0;
    const char *text = index_column_text(index, row, 0);
    if (text) {
        size_t length = (size_t)sqlite3_column_bytes(row, 0);
        count = index_keys(index, text, length, keys);
        index_compare_with_keyed(index, text, length, count);
    }
    sqlite3_reset(row);
    return count;
}

/* Each pair is one of two texts that share a key and are as similar as it says. */
static void check_pairs(struct live_index *index) {
    uint64_t keys[minhash_bands_max];
    size_t count = 0;
    struct matches found = {.matches = NULL};
    int64_t compared = 0;
    bool first = true;
    sqlite3_stmt *row = index_prepare(
        index, "SELECT a, b, jaccard, ifnull(edit_distance, -1) FROM @pairs ORDER BY a, b");
    while (index_next(index, row)) {
        int64_t a = sqlite3_column_int64(row, 0), b = sqlite3_column_int64(row, 1);
        if (first || a != compared)
            count = compare_with(index, a, keys);
        first = false;
        compared = a;
        found.count = 0;
        if (a < b && count > 0)
            index_compare(index, b, index->options.jaccard_least, keys, count, &found);
        if (found.count == 0 || found.matches[0].jaccard != sqlite3_column_double(row, 2) ||
            found.matches[0].edit_distance != sqlite3_column_int64(row, 3))
            index_corrupt(index, "the pairs of text", a);
    }
    sqlite3_finalize(row);
    sqlite3_free(found.matches);
}

/* No query for texts whose cluster is not what it should be gives one. */
static void find_none(struct live_index *index, const char *sql) {
    sqlite3_stmt *row = index_prepare(index, sql);
    if (index_next(index, row))
        index_corrupt(index, "the cluster of text", sqlite3_column_int64(row, 0));
    sqlite3_finalize(row);
}

void index_check(struct live_index *index) {
    bool texts = !index->options.contentless;
    index_find_content(index);
    index_refresh_structure(index);
    index_refresh_log(index);
    for (size_t i = 0; i < index->structure.count; i++)
        check_segment(index, &index->structure.segments[i]);
    check_blocks(index);
    if (texts)
        check_texts(index);
    if (texts && index->options.pairs)
        check_pairs(index);
    if (index->options.clusters) /* they are the components of the pairs */
        find_none(index, "SELECT u.member"
                         "  FROM union_find_members((SELECT union_find(a, b) FROM @pairs)) AS u"
                         "  LEFT JOIN @members AS m ON m.member = u.member"
                         " WHERE m.cluster IS NOT u.component "
                         "UNION ALL "
                         "SELECT member FROM @labels"
                         " WHERE NOT EXISTS (SELECT * FROM @pairs WHERE a = member UNION ALL"
                         "                   SELECT * FROM @pairs WHERE b = member)");
    if (index->labelled)
        find_none(index, "SELECT cluster FROM @clusters AS c"
                         " WHERE NOT EXISTS (SELECT * FROM @labels AS l WHERE l.label = c.label)");
}
