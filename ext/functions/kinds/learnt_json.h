/*
 * learnt_json.h - what verdicts have taught (core/kinds/learnt_sums.h), as people share it: a flat
 * JSON object of the numbers that are not 0, such as {"topic bias":-0.3,"conflict if name":-1.2}.
 */
#pragma once

#include "../function.h"

/* An optional argument. */
#define ARGUMENT_LEARNT NULLABLE("learnt", text, .usual = "")

/* Returns what to judge by: NULL if nothing was given, else `learnt`. Records an error. */
const struct learnt_sums *call_learnt(struct call *call, int argument, struct learnt_sums *learnt);

void learnt_json_append(sqlite3_str *text, const struct learnt_sums *learnt);
