/*
 * computed_templates.h - templates for measures and dates, whose text no pattern can describe.
 *
 * Each function appends what the template reads like to the call's plan.
 */
#pragma once

#include "template_call.h"

/* {{convert|1300|mi|km}}: "1300 mi", the value as the author gave it, without the conversion. */
void computed_template_measure(struct template_call *call);

/* {{birth date and age|1970|5|12}}: "May 12, 1970", or "12 May 1970" with df=. */
void computed_template_date(struct template_call *call);

/* {{as of|2010|5}}: "As of May 2010", or "as of May 2010" with lc=. */
void computed_template_as_of(struct template_call *call);

/* {{frac|1|2|3}}: "1 2/3". */
void computed_template_fraction(struct template_call *call);
