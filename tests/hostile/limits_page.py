"""limits_page.py - every row of the tables of docs/figures/limits.md is true.

    /usr/bin/python3 tests/hostile/limits_page.py

A table is recognised by its columns. Each limit is tried, and the value beyond it. Memory is the peak of
SQLite's allocator, for several kinds of text at doubling sizes. Constants are looked up in the code.
Every call on texts is interrupted by the question that it asks: a trace sees the statement that checks
whether the connection was interrupted. The long form counts these questions, which measures the work,
and times members chosen to collide."""
import collections
import ctypes
import ctypes.util
import os
import random
import re
import sqlite3
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import LONG, check, figure, require, run_tests, seed, skip
from extension import LOADABLE, answer, open_with

PAGE = os.path.join(ROOT, "docs", "figures", "limits.md")
TABLES = ("minhash_signatures", "shared_signatures", "shingles", "text_differences", "passage_likeness", "duplicate_kind",
          "union_find_members", "bucket_parts", "bucket_texts", "candidate_pairs", "similar_pairs", "duplicate_kinds",
          "projection_signatures", "signature_parts", "similar_vectors", "stopword_ngrams", "text_alignment",
          "aligned_passages", "unpack_columns", "in_parallel")
QUESTION = "SELECT 1 FROM (VALUES"  # the beginning of the probe in ext/functions/connection.c
OVERHEAD = 256 << 10  # bytes, for any text
SIZES = [20000 * 2**i for i in range(5 if LONG else 2)]
chance = random.Random(seed())


# ---- The page ------------------------------------------------------------------------------------

def read_tables(lines):
    """(names of columns, rows) of each table, without the backquotes of code."""
    tables = []
    for i, line in enumerate(lines):
        if not line.startswith("|"):
            continue
        cells = [cell.strip().replace("\\|", "|")
                 for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if i == 0 or not lines[i - 1].startswith("|"):
            tables.append((tuple(cells), []))
        elif not set(line) <= set("|- "):
            tables[-1][1].append([cell.strip("`") if cell.count("`") == 2 and cell[0] == cell[-1] == "`"
                                  else cell for cell in cells])
    return tables


def number_of(text):
    return int(text.replace(",", ""))


def query(call):
    name = call[:call.index("(")]
    return f"SELECT count(*) FROM {call}" if name in TABLES else f"SELECT {call}"


def is_good(db, call):
    found = answer(db, query(call))
    check(not isinstance(found, str), f"{call}: {found!r:.300}")


def is_error(db, call, message):
    found = answer(db, query(call))
    check(found == "error: " + message, f"{call}\n  expected {message}\n  found    {found!r:.300}")


def check_constant(is_, set_by):
    """`name` in `file`: the constant must have this value."""
    name, file = re.fullmatch(r"`(\w+)` in `([\w./]+)`", set_by).groups()
    with open(os.path.join(ROOT, file), encoding="utf-8") as source:
        code = source.read()
    found = re.search(r"(?:#define %s|\b%s =) ([^,;}\n]+)" % (name, name), code)
    check(found, f"{file} has no {name}")
    if found:
        value = re.sub(r"\(size_t\)|UINT64_C\((\d+)\)", r"\1", found[1]).strip()
        check(eval(value, {"UINT32_MAX": 2**32 - 1}) == is_, f"{name} in {file} is {value}, the page says {is_}")


# ---- Its tables ----------------------------------------------------------------------------------

def check_numbers(rows):
    db = open_with()
    declared = {(name, argument): "any 64-bit integer" if (least, most) == (-2**63, 2**63 - 1) else f"{least} to {most}"
                for name, argument, least, most in db.execute(
                    "SELECT function, argument, least, most FROM neardup_functions() WHERE type = 'integer'")}
    listed = {(call[:call.index("(")], argument.strip("`")): range_ for call, argument, range_, _ in rows}
    check(set(listed.items()) <= set(declared.items()), f"limits.md has {set(listed.items()) - set(declared.items())}")
    missing = ({(argument, range_) for (_, argument), range_ in declared.items()}
               - {(argument, range_) for (_, argument), range_ in listed.items()})
    check(not missing, f"limits.md lacks {missing}")
    for call, argument, range_, set_by in rows:
        name = call[:call.index("(")]
        if range_ == "any 64-bit integer":
            least, most, beyond = -2**63, 2**63 - 1, []
        else:
            least, most = map(int, range_.split(" to "))
            beyond = [n for n in (least - 1, most + 1) if n < 2**63]
        for n in (least, most):
            is_good(db, re.sub(r"\bN\b", str(n), call))
        for n in beyond:
            is_error(db, re.sub(r"\bN\b", str(n), call), f"{name}(): argument {argument.strip('`')} must "
                     f"be an integer from {least} to {most}, found {n}")
        if set_by:
            check_constant(most, set_by)


def check_combinations(rows):
    db = open_with()
    for at_limit, beyond, message in rows:
        is_good(db, at_limit)
        is_error(db, beyond, message)


def check_constants(rows):
    for what, is_, set_by, *_ in rows:
        mebibytes = is_.endswith(" MiB")
        check_constant(number_of(is_.removesuffix(" MiB")) << 20 if mebibytes else number_of(is_), set_by)


def check_lengths(rows):
    """Under a limit of 1000 bytes."""
    db = open_with()
    if not hasattr(db, "setlimit"):
        return skip("hostile/limits_page: this Python cannot set SQLite's limit of lengths")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1000)
    for call, at_limit, beyond in rows:
        is_good(db, re.sub(r"\bN\b", at_limit, call))
        is_error(db, re.sub(r"\bN\b", beyond, call), "string or blob too big")


# ---- Memory --------------------------------------------------------------------------------------

def random_text(letters):
    return lambda n: "".join(chance.choices(letters, k=n))


def words(least):
    return lambda n: " ".join(map(str, range(least, least + n // 6)))[:n]


# Costly pairs of texts of n bytes each: all different, each character a word, all equal, all words
# new, invalid UTF-8, values that differ.
KINDS = {
    "letters": (random_text("abcdefghij klmnopq"), random_text("abcdefghij klmnopq")),
    "signs": (random_text(".,!?;:()[]%&$"), random_text(".,!?;:()[]%&$")),
    "other signs": (lambda n: ".," * (n // 2), lambda n: "!," * (n // 2)),
    "Han": (lambda n: random_text([chr(c) for c in range(0x4E00, 0x9000)])(n // 3),) * 2,
    "one letter": (lambda n: "a" * n,) * 2,
    "numbers": (words(100000), words(150000)),
    "equal numbers": (words(100000), words(100000)),
    "broken": (lambda n: b"\xff" * n, lambda n: b"\xfe" * n),
    "facts": (lambda n: "not the 5 km " * (n // 13), lambda n: "the 6 mi was " * (n // 13)),
}


def parameters(call):
    """SQL with the two texts as parameters."""
    return re.sub(r"\bA\b(?!')", "CAST(?1 AS TEXT)",
                  re.sub(r"\bB\b(?!')", "CAST(?2 AS TEXT)", query(call).replace("count(*)", "*")))


def bound(sql, texts):
    return [text if isinstance(text, bytes) else text.encode()
            for text in texts[:2 if "?2" in sql else 1]]


class Meter:
    """Statistics of the allocator of Python's SQLite."""

    def __init__(self):
        path = next((line.split()[-1] for line in open("/proc/self/maps", encoding="utf-8")
                     if "libsqlite3" in line), ctypes.util.find_library("sqlite3"))
        self.library = ctypes.CDLL(path)
        self.library.sqlite3_memory_used.restype = ctypes.c_int64
        self.library.sqlite3_memory_highwater.restype = ctypes.c_int64

    def peak(self, db, sql, arguments=()):
        """The peak in bytes while the statement runs and its rows are read."""
        db.execute("SELECT 1").fetchall()
        before = self.library.sqlite3_memory_used()
        self.library.sqlite3_memory_highwater(1)
        collections.deque(db.execute(sql, arguments), maxlen=0)
        return self.library.sqlite3_memory_highwater(0) - before


def net_peak(meter, sql, texts):
    """Less the memory of the parameters, and of texts made from them, in any call."""
    arguments = bound(sql, texts)
    marks = ", ".join(f"length(CAST(?{i + 1} AS TEXT))" for i in range(len(arguments)))
    # a table function returns its arguments, so SQLite keeps a copy of each
    copies = 2 * sum(map(len, arguments)) if "FROM" in sql else 0
    return (meter.peak(open_with(), sql, arguments) -
            meter.peak(open_with(), "SELECT " + marks, arguments) - copies)


def check_memory(rows):
    meter = Meter()
    made = {(kind, size): [make(size) for make in makers]
            for kind, makers in KINDS.items() for size in SIZES}
    if meter.library.sqlite3_memory_used() == 0:
        return skip("hostile/limits_page: this SQLite does not count its memory")
    for turn, (call, most, how_long) in enumerate(rows):
        sql, quadratic = parameters(call), how_long.startswith("[quadratic]")
        for i, ((kind, size), texts) in enumerate(made.items()):
            if quadratic and size > 20000:
                continue
            if not (LONG or quadratic) and (seed() + turn + i + i // len(SIZES)) % 2:
                continue  # each kind of text in one size, and the next call and the next seed in the other
            room = int(most) * sum(map(len, bound(sql, texts))) + OVERHEAD
            peak = net_peak(meter, sql, texts)
            check(peak <= room, f"{call} of {size} bytes, {kind}: {peak} bytes, at most {room}")


def check_parameters(rows):
    meter = Meter()
    for call, most in rows:
        peak = meter.peak(open_with(), query(call))
        check(peak <= number_of(most), f"{call}: {peak} bytes, at most {most}")


def check_aggregates(rows):
    meter = Meter()
    for call, most in rows:
        for n in SIZES + [n * 5 // 4 for n in SIZES]:
            rows_of_i = f"i(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < {n})"
            asked = re.sub(r"\bn\b", str(n), query(call))
            asked = asked[:-2] + " FROM i))" if asked.endswith(")))") else asked + " FROM i"
            peak = meter.peak(open_with(), f"WITH RECURSIVE {rows_of_i} {asked}")
            check(peak <= int(most) * n + OVERHEAD, f"{call}, {n} of them: {peak} bytes, "
                  f"{peak / n:.1f} each")


# ---- Time ----------------------------------------------------------------------------------------

def test_interrupts(rows):
    """Long-running work asks whether to stop; interrupting its first question ends the call."""
    for call, _, _ in rows:
        if call.startswith("shingles") or "lamp was lit" in call:
            continue  # SQLite asks between rows; titles are too short for a question
        sql, db = parameters(call), open_with()
        asked = []

        def trace(statement):
            if QUESTION in statement:
                asked.append(statement)
                db.interrupt()
        db.set_trace_callback(trace)
        texts = [chance.randbytes(1000000).hex().replace("a", " ") for _ in range(2)]
        # 20 hash functions finish this before the first question
        found = answer(db, sql.replace("12, 20,", "12, 400,"), bound(sql, texts))
        db.set_trace_callback(None)
        check(found == "error: interrupted" and len(asked) == 1,
              f"{call} is not interrupted after {len(asked)} questions: {found!r:.100}")


def unmix(word):
    """The inverse of mix64(), which once placed members in their table."""
    def unshift(number, by):
        result = number
        for _ in range(64 // by):
            result = number ^ result >> by
        return result
    word = unshift(word, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word = unshift(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return unshift(word, 30)


def seconds(db, sql, arguments=()):
    begin = time.process_time()
    collections.deque(db.execute(sql, arguments), maxlen=0)
    return time.process_time() - begin


def questions(sql, texts):
    """How often the call asks whether to stop, which measures its work in steps instead of time."""
    db, asked = open_with(), []
    db.set_trace_callback(lambda text: asked.append(text) if QUESTION in text else None)
    answer(db, sql, bound(sql, texts))
    return len(asked)


def test_time(rows):
    """Long form only: with four times the text, a call asks at most four times as many
    questions."""
    small, large = 400000, 1600000
    made = {(kind, size): [make(size) for make in makers]
            for kind, makers in KINDS.items() for size in (small, large)}
    for call, _, how_long in rows:
        if how_long.startswith("[quadratic]"):
            continue
        for kind in KINDS:
            few, many = (questions(parameters(call), made[kind, size]) for size in (small, large))
            check(many <= 4 * (few + 2), f"{call}, {kind}: {few} questions, {many} of four times the text")


def test_chosen_members():
    """Knowing mix64() is not enough to make union_find() slow."""
    for name in ("union_find", "star_clusters", "linked_clusters", "edge_counts"):
        times = []
        for member in (lambda i: i, lambda i: unmix(i << 32)):
            db = open_with()
            db.execute("CREATE TABLE edge(a)")
            db.executemany("INSERT INTO edge VALUES (?)",
                           (((member(i) + 2**63) % 2**64 - 2**63,) for i in range(50000)))
            times.append(min(seconds(db, f"SELECT {name}(a, a) FROM edge") for _ in range(3)))
        check(times[1] <= 10 * max(times[0], 0.001), f"{name} of chosen members: {times}")


CHECKS = {
    ("call", "argument", "range of `N`", "set by"): [check_numbers],
    ("at the limit", "beyond", "error"): [check_combinations],
    ("limit", "is", "set by"): [check_constants],
    ("limit", "is", "set by", "beyond"): [check_constants],
    ("call", "at the limit", "beyond"): [check_lengths],
    ("call", "bytes for each byte of text", "time"):
        [check_memory, test_interrupts] + [test_time] * LONG,
    ("call", "bytes at most"): [check_parameters],
    ("call", "bytes for each `i`"): [check_aggregates],
}


def test_page():
    with open(PAGE, encoding="utf-8") as page:
        tables = read_tables(page.read().split("\n"))
    held = 0
    for columns, rows in tables:
        check(columns in CHECKS, f"nobody checks the table with the columns {columns}")
        for check_rows in CHECKS.get(columns, []):
            check_rows(rows)
        held += len(rows)
    check({columns for columns, _ in tables} == set(CHECKS), "a table is missing")
    figure(held, "rows of docs/figures/limits.md held against the code")


require("hostile/limits_page", LOADABLE)
run_tests("hostile/limits_page", test_page, *[test_chosen_members] * LONG)
