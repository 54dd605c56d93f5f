/*
 * packed_columns.c - whole columns between SQLite and a program, in blobs that have Arrow's layout
 * (core/columns/column.h); see docs/functions/columns.md.
 *
 *   pack_column()      aggregate: the values, in the order of the rows, as a blob
 *   unpack_columns()   table-valued: rows (row, c1, c2, …) of up to 16 such blobs
 *
 *   (1) Text leaves as well-formed UTF-8, since that is what an Arrow array holds: an ill-formed
 *       sequence becomes U+FFFD. What comes in is taken as it is, like any text in SQLite.
 *   (2) Blobs are checked before the first row is made: a malformed one is an error, and adds none.
 *   (3) A text is copied when it is read. SQLite may keep a static value for longer than the
 *       cursor keeps the blob, as max() does while a join goes on to the next blob. The copy goes
 *       to memory that the row before had, so it costs little.
 */
#include "functions.h"
#include "table_function.h"

/* A column that is being written, and what its ill-formed texts need. */
struct packing {
    struct column_writer writer;
    struct code_points points;
};

static const char *const type_names[packed_type_count] = {
    [packed_null] = "NULL", [packed_integer] = "an integer", [packed_real] = "a real number",
    [packed_text] = "text", [packed_blob] = "a blob",
};

/* `found` is the type of the value that was refused. */
static void record_result(struct call *call, enum column_write_result result,
                          const struct column_writer *writer, enum packed_type found,
                          sqlite3_value *value) {
    long long row = (long long)writer->rows + 1;
    switch (result) {
    case column_written:
        break;
    case column_no_memory:
        call_interrupted(call);
        break;
    case column_too_large:
        call->code = SQLITE_TOOBIG;
        break;
    case column_mixed:
        call_refuse(call, "a column must have values of one type, found %s in row %lld after %s",
                    type_names[found], row, type_names[writer->type]);
        break;
    case column_inexact:
        if (found == packed_integer)
            call_refuse(call,
                        "an integer among real numbers must be one that a real number equals, "
                        "found %lld in row %lld",
                        (long long)sqlite3_value_int64(value), row);
        else
            call_refuse(call,
                        "an integer among real numbers must be one that a real number equals, "
                        "found another before the real number in row %lld",
                        row);
        break;
    }
}

/* Writes the text with U+FFFD for what is ill-formed. */
static enum column_write_result write_repaired(struct packing *packing,
                                               struct argument_bytes text) {
    struct code_points *points = &packing->points;
    if (!code_points_decode(points, &sqlite_allocator, text.bytes, text.length))
        return column_no_memory;
    char *utf8 = sqlite3_malloc64(4 * (sqlite3_uint64)points->count);
    if (!utf8)
        return column_no_memory;
    size_t length = code_points_encode(points->values, points->count, utf8);
    enum column_write_result result =
        column_write_bytes(&packing->writer, packed_text, utf8, length);
    sqlite3_free(utf8);
    return result;
}

static void pack_value(struct call *call, struct packing *packing, sqlite3_value *value) {
    struct column_writer *writer = &packing->writer;
    enum column_write_result result = column_written;
    enum packed_type type = packed_null;
    struct argument_bytes bytes;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        type = packed_integer;
        result = column_write_integer(writer, sqlite3_value_int64(value));
        break;
    case SQLITE_FLOAT:
        type = packed_real;
        result = column_write_real(writer, sqlite3_value_double(value));
        break;
    case SQLITE_TEXT:
        type = packed_text;
        bytes = call_text(call, "value", value);
        if (call->code == SQLITE_OK)
            result = code_points_well_formed(bytes.bytes, bytes.length)
                         ? column_write_bytes(writer, type, bytes.bytes, bytes.length)
                         : write_repaired(packing, bytes);
        break;
    case SQLITE_BLOB:
        type = packed_blob;
        bytes = call_blob(call, "value", value);
        if (call->code == SQLITE_OK)
            result = column_write_bytes(writer, type, bytes.bytes, bytes.length);
        break;
    default:
        result = column_write_null(writer);
    }
    record_result(call, result, writer, type, value);
}

static void begin_packing(struct call *call, struct packing *packing) {
    sqlite3 *db = sqlite3_context_db_handle(call->context);
    packing->writer.allocator = &sqlite_allocator;
    packing->writer.interruption = call->interruption;
    packing->writer.limit = (size_t)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, -1);
}

static void pack_column_step(struct call *call, void *state) {
    struct packing *packing = state;
    if (!packing->writer.allocator)
        begin_packing(call, packing);
    pack_value(call, packing, call->given[0].value);
}

static void pack_column_final(struct call *call, void *state) {
    struct packing none = {0}, *packing = state ? state : &none;
    unsigned char *blob;
    size_t size;
    if (!packing->writer.allocator)
        begin_packing(call, packing);
    enum column_write_result result = column_writer_finish(&packing->writer, &blob, &size);
    if (result == column_written)
        sqlite3_result_blob64(call->context, blob, size, sqlite3_free);
    record_result(call, result, &packing->writer, packed_null, NULL);
    column_writer_free(&packing->writer);
    code_points_free(&packing->points, &sqlite_allocator);
}

AGGREGATE(pack_column, struct packing, "BLOB", .arguments = ARGUMENTS(REQUIRED("value", any)));

enum { columns_max = 16 };

struct columns_cursor {
    struct table_cursor base;
    bool given[columns_max];
    struct packed_column columns[columns_max]; /* views of the arguments that the base keeps */
};

static void refuse_column(struct call *call, const char *name, enum column_fault fault,
                          uint64_t place, size_t size) {
    switch (fault) {
    case column_unknown_type:
        call_refuse(call, "argument %s must have a type from 0 to %d, found %lld", name,
                    packed_type_count - 1, (long long)place);
        break;
    case column_too_short:
        call_refuse(call, "argument %s ends too early: %lld bytes are too few for its %llu rows",
                    name, (long long)size, (unsigned long long)place);
        break;
    case column_too_long:
        call_refuse(call, "argument %s must end with its last row, found %lld more bytes", name,
                    (long long)place);
        break;
    case column_not_ascending:
        call_refuse(call,
                    "argument %s must have ascending offsets from 0, found others "
                    "in row %lld",
                    name, (long long)place + 1);
        break;
    default:
        call_refuse(call, "argument %s must be a column, found another blob of length %lld", name,
                    (long long)size);
    }
}

static void open_column(struct columns_cursor *cursor, int number, struct call *call) {
    const char *name = call->function->arguments[number].name;
    sqlite3_value *kept = table_keep(&cursor->base, number, call->given[number].value);
    if (!kept) {
        call->code = SQLITE_NOMEM;
        return;
    }
    struct argument_bytes blob = call_blob(call, name, kept);
    uint64_t place;
    enum column_fault fault =
        column_read((const unsigned char *)blob.bytes, blob.length, &cursor->base.interruption,
                    &cursor->columns[number], &place);
    if (fault == column_stopped)
        call_interrupted(call);
    else if (fault != column_sound && call->code == SQLITE_OK)
        refuse_column(call, name, fault, place, blob.length);
}

static void columns_open(struct table_cursor *base, struct call *call) {
    struct columns_cursor *cursor = (struct columns_cursor *)base;
    for (int i = 0; i < columns_max; i++) {
        cursor->given[i] = call->given[i].value != NULL;
        if (!cursor->given[i] || call->code != SQLITE_OK)
            continue;
        open_column(cursor, i, call);
        if (cursor->columns[i].rows != cursor->columns[0].rows)
            call_refuse(call,
                        "all columns must have as many rows as the first, which has %lld, found "
                        "%lld in argument %s",
                        (long long)cursor->columns[0].rows, (long long)cursor->columns[i].rows,
                        call->function->arguments[i].name);
    }
    base->rows = (sqlite3_int64)cursor->columns[0].rows;
}

static void columns_column(struct table_cursor *base, sqlite3_context *context, int number) {
    const struct columns_cursor *cursor = (const struct columns_cursor *)base;
    if (number == 0) {
        sqlite3_result_int64(context, base->row + 1);
        return;
    }
    assert(number <= (int)(sizeof cursor->columns / sizeof *cursor->columns));
    const struct packed_column *column = &cursor->columns[number - 1];
    uint64_t row = (uint64_t)base->row;
    if (!cursor->given[number - 1] || column_is_null(column, row))
        return;
    if (column->type == packed_integer) {
        sqlite3_result_int64(context, column_integer_at(column, row));
    } else if (column->type == packed_real) {
        sqlite3_result_double(context, column_real_at(column, row));
    } else {
        size_t length;
        const void *bytes = column_bytes_at(column, row, &length);
        if (column->type == packed_text || column->type == packed_short_text)
            sqlite3_result_text(context, bytes, (int)length, SQLITE_TRANSIENT);
        else
            sqlite3_result_blob(context, bytes, (int)length, SQLITE_TRANSIENT);
    }
}

#define COLUMN(NUMBER) OPTIONAL("column" #NUMBER, blob, .input = true)

TABLE(unpack_columns, columns, struct columns_cursor,
      "row INTEGER, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16",
      .arguments = ARGUMENTS(INPUT("column1", blob), COLUMN(2), COLUMN(3), COLUMN(4), COLUMN(5),
                             COLUMN(6), COLUMN(7), COLUMN(8), COLUMN(9), COLUMN(10), COLUMN(11),
                             COLUMN(12), COLUMN(13), COLUMN(14), COLUMN(15), COLUMN(16)),
      .estimated_rows = 1000000);
