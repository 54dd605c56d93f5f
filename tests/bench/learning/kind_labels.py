"""kind_labels.py - labelled clusters, and the agreement of kinds with their labels.

Shared by tests/bench/learning/kinds, tests/bench/learning/train_kinds and tests/pipeline/kinds.py.
"""

import json
import os
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from itertools import combinations

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from databases import DATA

KINDS = ["identical", "template", "copyedit", "drift", "reference", "other"]
FOUR = KINDS[:4]
SETS = {"One dump": ["kinds/kinds-dev.jsonl", "kinds/hard-dev.jsonl"],
        "2013 against 2016": ["kinds/time-dev.jsonl"]}


def read(*names):
    rows = []
    for name in names:
        with open(os.path.join(DATA, name), encoding="utf-8") as file:
            rows += map(json.loads, file)
    return rows


def shingles(text):
    return {text[i:i + 12] for i in range(len(text) - 11)}


def claims():
    """Pairs of different evidence for one claim, with a Jaccard similarity of 0.6 or more."""
    evidence = defaultdict(set)
    for row in read("drift/fever_symmetric_dev.jsonl"):
        evidence[row["claim"]].add(row["evidence"])
    pairs = {pair for texts in evidence.values() for pair in combinations(sorted(texts), 2)}
    return sorted((a, b) for a, b in pairs
                  if 5 * len(shingles(a) & shingles(b)) >= 3 * len(shingles(a) | shingles(b)))


def share(part, whole):
    return part / whole if whole else 0.0


def average_precision(truth, scores):
    """With items ranked by score, and those without one last."""
    ranked = sorted((pair for pair in zip(truth, scores) if pair[1] > 0), key=lambda pair: -pair[1])
    hits, total = 0, 0.0
    for place, (is_true, _) in enumerate(ranked, 1):
        if is_true:
            hits += 1
            total += hits / place
    return share(total, sum(truth))


def auroc(truth, scores):
    """The share of pairs of a true and a false item in which the true one has the higher score; equal scores count
    half."""
    false = sorted(score for is_true, score in zip(truth, scores) if not is_true)
    won = sum(bisect_left(false, score) + bisect_right(false, score)
              for is_true, score in zip(truth, scores) if is_true)
    return share(won, 2 * sum(truth) * len(false))


def figures(labels, judged):
    """Counts, (precision, recall, F1) of each kind, accuracy, macro-F1 and average precision."""
    count = Counter((label, kind) for label, (kind, *_) in zip(labels, judged))
    kinds = {}
    for kind in KINDS:
        right = count[kind, kind]
        said = sum(count[other, kind] for other in KINDS)
        true = sum(count[kind, other] for other in KINDS)
        kinds[kind] = share(right, said), share(right, true), share(2 * right, said + true)
    accuracy = share(sum(count[kind, kind] for kind in KINDS), len(labels))
    present = [kind for kind in FOUR if kind in labels]
    macro = share(sum(kinds[kind][2] for kind in present), len(present))
    ranking = average_precision([label == "drift" for label in labels], [score for _, score, *_ in judged])
    return count, kinds, accuracy, macro, ranking


HEADS = [("", "clusters", "drift", "accuracy", "macro-F1", "precision", "recall", "F1", "average"),
         ("", "", "", "", "", "of drift", "of drift", "", "precision")]


def print_heads(name):
    for head in HEADS:
        print("  %-24s %8s %6s %9s %9s %10s %9s %6s %10s" % ((head[0] or name,) + head[1:]))
        name = ""


def print_line(name, labels, judged):
    _, kinds, accuracy, macro, ranking = figures(labels, judged)
    precision, recall, f1 = kinds["drift"]
    print("  %-24s %8d %6d %9.3f %9.3f %10.3f %9.3f %6.3f %10.3f" % (
        name, len(labels), labels.count("drift"), accuracy, macro, precision, recall, f1, ranking))
