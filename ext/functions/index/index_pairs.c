/*
 * index_pairs.c - the pairs of similar texts, kept up to date; see live_index.h.
 */
#include "live_index.h"

/* Ids, in an array that grows. */
struct ids {
    int64_t *ids;
    size_t count, capacity;
};

static bool append(struct ids *ids, int64_t id) {
    return ARRAY_APPEND(&sqlite_allocator, ids->ids, ids->count, ids->capacity, id);
}

/* The texts that a text has pairs with. */
static int collect_partners(struct live_index *index, int64_t id, struct ids *partners) {
    sqlite3_stmt *row;
    int code = index_step(index, statement_partners, 1, &id, &row);
    while (code == SQLITE_ROW)
        code =
            append(partners, sqlite3_column_int64(row, 0)) ? index_next(index, row) : SQLITE_NOMEM;
    if (row)
        sqlite3_reset(row);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* No pair has ever had a greater seq. */
static int last_pair(struct live_index *index, int64_t *last) {
    sqlite3_stmt *row;
    int code = index_step(index, statement_last_pair, 0, NULL, &row);
    if (code != SQLITE_ROW)
        return code;
    *last = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    if (*last < index->structure.last_pair)
        *last = index->structure.last_pair;
    return *last > index_seq_max ? index_corrupt(index, "pair", *last) : SQLITE_OK;
}

static int record(struct live_index *index, int64_t seq, int64_t a, const struct match *match) {
    int64_t b = match->id;
    int code;
    sqlite3_stmt *statement = index_statement(index, statement_add_pair, &code);
    if (code == SQLITE_OK)
        code = sqlite3_bind_double(statement, 3, match->jaccard);
    if (code == SQLITE_OK)
        code = match->edit_distance < 0 ? sqlite3_bind_null(statement, 4)
                                        : sqlite3_bind_int64(statement, 4, match->edit_distance);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, 5, seq);
    if (code == SQLITE_OK)
        code = index_run(index, statement_add_pair, 2,
                         a < b ? (const int64_t[]){a, b} : (const int64_t[]){b, a});
    return code;
}

/* Records the pairs of a text that were found, with those that have a smaller id, or with all. */
static int record_all(struct live_index *index, int64_t id, bool smaller,
                      const struct matches *found, int64_t *last) {
    struct ids partners = {.ids = NULL};
    int code = SQLITE_OK;
    for (size_t i = 0; i < found->count && code == SQLITE_OK; i++) {
        if (smaller && found->matches[i].id > id)
            continue;
        code = record(index, ++*last, id, &found->matches[i]);
        if (code == SQLITE_OK && !append(&partners, found->matches[i].id))
            code = SQLITE_NOMEM;
    }
    if (code == SQLITE_OK && index->options.clusters)
        code = index_clusters_join(index, id, partners.ids, partners.count);
    sqlite3_free(partners.ids);
    return code;
}

int index_pairs_add(struct live_index *index, int64_t id, const uint64_t *keys, size_t count) {
    struct matches found = {.matches = NULL};
    struct wanted wanted = {index->options.jaccard_least, &id, .most = UINT64_MAX};
    int64_t last = 0;
    int code = index_search_keyed(index, keys, count, &wanted, &found);
    if (code == SQLITE_OK)
        code = last_pair(index, &last);
    if (code == SQLITE_OK)
        code = record_all(index, id, false, &found, &last);
    sqlite3_free(found.matches);
    return code;
}

int index_pairs_remove(struct live_index *index, int64_t id) {
    struct ids partners = {.ids = NULL};
    int64_t before = 0, after = 0;
    int code = collect_partners(index, id, &partners);
    if (code == SQLITE_OK && partners.count > 0) {
        code = index_refresh_structure(index);
        if (code == SQLITE_OK)
            code = last_pair(index, &before);
        if (code == SQLITE_OK)
            code = index_run(index, statement_delete_pairs, 1, &id);
        if (code == SQLITE_OK)
            code = last_pair(index, &after);
        if (code == SQLITE_OK && after < before)
            code = index_remember_pair(index, before);
        if (code == SQLITE_OK && index->options.clusters)
            code = index_clusters_leave(index, id, partners.ids, partners.count);
    }
    sqlite3_free(partners.ids);
    return code;
}

int index_pairs_rebuild(struct live_index *index) {
    struct matches found = {.matches = NULL};
    int64_t last = 0;
    sqlite3_stmt *row = NULL;
    int code = index_refresh_structure(index);
    if (code == SQLITE_OK && (code = index_forgive(index, last_pair(index, &last))) == SQLITE_OK)
        code = index_remember_pair(index, last > index_seq_max ? index->structure.last_pair : last);
    last = index->structure.last_pair;
    if (code == SQLITE_OK)
        code = index_execute(index, "DELETE FROM @pairs");
    if (code == SQLITE_OK && index->options.clusters)
        code = index_execute(index, "DELETE FROM @labels");
    if (code == SQLITE_OK && index->labelled)
        code = index_execute(index, "DELETE FROM @clusters");
    if (code == SQLITE_OK)
        code = index_prepare(index, "SELECT c.@rowid, c.@text FROM @content AS c", &row);
    while (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 1);
        int64_t id = sqlite3_column_int64(row, 0);
        struct wanted wanted = {index->options.jaccard_least, &id, .most = UINT64_MAX};
        found.count = 0;
        code = text || sqlite3_column_type(row, 1) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
        if (text)
            code = index_search(index, text, (size_t)sqlite3_column_bytes(row, 1), &wanted, &found);
        if (code == SQLITE_OK)
            code = record_all(index, id, true, &found, &last);
    }
    sqlite3_finalize(row);
    sqlite3_free(found.matches);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}
