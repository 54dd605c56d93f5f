"""python_memories.py - neardup.Memory: what it says and keeps after random calls, beside a model that compares all texts;
several processes, a kill, hostile texts, wrong arguments, and judges.
"""

import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
import python_package
from counting import LONG, check, require, run_tests
from extension import LOADABLE, ROOT, open_with
from python_package import fails, same

SEED = counting.seed()
PORT = "The staging server listens on port %s."
ALL = {"bands": 128, "rows": 1, "compared_most": 100000}  # nothing is missed
KIND = """SELECT kind, jaccard(fold_text(:a, 'all'), fold_text(:b, 'all'), 4) FROM duplicate_kind(:a, :b,
          iif(:x = '' OR :y = '', '', :x), iif(:x = '' OR :y = '', '', :y)) WHERE two_dates = (:x = :y AND :x <> '')"""


class Model:
    """What a Memory is to do: the versions of each memory, the last of which it says now."""

    def __init__(self):
        self.versions, self.last = {}, 0
        self.db = open_with()

    def compare(self, text, subject, but=None):
        repeats, contradicts = set(), set()
        for id, versions in self.versions.items():
            old, its = versions[-1][:2]
            row = {"a": old, "b": text, "x": its or "", "y": subject or ""}
            kind, jaccard = self.db.execute(KIND, row).fetchone()
            if id == but or jaccard < 0.25:
                continue
            if kind == "drift":
                contradicts.add(id)
            elif kind in ("identical", "copyedit") and jaccard >= 0.6 and (its == subject or None in (its, subject)):
                repeats.add((id, kind))
        return repeats, contradicts

    def add(self, text, subject, source, time, on_conflict):
        repeats, contradicts = self.compare(text, subject)
        equal = [id for id, kind in repeats if kind == "identical" and self.versions[id][-1][1] == subject]
        if equal:
            return "same", repeats, contradicts
        if contradicts and on_conflict == "refuse":
            return "refused", repeats, contradicts
        if not contradicts or on_conflict == "add":
            self.last += 1
            self.versions[self.last] = [(text, subject, source, time)]
            return "added", repeats, contradicts
        return "corrected", repeats, contradicts

    def correct(self, id, text, subject, source, time):
        subject = subject or self.versions[id][-1][1]
        said = self.compare(text, subject, id)
        self.versions[id].append((text, subject, source, time))
        return said

    def history(self, id):
        versions = self.versions[id]
        return [(*version, later[3] if later else None) for version, later in zip(versions, versions[1:] + [None])]


def random_text(lots):
    return lots.choice((PORT % lots.choice((80, 8080, 9090)), PORT % 9090 + " It is in the cellar.", "Anna likes her tea %s sugar." %
                        lots.choice(("with", "without")), "The server  of staging is listening on the port 8080.",
                        "In %d the ferry sank in the great storm of Candlemas." % lots.choice((1912, 1921))))


def test_model(neardup):
    """Random calls of a Memory and of the model."""
    calls = 0
    for seed in range(SEED, SEED + (60 if LONG else 6)):
        lots, model = random.Random(seed), Model()
        memory = neardup.Memory(":memory:", "n'ote \"s\"", **ALL)
        for time in range(60):
            text, subject, source = random_text(lots), lots.choice((None, "staging", "Anna")), lots.choice((None, "chat"))
            time, what = "2026-01-%02d" % time, f"seed {seed}, call {time}"
            known = sorted(model.versions)
            choice = lots.random() if known else 0
            if choice < 0.6:
                mode = lots.choice(("add", "add", "refuse", "replace"))
                answer = memory.add(text, subject, source, time, on_conflict=mode)
                done, *said = model.add(text, subject, source, time, mode)
                same(what, answer.done, done)
                check({"added": answer.id == model.last, "refused": answer.id is None, "corrected": answer.contradicts != [] and
                       answer.id == answer.contradicts[0].id, "same": answer.id in known}[done], f"{what}: {answer.id}")
                if done == "corrected":
                    model.correct(answer.id, text, subject, source, time)
            elif choice < 0.85:
                id = lots.choice(known)
                answer = memory.correct(id, text, subject, source, time)
                said = model.correct(id, text, subject, source, time)
                same(what, answer[:2], (id, "corrected"))
            else:
                id = lots.choice(known)
                memory.forget(id)
                del model.versions[id]
                fails(what, KeyError, str(id), memory.history, id)
                continue
            same(what, ({one[0::5][:2] for one in answer.repeats}, {one.id for one in answer.contradicts}), tuple(said))
            check([one.score for one in answer.contradicts] == sorted((one.score for one in answer.contradicts), reverse=True), what)
            same(what, {id: memory.history(id) for id in model.versions}, {id: model.history(id) for id in model.versions})
            calls += 1
        memory.index.check()
    counting.figure(calls, "calls of a memory")


WRITER = """
import sys, neardup
memory = neardup.Memory(sys.argv[1])
for number in range(int(sys.argv[2])):
    answer = memory.add("Room %d of the old house has %d windows." % (number, number * number), source=sys.argv[3])
    print(answer.id, answer.done, flush=True)
    memory.correct(answer.id, "Room %d of the old house has %d doors." % (number, number * number), source=sys.argv[3])
    memory.add("The house is old.")
"""


def write(folder, path, count, source):
    return subprocess.Popen([sys.executable, "-c", WRITER, path, str(count), source], stdout=subprocess.PIPE, encoding="utf-8",
                            env={**os.environ, "PYTHONPATH": "" if python_package.INSTALLED else os.path.join(folder, "package")})


def test_processes(neardup, folder):
    """Two processes write at once: each call is whole. One that is killed loses nothing that it was told."""
    path = os.path.join(folder, "shared.db")
    writers = [write(folder, path, 40, source) for source in "ab"]
    for writer in writers:
        lines = writer.communicate()[0].splitlines()
        same("a writer", (writer.returncode, len(lines)), (0, 40))
    memory = neardup.Memory(path)
    same("what both said is there once", memory._rows("SELECT count(*) FROM memory WHERE text = 'The house is old.'"), [(1,)])
    same("all of them", memory._rows("SELECT count(DISTINCT text) FROM memory WHERE text LIKE 'Room%doors.'"), [(40,)])
    same("ids in the history", memory._rows("SELECT count(*) FROM memory_history WHERE id NOT IN (SELECT id FROM memory)"), [(0,)])
    memory.index.check()

    path, lots = os.path.join(folder, "killed.db"), random.Random(SEED)
    writer = write(folder, path, 100000, "a")
    told = [int(writer.stdout.readline().split()[0]) for _ in range(lots.randrange(20, 60))]
    writer.kill()
    writer.communicate()
    memory = neardup.Memory(path)
    check(all(memory.history(id)[0].source == "a" for id in told), "a memory was lost")
    check(all(len(memory.history(id)) == 2 for id in told[:-1]), "a correction was lost")
    memory.index.check()


def test_provenance(neardup, folder):
    db = open_with(path=os.path.join(folder, "own.db"))
    db.isolation_level = ""  # sqlite3 begins transactions by itself
    neardup.Memory(db)
    db.rollback()
    same("nothing is committed", db.execute("SELECT * FROM sqlite_master").fetchall(), [])
    memory = neardup.Memory(db)
    first = memory.add(PORT % 8080, "staging", "chat 7").id
    db.commit()
    answer = memory.add(PORT % 9090, "staging", "chat 9", on_conflict="replace")
    same("replaced", (answer.id, answer.done, answer.contradicts[0].text), (first, "corrected", PORT % 8080))
    old, new = memory.history(first)
    check(old.source == "chat 7" and new.source == "chat 9" and old.time <= old.ended == new.time and new.ended is None, "times")
    db.rollback()
    same("rolled back", [version[:3] for version in memory.history(first)], [(PORT % 8080, "staging", "chat 7")])
    db.execute("UPDATE memory SET text = 'It moved.', time = '2030-01-01' WHERE id = ?", (first,))
    same("corrected in SQL", memory.history(first)[0].ended, "2030-01-01")
    same("asked", [(one.id, one.kind) for one in memory.ask("It moved!")], [(first, "copyedit")])
    db.execute("DELETE FROM memory")
    same("forgotten in SQL", (db.execute("SELECT count(*) FROM memory_history").fetchone(), memory.ask("It moved!")), ((0,), []))
    same("an id is not used again", memory.add("It moved.").id, first + 1)
    same("a subject of another thing", memory.add("It moved.", "ferry").done, "added")
    db.commit()
    db.execute("PRAGMA query_only = 1")
    fails("read only", neardup.Error, "readonly", neardup.Memory(db).add, "It is new.")
    same("it can be asked", len(memory.ask("It moved.")), 2)
    db.close()


def test_hostile(neardup):
    memory = neardup.Memory(":memory:", "a; DROP TABLE x; --")
    texts = ["'); DROP TABLE memory; --", "a\0b", "\ufeff", "%s {0} \\", "\U0010ffff" * 3, "x" * 1000000, "\r\n\t.", "?1"]
    ids = [memory.add(text, text, text, text).id for text in texts]
    same("hostile texts", [memory.history(id) for id in ids], [[(text,) * 4 + (None,)] for text in texts])
    for text in texts[:5]:
        memory.ask(text, text)
    fails("half of a character", neardup.Error, "surrogates", memory.add, "\ud800")
    same("none of it", len(memory.index), len(texts))
    memory.index.check()


def test_wrong(neardup):
    memory = neardup.Memory(":memory:")
    fails("no text", TypeError, "text must be a str, found None", memory.add, None)
    fails("an empty text", ValueError, "text must not be empty", memory.ask, " \n")
    fails("a time", TypeError, "subject, source and time must be a str or None, found 7", memory.correct, 1, "x", time=7)
    fails("a conflict", ValueError, "on_conflict must be add, refuse or replace, found 'no'", memory.add, "x", on_conflict="no")
    for call in (memory.forget, memory.history, lambda id: memory.correct(id, "x")):
        fails("no such memory", KeyError, "5", call, 5)
    fails("an option", neardup.Error, "no option 'colour'", neardup.Memory, ":memory:", colour=1)
    fails("another option", ValueError, "shingle=4, not with shingle=5", neardup.Memory, memory._connection, shingle=5)
    memory._rows("CREATE TABLE mine(text)")
    fails("a table of one's own", neardup.Error, "already exists", neardup.Memory, memory._connection, "mine")
    same("and nothing is made", memory._rows("SELECT name FROM sqlite_master WHERE name LIKE 'mine%'"), [("mine",)])


def test_judge(neardup):
    asked = []

    def judge(old, new):
        asked.append((old, new))
        return {"Rail": "drift", "Tram": "copyedit", "Bike": "maybe"}.get(old[:4])

    memory = neardup.Memory(":memory:", judge=judge)
    rail, tram, boat = (memory.add(text).id for text in ("Rails are preferred.", "Tram 3, please.", "Boats, if any."))
    answer = memory.add("She would rather fly.", candidates=[rail, tram, boat, 99])
    same("judged", ([(one.id, one.kind, one.score, one.reason) for one in answer.contradicts], [one.id for one in answer.repeats]),
         ([(rail, "drift", None, 'judged by "memory_judge"')], [tram]))
    same("asked once each", asked, [(text, "She would rather fly.") for text in ("Rails are preferred.", "Tram 3, please.", "Boats, if any.")])
    bike = memory.add("Bike lanes are closed.").id
    fails("a wrong kind", ValueError, "judge must return None or one of identical, copyedit, drift, ", memory.ask, "She walks.",
          candidates=[bike])
    del asked[:]
    same("what the index judges", (memory.add("Bike lanes are closed.", candidates=[bike]).done, asked), ("same", []))
    memory._connection.create_function("unlike", 2, lambda old, new: "drift")
    same("a function of SQL", [one.kind for one in neardup.Memory(memory._connection, judge="unlike").ask("x", candidates=[boat])], ["drift"])
    fails("no such function", neardup.Error, "no such function: absent", neardup.Memory(memory._connection, judge="absent").ask, "x")
    failing = neardup.Memory(memory._connection, judge=lambda old, new: 1 / 0)
    before = len(memory.index)
    fails("a judge that fails", neardup.Error, "raised exception", failing.add, "New.", candidates=[boat])
    same("nothing is added", len(memory.index), before)


def test_example(neardup):
    """Whoever runs the example's SQL has what Memory makes, and can open it."""
    with open(os.path.join(ROOT, "examples", "memories.sql"), encoding="utf-8") as file:
        example = " ".join(file.read().split())
    memory = neardup.Memory(":memory:")
    for sql, in memory._rows("SELECT sql FROM sqlite_master WHERE name IN ('memory', 'memory_history', 'memory_history_id', "
                             "'memory_corrected', 'memory_forgotten')"):
        check(" ".join(sql.replace('"', "").split()) in example, f"the example has another {sql}")
    for option in ("title='subject', time='id'", "shingle=4, bands=50, rows=3, contradiction_least=0.25"):
        check(option in example and all(part in repr(memory.index).replace("'", "") for part in option.replace("'", "").split(", ")),
              f"options: {memory.index!r}")


require("pipeline/python_memories", LOADABLE)


def test_package(folder):
    neardup = python_package.stage(os.path.join(folder, "package"))
    for test in (test_model, test_hostile, test_wrong, test_judge, test_example):
        test(neardup)
    test_processes(neardup, folder)
    test_provenance(neardup, folder)


run_tests("pipeline/python_memories", test_package)
