"""reviewing.py - `neardup review` as people use it: through pipes, and with keys on a terminal.

  (1) It asks for each pair without a verdict once, those that teach most first, never for two of one cluster after each other
      while another is left; each verdict is in the database before the next pair is shown.
  (2) A sample is drawn at random, noted, and the same for everybody; it shows neither what neardup nor what others think.
  (3) On a terminal, keys that were typed before a pair was shown do not count; the terminal is as it was after Ctrl-C, SIGTERM,
      a stop, and the end.
  (4) Nothing that was said is lost when the program is killed; two people do not do the same work; a lock is waited for.
"""

import collections
import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import LONG, check, figure, run_tests, seed, skip
from databases import change, rows
from extension import open_with
from terminal import Terminal, has_terminals

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "USER")}, "TERM": "xterm"}
PROMPT = "[?]: "
TEXT = "The {} of {} was built in {}, burnt down in the great storm, and was rebuilt by its keeper with {} windows."
PLACES = ("Tolva", "Hestholm", "Port Maurel", "Dunmarrow", "Quillmouth", "Carrowick", "Selby", "Ostrand")


def made(folder, name="a.db"):
    """A database with three texts about each place, which differ in numbers."""
    path = os.path.join(folder, name)
    texts = [(place, TEXT.format("lighthouse", place, 1800 + number, windows))
             for number, place in enumerate(PLACES) for windows in (12, 21, 14)]
    with open(os.path.join(folder, "a.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps({"title": title, "text": text}) + "\n" for title, text in texts)
    subprocess.run([NEARDUP, "-q", "a.jsonl", "--db", name, "--title", "title"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return path


def review(path, lines, *options, judge="Ann", status=0):
    done = subprocess.run([NEARDUP, "review", path, *(("--judge", judge) if judge else ()), *options], input=lines, env=ENVIRONMENT,
                          capture_output=True, encoding="utf-8", timeout=120)
    check(done.returncode == status, f"{options}: status {done.returncode}: {done.stderr}")
    return done.stdout if status == 0 else done.stderr


def said(path, columns="verdict"):
    return rows(path, f"SELECT {columns} FROM verdict ORDER BY rowid")


def shown(printed):
    """The two texts of each pair that was shown."""
    pairs = []
    for part in re.split(r"\nPair \d[\d,]* of ", printed)[1:]:
        places = re.findall(r"\n  (?! )[^\n]+\n((?:    [^\n]+\n)+)", part.partition("[c]ontradiction")[0] + "\n")
        pairs.append(frozenset(re.sub(r"[\[\]]", "", " ".join(text.split())) for text in places))
    return pairs


def pairs_of(path):
    """Each pair, with its cluster and its score, by the two texts."""
    return {frozenset((a, b)): (cluster, score) for a, b, cluster, score in rows(
        path, "SELECT x.text, y.text, cluster_id, score FROM pair_kind JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b")}


# ---- (1) Lines -----------------------------------------------------------------------------------


def test_all_are_asked(folder):
    path = made(folder)
    pairs = pairs_of(path)
    printed = review(path, "c\n" * 100)
    asked = shown(printed)
    check(len(pairs) > 20 and len(asked) == len(set(asked)) == len(pairs) and set(asked) == set(pairs), f"{len(asked)} of {len(pairs)}")
    check(f"You judged {len(pairs)} of {len(pairs)}." in printed, printed[-200:])
    check(said(path) == [("contradiction",)] * len(pairs), "each has a verdict")
    clusters = [pairs[pair][0] for pair in asked]
    beside = [at for at in range(1, len(clusters)) if clusters[at] == clusters[at - 1] and set(clusters[at:]) != {clusters[at]}]
    check(not beside, f"two of one cluster beside each other: {beside} of {clusters}")
    scores = [pairs[pair][1] * (1 - pairs[pair][1]) for pair in asked]
    check(sum(scores[:8]) >= sum(scores[-8:]), f"the least certain come first: {scores}")
    check("There is no pair to ask for." in review(path, "c\n"), "nothing is left")
    check(set(shown(review(path, "\n" * 100, "--judged"))) == set(pairs), "all again")


def test_keys(folder):
    """Each key, in lines: back and undo, a reason, a skip, help, what is no key, and the end."""
    path = made(folder)
    for key, verdict in ("c", "contradiction"), ("S", "same"), ("p", "pattern"), ("t", "citation"), ("f", "fixed"), ("i", "ignore"), \
            ("d", "duplicate"), ("n", "no duplicate"), ("Citation", "citation"), ("no duplicate", "no duplicate"), ("duplicate\t", "duplicate"):
        change(path, "DELETE FROM verdict")
        printed = review(path, f"{key} it's \"so\" \u4e2d\nq\n")
        check(said(path, "verdict, judge, reason") == [(verdict, "Ann", "it's \"so\" \u4e2d")], f"{key}: {said(path)}")
        check(len(shown(printed)) == 2 and "You judged 1 of " in printed, printed)
    change(path, "DELETE FROM verdict")
    printed = review(path, "b\nu\n\ns\nb\nc\n\nu\nr\n12\nl\ni\n")
    check("This is the first pair." in printed and "There is no answer to undo." in printed, printed)
    check("Ann says: same" in printed, "what one has said is shown when one goes back")
    check(said(path, "verdict, reason") == [("ignore", "12")], f"back, again, taken back, another: {said(path, 'verdict, reason')}")
    first, second, third = shown(printed)[0], shown(printed)[1], shown(printed)[2]
    check(shown(printed) == [first, second, third, second, third, shown(printed)[5], second, second, shown(printed)[8]],
          "where each answer leads")
    check(said(path, "text_a, text_b") == [tuple(sorted(second))], "the verdict is on the pair that was shown")
    printed = review(path, "?\nwhat\nx\ndrift\nnone\ncitationx\nc,\nno\nu why\nquite\n")
    check(printed.count("they cite a work") == 10, "help")
    check(len(said(path)) == 1, "no answer, no verdict: a key, or a name, must stand alone or before white space")
    change(path, "DELETE FROM verdict")
    review(path, "d\nb\nc\nq\n")
    check(said(path) == [("duplicate",), ("contradiction",)], "a verdict of each sort")
    review(path, "c " + "long " * 1000 + "\nq\n")
    check(len(said(path, "reason")[-1][0]) == 1998, f"a reason of {len(said(path, 'reason')[-1][0])} characters")


def test_undo(folder):
    """An answer that is undone leaves what was there: an earlier verdict as it was, and that of the other sort."""
    path = made(folder)
    everything = "verdict, text_a, text_b, title_a, title_b, judge, judged_at, reason"
    review(path, "same they are\nb\nduplicate\nq\n")
    change(path, "UPDATE verdict SET judged_at = '2020-02-03T04:05:06Z', title_a = 'kept', title_b = 'too'")
    change(path, "INSERT INTO verdict (text_a, text_b, verdict, judge) SELECT text_a, text_b, 'ignore', 'Ben' FROM verdict LIMIT 1")
    before = sorted(said(path, everything))
    for keys in "c\nu\n", "n\nu\n", "c\nb\np\nb\nn\nu\nu\nu\n", "\nb\nc\nu\n", "c\ns\nt\nu\nu\nu\nu\n":
        printed = review(path, keys + "q\n", "--judged")
        check(sorted(said(path, everything)) == before, f"{keys!r}: {said(path, everything)}")
        check("You judged 0 of 1." in printed, printed[-300:])
    review(path, "c\nb\nn\nu\n", "--judged")
    check(sorted(said(path)) == [("contradiction",), ("duplicate",), ("ignore",)], f"only the last answer: {said(path)}")
    first, second = shown(review(path, "c\nc\nb\nb\np\nu\nu\nq\n", judge="Cleo"))[:2]
    check([frozenset(row) for row in rows(path, "SELECT text_a, text_b FROM verdict WHERE judge = 'Cleo'")] == [first],
          "the last answer is undone first, whichever pair it was on")


def test_after_the_last(folder):
    """The verdict on the last pair can be undone and replaced, too."""
    path = made(folder)
    change(path, "DELETE FROM pair_kind WHERE (a, b) NOT IN (SELECT a, b FROM pair_kind ORDER BY a, b LIMIT 2)")
    last = "That was the last pair: "
    printed = review(path, "c\nc\nx\nc\nr\nl\nu\np\nb\nd\n\ns\n")
    check(printed.count(last) == 7 and sorted(said(path)) == [("contradiction",), ("duplicate",), ("pattern",)], f"{said(path)}: {printed}")
    check(shown(printed)[1:] == [shown(printed)[1]] * 3 and printed.endswith("You judged 2 of 2.\n"), printed)
    check(last not in review(path, ""), "there was none")
    change(path, "DELETE FROM verdict")
    check(review(path, "c\nc\n").endswith("You judged 2 of 2.\n"), "at the end of the input it ends")
    if has_terminals():
        with started(path, "--judged") as keys:
            keys.until(PROMPT)
            keys.type("s")
            keys.until(PROMPT)
            keys.type("s")
            check(last in keys.until(PROMPT), keys.read)
            keys.type("u")
            keys.until(PROMPT)
            keys.type("\n")
            check(last in keys.until(PROMPT), keys.read)
            keys.type("q")
            check(keys.end() == 0, "the end")
        check(sorted(said(path)) == [("contradiction",), ("same",)], f"{said(path)}")


def test_options(folder):
    path = made(folder)
    change(path, "UPDATE pair_kind SET type = 'date', kind = 'other', score = 0.9 WHERE a = (SELECT min(a) FROM pair_kind)")
    few = len(rows(path, "SELECT 1 FROM pair_kind WHERE type = 'date'"))
    for options in ("--type", "date"), ("--kind", "other"), ("--least", "0.9"):
        check(len(shown(review(path, "\n" * 50, *options))) == few > 0, f"{options}")
        check(len(shown(review(path, "\n" * 50, *options, "--sample", "50"))) == few, f"a sample of {options}")
    check("must not be given with sample" in review(path, "", "--judged", "--sample", "2", status=2), "both")
    check("--judge" in review(path, "", judge=None, status=2), "nobody")
    check("--judge must be a name" in review(path, "", "--judge", "", judge=None, status=2), "no name")
    check("--judge must be a name, found '  '" in review(path, "", "--judge", "  ", judge=None, status=2), "a blank name")
    check("Find them first" in review(empty(folder), "", status=1), "nothing was found yet")


def empty(folder):
    path = os.path.join(folder, "empty.db")
    with contextlib.closing(open_with(path=path)) as db:
        db.execute("SELECT neardup_run('schema')")
    return path


def test_who_differs_comes_first(folder):
    path = made(folder)
    review(path, "s\ns\ns\ns\nq\n")
    review(path, "\n\nc\nq\n", "--judged", judge="Ben")
    differ = rows(path, "SELECT text_a, text_b FROM newest_verdict WHERE verdicts > 1")
    printed = review(path, "q\n", "--judged", judge="Cleo")
    check(shown(printed) == [frozenset(differ[0])], f"{differ}")
    check("Ann says: same" in printed and "Ben says: contradiction" in printed, printed)


def test_fixed_returns(folder):
    """What is fixed is asked for again if it was seen after that."""
    path = made(folder)
    review(path, "f\nq\n")
    change(path, "UPDATE verdict SET judged_at = '2020-01-01T00:00:00Z'")
    check(tuple(sorted(shown(review(path, "q\n"))[0])) == said(path, "text_a, text_b")[0] or
          frozenset(said(path, "text_a, text_b")[0]) in shown(review(path, "\n" * 50)), "it is back")
    change(path, "UPDATE verdict SET judged_at = '2099-01-01T00:00:00Z'")
    check(frozenset(said(path, "text_a, text_b")[0]) not in shown(review(path, "\n" * 50)), "it is not")


# ---- (2) A sample --------------------------------------------------------------------------------


def test_sample(folder):
    path = made(folder)
    pairs = pairs_of(path)
    printed = review(path, "s\n" * 3 + "q\n", "--sample", "8")
    drawn = rows(path, "SELECT text_a, text_b, pairs FROM drawn")
    check(len(drawn) == 8 and {row[2] for row in drawn} == {len(pairs)} and {frozenset(row[:2]) for row in drawn} <= set(pairs), drawn)
    check(not re.search("contradiction:|drift|copyedit|template", printed), f"what neardup thinks: {printed}")
    ben = review(path, "c\n" * 20, "--sample", "8", judge="Ben")
    check("Ann" not in ben and set(shown(ben)) == {frozenset(row[:2]) for row in drawn}, "the same for everybody")
    check(shown(review(path, "\n" * 20, "--sample", "8", judge="Cleo")) == shown(ben), "in the same order")
    check(len(shown(review(path, "\n" * 20, "--sample", "8"))) == 5, "the rest of one's own")
    larger = shown(review(path, "\n" * 30, "--sample", "12", judge="Dan"))
    check(set(shown(ben)) < set(larger), "a larger one begins with it")
    other = shown(review(path, "\n" * 30, "--sample", "8", "--seed", "2", judge="Dan"))
    check(set(other) != set(shown(ben)), "another seed")
    check({row[2] for row in rows(path, "SELECT 1, 1, pairs FROM drawn")} == {len(pairs)}, "from how many")


def test_chance(folder):
    """Each pair is drawn as often as another: of 24 or so, chi-square of 400 draws of 4 stays below its 99.99 % quantile."""
    path = made(folder)
    times, first = collections.Counter(), seed() * 1000
    with contextlib.closing(open_with(path=path)) as db:
        for number in range(400):
            db.execute("SELECT neardup_run('review', ?)", (json.dumps({"sample": 4, "seed": first + number}),)).fetchall()
            times.update(db.execute("SELECT a, b FROM temp.asked").fetchall())
        count = db.execute("SELECT count(*) FROM pair_kind").fetchone()[0]
    expected = 400 * 4 / count
    square = sum((times[pair] - expected) ** 2 / expected for pair in times) + (count - len(times)) * expected
    check(len(times) == count and square < count + 4 * (2 * count) ** 0.5 + 10, f"{square:.1f} of {count} pairs: {times}")
    figure(400, "draws of pairs to review")


# ---- (3) A terminal ------------------------------------------------------------------------------


def started(path, *options, columns=100, judge="Ann", **environment):
    return Terminal([NEARDUP, "review", path, "--judge", judge, *options], columns, env={**ENVIRONMENT, **environment})


def test_terminal(folder):
    path = made(folder)
    with started(path) as keys:
        check("\x1b[31m[" in keys.until(PROMPT) and "\x1b[32m[" in keys.read, "what differs is coloured")
        check(not keys.is_cooked(), "single keys")
        for key in "sci":
            keys.type(key)
            keys.until(PROMPT)
            check(len(said(path)) == "sci".index(key) + 1, f"stored before the next pair is shown: {said(path)}")
        keys.type("r")
        keys.until("Reason: ")
        keys.type("the census\n")
        keys.until(PROMPT)
        keys.type("p")
        keys.until(PROMPT)
        check(said(path, "verdict, reason")[3] == ("pattern", "the census"), f"{said(path)}")
        keys.type("\x1b[A\u4e2d")  # an arrow, and a character
        keys.until(PROMPT)
        keys.type("q")
        check(keys.end() == 0 and keys.is_cooked(), "the end")
    check([row[0] for row in said(path)] == ["same", "contradiction", "ignore", "pattern"], f"{said(path)}")
    with started(path, NO_COLOR="1") as keys:
        check("\x1b" not in keys.until(PROMPT) and re.search(r"\[\d+\]", keys.read), "no colour, but marks")
        keys.type("\x04")
        check(keys.end() == 0, "Ctrl-D")
    for columns in 1, 10, 30, 200:
        with started(path, columns=columns) as keys:
            lines = re.sub("\x1b\\[\\d+m", "", keys.until(PROMPT)).replace("\r", "").split("\n")
            check(max(map(len, lines)) <= max(22, min(columns, 120)), f"{columns} columns: {max(lines, key=len)!r}")
            keys.resize(60)
            keys.type("l")
            keys.until(PROMPT)
            keys.type("q")
            check(keys.end() == 0, f"{columns} columns")


def test_typed_before(folder):
    """What was typed before the first pair was shown is no answer."""
    path = made(folder)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        with started(path) as keys:
            keys.type("ccccc")
            keys.until("program is writing")
            db.execute("COMMIT")
            keys.until(PROMPT)
            time.sleep(0.2)
            check(said(path) == [], f"{said(path)}")
            keys.type("q")
            check(keys.end() == 0, f"the end: {keys.process.returncode} {keys.whole[-300:]!r}")


def test_signals(folder):
    path = made(folder)
    for number, typed in (signal.SIGINT, "\x03"), (signal.SIGTERM, None), (signal.SIGHUP, None):
        with started(path) as keys:
            keys.until(PROMPT)
            keys.type("s")
            keys.until(PROMPT)
            if typed:
                keys.type(typed)
            else:
                keys.process.send_signal(number)
            check(keys.end() == 128 + number and keys.is_cooked(), f"{number}: status {keys.process.returncode}")
    check(len(said(path)) == 3, "what was said stays")
    shell = '"$@"; while [ $? -gt 140 ]; do echo STOPPED; read -r line; fg; done'
    with Terminal(["sh", "-mc", shell, "sh", NEARDUP, "review", path, "--judge", "Ann"], 100, ENVIRONMENT) as keys:
        keys.until(PROMPT)
        for _ in range(2):
            keys.type("\x1a")
            keys.until("STOPPED")
            check(keys.is_cooked(), "the shell has the terminal as it was")
            keys.type("\n")
            keys.wait_for_keys()
        keys.type("d")
        keys.until(PROMPT)
        keys.type("q")
        check(keys.end() == 0, "the end")
    check(len(said(path)) == 4, "goes on after fg")


def test_asked_name(folder):
    path = made(folder)
    with Terminal([NEARDUP, "review", path], 100, env=ENVIRONMENT) as keys:
        keys.until("Who judges? ")
        keys.type("Zo\u00eb\n")
        keys.until(PROMPT)
        keys.type("s")
        keys.until(PROMPT)
        keys.type("q")
        keys.end()
    check(said(path, "judge") == [("Zo\u00eb",)], f"{said(path, 'judge')}")


# ---- (4) Others ----------------------------------------------------------------------------------


class Pipe:
    """A review that gets one line after the other."""

    def __init__(self, path, *options, judge="Ann"):
        self.process = subprocess.Popen([NEARDUP, "review", path, "--judge", judge, *options], env=ENVIRONMENT, encoding="utf-8",
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.read = self.until()

    def until(self, end=PROMPT):
        read = ""
        while not read.endswith(end):
            character = self.process.stdout.read(1)
            if not character:
                break
            read += character
        return read

    def answer(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        self.read += self.until()

    def end(self):
        self.process.stdin.close()
        self.read += self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait()


def test_killed(folder):
    path = made(folder)
    for count in range(1, 4):
        pipe = Pipe(path)
        for _ in range(count):
            pipe.answer("s so")
        pipe.process.kill()
        pipe.end()
        check(rows(path, "PRAGMA integrity_check") == [("ok",)] and len(said(path)) == sum(range(count + 1)), f"{len(said(path))} verdicts")


def test_two_at_once(folder):
    """They judge each pair once, but for those that both see at the same time, of which the last few pairs have most."""
    path = made(folder)
    pairs = pairs_of(path)
    people = [Pipe(path, judge=name) for name in ("Ann", "Ben")]
    for _ in range(len(pairs)):
        for person in people:
            if person.process.poll() is None:
                with contextlib.suppress(BrokenPipeError):
                    person.answer("s")
    check([person.end() for person in people] == [0, 0], "both end")
    twice = rows(path, "SELECT count(*) FROM (SELECT 1 FROM verdict GROUP BY text_a, text_b HAVING count(DISTINCT judge) > 1)")[0][0]
    check(len(rows(path, "SELECT * FROM newest_verdict")) == len(pairs) and twice <= len(pairs) // 3, f"{twice} pairs judged twice")


def test_lock(folder):
    """Another program writes for longer than a connection waits otherwise; and Ctrl-C ends the wait."""
    path = made(folder)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        pipe = Pipe(path)
        db.execute("BEGIN IMMEDIATE")
        pipe.process.stdin.write("s\n")
        pipe.process.stdin.flush()
        pipe.until("waiting for it\n")
        time.sleep(1)
        db.execute("COMMIT")
        pipe.until()
        check(said(path) == [("same",)], "stored after all")
        db.execute("BEGIN IMMEDIATE")
        pipe.process.stdin.write("s\n")
        pipe.process.stdin.flush()
        time.sleep(0.5)
        pipe.process.send_signal(signal.SIGINT)
        check(pipe.end() == 130, f"status {pipe.process.returncode}")
        db.execute("COMMIT")
    check(said(path) == [("same",)], "not the one that waited")


def test_changed_meanwhile(folder):
    """The verdict is on the texts that were shown, whatever their ids mean now."""
    path = made(folder)
    pipe = Pipe(path)
    pair = shown(pipe.read)[0]
    change(path, "UPDATE sentence SET text = 'Another text ' || id; DELETE FROM pair_kind")
    pipe.answer("s")
    check(pipe.end() == 0 and [frozenset(row) for row in said(path, "text_a, text_b")] == [pair], f"{said(path)}")
    check(f"You judged 1 of " in pipe.read, "and no pair is left")


def test_no_memory(folder):
    """An allocation fails, and with it the program: what was said before is there."""
    path = made(folder)
    report, copy = os.path.join(folder, "calls"), os.path.join(folder, "copy.db")
    environment = dict(ENVIRONMENT, LD_PRELOAD=os.path.join(ROOT, "build", "tests", "faults", "injector.so"), FAULT="allocation")
    command, lines = [os.path.join(ROOT, "build", "neardup"), "review", copy, "--judge", "Ann"], "s so\nc\nb\nu\nr why\nd\nq\n"

    def run(**more):
        shutil.copy(path, copy)
        return subprocess.run(command, input=lines, env={**environment, **more}, capture_output=True, encoding="utf-8", timeout=60)

    check(run(FAULT_REPORT=report).returncode == 0, "no fault")
    with open(report, encoding="utf-8") as file:
        calls = int(re.search(r"allocation (\d+)", file.read())[1])
    for number in range(1 + seed() % 97, calls, 7 if LONG else max(calls // 60, 1)):
        done = run(FAULT_AT=str(number), FAULT_LASTING="0")
        check(done.returncode == 0 or done.returncode == 1 and "memory" in done.stderr, f"{number}: {done.returncode}, {done.stderr}")
        left = said(copy, "verdict, reason")
        check(left in ([], [("same", "so")], [("same", "so"), ("contradiction", "")], [("same", "so"), ("duplicate", "why")]), f"{number}: {left}")


def test_hostile(folder):
    """Texts, titles, names and reasons cannot control the terminal."""
    evil = "\x1b[31mEVIL\x1b]0;EVIL\x07\x9b2J\u202e"
    path = made(folder)
    change(path, f"UPDATE sentence SET text = replace(text, 'great', '{evil}'); UPDATE article SET title = '{evil}' || title")
    with started(path, "--judge", "A" + evil) as keys:
        keys.until(PROMPT)
        keys.type("r")
        keys.until("Reason: ")
        keys.type("\x1b]0;x\n")
        keys.until(PROMPT)
        keys.type("s")
        keys.until(PROMPT)
        keys.type("b")
        keys.until(PROMPT)
        keys.type("q")
        keys.end()
    bare = re.sub(r"\x1b\[(?:0|1|2|31|32)m(?!EVIL)", "", keys.whole)
    found = re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]", bare)
    check("EVIL" in bare and not found, f"{found and bare[max(found.start() - 60, 0):found.end() + 20]!r}")


def test_all(folder):
    tests = [test_all_are_asked, test_keys, test_undo, test_after_the_last, test_options, test_who_differs_comes_first, test_fixed_returns, test_sample, test_chance,
             test_killed, test_two_at_once, test_lock, test_changed_meanwhile,
             test_no_memory]
    on_terminals = [test_terminal, test_typed_before, test_signals, test_asked_name, test_hostile]
    if not has_terminals():
        skip("program/reviewing: no terminal can be made here")
        on_terminals = []
    for test in tests + on_terminals:
        place = os.path.join(folder, test.__name__)
        os.mkdir(place)
        test(place)


run_tests("program/reviewing", test_all)
