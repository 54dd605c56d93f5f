"""growth.py - everything that works takes time in proportion to what is there: how cost grows with size, of many things.

Each is done at two sizes. The exponent is the logarithm of the ratio of costs to that of the ratio of sizes: 1 is linear, 2
quadratic. At most 1.5 is allowed: at a ratio of eight, a quadratic cost is 64 times as much, and a linear one that leaves the
caches on the way 12 times; 23 times is too much. What is prepared does not count.

Of the programs, the steps of SQLite's virtual machine are counted (statement_steps.c), all together and those of each
statement. They are the same whatever else the machine does, and the cost of a start hides none.

What no statement does is measured in processor time, of this process or of the program less what it takes of size 1. It
depends on what else uses memory and caches, by a factor of two. So where the exponent is too large, the smaller size is done as
often as makes up the larger one, half of it before and half after that, under the same load, and the exponent is too large if
it is so in each of four rounds.

The long form takes sizes that are four times as large, and more of them.

  /usr/bin/python3 tests/hostile/growth.py [NAME]...     prints those whose name begins so
"""

import collections
import ctypes
import functools
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
from counting import LONG, check, figure, require, run_tests, skip
from extension import LOADABLE, ROOT, open_with

NEARDUP = os.path.join(ROOT, "build", "neardup")
STEPS = os.path.join(ROOT, "build", "tests", "hostile", "statement_steps.so")
COUNTED = subprocess.run([os.environ.get("MAKE", "make"), "-s", os.path.relpath(STEPS, ROOT)], cwd=ROOT,
                         capture_output=True, check=False).returncode == 0
MOST, ROUNDS, RATIO = 1.5, 4, 8
SEED = counting.seed()
WORDS = "storm bridge ferry island winter copper granite river harbour lantern".split()
COPY = "The storm killed 143 people, most of them in the low cottages of the bay."

growths = []  # name, smaller size, function, ratio, bound


def growth(name, size, ratio=RATIO, most=MOST, long=False):
    """What it decorates prepares something of a size, and gives what is to be measured: a function, or a command."""
    def remember(make):
        if LONG or sys.argv[1:] or not long:
            growths.append((name, size * (4 if LONG else 1), make, ratio, most))
        return make
    return remember


# ---- Measuring -----------------------------------------------------------------------------------


def cost(make, size, steps=None):
    """The processor time of what is made of a size: a function here, or a command and its input; `steps` gets those of each
    statement of a command."""
    with tempfile.TemporaryDirectory() as folder:
        work = make(size, folder)
        if callable(work):
            begin = time.process_time()
            work()
            return time.process_time() - begin
        words, given = work
        counted = os.path.join(folder, "steps")
        counts = {"LD_PRELOAD": STEPS, "STATEMENT_STEPS": counted} if COUNTED else {}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, input=given, capture_output=True, check=False, cwd=folder, env={**os.environ, **counts})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        check(done.returncode in (0, 3), f"{words}: {done.returncode}, {done.stderr[-300:]}")
        if COUNTED and steps is not None:
            with open(counted, encoding="utf-8", errors="replace") as file:
                for number, begin in (line.split("\t", 1) for line in file):
                    steps[begin.strip()] += int(number)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def power(small, large, ratio):
    return math.log(max(large, 1e-5) / max(small, 1e-5)) / math.log(ratio)


def steep_statements(small, large, ratio, most):
    """The greatest power of steps, and what to say of those that are too great. Below 100,000 steps, a millisecond, a statement
    may find hardly any rows yet; below 10,000 it may not be at work yet, and counts in the sum only."""
    powers = {begin: power(max(small[begin], 100000), steps, ratio) for begin, steps in large.items() if small[begin] > 10000}
    powers["all statements"] = power(small.total(), large.total(), ratio)
    return max(powers.values()), [
        f"the steps of a statement grow with the power {exponent:.2f} of the size, from {small[begin] or small.total():,} to "
        f"{large[begin] or large.total():,}: {begin}" for begin, exponent in powers.items() if exponent > most]


def measure(name, size, make, ratio, most):
    """The greater exponent, that of time or that of steps, and what to say of each cost that grows too fast."""
    small, large = collections.Counter(), collections.Counter()
    costs = [cost(make, size, small), cost(make, size * ratio, large)]
    fixed = cost(make, 1) if large else 0

    def exponent_of_time():
        return power(*(max(one - fixed, fixed / 4) for one in costs), ratio)
    exponent = exponent_of_time()
    for _ in range(ROUNDS):
        if exponent <= most:
            break
        few = [cost(make, size) for _ in range(ratio // 2)]
        costs[1] = cost(make, size * ratio)
        few += [cost(make, size) for _ in range(ratio - ratio // 2)]
        costs[0] = sum(few) / ratio
        exponent = min(exponent, exponent_of_time())
    steps, steep = steep_statements(small, large, ratio, most) if large else (0, [])
    if exponent > most:
        steep.append(f"time grows with the power {exponent:.2f} of the size, lately from {costs[0] * 1e3:.1f} to "
                     f"{costs[1] * 1e3:.1f} ms, of which a start takes {fixed * 1e3:.1f}")
    print("%-46s %9d %9d %9.1f %9.1f %6.2f" % (name, size, size * ratio, costs[0] * 1e3, costs[1] * 1e3, exponent),
          "%6.2f" % steps if large else "")
    return max(exponent, steps), steep


# ---- The live index ------------------------------------------------------------------------------


def texts(count, seed=SEED):
    lots = random.Random(seed)
    return ["The %s of the %s, chapter %d, tells of the %s that was lost in the %s year %d." % (
        lots.choice(WORDS), lots.choice(WORDS), lots.randrange(10**6), lots.choice(WORDS), lots.choice(WORDS),
        lots.randrange(10**6)) for _ in range(count)]


def chain(count):
    """Texts that are each like the next: one cluster."""
    words = ["%08x" % (word * 2654435761 % 2**32) for word in range(count + 12)]
    return [" ".join(words[id:id + 12]) for id in range(count)]


def index(rows, options="", order=None):
    db = open_with()
    db.execute(f"CREATE VIRTUAL TABLE near USING neardup(text{options})")
    rows = list(enumerate(rows, 1))
    if order == "down":
        rows.reverse()
    elif order == "any":
        random.Random(SEED).shuffle(rows)
    return db, lambda: db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", rows)


def filled(rows, options="", order=None):
    db, fill = index(rows, options, order)
    fill()
    return db


def statement(db, sql, *values):
    return lambda: db.execute(sql, values).fetchall()


def command(db, word):
    return statement(db, "INSERT INTO near(near) VALUES (?)", word)


def groups(count):
    """Texts of which four are alike."""
    lots = random.Random(SEED)
    heads = ["%0100x" % lots.getrandbits(400) for _ in range(count // 4 + 1)]
    return ["%s, chapter %d" % (heads[id // 4], id % 4) for id in range(count)]


PAIRS, CLUSTERS = ", pairs=1", ", clusters=1, changes=1"
KINDS = {"texts": texts, "copies": lambda n: [COPY] * n, "a chain": chain}

for order in ("up", "down", "any"):
    growth(f"index: insert, rowids {order}", 500)(lambda n, _, order=order: index(texts(n), "", order)[1])
    growth(f"index: clusters, rowids {order}", 250)(lambda n, _, order=order: index(chain(n), CLUSTERS, order)[1])
growth("index: insert copies", 1000)(lambda n, _: index([COPY] * n)[1])
growth("index: insert copies, pairs", 50, 4)(lambda n, _: index([COPY] * n, CLUSTERS + ", compared_most=20")[1])
growth("index: insert texts, pairs", 500)(lambda n, _: index(groups(n), PAIRS)[1])
growth("index: update all", 500)(lambda n, _: statement(filled(texts(n)), "UPDATE near SET text = text || '!'"))
growth("index: update copies", 1000)(lambda n, _: statement(filled([COPY] * n), "UPDATE near SET text = text || '!'"))
growth("index: delete all", 1000)(lambda n, _: statement(filled(texts(n)), "DELETE FROM near"))
growth("index: delete a cluster, one by one", 250)(lambda n, _: statement(filled(chain(n), CLUSTERS), "DELETE FROM near"))
growth("index: rebuild texts", 500)(lambda n, _: command(filled(texts(n)), "rebuild"))
growth("index: rebuild copies", 1000)(lambda n, _: command(filled([COPY] * n), "rebuild"))
growth("index: rebuild pairs and clusters", 250)(lambda n, _: command(filled(chain(n), CLUSTERS), "rebuild"))
growth("index: optimize", 1000)(lambda n, _: command(filled(texts(n), ", log_most=64"), "optimize"))
growth("index: optimize copies", 1000)(lambda n, _: command(filled([COPY] * n, ", log_most=64"), "optimize"))
for kind, most in (("texts", 2000), ("copies", 1000), ("a chain", 250)):
    growth(f"index: integrity-check, {kind}", most)(
        lambda n, _, kind=kind: command(filled(KINDS[kind](n), CLUSTERS if kind == "a chain" else ""), "integrity-check"))


@growth("index: integrity-check, copies with pairs", 100, 4)
def _(n, _):
    return command(filled([COPY] * n, CLUSTERS + ", compared_most=20"), "integrity-check")


@growth("index: optimize after deletes", 1000)
def _(n, _):
    db = filled(texts(n))
    db.execute("DELETE FROM near WHERE rowid % 2")
    return command(db, "optimize")


def searches(db, text, times=100):
    def work():
        for _ in range(times):
            db.execute("SELECT rowid FROM near(?)", (text,)).fetchall()
    db.execute("SELECT rowid FROM near(?)", (text,)).fetchall()
    return work


# What follows takes as long among many as among few.
@growth("index: search among texts", 1000, most=0.5)
def _(n, _):
    return searches(filled(texts(n)), texts(1)[0], 300)


@growth("index: search among copies", 4000, most=0.5)
def _(n, _):
    return searches(filled([COPY] * n), COPY)


@growth("index: search among copies, half of them deleted", 2000, most=0.7)
def _(n, _):
    db = filled([COPY] * n)
    db.execute("DELETE FROM near WHERE rowid <= ?", (n // 2,))
    return searches(db, COPY)


@growth("index: search among copies, some deleted, the log empty", 4096, most=0.7)
def _(n, _):
    db = filled([COPY] * n)
    db.execute("DELETE FROM near WHERE rowid <= ?", (n // 2,))
    check(db.execute("SELECT count(*) FROM near_log").fetchall() == [(1,)], "the log has rows")
    return searches(db, COPY)


@growth("index: one update in a cluster", 500, most=0.5)
def _(n, _):
    return statement(filled(chain(n), CLUSTERS, "any"), "UPDATE near SET text = text || '!' WHERE rowid BETWEEN ? AND ?", n // 2, n // 2 + 20)


@growth("index: one delete among copies", 250, 4, most=0.7)
def _(n, _):
    return statement(filled([COPY] * n, CLUSTERS + ", compared_most=20"), "DELETE FROM near WHERE rowid BETWEEN ? AND ?", n // 2, n // 2 + 20)


def judged(count):
    """A cluster that verdicts have divided into parts of about 20 texts."""
    db = filled(chain(count), CLUSTERS)
    db.execute("INSERT INTO near(near, rowid, partner) SELECT 'no duplicate', rowid, rowid + 1 FROM near WHERE rowid % 20 = 0 AND rowid < ?", (count,))
    return db


growth("index: one verdict in a divided cluster", 250)(
    lambda n, _: statement(judged(n), "INSERT INTO near(near, rowid, partner) VALUES ('duplicate', 1, ?)", n))
growth("index: one update in a divided cluster", 250)(
    lambda n, _: statement(judged(n), "UPDATE near SET text = text || '!' WHERE rowid = ?", n // 2))
growth("index: rebuild a divided cluster", 250)(lambda n, _: command(judged(n), "rebuild"))
growth("index: integrity-check, a divided cluster", 250)(lambda n, _: command(judged(n), "integrity-check"))
growth("index: verdicts on texts that are not there", 500)(lambda n, _: statement(
    filled([COPY], CLUSTERS), "INSERT INTO near(near, text, partner) SELECT 'duplicate', 'text ' || value, 'text ' || (value + 1) FROM "
    "(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT ?) SELECT value FROM n)", n))


# ---- Verdicts ------------------------------------------------------------------------------------


def reading(verdicts, folder):
    """Reads a file of verdicts, of which half are there already."""
    path, file = os.path.join(folder, "v.db"), os.path.join(folder, "v.jsonl")
    with open_with(path=path) as db:
        db.execute("SELECT neardup_run('schema')").fetchall()
    lines = [json.dumps(dict(zip(("text_a", "text_b", "judge", "verdict"), each), judged_at="2020-01-01T00:00:00Z")) + "\n"
             for each in verdicts]
    for part in lines[::2], lines:
        with open(file, "w", encoding="utf-8") as out:
            out.writelines(part)
        if part is not lines:
            subprocess.run([NEARDUP, "verdicts", path, file], capture_output=True, check=True)
    return [NEARDUP, "verdicts", path, file], None


growth("verdicts: read, on many pairs", 1000)(
    lambda n, folder: reading([(f"a{i}", f"b{i}", "Ann", ("same", "none", "duplicate")[i % 3]) for i in range(n)], folder))
growth("verdicts: read, of many people on a pair", 1000)(
    lambda n, folder: reading([("a", "b", f"judge {i}", ("same", "pattern")[i % 2]) for i in range(n)], folder))


# ---- Functions -----------------------------------------------------------------------------------


@functools.cache
def book():
    lots, parts, length = random.Random(SEED), [], 0
    while length < 1280000 * RATIO * (4 if LONG else 1):
        parts.append("The %s of %s was built in %d by the %s." % (
            lots.choice(WORDS), lots.choice(WORDS), lots.randrange(1500, 2000), lots.choice(WORDS)))
        length += len(parts[-1]) + 1
    return " ".join(parts)


def prose(size):
    return book()[:size]


def edited(text):
    return text.replace("1857", "1875").replace("river of copper", "river copper")


HOSTILE = {"prose": prose, "one letter": lambda n: "a" * n, "words alike": lambda n: "la " * (n // 3),
           "brackets": lambda n: "(" * n, "numbers": lambda n: "1,2 " * (n // 4), "accents": lambda n: "é\u0301" * (n // 4)}

for call, kinds, size in (
        ("jaccard(a, b)", HOSTILE, 320000), ("edit_distance(a, b, 40)", HOSTILE, 1280000),
        ("mark_differences(a, b)", HOSTILE, 80000), ("fold_text(a, 'all')", HOSTILE, 320000),
        ("(SELECT count(*) FROM shingles(a, 5))", ("prose",), 160000), ("containment(a, b)", ("prose",), 320000),
        ("(SELECT count(*) FROM minhash_signatures(a))", ("prose", "one letter"), 160000),
        ("(SELECT count(*) FROM text_differences(a, b))", HOSTILE, 80000),
        ("(SELECT max(score) FROM duplicate_kind(a, b, 'x', 'y'))", HOSTILE, 80000),
        ("(SELECT count(*) FROM text_alignment(a, b))", ("prose", "words alike", "numbers"), 80000),
        ("neardup_wrap(a, 80)", ("prose", "one letter"), 80000), ("text_script(a)", ("prose",), 320000)):
    for kind in kinds:
        @growth(f"{call.replace('(SELECT count(*) FROM ', '').replace('(SELECT max(score) FROM ', '').split('(')[0]}: {kind}", size)
        def _(n, _, call=call, kind=kind):
            text = HOSTILE[kind](n)
            work = statement(open_with(), f"SELECT {call} FROM (SELECT ?1 AS a, ?2 AS b)", text, edited(text) + " x")
            work()
            return work

ROWS = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n)"
for name, query in (
        ("union_find: a path", f"SELECT length(union_find(i, i + 1)) FROM {ROWS}"),
        ("union_find: a star", f"SELECT length(union_find(i, 1)) FROM {ROWS}"),
        ("star_clusters: a path", f"SELECT length(star_clusters(i, i + 1)) FROM {ROWS}"),
        ("linked_clusters: a path in the wrong order", f"SELECT length(linked_clusters(i, i + 1, i % 1000)) FROM {ROWS}"),
        ("linked_clusters: half of the nodes apart from one, the others from many",
         f"SELECT length(linked_clusters(i, iif(i % 4 = 1, 0, i * 7919 % 100003), i % 97, iif(i % 4 > 1, 0, -1))) FROM {ROWS}"),
        ("edge_counts: a star", f"SELECT length(edge_counts(i, 1)) FROM {ROWS}"),
        ("union_find_members", f"SELECT count(*) FROM union_find_members((SELECT union_find(i, i / 2) FROM {ROWS}))"),
        ("pack_column", f"SELECT length(pack_column('a' || i)) FROM {ROWS}")):
    growth(name, 20000)(lambda n, _, query=query: statement(open_with(), query, n))

# ---- Programs ------------------------------------------------------------------------------------

DUMP = ('<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en"><siteinfo><sitename>W</sitename>'
        "</siteinfo><page><title>A</title><ns>0</ns><id>1</id><revision><id>1</id><timestamp>2020-01-01T00:00:00Z"
        '</timestamp><text xml:space="preserve">%s</text></revision></page></mediawiki>')


def loads(name, size, content, ending, long=False):
    @growth(name, size, long=long)
    def _(n, folder):
        path = os.path.join(folder, "grown." + ending)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content(n))
        return [NEARDUP, "load", path, os.path.join(folder, "grown.db")], b""


WIKITEXTS = {"one long line": lambda n: "word " * (n // 5), "one word": lambda n: "x" * n,
             "tags": lambda n: "&lt;b&gt;x&lt;/b&gt; " * (n // 24), "open tags": lambda n: "&lt;div&gt;" * (n // 11),
             "nested templates": lambda n: "{{a|" * (n // 8) + "}}" * (n // 8), "templates side by side": lambda n: "{{a|b}} " * (n // 8),
             "open brackets": lambda n: "[[" * (n // 2), "a table": lambda n: "{|\n" + "|-\n| x || y\n" * (n // 13) + "|}",
             "open comments": lambda n: "&lt;!-- " * (n // 8), "quotation marks": lambda n: "'''''x''" * (n // 8),
             "headings": lambda n: "== x ==\n" * (n // 8), "lists": lambda n: "*" * 20 + "# x\n" + "* x\n" * (n // 4)}
BRIEF = ("tags", "nested templates", "open brackets", "a table")
for name, content in WIKITEXTS.items():
    loads(f"load: wikitext, {name}", 500000, lambda n, content=content: DUMP % content(n), "xml", name not in BRIEF)
loads("load: a CSV of many rows", 10000, lambda n: "id,text\n" + "".join(f"{i},{t}\n" for i, t in enumerate(t.replace(",", "") for t in texts(n))), "csv")
loads("load: a CSV of one row", 500000, lambda n: 'id,text\n1,"%s"\n' % prose(n), "csv")
loads("load: a CSV that never ends its quotation", 500000, lambda n: 'id,text\n1,"%s' % ("x,y\n" * (n // 4)), "csv")
loads("load: JSON lines, one record", 500000, lambda n: json.dumps({"id": 1, "text": prose(n)}) + "\n", "jsonl")
loads("load: a text of one sentence", 500000, lambda n: "and " * (n // 4), "txt")


def found(folder, rows, ending="a"):
    """A database in which the duplicates of these texts were found."""
    path = os.path.join(folder, ending + ".csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("id,text\n" + "".join('%d,"%s"\n' % row for row in enumerate(rows)))
    subprocess.run([NEARDUP, path], capture_output=True, check=False, cwd=folder)
    return os.path.join(folder, ending + ".db")


TICKETS = {"texts": groups, "copies": lambda n: [COPY] * n, "a template": lambda n: [COPY.replace("143", str(i)) for i in range(n)]}


def programs(kind, rows, size, long):
    @growth(f"find: {kind}", size, long=long)
    def _(n, folder):
        path = os.path.join(folder, "a.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("id,text\n" + "".join('%d,"%s"\n' % row for row in enumerate(rows(n))))
        return [NEARDUP, path], b""

    for name, words in (("keep", ["keep"]), ("export", ["export"]), ("report", ["report", "-o"]), ("kinds", ["kinds"])):
        @growth(f"{name}: {kind}", size, long=long or name == "kinds")
        def _(n, folder, words=words):
            db = found(folder, rows(n))
            return [NEARDUP, words[0], db] + (["-o", os.path.join(folder, "r.html")] if "-o" in words else []), b""

    @growth(f"add: {kind}", size, long=long)
    def _(n, folder):
        db = found(folder, rows(n))
        more = os.path.join(folder, "more.csv")
        with open(more, "w", encoding="utf-8") as file:
            file.write("id,text\n" + "".join('%d,"%s"\n' % (id + 10**6, text) for id, text in enumerate(rows(n))))
        return [NEARDUP, "add", db, more], b""


@growth("learn: a verdict on each pair", 250)
def learning(n, folder):
    db = found(folder, [each for text in texts(n) for each in (text, text.replace("lost", "not lost"))])
    with open_with(path=db) as open_db:
        open_db.execute("INSERT INTO verdict (text_a, text_b, verdict, judge) SELECT min(x.text, y.text), max(x.text, y.text),"
                        " iif(a % 3, 'pattern', 'contradiction'), 'Ann' FROM pair_kind"
                        " JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b WHERE x.text <> y.text")
        require(open_db.execute("SELECT count(*) >= ? FROM verdict", (n,)).fetchone()[0] == 1, "too few pairs")
    return [NEARDUP, "learn", db], b""


for kind, rows in TICKETS.items():
    programs(kind, rows, 400, kind != "texts")


def lines(n, first=0):
    return "\n\n".join("Number %d stands here as one of many short lines." % (i + first) for i in range(n // 52))


def moved(n):
    rows = lines(n).split("\n\n")
    quarter = len(rows) // 4
    return "\n\n".join(rows[2 * quarter:3 * quarter] + rows[:2 * quarter] + rows[3 * quarter:])


def sentence(n, first=0):
    return "and so it goes on " + " ".join("word%d" % (i + first) for i in range(n // 9)) + "."


EDITS = {"one long sentence becomes many": (sentence, lines), "many become one": (lines, sentence),
         "all are replaced": (lines, lambda n: lines(n, 10**6)), "blocks are moved": (lines, moved),
         "one line without an end": (lines, lambda n: "x" * n), "equal sentences": (lambda n: "One.", lambda n: (COPY + " ") * (n // 74)),
         "a word of each is changed": (lines, lambda n: lines(n).replace("many", "some")), "all goes": (lines, lambda n: "One."),
         "one long sentence changes": (sentence, lambda n: sentence(n, 1))}


def watches(name, before, after, long):
    @growth(f"watch: {name}", 20000, 4, long=long)
    def _(n, folder):
        db = os.path.join(folder, "w.db")

        def event(number, text):
            return json.dumps({"type": "edit", "namespace": 0, "title": "Grown", "page_id": 9999, "timestamp": 2 * 10**9 + number,
                               "revision": {"new": 2 * 10**9 + number}, "text": text}).encode() + b"\n"
        for words, given in (["load", os.path.join(ROOT, "examples", "sample.xml"), db], b""), (["watch", db], event(1, before(n))):
            subprocess.run([NEARDUP, *words], input=given, capture_output=True, check=False)
        return [NEARDUP, "watch", db], event(2, after(n))


for name, (before, after) in EDITS.items():
    watches(name, before, after, name not in ("one long sentence becomes many", "all are replaced", "equal sentences"))

# ---- All of them ---------------------------------------------------------------------------------


def keep_memory():
    """Freed memory stays with the process: to get it again from the system costs more than the functions do."""
    trim_threshold, mmap_threshold, gigabyte = -1, -3, 1 << 30
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    for option in (trim_threshold, mmap_threshold) if mallopt else ():
        mallopt(option, gigabyte)


def test_growths():
    wanted = [one for one in growths if not sys.argv[1:] or any(one[0].startswith(name) for name in sys.argv[1:])]
    keep_memory()
    if not COUNTED:
        skip("hostile/growth: steps of statements (no compiler to build what counts them)")
    print("%-46s %9s %9s %9s %9s %6s %6s" % ("", "size", "and", "ms", "ms", "power", "steps"))
    greatest = 0
    for one in wanted:
        exponent, steep = measure(*one)
        check(not steep, f"{one[0]}: {'; '.join(steep)}")
        greatest = max(greatest, exponent)
    figure(len(wanted), "growths measured")
    print("the greatest power: %.2f" % greatest)


SCAN = """import sqlite3
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE a AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n")
db.execute("SELECT count(*) FROM a AS x CROSS JOIN a AS y WHERE x.i < %s").fetchall()"""


def test_planted():
    """It notices quadratic costs, of a function and of a statement, and lets linear ones pass."""
    for planted, count in (("quadratic", lambda n: n * n), ("linear", lambda n: 1600 * n)):
        steep = measure(f"planted: {planted}", 200, lambda n, _, count=count: lambda: sum(range(count(n))), RATIO, MOST)[1]
        check(bool(steep) == (planted == "quadratic"), f"of a {planted} cost it says {steep}")
    for planted, bound in (("quadratic", "y.i"), ("linear", "2")) if COUNTED else ():
        steep = measure(f"planted: {planted} statement", 300,
                        lambda n, _, bound=bound: ([sys.executable, "-c", SCAN % (n, bound)], b""), RATIO, MOST)[1]
        check(any(" steps " in one and "CROSS JOIN" in one for one in steep) == (planted == "quadratic"),
              f"of a {planted} statement it says {steep}")


require("hostile/growth", LOADABLE)
run_tests("hostile/growth", test_growths, test_planted)
