"""killed.py - a load that ends early can be continued, and ends as if nothing had happened.

Files of all formats are loaded undisturbed for reference: dumps as one file, as many bzip2 streams, as one bzip2
stream of many blocks, by gzip, with several revisions of each page; texts; a web archive; word vectors; tables, a
view and a query of somebody else's database.

  (1) Loads are killed with SIGKILL in the middle of a random write, some of them twice, and get SIGINT in a read or
      a write. (Between two writes the disk does not change.) After that the database is whole, and that of somebody
      else is what it was, byte by byte. The same command is given until it ends by itself, and then every row is that
      of the reference.
  (2) A load that is interrupted again and again does the same. This is tried with dumps in every kind
      of file, which are resumed in the file itself where that is possible, and never inside of a page.
  (3) A disk that cannot be read, or is full, ends a load with a line that says so. It can be continued, too.
  (4) Ctrl-C ends a load with status 130 and keeps what was loaded. If the file is another one by then, what was loaded
      of the earlier one stays, is named, and cannot be continued."""

import bz2
import collections
import gzip
import hashlib
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from bzip2_streams import damaged, random_streams, with_wrong_checksums
from counting import LONG, check, figure
from loading import LOADED_ROWS, PLAIN, ROOT, SAMPLE, ask, failing, load, remove, run_tests, sample_parts, write

MANY = 12 if LONG else 1  # times as many kills
# Bytes of a file, more than two transactions. The short form has a load with transactions of 1 MiB instead of 16.
BYTES = 40_000_000 if LONG else 2_500_000
LOAD = PLAIN if LONG else os.path.join(ROOT, "build", "tests", "loader", "neardup-load")
# Everything but times and paths.
ROWS = (
    "SELECT id, name, kind, size, options, finished_at IS NULL, base, language, pages, articles,"
    " redirects, sentences, damaged FROM source",
    *LOADED_ROWS,
)

# What was loaded undisturbed: options and file, the status, how many writes and reads that takes, the size of the database, and
# its rows.
Load = collections.namedtuple("Load", "words status calls size rows")
chance = random.Random(20260801)


# ---- Files ---------------------------------------------------------------------------------------

def noisy_pages():
    """The sample's pages with a damaged one among them."""
    pages = sample_parts()[1] + b"  <page><title>Broken</title><revision></page>\n"
    # Random words keep the blocks from being too few: this packs worse than repeated text.
    words = random.Random(1)
    noise = " ".join("%08x" % words.getrandbits(32) for _ in range(40_000)).encode()
    return pages + b"  <page><title>Noise</title><ns>0</ns><revision><text>%s.</text></revision></page>\n" % noise


def with_history(page, number):
    """The page with revisions that each add a sentence and drop one; one page has very many."""
    head, revision, rest = re.match(rb"(.*?)<revision>(.*?)</revision>(.*)", page, re.DOTALL).groups()
    text = re.search(rb"(<text[^>]*>)(.*?)</text>", revision, re.DOTALL)
    opening, words = text.groups() if text else (b"<text>", b"")
    revisions = []
    for i in range(200 if number == 7 else 5):
        more = b"\n\nThis is sentence %d of page %d. It was added later.\n" % (i, number)
        kept = b". ".join(part for j, part in enumerate(words.split(b". ")) if j % 7 != i % 7 or i == 0)
        revisions.append(b"<revision><id>%d</id><timestamp>2020-01-01T%02d:%02d:00Z</timestamp>"
                         b"<contributor><username>User %d</username></contributor>%s%s%s</text>"
                         b"</revision>\n" % (number * 1000 + i, i // 60, i % 60, i % 3, opening, kept, more))
    return head + b"".join(revisions) + rest


def history():
    header, pages, footer = sample_parts()
    whole = re.findall(rb"  <page>(?:(?!<page>).)*?</page>\n", pages, re.DOTALL)
    whole = [page for page in whole if page.count(b"</revision>") > 0]
    part = b"".join(with_history(page, number) for number, page in enumerate(whole))
    part += b"  <page><title>Broken</title><revision></page>\n"
    return bz2.compress(header) + bz2.compress(part) * (BYTES // len(part)) + bz2.compress(footer)


def lines():
    return "".join("Line %d of many, and it says: %d %d.\n%s" % (i, i * 7919 % 1000003, i * 104729 % 1000033,
                                                                "\n" * (i % 3 == 0))
                   for i in range(1, BYTES // 42)).encode()


def archive():
    """Two gzip members of many pages."""
    sentence = "The old mill by the river was built in the year 1850 by a baker, and his family ran it. %d. "
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    bodies = [head + "<title>P%d</title><p>%s</p>" % (i, sentence % i * 60) for i in range(BYTES // 5600)]
    records = ["WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.org/%d\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
               % (i, len(body), body) for i, body in enumerate(bodies)]
    half = len(records) // 2
    return b"".join(gzip.compress("".join(part).encode(), 1) for part in (records[:half], records[half:]))


def vectors(count, text=False):
    draw = random.Random(1)
    rows = [[draw.gauss(0, 1) for _ in range(100)] for _ in range(count)]
    if text:
        return ("%d 100\n" % count + "".join("word%d %s\n" % (i, " ".join("%g" % x for x in row))
                                             for i, row in enumerate(rows))).encode()
    return b"%d 100\n" % count + b"".join(b"word%d %s\n" % (i, struct.pack("<100f", *row)) for i, row in enumerate(rows))


def make_database(name):
    for statement in (
            "CREATE TABLE t(sku TEXT PRIMARY KEY, text, photo)",
            "INSERT INTO t WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2500)"
            " SELECT 'K' || (i * 7919 %% 3001), 'This is row ' || i || '. It has two sentences.', zeroblob(%d) FROM n"
            % (BYTES // 1750),
            "CREATE TABLE w(sku PRIMARY KEY, text, photo) WITHOUT ROWID", "INSERT INTO w SELECT * FROM t",
            "CREATE VIEW v AS SELECT sku AS id, text, photo FROM t"):
        ask(name, statement)


# ---- Loads ---------------------------------------------------------------------------------------

def rows_of(db):
    """A digest of all rows, as the shell writes them."""
    query = ";".join(query + " ORDER BY 1, 2" for query in ROWS)
    rows = subprocess.Popen(["sqlite3", "-cmd", ".mode quote", db, query], stdout=subprocess.PIPE)
    result = hashlib.sha256()
    for part in iter(lambda: rows.stdout.read(1 << 20), b""):
        result.update(part)
    check(rows.wait() == 0, "%s cannot be read" % db)
    return result.hexdigest()


def again(words, faults=None):
    return load(*words, again=True, program=LOAD, faults=faults)


def undisturbed(name, content, *options, status=0):
    """The load of a file with this content, or of the one that is there."""
    words = (*options, write(name, content) if content else name)
    found, errors = load(*words, program=LOAD, faults=failing("write", 0) | {"FAULT_REPORT": "report"})
    check(found == status, "%s: status %d undisturbed: %s" % (words, found, errors))
    with open("report") as report:
        calls = dict(line.rsplit(" ", 1) for line in report)
    calls = {kind: int(calls[kind]) for kind in ("read", "write")}
    return Load(words, status, calls, os.path.getsize("test.db"), rows_of("test.db"))


def resumable():
    """How many bytes of the file the checkpoint covers, and where it is in the file itself."""
    if not os.path.exists("test.db") or not ask("test.db", "SELECT 1 FROM sqlite_schema WHERE name = 'checkpoint'"):
        return 0, 0
    rows = ask("test.db", "SELECT byte_offset, file_bit FROM checkpoint")
    return rows[0] if rows else (0, 0)


def file_state(path):
    """The file's content, and what is beside it."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest(), sorted(name for name in os.listdir(".") if path in name)


def end_early(whole, kind, numbers, *places):
    """Loads that end by these signals, then one to the end. Returns whether that resumed at a checkpoint."""
    before = file_state(whole.words[-1])
    remove("test.db")
    for at, number in zip(places, numbers):
        status, errors = again(whole.words, failing(kind, at, SIGNAL=number))
        # A resumed load has fewer calls; one that is killed before its first commit leaves no tables.
        check(status in (-signal.SIGKILL, 128 + number, whole.status),
              "%s: status %d after signal %d at %s %d: %s" % (whole.words, status, number, kind, at, errors))
        check(not os.path.exists("test.db") or ask("test.db", "PRAGMA quick_check") == [("ok",)],
              "%s: not whole after %s %d" % (whole.words, kind, at))
    resumed = resumable()[0] > 0
    status, errors = again(whole.words)
    check(status == whole.status, "%s: status %d after the last start: %s" % (whole.words, status, errors))
    check(rows_of("test.db") == whole.rows, "%s: other rows after %s %s" % (whole.words, kind, places))
    check(file_state(whole.words[-1]) == before, "%s: the file has changed" % (whole.words,))
    return resumed


def interrupt(whole):
    """Ctrl-C keeps what was loaded. Half a second later a load gives up what is under way, so on a busy machine Ctrl-C must
    come after the first commit to find anything. Returns how many articles are kept."""
    for tenth in range(10):
        remove("test.db")
        status, errors = again(whole.words, failing("write", 1 + whole.calls["write"] * tenth // 10, SIGNAL=signal.SIGINT))
        check(status in (130, whole.status), "%s: status %d after Ctrl-C: %s" % (whole.words, status, errors))
        if status == 130 and resumable()[0] > 0:
            break
    (pages, articles), = ask("test.db", "SELECT pages, articles FROM source")
    (kept,), = ask("test.db", "SELECT count(*) FROM article")
    check(status == 130 and pages > 0 and kept == articles, "%s: %d articles of %d kept" % (whole.words, kept, articles))
    return kept


# ---- (1): killed and interrupted -----------------------------------------------------------------

def kill(loads, count):
    resumed = 0
    for i in range(count):
        whole = loads[i % len(loads)]
        numbers = [signal.SIGKILL] * (1 + i % 2)
        resumed += end_early(whole, "write", numbers, *(chance.randint(1, whole.calls["write"]) for _ in numbers))
    figure(count, "faults injected into the loader: killed in the middle")
    return resumed


def test_dumps():
    header, pages, footer = sample_parts()[0], noisy_pages(), sample_parts()[2]
    copies = BYTES // len(pages)
    xml = header + pages * copies + footer
    loads = [undisturbed(name, content, status=3) for name, content in (
        ("plain.xml", xml), ("one.xml.bz2", bz2.compress(xml, 1)), ("one.xml.gz", gzip.compress(xml, 1)),
        ("many.xml.bz2", bz2.compress(header) + bz2.compress(pages) * copies + bz2.compress(footer)))]
    loads.append(undisturbed("history.xml.bz2", history(), "--history", status=3))
    check(ask("test.db", "SELECT count(*) > %d FROM revision" % (BYTES // 4000)) == [(1,)], "few revisions in the history")
    check(kill(loads, 5 * MANY) >= MANY, "few loads were resumed from a checkpoint")
    for whole in loads[1], loads[3], loads[4]:
        interrupt(whole)
        check(again(whole.words)[0] == 3, "%s: cannot be resumed after Ctrl-C" % (whole.words,))
        check(rows_of("test.db") == whole.rows, "%s: other rows after Ctrl-C" % (whole.words,))
    for whole in loads:
        try_disk(whole)
    abandon(loads[1])
    abandon_for_known(loads[2])


def test_other_files():
    text, words = lines(), vectors(BYTES // 880)  # each is more than one transaction
    make_database("shop.sqlite")
    carry = ("--format", "sqlite", "--carry", "photo")
    resumed = 0
    for name, content, options in (
            ("many.txt", text, ("--format", "text")), ("many.txt.bz2", bz2.compress(text, 1), ("--format", "text")),
            ("pages.warc.gz", archive(), ()), ("v.bin", words, ("--format", "word2vec")),
            ("v.bin.gz", gzip.compress(words, 1), ("--format", "word2vec")),
            ("v.vec.bz2", bz2.compress(vectors(BYTES // 2200, text=True)), ("--format", "word2vec")),
            ("shop.sqlite", None, ("--table", "t", *carry)), ("shop.sqlite", None, ("--table", "w", *carry)),
            ("shop.sqlite", None, ("--table", "v", *carry)),
            ("shop.sqlite", None, ("--query", "SELECT sku AS id, text, photo FROM t ORDER BY sku", *carry))):
        whole = undisturbed(name, content, *options)
        load(*whole.words, "--threads", "4", program=LOAD)
        check(rows_of("test.db") == whole.rows, "%s: other rows with 4 threads" % (whole.words,))
        for kind, number in (("write", signal.SIGKILL), ("read", signal.SIGINT)) * MANY:
            resumed += end_early(whole, kind, [number], chance.randint(1, whole.calls[kind]))
    check(resumed > 3 * MANY, "only %d loads were resumed" % resumed)
    figure(20 * MANY, "loads ended early: the same rows, and of a user's database not a byte changed")


# ---- (2): at each place where a load can stop ----------------------------------------------------

def page(number, revisions, size, draw):
    text = b"<page><title>Page %d</title><ns>0</ns><id>%d</id>" % (number, number)
    for i in range(revisions):
        letters = bytes(draw.choices(b"abcdefg. ", k=size))
        text += b"<revision><id>%d</id><timestamp>2020-01-01T00:00:%02dZ</timestamp><text>%s</text></revision>" % (
            i + 1, i, letters)
    return text + b"</page>\n"


def small_dump():
    """Pages of all sizes, one of them with enough revisions to come in slices of 1 MiB; damage between pages, and in
    one."""
    draw, parts, (longest, revisions) = random.Random(15), [], (230000, 9) if LONG else (70000, 5)
    for i in range(45):
        parts.append(page(i, 1, draw.randrange(3000 if i % 3 else longest), draw))
        if i == 20:
            parts.append(page(100, revisions, 250000, draw))
        if i == 10:
            parts.append(b"</page><page><title>Broken</title><revision>")
    return (b'<mediawiki xml:lang="de"><siteinfo><dbname>dewiki</dbname></siteinfo>\n' + b"".join(parts)
            + b"</mediawiki>\n")


def try_steps(whole, at_blocks):
    """A signal in any of the reads: before anything is loaded, while what was loaded is skipped, or later. On a busy
    machine a stop may come too late to keep anything, so it takes more of them until one is resumed in the file."""
    tries, stops, in_file, status = 0, 0, 0, whole.status
    while tries < (40 if LONG else 6) or (tries < 60 and at_blocks and in_file == 0):
        if status == whole.status:
            remove("test.db")
        status, errors = again(whole.words, failing("read", chance.randint(4, whole.calls["read"]), SIGNAL=signal.SIGINT))
        check(status in (130, whole.status), "%s: status %d after SIGINT: %s" % (whole.words, status, errors))
        tries += 1
        stops += status == 130
        in_file += resumable()[1] > 0
    check(stops > 0, "%s is never interrupted" % (whole.words,))
    check((status == whole.status or again(whole.words)[0] == whole.status) and rows_of("test.db") == whole.rows,
          "%s, stopped %d times: other rows" % (whole.words, stops))
    check((in_file > 0) == at_blocks, "%s: %d of %d resumed in the file" % (whole.words, in_file, stops))


def test_steps():
    xml, mark = small_dump(), b"\xEF\xBB\xBF"
    one, many, wide = bz2.compress(xml, 1), random_streams(xml), xml.decode().encode("utf-16")
    for name, content, at_blocks in (
            ("plain", xml, False), ("with a mark", mark + xml, False), ("UTF-16", wide, False),
            ("gzip", gzip.compress(xml, 1), False), ("bzip2", one, True), ("marked bzip2", bz2.compress(mark + xml, 1), True),
            ("bzip2, named Utf8", bz2.compress(b'<?xml version="1.0" encoding="Utf8"?>\n' + xml, 1), True),
            ("bzip2, UTF-16", bz2.compress(wide, 2), False), ("many streams", many, True),
            ("damaged", damaged(many, 40), True), ("a wrong checksum", with_wrong_checksums(one, 1), True),
            ("wrong checksums", with_wrong_checksums(many), True),
            ("its beginning lost", with_wrong_checksums(bz2.compress(b"<!-- lost -->\n"), 1)[:12] + b"xx" + many, True)):
        whole = undisturbed(name, content, "--history", "--threads", str(1 + len(name) % 3), status=3)
        try_steps(whole, at_blocks)
        # At a place of another file, what comes may be wrong, but it ends.
        remove("test.db")
        again(whole.words, failing("read", whole.calls["read"] // 2 + 1, SIGNAL=signal.SIGINT))
        if resumable()[0] > 0:
            ask("test.db", "UPDATE checkpoint SET byte_offset = ?, bit_offset = ?, file_bit = ?",
                [chance.randrange(len(xml) * 2) for _ in range(2)] + [chance.randrange(len(content) * 10)])
        status, errors = again(whole.words)
        check(status in (0, 1, 3), "%s, at a wrong place: status %d: %s" % (name, status, errors))


# ---- (3): disks ----------------------------------------------------------------------------------

def try_disk(whole):
    """The file cannot be read to its end, which is not damage: a second attempt may succeed. Or the disk is full."""
    size = os.path.getsize(whole.words[-1])
    full = {"DISK_FULL_AFTER": str(whole.size * 9 // 10)}, "the disk is full, give the same command again"
    parts = (0, 5, 8) if LONG else [chance.choice((0, 5, 8))]
    broken = [({"READ_ERROR_AT": str(size // 10 * part)}, "cannot read byte") for part in parts]
    for faults, message in (*broken, full):
        remove("test.db")
        status, errors = again(whole.words, dict(failing("write", 0), **faults))
        check(status == 1 and all(part in errors for part in message.split(", ")) and errors.count("\n") == 1,
              "%s, %s: status %d: %s" % (whole.words, faults, status, errors))
    check(resumable()[0] > 0, "%s: what was committed is kept" % (whole.words,))
    check(again(whole.words)[0] == whole.status and rows_of("test.db") == whole.rows,
          "%s: other rows with room on the disk" % (whole.words,))


# ---- (4): another file ---------------------------------------------------------------------------

def load_aloud(name):
    status, errors = load(name, again=True, quiet=False, program=LOAD)
    check(status in (0, 3), "%s: status %d: %s" % (name, status, errors))
    return errors


def abandon(whole):
    """A load is interrupted, and the file renewed: by one of the same length, with another byte."""
    kept, name = interrupt(whole), whole.words[-1]
    with open(name, "r+b") as file:
        file.seek(-20, os.SEEK_END)
        byte = file.read(1)
        file.seek(-20, os.SEEK_END)
        file.write(bytes([byte[0] ^ 1]))
    errors = load_aloud(name)
    line = "%s: the earlier version of this file was loaded only in part; its %d articles stay\n" % (name, kept)
    check(kept > 1 and line in errors, "the earlier version is named, found: %s" % errors)
    found = ask("test.db", "SELECT finished_at IS NULL, articles = (SELECT count(*) FROM article"
                           " WHERE source_id = source.id) FROM source ORDER BY id")
    check(found == [(1, 1), (0, 1)], "half a source and a whole one, found %s" % found)
    check(resumable()[0] == 0, "neither can be continued")
    check(load_aloud(name).count("\n") <= 2, "given again, it does not name it again")


def abandon_for_known(whole):
    """The same, by a file that is in the database already."""
    interrupt(whole)
    shutil.copyfile(SAMPLE, "known.xml")
    load_aloud("known.xml")
    check(resumable()[0] > 0, "another file changes nothing")
    os.replace("known.xml", whole.words[-1])
    errors = load_aloud(whole.words[-1])
    check("only in part" in errors and "already, as known.xml" in errors, "found: %s" % errors)
    check(resumable()[0] == 0, "the load of the earlier version cannot be continued")


sys.exit(run_tests("loader/killed", globals()))
