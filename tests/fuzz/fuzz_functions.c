/*
 * fuzz_functions.c - values of every type, bound to the arguments of every SQL function: the answer
 * is a result or an error that names the function, is the same the second time, and is NULL or
 * empty for NULL, but where NULL leaves a language open.
 *
 * Bytes choose the function, then the type of each argument. Texts and blobs end with a line.
 */
#include "fuzz.h"

#include <neardup.h>

enum { rows_max = 2000, heap_max = 64 << 20 };

static const struct call {
    const char *name, *sql;
    int most;       /* arguments */
    unsigned small; /* the largest small integer: 2^20 steps are too many for an input */
} calls[] = {
    {"jaccard", "SELECT jaccard(%s)", 3, 255},
    {"containment", "SELECT containment(%s)", 3, 255},
    {"edit_distance", "SELECT edit_distance(%s)", 3, 255},
    {"edit_similarity", "SELECT edit_similarity(%s)", 2, 255},
    {"minhash_match_probability", "SELECT minhash_match_probability(%s)", 6, 12},
    {"mark_differences", "SELECT mark_differences(%s)", 6, 255},
    {"union_find", "SELECT union_find(%s)", 2, 255},
    {"star_clusters", "SELECT star_clusters(%s)", 2, 255},
    {"linked_clusters", "SELECT linked_clusters(%s)", 4, 255},
    {"edge_counts", "SELECT edge_counts(%s)", 2, 255},
    {"word_set", "SELECT word_set(%s)", 1, 255},
    {"word_frequencies", "SELECT word_frequencies(%s)", 1, 255},
    {"shingles", "SELECT * FROM shingles(%s)", 2, 255},
    {"stopword_ngrams", "SELECT *, n, input_language FROM stopword_ngrams(%s)", 3, 255},
    {"minhash_signatures", "SELECT *, scheme, seed FROM minhash_signatures(%s)", 7, 255},
    {"text_alignment", "SELECT *, input_a, gap, measure FROM text_alignment(%s)", 13, 255},
    {"text_differences", "SELECT *, input_a FROM text_differences(%s)", 3, 255},
    {"passage_likeness", "SELECT *, input_title_a FROM passage_likeness(%s)", 5, 255},
    {"duplicate_kind", "SELECT *, input_block_a FROM duplicate_kind(%s)", 11, 255},
    {"union_find_members", "SELECT *, input_blob FROM union_find_members(%s)", 1, 255},
    {"neardup_wrap", "SELECT neardup_wrap(%s)", 3, 255},
    {"mark_passage", "SELECT mark_passage(%s)", 13, 255},
    {"neardup_style", "SELECT neardup_style(%s)", 1, 255},
    {"word_rarities", "SELECT word_rarities(%s)", 1, 255},
    {"fold_text", "SELECT fold_text(%s)", 2, 255},
    {"text_script", "SELECT text_script(%s)", 1, 255},
    {"neardup_language", "SELECT neardup_language(%s)", 2, 255},
    {"word_vectors", "SELECT word_vectors(%s)", 2, 255},
    {"text_vector",
     "SELECT text_vector(%s, (SELECT word_vectors(column1, x'0000803F00000040') FROM (VALUES "
     "('storm'), ('killed'), ('History'), ('kill'))))",
     1, 255},
    {"collect_signatures",
     "SELECT * FROM shared_signatures((SELECT collect_signatures(%s) FROM (VALUES (1), (2))))", 13,
     255},
    {"collect_signature_parts",
     "SELECT * FROM shared_signatures((SELECT collect_signature_parts(%s)))", 1, 255},
    {"collect_pairs",
     "SELECT * FROM duplicate_kinds((SELECT collect_pairs(1, 2, %s) FROM (VALUES (1), (2))))", 11,
     255},
    {"cosine_similarity", "SELECT cosine_similarity(%s)", 2, 255},
    {"document_frequencies", "SELECT document_frequencies(%s)", 1, 255},
    {"tfidf_vector", "SELECT tfidf_vector(%s)", 2, 255},
    {"term_weights", "SELECT tfidf_vector('a text of terms', (SELECT term_weights(%s)))", 1, 255},
    {"random_projection", "SELECT random_projection(%s)", 3, 255},
    {"hamming_distance", "SELECT hamming_distance(%s)", 2, 255},
    {"permute_bits", "SELECT permute_bits(%s)", 3, 255},
    {"projection_match_probability", "SELECT projection_match_probability(%s)", 3, 255},
    {"projection_signatures", "SELECT *, rows FROM projection_signatures(%s)", 3, 255},
    {"semantic_model", "SELECT semantic_model(%s)", 1, 255},
    {"semantic_hash",
     "SELECT semantic_hash(%s, (SELECT semantic_model(x'4E444D3100000100010000000200000000"
     "00803F000080BF0000000000000000')))",
     1, 255},
    {"collect_vectors",
     "SELECT * FROM similar_vectors((SELECT collect_vectors(column1, %s) FROM (VALUES (1), (2))))",
     1, 255},
    {"collect_documents",
     "SELECT * FROM aligned_passages((SELECT collect_documents(column1, %s) FROM (VALUES (1), "
     "(2))), "
     "(SELECT collect_candidates(1, 2)), 'skip', 1, 9, 1, 0, 0)",
     1, 255},
    {"collect_candidates", "SELECT collect_candidates(%s)", 3, 255},
    {"aligned_passages",
     "SELECT *, gap, threads FROM aligned_passages((SELECT collect_documents(column1, 'One two one "
     "three four ' || column1 || ' one two') FROM (VALUES (1), (2), (3))), (SELECT "
     "collect_candidates(column1, column2, 0.5) FROM (VALUES (1, 2), (3, 1), (2, 3))), %s)",
     15, 255},
    {"similar_vectors",
     "SELECT *, bands, rows FROM similar_vectors((SELECT collect_vectors(column1, column2) FROM "
     "(VALUES (1, x'0000803F0000803F'), (2, x'0000803F0000903F'), (3, x'000080BF0000803F'))), %s)",
     8, 255},
    {"pack_column", "SELECT nullif(pack_column(%s), pack_column(NULL))", 1, 255},
    {"unpack_columns", "SELECT *, input_column2 FROM unpack_columns(%s)", 15, 255},
    {"merge_word_frequencies", "SELECT merge_word_frequencies(%s)", 1, 255},
};

enum { call_count = sizeof calls / sizeof *calls, arguments_max = 15 };

static sqlite3 *db;

/* The call with this many arguments, prepared once; NULL if there is no such function. */
static sqlite3_stmt *prepare(unsigned call, unsigned arguments) {
    static sqlite3_stmt *statements[call_count][arguments_max + 1];
    static bool tried[call_count][arguments_max + 1];
    sqlite3_hard_heap_limit64(heap_max);
    if (!db && (sqlite3_open(":memory:", &db) != SQLITE_OK ||
                sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK))
        abort();
    if (!tried[call][arguments]) {
        static const char places[] = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
        char list[sizeof places], sql[400];
        snprintf(list, sizeof list, "%.*s", arguments > 0 ? (int)(3 * arguments - 2) : 0, places);
        snprintf(sql, sizeof sql, calls[call].sql, list);
        sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statements[call][arguments],
                           NULL);
        tried[call][arguments] = true;
    }
    return statements[call][arguments];
}

/* Whether the argument is a language, which NULL leaves open. */
static bool is_language(const struct call *call, unsigned place) {
    static const struct {
        const char *name;
        unsigned place;
    } languages[] = {{"text_differences", 3},
                     {"passage_likeness", 5},
                     {"duplicate_kind", 8},
                     {"collect_pairs", 8}};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(call->name, languages[i].name) == 0 && place == languages[i].place)
            return true;
    return false;
}

/* Mostly values that the function accepts, so that it does its work. */
static const char *const words[] = {"banded",
                                    "paper",
                                    "wikiduper",
                                    "wikiduper-fixed",
                                    "wikiduper-report",
                                    "words",
                                    "History",
                                    "1984-07-04",
                                    "References",
                                    "",
                                    "{\"partners\": 3, \"apart\": null}",
                                    "case,width digits",
                                    "The storm killed 143 people in May 1990."};

enum { word_count = sizeof words / sizeof *words };

/* Whether the value is NULL, which a NaN becomes. */
static bool bind(const struct call *call, sqlite3_stmt *statement, int place,
                 struct fuzz_input *input) {
    unsigned type = fuzz_byte(input);
    struct fuzz_text text = {NULL, 0};
    const char *word = words[type / 8 % word_count];
    uint64_t bits;
    double number;
    switch (type % 8) {
    case 0:
        return sqlite3_bind_null(statement, place) == SQLITE_OK;
    case 1:
        sqlite3_bind_int(statement, place, (int)(fuzz_byte(input) % (call->small + 1)));
        return false;
    case 2: /* of two bytes or more */
        sqlite3_bind_int64(statement, place, (sqlite3_int64)fuzz_integer(input, type / 8 % 7 + 2));
        return false;
    case 3:
        bits = fuzz_integer(input, sizeof bits);
        memcpy(&number, &bits, sizeof number);
        sqlite3_bind_double(statement, place, number);
        return number != number;
    case 4:
        sqlite3_bind_text(statement, place, word, -1, SQLITE_STATIC);
        return false;
    case 5:
        text = fuzz_line(input);
        sqlite3_bind_blob(statement, place, text.bytes, (int)text.length, SQLITE_TRANSIENT);
        break;
    default:
        text = fuzz_line(input);
        sqlite3_bind_text(statement, place, text.bytes, (int)text.length, SQLITE_TRANSIENT);
    }
    free(text.bytes);
    return false;
}

/* Adds a value to the hash of an answer (FNV-1a). */
static void mix(uint64_t *hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001B3);
}

static void mix_value(uint64_t *hash, sqlite3_value *value) {
    int type = sqlite3_value_type(value);
    const void *bytes =
        type == SQLITE_BLOB ? sqlite3_value_blob(value) : (const void *)sqlite3_value_text(value);
    mix(hash, &type, sizeof type);
    mix(hash, bytes, (size_t)sqlite3_value_bytes(value));
}

static bool begins_with(const char *text, const char *name) {
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && strncmp(text + length, "(): ", 4) == 0;
}

struct answer {
    uint64_t hash;
    int rows, code;
    bool nothing; /* the result of a scalar function is NULL, or the set without words */
};

static struct answer ask(const struct call *call, sqlite3_stmt *statement) {
    struct answer answer = {.hash = UINT64_C(0xCBF29CE484222325)};
    while (sqlite3_step(statement) == SQLITE_ROW && answer.rows < rows_max) {
        answer.rows++;
        int type = sqlite3_column_type(statement, 0);
        answer.nothing =
            type == SQLITE_NULL || (type == SQLITE_BLOB && sqlite3_column_bytes(statement, 0) == 0);
        for (int column = 0; column < sqlite3_column_count(statement); column++)
            mix_value(&answer.hash, sqlite3_column_value(statement, column));
    }
    answer.code = sqlite3_reset(statement);
    MUST(answer.code == SQLITE_OK || answer.code == SQLITE_ERROR || answer.code == SQLITE_NOMEM);
    if (answer.code == SQLITE_ERROR) {
        MUST(begins_with(sqlite3_errmsg(db), call->name));
        mix(&answer.hash, sqlite3_errmsg(db), strlen(sqlite3_errmsg(db)));
    }
    return answer;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned chosen = fuzz_byte(&input) % call_count;
    const struct call *call = &calls[chosen];
    unsigned arguments = fuzz_byte(&input) % (unsigned)(call->most + 1);
    sqlite3_stmt *statement = prepare(chosen, arguments);
    bool null = false;
    if (!statement)
        return 0;
    for (unsigned i = 1; i <= arguments; i++)
        null = (bind(call, statement, (int)i, &input) && !is_language(call, i)) || null;
    struct answer answer = ask(call, statement), again = ask(call, statement);
    sqlite3_clear_bindings(statement);
    if (answer.code == SQLITE_NOMEM || again.code == SQLITE_NOMEM)
        return 0;
    MUST(answer.hash == again.hash && answer.rows == again.rows && answer.code == again.code);
    MUST(!null || (answer.code == SQLITE_OK && (answer.rows == 0 || answer.nothing)));
    return 0;
}
