/* learning.c - see learning.h. */
#include "learning.h"

#include "../base/merge_sort.h"
#include "tree_ensemble.h"

#include <assert.h>
#include <math.h> /* exp, fabs, fmax, fmin, isnan, log, log1p, sqrt */

/* What the regression has in a row: 1, the logit, the types, the features. */
enum {
    place_bias,
    place_scale,
    place_types,
    type_count = feature_other - feature_number, /* feature_tense is among them, and no type */
    place_features = place_types + type_count,
    place_count = place_features + feature_count
};

/* Standard deviations of the prior, of a feature for one of its own. Chosen on one half of the
 * labels that tests/bench/learning/users has. */
static const double prior_bias = 1.5, prior_scale = 0.15, prior_type = 0.7;
static const double prior_feature[learnt_part_count] = {0.18, 0.12};

struct work {
    const struct lesson *lessons;
    uint32_t *order; /* of those with a conflict, group by group */
    uint32_t *scratch;
    double *scores; /* of `order`, as judged by what is not fitted to them */
    size_t count;
    struct learnt_sums scaling;      /* least, mean and most */
    double deviation[feature_count]; /* 0 if all are equal */
    struct interruption *interruption;
};

/* ---- One regression -------------------------------------------------------------------------- */

struct regression {
    enum learnt_part part;
    int fold; /* that it is not fitted to, or -1 */
    double found[place_count], gradient[place_count], hessian[place_count][place_count];
};

static double prior_of(const struct regression *regression, int place) {
    return place == place_bias      ? prior_bias
           : place == place_scale   ? prior_scale
           : place < place_features ? prior_type
                                    : prior_feature[regression->part];
}

static int fold_of(const struct lesson *lesson) {
    return lesson->group % learning_folds;
}

static bool teaches(const struct lesson *lesson, const struct regression *regression) {
    if (fold_of(lesson) == regression->fold)
        return false;
    if (regression->part == learnt_topic)
        return lesson->said != lesson_citation && !lesson->topic_fixed;
    return lesson->said == lesson_contradiction || lesson->said == lesson_same;
}

/* Fills `row`; returns the logit. */
static double read_row(const struct work *work, const struct regression *regression,
                       const struct lesson *lesson, double *row) {
    double logit =
        learnt_logit(regression->part == learnt_topic ? lesson->topic : lesson->reliability);
    int at = place_types;
    row[place_bias] = 1;
    row[place_scale] = logit;
    for (int i = 0; i < feature_count; i++) {
        double deviation = work->deviation[i];
        if (learnt_is_type(i))
            row[at++] = lesson->features[i] > 0;
        row[place_features + i] =
            deviation > 0 ? learnt_distance(&work->scaling, i, lesson->features[i]) / deviation : 0;
    }
    assert(at == place_features);
    return logit;
}

static double sum_of(const struct regression *regression, const double *row) {
    double sum = 0;
    for (int i = 0; i < place_count; i++)
        sum += regression->found[i] * row[i];
    return sum;
}

/* Sets gradient and Hessian of what is to become least, and returns it; negative if stopped. */
static double measure(const struct work *work, struct regression *regression) {
    double objective = 0, row[place_count];
    for (int i = 0; i < place_count; i++) {
        double precision = 1 / (prior_of(regression, i) * prior_of(regression, i));
        memset(regression->hessian[i], 0, sizeof regression->hessian[i]);
        regression->hessian[i][i] = precision;
        regression->gradient[i] = precision * regression->found[i];
        objective += precision * regression->found[i] * regression->found[i] / 2;
    }
    for (size_t n = 0; n < work->count; n++) {
        const struct lesson *lesson = &work->lessons[work->order[n]];
        if (!teaches(lesson, regression))
            continue;
        if (interruption_after(work->interruption, (size_t)place_count * place_count))
            return -1;
        bool is_true = lesson->said == lesson_contradiction ||
                       (regression->part == learnt_topic && lesson->said == lesson_same);
        double sum = read_row(work, regression, lesson, row) + sum_of(regression, row);
        double chance = tree_ensemble_probability(sum), weight = chance * (1 - chance);
        objective += log1p(exp(-fabs(sum))) + fmax(is_true ? -sum : sum, 0);
        for (int i = 0; i < place_count; i++) {
            double times = weight * row[i];
            if (times == 0) /* what is not known, or is the same for all */
                continue;
            regression->gradient[i] += (chance - is_true) * row[i];
            for (int k = 0; k <= i; k++)
                regression->hessian[i][k] += times * row[k];
        }
    }
    return objective;
}

/* Solves hessian * x = gradient in place by Cholesky's method; the prior makes it definite. */
static void solve(struct regression *regression) {
    double(*matrix)[place_count] = regression->hessian, *x = regression->gradient;
    for (int i = 0; i < place_count; i++)
        for (int k = 0; k <= i; k++) {
            double rest = matrix[i][k];
            for (int j = 0; j < k; j++)
                rest -= matrix[i][j] * matrix[k][j];
            matrix[i][k] = i == k ? sqrt(rest) : rest / matrix[k][k];
        }
    for (int i = 0; i < place_count; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= matrix[i][k] * x[k];
        x[i] /= matrix[i][i];
    }
    for (int i = place_count; i-- > 0;) {
        for (int k = i + 1; k < place_count; k++)
            x[i] -= matrix[k][i] * x[k];
        x[i] /= matrix[i][i];
    }
}

/* Newton's method from `found` on; a step that leads up is halved. False if it is stopped. */
static bool fit(const struct work *work, struct regression *regression) {
    enum { rounds_most = 60 };
    static const double enough = 1e-9;
    double before[place_count], step[place_count] = {0}, least = INFINITY, size = INFINITY;
    memcpy(before, regression->found, sizeof before);
    for (int round = 0; round < rounds_most && size > enough; round++) {
        double objective = measure(work, regression);
        if (objective < 0)
            return false;
        if (objective <= least) {
            least = objective;
            solve(regression);
            memcpy(before, regression->found, sizeof before);
            memcpy(step, regression->gradient, sizeof step);
        } else {
            for (int i = 0; i < place_count; i++)
                step[i] /= 2;
        }
        size = 0;
        for (int i = 0; i < place_count; i++) {
            regression->found[i] = before[i] - step[i];
            size = fmax(size, fabs(step[i]));
        }
    }
    return true;
}

/* ---- Scores and how good they are ------------------------------------------------------------ */

static double loss_of(bool is_true, double score) {
    double bounded = fmin(fmax(score, 1e-4), 1 - 1e-4);
    return -log(is_true ? bounded : 1 - bounded);
}

static double score_before(const struct lesson *lesson) {
    return lesson->topic * lesson->reliability;
}

/* Of the fitted regressions of both parts. */
static double score_after(const struct work *work, const struct regression *parts,
                          const struct lesson *lesson) {
    double row[place_count], score = 1;
    for (int part = 0; part < learnt_part_count; part++) {
        double logit = read_row(work, &parts[part], lesson, row);
        bool fixed = part == learnt_topic && lesson->topic_fixed;
        score *=
            fixed ? lesson->topic : tree_ensemble_probability(logit + sum_of(&parts[part], row));
    }
    return score;
}

static bool ranks_before(const void *context, uint32_t x, uint32_t y) {
    const double *scores = context;
    return scores[x] > scores[y];
}

static bool is_contradiction(const struct work *work, size_t n) {
    return work->lessons[work->order[n]].said == lesson_contradiction;
}

/* The figures of work->scores. Equal scores rank as one: their places share what is right. */
static bool rate(struct work *work, struct learning *learning, int when, uint32_t *ranked) {
    size_t right = 0;
    double loss = 0, precision = 0;
    memset(learning->at[when], 0, sizeof learning->at[when]);
    for (size_t n = 0; n < work->count; n++) {
        bool is_true = is_contradiction(work, n);
        ranked[n] = (uint32_t)n;
        loss += loss_of(is_true, work->scores[n]);
        for (int i = 0; i < learning_thresholds && work->scores[n] >= (i + 1) / 10.0; i++) {
            for (int set = 0; set <= work->lessons[work->order[n]].drawn; set++) {
                learning->at[when][set][i].shown++;
                learning->at[when][set][i].right += is_true;
            }
        }
    }
    if (!merge_sort(ranked, work->scratch, work->count, ranks_before, work->scores, 1,
                    work->interruption))
        return false;
    for (size_t begin = 0, end; begin < work->count; begin = end) {
        size_t before = right;
        for (end = begin;
             end < work->count && !ranks_before(work->scores, ranked[begin], ranked[end]); end++)
            right += is_contradiction(work, ranked[end]);
        precision += (double)(right - before) * (double)right / (double)end;
    }
    learning->loss[when] = work->count > 0 ? loss / (double)work->count : 0;
    learning->precision[when] = right > 0 ? precision / (double)right : 0;
    return true;
}

/* ---- Judging what is held out ---------------------------------------------------------------- */

/* Fits both parts to all folds but one. */
static bool fit_parts(const struct work *work, struct regression *parts, int fold) {
    for (int part = 0; part < learnt_part_count; part++) {
        parts[part].part = (enum learnt_part)part;
        parts[part].fold = fold;
        if (!fit(work, &parts[part]))
            return false;
    }
    return true;
}

/* Scores each fold by the others. Leaves in `parts` what all folds together say. */
static bool score_folds(struct work *work, struct regression *parts) {
    double whole[learnt_part_count][place_count];
    for (int part = 0; part < learnt_part_count; part++)
        memset(parts[part].found, 0, sizeof parts[part].found);
    if (!fit_parts(work, parts, -1))
        return false;
    for (int part = 0; part < learnt_part_count; part++)
        memcpy(whole[part], parts[part].found, sizeof whole[part]);
    for (int fold = 0; fold < learning_folds; fold++) {
        /* From what all say it is not far to what most say. */
        for (int part = 0; part < learnt_part_count; part++)
            memcpy(parts[part].found, whole[part], sizeof whole[part]);
        if (!fit_parts(work, parts, fold))
            return false;
        for (size_t n = 0; n < work->count; n++)
            if (fold_of(&work->lessons[work->order[n]]) == fold)
                work->scores[n] = score_after(work, parts, &work->lessons[work->order[n]]);
    }
    for (int part = 0; part < learnt_part_count; part++)
        memcpy(parts[part].found, whole[part], sizeof whole[part]);
    return true;
}

/* The sums as learnt_sums.h has them, in units of the features. */
static void keep_sums(const struct work *work, const struct regression *parts,
                      struct learning *learning) {
    learning->sums = work->scaling;
    for (int part = 0; part < learnt_part_count; part++) {
        struct learnt_sum *sum = &learning->sums.parts[part];
        const double *found = parts[part].found;
        int at = place_types;
        *sum = (struct learnt_sum){.bias = found[place_bias], .scale = found[place_scale]};
        for (int i = 0; i < feature_count; i++) {
            if (learnt_is_type(i))
                sum->types[i] = found[at++];
            if (work->deviation[i] > 0)
                sum->weights[i] = found[place_features + i] / work->deviation[i];
        }
    }
}

/* Whether the mean loss falls by more than its standard error over groups. `order` has the lessons
 * group by group. */
static bool is_sure(const struct work *work, const struct learning *before,
                    const struct learning *after) {
    double mean = before->loss[learning_before] - after->loss[learning_after], squares = 0;
    double groups = (double)before->groups;
    for (size_t begin = 0, end; begin < work->count; begin = end) {
        const struct lesson *first = &work->lessons[work->order[begin]];
        double apart = 0;
        for (end = begin; end < work->count; end++) {
            const struct lesson *lesson = &work->lessons[work->order[end]];
            bool is_true = is_contradiction(work, end);
            if (lesson->group != first->group)
                break;
            apart +=
                loss_of(is_true, score_before(lesson)) - loss_of(is_true, work->scores[end]) - mean;
        }
        squares += apart * apart;
    }
    return mean > sqrt(groups / (groups - 1) * squares) / (double)work->count;
}

static bool correct(struct work *work, struct learning *learning, uint32_t *ranked,
                    struct regression *parts) {
    struct learning tried = *learning;
    if (!score_folds(work, parts) || !rate(work, &tried, learning_after, ranked))
        return false;
    if (is_sure(work, learning, &tried)) {
        *learning = tried;
        learning->learnt = true;
        keep_sums(work, parts, learning);
    }
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool lesson_before(const void *context, uint32_t x, uint32_t y) {
    const struct lesson *lessons = context;
    if (lessons[x].group != lessons[y].group)
        return lessons[x].group < lessons[y].group;
    return memcmp(&lessons[x], &lessons[y], sizeof *lessons) < 0;
}

static void count_groups(const struct work *work, struct learning *learning) {
    size_t size = 0;
    for (size_t n = 0; n < work->count; n++) {
        bool begins = n == 0 || work->lessons[work->order[n]].group !=
                                    work->lessons[work->order[n - 1]].group;
        size = begins ? 1 : size + 1;
        learning->groups += begins;
        learning->largest = size > learning->largest ? size : learning->largest;
    }
}

/* Least, mean, most and deviation of each feature. */
static void scale(struct work *work) {
    for (int i = 0; i < feature_count; i++) {
        double sum = 0, squares = 0, least = INFINITY, most = -INFINITY;
        size_t known = 0;
        for (size_t n = 0; n < work->count; n++) {
            double value = work->lessons[work->order[n]].features[i];
            if (isnan(value))
                continue;
            known++;
            sum += value;
            least = fmin(least, value);
            most = fmax(most, value);
        }
        if (known == 0)
            continue;
        double mean = sum / (double)known;
        for (size_t n = 0; n < work->count; n++) {
            double value = work->lessons[work->order[n]].features[i];
            squares += isnan(value) ? 0 : (value - mean) * (value - mean);
        }
        work->scaling.least[i] = least;
        work->scaling.mean[i] = mean;
        work->scaling.most[i] = most;
        work->deviation[i] = least < most ? sqrt(squares / (double)known) : 0;
    }
}

static bool learn(struct work *work, struct learning *learning, uint32_t *ranked,
                  struct regression *parts) {
    if (!merge_sort(work->order, work->scratch, work->count, lesson_before, work->lessons, 64,
                    work->interruption))
        return false;
    for (size_t n = 0; n < work->count; n++)
        work->scores[n] = score_before(&work->lessons[work->order[n]]);
    if (!rate(work, learning, learning_before, ranked))
        return false;
    learning->loss[learning_after] = learning->loss[learning_before];
    learning->precision[learning_after] = learning->precision[learning_before];
    memcpy(learning->at[learning_after], learning->at[learning_before],
           sizeof learning->at[learning_after]);
    learning->too_few =
        learning->found < lessons_least || learning->conflicting - learning->found < lessons_least;
    count_groups(work, learning);
    scale(work);
    return learning->too_few || learning->groups < groups_least ||
           correct(work, learning, ranked, parts);
}

bool learning_find(struct learning *learning, const struct lesson *lessons, size_t count,
                   const struct allocator *allocator, struct interruption *interruption) {
    assert(count <= lessons_most);
    *learning = (struct learning){.learnt = false};
    struct work work = {.lessons = lessons, .interruption = interruption};
    work.order = allocator->resize(NULL, (count + 1) * sizeof *work.order);
    work.scratch = allocator->resize(NULL, (count + 1) * sizeof *work.scratch);
    work.scores = allocator->resize(NULL, (count + 1) * sizeof *work.scores);
    uint32_t *ranked = allocator->resize(NULL, (count + 1) * sizeof *ranked);
    struct regression *parts = allocator->resize(NULL, learnt_part_count * sizeof *parts);
    bool good = work.order && work.scratch && work.scores && ranked && parts;
    for (size_t i = 0; i < count && good; i++) {
        for (int set = 0; set <= lessons[i].drawn; set++)
            learning->contradictions[set] += lessons[i].said == lesson_contradiction;
        if (!lessons[i].has_conflict)
            continue;
        work.order[work.count++] = (uint32_t)i;
        learning->found += lessons[i].said == lesson_contradiction;
    }
    learning->conflicting = work.count;
    good = good && learn(&work, learning, ranked, parts);
    RELEASE(allocator, work.order, work.scratch, work.scores, ranked, parts);
    return good;
}
