/* test_site.c - namespaces by name. */
#include "base/site.h"
#include "test.h"

#include <string.h>

static int number_of(const struct site *site, const char *name) {
    return site_namespace(site, name, strlen(name));
}

struct name_case {
    const char *name;
    int number;
};

static void test_built_in(const struct site *site) {
    static const struct name_case cases[] = {
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
    struct site *site = site_open();
    CHECK(site, "out of memory");
    if (!site)
        return test_end("loader/test_site");
    test_built_in(site);
    test_added(site);
    test_many(site);
    test_language(site);
    site_close(site);
    site_close(NULL);
    return test_end("loader/test_site");
}
