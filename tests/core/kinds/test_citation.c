/* test_citation.c - which sentences are bibliographic references. */
#include "kinds/citation.h"
#include "read_pair.h"
#include "test.h"

static const struct {
    const char *text;
    bool citation;
} cases[] = {
    /* an address, a page or a publisher */
    {"Quill, A. The Sennet Islands. http://example.org/sennet", true},
    {"Quill, A. The Sennet Islands, ISBN 1", true},
    {"Quill, A. The Sennet Islands, pp. 12.", true},
    {"Quill, A. The Sennet Islands, page 12", true},
    {"Quill, A. The Sennet Islands, Tolva Press, 1911.", true},
    {"\"Islands\", Tolva Herald, retrieved from www.example.org", true},
    /* an item of a list that ends in a year */
    {"* Quill, The Sennet Islands, 1911", true},
    {"* The Sennet Islands, May 1911.", true},
    {"\"The Sennet Islands\", 1911-1918", true},
    {"* The Sennet Islands, 12", false},
    {"The Sennet Islands, 1911", false},
    /* a verb, or nothing that says it is one */
    {"The Sennet Islands were mapped by Tolva Press.", false},
    {"Quill mapped the Sennet Islands, pp. 12.", false},
    /* a title with a verb, and a page at the end */
    {"Quill, How Tolva Was Mapped (Tolva: Quay Books, 1911), p. 12.", true},
    {"Quill, How Tolva Was Mapped (1911), pp 12-14, note 3.", true},
    {"In 1911 p = 12 was mapped", false},
    {"On p. 12 of 1911 Quill says that the Sennet Islands were mapped by nobody", false},
    {"The press of Tolva, a page of history", false},
    {"In May the page 12", true}, /* a month, not a verb */
    {"He may page 12 of them", false},
    {"The Sennet Islands", false},
    {"*", false},
    {"", false},
};

/* Two sentences that are citations together, or are none. */
static const struct {
    const char *a, *b;
    bool citations;
} pairs[] = {
    /* a bibliography that plain text does not set apart */
    {"- Quill, Ann. _The Lamps of Tolva_, Herring Books, 1911.",
     "Quill, Ann. _The Lamps of Tolva_ (Port Maurel: Herring Books, 1912).", true},
    {"A. Quill, \"Lamps of the Sennet Islands,\" _Tolva Quarterly_, Vol. 6 (1911), 16.",
     "A. Quill, \"Lamps of the Sennet Islands\", _Tolva Quarterly_ 6 (1911): 20.", true},
    {"Tolva Post and Sennet Herald, 27 October 1943 p3: Canon Lindry.",
     "Tolva Post and Sennet Herald, 25 October 1943 p1: Death of Canon Lindry", true},
    {"Lamps of Tolva|website=tolva.org|access-date=2016-12-06}}",
     "Lamps of Tolva|website=tolva.org|access-date=2016-12-07}}", true},
    /* prose that names works, years and pages */
    {"Quill published her second book, _The Lamps of Tolva_, in 1911, when she was 34.",
     "Quill published her second book, _The Lamps of Tolva_, in 1912, when she was 34.", false},
    {"The Tolva Quarterly was founded by Ann Quill in 1911 (it ceased in 1943).",
     "The Tolva Quarterly was founded by Ann Quill in 1912 (it ceased in 1943).", false},
    {"Great Sennet is a town in Tolva with 1,911 inhabitants and a harbour.",
     "Little Sennet is a town in Tolva with 911 inhabitants and a harbour.", false},
    {"", "", false},
};

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct sentence_pair *pair = read_pair(cases[i].text, "", "", "").pair;
        CHECK(citation_is_one(&pair->sentences[0]) == cases[i].citation, "%s", cases[i].text);
    }
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct sentence_pair *pair = read_pair(pairs[i].a, pairs[i].b, "", "").pair;
        double points = citation_points(&pair->sentences[0]) + citation_points(&pair->sentences[1]);
        CHECK((points > 0) == pairs[i].citations, "%.2f: %s", points, pairs[i].a);
    }
    read_free();
    return faulty_end("core/test_citation");
}
