/*
 * evidence_argument.h - what a query says about two sentences: {"partners": 3, "apart": 0.25}.
 *
 * A flat JSON object with the names of features of the database (core/kinds/features.h) and
 * numbers, or null for what is not known. Text that is empty says nothing.
 */
#ifndef NEARDUP_EVIDENCE_ARGUMENT_H
#define NEARDUP_EVIDENCE_ARGUMENT_H

#include "../function.h"

/*
 * Sets `relations`, which holds feature_count numbers, and those that are not named to NaN. Returns
 * whether the text says anything; records an error if it is not of this form.
 */
bool evidence_argument_read(struct call *call, const char *name, struct argument_bytes text,
                            double *relations);

#endif
