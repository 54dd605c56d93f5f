/* tree_ensemble.c - see tree_ensemble.h. */
#include "tree_ensemble.h"

#include <assert.h>
#include <math.h> /* isnan */

static bool is_leaf(const struct tree_node *node) {
    assert(node->feature <= feature_count);
    return node->feature == feature_count;
}

/* The child of an inner node to which these features lead. */
static const struct tree_node *next_node(const struct tree_node *root, const struct tree_node *node,
                                         const double *features) {
    assert(!isnan(node->threshold));
    assert(root + node->above > node + 1); /* so every path ends */
    double value = features[node->feature];
    bool below = isnan(value) ? node->unknown_below : value < node->threshold;
    return below ? node + 1 : root + node->above;
}

double tree_ensemble_sum(const struct tree_ensemble *ensemble, const double *features) {
    double sum = ensemble->bias;
    for (size_t i = 0; i < ensemble->count; i++) {
        const struct tree_node *root = ensemble->nodes + ensemble->roots[i], *node = root;
        while (!is_leaf(node))
            node = next_node(root, node, features);
        sum += node->value;
    }
    return sum;
}

double tree_ensemble_points(const struct tree_ensemble *ensemble, const double *features,
                            double *points) {
    double baseline = ensemble->bias;
    for (size_t i = 0; i < feature_count; i++)
        points[i] = 0;
    for (size_t i = 0; i < ensemble->count; i++) {
        const struct tree_node *root = ensemble->nodes + ensemble->roots[i], *node = root;
        baseline += root->value;
        while (!is_leaf(node)) {
            const struct tree_node *next = next_node(root, node, features);
            points[node->feature] += next->value - node->value;
            node = next;
        }
    }
    return baseline;
}
