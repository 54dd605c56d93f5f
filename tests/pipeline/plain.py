"""plain.py - sql/plain.sql finds the rows of the pipeline, with its settings: in the bundled sample, in texts that are compared
whole, and in the dumps of ../shared/data, if they are there: in the short form, the smaller ones.
"""

import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, run_tests, skip
from databases import DATA, ROOT, load, loaded, rows, run, sample, set_parameters, shell

CHOSEN = "VALUES ('', 12, 86, 611, 25, 4, 0.6, 0.5)"
SIGNED = "minhash_signatures(text, chosen.shingle, chosen.bands, chosen.rows)"
TABLES = {"pair": "a, b, jaccard, edit_distance", "member": "cluster_id, sentence_id", "cluster": "id, size, texts, articles"}
ADJECTIVES, NOUNS = ("red", "blue", "old", "quick"), ("kettle", "lamp", "radio", "bicycle")


def plain(path, made):
    """Runs plain.sql with the settings of the pipeline, which has run on the database at `path`, on a copy of it."""
    shutil.copy(path, made)
    ((chosen, signed),) = rows(path, """
        SELECT printf('VALUES (%Q, %d, %d, %d, %d, %d, %.17g, %.17g)', fold, shingle,
                      iif(shingles_least = 1, 1, shingles_least + shingle - 1), shingles_most + shingle - 1, bands, rows,
                      jaccard_least, edit_similarity_least),
               printf('minhash_signatures(text, chosen.shingle, chosen.bands, chosen.rows, %d, %Q, %d)', hashes, scheme, seed)
          FROM setting""")
    with open(os.path.join(ROOT, "sql/plain.sql"), encoding="utf-8") as file:
        script = file.read()
    check(CHOSEN in script and SIGNED in script, "plain.sql says what it chooses")
    if rows(path, "SELECT tables FROM setting") == [(1,)]:
        script = script.replace("WHERE block <> 'table'", "")
    run(made, script.replace(CHOSEN, chosen).replace(SIGNED, signed))


def check_equal(path, name):
    made = path + ".plain"
    plain(path, made)
    for table, columns in TABLES.items():
        there, here = (set(rows(which, f"SELECT {columns} FROM {table}")) for which in (path, made))
        check(there == here, f"{name}: {table}: {len(there - here)} only by the pipeline, {len(here - there)} only in plain SQL")
    return [len(rows(made, f"SELECT 1 FROM {table}")) for table in TABLES]


def test_sample(folder):
    path = sample(os.path.join(folder, "sample.db"))
    check(min(check_equal(path, "the sample")) > 0, "something is found in the sample")
    for changes in ("jaccard_least = 0.9", "shingles_least = 1, tables = 1", "edit_similarity_least = 0.95",
                    "bands = 7, rows = 2, shingle = 5, fold = 'case punctuation'", "seed = -7",
                    "seed = 3, scheme = 'paper', jaccard_least = 0, edit_similarity_least = 0",
                    "bands = 20, rows = 5, hashes = 5, scheme = 'wikiduper'", "hashes = 300, bands = 10, scheme = 'wikiduper-fixed'",
                    "scheme = 'wikiduper-report', rows = NULL, bands = NULL, shingles_least = 10, fold = 'all'"):
        set_parameters(path, changes)
        run(path, "find")
        check_equal(path, changes)


def test_whole_texts(folder):
    texts = ["%s %s, never used, %s and %s" % (adjective, noun, size, other) for adjective in ADJECTIVES for noun in NOUNS
             for size in ("small", "Small", "very small") for other in NOUNS]
    path = load(os.path.join(folder, "texts.db"), "--whole", "--format", "csv", "-", lines="\n".join(["text"] + [
        '"%s"' % text for text in texts]))
    run(path, "find")
    check(check_equal(path, "texts that are compared whole")[0] > len(texts), "a template makes many pairs")


def test_afresh(folder):
    """It runs on a database without results, with what it chooses itself, and empties results that are there."""
    fresh, full = sample(os.path.join(folder, "fresh.db"), "schema"), sample(os.path.join(folder, "full.db"))
    for path in fresh, full:
        printed = run(path, ".read sql/plain.sql")
        check("95 pairs, 46 clusters of 108 sentences" in printed, printed)
        check(rows(path, "SELECT count(*) FROM pair_kind") == [(0,)], "what is not of these pairs is gone")
    other = os.path.join(folder, "other.db")
    with open(other, "wb"):
        pass
    done = shell(other, ".read sql/plain.sql")
    check(done.returncode != 0 and "has no table sentence" in done.stderr, done.stderr)


def test_shared_dumps(folder):
    dumps = sorted(glob.glob(os.path.join(DATA, "dumps", "*.xml.bz2")))
    if not dumps:
        skip("the dumps of ../shared are not here")
    for dump in dumps:
        if not LONG and os.path.getsize(dump) > 700_000:
            continue
        name = os.path.basename(dump)
        check_equal(loaded(os.path.join(folder, name + ".db"), dump, "find"), name)


run_tests("pipeline/plain", test_sample, test_whole_texts, test_afresh, test_shared_dumps)
