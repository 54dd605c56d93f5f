"""contradiction_estimate.py - the expected number of contradictions: how often its interval holds the truth.

Databases are drawn: clusters with scores of known distributions, contradictions by known probabilities, and labels as
labels/sample_clusters.sql draws them, at random or by kind. sql/shared/contradiction_estimate.sql computes the estimate of
each. For some of them, Python computes the same by the formulas of the book.
"""

import os
import random
import sqlite3
import sys
from collections import Counter, defaultdict
from math import exp, sqrt
from statistics import fmean

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, figure, run_tests
from databases import read_script

SHOWN_LEAST = 0.5
DATABASES = 400 if LONG else 150
TABLES = """
CREATE TABLE cluster (id INTEGER PRIMARY KEY, kind, size, texts);
CREATE TABLE label (cluster_id, size, texts, reader, kind);
CREATE TEMP TABLE finding_pair (cluster_id, score, is_shown, two_dates);
"""


def draw_clusters():
    """(kind, score) of clusters: most have no score, most scores are low."""
    kinds = random.choices(["template", "copyedit", "drift"], [0.6, 0.3, 0.1], k=1500)
    scores = [random.betavariate(4, 3) if kind == "drift" else random.betavariate(0.6, 6) if random.random() < 0.6 else 0
              for kind in kinds]
    return kinds, [round(score, 3) for score in scores]


def draw_labels(kinds, count, by_kind):
    """Which clusters are labelled."""
    if not by_kind:
        return random.sample(range(len(kinds)), count)
    of_kind = {kind: [i for i, other in enumerate(kinds) if other == kind] for kind in sorted(set(kinds))}
    return [i for those in of_kind.values() for i in random.sample(those, min(len(those), count // 3))]


def open_drawn(kinds, scores, script):
    db = sqlite3.connect(":memory:")
    db.executescript(TABLES)
    db.executemany("INSERT INTO cluster VALUES (?, ?, 2, 2)", list(enumerate(kinds)))
    db.executemany("INSERT INTO finding_pair VALUES (?, ?, ?, 0)",
                   [(i, score, score >= SHOWN_LEAST) for i, score in enumerate(scores) if score > 0])
    db.executescript(script)
    return db


def estimate(db, labelled, truth):
    db.execute("DELETE FROM label")
    db.executemany("INSERT INTO label VALUES (?, 2, 2, 'ada', ?)",
                   [(i, "drift" if truth[i] else "copyedit") for i in labelled])
    return db.execute("SELECT findings, labels, expected, least, most FROM contradiction_estimate").fetchone()


def by_the_book(kinds, scores, labelled, truth):
    """The expectation and its standard error, once more."""
    drawn = [kinds[i] for i in labelled]
    weights = {kind: kinds.count(kind) / drawn.count(kind) for kind in set(drawn)}
    expected = variance = 0.0
    for shown in False, True:
        p = [score for score in scores if score > 0 and (score >= SHOWN_LEAST) == shown]
        mine = [i for i in labelled if scores[i] > 0 and (scores[i] >= SHOWN_LEAST) == shown]
        size, n = len(p), len(mine)
        expected += sum(p)
        by_scores = sum(score * (1 - score) for score in p)
        if n < 5:
            variance += by_scores
            continue
        w = [weights[kinds[i]] for i in mine]
        d = [truth[i] - scores[i] for i in mine]
        mean = sum(a * b for a, b in zip(w, d)) / sum(w)
        expected += size * mean
        of_mean = sum((w * (d - mean)) ** 2 for w, d in zip(w, d)) / sum(w) ** 2 * n / (n - 1)
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


def test_intervals():
    """All cases are tried on each database; for some of these, by the book."""
    script = read_script("contradiction_estimate.sql")
    hits, errors = Counter(), defaultdict(list)
    random.seed(29)
    for drawn in range(DATABASES):
        kinds, scores = draw_clusters()
        db = open_drawn(kinds, scores, script)
        for case in CASES:
            scores_are, chance, count, by_kind = case
            truth = [random.random() < chance(score) for score in scores]
            labelled = draw_labels(kinds, count, by_kind)
            findings, _, expected, least, most = estimate(db, labelled, truth)
            hits[case] += least <= sum(truth) <= most
            errors[case].append(expected - sum(truth))
            if drawn < 20:
                found, error = by_the_book(kinds, scores, labelled, truth)
                check(findings == sum(score > 0 for score in scores) and abs(expected - found) < 1e-6
                      and least == int(max(found - 1.96 * error, 0)) and most == int(found + 1.96 * error + 0.999999),
                      "%s: %s, by the book %s" % (scores_are, (expected, least, most), (found, error)))
        db.close()
    for case in CASES:
        scores_are, _, count, by_kind = case
        what = "scores are %s, labels: %s" % (scores_are, "%d, %s" % (count, "by kind" if by_kind else "at random")
                                              if count else "none")
        figure(hits[case], "of %d intervals hold the truth: %s" % (DATABASES, what))
        check(0.93 <= hits[case] / DATABASES <= 0.995, "%s: %d of %d" % (what, hits[case], DATABASES))
        check(abs(fmean(errors[case])) < 2.5, "no bias: %.2f" % fmean(errors[case]))


def drawn(cases, chance):
    return sum(random.random() < chance for _ in range(cases))


def test_drift():
    """How much drift there is, by what is found of it, and by a precision and a recall that were measured."""
    db = open_drawn([], [], read_script("contradiction_estimate.sql"))
    (name, hits, cases), *recalls = db.execute("SELECT * FROM kind_measure ORDER BY name <> 'precision'")
    check(name == "precision" and {recall[0] for recall in recalls} == {"planted", "labelled"}, "what is measured: %s" % recalls)
    check(all(0 < hits < cases for _, hits, cases in recalls) and 0 < hits < cases, "as hits and cases: %s" % recalls)
    random.seed(31)
    held, count = 0, 4 * DATABASES
    for _ in range(count):
        precision, recall, truth = random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), random.randint(60, 300)
        right, wrong = drawn(truth, recall), 0
        for _ in range(right):
            while random.random() >= precision:
                wrong += 1
        found, p, r = right + wrong, drawn(130, precision), drawn(400, recall)
        db.executescript("""
            DELETE FROM cluster;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO cluster SELECT i, iif(i <= %d, 'drift', 'template'), 2, 2 FROM n;
            DROP VIEW temp.kind_measure;
            CREATE TEMP VIEW kind_measure(name, hits, cases) AS VALUES ('precision', %d, 130), ('planted', %d, 400)"""
                         % (found, p, r))
        (name, clusters, counted, expected, least, most), = db.execute("SELECT * FROM drift_estimate")
        factor = p / 130 / (r / 400)
        error = sqrt((1 - p / 130) / p + (1 - r / 400) / r + (2 - p / 130 - r / 400) / (found * p / 130))
        book = [min(5000, found * factor * exp(by * 1.96 * error)) for by in (0, -1, 1)]
        check((name, clusters, counted) == ("planted", 5000, found)
              and all(abs(a / b - 1) < 1e-4 for a, b in zip((expected, least, most), book)),
              "%s, by the book %s" % ((expected, least, most), book))
        held += least <= truth <= most
    figure(held, "of %d intervals hold how much drift there is" % count)
    check(0.93 <= held / count <= 0.995, "%d of %d" % (held, count))
    db.execute("UPDATE cluster SET kind = 'template'")
    check(list(db.execute("SELECT found, expected, least FROM drift_estimate")) == [(0, 0, None)], "nothing found says nothing")


run_tests("pipeline/contradiction_estimate", test_intervals, test_drift)
