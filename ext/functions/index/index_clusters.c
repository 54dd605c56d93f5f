/*
 * index_clusters.c - the clusters of similar texts, kept up to date; see live_index.h.
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

#include <assert.h>
#include <string.h>

/* ---- Labels ---------------------------------------------------------------------------------- */

/* The integer that a statement gives; *found is false if there is none, or NULL. */
static int ask(struct live_index *index, enum index_statement which, int count,
               const int64_t *numbers, int64_t *result, bool *found) {
    sqlite3_stmt *row;
    int code = index_step(index, which, count, numbers, &row);
    *found = code == SQLITE_ROW && sqlite3_column_type(row, 0) != SQLITE_NULL;
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    *result = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return SQLITE_OK;
}

static int label_of(struct live_index *index, int64_t id, int64_t *label, bool *found) {
    return ask(index, statement_label_of, 1, &id, label, found);
}

static int set_label(struct live_index *index, int64_t id, int64_t label) {
    return index_run(index, statement_set_label, 2, (const int64_t[]){id, label});
}

/* A label for a new cluster, one of whose texts is `id`. */
static int new_label(struct live_index *index, int64_t id, int64_t *label) {
    bool found;
    *label = id;
    return index->labelled ? ask(index, statement_new_label, 0, NULL, label, &found) : SQLITE_OK;
}

/* Makes a label mean the smallest text that has it. */
static int settle(struct live_index *index, int64_t label) {
    int64_t smallest = 0;
    bool found;
    int code = ask(index, statement_smallest, 1, &label, &smallest, &found);
    if (code != SQLITE_OK || (!index->labelled && (!found || smallest == label)))
        return code;
    if (!index->labelled)
        return index_run(index, statement_relabel, 2, (const int64_t[]){smallest, label});
    return found ? index_run(index, statement_set_cluster, 2, (const int64_t[]){label, smallest})
                 : index_run(index, statement_delete_cluster, 1, &label);
}

/* Joins two clusters; *kept becomes the label of both. O(texts of the smaller one). */
static int merge(struct live_index *index, int64_t *kept, int64_t other) {
    int64_t labels[] = {*kept, other}, counts[] = {0, 0};
    int code = SQLITE_OK;
    for (int64_t limit = 16; counts[0] == counts[1] && limit > 0 && code == SQLITE_OK; limit *= 2) {
        for (int i = 0; i < 2 && code == SQLITE_OK; i++) {
            bool found;
            code = ask(index, statement_count_labels, 2, (const int64_t[]){labels[i], limit},
                       &counts[i], &found);
        }
        if (counts[0] < limit)
            break; /* both are, if they are equal */
    }
    int larger = counts[1] > counts[0];
    *kept = labels[larger];
    if (code == SQLITE_OK)
        code = index_run(index, statement_relabel, 2,
                         (const int64_t[]){labels[larger], labels[!larger]});
    return code == SQLITE_OK && index->labelled
               ? index_run(index, statement_delete_cluster, 1, &labels[!larger])
               : code;
}

int index_clusters_join(struct live_index *index, int64_t id, const int64_t *others, size_t count) {
    int64_t label = 0, its;
    bool has, other_has;
    if (count == 0)
        return SQLITE_OK;
    int code = label_of(index, id, &label, &has);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        code = label_of(index, others[i], &its, &other_has);
        if (code == SQLITE_OK && !has) {
            if (other_has)
                label = its;
            else
                code = new_label(index, id, &label);
            has = true;
            if (code == SQLITE_OK)
                code = set_label(index, id, label);
        }
        if (code == SQLITE_OK && !other_has)
            code = set_label(index, others[i], label);
        else if (code == SQLITE_OK && its != label)
            code = merge(index, &label, its);
    }
    return code == SQLITE_OK ? settle(index, label) : code;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* A text that a search has reached. Its part is a tree of parents; its root has the queue. */
struct reached {
    int64_t id;
    uint32_t parent;
    uint32_t next;        /* in the queue of texts whose pairs were not looked at, plus 1 */
    uint32_t first, last; /* of a root: its queue, plus 1 */
    bool ended;           /* of a root: its queue is empty, so this is the whole part */
};

struct search {
    struct live_index *index;
    struct reached *texts;
    size_t count, capacity;
    uint32_t *slots; /* by id: a text, plus 1; at most half full */
    size_t slot_count;
    size_t parts; /* that have not ended */
};

static uint32_t root_of(struct search *search, uint32_t text) {
    struct reached *texts = search->texts;
    while (texts[text].parent != text)
        text = texts[text].parent = texts[texts[text].parent].parent;
    return text;
}

static uint32_t *slot_of(const struct search *search, int64_t id) {
    size_t slot = (size_t)mix64((uint64_t)id) & (search->slot_count - 1);
    while (search->slots[slot] && search->texts[search->slots[slot] - 1].id != id)
        slot = (slot + 1) & (search->slot_count - 1);
    return &search->slots[slot];
}

/* Makes room for one more text. */
static bool make_room(struct search *search) {
    if (!ARRAY_RESERVE(&sqlite_allocator, search->texts, search->capacity, search->count + 1) ||
        search->count >= INT32_MAX)
        return false;
    if (2 * (search->count + 1) <= search->slot_count)
        return true;
    size_t slots = search->slot_count ? 2 * search->slot_count : 64;
    uint32_t *grown = allocator_zeroes(&sqlite_allocator, slots, sizeof *grown);
    if (!grown)
        return false;
    sqlite3_free(search->slots);
    search->slots = grown;
    search->slot_count = slots;
    for (size_t i = 0; i < search->count; i++)
        *slot_of(search, search->texts[i].id) = (uint32_t)i + 1;
    return true;
}

/* Puts queues together, of which one may be empty. */
static void append_queue(struct search *search, struct reached *root, uint32_t first,
                         uint32_t last) {
    if (!first)
        return;
    if (root->first)
        search->texts[root->last - 1].next = first;
    else
        root->first = first;
    root->last = last;
}

/* Adds a text to the part with this root, or a part that begins with it. */
static bool add_text(struct search *search, int64_t id, const uint32_t *root) {
    if (!make_room(search))
        return false;
    uint32_t text = (uint32_t)search->count++;
    search->texts[text] = (struct reached){.id = id, .parent = root ? *root : text};
    *slot_of(search, id) = text + 1;
    search->parts += !root;
    append_queue(search, &search->texts[root ? *root : text], text + 1, text + 1);
    return true;
}

static void unite(struct search *search, uint32_t a, uint32_t b) {
    struct reached *texts = search->texts;
    if (a == b)
        return;
    texts[b].parent = a;
    append_queue(search, &texts[a], texts[b].first, texts[b].last);
    search->parts -= !texts[b].ended;
}

/* Looks at the pairs of the next text of a part. */
static int advance(struct search *search, uint32_t root) {
    struct reached *part = &search->texts[root];
    const struct reached *text = &search->texts[part->first - 1];
    int64_t id = text->id;
    part->first = text->next;
    sqlite3_stmt *row;
    int code = index_step(search->index, statement_partners, 1, &id, &row);
    for (; code == SQLITE_ROW && search->parts > 1; code = index_next(search->index, row)) {
        int64_t partner = sqlite3_column_int64(row, 0);
        uint32_t known = *slot_of(search, partner);
        if (known)
            unite(search, root, root_of(search, known - 1));
        else if (!add_text(search, partner, &root)) {
            code = SQLITE_NOMEM;
            break;
        }
    }
    if (row)
        sqlite3_reset(row);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return code;
    if (search->parts > 1 && search->texts[root].first == 0) {
        search->texts[root].ended = true;
        search->parts--;
    }
    return SQLITE_OK;
}

/* Goes on in all parts, in turn, until only one has not ended. */
static int search_parts(struct search *search) {
    size_t left = search->count;
    uint32_t *roots = sqlite3_malloc64((left + 1) * sizeof *roots);
    int code = roots ? SQLITE_OK : SQLITE_NOMEM;
    for (uint32_t i = 0; roots && i < left; i++)
        roots[i] = i;
    while (search->parts > 1 && code == SQLITE_OK) {
        size_t kept = 0;
        for (size_t i = 0; i < left && search->parts > 1 && code == SQLITE_OK; i++) {
            if (root_of(search, roots[i]) != roots[i] || search->texts[roots[i]].ended)
                continue;
            code = advance(search, roots[i]);
            roots[kept++] = roots[i];
        }
        left = kept;
    }
    sqlite3_free(roots);
    return code;
}

/* Takes their labels from the parts that have ended, which become lists of texts. */
static int unlabel(struct search *search) {
    int code = SQLITE_OK;
    for (uint32_t i = 0; i < search->count && code == SQLITE_OK; i++) {
        struct reached *root = &search->texts[root_of(search, i)];
        if (!root->ended)
            continue;
        search->texts[i].next = root->first;
        root->first = i + 1;
        code = index_run(search->index, statement_delete_label, 1, &search->texts[i].id);
    }
    return code;
}

/* Makes a part that has ended a cluster; a text that has no pairs is in none. */
static int set_apart(struct search *search, const struct reached *root) {
    const struct reached *texts = search->texts;
    int64_t label, smallest = INT64_MAX;
    if (!texts[root->first - 1].next)
        return SQLITE_OK;
    for (uint32_t i = root->first; i > 0; i = texts[i - 1].next)
        smallest = texts[i - 1].id < smallest ? texts[i - 1].id : smallest;
    int code = new_label(search->index, smallest, &label);
    for (uint32_t i = root->first; i > 0 && code == SQLITE_OK; i = texts[i - 1].next)
        code = set_label(search->index, texts[i - 1].id, label);
    return code == SQLITE_OK ? settle(search->index, label) : code;
}

/* The rest of the cluster keeps the label, unless it is one text without pairs. */
static int keep_rest(struct search *search, int64_t label) {
    int64_t partner;
    bool found = true;
    int code = SQLITE_OK;
    for (uint32_t i = 0; i < search->count && code == SQLITE_OK; i++)
        if (search->texts[i].parent == i && !search->texts[i].ended) {
            const int64_t id = search->texts[i].id;
            code = ask(search->index, statement_partners, 1, &id, &partner, &found);
            if (code == SQLITE_OK && !found)
                code = index_run(search->index, statement_delete_label, 1, &id);
        }
    return code == SQLITE_OK ? settle(search->index, label) : code;
}

int index_clusters_leave(struct live_index *index, int64_t id, const int64_t *partners,
                         size_t count) {
    struct search search = {.index = index};
    int64_t label = 0;
    bool has;
    int code = label_of(index, id, &label, &has);
    if (code == SQLITE_OK && has)
        code = index_run(index, statement_delete_label, 1, &id);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++)
        if (!(search.slots && *slot_of(&search, partners[i])) &&
            !add_text(&search, partners[i], NULL))
            code = SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = search_parts(&search);
    if (code == SQLITE_OK)
        code = unlabel(&search);
    if (code == SQLITE_OK && has)
        code = keep_rest(&search, label);
    for (uint32_t i = 0; i < search.count && code == SQLITE_OK; i++)
        if (search.texts[i].ended && search.texts[i].parent == i)
            code = set_apart(&search, &search.texts[i]);
    sqlite3_free(search.texts);
    sqlite3_free(search.slots);
    return code;
}
