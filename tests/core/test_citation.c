/* test_citation.c - which sentences are bibliographic references. */
#include "../test.h"
#include "kinds/citation.h"
#include "read_pair.h"

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

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct sentence_pair *pair = read_pair(cases[i].text, "", "", "").pair;
        CHECK(citation_is_one(&pair->sentences[0]) == cases[i].citation, "%s", cases[i].text);
    }
    read_free();
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_citation");
}
