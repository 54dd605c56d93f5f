/*
 * test_columns.c - columns in blobs: the frozen layout, round trips of all types, what is refused,
 * and blobs that are truncated, corrupted or constructed.
 */
#include "columns/core_columns.h"
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

/* A value: NULL, an integer, a real number, a text or a blob. */
struct value {
    enum packed_type type;
    int64_t integer;
    double real;
    const char *bytes;
    size_t length;
};

#define NOTHING \
    { .type = packed_null }
#define INTEGER(n) \
    { .type = packed_integer, .integer = n }
#define REAL(x) \
    { .type = packed_real, .real = x }
#define TEXT(literal) \
    { .type = packed_text, .bytes = literal, .length = sizeof literal - 1 }
#define BLOB(literal) \
    { .type = packed_blob, .bytes = literal, .length = sizeof literal - 1 }

static enum column_write_result write_value(struct column_writer *writer,
                                            const struct value *value) {
    switch (value->type) {
    case packed_null:
        return column_write_null(writer);
    case packed_integer:
        return column_write_integer(writer, value->integer);
    case packed_real:
        return column_write_real(writer, value->real);
    default:
        return column_write_bytes(writer, value->type, value->bytes, value->length);
    }
}

/* The blob, in memory of its exact size, or NULL and why. */
static unsigned char *write_all(const struct value *values, size_t count, size_t limit,
                                size_t *size, enum column_write_result *result) {
    struct column_writer writer = {.allocator = memory, .limit = limit};
    unsigned char *blob = NULL;
    *result = column_written;
    for (size_t i = 0; i < count && *result == column_written; i++)
        *result = write_value(&writer, &values[i]);
    if (*result == column_written)
        *result = column_writer_finish(&writer, &blob, size);
    column_writer_free(&writer);
    return blob;
}

static bool is_value(const struct packed_column *column, uint64_t row, const struct value *value) {
    size_t length;
    if (column_is_null(column, row))
        return value->type == packed_null;
    switch (column->type) {
    case packed_integer:
        return value->type == packed_integer && column_integer_at(column, row) == value->integer;
    case packed_real: /* integers became real numbers */
        return value->type == packed_integer
                   ? column_real_at(column, row) == (double)value->integer
                   : value->type == packed_real && column_real_at(column, row) == value->real;
    default:
        return value->length == (column_bytes_at(column, row, &length), length) &&
               memcmp(column_bytes_at(column, row, &length), value->bytes, length) == 0;
    }
}

/* ---- The frozen layout ----------------------------------------------------------------------- */

static const struct {
    const char *bytes;
    size_t size;
    struct value values[9];
    size_t count;
} frozen[] = {
#define FROZEN(literal) .bytes = literal, .size = sizeof literal - 1
    {FROZEN("NDA1\0\0\0\0\0\0\0\0\0\0\0\0"), .count = 0},
    {FROZEN("NDA1\0\1\0\0\2\0\0\0\0\0\0\0\0"), {NOTHING, NOTHING}, 2},
    {FROZEN("NDA1\1\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
     {INTEGER(1), INTEGER(-2)},
     2},
    {FROZEN("NDA1\2\1\0\0\3\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0\0\0\0\0\0\0\xF0\x3F\0\0\0\0\0\0\0\0"
            "\0\0\0\0\0\0\4\xC0"),
     {INTEGER(1), NOTHING, REAL(-2.5)},
     3},
    {FROZEN("NDA1\3\1\0\0\3\0\0\0\0\0\0\0\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
            "\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\xC3\xBC"
            "a"),
     {NOTHING, TEXT("\xC3\xBC"), TEXT("a")},
     3},
    {FROZEN("NDA1\4\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\xFF\0"),
     {BLOB("\0\xFF\0")},
     1},
    /* The ninth row is in the second byte of the bitmap. */
    {FROZEN("NDA1\3\1\0\0\11\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0x"),
     {NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, TEXT("x")},
     9},
};

static void test_frozen(void) {
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
        size_t size = 0;
        enum column_write_result result;
        unsigned char *blob =
            write_all(frozen[i].values, frozen[i].count, SIZE_MAX, &size, &result);
        CHECK(blob && size == frozen[i].size && memcmp(blob, frozen[i].bytes, size) == 0,
              "vector %zu: %zu bytes", i, size);
        faulty_release(blob);
    }
}

/* ---- Round trips ----------------------------------------------------------------------------- */

static struct value random_value(enum packed_type type) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    struct value value = {.type = random_below(5) == 0 ? packed_null : type};
    value.length = random_below(20);
    value.bytes = letters + random_below(5);
    value.integer = (int64_t)random_word() >> random_below(64);
    value.real = (double)value.integer / 64;
    if (type == packed_real && value.type == type && random_below(3) == 0) {
        value.type = packed_integer;
        value.integer >>= 11; /* a double holds 53 bits */
    }
    return value;
}

static void test_round_trips(void) {
    enum { most = 100, rounds = 2000 };
    size_t size, bad = 0, rows = 0;
    for (int round = 0; round < rounds; round++) {
        struct value values[most];
        size_t count = random_below(most + 1);
        enum packed_type type = (enum packed_type)random_below(packed_blob + 1);
        enum column_write_result result;
        for (size_t i = 0; i < count; i++)
            values[i] = random_value(type);
        unsigned char *blob = write_all(values, count, SIZE_MAX, &size, &result);
        struct packed_column column;
        uint64_t place;
        bool same = blob && column_read(blob, size, NULL, &column, &place) == column_sound &&
                    column.rows == count;
        for (size_t i = 0; i < count && same; i++)
            same = is_value(&column, i, &values[i]);
        bad += !same;
        rows += count;
        faulty_release(blob);
    }
    CHECK(bad == 0, "%zu columns are not read as they were written", bad);
    test_figure(rows, "values written to columns and read again");
}

/* Offsets of 32 bits, as Arrow has them in strings. */
static void test_short_offsets(void) {
    static const char bytes[] = "NDA1\5\1\0\0\3\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0"
                                "\0\0\0\0\2\0\0\0\2\0\0\0\3\0\0\0\xC3\xBC"
                                "a";
    static const struct value values[] = {TEXT("\xC3\xBC"), NOTHING, TEXT("a")};
    struct packed_column column;
    uint64_t place;
    CHECK(column_read((const unsigned char *)bytes, sizeof bytes - 1, NULL, &column, &place) ==
                  column_sound &&
              column.rows == 3,
          "not read");
    for (uint64_t i = 0; i < 3; i++)
        CHECK(is_value(&column, i, &values[i]), "row %llu", (unsigned long long)i);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void test_mixtures(void) {
    static const struct {
        struct value values[3];
        enum column_write_result expected;
    } cases[] = {
        {{INTEGER(1), TEXT("a"), NOTHING}, column_mixed},
        {{NOTHING, TEXT("a"), BLOB("a")}, column_mixed},
        {{BLOB("a"), NOTHING, TEXT("a")}, column_mixed},
        {{REAL(0.5), BLOB("a"), NOTHING}, column_mixed},
        {{TEXT("a"), INTEGER(1), NOTHING}, column_mixed},
        {{TEXT("a"), REAL(1), NOTHING}, column_mixed},
        {{INTEGER((INT64_C(1) << 53) + 1), INTEGER(1), REAL(1)}, column_inexact},
        {{REAL(1), NOTHING, INTEGER((INT64_C(1) << 53) + 1)}, column_inexact},
        {{REAL(1), NOTHING, INTEGER(INT64_MAX)}, column_inexact},
        {{INTEGER(INT64_MAX), REAL(1), NOTHING}, column_inexact},
        {{INTEGER(INT64_MIN), REAL(1), INTEGER(-(INT64_C(1) << 53))}, column_written},
        {{INTEGER((INT64_C(1) << 53) + 1), INTEGER(INT64_MAX), NOTHING}, column_written},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size;
        enum column_write_result result;
        unsigned char *blob = write_all(cases[i].values, 3, SIZE_MAX, &size, &result);
        CHECK(result == cases[i].expected && !blob == (result != column_written), "mixture %zu: %d",
              i, (int)result);
        faulty_release(blob);
    }
}

/* The blob may have exactly as many bytes as the limit says. */
static void test_limits(void) {
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
        for (size_t limit = 0; limit <= frozen[i].size; limit++) {
            size_t size;
            enum column_write_result result;
            unsigned char *blob =
                write_all(frozen[i].values, frozen[i].count, limit, &size, &result);
            CHECK(limit < frozen[i].size ? result == column_too_large && !blob
                                         : result == column_written,
                  "vector %zu with a limit of %zu bytes: %d", i, limit, (int)result);
            faulty_release(blob);
        }
    }
}

/* ---- Blobs that are not sound ---------------------------------------------------------------- */

/* Reads a copy in memory of its exact size, and each value, so that sanitizers see reads beyond. */
static enum column_fault read_copy(const void *bytes, size_t size, uint64_t *place) {
    unsigned char *copy = exact_copy(bytes, size);
    struct packed_column column;
    unsigned sum = 0;
    enum column_fault fault = column_read(copy, size, NULL, &column, place);
    for (uint64_t row = 0; fault == column_sound && row < column.rows; row++) {
        size_t length = 0;
        const unsigned char *text = NULL;
        if (column.type == packed_integer)
            sum += (unsigned)column_integer_at(&column, row);
        else if (column.type == packed_real)
            sum += column_real_at(&column, row) > 0;
        else if (column.type >= packed_text)
            text = column_bytes_at(&column, row, &length);
        for (size_t i = 0; i < length; i++)
            sum += text[i];
        sum += column_is_null(&column, row);
    }
    exact_release();
    return sum == 1u << 31 ? column_stopped : fault; /* the values are used */
}

static void test_truncated(void) {
    uint64_t place;
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
        char longer[200] = {0};
        memcpy(longer, frozen[i].bytes, frozen[i].size);
        for (size_t size = 0; size < frozen[i].size; size++) {
            enum column_fault fault = read_copy(longer, size, &place);
            CHECK(fault == (size < column_header_size ? column_unknown : column_too_short),
                  "vector %zu, %zu bytes of %zu: %d", i, size, frozen[i].size, (int)fault);
        }
        for (size_t more = 1; more < 20; more++)
            CHECK(read_copy(longer, frozen[i].size + more, &place) == column_too_long &&
                      place == more,
                  "vector %zu, %zu more bytes", i, more);
    }
}

/* Each bit of the header, and random bytes anywhere: an error or a column, but no wild read. */
static void test_corrupted(void) {
    uint64_t place;
    size_t sound = 0, tries = 0;
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
        char bytes[200];
        for (size_t bit = 0; bit < 8 * frozen[i].size; bit++, tries++) {
            memcpy(bytes, frozen[i].bytes, frozen[i].size);
            bytes[bit / 8] ^= (char)(1 << bit % 8);
            sound += read_copy(bytes, frozen[i].size, &place) == column_sound;
        }
        for (int round = 0; round < 5000; round++, tries++) {
            memcpy(bytes, frozen[i].bytes, frozen[i].size);
            for (size_t change = 0; change <= random_below(3); change++)
                bytes[4 + random_below(frozen[i].size - 4)] = (char)random_below(256);
            sound += read_copy(bytes, frozen[i].size, &place) == column_sound;
        }
    }
    CHECK(sound > 0 && sound < tries, "%zu of %zu are sound", sound, tries);
    test_figure(tries, "columns corrupted");
}

#define CONSTRUCTED(literal) literal, sizeof literal - 1
#define ROWS_HUGE "\xFF\xFF\xFF\xFF\xFF\xFF\xFF"

static void test_constructed(void) {
    static const struct {
        const char *bytes;
        size_t size;
        enum column_fault expected;
        uint64_t place;
    } cases[] = {
        {CONSTRUCTED("NDA2\1\0\0\0\0\0\0\0\0\0\0\0"), column_unknown, 0},
        {CONSTRUCTED("NDA1\1\2\0\0\0\0\0\0\0\0\0\0"), column_unknown, 0},
        {CONSTRUCTED("NDA1\1\0\1\0\0\0\0\0\0\0\0\0"), column_unknown, 0},
        {CONSTRUCTED("NDA1\1\0\0\1\0\0\0\0\0\0\0\0"), column_unknown, 0},
        {CONSTRUCTED("NDA1\7\0\0\0\0\0\0\0\0\0\0\0"), column_unknown_type, 7},
        {CONSTRUCTED("NDA1\xFF\0\0\0\0\0\0\0\0\0\0\0"), column_unknown_type, 255},
        /* No bitmap, so the number of rows would cost nothing. */
        {CONSTRUCTED("NDA1\0\0\0\0\1\0\0\0\0\0\0\0"), column_too_short, 1},
        {CONSTRUCTED("NDA1\0\1\0\0" ROWS_HUGE "\xFF"), column_too_short, UINT64_MAX},
        {CONSTRUCTED("NDA1\1\0\0\0" ROWS_HUGE "\x1F"), column_too_short, UINT64_MAX >> 3},
        {CONSTRUCTED("NDA1\3\0\0\0" ROWS_HUGE "\xFF"), column_too_short, UINT64_MAX},
        {CONSTRUCTED("NDA1\5\0\0\0" ROWS_HUGE "\x3F"), column_too_short, UINT64_MAX >> 2},
        {CONSTRUCTED("NDA1\3\0\0\0\0\0\0\0\0\0\0\0"), column_too_short, 0}, /* without offsets */
        {CONSTRUCTED("NDA1\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), column_sound, 0},
        {CONSTRUCTED("NDA1\5\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), column_sound, 0},
        {CONSTRUCTED("NDA1\3\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0a"), column_not_ascending, 0},
        {CONSTRUCTED("NDA1\3\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0a"),
         column_not_ascending, 0},
        {CONSTRUCTED("NDA1\3\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0"
                     "a"),
         column_not_ascending, 1},
        {CONSTRUCTED("NDA1\6\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0" ROWS_HUGE "\xFF"
                     "\0\0\0\0"),
         column_too_short, 2},
        {CONSTRUCTED("NDA1\4\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" ROWS_HUGE "\xFF"),
         column_too_short, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t place;
        enum column_fault fault = read_copy(cases[i].bytes, cases[i].size, &place);
        CHECK(fault == cases[i].expected && place == cases[i].place,
              "constructed blob %zu: fault %d at %llu", i, (int)fault, (unsigned long long)place);
    }
}

int main(void) {
    random_state = 20240518;
    test_frozen();
    test_round_trips();
    test_short_offsets();
    test_mixtures();
    test_limits();
    test_truncated();
    test_corrupted();
    test_constructed();
    return faulty_end("core/test_columns");
}
