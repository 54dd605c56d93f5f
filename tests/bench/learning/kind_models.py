"""kind_models.py - the models that duplicate_kind() decides by: how they are learnt, and how they are written.

The topics are boosted trees of depth 3 (Friedman 2001), in which evidence that can speak for one side only
is kept from speaking for the other. The conflict is boosted stumps, which add up to steps.

They learn from labels, from planted changes (planting.py), and from pairs at random, without which every copy
would be about one topic. All planted changes together count as much as a share of the labels does, however many
there are: the more they count, the more of them is found, and the less true is what is found in nature.
"""

import os
import re
from decimal import ROUND_FLOOR, Decimal

os.environ.setdefault("OMP_NUM_THREADS", "1")   # so little data does not repay threads
import numpy
from sklearn.ensemble import HistGradientBoostingClassifier

import trees
from kind_examples import PLANTED, RANDOM, ROOT, SIMPLE, feature_names

TOPICS = ("template", "copyedit", "drift")
CONFLICTS = ("number", "date", "time", "negation", "place", "quantity", "status", "name", "opposite", "order",
             "other")
OF_CONFLICT = CONFLICTS + ("tense", "distance", "distance_of_names", "names_least", "slip", "shared_word", "in_title",
                           "elsewhere", "one_for_one", "two_dates", "words", "replaced", "inserted", "verbless",
                           "beginning", "conflicts", "mirrored", "rarity_of_change")
FIRST_OF_DATABASE = "same_article"
# More of this never speaks against one topic, or never for it.
FOR_ONE = ("pairs", "agreeing", "neighbours", "rarity", "rarity_fifth", "rarity_of_number",
           "rarity_of_beginning", "rarity_of_subject", "title_found_most", "title_found_least",
           "change_found_most", "change_found_least", "subject", "same_subject", "other_named", "words")
FOR_TWO = ("partners", "own_changed", "own_titles", "own_subjects", "title_pattern", "conflicts",
           "value_conflicts", "name_conflicts", "other_conflicts", "parallel", "changed")
OF_RANDOM = 0.1                                 # what one counts
OF_PLANTED = {"topic_of_database": 0.12, "topic": 0.03, "conflict": 0.2}  # texts alone tell less of what was planted
# Controls and the simplest ways count most. In a conflict the ways do not count alike: of labelled pairs in which a name
# differs most have another form of it, so that only planted ones tell what another name is; a "not" needs few.
OF_SIMPLE, OF_OTHER_WAY = 1.5, 0.5
OF_WAY = {PLANTED + "name": 3.5, PLANTED + "negation": 0.6}
with open(os.path.join(ROOT, "ext", "core", "kinds", "decision.h"), encoding="utf-8") as source:
    DECISION = {name: float(value) for name, value in re.findall(r"(\w+) = ([\d.]+)[,;]", source.read())}
DRIFT_LEAST, TOPIC_OF_TWO_DATES = DECISION["decision_drift_least"], DECISION["decision_topic_of_two_dates"]
NAMES = feature_names()
PLACE = {name: i for i, name in enumerate(NAMES)}
TEXT_COLUMNS = list(range(PLACE[FIRST_OF_DATABASE]))
ALL_COLUMNS = list(range(len(NAMES)))
CONFLICT_COLUMNS = [PLACE[name] for name in OF_CONFLICT]
LARGEST = 1e9       # a threshold that no feature reaches: scikit-learn has infinity where only the unknown is not below


# ---- Learning ----


def topic_model(columns):
    directions = [(NAMES[i] in FOR_ONE) - (NAMES[i] in FOR_TWO) for i in columns]
    return HistGradientBoostingClassifier(
        max_iter=150, learning_rate=0.06, max_depth=3, min_samples_leaf=10, l2_regularization=1,
        monotonic_cst=directions, early_stopping=False, random_state=1)


def conflict_model():
    return HistGradientBoostingClassifier(
        max_iter=100, learning_rate=0.06, max_depth=1, min_samples_leaf=6, early_stopping=False,
        random_state=1)


class Model:
    """A model that judges rows of all features by some of them."""

    def __init__(self, model, columns):
        self.model, self.columns = model, columns

    def fit(self, rows, labels, importance=None):
        self.model.fit(numpy.array(rows, float)[:, self.columns], numpy.array(labels, int), importance)
        return self

    def probability(self, rows):
        if not len(rows):
            return numpy.zeros(0)
        return self.model.predict_proba(numpy.array(rows, float)[:, self.columns])[:, 1]


def conflicts_of(row):
    return row is not None and sum(row[PLACE[name]] for name in CONFLICTS) > 0


def importance_of(examples, model):
    """What each example counts: 1 if it is labelled."""
    planted = [each.source.startswith(PLANTED) for each in examples]
    labelled = sum(not is_planted and each.source != RANDOM for is_planted, each in zip(planted, examples))
    of_one = OF_PLANTED[model] * labelled / max(1, sum(planted))
    of_way = OF_WAY if model == "conflict" else {}

    def importance(example, is_planted):
        if not is_planted:
            return OF_RANDOM if example.source == RANDOM else 1
        simple = example.kind == "copyedit" or example.source in SIMPLE
        return of_one * of_way.get(example.source, OF_SIMPLE if simple else OF_OTHER_WAY)

    return list(map(importance, examples, planted))


def learn_topic_of_database(examples):
    examples = [each for each in examples if each.kind in TOPICS and each.database]
    return Model(topic_model(ALL_COLUMNS), ALL_COLUMNS).fit(
        [each.database for each in examples], [each.kind != "template" for each in examples],
        importance_of(examples, "topic_of_database"))


def learn_topic(examples, clusters):
    """From pairs, and from clusters in which each pair shows what the label says."""
    examples = [each for each in examples if each.kind in TOPICS and each.texts]
    rows, labels = [each.texts for each in examples], [each.kind != "template" for each in examples]
    importance = importance_of(examples, "topic")
    for kind, pairs, _ in clusters:
        pairs = [pair for pair in pairs if pair]
        if kind in TOPICS and (kind == "template" or len(pairs) == 1):
            rows += pairs
            labels += [kind != "template"] * len(pairs)
            importance += [3 / len(pairs)] * len(pairs)
    return Model(topic_model(TEXT_COLUMNS), TEXT_COLUMNS).fit(rows, labels, importance)


def learn_conflict(examples, dated):
    examples = [each for each in examples + dated
                if each.kind in ("copyedit", "drift") and conflicts_of(each.database or each.texts)]
    return Model(conflict_model(), CONFLICT_COLUMNS).fit(
        [each.database or each.texts for each in examples], [each.kind == "drift" for each in examples],
        importance_of(examples, "conflict"))


# ---- Writing ----


def least_above(threshold):
    """The least number of five digits above a threshold: scikit-learn asks <=, of numbers that are values themselves
    where a feature has many, and a file asks <. It asks up to infinity where it asks whether a value is known."""
    threshold = Decimal(min(threshold, LARGEST))
    digit = Decimal(1).scaleb(threshold.adjusted() - 4)
    return float((threshold / digit).to_integral_value(ROUND_FLOOR) * digit + digit)


def nodes_of(predictor, columns):
    """The nodes of a tree of scikit-learn for trees.write()."""
    found = predictor.nodes
    values = [0.0] * len(found)
    for i in reversed(range(len(found))):       # children come after their parent
        node = found[i]
        if node["is_leaf"]:
            values[i] = float(node["value"])
        else:
            left, right = int(node["left"]), int(node["right"])
            below, above = float(found[left]["count"]), float(found[right]["count"])
            values[i] = (values[left] * below + values[right] * above) / (below + above)
    return [(None, 0.0, False, values[i], 0, 0) if node["is_leaf"] else
            (NAMES[columns[int(node["feature_idx"])]], least_above(node["num_threshold"]),
             bool(node["missing_go_to_left"]), values[i], int(node["left"]), int(node["right"]))
            for i, node in enumerate(found)]


def ensemble_of(model):
    learnt = model.model
    return (float(learnt._baseline_prediction.ravel()[0]),
            [nodes_of(predictor, model.columns) for predictor, in learnt._predictors])


def tree_of_steps(feature, thresholds, points, unknown):
    """A tree that asks for one feature: points[i] below thresholds[i] and from the one before on. As the values of inner
    nodes are 0, all of a leaf is credited to the feature."""
    points, unknown = [round(number, 2) for number in points], round(unknown, 2)
    kept = [i for i in range(len(thresholds)) if points[i] != points[i + 1]]
    questions = [(thresholds[i], False, points[i]) for i in kept]
    if unknown != points[-1] and questions and unknown == questions[0][2]:
        questions[0] = (questions[0][0], True, unknown)
    elif unknown != points[-1]:
        questions, points = [*questions, (LARGEST, False, points[-1])], [*points, unknown]
    tree = []
    for threshold, unknown_below, below in questions:
        place = len(tree)
        tree += [(feature, threshold, unknown_below, 0.0, place + 1, place + 2), (None, 0.0, False, below, 0, 0)]
    return tree + [(None, 0.0, False, points[-1], 0, 0)]


def steps_of(model):
    """The bias and a tree for each feature that boosted stumps add up to, centred so that a usual value has no points."""
    bias, stumps = ensemble_of(model)
    steps = {}
    for stump in stumps:
        if len(stump) == 1:
            bias += stump[0][3]
            continue
        feature, threshold, unknown_below, mean_value, left, right = stump[0]
        below, above = stump[left][3], stump[right][3]
        bias += mean_value
        steps.setdefault(feature, []).append((threshold, below - mean_value, above - mean_value,
                                              below - mean_value if unknown_below else above - mean_value))
    learnt = []
    for feature in sorted(steps, key=PLACE.get):
        thresholds = sorted({step[0] for step in steps[feature]})
        places = [thresholds[0] - 1] + thresholds
        points = [sum(above if place >= threshold else below
                      for threshold, below, above, _ in steps[feature]) for place in places]
        learnt.append(tree_of_steps(feature, thresholds, points, sum(step[3] for step in steps[feature])))
    return bias, learnt


def write_models(examples, clusters, dated):
    for name, (bias, learnt), comment in (
            ("topic_of_database", ensemble_of(learn_topic_of_database(examples)),
             "Whether two sentences are about one thing, when the rest of the database is known."),
            ("topic", ensemble_of(learn_topic(examples, clusters)),
             "Whether two sentences are about one thing, as far as the two and their titles tell."),
            ("conflict", steps_of(learn_conflict(examples, dated)),
             "Whether two sentences about one thing cannot both be true.")):
        trees.write(trees.path_of(name), bias, learnt, comment + "\nWritten by tests/bench/train_kinds.")


# ---- Deciding ----


def kind_of(topic, score):
    return "drift" if score >= DRIFT_LEAST else "copyedit" if topic >= 0.5 else "template"


class Judge:
    """What examples teach about pairs of a corpus."""

    def __init__(self, examples, dated):
        self.topic = learn_topic_of_database(examples)
        self.conflict = learn_conflict(examples, dated)

    def judge(self, examples):
        """(topic, score) of each example."""
        topics, scores = numpy.zeros(len(examples)), numpy.zeros(len(examples))
        here = [i for i, each in enumerate(examples) if each.database]
        rows = [examples[i].database for i in here]
        topics[here] = self.topic.probability(rows)
        scores[here] = topics[here] * self.conflict.probability(rows) * [conflicts_of(row) for row in rows]
        return topics, scores
