"""python_verdicts.py - what people say of pairs, in Python: it is kept in the database that was named and in a file, hides the pair
from the next findings, can be taken back, and is asked for as `neardup review` does. A hostile file harms nothing, and none is harmed.
"""

import contextlib
import io
import json
import os
import pickle
import sqlite3
import subprocess
import sys
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
        fails("nor white space", neardup.Error, "judge must be a name", found.judge, storm, "same", judge=" ")
        same("a table", found.said().columns, neardup.Said._fields)
    again = neardup.find(TEXTS, titles={name: name.upper() for name in TEXTS}, database=path)
    same("not shown again", (labels(again.kinds), len(again.pairs)), ([], 2))
    same("unless asked", len(neardup.run(path, judged=True).kinds), 2)
    ran = neardup.run(path)
    ran.judge(ran.pairs[0], "pattern", judge="Dan")
    same("of run()", "Dan" in {said.judge for said in ran.said()}, True)
    fails("a copy", neardup.Error, "are a copy", pickle.loads(pickle.dumps(neardup.find(TEXTS))).said)
    fails("a copy, which has no ids", neardup.Error, "are a copy", pickle.loads(pickle.dumps(found)).judge, found.pairs[0], "same")
    fails("no such pair", neardup.Error, "a must be the id of a sentence, found 7", ran.judge, ran.pairs[0]._replace(a=7, b=8), "same", judge="Ann")
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE sentence SET text = text || ' More.'")
        db.commit()
    fails("other texts", neardup.Error, "holds other texts now", ran.judge, ran.pairs[0], "same", judge="Ann")


def lines_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read().split("\n")


def test_file(neardup, folder):
    """Tomorrow's find() honours it; each verdict is a line that is added, whatever else has been written there meanwhile."""
    path = os.path.join(folder, "said.jsonl")
    first, second = neardup.find(TEXTS, verdicts=path), neardup.find(TEXTS, verdicts=path)
    check(not os.path.exists(path), "nothing was said yet")
    first.judge(first.kinds[0], "same", judge="Ann")
    second.judge(second.kinds[1], "pattern", "two\nlines \u2028 'quoted'", judge="Ben")
    same("both", [row["judge"] for row in map(json.loads, lines_of(path)[:-1])], ["Ann", "Ben"])
    same("tomorrow", labels(neardup.find([*TEXTS.values(), "One more text."], verdicts=path).kinds), [])
    second.judge(second.kinds[0], "none", judge="Ann")
    same("taken back", len(neardup.find(TEXTS, verdicts=path).kinds), 1)
    for verdict in "none", "fixed", "none", "fixed":
        first.judge(first.kinds[1], verdict, judge="Cleo")
    same("however fast", "Cleo" in {said.judge for said in neardup.find(TEXTS, verdicts=path).said()}, True)
    same("which nobody brings back who has not seen it", len(neardup.find(TEXTS, verdicts=path).kinds), 1)
    good = lines_of(path)
    mine = ['{"text_a": "a", "text_b": "b", "note": "without a verdict"}', "", good[0].replace('{"', '{"ours": [1], "'), good[1]]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(mine))  # without a line end
    found = neardup.find(TEXTS, verdicts=path)
    found.judge(found.pairs[0], "ignore", judge="Dan")
    same("what was there stays", (lines_of(path)[:4], [json.loads(line)["judge"] for line in lines_of(path)[4:-1]]), (mine, ["Dan"]))
    with mock.patch("os.write", lambda file, data: os.pwrite(file, data[:9], os.fstat(file).st_size)):
        fails("a full disk", OSError, "No space left", found.judge, found.pairs[0], "same", judge="Eve")
    same("nothing was said", (lines_of(path)[:4], len(lines_of(path)), "Eve" in {said.judge for said in found.said()}), (mine, 6, False))
    fails("half a character", neardup.Error, "", found.judge, found.pairs[0], "same", "\ud800", judge="Eve")
    fails("what ends a text", ValueError, "expected an object", found.judge, found.pairs[0], "same", "a\0b", judge="Eve")
    same("could not be read again", len(lines_of(path)), 6)
    fails("a folder that is not there", OSError, "", lambda: (
        found := neardup.find(TEXTS, verdicts=os.path.join(folder, "none", "x.jsonl"))).judge(found.kinds[0], "same", judge="Ann"))


def test_damaged(neardup, folder):
    """A file with a line that is no verdict is refused, with the line, and neither it nor the database changes."""
    path, database = os.path.join(folder, "said.jsonl"), os.path.join(folder, "d.db")
    found = neardup.find(TEXTS, verdicts=path, database=database)
    found.judge(found.kinds[0], "same", judge="Ann")
    good = lines_of(path)[0].replace("Ann", "Ben")
    for bad in ("{", "[1, 2]", "7", '{"verdict": "perhaps", "text_a": "a", "text_b": "b", "judge": "x"}', "[" * 100000, "\x00",
                '{"verdict": "same", "text_a": "\\ud800", "text_b": "b", "judge": "x"}', '{"verdict": 7}', '{"verdict": [7]}',
                '{"verdict": "same", "text_a": "a\\u0000", "text_b": "b", "judge": "x"}', "\ufeff", "''); DROP TABLE verdict; --",
                '{"verdict": "same", "text_a": "a", "text_b": "b", "judge": "x", "judged_at": "9999-01-01T00:00:00Z"}'):
        written = f"{good}\n\n{bad}\n{good}\n".encode("utf-8")
        with open(path, "wb") as file:
            file.write(written)
        fails(f"line 3, {bad[:30]!r}", ValueError, f"{path}, line 3: ", neardup.run, database, verdicts=path)
        with open(path, "rb") as file:
            same(f"the file stays, {bad[:30]!r}", file.read() == written, True)
        same(f"nothing was taken, {bad[:30]!r}", [said.judge for said in found.said()], ["Ann"])
    csv = os.path.join(folder, "mine.csv")
    with open(csv, "w", encoding="utf-8") as file:
        file.write("verdict,text_a,text_b,judge\nsame,a,b,Ann\n")
    fails("a CSV", neardup.Error, "line 1: expected an object whose members are texts, found 'verdict,text_a,", neardup.find, TEXTS,
          verdicts=csv)
    fails("what to do with it", neardup.Error, "give neardup verdicts DB FILE", neardup.find, TEXTS, verdicts=csv)


def test_processes(neardup, folder):
    """Several write into one file at once, and each verdict is there."""
    path = os.path.join(folder, "said.jsonl")
    program = ("import sys, neardup\nfound = neardup.find(%r, verdicts=sys.argv[1])\nprint(flush=True)\nsys.stdin.readline()\n"
               "for n in range(20):\n    found.judge(found.kinds[n %% 2], 'same', judge=f'{sys.argv[2]} {n}')" % TEXTS)
    others = [subprocess.Popen([sys.executable, "-c", program, path, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(neardup.__file__))})
              for name in ("Ann", "Ben")]
    for other in others:
        other.stdout.readline()
    for other in others:
        other.stdin.write(b"\n")
        other.stdin.flush()
    for other in others:
        other.communicate()
    same("they ended well", [other.returncode for other in others], [0, 0])
    same("all verdicts", {json.loads(line)["judge"] for line in lines_of(path)[:-1]},
         {f"{name} {n}" for name in ("Ann", "Ben") for n in range(20)})
    same("of both pairs", (len(neardup.find(TEXTS, verdicts=path).said()), len(lines_of(path))), (40, 41))


def test_many(neardup, folder):
    """An answer reads nothing of what others said before."""
    path = os.path.join(folder, "said.jsonl")
    row = {"verdict": "same", "text_a": "a", "judge": "Ann", "judged_at": "2026-01-01T00:00:00Z"}
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps({**row, "text_b": f"b{n}"}) + "\n" for n in range(2000))
    found, read = neardup.find(TEXTS, verdicts=path), []
    values = neardup._verdicts._values
    with mock.patch("neardup._verdicts._values", lambda line: (read.append(line), values(line))[1]):
        for kind in found.kinds:
            found.judge(kind, "same", judge="Ben")
        found = neardup.find(TEXTS, verdicts=path)
        same("the file is read once", len(read), 2 + 2002)
        reviewed(found, "s", "s", "q", judge="Cleo", judged=True)
    same("and each answer", len(read), 2 + 2002 + 2)


def reviewed(found, *answers, judge="Ann", **choice):
    """What a review prints, and how many got a verdict."""
    answers, shown = iter(answers), io.StringIO()
    with contextlib.redirect_stdout(shown):
        count = found.review(judge, lambda prompt: next(answers), **choice)
    return count, shown.getvalue()


def test_review(neardup, folder):
    path = os.path.join(folder, "r.db")
    evil = {**TEXTS, "e": STORM.format("\x1b[31m150")}
    for database in path, None:
        found = neardup.find(evil, database=database)
        count, shown = reviewed(found, "?", "not sure", "b it is", "x", "c  so it is", "", "q")
        same("one was judged", (count, shown.count("a reason may follow")), (1, 4))
        same("what was said", [(said.verdict, said.judge, said.reason) for said in found.said()], [("contradiction", "Ann", "so it is")])
        check("[143]" in shown or "[four]" in shown, shown)
        check("\x1b" not in shown, "escapes")
        shown = reviewed(found, *[""] * 20, judge="Ben", sample=20)[1]
        check("drift" not in shown and "143" in shown, "a sample does not say what neardup thinks")
        fails("a wrong choice", ValueError, "sample must be a whole number from 1, found 0", found.review, "Ann", sample=0)
    for word, verdict in [("c", "contradiction"), ("S", "same"), ("p", "pattern"), ("t", "citation"), ("f", "fixed"), ("i", "ignore"),
                          ("d", "duplicate"), ("n", "no duplicate")]:
        for answer in word, verdict.upper():
            found = neardup.find(TEXTS)
            reviewed(found, answer + " \t why not ", "quit")
            same(answer, [(said.verdict, said.reason) for said in found.said()], [(verdict, "why not")])
    found = neardup.find(TEXTS)
    with contextlib.redirect_stdout(io.StringIO()):
        same("the end of input", found.review("Ann", mock.Mock(side_effect=EOFError)), 0)
    found = neardup.find(TEXTS)
    same("the same answer to all", reviewed(found, *["s"] * 3)[0], 2)
    for answers, verdicts in ((("back", "s", "u", "p", "q"), ["pattern"]), (("s", "b", "", "undo", "q"), []),
                              (("s", "p", "c", "q"), ["pattern", "same"]), (("u", "s", "b", "ignore", "q"), ["ignore"]),
                              (("s", "b", "p", "u", "q"), ["same"]), (("s", "b", "d", "u", "q"), ["same"]),
                              (("s", "p", "b", "t", ""), ["citation", "same"]), (("s", "p", "u", "q"), ["same"])):
        file = os.path.join(folder, "-".join(answers))
        found = neardup.find(TEXTS, verdicts=file)
        same(answers, (reviewed(found, *answers)[0], sorted(said.verdict for said in found.said())), (len(verdicts), verdicts))
        same(f"{answers} in the file", sorted(said.verdict for said in neardup.find(TEXTS, verdicts=file).said()), verdicts)


def test_review_together(neardup, folder):
    """What others say meanwhile, into the same file, is passed over; and no pair follows one of its cluster."""
    path = os.path.join(folder, "said.jsonl")
    first, second = neardup.find(TEXTS, verdicts=path), neardup.find(TEXTS, verdicts=path)

    def ask(prompt):
        for kind in second.kinds:
            second.judge(kind, "same", judge="Ben")
        return ""

    with contextlib.redirect_stdout(shown := io.StringIO()):
        same("nothing is left to judge", first.review("Ann", ask), 0)
    same("one pair was shown", shown.getvalue().count("Pair "), 1)
    found = neardup.find([text.format(number) for number in (143, 144, 145) for text in (STORM, BRIDGE)])
    shown = reviewed(found, *[""] * 20)[1]
    names = ["Hestholm" in page for page in shown.split("Pair ")[1:]]
    check(names[:4] in ([True, False, True, False], [False, True, False, True]), f"by turns: {names}")


def test_returned(neardup, folder):
    """A pair that was fixed, and has returned, says so."""
    path = os.path.join(folder, "f.db")
    found = neardup.find(TEXTS, database=path)
    for kind in found.kinds:
        found.judge(kind, "fixed", judge="Ann")
    same("fixed", len(neardup.run(path).kinds), 0)
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE source SET dump_date = '2999-01-01'")
        db.execute("DELETE FROM verdict WHERE text_a LIKE '%Hestholm%'")
    found = neardup.run(path)
    same("returned", sorted((kind.verdict or "", "It was fixed, and has returned." in repr(kind)) for kind in found.kinds),
         [("", False), ("returned", True)])
    check(">returned</td>" in found.kinds._repr_html_() and ">verdict<" not in neardup.find(TEXTS).kinds._repr_html_(), "in a notebook")
    found.judge(found.kinds[0], "same", judge="Ben")
    same("if asked", found.kinds[0][:2] in [kind[:2] for kind in neardup.run(path, judged=True).kinds if kind.verdict == "same"], True)


def test_all(folder):
    neardup = python_package.stage(os.path.join(folder, "package"))
    for test in (test_judging, test_file, test_damaged, test_processes, test_many, test_review, test_review_together, test_returned):
        place = os.path.join(folder, test.__name__)
        os.mkdir(place)
        test(neardup, place)


require("pipeline/python_verdicts", LOADABLE)
run_tests("pipeline/python_verdicts", test_all)
