/*
 * components.c - connected components and star clusters; see docs/functions/clusters.md.
 *
 *   union_find()            aggregate: the connected components of the edges, as a blob
 *   star_clusters()         aggregate: star clusters (core/clusters/star_clusters.h), likewise
 *   linked_clusters()       aggregate: clusters of edges and links (linked_clusters.h), likewise
 *   edge_counts()           aggregate: how many edges each member has, as a JSON object
 *   union_find_members()    table-valued: rows (member, component), members ascending
 *
 *   (1) Members are 64-bit integers. Those of union_find(), and of no other, may also be texts, by
 *       their bytes; in one result all are of one type.
 *   (2) A blob depends on the set of edges only, not on their order, direction or repetition. In
 *       counts an edge counts once for each row.
 *   (3) A blob from elsewhere is an error. Blobs are checked before they are used.
 */
#include "../functions.h"
#include "../table_function.h"

#include <string.h> /* memcpy */

#define EDGE ID("a"), ID("b")

/* Called before each edge; does its work at the first. See union_find.h (2) for the key. */
static void prepare(struct union_find *forest, struct call *call) {
    if (!forest->interruption)
        sqlite3_randomness(sizeof forest->key, &forest->key);
    forest->interruption = call->interruption;
}

static void record_result(struct call *call, enum union_find_result result) {
    if (result == union_find_no_memory)
        call_interrupted(call);
    else if (result == union_find_too_many)
        call_refuse(call, "there can be at most %lld members", (long long)UNION_FIND_MEMBERS_MAX);
}

static void result_components(struct call *call, struct union_find *forest) {
    size_t size;
    unsigned char *blob = component_blob_write(forest, &sqlite_allocator, &size);
    call_result_blob(call, blob, size);
}

/* A forest, and edges not yet joined: joining many at once is faster. Or components of texts. */
struct buffered_forest {
    struct union_find forest;
    int64_t ends[128];
    size_t end_count;
    enum key_type { key_unknown, key_integer, key_text } key_type; /* that of the first edge */
    bool failed; /* the last step: then SQLite calls only the end, which just releases memory */
    struct text_components texts;
};

static void join_buffered(struct call *call, struct buffered_forest *buffered) {
    size_t edges = buffered->end_count / 2;
    buffered->end_count = 0;
    record_result(call,
                  union_find_join(&buffered->forest, &sqlite_allocator, buffered->ends, edges));
}

enum { shown_key_max = sizeof(struct shown_text) + 2 };

static bool is_text(const struct given *given) {
    return sqlite3_value_type(given->value) == SQLITE_TEXT;
}

/* A key as a message has it. */
static const char *show_key(const struct given *given, char shown[shown_key_max]) {
    if (is_text(given))
        return sqlite3_snprintf(shown_key_max, shown, "'%s'", shown_text(given->bytes).utf8);
    return sqlite3_snprintf(shown_key_max, shown, "%lld", (long long)given->integer);
}

/* Whether a key has the type of the first one, which decides. If not, the other names the row. */
static bool key_fits(struct call *call, int argument, enum key_type type) {
    static const char *const names[] = {"a", "b"};
    char found[shown_key_max], of_row[shown_key_max];
    if (is_text(&call->given[argument]) == (type == key_text))
        return true;
    call_refuse(call, "argument %s must be %s, as the first key is, found %s, where %s is %s",
                names[argument], type == key_text ? "text" : "an integer",
                show_key(&call->given[argument], found), names[1 - argument],
                show_key(&call->given[1 - argument], of_row));
    return false;
}

static struct component_text text_of(const struct given *given) {
    return (struct component_text){(const unsigned char *)given->bytes.bytes, given->bytes.length};
}

static void add_edge(struct call *call, struct buffered_forest *buffered) {
    struct text_components *texts = &buffered->texts;
    if (!buffered->key_type)
        buffered->key_type = is_text(&call->given[0]) ? key_text : key_integer;
    if (!key_fits(call, 0, buffered->key_type) || !key_fits(call, 1, buffered->key_type))
        return;
    if (buffered->key_type == key_text) {
        prepare(&texts->forest, call);
        if (texts->forest.count == 0)
            sqlite3_randomness(sizeof texts->key, texts->key);
        record_result(call, text_components_join(texts, &sqlite_allocator, text_of(&call->given[0]),
                                                 text_of(&call->given[1])));
        return;
    }
    prepare(&buffered->forest, call);
    buffered->ends[buffered->end_count++] = call->given[0].integer;
    buffered->ends[buffered->end_count++] = call->given[1].integer;
    if (buffered->end_count == sizeof buffered->ends / sizeof *buffered->ends)
        join_buffered(call, buffered);
}

static void union_find_step(struct call *call, void *state) {
    struct buffered_forest *buffered = state;
    add_edge(call, buffered);
    buffered->failed = call->code != SQLITE_OK;
}

static void union_find_final(struct call *call, void *state) {
    struct buffered_forest *buffered = state;
    if (!buffered)
        return;
    if (!buffered->failed)
        join_buffered(call, buffered);
    bool good = !buffered->failed && call->code == SQLITE_OK;
    if (good && buffered->key_type == key_text) {
        size_t size;
        unsigned char *blob = text_components_blob(&buffered->texts, &sqlite_allocator, &size);
        call_result_blob(call, blob, size);
    } else if (good) {
        result_components(call, &buffered->forest);
    }
    text_components_free(&buffered->texts, &sqlite_allocator);
    union_find_free(&buffered->forest, &sqlite_allocator);
}

AGGREGATE(union_find, struct buffered_forest, "BLOB",
          .arguments = ARGUMENTS(REQUIRED("a", key), REQUIRED("b", key)));

static void star_clusters_step(struct call *call, void *state) {
    struct star_clusters *stars = state;
    prepare(&stars->forest, call);
    record_result(call, star_clusters_add(stars, &sqlite_allocator, call->given[0].integer,
                                          call->given[1].integer));
}

static void star_clusters_final(struct call *call, void *state) {
    struct star_clusters *stars = state;
    if (!stars)
        return;
    if (star_clusters_make(stars, &sqlite_allocator))
        result_components(call, &stars->forest);
    else
        call_interrupted(call);
    star_clusters_free(stars, &sqlite_allocator);
}

AGGREGATE(star_clusters, struct star_clusters, "BLOB", .arguments = ARGUMENTS(EDGE));

static void linked_clusters_step(struct call *call, void *state) {
    struct linked_clusters *clusters = state;
    double weights[] = {LINKED_CANNOT, call->given[2].number, LINKED_MUST};
    prepare(&clusters->forest, call);
    record_result(call,
                  linked_clusters_add(clusters, &sqlite_allocator, call->given[0].integer,
                                      call->given[1].integer, weights[call->given[3].integer + 1]));
}

static void linked_clusters_final(struct call *call, void *state) {
    struct linked_clusters *clusters = state;
    if (!clusters)
        return;
    if (linked_clusters_make(clusters, &sqlite_allocator))
        result_components(call, &clusters->forest);
    else
        call_interrupted(call);
    linked_clusters_free(clusters, &sqlite_allocator);
}

AGGREGATE(linked_clusters, struct linked_clusters, "BLOB",
          .arguments = ARGUMENTS(
              EDGE, {.name = "similarity", .type = argument_is_number, .numbers = {-1e30, 1e30, 0}},
              OPTIONAL("link", integer, .range = {-1, 1, 0})));

static void edge_counts_step(struct call *call, void *state) {
    struct edge_counts *counts = state;
    prepare(&counts->nodes, call);
    record_result(call, edge_counts_add(counts, &sqlite_allocator, call->given[0].integer,
                                        call->given[1].integer));
}

/* {"12":3,"15":1} */
static void result_counts(struct call *call, const struct edge_counts *counts) {
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(call->context));
    for (size_t i = 0; i < counts->nodes.count; i++) {
        if (interruption_after(counts->nodes.interruption, 32)) { /* to print takes as long */
            sqlite3_free(sqlite3_str_finish(text));
            call_interrupted(call);
            return;
        }
        sqlite3_str_appendf(text, "%s\"%lld\":%u", i > 0 ? "," : "{",
                            (long long)counts->nodes.members[i], (unsigned)counts->counts[i]);
    }
    sqlite3_str_appendall(text, "}");
    text_result_set(call->context, text);
}

static void edge_counts_final(struct call *call, void *state) {
    struct edge_counts *counts = state;
    if (!counts)
        return;
    if (counts->nodes.count > 0 && edge_counts_sort(counts))
        result_counts(call, counts);
    else if (counts->nodes.count > 0)
        call_interrupted(call);
    edge_counts_free(counts, &sqlite_allocator);
}

AGGREGATE(edge_counts, struct edge_counts, "TEXT", .arguments = ARGUMENTS(EDGE));

struct members_cursor {
    struct table_cursor base;
    struct component_member *members;
    unsigned char *texts; /* a copy of the blob, if its members are texts */
    size_t size;
};

static void members_reset(struct table_cursor *base) {
    struct members_cursor *cursor = (struct members_cursor *)base;
    RELEASE(&sqlite_allocator, cursor->members, cursor->texts);
    cursor->members = NULL;
    cursor->texts = NULL;
}

static void members_open(struct table_cursor *base, struct call *call) {
    struct members_cursor *cursor = (struct members_cursor *)base;
    struct argument_bytes blob = call->given[0].bytes;
    const unsigned char *bytes = (const unsigned char *)blob.bytes;
    size_t count;
    switch (component_blob_read(bytes, blob.length, &sqlite_allocator, &base->interruption,
                                &cursor->members, &count)) {
    case component_blob_ok:
        base->rows = (sqlite3_int64)count;
        cursor->size = blob.length;
        if (component_blob_has_texts(bytes, blob.length) &&
            (cursor->texts = call_allocate(call, blob.length)) != NULL)
            memcpy(cursor->texts, bytes, blob.length);
        break;
    case component_blob_no_memory:
        call_interrupted(call);
        break;
    case component_blob_malformed:
        call_refuse(call,
                    "argument blob must be a result of union_find(), star_clusters() or "
                    "linked_clusters(), found "
                    "another blob of length %lld",
                    (long long)blob.length);
        break;
    }
}

static void members_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct members_cursor *cursor = (struct members_cursor *)base;
    const struct component_member *member = &cursor->members[base->row];
    int64_t value = column == 0 ? member->member : member->component;
    if (cursor->texts) {
        struct component_text text = component_blob_text(cursor->texts, cursor->size, value);
        sqlite3_result_text64(context, (const char *)text.bytes, text.length, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
    } else {
        sqlite3_result_int64(context, value);
    }
}

/* The columns have no affinity: they are integers or texts. */
TABLE(union_find_members, members, struct members_cursor, "member, component",
      .arguments = ARGUMENTS(INPUT("blob", blob)), .estimated_rows = 1000, .reset = members_reset);
