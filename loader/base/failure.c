/* failure.c - see failure.h. */
#include "failure.h"

#include <stdarg.h>
#include <stdio.h>  /* vsnprintf */
#include <stdlib.h> /* calloc */

static void fill_in(struct failure *failure, const char *format, va_list arguments) {
    *failure = (struct failure){0};
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
}

bool fail(struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_in(failure, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_of(struct failure *failure, const char *parameter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_in(failure, format, arguments);
    va_end(arguments);
    snprintf(failure->parameter, sizeof failure->parameter, "%s", parameter);
    return false;
}

bool fail_memory(struct failure *failure) {
    return fail(failure, "out of memory");
}

void *allocate(size_t size, struct failure *failure) {
    void *memory = calloc(1, size);
    if (!memory)
        fail_memory(failure);
    return memory;
}
