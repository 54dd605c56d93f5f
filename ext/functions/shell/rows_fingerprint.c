/*
 * rows_fingerprint.c - rows_fingerprint(value1, …): whether the rows of a table are what they were.
 *
 * An aggregate: a number of 64 bits that depends on the values of all rows and their types, but not
 * on the order of rows, which SQLite may choose. It is made for changes that nobody hides: who
 * wants two tables with one fingerprint can make them.
 */
#include "../functions.h"

#include <string.h> /* memcpy */

enum { values_max = 8 };

struct fingerprint {
    uint64_t sum; /* of the hashes of all rows */
};

static uint64_t hash_bytes(uint64_t hash, struct argument_bytes bytes) {
    enum { word_size = 8 };
    const unsigned char *at = (const unsigned char *)bytes.bytes;
    size_t left = bytes.length;
    for (; left >= word_size; left -= word_size, at += word_size)
        hash = mix64(hash ^ little_endian_load64(at));
    unsigned char rest[word_size] = {0};
    if (left > 0)
        memcpy(rest, at, left);
    return mix64(hash ^ little_endian_load64(rest) ^ mix64(bytes.length));
}

static uint64_t hash_value(struct call *call, uint64_t hash, sqlite3_value *value) {
    int type = sqlite3_value_type(value);
    double real;
    uint64_t bits = 0;
    hash = mix64(hash + (uint64_t)type);
    if (type == SQLITE_TEXT)
        return hash_bytes(hash, call_text(call, "value", value));
    if (type == SQLITE_BLOB)
        return hash_bytes(hash, call_blob(call, "value", value));
    if (type == SQLITE_INTEGER) {
        bits = (uint64_t)sqlite3_value_int64(value);
    } else if (type == SQLITE_FLOAT) {
        real = sqlite3_value_double(value);
        memcpy(&bits, &real, sizeof bits);
    }
    return mix64(hash ^ bits);
}

static void rows_fingerprint_step(struct call *call, void *state) {
    struct fingerprint *fingerprint = state;
    uint64_t hash = 1;
    for (int i = 0; i < values_max && call->given[i].value; i++)
        hash = hash_value(call, hash, call->given[i].value);
    fingerprint->sum += hash;
}

static void rows_fingerprint_final(struct call *call, void *state) {
    const struct fingerprint *fingerprint = state;
    sqlite3_result_int64(call->context, fingerprint ? (int64_t)fingerprint->sum : 0);
}

#define VALUE(NAME) \
    { .name = NAME, .type = argument_is_any, .presence = argument_optional }

AGGREGATE(rows_fingerprint, struct fingerprint, "INTEGER", .stability = stability_changing,
          .arguments = ARGUMENTS(REQUIRED("value1", any), VALUE("value2"), VALUE("value3"),
                                 VALUE("value4"), VALUE("value5"), VALUE("value6"), VALUE("value7"),
                                 VALUE("value8")));
