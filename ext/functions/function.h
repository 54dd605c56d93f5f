/*
 * function.h - how a SQL function is declared, and what it is given when it is called.
 *
 * A `struct function` declares a function: its arguments with their types, ranges and defaults, its
 * results and the calls that do its work. What is passed is checked, so a call only sees valid
 * arguments. `usual` stands for a default throughout, since C reserves the other word.
 *
 *   (1) NULL in gives NULL out, or no rows; an aggregate ignores the row. A call is not made then.
 *       An argument that may be NULL counts as not given, and gets its default. A pointer value
 *       (https://sqlite.org/bindptr.html) looks like NULL, so its maker is asked for instead.
 *   (2) A wrong type or a number out of range is an error that names the function, the argument,
 *       what was expected and what was found:
 *       "jaccard(): argument shingle must be an integer from 1 to 1024, found 0". If it is about a
 *       row that an aggregate collects, the ids of that row follow: ", where id is 7".
 *   (3) A call that cannot do its work says so with call_refuse(), or sets `code`. The first error
 *       counts.
 *   (4) An aggregate has a state, which is zeroed before the first row. One that `makes` a pointer
 *       has a collection for its state: see collection.h.
 */
#pragma once

#include "connection.h"

/* A function has one of `call`, `step` and `open`, which tells its kind. */
enum function_kind { function_scalar, function_aggregate, function_table };

/* Who may call it, and whether its results are permanent. A declaration that names none is pure. */
enum stability {
    stability_pure, /* DETERMINISTIC: a promise for all releases, as indexes may be built on it */
    stability_changing, /* the next release may give another result */
    stability_direct    /* side effects, or a terminal: not in views, triggers and indexes */
};

enum argument_type {
    argument_is_text,
    argument_is_blob,
    argument_is_bytes, /* text or a blob */
    argument_is_key,   /* an integer or text */
    argument_is_integer,
    argument_is_number,
    argument_is_word,    /* one of `words` */
    argument_is_vector,  /* core/vectors/vector.h */
    argument_is_pointer, /* what the function `maker` made */
    argument_is_any      /* also NULL; nothing is read or checked */
};

enum argument_presence {
    argument_required,
    argument_optional,
    argument_nullable /* optional, and NULL is as if it were not given */
};

struct argument {
    const char *name;
    enum argument_type type;
    enum argument_presence presence;
    bool input; /* its hidden column is input_NAME: in FROM sentence, f(text), `text` is a column */
    bool unset; /* its default is NULL, which stands for a default that the function finds */
    struct {
        int64_t least, most, usual;
    } range; /* of an integer. Of a blob: `most` bytes are read, if it is not 0 */
    struct {
        double least, most, usual;
    } numbers;                /* of a number */
    const char *usual;        /* of text, or of a blob: "" */
    const char *const *words; /* NULL ends them. The default is words[range.usual] */
    const char *wanted;       /* what a message says that a word must be, or a pointer */
    const char *maker;        /* of a pointer; NULL: any collection will do */
};

/* For declarations: ARGUMENTS(INPUT("text", text), OPTIONAL("shingle", integer, .range = {…})). */
#define ARGUMENTS(...) ((const struct argument[]){__VA_ARGS__, {.name = NULL}})
#define REQUIRED(NAME, TYPE) \
    { .name = NAME, .type = argument_is_##TYPE }
#define INPUT(NAME, TYPE) \
    { .name = NAME, .type = argument_is_##TYPE, .input = true }
#define OPTIONAL(NAME, TYPE, ...) \
    { .name = NAME, .type = argument_is_##TYPE, .presence = argument_optional, __VA_ARGS__ }
#define NULLABLE(NAME, TYPE, ...) \
    { .name = NAME, .type = argument_is_##TYPE, .presence = argument_nullable, __VA_ARGS__ }
#define POINTER(NAME, ...) \
    { .name = NAME, .type = argument_is_pointer, __VA_ARGS__ }
#define THREADS(PRESENCE) PRESENCE("threads", integer, .range = {0, task_threads_max, 0})
#define ID(NAME) \
    { .name = NAME, .type = argument_is_integer, .range = ANY_INTEGER }
#define ANY_INTEGER \
    { INT64_MIN, INT64_MAX, 0 }

/* Bits of an int say which arguments a table-valued function was given. */
enum { arguments_max = 20 };

/* Text or a blob that SQLite owns, valid until its value changes. */
struct argument_bytes {
    const char *bytes;
    size_t length;
};

/* An argument of a call, after all checks. */
struct given {
    sqlite3_value *value; /* NULL if it was not given, or counts as such */
    union {
        struct argument_bytes bytes; /* of text, or of a blob: not read if it is too long */
        struct vector vector;
    };
    union {
        int64_t integer; /* or the place of a word */
        double number;
        void *pointer; /* NULL if it may be left out */
    };
};

/* Sets the result to the default that an argument declares; to NULL if that is unset. */
void usual_result(sqlite3_context *context, const struct argument *argument);

struct table_cursor;
struct collection;
struct collection_count;

/* One call of a scalar or table-valued function; or one row of an aggregate, or its end. */
struct call {
    const struct function *function;
    struct connection *connection;
    struct interruption *interruption;
    sqlite3_context *context; /* NULL while a table-valued function makes rows */
    int code;                 /* SQLITE_OK, or the error of a check or of the work */
    char *message;            /* NULL, or from sqlite3_malloc() */
    bool has_long_text;       /* the connection's memory may have grown */
    struct given given[arguments_max];
};

struct function {
    const char *name;
    enum stability stability;
    const struct argument *arguments; /* ARGUMENTS(), or NULL */
    const char *results; /* of a table: its columns, as CREATE TABLE has them; otherwise a type */
    size_t size;         /* of an aggregate's state, of a collection or of a cursor */
    const char *makes;   /* the type of the pointer that it collects, or NULL */
    bool frozen;         /* several threads can read such a collection */

    /* A scalar function sets the result. */
    void (*call)(struct call *call);

    /* An aggregate: `begin` and `release` are those of a collection; see collection.h. */
    void (*step)(struct call *call, void *state);
    void (*final)(struct call *call, void *state); /* `state` may be NULL: there was no row */
    bool (*begin)(struct call *call, void *collection);
    void (*merge)(struct call *call, void *collection, struct collection *part, unsigned threads);
    void (*release)(void *collection);
    size_t (*counts)(const void *collection, struct collection_count *counts);

    /* A table-valued function: see table_function.h. */
    double estimated_rows;
    void (*open)(struct table_cursor *cursor, struct call *call);
    void (*next)(struct table_cursor *cursor, struct call *call);
    void (*column)(struct table_cursor *cursor, sqlite3_context *context, int column);
    int64_t (*usual)(struct table_cursor *cursor, int argument);
    void (*reset)(struct table_cursor *cursor);
    void (*close)(struct table_cursor *cursor);
};

/*
 * Declarations. The calls of a function begin with its name, or else with PREFIX; what has a
 * default that will do, or no call, is left out.
 *
 *     SCALAR(jaccard, "REAL", ...)                                     jaccard_call()
 *     AGGREGATE(word_set, struct word_set, "BLOB", ...)                word_set_step(), _final()
 *     COLLECTION(collect_texts, texts, struct collected_texts, ...)    texts_step(), _release()
 *     TABLE(near_misses, near, struct table_cursor, "a INTEGER", ...)  near_open(), _column()
 */
#define FUNCTION(NAME, ...) const struct function NAME##_function = {.name = #NAME, __VA_ARGS__}
#define SCALAR(NAME, RESULT, ...) \
    FUNCTION(NAME, .results = RESULT, .call = NAME##_call, __VA_ARGS__)
#define AGGREGATE(NAME, STATE, RESULT, ...)                                       \
    FUNCTION(NAME, .results = RESULT, .size = sizeof(STATE), .step = NAME##_step, \
             .final = NAME##_final, __VA_ARGS__)
#define COLLECTION(NAME, PREFIX, TYPE, ...)                                    \
    FUNCTION(NAME, .results = "POINTER", .size = sizeof(TYPE), .makes = #NAME, \
             .step = PREFIX##_step, .release = PREFIX##_release, __VA_ARGS__)
#define TABLE(NAME, PREFIX, CURSOR, COLUMNS, ...)                                     \
    FUNCTION(NAME, .results = COLUMNS, .size = sizeof(CURSOR), .open = PREFIX##_open, \
             .column = PREFIX##_column, __VA_ARGS__)

static inline enum function_kind function_kind(const struct function *function) {
    return function->open ? function_table : function->step ? function_aggregate : function_scalar;
}

/* How many arguments a function has. */
int function_arguments(const struct function *function);

/* What SQLite keeps for a function. It holds a reference to the connection's state. */
struct registered {
    const struct function *function;
    struct connection *connection;
    int required, count;  /* arguments */
    int results;          /* columns of a table */
    struct given usual[]; /* by argument, what a call finds if it is not given */
};

/* Returns NULL if memory runs out. The other is a destructor for SQLite. */
struct registered *registered_new(const struct function *function, struct connection *connection);
void registered_release(void *registered);

/* Sets all but `given`, which is large, and which call_read() sets. */
static inline void call_begin(struct call *call, const struct registered *registered,
                              struct interruption *interruption, sqlite3_context *context) {
    call->function = registered->function;
    call->connection = registered->connection;
    call->interruption = interruption;
    call->context = context;
    call->code = SQLITE_OK;
    call->message = NULL;
    call->has_long_text = false;
}

/*
 * Reads the first `count` arguments, each NULL if it was not given. Returns false after an error,
 * and if one is NULL that must not be: then there is no result.
 */
bool call_read(struct call *call, const struct registered *registered, int count,
               sqlite3_value *const *values);

/*
 * Whether a value is an integer, and which. As in SQLite, a real number that equals an integer
 * counts, such as 3.0: JavaScript has no other numbers. The reals 2^63 and -2^63 do not count.
 */
bool value_is_integer(sqlite3_value *value, int64_t *integer);

/* Records an error, formatted by sqlite3_mprintf(), unless there is one already. */
void call_refuse(struct call *call, const char *format, ...);

/* Records that a value has another type than is wanted, in words: "an integer". */
void call_refuse_type(struct call *call, const char *name, const char *wanted,
                      sqlite3_value *value);

/* Records that a text is not one of the expected words; the message shows its beginning. */
void call_refuse_word(struct call *call, const char *name, const char *expected,
                      struct argument_bytes text);

/* Records why the core ended early: it was interrupted, or memory ran out. */
void call_interrupted(struct call *call);

/* The first 40 characters of a text, which a message can show: no ill-formed UTF-8, no controls. */
struct shown_text {
    char utf8[4 * 40 + 1];
};

struct shown_text shown_text(struct argument_bytes text);

/* Reads a text, a blob or a vector of the value, or records that it is none. */
struct argument_bytes call_text(struct call *call, const char *name, sqlite3_value *value);
struct argument_bytes call_blob(struct call *call, const char *name, sqlite3_value *value);
struct vector call_vector(struct call *call, const char *name, sqlite3_value *value);

/* The vocabulary of a language; NULL if none was given, or NULL. An unknown one is refused. */
#define ARGUMENT_LANGUAGE NULLABLE("language", text, .input = true)
const struct vocabulary *call_vocabulary(struct call *call, const struct given *language);

/* The threads for task_ring_begin() to start: of an argument from 0 to task_threads_max; 0: all. */
unsigned call_threads(const struct given *threads);

/* Memory from sqlite3_malloc(). NULL: memory ran out, and the call has recorded it. */
static inline void *call_allocate(struct call *call, size_t size) {
    void *memory = sqlite3_malloc64(size);
    if (!memory)
        call->code = SQLITE_NOMEM;
    return memory;
}

/* Sets the result to bytes from sqlite3_malloc(), which SQLite then frees. NULL: no memory. */
void call_result_blob(struct call *call, unsigned char *blob, size_t size);

/* Appends code points as UTF-8. */
void text_result_append(sqlite3_str *text, const uint32_t *points, size_t count);

/* Makes `text` the result of a function, or reports why it could not be built; frees it. */
void text_result_set(sqlite3_context *context, sqlite3_str *text);
