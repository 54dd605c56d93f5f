"""verdict_learning.py - what verdicts teach, as ext/core/kinds/learning.h has it, by numpy.

A lesson has the numbers of its features in the order of `names`, of which those in `types` count conflicts. The
fit of learn_kinds() is checked against this one by tests/functions/learning.py.
"""

from dataclasses import dataclass

import numpy

TYPES = ("number", "date", "time", "negation", "place", "quantity", "status", "name", "opposite", "order", "other")
BIAS, SCALE, TYPE, FEATURE = 1.5, 0.15, 0.7, {"topic": 0.18, "conflict": 0.12}
PARTS = ("topic", "conflict")


@dataclass
class Lessons:
    """Of pairs in which something conflicts. said: contradiction, same, pattern, citation."""

    topic: numpy.ndarray
    reliability: numpy.ndarray
    features: numpy.ndarray
    said: numpy.ndarray
    group: numpy.ndarray    # what is held out together
    fixed: numpy.ndarray    # whether the topic is not asked

    def __getitem__(self, which):
        return Lessons(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    def true(self):
        return self.said == "contradiction"

    def scores(self):
        return self.topic * self.reliability


def probability(sums):
    return 1 / (1 + numpy.exp(-sums))


def logit(chances):
    chances = numpy.clip(chances, 1e-5, 1 - 1e-5)
    return numpy.log(chances / (1 - chances))


def losses(true, scores):
    scores = numpy.clip(scores, 1e-4, 1 - 1e-4)
    return -numpy.log(numpy.where(true, scores, 1 - scores))


def loss(true, scores):
    return numpy.mean(losses(true, scores))


def is_sure(gains, group):
    """Whether the mean gain is more than its standard error over groups."""
    sums = [(gains[group == each] - gains.mean()).sum() for each in set(group)]
    return gains.mean() > numpy.sqrt(len(sums) / (len(sums) - 1) * numpy.square(sums).sum()) / len(gains)


def precision(true, scores):
    """Average precision; equal scores rank as one."""
    order = numpy.argsort(-scores, kind="stable")
    true, scores = true[order], scores[order]
    last = numpy.searchsorted(-scores, -scores, side="right")
    return float(numpy.sum(true * numpy.cumsum(true)[last - 1] / last) / max(1, true.sum()))


class Scaling:
    """Least, mean, most and deviation of the features of some lessons; what is not known counts as the mean."""

    def __init__(self, features):
        known = ~numpy.isnan(features)
        count = known.sum(0)
        some = count > 0
        self.mean = numpy.where(some, numpy.where(known, features, 0).sum(0) / numpy.maximum(count, 1), 0)
        self.least = numpy.where(some, numpy.where(known, features, numpy.inf).min(0), 0)
        self.most = numpy.where(some, numpy.where(known, features, -numpy.inf).max(0), 0)
        squares = numpy.where(known, (numpy.where(known, features, 0) - self.mean) ** 2, 0).sum(0)
        self.deviation = numpy.where(self.least < self.most, numpy.sqrt(squares / numpy.maximum(count, 1)), 0)

    def rows(self, features):
        clipped = numpy.clip(features, self.least, self.most)
        some = self.deviation > 0
        distance = numpy.where(numpy.isnan(clipped), 0, clipped - self.mean)
        return numpy.where(some, distance / numpy.where(some, self.deviation, 1), 0)


class Corrections:
    """Both regressions, fitted to lessons."""

    def __init__(self, lessons, scaling, names):
        self.scaling = scaling
        self.types = [names.index(name) for name in TYPES]
        citation = lessons.said == "citation"
        one = numpy.isin(lessons.said, ("contradiction", "same"))
        self.found = {"topic": self.fit("topic", lessons[~citation & ~lessons.fixed],
                                        one[~citation & ~lessons.fixed]),
                      "conflict": self.fit("conflict", lessons[one], lessons.true()[one])}

    def rows(self, part, lessons):
        sums = logit(lessons.topic if part == "topic" else lessons.reliability)
        return sums, numpy.hstack([numpy.ones((len(sums), 1)), sums[:, None],
                                   (lessons.features[:, self.types] > 0).astype(float),
                                   self.scaling.rows(lessons.features)])

    def fit(self, part, lessons, true):
        sums, rows = self.rows(part, lessons)
        deviations = [BIAS, SCALE] + [TYPE] * len(TYPES) + [FEATURE[part]] * lessons.features.shape[1]
        prior = 1 / numpy.array(deviations) ** 2
        found, last, step = numpy.zeros(len(prior)), numpy.inf, None
        for _ in range(60):
            moved = sums + rows @ found
            value = numpy.sum(numpy.logaddexp(0, numpy.where(true, -moved, moved))) + (prior * found ** 2).sum() / 2
            if value <= last:
                before, last, chances = found, value, probability(moved)
                hessian = (rows * (chances * (1 - chances))[:, None]).T @ rows + numpy.diag(prior)
                step = numpy.linalg.solve(hessian, rows.T @ (chances - true) + prior * found)
            else:
                step = step / 2
            found = before - step
            if numpy.abs(step).max() < 1e-9:
                break
        return found

    def chances(self, part, lessons):
        sums, rows = self.rows(part, lessons)
        return probability(sums + rows @ self.found[part])

    def scores(self, lessons):
        return numpy.where(lessons.fixed, lessons.topic, self.chances("topic", lessons)) * self.chances("conflict", lessons)


def held_out(lessons, scaling, names):
    """The scores of each tenth of the groups by what the others teach."""
    scores = numpy.zeros(len(lessons.topic))
    for fold in range(10):
        here = lessons.group % 10 == fold
        if here.any():
            scores[here] = Corrections(lessons[~here], scaling, names).scores(lessons[here])
    return scores


def learn(lessons, names):
    """(corrections, the held-out scores), or (None, the scores as they were)."""
    true, before = lessons.true(), lessons.scores()
    if min(true.sum(), (~true).sum()) >= 3 and len(set(lessons.group)) >= 3:
        scaling = Scaling(lessons.features)
        scores = held_out(lessons, scaling, names)
        if is_sure(losses(true, before) - losses(true, scores), lessons.group):
            return Corrections(lessons, scaling, names), scores
    return None, before
