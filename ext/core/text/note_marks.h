/*
 * note_marks.h - what stands in a text and belongs to none of its words: the marks of footnotes,
 * and what cleaners of markup leave behind.
 *
 *   (1) These go: [12] [3, 4] [a] [note 3] [n 1] [citation needed] [when?] and the page after such
 *       a mark, as in [12]:34; superscript digits after a full stop; † ‡ * at the end of a word; ↑
 *       and ^ at the beginning; characters of width zero, among them soft hyphens; brackets with
 *       nothing in them, and commas at their edges.
 *   (2) A number in brackets may be a value. It is a mark after a word, a stop or another mark,
 *       without a space, after a stop or with spaces inside its brackets, and only in running
 *       text: at least 24 letters. A year is never a mark. A letter may be a word's, as in "walk[s]"
 *       and "[a]nd", and then it stays.
 *   (3) White space becomes a single space, and there is none at either end.
 *   (4) Removing again changes nothing.
 *   (5) The rules never change: indexes and stored results depend on what fold_text() makes of a
 *       text, which docs/functions/texts.md specifies. Better rules would be another option.
 *
 * Time and memory are linear in the text, at most 16 bytes a code point; a text is looked through
 * for what may be a mark in less than 1 ns a byte, and most have nothing.
 */
#pragma once

#include "../base/interruption.h"
#include "code_points.h"

/* Begins as all zeroes; released by note_marks_free(). */
struct note_marks {
    struct code_points kept;
    uint32_t *origins; /* where each code point of `kept` was in the text; they ascend */
    size_t origins_capacity;
};

/* Whether something may have to go. If false, note_marks_remove() would keep the whole text. */
bool note_marks_may_occur(const char *utf8, size_t length);

/*
 * Sets `kept` and `origins` to what is left of `count` code points, less than UINT32_MAX. Returns
 * false if memory runs out or the work is interrupted; `interruption` may be NULL.
 */
bool note_marks_remove(struct note_marks *marks, const struct allocator *allocator,
                       struct interruption *interruption, const uint32_t *points, size_t count);

void note_marks_free(struct note_marks *marks, const struct allocator *allocator);
