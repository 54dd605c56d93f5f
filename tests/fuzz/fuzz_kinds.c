/*
 * fuzz_kinds.c - lines of any bytes as two sentences, their titles, their blocks, and what a
 * database knows of them: the differences turn each text into the other, and the kind does not
 * depend on the order.
 *
 * The first byte says whether the sentences have two dates, whether a database of 20,000 texts is
 * known, and in which language they are. The last lines are the relations as JSON, the words of
 * both articles as blobs, and the counts of a database as a blob, which takes the place of the
 * known one.
 */
#include "fuzz.h"

#include <core.h>
#include <neardup.h>

enum { text_a, text_b, title_a, title_b, block_a, block_b, text_count };

enum {
    argument_of_two_dates = text_count + 1,
    argument_of_language,
    argument_of_evidence,
    argument_of_words,
    argument_of_rarities = argument_of_words + 2
};

/* What a database knows; the words are those of the first and the second sentence. */
struct known {
    struct fuzz_text relations, words[2], counts;
};

/* Counts of 20,000 texts, all of other words. */
static const unsigned char counts_of_all[word_frequencies_header] = {'N', 'D', 'W', 'F',  2,
                                                                     0,   0,   0,   0x20, 0x4E};

static const char *const languages[] = {"en", "de", "fr", "es", "it",    "pt", "nl",
                                        "pl", "ru", "ja", "zh", "other", "el", NULL};
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

static void bind_known(sqlite3_stmt *statement, const struct known *known, bool turned,
                       bool of_database) {
    const struct fuzz_text *counts = &known->counts;
    bind(statement, argument_of_evidence, &known->relations);
    for (int side = 0; side < 2; side++) {
        const struct fuzz_text *words = &known->words[turned ? 1 - side : side];
        sqlite3_bind_blob(statement, argument_of_words + side, words->bytes,
                          (int)(words->length / 4 * 4), SQLITE_TRANSIENT);
    }
    if (word_frequencies_valid(counts->bytes, counts->length))
        sqlite3_bind_blob(statement, argument_of_rarities, counts->bytes, (int)counts->length,
                          SQLITE_TRANSIENT);
    else if (of_database)
        sqlite3_bind_blob(statement, argument_of_rarities, counts_of_all, sizeof counts_of_all,
                          SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, argument_of_rarities);
}

/*
 * What must not depend on the order: kind, score, topic, why and features. Relations that are
 * malformed give an error instead.
 */
static sqlite3_str *kind_of(const struct fuzz_text *texts, const struct known *known, bool turned,
                            unsigned circumstances) {
    static sqlite3_stmt *statement;
    if (!statement)
        statement = prepare("SELECT kind, score, topic, why, features, reason FROM duplicate_kind("
                            "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, word_rarities(?))");
    sqlite3_str *kind = sqlite3_str_new(db);
    for (int i = 0; i < text_count; i++)
        bind(statement, i + 1, &texts[turned ? i ^ 1 : i]);
    sqlite3_bind_int(statement, argument_of_two_dates, (int)(circumstances & 1));
    sqlite3_bind_text(statement, argument_of_language, language_of(circumstances), -1,
                      SQLITE_STATIC);
    bind_known(statement, known, turned, circumstances >> 1 & 1);
    if (sqlite3_step(statement) != SQLITE_ROW) {
        MUST(sqlite3_reset(statement) == SQLITE_ERROR && known->relations.length > 0);
        sqlite3_str_appendall(kind, sqlite3_errmsg(db));
        return kind;
    }
    double score = sqlite3_column_double(statement, 1), topic = sqlite3_column_double(statement, 2);
    MUST(score >= 0 && score <= topic && topic <= 1);
    for (int column = 0; column < 5; column++) {
        append(kind, statement, column);
        sqlite3_str_appendall(kind, "|");
    }
    MUST(sqlite3_column_type(statement, 5) == SQLITE_TEXT);
    MUST(sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK);
    return kind;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    struct fuzz_text texts[text_count];
    unsigned circumstances = fuzz_byte(&input);
    for (int i = 0; i < text_count; i++)
        texts[i] = fuzz_line(&input);
    struct known known = {.relations = fuzz_line(&input)};
    known.words[0] = fuzz_line(&input);
    known.words[1] = fuzz_line(&input);
    known.counts = fuzz_take(&input, input.left);
    check_differences(&texts[text_a], &texts[text_b], language_of(circumstances));
    MUST(same(kind_of(texts, &known, false, circumstances),
              kind_of(texts, &known, true, circumstances)));
    for (int i = 0; i < text_count; i++)
        free(texts[i].bytes);
    free(known.relations.bytes);
    free(known.words[0].bytes);
    free(known.words[1].bytes);
    free(known.counts.bytes);
    return 0;
}
