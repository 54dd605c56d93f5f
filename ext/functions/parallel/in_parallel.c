/*
 * in_parallel.c - in_parallel(query, …): the rows of a query that reads a table, by ranges of ids,
 * on all processors; see docs/functions/run.md.
 *
 *   (1) The query runs once for each range of ids, of which @first and @last are the least and the
 *       greatest. Rows come in the order of the ranges, whatever the number of threads.
 *   (2) Each thread reads through a connection of its own (readers.h). If there are none, the
 *       connection that calls reads, with the same rows.
 *   (3) If the query is an aggregate that can be merged (collection.h), each connection collects
 *       the rows of all its ranges; the row after the last range has the collection of all.
 *   (4) Readers are closed before the last row is given.
 */
#include "../collection.h"
#include "../functions.h"
#include "../shell/terminal.h"
#include "../table_function.h"
#include "readers.h"

#include <assert.h>
#include <string.h> /* memcpy */

/* Ranges have up to ids_most ids, unless there are too many of them, or too few. */
enum { values_max = 12, ranges_least = 64, ranges_most = 1 << 16, ids_most = 1 << 16 };

/* What a task has read of a range. */
struct range_rows {
    sqlite3_value *(*list)[values_max];
    size_t count, capacity;
    int code;
    char *message;
};

/* The memory of a worker. */
struct range_worker {
    struct reader *reader;
    struct collected_part part;
};

struct parallel_cursor {
    struct table_cursor base;
    struct readers readers;
    struct reader own; /* the connection that calls, if there are no readers */
    struct task_ring ring;
    int64_t first, last, step;
    uint64_t ranges;
    size_t row;                    /* the next one of the range that is read */
    struct collection *collection; /* of all parts, for the row after the last */
    sqlite3_value *values[values_max];
    bool ended; /* all ranges are read */
};

/* ---- Reading, by the workers ----------------------------------------------------------------- */

static void empty_rows(struct range_rows *rows) {
    for (size_t i = 0; i < rows->count; i++)
        for (int column = 0; column < values_max; column++)
            sqlite3_value_free(rows->list[i][column]);
    sqlite3_free(rows->message);
    rows->message = NULL;
    rows->count = 0;
}

static bool keep_row(struct range_rows *rows, sqlite3_stmt *statement) {
    if (!ARRAY_RESERVE(&sqlite_allocator, rows->list, rows->capacity, rows->count + 1))
        return false;
    sqlite3_value **row = rows->list[rows->count++];
    int columns = sqlite3_column_count(statement);
    bool kept = true;
    for (int i = 0; i < values_max; i++) {
        row[i] = i < columns ? sqlite3_value_dup(sqlite3_column_value(statement, i)) : NULL;
        kept &= i >= columns || row[i];
    }
    return kept;
}

static void bind_range(sqlite3_stmt *statement, const struct parallel_cursor *cursor,
                       uint64_t number) {
    int64_t first = (int64_t)((uint64_t)cursor->first + number * (uint64_t)cursor->step);
    int64_t last = number + 1 == cursor->ranges ? cursor->last : first + cursor->step - 1;
    sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, "@first"), first);
    sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, "@last"), last);
}

static bool read_range(void *context, void *memory, void *place, uint64_t number,
                       struct interruption *interruption) {
    const struct parallel_cursor *cursor = context;
    struct range_worker *worker = memory;
    struct reader *reader = worker->reader;
    struct range_rows *rows = place;
    struct collected_part *before = reader->connection->part;
    bind_range(reader->statement, cursor, number);
    reader->interruption = interruption;
    reader->connection->part = &worker->part;
    int code;
    while ((code = sqlite3_step(reader->statement)) == SQLITE_ROW)
        if (!keep_row(rows, reader->statement))
            break;
    if (code == SQLITE_ROW)
        code = SQLITE_NOMEM;
    rows->code = code == SQLITE_DONE ? SQLITE_OK : code;
    if (rows->code != SQLITE_OK)
        rows->message = sqlite3_mprintf("%s", sqlite3_errmsg(reader->db));
    sqlite3_reset(reader->statement);
    reader->connection->part = before;
    reader->interruption = NULL;
    return true;
}

static void release_rows(void *place, const struct allocator *allocator) {
    struct range_rows *rows = place;
    empty_rows(rows);
    allocator->release(rows->list);
}

static void release_worker(void *memory, const struct allocator *allocator) {
    (void)allocator;
    collection_release(((struct range_worker *)memory)->part.collection);
}

/* ---- Beginning ------------------------------------------------------------------------------- */

enum {
    argument_query,
    argument_first,
    argument_last,
    argument_step,
    argument_threads,
    argument_parameters,
    argument_shared
};

/* Records an error of SQLite, whose message may show bytes of the query. */
static void refuse(struct call *call, int code, const char *what, const char *message) {
    enum { shown_max = 400 };
    uint32_t points[shown_max];
    char clean[4 * shown_max + 1];
    size_t length = strlen(message);
    size_t count = code_points_read(message, length < shown_max ? length : shown_max, points);
    terminal_clean(points, count);
    clean[code_points_encode(points, count, clean)] = '\0';
    call_refuse(call, "%s%s", what, clean);
    call->code = code;
}

/* Prepares the query where the call is made: its errors are those of the call. */
static bool prepare(struct call *call, struct reader *own) {
    static const char wanted[] =
        "argument query must be one SELECT of 1 to 12 columns that has the "
        "parameters @first and @last";
    const char *query = call->given[argument_query].bytes.bytes, *rest = "";
    int code = sqlite3_prepare_v2(own->db, query, -1, &own->statement, &rest);
    sqlite3_stmt *statement = own->statement;
    if (code != SQLITE_OK) {
        char *what = sqlite3_mprintf("%s: ", wanted);
        refuse(call, code, what ? what : "", sqlite3_errmsg(own->db));
        sqlite3_free(what);
    } else if (!statement || rest != query + call->given[argument_query].bytes.length ||
               !sqlite3_stmt_readonly(statement) || sqlite3_column_count(statement) < 1 ||
               sqlite3_column_count(statement) > values_max ||
               sqlite3_bind_parameter_index(statement, "@first") == 0 ||
               sqlite3_bind_parameter_index(statement, "@last") == 0) {
        call_refuse(call, "%s", wanted);
    }
    return call->code == SQLITE_OK;
}

/* Gives all statements the other parameters: @shared, and those of a JSON object. */
static void bind_parameters(struct call *call, sqlite3 *db, struct reader *readers,
                            unsigned count) {
    static const char wanted[] = "argument parameters must be a JSON object";
    const struct given *given = &call->given[argument_parameters];
    void *shared = call->given[argument_shared].pointer;
    sqlite3_stmt *each = NULL;
    int code = SQLITE_OK;
    for (unsigned i = 0; shared && i < count && code == SQLITE_OK; i++)
        code = collection_bind(readers[i].statement, "@shared", shared);
    if (code != SQLITE_OK)
        call->code = code;
    if (!given->value || code != SQLITE_OK)
        return;
    code =
        sqlite3_prepare_v2(db, "SELECT '@' || key, value, key FROM json_each(?1)", -1, &each, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_value(each, 1, given->value);
    while (code == SQLITE_OK && (code = sqlite3_step(each)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(each, 0);
        sqlite3_value *value = sqlite3_column_value(each, 1);
        code = sqlite3_column_type(each, 2) != SQLITE_TEXT ? SQLITE_MISMATCH
               : name                                      ? SQLITE_OK
                                                           : SQLITE_NOMEM;
        for (unsigned i = 0; i < count && code == SQLITE_OK; i++) {
            int index = sqlite3_bind_parameter_index(readers[i].statement, name);
            if (index > 0)
                code = sqlite3_bind_value(readers[i].statement, index, value);
        }
    }
    if (code == SQLITE_MISMATCH || code == SQLITE_ERROR)
        call_refuse(call, "%s", wanted);
    else if (code != SQLITE_DONE)
        call->code = code;
    sqlite3_finalize(each);
}

static void plan_ranges(struct parallel_cursor *cursor, const struct given *given) {
    cursor->first = given[argument_first].integer;
    cursor->last = given[argument_last].integer;
    uint64_t ids =
        cursor->first > cursor->last ? 0 : (uint64_t)cursor->last - (uint64_t)cursor->first;
    uint64_t least = ids / ranges_most + 1, usual = ids / ranges_least + 1;
    uint64_t step = (uint64_t)given[argument_step].integer;
    if (step == 0)
        step = usual < ids_most ? usual : ids_most;
    cursor->step = (int64_t)(step > least ? step : least);
    cursor->ranges = ids / (uint64_t)cursor->step + 1; /* an empty one, if there are no ids */
}

/* Makes the memory of the workers known to them, before there is a task. */
static void begin_workers(struct parallel_cursor *cursor, struct reader *readers) {
    uint64_t key[2];
    sqlite3_randomness(sizeof key, key);
    for (unsigned i = 0; i < cursor->ring.workers; i++) {
        struct range_worker *worker = task_ring_worker(&cursor->ring, i);
        worker->reader = &readers[i];
        worker->part.threads = cursor->readers.count;
        memcpy(worker->part.key, key, sizeof key);
    }
}

static void parallel_open(struct table_cursor *base, struct call *call) {
    struct parallel_cursor *cursor = (struct parallel_cursor *)base;
    sqlite3 *db = base->interruption.context;
    unsigned threads = call_threads(&call->given[argument_threads]);
    plan_ranges(cursor, call->given);
    if (threads > cursor->ranges)
        threads = (unsigned)cursor->ranges;
    cursor->own = (struct reader){.db = db, .connection = base->connection};
    cursor->ring =
        TASK_RING(&sqlite_allocator, read_range, cursor, struct range_worker, struct range_rows,
                  .worker_release = release_worker, .task_release = release_rows, .ahead = 2);
    const struct collection *shared = call->given[argument_shared].pointer;
    if (shared && !shared->maker->frozen)
        call_refuse(call, "argument shared must be made by collect_buckets() or word_rarities()");
    if (call->code != SQLITE_OK || !prepare(call, &cursor->own))
        return;
    bool opened = readers_open(&cursor->readers, db, base->connection, threads,
                               call->given[argument_query].bytes.bytes);
    unsigned count = cursor->readers.count;
    struct reader *readers = count > 0 ? cursor->readers.list : &cursor->own;
    if (opened)
        bind_parameters(call, db, readers, count > 0 ? count : 1);
    if (!opened || !task_ring_begin(&cursor->ring, count, &base->interruption))
        call->code = SQLITE_NOMEM;
    else
        begin_workers(cursor, readers);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Ends reading, and makes one collection of the parts, if the query has collected. */
static void end_reading(struct call *call, struct parallel_cursor *cursor) {
    struct task_ring *ring = &cursor->ring;
    unsigned threads = cursor->readers.count;
    cursor->ended = true;
    task_ring_stop(ring);
    readers_close(&cursor->readers);
    if (threads == 0) { /* the only part is the whole */
        struct range_worker *worker = task_ring_worker(ring, 0);
        cursor->collection = worker->part.collection;
        worker->part.collection = NULL;
    }
    for (unsigned i = 0; i < ring->workers && call->code == SQLITE_OK; i++) {
        struct collection *part =
            ((struct range_worker *)task_ring_worker(ring, i))->part.collection;
        if (part && !cursor->collection)
            cursor->collection = collection_new(call, part->maker);
        if (part && cursor->collection)
            part->maker->merge(call, cursor->collection, part, threads);
    }
    if (call->code == SQLITE_OK && cursor->collection)
        collection_end(call, cursor->collection);
}

/* The rows of the range that is read; NULL after the last range, or an error. */
static struct range_rows *range_read(struct call *call, struct parallel_cursor *cursor) {
    struct task_ring *ring = &cursor->ring;
    task_ring_offer_until(ring, cursor->ranges);
    if (ring->read == cursor->ranges)
        return NULL;
    struct range_rows *rows = task_ring_read(ring);
    if (!rows) {
        call_interrupted(call);
    } else if (rows->code != SQLITE_OK) {
        if (rows->message && rows->code != SQLITE_NOMEM && rows->code != SQLITE_INTERRUPT)
            refuse(call, rows->code, "", rows->message);
        call->code = rows->code;
    }
    return call->code == SQLITE_OK ? rows : NULL;
}

static void parallel_next(struct table_cursor *base, struct call *call) {
    struct parallel_cursor *cursor = (struct parallel_cursor *)base;
    struct range_rows *rows;
    for (int i = 0; i < values_max; i++) {
        sqlite3_value_free(cursor->values[i]);
        cursor->values[i] = NULL;
    }
    while (!cursor->ended && (rows = range_read(call, cursor)) != NULL) {
        if (cursor->row < rows->count) {
            memcpy(cursor->values, rows->list[cursor->row], sizeof cursor->values);
            memset(rows->list[cursor->row++], 0, sizeof cursor->values);
            base->rows++;
            return;
        }
        empty_rows(rows);
        cursor->row = 0;
        task_ring_end(&cursor->ring);
    }
    if (cursor->ended || call->code != SQLITE_OK)
        return;
    end_reading(call, cursor);
    base->rows += cursor->collection && call->code == SQLITE_OK;
}

static void parallel_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum {
        column_share,
        column_ended,
        column_values,
        column_collection = column_values + values_max
    };
    const struct parallel_cursor *cursor = (const struct parallel_cursor *)base;
    if (column == column_share)
        sqlite3_result_double(context, (double)cursor->ring.read / (double)cursor->ranges);
    else if (column == column_ended)
        sqlite3_result_int(context, cursor->ended);
    else if (column < column_collection && cursor->values[column - column_values])
        sqlite3_result_value(context, cursor->values[column - column_values]);
    else if (column == column_collection && cursor->ended)
        collection_result(context, collection_share(cursor->collection));
}

static void parallel_reset(struct table_cursor *base) {
    struct parallel_cursor *cursor = (struct parallel_cursor *)base;
    task_ring_free(&cursor->ring); /* first: its threads use the rest */
    readers_close(&cursor->readers);
    sqlite3_finalize(cursor->own.statement);
    collection_release(cursor->collection);
    for (int i = 0; i < values_max; i++)
        sqlite3_value_free(cursor->values[i]);
    memset(&cursor->readers, 0, sizeof *cursor - offsetof(struct parallel_cursor, readers));
}

TABLE(in_parallel, parallel, struct parallel_cursor,
      "share REAL, ended INTEGER, value1, value2, value3, value4, value5, value6, value7, value8, "
      "value9, value10, value11, value12, collection",
      .stability = stability_direct,
      .arguments = ARGUMENTS(REQUIRED("query", text), ID("first"), ID("last"),
                             OPTIONAL("step", integer, .range = {0, INT64_MAX, 0}),
                             THREADS(NULLABLE), NULLABLE("parameters", text, .usual = NULL),
                             POINTER("shared", .presence = argument_nullable,
                                     .wanted = "made by collect_buckets() or word_rarities()")),
      .estimated_rows = 1000, .next = parallel_next, .reset = parallel_reset);
