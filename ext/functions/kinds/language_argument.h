/* language_argument.h - the argument that names the language of texts. */
#pragma once

#include "../function.h"

#define ARGUMENT_LANGUAGE NULLABLE("language", text, .input = true)

/* Its vocabulary; NULL if it was not given, or is NULL. An unknown language is refused. */
const struct vocabulary *language_given(struct call *call, const struct given *given);
