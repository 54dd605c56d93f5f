/*
 * exchange_conflict.h - two words that changed places: "Ann taught Bo", "Bo taught Ann".
 *
 * Each of them stands in one sentence where the other one stands in the other sentence, as far as
 * their neighbours tell: at least two more of their eight neighbours follow the place than follow
 * the word. They are words of content, both names or neither, and each occurs once in either
 * sentence. What stands between them must make a difference: in a list ("Ann, Bo and Cy") the order
 * says nothing.
 *
 * So are two neighbouring hunks with names if each side of one is the other side of the other:
 * "[Port Maurel|Tolva] lost to [Tolva|Port Maurel]".
 *
 * Time is linear in the sentences: a bounded number of words near the hunks is compared.
 */
#pragma once

#include "conflict.h"
void exchange_conflict_find(struct conflict_search *search);
