/* projection_probability.c - see projection_probability.h. */
#include "projection_probability.h"

#include <math.h> /* acos, exp, expm1, log, log1p, sin */

static const double pi = 3.14159265358979323846;

double projection_match_probability(double cosine, double bands, double rows) {
    if (cosine >= 1)
        return 1;
    if (cosine <= -1)
        return 0;
    /* 1 - acos(c) / pi is acos(-c) / pi, which is exact where it is small. */
    double log_of_side = cosine > 0 ? log1p(-acos(cosine) / pi) : log(acos(-cosine) / pi);
    double log_of_band = rows * log_of_side;
    /* The logarithm of 1 - p^rows, by the form that is exact on this side of 1/2. */
    double log_of_none = log_of_band > -0.5 ? log(-expm1(log_of_band)) : log1p(-exp(log_of_band));
    return -expm1(bands * log_of_none);
}

double projection_cosine(double distance, double bits) {
    return sin(pi * ((bits - 2 * distance) / (2 * bits)));
}
