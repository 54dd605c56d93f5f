"""python_api.py - the Python package of ext/packages/python, with the module that make has built: forms of texts,
labels, results, errors, interrupts, and what is never touched. If NEARDUP_INSTALLED is 1, the package is the one
that this Python has: tests/packages/wheels.sh tests each Python so.
"""

import importlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import types

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import python_package
from counting import check, run_tests, skip
from extension import LOADABLE, ROOT
from python_package import command

STORM = "The Candlemas Storm killed 143 people, most of them in the low cottages behind the Carrowick dyke."
TEXTS = [STORM, STORM.replace("143", "134"), None,
         "Hestholm is reached by the Mirrin Bridge, which rests on four piers of pale granite.",
         "Hestholm is reached by the Mirrin Bridge, which rests on four piers of pale granite.",
         "   ", "The ferry to the island leaves every day at nine and comes back in the evening."]


def same(name, got, expected):
    check(got == expected, f"{name}: {got!r}, expected {expected!r}")


def fails(name, error, words, call, *arguments, **keywords):
    """The call raises this error, whose message contains these words."""
    try:
        call(*arguments, **keywords)
        check(False, f"{name}: no {error.__name__}")
    except error as found:
        check(words in str(found), f"{name}: {found}")


def test_lists(neardup):
    stages = []
    found = neardup.find(TEXTS, progress=lambda *stage: stages.append(stage))
    same("pairs", [pair[:4] for pair in found.pairs], [(0, 1, found.pairs[0].jaccard, 2), (3, 4, 1.0, 0)])
    same("texts of pairs", [pair[4:] for pair in found.pairs],
         [(TEXTS[0], TEXTS[1], None), (TEXTS[3], TEXTS[4], None)])
    same("clusters", [(c.kind, c.size, c.distinct, c.representative, c.members) for c in found.clusters],
         [("drift", 2, 2, 0, [0, 1]), ("identical", 2, 1, 3, [3, 4])])
    same("kinds", [(k.a, k.b, k.kind, k.type, k.value_a, k.value_b, k.cluster) for k in found.kinds],
         [(0, 1, "drift", "number", "143", "134", found.clusters[0].id)])
    check("killed [143|134] people" in found.kinds[0].marked, "marked: " + found.kinds[0].marked)
    likelihood = found.kinds[0].likelihood
    check(likelihood.endswith(", %.2f" % found.kinds[0].score) and likelihood[0].isalpha(), "likelihood: " + likelihood)
    table, hostile = found.kinds._repr_html_(), neardup.find(["<b>&\"%s kettle boils dry." % word for word in ("the", "a")])
    check("<th>likelihood</th>" in table and "<td>%s</td>" % likelihood in table, "as a table: " + table)
    check("<b>" not in hostile.pairs._repr_html_() + hostile._repr_html_() and len(hostile.pairs) == 1, "escaped")
    check(found.summary.splitlines()[1][:20] in found._repr_html_(), "findings in a notebook: " + found._repr_html_())
    first, second = (cluster.id for cluster in found.clusters)
    same("cluster ids", found.cluster_ids, [first, first, None, second, second, None, None])
    same("stages", stages, [("signatures", 1, 5), ("pairs", 2, 5), ("clusters", 3, 5), ("kinds", 4, 5),
                            ("summary", 5, 5)])
    check("1 possible contradiction" in found.summary and "\x1b" not in found.summary,
          "summary: " + found.summary)
    same("repr", repr(found), "<neardup.Findings: 2 pairs, 2 clusters>")
    same("repr of a kind", repr(found.kinds[0]),
         f"<neardup.Kind: 0 and 1, drift, a contradiction: {likelihood}. {found.kinds[0].reason}>")
    same("repr of one", repr(neardup.find(TEXTS[:2])), "<neardup.Findings: 1 pair, 1 cluster>")
    same("an iterator", neardup.find(iter(TEXTS)).cluster_ids, found.cluster_ids)
    same("threads", neardup.find(TEXTS, threads=1).pairs, found.pairs)
    moved = [*TEXTS, "Behind the Carrowick dyke, in the low cottages, the Candlemas Storm killed most of the 143 people."]
    said = [pair for pair in neardup.find(moved, detection="both", cosine_least=0.7).pairs if pair.b == 7]
    same("said differently", [(pair.a, pair.jaccard < 0.6, pair.cosine > 0.7) for pair in said],
         [(0, True, True), (1, True, True)])
    fails("another detection", ValueError, "detection = 'all'", neardup.find, TEXTS, detection="all")
    same("nothing", neardup.find([]).cluster_ids, [])
    same("no text", neardup.find([None, ""]).cluster_ids, [None, None])


def test_labels(neardup):
    found = neardup.find({"a": TEXTS[0], 2.5: TEXTS[1], (1, "x"): TEXTS[3], 2**70: TEXTS[4]},
                         titles={"a": "Candlemas Storm", 2.5: "Candlemas Storm"})
    same("labels of a dict", [cluster.members for cluster in found.clusters], [["a", 2.5], [(1, "x"), 2**70]])
    check("Candlemas Storm" in found.kinds[0].reason, "titles count: " + found.kinds[0].reason)
    fails("a str", TypeError, "not str", neardup.find, STORM)
    fails("a number", TypeError, "not int", neardup.find, 7)
    fails("numbers", TypeError, "the text of 1 must be a str, not int", neardup.find, [STORM, 7])
    fails("a column of a list", TypeError, "column", neardup.find, TEXTS, column="text")
    fails("too few titles", ValueError, "7 texts, but 1 titles", neardup.find, TEXTS, titles=["Storm"])
    fails("half of a character", ValueError, "half a character", neardup.find, ["\ud800", "x"])


def test_parameters(neardup):
    same("jaccard_least", neardup.find(TEXTS, jaccard_least=0.99, contradiction_least=0.99).kinds, [])
    found = neardup.find(TEXTS, jaccard_least=0.99)
    same("contradictions below it", ([pair.jaccard for pair in found.pairs], [kind.kind for kind in found.kinds]),
         ([1.0], ["drift"]))
    fails("out of range", ValueError, "jaccard_least = 7", neardup.find, TEXTS, jaccard_least=7)
    fails("a wrong word", ValueError, "clusters = 'round'", neardup.find, TEXTS, clusters="round")
    fails("no such parameter", TypeError, "jaccard_most", neardup.find, TEXTS, jaccard_most=1)
    fails("half a band", ValueError, "bands must be a whole number, not 2.5", neardup.find, TEXTS, bands=2.5)
    fails("a wrong fold", ValueError, "fold = 'x'", neardup.find, TEXTS, fold="x")
    fails("a word for a number", ValueError, "bands", neardup.find, TEXTS, bands="many")
    fails("half a character in a parameter", ValueError, "fold", neardup.find, TEXTS, fold="\ud800")
    for language in ("klingon", "", "e", "en_GB", 7):
        fails("a language", ValueError, "language must be a code", neardup.find, TEXTS, language=language)
    for language in ("en", "pt-BR", "simple", "zh-min-nan", None):
        same(f"language {language}", len(neardup.find(TEXTS, language=language).pairs), 2)


def test_characters(neardup):
    half = "the parcel \ud800 is late"
    fails("half a character in a text", ValueError, "the text of 1 has '\\ud800' at position 11", neardup.find,
          ["a text", half])
    fails("in a title", ValueError, "the title of 0 has", neardup.find, ["a text"], titles=["\udfff"])
    fails("in a label", ValueError, "the label of '\\ud83d' has", neardup.find, {"\ud83d": "a text"})
    same("a whole one", len(neardup.find(["the parcel 📦 is late"] * 2).pairs), 1)


def test_frames(neardup):
    try:
        import pandas
    except ImportError:
        skip("pipeline/python_api: no pandas")
        return
    frame = pandas.DataFrame({"text": TEXTS, "about": ["Candlemas Storm"] * len(TEXTS)},
                             index=list("abcdefg"))
    found = neardup.find(frame, column="text", titles="about")
    same("labels of a frame", found.clusters[0].members, ["a", "b"])
    same("a series", neardup.find(frame["text"]).clusters[1].members, ["d", "e"])
    missing = neardup.find(pandas.Series(["a text", float("nan"), pandas.NA])).cluster_ids
    same("missing values", missing.isna().tolist(), [True] * 3)
    table = found.kinds.to_pandas()
    same("to_pandas", (list(table.columns), table.loc[0, "value_b"]), (list(neardup.Kind._fields), "134"))
    same("empty to_pandas", list(neardup.find([]).pairs.to_pandas().columns), list(neardup.Pair._fields))
    fails("which column", TypeError, "there are text, about", neardup.find, frame)
    fails("no such column", KeyError, "no column 'body'", neardup.find, frame, column="body")
    frame["cluster"] = found.cluster_ids
    same("clusters of a frame", frame["cluster"].tolist(), [1, 1, pandas.NA, 3, 3, pandas.NA, pandas.NA])
    same("their type", str(frame["cluster"].dtype), "Int64")
    again = pandas.Series([STORM, STORM.replace("143", "134"), STORM], index=["a", "b", "a"])
    fails("an index with repeats", ValueError, "the index has 'a' twice", neardup.find, again)


def test_polars(neardup):
    try:
        import polars
    except ImportError:
        skip("pipeline/python_api: no polars")
        return
    frame = polars.DataFrame({"text": TEXTS, "about": ["Candlemas Storm"] * len(TEXTS)})
    found = neardup.find(frame, column="text", titles="about")
    same("labels of a frame of polars", found.clusters[0].members, [0, 1])
    same("a series of polars", neardup.find(frame["text"]).clusters[1].members, [3, 4])
    same("to_polars", found.kinds.to_polars()["value_b"].to_list(), ["134"])


def test_wrong_parameters(neardup, folder):
    """A wrong value is not kept, nor are right ones beside it; nor is what SQLite takes for another file."""
    path = os.path.join(folder, "parameters.db")
    neardup.find(TEXTS, database=path)
    neardup.run(path, jaccard_least=0.8)
    db = sqlite3.connect(path)
    before = db.execute("SELECT * FROM parameters").fetchall()
    for wrong in ({"bands": 2.5}, {"fold": "x"}, {"bands": "many"}, {"jaccard_least": None}, {"clusters": b"star"},
                  {"jaccard_least": float("nan")}, {"bands": 2**70}, {"shingles_least": 9, "shingles_most": 8}):
        fails(f"run with {wrong}", ValueError, str(next(iter(wrong))), neardup.run, path, rows=3, **wrong)
        same(f"after {wrong}", db.execute("SELECT * FROM parameters").fetchall(), before)
    fails("a run that fails", neardup.Error, "word", neardup.run, path, detection="both", vectors="words")
    same("after a run that failed", db.execute("SELECT * FROM parameters").fetchall(), before)
    for bounds in ({"shingles_least": 50, "shingles_most": 60}, {"shingles_least": 5, "shingles_most": 49}):
        neardup.run(path, **bounds)
        same("two that need each other", db.execute("SELECT shingles_least, shingles_most FROM parameters").fetchall(),
             [tuple(bounds.values())])
    db.close()
    here = os.getcwd()
    os.chdir(folder)
    try:
        names = sorted(os.listdir())
        for name in ("file:x.db", "file:x.db?mode=memory", ":memory:", ""):
            fails(f"the database {name!r}", ValueError, "must be the path of a file", neardup.find, TEXTS, database=name)
            fails(f"run of {name!r}", ValueError, "must be the path of a file", neardup.run, name)
        same("no file was made", sorted(os.listdir()), names)
    finally:
        os.chdir(here)


def test_databases(neardup, folder):
    path = os.path.join(folder, "texts.db")
    found = neardup.find(TEXTS, database=path, jaccard_least=0.9, contradiction_least=0.9)
    same("in a file", len(found.kinds), 0)
    same("again, with the defaults", len(neardup.find(TEXTS, database=path).kinds), 1)
    db = sqlite3.connect(path)
    same("rows of the file", db.execute("SELECT (SELECT count(*) FROM source), (SELECT count(*) FROM sentence), "
                                        "       (SELECT group_concat(key) FROM article)").fetchall(),
         [(1, 5, "0,1,3,4,6")])
    db.close()
    before = open(path, "rb").read()
    fails("other texts", neardup.Error, "holds other texts", neardup.find, TEXTS[:2], database=path)
    same("it is as it was", open(path, "rb").read() == before, True)
    same("run", [kind[:3] for kind in neardup.run(path).kinds], [(1, 2, "drift")])
    same("run with a parameter", neardup.run(path, jaccard_least=0.9, contradiction_least=0.9).kinds, [])
    fails("run without a file", neardup.Error, "there is no file", neardup.run, os.path.join(folder, "none.db"))
    check(not os.path.exists(os.path.join(folder, "none.db")), "run() made a file")

    mine = os.path.join(folder, "mine.db")
    db = sqlite3.connect(mine)
    db.execute("CREATE TABLE note (text)")
    db.commit()
    db.close()
    before = open(mine, "rb").read()
    fails("a database of somebody else", neardup.Error, "is not neardup's", neardup.find, TEXTS, database=mine)
    fails("run on it", neardup.Error, "is not neardup's", neardup.run, mine)
    same("nothing was written to it", open(mine, "rb").read() == before, True)
    with open(os.path.join(folder, "text.txt"), "w") as file:
        file.write("no database " * 100)
    fails("no database", neardup.Error, "not a database", neardup.find, TEXTS, database=file.name)


def test_interrupt(neardup):
    """Ctrl-C during the first long statement ends find() soon, and progress() may raise what it likes."""
    texts = [f"{STORM} {n * n} {n % 7} {n * 31 % 1009}" for n in range(60000)]
    started = threading.Event()

    def send():
        started.wait()
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=send)
    sender.start()
    sent = None
    try:
        neardup.find(texts, threads=1, progress=lambda *stage: started.set())
        check(False, "find() went on after an interrupt")
    except KeyboardInterrupt:
        check(True, "interrupted")
    finally:
        sender.join()

    class Enough(Exception):
        pass

    def stop(stage, number, count):
        if stage == "pairs":
            raise Enough

    fails("what progress() raises", Enough, "", neardup.find, TEXTS, progress=stop)


def test_loading(neardup):
    check(os.path.isabs(neardup.loadable_path()), "loadable_path() is absolute")
    fails("a connection that cannot", neardup.Error, "pip install apsw", neardup.load, types.SimpleNamespace())
    db = sqlite3.connect(":memory:")
    if not hasattr(db, "enable_load_extension"):
        fails("this Python's sqlite3", neardup.Error, "pip install apsw", neardup.load, db)
        return
    neardup.load(db)
    neardup.load(db)
    same("a function", db.execute("SELECT edit_distance('kitten', 'sitting'), neardup_version()").fetchall(),
         [(3, neardup.version)])
    fails("loading is forbidden again", sqlite3.OperationalError, "not authorized", db.execute,
          "SELECT load_extension('neardup')")
    modules = neardup._connect.MODULES
    unable = types.SimpleNamespace(Connection=types.SimpleNamespace, sqlite_version="3.40.1")
    old = types.SimpleNamespace(Connection=sqlite3.Connection, sqlite_version="3.34.1")
    sys.modules.update(unable_sqlite=unable, old_sqlite=old)
    try:
        neardup._connect.MODULES = ("unable_sqlite", "old_sqlite", "absent_sqlite")
        fails("a Python that cannot", neardup.Error, "old_sqlite has SQLite 3.34.1", neardup.find, TEXTS)
        neardup._connect.MODULES = ("unable_sqlite", "old_sqlite", "sqlite3")
        same("the next module that can", len(neardup.find(TEXTS).pairs), 2)
    finally:
        neardup._connect.MODULES = modules


def test_commands(neardup, folder):
    status, output = command(folder, "run", "texts.db")
    check(status == 0 and "1 repeated text" in output, f"neardup run: {status}, {output}")
    same("neardup run of nothing", command(folder, "run", "none.db"), (1, "neardup: there is no file none.db\n"))
    status, output = command(folder, "run", "mine.db")
    check(status == 1 and output.startswith("neardup: ") and "is not neardup's" in output,
          f"neardup run of another database: {status}, {output}")
    same("neardup path", command(folder, "path"), (0, neardup.loadable_path() + "\n"))
    same("neardup --version", command(folder, "--version"), (0, neardup.version + "\n"))


def test_report(folder):
    """The page is the one that neardup-report writes, and nothing but a report is overwritten."""
    if not os.path.exists(os.path.join(ROOT, "sql", "report", "report.sql")):
        skip("pipeline/python_api: there is no report")
        return
    status, output = command(folder, "report", "texts.db", "page.html")
    check(status == 0 and output.startswith("page.html: "), f"neardup report: {status}, {output}")
    made = os.path.join(folder, "of-the-shell.html")
    subprocess.run(["sh", "sql/report/neardup-report.sh", os.path.join(folder, "texts.db"), made], cwd=ROOT,
                   check=True, stdout=subprocess.DEVNULL)
    page = os.path.join(folder, "page.html")
    same("the same page", open(page, "rb").read() == open(made, "rb").read(), True)
    same("it may be replaced", command(folder, "report", "texts.db", "page.html", "--url", "https://a.example/{id}")[0], 0)
    check(b'"link":"https://a.example/{id}"' in open(page, "rb").read(), "with links to a pattern")
    with open(page, "w") as file:
        file.write("mine")
    status, output = command(folder, "report", "texts.db", "page.html")
    check(status == 1 and "is no report of neardup" in output, f"a file of somebody else: {status}, {output}")
    same("it stays as it is", open(page).read(), "mine")
    os.mkfifo(os.path.join(folder, "pipe"))
    status, output = command(folder, "report", "texts.db", "pipe")
    check(status == 1 and "is no ordinary file" in output, f"a pipe is not waited for: {status}, {output}")
    status, output = command(folder, "report", "mine.db", "other.html")
    check(status == 1 and "is not neardup's" in output, f"report of another database: {status}, {output}")
    same("no page, whole or in part", [name for name in os.listdir(folder) if "other.html" in name], [])


def test_report_with_apsw(neardup, folder):
    try:
        import apsw  # noqa: F401
    except ImportError:
        skip("pipeline/python_api: no apsw")
        return
    connect = sys.modules["neardup._connect"]
    kept, connect.MODULES = connect.MODULES, ("apsw",)
    try:
        page, path = os.path.join(folder, "of-apsw.html"), os.path.join(folder, "texts.db")
        importlib.import_module("neardup._command").main(["report", path, page])
        same("the page of apsw", open(page, "rb").read() == open(os.path.join(folder, "of-the-shell.html"), "rb").read(),
             True)
    finally:
        connect.MODULES = kept


def test_script(neardup):
    """A command of the shell that the interpreter does not know is an error, not skipped."""
    script = neardup._script
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "odd.sql"), "w") as file:
            file.write("SELECT 1;\n.import x y\n")
        session = neardup._connect.Session("")
        kept = neardup._folder.path()
        neardup._folder.use(folder)
        try:
            fails("an unknown command", neardup.Error, ".import x y", script.run_script, session, "odd.sql")
        finally:
            neardup._folder.use(kept)
            session.close()
    known = {".read", ".timeout", ".mode", ".headers", *script.NOT_NEEDED}
    for name in ("pipeline", "schema", "templates"):
        used = {command for command, _ in script.parts(f"sql/{name}.sql") if command}
        check(used <= known, f"{name}.sql uses {used - known}")


def test_index(neardup):
    connection = sqlite3.connect(":memory:")
    connection.execute('CREATE TABLE "a note"(id INTEGER PRIMARY KEY, "its text")')
    connection.executemany('INSERT INTO "a note" VALUES (?, ?)', enumerate(TEXTS[:2], 1))
    index = neardup.Index(connection, "n'ear \"it\"", table="a note", column="its text", content_rowid="id",
                          pairs=1, clusters=1)
    connection.commit()
    same("near", [(match.id, match.text) for match in index.near(STORM)], [(1, TEXTS[0]), (2, TEXTS[1])])
    same("one", [match.id for match in index.near(STORM, limit=1)], [1])
    same("least", [match.id for match in index.near(STORM, least=0.99)], [1])
    same("pairs", [pair[:3] for pair in index.pairs()], [(1, 1, 2)])
    connection.execute('INSERT INTO "a note" VALUES (3, ?)', (STORM + " So it was.",))
    same("pairs since", [pair[1:3] for pair in index.pairs(since=1)], [(1, 3), (2, 3)])
    same("cluster", (index.cluster(3), index.cluster(9)), ([1, 2, 3], []))
    connection.execute('UPDATE "a note" SET "its text" = ? WHERE id = 1', (TEXTS[3],))
    connection.execute('DELETE FROM "a note" WHERE id = 2')
    same("after changes", ([match.id for match in index.near(STORM)], index.pairs()), ([3], []))
    connection.rollback()
    same("after a rollback", [match.id for match in index.near(STORM)], [1, 2])
    index.optimize()
    index.check()
    connection.execute('DROP TRIGGER "n\'ear ""it""_insert"')
    connection.execute('INSERT INTO "a note" VALUES (4, ?)', (STORM,))
    fails("a trigger is missing", neardup.Error, "Perhaps a trigger is missing", index.check)
    neardup.Index(connection, "n'ear \"it\"").rebuild()
    index.check()
    own = neardup.Index(connection, jaccard_least=0.9)
    id = own.add(STORM)
    same("added", (id, own.add("Another text.", 70)), (1, 70))
    own.remove(id)
    same("removed", own.near(STORM), [])
    fails("a wrong option", neardup.Error, "there is no option 'colour'", neardup.Index, connection, "x", colour=1)
    connection.execute("CREATE TABLE plain(text)")
    fails("no key", neardup.Error, "an INTEGER PRIMARY KEY", neardup.Index, connection, "x", table="plain")
    connection.close()


def test_package(folder):
    if not python_package.INSTALLED and not LOADABLE:
        return skip("pipeline/python_api: this Python cannot load extensions")
    neardup = python_package.stage(os.path.join(folder, "package"))
    for test in (test_lists, test_labels, test_parameters, test_characters, test_frames, test_polars):
        test(neardup)
    test_wrong_parameters(neardup, folder)
    test_databases(neardup, folder)
    test_interrupt(neardup)
    test_loading(neardup)
    test_commands(neardup, folder)
    test_report(folder)
    test_report_with_apsw(neardup, folder)
    test_script(neardup)
    test_index(neardup)


run_tests("pipeline/python_api", test_package)
