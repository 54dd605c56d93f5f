/*
 * index_check.c - whether an index is as it should be: its structure by itself, and what it has of
 * the texts; see live_index.h.
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

/* Whether the log or a segment has the text under this key. */
static int has_posting(struct live_index *index, uint64_t key, int64_t id, bool *has) {
    *has = false;
    for (uint32_t at = 0; (at = posting_map_find(&index->log, key, at)) != 0 && !*has;)
        *has = index->log.postings[at - 1].id == id;
    int code = SQLITE_OK;
    for (size_t i = 0; i < index->structure.count && !*has && code == SQLITE_OK; i++) {
        const struct segment *segment = &index->structure.segments[i];
        struct posting_page page;
        sqlite3_stmt *row;
        bool found;
        if (!index_has_pages_of(index, segment, key))
            continue;
        code = index_read_page(index, segment, posting_page_of(key, segment->shape.pages), &page,
                               &found, &row);
        if (code != SQLITE_OK || !found)
            continue;
        size_t at, end;
        posting_page_find(&page, key, &at, &end);
        for (; at < end && !*has; at++)
            *has = posting_page_id(&page, at) == id;
        sqlite3_reset(row);
    }
    return code;
}

/* Every key of a text has a posting. */
static int check_text(struct live_index *index, int64_t id, const char *text, size_t length) {
    uint64_t keys[minhash_bands_max];
    size_t count;
    int code = index_keys(index, text, length, keys, &count);
    for (size_t k = 0; k < count && code == SQLITE_OK; k++) {
        bool has;
        code = has_posting(index, keys[k], id, &has);
        if (code == SQLITE_OK && !has)
            code = index_fail(index, SQLITE_CORRUPT_VTAB,
                              "the index does not have text %lld as it is. Perhaps a trigger is "
                              "missing; 'rebuild' makes the index again",
                              (long long)id);
    }
    return code;
}

/*
 * A search finds the pairs of a text, unless some texts are not compared. It may find more: those
 * that the search of an insert did not compare.
 */
static int check_pairs(struct live_index *index, int64_t id, const char *text, size_t length,
                       struct matches *found) {
    struct wanted wanted = {index->options.jaccard_least, &id, .most = UINT64_MAX};
    int code = index_search(index, text, length, &wanted, found);
    if (code != SQLITE_OK || found->not_compared > 0)
        return code;
    sqlite3_stmt *row;
    code = index_step(index, statement_partners, 1, &id, &row);
    for (; code == SQLITE_ROW; code = index_next(index, row)) {
        size_t i = 0;
        while (i < found->count && found->matches[i].id != sqlite3_column_int64(row, 0))
            i++;
        if (i == found->count)
            break;
    }
    if (row)
        sqlite3_reset(row);
    if (code == SQLITE_ROW)
        return index_corrupt(index, "the pairs of text", id);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int check_texts(struct live_index *index) {
    struct matches found = {.matches = NULL};
    sqlite3_stmt *row;
    int code = index_prepare(index, "SELECT c.@rowid, c.@text FROM @content AS c", &row);
    while (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(row, 0);
        const char *text = (const char *)sqlite3_column_text(row, 1);
        size_t length = (size_t)sqlite3_column_bytes(row, 1);
        code = text || sqlite3_column_type(row, 1) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
        if (code == SQLITE_OK && text)
            code = check_text(index, id, text, length);
        if (code == SQLITE_OK && text && index->options.pairs)
            code = check_pairs(index, id, text, length, &found);
    }
    sqlite3_finalize(row);
    sqlite3_free(found.matches);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Clusters are the components of the pairs. */
static int check_clusters(struct live_index *index) {
    sqlite3_stmt *row;
    int code =
        index_prepare(index,
                      "SELECT p.a FROM @pairs AS p LEFT JOIN @members AS x ON x.member = p.a"
                      "  LEFT JOIN @members AS y ON y.member = p.b WHERE x.cluster IS NOT "
                      "y.cluster OR x.cluster IS NULL "
                      "UNION ALL "
                      "SELECT member FROM @members AS m"
                      " WHERE NOT EXISTS (SELECT * FROM @pairs WHERE a = member UNION ALL"
                      "                   SELECT * FROM @pairs WHERE b = member) "
                      "UNION ALL "
                      "SELECT cluster FROM @members GROUP BY cluster"
                      " HAVING min(member) <> cluster OR count(*) <>"
                      "  (WITH RECURSIVE reached(id) AS (VALUES (cluster) UNION"
                      "    SELECT iif(a = id, b, a) FROM reached JOIN @pairs ON id IN (a, b))"
                      "   SELECT count(*) FROM reached)",
                      &row);
    if (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW)
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
    return code == SQLITE_OK && index->options.clusters ? check_clusters(index) : code;
}
