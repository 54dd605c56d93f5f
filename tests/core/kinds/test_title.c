/* test_title.c - how two titles are related, and what the main part of a title is. */
#include "read_pair.h"
#include "test.h"

static const struct {
    const char *x, *y;
    enum title_relation relation;
} cases[] = {
    /* one holds the main title, or the head, of the other */
    {"Candlemas Storm", "Effects of the Candlemas Storm in Carrowick", title_related},
    {"Mount Ferrin", "Ferrin", title_related},
    {"Private ferries in the 2000s", "Publicly traded private ferries", title_related},
    {"", "Carrowick", title_related}, /* it lacks no word of the other */
    /* equal main titles, or aspects of one thing */
    {"Sequal (album)", "Sequal (band)", title_related},
    {"Society of the Sennet Islands", "Culture of the Sennet Islands", title_related},
    /* one pattern */
    {"Carrowick, Sennet", "Carrowick, Tolva", title_sibling},
    {"Carrowick (1920 film)", "Carrowick (1950 film)", title_sibling},
    {"Fishing in Sennet", "Fishing in Tolva", title_sibling},
    {"1st Carrowick Regatta", "2nd Carrowick Regatta", title_sibling},
    {"Lindry (village)", "Hestholm (village)", title_sibling},
    {"Anna, Princess of Sennet", "Maria, Princess of Tolva", title_sibling},
    {"July 4, 1899", "July 5, 1899", title_sibling},
    {"1899 season", "1900 season", title_sibling},
    /* neither */
    {"Maia Lindry", "Alex Lindry", title_unrelated}, /* a family is not a pattern */
    {"Mount Ferrin", "Carrowick", title_unrelated},
    {"The", "Of", title_unrelated},
    {"(Carrowick)", "(Tolva)", title_unrelated},
};

static enum title_relation relation_of(const char *x, const char *y) {
    struct titled_pair pair = read_pair("", "", x, y);
    return title_relation(&pair.titles[0], &pair.titles[1], pair.presence);
}

static void test_relations(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum title_relation found = relation_of(cases[i].x, cases[i].y);
        enum title_relation turned = relation_of(cases[i].y, cases[i].x);
        CHECK(found == cases[i].relation && turned == cases[i].relation, "%s and %s: %d, turned %d",
              cases[i].x, cases[i].y, (int)found, (int)turned);
    }
}

static const struct {
    const char *title;
    size_t main_words, tail, paren; /* tail and paren in code points */
} parts[] = {
    {"Carrowick", 1, 0, 0},
    {"Carrowick, Sennet Islands", 1, 14, 0},
    {"Carrowick, Sennet (village)", 1, 6, 7},
    {"July 4, 2010", 3, 0, 0},
    {"Apollo, 13", 2, 0, 0},
    {"Apollo, 13th of May", 1, 11, 0},
    {"(film)", 1, 0, 0},
    {"A (b) c", 3, 0, 0},
    {"A,b", 2, 0, 0},
    {"A, ", 1, 0, 0},
    {"", 0, 0, 0},
};

static void test_parts(void) {
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct title *title = &read_pair("", "", parts[i].title, "").titles[0];
        size_t tail = title->tail.end - title->tail.begin;
        size_t paren = title->paren.end - title->paren.begin;
        CHECK(title->main_count == parts[i].main_words && tail == parts[i].tail &&
                  paren == parts[i].paren,
              "%s: %zu words, tail %zu, parenthesis %zu", parts[i].title, title->main_count, tail,
              paren);
    }
}

int main(void) {
    test_relations();
    test_parts();
    read_free();
    return faulty_end("core/test_title");
}
