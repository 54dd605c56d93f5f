/* merge_sort.h - sorts numbers by a given order, without recursion. */
#pragma once

#include "interruption.h"

#include <stdint.h>
#include <string.h> /* memcpy */

/*
 * Sorts `count` numbers, so that before(context, x, y) is false for no x and a y that comes after
 * it; equal ones keep their order. `scratch` has room for as many, and a comparison takes `steps`.
 * O(count log count). Returns false if `interruption`, or NULL, stops it.
 */
static inline bool merge_sort(uint32_t *numbers, uint32_t *scratch, size_t count,
                              bool (*before)(const void *context, uint32_t x, uint32_t y),
                              const void *context, size_t steps,
                              struct interruption *interruption) {
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0, end; begin < count; begin = end) {
            size_t middle = count - begin < run ? count : begin + run, x = begin, y = middle;
            end = count - middle < run ? count : middle + run;
            for (size_t i = begin; i < end; i++) {
                bool second = x == middle || (y < end && before(context, numbers[y], numbers[x]));
                scratch[i] = numbers[second ? y++ : x++];
                if (interruption_after(interruption, steps))
                    return false;
            }
        }
        memcpy(numbers, scratch, count * sizeof *numbers);
    }
    return true;
}
