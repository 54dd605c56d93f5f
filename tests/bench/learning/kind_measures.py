"""kind_measures.py - how well models judge labelled pairs that they have not seen.

A set of figures is a dict by name. A column of a table is a title and a list of such dicts, one for each draw of
the folds; where there are several, it shows their mean and standard deviation.
"""

from statistics import mean, pstdev

import numpy

from kind_examples import PAIR_LABELS, PLANTED, SIMPLE
from kind_labels import auroc, average_precision, share
from kind_models import (TOPICS, TOPIC_OF_TWO_DATES, DRIFT_LEAST, Judge, conflicts_of, kind_of, learn_conflict,
                         learn_topic)

FOLDS = 10
SHOWN_LEAST = 0.4        # `shown_least`, unless a user sets it
SHOWN = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
BEST = (10, 20, 50)
COUNTS = ("pairs", "drift", "citations")
TELLING = ("drift", "copyedit", "reference", "template", "other", "identical")
SIMILAR = {"Jaccard similarity of 0.6 and more": (0.6, 2), "Jaccard similarity of 0.4 to 0.6": (0, 0.6)}


# ---- Measures ----


def f1_of(truth, said):
    return share(2 * sum(t and s for t, s in zip(truth, said)), sum(truth) + sum(said))


def macro_f1(labels, kinds):
    return mean(f1_of([label == kind for label in labels], [said == kind for said in kinds])
                for kind in TOPICS)


# ---- Judging what was not learnt from ----


def folds_of(groups, draw, folds=FOLDS):
    """The number of the fold of each group, drawn at random."""
    names = sorted(set(groups))
    numpy.random.RandomState(draw).shuffle(names)
    fold = {name: i % folds for i, name in enumerate(names)}
    return [fold[group] for group in groups]


def by_folds(items, groups, draw, judge, folds=FOLDS):
    """What judge(others, these) says of each item, by what the other folds teach."""
    fold, said = folds_of(groups, draw, folds), [None] * len(items)
    for number in range(folds):
        here = [i for i, f in enumerate(fold) if f == number]
        others = [each for each, f in zip(items, fold) if f != number]
        for i, answer in zip(here, judge(others, [items[i] for i in here])):
            said[i] = answer
    return said


def numbered(items):
    """A group of its own for each."""
    return ["%04d" % i for i in range(len(items))]


def judge_by_folds(examples, dated, draw):
    """(topics, scores) of the examples by what the other folds teach."""
    said = by_folds(examples, [each.group for each in examples], draw,
                    lambda others, these: zip(*Judge(others, dated).judge(these)))
    return tuple(map(numpy.array, zip(*said)))


def judge_by(examples, unseen, dated):
    """(topics, scores) of unseen examples by what those teach that share no group with them."""
    groups = {each.group for each in unseen}
    return Judge([each for each in examples if each.group not in groups], dated).judge(unseen)


def measured(examples, judged, least, most):
    """(examples, topics, scores): those of the sets of labels with a similarity in this range."""
    here = [i for i, each in enumerate(examples) if each.source in PAIR_LABELS and least <= each.jaccard < most]
    return [examples[i] for i in here], judged[0][here], judged[1][here]


# ---- Figures ----


def pair_figures(examples, topics, scores):
    drift = [each.kind == "drift" for each in examples]
    told = [i for i, each in enumerate(examples) if each.kind in TOPICS]
    labels = [examples[i].kind for i in told]
    ranked = sorted(range(len(examples)), key=lambda i: -scores[i])
    figures = {
        "pairs": len(examples),
        "drift": sum(drift),
        "same topic, F1": f1_of([label != "template" for label in labels], [topics[i] >= 0.5 for i in told]),
        "macro-F1 of template, copyedit, drift": macro_f1(labels, [kind_of(topics[i], scores[i]) for i in told]),
        "drift, average precision": average_precision(drift, scores),
        "drift, AUROC": auroc(drift, scores)}
    for most in BEST:
        best = [drift[i] for i in ranked[:most]]
        figures["drift among the %d best" % most] = share(sum(best), len(best))
    for least in SHOWN:
        shown = [drift[i] for i in range(len(examples)) if scores[i] >= least]
        figures["score %.1f: shown" % least] = len(shown)
        figures["score %.1f: precision" % least] = share(sum(shown), len(shown))
        figures["score %.1f: recall" % least] = share(sum(shown), sum(drift))
    return figures


def planted_figures(examples, topics, scores):
    """What becomes of planted changes."""
    cases = [(each, kind_of(topic, score), score >= SHOWN_LEAST) for each, topic, score in zip(examples, topics, scores)
             if each.source.startswith(PLANTED)]
    figures = {}
    for name, here in (
            ("simple", [case for case in cases if case[0].source in SIMPLE]),
            ("simple, 3 shared", [case for case in cases if case[0].source in SIMPLE and case[0].copies >= 3]),
            *((way[len(PLANTED):], [case for case in cases if case[0].source == way]) for way in SIMPLE),
            ("other ways", [case for case in cases if case[0].kind == "drift" and case[0].source not in SIMPLE]),
            ("controls", [case for case in cases if case[0].kind == "copyedit"]),
            ("controls, 3 shared", [case for case in cases if case[0].kind == "copyedit" and case[0].copies >= 3])):
        figures[name + ": pairs"] = len(here)
        figures[name + ": drift"] = share(sum(kind == "drift" for _, kind, _ in here), len(here))
        if name.startswith("controls"):
            figures[name + ": template"] = share(sum(kind == "template" for _, kind, _ in here), len(here))
        else:
            figures[name + ": share shown"] = share(sum(shown for *_, shown in here), len(here))
    return figures


def citation_figures(examples):
    """Whether the label `reference` is found; what is decided by rules needs no folds."""
    truth, said = [each.kind == "reference" for each in examples], [each.said == "reference" for each in examples]
    both = sum(t and s for t, s in zip(truth, said))
    return {"citations": sum(truth), "precision": share(both, sum(said)), "recall": share(both, sum(truth)),
            "recall of what is none": share(sum(not t and not s for t, s in zip(truth, said)),
                                            len(truth) - sum(truth))}


def calibration_figures(examples, scores):
    """The share of drift, and the mean score, of pairs by tenths of their score."""
    figures = {}
    for tenth in range(10):
        here = [(score, each.kind == "drift") for each, score in zip(examples, scores)
                if score > 0 and int(min(score, 0.99) * 10) == tenth]
        if here:
            name = "%.1f to %.1f" % (tenth / 10, tenth / 10 + 0.1)
            figures[name + ": pairs"] = len(here)
            figures[name + ": mean score"] = mean(score for score, _ in here)
            figures[name + ": drift"] = mean(float(drift) for _, drift in here)
    return figures


def cluster_kind(pairs, topic, conflict):
    kinds = [kind_of(t, t * c if conflicts_of(pair) else 0)
             for pair, t, c in zip(pairs, topic, conflict)]
    return min(kinds, key=TELLING.index)


def judge_clusters(clusters, topic, conflict):
    """(label, kind) of the clusters that texts and titles decide."""
    for kind, pairs, _ in clusters:
        known = [pair for pair in pairs if pair]
        if kind in TOPICS and known:
            yield kind, cluster_kind(known, topic.probability(known), conflict.probability(known))


def cluster_figures(judged):
    labels, kinds = zip(*judged)
    return {"macro-F1 of template, copyedit, drift": macro_f1(labels, kinds),
            "drift, F1": f1_of([label == "drift" for label in labels], [kind == "drift" for kind in kinds])}


def clusters_by_folds(examples, clusters, dated, draw):
    """kinds-dev and hard-dev, judged by texts and titles alone."""
    fold = folds_of(numbered(clusters), draw)
    conflict, judged = learn_conflict(examples, dated), []
    for number in range(FOLDS):
        topic = learn_topic(examples, [each for each, f in zip(clusters, fold) if f != number])
        judged += judge_clusters([each for each, f in zip(clusters, fold) if f == number], topic, conflict)
    return cluster_figures(judged)


def clusters_by(examples, clusters, unseen, dated):
    return cluster_figures(list(judge_clusters(unseen, learn_topic(examples, clusters),
                                               learn_conflict(examples, dated))))


def says_drift(model, dated):
    chances = model.probability([each.texts for each in dated if each.texts]).tolist()
    return [bool(each.texts) and TOPIC_OF_TWO_DATES * chances.pop(0) >= DRIFT_LEAST and conflicts_of(each.texts)
            for each in dated]


def date_figures(dated, said):
    figures = {}
    for source in dict.fromkeys(each.source for each in dated):
        here = [(each.kind == "drift", s) for each, s in zip(dated, said)
                if each.source == source and each.kind in ("copyedit", "drift")]
        truth, found = zip(*here)
        figures[source + ", accuracy"] = mean(float(t == f) for t, f in here)
        figures[source + ", F1 of drift"] = f1_of(truth, found)
        figures[source + ", recall of drift"] = share(sum(t and f for t, f in here), sum(truth))
    return figures


def dates_by_folds(examples, dated, draw):
    return date_figures(dated, by_folds(dated, numbered(dated), draw, lambda others, these: says_drift(
        learn_conflict(examples, others), these)))


def dates_by(examples, dated, unseen):
    return date_figures(unseen, says_drift(learn_conflict(examples, dated), unseen))


# ---- Tables ----


def cell(name, values):
    if not values:
        return "%17s" % ""
    if name in COUNTS or name.endswith((": shown", ": pairs")):
        return "%9.0f%8s" % (mean(values), "")
    return "%9.3f" % mean(values) + (" ± %.3f" % pstdev(values) if len(values) > 1 else "%8s" % "")


def print_table(title, columns):
    print("\n%s\n  %-38s" % (title, "") + "".join("%17s" % name for name, _ in columns))
    for name in dict.fromkeys(name for _, draws in columns for figures in draws for name in figures):
        cells = (cell(name, [figures[name] for figures in draws if name in figures]) for _, draws in columns)
        print(("  %-38s" % name + "".join(cells)).rstrip())


def print_figures(title, draws, width):
    """The mean of each figure, and its deviation where it was measured several times."""
    print("\n%s" % title)
    for name in draws[0]:
        values = [draw[name] for draw in draws]
        print("  %-*s %.3f" % (width, name, mean(values)) + (" ± %.3f" % pstdev(values) if len(values) > 1 else ""))
