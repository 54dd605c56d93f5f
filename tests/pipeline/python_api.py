"""python_api.py - the Python package of ext/packages/python, with the module that make has built: forms of texts,
labels, results, errors, interrupts, and what is never touched. If NEARDUP_INSTALLED is 1, the package is the one
that this Python has: tests/packages/wheels.sh tests each Python so.
"""

import contextlib
import copy
import datetime
import importlib.util
import io
import os
import pathlib
import pickle
import re
import signal
import sqlite3
import struct
import sys
import threading
import time
import types
import warnings
import zipfile
from array import array
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import python_package
from counting import check, run_tests, skip
from extension import LOADABLE
from python_package import command, fails, same

STORM = "The Candlemas Storm killed 143 people, most of them in the low cottages behind the Carrowick dyke."
TEXTS = [STORM, STORM.replace("143", "134"), None,
         "Hestholm is reached by the Mirrin Bridge, which rests on four piers of pale granite.",
         "Hestholm is reached by the Mirrin Bridge, which rests on four piers of pale granite.",
         "   ", "The ferry to the island leaves every day at nine and comes back in the evening."]


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
    check(">likelihood</th>" in table and ">%s</td>" % likelihood in table, "as a table: " + table)
    check("killed <del>143</del><ins>134</ins> people" in table and "[143|134]" not in table, "what differs: " + table)
    check(table in found._repr_html_(), "findings in a notebook begin with them: " + found._repr_html_())
    same("escaped", (hostile.pairs._repr_html_().count("&lt;b&gt;"), "<b>" in hostile.pairs._repr_html_() + hostile._repr_html_(),
                     len(hostile.pairs)), (1, False, 1))
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
    fails("another detection", ValueError, "neardup: detection must be minhash, projection or both, found 'all'", neardup.find, TEXTS, detection="all")
    same("nothing", neardup.find([]).cluster_ids, [])
    same("no text", neardup.find([None, ""]).cluster_ids, [None, None])


def test_html(neardup):
    """Whatever texts have in them, the tables of a notebook have no more elements than their own."""
    hostile = ["</del><script>alert(1)</script> %s said <ins>, </table>, & \"quotes\" to the keeper" % name
               for name in ("Mirrin", "<img src=x onerror=alert(1)>")]
    found = neardup.find({f"<b>{place}": text for place, text in enumerate(hostile)}, jaccard_least=0.3)
    pages = found.kinds._repr_html_() + found.pairs._repr_html_() + found.clusters._repr_html_() + found._repr_html_()
    elements = set(re.findall(r"<(/?[^\s>]*)", pages))
    own = "table tr th td del ins p pre details summary".split()
    check(len(found.pairs) == 1 and elements <= {*own, *("/" + name for name in own)}, f"elements: {elements}")
    check("<del>Mirrin</del>" in pages, "differences: " + pages)
    long = neardup.find(["The keeper wrote. " * 5000 + end for end in ("Yes.", "No.")], shingles_most=10**6).pairs
    same("long texts are cut", (len(long), len(long._repr_html_()) < 2000), (1, True))
    found = neardup.find(["The ferry leaves at nine."] * 60)
    many = found.pairs._repr_html_()
    same("many rows are cut", (many.count("<tr>"), "<p>9 more</p>" in many), (51, True))
    check("[0, 1, 2" in found.clusters._repr_html_() and "18, 19, …]</td>" in found.clusters._repr_html_(),
          "many members are cut: " + found.clusters._repr_html_())
    label = neardup.find({"x" * 999: "The ferry leaves.", "y": "The ferry leaves."}).pairs._repr_html_()
    check("x" * 200 + " … " in label and "x" * 201 not in label, "long cells are cut: " + label)
    printed = repr(found.pairs).splitlines()
    same("many rows are not printed", (len(printed), printed[0], printed[-1]),
         (11, f"[{found.pairs[0]!r},", " … 49 more]"))
    same("few are", (repr(neardup.find([]).pairs), repr(neardup.find(TEXTS[3:5]).pairs)[:12]), ("[]", "[Pair(a=0, b"))
    same("long rows are cut", len(repr(long)) < 500, True)


def test_asking(neardup, folder):
    """What findings answer afterwards: which texts to drop, and which are near another one."""
    texts = [STORM, TEXTS[4], None, STORM.replace("143", "134"), STORM + "  ", " ", STORM.upper(), TEXTS[4]]
    path = os.path.join(folder, "asked.db")
    for database in (None, path):
        found = neardup.find(texts, database=database)
        same("the first of them", found.drop_duplicates(keep="first"), [STORM, TEXTS[4], None, texts[3], " "])
        same("the longest", found.drop_duplicates(keep="longest"), [TEXTS[4], None, texts[3], texts[4], " "])
        same("the most usual", len(found.drop_duplicates()), 5)
        why = found.verdicts(keep="first")
        same("why", [verdict[:3] for verdict in why if verdict.action == "drop"],
             [(4, "drop", 0), (6, "drop", 0), (7, "drop", 1)])
        same("texts of a verdict", [verdict[5:] for verdict in why if verdict.label == 4], [(texts[4], STORM)])
        same("with those that are likely", set(found.drop_duplicates("likely")) <= set(found.drop_duplicates()), True)
        same("near", [(match.id, match.text, match.jaccard == 1) for match in found.near(STORM)[:3]],
             [(0, STORM, True), (4, texts[4], True), (6, texts[6], True)])
        same("one", [match.id for match in found.near(STORM, limit=1)], [0])
        same("as near as that", found.near("143 people", least=0.9), [])
        same("a text that looks like SQL", found.near("'; DROP TABLE sentence; --"), [])
        fails("a certainty", ValueError, "certainty must be 'sure' or 'likely', not 'certain'", found.drop_duplicates,
              certainty="certain")
        fails("a text to keep", ValueError, "neardup: keep must be 'usual', 'longest', 'shortest', 'newest', 'oldest' or "
              "'first', not 'price'", found.drop_duplicates, keep="price")
        fails("a limit", ValueError, "neardup: limit must be a whole number from 0, found -1", found.near, STORM, limit=-1)
        fails("a similarity", ValueError, "neardup: least must be above 0 and at most 1, found 7", found.near, STORM, least=7)
        fails("no text", ValueError, "neardup: text must not be empty", found.near, "")
        fails("None for a text", TypeError, "must be a str, not None", found.near, None)
        fails("a number for a text", TypeError, "must be a str, not int", found.near, 7)
        fails("half a character near", ValueError, "half a character", found.near, "\ud800")
        (pair,) = (pair for pair in found.pairs if {pair.a, pair.b} == {0, 3})
        found.judge(pair, "duplicate", judge="Ann")
        same("what somebody calls a duplicate goes", found.drop_duplicates(keep="first"), [STORM, TEXTS[4], None, " "])
        same("and that is the reason", [verdict.differs.split(";")[0] for verdict in found.verdicts(keep="first")
                                        if verdict.label == 3], ["duplicate, says Ann"])
        found.judge(pair, "none", judge="Ann")
        same("until that is taken back", found.drop_duplicates(keep="first"), [STORM, TEXTS[4], None, texts[3], " "])
        same("after errors", len(found.near(STORM)), 4)
    twin = pickle.loads(pickle.dumps(neardup.find(texts)))
    same("a copy", (twin.pairs == found.pairs, twin.kinds.columns), (True, neardup.Kind._fields))
    fails("a copy is asked", neardup.Error, "are a copy", twin.near, STORM)
    fails("a copy has no texts", TypeError, "have no texts that were given", twin.drop_duplicates)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(neardup.find(texts).near(STORM, limit=1)[0].id))
    thread.start()
    thread.join()
    found = neardup.find(texts)
    thread = threading.Thread(target=lambda: answers.append(found.near(STORM, limit=1)[0].id))
    thread.start()
    thread.join()
    same("in other threads", answers, [0, 0])
    ran = neardup.run(path)
    same("of run()", [verdict[:3] for verdict in ran.verdicts(keep="first") if verdict.action == "drop"],
         [(4, "drop", 1), (5, "drop", 1), (6, "drop", 2)])
    fails("what run() cannot give", TypeError, "have no texts that were given", ran.drop_duplicates)
    fails("a column that run() has not", ValueError, "neardup: keep must be", ran.verdicts, keep="price")
    test_other_place(neardup, folder, texts)
    os.rename(path, path + ".gone")
    fails("a file that is gone", neardup.Error, "asked.db", ran.near, STORM)
    found = neardup.find(texts, database=path)
    ran = neardup.run(path)
    os.unlink(path)
    neardup.find(texts, database=path)
    same("the same texts, made anew", (len(found.drop_duplicates()), len(ran.near(STORM))), (5, 4))
    os.unlink(path)
    neardup.find(["Another text.", *texts[1:]], database=path)
    for findings, call, arguments in ((found, "drop_duplicates", ()), (found, "verdicts", ()), (found, "near", (STORM,)),
                                      (ran, "verdicts", ()), (ran, "near", (STORM,))):
        fails(f"{call} of other texts", neardup.Error, "asked.db holds other texts now", getattr(findings, call), *arguments)
    sqlite3.connect(path).execute("VACUUM").connection.close()
    ran = neardup.run(path)
    db = sqlite3.connect(path)
    db.execute("DELETE FROM sentence WHERE id = 2")
    db.commit()
    db.close()
    fails("without one of them", neardup.Error, "holds other texts now", ran.near, STORM)
    open(path, "w").close()
    fails("an empty file", neardup.Error, "holds other texts now", ran.near, STORM)
    test_formulas(neardup)
    given = {"a": STORM, "b": STORM, (1, 2): TEXTS[3]}
    found = neardup.find(given)
    del given["a"]
    same("a dict, as it was given", found.drop_duplicates(), {"a": STORM, (1, 2): TEXTS[3]})
    same("an iterator", neardup.find(iter(TEXTS)).drop_duplicates(), [text for at, text in enumerate(TEXTS) if at != 4])
    same("nothing", neardup.find([]).drop_duplicates(), [])


def test_other_place(neardup, folder, texts):
    """A file is found again from another folder."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        found = neardup.find(texts, database="asked.db")
    finally:
        os.chdir(here)
    same("from another folder", (len(found.near(STORM)), os.path.exists("asked.db")), (4, False))


def test_formulas(neardup):
    """No text is marked as it is for a spreadsheet."""
    for sign in ("=", "-", "@", "+", "'", "\t", "＝"):
        texts = [sign + STORM, sign + STORM.upper(), sign + STORM.replace("143", sign + "134")]
        verdicts = neardup.find(texts, fold="").verdicts(keep="first")
        same(f"texts with {sign}", {text for verdict in verdicts for text in verdict[5:]} <= set(texts), True)
        same(f"all of them with {sign}", {verdict.label for verdict in verdicts} >= {0, 2}, True)
    texts = ["=SUM(A1) is what the third cell of the first row says, and no more", "=MAX(A1) is what the third cell of the "
             "first row says, and no more"]
    same("what differs", [verdict.differs for verdict in neardup.find(texts).verdicts()], [None, "= SUM | MAX"])


def test_columns(neardup):
    """Pairs are columns that act as a list of tuples, even beyond one step of reading, and one text may have a cosine."""
    texts = [f"The ferry to the island leaves every day at nine and comes back in the evening, says keeper {n}." for n in range(30)]
    with mock.patch.object(neardup._findings, "CHUNK", 7):
        found = neardup.find([*texts, STORM], detection="both", cosine_least=0.2)
        whole = list(found.pairs)
        same("a pair", (len(whole) > 14, len(found.pairs), found.pairs[-1], found.pairs[8]), (True, len(whole), whole[-1], whole[8]))
        same("some of them", (found.pairs[5:10:2], found.pairs[-2:]), (whole[5:10:2], whole[-2:]))
        for place in len(whole), -len(whole) - 1:
            fails("a pair beyond them", IndexError, "", found.pairs.__getitem__, place)
        same("a column", found.pairs._column("edit_distance"), [pair.edit_distance for pair in whole])
        same("with a cosine", {pair.cosine is None for pair in whole}, {pair[6] is None for pair in found.pairs})
        twin = copy.copy(found.pairs)
        same("copies", (twin == whole, copy.deepcopy(found).pairs, [*reversed(found.pairs)]), (True, whole, whole[::-1]))
        twin.sort(key=lambda pair: pair.jaccard)
        twin += [twin.pop(0)]
        same("one that is changed", (len(twin), set(twin) == set(whole), twin + [] == [*twin], twin.columns),
             (len(whole), True, True, neardup.Pair._fields))
        same("the other is not", list(found.pairs), whole)
    plain = neardup.find([*texts, STORM]).pairs
    same("in one step", [pair[:6] for pair in plain], [pair[:6] for pair in whole if pair.jaccard >= 0.6])
    wide = array("q", [2**32, 1])
    blob = struct.pack("<4sBBHQ", b"NDA1", 1, 0, 0, 2) + struct.pack("<2q", *wide)
    same("ids of more than 32 bits", neardup._columns.numbers(blob), wide)


FIND_MANY = """
import random, sys
import neardup
chance = random.Random(1)
words = ["".join(chance.choices("abcdefghijklmnop", k=7)) for _ in range(9999)]
texts = []
while len(texts) < int(sys.argv[1]):
    given = chance.choices(words, k=18)
    for _ in range(40 if len(texts) % 160 == 0 else 1):
        texts.append(" ".join([*given[:9], chance.choice(words) + "é", *given[10:]]))
def peak():
    return int(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
before = peak()
pairs = neardup.find(texts, threads=1, memory=16).pairs
print(1024 * (peak() - before), len(pairs) / len(texts))
"""


def test_memory(neardup, folder):
    """A text with five pairs, and a kind for every fourth, takes less than 1,000 bytes; tuples of pairs alone took 1,500."""
    if not os.path.exists("/proc/self/status"):
        return skip("pipeline/python_api: no /proc")
    peaks = []
    for count in 50000, 200000:
        status, output = command(folder, str(count), code=FIND_MANY)
        same(f"{count} texts", status, 0)
        peak, share = map(float, output.split())
        check(share > 4, f"pairs a text: {share}")
        peaks.append(peak)
    check(peaks[1] - peaks[0] < 150000 * 1000, f"bytes a text: {(peaks[1] - peaks[0]) / 150000:.0f}, expected less than 1000")


def test_across(neardup):
    left = {"x": STORM, "y": TEXTS[3], "z": "Nobody knows who built the mill on the hill.", "again": TEXTS[3], "none": None}
    right = [TEXTS[3], STORM.replace("143", "134"), "The mill burned down twice.", TEXTS[3], TEXTS[3].upper()]
    pairs = neardup.across(left, right)
    same("across", [pair[:3] for pair in pairs], [("x", 1, "drift"), ("y", 0, "identical"), ("y", 3, "identical"),
                                                 ("y", 4, "copyedit"), ("again", 0, "identical")])
    same("their texts", (0.6 < pairs[0].jaccard < 1, *pairs[0][4:]), (True, STORM, right[1]))
    check("<del>143</del><ins>134</ins>" in pairs._repr_html_(), "as a table: " + pairs._repr_html_())
    same("with a parameter", len(neardup.across(left, right, jaccard_least=0.99, contradiction_least=0.99)), 4)
    same("nothing is shared", neardup.across([STORM], [TEXTS[3]]), [])
    same("nothing is there", (neardup.across([], [STORM]), neardup.across([STORM], [])), ([], []))
    fails("no such parameter", TypeError, "jaccard_most", neardup.across, left, right, jaccard_most=1)
    fails("one text", TypeError, "neardup: right: texts must be several", neardup.across, left, STORM)
    equal = [[STORM, STORM.upper()], [STORM.lower(), STORM, TEXTS[3]]]
    same("with the first of those that are equal after folding", [pair[:3] for pair in neardup.across(*equal)],
         [(0, 0, "copyedit"), (0, 1, "identical"), (1, 0, "copyedit")])


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
    for wrong, said in (({"jaccard_least": 2}, "jaccard_least must be a number from 0 to 1, found 2"),
                        ({"clusters": "round"}, "clusters must be connected or star, found 'round'"),
                        ({"judged_most": 1}, "judged_most must be a whole number from 2, found 1"),
                        ({"bands": 500, "rows": 500},
                         "bands does not fit the others: bands * rows must be at most 65536, found 500")):
        try:
            neardup.find(TEXTS, jaccard_least=wrong.pop("jaccard_least", 0.6), **wrong)
            check(False, f"{said}: no error")
        except ValueError as error:
            same("only what is wrong", str(error), "neardup: " + said)
    fails("a wrong word", ValueError, "neardup: clusters must be connected or star, found 'round'", neardup.find, TEXTS, clusters="round")
    fails("no such parameter", TypeError, "jaccard_most", neardup.find, TEXTS, jaccard_most=1)
    fails("half a band", ValueError, "bands must be a whole number from 1 to 1024, found 2.5", neardup.find, TEXTS, bands=2.5)
    fails("a wrong fold", ValueError, "neardup: fold must be empty or a list of all, case", neardup.find, TEXTS, fold="x")
    fails("a word for a number", ValueError, "bands", neardup.find, TEXTS, bands="many")
    fails("half a character in a parameter", ValueError, "fold", neardup.find, TEXTS, fold="\ud800")
    for language in ("klingon", "", "e", "xx", 7):
        for call in (neardup.find, TEXTS), (neardup.across, TEXTS, TEXTS):
            fails("a language", ValueError, "neardup: language must be ", *call, language=language)
    fails("no such language", ValueError, "neardup: language must be one of am ar bg ", neardup.find, TEXTS, language="xx")
    for language in ("en", "pt-BR", "en_GB", "simple", "zh-min-nan", "sv", "other", None):
        same(f"language {language}", len(neardup.find(TEXTS, language=language).pairs), 2)
    same("languages", neardup.across(["a"], ["b"], language="sv"), [])
    told = neardup.find(["Der Turm am Hafen ist heute nicht geöffnet.", "Der Turm am Hafen ist heute geöffnet."])
    same("a negation of a language that is not named", [pair.type for pair in told.kinds], ["negation"])


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
        return skip("pipeline/python_api: no pandas")
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
    same("a cluster of none", str(found.kinds.to_pandas()["cluster"].dtype), "Int64")
    same("a frame without duplicates", found.drop_duplicates().index.tolist(), list("abcdfg"))
    changed = frame.copy()
    found = neardup.find(changed, column="text")
    changed.index, changed["text"] = range(len(TEXTS)), "another"
    left = found.drop_duplicates()
    same("as it was given", (left.index.tolist(), left.loc["a", "text"]), (list("abcdfg"), STORM))
    changed = frame.copy()
    found = neardup.find(changed, column="text")
    changed.loc["a", "text"] = "another"
    changed.iat[1, 0] = "another"
    same("a cell that was changed in place", found.drop_duplicates()["text"].tolist()[:2], TEXTS[:2])
    same("a series without them", neardup.find(frame["text"]).drop_duplicates().index.tolist(), list("abcdfg"))
    same("a frame without rows", len(neardup.find(frame[:0], column="text").drop_duplicates()), 0)
    again = pandas.Series([STORM, STORM.replace("143", "134"), STORM], index=["a", "b", "a"])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = neardup.find(again)
        neardup.find(again.set_axis([7, 8, 7]))
    check(len(said) == 2 and "the index has 'a' twice" in str(said[0].message) and said[0].filename == __file__,
          f"an index with repeats: {[str(one) for one in said]}")
    check("the index has 7 twice" in str(said[1].message), f"an index of numbers: {said[1]}")
    same("positions", [pair[:2] for pair in found.pairs], [(0, 1), (0, 2)])
    same("its clusters", (found.cluster_ids.tolist(), found.cluster_ids.index.tolist()), ([1, 1, 1], ["a", "b", "a"]))
    same("its rows without duplicates", found.drop_duplicates().tolist(), again.tolist()[:2])
    left = pandas.DataFrame({"name": TEXTS[:2]}, index=[70, 71])
    same("across frames", [pair[:3] for pair in neardup.across(left, frame, right_column="text")],
         [(70, "a", "identical"), (70, "b", "drift"), (71, "a", "drift"), (71, "b", "identical")])
    expected = neardup.across(left, frame, right_column="text")
    parts = pandas.DataFrame({"no": [7, float("nan"), 7.5], "a": ["Mill Lane", " ", None], "b": ["x", "y", "z"]}, index=[3, 5, 8])
    found = neardup.find(parts, column=["a", "no", "b"])
    same("texts of several columns", [(text.label, text.text) for text in neardup._texts.read(parts, ["a", "no", "b"])],
         [(3, "Mill Lane 7 x"), (5, "y"), (8, "7.5 z")])
    same("and their labels", list(found.cluster_ids.index), [3, 5, 8])
    same("across those", len(neardup.across(parts, parts, column=["a", "no", "b"], jaccard_least=1)), 3)
    fails("a column of several that is not there", KeyError, "no column 'c'; there are no, a, b", neardup.find, parts, column=["a", "c"])
    fails("none", TypeError, "empty list", neardup.find, parts, column=[])
    same("a pair of columns", neardup.across(left, frame, column=("name", "text")), expected)
    same("one column of both", neardup.across(left.rename(columns={"name": "text"}), frame, column="text"), expected)
    fails("which side lacks it", KeyError, "neardup: left: there is no column 'text'; there are name", neardup.across, left,
          frame, column="text")
    fails("which side has several", TypeError, "neardup: right: column must name", neardup.across, left, frame)


def test_polars(neardup):
    try:
        import polars
    except ImportError:
        return skip("pipeline/python_api: no polars")
    frame = polars.DataFrame({"text": TEXTS, "about": ["Candlemas Storm"] * len(TEXTS)})
    found = neardup.find(frame, column="text", titles="about")
    same("labels of a frame of polars", found.clusters[0].members, [0, 1])
    same("a series of polars", neardup.find(frame["text"]).clusters[1].members, [3, 4])
    same("to_polars", found.kinds.to_polars()["value_b"].to_list(), ["134"])
    same("clusters in polars", (found.cluster_ids.to_list(), str(found.cluster_ids.dtype)),
         ([1, 1, None, 3, 3, None, None], "Int64"))
    same("a frame of polars without duplicates", found.drop_duplicates()["text"].to_list(), TEXTS[:4] + TEXTS[5:])
    same("a series of polars without them", neardup.find(frame["text"]).drop_duplicates().to_list(), TEXTS[:4] + TEXTS[5:])
    same("a frame of polars without rows", len(neardup.find(frame[:0], column="text").drop_duplicates()), 0)


def test_arrow(neardup, folder):
    try:
        import pyarrow as pa
    except ImportError:
        return skip("pipeline/python_api: no pyarrow")
    expected = neardup.find(TEXTS, titles=["Candlemas Storm"] * len(TEXTS))
    table = pa.table({"text": TEXTS, "about": ["Candlemas Storm"] * len(TEXTS)})
    path = os.path.join(folder, "arrow.db")
    for name, given, column, titles in (
            ("a table", table, "text", "about"), ("a batch", table.to_batches()[0], "text", "about"),
            ("a stream", table.to_reader(), "text", "about"), ("one column", table.select(["text"]), None, None),
            ("an array", pa.array(TEXTS), None, None), ("large strings", pa.array(TEXTS, pa.large_string()), None, None),
            ("a part", pa.array(["x", *TEXTS, "x"])[1:-1], None, None),
            ("chunks", pa.chunked_array([TEXTS[:3], [], TEXTS[3:]]), None, None),
            ("a dictionary", pa.array(TEXTS).dictionary_encode(), None, None)):
        found = neardup.find(given, column=column, titles=titles or ["Candlemas Storm"] * len(TEXTS))
        same(f"{name} of Arrow", (found.pairs, found.clusters, found.kinds),
             (expected.pairs, expected.clusters, expected.kinds))
        same(f"clusters of {name}", found.cluster_ids.to_pylist(), expected.cluster_ids)
        left = found.drop_duplicates()
        left = left.column("text") if isinstance(left, pa.Table) else left
        same(f"{name} without duplicates", left.to_pylist(), TEXTS[:4] + TEXTS[5:])
    neardup.find(TEXTS, database=path)
    same("the same texts in a file", len(neardup.find(pa.array(TEXTS), database=path).pairs), 2)
    many = pa.array([f"{TEXTS[6]} {number}" for number in range(10000)] * 2)
    same("more than a batch", neardup.find(many, shingles_least=10**4).cluster_ids.null_count, 20000)
    fails("numbers of Arrow", TypeError, "not Arrow's int64", neardup.find, pa.array([1, 2]))
    fails("which column of a table", TypeError, "there are text, about", neardup.find, table)
    fails("no such column of a table", KeyError, "no column 'body'", neardup.find, table, column="body")
    fails("too few titles for Arrow", ValueError, "7 texts, but 1 titles", neardup.find, table, column="text", titles=["x"])
    out = expected.kinds.to_arrow()
    same("to_arrow", (out.column_names, out.column("value_b").to_pylist(), str(out.schema.field("cluster").type)),
         (list(neardup.Kind._fields), ["134"], "int64"))
    same("empty to_arrow", str(neardup.find([]).pairs.to_arrow().schema.field("edit_distance").type), "int64")
    same("members in Arrow", expected.clusters.to_arrow().column("members").to_pylist(), [[0, 1], [3, 4]])
    mixed = neardup.find({"a": STORM, 7: STORM})
    same("labels of two types", (mixed.pairs.to_arrow().column("b").to_pylist(), mixed.clusters.to_arrow().column("members")
                                 .to_pylist()), ([7], [["a", "7"]]))


def write_sheets(path, sheets, computed=()):
    """An .xlsx file of these sheets, with the values that Excel would have computed for formulas, by cell of the first."""
    import openpyxl
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    for cell, value in computed:
        part = "xl/worksheets/sheet1.xml"
        parts[part] = re.sub(rf'(<c r="{cell}"[^>]*)>(<f>.*?</f>)<v ?/?>(</v>)?'.encode(), rf'\1 t="str">\2<v>{value}</v>'.encode(),
                             parts[part])
    with zipfile.ZipFile(path, "w") as file:
        for name, part in parts.items():
            file.writestr(name, part)


def test_sheets(neardup, folder):
    """The first sheet or the named one, values of formulas, and cells that are no text."""
    path = os.path.join(folder, "reviews.XLSX")
    when = datetime.datetime(2015, 7, 27)
    write_sheets(path, {
        "Notes": [[], ["id", None, "body", "about", "seen", "url"],
                  ["S-1", "x", TEXTS[0], "Candlemas Storm", when, "https://example.org/" + "x" * 400],
                  ["S-2", None, "=C3", "Candlemas Storm", when, None], ["S-3", None, None, None, None, None], [],
                  [5, None, TEXTS[3], None, when, None], [6, None, TEXTS[4]], [7, None, "#N/A"], [None]],
        "Others": [["text"], [143], [143.5], [when], [when.replace(hour=9)], ["x"]]}, [("C4", TEXTS[1])])
    expected = neardup.find({"S-1": TEXTS[0], "S-2": TEXTS[1], 5: TEXTS[3], 6: TEXTS[4]})
    found = neardup.find(path, key="id")
    same("pairs of a sheet", (found.pairs, found.kinds), (expected.pairs, expected.kinds))
    found = neardup.find(pathlib.Path(path), column="body", titles="about")
    same("columns of a file", len(neardup.find(pathlib.Path(path), column=["about", "body"]).cluster_ids), len(found.cluster_ids))
    same("positions in a sheet", [pair[:2] for pair in found.pairs], [(0, 1), (4, 5)])
    same("clusters of a sheet", found.cluster_ids, [1, 1, None, None, 3, 3, None])
    left = found.drop_duplicates()
    same("the rows of a sheet", (len(left), left[0]), (6, {"id": "S-1", "body": TEXTS[0], "about": "Candlemas Storm", "seen": when,
                                                           "url": "https://example.org/" + "x" * 400}))
    table = neardup.find(path, sheet="Others")
    same("numbers and dates", [text.text for text in table._texts], ["143", "143.5", "2015-07-27", "2015-07-27 09:00:00", "x"])
    same("across files", [pair[:2] for pair in neardup.across(path, path)][:2], [(0, 0), (0, 1)])
    fails("no such sheet", KeyError, "no sheet 'Sheet1'; there are Notes, Others", neardup.find, path, sheet="Sheet1")
    fails("a row without its key", ValueError, "row 1 has no key in the column 'url'", neardup.find, path, key="url")
    fails("a key that is there twice", ValueError, "tell rows apart, and 'Candlemas Storm' is there twice", neardup.find, path,
          key="about")
    write_sheets(path, {"x": [["text", "id"], ["=B2", 1], ["x", 1]]})
    fails("a formula that nobody computed", ValueError, "'text' has a formula in row 2 whose value was never computed",
          neardup.find, path)
    write_sheets(path, {"x": [["a", "b", "a"], ["x", "y", "z"]]})
    fails("two columns of one name", ValueError, "two columns of one name; there are a, b, a", neardup.find, path)
    write_sheets(path, {"x": [["a", "b"], ["one", "two"]]})
    fails("which column of a sheet", TypeError, "there are a, b", neardup.find, path)
    write_sheets(path, {"x": []})
    fails("an empty sheet", TypeError, "column must name the column of the texts", neardup.find, path)
    for content in b"", b"PK\x03\x04", b"text\nx\n":
        with open(path, "wb") as file:
            file.write(content)
        fails(f"no sheet: {content}", neardup.Error, "reviews.XLSX is not an .xlsx file", neardup.find, path)


def test_parquet(neardup, folder):
    import pyarrow as pa
    import pyarrow.parquet as pq
    path = os.path.join(folder, "reviews.parquet")
    table = pa.table({"sku": list("abcdefg"), "number": range(7), "body": TEXTS})
    pq.write_table(table, path)
    expected = neardup.find(dict(zip("abcdefg", TEXTS)))
    same("pairs of Parquet", neardup.find(path, key="sku").pairs, expected.pairs)
    found = neardup.find(path)
    same("positions in Parquet", [pair[:2] for pair in found.pairs], [(0, 1), (3, 4)])
    same("rows of Parquet", found.drop_duplicates().column("sku").to_pylist(), list("abcdfg"))
    fails("a column of numbers", TypeError, "not Arrow's int64", neardup.find, path, column="number")
    fails("a sheet of Parquet", TypeError, "sheet is for a file of Excel", neardup.find, path, sheet="x")
    with open(path, "rb") as file:
        whole = file.read()
    for damaged in b"", b"PAR1", whole[:-1], whole[:len(whole) // 2], whole[:4] + bytes(len(whole) - 12) + whole[-8:]:
        with open(path, "wb") as file:
            file.write(damaged)
        fails(f"damaged Parquet, {len(damaged)}", neardup.Error, "reviews.parquet is not a Parquet file", neardup.find, path)


def test_files(neardup, folder):
    """Files of Parquet and Excel, and what is said of those that cannot be read."""
    for package, name, test in (("openpyxl", "reviews.xlsx", test_sheets), ("pyarrow", "reviews.parquet", test_parquet)):
        path = os.path.join(folder, name)
        with mock.patch.dict(sys.modules, {package: None}):
            fails(f"no {package}", neardup.Error, f"{name} takes {package}, which this Python does not have: pip install {package}",
                  neardup.find, path)
        if importlib.util.find_spec(package):
            fails(f"no {name}", neardup.Error, f"there is no file {path}", neardup.find, path)
            test(neardup, folder)
        else:
            skip(f"pipeline/python_api: no {package}")
    fails("another file", TypeError, "or the path of a file .parquet or .xlsx, not str", neardup.find, "reviews.csv")
    fails("a sheet of a list", TypeError, "sheet is for the path of a file of Excel", neardup.find, TEXTS, sheet="x")
    fails("a key of a list", TypeError, "key is for a DataFrame", neardup.find, TEXTS, key="x")


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
    same("the name that others give it", neardup.__version__, neardup.version)
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
    check(python_package.INSTALLED or "lacks the program" in command(folder, "report", "texts.db")[1], "what takes the program says so")
    same("neardup --version", command(folder, "--version"), (0, f"neardup {neardup.version}\n"))


def test_other_modules(neardup, folder):
    """Whatever module loads the extension, the functions give the same, and each command works."""
    connect, main = sys.modules["neardup._connect"], importlib.import_module("neardup._command").main
    kept, path = connect.MODULES, os.path.join(folder, "texts.db")
    expected = neardup.run(path)
    for name in ("apsw", "pysqlite3"):
        try:
            importlib.import_module(name)
        except ImportError:
            skip(f"pipeline/python_api: no {name}")
            continue
        connect.MODULES = (name,)
        try:
            for test in (test_lists, test_parameters, test_across):
                test(neardup)
            os.mkdir(os.path.join(folder, name))
            test_asking(neardup, os.path.join(folder, name))
            tables, again = (os.path.join(folder, name, part) for part in ("tables", "again.db"))
            commands, databases = [["run", path], ["path"]], [path]
            if importlib.util.find_spec("pyarrow"):
                commands += [["parquet", path, tables], ["database", tables, again]]
                databases.append(again)
            for words in commands:
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    main(words)
                check(printed.getvalue() != "", f"neardup {words[0]} with {name} prints something")
            for database in databases:
                same(f"{database} with {name}", neardup.run(database).kinds, expected.kinds)
        finally:
            connect.MODULES = kept


def connections():
    """One in memory of each module that loads extensions, none of which begins a transaction by itself."""
    for name in ("sqlite3", "pysqlite3", "apsw"):
        module = importlib.import_module(name) if importlib.util.find_spec(name) else None
        if hasattr(getattr(module, "Connection", None), "enable_load_extension"):
            yield module.Connection(":memory:") if name == "apsw" else module.connect(":memory:", isolation_level=None)


def test_index(neardup, connection):
    connection.execute('CREATE TABLE "a note"(id INTEGER PRIMARY KEY, "its text")')
    connection.executemany('INSERT INTO "a note" VALUES (?, ?)', enumerate(TEXTS[:2], 1))
    index = neardup.Index(connection, "n'ear \"it\"", table="a note", column="its text", content_rowid="id",
                          pairs=1, clusters=1)
    same("near", [(match.id, match.text) for match in index.near(STORM)], [(1, TEXTS[0]), (2, TEXTS[1])])
    same("one", [match.id for match in index.near(STORM, limit=1)], [1])
    same("least", [match.id for match in index.near(STORM, least=0.99)], [1])
    same("pairs", [pair[:3] for pair in index.pairs()], [(1, 1, 2)])
    connection.execute("BEGIN")
    connection.execute('INSERT INTO "a note" VALUES (3, ?)', (STORM + " So it was.",))
    same("pairs since", [pair[1:3] for pair in index.pairs(since=1)], [(1, 3), (2, 3)])
    same("cluster", (index.cluster(3), index.cluster(9)), ([1, 2, 3], []))
    connection.execute('UPDATE "a note" SET "its text" = ? WHERE id = 1', (TEXTS[3],))
    connection.execute('DELETE FROM "a note" WHERE id = 2')
    fed = neardup.Index(index._connection, "fed", changes=1)
    fed.add_many({1: STORM, 2: STORM + "!", 3: "Something else."})
    change, = fed.changes()
    same("changes", (change, list(fed.changes(after=change.seq))), ((1, "appeared", 1, 2, None, None), []))
    fed.forget_changes(change.seq)
    fed.remove(1)
    same("changes since", [change[:4] for change in fed.changes()], [(2, "went", 1, 2)])
    same("after changes", ([match.id for match in index.near(STORM)], index.pairs()), ([3], []))
    connection.execute("ROLLBACK")
    same("after a rollback", [match.id for match in index.near(STORM)], [1, 2])
    index.optimize()
    index.check()
    connection.execute('DROP TRIGGER "n\'ear ""it""_insert"')
    connection.execute('INSERT INTO "a note" VALUES (4, ?)', (STORM,))
    fails("a trigger is missing", neardup.Error, "Perhaps a trigger is missing", index.check)
    neardup.Index(connection, "n'ear \"it\"").rebuild()
    index.check()
    own = neardup.Index(connection, jaccard_least=0.9)
    same("its repr", repr(own), "<neardup.Index near(\"text\", jaccard_least='0.9')>")
    same("found again", (repr(neardup.Index(connection)), repr(neardup.Index(connection, jaccard_least="0.90"))), (repr(own),) * 2)
    for column, options, words in (
            ("text", {"pairs": 1}, "near was created with pairs=0, not with pairs=1"),
            ("text", {"jaccard_least": 0.8}, "near was created with jaccard_least=0.9, not with jaccard_least=0.8"),
            ("text", {"bands": 9}, "near was created without bands, not with bands=9. Give the options"),
            ("text", {"table": "note"}, "near was created without content, not with content='note'"),
            ("body", {}, "near has the text in text, not in body")):
        fails(f"{column}, {options}", ValueError, words, neardup.Index, connection, column=column, **options)
    connection.execute("CREATE TABLE \"a =')\"(\"a ,\"\"b\" INTEGER PRIMARY KEY, [the text])")
    connection.execute("CREATE VIRTUAL TABLE other USING neardup ( [the text] ,Pairs = 1, content_rowid=\"a ,\"\"b\", content = 'a ='')' )")
    other = neardup.Index(connection, "other", column="the text", table="a =')", content_rowid='a ,"b', pairs=True)
    same("made by SQL", repr(other), "<neardup.Index other([the text] ,Pairs = 1, content_rowid=\"a ,\"\"b\", content = 'a ='')')>")
    connection.execute("DROP TABLE other")
    connection.execute("DROP TABLE \"a =')\"")
    id = own.add(STORM)
    same("added", (id, own.add("Another text.", 70)), (1, 70))
    own.remove(id)
    same("removed", own.near(STORM), [])
    same("another spelling", repr(neardup.Index(connection, "NEAR", pairs=False, clusters=0))[20:], repr(own)[20:])
    own.add_many(word + " " + STORM for word in ("One", "Two"))
    own.add_many({100: "Three " + STORM, 101: "Four " + STORM})
    same("many", sorted(match.id for match in own.near(STORM)), [71, 72, 100, 101])
    fails("an id that is there", neardup.Error, "a text with rowid 101 already", own.add_many, {102: STORM, 101: STORM})
    same("as a mapping", (len(own), list(own), 102 in own, 101 in own, own[101], bool(own)),
         (5, [70, 71, 72, 100, 101], False, True, "Four " + STORM, True))
    fails("no such id", KeyError, "102", own.__getitem__, 102)
    own.add_many([(200, "A text of its own."), "Another one of them.", (None, "And one more.")])
    same("tuples", (own[200], own[201], own[202]), ("A text of its own.", "Another one of them.", "And one more."))
    fails("three values", neardup.Error, "", own.add_many, ["Left out.", (1, 2, 3)])
    fails("a generator that fails", neardup.Error, "division by zero", own.add_many, ("Left out." for n in (1, 0) if 1 / n))
    connection.execute("BEGIN")
    own.add_many(["In a transaction."])
    fails("a mistake in a transaction", neardup.Error, "rowid 71", own.add_many, ["Left out.", (71, "x")])
    same("what came before a mistake stays", (len(own), own.near("Left out.")), (9, []))
    connection.execute("ROLLBACK")
    same("rolled back", len(own), 8)
    paired = neardup.Index(connection, "paired", clusters=True)
    same("clusters have pairs", repr(neardup.Index(connection, "paired", pairs=1)), repr(paired))
    same("no verdicts", paired.links(), [])
    paired.add_many(dict(enumerate((STORM, STORM + "!", "Something else."), 1)))
    paired.separate(2, 1)
    paired.link("Something else.", STORM)
    same("verdicts", (paired.cluster(1), paired.cluster(2), [link[:6] for link in paired.links()]),
         ([1, 3], [], [(3, 1, "duplicate", 1, 1, 1), (1, 2, "no duplicate", 1, None, 1)]))
    paired.unlink(STORM, STORM + "!")
    same("taken back", paired.cluster(1), [1, 2, 3])
    fails("an id and a text", TypeError, "on two ids, or on two texts", paired.link, 1, STORM)
    fails("the same text", neardup.Error, "needs two different texts", paired.separate, STORM, STORM)
    fails("no such row", neardup.Error, "no row has rowid 9", paired.link, 1, 9)
    fails("one text", TypeError, "texts must be several", own.add_many, STORM)
    kinds = neardup.Index(connection, "kinds", title="about", time="at", kinds=1)
    connection.execute("INSERT INTO kinds VALUES ('The server listens on port 8080.', 'staging', 1)")
    (judged,) = kinds.judge("The server listens on port 9090.", title="staging", time=2)
    same("judged", (judged.id, judged.kind, judged.score > 0.9, judged.reason), (1, "drift", True,
         "One says 9090, the other 8080; both are from “staging”, at two dates."))
    same("opened again", repr(neardup.Index(connection, "kinds", title="about")), repr(kinds))
    fails("another title", ValueError, "title=about", neardup.Index, connection, "kinds", title="subject")
    places = neardup.Index(connection, "places", column=["the name", "street"])
    connection.execute("INSERT INTO places VALUES ('Quern Bakery', '4 Harbour Road'), ('Quern Bakery', NULL)")
    same("two columns", [match.text for match in neardup.Index(connection, "places").near("quern bakery 4 harbour road")],
         ["Quern Bakery 4 Harbour Road"])
    same("one of them is NULL", places[2], "Quern Bakery")
    fails("other columns", ValueError, "the text in the name, street, not in street", neardup.Index, connection, "places", column="street")
    fails("one value", ValueError, "change its rows with SQL", places.add, "x")
    fails("a wrong option", neardup.Error, "there is no option 'colour'", neardup.Index, connection, "x", colour=1)
    connection.execute("CREATE TABLE plain(text)")
    fails("no key", neardup.Error, "an INTEGER PRIMARY KEY", neardup.Index, connection, "x", table="plain")
    fails("another table", neardup.Error, "plain is a table, not an index of neardup", neardup.Index, connection, "plain")
    connection.close()


def test_commits(neardup, path):
    """Index commits nothing where sqlite3 begins a transaction by itself, and leaves none open where it does not."""
    for module in ("sqlite3", "pysqlite3"):
        module = importlib.import_module(module) if importlib.util.find_spec(module) else None
        if not hasattr(getattr(module, "Connection", None), "enable_load_extension"):
            continue
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)
        connection, other = module.connect(path), module.connect(path, isolation_level=None)
        index, seen = neardup.Index(connection), neardup.Index(other)
        index.add_many(TEXTS)
        same("not committed", (len(index), len(seen), connection.in_transaction), (len(TEXTS), 0, True))
        connection.rollback()
        fails("none of them", neardup.Error, "rowid 1 already", index.add_many, [(1, "One"), (1, "Two")])
        connection.commit()
        same("committed", (len(seen), connection.in_transaction), (0, False))
        index.add_many(TEXTS)
        connection.commit()
        seen.add_many(TEXTS)
        same("at once", (len(index), other.in_transaction), (2 * len(TEXTS), False))
        other.execute("PRAGMA busy_timeout = 0")
        reading = connection.execute("SELECT rowid FROM near")
        reading.fetchone()
        fails("a commit that finds the database locked", neardup.Error, "locked", seen.add_many, TEXTS)
        reading.close()
        same("nothing is left of it", (len(index), other.in_transaction), (2 * len(TEXTS), False))
        connection.close()
        other.close()


def test_package(folder):
    if not python_package.INSTALLED and not LOADABLE:
        return skip("pipeline/python_api: this Python cannot load extensions")
    neardup = python_package.stage(os.path.join(folder, "package"))
    for test in (test_lists, test_labels, test_parameters, test_characters, test_frames, test_polars, test_html,
                 test_across, test_columns):
        test(neardup)
    test_memory(neardup, folder)
    test_asking(neardup, folder)
    test_arrow(neardup, folder)
    test_files(neardup, folder)
    test_wrong_parameters(neardup, folder)
    test_databases(neardup, folder)
    test_interrupt(neardup)
    test_loading(neardup)
    test_commands(neardup, folder)
    test_other_modules(neardup, folder)
    for connection in connections():
        test_index(neardup, connection)
    test_commits(neardup, os.path.join(folder, "commits.db"))


run_tests("pipeline/python_api", test_package)
