"""kind_examples.py - labelled pairs with their features, for tests/bench/train_kinds.

Features are those that duplicate_kind() prints. A pair that a database holds gets its evidence, by
sql/kinds/judge.sql; any pair gets the features of its texts and titles.
"""

import json
import os
import random
import re
import zlib
from collections import namedtuple
from functools import lru_cache
from itertools import chain, combinations

import planted_changes
from kind_halves import half_of, is_held
from kind_labels import ROOT, claims, read

from databases import whole_script
from extension import open_with

OUR_LABELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kind_labels.tsv")
PAIR_LABELS = ("pairs-dev", "pairs-low-dev", "pairs-2019-dev")
MORE_LABELS = ("top-dev",)      # to learn from, not to measure: they were drawn from what release 0.4 took for drift
RANDOM, PLANTED = "random", "planted "      # `source` of an example without a label; the way follows
SIMPLE = [PLANTED + way for way in planted_changes.SIMPLE]
RANDOM_COUNT = 6000
PLANTED_KINDS = {"drift": "drift", "control": "copyedit"}
NAN = float("nan")

# `texts` and `database` are lists of numbers in the order of feature_names(), or None if the kind was
# decided without them; `said` is the kind that the extension gave; `group` names what must stay in one fold;
# `held`: kind_halves.py; `copies`: of planting.py; `clusters`: of both ends. Without a corpus `corpus`, `jaccard` and
# `database` are None.
Example = namedtuple("Example", "kind source corpus jaccard texts database said group held copies clusters",
                     defaults=(None, ()))


@lru_cache
def feature_names():
    """The features, in the order of `enum feature`."""
    with open(os.path.join(ROOT, "ext", "core", "kinds", "features.h"), encoding="utf-8") as header:
        return re.findall(r"\bX\((\w+)\)", header.read())


def vector(features):
    """The numbers of a JSON object of features: what it leaves out is 0, null is not known."""
    if features is None:
        return None
    found = json.loads(features)
    return [NAN if found.get(name, 0) is None else float(found.get(name, 0)) for name in feature_names()]


def open_corpus(path):
    return open_with(path="file:%s?mode=ro" % path, uri=True)


def of_texts(db, a, b, title_a, title_b, two_dates):
    return vector(db.execute("SELECT features FROM duplicate_kind(?, ?, ?, ?, '', '', ?)",
                             (a, b, title_a, title_b, two_dates)).fetchone()[0])


# ---- Pairs of a corpus ----


def find_sentence(db, sentence, other=None):
    for id, in db.execute("SELECT sentence.id FROM article JOIN sentence ON article_id = article.id"
                          " WHERE title = ? AND text = ?", (sentence["title"], sentence["text"])):
        if id != other:
            return id
    return None


def labelled_pairs(db):
    """((a, b), kind, source, held) for each labelled pair that the corpus holds."""
    for source in PAIR_LABELS + MORE_LABELS:
        for row in read("kinds/%s.jsonl" % source):
            a = find_sentence(db, row["sentences"][0])
            b = a and find_sentence(db, row["sentences"][1], a)
            if b:
                yield (min(a, b), max(a, b)), row["kind"], source, is_held(row)
    articles = dict(db.execute("SELECT page_id, id FROM article"))
    with open(OUR_LABELS, encoding="utf-8") as labels:
        for line in labels:
            if line.startswith("#"):
                continue
            *place, checksum, kind = line.rstrip("\n").split("\t")
            found = [db.execute("SELECT id, text FROM sentence WHERE article_id = ? AND position = ?",
                                (articles.get(int(place[i])), place[i + 1])).fetchone() for i in (0, 2)]
            if all(found) and zlib.crc32((found[0][1] + found[1][1]).encode()) == int(checksum):
                yield tuple(sorted(id for id, _ in found)), kind, "ours", False


def random_pairs(db):
    """((a, b), kind, source, held) of pairs at random in which something conflicts. Of those hardly one in a
    hundred is about one thing, so `template` is a label that seldom errs."""
    found = db.execute("SELECT a, b, x.title, y.title FROM pair_kind"
                       "  JOIN sentence AS s ON s.id = a JOIN article AS x ON x.id = s.article_id"
                       "  JOIN sentence AS t ON t.id = b JOIN article AS y ON y.id = t.article_id"
                       " WHERE type IS NOT NULL ORDER BY a, b").fetchall()
    for a, b, *titles in random.Random(1).sample(found, min(RANDOM_COUNT, len(found))):
        yield (a, b), "template", RANDOM, half_of(titles)


def planted_pairs(db, key):
    """((a, b), kind, source, held, copies) of each planted change (planting.py) that one pair shows."""
    texts = {}
    for id, text in db.execute("SELECT id, text FROM sentence ORDER BY id"):
        texts.setdefault(text, id)
    with open(key, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            a, b = texts.get(row["a"]), texts.get(row["b"])
            if a and b and row["group"] in PLANTED_KINDS:
                yield ((min(a, b), max(a, b)), PLANTED_KINDS[row["group"]], PLANTED + row["kind"],
                       half_of((row["title_a"], row["title_b"])), row["copies"])


ONE_FEATURE = "conflicts, own_changed\n         FROM batch"


class Groups:
    """Pairs that must stay in one fold: those that share an article, or a pattern of titles."""

    def __init__(self):
        self.parent = {}

    def find(self, item):
        self.parent.setdefault(item, item)
        while self.parent[item] != item:
            item = self.parent[item]
        return item

    def join(self, a, b):
        self.parent[self.find(a)] = self.find(b)

    def add(self, titles):
        for title in titles:
            self.join(("title", titles[0]), ("title", title))
        x, y = ([word.lower() for word in re.findall(r"\w+", title)] for title in titles)
        pattern = tuple(word for word in x if word in y and not word.isdigit())
        if titles[0] != titles[1] and any(len(word) > 3 for word in pattern):
            self.join(("title", titles[0]), ("titles", pattern))

    def of(self, titles):
        return repr(self.find(("title", titles[0])))


def groups_of(titles):
    """The group of each pair of titles."""
    groups = Groups()
    for each in titles:
        groups.add(each)
    return [groups.of(each) for each in titles]


def judge_pairs(db, pairs):
    """(a, b, kind, features) of each pair, by sql/kinds/judge.sql. What is not in `pair` is a near miss."""
    db.execute("CREATE TEMP TABLE judged (a INTEGER, b INTEGER, near INTEGER, PRIMARY KEY (a, b))")
    db.executemany("INSERT INTO temp.judged SELECT x, y, NOT EXISTS (SELECT * FROM pair WHERE a = x AND b = y)"
                   "  FROM (SELECT ? AS x, ? AS y)", pairs)
    db.execute("INSERT OR IGNORE INTO temp.judged SELECT a, b, 1 FROM near_miss")
    db.execute("SELECT neardup_run('views.sql')")
    script = whole_script("judge.sql")
    # judge.sql keeps two features only: here all of them stand in the last column.
    assert script.count(ONE_FEATURE) == 1
    db.executescript(script.replace(ONE_FEATURE, "conflicts, features\n         FROM batch"))
    return [row for row in db.execute("SELECT a, b, kind, own_changed FROM temp.judgement ORDER BY a, b")
            if row[:2] in pairs]


def of_corpus(path):
    """(example, titles) of each pair that the corpus holds, without its group: of planted changes, if the key of
    planting.py is beside it, or else labelled, and at random."""
    db = open_corpus(path)
    stem = os.path.splitext(path)[0]
    corpus, key, pairs = os.path.basename(stem).split(".")[0], stem + ".key", {}
    found = planted_pairs(db, key) if os.path.exists(key) else chain(labelled_pairs(db), random_pairs(db))
    for pair, *rest in found:
        pairs.setdefault(pair, rest)
    for a, b, said, features in judge_pairs(db, pairs):
        (x, title_x), (y, title_y) = (
            db.execute("SELECT text, title FROM sentence JOIN article ON article.id = article_id"
                       " WHERE sentence.id = ?", (id,)).fetchone() for id in (a, b))
        kind, source, held, *copies = pairs[a, b]
        jaccard, = db.execute("SELECT jaccard(fold_text(?, fold), fold_text(?, fold), shingle) FROM setting",
                              (x, y)).fetchone()
        clusters = tuple((path, id) for id, in db.execute(
            "SELECT DISTINCT cluster_id FROM member WHERE sentence_id IN (?, ?)", (a, b)))
        yield Example(kind, source, corpus, jaccard, of_texts(db, x, y, title_x, title_y, 0), vector(features),
                      said, None, held, *copies or (None,), clusters), (title_x, title_y)


def of_corpora(paths):
    """The examples whose pairs one of the databases holds."""
    found = [pair for path in paths for pair in of_corpus(path)]
    groups = groups_of([titles for _, titles in found])
    return [example._replace(group=group) for (example, _), group in zip(found, groups)]


# ---- Clusters and sentences without a corpus ----


def of_clusters(db, *names):
    """(kind, [features of each pair], held) of each labelled cluster, judged by texts and titles."""
    for row in read(*names):
        sentences = {}
        for each in row["sentences"]:
            sentences.setdefault(each["text"], each)
        dates = len({each.get("date") for each in row["sentences"]}) > 1
        yield row["kind"], [of_texts(db, a, b, sentences[a]["title"], sentences[b]["title"], int(dates))
                            for a, b in combinations(sentences, 2)], is_held(row)


def of_dates(db):
    """Examples of one article at two dates, and of one claim."""
    for name in ("time-dev", "time2-dev"):
        for kind, pairs, held in of_clusters(db, "kinds/%s.jsonl" % name):
            yield Example(kind, name, None, None, pairs[0] if pairs else None, None, None, None, held)
    for a, b in claims():
        yield Example("drift", "fever", None, None, of_texts(db, a, b, "", "", 1), None, None, None, False)
