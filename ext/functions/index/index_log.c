/* index_log.c - the postings of the texts that came last, a row each; see live_index.h. */
#include "live_index.h"

#include <assert.h>
#include <string.h>

enum { key_bytes = 5 }; /* in a row of the log */

size_t index_keys(struct live_index *index, const char *utf8, size_t length,
                  uint64_t keys[minhash_bands_max]) {
    size_t count = 0;
    if (!index_ok(index))
        return 0;
    if (!minhash_family_change(&index->family, &sqlite_allocator, &index->options.minhash))
        return index_no_memory(index);
    if (index->options.fold) {
        if (!folding_fold(&index->folding, &sqlite_allocator, index->options.fold, utf8, length))
            return index_core_failed(index);
        utf8 = index->folding.utf8;
        length = index->folding.length;
    }
    if (!minhash_minima(index->family, &index->minhash, utf8, length))
        return index_core_failed(index);
    if (index->minhash.shingles == 0)
        return 0;
    minhash_signatures(index->family, index->minhash.minima, keys);
    assert(index->options.minhash.bands <= minhash_bands_max);
    for (size_t i = 0; i < index->options.minhash.bands; i++) {
        uint64_t key = posting_key(keys[i]);
        size_t j = 0;
        while (j < count && keys[j] != key)
            j++;
        keys[j] = key;
        count += j == count;
    }
    return count;
}

void index_add_column(struct live_index *index, struct text_buffer *buffer,
                      struct argument_bytes *text, const char *utf8, size_t length, bool is_null) {
    size_t before = text->length;
    if (!utf8 && !is_null)
        index_no_memory(index);
    if (index->options.text_count == 1) {
        *text = (struct argument_bytes){index_ok(index) ? utf8 : NULL, length};
        return;
    }
    if (!INDEX_RESERVE(index, buffer->bytes, buffer->capacity, before + length + 1)) {
        text->bytes = NULL;
        return;
    }
    if (before > 0 && length > 0)
        buffer->bytes[before++] = ' ';
    if (length > 0)
        memcpy(buffer->bytes + before, utf8, length);
    *text = (struct argument_bytes){buffer->bytes, length > 0 ? before + length : before};
}

struct argument_bytes index_row_text(struct live_index *index, sqlite3_stmt *row, int column,
                                     struct text_buffer *buffer) {
    struct argument_bytes text = {NULL, 0};
    for (int i = column; i < column + index->options.text_count; i++) {
        const char *utf8 = (const char *)sqlite3_column_text(row, i);
        index_add_column(index, buffer, &text, utf8, (size_t)sqlite3_column_bytes(row, i),
                         sqlite3_column_type(row, i) == SQLITE_NULL);
    }
    if (!index_ok(index))
        text.bytes = NULL;
    return text;
}

size_t index_gather(struct live_index *index, sqlite3_stmt *row, size_t most) {
    size_t total = 0;
    uint64_t keys[minhash_bands_max];
    while (total < most && index_next(index, row)) {
        struct argument_bytes text = index_row_text(index, row, 1, &index->other);
        size_t count = text.bytes ? index_keys(index, text.bytes, text.length, keys) : 0;
        if (interruption_after(&index->interruption, 1000))
            index_core_failed(index);
        if (INDEX_RESERVE(index, index->postings, index->posting_capacity, total + count))
            for (size_t i = 0; i < count; i++)
                index->postings[total++] = (struct posting){keys[i], sqlite3_column_int64(row, 0)};
    }
    return total;
}

static void read_structure(struct live_index *index, const unsigned char *block, size_t size) {
    struct index_structure read = {.segments = NULL};
    uint64_t format = 0;
    int code = index_structure_read(&read, block, size, &format);
    if (code == SQLITE_MISMATCH)
        index_fail(index, SQLITE_ERROR,
                   "the index has format %lld, and this neardup knows formats up to %d",
                   (long long)format, index_format);
    else if (code == SQLITE_NOMEM ||
             (code == SQLITE_OK && !ARRAY_RESERVE(&sqlite_allocator, index->structure_block,
                                                  index->structure_capacity, size)))
        index_no_memory(index);
    else if (code != SQLITE_OK)
        index_corrupt(index, "block", 0);
    if (!index_ok(index)) {
        index_structure_free(&read);
        return;
    }
    memcpy(index->structure_block, block, size);
    index->structure_size = size;
    index_keep_filters(index, &read);
    index_structure_free(&index->structure);
    index->structure = read;
}

void index_refresh_structure(struct live_index *index) {
    sqlite3_stmt *row = index_bind(index, statement_read_block, 1, (const int64_t[]){0});
    if (!index_next(index, row)) {
        index_corrupt(index, "there is no block", 0);
        return;
    }
    const unsigned char *block = sqlite3_column_blob(row, 0);
    size_t size = (size_t)sqlite3_column_bytes(row, 0);
    if (!block && size > 0)
        index_no_memory(index);
    else if (!block || size != index->structure_size ||
             memcmp(block, index->structure_block, size) != 0)
        read_structure(index, block ? block : (const unsigned char *)"", size);
    sqlite3_reset(row);
}

/* The keys in a row of the log. Returns how many there are. */
static size_t keys_in(struct live_index *index, sqlite3_stmt *row,
                      uint64_t keys[minhash_bands_max]) {
    const unsigned char *bytes = sqlite3_column_blob(row, 4);
    size_t size = (size_t)sqlite3_column_bytes(row, 4), count = size / key_bytes;
    if (!bytes && size > 0)
        return index_no_memory(index);
    bool damaged = size % key_bytes != 0 || count > minhash_bands_max;
    for (size_t i = 0; i < count && !damaged; i++, bytes += key_bytes) {
        keys[i] = little_endian_load32(bytes) | (uint64_t)bytes[4] << 32;
        damaged = keys[i] > POSTING_KEY_MAX;
    }
    if (damaged)
        index_corrupt(index, "row of the log", sqlite3_column_int64(row, 0));
    return damaged ? 0 : count;
}

/* The number of the last row, and its nonce. There is always one: see index_log_clear(). */
static int64_t last_row(struct live_index *index, uint64_t *nonce) {
    sqlite3_stmt *row = index_bind(index, statement_log_last, 0, NULL);
    if (!index_next(index, row)) {
        index_corrupt(index, "the log has no row", 0);
        return 0;
    }
    int64_t seq = sqlite3_column_int64(row, 0), before = index->structure.next_seq - 1;
    *nonce = (uint64_t)sqlite3_column_int64(row, 1);
    sqlite3_reset(row);
    if (seq < before || seq > before + INT32_MAX || seq > index_seq_max)
        index_corrupt(index, "row of the log", seq);
    return seq;
}

/* A row of the log. */
struct row {
    int64_t seq, nonce, id;
    bool replaces;
    const uint64_t *keys;
    size_t count;
};

/* Adds a row to the copy, after its last. */
static void append_row(struct live_index *index, const struct row *row) {
    int64_t before = (int64_t)index->log.count;
    uint64_t by_id = mix64((uint64_t)row->id);
    if (!index_ok(index))
        return;
    if ((row->replaces &&
         !posting_map_add(&index->replaced, &sqlite_allocator, before, &by_id, 1)) ||
        !posting_map_add(&index->log, &sqlite_allocator, row->id, row->keys, row->count)) {
        index_no_memory(index);
        return;
    }
    index->log_seq = row->seq;
    index->log_nonce = (uint64_t)row->nonce;
}

/* Adds the rows after log_seq to the copy. */
static void read_rows(struct live_index *index) {
    uint64_t keys[minhash_bands_max];
    sqlite3_stmt *next = index_bind(index, statement_log_after, 1, &index->log_seq);
    while (index_next(index, next)) {
        struct row row = {.seq = sqlite3_column_int64(next, 0),
                          .nonce = sqlite3_column_int64(next, 1),
                          .id = sqlite3_column_int64(next, 2),
                          .replaces = sqlite3_column_int(next, 3),
                          .keys = keys,
                          .count = keys_in(index, next, keys)};
        append_row(index, &row);
    }
}

/*
 * The rows of the copy are still there if its last one is: rows are only added, all are deleted
 * together, and what is rolled back is rolled back from the end.
 */
void index_refresh_log(struct live_index *index) {
    uint64_t nonce = 0;
    int64_t last = last_row(index, &nonce), next = index->structure.next_seq;
    if (last == index->log_seq && nonce == index->log_nonce)
        return;
    bool same = false;
    if (last > index->log_seq && index->log_seq >= next - 1) {
        sqlite3_stmt *row =
            index_bind(index, statement_log_after, 1, (const int64_t[]){index->log_seq - 1});
        if (!index_next(index, row))
            index_corrupt(index, "row of the log", last);
        else
            same = sqlite3_column_int64(row, 0) == index->log_seq &&
                   (uint64_t)sqlite3_column_int64(row, 1) == index->log_nonce;
        sqlite3_reset(row);
    }
    if (!index_ok(index))
        return;
    if (!same) {
        posting_map_clear(&index->log);
        posting_map_clear(&index->replaced);
        index->log_clears++;
        index->log_seq = next - 1;
        index->log_nonce = last == next - 1 ? nonce : 0; /* an empty log stays known, too */
    }
    read_rows(index);
}

/* Draws the nonce of a row and stores it; if its seq is -1, SQLite numbers it. */
static void add_row(struct live_index *index, struct row *row, const unsigned char *keys,
                    size_t size) {
    sqlite3_randomness(sizeof row->nonce, &row->nonce);
    sqlite3_stmt *statement =
        index_bind(index, statement_log_add, 4,
                   (const int64_t[]){row->seq, row->nonce, row->id, row->replaces});
    if (!statement)
        return;
    if (row->seq < 0)
        index_explain(index, sqlite3_bind_null(statement, 1));
    index_explain(index, keys ? sqlite3_bind_blob(statement, 5, keys, (int)size, SQLITE_STATIC)
                              : sqlite3_bind_null(statement, 5));
    index_next(index, statement);
    sqlite3_bind_null(statement, 5);
}

int64_t index_log_add(struct live_index *index, int64_t id, bool replaces, bool is_current) {
    unsigned char bytes[key_bytes * minhash_bands_max];
    size_t count = index->key_count;
    struct row row = {
        .seq = -1, .id = id, .replaces = replaces, .keys = index->keys, .count = count};
    assert(count <= minhash_bands_max);
    for (size_t i = 0; i < count; i++) {
        little_endian_store32(bytes + key_bytes * i, (uint32_t)index->keys[i]);
        bytes[key_bytes * i + 4] = (unsigned char)(index->keys[i] >> 32);
    }
    add_row(index, &row, count > 0 ? bytes : NULL, key_bytes * count);
    row.seq = sqlite3_last_insert_rowid(index->db);
    if (row.seq < 1 || row.seq > index_seq_max)
        index_corrupt(index, "row of the log", row.seq);
    if (is_current)
        append_row(index, &row);
    return row.seq;
}

void index_log_clear(struct live_index *index) {
    struct row row = {.seq = index->structure.next_seq - 1};
    index_run(index, statement_log_clear, 0, NULL);
    add_row(index, &row, NULL, 0);
}
