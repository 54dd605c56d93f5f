"""drilling.py - neardup drill: what it plants in a copy, what it counts, and that the database stays as it is.

The texts are made of syllables, so that a second implementation, below, knows which change each of them can get.
"""

import csv
import json
import math
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import LONG, check, figure, require, run_tests, seed
from databases import load, run_job
from extension import LOADABLE, answer, open_with

PROGRAM = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
# What a text needs for a change; each of these allows no other.
NEEDS = {"number": "37", "year": "1889", "month": "July a9", "name": "Zorapa", "verb": "was", "comma": ",", "wording": "however"}
NEITHER = ("12/03", "1914–18", "a37", "July", "Was", "1.5.3")
OTHERS = {"number": r"[1-9]", "year": r"1(878|879|88[678]|89[012]|899|900)", "comma": "", "wording": "though",
          "negation": "was not", "adverb": "was also", "name": "[A-Z][a-z]+",
          "month": "January|February|March|April|May|June|August|September|October|November|December"}


def syllables(chance, count):
    return ["".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(3)) for _ in range(count)]


def text_with(chance, word):
    words = syllables(chance, 16)
    if word.isupper() or word[:1].isupper() and word.isalpha() and word != "July" and word != "Was":
        word = syllables(chance, 1)[0].capitalize()
    at = chance.randrange(4, 12)
    return " ".join(words[:at]) + (word if word == "," else " " + word) + " " + " ".join(words[at:])


def make(folder, of_each, name="made.db"):
    """A database of pairs of records that share a text, `of_each` with each need, and of records that nothing is planted in."""
    chance, records = random.Random(seed()), []
    for need in (*NEEDS.values(), *NEITHER):
        for _ in range(of_each):
            text = text_with(chance, need)
            records += [text, text]
    records += [text_with(chance, "37") for _ in range(of_each)]                    # in one record only
    for _ in range(of_each):                                                        # equal after folding
        text = text_with(chance, "37")
        records += [text, text.upper()]
    path = os.path.join(folder, name + ".jsonl")
    with open(path, "w", encoding="utf-8") as file:
        for number, text in enumerate(chance.sample(records, len(records))):
            file.write(json.dumps({"title": " ".join(syllables(chance, 2)) + " %d" % number, "text": text}) + "\n")
    made = load(os.path.join(folder, name), "--language", "en", "--whole", path)
    run_job(made, "find")
    return made


def copy_of(path):
    """A connection to a copy without a name, as the program makes it."""
    copy = open_with(path="")
    with closing(sqlite3.connect("file:%s?mode=ro" % path, uri=True)) as db:
        db.backup(copy)
    return copy


def drill(path, *words, status=0, **options):
    done = subprocess.run([PROGRAM, "drill", path, *words], capture_output=True, text=True, **options)
    check(done.returncode == status, "drill %s: %d, %s" % (words, done.returncode, done.stderr))
    return done


def state_of(folder):
    return {name: (open(os.path.join(folder, name), "rb").read(), os.stat(os.path.join(folder, name)).st_mtime_ns)
            for name in sorted(os.listdir(folder))}


def check_planted(before, db, changes):
    """Each change is one that the text can get, and of the right type; the rest of the database is as it was."""
    texts, articles = dict(before.execute("SELECT id, text FROM sentence")), dict(db.execute("SELECT id, article_id FROM sentence"))
    used, had = set(), {}
    for changed, other, type, contradicts, at, old, new in db.execute("SELECT * FROM planted_change"):
        text, = db.execute("SELECT text FROM sentence WHERE id = ?", (changed,)).fetchone()
        was = texts.pop(changed)
        check(was == texts[other] and text == was[:at - 1] + new + was[at - 1 + len(old):], "%s: %s, %s" % (type, was, text))
        need = NEEDS.get(type, NEEDS["verb"])
        check(old in need if type in ("number", "month") else old == need or type == "name", "%s: %s" % (type, old))
        check(re.fullmatch(OTHERS[type], new) and new != old, "%s: from %s to %s" % (type, old, new))
        check(contradicts == (type in ("number", "year", "month", "name", "negation")), "%s contradicts: %d" % (type, contradicts))
        check(not used & {articles[changed], articles[other]}, "an article takes part twice")
        used |= {articles[changed], articles[other]}
        had[type] = had.get(type, 0) + 1
    check(all(db.execute("SELECT text FROM sentence WHERE id = ?", (id,)).fetchone() == (text,) for id, text in texts.items()),
          "a text that is not listed was changed")
    check(max(had.values()) <= changes, "more than %d: %s" % (changes, had))
    return had


def test_planting(folder):
    of_each = 40 if LONG else 12
    path = make(folder, of_each)
    before = open_with(path=path)
    for number in range(3):
        with closing(copy_of(path)) as db:
            answer(db, "SELECT neardup_run('plant', ?)", (json.dumps({"seed": seed() + number}),))
            had = check_planted(before, db, 200)
            had["verb"] = had.pop("negation") + had.pop("adverb")
            check(had == dict.fromkeys(NEEDS, of_each), "planted: %s" % had)
    with closing(copy_of(path)) as db:
        answer(db, "SELECT neardup_run('plant', '{\"changes\": 2}')")
        had = check_planted(before, db, 2)
        check(set(had.values()) == {2}, "two of each: %s" % had)
        error = answer(db, "SELECT neardup_run('plant', '{\"changes\": 0}')")
        check("changes must be" in str(error), error)
    before.close()
    error = answer(open_with(path=path), "SELECT neardup_run('plant')")
    check("plant writes what is not true" in str(error), error)


def test_series(folder):
    """Of a series of texts, each with other names and numbers, one is changed; and one of each text that is in no series."""
    chance = random.Random(seed())
    sides = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
    name = lambda: "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(4)).capitalize()
    series = ["It lies approximately %s of %s, %d km %s of %s, and %s of the regional capital %s."
              % (chance.choice(sides), name(), chance.randrange(10, 99), chance.choice(sides), name(), chance.choice(sides), name())
              for _ in range(150)]
    others = [text_with(chance, "37") for _ in range(20)]
    path = table(folder, "series.db", [*series, *others] * 2)
    with closing(copy_of(path)) as db:
        answer(db, "SELECT neardup_run('plant')")
        texts = [text for text, in db.execute("SELECT text FROM planted_change JOIN sentence ON id = other_id")]
        check(sum(text in series for text in texts) <= 3 and sum(text in others for text in texts) == 20, "planted in a series: %s" % texts)


def test_order(folder):
    """What was planted is searched before it is counted, and nothing is planted twice."""
    path = make(folder, 4)
    with closing(copy_of(path)) as db:
        answer(db, "SELECT neardup_run('plant')")
        planted = db.execute("SELECT * FROM planted_change").fetchall()
        for job, said in ("drill", "find has not ended since the texts changed"), ("plant", "plant has changed this copy already"):
            error = answer(db, "SELECT neardup_run(?)", (job,))
            check(said in str(error), error)
        check(planted and db.execute("SELECT * FROM planted_change").fetchall() == planted, "the record of what was planted")
        answer(db, "SELECT neardup_run('find')")
        check("contradiction" in str(answer(db, "SELECT neardup_run('drill')")), "drill after find")
        check("plant has changed this copy already" in str(answer(db, "SELECT neardup_run('plant')")), "plant after find")


def wilson(hits, n, z=1.959964):
    share = hits / n
    middle, half = share + z * z / 2 / n, z * math.sqrt(share * (1 - share) / n + z * z / 4 / n / n)
    return share, max(0, (middle - half) / (1 + z * z / n)), min(1, (middle + half) / (1 + z * z / n))


def counted(db):
    """{(section, name, contradicts): [planted, compared, drift, shown]}, of the tables of a searched copy."""
    first = dict(db.execute("SELECT sentence_id, first_id FROM copy"))
    pairs = {(a, b): jaccard for a, b, jaccard in db.execute("SELECT a, b, jaccard FROM pair UNION SELECT * FROM near_miss")}
    kinds = {(a, b): (kind, score) for a, b, kind, score in db.execute("SELECT a, b, kind, score FROM pair_kind")}
    resembled = dict(db.execute("SELECT * FROM resemblance"))
    least, = db.execute("SELECT shown_least FROM parameters").fetchone()
    found = {}
    for changed, other, type, contradicts in db.execute("SELECT sentence_id, other_id, type, contradicts FROM planted_change"):
        kept = first.get(other, other)
        pair = tuple(sorted((first.get(changed, changed), kept)))
        jaccard, (kind, score) = pairs.get(pair), kinds.get(pair, ("", 0))
        others = resembled.get(kept, 0) - (jaccard is not None and jaccard >= 0.4)
        names = [("type", type), ("type", "all")]
        if contradicts:
            names += [("jaccard", "less" if (jaccard or 0) < 0.6 else "0.6 to 0.8" if jaccard < 0.8 else "0.8 and more"),
                      ("text", "citation or list" if kind in ("reference", "other") else "statement"),
                      ("resembled", "none" if others <= 0 else "1 to 3" if others <= 3 else "more")]
        for name in names:
            row = found.setdefault((*name, contradicts), [0, 0, 0, 0])
            for i, one in enumerate((True, jaccard is not None, kind == "drift", kind not in ("", "template") and score >= least)):
                row[i] += one
    return found


def test_counting(folder):
    """The program prints what its jobs count, and they count what the tables say; of the sample, too."""
    made = make(folder, 12)
    for number, words in (1, []), (2, ["--seed", "2", "--changes=5"]):
        printed = [json.loads(line) for line in drill(made, "--json", *words).stdout.splitlines()]
        with closing(copy_of(made)) as db:
            given = {"seed": number, **({"changes": 5} if words else {})}
            for job in "plant", "find":
                answer(db, "SELECT neardup_run(?, ?)", (job, json.dumps(given if job == "plant" else {})))
            expected = counted(db)
        check({(row["section"], row["name"], row["contradicts"]) for row in printed} == set(expected), "rows: %s" % printed)
        for row in printed:
            planted, compared, drift, shown = expected[row["section"], row["name"], row["contradicts"]]
            check((row["planted"], row["compared"], row["drift"], row["shown"]) == (planted, compared, drift, shown), row)
            for what, hits in ("drift", drift), ("shown", shown):
                for name, value in zip(("share", "least", "most"), wilson(hits, planted)):
                    check(abs(row["%s_%s" % (what, name)] - value) < 6e-5, "%s: %s of %s, not %s" % (name, what, row, value))
        rows = list(csv.DictReader(drill(made, "--csv", *words).stdout.splitlines()))
        check([{name: str(value) for name, value in row.items()} for row in printed] == rows, "CSV is not JSON")
        figure(sum(row["planted"] for row in printed), "planted changes counted twice")
    check(drill(made).stdout == drill(made, "--seed", "1").stdout, "the same seed gives the same")
    check(drill(made, "--json").stdout != drill(made, "--json", "--seed", "3").stdout, "another seed gives the same")


def table(folder, name, texts, *words):
    path = os.path.join(folder, name)
    with open(path + ".csv", "w", encoding="utf-8") as file:
        csv.writer(file).writerows([["text"], *([text] for text in texts)])
    load(path, *words, path + ".csv")
    run_job(path, "find")
    return path


def test_records(folder):
    """Rows without titles; too few; none."""
    storm = ["The Candlemas Storm killed 143 people of the low cottages behind the dyke."] * 2
    path = table(folder, "one.db", storm)
    rows = [json.loads(line) for line in drill(path, "--json").stdout.splitlines()]
    check([row["drift"] for row in rows if row["name"] == "number"] == [1] and rows[0]["planted"] == 1, rows)
    printed = " ".join(drill(path).stdout.split())
    check("So few say little" in printed and "Of 1 contradiction planted" in printed and "for lack of texts: year, month" in printed, printed)
    path = table(folder, "none.db", [storm[0], "Hestholm is reached by a bridge of four piers"])
    check("Nothing could be planted" in drill(path).stdout and drill(path, "--json").stdout == "", "nothing to plant")
    path = os.path.join(folder, "new.db")
    load(path, os.path.join(folder, "one.db.csv"))
    check("not searched yet" in drill(path, status=1).stderr, "a database that was not searched")


LANGUAGES = {"de": ("Der Turm war lange hoch", "am 4. Juli"), "fr": ("La tour est longtemps haute", "le 4 juillet"),
             "es": ("La torre fue siempre alta", "el 4 de julio"), "it": ("La torre era sempre alta", "il 4 luglio"),
             "pt": ("A torre foi sempre alta", "em 4 de julho"), "nl": ("De toren was lang hoog", "op 4 juli"),
             "pl": ("Ta wieża była zawsze wysoka", "dnia 4 lipca"), "ru": ("Этот маяк был всегда высоким", "в день 4 июля"),
             "el": ("Ο πύργος ήταν πάντα ψηλός", "στις 4 Ιουλίου"), "ja": ("この塔は一九年からいつも高い、とても高い塔である", "4年"),
             "sv": ("Tornet var alltid högt, mycket högt", "dag 4")}


def test_languages(folder):
    for code, (sentence, date) in LANGUAGES.items():
        chance = random.Random(seed())
        texts = [" ".join([sentence, date, *syllables(chance, 9)]) for _ in range(40)]
        path = table(folder, code + ".db", texts * 2, "--language", code)
        with closing(copy_of(path)) as db:
            answer(db, "SELECT neardup_run('plant')")
            types = {type for type, in db.execute("SELECT DISTINCT type FROM planted_change")}
            expected = {"number", "comma"} if code in ("ja", "sv") else {"number", "negation", "adverb"}
            check(expected <= types and (code in ("ja", "sv", "es", "pt") or "month" in types), "%s: %s" % (code, types))
            check("month" not in types or code not in ("ja", "sv"), "%s: %s" % (code, types))


def test_hostile(folder):
    """Texts of any bytes: nothing fails, and only what is listed is changed, by the places that are listed."""
    chance = random.Random(seed())
    pieces = ["12", "1999", "4,5", "May 3", "was", "However", "however", "Zoë", "Ünlü", " ", "  ", ",", "、", "\"", "\\", "[1|2]", "\t", "\n",
              "\x01", "\x1b[31m", "\ufeff", "😀", "e\u0301", "\\u0041", "%s", "','", "$[0]", "‏", "𝟙𝟚", "١٢", "/", "–", "."]
    db = open_with(path="")
    for job in "schema", "find":
        answer(db, "SELECT neardup_run(?)", (job,))
    answer(db, "INSERT INTO source (id, name, kind, options, program_version, started_at) VALUES (1, 'x', 'x', '', '', '')")
    for number in range(2000 if LONG else 400):
        text = "".join(chance.choice(pieces) + " " * chance.randrange(2) for _ in range(chance.randrange(1, 40))).encode()
        if number % 7 == 0:
            text = bytes(chance.choice(text + b"\xff\xc3\xed") for _ in range(len(text)))
        for copy in range(2):
            id = 2 * number + copy + 1
            answer(db, "INSERT INTO article (id, source_id, namespace, title) VALUES (?, 1, 0, ?)", (id, str(id)))
            answer(db, "INSERT INTO sentence VALUES (?, ?, 1, 1, '', 'prose', CAST(? AS TEXT))", (id, id, text.replace(b"\0", b"")))
    answer(db, "SELECT neardup_run('find')")
    before = dict(db.execute("SELECT id, CAST(text AS BLOB) FROM sentence"))
    done = answer(db, "SELECT neardup_run('plant')")
    check(done == [("done",)], done)
    planted = db.execute("SELECT sentence_id, other_id, at, CAST(old AS BLOB), CAST(new AS BLOB) FROM planted_change").fetchall()
    check(len(planted) > 150, "planted: %d" % len(planted))
    for id, other, at, old, new in planted:
        now, = db.execute("SELECT CAST(text AS BLOB) FROM sentence WHERE id = ?", (id,)).fetchone()
        was = before.pop(id)
        begin = len(db.execute("SELECT CAST(substr(CAST(? AS TEXT), 1, ?) AS BLOB)", (was, at - 1)).fetchone()[0])
        check(was == before[other] and was[begin:begin + len(old)] == old and now == was[:begin] + new + was[begin + len(old):],
              "%r to %r at %d: %r, %r" % (old, new, at, was, now))
    check(all(db.execute("SELECT CAST(text AS BLOB) FROM sentence WHERE id = ?", (id,)).fetchone() == (text,)
              for id, text in before.items()), "another text was changed")
    for job, format in ("find", None), ("drill", "list"), ("drill", "csv"), ("drill", "jsonl"):
        done = answer(db, "SELECT neardup_run(?, ?)", (job, json.dumps({"format": format} if format else {})))
        check(not isinstance(done, str), "%s: %s" % (job, done))
    db.close()


def test_database_stays(folder):
    """No byte of the database, nor of its folder, changes: in WAL mode, after Ctrl-C, on a full disk. The copy leaves nothing."""
    home, temporary = os.path.join(folder, "home"), os.path.join(folder, "temporary")
    os.mkdir(home)
    os.mkdir(temporary)
    made = make(home, 12)
    environment = {**os.environ, "TMPDIR": temporary}
    before = state_of(home)
    said = drill(made, "--json", env=environment).stderr
    check("a temporary file of" in said and temporary in said, said)
    check(drill(made, "--json", "-q", env=environment).stderr == "", "quiet")
    program = subprocess.Popen([PROGRAM, "drill", made], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stderr.readline()
    program.send_signal(signal.SIGINT)
    printed, said = program.communicate()
    check(program.returncode == 130 and not printed and b"interrupted" in said, "%d %s" % (program.returncode, said))
    check(state_of(home) == before and os.listdir(temporary) == [], "what is left: %s" % os.listdir(temporary))
    with closing(sqlite3.connect(made)) as db:              # more than fits in memory
        db.execute("PRAGMA journal_mode = wal")
        db.execute("CREATE TABLE main.t (x)")
        db.execute("DROP TABLE main.t")
        db.execute("INSERT INTO carried SELECT 1, id, randomblob(10000) FROM sentence, (VALUES (1)) WHERE id <= 400")
        db.commit()
    before = state_of(home)["made.db"]
    drill(made, "--json", env=environment)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    said = drill(made, "--json", status=1, env=environment, preexec_fn=limit).stderr
    check(re.search("disk", said), said)
    check(state_of(home)["made.db"] == before and os.listdir(temporary) == [], "what is left: %s" % os.listdir(temporary))


require("program/drilling", LOADABLE)
run_tests("program/drilling", test_planting, test_series, test_order, test_counting, test_records, test_languages, test_hostile,
          test_database_stays)
