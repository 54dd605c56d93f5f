/*
 * skeleton.h - a page's XML with its text taken out, so that libxml2 reads the tags alone.
 *
 * libxml2 takes its time over text that is not ASCII, and over each reference such as &lt;: for a
 * dump, four times what all the rest of XML costs. Here every run of text from a '>' to the next
 * '<' is checked and stands in the skeleton as one byte, DEL; the parser's n-th DEL is the n-th
 * run. What is not quite plain (a comment, CDATA, a processing instruction, a document type, a
 * carriage return, an unknown reference, a character that XML does not allow) has no skeleton, and
 * goes to libxml2 as it is.
 *
 * Nothing broken passes: XML allows DEL in text, in the value of an attribute, and in places that
 * begin with "<!" or "<?", which are excluded. If the '>' stood inside a value, that value would go
 * on to the '<' behind the run, where libxml2 refuses it. So in a skeleton that libxml2 accepts
 * every DEL is text, and there all that was checked may stand.
 *
 * XML 1.0, fifth edition: 2.2 characters, 2.4 character data, 4.1 references.
 */
#ifndef NEARDUP_SKELETON_H
#define NEARDUP_SKELETON_H

#include "text_buffer.h"

/* A page with a longer tag has no skeleton; those of dumps have some hundred bytes. */
enum { skeleton_mark = 0x7F, skeleton_tag_max = 8192 };

struct skeleton_run {
    const char *at; /* in the page's XML */
    size_t length;
    bool references; /* it has some */
};

/* Begins as all zeroes; the memory is reused from page to page and freed by skeleton_free(). */
struct skeleton {
    struct text_buffer xml;
    struct skeleton_run *runs;
    size_t count, capacity;
};

/*
 * False where the page has no skeleton, or memory runs out. `xml` must outlive the runs. O(length),
 * about 1 GB/s.
 */
bool skeleton_make(struct skeleton *skeleton, const char *xml, size_t length);

/* Appends the text of a run, its references replaced; no longer than the run. */
void skeleton_decode(const struct skeleton_run *run, struct text_buffer *text);

void skeleton_free(struct skeleton *skeleton);

#endif
