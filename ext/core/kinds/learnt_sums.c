/* learnt_sums.c - see learnt_sums.h. */
#include "learnt_sums.h"

#include "tree_ensemble.h"

#include <math.h> /* fmax, fmin, isnan, log */

double learnt_logit(double probability) {
    static const double least = 1e-5;
    double bounded = fmin(fmax(probability, least), 1 - least);
    return log(bounded / (1 - bounded));
}

double learnt_distance(const struct learnt_sums *learnt, int feature, double value) {
    if (isnan(value))
        return 0;
    return fmin(fmax(value, learnt->least[feature]), learnt->most[feature]) - learnt->mean[feature];
}

double learnt_correct(const struct learnt_sums *learnt, enum learnt_part part,
                      const double *features, double *probability) {
    const struct learnt_sum *sum = &learnt->parts[part];
    double logit = learnt_logit(*probability), moved = sum->bias + sum->scale * logit;
    for (int i = 0; i < feature_count; i++) {
        moved += sum->weights[i] * learnt_distance(learnt, i, features[i]);
        if (learnt_is_type(i) && features[i] > 0)
            moved += sum->types[i];
    }
    *probability = tree_ensemble_probability(logit + moved);
    return moved;
}
