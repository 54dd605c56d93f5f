/*
 * splitter_set.h - the splitters for texts in many languages, each opened when it is needed.
 *
 * A splitter takes some milliseconds to open and some memory; so those of the languages met last
 * are kept.
 */
#ifndef NEARDUP_SPLITTER_SET_H
#define NEARDUP_SPLITTER_SET_H

#include "language.h"
#include "sentences.h"

enum { splitters_max = 8 };

/* Begins as all zeroes. */
struct splitter_set {
    struct {
        const struct language *language;
        struct sentence_splitter *splitter;
    } places[splitters_max]; /* the one used last comes first */
    int count;
};

void splitter_set_free(struct splitter_set *set);

/*
 * The splitter for a language, see sentence_splitter_open(). The set owns it; it is valid until the
 * next call. NULL with `failure` filled in.
 */
struct sentence_splitter *splitter_set_find(struct splitter_set *set, const char *code,
                                            struct failure *failure);

#endif
