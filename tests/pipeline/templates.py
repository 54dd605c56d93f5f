"""templates.py - large buckets: the pipeline against the plain join of all signatures.

The plain join has no filter and leaves nothing out: it compares all pairs of texts that share a
signature. If no bucket is large, the pipeline must give the same pairs. If buckets are large
(hundreds of sentences of one template, several templates that share bands) and `bucket_most` is 30, it compares a
small part of the candidates, and must give the same clusters.
"""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, run_tests
from databases import fill, rows, run, set_parameters

SYLLABLES = "ba ko ri sta len dor mi vel za chu po grad ne wi ber gen sk".split()


class Writer:
    """Sentences from templates, the same on every run."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.regions = [self.name() + " Voivodeship" for _ in range(60)]

    def name(self):
        return "".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4))).capitalize()

    def number(self, most):
        return self.random.randint(20, most)

    def village(self):
        return (f"{self.name()} is a village in the administrative district of the rural municipality, in north-eastern "
                f"Poland, and it had a population of {self.number(9999)} people at the time of the last national census.")

    def river(self):
        return (f"{self.name()} is a river in the administrative district of the rural municipality, in north-eastern "
                f"Poland, and flows for {self.number(999)} kilometres before it ends in the northern lakes of the country.")

    def gmina(self):
        """Alike only if region and number or names agree."""
        return (f"{self.name()} is a village in the administrative district of Gmina {self.name()}, within "
                f"{self.random.choice(self.regions)}, in north-eastern Poland, with {self.number(9999)} inhabitants.")

    def census(self):
        return (f"The village lies in the district of {self.random.choice(self.regions)} and had {self.number(9999)} "
                f"inhabitants at the census of {self.random.randint(1990, 2011)}, of whom {self.number(5000)} were women.")


PLAIN = """
CREATE TEMP TABLE made(signature INTEGER, id INTEGER, PRIMARY KEY (signature, id)) WITHOUT ROWID;
INSERT INTO made
SELECT made.signature, id FROM compared_sentence JOIN sentence ON id = sentence_id
  JOIN minhash_signatures(text) AS made
 WHERE first_id = sentence_id;
CREATE TEMP TABLE joined(a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT OR IGNORE INTO joined
SELECT x.id, y.id FROM made AS x JOIN made AS y ON y.signature = x.signature AND y.id > x.id;
CREATE TEMP TABLE plain AS
WITH alike AS MATERIALIZED (
    SELECT a, b, jaccard(x.text, y.text) AS jaccard
      FROM joined JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b
), measured AS MATERIALIZED (
    SELECT a, b, jaccard, edit_distance(x.text, y.text) AS edit_distance, max(length(x.text), length(y.text)) AS length
      FROM alike JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b
     WHERE jaccard >= 0.6
)
SELECT a, b, jaccard, edit_distance FROM measured WHERE edit_distance <= 0.5 * length;
"""


def plain_join(path):
    """The pairs of different texts, the number of candidates, and both ways' clusters."""
    printed = run(path, ".bail on", "views.sql", PLAIN, ".mode tabs",
                  "SELECT 'pair', a, b, jaccard, edit_distance FROM plain;",
                  "SELECT 'candidates', count(*) FROM joined;",
                  "SELECT 'member', member, component FROM union_find_members((SELECT union_find(a, b) FROM"
                  " (SELECT a, b FROM plain UNION ALL SELECT first_id, sentence_id FROM copy)));")
    lines = [line.split("\t") for line in printed.splitlines()]
    pairs = {(int(r[1]), int(r[2])): (float(r[3]), int(r[4])) for r in lines if r[0] == "pair"}
    members = {int(r[1]): int(r[2]) for r in lines if r[0] == "member"}
    return pairs, int([r for r in lines if r[0] == "candidates"][0][1]), members


def read_result(path):
    pairs = {(a, b): figures for a, b, *figures in rows(
        path, "SELECT a, b, jaccard, edit_distance FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy)")}
    members = dict(rows(path, "SELECT sentence_id, cluster_id FROM member"))
    (candidates, large, left_out), = rows(path, "SELECT candidates, large_buckets, left_out FROM detection")
    return pairs, members, candidates, large, left_out


def same_figures(found, plain):
    """The shell prints 15 digits."""
    return abs(found[0] - plain[0]) < 1e-12 and found[1] == plain[1]


def made(folder, name, texts, parameters=None):
    """The path of a database of one article, and what the pipeline prints."""
    path = fill(os.path.join(folder, name + ".db"), [("One", texts)])
    if parameters:
        set_parameters(path, parameters)
    return path, run(path, "find", "summary")


def test_all_pairs(folder, name, texts):
    """Enough comparisons for all buckets, however large."""
    path, _ = made(folder, name, texts, "comparisons_most = 1e9, threads = 3")
    found, members, compared, large, left_out = read_result(path)
    plain, candidates, expected = plain_join(path)
    check(large == 0 and left_out == 0, name + ": nothing is left out")
    check(compared == candidates, name + ": the candidates of the plain join")
    check(found.keys() == plain.keys(), name + ": and its pairs")
    check(all(same_figures(found[pair], plain[pair]) for pair in plain), name + ": their figures")
    check(members == expected, name + ": and its clusters")


def test(folder, name, texts, bounded, lost_most=0):
    path, summary = made(folder, name, texts, "bucket_most = 30" if bounded else None)
    found, members, compared, large, left_out = read_result(path)
    plain, candidates, expected = plain_join(path)
    wrong = sum(not same_figures(found[pair], plain[pair]) for pair in found.keys() & plain.keys())
    check(wrong == 0, "%s: %d pairs have other figures" % (name, wrong))
    if not bounded:
        check(large == 0, name + ": no bucket is large")
        check(found.keys() == plain.keys(), name + ": the pairs of the plain join")
        check(members == expected, name + ": and its clusters")
    else:
        check(large > 0, name + ": buckets are large")
        check(left_out > 0, name + ": pairs are left out")
        check("shared by more than 30 texts" in summary, name + ": the summary says so")
        lost = sum(members.get(m) is None for m in expected)
        check(lost <= lost_most, "%s: %d sentences of %d are lost" % (name, lost, len(expected)))
        if lost_most == 0:
            check(members == expected, name + ": the clusters of the plain join")
        check(compared < candidates / 4, name + ": few candidates")
    print("%s: %d candidates instead of %d, %d pairs instead of %d, %d clusters instead of %d" % (
        name, compared, candidates, len(found), len(plain), len(set(members.values())), len(set(expected.values()))))


def test_many(folder, name, texts, most):
    """Limits the candidates, which take most of the time: of 20,000 texts, all pairs would be 200 million."""
    path, _ = made(folder, name, texts)
    sizes = rows(path, "SELECT size FROM cluster")
    check(sizes == [(len(texts),)], "%s: clusters of %s" % (name, sizes[:5]))
    candidates = rows(path, "SELECT candidates FROM detection")[0][0]
    check(candidates <= most, "%s: %d candidates, at most %d" % (name, candidates, most))


def some(write, count):
    """So many texts; in the short form, two thirds, of which the plain join makes less than half of the pairs."""
    return [write() for _ in range(count if LONG else count * 2 // 3)]


def test_templates(folder):
    w = Writer(1)
    test(folder, "small", [f() for _ in range(12) for f in (w.village, w.gmina)] * 2, False)
    test(folder, "one", some(w.village, 900), True)
    two = some(w.village, 800) + some(w.river, 150) + some(w.gmina, 300) + some(w.census, 300)
    w.random.shuffle(two)
    test(folder, "mixed", two, True)
    test_all_pairs(folder, "mixed, all pairs", two[:600])
    # Few of these are alike beyond what all have in common: needles in a haystack.
    test(folder, "loose", some(w.gmina, 1000), True, 2)
    many, each = (20000, 160) if LONG else (3000, 250)
    test_many(folder, "many of one template", [w.village() for _ in range(many)], each * many)
    test_many(folder, "many times the same", [two[0]] * many, 0)


run_tests("pipeline/templates", test_templates)
