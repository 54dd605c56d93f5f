/*
 * text_set.h - the texts of a set of buckets, in memory, by number.
 *
 * Takes 24 bytes a text, its bytes in UTF-8, and, unless it is all ASCII, a byte for each code
 * point: the first 128 code points that are not ASCII have codes of one byte, too, so that most
 * texts in an alphabet can be compared byte by byte.
 *
 * When several processes share the work, each text is owned by one of them, which compares it with
 * the texts after it. The others may have it for the sake of texts of their own. That is a bit for
 * each text.
 */
#pragma once

#include "../base/byte_chain.h"
#include "../base/interruption.h"
#include "../text/code_points.h"

enum { text_codes = 128 };

struct set_text {
    const char *utf8;           /* NULL: not yet added */
    const unsigned char *codes; /* of its code points; NULL if one of them has none */
    uint32_t length;            /* in bytes */
    uint32_t points;            /* in code points */
};

/* Initialise with zeroes; release with text_set_free(). */
struct text_set {
    struct set_text *texts;
    uint32_t count, added;
    struct byte_chain bytes;
    struct code_points points;
    uint32_t coded[text_codes]; /* the code points of codes 128, 129 ... */
    uint32_t code_count;        /* the codes in use, with those of ASCII */
    uint64_t *disowned;         /* a bit for each text that others own; NULL: none */
};

/* Makes room for `count` texts. False if memory runs out. */
bool text_set_begin(struct text_set *set, const struct allocator *allocator, uint32_t count);

/*
 * Adds a copy of a text whose number was not yet added. What is not UTF-8 becomes U+FFFD, so equal
 * code points have equal bytes. False if memory runs out.
 */
bool text_set_add(struct text_set *set, const struct allocator *allocator, uint32_t number,
                  const char *utf8, size_t length);

/* Says that others own a text. False if memory runs out. */
bool text_set_disown(struct text_set *set, const struct allocator *allocator, uint32_t number);

static inline bool text_set_owns(const struct text_set *set, uint32_t number) {
    return !set->disowned || !(set->disowned[number / 64] >> number % 64 & 1);
}

/*
 * Returns the rank of each text in the order of their bytes, which is that of their code points;
 * equal texts rank by number. The caller releases it. NULL if memory runs out or `interruption`,
 * which may be NULL, stops it. All texts must have been added.
 */
uint32_t *text_set_ranks(const struct text_set *set, const struct allocator *allocator,
                         struct interruption *interruption);

void text_set_free(struct text_set *set, const struct allocator *allocator);
