"""contradiction_estimate.py - the expected number of contradictions: how often its interval holds the truth.

Databases are drawn: clusters with scores of known distributions, contradictions by known probabilities, and labels as
analysis/sample_clusters.sql draws them, at random or by kind. sql/contradiction_estimate.sql computes the estimate of
each. By itself, NumPy computes the same of some of them by the formulas of the book.
"""

import os
import sqlite3
import sys

import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, finish

SHOWN_LEAST = 0.5
DATABASES = 400
TABLES = """
CREATE TABLE cluster (id INTEGER PRIMARY KEY, kind, size, texts);
CREATE TABLE label (cluster_id, size, texts, reader, kind);
CREATE TEMP TABLE finding_pair (cluster_id, score, is_shown, two_dates);
"""


def draw_clusters(random):
    """(kind, score) of clusters: most have no score, most scores are low."""
    kinds = random.choice(["template", "copyedit", "drift"], size=1500, p=[0.6, 0.3, 0.1])
    scores = numpy.where(kinds == "drift", random.beta(4, 3, 1500),
                         numpy.where(random.random(1500) < 0.6, random.beta(0.6, 6, 1500), 0))
    return kinds, numpy.round(scores, 3)


def draw_labels(random, kinds, count, by_kind):
    """Which clusters are labelled."""
    if not by_kind:
        return random.permutation(len(kinds))[:count]
    return numpy.concatenate([random.permutation(numpy.flatnonzero(kinds == kind))[:count // 3] for kind in set(kinds)])


def estimate(script, kinds, scores, labelled, truth):
    db = sqlite3.connect(":memory:")
    db.executescript(TABLES)
    db.executemany("INSERT INTO cluster VALUES (?, ?, 2, 2)", list(enumerate(kinds.tolist())))
    db.executemany("INSERT INTO finding_pair VALUES (?, ?, ?, 0)",
                   [(i, score, score >= SHOWN_LEAST) for i, score in enumerate(scores.tolist()) if score > 0])
    db.executemany("INSERT INTO label VALUES (?, 2, 2, 'ada', ?)",
                   [(int(i), "drift" if truth[i] else "copyedit") for i in labelled])
    db.executescript(script)
    row = db.execute("SELECT findings, labels, expected, least, most FROM contradiction_estimate").fetchone()
    db.close()
    return row


def by_the_book(kinds, scores, labelled, truth):
    """The expectation and its standard error, once more."""
    weights = {kind: (kinds == kind).sum() / (kinds[labelled] == kind).sum() for kind in set(kinds[labelled])}
    expected = variance = 0.0
    for shown in False, True:
        of_class = (scores > 0) & ((scores >= SHOWN_LEAST) == shown)
        mine = numpy.array([i for i in labelled if of_class[i]], dtype=int)
        p, size, n = scores[of_class], of_class.sum(), len(mine)
        expected += p.sum()
        by_scores = (p * (1 - p)).sum()
        if n < 5:
            variance += by_scores
            continue
        w = numpy.array([weights[kinds[i]] for i in mine])
        d = truth[mine] - scores[mine]
        mean = numpy.average(d, weights=w)
        expected += size * mean
        of_mean = (w ** 2 * (d - mean) ** 2).sum() / w.sum() ** 2 * n / (n - 1)
        variance += size * (size - n) * max(of_mean, by_scores / size / n)
    return expected, variance ** 0.5


# What is drawn: (what scores are like, chances by score, labels, by kind, the least and the greatest share of hits)
CASES = [
    ("right", lambda p: p, 0, False),
    ("right", lambda p: p, 200, False),
    ("right", lambda p: p, 200, True),
    ("too high by a third", lambda p: p * 2 / 3, 600, False),
    ("too high by a third", lambda p: p * 2 / 3, 450, True),
    ("too low", lambda p: p ** 0.7, 600, False),
    ("too low", lambda p: p ** 0.7, 450, True),
]


def main():
    with open(os.path.join(ROOT, "sql", "contradiction_estimate.sql"), encoding="utf-8") as file:
        script = file.read()
    for number, (scores_are, chance, count, by_kind) in enumerate(CASES):
        random = numpy.random.default_rng(29 + number)
        hits, errors = 0, []
        for i in range(DATABASES):
            kinds, scores = draw_clusters(random)
            truth = (random.random(len(scores)) < chance(scores)).astype(float)
            labelled = draw_labels(random, kinds, count, by_kind)
            findings, labels, expected, least, most = estimate(script, kinds, scores, labelled, truth)
            hits += least <= truth.sum() <= most
            errors.append(expected - truth.sum())
            if i < 20:
                found, error = by_the_book(kinds, scores, labelled, truth)
                check(findings == (scores > 0).sum() and abs(expected - found) < 1e-6
                      and least == int(max(found - 1.96 * error, 0)) and most == int(found + 1.96 * error + 0.999999),
                      "%s: %s, by the book %s" % (scores_are, (expected, least, most), (found, error)))
        drawn = "%d, %s" % (count, "by kind" if by_kind else "at random") if count else "none"
        figure(hits, "of %d intervals hold the truth: scores are %s, labels: %s" % (DATABASES, scores_are, drawn))
        check(0.93 <= hits / DATABASES <= 0.995, "scores are %s, labels: %s: %d of %d" % (scores_are, drawn, hits, DATABASES))
        check(abs(numpy.mean(errors)) < 2.5, "no bias: %.2f" % numpy.mean(errors))
    return finish("pipeline/contradiction_estimate")


if __name__ == "__main__":
    sys.exit(main())
