/* function.c - see function.h. */
#include "function.h"

#include "../core/text/language_code.h"
#include "shell/terminal.h"

#include <assert.h>
#include <math.h> /* isnan */
#include <stdarg.h>
#include <string.h> /* strlen */

void call_refuse(struct call *call, const char *format, ...) {
    if (call->code != SQLITE_OK)
        return;
    assert(!call->message);
    va_list details;
    va_start(details, format);
    char *sentence = sqlite3_vmprintf(format, details);
    va_end(details);
    if (sentence)
        call->message = sqlite3_mprintf("%s(): %s", call->function->name, sentence);
    sqlite3_free(sentence);
    call->code = call->message ? SQLITE_ERROR : SQLITE_NOMEM;
}

struct shown_text shown_text(struct argument_bytes text) {
    /* A message must be UTF-8, so the text is decoded and encoded again before it is shown. */
    struct shown_text shown;
    enum { shown_max = 40, bytes_max = sizeof shown.utf8 - 1 };
    uint32_t points[bytes_max];
    size_t length = text.length < bytes_max ? text.length : bytes_max;
    size_t count = code_points_read(text.bytes, length, points);
    count = count < shown_max ? count : shown_max;
    terminal_clean(points, count);
    shown.utf8[code_points_encode(points, count, shown.utf8)] = '\0';
    return shown;
}

void call_refuse_word(struct call *call, const char *name, const char *expected,
                      struct argument_bytes text) {
    call_refuse(call, "argument %s must be %s, found '%s'", name, expected, shown_text(text).utf8);
}

void call_interrupted(struct call *call) {
    if (call->code == SQLITE_OK)
        call->code = interruption_code(call->interruption);
}

void call_refuse_type(struct call *call, const char *name, const char *wanted,
                      sqlite3_value *value) {
    static const char *const types[] = {[SQLITE_INTEGER] = "an integer",
                                        [SQLITE_FLOAT] = "a real number",
                                        [SQLITE_TEXT] = "text",
                                        [SQLITE_BLOB] = "a blob",
                                        [SQLITE_NULL] = "NULL"};
    call_refuse(call, "argument %s must be %s, found %s", name, wanted,
                types[sqlite3_value_type(value)]);
}

/* SQLite requires that `bytes` was read from the value before its length is. */
static struct argument_bytes bytes_of(struct call *call, const void *bytes, sqlite3_value *value) {
    int length = sqlite3_value_bytes(value);
    if (!bytes && length > 0)
        call->code = SQLITE_NOMEM;
    return (struct argument_bytes){bytes ? bytes : "", bytes ? (size_t)length : 0};
}

/* From here on, in bytes: less than what connection_trim() lets a call keep. */
enum { long_text = 1 << 17 };

struct argument_bytes call_text(struct call *call, const char *name, sqlite3_value *value) {
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        call_refuse_type(call, name, "text", value);
    if (call->code != SQLITE_OK)
        return (struct argument_bytes){"", 0};
    const void *bytes = sqlite3_value_text(value);
    if (!bytes)
        call->code = SQLITE_NOMEM;
    call->has_long_text |= sqlite3_value_bytes(value) > long_text;
    return bytes_of(call, bytes, value);
}

struct argument_bytes call_blob(struct call *call, const char *name, sqlite3_value *value) {
    if (sqlite3_value_type(value) != SQLITE_BLOB)
        call_refuse_type(call, name, "a blob", value);
    if (call->code != SQLITE_OK)
        return (struct argument_bytes){"", 0};
    return bytes_of(call, sqlite3_value_blob(value), value);
}

/*
 * A blob that is too long for any vector is refused before its bytes are read, since SQLite expands
 * a zeroblob() only then.
 */
struct vector call_vector(struct call *call, const char *name, sqlite3_value *value) {
    struct vector vector = {NULL, NULL, 0};
    uint32_t place = 0;
    int length = sqlite3_value_type(value) == SQLITE_BLOB ? sqlite3_value_bytes(value) : 0;
    enum vector_fault fault = vector_length;
    if (length <= (int)sparse_vector_size(sparse_components_max)) {
        struct argument_bytes blob = call_blob(call, name, value);
        if (call->code == SQLITE_OK)
            fault = vector_read(blob.bytes, blob.length, &vector, &place);
    }
    if (call->code != SQLITE_OK)
        return vector;
    switch (fault) {
    case vector_ok:
        break;
    case vector_length:
        call_refuse(call,
                    "argument %s must be a vector: 1 to %d components of 4 bytes, or a sparse "
                    "vector of at most %d; found a blob of length %d",
                    name, dense_components_max, sparse_components_max, length);
        break;
    case vector_order:
        call_refuse(call, "argument %s must have ascending dimensions, found %u after %u", name,
                    vector_dimension(&vector, place), vector_dimension(&vector, place - 1));
        break;
    case vector_zero:
        call_refuse(call,
                    "argument %s must omit zeroes, as it is sparse, found one in dimension %u",
                    name, vector_dimension(&vector, place));
        break;
    default:
        call_refuse(call, "argument %s must have finite components, found %s in dimension %u", name,
                    isnan(vector_value(&vector, place)) ? "NaN" : "an infinity",
                    vector_dimension(&vector, place));
    }
    return vector;
}

const struct vocabulary *call_vocabulary(struct call *call, const struct given *language) {
    struct argument_bytes code = language->bytes;
    if (!language->value)
        return NULL;
    if (!language_code_is_known(code.bytes, code.length))
        call_refuse_word(call, "language", LANGUAGE_CODE_EXPECTED, code);
    return vocabulary_for(code.bytes, code.length);
}

/*
 * Whether SQLite's allocator serves several threads. sqlite3_threadsafe() does not know of
 * SQLITE_CONFIG_SINGLETHREAD, which puts one dummy in the place of all mutexes.
 */
static bool allocator_is_threadsafe(void) {
#ifdef NEARDUP_WITHOUT_THREADS
    return false;
#else
    return sqlite3_threadsafe() && sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_MEM) !=
                                       sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_PRNG);
#endif
}

unsigned call_threads(const struct given *threads) {
    if (threads->integer == 1 || !allocator_is_threadsafe())
        return 0;
    return threads->integer == 0 ? task_processors() : (unsigned)threads->integer;
}

void call_result_blob(struct call *call, unsigned char *blob, size_t size) {
    if (blob)
        sqlite3_result_blob64(call->context, blob, size, sqlite3_free);
    else
        call_interrupted(call);
}

void usual_result(sqlite3_context *context, const struct argument *argument) {
    if (argument->unset)
        return;
    if (argument->type == argument_is_integer)
        sqlite3_result_int64(context, argument->range.usual);
    else if (argument->type == argument_is_number)
        sqlite3_result_double(context, argument->numbers.usual);
    else
        sqlite3_result_text(
            context, argument->words ? argument->words[argument->range.usual] : argument->usual, -1,
            SQLITE_STATIC); /* NULL without a default */
}

int function_arguments(const struct function *function) {
    int count = 0;
    while (function->arguments && function->arguments[count].name)
        count++;
    assert(count <= arguments_max);
    return count;
}

void registered_release(void *pointer) {
    struct registered *registered = pointer;
    connection_release(registered->connection);
    sqlite3_free(registered);
}

struct registered *registered_new(const struct function *function, struct connection *connection) {
    int count = function_arguments(function);
    struct registered *registered =
        sqlite3_malloc64(sizeof *registered + (size_t)count * sizeof *registered->usual);
    if (!registered)
        return NULL;
    registered->function = function;
    registered->connection = connection;
    registered->required = registered->results = 0;
    registered->count = count;
    connection->references++;
    for (int i = 0; i < count; i++) {
        const struct argument *argument = &function->arguments[i];
        const char *text =
            argument->words ? argument->words[argument->range.usual] : argument->usual;
        struct given *usual = &registered->usual[i];
        *usual = (struct given){.bytes = {text ? text : "", text ? strlen(text) : 0}};
        if (argument->type == argument_is_number)
            usual->number = argument->numbers.usual;
        else
            usual->integer = argument->range.usual;
        registered->required += argument->presence == argument_required;
    }
    return registered;
}

void text_result_append(sqlite3_str *text, const uint32_t *points, size_t count) {
    enum { at_once = 256 };
    char utf8[4 * at_once];
    for (size_t i = 0; i < count; i += at_once) {
        size_t some = count - i < at_once ? count - i : at_once;
        sqlite3_str_append(text, utf8, (int)code_points_encode(points + i, some, utf8));
    }
}

void text_result_set(sqlite3_context *context, sqlite3_str *text) {
    int code = sqlite3_str_errcode(text), length = sqlite3_str_length(text);
    char *bytes = sqlite3_str_finish(text);
    if (code == SQLITE_TOOBIG)
        sqlite3_result_error_toobig(context);
    else if (code != SQLITE_OK)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, bytes ? bytes : "", length, SQLITE_TRANSIENT);
    sqlite3_free(bytes);
}
