/*
 * sentences.h - a block of plain text in, its sentences out.
 *
 * PCRE2 with JIT finds the places where a sentence could end; tables decide whether it does:
 * abbreviations, initials, numbers, quotations, citations. The pattern is flat: it cannot
 * backtrack without bound. What differs between languages is data, in languages/.
 */
#ifndef NEARDUP_SENTENCES_H
#define NEARDUP_SENTENCES_H

#include "../base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct sentence_span {
    size_t offset; /* bytes into the block */
    size_t length; /* bytes, at least 1; no white space at either end */
};

struct sentence_spans {
    struct sentence_span *spans;
    size_t count, capacity;
};

void sentence_spans_free(struct sentence_spans *spans);

/*
 * A splitter serves one thread at a time. `language` is a code as in "en"; one that has no table of
 * its own is split by the rules that hold everywhere. NULL, with `failure` filled in, when memory
 * runs out or PCRE2 refuses.
 */
struct sentence_splitter *sentence_splitter_open(const char *language, struct failure *failure);
void sentence_splitter_close(struct sentence_splitter *splitter);

/*
 * Splits `length` bytes of `text` (one block: UTF-8, no line ends; invalid bytes do no harm)
 * into `spans`, which is emptied first and whose memory is reused. The spans lie in order, do
 * not overlap, and every character that is not white space is in one of them. O(length).
 * False, with `failure` filled in, when memory or a limit of PCRE2 runs out.
 */
bool sentence_split(struct sentence_splitter *splitter, const char *text, size_t length,
                    struct sentence_spans *spans, struct failure *failure);

#endif
