/* measures.h - templates for measures and dates, which are more than a pattern. */
#ifndef NEARDUP_MEASURES_H
#define NEARDUP_MEASURES_H

#include "templates.h"

/* {{convert|1300|mi|km}}: "1300 mi", the value as the author gave it, without the conversion. */
void measure_convert(struct template_call *call);

/* {{birth date and age|1970|5|12}}: "May 12, 1970", or "12 May 1970" with df=. */
void measure_date(struct template_call *call);

/* {{as of|2010|5}}: "As of May 2010", and "as of" with lc=. */
void measure_as_of(struct template_call *call);

/* {{frac|1|2|3}}: "1 2/3". */
void measure_fraction(struct template_call *call);

#endif
