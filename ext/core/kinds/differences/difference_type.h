/*
 * difference_type.h - what a change between two sentences is about: a number, a name, spelling ...
 */
#pragma once

#include "sentence_pair.h"

/* In the order in which they are tried: a change has the first type that fits. */
enum difference_type {
    difference_none,
    difference_punctuation, /* only marks */
    difference_case,        /* only capitals */
    difference_unit,
    difference_number,
    difference_date,
    difference_time,
    difference_negation,
    difference_place, /* this one to difference_opposite: words that exclude each other */
    difference_quantity,
    difference_status,
    difference_person,
    difference_thing,
    difference_opposite, /* antonyms: long and short */
    difference_order,    /* what stood here stands there, and the other way round */
    difference_spelling, /* a few letters, or one value written in two ways */
    difference_name,     /* words with a capital, except the first of the sentence */
    difference_function, /* only function words */
    difference_other
};

/* The type of a change of this value, and of a change between words that exclude each other. */
enum difference_type difference_type_of_value(const struct value *value);
enum difference_type difference_type_of_opposite(enum opposite_kind kind);

/* The type of a change of words; one side may be empty. */
enum difference_type difference_type_of(const struct sentence_pair *pair, const struct hunk *words);
