/*
 * text_set.h - the texts of a set of buckets, in memory, by number.
 *
 * Takes 24 bytes a text, its bytes in UTF-8, and, unless it is all ASCII, a byte for each code
 * point: the first 128 code points that are not ASCII have codes of one byte, too, so that most
 * texts in an alphabet can be compared byte by byte.
 *
 * When several processes share the work, each text is owned by one of them, which compares it with
 * the texts after it. The others may have it for the sake of texts of their own: a bit for each.
 */
#pragma once

#include "../base/byte_chain.h"
#include "../base/interruption.h"
#include "../text/code_points.h"

enum { text_codes = 128 };

struct set_text {
    const char *utf8;     /* NULL: not yet added */
    unsigned char *codes; /* of its code points; NULL if one of them has none */
    uint32_t length;      /* in bytes */
    uint32_t points;      /* in code points */
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
 * Texts are added to a part of a set, for a thread of its own: there they are in the order in which
 * they came, and have no numbers yet. Adds a copy of a text. What is not UTF-8 becomes U+FFFD, so
 * equal code points have equal bytes. False if memory runs out.
 */
bool text_set_add(struct text_set *part, const struct allocator *allocator, const char *utf8,
                  size_t length);

/* What is noted of each text of a part. */
struct text_place {
    uint32_t number;
    bool owned;
};

/*
 * Moves the texts of a part to their numbers. False if one of these has a text already, which is
 * then `twice`, or UINT32_MAX if memory runs out; both sets can only be freed then.
 */
bool text_set_join(struct text_set *set, const struct allocator *allocator, struct text_set *part,
                   const struct text_place *places, uint32_t *twice);

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
