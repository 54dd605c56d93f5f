/*
 * templates.h - the templates whose text belongs to a sentence, and what they read like.
 *
 * A template is a program on the wiki that a dump may not even hold. The few that stand inside
 * sentences - measures, foreign words, dates, dashes - are rendered from a table; every other
 * one shows as nothing, as do parser functions.
 *
 * What a template reads like is a plan: pieces of fixed text and pieces of its own arguments,
 * which are wikitext still to be cleaned. No argument is in a plan twice (a nesting of templates
 * that did that would double the text at every level).
 */
#ifndef NEARDUP_TEMPLATES_H
#define NEARDUP_TEMPLATES_H

#include "spans.h"

#include <stdbool.h>
#include <stddef.h>

enum { template_arguments = 32, template_pieces = 40, longest_template_name = 47 };
enum { template_slots = 2048 }; /* several for every name */

struct template_argument {
    size_t name_start, name_end; /* empty for one without a name */
    size_t start, end;           /* its value, without white space at the ends */
    size_t position;             /* 1, 2, ... for one without a name */
    bool used;                   /* is in the plan */
};

struct template_piece {
    const char *literal; /* `end` bytes of plain text, where "\n" ends the block; NULL: */
    size_t start, end;   /* the bytes of wikitext from start to end */
};

struct template_plan {
    struct template_piece pieces[template_pieces];
    size_t count;
};

struct template_call {
    const char *text;
    char name[longest_template_name + 1]; /* ASCII letters small, "_" as " ", ended by '\0' */
    struct template_argument arguments[template_arguments];
    size_t count;
    struct template_plan *plan;
};

/* The table of templates with a hash over it; filled once, then only read. */
struct template_index {
    struct {
        unsigned short row;    /* its number plus one, 0 for none */
        unsigned short offset; /* of the name in the row's names */
    } slots[template_slots];
};
void template_index_fill(struct template_index *index);

/*
 * Fills `plan` with what the template of `span` reads like; an empty plan: nothing. `language`
 * is the wiki's, or "". O(pipes of the span, at most template_arguments of them).
 */
void template_render(const struct template_index *index, const char *language, const char *text,
                     const struct span_list *list, const struct span *span,
                     struct template_plan *plan);

/* For measures.c: what the functions named in the table are made of. */

/* The value of an argument without a name; NULL where there is none or an empty one. */
struct template_argument *template_positional(struct template_call *call, size_t position);
struct template_argument *template_named(struct template_call *call, const char *name);

/* Whether the value is exactly `word`. */
bool template_value_is(const struct template_call *call, const struct template_argument *argument,
                       const char *word);
void template_add_literal(struct template_call *call, const char *literal, size_t length);
void template_add_argument(struct template_call *call, struct template_argument *argument);

#endif
