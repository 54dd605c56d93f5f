/*
 * sentences.h - a block of plain text in, its sentences out, by rules for abbreviations, initials,
 * numbers, quotations and citations. What differs between languages is data, in languages/.
 */
#pragma once

#include "../base/failure.h"

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
 * `language` is a code such as "en"; a language without a file is split by the general rules.
 * Returns NULL, with `failure` filled in, when memory runs out or PCRE2 refuses. A splitter serves
 * one thread at a time.
 */
struct sentence_splitter *sentence_splitter_open(const char *language, struct failure *failure);
void sentence_splitter_close(struct sentence_splitter *splitter);

/* The splitters used last, the last one first: to open one takes milliseconds. Begins as zeroes. */
enum { sentence_splitters_max = 8 };
struct sentence_splitters {
    struct sentence_splitter *places[sentence_splitters_max];
    int count;
};

void sentence_splitters_free(struct sentence_splitters *set);

/* The splitter for a language, as above. The set owns it; it is valid until the next call. */
struct sentence_splitter *sentence_splitters_find(struct sentence_splitters *set, const char *code,
                                                  struct failure *failure);

/*
 * Splits a single block in UTF-8 without line ends into `spans`, which is emptied first and whose
 * memory is reused. Invalid bytes do no harm. The spans are in order and do not overlap, and every
 * character that is not white space is in one of them. Linear. False, with `failure` filled in,
 * when memory or a limit of PCRE2 runs out.
 */
bool sentence_split(struct sentence_splitter *splitter, const char *text, size_t length,
                    struct sentence_spans *spans, struct failure *failure);
