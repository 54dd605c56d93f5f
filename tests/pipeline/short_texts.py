"""short_texts.py - short texts with planted duplicates: the pipeline finds them with no parameter set.

tests/bench/make_short_texts makes the texts. A planted pair counts if its Jaccard similarity is at
least the threshold, by the shingles that the run chose and after folding. Both are computed here, by Python's
own Unicode database. Of these pairs at least RECALL must be found, as pairs and in one cluster; of what is
reported at least PRECISION must be right, that is, come from one original.
"""

import collections
import csv
import os
import resource
import sqlite3
import subprocess
import sys
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
import databases
from counting import check, figure, run_tests
from extension import LOADABLE, open_with
from reference import edit_distance, shingles

RECALL, PRECISION = 0.97, 0.98
# Why a planted pair is not in the table pair, in the order in which it is lost.
REASONS = ("too short", "below the threshold", "edit distance", "no candidate", "large bucket")
SIGNS = "#%&+§°"
JOINERS = ".,:/_·"  # stay between digits


# ---- Folding -------------------------------------------------------------------------------------


def is_letter(c):
    return unicodedata.category(c)[0] in "LMN" or c == "ー"


def fate(before, c, after):
    """What becomes of a character that is neither letter nor digit."""
    if c in SIGNS or unicodedata.category(c) == "Sc":
        return c
    if before.isdigit() and after.isdigit() and not c.isspace() and (c in JOINERS + "'’" or is_dash(c)):
        return "-" if is_dash(c) else c
    if c in "'’‘`´" and is_letter(before) and unicodedata.category(after)[0] == "L":
        return ""
    if is_dash(c) and after.isdigit() and not is_letter(before):
        return "-"
    return " "


def is_dash(c):
    return unicodedata.category(c) == "Pd" or c == "−"


def without_accents(text):
    """Without marks on letters of the scripts that have capitals."""
    kept, base = [], ""
    for c in unicodedata.normalize("NFD", text):
        if not unicodedata.combining(c):
            base = c
        elif base < "\u0530" or not is_letter(base):
            continue
        kept.append(c)
    return unicodedata.normalize("NFC", "".join(kept))


def folded(text):
    """As fold_text() does it, for the characters that these texts have."""
    text = unicodedata.normalize("NFKC", text).casefold()
    text = without_accents(unicodedata.normalize("NFKC", text)).replace("ß", "ss").replace("ø", "o")
    kept = []
    for before, c, after in zip(" " + text, text, text[1:] + " "):
        kept.append(c if is_letter(c) else fate(before, c, after))
    return " ".join("".join(kept).split())


# ---- Texts and the run ---------------------------------------------------------------------------


def make(folder, count, *options):
    """The texts by key, and the planted (original, duplicate, change), from make_short_texts."""
    subprocess.run([sys.executable, "tests/bench/make_short_texts", *options, str(count), folder], cwd=ROOT,
                   check=True)
    with open(os.path.join(folder, "texts.csv"), encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        texts = dict(rows)
    with open(os.path.join(folder, "truth.tsv"), encoding="utf-8") as file:
        planted = [tuple(line.rstrip("\n").split("\t")) for line in list(file)[1:]]
    return texts, planted


def load(path, texts):
    """One article without a title and one sentence for each text, in order."""
    with databases.new_database(path, kind="csv") as db:
        db.executemany("INSERT INTO article VALUES (?, 1, NULL, 0, '', NULL, NULL, 0, NULL)",
                       ((id,) for id in range(1, len(texts) + 1)))
        db.executemany("INSERT INTO sentence VALUES (?1, ?1, 1, 1, '', 'prose', ?2)", enumerate(texts.values(), 1))


def run(path):
    """Runs the pipeline; the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    databases.run(path, "pipeline.sql")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Findings:
    """A run on texts with planted pairs."""

    def __init__(self, path, texts, planted):
        self.db = open_with(path=path) if LOADABLE else sqlite3.connect(path)
        self.id = {key: id for id, key in enumerate(texts, 1)}
        self.folded = [None] + [folded(text) for text in texts.values()]
        self.setting = dict(zip(("shingle", "bands", "rows", "least", "fold"), self.db.execute(
            "SELECT shingle, bands, rows, jaccard_least, fold FROM setting").fetchone()))
        self.candidates, = self.db.execute("SELECT candidates FROM detection").fetchone()
        self.first = databases.compared(path)
        self.pairs = {(a, b) for a, b in self.db.execute("SELECT a, b FROM pair")}
        self.cluster = {m: c for c, m in self.db.execute("SELECT cluster_id, sentence_id FROM member")}
        self.origin = {self.id[duplicate]: self.id[original] for original, duplicate, _ in planted}
        self.planted = [(self.id[a], self.id[b], change) for a, b, change in planted]
        self.outcomes = [(change, *self.outcome(a, b)) for a, b, change in self.planted]

    def shingles(self, id):
        return set(shingles(self.folded[id], self.setting["shingle"]))

    def jaccard(self, a, b):
        x, y = self.shingles(a), self.shingles(b)
        return len(x & y) / len(x | y) if x and y else None

    def shares_a_signature(self, a, b):
        return self.db.execute("SELECT 1 FROM signature AS x JOIN signature AS y USING (band, signature)"
                               " WHERE x.sentence_id = ? AND y.sentence_id = ?", (a, b)).fetchone()

    def outcome(self, a, b):
        """(whether it is a pair, whether it is in one cluster, why it is not a pair)"""
        together = a in self.cluster and self.cluster[a] == self.cluster.get(b)
        first, second = sorted((self.first.get(a, 0), self.first.get(b, 0)))
        if first == second > 0 or (first, second) in self.pairs:
            return True, together, None
        jaccard = self.jaccard(a, b)
        if jaccard is None:
            return False, together, "too short"
        if jaccard < self.setting["least"]:
            return False, together, "below the threshold"
        longest = max(len(self.folded[a]), len(self.folded[b]))
        if edit_distance(self.folded[a], self.folded[b]) > longest // 2:
            return False, together, "edit distance"
        return False, together, "large bucket" if self.shares_a_signature(first, second) else "no candidate"

    def by_change(self):
        """The counts for each change, and for all: {change: Counter}"""
        counts = collections.defaultdict(collections.Counter)
        for change, is_pair, together, why in self.outcomes:
            for name in (change, "all"):
                counts[name].update(planted=1, pair=is_pair)
                counts[name][why] += 1
                if why not in REASONS[:2]:
                    counts[name].update(reach=1, cluster=together)
        return counts

    def recall(self):
        """Of the planted pairs at or above the threshold: the shares found as pairs and in one cluster."""
        counts = self.by_change()["all"]
        return tuple(counts[name] / max(counts["reach"], 1) for name in ("pair", "cluster"))

    def is_right(self, a, b):
        return self.origin.get(a, a) == self.origin.get(b, b)

    def precision(self):
        """The share of pairs that come from one original."""
        return sum(self.is_right(a, b) for a, b in self.pairs) / max(len(self.pairs), 1)

    def kinds(self):
        """How many right pairs have each kind."""
        return collections.Counter(kind for a, b, kind in self.db.execute("SELECT a, b, kind FROM pair_kind")
                                   if self.is_right(a, b))

    def different_foldings(self):
        """Texts that fold_text() folds otherwise than this file."""
        return [(text, theirs, self.folded[id]) for id, text, theirs in
                self.db.execute("SELECT id, text, fold_text(text) FROM sentence") if theirs != self.folded[id]]


def find(folder, count, *options):
    """The findings of a run on these texts, and its seconds."""
    texts, planted = make(folder, count, *options)
    path = os.path.join(folder, "texts.db")
    load(path, texts)
    seconds = run(path)
    return Findings(path, texts, planted), seconds


# ---- The test ------------------------------------------------------------------------------------


def test_bars(folder, count, *options):
    what = "%d texts %s" % (count, " ".join(options[1::2]))
    findings, _ = find(os.path.join(folder, "-".join(("texts",) + options[1::2])), count, *options)
    pairs, clusters = findings.recall()
    precision = findings.precision()
    check(pairs >= RECALL, "%s: recall of pairs %.4f, below %.2f" % (what, pairs, RECALL))
    check(clusters >= RECALL, "%s: recall in one cluster %.4f, below %.2f" % (what, clusters, RECALL))
    check(precision >= PRECISION, "%s: precision %.4f, below %.2f" % (what, precision, PRECISION))
    check(findings.candidates < 5 * count, "%s: %d candidates" % (what, findings.candidates))
    counts = findings.by_change()
    for change in ("capitals", "full-width digits"):
        check(counts[change]["pair"] == counts[change]["planted"], "%s: all %s are found" % (what, change))
    if LOADABLE:
        different = findings.different_foldings()
        check(not different, "%s: fold_text() and this file differ: %s" % (what, different[:3]))
    print("%s: shingle %d, recall %.4f, in one cluster %.4f, precision %.4f" % (
        what, findings.setting["shingle"], pairs, clusters, precision))
    figure(counts["all"]["planted"], "planted duplicates of short texts")


def test_same_twice(folder):
    """The generator depends on its arguments only."""
    first, second, other = (make(os.path.join(folder, name), 300, "--seed", seed)
                            for name, seed in (("a", "1"), ("b", "1"), ("c", "2")))
    check(first == second and first != other, "make_short_texts makes the same texts twice")
    texts, planted = first
    check(len(texts) == 300 and len(planted) == 75 and len(set(texts.values())) == 300, "as many as asked for")
    check(len({change for _, _, change in planted}) == 9, "nine kinds of change")


def test_all(folder):
    test_bars(folder, 4000)
    for language in ("en", "de", "ja"):
        test_bars(folder, 1500, "--language", language)


if __name__ == "__main__":
    run_tests("pipeline/short_texts", test_same_twice, test_all)
