/*
 * index_changes.c - the feed of changes, near_changes: what has become of pairs and clusters; see
 * live_index.h. docs/guide/live-index.md says what each event means.
 *
 *   (1) Whoever applies the events in the order of `seq` to no pairs and no clusters gets those
 *       that there are. Events are written in the transaction of the change.
 *   (2) A seq is never used again: the structure remembers the greatest that was deleted, of pairs
 *       and events alike, as they are numbered together.
 *   (3) An event costs one INSERT. Without the option changes, there are neither table nor events.
 */
#include "live_index.h"

/* ---- Events ---------------------------------------------------------------------------------- */

enum { no_column, column_seq, column_what, column_a, column_b, column_cluster, column_into };

void index_tell(struct live_index *index, enum index_event what, int64_t first, int64_t second) {
    static const struct {
        const char *name;
        int first, second; /* columns */
    } events[] = {
        [pair_appeared] = {"appeared", column_a, column_b},
        [pair_went] = {"went", column_a, column_b},
        [pair_changed] = {"changed", column_a, column_b},
        [cluster_born] = {"born", column_cluster, no_column},
        [cluster_grew] = {"grew", column_a, column_cluster},
        [cluster_shrank] = {"shrank", column_a, column_cluster},
        [cluster_merged] = {"merged", column_cluster, column_into},
        [cluster_split] = {"split", column_cluster, column_into},
        [cluster_renamed] = {"renamed", column_cluster, column_into},
        [cluster_gone] = {"gone", column_cluster, no_column},
        [event_before] = {"before", no_column, no_column},
    };
    if (!index->tells)
        return;
    bool turn = events[what].second == column_b && second < first;
    sqlite3_stmt *statement = index_bind(index, statement_add_change, 0, NULL);
    if (!statement)
        return;
    sqlite3_clear_bindings(statement);
    if (what > pair_changed) /* those before have the seq of the pair that was recorded */
        index->last_seq++;
    index_explain(index, sqlite3_bind_int64(statement, column_seq, index->last_seq));
    const char *name = events[what].name;
    index_explain(index, sqlite3_bind_text(statement, column_what, name, -1, SQLITE_STATIC));
    if (events[what].first)
        index_explain(index,
                      sqlite3_bind_int64(statement, events[what].first, turn ? second : first));
    if (events[what].second)
        index_explain(index,
                      sqlite3_bind_int64(statement, events[what].second, turn ? first : second));
    index_next(index, statement);
}

static int64_t greatest(struct live_index *index, enum index_statement which, const char *what) {
    sqlite3_stmt *row = index_bind(index, which, 0, NULL);
    int64_t seq = index_next(index, row) ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_reset(row);
    if (seq > index_seq_max)
        index_corrupt(index, what, seq);
    return seq;
}

int64_t index_last_seq(struct live_index *index) {
    int64_t last = index->structure.last_pair;
    int64_t pair = greatest(index, statement_last_pair, "pair");
    int64_t event = index->options.changes ? greatest(index, statement_last_change, "change") : 0;
    last = pair > last ? pair : last;
    return event > last ? event : last;
}

void index_keep_last_seq(struct live_index *index, int64_t last) {
    if (index_last_seq(index) < last)
        index_remember_pair(index, last);
}

void index_changes_forget(struct live_index *index, int64_t seq) {
    index_refresh_structure(index);
    int64_t last = index_last_seq(index);
    index_run(index, statement_forget_changes, 1, &seq);
    index_keep_last_seq(index, last);
}

/* ---- Differences ----------------------------------------------------------------------------- */

/*
 * What the feed has told of each pair, and of each text whether it is in a cluster; of what it has
 * told nothing since it was compacted, the tables. After damage these may differ.
 */
#define TOLD_PAIRS                                                                             \
    "SELECT a, b FROM (SELECT max(seq), what, a, b FROM (SELECT 0 AS seq, '' AS what, a, b"    \
    " FROM @pairs UNION ALL SELECT seq, what, a, b FROM @changes WHERE b NOTNULL) GROUP BY a," \
    " b) WHERE what <> 'went'"
#define TOLD_TEXTS                                                                           \
    "SELECT a, cluster FROM (SELECT max(seq), what, a, cluster FROM (SELECT 0 AS seq, '' AS" \
    " what, member AS a, cluster FROM @members UNION ALL SELECT seq, what, a, cluster FROM"  \
    " @changes WHERE what IN ('grew', 'shrank')) GROUP BY a) WHERE what <> 'shrank'"

static bool tells_clusters(const struct live_index *index) {
    return index->options.changes && index->options.clusters;
}

void index_changes_begin(struct live_index *index) {
    index->tells = false;
    if (!index->options.changes)
        return;
    index_execute(index, "DELETE FROM @changes WHERE seq > 9223372036854775807 / 2"); /* damage */
    index->last_seq = index_last_seq(index);
    index->tells = true; /* of one thing: SQLite numbers the rows that follow */
    index_tell(index, event_before, 0, 0);
    index->tells = false;
    index_execute(index, "INSERT INTO @changes(what, a, b) SELECT 'before', a, b FROM"
                         " (" TOLD_PAIRS ")");
    if (index->options.kinds)
        index_execute(index,
                      "UPDATE @changes AS c SET \"into\" = (SELECT kind FROM @pairs AS p WHERE"
                      " p.a = c.a AND p.b = c.b) WHERE what = 'before'");
    if (tells_clusters(index))
        index_execute(index, "INSERT INTO @changes(what, a, cluster) SELECT 'before', * FROM"
                             " (SELECT member, cluster FROM @members UNION SELECT * FROM"
                             " (" TOLD_TEXTS ") WHERE a NOT IN (SELECT member FROM @members))");
}

void index_changes_check(struct live_index *index) {
    if (index->options.changes)
        index_find_none(index, "near_changes, of text",
                        "SELECT a FROM (" TOLD_PAIRS " EXCEPT SELECT a, b FROM @pairs) UNION ALL "
                        "SELECT a FROM (SELECT a, b FROM @pairs EXCEPT " TOLD_PAIRS ")");
    if (tells_clusters(index))
        index_find_none(index, "near_changes, of text",
                        "SELECT a FROM (SELECT a FROM (" TOLD_TEXTS ") EXCEPT SELECT member FROM"
                        " @labels) UNION ALL SELECT member FROM (SELECT member FROM @labels"
                        " EXCEPT SELECT a FROM (" TOLD_TEXTS "))");
}

#define BEFORE " FROM @changes WHERE what = 'before' AND "
#define TELL "INSERT INTO @changes(what, "

void index_changes_end(struct live_index *index) {
    if (!index->options.changes)
        return;
    index_execute(index, TELL "a, b) SELECT 'went', a, b" BEFORE "b NOTNULL"
                              " EXCEPT SELECT 'went', a, b FROM @pairs;" TELL
                              "a, b) SELECT 'appeared', a, b FROM @pairs"
                              " EXCEPT SELECT 'appeared', a, b" BEFORE "b NOTNULL");
    if (index->options.kinds)
        index_execute(index, TELL "a, b) SELECT 'changed', p.a, p.b FROM @pairs AS p JOIN @changes"
                                  " AS c USING (a, b) WHERE c.what = 'before'"
                                  " AND c.\"into\" IS NOT p.kind");
    if (tells_clusters(index))
        index_execute(index, TELL "cluster) SELECT 'born', cluster FROM @clusters"
                                  " EXCEPT SELECT 'born', cluster" BEFORE "cluster NOTNULL;" TELL
                                  "a, cluster) SELECT 'grew', member, cluster FROM @members"
                                  " EXCEPT SELECT 'grew', a, cluster" BEFORE "cluster NOTNULL;" TELL
                                  "a, cluster) SELECT 'shrank', a, cluster" BEFORE "cluster NOTNULL"
                                  " AND a NOT IN (SELECT member FROM @labels);" TELL
                                  "cluster) SELECT 'gone', cluster" BEFORE "cluster NOTNULL"
                                  " EXCEPT SELECT 'gone', cluster FROM @clusters");
    index_execute(index, "DELETE FROM @changes WHERE what = 'before'");
}
