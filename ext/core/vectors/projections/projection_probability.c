/* projection_probability.c - see projection_probability.h. */
#include "projection_probability.h"

#include <assert.h>
#include <math.h> /* acos, exp, expm1, log, log1p */

static const double pi = 3.14159265358979323846;

double projection_match_probability(double cosine, double bands, double rows) {
    assert(bands > 0 && rows > 0);
    if (cosine >= 1)
        return 1;
    if (cosine <= -1)
        return 0;
    /* 1 - acos(c) / pi is acos(-c) / pi, which is exact where it is small. */
    double log_of_side = cosine > 0 ? log1p(-acos(cosine) / pi) : log(acos(-cosine) / pi);
    double band = exp(rows * log_of_side);
    return -expm1(bands * log1p(-band));
}
