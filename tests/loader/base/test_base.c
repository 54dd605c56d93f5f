/* test_base.c - the shares of --memory, the numbers of word vectors, and namespaces by name. */
#include "base/memory_bound.h"
#include "base/number.h"
#include "base/site.h"
#include "test.h"

#include <math.h>

/* ---- The shares of --memory, and which of it reads a record ---------------------------------- */

static void test_usual_shares(void) {
    CHECK(record_max() == record_usual && work_max() == work_usual, "not the usual shares");
    CHECK(sqlite_memory_max() == sqlite_usual, "not the usual share of SQLite");
}

static void test_shares(void) {
    memory_bound_set(1);
    test_usual_shares();
    memory_bound_set(2 * memory_usual);
    CHECK(record_max() == 2 * (size_t)record_usual, "found %zu", record_max());
    CHECK(work_max() == 2 * (size_t)work_usual, "found %zu", work_max());
    CHECK(strcmp(memory_advice(), "a larger --memory reads it") == 0, "found %s", memory_advice());
    memory_bound_set(memory_most);
    CHECK(record_max() == record_most, "found %zu", record_max());
    CHECK(strcmp(memory_advice(), "no --memory is large enough") == 0, "found %s", memory_advice());
    CHECK(sqlite_memory_max() == sqlite_usual * (int64_t)memory_most / memory_usual, "found %lld",
          (long long)sqlite_memory_max());
}

/* Just enough: one less is not. */
static void test_memory_for_record(void) {
    static const uint64_t lengths[] = {record_usual + 1, 40000000, 123456789, record_most - 1,
                                       record_most};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int memory = memory_for_record(lengths[i]);
        memory_bound_set(memory);
        CHECK(record_max() >= lengths[i], "%d is too little", memory);
        memory_bound_set(memory - 1);
        CHECK(record_max() < lengths[i], "%d is too much", memory);
    }
    CHECK(memory_for_record(record_most + UINT64_C(1)) == 0, "no bound is enough");
    memory_bound_set(memory_usual);
}

/* ---- Which bytes of a word vector are a number, and that it is all of them ------------------- */

static void test_numbers(void) {
    /* clang-format off */
    static const char *const numbers[] = {
        "0", "-0", "+1", ".5", "5.", "-.5e-3", "1e5", "1E+5", "1e-05", "00001", "0.000", "1e-400",
        "1e400", "-1e39", "3.4e38", "3.5e38", "1e-45", "7e-46", "7.1e-46", "1.4e-45", "16777217",
        "8388608.5", "340282346638528859811704183484516925440",
        "340282356779733661637539395458142568447", "340282356779733661637539395458142568448",
        "0.00000000000000000000000000000000000000000000070064923216240853546186479164495807",
        "99999999999999999999", "9007199254740993", "1e99999999999999999999", "0e99999999999999",
        "1e-99999999999999999999", "123456789012345678901234567890", "100000000000000000000000",
    };
    static const char *const others[] = {
        "", "-", ".", "e5", "1e", "1e+", "nan", "inf", "0x10", "1,5", "1.2.3", "1 2", "--1", "1f",
        "+-1", "1e5.", "infinity", "NaN", "-inf", "1e 5", " 1", "1 ", "\xEF\xBC\x91",
    };
    /* clang-format on */
    float value = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        float expected = strtof(numbers[i], NULL);
        bool good = decimal_read(numbers[i], strlen(numbers[i]), &value);
        CHECK(good == (bool)isfinite(expected) && (!good || value == expected), "%s: %g",
              numbers[i], (double)value);
        CHECK(decimal_is(numbers[i], strlen(numbers[i])), "%s", numbers[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK(!decimal_read(others[i], strlen(others[i]), &value), "'%s' is read", others[i]);
        CHECK(!decimal_is(others[i], strlen(others[i])), "'%s' is a number", others[i]);
    }
}

/* Up to decimal_max characters, and none beyond the length that was named. */
static void test_longest_number(void) {
    char text[decimal_max + 2];
    float value = 0;
    memset(text, '0', sizeof text);
    text[1] = '.';
    text[decimal_max - 1] = '1';
    CHECK(decimal_read(text, decimal_max, &value) && value == 0, "%g", (double)value);
    CHECK(!decimal_read(text, decimal_max + 1, &value), "too long");
    CHECK(decimal_read("12345", 2, &value) && value == 12, "%g", (double)value);
}

/* ---- Namespaces ------------------------------------------------------------------------------ */

static int number_of(const struct site *site, const char *name) {
    return site_namespace(site, name, strlen(name));
}

static void test_built_in(const struct site *site) {
    static const struct {
        const char *name;
        int number;
    } cases[] = {
        {"File", namespace_file},
        {"Image", namespace_file},
        {"file", namespace_file},
        {"FILE", namespace_file},
        {" File ", namespace_file},
        {"_file_", namespace_file},
        {"Datei", namespace_file},
        {"Файл", namespace_file},
        {"ファイル", namespace_file},
        {"Category", namespace_category},
        {"Kategorie", namespace_category},
        {"User talk", 3},
        {"user_talk", 3},
        {"Media", namespace_media},
        {"Special", namespace_special},
        {"Fil e", namespace_none},
        {"Files", namespace_none},
        {"Fi", namespace_none},
        {"Portal", namespace_none},
        {"", namespace_none},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(number_of(site, cases[i].name) == cases[i].number, "%s", cases[i].name);
}

static void test_added(struct site *site) {
    CHECK(site_add_namespace(site, 100, "Portal", 6), "out of memory");
    CHECK(number_of(site, "portal") == 100, "added name");
    CHECK(site_add_namespace(site, 101, "PORTAL", 6), "out of memory");
    CHECK(number_of(site, "portal") == 101, "the later name counts");
    CHECK(site_add_namespace(site, namespace_article, "", 0), "out of memory");
    CHECK(number_of(site, "") == namespace_article, "the empty name is that of articles");
}

/* Names are copied, and the table grows. */
static void test_many(struct site *site) {
    enum { many = 5000 };
    char name[32];
    bool added = true;
    for (int i = 0; i < many; i++) {
        snprintf(name, sizeof name, "Space %d", i);
        added = added && site_add_namespace(site, i, name, strlen(name));
    }
    CHECK(added, "out of memory");
    for (int i = 0; i < many; i += 7) {
        snprintf(name, sizeof name, "space_%d", i);
        CHECK(number_of(site, name) == i, "%s", name);
    }
    CHECK(number_of(site, "Datei") == namespace_file, "what was there before");
}

static void test_language(struct site *site) {
    CHECK(strcmp(site->language, "") == 0, "unknown at first");
    site_set_language(site, "enwiki", 2);
    CHECK(strcmp(site->language, "en") == 0, "%s", site->language);
    site_set_language(site, "zh-classical-and-more", 21);
    CHECK(strcmp(site->language, "zh-classical-an") == 0, "%s", site->language);
    site_set_language(site, "", 0);
    CHECK(strcmp(site->language, "") == 0, "%s", site->language);
}

int main(void) {
    RUN_TESTS(test_usual_shares, test_shares, test_memory_for_record, test_numbers,
              test_longest_number);
    struct site *site = site_open();
    REQUIRE(site);
    test_built_in(site);
    test_added(site);
    test_many(site);
    test_language(site);
    site_close(site);
    site_close(NULL);
    return test_end("loader/test_base");
}
