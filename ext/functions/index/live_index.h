/*
 * live_index.h - an index of texts that finds near-duplicates while the texts change: what the
 * files of this room share. docs/guide/live-index.md is for its users, docs/formats/index-format.md
 * says what is stored.
 *
 *   (1) Texts are the truth, and postings are hints: a search compares each text that shares a
 *       posting with the one it was given, as it is now. So a text is deleted by its id alone, and
 *       postings that are left of it cost time and are never wrong.
 *   (2) All state is in tables of the user's database, so that SQLite's transactions, savepoints,
 *       journals and locks hold for it. What is kept in memory is a copy of a state that was read,
 *       and whatever was committed, rolled back or restored since, it is used only where it equals
 *       the state that is there now, which random numbers tell:
 *         the structure   if block 0 has the same bytes, its random version among them;
 *         the log         as far as its last row, if that has the same seq and nonce: rows are
 *                         only added, and all are deleted together;
 *         dead            if it was read under the same version of the structure;
 *         a filter        if its segment has the same id and stamp: pages of these are always the
 *                         same or gone, and the filter says nothing of those that were gone.
 *       Whoever writes one of these rows draws its number anew. Whatever else is kept, such as the
 *       structure after an error, is believed by nobody before it is read again.
 *   (3) The first error of a method stays in `code`, perhaps with a message. From then on functions
 *       do nothing, statements give no row, and what is returned means nothing: so a caller asks
 *       index_ok() only where it would go on in vain or change what is in memory.
 *   (4) No statement of an index runs within one of another, or within one of its own: what a
 *       trigger on a shadow table, a generated column or a function in the user's schema asks of
 *       an index meanwhile is an error. So a row that a statement is at stays what it is.
 */
#pragma once

#include "../kinds/kind_answer.h"
#include "index_options.h"
#include "index_structure.h"

/*
 * The table of the texts is not among these. `members` is a view of `labels` and `clusters`, but a
 * table in indexes that were made before version 0.5.
 */
enum index_table {
    index_data,
    index_log,
    index_dead,
    index_pairs,
    index_members,
    index_labels,
    index_clusters,
    index_changes,
    index_verdicts,
    index_judged,
    index_content
};
enum { index_tables = index_content + 1 };

/* Bytes: a hash function each. */
enum { index_sketch_max = 128 * 64 };

extern const char *const index_table_names[index_tables]; /* "data" … */
extern const char *const index_evidence_names[evidence_count];

/*
 * The statements of an index: @data is that shadow table, and so are the others; @content is the
 * table of the texts, @rowid its key, @text the columns of the text, @title, @time and @source are
 * evidence or NULL; the parameters @values, from ?2 on, are all @columns, in @stored of a row.
 * Names stand behind "c.": a quoted name that no column has would become a string. Where there are
 * no labels, clusters take their place.
 */
#define INDEX_HAS_VERDICT(text)                                 \
    "(EXISTS (SELECT * FROM @verdicts WHERE text_a = " text ")" \
    " OR EXISTS (SELECT * FROM @verdicts WHERE text_b = " text "))"
/* clang-format off */
#define INDEX_STATEMENTS(X) \
    X(read_block, "SELECT block FROM @data WHERE id = ?1") \
    X(write_block, "REPLACE INTO @data(id, block) VALUES (?1, ?2)") \
    X(delete_blocks, "DELETE FROM @data WHERE id >= ?1 AND id < ?2") \
    X(log_last, "SELECT seq, nonce FROM @log ORDER BY seq DESC LIMIT 1") \
    X(log_after, "SELECT seq, nonce, id, replaces, keys FROM @log WHERE seq > ?1 ORDER BY seq") \
    X(log_add, "INSERT INTO @log(seq, nonce, id, replaces, keys) VALUES (?1, ?2, ?3, ?4, ?5)") \
    X(log_clear, "DELETE FROM @log") \
    X(dead_after, "SELECT seq, id FROM @dead WHERE seq > ?1 ORDER BY seq") \
    X(dead_add, "REPLACE INTO @dead(seq, id) VALUES (?1, ?2)") \
    X(dead_clear, "DELETE FROM @dead WHERE seq <= ?1") \
    X(texts, "SELECT c.@rowid, @text FROM @content AS c") \
    X(get_text, "SELECT @text FROM @content AS c WHERE c.@rowid = ?1") \
    X(get_stored, "SELECT @stored FROM @content AS c WHERE c.@rowid = ?1") \
    X(get_evidence, "SELECT @title, @time, @source, @source IS ?3 AND @time <> ?2, @text " \
        "FROM @content AS c WHERE c.@rowid = ?1") \
    X(has_text, "SELECT @same, @likewise, @typed FROM @content AS c WHERE c.@rowid = ?1") \
    X(add_text, "INSERT INTO @content(@rowid, @columns) VALUES (?1, @values)") \
    X(change_text, "UPDATE @content SET @sets WHERE @rowid = ?1") \
    X(delete_text, "DELETE FROM @content WHERE @rowid = ?1") \
    X(add_pair, "INSERT INTO @pairs(seq, a, b, jaccard, edit_distance@kinds) VALUES (?5, ?1, " \
        "?2, ?3, ?4@verdict)") \
    X(partners, "SELECT a, @linked, @kind FROM @pairs WHERE b = ?1 UNION ALL " \
        "SELECT b, @linked, @kind FROM @pairs WHERE a = ?1") \
    X(delete_pairs, "DELETE FROM @pairs WHERE a = ?1 OR b = ?1") \
    X(last_pair, "SELECT ifnull(max(seq), 0) FROM @pairs") \
    X(last_change, "SELECT ifnull(max(seq), 0) FROM @changes") \
    X(add_change, "INSERT INTO @changes(seq, what, a, b, cluster, \"into\") VALUES (?1, ?2, ?3, " \
        "?4, ?5, ?6)") \
    X(forget_changes, "DELETE FROM @changes WHERE seq <= ?1") \
    X(label_of, "SELECT @label FROM @labels WHERE member = ?1") \
    X(set_label, "REPLACE INTO @labels(member, @label) VALUES (?1, ?2)") \
    X(delete_label, "DELETE FROM @labels WHERE member = ?1") \
    X(relabel, "UPDATE @labels SET @label = ?1 WHERE @label = ?2") \
    X(count_labels, "SELECT count(*) FROM (SELECT 1 FROM @labels WHERE @label = ?1 LIMIT ?2)") \
    X(smallest, "SELECT min(member) FROM @labels WHERE @label = ?1") \
    X(new_label, "SELECT max(ifnull(max(label), 0), 0) + 1 FROM @clusters") \
    X(set_cluster, "INSERT INTO @clusters(label, cluster) VALUES (?1, ?2) ON CONFLICT (label) " \
        "DO UPDATE SET cluster = excluded.cluster WHERE cluster <> excluded.cluster") \
    X(cluster_of, "SELECT cluster FROM @clusters WHERE label = ?1") \
    X(delete_cluster, "DELETE FROM @clusters WHERE label = ?1") \
    X(edges, "SELECT a, jaccard FROM @pairs WHERE b = ?1 AND @linked UNION ALL " \
        "SELECT b, jaccard FROM @pairs WHERE a = ?1 AND @linked") \
    X(new_label_below, "SELECT min(ifnull(min(label), 0), 0) - 1 FROM @clusters") \
    X(mates, "SELECT member FROM @labels WHERE label = (SELECT label FROM @labels WHERE member = " \
        "?1)") \
    X(placed, "SELECT label, (SELECT cluster FROM @clusters AS c WHERE c.label = l.label), EXISTS " \
        "(SELECT * FROM @judged WHERE member = ?1) FROM (SELECT ?1 AS member) LEFT JOIN @labels " \
        "AS l USING (member)") \
    X(set_verdict, "INSERT INTO @verdicts(text_a, text_b, verdict) VALUES (min(?1, ?2), max(?1, " \
        "?2), ?3) ON CONFLICT (text_a, text_b) DO UPDATE SET verdict = ?3 WHERE verdict <> ?3") \
    X(delete_verdict, "DELETE FROM @verdicts WHERE text_a = min(?1, ?2) AND text_b = max(?1, ?2)") \
    X(has_verdict, "SELECT 1 WHERE " INDEX_HAS_VERDICT("?1")) \
    X(add_judged, "REPLACE INTO @judged(member, text) SELECT ?1, ?2 WHERE " \
        INDEX_HAS_VERDICT("?2")) \
    X(is_judged, "SELECT 1 FROM @judged WHERE member = ?1 AND text = ?2") \
    X(delete_judged, "DELETE FROM @judged WHERE member = ?1") \
    X(forget_judged, "DELETE FROM @judged WHERE text = ?1 AND NOT " INDEX_HAS_VERDICT("?1")) \
    X(first_judged, "SELECT min(member) FROM @judged WHERE text = ?1") \
    X(has_pair, "SELECT 1 FROM @pairs WHERE a = min(?1, ?2) AND b = max(?1, ?2)") \
    X(leader, "SELECT label, cluster FROM @labels JOIN @clusters USING (label) WHERE member = " \
        "(SELECT min(member) FROM @judged WHERE text = (SELECT text FROM @judged WHERE member = " \
        "?1))") \
    X(same_text, "SELECT (SELECT max(member) FROM @judged WHERE text = j.text AND member < ?1), " \
        "(SELECT min(member) FROM @judged WHERE text = j.text AND member > ?1) FROM @judged AS j " \
        "WHERE member = ?1") \
    X(links, "SELECT (SELECT min(member) FROM @judged WHERE text = text_b), verdict = 'duplicate' " \
        "FROM @verdicts WHERE text_a = (SELECT text FROM @judged WHERE member = ?1) UNION ALL " \
        "SELECT (SELECT min(member) FROM @judged WHERE text = text_a), verdict = 'duplicate' " \
        "FROM @verdicts WHERE text_b = (SELECT text FROM @judged WHERE member = ?1)")
/* clang-format on */

#define INDEX_STATEMENT(name, sql) statement_##name,
enum index_statement { INDEX_STATEMENTS(INDEX_STATEMENT) statement_count };

/* The first texts of a run, and what is known of the rest: see index_search.c. */
struct index_head {
    uint64_t stamp, key;
    uint64_t count, next; /* of the postings; those before `next` are in `ids`, or out of date */
    bool exact;           /* none of `ids` is, as of this version and copy of the log */
    bool skipped;         /* others are */
    uint64_t version, log_clears;
    size_t log_replaced;
    size_t kept, capacity;
    int64_t *ids;
};

/* What the indexes of a connection share. */
struct index_host {
    const struct live_index *running; /* whose statement runs; see (4) */
};

/* A text that is like another. */
struct match {
    int64_t id;
    double jaccard;
    int64_t edit_distance; /* -1: not computed */
    const char *kind;      /* one of kind_names, or NULL: not judged */
    double score;          /* if it was */
    bool stands;           /* the texts were a pair before, of the kind `had` */
    const char *had;
};

struct matches {
    struct match *matches;
    size_t count, capacity;
    int64_t not_compared; /* at least so many texts share a signature and were not compared */
    bool left_out_equal;  /* some of these may have all signatures: no signature is rare */
};

/* A text that was put together from several columns. */
struct text_buffer {
    char *bytes;
    size_t capacity;
};

struct live_index {
    sqlite3_vtab base;
    struct index_host *host;
    sqlite3 *db;
    char *schema, *name;
    struct index_options options;
    int code;      /* the first error of the method that runs, or SQLITE_OK; see (3) */
    bool labelled; /* texts of clusters have labels: see index_pairs.c */
    struct interruption interruption;
    sqlite3_stmt *statements[statement_count];
    sqlite3_stmt *scan; /* of a cursor that has ended, for the next one; or NULL */
    struct minhash_family *family;

    /* Of the text that is written or searched for: see index_compare_with(). */
    uint64_t keys[minhash_bands_max];
    size_t key_count; /* 0: it has no shingles */
    unsigned char sketch[index_sketch_max];

    /* Of the change that is being made. */
    bool tells;       /* near_changes is told of it */
    int64_t last_seq; /* the greatest that a pair or an event has had */

    /* Workspaces. `similarity.a` is that text, unless it has a sketch. */
    struct minhash_workspace minhash;
    struct folding folding;
    struct set_similarity_workspace similarity;
    struct edit_distance_workspace edit;
    struct kind_work kinds;
    struct matches misses; /* too unlike, unless they contradict it: see index_kinds.c */
    struct text_buffer asked,
        other; /* the text that is written, and one that it is compared with */
    struct posting *postings, *scratch; /* of a flush or a merge */
    size_t posting_capacity, scratch_capacity;
    unsigned char *block; /* a page or the structure, to be written */
    size_t block_capacity;

    /* Copies of the stored tables; see (2). */
    struct index_structure structure;
    unsigned char *structure_block; /* as it was read */
    size_t structure_size, structure_capacity;
    struct posting_map log; /* rows of the log up to log_seq */
    int64_t log_seq;
    uint64_t log_nonce;
    struct posting_map replaced; /* by mix64(id): of the log, its first postings that are stale */
    struct posting_map dead;     /* by mix64(id): the seq up to which its postings are stale */
    uint64_t dead_version;       /* of the structure that it belongs to */
    uint64_t log_clears;         /* how often the copy of the log was emptied */
    struct index_head *heads;    /* what is remembered of runs: see index_search.c */
    struct index_head head;      /* of the run that was read last, unless it is remembered */
    size_t head_count;
};

/* ---- index_store.c: shadow tables, statements and pages -------------------------------------- */

static inline bool index_ok(const struct live_index *index) {
    return index->code == SQLITE_OK;
}

/* Records an error and its message, formatted by sqlite3_mprintf(), unless there was one before. */
void index_fail(struct live_index *index, int code, const char *format, ...);

/* SQLITE_CORRUPT_VTAB, and what is wrong. Forgets it: the damaged index is about to be rebuilt. */
void index_corrupt(struct live_index *index, const char *what, int64_t where);
void index_forgive(struct live_index *index);

/*
 * Records the code of a call of SQLite, whose message, if it failed, becomes that of the index; but
 * no SQLITE_CONSTRAINT.
 */
void index_explain(struct live_index *index, int code);

/* Record that memory ran out, and why the core ended early. Return false. */
bool index_no_memory(struct live_index *index);
#define INDEX_RESERVE(index, array, capacity, count) \
    (ARRAY_RESERVE(&sqlite_allocator, array, capacity, count) || index_no_memory(index))
#define INDEX_APPEND(index, array, count, capacity, ...) \
    (ARRAY_APPEND(&sqlite_allocator, array, count, capacity, __VA_ARGS__) || index_no_memory(index))
bool index_core_failed(struct live_index *index);

/* Sets index->labelled, unless `members` is a table, as it was before version 0.5. */
void index_find_labels(struct live_index *index);

/* Creates the shadow tables; drops them, or renames them, after the structure was read. */
void index_create_tables(struct live_index *index);
void index_drop_tables(struct live_index *index);
void index_rename_tables(struct live_index *index, const char *name);

/*
 * Creates the tables of verdicts; `again`: those that are missing. Whether there are some: as the
 * format says that was just read, or, if it is damaged, as the schema does. Forgives that damage.
 */
void index_create_verdicts(struct live_index *index, bool again);
bool index_find_verdicts(struct live_index *index);

/*
 * An error unless the texts can be read from the table and the columns that the options name: a
 * view in place of that table, or another column, is not what the index was told of.
 */
void index_find_content(struct live_index *index);

/*
 * Appends a list of the columns from one to another: `item` of each, where $ stands for its name in
 * the table of the texts, and # for its parameter.
 */
void index_append_columns(sqlite3_str *sql, const struct index_options *options, int first, int end,
                          const char *item, const char *between);

/*
 * Runs SQL in the form of INDEX_STATEMENTS; plain SQL, which is freed. A statement made of such
 * SQL, which is the caller's; NULL after an error.
 */
void index_execute(struct live_index *index, const char *sql);
void index_execute_plain(struct live_index *index, char *sql);
sqlite3_stmt *index_prepare(struct live_index *index, const char *sql);

/* A statement of the index, with its first integers bound; NULL after an error. */
sqlite3_stmt *index_bind(struct live_index *index, enum index_statement which, int count,
                         const int64_t *numbers);

/*
 * Whether a statement, which may be NULL, gives a row more. If not, or after an error, it is reset;
 * a caller who leaves it at a row resets it.
 */
bool index_next(struct live_index *index, sqlite3_stmt *statement);

/* Records damage of `what` if a query, in the form of INDEX_STATEMENTS, gives the id of a text. */
void index_find_none(struct live_index *index, const char *what, const char *sql);

/* Binds integers and runs a statement that gives no row. */
void index_run(struct live_index *index, enum index_statement which, int count,
               const int64_t *numbers);

/*
 * Runs a statement with these integers bound, and reads the integer of its first row. Returns false
 * if there is no row, or NULL in it.
 */
bool index_ask(struct live_index *index, enum index_statement which, int count,
               const int64_t *numbers, int64_t *result);

/* The id of the block that has a page of a segment. */
static inline int64_t index_block_id(const struct segment *segment, uint32_t page) {
    return (int64_t)segment->id << 32 | page;
}

/* Reads a page; then *row must be reset. Returns false if the page has no postings. */
bool index_read_page(struct live_index *index, const struct segment *segment, uint32_t number,
                     struct posting_page *page, sqlite3_stmt **row);

/* Reads the postings of a page into an array that grows. Returns how many there are. */
size_t index_read_postings(struct live_index *index, const struct segment *segment, uint32_t number,
                           struct posting **postings, size_t *capacity);

/* Releases the index. */
void index_free(struct live_index *index);

/* ---- index_filters.c: filters of segments, in memory ------------------------------------- */

/* Segments that are as they were keep their filters in a structure that was read again. */
void index_keep_filters(struct live_index *index, struct index_structure *structure);

/* Adds the keys of a page of a segment to its filter, if that has all pages before. */
void index_filter_page(struct segment *segment, uint32_t number, const struct posting *postings,
                       size_t count);

/* A search is about to read a page that no filter knows: extends the filter of its segment. */
void index_extend_filter(struct live_index *index, struct segment *segment);

/* ---- index_log.c: the postings of the texts that came last ----------------------------------- */

/* The signatures of a text as keys, each once. Returns how many: 0 if it has no shingles. */
size_t index_keys(struct live_index *index, const char *utf8, size_t length,
                  uint64_t keys[minhash_bands_max]);

/*
 * Adds the value of a column to a text: if the text is in several columns, those that are not empty
 * are put together with spaces between. `utf8` NULL: it is NULL, or memory ran out, as is_null
 * says.
 */
void index_add_column(struct live_index *index, struct text_buffer *buffer,
                      struct argument_bytes *text, const char *utf8, size_t length, bool is_null);

/*
 * The text that a row has in @text, from a column on. Its bytes are NULL if it is NULL, and after
 * an error; they last until the row or the buffer changes.
 */
struct argument_bytes index_row_text(struct live_index *index, sqlite3_stmt *row, int column,
                                     struct text_buffer *buffer);

/*
 * Makes index->postings those of the next texts that a row of statement_texts gives each. Returns
 * how many these are: less than `most` after the last text.
 */
size_t index_gather(struct live_index *index, sqlite3_stmt *row, size_t most);

/* Makes the structure a copy of what is stored now; the log; the table `dead`. */
void index_refresh_structure(struct live_index *index);
void index_refresh_log(struct live_index *index);
void index_refresh_dead(struct live_index *index);

/*
 * Adds a row: the text `id` has index->keys; none if it was deleted. If `replaces`, it had others
 * before. Returns the number of the row. If the copy of the log `is_current`, it stays so.
 */
int64_t index_log_add(struct live_index *index, int64_t id, bool replaces, bool is_current);

/* Empties the log, up to the row before next_seq, which lets SQLite number the next. */
void index_log_clear(struct live_index *index);

/* ---- index_segments.c: from the log to segments, and merging these --------------------------- */

/* Writes the structure of an index that has no texts. */
void index_begin(struct live_index *index);

/*
 * Writes the log as a segment, and merges some of the others; if the log is full, its last row
 * being `seq`.
 */
void index_flush(struct live_index *index, int64_t seq);

/*
 * Merges about `pages` pages, of all segments if no merge has begun; makes one segment of all;
 * makes segments of the texts as they are now.
 */
void index_merge(struct live_index *index, int64_t pages);
void index_optimize(struct live_index *index);
void index_rebuild(struct live_index *index);

/* Stores that a pair had this seq, so that no other gets it. */
void index_remember_pair(struct live_index *index, int64_t seq);

/* Whether a text is in this map with a greater number than `after`. */
static inline bool index_has_text_after(const struct posting_map *map, int64_t id, int64_t after) {
    uint64_t key = mix64((uint64_t)id);
    for (uint32_t at = 0; (at = posting_map_find(map, key, at)) != 0;)
        if (map->postings[at - 1].id > after)
            return true;
    return false;
}

/*
 * Whether a row of the log says that a text had other postings before; `first` of the log itself is
 * one of them, -1: one of a segment.
 */
static inline bool index_is_replaced(const struct live_index *index, int64_t id, int64_t first) {
    return index_has_text_after(&index->replaced, id, first);
}

/* Whether a text was replaced or deleted after `seq`, by a row that is not in the log any more. */
static inline bool index_is_dead(const struct live_index *index, int64_t id, int64_t seq) {
    return index_has_text_after(&index->dead, id, seq);
}

/* ---- index_search.c: which texts are like a text --------------------------------------------- */

/* Which matches are wanted. */
struct wanted {
    double least;          /* Jaccard similarity */
    bool is_current;       /* the copies of the structure and the log are */
    bool contradicting;    /* and others from contradiction_least on: index->misses */
    const int64_t *except; /* a text that is left out, or NULL */
    uint64_t most;         /* so many are enough */
    bool best;             /* the most similar of all; otherwise any */
    bool first;            /* and of equally similar ones those with the smallest ids */
};

/*
 * Makes a text the one that is compared, with its keys and its shingles or its sketch: the lowest
 * byte of each minimum, mixed. Two texts of similarity s have the same byte with probability s + (1
 * - s) / 256 (Li and Koenig 2010, b-Bit Minwise Hashing).
 */
void index_compare_with(struct live_index *index, const char *utf8, size_t length);

/*
 * Adds a match with the text `id` if that is wanted, and `shares_key`: has one of its keys. If it
 * is wanted only if it contradicts the other, adds it to index->misses.
 */
void index_compare(struct live_index *index, int64_t id, const struct wanted *wanted,
                   bool shares_key, struct matches *found);

/* Finds the text `id`, if it is wanted, whatever its keys. */
void index_search_one(struct live_index *index, int64_t id, const struct wanted *wanted,
                      struct matches *found);

/*
 * Finds texts that are similar to it, with edit_similarity_least if that is set, in the order of
 * their ids. There may be more than `most`, but then the first by similarity are among them.
 */
void index_search(struct live_index *index, const struct wanted *wanted, struct matches *found);

/* Sorts by id; or the most similar first, and then by id. */
void index_sort_matches(struct matches *found, bool by_jaccard);

/* The keys whose postings are, for now, on the pages of this segment. */
struct key_range index_keys_of(const struct live_index *index, const struct segment *segment);

/* The edit distance of a text and the text `id`, both folded; -1 if that is not there. */
int64_t index_distance(struct live_index *index, const char *utf8, size_t length, int64_t id);

/* ---- index_kinds.c: whether a text repeats or contradicts another ---------------------------- */

/* A text, and the evidence that comes with it. */
struct index_asked {
    const char *text;
    size_t length;
    const int64_t *row; /* the text is this one: its evidence is read when it is needed; or NULL */
    sqlite3_value *evidence[evidence_count]; /* or NULL; to be freed by index_asked_free() */
};

struct index_verdict {
    struct kind_answer answer;
    char *words; /* of the reason, to be freed */
};

/*
 * What kind of near-duplicates a text and the text `id` are; with the `reason` in words. Returns
 * false if that text is not there, or after an error.
 */
bool index_judge(struct live_index *index, struct index_asked *asked, int64_t id, bool reason,
                 struct index_verdict *verdict);

/*
 * Adds to what a search has found those of index->misses that contradict the text. Judges the most
 * similar, and those that were pairs `before`, which is in the order of ids, or NULL.
 */
void index_add_contradictions(struct live_index *index, struct index_asked *asked,
                              const struct matches *before, struct matches *found);

void index_asked_free(struct index_asked *asked);

/*
 * ---- index_pairs.c: the pairs of similar texts, and their clusters ----------------------------
 */

/*
 * Makes the pairs of a text those of the one that is compared; none if that has no keys, as when
 * the text is not there any more. One that `is_new` has no pairs yet. The copies of the structure
 * and the log are current. Or records the pairs of all texts.
 */
void index_pairs_change(struct live_index *index, int64_t id, bool is_new, const char *text,
                        size_t length);
void index_pairs_rebuild(struct live_index *index);

/* ---- index_links.c: what people have said of texts, and the clusters that follow ------------- */

/* What is to be called once the pairs of a row are written. */
enum index_linking {
    links_none,   /* the change has nothing to do with verdicts */
    links_follow, /* index_links_follow() */
    links_shape   /* index_links_shape() */
};

/*
 * A row has a text now, as in index_pairs_change(); it had pairs `before`, and has others. `group`
 * is to be released in any case.
 */
enum index_linking index_links_change(struct live_index *index, int64_t id, const char *text,
                                      size_t length, const struct matches *before,
                                      const struct matches *found, struct linked_clusters *group);

/* A row joins the cluster of the first row that has its text. */
void index_links_follow(struct live_index *index, int64_t id);

/*
 * Finds the clusters of a group anew, from what was added to it on, and writes and tells of what
 * differs; or, unless it `writes`, says whether they are as they should.
 */
void index_links_shape(struct live_index *index, struct linked_clusters *group, bool writes);

/* A row has a text now, while the pairs of all texts are recorded. */
void index_links_note(struct live_index *index, int64_t id, const char *text, size_t length);

/* The same of all groups with verdicts. */
void index_links_shape_all(struct live_index *index, bool writes);

/* Stores a verdict on two texts, or, if it is NULL, deletes that there is. */
void index_links_judge(struct live_index *index, const char *verdict,
                       const struct argument_bytes texts[2]);

/* ---- index_changes.c: what has become of pairs and clusters ---------------------------------- */

enum index_event {
    pair_appeared, /* a, b */
    pair_changed,  /* it stands, but is of another kind */
    pair_went,
    cluster_born,   /* cluster */
    cluster_grew,   /* a, cluster */
    cluster_shrank, /* a, cluster */
    cluster_merged, /* cluster, into */
    cluster_split,
    cluster_renamed,
    cluster_gone, /* cluster */
    event_before  /* in no transaction that has ended: see index_changes_begin() */
};

/* Tells of a change, if index->tells, by the numbers named above; two texts are in any order. */
void index_tell(struct live_index *index, enum index_event what, int64_t first, int64_t second);

/*
 * The greatest seq that a pair or an event has ever had. Remembers that it was `last`, as rows that
 * had it may have been deleted.
 */
int64_t index_last_seq(struct live_index *index);
void index_keep_last_seq(struct live_index *index, int64_t last);

/* What is between is told as the difference that it makes, and not step by step. */
void index_changes_begin(struct live_index *index);
void index_changes_end(struct live_index *index);

/*
 * Whether the last event of each pair, and of each text in a cluster, is what is there. (The names
 * of clusters follow from no single event.)
 */
void index_changes_check(struct live_index *index);

/* Deletes the events up to `seq`. */
void index_changes_forget(struct live_index *index, int64_t seq);

/* ---- index_check.c: whether all is as it should be ------------------------------------------- */

/* SQLITE_CORRUPT_VTAB, with a message that says what is wrong, unless nothing is. */
void index_check(struct live_index *index);

/* ---- index_triggers.c: what makes a table tell its index of changes -------------------------- */

/*
 * Makes the triggers of the table of the texts, in place of those that were made before; drops
 * those that are as they were made; makes these anew, while the index gets another name.
 */
void index_create_triggers(struct live_index *index);
void index_drop_triggers(struct live_index *index);
void index_rename_triggers(struct live_index *index, const char *name);

/* ---- index_table.c: the virtual table: planning, cursors, changes, commands ------------------ */

/* Registers the module `neardup`. */
int live_index_register(sqlite3 *db);
