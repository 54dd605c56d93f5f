/* stemmer.c - see stemmer.h. */
#include "stemmer.h"

#ifdef NEARDUP_STEMMER

#include <assert.h>
#include <libstemmer.h>
#include <limits.h>

const char *const *stemmer_languages(void) {
    return sb_stemmer_list();
}

struct stemmer *stemmer_new(const char *language) {
    assert(*language);
    return (struct stemmer *)sb_stemmer_new(language, "UTF_8");
}

void stemmer_free(struct stemmer *stemmer) {
    sb_stemmer_delete((struct sb_stemmer *)stemmer);
}

const char *stemmer_stem(struct stemmer *stemmer, const char *word, size_t *length) {
    struct sb_stemmer *snowball = (struct sb_stemmer *)stemmer;
    assert(*length <= INT_MAX);
    const sb_symbol *stem = sb_stemmer_stem(snowball, (const sb_symbol *)word, (int)*length);
    *length = stem ? (size_t)sb_stemmer_length(snowball) : 0;
    return (const char *)stem;
}

#else

const char *const *stemmer_languages(void) {
    static const char *const none[] = {NULL};
    return none;
}

struct stemmer *stemmer_new(const char *language) {
    (void)language;
    return NULL;
}

void stemmer_free(struct stemmer *stemmer) {
    (void)stemmer;
}

const char *stemmer_stem(struct stemmer *stemmer, const char *word, size_t *length) {
    (void)stemmer, (void)word;
    *length = 0;
    return NULL;
}

#endif
