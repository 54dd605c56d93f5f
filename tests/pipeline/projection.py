"""projection.py - pairs of similar vectors as the second way of detection: what it finds, against all pairs
compared; its modes; what it chooses; and that MinHash alone finds what it found before."""

import contextlib
import os
import random
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import check, run_tests
from databases import add_article, new_database, shell
from extension import open_with

TABLES = ("pair", "member", "cluster", "pair_kind", "resemblance", "detection", "projection", "choice",
          "copy", "near_miss", "cluster_group")
WORDS = ["".join(random.Random(number).choices("abcdefghijklmnoprstuvw", k=4 + number % 7)) for number in range(900)]


def clause(chance):
    return [chance.choice(WORDS) for _ in range(5)]


def sentences():
    """Of 400 topics: a sentence, its words in another order, one with another word, and a copy; of some."""
    chance = random.Random(16)
    for topic in range(400):
        clauses = [clause(chance) for _ in range(5)]
        yield clauses
        if topic % 2:
            yield [words[2:] + words[1::-1] for words in clauses[3:] + clauses[:3]]
        if topic % 3 == 0:
            changed = [list(words) for words in clauses]
            changed[topic % 5][1] = chance.choice(WORDS)
            yield changed
        if topic % 7 == 0:
            yield clauses


def text(clauses):
    return ", ".join(" ".join(words) for words in clauses).capitalize() + "."


def make(path):
    texts = [text(clauses) for clauses in sentences()]
    with new_database(path, kind="mediawiki") as db:
        for first in range(0, len(texts) + 1, 3):
            add_article(db, texts[first:first + 3], title="Article %d" % (first // 3 + 1))


def run(path, changes=""):
    """Changes the parameters, runs the pipeline, and returns what it printed and its errors."""
    done = shell(path, ".bail on", "parameters",
                 *(["UPDATE parameters SET %s;" % changes] if changes else []), "find", "summary")
    return done.stdout, done.stderr


def rows(path, query):
    with contextlib.closing(open_with(path=path)) as db:
        db.execute("SELECT neardup_run('views.sql')")
        return db.execute(query).fetchall()


def tables(path):
    return {table: databases.rows(path, "SELECT * FROM %s ORDER BY 1, 2" % table) for table in TABLES}


def fresh(folder, name, changes):
    path = os.path.join(folder, name + ".db")
    make(path)
    printed, errors = run(path, changes)
    check(errors == "", "%s: %s" % (changes, errors))
    return path, printed


def check_modes(folder):
    minhash, printed = fresh(folder, "minhash", "detection = 'minhash'")
    check("Said differently" not in printed and "cosine" not in printed, printed)
    check(rows(minhash, "SELECT count(*), count(cosine) FROM pair")[0][1] == 0, "a cosine without projection")
    check(rows(minhash, "SELECT count(*) FROM projection") == [(0,)], "projection without projection")

    projection, printed = fresh(folder, "projection", "detection = 'projection'")
    check("Said differently, by cosine" in printed and "candidate pairs: texts whose projections" in printed, printed)
    check("Jaccard similarity ≥" not in printed and "at cosine 0.85" in printed, printed)
    check(rows(projection, "SELECT count(*) FROM signature") == [(0,)], "signatures without MinHash")

    both, printed = fresh(folder, "both", "detection = 'both'")
    check("Expected recall: 96.9 % at Jaccard 0.6" in printed and "at cosine 0.85" in printed, printed)
    found = {name: {row[:4]: row[4] for row in rows(path, "SELECT * FROM pair")}
             for name, path in (("minhash", minhash), ("projection", projection), ("both", both))}
    check(set(found["both"]) == set(found["minhash"]) | set(found["projection"]), "both are not one and the other")
    check(all(found["both"][pair] == found["projection"].get(pair) for pair in found["both"]),
          "cosines differ from those of projection alone")
    check(len(found["minhash"]) < len(found["both"]), "projection adds nothing")
    copies = [{row for row in rows(path, "SELECT a, b, jaccard FROM pair WHERE edit_distance = 0")}
              for path in (minhash, projection, both)]
    check(len(copies[0]) > 50 and copies[0] == copies[1] == copies[2], "copies differ: %d" % len(copies[0]))
    added = rows(both, "SELECT added FROM projection")[0][0]
    check(added == len(found["both"]) - len(found["minhash"]), "%d pairs were added" % added)
    for path in (projection, both):
        wrong = rows(path, "SELECT count(*) FROM pair JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b"
                           " WHERE pair.jaccard <> jaccard(x.text, y.text)"
                           "    OR edit_distance <> edit_distance(x.text, y.text)")
        check(wrong == [(0,)], "%d pairs are measured wrongly" % wrong[0])
        lonely = rows(path, "SELECT count(*) FROM pair WHERE a NOT IN (SELECT sentence_id FROM member)"
                            " OR b NOT IN (SELECT sentence_id FROM member)")
        check(lonely == [(0,)], "%d pairs are in no cluster" % lonely[0])
    check_said(both)
    run(both, "detection = 'minhash'")
    check(tables(both) == tables(minhash), "MinHash after both differs from MinHash alone")
    return minhash


def check_said(path):
    """The view has the pairs of few shingles, and no others."""
    said = rows(path, "SELECT a, b FROM said_differently ORDER BY 1, 2")
    wanted = rows(path, "SELECT a, b FROM pair WHERE cosine >= 0.85 AND jaccard < 0.6 ORDER BY 1, 2")
    check(said == wanted and len(said) > 20, "%d said differently, not %d" % (len(said), len(wanted)))
    cosines = rows(path, "SELECT template, substr(title_a, 1) = title_b, -cosine FROM said_differently")
    check(cosines == sorted(cosines), "the best do not come first")


def check_recall(folder):
    """Against all pairs: none is wrong, each cosine is exact, and what is missed was to be expected."""
    path, _ = fresh(folder, "recall", "detection = 'projection', cosine_least = 0.7")
    exact = {(a, b): cosine for a, b, cosine in rows(path, """
        WITH vector(id, v) AS MATERIALIZED (
            SELECT id, tfidf_vector(text, (SELECT term_weights(text) FROM compared_sentence
                                             JOIN sentence ON id = sentence_id WHERE first_id = sentence_id))
              FROM compared_sentence JOIN sentence ON id = sentence_id WHERE first_id = sentence_id)
        SELECT x.id, y.id, cosine_similarity(x.v, y.v)
          FROM vector AS x JOIN vector AS y ON x.id < y.id WHERE cosine_similarity(x.v, y.v) >= 0.7""")}
    found = {(a, b): cosine for a, b, cosine in rows(path, "SELECT a, b, cosine FROM pair WHERE cosine IS NOT NULL")}
    check(all(exact.get(pair) == cosine for pair, cosine in found.items()), "a pair that is none")
    bands, lines = rows(path, "SELECT projection_bands, projection_rows FROM setting")[0]
    check(rows(path, "SELECT projection_match_probability(0.7, %d, %d)" % (bands, lines))[0][0] >= 0.965,
          "%d bands of %d rows are too few" % (bands, lines))
    check(len(exact) > 200 and len(found) >= 0.97 * len(exact), "%d of %d are found" % (len(found), len(exact)))


def check_threads(folder):
    results = []
    for threads in (1, 2, 5):
        path, _ = fresh(folder, "threads%d" % threads, "detection = 'both', threads = %d" % threads)
        results.append(tables(path))
    check(results[0] == results[1] == results[2], "the results depend on the threads")


def check_choices(path):
    run(path, "detection = 'both', projection_bands = 30")
    names = rows(path, "SELECT name FROM choice WHERE name LIKE 'projection%' OR name LIKE 'cosine%' ORDER BY 1")
    check(names == [("cosine_least",), ("projection_rows",)], "chosen are %s" % names)
    run(path, "projection_rows = 8, cosine_least = 0.8")
    check(rows(path, "SELECT cosine_least, projection_bands, projection_rows FROM setting") == [(0.8, 30, 8)],
          "what was set is not what was used")
    check(rows(path, "SELECT count(*) FROM pair WHERE cosine < 0.8") == [(0,)], "a cosine below 0.8")
    for bands, wanted in ((1, True), (30, False)):
        printed, _ = run(path, "projection_bands = %d, projection_rows = %d, comparisons_most = %d"
                         % (bands, 1 if wanted else 12, 0 if wanted else 60))
        check(("projections are too large to compare all pairs" in printed) == wanted
              and (rows(path, "SELECT left_out FROM projection")[0][0] > 0) == wanted, printed)
    for wrong in ("detection = 'all'", "vectors = 'word'", "cosine_least = 1.1", "projection_rows = 65",
                  "projection_bands = 0", "projection_bands = 1024, projection_rows = 64"):
        check("CHECK constraint failed" in run(path, wrong)[1], "accepted: " + wrong)


def check_words(path):
    """The mean of word vectors; without any, an error, and nothing changes."""
    before = tables(path)
    _, errors = run(path, "vectors = 'words', cosine_least = NULL, projection_bands = NULL, projection_rows = NULL")
    check("the table word_vector is empty" in errors, errors)
    check(tables(path) == before, "an error has changed something")
    chance = random.Random(5)
    with contextlib.closing(open_with(path=path)) as db:
        db.executemany("INSERT OR IGNORE INTO word_vector VALUES (?, ?, NULL)",
                       ((word, struct.pack("<20f", *(chance.gauss(0, 1) for _ in range(20)))) for word in WORDS))
    printed, errors = run(path)
    check(errors == "" and "cosine of word vectors ≥ 0.95" in printed, errors or printed)
    check(rows(path, "SELECT vectors, pairs > 100 FROM projection") == [("words", 1)], "too few pairs")


def check_one_after_the_other(folder):
    used = check_modes(folder)
    check_choices(used)
    check_words(used)


run_tests("pipeline/projection", check_one_after_the_other, check_recall, check_threads)
