/* scorecard.c - see scorecard.h. */
#include "scorecard.h"

#include <assert.h>
#include <math.h> /* exp, isnan */

double scorecard_points(const struct scorecard *card, enum feature feature, double value) {
    assert(feature < feature_count);
    const struct score_steps *steps = &card->steps[feature];
    if (steps->points == NULL)
        return 0;
    if (isnan(value))
        return steps->unknown;
    size_t step = 0;
    while (step < steps->count && value >= steps->thresholds[step]) {
        assert(step == 0 || steps->thresholds[step - 1] < steps->thresholds[step]);
        step++;
    }
    return steps->points[step];
}

double scorecard_sum(const struct scorecard *card, const double *features) {
    double sum = card->bias;
    for (size_t i = 0; i < feature_count; i++)
        sum += scorecard_points(card, (enum feature)i, features[i]);
    return sum;
}

double scorecard_probability(double sum) {
    assert(!isnan(sum));
    return 1 / (1 + exp(-sum));
}
