/* database_rows.c - see database_rows.h. */
#include "database_rows.h"

#include "../base/interrupt.h"
#include "../base/memory_bound.h"
#include "../records/row_record.h"

#include <assert.h>
#include <inttypes.h> /* PRId64 */
#include <stdio.h>    /* snprintf */
#include <stdlib.h>
#include <string.h>

struct database_rows {
    struct reader reader;
    struct user_database *database;
    struct selection selection;
    struct record_scheme scheme;
    char name[512];
    int64_t offset; /* of all rows before the next one */
    int64_t rowid;  /* of the current row */
    int64_t start;  /* the least rowid that the next row may have */
    bool ended;
};

/* ---- A row ----------------------------------------------------------------------------------- */

/*
 * Reads a value. In the columns with a meaning, numbers become texts. `type` was asked for before
 * any value of the row became a text. False if memory runs out.
 */
static bool read_value(sqlite3_stmt *row, int place, bool as_text, enum cell_type type,
                       struct row_value *value) {
    bool is_number = type == cell_integer || type == cell_real;
    *value = (struct row_value){.value.type = is_number && as_text ? cell_text : type, .bytes = ""};
    if (type == cell_integer && !as_text)
        value->value.as.integer = sqlite3_column_int64(row, place);
    else if (type == cell_real && !as_text)
        value->value.as.real = sqlite3_column_double(row, place);
    else if (type != cell_null) {
        const void *bytes = type == cell_blob ? sqlite3_column_blob(row, place)
                                              : (const void *)sqlite3_column_text(row, place);
        value->length = (size_t)sqlite3_column_bytes(row, place);
        if (bytes)
            value->bytes = bytes;
        return bytes || (type == cell_blob && value->length == 0);
    }
    return true;
}

/*
 * Appends the values to the record; of a row that is too long only its title is kept. `*length` is
 * that of the values. False if memory runs out.
 */
static bool add_values(struct database_rows *rows, struct text_buffer *record, uint64_t *length) {
    sqlite3_stmt *row = rows->selection.statement;
    const struct columns *columns = &rows->selection.columns;
    const int *places = rows->selection.places;
    enum cell_type types[columns_max];
    struct row_value value;
    *length = 0;
    for (int i = 0; i < columns->count; i++)
        types[i] = places[i] < 0 ? cell_null : cell_type_of(row, places[i]);
    for (int i = 0; i < columns->count; i++)
        if (types[i] == cell_text || types[i] == cell_blob)
            *length += (uint64_t)sqlite3_column_bytes(row, places[i]);
    bool fits = *length <= record_max();
    for (int i = 0; i < columns->count; i++) {
        bool kept = fits || (i == column_title && types[i] == cell_text &&
                             sqlite3_column_bytes(row, places[i]) <= batch_damaged_max);
        if (!read_value(row, places[i], i < column_count, kept ? types[i] : cell_null, &value))
            return false;
        row_record_add(record, &value);
    }
    return true;
}

static void note_rowid(struct database_rows *rows, int64_t rowid) {
    rows->rowid = rowid;
    rows->start = rowid < INT64_MAX ? rowid + 1 : INT64_MAX;
}

enum { long_message_max = 160 };

/* Says which row is too long, its length, and what reads it. */
static void tell_long(const struct database_rows *rows, uint64_t length,
                      char message[long_message_max]) {
    char row[40] = "", cure[40] = "no --memory is large enough";
    int memory = memory_for_record(length);
    if (rows->selection.rowid_place >= 0)
        snprintf(row, sizeof row, " with rowid %" PRId64, rows->rowid);
    if (memory > 0)
        snprintf(cure, sizeof cure, "--memory %d reads it", memory);
    snprintf(message, long_message_max, "the row%s has %" PRIu64 " bytes, more than %zu; %s", row,
             length, record_max(), cure);
}

/* Adds the current row to the batch. False if memory runs out. */
static bool add_row(struct database_rows *rows, struct batch *batch) {
    assert(!rows->ended);
    char message[long_message_max];
    size_t offset = batch->content.length;
    uint64_t length;
    struct slice *slice = add_values(rows, &batch->content, &length) ? batch_add(batch) : NULL;
    if (!slice || batch->content.failed)
        return false;
    rows->reader.number++;
    slice->offset = offset;
    slice->length = batch->content.length - offset;
    slice->byte_offset = rows->offset;
    slice->number = rows->reader.number;
    rows->offset += (int64_t)slice->length;
    if (rows->selection.rowid_place >= 0)
        note_rowid(rows,
                   sqlite3_column_int64(rows->selection.statement, rows->selection.rowid_place));
    if (length <= record_max())
        return true;
    tell_long(rows, length, message);
    return batch_damage(batch, slice, message);
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static bool go_on_after(struct database_rows *rows, int64_t rowid, struct failure *failure) {
    note_rowid(rows, rowid);
    rows->ended = rowid == INT64_MAX;
    return selection_continue(&rows->selection, rows->start, failure);
}

/* What next_row() finds. */
enum next { next_row_there, next_row_large, next_none, next_failed };

/* Goes to the next row, or finds that its values are larger than user_database.h (4) allows. */
static enum next next_row(struct database_rows *rows, struct failure *failure) {
    int code = SQLITE_DONE;
    if (!rows->ended) /* SQLite asks between its own steps only, and one may compute megabytes */
        code = interrupt_overdue() ? SQLITE_INTERRUPT : sqlite3_step(rows->selection.statement);
    rows->ended = code != SQLITE_ROW;
    rows->reader.interrupted = rows->reader.interrupted || (code & 0xFF) == SQLITE_INTERRUPT;
    if (!rows->ended)
        return next_row_there;
    if (code == SQLITE_DONE || rows->reader.interrupted)
        return next_none;
    bool large = user_database_row_is_large(rows->database, failure);
    if (large && rows->selection.rowid_place >= 0)
        return next_row_large;
    if (large) {
        struct failure why = *failure;
        fail(failure, "%s: row %" PRId64 ": %s; %s, or --query shortens it or leaves it out",
             rows->database->name, rows->reader.number + 1, why.message, memory_advice());
    } else {
        selection_error(&rows->selection, failure);
    }
    return next_failed;
}

/* Passes over a row that is too large for the reason in `failure`: its rowid can be read alone. */
static bool pass_over(struct database_rows *rows, struct batch *batch, struct failure *failure) {
    assert(rows->selection.rowid_place >= 0);
    char message[long_message_max];
    struct failure why = *failure;
    int64_t rowid;
    sqlite_memory_forget();
    if (!selection_find_rowid(&rows->selection, rows->start, &rowid, failure) ||
        !go_on_after(rows, rowid, failure))
        return false;
    rows->reader.number++;
    uint64_t length = selection_row_length(&rows->selection, rowid);
    if (length > record_max())
        tell_long(rows, length, message);
    else
        snprintf(message, sizeof message, "rowid %" PRId64 ": %.110s", rowid, why.message);
    return batch_add_damage(batch, rows->offset, message) || fail_memory(failure);
}

static enum cut_state cut(struct reader *reader, struct batch *batch, struct failure *failure) {
    struct database_rows *rows = (struct database_rows *)reader;
    while (!batch_is_full(batch)) {
        enum next next = next_row(rows, failure);
        if (next == next_none)
            break;
        if (next == next_failed || (next == next_row_large && !pass_over(rows, batch, failure)))
            return cut_failed;
        if (next == next_row_there && !add_row(rows, batch)) {
            fail_memory(failure);
            return cut_failed;
        }
    }
    batch->file_end = batch->text_end = rows->offset;
    /* How far the rowids have come tells how many bytes all rows must have. */
    const struct selection *selection = &rows->selection;
    double range = (double)selection->last - (double)selection->first + 1;
    double done = (double)rows->rowid - (double)selection->first + 1;
    double size = selection->rowid_place >= 0 && done > 0 ? (double)rows->offset * range / done : 0;
    batch->file_size = size < 1e18 ? (int64_t)size : 0;
    batch->resumable = rows->selection.ordered;
    batch->place = (struct resume_place){.byte_offset = rows->offset,
                                         .file_bit = -1,
                                         .bit_offset = rows->rowid,
                                         .checksum = -1,
                                         .closed = true,
                                         .records = rows->reader.number};
    return batch->count > 0 ? cut_batch : cut_end;
}

/* Rows with rowids are found by them; others are in an order that does not change. */
static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct database_rows *rows = (struct database_rows *)reader;
    bool has_rowids = rows->selection.rowid_place >= 0;
    enum next next = next_row_there;
    assert(rows->selection.ordered);
    if (!go_on_after(rows, place->bit_offset, failure))
        return false;
    rows->ended = rows->ended && has_rowids;
    for (int64_t i = 0; !has_rowids && i < place->records && next == next_row_there; i++)
        next = next_row(rows, failure);
    rows->reader.number = place->records;
    rows->offset = place->byte_offset;
    return next != next_failed;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void close_rows(struct reader *reader) {
    struct database_rows *rows = (struct database_rows *)reader;
    selection_close(&rows->selection);
    user_database_close(rows->database);
}

static struct slice_parser *open_parser(const struct reader *reader, struct failure *failure) {
    return record_parser_open(&((const struct database_rows *)reader)->scheme, failure);
}

/* Two tables of a database are two sources, and so are two queries. */
static bool add_source(struct user_database *database, const char *sort, const char *name,
                       struct fingerprint *fingerprint, struct failure *failure) {
    if (!user_database_fingerprint(database, fingerprint, failure))
        return false;
    fingerprint_add_bytes(fingerprint, sort, strlen(sort));
    fingerprint_add_bytes(fingerprint, name, strlen(name));
    return true;
}

bool database_rows_fingerprint(const char *path, const char *table, struct fingerprint *fingerprint,
                               struct failure *failure) {
    struct user_database *database = user_database_open(path, failure);
    bool good = database && add_source(database, "table", table, fingerprint, failure);
    user_database_close(database);
    return good;
}

static bool take_fingerprint(const struct reader *reader, struct fingerprint *fingerprint,
                             struct failure *failure) {
    const struct database_rows *rows = (const struct database_rows *)reader;
    const struct selection_wish *wish = rows->selection.wish;
    return add_source(rows->database, wish->query ? "query" : "table",
                      wish->query ? wish->query : wish->table, fingerprint, failure);
}

static bool check(const struct reader *reader, struct failure *failure) {
    return user_database_check(database_rows_source(reader), failure);
}

static const struct reader_kind database_kind = {.cut = cut,
                                                 .resume = resume,
                                                 .fingerprint = take_fingerprint,
                                                 .check = check,
                                                 .close = close_rows,
                                                 .open_parser = open_parser};

struct reader *database_rows_open(const char *path, const struct selection_wish *wish,
                                  struct failure *failure) {
    static const struct record_layout layout = {.syntax = record_is_row};
    struct database_rows *rows = allocate(sizeof *rows, failure);
    const char *slash = strrchr(path, '/');
    if (!rows)
        return NULL;
    rows->reader.kind = &database_kind;
    rows->reader.undivided = "it is a database";
    rows->start = INT64_MIN;
    rows->database = user_database_open(path, failure);
    if (rows->database && selection_open(&rows->selection, rows->database, wish, failure)) {
        snprintf(rows->name, sizeof rows->name, "%s%s%s", slash ? slash + 1 : path,
                 wish->query ? "" : ":", wish->query ? "" : wish->table);
        rows->scheme = (struct record_scheme){
            .layout = &layout, .columns = &rows->selection.columns, .name = rows->name};
        rows->reader.name = rows->reader.short_name = rows->name;
        rows->reader.size = rows->database->state.file.size;
        rows->reader.resumable = rows->selection.ordered;
        return &rows->reader;
    }
    reader_close(&rows->reader);
    return NULL;
}

const char *database_rows_guess(const struct reader *reader) {
    const struct selection *selection = &((const struct database_rows *)reader)->selection;
    assert(reader->kind == &database_kind);
    return selection->guessed ? selection->columns.names[column_text] : NULL;
}

struct user_database *database_rows_source(const struct reader *reader) {
    assert(reader->kind == &database_kind);
    return ((const struct database_rows *)reader)->database;
}
