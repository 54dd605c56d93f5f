"""loader_faults.py - the loader, while its calls into the system fail one after the other.

Small inputs of every format and compression are loaded while injector.so, preloaded, makes the n-th
allocation, read, write, lock or start of a thread fail, once or from then on; kills or interrupts the
program at the n-th write; shortens reads and writes; or fills the disk. Each time

  (1) the load ends by itself, either with the status and the rows of an undisturbed load, or with
      status 1 and one line that says what failed; interrupted, with status 130;
  (2) the database is sound and holds what was committed;
  (3) the same command, given again, ends with the rows of an undisturbed load;
  (4) no memory leaks, in those of the loads that LeakSanitizer checks.

    /usr/bin/python3 tests/faults/loader_faults.py [PART-OF-THE-NAME-OF-AN-INPUT]

The short form tries some n of each kind and library, evenly spread; the environment variable
NEARDUP_SEED, a number, shifts them. The long form tries all. Of SQLite's allocations, which are the
most, it tries all with one input and every 20th with the others."""

import bz2
import collections
import concurrent.futures
import errno
import functools
import gzip
import hashlib
import itertools
import json
import lzma
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(sys.path[0], ".."))
import loading
from counting import LONG, check, figure, finish, seed, skip
from loading import CHECKED, INJECTOR, LOADED_ROWS, ROOT, sample_parts

LOAD = os.environ.get("NEARDUP_LOAD", loading.PLAIN)
LINE = r"neardup load: [^\n]*(%s)[^\n]*\n"  # of an error
SECONDS = 60  # for a load that takes some hundredths
# Everything but times.
ROWS = (
    "SELECT id, name, kind, path, size, fingerprint, options, program_version, base, language,"
    " finished_at IS NULL, pages, articles, redirects, sentences, damaged FROM source",
    *LOADED_ROWS,
    "SELECT name, sql FROM sqlite_schema",
)

# Options, and files in the folder; the long form tries every allocation of a thorough one.
Input = collections.namedtuple("Input", "name options files thorough", defaults=(False,))
# What the injector does: its environment, and what the line of an error must say.
Fault = collections.namedtuple("Fault", "figure environment error threads program",
                               defaults=(1, LOAD))
injected = collections.Counter()


# ---- Inputs --------------------------------------------------------------------------------------

def small_dump():
    """The sample's header, a few of its pages, a redirect, and one with a history."""
    header, pages, footer = (part.decode() for part in sample_parts())
    pages = re.findall(r"  <page>.*?</page>\n", pages, re.DOTALL)
    history = [page for page in pages if page.count("<revision>") > 1]
    redirect = [page for page in pages if "<redirect" in page]
    return header, pages[:2] + history[:1] + redirect[:1], footer


def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def write(folder, name, data):
    loading.write(os.path.join(folder, name), data)


def make_dumps(folder):
    header, pages, footer = small_dump()
    xml = (header + "".join(pages) + footer).encode()
    half = len(xml) // 2
    write(folder, "plain.xml", xml)
    write(folder, "one.xml.bz2", bz2.compress(xml))
    write(folder, "many.xml.bz2", bz2.compress(xml[:half]) + bz2.compress(xml[half:]))
    write(folder, "dump.xml.gz", gzip.compress(xml[:half]) + gzip.compress(xml[half:]))
    write(folder, "dump.xml.xz", lzma.compress(xml[:half]) + lzma.compress(xml[half:]))
    write(folder, "dump.xml.zst", zstd(xml[:half]) + zstd(xml[half:]))
    write(folder, "wide.xml", b"\xff\xfe" + xml.decode().encode("utf-16-le"))
    latin = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + xml.decode()
    write(folder, "latin.xml", latin.encode("latin-1", "replace"))
    broken = "  <page><title>Broken</title><revision></page>\n"
    write(folder, "damaged.xml", (header + pages[0] + broken + footer).encode())
    lost = bytearray(bz2.compress(xml[half:]))
    lost[len(lost) // 2] ^= 255
    write(folder, "damaged.xml.bz2", bz2.compress(xml[:half]) + bytes(lost))
    # More than one batch, so that an interrupted load can be resumed.
    large = (header + "".join(pages) * (600_000 // len("".join(pages))) + footer).encode()
    write(folder, "large.xml.bz2", bz2.compress(large, 1))
    write(folder, "large.xml.gz", gzip.compress(large))


def make_records(folder):
    texts = ["The mill was built in 1850. It burnt down.", "Its owner, a \"baker\", left, too."]
    rows = "".join('%d,"%s"\n' % (i, text.replace('"', '""')) for i, text in enumerate(texts))
    write(folder, "notes.csv", ("id,text\n" + rows).encode())
    write(folder, "keys.csv", "".join("%s,%s,%s\n" % row for row in (
        ("batch_id", "note_id", "text"), (1, "n1", "One."), (1, "n2", "Two."))).encode())
    tabbed = "".join("%d\t%s\n" % row for row in enumerate(texts))
    write(folder, "notes.tsv", ("id\ttext\n" + tabbed).encode())
    lines = [json.dumps({"id": i, "more": [{"a": 1}], "text": text})
             for i, text in enumerate(texts)]
    write(folder, "notes.jsonl", "\n".join(lines + ["{broken", ""]).encode())
    write(folder, "notes.txt", "\n".join(texts).encode())
    write(folder, "large.txt", "\n".join(texts * 5000).encode())
    write(folder, "body.csv", ("id;body\n" + rows.replace(',"', ';"')).encode())
    write(folder, "body.jsonl", "\n".join(lines).replace('"text"', '"body"').encode())
    write(folder, "latin.csv", "\n".join("%d\xfc,%s" % (i, text.split(",")[0])
                                         for i, text in enumerate(texts)).encode("latin-1"))
    write(folder, "notes.csv.bz2", bz2.compress(("id,text\n" + rows).encode()))


def make_vectors(folder):
    vector = struct.pack("<16f", *range(16))
    binary = b"".join(b"word%d %s\n" % (i, vector) for i in range(3))
    write(folder, "words.bin", b"4 16\n" + binary + b"word0 " + vector)
    lines = "".join("word%d%s\n" % (i, " -0.125" * 16) for i in range(4))
    write(folder, "words.vec", ("4 16\n" + lines.replace("5\n", "nan\n", 1)).encode())
    write(folder, "glove.txt", lines.encode())
    many = b"".join(b"word%d %s" % (i, vector) for i in range(9000))
    write(folder, "large.bin.bz2", bz2.compress(b"9000 16\n" + many, 1))


def make_databases(folder):
    """In rollback mode; in WAL mode without a log; and with a log, whose index is missing."""
    for name, mode in ("userDB", "DELETE"), ("quietDB", "WAL"):
        db = sqlite3.connect(os.path.join(folder, name), isolation_level=None)
        db.execute("PRAGMA journal_mode = %s" % mode)
        db.execute("CREATE TABLE note(a, b, text, PRIMARY KEY (a, b))")
        db.execute("INSERT INTO note VALUES (1, 'x', 'The mill was built in 1850. It burnt down.'),"
                   " (2, x'61', 'A key that is none.'), (0.5, NULL, 'Its owner, a baker, left, too.')")
        db.close()
    shutil.copyfile(os.path.join(folder, "quietDB"), os.path.join(folder, "logDB"))
    db = sqlite3.connect(os.path.join(folder, "logDB"), isolation_level=None)
    db.execute("INSERT INTO note VALUES (4, 'y', 'This is in the log.')")
    log = os.path.join(folder, "logDB-wal")
    with open(log, "rb") as file:
        content = file.read()
    db.close()
    shutil.copyfile(os.path.join(folder, "quietDB"), os.path.join(folder, "logDB"))
    write(folder, "logDB-wal", content)


def warc_record(kind, fields, block):
    """A record in a gzip member of its own."""
    head = "WARC/1.0\r\nWARC-Type: %s\r\n%sContent-Length: %d\r\n\r\n" % (kind, fields, len(block))
    return gzip.compress(head.encode() + block + b"\r\n\r\n", mtime=0)


def make_archive(folder):
    """Pages, encoded in several ways; one is damaged, and of one the end is missing."""
    page = ("<html lang='en'><title>Mill %d</title><p>The mill number %d was built in the year 1850. "
            "It burnt down again, and its owner left. <a href='http://en.wikipedia.org/x'>From</a>.</p>")
    answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=%s\r\n%s\r\n"
    records = [warc_record("warcinfo", "", b"software: none\r\n")]
    for i, (charset, field, pack) in enumerate((
            ("utf-8", "", bytes), ("utf-8", "Content-Encoding: gzip\r\n", functools.partial(gzip.compress, mtime=0)),
            ("utf-8", "Content-Encoding: deflate\r\n", zlib.compress),
            ("utf-8", "Transfer-Encoding: chunked\r\n", lambda body: b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)),
            ("utf-8", "Content-Encoding: gzip\r\n", lambda body: gzip.compress(body, mtime=0)[:-30]))):
        address = "WARC-Target-URI: http://www.mill.org/%d\r\nWARC-Date: 2024-05-18T01:58:10Z\r\n" % i
        records.append(warc_record("response", address, (answer % (charset, field)).encode() + pack(
            (page % (i, i)).encode())))
    records.append(warc_record("conversion", "Content-Type: text/plain\r\nWARC-Target-URI: http://a.org/\r\n",
                               "Caf\u00e9.\nIts owner left.\n".encode()))
    broken = bytearray(records[2])
    broken[60] ^= 255
    write(folder, "crawl.warc.gz", b"".join(records) + bytes(broken) + records[1][:50] + records[-1])


INPUTS = (
    Input("a dump and one more", ("--history",), ("plain.xml", "many.xml.bz2"), True),
    Input("a dump, bzip2", (), ("one.xml.bz2",)),
    Input("a dump, gzip", (), ("dump.xml.gz",)),
    Input("a dump, xz", (), ("dump.xml.xz",)),
    Input("a dump, zstd", (), ("dump.xml.zst",)),
    Input("a dump in UTF-16", (), ("wide.xml",)),
    Input("a dump in Latin 1", (), ("latin.xml",)),
    Input("a damaged dump", ("--namespaces", "all"), ("damaged.xml",)),
    Input("a damaged dump, bzip2", (), ("damaged.xml.bz2",)),
    Input("csv", ("--format", "csv"), ("notes.csv", "notes.csv.bz2")),
    Input("tsv", ("--format", "tsv"), ("notes.tsv",)),
    Input("JSON lines, some broken", ("--format", "jsonl", "--language", "en"), ("notes.jsonl",)),
    Input("keys, and columns carried along",
          ("--format", "csv", "--columns", "key=id,key=text", "--carry", "text,id"), ("notes.csv",)),
    Input("the same of JSON lines", ("--format", "jsonl", "--columns", "key=id,key=text", "--carry",
                                     "more"), ("notes.jsonl",)),
    Input("texts of two columns, and a key that is found at the end", ("--whole", "--columns", "text=text,batch_id"),
          ("keys.csv",)),
    Input("a table of a database", ("--format", "sqlite", "--table", "note", "--carry", "a"),
          ("userDB",)),
    Input("a query", ("--format", "sqlite", "--query", "SELECT a AS id, text FROM note ORDER BY 2"),
          ("userDB",)),
    Input("a table of a database in WAL mode", ("--format", "sqlite", "--table", "note"),
          ("quietDB",)),
    Input("a table of a database with a log", ("--format", "sqlite", "--table", "note"),
          ("logDB",)),
    Input("word vectors, binary, one of them twice", ("--format", "word2vec"), ("words.bin",)),
    Input("word vectors, text, one of them damaged", ("--format", "fasttext"), ("words.vec",)),
    Input("recognised word vectors", (), ("glove.txt",)),
    Input("a web archive, damaged", (), ("crawl.warc.gz",)),
    Input("a part of a dump, bzip2", ("--part", "2/2"), ("large.xml.bz2",)),
    Input("a part of a text", ("--part", "2/3", "--format", "text"), ("large.txt",)),
    Input("text", ("--format", "text"), ("notes.txt",)),
    Input("a file as one text", ("--format", "text", "--document", "file"), ("notes.txt",)),
    Input("recognised files", ("--whole",), ("body.csv", "body.jsonl", "notes.tsv", "notes.txt")),
    Input("a table in Latin 1 without names", ("--no-header", "--encoding", "latin1"),
          ("latin.csv",)),
)
# These begin where an interrupted load has stopped.
RESUMED = (
    Input("a resumed dump, bzip2", ("--history",), ("large.xml.bz2",)),
    Input("a resumed dump, gzip", (), ("large.xml.gz",)),
    Input("resumed word vectors", ("--format", "word2vec"), ("large.bin.bz2",)),
)


# ---- Loads ---------------------------------------------------------------------------------------

class Place:
    """A folder in which each load makes the database afresh; each worker has its own."""

    def __init__(self, folder):
        self.folder = tempfile.mkdtemp(dir=folder)
        self.db = os.path.join(self.folder, "test.db")

    def clear(self, start=None):
        for name in ("test.db", "test.db-journal", "report"):
            if os.path.exists(os.path.join(self.folder, name)):
                os.remove(os.path.join(self.folder, name))
        if start:
            shutil.copyfile(start, self.db)

    def load(self, dump, environment, threads, program=LOAD):
        """(status, errors); a load that hangs has the status None."""
        command = [program, "--quiet", "--threads", str(threads),
                   *dump.options, *dump.files, self.db]
        if environment is not None:
            environment = dict(os.environ, LD_PRELOAD=INJECTOR,
                               ASAN_OPTIONS="verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", ""),
                               FAULT_REPORT=os.path.join(self.folder, "report"), **environment)
        try:
            done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, timeout=SECONDS,
                                  cwd=os.path.dirname(self.folder))
        except subprocess.TimeoutExpired:
            return None, "it hangs"
        return done.returncode, done.stderr.decode(errors="replace").replace(self.db, "DB")

    def report(self):
        """Calls of each kind, and the libraries that allocated; {} without a report."""
        path = os.path.join(self.folder, "report")
        if not os.path.exists(path):
            return {}
        with open(path) as file:
            return {name: int(count) for name, count in (line.rsplit(" ", 1) for line in file)}

    def state(self):
        """A digest of all rows; "" if nothing is committed; None if the database is damaged."""
        if not os.path.exists(self.db):
            return ""
        connection = sqlite3.connect(self.db)
        try:
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return None
            if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
                return ""
            rows = [sorted(map(repr, connection.execute(query))) for query in ROWS]
            return hashlib.sha256(repr(rows).encode()).hexdigest() if rows[0] else ""
        except sqlite3.Error:
            return None
        finally:
            connection.close()


class Case:
    """An input, and its rows when nothing fails."""

    def __init__(self, place, dump, start=None):
        self.dump, self.start, self.states = dump, start, {""}
        if start:
            place.clear(start)
            self.states = {place.state()}
        else:
            for count in range(1, len(dump.files)):
                place.clear()
                place.load(dump._replace(files=dump.files[:count]), None, 1)
                self.states.add(place.state())
        place.clear(start)
        self.status, errors = place.load(dump, {"FAULT_AT": "0"}, 1)
        self.calls = place.report()
        self.end = place.state()
        check(self.status in (0, 3) and self.end and "allocation" in self.calls,
              "%s: status %s undisturbed: %s" % (dump.name, self.status, errors))
        self.states.add(self.end)

    def allocations(self):
        """The number of allocations of each library."""
        begin = "allocation in "
        return {name[len(begin):]: count for name, count in self.calls.items()
                if name.startswith(begin)}

    def judge(self, place, fault):
        """None if all is well, else what is wrong."""
        status, errors = place.load(self.dump, fault.environment, fault.threads, fault.program)
        killed = fault.environment.get("FAULT_SIGNAL") == str(int(signal.SIGKILL))
        state = place.state()
        if state is None:
            return "status %s, the database is damaged" % status
        if status == self.status:
            return self.judge_end(state, errors)
        if fault.environment.get("FAULT_SIGNAL") == str(int(signal.SIGINT)):
            if status != 128 + signal.SIGINT:
                return "status %s: %s" % (status, errors)
        elif killed:
            if status != -signal.SIGKILL:
                return "status %s: %s" % (status, errors)
        # (2: iconv says of an encoding for which it has no memory that it does not know it.)
        elif status != (2 if "knows no encoding" in errors else 1) or not re.fullmatch(LINE % fault.error, errors):
            return "status %s: %s" % (status, errors)
        if status != 128 + signal.SIGINT and state not in self.states:
            return "what was committed is not there"
        if "DISK_FULL_AFTER" in fault.environment and not state and os.path.exists(place.db):
            return "half a database is left"
        return self.judge_second(place, state)

    def judge_end(self, state, errors):
        if errors:
            return "it succeeds, but says " + errors
        return None if state == self.end else "it succeeds with other rows"

    def judge_second(self, place, state):
        if not os.path.exists(place.db) and not self.start:
            return None
        status, errors = place.load(self.dump, None, 1)
        if status != self.status:
            return "given again, status %s: %s" % (status, errors)
        return None if place.state() == self.end else "given again, it has other rows"

    def run(self, place, fault):
        place.clear(self.start)
        wrong = self.judge(place, fault)
        report = place.report()
        begin = "failed in "
        libraries = [name[len(begin):] for name in report
                     if name.startswith(begin) and report[name] > 0]
        return wrong, libraries


# ---- Faults --------------------------------------------------------------------------------------

def sample(count, parts, share=1):
    """Numbers up to `count`: `parts` of them in the short form, every `share`-th in the long one."""
    step = share if LONG else max(1, count // parts)
    return range(1 + (seed() + step // 2) % step, count + 1, step)


def at(number, kind, **more):
    return dict({"FAULT": kind, "FAULT_AT": str(number)},
                **{"FAULT_" + name: str(value) for name, value in more.items()})


# If memory for a converter runs out, the C library may say that it does not know the encoding.
NO_MEMORY = "out of memory|iconv does not know here|iconv knows no encoding"


def memory_faults(case):
    words = NO_MEMORY if " in " in case.dump.name else "out of memory"
    for library, count in case.allocations().items():
        share = 20 if library.startswith("libsqlite3") and not case.dump.thorough else 1
        for number in sample(count, 2, share):
            for lasting in (0, 1) if LONG else (number % 2,):
                faulty = at(number, "allocation", LASTING=lasting, LIBRARY=library)
                yield Fault("out of memory", faulty, words)
        for number in sample(count, 1, 7 * share):
            faulty = at(number, "allocation", LASTING=1, LIBRARY=library, KEEPS=1)
            yield Fault("out of memory", faulty, words, 2)


@functools.lru_cache
def is_sanitized():
    """Whether tests/run has built the loader with sanitizers, as it does except for valgrind."""
    if not os.path.exists(CHECKED):
        return False
    with open(CHECKED, "rb") as program:
        return b"__asan_init" in program.read()


def leak_faults(case):
    """Under AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer, which take time."""
    words = NO_MEMORY if " in " in case.dump.name else "out of memory"
    for library, count in sorted(case.allocations().items()) if is_sanitized() else ():
        for number in sample(count, 1, count // 20 + 1):
            faulty = at(number, "allocation", LASTING=number % 2, LIBRARY=library)
            yield Fault("out of memory, under sanitizers", faulty, words, 1, CHECKED)


def lock_faults(case):
    for number in sample(case.calls["lock"], 3):
        # Downgrading a write lock to a read lock fails here, too, which no system does.
        yield Fault("locks that were taken by others", at(number, "lock", ERROR=errno.EAGAIN),
                    "DB: disk I/O error")
        yield Fault("locks that failed", at(number, "lock", ERROR=errno.EIO), "DB")


def disk_faults(case):
    names = "|".join(re.escape(name) for name in case.dump.files) + "|DB"
    for number in sample(case.calls["read"], 3):
        for lasting in (0, 1):
            yield Fault("reads failed", at(number, "read", LASTING=lasting), names)
    for number in sample(case.calls["write"], 3):
        for code in (errno.EIO, errno.ENOSPC) if LONG else (errno.EIO,):
            for lasting in (0, 1):
                yield Fault("writes failed", at(number, "write", ERROR=code, LASTING=lasting), "DB")
    for room in range(0, 150_000, 3001 if LONG else 60_013):
        yield Fault("full disks", {"DISK_FULL_AFTER": str(room)}, "the disk is full")


def signal_faults(case):
    for number in sample(case.calls["write"], 3):
        yield Fault("kills in the middle of a write",
                    at(number, "write", SIGNAL=int(signal.SIGKILL)), "")
    for kind, share in (("read", 1), ("write", 1), ("allocation", 30)):
        for number in sample(case.calls[kind], 1, share):
            yield Fault("interrupts", at(number, kind, SIGNAL=int(signal.SIGINT)), "")


def other_faults(_):
    for most, interrupts in ((1, 2), (7, 3), (4096, 0)):
        yield Fault("loads with short and interrupted transfers",
                    {"FAULT_SHORT": str(most), "FAULT_INTERRUPTS": str(interrupts)}, "nothing")
    for number, lasting in ((1, 0), (2, 0), (4, 0), (1, 1), (3, 1)) if LONG else ((2, 0), (1, 1)):
        yield Fault("threads that could not start",
                    at(number, "thread", LASTING=lasting, ERROR=errno.EAGAIN), "nothing", 5)


def faults_of(case):
    """The faults of an input; in the short form every third, and fewer for a load of many batches, which takes longer.
    (They come in pairs, so that an odd step takes some of each kind.)"""
    faults = itertools.chain(
        memory_faults(case), itertools.islice(leak_faults(case), 0, None, 1 if LONG else 3),
        disk_faults(case), lock_faults(case), signal_faults(case), other_faults(case))
    return itertools.islice(faults, 0, None, (10 if case.start else 1) if LONG else 7 if case.start else 3)


# ---- The whole -----------------------------------------------------------------------------------

def start_of(place, dump, folder):
    """A database in which a load of the dump was interrupted at its first checkpoint."""
    place.clear()
    status, errors = place.load(dump, at(1, "read", SIGNAL=signal.SIGINT), 1)
    check(status == 130, "%s: status %s when interrupted: %s" % (dump.name, status, errors))
    start = os.path.join(folder, dump.files[0] + ".db")
    shutil.copyfile(place.db, start)
    return start


def try_all(cases, folder):
    free = [Place(folder) for _ in range(os.cpu_count() or 1)]

    def run(job):
        place = free.pop()
        try:
            return (*job, *job[0].run(place, job[1]))
        finally:
            free.append(place)

    jobs = [(case, fault) for case in cases for fault in faults_of(case)]
    with concurrent.futures.ThreadPoolExecutor(len(free)) as workers:
        for case, fault, wrong, libraries in workers.map(run, jobs):
            injected[fault.figure] += 1
            if fault.figure == "out of memory":
                for library in libraries:
                    injected["out of memory in " + library.split(".so")[0]] += 1
            check(wrong is None, "%s, %s, %d threads: %s"
                  % (case.dump.name, fault.environment, fault.threads, wrong))


def main():
    make = [os.environ.get("MAKE", "make"), "-s", os.path.relpath(INJECTOR, ROOT)]
    made = subprocess.run(make, cwd=ROOT, capture_output=True)
    if made.returncode != 0:
        skip("faults/loader_faults (no compiler to build the injector)")
        return finish("faults/loader_faults")
    if not is_sanitized():
        skip("faults/loader_faults: leaks (%s was not built with sanitizers)"
             % os.path.relpath(CHECKED, ROOT))
    with tempfile.TemporaryDirectory() as folder:
        make_dumps(folder)
        make_records(folder)
        make_databases(folder)
        make_archive(folder)
        make_vectors(folder)
        place = Place(folder)
        part = sys.argv[1] if len(sys.argv) > 1 else ""
        cases = [Case(place, dump) for dump in INPUTS if part in dump.name]
        cases += [Case(place, dump, start_of(place, dump, folder))
                  for dump in RESUMED if part in dump.name]
        try_all(cases, folder)
    for what in sorted(injected):
        figure(injected[what], "faults injected into the loader: " + what)
    return finish("faults/loader_faults")


if __name__ == "__main__":
    sys.exit(main())
