/*
 * terminal_styles.h - the sequences that switch a style of a terminal on, or all off.
 */
#ifndef NEARDUP_TERMINAL_STYLES_H
#define NEARDUP_TERMINAL_STYLES_H

#include "../../core/core.h"

struct terminal_style {
    const char *name, *code;
};

enum { terminal_style_plain, terminal_style_count = 5 };

/* The first one is plain. */
extern const struct terminal_style terminal_styles[terminal_style_count];

/* Every sequence begins with this character. */
enum { terminal_escape = 0x1B };

/* Which style the sequence at the beginning of these code points is; the count if it is not a style. */
size_t terminal_style_at(const uint32_t *points, size_t count);

/*
 * Replaces what could control a terminal by U+FFFD, except white space and, where colours are
 * shown, these sequences.
 */
void terminal_clean_styled(struct code_points *text);

#endif
