/*
 * citation.h - whether a sentence is a bibliographic reference.
 *
 *   (1) A citation has no finite verb, and names a web address, a page or a publisher; or it is an
 *       item of a list that ends in a year. A title may have a verb: what names a year and ends in
 *       a page is a citation, too. citation_is_one() knows these.
 *   (2) Plain text does not set bibliographies apart, and most of their items are less plain than
 *       that. citation_points() adds up what speaks for a citation and against it. It was learnt
 *       from sentences of an encyclopedia: a table of short texts has no use for it.
 *
 * Time is linear in the sentence.
 */
#pragma once

#include "differences/sentence_pair.h"

/* One line each: tests/bench/learning/train_citations reads this list. */
enum citation_evidence {
    citation_list_mark,        /* it begins like an item of a list */
    citation_title,            /* titles in quotation marks or marks of italics */
    citation_year_in_brackets, /* (Tolva: Quay Books, 1911) */
    citation_year,             /* there is one */
    citation_year_last,        /* it ends in one */
    citation_page,             /* p. 12 */
    citation_locator,          /* 70(2): 179 */
    citation_part,             /* vol. 3 */
    citation_author,           /* it begins with a surname, a comma and a name */
    citation_initial,          /* J. */
    citation_publisher,        /* a word of the name of a publisher or periodical */
    citation_address,          /* of the web, a date of access, or what a template leaves */
    citation_finite,           /* verbs that are surely one */
    citation_past,             /* words in -ed */
    citation_capitals,         /* the share of words with a capital */
    citation_small,            /* the share of articles and prepositions */
    citation_pronoun,          /* he, its */
    citation_evidence_count
};

bool citation_is_one(const struct sentence *sentence);

/* Fills `evidence`, by number: counts up to a most, and shares. */
void citation_evidence(const struct sentence *sentence, double *evidence);

/* More than 0: rather a citation. A logit. */
double citation_points(const struct sentence *sentence);
