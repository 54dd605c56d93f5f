/* test_page_facts.c - categories, links, other languages and infoboxes of a page. */
#include "page_facts.h"
#include "test.h"

struct facts_case {
    const char *wikitext, *categories, *links, *languages, *infoboxes;
};

static const struct facts_case cases[] = {
    {"Plain text.", "", "", "", ""},

    /* Links. */
    {"[[lake Imber]] and [[Port_Maurel#History|the port]], [[Lake Imber]]", "",
     "[\"Lake Imber\",\"Port Maurel\",\"Lake Imber\"]", "", ""},
    {"[[File:A.jpg|thumb|The [[pier]]]] {{box|[[quay]]}} '''[[ale]]s'''", "",
     "[\"Pier\",\"Quay\",\"Ale\"]", "", ""},
    {"<ref>[[Book]]</ref><!-- [[Draft]] --><nowiki>[[Text]]</nowiki>", "", "", "", ""},
    {"[[#Section]] [[wikt:dog]] [[Help:Links]] [[http://a.example]] [[commons:Category:A]]", "", "",
     "", ""},
    {"[[:Lake]] [[:Category:Lakes]] [[:de:Hafen]]", "", "[\"Lake\"]", "", ""},
    {"[[He said \"no\"]] [[A\\B]] [[{{PAGENAME}}]] [[]]", "", "[\"He said \\\"no\\\"\",\"A\\\\B\"]",
     "", ""},

    /* Categories and languages. */
    {"[[категория:озёра]] [[Категория:Порты]]", "[\"Озёра\",\"Порты\"]", "", "", ""},
    {"[[Category:lakes of Sennet|Imber]]\n[[category: Ports]]", "[\"Lakes of Sennet\",\"Ports\"]",
     "", "", ""},
    {"[[de:Hafen]]\n[[zh-min-nan:Kang]]", "", "", "{\"de\":\"Hafen\",\"zh-min-nan\":\"Kang\"}", ""},

    /* Infoboxes. */
    {"{{Infobox port\n| name = [[Port Maurel]]\n| "
     "depth={{convert|9|m}}\n|picture=[[File:A.jpg]]\n|mayor=\n}}",
     "", "[\"Port Maurel\"]", "",
     "[{\"template\":\"Infobox port\",\"fields\":{\"name\":\"Port Maurel\",\"depth\":\"9 m\"}}]"},
    {"{{short|a}}{{ infobox_port |\n name = A |\n ships = <br>one<br>two |\n list =\n* x\n* "
     "\"y\"\n}}",
     "", "", "",
     "[{\"template\":\"Infobox port\",\"fields\":{\"name\":\"A\",\"ships\":\"one "
     "two\",\"list\":\"x; "
     "\\\"y\\\"\"}}]"},
    {"{{A\n|b=c\n|d={{Nothing\n|f=1\n|g=2\n}}\n}}\n{{H\n|i=1\n|j=2}}", "", "", "",
     "[{\"template\":\"A\",\"fields\":{\"b\":\"c\"}},{\"template\":\"H\",\"fields\":{\"i\":\"1\","
     "\"j\":"
     "\"2\"}}]"},
    {"{{A|b=1|c=2}} {{A\n|b=1|c=2}} {{A\n|1\n|2\n}}", "", "", "", ""},
    {"== Early years ==\n{{A\n|b=1\n|c=2\n}}", "", "", "", ""},
    {"{{A\n|b=\n|c=\n}}", "", "", "", "[{\"template\":\"A\",\"fields\":{}}]"},
    {"{{A\n|b=1\n|c=2", "", "", "", ""},
};

static void check_json(const char *wikitext, const char *what, const struct text_buffer *found,
                       const char *expected) {
    CHECK(found->length == strlen(expected) &&
              (found->length == 0 || memcmp(found->bytes, expected, found->length) == 0),
          "%s: %s: found %.*s, expected %s", wikitext, what, (int)found->length,
          found->length > 0 ? found->bytes : "", expected);
}

int main(void) {
    struct site *site = site_open();
    struct wikitext_cleaner *cleaner = wikitext_cleaner_open(site);
    struct plain_text plain = {0};
    struct page_facts facts = {0};
    if (!site || !cleaner)
        return 1;
    CHECK(site_add_namespace(site, 12, "Help", strlen("Help")), "out of memory");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct facts_case *of = &cases[i];
        CHECK(wikitext_clean(cleaner, of->wikitext, strlen(of->wikitext), &plain) &&
                  page_facts_read(&facts, cleaner, site, of->wikitext),
              "out of memory");
        check_json(of->wikitext, "categories", &facts.json[fact_categories], of->categories);
        check_json(of->wikitext, "links", &facts.json[fact_links], of->links);
        check_json(of->wikitext, "languages", &facts.json[fact_languages], of->languages);
        check_json(of->wikitext, "infoboxes", &facts.json[fact_infoboxes], of->infoboxes);
    }
    page_facts_free(&facts);
    plain_text_free(&plain);
    wikitext_cleaner_close(cleaner);
    site_close(site);
    return test_end("loader/test_page_facts");
}
