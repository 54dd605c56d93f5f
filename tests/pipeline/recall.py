"""recall.py - the pipeline against exact all-pairs Jaccard, on three reference corpora and a dump.

The corpora are what the original program hashed: sentences from ../shared/data/reference, inserted
into the tables; the dump is loaded. The exact answer is computed here by a prefix filter: if two
sets have Jaccard similarity s, then in one order of all shingles the first (1 - s) * size + 1 of
each have one in common. Every pair of Jaccard similarity 0.9 or more must be found; every pair
reported must be one, with the right figures; clusters must be the connected components of the pairs.
"""

import bz2
import collections
import math
import os
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
from counting import check, finish, skip
from reference import components, edit_distance, shingles
from sql_script import sql_script

SHARED = os.environ.get("NEARDUP_SHARED", "../shared")
REFERENCE = os.path.join(ROOT, SHARED, "data", "reference")
DUMPS = os.path.join(ROOT, SHARED, "data", "dumps")
DUMP = "enwiki-2016-sample"
CORPORA = ["katrina", "neardup", "wikidump.part"]
SHINGLE, LEAST, MOST, JACCARD_LEAST, EDIT_SIMILARITY_LEAST = 12, 75, 600, 0.6, 0.5
# The least recall that 25 bands of 4 rows must reach on each corpus.
RECALL = {0.9: 1.0, 0.8: 0.999, 0.7: 0.99, 0.6: 0.95}


def exact_pairs(texts):
    """All pairs (a, b), a < b, of Jaccard similarity JACCARD_LEAST or more, with it."""
    sets = {key: set(shingles(text, SHINGLE)) for key, text in texts.items()}
    count = collections.Counter(shingle for each in sets.values() for shingle in each)
    where = collections.defaultdict(list)
    candidates = set()
    for key in sorted(sets):
        rarest = sorted(sets[key], key=lambda shingle: (count[shingle], shingle))
        for shingle in rarest[: len(rarest) - math.ceil(JACCARD_LEAST * len(rarest)) + 1]:
            if count[shingle] > 1:
                candidates.update((other, key) for other in where[shingle])
                where[shingle].append(key)
    exact = {}
    for a, b in candidates:
        both = len(sets[a] & sets[b])
        similarity = both / (len(sets[a]) + len(sets[b]) - both)
        if similarity >= JACCARD_LEAST:
            exact[a, b] = similarity
    return exact


def new_source(path, name, kind):
    """A new database with source number 1, made as for any table of short texts."""
    db = sqlite3.connect(path)
    db.executescript(sql_script("schema.sql"))
    db.execute(
        "INSERT INTO source(id, name, kind, options, program_version, started_at)"
        " VALUES (1, ?, ?, '', '', datetime())",
        (name, kind),
    )
    return db


def fill(path, lines):
    db = new_source(path, "reference", "tsv")
    articles = {}
    for id, line in enumerate(lines, 1):
        page, position, text = line.split("\t")
        if page not in articles:
            articles[page] = len(articles) + 1
            db.execute(
                "INSERT INTO article VALUES (?, 1, ?, 0, ?, NULL, NULL, 1, NULL)",
                (articles[page], page, "page " + page),
            )
        db.execute(
            "INSERT INTO sentence VALUES (?, ?, ?, 1, '', 'prose', ?)",
            (id, articles[page], position, text),
        )
    db.commit()
    db.close()


def run_pipeline(path):
    """Runs the pipeline; its output."""
    with open(os.path.join(ROOT, "sql", "pipeline.sql"), encoding="utf-8") as script:
        result = subprocess.run(
            ["sqlite3", path], stdin=script, cwd=ROOT, capture_output=True, text=True
        )
    check(result.returncode == 0 and result.stderr == "", "pipeline: " + result.stderr)
    return result.stdout


def load_corpus(name, path):
    with bz2.open(os.path.join(REFERENCE, name + ".sentences.tsv.bz2"), "rt", encoding="utf-8") as f:
        fill(path, [line.rstrip("\n") for line in f])


def load_dump(name, path):
    dump = os.path.join(DUMPS, name + ".xml.bz2")
    subprocess.run(["build/neardup-load", "--quiet", dump, path], cwd=ROOT, check=True)


def test(name, load, folder):
    path = os.path.join(folder, name + ".db")
    load(name, path)
    run_pipeline(path)
    db = sqlite3.connect(path)
    db.enable_load_extension(True)
    db.load_extension(os.path.join(ROOT, "build", "neardup"))
    # What folding leaves is compared. tests/functions/oracle.py checks the folding.
    texts = dict(db.execute("SELECT id, fold_text(text, (SELECT fold FROM setting)) FROM sentence"
                            " WHERE block <> 'table'"))
    texts = {k: t for k, t in texts.items() if LEAST <= len(t) - SHINGLE + 1 <= MOST}
    first = {}
    for key in sorted(texts):
        first.setdefault(texts[key], key)
    first_id = {key: first[text] for key, text in texts.items()}
    exact = exact_pairs(texts)
    found = {(a, b): (j, e) for a, b, j, e in db.execute("SELECT a, b, jaccard, edit_distance FROM pair")}

    def is_found(a, b):
        a, b = sorted((first_id[a], first_id[b]))
        return a == b or (a, b) in found

    check(dict(db.execute("SELECT * FROM compared_sentence")) == first_id, name + ": compared sentences")
    figures = []
    for level, least in RECALL.items():
        at_level = [pair for pair, s in exact.items() if s >= level]
        # The threshold of edit similarity leaves out pairs that are reordered.
        hits = sum(is_found(*pair) for pair in at_level)
        recall = hits / len(at_level)
        figures.append("%d of %d at %.1f" % (hits, len(at_level), level))
        check(recall >= least, "%s: recall %.4f at %.1f" % (name, recall, level))
    for (a, b), (jaccard, distance) in found.items():
        check(a < b and abs(exact[a, b] - jaccard) < 1e-12, "%s: pair %d, %d" % (name, a, b))
        check(jaccard >= JACCARD_LEAST, "%s: pair %d, %d is below the threshold" % (name, a, b))
        if jaccard < 1:
            check(
                edit_distance(texts[a], texts[b]) == distance,
                "%s: edit distance of %d, %d" % (name, a, b),
            )
            check(
                1 - distance / max(len(texts[a]), len(texts[b])) >= EDIT_SIMILARITY_LEAST,
                "%s: pair %d, %d is too far by edit distance" % (name, a, b),
            )
    expected = dict(components(found))
    members = {m: c for c, m in db.execute("SELECT cluster_id, sentence_id FROM member")}
    check(members == expected, name + ": clusters are the components of the pairs")
    sizes = collections.Counter(expected.values())
    clusters = db.execute("SELECT id, size, texts, articles FROM cluster").fetchall()
    check({c[0]: c[1] for c in clusters} == sizes, name + ": cluster sizes")
    for id, _, count, _ in clusters:
        different = {texts[m] for m, c in members.items() if c == id}
        check(len(different) == count, "%s: texts of cluster %d" % (name, id))
    print("%s: %s; %d clusters" % (name, ", ".join(figures), len(clusters)))


def main():
    if not os.path.isdir(REFERENCE):
        skip("pipeline/recall: the reference corpora are not here")
        return finish("pipeline/recall")
    with tempfile.TemporaryDirectory() as folder:
        for name in CORPORA:
            test(name, load_corpus, folder)
        test(DUMP, load_dump, folder)
    return finish("pipeline/recall")


if __name__ == "__main__":
    sys.exit(main())
