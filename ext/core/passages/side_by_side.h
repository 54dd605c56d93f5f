/*
 * side_by_side.h - two passages in two columns, with equal parts on the same row.
 *
 *   (1) Lines end at white space, or as line_breaks.h says. A word that is wider than its column is
 *       broken in itself: no line is wider, unless a mark is.
 *   (2) A sentence or line of text that begins in both passages begins on the same row. So do equal
 *       words where one column is two rows or more ahead.
 *   (3) White space within a line counts as one column. Line feeds of the text end a line.
 *   (4) Of a long run of equal words only those beside what differs are kept. One column stands for
 *       the others.
 */
#pragma once

#include "passage_marks.h"

/* What the printer writes around and between words, in columns. */
struct side_by_side_layout {
    size_t width;                                  /* of a column of text, at least 1 */
    size_t context;                                /* equal words kept beside what differs */
    size_t mark_columns[2][passage_mark_count][2]; /* before and after, for each passage */
};

/* Part of a passage, in code points; it begins and ends with words. */
struct passage_line {
    uint32_t row, begin, end;
    size_t columns;
};

/* Words first .. end - 1 that are not shown. */
struct passage_omission {
    uint32_t first, end;
};

struct passage_column {
    struct passage_line *lines; /* by row; a row may have none */
    struct passage_omission *omissions;
    size_t count, capacity, omitted, omission_capacity;
};

/* Begins as all zeroes, reused, released by side_by_side_free(). */
struct side_by_side {
    struct passage_marks marks;
    struct passage_column columns[2];
    uint32_t rows;
};

/*
 * Lays out the pair of `differences`, which must stay as they are while the result is used. False
 * if memory runs out or it is interrupted. Linear in the texts, except as alignment.h says.
 */
bool side_by_side_find(struct side_by_side *both, const struct allocator *allocator,
                       const struct differences *differences,
                       const struct side_by_side_layout *layout, struct interruption *interruption);

/* Whether a mark opens before a word, or closes after it. */
bool side_by_side_opens(const struct side_by_side *both, int side, size_t word);
bool side_by_side_closes(const struct side_by_side *both, int side, size_t word, size_t words);

void side_by_side_free(struct side_by_side *both, const struct allocator *allocator);
