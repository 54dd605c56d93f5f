/* test_alias.c - where redirects lead, as the dump and the text of the page say it. */
#include "alias.h"
#include "test.h"

/* What the <redirect> element says, the text of the page, and "TARGET#SECTION" as expected. */
struct alias_case {
    const char *element, *text, *expected;
};

static const struct alias_case cases[] = {
    {"", "#REDIRECT [[Lake Imber]]", "Lake Imber#"},
    {"", "#redirect:[[Lake Imber|the lake]] {{R from short name}}", "Lake Imber#"},
    {"", "#WEITERLEITUNG [[Imbersee]]", "Imbersee#"},
    {"", "#転送 [[湖]]", "湖#"},

    /* As the wiki writes titles. */
    {"", "#REDIRECT [[ lake__Imber_ ]]", "Lake Imber#"},
    {"", "#REDIRECT [[:lake Imber]]", "Lake Imber#"},
    {"", "#REDIRECT [[école]]", "École#"},
    {"", "#REDIRECT [[ørsay]]", "Ørsay#"},
    {"", "#REDIRECT [[āgenskalns]]", "Āgenskalns#"},
    {"", "#перенаправление [[озеро]]", "Озеро#"},
    {"", "#перенаправление [[ёлка]]", "Ёлка#"},
    {"", "#ΑΝΑΚΑΤΕΥΘΥΝΣΗ [[ίμβρος]]", "Ίμβρος#"},
    {"", "#REDIRECT [[ß]]", "ß#"},
    {"", "#REDIRECT [[1902 storm]]", "1902 storm#"},
    {"", "#REDIRECT [[Caf%C3%A9]]", "Café#"},
    {"", "#REDIRECT [[Caf&eacute; &amp; bar]]", "Café & bar#"},
    {"", "#REDIRECT [[90%ff of it]]", "90%ff of it#"},
    {"", "#REDIRECT [[100% wool]]", "100% wool#"},
    {"", "#REDIRECT [[A%0Ab]]", "A%0Ab#"},

    /* Sections. */
    {"", "#REDIRECT [[Lake_Imber#Early_years]]", "Lake Imber#Early years"},
    {"", "#REDIRECT [[Lake Imber # Early years ]]", "Lake Imber#Early years"},
    {"", "#REDIRECT [[Lake Imber#]]", "Lake Imber#"},
    {"", "#REDIRECT [[Lake Imber#No. #1]]", "Lake Imber#No. #1"},
    {"", "#REDIRECT [[#Early years]]", ""},
    {"Lake Imber", "#REDIRECT [[lake_imber#Fish]]", "Lake Imber#Fish"},
    {"Lake Imber#Birds", "#REDIRECT [[Lake Imber#Fish]]", "Lake Imber#Birds"},

    /* The element comes first; libxml2 leaves "&" as a reference. */
    {"Lake Imber", "", "Lake Imber#"},
    {"Lake Imber", "An article that begins now.", "Lake Imber#"},
    {"Lake Imber", "#REDIRECT [[Great Lake]]", "Lake Imber#"},
    {"Salt &#38; Almanac", "", "Salt & Almanac#"},
    {"100%25", "", "100%25#"},
    {"Lake Imber", "#REDIRECT [[", "Lake Imber#"},

    /* What is no title. */
    {"", "", ""},
    {"", "An article.", ""},
    {"", "#REDIRECT [[]]", ""},
    {"", "#REDIRECT [[ _ ]]", ""},
    {"", "#REDIRECT [[", ""},
    {"", "#REDIRECT [[Lake", ""},
    {"", "#REDIRECT [[Lake]", ""},
    {"", "#REDIRECT [[Lake\nImber]]", ""},
    {"", "#REDIRECT [[{{PAGENAME}}]]", ""},
    {"", "#REDIRECT [[<b>Lake</b>]]", ""},
    {"", "#REDIRECT [[A&lt;b]]", ""},
    {"", "#REDIRECT [[A\x7F]]", ""},
};

static void fill(struct page *page, const char *element, const char *text) {
    page_clear(page);
    page->redirects = true;
    text_buffer_append(&page->redirect_target, element, strlen(element));
    text_buffer_append(&page->newest.text, text, strlen(text));
}

/* "TARGET#SECTION"; "" without a target. */
static const char *written(const struct alias *alias) {
    static char line[512];
    line[0] = '\0';
    if (alias->target.length > 0)
        snprintf(line, sizeof line, "%.*s#%.*s", (int)alias->target.length, alias->target.bytes,
                 (int)alias->section.length, alias->section.length > 0 ? alias->section.bytes : "");
    return line;
}

static void test_cases(struct alias *alias, const struct site *site, struct page *page) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fill(page, cases[i].element, cases[i].text);
        CHECK(alias_read(alias, site, page), "out of memory");
        CHECK(strcmp(written(alias), cases[i].expected) == 0, "%s, %s: found '%s'",
              cases[i].element, cases[i].text, written(alias));
    }
}

static void test_namespaces(struct alias *alias, struct site *site, struct page *page) {
    static const struct {
        const char *target, *expected;
        int number;
    } spaces[] = {
        {"Lake: a poem", "Lake: a poem#", namespace_article},
        {":Category: lakes", "Category: Lakes#", namespace_category},
        {"portal:lakes", "portal:Lakes#", 100},
        {":", "", namespace_article},
        {"Portal:", "", 100},
    };
    char text[64];
    CHECK(site_add_namespace(site, 100, "Portal", strlen("Portal")), "out of memory");
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        snprintf(text, sizeof text, "#REDIRECT [[%s]]", spaces[i].target);
        fill(page, "", text);
        CHECK(alias_read(alias, site, page), "out of memory");
        CHECK(strcmp(written(alias), spaces[i].expected) == 0 &&
                  alias->namespace_number == spaces[i].number,
              "%s: found '%s' in %d", text, written(alias), alias->namespace_number);
    }
}

static void test_case_sensitive(struct alias *alias, struct site *site, struct page *page) {
    site->case_sensitive = true;
    fill(page, "", "#REDIRECT [[polish]]");
    CHECK(alias_read(alias, site, page), "out of memory");
    CHECK(strcmp(written(alias), "polish#") == 0, "found '%s'", written(alias));
}

/* A link that never ends costs no time, and one as long as allowed is read. */
static void test_long(struct alias *alias, const struct site *site, struct page *page) {
    enum { most = 4096 };
    for (size_t length = most; length <= most + 1; length++) {
        fill(page, "", "#REDIRECT [[");
        for (size_t i = 0; i < length; i++)
            text_buffer_append_byte(&page->newest.text, 'L');
        text_buffer_append(&page->newest.text, "]]", 2);
        CHECK(alias_read(alias, site, page), "out of memory");
        CHECK(alias->target.length == (length == most ? length : 0), "%zu: found %zu", length,
              alias->target.length);
    }
}

int main(void) {
    struct site *site = site_open();
    struct alias alias = {0};
    struct page page = {0};
    if (!site)
        return 1;
    test_cases(&alias, site, &page);
    test_long(&alias, site, &page);
    test_namespaces(&alias, site, &page);
    test_case_sensitive(&alias, site, &page);
    alias_free(&alias);
    page_free(&page);
    site_close(site);
    return test_end("loader/test_alias");
}
