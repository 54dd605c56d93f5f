/*
 * stemmer.h - the stem of a word: "connections" and "connected" both become "connect".
 *
 * The stems are those of Snowball (https://snowballstem.org), whose library libstemmer is linked
 * in. In a build without it (NEARDUP_STEMMER is not defined) there is no language.
 *
 *   (1) A stem depends on the word and the version of libstemmer only.
 *   (2) A stemmer is used by one thread at a time. libstemmer allocates with malloc(), a few
 *       hundred bytes for a stemmer.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The names of all languages, such as "english", in ascending order, which ends with NULL. */
const char *const *stemmer_languages(void);

/* Whether this build can stem. */
static inline bool stemmer_is_built(void) {
    return *stemmer_languages() != NULL;
}

struct stemmer;

/* NULL if memory runs out. `language` must be one of stemmer_languages(). */
struct stemmer *stemmer_new(const char *language);
void stemmer_free(struct stemmer *stemmer); /* accepts NULL */

/* The stem of a word in lower case and its length, until the next call. NULL: no memory. */
const char *stemmer_stem(struct stemmer *stemmer, const char *word, size_t *length);
