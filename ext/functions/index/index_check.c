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
static int check_segment(struct live_index *index, const struct segment *segment) {
    uint64_t total = 0;
    int code = SQLITE_OK;
    for (uint32_t number = 0; number < segment->merged && code == SQLITE_OK; number++) {
        size_t count;
        code = index_read_postings(index, segment, number, &index->postings,
                                   &index->posting_capacity, &count);
        total += count;
        if (code == SQLITE_OK && interruption_after(&index->interruption, 1000))
            code = index_core_failed(index);
    }
    if (code == SQLITE_OK && segment->into == 0 && total != segment->count)
        code = index_corrupt(index, "the number of postings in segment", segment->id);
    return code;
}

/* No blocks are left of other segments. */
static int check_blocks(struct live_index *index) {
    sqlite3_stmt *row;
    int code = index_prepare(index, "SELECT DISTINCT id >> 32 FROM @data WHERE id <> 0", &row);
    while (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(row, 0);
        code = id > 0 && id <= UINT32_MAX && index_structure_find(&index->structure, (uint32_t)id)
                   ? SQLITE_OK
                   : index_corrupt(index, "blocks are left of segment", id);
    }
    sqlite3_finalize(row);
    return code == SQLITE_DONE ? SQLITE_OK : code;
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

static int look_into_log(struct live_index *index, struct expected *expected) {
    size_t count = index->log.count;
    struct posting *postings = sqlite3_malloc64((2 * count + 1) * sizeof *postings);
    if (!postings)
        return SQLITE_NOMEM;
    if (count > 0) {
        memcpy(postings, index->log.postings, count * sizeof *postings);
        postings_sort(postings, postings + count, count, 0, POSTING_KEY_MAX + 1);
    }
    drop_found(index->postings, &expected->count, postings, count);
    sqlite3_free(postings);
    return SQLITE_OK;
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
static int go_to_key(struct live_index *index, const struct segment *segment, uint64_t key,
                     struct place *place) {
    uint32_t number = posting_page_of(key, segment->shape.pages);
    if (place->read && place->key == key)
        return SQLITE_OK;
    if (!place->read || place->number != number) {
        if (place->row)
            sqlite3_reset(place->row);
        place->row = NULL;
        place->number = number;
        int code = index_read_page(index, segment, number, false, &place->page, &place->found,
                                   &place->row);
        if (code != SQLITE_OK)
            return code;
    }
    place->read = true;
    place->key = key;
    place->at = place->end = 0;
    if (place->found)
        posting_page_find(&place->page, key, &place->at, &place->end);
    return SQLITE_OK;
}

static int look_into_segment(struct live_index *index, const struct segment *segment,
                             struct expected *expected) {
    struct place place = {.row = NULL};
    size_t kept = 0, i = 0;
    int code = SQLITE_OK;
    for (; i < expected->count && code == SQLITE_OK; i++) {
        const struct posting posting = index->postings[i];
        bool found = false;
        if (index_has_pages_of(index, segment, posting.key)) {
            code = go_to_key(index, segment, posting.key, &place);
            while (code == SQLITE_OK && place.at < place.end &&
                   posting_page_id(&place.page, place.at) < posting.id)
                place.at++;
            found = code == SQLITE_OK && place.at < place.end &&
                    posting_page_id(&place.page, place.at) == posting.id;
        }
        if (!found)
            index->postings[kept++] = posting;
        if (code == SQLITE_OK && interruption_after(&index->interruption, 16))
            code = index_core_failed(index);
    }
    if (place.row)
        sqlite3_reset(place.row);
    expected->count = kept;
    return code;
}

/* Each of the expected postings is in the log or in a segment. */
static int find_expected(struct live_index *index, struct expected *expected) {
    if (expected->count == 0)
        return SQLITE_OK;
    if (!ARRAY_RESERVE(&sqlite_allocator, index->scratch, index->scratch_capacity,
                       expected->count + 1))
        return SQLITE_NOMEM;
    postings_sort(index->postings, index->scratch, expected->count, 0, POSTING_KEY_MAX + 1);
    int code = look_into_log(index, expected);
    for (size_t i = 0; i < index->structure.count && code == SQLITE_OK; i++)
        code = look_into_segment(index, &index->structure.segments[i], expected);
    if (code != SQLITE_OK || expected->count == 0)
        return code;
    int64_t id = INT64_MAX;
    for (size_t i = 0; i < expected->count; i++)
        if (index->postings[i].id < id)
            id = index->postings[i].id;
    return index_fail(index, SQLITE_CORRUPT_VTAB,
                      "the index does not have text %lld as it is. Perhaps a trigger is "
                      "missing; 'rebuild' makes the index again",
                      (long long)id);
}

static int expect(struct live_index *index, int64_t id, const uint64_t *keys, size_t count,
                  struct expected *expected) {
    if (!ARRAY_RESERVE(&sqlite_allocator, index->postings, index->posting_capacity,
                       expected->count + count))
        return SQLITE_NOMEM;
    for (size_t k = 0; k < count; k++)
        index->postings[expected->count++] = (struct posting){keys[k], id};
    return expected->count < expected->most ? SQLITE_OK : find_expected(index, expected);
}

/* Every key of a text has a posting. */
static int check_texts(struct live_index *index) {
    enum { part_least = 1 << 21, parts_most = 64 };
    struct expected expected = {.most = part_least};
    uint64_t keys[minhash_bands_max], postings = 0;
    sqlite3_stmt *row;
    for (size_t i = 0; i < index->structure.count; i++)
        postings += index->structure.segments[i].count;
    if (postings / parts_most > expected.most)
        expected.most = (size_t)(postings / parts_most);
    int code = index_prepare(index, "SELECT c.@rowid, c.@text FROM @content AS c", &row);
    while (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 1);
        size_t length = (size_t)sqlite3_column_bytes(row, 1), count = 0;
        code = text || sqlite3_column_type(row, 1) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
        if (code == SQLITE_OK && text)
            code = index_keys(index, text, length, keys, &count);
        if (code == SQLITE_OK)
            code = expect(index, sqlite3_column_int64(row, 0), keys, count, &expected);
    }
    sqlite3_finalize(row);
    return code == SQLITE_DONE ? find_expected(index, &expected) : code;
}

/* ---- Pairs and clusters ---------------------------------------------------------------------- */

/* Makes the text `id`, if it is there, the one to be compared with; *count is 0 without keys. */
static int compare_with(struct live_index *index, int64_t id, uint64_t keys[minhash_bands_max],
                        size_t *count) {
    sqlite3_stmt *row;
    *count = 0;
    int code = index_step(index, statement_get_text, 1, &id, &row);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    const char *text = (const char *)sqlite3_column_text(row, 0);
    size_t length = (size_t)sqlite3_column_bytes(row, 0);
    code = text || sqlite3_column_type(row, 0) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
    if (text)
        code = index_keys(index, text, length, keys, count);
    if (text && code == SQLITE_OK)
        code = index_compare_with_keyed(index, text, length, *count);
    sqlite3_reset(row);
    return code;
}

/* Each pair is one of two texts that share a key and are as similar as it says. */
static int check_pairs(struct live_index *index) {
    uint64_t keys[minhash_bands_max];
    size_t count = 0;
    struct matches found = {.matches = NULL};
    int64_t compared = 0;
    bool first = true;
    sqlite3_stmt *row;
    int code = index_prepare(
        index, "SELECT a, b, jaccard, ifnull(edit_distance, -1) FROM @pairs ORDER BY a, b", &row);
    while (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW) {
        int64_t a = sqlite3_column_int64(row, 0), b = sqlite3_column_int64(row, 1);
        code = first || a != compared ? compare_with(index, a, keys, &count) : SQLITE_OK;
        first = false;
        compared = a;
        found.count = 0;
        if (code == SQLITE_OK && a < b && count > 0)
            code = index_compare(index, b, index->options.jaccard_least, keys, count, &found);
        if (code == SQLITE_OK &&
            (found.count == 0 || found.matches[0].jaccard != sqlite3_column_double(row, 2) ||
             found.matches[0].edit_distance != sqlite3_column_int64(row, 3)))
            code = index_corrupt(index, "the pairs of text", a);
    }
    sqlite3_finalize(row);
    sqlite3_free(found.matches);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Clusters are the components of the pairs. */
static int check_clusters(struct live_index *index) {
    sqlite3_stmt *row;
    int code = index_prepare(
        index,
        "SELECT u.member FROM union_find_members((SELECT union_find(a, b) FROM @pairs)) AS u"
        "  LEFT JOIN @members AS m ON m.member = u.member WHERE m.cluster IS NOT u.component "
        "UNION ALL "
        "SELECT member FROM @labels"
        " WHERE NOT EXISTS (SELECT * FROM @pairs WHERE a = member UNION ALL"
        "                   SELECT * FROM @pairs WHERE b = member)",
        &row);
    if (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_DONE && index->labelled) {
        sqlite3_finalize(row);
        code = index_prepare(index,
                             "SELECT cluster FROM @clusters AS c"
                             " WHERE NOT EXISTS (SELECT * FROM @labels AS l"
                             "                    WHERE l.label = c.label)",
                             &row);
        if (code == SQLITE_OK)
            code = index_next(index, row);
    }
    if (code == SQLITE_ROW)
        code = index_corrupt(index, "the cluster of text", sqlite3_column_int64(row, 0));
    sqlite3_finalize(row);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int index_check(struct live_index *index) {
    int code = index_find_content(index);
    if (code == SQLITE_OK)
        code = index_refresh_structure(index);
    if (code == SQLITE_OK)
        code = index_refresh_log(index);
    for (size_t i = 0; i < index->structure.count && code == SQLITE_OK; i++)
        code = check_segment(index, &index->structure.segments[i]);
    if (code == SQLITE_OK)
        code = check_blocks(index);
    if (code == SQLITE_OK && !index->options.contentless)
        code = check_texts(index);
    if (code == SQLITE_OK && !index->options.contentless && index->options.pairs)
        code = check_pairs(index);
    return code == SQLITE_OK && index->options.clusters ? check_clusters(index) : code;
}
