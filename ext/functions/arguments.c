/* arguments.c - see arguments.h. */
#include "arguments.h"

#include "terminal.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h> /* strlen, memcmp */

void arguments_refuse(struct arguments *arguments, const char *format, ...) {
    if (arguments->code != SQLITE_OK)
        return;
    assert(!arguments->message);
    va_list details;
    va_start(details, format);
    char *sentence = sqlite3_vmprintf(format, details);
    va_end(details);
    if (sentence)
        arguments->message = sqlite3_mprintf("%s(): %s", arguments->function, sentence);
    sqlite3_free(sentence);
    arguments->code = arguments->message ? SQLITE_ERROR : SQLITE_NOMEM;
}

int arguments_any_null(int count, sqlite3_value **values) {
    for (int i = 0; i < count; i++)
        if (sqlite3_value_type(values[i]) == SQLITE_NULL)
            return 1;
    return 0;
}

static const char *type_name(sqlite3_value *value) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        return "an integer";
    case SQLITE_FLOAT:
        return "a real number";
    case SQLITE_TEXT:
        return "text";
    case SQLITE_BLOB:
        return "a blob";
    default:
        return "NULL";
    }
}

/* SQLite requires that `bytes` was read from the value before its length is. */
static struct argument_bytes bytes_of(struct arguments *arguments, const void *bytes,
                                      sqlite3_value *value) {
    int length = sqlite3_value_bytes(value);
    if (!bytes && length > 0)
        arguments->code = SQLITE_NOMEM;
    return (struct argument_bytes){bytes ? bytes : "", bytes ? (size_t)length : 0};
}

struct argument_bytes argument_text(struct arguments *arguments, const char *name,
                                    sqlite3_value *value) {
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        arguments_refuse(arguments, "argument %s must be text, found %s", name, type_name(value));
    if (arguments->code != SQLITE_OK)
        return (struct argument_bytes){"", 0};
    const void *bytes = sqlite3_value_text(value);
    if (!bytes)
        arguments->code = SQLITE_NOMEM;
    return bytes_of(arguments, bytes, value);
}

struct argument_bytes argument_blob(struct arguments *arguments, const char *name,
                                    sqlite3_value *value) {
    if (sqlite3_value_type(value) != SQLITE_BLOB)
        arguments_refuse(arguments, "argument %s must be a blob, found %s", name, type_name(value));
    if (arguments->code != SQLITE_OK)
        return (struct argument_bytes){"", 0};
    return bytes_of(arguments, sqlite3_value_blob(value), value);
}

int64_t argument_integer(struct arguments *arguments, const char *name, sqlite3_value *value,
                         int64_t least, int64_t most) {
    if (sqlite3_value_type(value) != SQLITE_INTEGER) {
        arguments_refuse(arguments, "argument %s must be an integer, found %s", name,
                         type_name(value));
        return least;
    }
    sqlite3_int64 number = sqlite3_value_int64(value);
    if (number >= least && number <= most)
        return number;
    arguments_refuse(arguments, "argument %s must be an integer from %lld to %lld, found %lld",
                     name, (long long)least, (long long)most, (long long)number);
    return least;
}

double argument_number(struct arguments *arguments, const char *name, sqlite3_value *value,
                       double least, double most) {
    int type = sqlite3_value_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        arguments_refuse(arguments, "argument %s must be a number, found %s", name,
                         type_name(value));
        return least;
    }
    double number = sqlite3_value_double(value);
    if (number >= least && number <= most)
        return number;
    arguments_refuse(arguments, "argument %s must be a number from %!g to %!g, found %!g", name,
                     least, most, number);
    return least;
}

void *argument_pointer(struct arguments *arguments, const char *name, const char *maker,
                       const char *type, sqlite3_value *value) {
    void *pointer = sqlite3_value_pointer(value, type);
    if (!pointer)
        arguments_refuse(arguments, "argument %s must be a result of %s() in the same statement",
                         name, maker);
    return pointer;
}

static const char *const scheme_names[minhash_scheme_count] = {
    [minhash_banded] = "banded",
    [minhash_paper] = "paper",
    [minhash_wikiduper] = "wikiduper",
    [minhash_wikiduper_fixed] = "wikiduper-fixed",
    [minhash_wikiduper_report] = "wikiduper-report",
    [minhash_words] = "words",
};

const char *argument_scheme_name(enum minhash_scheme scheme) {
    assert(scheme < minhash_scheme_count);
    return scheme_names[scheme];
}

struct argument_shown argument_shown(struct argument_bytes text) {
    /* A message must be UTF-8, so the text is decoded and encoded again before it is shown. */
    struct argument_shown shown;
    enum { shown_max = 40, bytes_max = sizeof shown.utf8 - 1 };
    uint32_t points[bytes_max + code_points_slack];
    size_t length = text.length < bytes_max ? text.length : bytes_max;
    size_t count =
        code_points_kernel_named("scalar")((const unsigned char *)text.bytes, length, points);
    count = count < shown_max ? count : shown_max;
    terminal_clean(points, count);
    shown.utf8[code_points_encode(points, count, shown.utf8)] = '\0';
    return shown;
}

void arguments_refuse_word(struct arguments *arguments, const char *name, const char *expected,
                           struct argument_bytes text) {
    arguments_refuse(arguments, "argument %s must be %s, found '%s'", name, expected,
                     argument_shown(text).utf8);
}

static enum minhash_scheme argument_scheme(struct arguments *arguments, sqlite3_value *value) {
    struct argument_bytes text = argument_text(arguments, "scheme", value);
    if (arguments->code != SQLITE_OK)
        return minhash_banded;
    for (int scheme = 0; scheme < minhash_scheme_count; scheme++) {
        const char *name = scheme_names[scheme];
        if (text.length == strlen(name) && memcmp(text.bytes, name, text.length) == 0)
            return (enum minhash_scheme)scheme;
    }
    arguments_refuse_word(arguments, "scheme",
                          "'banded', 'words', 'paper', 'wikiduper', 'wikiduper-fixed' or "
                          "'wikiduper-report'",
                          text);
    return minhash_banded;
}

static uint32_t optional_size(struct arguments *arguments, const char *name, sqlite3_value *value,
                              uint32_t default_size, uint32_t most) {
    return value ? (uint32_t)argument_integer(arguments, name, value, 1, most) : default_size;
}

struct minhash_parameters argument_family(struct arguments *arguments,
                                          const struct family_arguments *given) {
    enum minhash_scheme scheme =
        given->scheme ? argument_scheme(arguments, given->scheme) : minhash_banded;
    struct minhash_parameters p = minhash_defaults(scheme);
    p.shingle = optional_size(arguments, "shingle", given->shingle, p.shingle, shingle_length_max);
    p.bands = optional_size(arguments, "bands", given->bands, p.bands, minhash_bands_max);
    p.rows = optional_size(arguments, "rows", given->rows, p.rows, minhash_rows_max);
    bool banded = minhash_scheme_is_banded(scheme);
    if (banded)
        p.hashes = p.bands * p.rows;
    p.hashes = optional_size(arguments, "hashes", given->hashes, p.hashes, minhash_hashes_max);
    if (given->seed)
        p.seed = argument_integer(arguments, "seed", given->seed, INT64_MIN, INT64_MAX);
    if (scheme == minhash_paper && p.rows > p.hashes)
        arguments_refuse(arguments,
                         "scheme 'paper' draws distinct hash functions: argument rows (%u) must "
                         "be at most hashes (%u)",
                         p.rows, p.hashes);
    if (banded && p.bands * p.rows > minhash_hashes_max)
        arguments_refuse(arguments, "bands * rows must be at most %d, found %u * %u",
                         minhash_hashes_max, p.bands, p.rows);
    if (banded && p.hashes != p.bands * p.rows)
        arguments_refuse(arguments,
                         "scheme '%s' uses bands * rows hash functions: argument hashes must be "
                         "%u * %u = %u, found %u",
                         argument_scheme_name(scheme), p.bands, p.rows, p.bands * p.rows, p.hashes);
    return p;
}

struct minhash_parameters argument_family_list(struct arguments *arguments, int count,
                                               sqlite3_value **values) {
    struct family_arguments given = {
        .shingle = count > 0 ? values[0] : NULL,
        .bands = count > 1 ? values[1] : NULL,
        .rows = count > 2 ? values[2] : NULL,
        .hashes = count > 3 ? values[3] : NULL,
        .scheme = count > 4 ? values[4] : NULL,
        .seed = count > 5 ? values[5] : NULL,
    };
    return argument_family(arguments, &given);
}

void arguments_require_same(struct arguments *arguments, const char *what,
                            const struct minhash_parameters *a,
                            const struct minhash_parameters *b) {
    if (minhash_parameters_equal(a, b))
        return;
    arguments_refuse(arguments,
                     "%s, found shingle %u, bands %u, rows %u, hashes %u, scheme '%s', seed %lld "
                     "and shingle %u, bands %u, rows %u, hashes %u, scheme '%s', seed %lld",
                     what, a->shingle, a->bands, a->rows, a->hashes,
                     argument_scheme_name(a->scheme), (long long)a->seed, b->shingle, b->bands,
                     b->rows, b->hashes, argument_scheme_name(b->scheme), (long long)b->seed);
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

unsigned argument_threads(struct arguments *arguments, sqlite3_value *value) {
    unsigned threads = 0;
    if (value && sqlite3_value_type(value) != SQLITE_NULL)
        threads = (unsigned)argument_integer(arguments, "threads", value, 0, crew_threads_max);
    if (threads == 1 || !allocator_is_threadsafe())
        return 0;
    return threads == 0 ? crew_processors() : threads;
}

void arguments_result(struct arguments *arguments, sqlite3_context *context) {
    if (arguments->code == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (arguments->message)
        sqlite3_result_error(context, arguments->message, -1);
    if (arguments->code != SQLITE_NOMEM)
        sqlite3_result_error_code(context, arguments->code); /* keeps the message */
    sqlite3_free(arguments->message);
    arguments->message = NULL;
}

int arguments_to_table(struct arguments *arguments, sqlite3_vtab *table) {
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = arguments->message;
    arguments->message = NULL;
    return arguments->code;
}
