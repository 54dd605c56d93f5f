/*
 * xml_outline.h - the XML of a page without its text, so that libxml2 reads only the tags: it is
 * slow at non-ASCII text and at references such as &lt;.
 *
 * Every run of text from a '>' to the next '<' is checked, and replaced by one byte, DEL: the n-th
 * that the parser meets is the n-th run. A page with anything out of the ordinary (a comment,
 * CDATA, a processing instruction, a document type, a carriage return, an unknown reference or
 * character) has no outline, and libxml2 reads it as it is.
 *
 * Nothing broken passes. XML allows DEL in text, in the value of an attribute, and in markup that
 * begins with "<!" or "<?", which is excluded. If a '>' stood inside a value, that value would
 * reach the '<' after the run, where libxml2 refuses it. So in an outline that libxml2 accepts,
 * every DEL is text, and the run that it stands for is valid text (XML 1.0, 2.2, 2.4 and 4.1).
 */
#pragma once

#include "../text/text_buffer.h"

/* A page with a longer tag has no outline. The tags of dumps have a few hundred bytes. */
enum { xml_outline_mark = 0x7F, xml_outline_tag_max = 8192 };

struct xml_outline_run {
    const char *at; /* in the page's XML */
    size_t length;
    bool references; /* it contains references such as &lt; */
};

/* Begins as all zeroes; the memory is reused, and freed by xml_outline_free(). */
struct xml_outline {
    struct text_buffer xml;
    struct xml_outline_run *runs;
    size_t count, capacity;
};

/* Makes the outline of a page. False: it has none, or no memory. `xml` must outlive the runs. */
bool xml_outline_make(struct xml_outline *outline, const char *xml, size_t length);

/* Appends the text of a run with its references replaced. It is no longer than the run. */
void xml_outline_decode(const struct xml_outline_run *run, struct text_buffer *text);

void xml_outline_free(struct xml_outline *outline);
