/* tree_ensemble.c - see tree_ensemble.h. */
#include "tree_ensemble.h"

#include <assert.h>
#include <math.h>   /* exp, isnan */
#include <string.h> /* memcpy */

/* By number of question: whether the answer is above. */
struct answers {
    uint8_t above[tree_questions_max];
};

static void answer_questions(const struct tree_ensemble *ensemble, const double *features,
                             struct answers *answers) {
    assert(ensemble->question_count <= tree_questions_max);
    for (size_t i = 0; i < ensemble->question_count; i++) {
        const struct tree_question *question = &ensemble->questions[i];
        assert(question->feature < feature_count && !isnan(question->threshold));
        double value = features[question->feature];
        bool unknown = isnan(value), above = value >= question->threshold;
        answers->above[i] = above | (unknown & question->unknown_above);
    }
}

double tree_ensemble_sum(const struct tree_ensemble *ensemble, const double *features,
                         double *points) {
    double sum = ensemble->bias;
    double credits[feature_count + 1] = {0}; /* the last one is of leaves and remains 0 */
    struct answers answers;
    answer_questions(ensemble, features, &answers);
    for (size_t i = 0; i < ensemble->count; i++) {
        const struct tree_node *tree = ensemble->nodes + ensemble->roots[i];
        const double *values = ensemble->values + ensemble->roots[i];
        size_t at = 0;
        for (size_t level = 0; level < ensemble->depth; level++) {
            size_t child = tree[at].children[answers.above[tree[at].question]];
            credits[tree[at].feature] += values[child] - values[at];
            at = child;
        }
        assert(tree[at].feature == feature_count);
        sum += values[at];
    }
    memcpy(points, credits, feature_count * sizeof *points);
    return sum;
}

double tree_ensemble_probability(double sum) {
    assert(!isnan(sum));
    return 1 / (1 + exp(-sum));
}
