/*
 * citation.h - whether a sentence is a bibliographic reference.
 *
 * A citation has no finite verb, and names a web address, a page or a publisher; or it is an item
 * of a list that ends in a year. A title may have a verb: what names a year and ends in a page is a
 * citation, too.
 */
#ifndef NEARDUP_CITATION_H
#define NEARDUP_CITATION_H

#include "sentence_pair.h"

bool citation_is_one(const struct sentence *sentence);

#endif
