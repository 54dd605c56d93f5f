/*
 * index_pairs.c - the pairs of similar texts, kept up to date; see live_index.h.
 */
#include "live_index.h"

/* Ids, in an array that grows. */
struct ids {
    int64_t *ids;
    size_t count, capacity;
};

static void append(struct live_index *index, struct ids *ids, int64_t id) {
    (void)INDEX_APPEND(index, ids->ids, ids->count, ids->capacity, id);
}

/* The greatest seq that a pair has ever had. */
static int64_t last_pair(struct live_index *index) {
    sqlite3_stmt *row = index_bind(index, statement_last_pair, 0, NULL);
    if (!index_next(index, row))
        return 0;
    int64_t last = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    if (last < index->structure.last_pair)
        last = index->structure.last_pair;
    if (last > index_seq_max)
        index_corrupt(index, "pair", last);
    return last;
}

static void record(struct live_index *index, int64_t seq, int64_t a, const struct match *match) {
    int64_t b = match->id;
    assert(a != b && match->jaccard >= 0 && match->jaccard <= 1);
    sqlite3_stmt *statement = index_bind(index, statement_add_pair, 2,
                                         a < b ? (const int64_t[]){a, b} : (const int64_t[]){b, a});
    if (!statement)
        return;
    index_explain(index, sqlite3_bind_double(statement, 3, match->jaccard));
    index_explain(index, match->edit_distance < 0
                             ? sqlite3_bind_null(statement, 4)
                             : sqlite3_bind_int64(statement, 4, match->edit_distance));
    index_explain(index, sqlite3_bind_int64(statement, 5, seq));
    index_next(index, statement);
}

/* Records the pairs of a text that were found, with those that have a smaller id, or with all. */
static void record_all(struct live_index *index, int64_t id, bool smaller,
                       const struct matches *found, int64_t *last) {
    struct ids partners = {.ids = NULL};
    for (size_t i = 0; i < found->count && index_ok(index); i++) {
        if (smaller && found->matches[i].id > id)
            continue;
        record(index, ++*last, id, &found->matches[i]);
        append(index, &partners, found->matches[i].id);
    }
    if (index->options.clusters)
        index_clusters_join(index, id, partners.ids, partners.count);
    sqlite3_free(partners.ids);
}

void index_pairs_add(struct live_index *index, int64_t id) {
    struct matches found = {.matches = NULL};
    struct wanted wanted = {index->options.jaccard_least, &id, .most = UINT64_MAX};
    index_search(index, &wanted, &found);
    int64_t last = last_pair(index);
    record_all(index, id, false, &found, &last);
    sqlite3_free(found.matches);
}

void index_pairs_remove(struct live_index *index, int64_t id) {
    struct ids partners = {.ids = NULL};
    sqlite3_stmt *row = index_bind(index, statement_partners, 1, &id);
    while (index_next(index, row))
        append(index, &partners, sqlite3_column_int64(row, 0));
    if (partners.count > 0) {
        index_refresh_structure(index);
        int64_t before = last_pair(index);
        index_run(index, statement_delete_pairs, 1, &id);
        if (last_pair(index) < before)
            index_remember_pair(index, before);
        if (index->options.clusters)
            index_clusters_leave(index, id, partners.ids, partners.count);
    }
    sqlite3_free(partners.ids);
}

void index_pairs_rebuild(struct live_index *index) {
    struct matches found = {.matches = NULL};
    index_refresh_structure(index);
    if (index_ok(index)) {
        int64_t last = last_pair(index);
        index_forgive(index);
        index_remember_pair(index, last > index_seq_max ? index->structure.last_pair : last);
    }
    int64_t last = index->structure.last_pair;
    index_execute(index, "DELETE FROM @pairs");
    if (index->options.clusters)
        index_execute(index, "DELETE FROM @labels");
    if (index->labelled)
        index_execute(index, "DELETE FROM @clusters");
    sqlite3_stmt *row = index_bind(index, statement_texts, 0, NULL);
    while (index_next(index, row)) {
        const char *text = index_column_text(index, row, 1);
        int64_t id = sqlite3_column_int64(row, 0);
        struct wanted wanted = {index->options.jaccard_least, &id, .most = UINT64_MAX};
        found.count = 0;
        if (text)
            index_compare_with(index, text, (size_t)sqlite3_column_bytes(row, 1));
        if (text)
            index_search(index, &wanted, &found);
        record_all(index, id, true, &found, &last);
    }
    sqlite3_free(found.matches);
}
