/*
 * template_call.h - the use of a template, {{name|argument|name=argument}}, and the plan of what it
 * reads like.
 *
 * A plan is a list of pieces: literal text, and arguments, which are wikitext that has yet to be
 * cleaned. No argument is in a plan twice: nested templates could then double the text at every
 * level.
 */
#pragma once

#include "spans.h"

/* Further arguments and pieces are left out. */
enum { template_arguments = 32, template_pieces = 40, longest_template_name = 47 };

struct template_argument {
    size_t name_start, name_end; /* empty if unnamed */
    size_t start, end;           /* the value, without white space around it */
    size_t position;             /* 1, 2, ... for an unnamed argument or one named so; else 0 */
    bool used;                   /* it is in the plan */
};

struct template_piece {
    const char *literal; /* `end` bytes of plain text, in which '\n' ends the block; or NULL: */
    size_t start, end;   /* the wikitext between these offsets */
};

struct template_plan {
    struct template_piece pieces[template_pieces];
    size_t count;
};

struct template_call {
    const char *text;                     /* that the offsets refer to */
    char name[longest_template_name + 1]; /* in lower case (ASCII), with ' ' for '_' */
    struct template_argument arguments[template_arguments];
    size_t count;
    struct template_plan *plan;
};

/*
 * Reads the name between two offsets, without "subst:" and the like. False if it is empty or longer
 * than any known template.
 */
bool template_call_read_name(struct template_call *call, size_t start, size_t end);

/* Reads the argument text[start, end), whose position is left to the caller. */
struct template_argument template_argument_read(const char *text, size_t start, size_t end);

/* Reads the arguments in `span`. Linear in their number and in the length of their names. */
void template_call_read_arguments(struct template_call *call, const struct span_list *list,
                                  const struct span *span);

/*
 * Arguments that are not empty and not in the plan yet; NULL if there is none. By position, by
 * name, and the last one that has a position.
 */
struct template_argument *template_call_positional(struct template_call *call, size_t position);
struct template_argument *template_call_named(struct template_call *call, const char *name);
struct template_argument *template_call_last(struct template_call *call);

/* Append to the plan. */
void template_call_add_literal(struct template_call *call, const char *literal, size_t length);
void template_call_add_argument(struct template_call *call, struct template_argument *argument);
void template_call_add_positional(struct template_call *call, const char *separator,
                                  size_t separator_length);
