/* language_argument.c - see language_argument.h. */
#include "language_argument.h"

#include "../../core/text/language_code.h"

const struct vocabulary *language_given(struct call *call, const struct given *given) {
    if (!given->value)
        return NULL;
    struct argument_bytes code = given->bytes;
    if (!language_code_is_known(code.bytes, code.length))
        call_refuse_word(call, "language", LANGUAGE_CODE_EXPECTED, code);
    return vocabulary_for(code.bytes, code.length);
}
