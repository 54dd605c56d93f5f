/*
 * index_pairs.c - the pairs of similar texts, and their clusters, kept up to date; see
 * live_index.h.
 *
 * A cluster is a connected component of the pairs. Its id is its smallest member, as in the
 * pipeline. An insert joins clusters by relabelling those with a greater id; a delete looks at the
 * pairs of one cluster.
 */
#include "live_index.h"

#include <assert.h>
#include <string.h>

/* Ids, in an array that grows. */
struct ids {
    int64_t *ids;
    size_t count, capacity;
};

/* Runs a statement with one argument, and appends the integers that it gives. */
static int collect(struct live_index *index, enum index_statement which, int64_t argument,
                   struct ids *ids) {
    sqlite3_stmt *row;
    int code = index_step(index, which, 1, &argument, &row);
    for (; code == SQLITE_ROW; code = index_next(index, row)) {
        if (!ARRAY_RESERVE(&sqlite_allocator, ids->ids, ids->capacity, ids->count + 1)) {
            code = SQLITE_NOMEM;
            break;
        }
        ids->ids[ids->count++] = sqlite3_column_int64(row, 0);
    }
    if (row)
        sqlite3_reset(row);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static int set_cluster(struct live_index *index, int64_t member, int64_t cluster) {
    return index_run(index, statement_add_member, 2, (const int64_t[]){member, cluster});
}

static int cluster_of(struct live_index *index, int64_t member, int64_t *cluster, bool *found) {
    sqlite3_stmt *row;
    int code = index_step(index, statement_cluster_of, 1, &member, &row);
    *found = code == SQLITE_ROW;
    if (!*found)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    *cluster = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return SQLITE_OK;
}

/* Joins the clusters of two texts, which may have none. */
static int join(struct live_index *index, int64_t a, int64_t b) {
    const int64_t ends[] = {a, b};
    int64_t clusters[] = {a, b};
    int code = SQLITE_OK;
    for (int i = 0; i < 2 && code == SQLITE_OK; i++) {
        bool found;
        code = cluster_of(index, ends[i], &clusters[i], &found);
        if (code == SQLITE_OK && !found)
            code = set_cluster(index, ends[i], clusters[i] = ends[i]);
    }
    if (code != SQLITE_OK || clusters[0] == clusters[1])
        return code;
    int64_t kept = clusters[0] < clusters[1] ? clusters[0] : clusters[1];
    int64_t other = clusters[0] < clusters[1] ? clusters[1] : clusters[0];
    return index_run(index, statement_relabel_cluster, 2, (const int64_t[]){kept, other});
}

/* Gives the texts that can be reached from `member`, and have no place yet, a cluster. */
static int spread(struct live_index *index, int64_t member, struct ids *reached) {
    bool found;
    int64_t cluster, smallest = member;
    reached->count = 0;
    int code = cluster_of(index, member, &cluster, &found);
    if (code != SQLITE_OK || found)
        return code; /* reached from another */
    if (!ARRAY_RESERVE(&sqlite_allocator, reached->ids, reached->capacity, 1))
        return SQLITE_NOMEM;
    reached->ids[reached->count++] = member;
    code = set_cluster(index, member, member);
    for (size_t i = 0; i < reached->count && code == SQLITE_OK; i++) {
        size_t kept = reached->count;
        code = collect(index, statement_partners, reached->ids[i], reached);
        for (size_t at = kept; at < reached->count && code == SQLITE_OK; at++) {
            int64_t id = reached->ids[at];
            code = cluster_of(index, id, &cluster, &found);
            if (code != SQLITE_OK || found)
                continue;
            code = set_cluster(index, id, member);
            smallest = id < smallest ? id : smallest;
            reached->ids[kept++] = id;
        }
        reached->count = kept;
    }
    if (code == SQLITE_OK && smallest != member)
        code = index_run(index, statement_relabel_cluster, 2, (const int64_t[]){smallest, member});
    return code;
}

/* Finds the components of what was one cluster; a text that has no pairs is in none. */
static int split(struct live_index *index, int64_t cluster) {
    struct ids members = {.ids = NULL}, reached = {.ids = NULL};
    int code = collect(index, statement_members, cluster, &members);
    for (size_t i = 0; i < members.count && code == SQLITE_OK; i++)
        code = index_run(index, statement_delete_member, 1, &members.ids[i]);
    for (size_t i = 0; i < members.count && code == SQLITE_OK; i++) {
        reached.count = 0;
        code = collect(index, statement_partners, members.ids[i], &reached);
        if (code == SQLITE_OK && reached.count > 0)
            code = spread(index, members.ids[i], &reached);
    }
    sqlite3_free(members.ids);
    sqlite3_free(reached.ids);
    return code;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

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
    return code == SQLITE_OK && index->options.clusters ? join(index, a, b) : code;
}

/* Records the pairs of a text with those that have a smaller id, or with all. */
static int add_pairs(struct live_index *index, int64_t id, const char *utf8, size_t length,
                     bool smaller, struct matches *found, int64_t *last) {
    struct wanted wanted = {index->options.jaccard_least, &id, .most = UINT64_MAX};
    int code = index_search(index, utf8, length, &wanted, found);
    for (size_t i = 0; i < found->count && code == SQLITE_OK; i++)
        if (!smaller || found->matches[i].id < id)
            code = record(index, ++*last, id, &found->matches[i]);
    return code;
}

int index_pairs_add(struct live_index *index, int64_t id, const char *utf8, size_t length) {
    struct matches found = {.matches = NULL};
    int64_t last = 0;
    int code = index_refresh_structure(index);
    if (code == SQLITE_OK)
        code = last_pair(index, &last);
    if (code == SQLITE_OK)
        code = add_pairs(index, id, utf8, length, false, &found, &last);
    sqlite3_free(found.matches);
    return code;
}

int index_pairs_remove(struct live_index *index, int64_t id) {
    struct ids partners = {.ids = NULL};
    int64_t cluster = 0, before = 0, after = 0;
    bool clustered = false;
    int code = collect(index, statement_partners, id, &partners);
    bool any = partners.count > 0;
    sqlite3_free(partners.ids);
    if (code != SQLITE_OK || !any)
        return code;
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
        code = cluster_of(index, id, &cluster, &clustered);
    return code == SQLITE_OK && clustered ? split(index, cluster) : code;
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
        code = index_execute(index, index->options.clusters
                                        ? "DELETE FROM @pairs; DELETE FROM @members"
                                        : "DELETE FROM @pairs");
    if (code == SQLITE_OK)
        code = index_prepare(index, "SELECT c.@rowid, c.@text FROM @content AS c", &row);
    while (code == SQLITE_OK && (code = index_next(index, row)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 1);
        code = SQLITE_OK;
        if (text)
            code = add_pairs(index, sqlite3_column_int64(row, 0), text,
                             (size_t)sqlite3_column_bytes(row, 1), true, &found, &last);
        else if (sqlite3_column_type(row, 1) != SQLITE_NULL)
            code = SQLITE_NOMEM;
    }
    sqlite3_finalize(row);
    sqlite3_free(found.matches);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}
