/*
 * packed_columns.c - whole columns between SQLite and a program, in blobs that have Arrow's layout.
 *
 *     INSERT INTO sentence SELECT c1, c2 FROM unpack_columns(?1, ?2);
 *     SELECT pack_column(id), pack_column(text) FROM sentence;
 *
 *   pack_column(value)           aggregate: the values, in the order of the rows, as a blob
 *   unpack_columns(column1, …)   table-valued: rows (row, c1, c2, …) of up to 16 such blobs
 *
 *   (1) The format is core/columns/column.h. It is frozen.
 *   (2) All values of a column have one type. The writer says what becomes of numbers of two types.
 *   (3) Text leaves as well-formed UTF-8, since that is what an Arrow array holds: an ill-formed
 *       sequence becomes U+FFFD, as it does elsewhere. What comes in is taken as it is, like any
 *       text in SQLite.
 *   (4) All columns of a call have as many rows as the first. Blobs are checked before the first
 *       row is made, so a malformed one is an error before anything is inserted.
 *   (5) A text is copied when it is read. SQLite may keep a static value for longer than the
 *       cursor keeps the blob, as max() does while a join goes on to the next blob. The copy goes
 *       to memory that the row before had, so it costs little.
 */
#include "connection.h"
#include "table_function.h"

#include <math.h>   /* NAN */
#include <string.h> /* memcpy */

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
static void record_result(struct arguments *arguments, enum column_write_result result,
                          const struct column_writer *writer, enum packed_type found,
                          sqlite3_value *value) {
    long long row = (long long)writer->rows + 1;
    switch (result) {
    case column_written:
        break;
    case column_no_memory:
        arguments->code = interruption_code(writer->interruption);
        break;
    case column_too_large:
        arguments->code = SQLITE_TOOBIG;
        break;
    case column_mixed:
        arguments_refuse(arguments,
                         "a column must have values of one type, found %s in row %lld after %s",
                         type_names[found], row, type_names[writer->type]);
        break;
    case column_inexact:
        if (found == packed_integer)
            arguments_refuse(arguments,
                             "an integer among real numbers must be one that a real number equals, "
                             "found %lld in row %lld",
                             (long long)sqlite3_value_int64(value), row);
        else
            arguments_refuse(arguments,
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

static void pack_value(struct arguments *arguments, struct packing *packing, sqlite3_value *value) {
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
        bytes = argument_text(arguments, "value", value);
        if (arguments->code == SQLITE_OK)
            result = code_points_well_formed(bytes.bytes, bytes.length)
                         ? column_write_bytes(writer, type, bytes.bytes, bytes.length)
                         : write_repaired(packing, bytes);
        break;
    case SQLITE_BLOB:
        type = packed_blob;
        bytes = argument_blob(arguments, "value", value);
        if (arguments->code == SQLITE_OK)
            result = column_write_bytes(writer, type, bytes.bytes, bytes.length);
        break;
    default:
        result = column_write_null(writer);
    }
    record_result(arguments, result, writer, type, value);
}

static void begin_packing(struct packing *packing, sqlite3_context *context) {
    sqlite3 *db = sqlite3_context_db_handle(context);
    struct connection *connection = sqlite3_user_data(context);
    packing->writer.allocator = &sqlite_allocator;
    packing->writer.interruption = &connection->interruption;
    packing->writer.limit = (size_t)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, -1);
}

void pack_column_step(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    struct arguments arguments = {.function = "pack_column"};
    struct packing *packing = sqlite3_aggregate_context(context, sizeof *packing);
    if (packing && !packing->writer.allocator)
        begin_packing(packing, context);
    if (packing)
        pack_value(&arguments, packing, values[0]);
    else
        arguments.code = SQLITE_NOMEM;
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* Also called after an error or interrupt, so that memory is released here. */
void pack_column_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "pack_column"};
    struct packing none = {0}, *packing = sqlite3_aggregate_context(context, 0);
    unsigned char *blob;
    size_t size;
    if (!packing) {
        packing = &none;
        begin_packing(packing, context);
    }
    enum column_write_result result = column_writer_finish(&packing->writer, &blob, &size);
    if (result == column_written)
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
    record_result(&arguments, result, &packing->writer, packed_null, NULL);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
    column_writer_free(&packing->writer);
    code_points_free(&packing->points, &sqlite_allocator);
}

enum { columns_max = 16, result_count = 1 + columns_max };

struct columns_cursor {
    struct table_cursor base;
    bool given[columns_max];
    struct packed_column columns[columns_max]; /* views of the arguments that the base keeps */
};

static const char *const argument_names[columns_max] = {
    "column1", "column2",  "column3",  "column4",  "column5",  "column6",  "column7",  "column8",
    "column9", "column10", "column11", "column12", "column13", "column14", "column15", "column16",
};

static void refuse_column(struct arguments *arguments, const char *name, enum column_fault fault,
                          uint64_t place, size_t size) {
    switch (fault) {
    case column_unknown_type:
        arguments_refuse(arguments, "argument %s must have a type from 0 to %d, found %lld", name,
                         packed_type_count - 1, (long long)place);
        break;
    case column_too_short:
        arguments_refuse(arguments,
                         "argument %s ends too early: %lld bytes are too few for its %llu rows",
                         name, (long long)size, (unsigned long long)place);
        break;
    case column_too_long:
        arguments_refuse(arguments, "argument %s must end with its last row, found %lld more bytes",
                         name, (long long)place);
        break;
    case column_not_ascending:
        arguments_refuse(arguments,
                         "argument %s must have ascending offsets from 0, found others "
                         "in row %lld",
                         name, (long long)place + 1);
        break;
    default:
        arguments_refuse(arguments,
                         "argument %s must be a column, found another blob of length %lld", name,
                         (long long)size);
    }
}

static void open_column(struct columns_cursor *cursor, int number, sqlite3_value *value,
                        struct arguments *arguments) {
    const char *name = argument_names[number];
    argument_blob(arguments, name, value);
    if (arguments->code != SQLITE_OK)
        return;
    sqlite3_value *kept = table_keep(&cursor->base, number, value);
    if (!kept) {
        arguments->code = SQLITE_NOMEM;
        return;
    }
    struct argument_bytes blob = argument_blob(arguments, name, kept);
    uint64_t place;
    enum column_fault fault =
        column_read((const unsigned char *)blob.bytes, blob.length, &cursor->base.interruption,
                    &cursor->columns[number], &place);
    if (fault == column_stopped)
        arguments->code = interruption_code(&cursor->base.interruption);
    else if (fault != column_sound && arguments->code == SQLITE_OK)
        refuse_column(arguments, name, fault, place, blob.length);
}

static void columns_open(struct table_cursor *base, const struct table_arguments *given,
                         struct arguments *arguments) {
    struct columns_cursor *cursor = (struct columns_cursor *)base;
    for (int i = 0; i < columns_max; i++) {
        cursor->given[i] = given->values[i] != NULL;
        if (!cursor->given[i] || arguments->code != SQLITE_OK)
            continue;
        open_column(cursor, i, given->values[i], arguments);
        if (cursor->columns[i].rows != cursor->columns[0].rows)
            arguments_refuse(arguments,
                             "all columns must have as many rows as the first, which has %lld, "
                             "found %lld in argument %s",
                             (long long)cursor->columns[0].rows, (long long)cursor->columns[i].rows,
                             argument_names[i]);
    }
    base->rows = (sqlite3_int64)cursor->columns[0].rows;
}

static void columns_column(struct table_cursor *base, sqlite3_context *context, int number) {
    const struct columns_cursor *cursor = (const struct columns_cursor *)base;
    if (number == 0) {
        sqlite3_result_int64(context, base->row + 1);
        return;
    }
    const struct packed_column *column = &cursor->columns[number - 1];
    uint64_t row = (uint64_t)base->row;
    if (!cursor->given[number - 1] || column_is_null(column, row))
        return;
    if (column->type == packed_integer) {
        sqlite3_result_int64(context, column_integer_at(column, row));
        return;
    }
    if (column->type == packed_real) {
        sqlite3_result_double(context, column_real_at(column, row));
        return;
    }
    size_t length;
    const void *bytes = column_bytes_at(column, row, &length);
    if (column->type == packed_text || column->type == packed_short_text)
        sqlite3_result_text(context, bytes, (int)length, SQLITE_TRANSIENT);
    else
        sqlite3_result_blob(context, bytes, (int)length, SQLITE_TRANSIENT);
}

static struct default_value columns_default(struct table_cursor *base, int argument) {
    (void)base, (void)argument;
    return (struct default_value){.is_real = true, .real = NAN};
}

static void columns_close(struct table_cursor *base) {
    (void)base; /* the arguments are the base's */
}

const struct table_function unpack_columns_table = {
    .name = "unpack_columns",
    .columns = "CREATE TABLE x(row INTEGER, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, "
               "c13, c14, c15, c16, input_column1 HIDDEN, input_column2 HIDDEN, "
               "input_column3 HIDDEN, input_column4 HIDDEN, input_column5 HIDDEN, "
               "input_column6 HIDDEN, input_column7 HIDDEN, input_column8 HIDDEN, "
               "input_column9 HIDDEN, input_column10 HIDDEN, input_column11 HIDDEN, "
               "input_column12 HIDDEN, input_column13 HIDDEN, input_column14 HIDDEN, "
               "input_column15 HIDDEN, input_column16 HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = columns_max,
    .required_count = 1,
    .estimated_rows = 1000000,
    .cursor_size = sizeof(struct columns_cursor),
    .open = columns_open,
    .column = columns_column,
    .default_argument = columns_default,
    .close = columns_close,
};
