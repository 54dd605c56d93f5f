/*
 * folding.h - texts that differ only in case, width, accents, punctuation, white space or digits
 * become equal.
 *
 *   (1) What each option folds is specified in docs/functions/texts.md. It never changes, and
 *       characters are those of Unicode 14.0 (characters.h).
 *   (2) With any option, canonically equivalent texts become equal, and the result is in
 *       normalization form C, except that of a text with characters Unicode 14.0 does not know.
 *   (3) Folding the result again changes nothing.
 *   (4) Every sequence of bytes is a text (code_points.h); the result is UTF-8.
 *
 * A text is mapped character by character until nothing can be mapped, its marks are put in order,
 * accents, punctuation and white space go by what stands beside them, and then it is composed. Each
 * step is linear on any text. A text of ASCII takes a single pass over its bytes.
 */
#pragma once

#include "../base/interruption.h"
#include "code_points.h"
#include "characters.h"
#include "note_marks.h"

/*
 * Removes what note_marks.h says, before anything else. Alone it leaves other characters as they
 * are, and (2) and (3) are not about other options with it: these see a text without marks.
 */
enum { fold_notes = 2 * fold_digits };

/* All but digits and notes. */
enum { fold_all = fold_case | fold_width | fold_accents | fold_punctuation | fold_space };

/* What a character beyond ASCII becomes by itself. A text has few different ones. */
struct folding_memo {
    uint32_t point; /* 0: none yet */
    uint32_t folded[3];
    uint8_t count; /* of `folded`, or more than fit */
    uint8_t class; /* enum frozen_class, of `point` */
    uint8_t traits;
};

enum { folding_memos = 512 };

/* Begins as all zeroes; released by folding_free(). */
struct folding {
    char *utf8; /* the result */
    size_t length, capacity;
    struct code_points text, folded, scratch;
    struct note_marks marks;
    unsigned options;         /* for which the next two are, or 0 */
    unsigned char ascii[128]; /* what each character becomes by itself */
    struct folding_memo memos[folding_memos];
    struct interruption *interruption; /* may be NULL */
};

/*
 * Folds `length` bytes of `utf8`. `options` is a sum of enum fold_option, not 0. Returns false if
 * memory runs out or the work is interrupted. The result is valid until the next call.
 */
bool folding_fold(struct folding *folding, const struct allocator *allocator, unsigned options,
                  const char *utf8, size_t length);

/* Releases the memory and keeps the interruption. */
void folding_free(struct folding *folding, const struct allocator *allocator);
