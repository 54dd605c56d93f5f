/*
 * index_segments.c - from the log to segments, and from several segments to one; see live_index.h.
 *
 * The log becomes a segment of level 0 when it is full. Eight segments of a level are merged into
 * one of the next, page by page: whenever the log is full, each merge that has begun writes twice
 * as many postings as came from the log, so it is done before the next eight are there, and no
 * commit waits for it.
 */
#include "live_index.h"

#include <assert.h>
#include <string.h>

enum { rebuild_postings = 1 << 21 };

static bool reserve(struct live_index *index, size_t count) {
    return INDEX_RESERVE(index, index->postings, index->posting_capacity, count);
}

static bool reserve_scratch(struct live_index *index, size_t count) {
    return INDEX_RESERVE(index, index->scratch, index->scratch_capacity, count);
}

/* ---- Texts that were replaced or deleted ----------------------------------------------------- */

static void note_dead(struct live_index *index, int64_t seq, int64_t id) {
    uint64_t key = mix64((uint64_t)id);
    if (index_ok(index) && !posting_map_add(&index->dead, &sqlite_allocator, seq, &key, 1))
        index_no_memory(index);
}

void index_refresh_dead(struct live_index *index) {
    if (!index_ok(index) || index->dead_version == index->structure.version)
        return;
    posting_map_clear(&index->dead);
    index->dead_version = 0;
    sqlite3_stmt *row = index_bind(index, statement_dead_after, 1, (const int64_t[]){0});
    while (index_next(index, row))
        note_dead(index, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1));
    if (index_ok(index))
        index->dead_version = index->structure.version;
}

/* Forgets those of which no segment has a posting. */
static void forget_dead(struct live_index *index) {
    int64_t clean = INT64_MAX;
    for (size_t i = 0; i < index->structure.count; i++)
        if (index->structure.segments[i].clean < clean)
            clean = index->structure.segments[i].clean;
    if (!index_ok(index) || index->dead.count == 0)
        return;
    if (clean >= index->structure.last_dead)
        posting_map_clear(&index->dead);
    index_run(index, statement_dead_clear, 1, &clean);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_block(struct live_index *index, int64_t id, size_t size) {
    sqlite3_stmt *statement = index_bind(index, statement_write_block, 1, &id);
    if (!statement)
        return;
    index_explain(index, sqlite3_bind_blob64(statement, 2, index->block, size, SQLITE_STATIC));
    index_next(index, statement);
    sqlite3_bind_null(statement, 2);
}

/* Writes a page, unless it has no postings. */
static void write_page(struct live_index *index, struct segment *segment, uint32_t page,
                       const struct posting *postings, size_t count) {
    if (count == 0 || !index_ok(index))
        return;
    assert(posting_page_of(postings->key, segment->shape.pages) == page);
    assert(posting_page_of(postings[count - 1].key, segment->shape.pages) == page);
    size_t size = posting_page_size(&segment->shape, page, count);
    if (!INDEX_RESERVE(index, index->block, index->block_capacity, size + posting_page_slack))
        return;
    posting_page_write(&segment->shape, page, postings, count, index->block);
    segment->count += count;
    write_block(index, index_block_id(segment, page), size);
}

/* Writes the structure; what was read before is not it any more. */
static void write_structure(struct live_index *index) {
    struct index_structure *structure = &index->structure;
    bool dead_is_known = index->dead_version == structure->version;
    do
        sqlite3_randomness(sizeof structure->version, &structure->version);
    while (structure->version == 0);
    if (structure->format < index_format_verdicts)
        structure->format = index->labelled ? 2 : 1;
    size_t size = index_structure_write(structure, &index->block, &index->block_capacity);
    if (size == 0 || !ARRAY_RESERVE(&sqlite_allocator, index->structure_block,
                                    index->structure_capacity, size)) {
        index_no_memory(index);
        return;
    }
    memcpy(index->structure_block, index->block, size);
    index->structure_size = size;
    if (dead_is_known)
        index->dead_version = structure->version;
    write_block(index, 0, size);
}

/* Ends a change of the structure. After an error, the copy in memory is not used any more. */
static void end_change(struct live_index *index) {
    if (index_ok(index))
        write_structure(index);
    if (!index_ok(index))
        index->structure_size = index->dead_version = 0;
}

void index_begin(struct live_index *index) {
    index->structure.next_id = 1;
    index->structure.next_seq = 1;
    index_log_clear(index);
    end_change(index);
}

/* A new segment; NULL after an error. Others may move. */
static struct segment *add_segment(struct live_index *index) {
    if (index_structure_is_full(&index->structure))
        index_corrupt(index, "there can be no segment", index->structure.next_id);
    struct segment *segment = index_ok(index) ? index_structure_add(&index->structure) : NULL;
    if (!segment)
        index_no_memory(index);
    return segment;
}

/* As many pages as let each have about page_size bytes: see posting_page.h. */
static uint32_t pages_for(const struct live_index *index, uint64_t count, unsigned id_bits) {
    uint64_t keys = (POSTING_KEY_MAX + 1) / (count + 1) + 1, eighths; /* for each posting */
    unsigned lower_bits = 0;
    while (keys >> (lower_bits + 1) > 0)
        lower_bits++;
    eighths = 8 * (uint64_t)(lower_bits + 1 + id_bits) + (8 * keys >> lower_bits);
    uint64_t pages = count * eighths / 64 / index->options.page_size;
    return pages < 1 ? 1 : pages < posting_pages_max ? (uint32_t)pages : posting_pages_max;
}

/* The postings of so many pages, about. */
static int64_t postings_of_pages(const struct live_index *index, int64_t pages) {
    return pages * (index->options.page_size / 4 + 1);
}

/* Sorts the first `count` of index->postings, and makes a segment of them. */
static void write_segment(struct live_index *index, uint32_t level, size_t count) {
    if (count == 0 || !index_ok(index) || !reserve_scratch(index, count))
        return;
    struct posting *postings = index->postings;
    struct segment *segment = add_segment(index);
    if (!segment)
        return;
    postings_sort(postings, index->scratch, count, 0, POSTING_KEY_MAX + 1);
    segment->level = level;
    segment->clean = index->structure.next_seq - 1;
    segment->shape.first_id = segment->last_id = postings[0].id;
    for (size_t i = 0; i < count; i++) {
        if (postings[i].id < segment->shape.first_id)
            segment->shape.first_id = postings[i].id;
        if (postings[i].id > segment->last_id)
            segment->last_id = postings[i].id;
    }
    segment->shape.id_bits = posting_id_bits(segment->shape.first_id, segment->last_id);
    segment->shape.pages = segment->merged = pages_for(index, count, segment->shape.id_bits);
    for (size_t i = 0, end; i < count && index_ok(index); i = end) {
        uint32_t page = posting_page_of(postings[i].key, segment->shape.pages);
        for (end = i + 1;
             end < count && posting_page_of(postings[end].key, segment->shape.pages) == page;)
            end++;
        write_page(index, segment, page, postings + i, end - i);
    }
}

/* ---- Merging --------------------------------------------------------------------------------- */

/* A segment that is read from beginning to end. */
struct merge_input {
    struct segment segment;
    uint32_t next; /* the page to be read */
    struct posting *postings;
    size_t count, at, capacity;
};

/* Appends the postings of an input, from key `begin` up to `end`, that are not stale. */
static void take(struct live_index *index, struct merge_input *input, uint64_t begin, uint64_t end,
                 size_t *total) {
    do {
        while (input->at == input->count && input->next < input->segment.shape.pages &&
               posting_page_begin(input->next, input->segment.shape.pages) < end &&
               index_ok(index)) {
            input->at = 0;
            input->count = index_read_postings(index, &input->segment, input->next++,
                                               &input->postings, &input->capacity);
        }
        if (!index_ok(index) || input->at == input->count ||
            !reserve(index, *total + input->count - input->at))
            return;
        for (; input->at < input->count && input->postings[input->at].key < end; input->at++) {
            const struct posting *posting = &input->postings[input->at];
            if (posting->key >= begin && !index_is_dead(index, posting->id, input->segment.clean))
                index->postings[(*total)++] = *posting;
        }
    } while (input->at == input->count);
}

/* Fills the next page of a segment. Returns the number of postings that were read for it. */
static size_t merge_page(struct live_index *index, struct segment *into, struct merge_input *inputs,
                         size_t input_count) {
    assert(into->merged < into->shape.pages);
    uint64_t begin = posting_page_begin(into->merged, into->shape.pages);
    uint64_t end = posting_page_begin(into->merged + 1, into->shape.pages);
    size_t total = 0, kept = 0;
    for (size_t i = 0; i < input_count && index_ok(index); i++)
        take(index, &inputs[i], begin, end, &total);
    if (!index_ok(index) || !reserve_scratch(index, total))
        return 0;
    struct posting *postings = index->postings;
    postings_sort(postings, index->scratch, total, begin, end);
    for (size_t i = 0; i < total; i++)
        if (kept == 0 || posting_precedes(&postings[kept - 1], &postings[i]))
            postings[kept++] = postings[i];
    write_page(index, into, into->merged, postings, kept);
    index_filter_page(into, into->merged++, postings, kept);
    return total;
}

/* Deletes what a merge has read: whole segments if it is done, otherwise their first pages. */
static void delete_merged(struct live_index *index, uint32_t into_id) {
    struct index_structure *structure = &index->structure;
    const struct segment *into = index_structure_find(structure, into_id);
    bool whole = segment_is_whole(into);
    for (size_t i = structure->count; i-- > 0 && index_ok(index);) {
        const struct segment *segment = &structure->segments[i];
        if (segment->into != into_id)
            continue;
        uint32_t pages = whole ? segment->shape.pages : segment_first_page(segment, into);
        index_run(index, statement_delete_blocks, 2,
                  (const int64_t[]){index_block_id(segment, 0), index_block_id(segment, pages)});
        if (whole && index_ok(index))
            index_structure_remove(structure, i);
    }
}

/* Goes on with a merge until it is done, or about `*budget` postings were read. */
static void merge_some(struct live_index *index, uint32_t into_id, int64_t *budget) {
    struct index_structure *structure = &index->structure;
    struct segment *into = index_structure_find(structure, into_id);
    struct merge_input *inputs =
        allocator_zeroes(&sqlite_allocator, structure->count, sizeof *inputs);
    size_t count = 0;
    assert(into && !segment_is_whole(into));
    if (!inputs)
        index_no_memory(index);
    index_refresh_dead(index);
    sqlite3_randomness(sizeof into->stamp, &into->stamp);
    for (size_t i = 0; i < structure->count && index_ok(index); i++) {
        const struct segment *segment = &structure->segments[i];
        if (segment->into != into_id)
            continue;
        inputs[count].segment = *segment;
        inputs[count++].next = segment_first_page(segment, into);
    }
    while (index_ok(index) && *budget > 0 && !segment_is_whole(into)) {
        size_t postings = merge_page(index, into, inputs, count);
        *budget -= (int64_t)postings + (int64_t)count;
        if (interruption_after(&index->interruption, 16 * (postings + count + 1)))
            index_core_failed(index);
    }
    for (size_t i = 0; i < count; i++)
        sqlite3_free(inputs[i].postings);
    sqlite3_free(inputs);
    delete_merged(index, into_id);
}

/* Whether a segment is not part of a merge. */
static bool is_free(const struct segment *segment) {
    return segment->into == 0 && segment_is_whole(segment);
}

/* Begins to merge all free segments, or those of one level, into one of level `to`. */
static void begin_merge(struct live_index *index, bool all, uint32_t level, uint32_t to) {
    struct index_structure *structure = &index->structure;
    struct segment *into = add_segment(index);
    if (!into)
        return;
    uint64_t postings = 0;
    assert(to > level || all);
    into->level = to;
    into->clean = structure->next_seq - 1;
    into->shape.first_id = INT64_MAX;
    into->last_id = INT64_MIN;
    for (struct segment *segment = structure->segments; segment < into; segment++) {
        if (!is_free(segment) || (!all && segment->level != level))
            continue;
        segment->into = into->id;
        postings += segment->count;
        if (segment->shape.first_id < into->shape.first_id)
            into->shape.first_id = segment->shape.first_id;
        if (segment->last_id > into->last_id)
            into->last_id = segment->last_id;
    }
    into->shape.id_bits = posting_id_bits(into->shape.first_id, into->last_id);
    into->shape.pages = pages_for(index, postings, into->shape.id_bits);
}

static void begin_due_merges(struct live_index *index) {
    enum { levels = 64 };
    size_t free_segments[levels] = {0};
    bool merging[levels + 1] = {false};
    for (size_t i = 0; i < index->structure.count; i++) {
        const struct segment *segment = &index->structure.segments[i];
        free_segments[segment->level] += is_free(segment);
        merging[segment->level] |= !segment_is_whole(segment);
    }
    for (uint32_t level = 0; level + 1 < levels; level++)
        if (free_segments[level] >= index_fanout && !merging[level + 1])
            begin_merge(index, false, level, level + 1);
}

/* Goes on with every merge that has begun, each within `budget`, or all together. */
static void merge_all(struct live_index *index, int64_t budget, bool together) {
    uint32_t ids[index_segments_max];
    size_t count = 0;
    for (size_t i = 0; i < index->structure.count; i++)
        if (!segment_is_whole(&index->structure.segments[i]))
            ids[count++] = index->structure.segments[i].id;
    for (size_t i = 0; i < count && index_ok(index) && budget > 0; i++) {
        int64_t left = budget;
        merge_some(index, ids[i], &left);
        budget = together ? left : budget;
    }
}

/* ---- The log --------------------------------------------------------------------------------- */

/* Moves what says that texts were replaced or deleted from the log to the table `dead`. */
static void move_dead(struct live_index *index) {
    index_refresh_dead(index);
    sqlite3_stmt *row =
        index_bind(index, statement_log_after, 1, (const int64_t[]){index->structure.next_seq - 1});
    while (index_next(index, row)) {
        int64_t seq = sqlite3_column_int64(row, 0), id = sqlite3_column_int64(row, 2);
        if (!sqlite3_column_int(row, 3))
            continue;
        index_run(index, statement_dead_add, 2, (const int64_t[]){seq, id});
        note_dead(index, seq, id);
        index->structure.last_dead = seq;
    }
}

/* Empties the log into a segment, but for what is stale. Returns the number of its postings. */
static size_t flush_log(struct live_index *index) {
    const struct posting_map *log = &index->log;
    size_t total = 0;
    index_refresh_log(index);
    move_dead(index);
    if (!index_ok(index) || !reserve(index, log->count))
        return 0;
    for (size_t i = 0; i < log->count; i++)
        if (!index_is_replaced(index, log->postings[i].id, (int64_t)i))
            index->postings[total++] = log->postings[i];
    index->structure.next_seq = index->log_seq + 1;
    write_segment(index, 0, total);
    index_log_clear(index);
    return total;
}

void index_flush(struct live_index *index, int64_t seq) {
    index_refresh_structure(index);
    if (!index_ok(index) || seq - index->structure.next_seq + 1 < index->options.log_most)
        return;
    size_t postings = flush_log(index);
    begin_due_merges(index);
    merge_all(index, 2 * (int64_t)postings + postings_of_pages(index, 2), false);
    forget_dead(index);
    end_change(index);
}

void index_remember_pair(struct live_index *index, int64_t seq) {
    index_refresh_structure(index);
    if (!index_ok(index))
        return;
    index->structure.last_pair = seq;
    end_change(index);
}

/* ---- Commands -------------------------------------------------------------------------------- */

/* Begins to merge everything, unless a merge has begun, if that makes it smaller. */
static void begin_whole_merge(struct live_index *index) {
    size_t count = 0;
    uint32_t level = 0;
    bool stale = false;
    for (size_t i = 0; i < index->structure.count; i++) {
        const struct segment *segment = &index->structure.segments[i];
        if (!segment_is_whole(segment))
            return;
        count += is_free(segment);
        if (is_free(segment) && segment->level > level)
            level = segment->level;
        stale |= segment->clean < index->structure.last_dead;
    }
    if (count > 1 || (count == 1 && stale))
        begin_merge(index, true, 0, level);
}

void index_merge(struct live_index *index, int64_t pages) {
    int64_t budget = pages < INT32_MAX ? postings_of_pages(index, pages) : INT64_MAX;
    index_refresh_structure(index);
    if (!index_ok(index))
        return;
    flush_log(index);
    begin_whole_merge(index);
    merge_all(index, budget, true);
    forget_dead(index);
    end_change(index);
}

void index_optimize(struct live_index *index) {
    index_merge(index, INT64_MAX); /* ends what had begun */
    index_merge(index, INT64_MAX);
}

/* Makes segments of the texts, each with as many postings as fit into memory. */
static void index_texts(struct live_index *index) {
    size_t count;
    sqlite3_stmt *row = index_bind(index, statement_texts, 0, NULL);
    do {
        uint32_t level = 0;
        uint64_t most = (uint64_t)index->options.log_most * index->options.minhash.bands;
        count = index_gather(index, row, rebuild_postings);
        for (; most < count; most *= index_fanout)
            level++;
        write_segment(index, level, count);
        if (count < rebuild_postings)
            break;
        begin_due_merges(index);
        merge_all(index, INT64_MAX, false);
    } while (index_ok(index));
    sqlite3_reset(row); /* which is at a text after an error */
}

void index_rebuild(struct live_index *index) {
    struct index_structure *structure = &index->structure;
    index_find_content(index);
    index_refresh_structure(index);
    bool damaged = (index->code & 0xFF) == SQLITE_CORRUPT;
    bool verdicts = index_find_verdicts(index);
    if (damaged || index_structure_is_full(structure)) {
        int64_t last_pair = structure->last_pair;
        index_structure_free(structure); /* what else it says is not believed */
        structure->next_id = 1;
        structure->next_seq = 1;
        structure->last_pair = last_pair;
    }
    structure->format = verdicts ? index_format_verdicts : 0;
    if (verdicts)
        index_create_verdicts(index, true);
    index_execute(index, "DELETE FROM @data");
    index_log_clear(index);
    index_run(index, statement_dead_clear, 1, (const int64_t[]){INT64_MAX});
    while (structure->count > 0)
        index_structure_remove(structure, structure->count - 1);
    posting_map_clear(&index->dead);
    index->dead_version = structure->version;
    index_texts(index);
    end_change(index);
}
