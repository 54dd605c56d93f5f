/*
 * difference_type.h - what a change between two sentences is about: a number, a name, spelling ...
 */
#ifndef NEARDUP_DIFFERENCE_TYPE_H
#define NEARDUP_DIFFERENCE_TYPE_H

#include "sentence_pair.h"

/* In the order in which they are tried: a change is of the first type that fits. */
enum difference_type {
    difference_none,
    difference_punctuation, /* marks alone */
    difference_case,        /* capitals alone */
    difference_unit,
    difference_number,
    difference_date,
    difference_time,
    difference_negation,
    difference_place, /* from here on words that exclude each other: see opposite_kind */
    difference_quantity,
    difference_status,
    difference_person,
    difference_thing,
    difference_spelling, /* few letters, or another way to write one value */
    difference_name,     /* words with a capital, inside a sentence */
    difference_function, /* little words alone */
    difference_other
};

/* What a value, or words that exclude each other, tell. */
enum difference_type difference_type_of_value(const struct value *value);
enum difference_type difference_type_of_opposite(enum opposite_kind kind);

/* The type of a change of words; one side may have none. */
enum difference_type difference_type_of(const struct sentence_pair *pair, const struct hunk *words);

#endif
