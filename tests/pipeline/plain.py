"""plain.py - sql/plain.sql finds the rows of the pipeline: in the bundled sample, in texts that are compared whole, and in
the dumps of ../shared/data, if they are there: in the short form, the smaller ones. It tells every difference, and
changes nothing.
"""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, run_tests, skip
from databases import DATA, change, contents, load, loaded, rows, run, sample, set_parameters, shell

LINE = re.compile(r"  (shared signatures|pairs|members of clusters) +([\d,]+) +([\d,]+)  (.*)")
COUNTS = "SELECT (SELECT count(*) FROM signature), (SELECT count(*) FROM pair), (SELECT count(*) FROM member)"
ADJECTIVES, NOUNS = ("red", "blue", "old", "quick"), ("kettle", "lamp", "radio", "bicycle")


def found(path):
    """[(count in plain SQL, count of the pipeline, 'equal' or what differs)] of the three lines."""
    return [(int(line[2].replace(",", "")), int(line[3].replace(",", "")), line[4])
            for line in LINE.finditer(run(path, "plain.sql"))]


def check_equal(path, name):
    before, counts = contents(path), rows(path, COUNTS)[0]
    printed = found(path)
    check(printed == [(count, count, "equal") for count in counts], "%s: %s" % (name, printed))
    check(contents(path) == before, name + " is unchanged")
    return counts


def test_sample(folder):
    path = sample(os.path.join(folder, "sample.db"))
    check(min(check_equal(path, "the sample")) > 0, "something is found in the sample")
    for changes in ("jaccard_least = 0.9", "shingles_least = 1, tables = 1", "edit_similarity_least = 0.95",
                    "bands = 7, rows = 2, shingle = 5, fold = 'case punctuation'", "seed = -7",
                    "seed = 3, scheme = 'paper', jaccard_least = 0, edit_similarity_least = 0",
                    "bands = 20, rows = 5, hashes = 5, scheme = 'wikiduper'", "hashes = 300, bands = 10, scheme = 'wikiduper-fixed'",
                    "scheme = 'wikiduper-report', rows = NULL, bands = NULL, shingles_least = 10, fold = 'all'"):
        set_parameters(path, changes)
        run(path, "pipeline.sql")
        check_equal(path, changes)


def test_whole_texts(folder):
    texts = ["%s %s, never used, %s and %s" % (adjective, noun, size, other) for adjective in ADJECTIVES for noun in NOUNS
             for size in ("small", "Small", "very small") for other in NOUNS]
    path = load(os.path.join(folder, "texts.db"), "--whole", "--format", "csv", "-", lines="\n".join(["text"] + [
        '"%s"' % text for text in texts]))
    run(path, "pipeline.sql")
    check(check_equal(path, "texts that are compared whole")[1] > len(texts), "a template makes many pairs")


def test_differences(folder):
    path = sample(os.path.join(folder, "changed.db"))
    counts = rows(path, COUNTS)[0]
    change(path, "DELETE FROM signature WHERE (band, signature) = (SELECT band, signature FROM signature LIMIT 1);"
                 "UPDATE pair SET jaccard = jaccard - 0.001 WHERE (a, b) = (SELECT a, b FROM pair LIMIT 1);"
                 "INSERT INTO member VALUES (1, 1000000);")
    removed = counts[0] - rows(path, COUNTS)[0][0]
    differing = "%d only in plain SQL, %d only by the pipeline"
    printed = found(path)
    check(printed == [(counts[0], counts[0] - removed, differing % (removed, 0)),
                      (counts[1], counts[1], differing % (1, 1)),
                      (counts[2], counts[2] + 1, differing % (0, 1))], "differences are told: %s" % printed)


def test_before_the_pipeline(folder):
    done = shell(sample(os.path.join(folder, "loaded.db"), "schema.sql"), "plain.sql")
    check(done.returncode != 0 and "has no clusters yet" in done.stderr, "it needs clusters: " + done.stderr)


def test_shared_dumps(folder):
    dumps = sorted(glob.glob(os.path.join(DATA, "dumps", "*.xml.bz2")))
    if not dumps:
        skip("the dumps of ../shared are not here")
    for dump in dumps:
        if not LONG and os.path.getsize(dump) > 700_000:
            continue
        name = os.path.basename(dump)
        check_equal(loaded(os.path.join(folder, name + ".db"), dump, "pipeline.sql"), name)


run_tests("pipeline/plain", test_sample, test_whole_texts, test_differences, test_before_the_pipeline,
          test_shared_dumps)
