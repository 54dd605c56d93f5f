/*
 * index_links.c - what people have said of texts, and the clusters that follow; see live_index.h.
 *
 * A verdict is on two texts, and says that they belong together or that they do not. Rows are the
 * nodes of linked_clusters.h, and pairs its edges. Rows with a text that a verdict is on have
 * must-links in the order of their ids, and the first of them has the links of its text.
 *
 *   (1) The table `verdicts` has the verdicts, and `judged` the rows that have such a text, if it
 *       has shingles. An index that was never given a verdict has neither, and its format says so.
 *   (2) A cluster with a row in `judged` has a label below 0, all others have a label from 0 on. If
 *       a connected group is divided, each part has such a row, since only links of such rows
 *       refuse an edge. So labels tell which changes may have to do with verdicts.
 *   (3) Such a change finds the clusters of its whole group anew: it reads the pairs of the group,
 *       and writes only what differs. All other changes go by index_pairs.c.
 *   (4) Where to begin: at the row, at the others of its cluster, and at its partners before and
 *       now. What a refused edge alone connected with it stays as it is: an edge that is refused
 *       decides nothing about others.
 */
#include "live_index.h"

#include <string.h>

/* ---- Texts that verdicts are on -------------------------------------------------------------- */

static sqlite3_stmt *bind_text(struct live_index *index, enum index_statement which, int at,
                               struct argument_bytes text) {
    sqlite3_stmt *statement = index_bind(index, which, 0, NULL);
    if (statement)
        index_explain(index, sqlite3_bind_text64(statement, at, text.bytes, text.length,
                                                 SQLITE_TRANSIENT, SQLITE_UTF8));
    return index_ok(index) ? statement : NULL;
}

/* index_ask() of a text. */
static bool ask_of(struct live_index *index, enum index_statement which, struct argument_bytes text,
                   int64_t *result) {
    return bind_text(index, which, 1, text) && index_ask(index, which, 0, NULL, result);
}

/* A row has this text now. */
static void judge_row(struct live_index *index, int64_t id, struct argument_bytes text) {
    if (bind_text(index, statement_add_judged, 2, text))
        index_run(index, statement_add_judged, 1, &id);
}

/* The same, if a statement that is at the row says so. */
static void judge_equal(struct live_index *index, int64_t id, sqlite3_stmt *row, int column,
                        struct argument_bytes text) {
    struct argument_bytes its = index_row_text(index, row, column, &index->other);
    if (its.bytes && its.length == text.length && memcmp(its.bytes, text.bytes, its.length) == 0)
        judge_row(index, id, text);
}

/*
 * Finds the rows of a text that had no verdict: by a search; in all texts if that may have left one
 * out.
 */
static void find_rows(struct live_index *index, struct argument_bytes text) {
    struct wanted wanted = {.least = 1, .is_current = true, .most = UINT64_MAX};
    struct matches found = {.matches = NULL};
    index_compare_with(index, text.bytes, text.length);
    if (index->key_count > 0)
        index_search(index, &wanted, &found);
    sqlite3_stmt *row = found.left_out_equal ? index_bind(index, statement_texts, 0, NULL) : NULL;
    while (index_next(index, row))
        judge_equal(index, sqlite3_column_int64(row, 0), row, 1, text);
    for (size_t i = 0; i < found.count && !found.left_out_equal; i++) {
        row = index_bind(index, statement_get_text, 1, &found.matches[i].id);
        if (index_next(index, row))
            judge_equal(index, found.matches[i].id, row, 0, text);
        sqlite3_reset(row);
    }
    sqlite3_free(found.matches);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static void add(struct live_index *index, struct linked_clusters *group, int64_t a, int64_t b,
                double weight) {
    if (index_ok(index) &&
        linked_clusters_add(group, &sqlite_allocator, a, b, weight) != union_find_ok)
        index_no_memory(index);
}

/* Begins at a row and the others of its cluster. */
static void reach(struct live_index *index, struct linked_clusters *group, int64_t id) {
    add(index, group, id, id, 0);
    sqlite3_stmt *row = index_bind(index, statement_mates, 1, &id);
    while (index_next(index, row)) {
        int64_t mate = sqlite3_column_int64(row, 0);
        add(index, group, mate, mate, 0);
    }
}

/* Adds the links of a row whose text a verdict is on. */
static void gather_links(struct live_index *index, struct linked_clusters *group, int64_t id) {
    sqlite3_stmt *row = index_bind(index, statement_same_text, 1, &id);
    if (!index_next(index, row))
        return;
    bool first = sqlite3_column_type(row, 0) == SQLITE_NULL;
    for (int i = 0; i < 2; i++)
        if (sqlite3_column_type(row, i) != SQLITE_NULL)
            add(index, group, id, sqlite3_column_int64(row, i), LINKED_MUST);
    sqlite3_reset(row);
    row = first ? index_bind(index, statement_links, 1, &id) : NULL;
    while (index_next(index, row)) {
        int64_t other = sqlite3_column_int64(row, 0);
        if (sqlite3_column_type(row, 0) == SQLITE_NULL)
            continue; /* no row has that text */
        if (sqlite3_column_int(row, 1))
            add(index, group, id, other, LINKED_MUST);
        else if (union_find_has(&group->forest, other)) /* if it comes later, it adds the link */
            add(index, group, id, other, LINKED_CANNOT);
    }
}

/* Follows pairs and must-links from where a group begins. */
static void gather(struct live_index *index, struct linked_clusters *group) {
    for (size_t i = 0; i < group->forest.count && index_ok(index); i++) {
        int64_t id = group->forest.members[i];
        sqlite3_stmt *row = index_bind(index, statement_edges, 1, &id);
        while (index_next(index, row)) { /* each edge once, and its other end */
            int64_t other = sqlite3_column_int64(row, 0);
            add(index, group, id < other ? id : other, other, sqlite3_column_double(row, 1));
        }
        gather_links(index, group, id);
    }
}

/* ---- Clusters before and now ----------------------------------------------------------------- */

static const uint32_t no_name = UINT32_MAX, many_names = UINT32_MAX - 1;

/*
 * A row of a group, by its number in the order of ids. A cluster is named by the number of its
 * smallest row, as its id is that row's.
 */
struct place {
    uint32_t was, now; /* names of its clusters, or no_name */
    int64_t label;     /* of the one before */

    /* Of a name before: the cluster that all its rows are in now, or no_name or many_names. */
    uint32_t heir;
    uint32_t votes;

    /* Of a name now. */
    uint32_t origin;   /* the name that the same cluster had, or no_name */
    uint32_t size;     /* rows */
    bool judged;       /* one of them is */
    int64_t new_label; /* 0: not known */
};

struct places {
    struct live_index *index;
    const int64_t *ids;
    size_t count;
    struct place *places;
};

/* The number of a row. no_name, and an error: it names a cluster, but is in no group. */
static uint32_t number_of(const struct places *all, int64_t id) {
    size_t begin = 0, end = all->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (all->ids[middle] == id)
            return (uint32_t)middle;
        if (all->ids[middle] < id)
            begin = middle + 1;
        else
            end = middle;
    }
    index_corrupt(all->index, "the cluster of text", id);
    return no_name;
}

/* Reads which clusters there were, and takes those that there are. One row is no cluster. */
static void read_places(struct places *all, struct union_find *forest) {
    struct live_index *index = all->index;
    struct place *places = all->places;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t root = union_find_root(forest, i);
        assert(root <= i);
        places[i] = (struct place){no_name, root, 0, no_name, 0, no_name, 0, false, 0};
        places[root].size++;
    }
    for (uint32_t i = 0; i < all->count && index_ok(index); i++) {
        uint32_t root = places[i].now;
        if (places[root].size == 1)
            places[i].now = no_name;
        sqlite3_stmt *row = index_bind(index, statement_placed, 1, &all->ids[i]);
        if (!index_next(index, row))
            continue;
        if (sqlite3_column_type(row, 0) != SQLITE_NULL) {
            places[i].label = sqlite3_column_int64(row, 0);
            places[i].was = number_of(all, sqlite3_column_int64(row, 1));
        }
        places[root].judged |= sqlite3_column_int(row, 2);
        sqlite3_reset(row);
    }
}

/* Whether a cluster of this name goes on. If not, all its rows may have gone into another. */
static bool goes_on(const struct place *places, uint32_t was) {
    uint32_t heir = places[was].heir;
    return heir < many_names && places[heir].origin == was;
}

/* A cluster goes on as one that has its name, or a name that no cluster had, and is not taken. */
static void go_on(struct place *places, uint32_t was, uint32_t now) {
    if (places[now].origin == no_name && (now == was || places[now].was != now)) {
        places[now].origin = was;
        places[was].heir = now;
    }
}

/*
 * Decides which cluster goes on as which, and so which rows are told of: if it can be, where most
 * of its rows are (Boyer and Moore 1981; any choice is right); as the one that has its name;
 * otherwise, as the first that is new.
 */
static void choose_heirs(struct places *all) {
    struct place *places = all->places;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t was = places[i].was, now = places[i].now;
        if (was == no_name || now == no_name)
            continue;
        if (places[was].votes == 0)
            places[was].heir = now;
        places[was].votes += places[was].heir == now ? 1 : UINT32_MAX;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t most = places[i].heir;
        places[i].heir = no_name;
        if (places[i].was == i && most != no_name)
            go_on(places, i, most);
    }
    for (uint32_t i = 0; i < all->count; i++)
        if (places[i].was == i && places[i].now == i && places[i].heir == no_name)
            go_on(places, i, i);
    for (uint32_t i = 0; i < all->count; i++)
        if (places[i].was != no_name && places[i].now != no_name &&
            places[places[i].was].heir == no_name)
            go_on(places, places[i].was, places[i].now);
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t was = places[i].was, now = places[i].now;
        if (was == no_name || now == no_name || goes_on(places, was))
            continue;
        bool only = places[was].heir == no_name || places[was].heir == now;
        places[was].heir = only && places[now].origin != no_name ? now : many_names;
    }
}

/* Writes what differs. Names that are given up make room for others first. */
static void store(const struct places *all) {
    struct live_index *index = all->index;
    struct place *places = all->places;
    for (uint32_t i = 0; i < all->count; i++) {
        if (places[i].was != i)
            continue;
        if (goes_on(places, i) && (places[i].label < 0) == places[places[i].heir].judged)
            places[places[i].heir].new_label = places[i].label;
        else
            index_run(index, statement_delete_cluster, 1, &places[i].label);
    }
    for (uint32_t i = 0; i < all->count && index_ok(index); i++)
        if (places[i].now == i && places[i].new_label != 0)
            index_run(index, statement_set_cluster, 2,
                      (const int64_t[]){places[i].new_label, all->ids[i]});
    for (uint32_t i = 0; i < all->count && index_ok(index); i++) {
        if (places[i].now != i || places[i].new_label != 0)
            continue;
        index_ask(index, places[i].judged ? statement_new_label_below : statement_new_label, 0,
                  NULL, &places[i].new_label);
        index_run(index, statement_set_cluster, 2,
                  (const int64_t[]){places[i].new_label, all->ids[i]});
    }
    for (uint32_t i = 0; i < all->count && index_ok(index); i++) {
        bool had = places[i].was != no_name, has = places[i].now != no_name;
        int64_t label = has ? places[places[i].now].new_label : 0;
        if (had && !has)
            index_run(index, statement_delete_label, 1, &all->ids[i]);
        else if (has && (!had || label != places[i].label))
            index_run(index, statement_set_label, 2, (const int64_t[]){all->ids[i], label});
    }
}

/* Tells of it, so that whoever applies the events finds each name given once, and free. */
static void tell(const struct places *all) {
    struct live_index *index = all->index;
    const struct place *places = all->places;
    const int64_t *ids = all->ids;
    for (uint32_t i = 0; i < all->count; i++)
        if (places[i].was != no_name && places[i].now == no_name)
            index_tell(index, cluster_shrank, ids[i], ids[places[i].was]);
    for (uint32_t i = 0; i < all->count; i++)
        if (places[i].was == i && goes_on(places, i) && places[i].heir != i)
            index_tell(index, cluster_renamed, ids[i], ids[places[i].heir]);
    for (uint32_t i = 0; i < all->count; i++)
        if (places[i].was == i && places[i].heir < many_names && !goes_on(places, i))
            index_tell(index, cluster_merged, ids[i], ids[places[i].heir]);
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t was = places[i].was, now = places[i].now;
        uint32_t is = was != no_name && places[was].heir < many_names ? places[was].heir : was;
        if (now == i && places[i].origin == no_name && was == no_name)
            index_tell(index, cluster_born, ids[i], 0);
        else if (now == i && places[i].origin == no_name)
            index_tell(index, cluster_split, ids[is], ids[i]);
        if (now != no_name && is != now)
            index_tell(index, cluster_grew, ids[i], ids[now]);
    }
    for (uint32_t i = 0; i < all->count; i++)
        if (places[i].was == i && places[i].heir >= many_names)
            index_tell(index, cluster_gone, ids[i], 0);
}

void index_links_shape(struct live_index *index, struct linked_clusters *group, bool writes) {
    struct union_find *forest = &group->forest;
    struct places all = {.index = index};
    forest->interruption = &index->interruption;
    gather(index, group);
    if (index_ok(index) && !(linked_clusters_make(group, &sqlite_allocator) &&
                             union_find_sort(forest, &sqlite_allocator)))
        index_core_failed(index);
    all.count = forest->count;
    all.ids = forest->members;
    if (index_ok(index) && !(all.places = sqlite3_malloc64((all.count + 1) * sizeof *all.places)))
        index_no_memory(index);
    if (index_ok(index))
        read_places(&all, forest);
    for (uint32_t i = 0; i < all.count && index_ok(index) && !writes; i++)
        if (all.places[i].was != all.places[i].now ||
            (all.places[i].was != no_name &&
             (all.places[i].label < 0) != all.places[all.places[i].now].judged))
            index_corrupt(index, "the cluster of text", all.ids[i]);
    if (index_ok(index) && writes) {
        choose_heirs(&all);
        store(&all);
        tell(&all);
    }
    sqlite3_free(all.places);
}

static struct linked_clusters begin_group(void) {
    struct linked_clusters group = {.edges = NULL};
    sqlite3_randomness(sizeof group.forest.key, &group.forest.key);
    return group;
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Whether a row, or its cluster, has to do with verdicts. */
static bool is_shaped(struct live_index *index, int64_t id) {
    sqlite3_stmt *row = index_bind(index, statement_placed, 1, &id);
    bool shaped =
        index_next(index, row) && (sqlite3_column_int64(row, 0) < 0 || sqlite3_column_int(row, 2));
    sqlite3_reset(row);
    return shaped;
}

/*
 * Whether a row that had no pairs joins the cluster of the first row with its text, and nothing
 * else changes: that row comes before it, and has its pairs, which are as similar and so are taken
 * first. (Otherwise each insert of a text that n rows have would read n * n pairs.)
 */
static bool follows(struct live_index *index, int64_t id, struct argument_bytes text,
                    const struct matches *found) {
    int64_t first, any;
    if (!ask_of(index, statement_first_judged, text, &first) || first >= id ||
        !index_ask(index, statement_label_of, 1, &first, &any))
        return false;
    for (size_t i = 0; i < found->count; i++) {
        int64_t other = found->matches[i].id;
        if (other != first &&
            !index_ask(index, statement_has_pair, 2, (const int64_t[]){first, other}, &any) &&
            !(bind_text(index, statement_is_judged, 2, text) &&
              index_ask(index, statement_is_judged, 1, &other, &any)))
            return false;
    }
    return index_ok(index);
}

void index_links_follow(struct live_index *index, int64_t id) {
    sqlite3_stmt *row = index_bind(index, statement_leader, 1, &id);
    if (!index_next(index, row))
        return;
    int64_t label = sqlite3_column_int64(row, 0), cluster = sqlite3_column_int64(row, 1);
    sqlite3_reset(row);
    index_run(index, statement_set_label, 2, (const int64_t[]){id, label});
    index_tell(index, cluster_grew, id, cluster);
}

enum index_linking index_links_change(struct live_index *index, int64_t id, const char *text,
                                      size_t length, const struct matches *before,
                                      const struct matches *found, struct linked_clusters *group) {
    if (index->structure.format < index_format_verdicts)
        return links_none;
    *group = begin_group();
    bool shaped = is_shaped(index, id), was = shaped || before->count > 0;
    if (shaped) {
        reach(index, group, id);
        index_run(index, statement_delete_judged, 1, &id);
    }
    index_links_note(index, id, text, length);
    shaped = shaped || is_shaped(index, id);
    if (shaped && !was && follows(index, id, (struct argument_bytes){text, length}, found))
        return links_follow;
    for (size_t i = 0; i < found->count && !shaped && index_ok(index); i++)
        shaped = is_shaped(index, found->matches[i].id);
    if (!shaped)
        return links_none;
    add(index, group, id, id, 0);
    for (size_t i = 0; i < before->count; i++)
        add(index, group, before->matches[i].id, before->matches[i].id, 0);
    for (size_t i = 0; i < found->count; i++)
        add(index, group, found->matches[i].id, found->matches[i].id, 0);
    return links_shape;
}

void index_links_note(struct live_index *index, int64_t id, const char *text, size_t length) {
    if (index->structure.format >= index_format_verdicts && text && index->key_count > 0)
        judge_row(index, id, (struct argument_bytes){text, length});
}

/* Each row is noted whose text has a verdict and shingles, and no other. */
static void check_judged(struct live_index *index) {
    uint64_t keys[minhash_bands_max];
    int64_t expected = 0, found;
    sqlite3_stmt *row = index_bind(index, statement_texts, 0, NULL);
    while (index_next(index, row)) {
        struct argument_bytes text = index_row_text(index, row, 1, &index->other);
        int64_t id = sqlite3_column_int64(row, 0);
        if (!text.bytes || !ask_of(index, statement_has_verdict, text, &found) ||
            index_keys(index, text.bytes, text.length, keys) == 0)
            continue;
        expected++;
        if (bind_text(index, statement_is_judged, 2, text) &&
            !index_ask(index, statement_is_judged, 1, &id, &found))
            index_corrupt(index, "the verdicts on text", id);
    }
    row = index_prepare(index, "SELECT count(*) FROM @judged");
    if (index_next(index, row) && sqlite3_column_int64(row, 0) != expected)
        index_corrupt(index, "the number of texts with verdicts,", sqlite3_column_int64(row, 0));
    sqlite3_finalize(row);
}

void index_links_shape_all(struct live_index *index, bool writes) {
    struct linked_clusters group = begin_group();
    if (index->structure.format < index_format_verdicts)
        return;
    sqlite3_stmt *row = index_prepare(
        index, "SELECT member FROM @judged UNION ALL SELECT member FROM @labels WHERE label < 0");
    while (index_next(index, row)) {
        int64_t id = sqlite3_column_int64(row, 0);
        add(index, &group, id, id, 0);
    }
    sqlite3_finalize(row);
    if (!writes)
        check_judged(index);
    index_links_shape(index, &group, writes);
    linked_clusters_free(&group, &sqlite_allocator);
}

/* The structure is written again: its format says that there are these tables now. */
static void create_tables(struct live_index *index) {
    index_create_verdicts(index, false);
    index->structure.format = index_format_verdicts;
    index_remember_pair(index, index->structure.last_pair);
    if (!index_ok(index)) /* it is not what is stored */
        index->structure_size = 0;
}

void index_links_judge(struct live_index *index, const char *verdict,
                       const struct argument_bytes texts[2]) {
    struct linked_clusters group = begin_group();
    bool known[2];
    int64_t found;
    if (index->structure.format < index_format_verdicts)
        create_tables(index);
    index->last_seq = index_last_seq(index);
    index->tells = index->options.changes;
    for (int i = 0; i < 2; i++)
        known[i] = ask_of(index, statement_has_verdict, texts[i], &found);
    enum index_statement which = verdict ? statement_set_verdict : statement_delete_verdict;
    for (int i = 0; i < 2; i++)
        bind_text(index, which, 1 + i, texts[i]);
    sqlite3_stmt *statement = index_bind(index, which, 0, NULL);
    if (statement && verdict)
        index_explain(index, sqlite3_bind_text(statement, 3, verdict, -1, SQLITE_STATIC));
    index_next(index, statement);
    bool differs = index_ok(index) && sqlite3_changes(index->db) > 0;
    for (int i = 0; i < 2 && differs; i++) {
        if (verdict && !known[i])
            find_rows(index, texts[i]);
        if (ask_of(index, statement_first_judged, texts[i], &found))
            reach(index, &group, found);
        if (!verdict && bind_text(index, statement_forget_judged, 1, texts[i]))
            index_run(index, statement_forget_judged, 0, NULL);
    }
    if (differs)
        index_links_shape(index, &group, true);
    linked_clusters_free(&group, &sqlite_allocator);
}
