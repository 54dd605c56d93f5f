"""python_verdicts.py - what people say of pairs, in Python: it is kept in the database that was named and in a file, hides the pair
from the next findings, can be taken back, and is asked for in a shell and in a notebook. A hostile file harms nothing.
"""

import contextlib
import io
import json
import os
import pickle
import sqlite3
import sys
import types
import warnings
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import python_package
from counting import check, require, run_tests
from extension import LOADABLE
from python_package import fails, same

STORM = "The Candlemas Storm killed {} people, most of them in the low cottages behind the Carrowick dyke."
BRIDGE = "Hestholm is reached by the Mirrin Bridge, which rests on {} piers of pale granite."
TEXTS = {"s1": STORM.format(143), "s2": STORM.format(134), "b1": BRIDGE.format("four"), "b2": BRIDGE.format("five"), "x": "A ferry goes."}


def labels(rows):
    return sorted((row.a, row.b) for row in rows)


def test_judging(neardup, folder):
    """In a file that was named, in the temporary database, and of run()."""
    path = os.path.join(folder, "a.db")
    for database in path, None:
        found = neardup.find(TEXTS, titles={name: name.upper() for name in TEXTS}, database=database)
        same("two pairs", labels(found.kinds), [("b1", "b2"), ("s1", "s2")])
        storm = next(kind for kind in found.kinds if kind.a == "s1")
        found.judge(storm, "same", "the census", judge="Ann")
        same("what was said", [said[:5] + said[5:6] + said[7:] for said in found.said()],
             [("same", TEXTS["s2"], TEXTS["s1"], "S2", "S1", "Ann", "the census")])
        found.judge(storm, "fixed", judge="Ann")
        found.judge(storm, "no duplicate", judge="Ben")
        same("a newer one replaces, another person's does not", sorted((said.verdict, said.judge) for said in found.said()),
             [("fixed", "Ann"), ("no duplicate", "Ben")])
        found.judge(storm, "none", judge="Ben")
        same("taken back", [said.judge for said in found.said()], ["Ann"])
        found.judge(found.pairs[0], "same", judge="Cleo")
        with mock.patch("getpass.getuser", return_value="me"):
            found.judge(found.pairs[1], "ignore")
        same("who runs it", found.said()[-1].judge in ("me", "Cleo"), True)
        fails("a verdict", ValueError, "verdict must be contradiction, same", found.judge, storm, "right")
        fails("no judge", neardup.Error, "judge", found.judge, storm, "same", judge="")
        same("a table", found.said().columns, neardup.Said._fields)
    again = neardup.find(TEXTS, titles={name: name.upper() for name in TEXTS}, database=path)
    same("not shown again", (labels(again.kinds), len(again.pairs)), ([], 2))
    same("unless asked", len(neardup.run(path, judged=True).kinds), 2)
    ran = neardup.run(path)
    ran.judge(ran.pairs[0], "pattern", judge="Dan")
    same("of run()", "Dan" in {said.judge for said in ran.said()}, True)
    fails("a copy", neardup.Error, "are a copy", pickle.loads(pickle.dumps(neardup.find(TEXTS))).said)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE sentence SET text = text || ' More.'")
        db.commit()
    fails("other texts", neardup.Error, "holds other texts now", ran.judge, ran.pairs[0], "same", judge="Ann")


def test_file(neardup, folder):
    """Tomorrow's find() honours it; two findings add to one file; what is damaged is told, and the rest is taken."""
    path = os.path.join(folder, "said.jsonl")
    first, second = neardup.find(TEXTS, verdicts=path), neardup.find(TEXTS, verdicts=path)
    check(not os.path.exists(path), "nothing was said yet")
    first.judge(first.kinds[0], "same", judge="Ann")
    second.judge(second.kinds[1], "pattern", "two\nlines \u2028 'quoted'", judge="Ben")
    same("both", [row["judge"] for row in map(json.loads, open(path, encoding="utf-8").read().split("\n")[:-1])], ["Ann", "Ben"])
    same("tomorrow", labels(neardup.find([*TEXTS.values(), "One more text."], verdicts=path).kinds), [])
    second.judge(second.kinds[0], "none", judge="Ann")
    same("taken back", len(neardup.find(TEXTS, verdicts=path).kinds), 1)
    good = open(path, encoding="utf-8").read()
    for bad in ("{", "[1, 2]", '{"verdict": "perhaps", "text_a": "a", "text_b": "b", "judge": "x"}', "[" * 100000, "\x00",
                '{"verdict": "same", "text_a": "\\ud800", "text_b": "b", "judge": "x"}', '{"verdict": 7}',
                '{"verdict": "same", "text_a": "a\\u0000", "text_b": "b", "judge": "x"}', "\ufeff", "''); DROP TABLE verdict; --"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(bad + "\n" + good)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = neardup.find(TEXTS, verdicts=path)
        check(len(told) == 1 and "line 1" in str(told[0].message), f"{bad[:30]!r}: {[str(one.message)[:200] for one in told]}")
        same(f"the others beside {bad[:30]!r}", [said.judge for said in found.said()], ["Ben"])
    fails("a folder that is not there", OSError, "", lambda: (
        found := neardup.find(TEXTS, verdicts=os.path.join(folder, "none", "x.jsonl"))).judge(found.kinds[0], "same", judge="Ann"))


def test_review(neardup, folder):
    path = os.path.join(folder, "r.db")
    evil = {**TEXTS, "e": STORM.format("\x1b[31m150")}
    for database in path, None:
        found, shown, answers = neardup.find(evil, database=database), io.StringIO(), iter(["?", "c  so it is", "", "q"])
        with contextlib.redirect_stdout(shown):
            same("one was judged", found.review("Ann", lambda prompt: next(answers)), 1)
        same("what was said", [(said.verdict, said.judge, said.reason) for said in found.said()], [("contradiction", "Ann", "so it is")])
        check("143|134" in shown.getvalue() or "four|five" in shown.getvalue(), shown.getvalue())
        check("\x1b" not in shown.getvalue(), "escapes")
        with contextlib.redirect_stdout(shown := io.StringIO()):
            found.review("Ben", lambda prompt: "", sample=20)
        check("drift" not in shown.getvalue() and "143" in shown.getvalue(), "a sample does not say what neardup thinks")
        fails("a wrong choice", ValueError, "sample must be a whole number from 1, found 0", found.review, "Ann", sample=0)
    pages = []
    notebook = types.SimpleNamespace(get_ipython=lambda: True), types.SimpleNamespace(HTML=str, display=pages.append)
    with mock.patch.dict(sys.modules, {"IPython": notebook[0], "IPython.display": notebook[1]}):
        neardup.find({1: BRIDGE.format("<script>"), 2: BRIDGE.format("five")}).review("Ann", lambda prompt: "s")
    check(len(pages) == 1 and "<del>" in pages[0] and "<script>" not in pages[0], f"in a notebook: {pages}")


def test_all(folder):
    neardup = python_package.stage(os.path.join(folder, "package"))
    for test in test_judging, test_file, test_review:
        place = os.path.join(folder, test.__name__)
        os.mkdir(place)
        test(neardup, place)


require("pipeline/python_verdicts", LOADABLE)
run_tests("pipeline/python_verdicts", test_all)
