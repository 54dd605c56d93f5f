/* failure.c - see failure.h. */
#include "failure.h"

#include <stdarg.h>
#include <stdio.h>  /* vsnprintf */
#include <stdlib.h> /* calloc */

bool fail(struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
    va_end(arguments);
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
