/*
 * language_code.h - the codes by which languages are named: "de", "pt-BR", "simple".
 *
 * A code is that of ISO 639, and may go on with a hyphen or underscore. "simple" is English, and
 * "other" any language that is not in the list. Whoever takes the name of a language takes these.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The languages that some part of neardup has rules or words for. */
#define LANGUAGE_CODES                                                                \
    "am ar bg bn ca cs da de el en es fi fr gl gu he hi hu hy it ja kk kn ltg ml mr " \
    "my nl no pa pl pt ro ru sk sv ta te tr uk ur zh"

/* What a code must be, for messages. */
#define LANGUAGE_CODE_EXPECTED "one of " LANGUAGE_CODES ", or other"

/* Whether a code is that of this language. The case of ASCII letters does not matter. */
bool language_code_is(const char *code, size_t length, const char *language);

bool language_code_is_known(const char *code, size_t length);
