"""templates.py - large buckets: the pipeline against the plain join of all signatures.

The plain join has no filter and leaves nothing out: it compares all pairs of texts that share a
signature. If no bucket is large, the pipeline must give the same pairs. If buckets are large
(hundreds of sentences of one template, several templates that share bands) and `bucket_most` is 30, it compares a
small part of the candidates, and must give the same clusters.
"""

import os
import random
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish
from recall import new_source, run_pipeline

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
        return (
            f"{self.name()} is a village in the administrative district of the rural municipality, in "
            f"north-eastern Poland, and it had a population of {self.number(9999)} people at the time "
            "of the last national census."
        )

    def river(self):
        return (
            f"{self.name()} is a river in the administrative district of the rural municipality, in "
            f"north-eastern Poland, and flows for {self.number(999)} kilometres before it ends in "
            "the northern lakes of the country."
        )

    def gmina(self):
        """Alike only if region and number or names agree."""
        return (
            f"{self.name()} is a village in the administrative district of Gmina {self.name()}, within "
            f"{self.random.choice(self.regions)}, in north-eastern Poland, with {self.number(9999)} "
            "inhabitants."
        )

    def census(self):
        return (
            f"The village lies in the district of {self.random.choice(self.regions)} and had "
            f"{self.number(9999)} inhabitants at the census of {self.random.randint(1990, 2011)}, of "
            f"whom {self.number(5000)} were women."
        )


def fill(path, texts):
    db = new_source(path, "generated", "test")
    db.execute("INSERT INTO article(id, source_id, namespace, title) VALUES (1, 1, 0, 'One')")
    db.executemany(
        "INSERT INTO sentence VALUES (?1, 1, ?1, 1, '', 'prose', ?2)", enumerate(texts, 1)
    )
    db.commit()
    db.close()


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
SELECT a, b, jaccard(x.text, y.text) AS jaccard, edit_distance(x.text, y.text) AS edit_distance
  FROM joined JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b
 WHERE jaccard >= 0.6 AND edit_similarity(x.text, y.text) >= 0.5;
"""


def plain_join(path):
    """The pairs of different texts, the number of candidates, and both ways' clusters."""
    script = (
        ".bail on\n.load build/neardup\n" + PLAIN + ".mode tabs\n"
        "SELECT 'pair', a, b, jaccard, edit_distance FROM plain;\n"
        "SELECT 'candidates', count(*) FROM joined;\n"
        "SELECT 'member', member, component FROM union_find_members((SELECT union_find(a, b) FROM"
        " (SELECT a, b FROM plain UNION ALL SELECT first_id, sentence_id FROM compared_sentence"
        "  WHERE first_id < sentence_id)));\n"
    )
    result = subprocess.run(
        ["sqlite3", path], input=script, cwd=ROOT, capture_output=True, text=True
    )
    check(result.stderr == "", "plain join: " + result.stderr)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    pairs = {(int(r[1]), int(r[2])): (float(r[3]), int(r[4])) for r in rows if r[0] == "pair"}
    members = {int(r[1]): int(r[2]) for r in rows if r[0] == "member"}
    return pairs, int([r for r in rows if r[0] == "candidates"][0][1]), members


def read_result(path):
    db = sqlite3.connect(path)
    pairs = {
        (a, b): (j, d)
        for a, b, j, d in db.execute(
            "SELECT a, b, jaccard, edit_distance FROM pair JOIN compared_sentence ON sentence_id = b WHERE first_id = b"
        )
    }
    members = dict(db.execute("SELECT sentence_id, cluster_id FROM member"))
    detection = dict(
        zip(
            [row[1] for row in db.execute("PRAGMA table_info(detection)")],
            db.execute("SELECT * FROM detection").fetchone(),
        )
    )
    db.close()
    return pairs, members, detection


def same_figures(found, plain):
    """The shell prints 15 digits."""
    return abs(found[0] - plain[0]) < 1e-12 and found[1] == plain[1]


def set_parameters(path, values):
    subprocess.run(["sqlite3", "-bail", path, ".read sql/parameters.sql",
                    "UPDATE parameters SET " + values], cwd=ROOT, check=True)


def test_all(folder, name, texts):
    """Enough comparisons for all buckets, however large."""
    path = os.path.join(folder, name + ".db")
    fill(path, texts)
    set_parameters(path, "comparisons_most = 1e9, threads = 3")
    run_pipeline(path)
    found, members, detection = read_result(path)
    plain, candidates, expected = plain_join(path)
    check(detection["large_buckets"] == 0 and detection["left_out"] == 0, name + ": nothing is left out")
    check(detection["candidates"] == candidates, name + ": the candidates of the plain join")
    check(found.keys() == plain.keys(), name + ": and its pairs")
    check(all(same_figures(found[pair], plain[pair]) for pair in plain), name + ": their figures")
    check(members == expected, name + ": and its clusters")


def test(folder, name, texts, large, lost_most=0):
    path = os.path.join(folder, name + ".db")
    fill(path, texts)
    if large:
        set_parameters(path, "bucket_most = 30")
    summary = run_pipeline(path)
    found, members, detection = read_result(path)
    plain, candidates, expected = plain_join(path)
    wrong = sum(not same_figures(found[pair], plain[pair]) for pair in found.keys() & plain.keys())
    check(wrong == 0, "%s: %d pairs have other figures" % (name, wrong))
    if not large:
        check(detection["large_buckets"] == 0, name + ": no bucket is large")
        check(found.keys() == plain.keys(), name + ": the pairs of the plain join")
        check(members == expected, name + ": and its clusters")
    else:
        check(detection["large_buckets"] > 0, name + ": buckets are large")
        check(detection["left_out"] > 0, name + ": pairs are left out")
        check("shared by more than 30 texts" in summary, name + ": the summary says so")
        lost = sum(members.get(m) is None for m in expected)
        check(lost <= lost_most, "%s: %d sentences of %d are lost" % (name, lost, len(expected)))
        if lost_most == 0:
            check(members == expected, name + ": the clusters of the plain join")
        check(detection["candidates"] < candidates / 4, name + ": few candidates")
    print(
        "%s: %d candidates instead of %d, %d pairs instead of %d, %d clusters instead of %d"
        % (
            name,
            detection["candidates"],
            candidates,
            len(found),
            len(plain),
            len(set(members.values())),
            len(set(expected.values())),
        )
    )


def test_many(folder, name, texts, most):
    """Limits the candidates, which take most of the time: all pairs would be 200 million."""
    path = os.path.join(folder, name + ".db")
    fill(path, texts)
    run_pipeline(path)
    db = sqlite3.connect(path)
    sizes = db.execute("SELECT size FROM cluster").fetchall()
    check(sizes == [(len(texts),)], "%s: clusters of %s" % (name, sizes[:5]))
    candidates = db.execute("SELECT candidates FROM detection").fetchone()[0]
    check(candidates <= most, "%s: %d candidates, at most %d" % (name, candidates, most))
    db.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        w = Writer(1)
        test(folder, "small", [f() for _ in range(12) for f in (w.village, w.gmina)] * 2, False)
        test(folder, "one", [w.village() for _ in range(900)], True)
        two = [w.village() for _ in range(800)] + [w.river() for _ in range(150)]
        two += [w.gmina() for _ in range(300)] + [w.census() for _ in range(300)]
        w.random.shuffle(two)
        test(folder, "mixed", two, True)
        test_all(folder, "mixed, all pairs", two[:600])
        # Few of these are alike beyond what all have in common: needles in a haystack.
        test(folder, "loose", [w.gmina() for _ in range(1000)], True, 2)
        test_many(folder, "20,000 of one template", [w.village() for _ in range(20000)], 3_200_000)
        test_many(folder, "20,000 times the same", [two[0]] * 20000, 0)
    return finish("pipeline/templates")


if __name__ == "__main__":
    sys.exit(main())
