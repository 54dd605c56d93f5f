"""resumed.py - a run that is killed goes on where it was, and ends as if nothing had happened.

A database of some thousand texts is compared in many parts, as `memory` is small. Of the tables every row is compared with
those of an undisturbed run.

  (1) SIGKILL comes in the middle of a random write, again and again, until a run ends by itself. Each run begins with
      what is not finished: what the runs before it have noted in the tables of finished parts is still there.
  (2) Ctrl-C and SIGTERM end a run with a line that says how to go on; then nothing reads half of a result.
  (3) A full disk ends a run, and the next one goes on.
  (4) What was made from other texts, with other parameters or by another release, is not taken for a result, but what
      does not depend on a parameter that was changed is not made again.
  (5) A run with nothing to do says so. The shell's runs count, and so do those of Python.
  (6) A run does not take the part of a second run for its own.
  (7) In the session of an interrupted run, the next one goes on."""

import contextlib
import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import LONG, check, figure, run_tests
from databases import ROOT, change, rows, run, run_beside
from extension import answer, open_with

NEARDUP = os.path.join(ROOT, "build", "neardup")  # without sanitizers, which SIGKILL does not concern
INJECTOR = os.path.join(ROOT, "build", "tests", "faults", "injector.so")
RUNS = 60 if LONG else 6
chance = random.Random(20261126)


def made_texts(count):
    """Texts of random words; a half are like an earlier one, with a word or a number changed."""
    words = ["".join(chance.choice("aeioustrnlmdkp") for _ in range(chance.randint(3, 9))) for _ in range(3000)]
    texts = []
    for i in range(count):
        if i % 2 and len(texts) > 10:
            text = chance.choice(texts[-200:]).split(" ")
            text[chance.randrange(1, len(text) - 1)] = chance.choice(words)
        else:
            text = [chance.choice(words).title(), "was", "%d" % chance.randint(1, 2000), "years", "old",
                    *(chance.choice(words) for _ in range(chance.randint(60, 75)))]
        texts.append(" ".join(text) if text[-1].endswith(".") else " ".join(text) + ".")
    return texts


def made_database(path, count=1000):
    text = path + ".csv"
    with open(text, "w", encoding="utf-8") as file:
        file.write("text\n" + "\n".join(made_texts(count)) + "\n")
    subprocess.run([NEARDUP, "load", "--quiet", "--whole", text, path], check=True)
    run(path, "parameters", "UPDATE parameters SET memory = 1;")


def contents(path):
    """All rows of all tables but those that say when and by whom."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = [name for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        found = {name: sorted(db.execute('SELECT * FROM "%s"' % name).fetchall(), key=repr) for name in tables}
        found["schema"] = sorted(db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall())
    return found


def differing(found, expected):
    return [table for table in sorted(set(found) | set(expected)) if found.get(table) != expected.get(table)]


def find(path, *words, **environment):
    return subprocess.run([NEARDUP, path, *words], capture_output=True, text=True, check=False,
                          env=dict(os.environ, **environment))


def disturbed(path, at, number=signal.SIGKILL, **environment):
    """A run that gets the signal in a write."""
    return find(path, LD_PRELOAD=INJECTOR, FAULT="write", FAULT_AT=str(at), FAULT_SIGNAL=str(int(number)), **environment)


def state(path):
    """How many parts of each stage are finished, of how many; there may be no such table yet."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'stage'").fetchall():
            return {}
        return {name: (done, parts) for name, done, parts in db.execute("SELECT name, done, parts FROM stage")}


def whole(progress, stage):
    done, parts = progress.get(stage, (0, 1))
    return done == parts


def copied(path, to):
    shutil.copyfile(path, to)
    return to


def leave_mark(path, progress):
    """Notes in the tables of finished stages what another beginning would wipe away. Returns what was noted."""
    marks = {}
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        if whole(progress, "signatures"):
            db.execute("UPDATE choice SET reason = 'kept' WHERE name = 'shingle'")
            marks["SELECT reason FROM choice WHERE name = 'shingle'"] = "kept"
        if progress.get("pairs", (0, 1))[0] > 0:
            db.execute("UPDATE detection SET left_out = 1000000007")
            marks["SELECT left_out FROM detection"] = 1000000007
    return marks


def is_kept(path, query, mark):
    ((found,),) = rows(path, query)
    return found == mark if isinstance(mark, str) else found >= mark


# ---- Kills ---------------------------------------------------------------------------------------


def test_kills(folder, made, expected, writes):
    kills = 0
    for i in range(RUNS):
        path = copied(made, os.path.join(folder, "killed.db"))
        for _ in range(40):
            done = disturbed(path, chance.randint(1, writes))
            check(done.returncode in (0, -signal.SIGKILL), "run %d: %d %s" % (i, done.returncode, done.stderr))
            if done.returncode == 0:
                break
            kills += 1
            check(rows(path, "PRAGMA integrity_check") == [("ok",)], "run %d leaves a damaged database" % i)
            finished = state(path)
            if all(whole(finished, stage) for stage in ("signatures", "pairs", "clusters", "kinds")):
                continue
            command = "tables" if kills % 2 else "kinds"
            refused = subprocess.run([NEARDUP, command, path], capture_output=True, text=True, check=False)
            expected_words = "a run was interrupted" if whole(finished, "signatures") else "not searched yet"
            check(expected_words in refused.stderr, "%s reads half a result: %s" % (command, refused.stderr))
        check(done.returncode == 0, "run %d does not end" % i)
        differs = differing(contents(path), expected)
        check(not differs, "run %d differs in %s" % (i, differs))
    figure(kills, "kills of a run that goes on")


def within_pairs(made, path, writes):
    """A database in which a kill has left the first parts of the stage pairs: it came in the first write after them."""
    before, after = 0, writes
    while after - before > 1:
        at = (before + after) // 2
        disturbed(copied(made, path), at)
        before, after = (before, at) if state(path).get("pairs", (0, 1))[0] > 0 else (at, after)
    disturbed(copied(made, path), after)
    done, parts = state(path)["pairs"]
    check(0 < done < parts - 1, "a kill has left %d of %d parts" % (done, parts))
    return path


def test_goes_on(folder, made, expected, writes):
    path = within_pairs(made, os.path.join(folder, "within.db"), writes)
    path = copied(path, os.path.join(folder, "marked.db"))
    marked = leave_mark(path, state(path))
    check(len(marked) == 2, "the marks are %s" % marked)
    find(path)
    for query, mark in marked.items():
        check(is_kept(path, query, mark), "%s: a finished part began anew" % query)
    differs = differing(contents(path), expected)
    check(set(differs) <= {"choice", "detection"}, "it goes on to other rows in %s" % differs)


def test_signals(folder, made, expected):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what sh begins with & ignores it
    for number in (signal.SIGINT, signal.SIGTERM):
        path = copied(made, os.path.join(folder, "stopped.db"))
        stopped = disturbed(path, 300, number)
        check(stopped.returncode == 128 + number, "%s ends a run with %d" % (number, stopped.returncode))
        check(stopped.stderr.startswith("neardup: interrupted; ") and "the same command continues" in stopped.stderr
              and stopped.stderr.count("\n") == 1, "what is said of it: %s" % stopped.stderr)
        check(stopped.stdout == "", "it prints %s" % stopped.stdout[:200])
        find(path)
        differs = differing(contents(path), expected)
        check(not differs, "after %s it differs in %s" % (number, differs))


def test_full_disk(folder, made, expected):
    path = copied(made, os.path.join(folder, "full.db"))
    before = state(path)
    for room in (400_000, 800_000, 1_600_000):
        done = find(path, LD_PRELOAD=INJECTOR, DISK_FULL_AFTER=str(room), FAULT_ERROR=str(errno.ENOSPC))
        check(done.returncode in (0, 1), "a full disk: %d" % done.returncode)
        check(done.returncode == 0 or "full" in done.stderr, "what is said of a full disk: %s" % done.stderr)
    check(state(path) != before, "no part was kept")
    check(find(path).returncode == 0, "the disk has room again")
    differs = differing(contents(path), expected)
    check(not differs, "after a full disk it differs in %s" % differs)


# ---- What was changed ----------------------------------------------------------------------------

CHANGES = {
    "a text of the same length": "UPDATE sentence SET text = replace(text, ' years ', ' weeks ') WHERE id = 7",
    "a text that is added": "INSERT INTO sentence (article_id, position, section, block, text) SELECT article_id, 9, '', "
                            "'prose', text || ' Indeed.' FROM sentence WHERE id = 11",
    "a text that is deleted": "DELETE FROM sentence WHERE id = 13",
    "a title": "UPDATE article SET title = 'Another', titled = 1 WHERE id = 3",
    "another language": "UPDATE source SET language = 'de'",
    "another limit": "UPDATE parameters SET jaccard_least = 0.7",
    "another memory": "UPDATE parameters SET memory = 2",
    "another limit of judging": "UPDATE parameters SET judged_most = 3",
    "other clusters": "UPDATE parameters SET clusters = 'star'",
}
KEPT = {"another limit of judging": 2, "other clusters": 2, "another memory": 2}  # how many marks stay


def test_changes(folder, made):
    """After a kill within the stage pairs, and after a whole run."""
    for i, (name, change) in enumerate(CHANGES.items()):
        fresh = copied(made, os.path.join(folder, "fresh.db"))
        rows(fresh, change)
        find(fresh)
        expected = contents(fresh)
        for j, earlier in enumerate(("within.db", "whole.db")):
            if not LONG and i % 2 != j and name not in KEPT:
                continue
            path = copied(os.path.join(folder, earlier), os.path.join(folder, "changed.db"))
            marks = leave_mark(path, state(path))
            rows(path, change)
            done = find(path)
            check(done.returncode == 0 and
                  ("nothing is compared" in done.stderr) == (name == "another memory" and earlier == "whole.db"),
                  "%s, %s: %s" % (name, earlier, done.stderr))
            kept = [query for query, mark in marks.items() if is_kept(path, query, mark)]
            check(len(kept) == KEPT.get(name, 0), "%s, %s: %d marks are kept" % (name, earlier, len(kept)))
            differs = [table for table in differing(contents(path), expected)
                       if not any(" %s" % table in query for query in kept)]
            if name == "another memory":
                differs = [table for table in differs if table != "setting"]  # which tells what was worked with
            check(not differs, "%s, %s: it differs in %s" % (name, earlier, differs))


def test_release(folder, made, expected):
    path = copied(made, os.path.join(folder, "older.db"))
    find(path)
    leave_mark(path, state(path))
    rows(path, "UPDATE stage SET basis = replace(basis, '\"program\":\"', '\"program\":\"1')")
    find(path)
    differs = differing(contents(path), expected)
    check(not differs, "a result of another release is taken: %s" % differs)


def test_nothing_to_do(folder, made, expected):
    path = copied(made, os.path.join(folder, "again.db"))
    run(path, "find")
    differs = differing(contents(path), expected)
    check(not differs, "the shell's run differs in %s" % differs)
    marks = leave_mark(path, state(path))
    first = find(path)
    check("nothing is compared again" in first.stderr, "nothing to do: %s" % first.stderr)
    check("What may contradict" in first.stdout or "sentences" in first.stdout, "its summary: %s" % first.stdout[:300])
    check(all(rows(path, query) == [(mark,)] for query, mark in marks.items()), "a run with nothing to do did something")
    run(path, "find")
    check(all(rows(path, query) == [(mark,)] for query, mark in marks.items()), "the shell's run did something")


# What a run on a database does at its beginning: a transaction for each of the stages, finished or not.
FIRST_PART = {"pairs": 2, "kinds": 4}


def begun_again(folder, stage):
    """A database that is to go on within a stage, or with it."""
    path = copied(os.path.join(folder, "within.db" if stage == "pairs" else "whole.db"), os.path.join(folder, "half.db"))
    if stage != "pairs":
        rows(path, "DELETE FROM stage WHERE name = ?", stage)
    return path


def test_beside(folder):
    """A run in which another one begins between two parts is refused, and stays out of its way."""
    for stage, ends in ("pairs", False), ("kinds", False), ("kinds", True):
        path = begun_again(folder, stage)
        with contextlib.closing(open_with(path=path)) as db:
            refused = run_beside(db, FIRST_PART[stage], lambda: find(path) if ends else rows(path, "DELETE FROM stage"))
        check("another run of find has begun on this database" in refused, "two runs at a time: %s" % (refused,))
        check(whole(state(path), "kinds") if ends else state(path) == {}, "what another run has done is begun again: %s" % state(path))


def test_judging(folder, expected):
    """What was judged before an interruption is not judged again."""
    path = begun_again(folder, "kinds")
    with contextlib.closing(open_with(path=path)) as db:
        run_beside(db, FIRST_PART["kinds"], db.interrupt)
    done, parts = state(path)["kinds"]
    check(0 < done < parts, "judging has left %d of %d parts" % (done, parts))
    rows(path, "UPDATE judgement SET reason = 'kept'")
    judged = set(rows(path, "SELECT a, b FROM judgement"))
    find(path)
    kept = set(rows(path, "SELECT a, b FROM pair_kind WHERE reason = 'kept'"))
    check(kept and kept == judged & set(rows(path, "SELECT a, b FROM pair_kind")), "judging began anew")
    differs = differing(contents(path), expected)
    check(set(differs) == {"pair_kind", "cluster"}, "judging goes on to other rows in %s" % differs)


def test_taken_away(folder):
    """A near miss of a sentence or an article that was taken away before the last stage is not judged."""
    for taken in ("sentence WHERE id = 2", "article WHERE id = (SELECT article_id FROM sentence WHERE id = 2)"):
        path = begun_again(folder, "clusters")
        with contextlib.closing(open_with(path=path)) as db:
            done = run_beside(db, 3, lambda: change(path, "INSERT INTO near_miss VALUES (1, 2, 0.5); DELETE FROM " + taken))
        check("error" not in done and whole(state(path), "kinds"), "judging without a text: %s" % (done,))


def test_own_transaction(folder, made):
    """Between BEGIN and ROLLBACK of the caller, nothing is kept."""
    path = copied(made, os.path.join(folder, "own.db"))
    before = contents(path)
    run(path, "BEGIN;", "find", "ROLLBACK;")
    differs = differing(contents(path), before)
    check(not differs, "a stage commits the transaction of its caller: %s" % differs)


def test_same_session(folder, expected):
    """What is kept of an interrupted run, temporary tables too, does not stop the next one in this session."""
    for stage, at in FIRST_PART.items():
        path = begun_again(folder, stage)
        with contextlib.closing(open_with(path=path)) as db:
            stopped = run_beside(db, at, db.interrupt)
            check(stopped == "error: interrupted" and not db.in_transaction, "%s: %s" % (stage, stopped))
            done = answer(db, "SELECT neardup_run('find')")
            check("error" not in done and answer(db, "SELECT * FROM temp.sqlite_schema") == [], "%s again: %s" % (stage, done))
        differs = differing(contents(path), expected)
        check(not differs, "%s again in one session differs in %s" % (stage, differs))


def test_all(folder):
    made = os.path.join(folder, "made.db")
    made_database(made)
    undisturbed = copied(made, os.path.join(folder, "whole.db"))
    report = os.path.join(folder, "report")
    done = find(undisturbed, LD_PRELOAD=INJECTOR, FAULT="write", FAULT_REPORT=report)
    check(done.returncode == 0, "an undisturbed run: %s" % done.stderr)
    with open(report, encoding="utf-8") as file:
        writes = next(int(line.split()[1]) for line in file if line.startswith("write"))
    expected = contents(undisturbed)
    test_kills(folder, made, expected, writes)
    test_goes_on(folder, made, expected, writes)
    for test in (test_signals, test_full_disk, test_release, test_nothing_to_do):
        test(folder, made, expected)
    test_changes(folder, made)
    test_beside(folder)
    test_judging(folder, expected)
    test_same_session(folder, expected)
    test_taken_away(folder)
    test_own_transaction(folder, made)


run_tests("program/resumed", test_all)
