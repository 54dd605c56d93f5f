/*
 * number_parts.h - composes a number from its parts, in the order of the words: two, hundred,
 * fifty, thousand.
 *
 * A scale multiplies all that came since the last larger scale; a number is added if it is smaller
 * than the unit of what came before, as 5 is after 20 and 50 after 200.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { number_parts_max = 8 };

struct number_parts {
    struct {
        double sum, scale;
    } items[number_parts_max]; /* by falling scale */
    size_t count;
    double open;  /* came after the last scale */
    double limit; /* the next number must be smaller */
    double scale; /* what the number is rounded to: the product of the scales that end it, or 1 */
};

void number_parts_begin(struct number_parts *parts);

/*
 * Adds a number; the one after it must be smaller than `unit`. Returns false, and changes nothing,
 * if it is not smaller than what came before allows.
 */
bool number_parts_add(struct number_parts *parts, double number, double unit);

/*
 * Multiplies by a scale. Without a number before it, it stands for itself if `alone` ("cent
 * mille"). Returns false, and changes nothing, if it cannot stand here.
 */
bool number_parts_scale(struct number_parts *parts, double scale, bool alone);

double number_parts_sum(const struct number_parts *parts);

/* The largest power of ten that divides a number: 10 for 20, 100 for 1200; 1 for 0. */
double number_parts_unit(double number);
