/* flat_json.h - a flat JSON object of numbers, as arguments have it: {"pairs":3,"apart":null}. */
#pragma once

#include "../function.h"

struct flat_json {
    void *context;
    double *(*place)(void *context, struct argument_bytes name); /* of its number; NULL: unknown */
    const char *names; /* what a message says that a name must be */
    bool nulls;        /* null is NaN; else it is refused */
};

/*
 * Reads all members. Returns whether the text says anything: it may be empty. Records an error if
 * it is not of this form. Numbers are finite.
 */
bool flat_json_read(struct call *call, const char *argument, struct argument_bytes text,
                    const struct flat_json *form);
