"""jobs.py - neardup_run() in any host: what it runs, what it refuses, and what it leaves as it is.

  (1) Each job runs on an empty database, on a fresh one and on a finished one, or says what is missing; what reads leaves
      the file as it was, and no job leaves anything temporary, or a transaction.
  (2) Wrong jobs and parameters are named, and neardup_last_error() has the parts.
  (3) Within a transaction of the caller all is one transaction. A call in a statement that reads tables, or beside another
      one that is open, is refused with what to do, or runs.
  (4) A lock is waited for, as long as the host says. Two connections take turns.
  (5) Temporary tables of the session keep their rows; one that a job needs is named.
  (6) Texts in UTF-16, files that may only be read, and hosts that trust no schema are served, too.
  (7) An interrupt at any moment leaves no transaction, and the next job drops what was left that is temporary, but nothing
      of the session's own.
  (8) Functions that are told of stages may call scripts, and catch their errors, but run no job and end no transaction.

Faults of memory and disk, and kills, are for tests/faults and tests/program/resumed.py.
"""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, require, run_tests
from databases import contents, load, read_script, rows, sample
from extension import LOADABLE, ROOT, answer, open_with

NEEDED = {"near": {"text": "a lamp"}, "kind_figures": {"file": os.path.join(ROOT, "examples", "labelled-pairs.jsonl")},
          "changed": {"result": "pairs"}, "preset": {"preset": "default"},
          "verdict": {"a": 1, "b": 2, "verdict": "same", "judge": "Ann"}}
TABLES = "copy", "signature", "pair", "near_miss", "member", "cluster", "pair_kind", "pair_evidence"
LACKS = re.compile(r"has no (table sentence|clusters|results|passages|cases|lineages|history)|no such table: temp.(filled|asked|answered)|plant writes what is not true"
                   r"|must be the name or the number|not their kinds yet|no such function: readfile|no such table: main.sentence_index|no such column")


def run(db, job, output=None, **parameters):
    """The first value, or the text of the error."""
    found = answer(db, "SELECT neardup_run(?, ?, ?)", (job, json.dumps(parameters), output))
    return found if isinstance(found, str) else found[0][0]


def is_error(found):
    return isinstance(found, str) and found.startswith("error: ")


def every_job():
    with contextlib.closing(open_with()) as db:
        return re.search(r"must be one of (.*), found 'none'", run(db, "none"))[1].split(", ")


def readers():
    """The jobs that are declared as such."""
    with open(os.path.join(ROOT, "ext", "functions", "runner", "jobs.c"), encoding="utf-8") as file:
        return set(re.findall(r'(?:READ|PAPER)\("(\w+)"|\{"(\w+)", job_reads', file.read()))


def tables(db):
    return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}


def test_each_job(folder):
    made = sample(os.path.join(folder, "made.db"), "find", "reuse", "reuse_kinds")
    fresh = load(os.path.join(folder, "fresh.db"), os.path.join(ROOT, "examples", "sample.xml"))
    names, reading = every_job(), {name for both in readers() for name in both if name}
    check(len(names) > 50 and reading < set(names), f"jobs: {names}")
    for job in names:
        for path in None, fresh, made:
            at = shutil.copy(path, os.path.join(folder, "copy.db")) if path else os.path.join(folder, "empty.db")
            before = contents(at) if path else b""
            with contextlib.closing(open_with(path=at)) as db:
                found = run(db, job, **NEEDED.get(job, {}))
                check(not is_error(found) or LACKS.search(found), f"{job} on {path}: {found}")
                left = {name for name, in answer(db, "SELECT name FROM temp.sqlite_schema")} - {"asked", "answered"}  # of review
                check(not db.in_transaction and not left, f"{job} on {path} leaves {left}")
            if job in reading:
                check(contents(at) == before, f"{job} on {path} has written")
            os.remove(at)


def test_wrong():
    with contextlib.closing(open_with()) as db:
        for job in "schema", "parameters":
            run(db, job)
        for job, parameters, words in (
                ("none", "{}", "neardup_run(): argument job must be one of find, "), (None, "{}", None),
                ("find", "[1]", "argument parameters must be a JSON object, found [1]"),
                ("find", "{", "argument parameters must be a JSON object, found {"),
                ("gone.sql", "{}", "argument job must be one of"), ("report.css", "{}", "argument job must be one of"),
                ("parameters", '{"bands": 0}', "@bands must be a whole number from 1 to 1024, found 0"),
                ("parameters", '{"bands": "x"}', "@bands must be a whole number from 1 to 1024, found 'x'"),
                ("find\0", "{}", "argument job must not hold the character 0"),
                ("find", '{"a": 1}\0x', "argument parameters must not hold the character 0"),
                ("find", '{"jaccard_least": 0.9}',
                 "the job find has no parameter 'jaccard_least'; it has none. The job that sets it is parameters"),
                ("keep", '{"tpo": 9}', "the job keep has no parameter 'tpo'; it has keep, order, drop, format, top"),
                ("parameters", '{"": 1}', "the job parameters has no parameter ''"),
                ("parameters", '{"bands,rows": 1}', "the job parameters has no parameter 'bands,rows'"),
                ("parameters", '{"\\u001b[1m": 1}', "the job parameters has no parameter '\ufffd[1m'"),
                ("parameters", '{"preset": "meng"}', "has no parameter 'preset'"),
                ("parameters", '{"bandz": 1}', "the job parameters has no parameter 'bandz'; it has shingle, "),
                ("near", "{}", "@text must not be empty")):
            found = answer(db, "SELECT neardup_run(?, ?)", (job, parameters))
            check(found == [(None,)] if words is None else is_error(found) and words in found, f"{job}, {parameters}: {found}")
        for parameters, expected in (('{"bands": 0}', ("bands", "must be a whole number from 1 to 1024, found 0")),
                                     ('{"jaccard_least": 2}', ("jaccard_least", "must be a number from 0 to 1, found 2"))):
            found = answer(db, "SELECT neardup_run('parameters', ?)", (parameters,))
            ((message, *parts),) = db.execute("SELECT message, parameter, reason FROM neardup_last_error()")
            check(found == "error: " + message and parts[0] == expected[0] and parts[1].startswith(expected[1]), f"{found}: {parts}")
        check(db.execute("SELECT bands FROM parameters").fetchall() == [(None,)], "nothing was set")


def test_callers(folder):
    """Where a call stands, and what else the connection does."""
    path = load(os.path.join(folder, "callers.db"), os.path.join(ROOT, "examples", "sample.xml"))
    with contextlib.closing(open_with(path=path)) as db:
        before = list(db.iterdump())
        db.execute("BEGIN")
        db.execute("INSERT INTO alias VALUES (1, 'mine', 'theirs', '')")
        check(not is_error(run(db, "find")) and db.in_transaction, "within a transaction of the caller")
        kept, found = tables(db), run(db, "kinds")
        check("Kinds of" in found and db.in_transaction, f"a job that reads, too: {found}")
        wrong = run(db, "parameters", bands=0)
        check(is_error(wrong) and db.in_transaction and tables(db) == kept, f"what is refused undoes itself only: {wrong}")
        db.execute("ROLLBACK")
        check(list(db.iterdump()) == before, "ROLLBACK undoes all")
        open_rows = db.execute("SELECT id FROM sentence")
        open_rows.fetchone()
        beside = run(db, "find")
        check(not is_error(beside) or "must be the only statement" in beside, f"beside an open statement: {beside}")
        open_rows.close()
        among = answer(db, "SELECT neardup_run('kinds') FROM article LIMIT 1")
        check("must be the only statement" in among if is_error(among) else "There are no clusters" in among[0][0], f"with FROM: {among}")
        check(not db.in_transaction, "no transaction is left")
        entered = []
        db.create_function("entered", 3, lambda *stage: entered.append(stage))
        db.create_function("again", 3, lambda *stage: db.execute("SELECT neardup_run('find')").fetchall())
        run(db, "find", "entered")
        check(entered == [(name, number, 4) for number, name in enumerate(("signatures", "pairs", "clusters", "kinds"), 1)],
              f"the function that is told of stages: {entered}")
        check(tables(db).keys() == kept.keys() and all(tables(db)[table] == kept[table] for table in ("pair", "member", "cluster")),
              "the same is found as in one transaction")
        rows(path, "DELETE FROM stage")
        check(is_error(run(db, "find", "again")), "a run within a run")
        check(is_error(run(db, "find", "nowhere")) and not db.in_transaction, "a function that is not there")
        check(not is_error(run(db, "find")), "and the next run")


def test_locks(folder):
    path = load(os.path.join(folder, "locked.db"), os.path.join(ROOT, "examples", "sample.xml"))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other, \
            contextlib.closing(open_with(path=path, timeout=0)) as db:
        db.execute("PRAGMA busy_timeout = 700")  # of the host
        other.execute("BEGIN IMMEDIATE")
        found = run(db, "find")
        check(is_error(found) and path in found and "another program is writing to it. Wait" in found, f"a lock: {found}")
        other.execute("ROLLBACK")
        check(not is_error(run(db, "find")), "when it has ended")
    with contextlib.closing(open_with(path=path, check_same_thread=False)) as one, \
            contextlib.closing(open_with(path=path, check_same_thread=False)) as two:
        one.execute("DELETE FROM stage")
        found = []
        threads = [threading.Thread(target=lambda db=db: found.append(run(db, "find"))) for db in (one, two)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        check(all(not is_error(each) or "another run of find has begun" in each for each in found) and not all(map(is_error, found)),
              f"two at once: {found}")
        check(not is_error(run(one, "find")) and "What was found" in run(two, "summary"), "and then it is finished")


def test_attached(folder):
    """Only main is locked: a program may write to a database that is attached, and an exclusive lock is waited for."""
    path, shop = sample(os.path.join(folder, "main.db")), os.path.join(folder, "shop.db")
    rows(shop, "CREATE TABLE article (name)")
    with contextlib.closing(open_with(path=path, timeout=0)) as db, \
            contextlib.closing(sqlite3.connect(shop, isolation_level=None, timeout=0)) as other:
        db.execute("ATTACH ? AS shop", (shop,))
        other.execute("BEGIN IMMEDIATE")
        found = run(db, "parameters", bands=7)
        check(found == "done", f"a lock of an attached database: {found}")
        other.execute("ROLLBACK")
        db.execute("DETACH shop")
        for job in "summary", "parameters":
            with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as writer:
                writer.execute("BEGIN EXCLUSIVE")
                timer = threading.Timer(0.3, writer.execute, ("COMMIT",))
                timer.start()
                db.execute("PRAGMA busy_timeout = 60000")
                found = run(db, job)
                timer.join()
                check(not is_error(found), f"{job} waits for an exclusive lock: {found}")


def test_interrupts(folder):
    """Of some hundred moments of each job, those that a prime number of callbacks lies between."""
    fresh, made = (load(os.path.join(folder, "fresh.db"), os.path.join(ROOT, "examples", "sample.xml")),
                   sample(os.path.join(folder, "interrupted.db")))
    for job, path, every, joined in (("summary", made, 1709, False), ("sample_clusters", made, 2503, False),
                                     ("parameters", made, 1009, True), ("find", fresh, 60013, False)):
        path = shutil.copy(path, os.path.join(folder, "stopped.db"))
        with contextlib.closing(open_with(path=path)) as db:
            stopped = number = 0
            while stopped == number:
                number += 1
                left = iter([*[0] * number, 1])
                db.set_progress_handler(lambda: next(left, 1) and db.interrupt(), every)
                if joined:
                    db.execute("BEGIN")
                found = run(db, job)
                db.set_progress_handler(None, 0)
                if joined and db.in_transaction:
                    check(is_error(answer(db, "RELEASE neardup_run")), f"{job} leaves its savepoint")
                    db.execute("ROLLBACK")
                stopped += found == "error: interrupted"
                check(not db.in_transaction and (not is_error(found) or found == "error: interrupted"), f"{job}, {number}: {found}")
                db.execute("CREATE TEMP TABLE IF NOT EXISTS mine AS SELECT 1 AS a")
                if job == "find":
                    db.execute("UPDATE main.stage SET done = 0 WHERE name = 'kinds'") if number % 7 == 0 and answer(
                        db, "SELECT 1 FROM main.sqlite_schema WHERE name = 'stage'") else None
            check(number > 4, f"{job} was interrupted at {number} moments")
            names = answer(db, "SELECT name FROM temp.sqlite_schema")
            check(names == [("mine",)], f"{job} leaves {names}")
            check(db.execute("PRAGMA cache_size").fetchone() == (-2000,), f"{job}: the cache")


def test_told_of_stages(folder):
    path = sample(os.path.join(folder, "told.db"))
    with contextlib.closing(open_with(path=path)) as db:
        caught = []

        def calls(*calls):
            for call in calls:
                caught.append(answer(db, call))

        db.create_function("scripts", 3, lambda *stage: calls("SELECT neardup_run('gone.sql')", "SELECT neardup_run('summary')",
                                                              "SELECT neardup_run('changed_articles.sql', '[1]')"))
        db.create_function("commits", 3, lambda *stage: db.execute("COMMIT") and None)
        found = run(db, "kinds", "scripts")
        check("Kinds of" in found and len(caught) == 3 and all(map(is_error, caught)), f"{found}, {caught}")
        check("must be one of" in caught[0] and "cannot run within another run" in caught[1] and "JSON object" in caught[2], f"{caught}")
        found = run(db, "summary", "commits")
        check("must not end the transaction" in found and not db.in_transaction, found)
        check(answer(db, "SELECT name FROM temp.sqlite_schema") == [], "and nothing temporary is left")
        for within in ("CREATE TABLE t AS SELECT neardup_run('kinds')", "SELECT neardup_run('kinds') FROM article",
                       "INSERT INTO alias(target) SELECT neardup_run('find')"):
            found = answer(db, within)
            check(is_error(found) and "call it in a SELECT of its own" in found and not db.in_transaction, f"{within}: {found}")
        check(db.execute("PRAGMA cache_size").fetchone() == (-2000,), "the cache is as it was")
        found = run(db, "keep", format="csv", drop="likely")
        check(not is_error(found) and found[-1] not in "\r\n", f"the last line is whole: {found[-80:]!r}")
        db.execute("PRAGMA count_changes = 1")
        check(run(db, "keep", format="csv", drop="likely") == found, "counts of changes are not printed")


def test_session(folder):
    path = sample(os.path.join(folder, "session.db"))
    before = contents(path)
    with contextlib.closing(open_with(path=path)) as db:
        db.execute("CREATE TEMP TABLE mine AS SELECT 1 AS a")
        for made, words in (("TABLE judged (a)", "a temporary table judged"), ("TABLE Style (a)", "a temporary table Style"),
                            ("VIEW noun AS SELECT 1", "a temporary view noun"), ("TABLE pair (a)", "a temporary table pair, which hides"),
                            ("TRIGGER g AFTER DELETE ON main.Pair BEGIN SELECT 1; END", "a temporary trigger g on neardup's table")):
            db.execute("CREATE TEMP " + made)
            for _ in range(2):
                found = run(db, "find")
                check(is_error(found) and words in found and "Run this in a session of its own" in found, f"{made}: {found}")
            kind, name = made.split()[:2]
            check(not is_error(answer(db, f"DROP {kind} temp.{name}")), f"{made} stays")
        check(contents(path) == before and not is_error(run(db, "find")), "then it runs")
        check(db.execute("SELECT * FROM mine").fetchall() == [(1,)], "what is the session's own")


def test_hosts(folder):
    path = sample(os.path.join(folder, "host.db"))
    before = contents(path)
    expected = None
    for trusted in "ON", "OFF":
        with contextlib.closing(open_with(path="file:%s?mode=ro" % path, uri=True)) as db:
            db.execute("PRAGMA trusted_schema = " + trusted)
            found = [run(db, job) for job in ("summary", "kinds", "report", "keep", "export")]
            check(not any(map(is_error, found)) and expected in (None, found), f"trusted_schema {trusted}: {found}"[:300])
            expected = found
            refused = run(db, "parameters", bands=7)
            check(refused == "error: attempt to write a readonly database", refused)
    check(contents(path) == before, "it may only be read")
    foreign = os.path.join(folder, "foreign.db")
    rows(foreign, "CREATE TABLE customer (name)")
    with contextlib.closing(open_with(path="file:%s?mode=ro" % foreign, uri=True)) as db:
        check("is not neardup's: it holds the table customer" in run(db, "find"), "what it is comes before that it may only be read")
    found = {}
    for encoding in "UTF-8", "UTF-16le", "UTF-16be":
        with contextlib.closing(open_with(encoding=encoding)) as db:
            run(db, "schema")
            with contextlib.closing(sqlite3.connect(path)) as source:
                for table in "source", "article", "sentence":
                    for row in source.execute(f"SELECT * FROM {table}"):
                        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
            run(db, "find")
            found[encoding] = {**tables(db), "summary": run(db, "summary"), "encoding": None}
            check(db.execute("PRAGMA encoding").fetchone()[0] == encoding, encoding)
    check(found["UTF-8"]["pair"] and found["UTF-8"] == found["UTF-16le"] == found["UTF-16be"], "UTF-16 gives the same")


def test_foreign_setting(folder):
    """A host that puts a job together cannot empty a table of somebody else's."""
    path = os.path.join(folder, "foreign_setting.db")
    rows(path, "CREATE TABLE setting AS SELECT 'mine' AS name")
    with contextlib.closing(open_with(path=path)) as db:
        found = run(db, "settings")
        check(is_error(found) and db.execute("SELECT * FROM setting").fetchall() == [("mine",)], f"settings: {found}")


def test_told():
    """neardup_parameters(), neardup_schema(), neardup_script()."""
    with contextlib.closing(open_with()) as db:
        run(db, "schema")
        for owner in "parameters", "reuse_parameters", "web_parameters":
            run(db, owner)
            listed = db.execute("SELECT name, type, usual FROM neardup_parameters() WHERE owner = ?", (owner,)).fetchall()
            made = [(name, kind, None if usual == "NULL" else usual) for _, name, kind, _, usual, _ in db.execute(
                f"PRAGMA table_info({owner})")][1:]
            check(made == listed and listed, f"{owner}: {made}, {listed}")
        described = json.loads(db.execute("SELECT neardup_schema()").fetchone()[0])
        by_name = {each["name"]: each for each in described if "name" in each}
        check(len(by_name) + 1 == len(described) > 70, f"{len(described)} objects")
        for kind, name, columns in db.execute(
                "SELECT type, name, (SELECT group_concat(name, ' ') FROM pragma_table_xinfo(made.name)) FROM sqlite_schema AS made"
                " WHERE sql IS NOT NULL"):
            told = by_name.get(name, {"type": None})
            check(told["type"] == kind and (kind != "table" or told["columns"] == columns), f"{name}: {told}")
        text, gone = db.execute("SELECT neardup_script('schema.sql'), neardup_script('gone.sql')").fetchone()
        check(text.split("\n")[-2:] == read_script("schema.sql").split("\n")[-2:] and gone is None, f"the text of a script: {text}")


require("functions/jobs", LOADABLE)
run_tests("functions/jobs", test_wrong, test_told, test_callers, test_locks, test_attached, test_session, test_hosts,
          test_foreign_setting, test_interrupts, test_told_of_stages, test_each_job)
