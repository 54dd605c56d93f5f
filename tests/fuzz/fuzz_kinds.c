/*
 * fuzz_kinds.c - lines of any bytes as two sentences, their titles and their blocks: the
 * differences turn each text into the other, and the kind does not depend on the order.
 *
 * The first byte says whether the sentences have two dates, and in which language they are.
 */
#include "fuzz.h"

#include <neardup.h>

enum { text_a, text_b, title_a, title_b, block_a, block_b, text_count };

static const char *const languages[] = {"en", "de", "fr", "es", "it", "pt",
                                        "nl", "pl", "ru", "ja", "zh", "xx"};
enum { language_count = sizeof languages / sizeof *languages };

static sqlite3 *db;

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (!db && (sqlite3_open(":memory:", &db) != SQLITE_OK ||
                sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK))
        abort();
    MUST(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
    return statement;
}

static void bind(sqlite3_stmt *statement, int parameter, const struct fuzz_text *text) {
    MUST(sqlite3_bind_text(statement, parameter, text->bytes, (int)text->length,
                           SQLITE_TRANSIENT) == SQLITE_OK);
}

/* Appends a column, which may hold zero bytes. */
static void append(sqlite3_str *text, sqlite3_stmt *statement, int column) {
    const char *bytes = (const char *)sqlite3_column_text(statement, column);
    sqlite3_str_append(text, bytes ? bytes : "", sqlite3_column_bytes(statement, column));
}

/* Both are freed. */
static bool same(sqlite3_str *x, sqlite3_str *y) {
    int length = sqlite3_str_length(x);
    bool equal = length == sqlite3_str_length(y);
    char *a = sqlite3_str_finish(x), *b = sqlite3_str_finish(y);
    equal = equal && (length == 0 || memcmp(a, b, (size_t)length) == 0);
    sqlite3_free(a);
    sqlite3_free(b);
    return equal;
}

/* The text as it is read: bytes that are not UTF-8 become U+FFFD. */
static sqlite3_str *read_text(const struct fuzz_text *text) {
    static sqlite3_stmt *statement;
    if (!statement)
        statement = prepare("SELECT shingle FROM shingles(?, 1)");
    sqlite3_str *read = sqlite3_str_new(db);
    bind(statement, 1, text);
    while (sqlite3_step(statement) == SQLITE_ROW)
        append(read, statement, 0);
    MUST(sqlite3_reset(statement) == SQLITE_OK);
    return read;
}

enum { column_change, column_type, column_a, column_b };

static void check_difference(sqlite3_stmt *statement) {
    const char *change = (const char *)sqlite3_column_text(statement, column_change);
    bool equal = strcmp(change, "equal") == 0;
    int a = sqlite3_column_bytes(statement, column_a);
    int b = sqlite3_column_bytes(statement, column_b);
    MUST(equal == (sqlite3_column_type(statement, column_type) == SQLITE_NULL));
    MUST(strcmp(change, "inserted") != 0 || (a == 0 && b > 0));
    MUST(strcmp(change, "deleted") != 0 || (a > 0 && b == 0));
    MUST(strcmp(change, "changed") != 0 || (a > 0 && b > 0));
}

/* As mark_differences() writes a difference. */
static void append_marked(sqlite3_str *marked, sqlite3_stmt *statement) {
    bool equal = sqlite3_column_type(statement, column_type) == SQLITE_NULL;
    sqlite3_str_appendall(marked, equal ? "" : "[");
    append(marked, statement, column_a);
    if (equal)
        return;
    sqlite3_str_appendall(marked, "|");
    append(marked, statement, column_b);
    sqlite3_str_appendall(marked, "]");
}

static sqlite3_str *mark(const struct fuzz_text *a, const struct fuzz_text *b,
                         const char *language) {
    static sqlite3_stmt *statement;
    if (!statement)
        statement = prepare("SELECT mark_differences(?, ?, '[', '|', ']', ?)");
    sqlite3_str *marked = sqlite3_str_new(db);
    bind(statement, 1, a);
    bind(statement, 2, b);
    sqlite3_bind_text(statement, 3, language, -1, SQLITE_STATIC);
    MUST(sqlite3_step(statement) == SQLITE_ROW);
    append(marked, statement, 0);
    MUST(sqlite3_reset(statement) == SQLITE_OK);
    return marked;
}

static void check_differences(const struct fuzz_text *a, const struct fuzz_text *b,
                              const char *language) {
    static sqlite3_stmt *statement;
    if (!statement)
        statement = prepare("SELECT change, type, text_a, text_b FROM text_differences(?, ?, ?)");
    sqlite3_str *all_a = sqlite3_str_new(db), *all_b = sqlite3_str_new(db);
    sqlite3_str *marked = sqlite3_str_new(db);
    bind(statement, 1, a);
    bind(statement, 2, b);
    sqlite3_bind_text(statement, 3, language, -1, SQLITE_STATIC);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        check_difference(statement);
        append(all_a, statement, column_a);
        append(all_b, statement, column_b);
        append_marked(marked, statement);
    }
    MUST(sqlite3_reset(statement) == SQLITE_OK);
    MUST(same(all_a, read_text(a)));
    MUST(same(all_b, read_text(b)));
    MUST(same(marked, mark(a, b, language)));
}

static const char *language_of(unsigned circumstances) {
    return languages[(circumstances >> 2) % language_count];
}

/* What must not depend on the order: kind, score, topic and features. */
static sqlite3_str *kind_of(const struct fuzz_text *texts, bool turned, unsigned circumstances) {
    static sqlite3_stmt *statement;
    if (!statement)
        statement = prepare("SELECT kind, score, topic, features, reason"
                            "  FROM duplicate_kind(?, ?, ?, ?, ?, ?)"
                            " WHERE two_dates = ? AND input_language = ?");
    sqlite3_str *kind = sqlite3_str_new(db);
    for (int i = 0; i < text_count; i++)
        bind(statement, i + 1, &texts[turned ? i ^ 1 : i]);
    sqlite3_bind_int(statement, text_count + 1, (int)(circumstances & 1));
    sqlite3_bind_text(statement, text_count + 2, language_of(circumstances), -1, SQLITE_STATIC);
    MUST(sqlite3_step(statement) == SQLITE_ROW);
    double score = sqlite3_column_double(statement, 1);
    MUST(score >= 0 && score <= 1);
    for (int column = 0; column < 4; column++) {
        append(kind, statement, column);
        sqlite3_str_appendall(kind, "|");
    }
    MUST(sqlite3_column_type(statement, 4) == SQLITE_TEXT);
    MUST(sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK);
    return kind;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    struct fuzz_text texts[text_count];
    unsigned circumstances = fuzz_byte(&input);
    for (int i = 0; i < text_count; i++)
        texts[i] = fuzz_line(&input);
    check_differences(&texts[text_a], &texts[text_b], language_of(circumstances));
    MUST(same(kind_of(texts, false, circumstances), kind_of(texts, true, circumstances)));
    for (int i = 0; i < text_count; i++)
        free(texts[i].bytes);
    return 0;
}
