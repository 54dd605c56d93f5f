"""papers.py - the settings of the papers, and what sql/papers.sql prints, computed a second time in Python.

With a preset, the pipeline stores the signatures that the paper's scheme gives by tests/oracle/reference.py, and its
clusters are the connected components of texts that share one.
"""

import collections
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
from counting import check, run_tests
from databases import contents, rows, run, sample, shell
from reference import components, family, match_probability

# Scheme, and fewest and most shingles.
PRESETS = {"weissman": ("paper", 75, 600), "wikiduper": ("wikiduper", 76, 599), "ayhan": ("wikiduper-report", 76, 599),
           "meng": ("wikiduper", 76, 599)}
SHINGLE, BANDS, ROWS, HASHES = 12, 10, 10, 20


# ---- Presets ------------------------------------------------------------------------------------


def set_preset(path, name):
    run(path, ".parameter set @preset " + name, "preset.sql")


def signatures_of(path, scheme, least, most):
    """{(band, signature): ids} that several of the texts share, and the groups of equal texts."""
    made = family(scheme, shingle=SHINGLE, bands=BANDS, rows=ROWS, hashes=HASHES)
    equal, buckets = collections.defaultdict(list), collections.defaultdict(list)
    for id, text in rows(path, "SELECT id, text FROM sentence WHERE block <> 'table' ORDER BY id"):
        if least <= len(text) - SHINGLE + 1 <= most:
            equal[text].append(id)
    for text, ids in equal.items():
        for band, signature in made.signatures(text):
            buckets[band, signature].append(ids[0])
    return {key: ids for key, ids in buckets.items() if len(ids) > 1}, list(equal.values())


def test_preset(folder):
    path = sample(os.path.join(folder, "preset.db"))
    default = rows(path, "SELECT * FROM parameters")
    for name, (scheme, least, most) in PRESETS.items():
        set_preset(path, name)
        run(path, "pipeline.sql")
        shared, equal = signatures_of(path, scheme, least, most)
        stored = rows(path, "SELECT band, signature, sentence_id FROM signature")
        check(set(stored) == {(*key, id) for key, ids in shared.items() for id in ids} and len(stored) > 50,
              "%s: %d signatures are those of the scheme" % (name, len(stored)))
        expected = dict(components((ids[0], id) for ids in [*shared.values(), *equal] for id in ids[1:]))
        found = dict(rows(path, "SELECT sentence_id, cluster_id FROM member"))
        check(found == expected, "%s: %d sentences are in the clusters of the scheme" % (name, len(found)))
    recall = match_probability(family("wikiduper", shingle=SHINGLE, bands=BANDS, rows=ROWS, hashes=HASHES), 0.9)
    check("Expected recall: %.1f %% at Jaccard 0.9" % (100 * recall) in run(path, "summary.sql"), "the recall of the scheme")
    set_preset(path, "default")
    check(rows(path, "SELECT * FROM parameters") == default, "'default' sets everything back")


def test_reuse_preset(folder):
    path = sample(os.path.join(folder, "reuse.db"))
    set_preset(path, "alshomary")
    run(path, "reuse.sql")
    expected = rows(path, "SELECT a, b, a_position, a_length, b_position, b_length FROM reuse")
    text = dict(rows(path, "SELECT article_id, text FROM article_text"))
    check(len(expected) > 2 and min(each[3] for each in expected) >= 200, "cases: %s" % expected)
    run(path, ".load build/neardup", "CREATE TEMP TABLE aligned AS SELECT a, b, f.a_position, f.a_length, f.b_position, f.b_length"
        " FROM (SELECT DISTINCT a, b FROM reuse) JOIN article_text AS x ON x.article_id = a JOIN article_text AS y"
        " ON y.article_id = b JOIN text_alignment(x.text, y.text, 'ngrams', 3, 150, 5, 200, 0.5, 'cosine', 64, 0, 0, 1) AS f;",
        "SELECT neardup_error('other cases') WHERE EXISTS (SELECT * FROM aligned EXCEPT SELECT a, b, a_position, a_length,"
        " b_position, b_length FROM reuse);")
    check(len(text) > 2, "articles have texts")


def test_wrong_preset(folder):
    path = sample(os.path.join(folder, "wrong.db"))
    before = contents(path)
    for given in ([".parameter set @preset ayhann"], []):
        done = shell(path, *given, "preset.sql")
        check(done.returncode != 0 and "@preset must be default, " in done.stderr, done.stderr)
    check(contents(path) == before, "a wrong preset changes nothing")
    for wrong in ("scheme = 'words'", "hashes = 20", "scheme = 'paper', bands = 21, hashes = 21", "seed = 9223372036854775807"):
        done = shell(path, "UPDATE parameters SET %s;" % wrong)
        check("CHECK" in done.stderr, "%s is refused: %s" % (wrong, done.stderr))


def test_program(folder):
    path = os.path.join(folder, "program.db")

    def find(*words):
        return subprocess.run(["build/neardup", *words], cwd=ROOT, capture_output=True, encoding="utf-8")

    done = find("examples/sample.xml", "--db", path, "--preset", "weissman", "--bands", "8")
    check(done.returncode == 0, done.stderr)
    check(rows(path, "SELECT scheme, bands, rows, hashes, jaccard_least FROM setting") == [("paper", 8, 10, 20, 0)],
          "a preset, and an option over it")
    done = find(path, "--preset", "nobody")
    check(done.returncode != 0 and "--preset must be" in done.stderr, "a wrong preset: " + done.stderr)
    check(rows(path, "SELECT scheme, bands FROM parameters") == [("paper", 8)], "the parameters stay")


run_tests("pipeline/papers", test_preset, test_reuse_preset, test_wrong_preset, test_program)
