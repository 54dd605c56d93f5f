/*
 * index_pairs.c - the pairs of similar texts and their clusters, kept up to date; see live_index.h.
 *
 * A cluster is a connected component of the pairs. Its id is its smallest member, as in the
 * pipeline.
 *
 *   (1) The texts of a cluster have a label, a number that says nothing, and a row tells which
 *       cluster a label means. So when a smaller text comes, or the smallest goes, one row changes.
 *   (2) Where clusters are joined, the texts of the smaller one get the label of the larger: of n
 *       texts that come in any order, each gets log2 n labels at most.
 *   (3) When a text goes, a search begins at each text that it was paired with, all in turn, and
 *       two become one where they meet. It ends when one is left, which keeps the label; others
 *       that have come to an end are clusters of their own. Where texts that are like the same text
 *       are like each other, that takes a few steps. At worst, where two large parts hang together
 *       by one chain of pairs, or by none any more, it takes as many as the smaller part has pairs,
 *       or a chain around is long; and never more than the cluster has pairs.
 *   (4) An index that was made before version 0.5 has no labels: its clusters take their place, and
 *       all texts of a cluster change when its smallest member does.
 */
#include "live_index.h"

#include <string.h>

/* ---- Labels ---------------------------------------------------------------------------------- */

static bool label_of(struct live_index *index, int64_t id, int64_t *label) {
    return index_ask(index, statement_label_of, 1, &id, label);
}

static void set_label(struct live_index *index, int64_t id, int64_t label) {
    index_run(index, statement_set_label, 2, (const int64_t[]){id, label});
}

/* A label for a new cluster, one of whose texts is `id`. */
static int64_t new_label(struct live_index *index, int64_t id) {
    if (index->labelled)
        index_ask(index, statement_new_label, 0, NULL, &id);
    return id;
}

/* The cluster that a label means, if somebody is to be told. */
static int64_t cluster_of(struct live_index *index, int64_t label) {
    int64_t cluster = 0;
    if (index->tells)
        index_ask(index, statement_cluster_of, 1, &label, &cluster);
    return cluster;
}

/* A text is in a cluster from now on. */
static void enter(struct live_index *index, int64_t id, int64_t label, int64_t cluster) {
    set_label(index, id, label);
    index_tell(index, cluster_grew, id, cluster);
}

/* Makes a label mean the smallest text that has it, and returns that; the feed has `told` of it. */
static int64_t settle(struct live_index *index, int64_t label, int64_t told) {
    int64_t smallest = 0;
    bool found = index_ask(index, statement_smallest, 1, &label, &smallest);
    if (!index->labelled && found && smallest != label)
        index_run(index, statement_relabel, 2, (const int64_t[]){smallest, label});
    else if (index->labelled && found)
        index_run(index, statement_set_cluster, 2, (const int64_t[]){label, smallest});
    else if (index->labelled)
        index_run(index, statement_delete_cluster, 1, &label);
    if (!found)
        index_tell(index, cluster_gone, told, 0);
    else if (smallest != told)
        index_tell(index, cluster_renamed, told, smallest);
    return smallest;
}

/*
 * Joins two clusters, of which one is `*cluster`, which becomes that of both. Returns their label.
 * O(texts of the smaller one).
 */
static int64_t merge(struct live_index *index, int64_t label, int64_t other, int64_t *cluster) {
    int64_t labels[] = {label, other}, counts[] = {0, 0};
    for (int64_t limit = 16; counts[0] == counts[1] && limit > 0 && index_ok(index); limit *= 2) {
        for (int i = 0; i < 2; i++)
            index_ask(index, statement_count_labels, 2, (const int64_t[]){labels[i], limit},
                      &counts[i]);
        if (counts[0] < limit)
            break; /* both are, if they are equal */
    }
    int64_t its = cluster_of(index, other), smaller = its < *cluster ? its : *cluster;
    index_tell(index, cluster_merged, its < *cluster ? *cluster : its, smaller);
    *cluster = smaller;
    int larger = counts[1] > counts[0];
    index_run(index, statement_relabel, 2, (const int64_t[]){labels[larger], labels[!larger]});
    if (index->labelled)
        index_run(index, statement_delete_cluster, 1, &labels[!larger]);
    return labels[larger];
}

/* Whether a pair is of similar texts, and not only of such as contradict each other. */
static bool is_linked(const struct live_index *index, const struct match *match) {
    return match->jaccard >= index->options.jaccard_least &&
           (match->edit_distance >= 0 || index->options.edit_similarity_least == 0);
}

/* A text has got pairs with what was found. */
static void join(struct live_index *index, int64_t id, const struct matches *found) {
    int64_t label = 0, its, cluster = 0;
    bool has = false;
    for (size_t i = 0; i < found->count && index_ok(index); i++) {
        int64_t other = found->matches[i].id;
        if (!is_linked(index, &found->matches[i]))
            continue;
        if (!has && (has = label_of(index, id, &label)))
            cluster = cluster_of(index, label);
        bool other_has = label_of(index, other, &its);
        if (!has) {
            label = other_has ? its : new_label(index, id);
            cluster = other_has ? cluster_of(index, its) : id < other ? id : other;
            if (!other_has)
                index_tell(index, cluster_born, cluster, 0);
            enter(index, id, label, cluster);
            has = true;
        }
        if (!other_has)
            enter(index, other, label, cluster);
        else if (its != label)
            label = merge(index, label, its, &cluster);
    }
    if (has)
        settle(index, label, cluster);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* A text that a search has reached. */
struct reached {
    uint32_t next;        /* in the queue of texts whose pairs were not looked at, plus 1 */
    uint32_t first, last; /* of a root: its queue, plus 1 */
    bool ended;           /* of a root: its queue is empty, so this is the whole part */
};

struct search {
    struct live_index *index;
    struct union_find forest; /* numbers the texts; its components are the parts */
    struct reached *texts;    /* by number */
    size_t capacity;
    size_t parts; /* that have not ended */
};

/* Puts queues together, of which one may be empty. */
static void append_queue(struct search *search, struct reached *root, uint32_t first,
                         uint32_t last) {
    assert((first == 0) == (last == 0) && last <= search->forest.count);
    if (!first)
        return;
    if (root->first)
        search->texts[root->last - 1].next = first;
    else
        root->first = first;
    root->last = last;
}

static void unite(struct search *search, uint32_t a, uint32_t b) {
    struct reached *texts = search->texts;
    if (a == b)
        return;
    assert(search->forest.parents[a] == a && search->forest.parents[b] == b); /* both are roots */
    assert(search->parts > 0);
    search->forest.parents[b] = a;
    append_queue(search, &texts[a], texts[b].first, texts[b].last);
    search->parts -= !texts[b].ended;
}

/* Adds a text to the part with this root, and what it belongs to; or a part that begins with it. */
static void reach(struct search *search, int64_t id, const uint32_t *root) {
    struct union_find *forest = &search->forest;
    size_t known = forest->count;
    uint32_t text;
    if (union_find_node(forest, &sqlite_allocator, id, &text) != union_find_ok ||
        !ARRAY_RESERVE(&sqlite_allocator, search->texts, search->capacity, forest->count)) {
        index_no_memory(search->index);
        return;
    }
    if (text == known) {
        search->texts[text] = (struct reached){.next = 0};
        search->parts += !root;
        forest->parents[text] = root ? *root : text;
        append_queue(search, &search->texts[forest->parents[text]], text + 1, text + 1);
    } else if (root) {
        unite(search, *root, union_find_root(forest, text));
    }
}

/* Looks at the pairs of the next text of a part. */
static void advance(struct search *search, uint32_t root) {
    struct reached *part = &search->texts[root];
    assert(search->forest.parents[root] == root && !part->ended && part->first > 0);
    uint32_t text = part->first - 1;
    part->first = search->texts[text].next;
    sqlite3_stmt *row =
        index_bind(search->index, statement_partners, 1, &search->forest.members[text]);
    while (search->parts > 1 && index_next(search->index, row))
        if (sqlite3_column_int(row, 1))
            reach(search, sqlite3_column_int64(row, 0), &root);
    sqlite3_reset(row);
    if (search->parts > 1 && search->texts[root].first == 0) {
        search->texts[root].ended = true;
        search->parts--;
    }
}

/* Goes on in all parts, in turn, until only one has not ended. */
static void search_parts(struct search *search) {
    size_t left = search->forest.count;
    uint32_t *roots = sqlite3_malloc64((left + 1) * sizeof *roots);
    if (!roots)
        index_no_memory(search->index);
    for (uint32_t i = 0; roots && i < left; i++)
        roots[i] = i;
    while (search->parts > 1 && index_ok(search->index)) {
        size_t kept = 0;
        for (size_t i = 0; i < left && search->parts > 1 && index_ok(search->index); i++) {
            if (search->forest.parents[roots[i]] != roots[i] || search->texts[roots[i]].ended)
                continue;
            advance(search, roots[i]);
            roots[kept++] = roots[i];
        }
        left = kept;
    }
    sqlite3_free(roots);
}

/* Makes a part of `cluster` that has ended a cluster; a text that has no pairs is in none. */
static void set_apart(struct search *search, const struct reached *root, int64_t cluster) {
    const struct reached *texts = search->texts;
    const int64_t *ids = search->forest.members;
    int64_t smallest = INT64_MAX;
    if (!texts[root->first - 1].next)
        return;
    for (uint32_t i = root->first; i > 0; i = texts[i - 1].next)
        smallest = ids[i - 1] < smallest ? ids[i - 1] : smallest;
    int64_t label = new_label(search->index, smallest);
    index_tell(search->index, cluster_split, cluster, smallest);
    for (uint32_t i = root->first; i > 0 && index_ok(search->index); i = texts[i - 1].next)
        enter(search->index, ids[i - 1], label, smallest);
    settle(search->index, label, smallest);
}

/* Whether a text is in a pair that makes it one of a cluster. */
static bool has_partner(struct live_index *index, int64_t id) {
    sqlite3_stmt *row = index_bind(index, statement_partners, 1, &id);
    bool found = false;
    while (!found && index_next(index, row))
        found = sqlite3_column_int(row, 1);
    sqlite3_reset(row);
    return found;
}

/*
 * Pairs of a text were deleted, with the texts that a search has begun at; if it has other pairs,
 * it `stays` in a cluster, and the search has begun at it, too.
 */
static void leave(struct search *search, int64_t id, bool stays) {
    struct live_index *index = search->index;
    struct union_find *forest = &search->forest;
    int64_t label = 0;
    bool has = label_of(index, id, &label);
    int64_t cluster = has ? cluster_of(index, label) : 0;
    if (has && !stays) {
        index_run(index, statement_delete_label, 1, &id);
        index_tell(index, cluster_shrank, id, cluster);
    }
    search_parts(search);
    /* The parts that have ended become lists of texts, without labels. */
    for (uint32_t i = 0; i < forest->count && index_ok(index); i++) {
        struct reached *root = &search->texts[union_find_root(forest, i)];
        if (!root->ended)
            continue;
        search->texts[i].next = root->first;
        root->first = i + 1;
        index_run(index, statement_delete_label, 1, &forest->members[i]);
    }
    /* The rest of the cluster keeps the label. One text without pairs is in no cluster. */
    for (uint32_t i = 0; i < forest->count && has && index_ok(index); i++) {
        const struct reached *root = &search->texts[i];
        if (forest->parents[i] != i || (root->ended ? search->texts[root->first - 1].next > 0
                                                    : has_partner(index, forest->members[i])))
            continue;
        if (!root->ended)
            index_run(index, statement_delete_label, 1, &forest->members[i]);
        index_tell(index, cluster_shrank, forest->members[i], cluster);
    }
    if (has)
        cluster = settle(index, label, cluster);
    for (uint32_t i = 0; i < forest->count && index_ok(index); i++)
        if (search->texts[i].ended && forest->parents[i] == i)
            set_apart(search, &search->texts[i], cluster);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/*
 * Records a pair of the text `a`, with its kind if the index keeps that, and tells of it, unless it
 * stands as it was.
 */
static void record(struct live_index *index, int64_t a, struct match *match,
                   struct index_asked *asked) {
    int64_t b = match->id, seq = ++index->last_seq;
    struct index_verdict verdict = {.words = NULL};
    if (index->options.kinds && !match->kind && index_judge(index, asked, b, false, &verdict)) {
        match->kind = kind_names[verdict.answer.kind];
        match->score = verdict.answer.score;
    }
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
    if (index->options.kinds && match->kind) {
        index_explain(index, sqlite3_bind_text(statement, 6, match->kind, -1, SQLITE_STATIC));
        index_explain(index, sqlite3_bind_double(statement, 7, match->score));
    }
    index_next(index, statement);
    if (!match->stands)
        index_tell(index, pair_appeared, a, b);
    else if (index->options.kinds && match->kind != match->had)
        index_tell(index, pair_changed, a, b);
}

/* The kind of this name, or NULL. */
static const char *kind_named(const unsigned char *name) {
    for (int kind = 0; name && kind < kind_count; kind++)
        if (strcmp(kind_names[kind], (const char *)name) == 0)
            return kind_names[kind];
    return NULL;
}

/* Drops matches with greater ids than a text has. */
static void drop_greater(struct matches *matches, int64_t id) {
    size_t kept = 0;
    for (size_t i = 0; i < matches->count; i++)
        if (matches->matches[i].id < id)
            matches->matches[kept++] = matches->matches[i];
    matches->count = kept;
}

/*
 * The pairs of a text, which is the one that is compared, in the order of the others' ids; of those
 * that only contradict it, also those that were pairs `before`; or with texts of smaller ids alone.
 */
static void find_pairs(struct live_index *index, int64_t id, struct index_asked *asked,
                       bool smaller, const struct matches *before, struct matches *found) {
    struct wanted wanted = {.least = index->options.jaccard_least,
                            .is_current = true,
                            .contradicting = true,
                            .except = &id,
                            .most = UINT64_MAX};
    index_search(index, &wanted, found);
    if (smaller) {
        drop_greater(found, id);
        drop_greater(&index->misses, id);
    }
    index_add_contradictions(index, asked, before, found);
}

/* The texts that a text has pairs with, in the order of their ids. */
static void read_partners(struct live_index *index, int64_t id, struct matches *partners) {
    sqlite3_stmt *row = index_bind(index, statement_partners, 1, &id);
    double linked = index->options.jaccard_least;
    while (index_next(index, row))
        (void)INDEX_APPEND(index, partners->matches, partners->count, partners->capacity,
                           (struct match){.id = sqlite3_column_int64(row, 0),
                                          .jaccard = sqlite3_column_int(row, 1) ? linked : 0,
                                          .edit_distance = 0,
                                          .kind = kind_named(sqlite3_column_text(row, 2))});
    index_sort_matches(partners, false);
}

/*
 * Drops the pairs of a text, which are those with `before`, and records again those that it stays
 * linked by. A search begins at what the text is not linked with any more. It must not follow what
 * the text is newly linked by into another cluster: that stays in `found`. Returns whether the text
 * stays linked.
 */
static bool drop_pairs(struct live_index *index, int64_t id, const struct matches *before,
                       struct matches *found, struct index_asked *asked, struct search *lost) {
    size_t left = 0, stand = 0;
    if (before->count > 0)
        index_run(index, statement_delete_pairs, 1, &id);
    for (size_t i = 0, j = 0; (i < before->count || j < found->count) && index_ok(index);) {
        const struct match *had = i < before->count ? &before->matches[i] : NULL;
        struct match *has = j < found->count ? &found->matches[j] : NULL;
        bool goes = !has || (had && had->id < has->id), comes = !had || (has && has->id < had->id);
        bool was_linked = !comes && is_linked(index, had);
        bool stays = was_linked && !goes && is_linked(index, has);
        if (goes)
            index_tell(index, pair_went, id, had->id);
        if (!goes && !comes) {
            has->stands = true;
            has->had = had->kind;
        }
        if (stays)
            record(index, id, has, asked);
        else if (was_linked)
            reach(lost, had->id, NULL);
        if (!stays && !goes)
            found->matches[left++] = *has;
        stand += stays;
        i += !comes;
        j += !goes;
    }
    found->count = left;
    if (lost->forest.count > 0 && stand > 0)
        reach(lost, id, NULL);
    return stand > 0;
}

void index_pairs_change(struct live_index *index, int64_t id, bool is_new, const char *text,
                        size_t length) {
    struct index_asked asked = {.text = text, .length = length, .row = &id};
    struct matches before = {.matches = NULL}, found = {.matches = NULL};
    struct search lost = {.index = index};
    struct linked_clusters group = {.edges = NULL};
    sqlite3_randomness(sizeof lost.forest.key, &lost.forest.key);
    if (!is_new)
        read_partners(index, id, &before);
    if (index->key_count > 0)
        find_pairs(index, id, &asked, false, &before, &found);
    enum index_linking linking =
        index_links_change(index, id, text, length, &before, &found, &group);
    if ((linking != links_none || before.count + found.count > 0) && index_ok(index)) {
        int64_t last = index->last_seq = index_last_seq(index);
        index->tells = index->options.changes;
        bool stays = drop_pairs(index, id, &before, &found, &asked, &lost);
        if (lost.forest.count > 0 && index->options.clusters && linking == links_none)
            leave(&lost, id, stays);
        for (size_t i = 0; i < found.count; i++)
            record(index, id, &found.matches[i], &asked);
        if (linking == links_shape)
            index_links_shape(index, &group, true);
        else if (linking == links_follow)
            index_links_follow(index, id);
        else if (index->options.clusters)
            join(index, id, &found);
        if (index->last_seq == last)
            index_keep_last_seq(index, last);
    }
    index_asked_free(&asked);
    RELEASE(&sqlite_allocator, before.matches, found.matches, lost.texts);
    union_find_free(&lost.forest, &sqlite_allocator);
    linked_clusters_free(&group, &sqlite_allocator);
}

void index_pairs_rebuild(struct live_index *index) {
    struct matches found = {.matches = NULL};
    index_refresh_structure(index);
    index_execute(index, "DELETE FROM @pairs WHERE seq > 9223372036854775807 / 2"); /* damage */
    index_changes_begin(index);
    index->last_seq = index_last_seq(index);
    index_remember_pair(index, index->last_seq);
    index_execute(index, "DELETE FROM @pairs");
    if (index->options.clusters)
        index_execute(index, "DELETE FROM @labels");
    if (index->labelled)
        index_execute(index, "DELETE FROM @clusters");
    if (index->structure.format >= index_format_verdicts)
        index_execute(index, "DELETE FROM @judged");
    index_refresh_log(index);
    sqlite3_stmt *row = index_bind(index, statement_texts, 0, NULL);
    while (index_next(index, row)) {
        struct argument_bytes text = index_row_text(index, row, 1, &index->asked);
        int64_t id = sqlite3_column_int64(row, 0);
        struct index_asked asked = {.text = text.bytes, .length = text.length, .row = &id};
        if (!text.bytes)
            continue;
        index_compare_with(index, text.bytes, text.length);
        index_links_note(index, id, text.bytes, text.length);
        find_pairs(index, id, &asked, true, NULL, &found);
        for (size_t i = 0; i < found.count && index_ok(index); i++)
            record(index, id, &found.matches[i], &asked);
        index_asked_free(&asked);
        if (index->options.clusters)
            join(index, id, &found);
    }
    sqlite3_free(found.matches);
    index_links_shape_all(index, true);
    index_changes_end(index);
}
