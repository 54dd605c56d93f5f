/* number_parts.c - see written_number.h. */
#include "written_number.h"

#include <math.h> /* fmod, HUGE_VAL */

enum { rounding_scale = 1000 }; /* smaller ones that stand for themselves are digits: 百, cent */

void number_parts_begin(struct number_parts *parts) {
    *parts = (struct number_parts){.limit = HUGE_VAL, .scale = 1};
}

bool number_parts_add(struct number_parts *parts, double number, double unit) {
    bool first = parts->limit == HUGE_VAL;
    if (number >= parts->limit || (number == 0 && !first))
        return false;
    parts->open += number;
    parts->limit = unit;
    parts->scale = 1;
    return true;
}

bool number_parts_scale(struct number_parts *parts, double scale, bool alone) {
    double sum = parts->open;
    size_t left = parts->count;
    while (left > 0 && parts->items[left - 1].scale < scale)
        sum += parts->items[--left].sum;
    if (left == number_parts_max || (left > 0 && parts->items[left - 1].scale == scale) ||
        (sum == 0 && !alone))
        return false;
    if (parts->open > 0)
        parts->scale = 1;
    if (!alone || scale >= rounding_scale)
        parts->scale *= scale;
    parts->items[left].sum = (sum > 0 ? sum : 1) * scale;
    parts->items[left].scale = scale;
    parts->count = left + 1;
    parts->open = 0;
    parts->limit = scale;
    return true;
}

double number_parts_sum(const struct number_parts *parts) {
    double sum = parts->open;
    for (size_t i = 0; i < parts->count; i++)
        sum += parts->items[i].sum;
    return sum;
}

double number_parts_unit(double number) {
    double unit = 1;
    assert(number >= 0);
    while (number >= 10 && unit < 1e15 && fmod(number, unit * 10) == 0)
        unit *= 10;
    return unit;
}
