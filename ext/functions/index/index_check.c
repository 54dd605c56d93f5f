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

/*
 * Drops those of `count` expected postings that are among others; both are sorted. Writes the rest
 * to `left`, which may be the same array, and returns how many these are.
 */
static size_t drop_found(struct posting *left, const struct posting *expected, size_t count,
                         const struct posting *others, size_t other_count) {
    size_t kept = 0;
    for (size_t i = 0, at = 0; i < count; i++) {
        while (at < other_count && posting_precedes(&others[at], &expected[i]))
            at++;
        if (at == other_count || posting_precedes(&expected[i], &others[at]))
            left[kept++] = expected[i];
    }
    return kept;
}

/* Drops those of index->postings that a segment has. Returns how many are left. */
static size_t look_into_segment(struct live_index *index, const struct segment *segment,
                                size_t count) {
    struct posting *found = NULL, *expected = index->postings;
    uint32_t pages = segment->shape.pages;
    size_t capacity = 0, kept = 0;
    for (size_t i = 0, end; i < count && index_ok(index); i = end) {
        uint32_t page = posting_page_of(expected[i].key, pages);
        for (end = i + 1; end < count && posting_page_of(expected[end].key, pages) == page;)
            end++;
        size_t others = 0, first = 0;
        uint64_t begin = index_keys_of(index, segment).begin;
        if (page < segment->merged)
            others = index_read_postings(index, segment, page, &found, &capacity);
        while (first < others && found[first].key < begin)
            first++; /* merged into another, where they are looked for */
        kept += drop_found(expected + kept, expected + i, end - i, found ? found + first : NULL,
                           others - first);
        if (interruption_after(&index->interruption, 16 * (end - i) + 1000))
            index_core_failed(index);
    }
    sqlite3_free(found);
    return kept;
}

/* Each of index->postings is in the log or in a segment. */
static void find_expected(struct live_index *index, size_t count) {
    size_t logged = index->log.count;
    if (count == 0 || !index_ok(index) ||
        !INDEX_RESERVE(index, index->scratch, index->scratch_capacity, count + 2 * logged))
        return;
    struct posting *expected = index->postings, *scratch = index->scratch;
    postings_sort(expected, scratch, count, 0, POSTING_KEY_MAX + 1);
    if (logged > 0) {
        memcpy(scratch, index->log.postings, logged * sizeof *scratch);
        postings_sort(scratch, scratch + logged, logged, 0, POSTING_KEY_MAX + 1);
        count = drop_found(expected, expected, count, scratch, logged);
    }
    for (size_t i = 0; i < index->structure.count; i++)
        count = look_into_segment(index, &index->structure.segments[i], count);
    int64_t id = INT64_MAX;
    for (size_t i = 0; i < count; i++)
        id = expected[i].id < id ? expected[i].id : id;
    if (count > 0)
        index_fail(index, SQLITE_CORRUPT_VTAB,
                   "the index lacks the current text %lld. Perhaps a trigger is "
                   "missing; 'rebuild' makes the index again",
                   (long long)id);
}

/* Every key of a text has a posting. */
static void check_texts(struct live_index *index) {
    enum { part_least = 1 << 21, parts_most = 64 };
    uint64_t postings = 0;
    size_t count, most = part_least;
    for (size_t i = 0; i < index->structure.count; i++)
        postings += index->structure.segments[i].count;
    if (postings / parts_most > most)
        most = (size_t)(postings / parts_most);
    sqlite3_stmt *row = index_bind(index, statement_texts, 0, NULL);
    do {
        count = index_gather(index, row, most);
        find_expected(index, count);
    } while (count >= most);
}

/* Makes the text `id`, if it is there, the one that is compared. */
static void compare_with(struct live_index *index, int64_t id) {
    sqlite3_stmt *row = index_bind(index, statement_get_text, 1, &id);
    index->key_count = 0;
    if (!index_next(index, row))
        return;
    struct argument_bytes text = index_row_text(index, row, 0, &index->other);
    if (text.bytes)
        index_compare_with(index, text.bytes, text.length);
    sqlite3_reset(row);
}

/* Each pair is one of two texts that share a key and are as similar as it says. */
static void check_pairs(struct live_index *index) {
    struct matches found = {.matches = NULL}, *misses = &index->misses;
    struct wanted wanted = {.least = index->options.jaccard_least, .contradicting = true};
    int64_t compared = 0;
    bool first = true;
    sqlite3_stmt *row = index_prepare(
        index, "SELECT a, b, jaccard, ifnull(edit_distance, -1) FROM @pairs ORDER BY a, b");
    while (index_next(index, row)) {
        int64_t a = sqlite3_column_int64(row, 0), b = sqlite3_column_int64(row, 1);
        if (first || a != compared)
            compare_with(index, a);
        first = false;
        compared = a;
        found.count = misses->count = 0;
        if (a < b && index->key_count > 0)
            index_compare(index, b, &wanted, true, &found);
        const struct match *match = found.count > 0 ? found.matches : misses->matches;
        if (found.count + misses->count == 0 || match->jaccard != sqlite3_column_double(row, 2) ||
            match->edit_distance != sqlite3_column_int64(row, 3))
            index_corrupt(index, "the pairs of text", a);
    }
    sqlite3_finalize(row);
    sqlite3_free(found.matches);
}

void index_check(struct live_index *index) {
    bool texts = !index->options.contentless;
    index_find_content(index);
    index_refresh_structure(index);
    index_refresh_log(index);
    index_refresh_dead(index);
    for (size_t i = 0; i < index->structure.count; i++)
        check_segment(index, &index->structure.segments[i]);
    sqlite3_stmt *row = index_prepare(index, "SELECT DISTINCT id >> 32 FROM @data WHERE id <> 0");
    while (index_next(index, row)) {
        int64_t id = sqlite3_column_int64(row, 0);
        if (id <= 0 || id > UINT32_MAX || !index_structure_find(&index->structure, (uint32_t)id))
            index_corrupt(index, "blocks are left of segment", id);
    }
    sqlite3_finalize(row);
    if (texts)
        check_texts(index);
    if (texts && index->options.pairs)
        check_pairs(index);
    if (index->options.clusters)
        index_links_shape_all(index, false);
    if (index->options.clusters) /* others are the components of the pairs */
        index_find_none(
            index, "the cluster of text",
            "SELECT u.member"
            "  FROM union_find_members((SELECT union_find(a, b) FROM @pairs WHERE @linked)) AS u"
            "  LEFT JOIN @members AS m ON m.member = u.member"
            "  LEFT JOIN @labels AS l ON l.member = u.member"
            " WHERE m.cluster IS NOT u.component AND NOT (EXISTS (SELECT * FROM @ruled) AND"
            "       ifnull(l.@label < 0, u.member IN (SELECT member FROM @ruled))) "
            "UNION ALL "
            "SELECT member FROM @labels"
            " WHERE member NOT IN (SELECT member FROM @ruled) AND NOT EXISTS (SELECT * FROM @pairs "
            "WHERE a = member AND @linked"
            "                   UNION ALL"
            "                   SELECT * FROM @pairs WHERE b = member AND @linked)");
    if (index->labelled)
        index_find_none(index, "the cluster of text",
                        "SELECT cluster FROM @clusters AS c"
                        " WHERE NOT EXISTS (SELECT * FROM @labels AS l WHERE l.label = c.label)");
    index_changes_check(index);
}
