/* failure.c - see failure.h. */
#include "failure.h"

#include <stdarg.h>
#include <stdio.h> /* vsnprintf */

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
