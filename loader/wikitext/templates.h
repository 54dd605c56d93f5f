/*
 * templates.h - the templates whose text belongs to a sentence, and what they read like.
 *
 * A template is a program on the wiki, and a dump need not contain it. The templates that occur
 * inside sentences (measures, foreign words, dates, dashes) are listed in data/templates.txt. Any
 * other template shows as nothing, and so do parser functions, except a few that return what
 * follows their ":".
 */
#pragma once

#include "spans.h"
#include "template_call.h"

/*
 * Fills `plan` with what the template of `span` reads like; it stays empty if that is nothing.
 * `language` is the wiki's, or "". Linear in the pipes of the span, at most template_arguments.
 */
void template_render(const char *language, const char *text, const struct span_list *list,
                     const struct span *span, struct template_plan *plan);

struct template_entry {
    const char *name;     /* in lower case */
    const char *language; /* of the wikis to which it applies; NULL: all */
    const char *pattern;  /* such as "{1}[ ± {2}]", of balanced braces: data/README.md; or NULL: */
    void (*compute)(struct template_call *call);
};

/* Generated from the list by data/generate_templates.awk; see words.h for the slots. */
struct template_table {
    const struct template_entry *entries;
    const unsigned short *slots;
    size_t slot_count;
    const struct template_entry *families; /* `name` is how the names of a family begin */
    size_t family_count;
};
extern const struct template_table template_table;

/* What computes a template: {{convert|1300|mi|km}} reads "1300 mi", without the conversion; */
void computed_template_measure(struct template_call *call);

/* {{birth date and age|1970|5|12}} "May 12, 1970", or "12 May 1970" with df=; */
void computed_template_date(struct template_call *call);

/* {{as of|2010|5}} "As of May 2010", or "as of May 2010" with lc=; {{frac|1|2|3}} "1 2/3". */
void computed_template_as_of(struct template_call *call);
void computed_template_fraction(struct template_call *call);
