/*
 * outline.h - a page's XML with its text taken out, so that libxml2 reads the tags alone.
 *
 * libxml2 takes its time over text that is not ASCII, and over each reference such as &lt;: for a
 * dump, four times what all the rest of XML costs. Here every run of text from a '>' to the next
 * '<' is checked and stands in the outline as one byte, DEL; the parser's n-th DEL is the n-th
 * run. What is not quite plain (a comment, CDATA, a processing instruction, a document type, a
 * carriage return, an unknown reference, a character that XML does not allow) has no outline, and
 * goes to libxml2 as it is.
 *
 * Nothing broken passes: XML allows DEL in text, in the value of an attribute, and in places that
 * begin with "<!" or "<?", which are excluded. If the '>' stood inside a value, that value would go
 * on to the '<' behind the run, where libxml2 refuses it. So in a outline that libxml2 accepts
 * every DEL is text, and there all that was checked may stand.
 *
 * XML 1.0, fifth edition: 2.2 characters, 2.4 character data, 4.1 references.
 */
#ifndef NEARDUP_XML_OUTLINE_H
#define NEARDUP_XML_OUTLINE_H

#include "../text/text_buffer.h"

/* A page with a longer tag has no outline; those of dumps have some hundred bytes. */
enum { xml_outline_mark = 0x7F, xml_outline_tag_max = 8192 };

struct xml_outline_run {
    const char *at; /* in the page's XML */
    size_t length;
    bool references; /* it has some */
};

/* Begins as all zeroes; the memory is reused from page to page and freed by xml_outline_free(). */
struct xml_outline {
    struct text_buffer xml;
    struct xml_outline_run *runs;
    size_t count, capacity;
};

/*
 * False where the page has no outline, or memory runs out. `xml` must outlive the runs. O(length),
 * about 1 GB/s.
 */
bool xml_outline_make(struct xml_outline *outline, const char *xml, size_t length);

/* Appends the text of a run, its references replaced; no longer than the run. */
void xml_outline_decode(const struct xml_outline_run *run, struct text_buffer *text);

void xml_outline_free(struct xml_outline *outline);

#endif
