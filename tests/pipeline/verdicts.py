"""verdicts.py - what people said of pairs: the file in and out, what counts, what is shown, and what returns.

  (1) Which verdicts stand after files in any order is what a plain model says: of a person's verdicts of a sort on a pair the newest.
  (2) A hostile file harms nothing: what is good is taken, what is bad is told with its line, and the rest of the database stays.
  (3) A judged pair is shown nowhere, except where `judged` asks; nor after another load, with other ids. A fixed one is shown
      again if it stands in a dump that is later than the verdict, and only then.

The seed of what is drawn is printed.
"""

import contextlib
import csv
import io
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
from counting import check, figure, run_tests
from databases import ROOT, change, rows, run, run_job, sample
from extension import open_with
from loading import write_dump

NEARDUP = os.path.join(ROOT, "build", "neardup")
SEED = counting.seed()
KINDS = ["contradiction", "same", "pattern", "citation", "fixed", "ignore"]
LINKS = ["duplicate", "no duplicate"]
NAMES = ["verdict", "text_a", "text_b", "title_a", "title_b", "judge", "judged_at", "reason"]
WIKI = "https://en.example.org/wiki/Main_Page"
STORM = ("The storm of {} killed {} people, most of them in the low cottages behind the Carrowick dyke, where no bell gave"
         " warning before the water came.")
EDITS = {"Candlemas Storm": STORM.format("Candlemas", 143), "Carrowick": STORM.format("Candlemas", 134)}
FERRY = {"Orsay": "The ferry to Orsay, which is 47 metres long, leaves Port Maurel every day at nine in the morning.",
         "Port Maurel": "The ferry to Orsay, which is 74 metres long, leaves Port Maurel every day at nine in the morning."}


def neardup(*words, status=0, **how):
    done = subprocess.run([NEARDUP, *words], capture_output=True, encoding="utf-8", **how)
    check(done.returncode == status, "%s: status %d: %s" % (words, done.returncode, done.stderr))
    return done


def make_wiki(folder, name, date, *texts):
    """A database of a dump whose newest revision is of that day, after the pipeline."""
    path = os.path.join(folder, name)
    dump = path.replace(".db", ".xml")
    pages = [(1, "Lindry", [(1, date + "T00:00:00Z", "Lindry is a village of 214 people in the north of the island of Tolva,"
                             " by the shore of a lake.")])]
    for number, (title, text) in enumerate([item for each in texts for item in each.items()], 2):
        pages.append((number, title, [(number, "2013-01-01T00:00:00Z", text)]))
    write_dump(dump, pages)
    neardup(dump, "--db", path, "-q")
    return path


def verdict(kind, texts, judge="Ann", at="2020-06-01T10:00:00Z", **more):
    a, b = texts
    return {"verdict": kind, "text_a": a, "text_b": b, "judge": judge, "judged_at": at, **more}


def write_verdicts(folder, given, name="verdicts.jsonl"):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in given)
    return path


def judge(folder, path, *given, status=0):
    return neardup("verdicts", path, write_verdicts(folder, given), status=status).stdout


def stored(path):
    return rows(path, "SELECT text_a, text_b, judge, verdict, judged_at, reason, title_a, title_b FROM verdict"
                      " ORDER BY text_a, text_b, judge, verdict IN ('duplicate', 'no duplicate')")


# ---- Files in any order ----


def model_of(files):
    """What stands after these files: the newest of each person, pair and sort; nothing if that takes it back."""
    newest = {}
    for each in sorted((each for file in files for each in file), key=lambda each: each["judged_at"]):
        a, b, x, y = each["text_a"], each["text_b"], each["title_a"], each["title_b"]
        if a > b:
            a, b, x, y = b, a, y, x
        for links in (False, True):
            key = a, b, each["judge"], links
            if each["verdict"] == "none":
                newest.pop(key, None)
            elif (each["verdict"] in LINKS) == links:
                newest[key] = (*key[:3], each["verdict"], each["judged_at"], each["reason"], x, y)
    return [newest[key] for key in sorted(newest, key=lambda key: tuple(part.encode() if isinstance(part, str) else part
                                                                         for part in key))]


def draw_verdict(choose, texts, time):
    a, b = choose.sample(texts, 2)
    return {"verdict": choose.choice(KINDS + LINKS), "text_a": a, "text_b": b, "title_a": "of " + a, "title_b": "of " + b,
            "judge": choose.choice(["Ann", "Bo", "Zoë"]), "judged_at": "2020-01-%02dT00:00:%02dZ" % divmod(time, 60),
            "reason": choose.choice(["", "why, \"so\"", "l\ni\tn"])}


def order(folder):
    choose = random.Random(SEED)
    texts = ["a", "b", "ä", "Ä text, with \"marks\"", "line\nend", "=1+1", "'quoted", "z" * 5000]
    pairs = 0
    for round_ in range(12):
        times = choose.sample(range(60, 1700), 40)
        drawn = [draw_verdict(choose, texts, time) for time in times]
        files = [drawn[i::4] for i in range(4)]
        expected = model_of(files)
        for turn in range(2):
            choose.shuffle(files)
            path = os.path.join(folder, "order%d.%d.db" % (round_, turn))
            run_job(path, "schema")
            for i, file in enumerate(files):
                choose.shuffle(file)
                name = os.path.join(folder, "part.%s" % ("csv" if (i + turn) % 2 else "jsonl"))
                with open(name, "w", encoding="utf-8", newline="") as out:
                    if name.endswith("csv"):
                        columns = choose.sample(NAMES, len(NAMES))
                        writer = csv.DictWriter(out, ["extra"] + columns)
                        writer.writeheader()
                        writer.writerows({name: re.sub("^'", "''", value) for name, value in each.items()}
                                         for each in file)
                    else:
                        out.writelines(json.dumps(each, ensure_ascii=choose.random() < 0.5) + "\n" for each in file)
                neardup("verdicts", path, name)
            check(stored(path) == expected, "round %d, turn %d: %s instead of %s" % (round_, turn, stored(path), expected))
            pairs += len(expected)
            again = os.path.join(folder, "again.db")
            run_job(again, "schema")
            for form in ("--json", "--csv"):
                copy = os.path.join(folder, "copy")
                neardup("verdicts", path, form, "-o", copy)
                neardup("verdicts", again, copy)
                check(stored(again) == expected, "%s is read as it was" % form)
            for suffix in ("", "-wal", "-shm", "-journal"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(again + suffix)
    figure(pairs, "verdicts as a model has them, after files in any order")


def taking_back(folder):
    path = os.path.join(folder, "back.db")
    run_job(path, "schema")
    given = [verdict("same", "ab", at="2020-01-02T00:00:00Z"), verdict("duplicate", "ab", at="2020-01-04T00:00:00Z")]
    judge(folder, path, *given)
    judge(folder, path, verdict("none", "ba", at="2020-01-03T00:00:00Z"), verdict("none", "ab", judge="Bo"))
    check([row[3] for row in stored(path)] == ["duplicate"], "what is older than `none` is taken back: %s" % stored(path))
    printed = judge(folder, path, verdict("none", "ab"))
    check("1 taken back" in printed and not stored(path), "and then the rest: " + printed)


    for name, texts in (("good", "ab"), ("turned", "ba")):      # in one file, in either order
        lines = [verdict("ignore", texts, at="2020-01-01T00:00:00Z"), verdict("none", "ab", at="2020-01-02T00:00:00Z"),
                 verdict("same", "ab", at="2020-01-03T00:00:00Z")]
        for turn in lines, lines[::-1]:
            judge(folder, path, verdict("none", "ab", at="2026-01-01T00:00:00Z"))
            judge(folder, path, *turn)
            check([row[3] for row in stored(path)] == ["same"], "%s: what is newer than `none` stays: %s" % (name, stored(path)))


def said_again(folder):
    """The same verdict again is newer."""
    path = os.path.join(folder, "again.db")
    run_job(path, "schema")
    judge(folder, path, verdict("same", "ab", at="2020-01-01T00:00:00Z"),
          verdict("contradiction", "ab", judge="Bo", at="2020-01-02T00:00:00Z"))
    judge(folder, path, verdict("same", "ab", at="2020-01-03T00:00:00Z"))
    check(rows(path, "SELECT verdict, judge FROM newest_verdict") == [("same", "Ann")], "Ann has the last word")


def people_differ(folder):
    path = os.path.join(folder, "people.db")
    run_job(path, "schema")
    printed = judge(folder, path, verdict("same", "ab", at="2020-01-02T00:00:00Z"),
                    verdict("pattern", "ba", judge="Bo", at="2020-01-01T00:00:00Z"),
                    verdict("same", "cd"), verdict("duplicate", "cd", judge="Bo"))
    check("On 1 pair people differ" in printed and "same (Ann, 2020-01-02); pattern (Bo, 2020-01-01)" in printed,
          "a conflict is told: " + printed)
    check(rows(path, "SELECT verdict, verdicts, decides FROM newest_verdict WHERE text_a = 'a'") == [("same", 2, 1)],
          "and the newest counts")


# ---- Hostile files ----


HOSTILE = [
    ('{"verdict": "same", "text_a": "x", "text_b": "y", "judge": "Ann"', "expected a JSON object"),
    ("[1, 2]", "expected a JSON object"),
    ("\"text\"", "expected a JSON object"),
    (verdict("perhaps", "ab"), "verdict must be contradiction, same,"),
    (verdict("same", ["same", "same"]), "found the same text twice"),
    (verdict("same", ["", "b"]), "found an empty one"),
    ({"verdict": "same", "text_a": "a", "judge": "Ann"}, "text_b is missing"),
    ({"text_a": "a", "text_b": "b", "judge": "Ann", "label": "same"}, "verdict is missing"),
    (verdict("same", [{"x": 1}, "b"]), "text_a must be a text, found an object"),
    (verdict("same", "ab", judge=True), "judge must be a text, found true"),
    (verdict("same", "ab", title_a=["a"]), "title_a must be a text, found an array"),
    ({"verdict": "same", "text_a": "a", "text_b": None, "judge": "Ann"}, "found an empty one"),
    ({"verdict": "same", "text_a": "a", "text_b": "b"}, "judge must be a name"),
    (verdict("same", "ab", judge="  "), "judge must be a name"),
    (verdict("same", "ab", at="soon"), "judged_at must be a time"),
    (verdict("same", "ab", at="12:00"), "judged_at must be a time"),
    (verdict("same", "ab", at="2461000.5"), "judged_at must be a time"),
    (verdict("same", "ab", at="9999-12-31T00:00:00Z"), "judged_at must not be in the future"),
    (verdict("'; DROP TABLE sentence; --", "ab"), "verdict must be"),
    (verdict("same\u0000", "ab"), "verdict must be"),
    ('{"verdict": {"a": 1}, "text_a": "a", "text_b": "b", "judge": "Ann"}', "verdict must be a text, found an object"),
    ('{"verdict": "same", "text_a": ' + "[" * 3000 + "]" * 3000 + ', "text_b": "b", "judge": "Ann"}', "expected"),
]
HARMLESS = [verdict("same", ["'; DROP TABLE verdict; --", "\x1b]0;owned\x07"], judge="\x1b[31mred", reason="\x1b[2J"),
            verdict("same", ["x" * 2000000, "y"]), verdict("same", ["\ud800", "\U0001f600"]),
            verdict("same", ["a", 1]), {**verdict("same", "qr"), "other": [1, {"deep": 2}], "verdict": "same"}]


def hostile(folder):
    path = make_wiki(folder, "hostile.db", "2019-01-01", EDITS)
    tables = {name: rows(path, "SELECT * FROM \"%s\" ORDER BY 1" % name)
              for name, in rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'verdict'")}
    for i, (line, words) in enumerate(HOSTILE):
        good = verdict("ignore", ["good", "number %d" % i])
        done = neardup("verdicts", path, write_verdicts(folder, [good, line, "", good]), status=3)
        told = " ".join((done.stdout + done.stderr).split())
        check(words in told and "line 2" in told, "%.60s: told as %s" % (line, told[:200]))
        check(rows(path, "SELECT count(*) FROM verdict") == [(i + 1,)], "%.60s: the others are taken" % str(line))
    before = rows(path, "SELECT count(*) FROM verdict")[0][0]
    done = neardup("verdicts", path, write_verdicts(folder, HARMLESS))
    check(rows(path, "SELECT count(*) FROM verdict")[0][0] == before + len(HARMLESS), "texts are texts: " + done.stdout[:200])
    check("\x1b" not in done.stdout + neardup("verdicts", path).stdout, "no text controls the terminal")
    for name, data in (("latin", b'{"verdict":"same","text_a":"\xe4"}'), ("binary", bytes(range(256)) * 50),
                       ("zero", b"verdict,text_a,text_b,judge\nsame,a\0b,c,Ann\n")):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    for name in ("latin", "binary"):
        done = neardup("verdicts", path, os.path.join(folder, name), status=1)
        check("must be UTF-8, found the byte" in done.stderr, "%s: %s" % (name, done.stderr))
    neardup("verdicts", path, os.path.join(folder, "zero"))
    neardup("verdicts", path, os.path.join(folder, "none"), status=1)
    after = {name: rows(path, "SELECT * FROM \"%s\" ORDER BY 1" % name) for name in tables}
    check(after == tables, "no other table is changed")
    neardup(path, "-q")
    neardup("report", path, "-q")


def other_files(folder):
    """What is no file of verdicts is refused, rather than read as one without verdicts; spreadsheets write it in their ways."""
    path = os.path.join(folder, "others.db")
    run_job(path, "schema")

    def read(data, status=0):
        name = os.path.join(folder, "given")
        with open(name, "wb") as file:
            file.write(data.encode())
        return neardup("verdicts", path, name, status=status)

    for nothing in "", "\ufeff", " \n\n", "verdict,text_a,text_b\n":
        check("0 verdicts read" in read(nothing).stdout, f"{nothing!r}")
    for data, found in (("verdict,text_a\nsame,a\n", "'verdict,text_a'"), ("id,body\n1,a\n", "'id,body'"), ("\x1b[2Ja\n", "'"),
                        ("verdict|text_a|text_b|judge\n", "'verdict|text_a|text_b|judge'"), ("\nverdict,text_a,text_b\n", "''"),
                        ("one line", "'one line'"), ("\u4e2d" * 100, "'" + "\u4e2d" * 20 + "'"), ("a," * 999, "'" + "a," * 30 + "'")):
        told = " ".join(read(data, status=1).stderr.split())
        check("whose first line has the names verdict, text_a, text_b; found " + found in told and "given:" in told, f"{data!r}: {told}")
    for data in "[]", ' [{"verdict":"same","text_a":"a","text_b":"b"}]', "[\n{}\n]":
        told = " ".join(read(data, status=1).stderr.split())
        check("given: expected a JSON object a line, found an array" in told, f"{data!r}: {told}")
    for number, data in enumerate(('Verdict;TEXT_A;text_b;judge\n"same";a;"b;\n1";Ann\n', "judge\ttext_a\tverdict\ttext_b\r\nAnn\ta\tsame\tb\r\n",
                                   "verdict,text_a,text_b,Judge\r\n\r\nsame,a,b,Ann",
                                   '\ufeff{"Verdict":"same","Text_A":"a","text_b":"b","judge":"Ann"}\n{"verdict":null,"text_a":0,"text_b":0}\n')):
        change(path, "DELETE FROM verdict")
        read(data)
        check([row[:4] for row in stored(path)] == [("a", "b" if number else "b;\n1", "Ann", "same")], f"{data!r}: {stored(path)}")
    told = read('verdict;text_a;text_b;judge\nsame;"a\n";b;Ann\nmaybe;a;b;Ann\n', status=3).stdout
    check("line 4: verdict must be" in told, told)


def foreign(folder):
    """Somebody else's database is not changed."""
    path = os.path.join(folder, "shop.db")
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE verdict (id, text_a)")
    with open(path, "rb") as file:
        before = file.read()
    done = neardup("verdicts", path, write_verdicts(folder, [verdict("same", "ab")]), status=1)
    with open(path, "rb") as file:
        check(file.read() == before and "is not neardup's" in done.stderr, "refused: " + done.stderr)


def ids(folder):
    """The job `verdict`, and what it refuses."""
    path = make_wiki(folder, "ids.db", "2019-01-01", EDITS)
    (a, b), = rows(path, "SELECT a, b FROM contradiction")
    for given, words in (({"a": a, "b": 999}, "b must be the id of a sentence, found 999"), ({"a": a}, "b must be given"),
                         ({"a": a, "b": b, "verdict": "maybe"}, "verdict must be contradiction"),
                         ({"a": a, "b": b, "judge": None}, "judge must be a name, found none"),
                         ({"a": a, "b": a}, "found the same text twice"), ({"a": "x", "b": b}, "a must be the id")):
        with contextlib.closing(open_with(path=path)) as db:
            try:
                db.execute("SELECT neardup_run('verdict', ?)", (json.dumps({"verdict": "same", "judge": "Ann", **given}),))
                message = "nothing"
            except sqlite3.Error as error:
                message = str(error)
        check(words in message, "%s: %s" % (given, message))
    check(not stored(path), "nothing was stored")
    run_job(path, "verdict", a=b, b=a, verdict="Same", judge=" Ann ", reason="so", judged_at="2020-01-01")
    text_a, text_b = sorted(EDITS.values())
    title_a, title_b = (next(title for title, text in EDITS.items() if text == each) for each in (text_a, text_b))
    check(stored(path) == [(text_a, text_b, "Ann", "same", "2020-01-01T00:00:00Z", "so", title_a, title_b)],
          "stored as it is: %s" % stored(path))


# ---- What is shown ----


def shown(path, *words):
    """Which of the two contradictions the commands show: the titles that each prints."""
    page = path.replace(".db", ".html")
    neardup("report", path, page, *words)
    with open(page, encoding="utf-8") as file:
        page = file.read()
    summary = neardup(path, *words).stdout
    best = [title for title, in rows(path, "SELECT title_a FROM contradiction WHERE best UNION"
                                           " SELECT title_b FROM contradiction WHERE best")]
    table = str(rows(path, "SELECT sentence FROM possible_contradiction"))
    found = []
    for name, pair in (("storm", EDITS), ("ferry", FERRY)):
        told = {"summary": any("  |  " in line and all(title in line for title in pair) for line in summary.splitlines()),
                "best": all(title in best for title in pair) or (words and name in ("storm", "ferry")),
                "report": '"list":"contradictions"' not in page or all(title in page for title in pair)}
        check(len({bool(told["summary"]), bool(told["best"])}) == 1, "%s: %s agree" % (name, told))
        if told["summary"]:
            found.append(name)
    return found, table


def where(folder):
    path = make_wiki(folder, "where.db", "2019-01-01", EDITS, FERRY)
    check(shown(path)[0] == ["storm", "ferry"], "both are shown at first")
    for kind in KINDS + LINKS:
        judge(folder, path, verdict(kind, EDITS.values(), at="2020-01-01T00:00:00Z", judge=kind))
        check(shown(path)[0] == ["ferry"], "%s: the judged pair is not shown" % kind)
        check(shown(path, "--judged")[0] == ["storm", "ferry"], "%s: --judged shows it, too" % kind)
        exported = list(csv.DictReader(io.StringIO(neardup("export", path, "--csv").stdout)))
        check([row["verdict"] for row in exported] .count(kind) == 1, "%s: export tells it: %s" % (kind, exported))
        judge(folder, path, verdict("none", EDITS.values(), judge=kind))
    check(shown(path)[0] == ["storm", "ferry"], "what is taken back is shown again")


def later(folder):
    """Verdicts are carried to databases of other dates, in which ids differ."""
    first = make_wiki(folder, "first.db", "2019-01-01", EDITS, FERRY)
    judge(folder, first, verdict("pattern", FERRY.values(), at="2019-06-01T00:00:00Z"),
          verdict("fixed", EDITS.values(), at="2019-06-01T00:00:00Z"))
    check(shown(first)[0] == [], "nothing is shown after both were judged")
    kept = os.path.join(folder, "kept.jsonl")
    neardup("verdicts", first, "-o", kept)
    filler = {"Page %d" % i: "This page tells of the parish of Saint %d, and of nothing else that matters to us here." % i
              for i in range(5)}
    for date, expected in (("2018-01-01", []), ("2019-06-01", []), ("2019-06-02", ["storm"]), ("2020-01-01", ["storm"])):
        second = make_wiki(folder, "second-%s.db" % date, date, filler, EDITS, FERRY)
        neardup("verdicts", second, kept)
        check(shown(second)[0] == expected, "a dump of %s shows %s" % (date, expected))
    mended = make_wiki(folder, "mended.db", "2020-01-01", {**EDITS, "Carrowick": EDITS["Candlemas Storm"]}, FERRY)
    neardup("verdicts", mended, kept)
    check(shown(mended)[0] == [], "what is mended is gone")


def fixed_again(folder):
    """A pair that has returned may be fixed again; and what belongs together is another question."""
    path = make_wiki(folder, "again.db", "2020-01-01", EDITS, FERRY)
    judge(folder, path, verdict("fixed", EDITS.values(), at="2019-06-01T00:00:00Z"), verdict("ignore", FERRY.values()))
    check(shown(path)[0] == ["storm"], "it has returned")
    check("It was fixed, and has returned." in " ".join(neardup(path).stdout.split()), "which the summary says")
    judge(folder, path, verdict("no duplicate", EDITS.values(), judge="Bo", at="2020-05-01T00:00:00Z"))
    check(shown(path)[0] == ["storm"], "a link does not hide it")
    judge(folder, path, verdict("fixed", EDITS.values(), at="2020-06-01T00:00:00Z"))
    check(shown(path)[0] == [], "it is fixed again")


def corrected(folder):
    """A later file without a date, in which one of two texts was corrected, brings nothing back; one that has both does."""
    texts = ["The kettle boils in %s minutes and the handle stays cool. I would buy it again." % each for each in ("four", "five")]
    for name, second, expected in (("corrected", [texts[0], texts[0]], 0), ("back", texts, 1)):
        files = [os.path.join(folder, "%s%d.csv" % (name, number)) for number in (1, 2)]
        for file, lines in zip(files, (texts, second)):
            with open(file, "w", encoding="utf-8") as out:
                out.write("body,extra\n" + "".join("%s,%s\n" % (line, os.path.basename(file)) for line in lines))
        path = os.path.join(folder, name + ".db")
        neardup(files[0], "--db", path, "-q")
        with contextlib.closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE source SET started_at = '2020-01-01 00:00:00'")
        judge(folder, path, verdict("fixed", texts))
        check(rows(path, "SELECT count(*) FROM possible_contradiction") == [(0,)], name + ": gone after the verdict")
        neardup(files[1], "--db", path, "-q")
        check(rows(path, "SELECT count(*) FROM possible_contradiction") == [(expected,)], name + ": after the second file")


def two_dates(folder):
    """Both dates in one database: a text that the later dump has no more does not stand."""
    path = make_wiki(folder, "dates.db", "2019-01-01", EDITS, FERRY)
    judge(folder, path, verdict("fixed", EDITS.values(), at="2019-06-01T00:00:00Z"),
          verdict("fixed", FERRY.values(), at="2019-06-01T00:00:00Z"))
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE source SET base = ?", (WIKI,))
        db.execute("INSERT INTO source (id, name, kind, dump_date, options, program_version, started_at, base)"
                   " VALUES (2, 'later', 'mediawiki', '2020-01-01', '', '', '2020-01-02 00:00:00', ?)", (WIKI,))
        for number, (title, text) in enumerate([*EDITS.items(), ("Orsay", FERRY["Orsay"])], 1):
            article = db.execute("INSERT INTO article (source_id, namespace, title, revision_time) VALUES (2, 0, ?,"
                                 " '2013-01-01T00:00:00Z')", (title,)).lastrowid
            db.execute("INSERT INTO sentence (article_id, position, section, block, text) VALUES (?, 1, '', 'prose', ?)",
                       (article, text))
    run(path, "find")
    check(shown(path)[0] == ["storm"], "the storm stands in the later dump, the ferry does not: %s" % (shown(path),))


def watched(folder):
    """What an edit makes is told unless somebody has judged it, or if it was fixed before the edit."""
    changes = os.path.join(ROOT, "examples", "sample-changes.jsonl")

    def findings(name, given):
        path = os.path.join(folder, name)
        sample(path)
        judge(folder, path, *given)
        return [json.loads(line) for line in neardup("watch", path, changes, "-q").stdout.splitlines()]

    told = findings("plain.db", [])
    made = [each for each in told if each["finding"] in ("contradiction", "stale", "returned")]
    check({each["finding"] for each in made} == {"contradiction", "stale", "returned"}, "there are findings of each sort")
    for kind, at, silent in (("ignore", "2020-01-01", True), ("fixed", "2020-01-01", False), ("fixed", "2026-11-20", True)):
        given = [verdict(kind, (each["page"]["text"], each["other"]["text"]), at=at) for each in made]
        again = findings("%s-%s.db" % (kind, at), given)
        expected = [each for each in told if not (silent and each in made)]
        check([{**each, "seq": 0} for each in again] == [{**each, "seq": 0} for each in expected],
              "%s of %s: %s" % (kind, at, [each["finding"] for each in again]))


def added(folder):
    """The same of rows that are added."""
    rows_of = "id,product,body\n%s,kettle,The kettle boils in %s minutes and the handle stays cool. I would buy it again.\n"
    texts = ["The kettle boils in %s minutes and the handle stays cool. I would buy it again." % each for each in ("four", "five")]
    for kind, conflicts in (("", "1 may contradict"), ("pattern", "0 may contradict"), ("fixed", "1 may contradict")):
        path = os.path.join(folder, "reviews%s.db" % kind)
        for number, (minutes, command) in enumerate((("four", [path.replace(".db", ".csv"), "--db", path]), ("five", ["add", path]))):
            file = path.replace(".db", "%s.csv" % (number or ""))
            with open(file, "w", encoding="utf-8") as out:
                out.write(rows_of % (number, minutes))
            if number and kind:
                judge(folder, path, verdict(kind, texts))
            done = neardup(*(command + [file] if number else command), "-q")
        check(conflicts in done.stdout, "%s: %s" % (kind, done.stdout))


run_tests("pipeline/verdicts", watched, added, order, taking_back, said_again, people_differ, hostile, other_files, foreign, ids, where, later, fixed_again,
          corrected, two_dates)
