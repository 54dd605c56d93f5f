"""loading.py - runs neardup-load for tests in Python, and looks at what it has made.

A test ends with run_tests(), which works in a temporary folder, so that its files have short names."""

import collections
import os
import random
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
from xml.sax.saxutils import escape

from counting import finish

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(ROOT, os.environ.get("NEARDUP_SHARED", "../shared"), "data")
SAMPLE = os.path.join(ROOT, "examples", "sample.xml")
PLAIN = os.path.join(ROOT, "build", "neardup-load")
CHECKED = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build/check"), "neardup-load")
LOAD = CHECKED if os.path.exists(CHECKED) else PLAIN  # with sanitizers
INJECTOR = os.path.join(ROOT, "build", "tests", "faults", "injector.so")

WORDS = ("river bridge stone tower built year people small large north south church market house old new water "
         "road hill field king queen century wall gate garden school train line coast island").split()

# A query for each table that a load fills, to compare two loads. `source` is missing, because each test ignores other
# columns of it.
LOADED_ROWS = (
    "SELECT id, source_id, page_id, namespace, title, revision_id, revision_time, titled, key,"
    " typeof(key) FROM article",
    "SELECT article_id, name, value, typeof(value) FROM carried",
    "SELECT * FROM article_fact",
    "SELECT * FROM page",
    "SELECT rowid, * FROM page_link",
    "SELECT * FROM third_party",
    "SELECT * FROM sentence",
    "SELECT * FROM alias",
    "SELECT * FROM damage",
    "SELECT * FROM checkpoint",
    "SELECT word, vector, weight FROM word_vector",
    "SELECT * FROM revision",
    "SELECT * FROM history_sentence",
    "SELECT * FROM history_span",
)


def ask(db, query, values=()):
    """The rows of a query, or nothing after a change, which is committed."""
    connection = sqlite3.connect(db)
    with connection:
        rows = connection.execute(query, values).fetchall()
    connection.close()
    return rows


def write_dump(path, pages):
    """Writes a dump of enwiki: of each page its number, its title and its revisions (number, time, text)."""
    with open(path, "w", encoding="utf-8") as file:
        file.write('<mediawiki version="0.11" xml:lang="en"><siteinfo><dbname>enwiki</dbname></siteinfo>\n')
        for page, title, revisions in pages:
            file.write(f"<page><title>{title}</title><ns>0</ns><id>{page}</id>\n")
            for number, time_of, text in revisions:
                file.write(f"<revision><id>{number}</id><timestamp>{time_of}</timestamp><contributor><username>U</username>"
                           f"</contributor><text>{escape(text)}</text></revision>\n")
            file.write("</page>\n")
        file.write("</mediawiki>\n")
    return path


def drawn_sentence(choose):
    words = choose.choices(WORDS, k=choose.randint(4, 20))
    return "%s %d." % (" ".join(words).capitalize(), choose.randint(0, 9999))


def drawn_dump(pages, long_page=0, seed=1):
    """A dump as bytes, with redirects, a page of `long_page` sentences in its middle, and damage between pages and in some."""
    choose = random.Random(seed)
    xml = ['<mediawiki xml:lang="en"><siteinfo><dbname>enwiki</dbname><base>https://en.example.org/</base></siteinfo>\n']
    for number in range(pages):
        size = long_page if number == pages // 2 and long_page else choose.choice((3, 30, 60))
        text = " ".join(drawn_sentence(choose) for _ in range(size))
        if number % 13 == 5:
            text = "#REDIRECT [[Page %d]]" % (number - 1)
        xml.append("<page><title>Page %d</title><ns>0</ns><id>%d</id><revision><id>%d</id><timestamp>20%02d-01-01T00:00:00Z"
                   "</timestamp><text>%s</text></revision></page>\n"
                   % (number, number, number + 1000, choose.randint(10, 20), text))
        if number % 171 == 100:
            xml.append("</page><page><title>Broken %d</title><revision>\n" % number)
        if number % 97 == 50:
            xml.append("<page><title>Bad %d</title><revision><text>&nothing;</text></revision></page>\n" % number)
    return "".join(xml + ["</mediawiki>\n"]).encode()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
    return name


def remove(db):
    for suffix in "", "-journal":
        if os.path.exists(db + suffix):
            os.remove(db + suffix)


def sample_parts():
    """The sample up to its first page, its pages, and its end, as bytes."""
    with open(SAMPLE, "rb") as file:
        xml = file.read()
    begin, end = xml.index(b"  <page>"), xml.index(b"</mediawiki>")
    return xml[:begin], xml[begin:end], xml[end:]


def failing(kind, at, **more):
    """The environment in which the at-th call of a kind fails; tests/faults/injector.c has the rest."""
    return dict({"LD_PRELOAD": INJECTOR, "FAULT": kind, "FAULT_AT": str(at)},
                **{"FAULT_" + name: str(int(value)) for name, value in more.items()})


def load(*words, db="test.db", again=False, quiet=True, program=LOAD, faults=None, **how):
    """(status, errors) of a load into a new database, or once more into the one that is there."""
    if not again:
        remove(db)
    environment = dict(how.pop("env", os.environ), **faults or {})
    done = subprocess.run([program, *["--quiet"] * quiet, *words, db], stderr=subprocess.PIPE, env=environment,
                          check=False, **how)
    return done.returncode, done.stderr.decode(errors="replace")


def refused_with(errors):
    """The status that goes with a message: 2 if that is about the command line, otherwise 1."""
    return 2 if errors.startswith(("neardup load: --", "neardup load: DB must ", "neardup load: expected ",
                                   "neardup load: there is no option ")) else 1


def many(piece, size):
    """Bytes or a text of that size, in parts, so that the test stays small: its peak would be its child's."""
    piece = piece.encode() if isinstance(piece, str) else piece
    part = piece * max(1, 65536 // len(piece))
    for _ in range(size // len(part)):
        yield part
    yield piece * (size % len(part) // len(piece))


# Processor time in seconds, the peak of memory in bytes, and how long it went on after a signal.
Measured = collections.namedtuple("Measured", "status errors seconds peak reaction")


def worked(pid):
    """The processor time that a process has used."""
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load_measured(*words, db, seconds, addresses=-1, file=-1, interrupt_at=None):
    """A load within these limits, into the database that is there; it gets SIGINT after so much work."""
    def limit():
        for what, most in ((resource.RLIMIT_AS, addresses), (resource.RLIMIT_CPU, seconds),
                           (resource.RLIMIT_FSIZE, file), (resource.RLIMIT_CORE, 0)):
            resource.setrlimit(what, (most, most))
    with open(db + ".errors", "w+", errors="replace") as errors:
        process = subprocess.Popen([os.environ.get("NEARDUP_LOAD", PLAIN), "--quiet", *words, db], stderr=errors,
                                   preexec_fn=limit)
        before = since = None
        while interrupt_at is not None and os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if worked(process.pid) >= interrupt_at:
                before, since = worked(process.pid), time.monotonic()
                process.send_signal(signal.SIGINT)
                break
            time.sleep(0.01)
        _, status, usage = os.wait4(process.pid, 0)
        took = usage.ru_utime + usage.ru_stime
        reaction = 0 if before is None else min(took - before, time.monotonic() - since)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        return Measured(process.returncode, errors.read(), took, usage.ru_maxrss * 1024, reaction)


def run_tests(name, scope):
    """Runs the functions of a test that are called test_..., in order; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for what, test in list(scope.items()):
            if what.startswith("test_"):
                test()
        os.chdir(ROOT)
    return finish(name)
