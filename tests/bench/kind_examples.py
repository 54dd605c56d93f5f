"""kind_examples.py - labelled pairs with their features, for tests/bench/train_kinds.

Features are those that duplicate_kind() prints. A pair that a database holds gets its evidence, by
sql/judge.sql; any pair gets the features of its texts and titles.
"""

import json
import os
import re
import sqlite3
import sys
import zlib
from collections import namedtuple
from functools import lru_cache
from itertools import combinations

from kind_labels import ROOT, claims, read

sys.path.insert(0, os.path.join(ROOT, "tests"))
from sql_script import sql_script

OUR_LABELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kind_labels.tsv")
NAN = float("nan")

# `texts` and `database` are lists of numbers in the order of feature_names(), or None if the kind was
# decided without them; `group` names what must stay in one fold.
Example = namedtuple("Example", "kind source texts database group")


@lru_cache
def feature_names():
    """The features, in the order of `enum feature`."""
    with open(os.path.join(ROOT, "ext", "core", "kinds", "features.h"), encoding="utf-8") as header:
        return re.findall(r"^    feature_(\w+),", header.read(), re.M)


def vector(features):
    """The numbers of a JSON object of features: what it leaves out is 0, null is not known."""
    if features is None:
        return None
    found = json.loads(features)
    return [NAN if found.get(name, 0) is None else float(found.get(name, 0)) for name in feature_names()]


def open_corpus(path):
    db = sqlite3.connect("file:%s?mode=ro" % path, uri=True, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(os.path.join(ROOT, "build", "neardup"))
    return db


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
    """((a, b), kind, source) for each labelled pair that the corpus holds."""
    for row in read("kinds/pairs-dev.jsonl"):
        a = find_sentence(db, row["sentences"][0])
        b = find_sentence(db, row["sentences"][1], a)
        if a and b:
            yield (min(a, b), max(a, b)), row["kind"], "pairs-dev"
    articles = dict(db.execute("SELECT page_id, id FROM article"))
    with open(OUR_LABELS, encoding="utf-8") as labels:
        for line in labels:
            if line.startswith("#"):
                continue
            *place, checksum, kind = line.rstrip("\n").split("\t")
            found = [db.execute("SELECT id, text FROM sentence WHERE article_id = ? AND position = ?",
                                (articles.get(int(place[i])), place[i + 1])).fetchone() for i in (0, 2)]
            if all(found) and zlib.crc32((found[0][1] + found[1][1]).encode()) == int(checksum):
                yield tuple(sorted(id for id, _ in found)), kind, "ours"


ONE_FEATURE = "conflicts, own_changed\n  FROM batch"


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

    def add(self, pair, articles, titles):
        for article in articles:
            self.join(pair, ("article", article))
        x, y = ([word.lower() for word in re.findall(r"\w+", title)] for title in titles)
        pattern = tuple(word for word in x if word in y and not word.isdigit())
        if titles[0] != titles[1] and any(len(word) > 3 for word in pattern):
            self.join(pair, ("titles", pattern))


def of_corpus(db):
    """The examples whose pairs the corpus holds."""
    pairs = {pair: rest for pair, *rest in labelled_pairs(db)}
    db.execute("CREATE TEMP TABLE judged (a INTEGER, b INTEGER, PRIMARY KEY (a, b))")
    db.executemany("INSERT INTO temp.judged VALUES (?, ?)", pairs)
    script = sql_script("judge_evidence.sql") + sql_script("judge.sql")
    # judge.sql keeps two features only: here all of them stand in the last column.
    assert script.count(ONE_FEATURE) == 1
    db.executescript(script.replace(ONE_FEATURE, "conflicts, features\n  FROM batch"))
    groups, rows = Groups(), []
    for a, b, features in db.execute("SELECT a, b, own_changed FROM temp.judgement ORDER BY a, b").fetchall():
        (x, title_x, article_x), (y, title_y, article_y) = (
            db.execute("SELECT text, title, article_id FROM sentence JOIN article ON article.id = article_id"
                       " WHERE sentence.id = ?", (id,)).fetchone() for id in (a, b))
        groups.add((a, b), (article_x, article_y), (title_x, title_y))
        rows.append(((a, b), of_texts(db, x, y, title_x, title_y, 0), vector(features)))
    return [Example(*pairs[pair], texts, database, repr(groups.find(pair)))
            for pair, texts, database in rows]


# ---- Clusters and sentences without a corpus ----


def of_clusters(db, *names):
    """(kind, [features of each pair]) of each labelled cluster, judged by texts and titles."""
    for row in read(*names):
        sentences = {}
        for each in row["sentences"]:
            sentences.setdefault(each["text"], each)
        dates = len({each.get("date") for each in row["sentences"]}) > 1
        yield row["kind"], [of_texts(db, a, b, sentences[a]["title"], sentences[b]["title"], int(dates))
                            for a, b in combinations(sentences, 2)]


def of_dates(db):
    """Examples of one article at two dates, and of one claim."""
    for name in ("kinds/time-dev.jsonl", "kinds/time2-dev.jsonl"):
        for kind, pairs in of_clusters(db, name):
            yield Example(kind, name, pairs[0] if pairs else None, None, None)
    for a, b in claims():
        yield Example("drift", "fever", of_texts(db, a, b, "", "", 1), None, None)
