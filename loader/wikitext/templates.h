/*
 * templates.h - the templates whose text belongs to a sentence (measures, foreign words, dates,
 * dashes: data/templates.txt), and what they read like. Any other shows as nothing, and so do
 * parser functions, except a few that return what follows their ":".
 */
#pragma once

#include "../base/words.h"
#include "spans.h"

/*
 * What a template reads like: pieces of literal text, and arguments, which are wikitext that has
 * yet to be cleaned. No argument is in a plan twice: nested templates could then double the text at
 * every level. Further pieces are left out.
 */
enum { template_pieces = 40 };

struct template_piece {
    const char *literal; /* `end` bytes of plain text, in which '\n' ends the block; or NULL: */
    size_t start, end;   /* the wikitext between these offsets */
};

struct template_plan {
    struct template_piece pieces[template_pieces];
    size_t count;
};

/*
 * Fills `plan` with what the template of `span` reads like; it stays empty if that is nothing.
 * `language` is the wiki's, or "". Linear in the pipes of the span, at most template_arguments.
 */
enum { template_arguments = 32 };
void template_render(const char *language, const char *text, const struct span_list *list,
                     const struct span *span, struct template_plan *plan);

struct template_argument {
    size_t name_start, name_end; /* empty if unnamed */
    size_t start, end;           /* the value, without white space around it */
    size_t position;             /* 1, 2, ... for an unnamed argument or one named so; else 0 */
    bool used;                   /* it is in the plan */
};

/* Reads the argument text[start, end), whose position is left to the caller. */
struct template_argument template_argument_read(const char *text, size_t start, size_t end);

/* Templates for measures and dates, whose text no pattern can describe. */
enum template_form { form_pattern, form_measure, form_date, form_as_of, form_fraction };

enum { longest_template_name = 47 };
struct template_entry {
    const char *pattern; /* such as "{1}[ ± {2}]", of balanced braces: data/README.md; or NULL: */
    enum template_form form;
};

/*
 * Generated from the list by data/generate_templates.awk: the names in lower case, "fr|e" for the
 * wikis of a language only, and their entries; and how the names of families begin, likewise.
 */
extern const struct word_table template_names;
extern const struct template_entry template_entries[], template_families[];
extern const char *const template_beginnings[]; /* NULL after the last one */
