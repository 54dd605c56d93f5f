"""parallel.py - in_parallel(): the same rows with any number of threads, wherever they are read.

  (1) Rows and collections are those of the query on the whole table, in the order of ranges, for any threads and steps.
  (2) Where nobody can commit, threads read themselves, temporary tables too; a database in memory or with a WAL, a query that needs
      functions of the host, and changes of the caller are read by the connection, with the same rows.
  (3) Whatever is no such query, or fails in a range, is an error that says why; an interrupt ends all.
  (4) Nothing is left: no lock, no file that is open, no transaction.
"""

import contextlib
import functools
import os
import sqlite3
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, require, run_tests
from databases import rows, sample
from extension import LOADABLE, answer, open_with

READ = ("SELECT value1, value2 FROM in_parallel('SELECT id, text || @mark FROM sentence WHERE id BETWEEN @first AND @last "
        "%s', 1, (SELECT max(id) FROM sentence), %d, %d, '{\"mark\": \"!\"}') ORDER BY rowid")
SIGNED = ("SELECT count(*), total(id), total(signature %% 1000) FROM shared_signatures((SELECT keep_collection('x', collection) "
          "FROM in_parallel('SELECT collect_signatures(id, text, 5, 8, 2) FROM sentence WHERE id BETWEEN @first AND @last', "
          "1, (SELECT max(id) FROM sentence), %d, %d) WHERE ended))")
WAYS = [(0, 0), (0, 1), (1, 2), (7, 2), (100, 3), (3, 16), (10**9, 2), (2**62, 0)]


def same(found, wanted, what):
    check(found == wanted, "%s: %s, not %s" % (what, found, wanted))


def within_run(db, look):
    """Calls `look` while neardup_run() has the lock of a writer."""
    done = []

    def told(stage, number, count):
        if number == 1:
            done.append(look())

    db.create_function("told", 3, told)
    db.execute("DELETE FROM stage")
    found = answer(db, "SELECT neardup_run('find', NULL, 'told')")
    check(not isinstance(found, str), found)
    return done[0]


def own_statements(db, look):
    """What `look` gives, and whether the connection itself has run the query."""
    seen = []
    db.set_trace_callback(seen.append)
    found = look()
    db.set_trace_callback(None)
    return found, any(line.startswith("-- SELECT id,") for line in seen)


def test_rows(path):
    whole = rows(path, "SELECT id, text || '!' FROM sentence ORDER BY id")
    for step, threads in WAYS:
        for host in ("", "AND told(1, 2, 3) IS NULL"):
            with contextlib.closing(open_with(path=path)) as db:
                found, own = within_run(db, lambda: own_statements(db, lambda: db.execute(
                    READ % (host, step, threads)).fetchall()))
            same(found, whole, "%s %s %s" % (step, threads, host))
            alone = threads == 1 or step >= 10**9 or os.cpu_count() == 1 and threads == 0 or host != ""
            same(own, alone, "who reads: %s %s %s" % (step, threads, host))


def test_collections(path):
    with contextlib.closing(open_with(path=path)) as db:
        whole = db.execute("SELECT count(*), total(id), total(signature % 1000) FROM shared_signatures(("
                           "SELECT collect_signatures(id, text, 5, 8, 2) FROM sentence))").fetchall()
        check(whole[0][0] > 100, whole)
        for step, threads in WAYS:
            same(answer(db, SIGNED % (step, threads)), whole, "outside a job: %s %s" % (step, threads))
            same(within_run(db, lambda: answer(db, SIGNED % (step, threads))), whole, "%s %s" % (step, threads))
        db.execute("BEGIN")
        db.execute("DELETE FROM sentence WHERE id % 2")
        left = db.execute("SELECT id, text || '!' FROM sentence ORDER BY id").fetchall()
        found, own = within_run(db, lambda: own_statements(db, lambda: db.execute(READ % ("", 0, 2)).fetchall()))
        same((found, own), (left, True), "what the caller has changed")
        db.execute("ROLLBACK")
    with contextlib.closing(open_with()) as db:
        db.execute("CREATE TABLE sentence(id INTEGER PRIMARY KEY, text)")
        same(answer(db, "SELECT count(*) FROM shared_signatures((SELECT collection FROM in_parallel("
                        "'SELECT collect_signatures(id, text) FROM sentence WHERE id BETWEEN @first AND @last', 1, 0) WHERE ended))"),
             [(0,)], "an empty table")
        db.executemany("INSERT INTO sentence VALUES (?, ?)", [(-2**63, "a"), (0, "b"), (2**63 - 1, "c")])
        same(answer(db, "SELECT value1 FROM in_parallel('SELECT text FROM sentence WHERE id BETWEEN @first AND @last', "
                        "-9223372036854775807 - 1, 9223372036854775807)"), [("a",), ("b",), ("c",)], "all ids")


def test_states(path):
    whole = rows(path, "SELECT id, text || '!' FROM sentence ORDER BY id")
    cases = [("DELETE", (), False), ("DELETE", ("BEGIN", "SELECT * FROM sentence"), False),
             ("DELETE", ("BEGIN IMMEDIATE", ), True), ("WAL", (), True)]
    for mode, before, alone in cases:
        with contextlib.closing(open_with(path=path)) as db:
            db.execute("PRAGMA journal_mode = " + mode)
            for statement in before:
                db.execute(statement).fetchall()
            found, own = own_statements(db, lambda: db.execute(READ % ("", 0, 2)).fetchall())
            same((found, own), (whole, alone), "%s %s" % (mode, before))
            if mode == "WAL":
                found, own = within_run(db, lambda: own_statements(db, lambda: db.execute(READ % ("", 0, 2)).fetchall()))
                same((found, own), (whole, False), "a run, with a WAL")
    rows(path, "PRAGMA journal_mode = DELETE")
    with contextlib.closing(open_with(path=path)) as db, contextlib.closing(open_with(path=path)) as other:
        other.execute("PRAGMA busy_timeout = 0")
        asked = db.execute(READ.replace("ORDER BY rowid", "") % ("", 1, 2))
        asked.fetchone()
        check("locked" in str(answer(other, "DELETE FROM sentence")), "nobody commits while it reads")
        same(len(asked.fetchall()), len(whole) - 1, "rows")
        same(answer(other, "DELETE FROM sentence WHERE id < 0"), [], "nothing is locked afterwards")


def test_temporary(path):
    """Temporary tables and views are read as the connection reads them, whatever they hide."""
    before, after = (READ % ("", 0, 2)).split("FROM sentence WHERE")
    cases = [  # what is made, what is read, and whether the connection reads itself
        (["CREATE TABLE temp.mine AS SELECT * FROM sentence WHERE id % 3"], "mine", False),
        (["CREATE TABLE temp.mine(id INTEGER PRIMARY KEY, text)", "INSERT INTO mine SELECT id, text FROM sentence", "CREATE INDEX temp.by "
          "ON mine(text)", "CREATE TEMP VIEW \"my \"\" own\" AS SELECT * FROM mine WHERE id IN (SELECT id FROM sentence)"],
         '"my "" own"', False),
        (["CREATE TABLE temp.sentence(id, text)", "INSERT INTO temp.sentence VALUES (5, 'hidden'), (7, 'hides')"], "sentence", False),
        (["CREATE TEMP VIEW mine AS SELECT * FROM main.sentence"], "mine", True),
        (["CREATE TABLE temp.mine AS SELECT * FROM sentence", "CREATE TEMP TRIGGER no AFTER DELETE ON mine BEGIN SELECT 1; END"], "mine",
         True),
        (["CREATE TABLE temp.mine AS SELECT * FROM sentence, (SELECT zeroblob(260000000) LIMIT 1) WHERE id < 3"], "mine", True)]
    for made, name, alone in cases:
        with contextlib.closing(open_with(path=path)) as db:
            for statement in made:
                db.execute(statement)
            wanted = db.execute("SELECT id, text || '!' FROM %s ORDER BY id" % name).fetchall()
            found, own = own_statements(db, lambda: db.execute(before + "FROM " + name + " WHERE" + after).fetchall())
            same((len(found) > 0, found), (True, wanted), "%s" % made)
            same(own, alone or sqlite3.sqlite_version_info < (3, 39) or os.cpu_count() == 1, "who reads: %s" % made)


def test_shared(path):
    """Texts of buckets, of which each thread collects some; the buckets are only read."""
    buckets = "(SELECT collect_buckets(length(text) / 9, 0, id) FROM sentence)"
    ask = ("SELECT a, b, jaccard, edit_distance FROM similar_pairs((SELECT collection FROM in_parallel('%s', 1, %s, %d, %d, NULL, "
           + buckets + ") WHERE ended), 3, 0.2, 0.2)")
    read = "SELECT collect_texts(id, text || ''\u00e9\u4e2d'' || (id %% 7), %s) FROM bucket_texts(%s) CROSS JOIN sentence USING (id)"
    with contextlib.closing(open_with(path=path)) as db:
        whole = db.execute("SELECT a, b, jaccard, edit_distance FROM similar_pairs((%s), 3, 0.2, 0.2)"
                           % (read.replace("''", "'") % ("buckets", buckets))).fetchall()
        check(len(whole) > 20, whole)
        ranged = read % ("@shared", "@shared, @first, @last")
        for step, threads in WAYS:
            same(answer(db, ask % (ranged, "(SELECT count(*) FROM bucket_texts(%s))" % buckets, step, threads)), whole,
                 "texts: %s %s" % (step, threads))
        twice = "SELECT collect_texts(id, text, @shared) FROM bucket_texts(@shared) CROSS JOIN sentence USING (id) WHERE @first <= @last"
        check("there are two texts with id" in str(answer(db, ask % (twice, "2", 1, 2))), "twice")
        for query, said in (("SELECT @first, @last FROM bucket_parts(@shared)", "only reads the buckets that it is given"),
                            ("SELECT collect_texts(id, text, (SELECT collect_buckets(1, 1, id) FROM sentence)) FROM sentence "
                             "WHERE id = @first OR @last = 0", "buckets must be the same for all rows")):
            found = answer(db, ask % (query, "2", 1, 2))
            check(said in str(found), (query, found))
        found = answer(db, "SELECT * FROM in_parallel('SELECT @first, @last', 1, 2, 0, 0, NULL, (SELECT collect_vectors(1, "
                           "x'0000803f')))")
        check("argument shared must be made by collect_buckets() or word_rarities()" in str(found), found)


def test_refused(path):
    wrong = {"SELEC": "near", "SELECT 1": "must be one SELECT", "SELECT @first": "must be one SELECT", "": "must be one SELECT",
             "SELECT @first, @last; SELECT 1": "must be one SELECT", "DELETE FROM sentence WHERE id BETWEEN @first AND @last":
             "must be one SELECT", "SELECT @first, @last" + ", 1" * 11: "of 1 to 12 columns",
             "SELECT @first, @last FROM none": "no such table: none",
             "SELECT jaccard(@first, @last)": "argument a must be text"}
    for run in (False, True):
        with contextlib.closing(open_with(path=path)) as db:
            for query, said in wrong.items():
                ask = "SELECT count(*) FROM in_parallel('%s', 1, 1000, 10, 2)" % query
                found = within_run(db, lambda: answer(db, ask)) if run else answer(db, ask)
                check(isinstance(found, str) and said in found, (query, found))
            for given in ("[", "3", "[1]"):
                found = answer(db, "SELECT * FROM in_parallel('SELECT @first, @last', 1, 2, 0, 0, '%s')" % given)
                check("must be a JSON object" in str(found), (given, found))
            found = answer(db, "CREATE VIEW main.v AS SELECT * FROM in_parallel('SELECT @first, @last', 1, 2)")
            check("unsafe use" in str(answer(db, "SELECT * FROM main.v")), "no schema may call it")
            db.execute("DROP VIEW main.v")


def test_interrupted(path):
    with contextlib.closing(open_with(path=path)) as db:
        slow = ("SELECT count(*) FROM in_parallel('SELECT count(*) FROM sentence AS a, sentence AS b, sentence AS c "
                "WHERE a.id BETWEEN @first AND @last', 1, 1000, 10, 2)")
        threading.Timer(0.2, db.interrupt).start()
        check("interrupted" in str(within_run_interrupted(db, slow)), "an interrupt")
    same(len([name for name in os.listdir("/proc/self/fd")
              if os.path.exists("/proc/self/fd/" + name) and os.path.realpath("/proc/self/fd/" + name).startswith(path)]),
         0, "files that are open")


def within_run_interrupted(db, sql):
    found = []
    db.create_function("told", 3, lambda stage, number, count: found.append(answer(db, sql)) if number == 1 else None)
    db.execute("DELETE FROM stage")
    return found, answer(db, "SELECT neardup_run('find', NULL, 'told')")


require("functions/parallel", LOADABLE)
with tempfile.TemporaryDirectory() as made:
    given = sample(os.path.join(made, "sample.db"))
    run_tests("functions/parallel", *[functools.partial(test, given) for test in (test_rows, test_collections, test_states, test_temporary, test_shared, test_refused,
                                                                                  test_interrupted)])
