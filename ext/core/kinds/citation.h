/*
 * citation.h - whether a sentence is a bibliographic reference.
 *
 *   (1) A citation has no finite verb, and names a web address, a page or a publisher; or it is an
 *       item of a list that ends in a year. A title may have a verb: what names a year and ends in
 *       a page is a citation, too. citation_is_one() knows these.
 *   (2) Plain text does not set bibliographies apart, and most of their items are less plain than
 *       that. citation_points() adds up the evidence for and against a citation. It was learnt
 *       from sentences of an encyclopedia: a table of short texts has no use for it.
 *
 * Time is linear in the sentence.
 */
#pragma once

#include "differences/sentence_pair.h"

/*
 * What tells: its name, the points that one piece of it gives, and how much of it counts. The
 * points are a logistic regression, learnt and measured by tests/bench/learning/train_citations,
 * which reads this list.
 */
/* clang-format off */
#define CITATION_EVIDENCE(X) \
    X(list_mark, 1.21, 1)        /* it begins like an item of a list */ \
    X(title, 0.96, 2)            /* titles in quotation marks or marks of italics */ \
    X(year_in_brackets, 1.35, 1) /* (Tolva: Quay Books, 1911) */ \
    X(year, 1.30, 1)             /* there is one */ \
    X(year_last, 1.37, 1)        /* it ends in one */ \
    X(page, 5.42, 1)             /* p. 12 */ \
    X(locator, 1.21, 1)          /* 70(2): 179 */ \
    X(part, 2.58, 1)             /* vol. 3 */ \
    X(author, 0.55, 1)           /* it begins with a surname, a comma and a name */ \
    X(initial, 0.81, 3)          /* J. */ \
    X(publisher, 1.50, 2)        /* a word of the name of a publisher or periodical */ \
    X(address, 2.39, 1)          /* of the web, a date of access, or what a template leaves */ \
    X(finite, -1.88, 3)          /* verbs that are surely one */ \
    X(past, -0.99, 2)            /* words in -ed */ \
    X(capitals, 3.08, 1)         /* the share of words with a capital */ \
    X(small, -2.40, 1)           /* the share of articles and prepositions */ \
    X(pronoun, -1.95, 1)         /* he, its */
/* clang-format on */

#define CITATION_NUMBER(name, points, most) citation_##name,
enum citation_evidence { CITATION_EVIDENCE(CITATION_NUMBER) citation_evidence_count };
#undef CITATION_NUMBER

bool citation_is_one(const struct sentence *sentence);

/* Fills `evidence`, by number: counts up to a most, and shares. */
void citation_evidence(const struct sentence *sentence, double *evidence);

/* More than 0: rather a citation. A logit. */
double citation_points(const struct sentence *sentence);
