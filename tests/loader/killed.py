"""killed.py - a killed load can be resumed, and ends as if nothing had happened.

A dump consists of copies of the sample: as one file, as many bzip2 streams, as one bzip2 stream of
many blocks, and by gzip. Another has several revisions of each page, all of which are kept. Each is
loaded undisturbed for reference. injector.so counts the writes.

Then loads are killed with SIGKILL in the middle of a random write, some of them twice; between two
writes the disk does not change. After every kill the database must open and be whole. The same
command is given again until it ends by itself, and then every row must be that of the reference.
Ctrl-C must end a load with status 130, keep what was loaded, and be resumed in the same way.
"""

import bz2
import gzip
import hashlib
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import LONG, check, figure, finish
from loaded_rows import LOADED_ROWS

LOAD = os.path.join(ROOT, "build", "neardup-load")
INJECTOR = os.path.join(ROOT, "build", "tests", "faults", "injector.so")
KILLS = 60 if LONG else 5
BYTES = 40_000_000  # of a dump; a load commits after each 16 MB
HISTORY_BYTES = 10_000_000
# Everything but times and paths.
ROWS = (
    "SELECT id, name, kind, size, options, finished_at IS NULL, base, language, pages, articles,"
    " redirects, sentences, damaged FROM source",
    *LOADED_ROWS,
)


def dump_parts():
    """The sample's header, its pages with a damaged one among them, and its end."""
    with open(os.path.join(ROOT, "examples", "sample.xml"), "rb") as sample:
        xml = sample.read()
    begin, end = xml.index(b"  <page>"), xml.index(b"</mediawiki>")
    pages = xml[begin:end] + b"  <page><title>Broken</title><revision></page>\n"
    # Random words keep the blocks from being too few: this packs worse than repeated text.
    words = random.Random(1)
    noise = " ".join("%08x" % words.getrandbits(32) for _ in range(40_000)).encode()
    pages += b"  <page><title>Noise</title><ns>0</ns><revision><text>%s.</text></revision></page>\n" % noise
    return xml[:begin], pages, xml[end:]


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


def make_history(folder, header, pages, footer):
    path = os.path.join(folder, "history.xml.bz2")
    whole = re.findall(rb"  <page>(?:(?!<page>).)*?</page>\n", pages, re.DOTALL)
    whole = [page for page in whole if page.count(b"</revision>") > 0 and b"Noise" not in page]
    part = b"".join(with_history(page, number) for number, page in enumerate(whole))
    part += b"  <page><title>Broken</title><revision></page>\n"
    with open(path, "wb") as file:
        file.write(bz2.compress(header) + bz2.compress(part) * (HISTORY_BYTES // len(part)))
        file.write(bz2.compress(footer))
    return path


def make_dumps(folder):
    """(file, options) of each."""
    header, pages, footer = dump_parts()
    copies = BYTES // len(pages)
    xml = header + pages * copies + footer
    plain = os.path.join(folder, "plain.xml")
    many = os.path.join(folder, "many.xml.bz2")
    one = os.path.join(folder, "one.xml.bz2")
    gzipped = os.path.join(folder, "one.xml.gz")
    with open(plain, "wb") as file:
        file.write(xml)
    with open(many, "wb") as file:
        file.write(bz2.compress(header) + bz2.compress(pages) * copies + bz2.compress(footer))
    with open(one, "wb") as file:
        file.write(bz2.compress(xml, 1))
    with gzip.open(gzipped, "wb", compresslevel=1) as file:
        file.write(xml)
    history = make_history(folder, header, pages, footer)
    return [(dump, ()) for dump in (plain, many, one, gzipped)] + [(history, ("--history",))]


def digest(db):
    """Of all rows, as the shell writes them."""
    query = ";".join(query + " ORDER BY 1, 2" for query in ROWS)
    rows = subprocess.Popen(["sqlite3", "-cmd", ".mode quote", db, query], stdout=subprocess.PIPE)
    result = hashlib.sha256()
    for part in iter(lambda: rows.stdout.read(1 << 20), b""):
        result.update(part)
    check(rows.wait() == 0, "%s cannot be read" % db)
    return result.hexdigest()


def load(dump, db, **faults):
    """The status of a load; `faults` are the injector's settings."""
    file, options = dump
    environment = dict(os.environ)
    if faults:
        environment.update(LD_PRELOAD=INJECTOR, FAULT="write",
                           **{"FAULT_" + name: str(value) for name, value in faults.items()})
    return subprocess.run([LOAD, "--quiet", *options, file, db], env=environment,
                          stderr=subprocess.DEVNULL).returncode


def writes_of_load(dump, db):
    """The number of writes of an undisturbed load."""
    report = db + ".report"
    check(load(dump, db, AT=0, REPORT=report) == 2, "%s: one page of the sample is damaged" % dump[0])
    with open(report) as lines:
        return int(dict(line.rsplit(" ", 1) for line in lines)["write"])


def is_whole(db):
    """A kill before the first commit leaves no tables; what exists must be sound."""
    connection = sqlite3.connect(db)
    sound = connection.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    connection.close()
    return sound


def checkpoints(db):
    """How many bytes of the dump the checkpoint covers."""
    connection = sqlite3.connect(db)
    tables = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoint'")
    rows = tables.fetchone()[0] and connection.execute("SELECT byte_offset FROM checkpoint").fetchone()
    connection.close()
    return rows[0] if rows else 0


def count_revisions(db):
    connection = sqlite3.connect(db)
    count = connection.execute("SELECT count(*) FROM revision").fetchone()[0]
    connection.close()
    return count


def remove(db):
    for suffix in ("", "-journal"):
        if os.path.exists(db + suffix):
            os.remove(db + suffix)


def kill_and_resume(dump, db, numbers, reference):
    """Returns whether the last load resumed at a checkpoint."""
    remove(db)
    for number in numbers:
        status = load(dump, db, AT=number, SIGNAL=int(signal.SIGKILL))
        check(status in (-signal.SIGKILL, 2),  # a resumed load may have fewer writes
              "%s: status %d, to be killed at write %d" % (dump[0], status, number))
        check(is_whole(db), "%s, killed at write %d: the database is not whole" % (dump[0], number))
    resumed = checkpoints(db) > 0
    status = load(dump, db)
    check(status == 2, "%s: status %d after the last start, expected 2" % (dump[0], status))
    check(digest(db) == reference, "%s, killed at writes %s: other rows" % (dump[0], numbers))
    return resumed


def interrupt(dump, db, reference):
    """Ctrl-C at the first write, then a load to the end."""
    remove(db)
    status = load(dump, db, AT=1, SIGNAL=int(signal.SIGINT))
    check(status == 130, "%s: status %d after Ctrl-C, expected 130" % (dump[0], status))
    connection = sqlite3.connect(db)
    pages, articles = connection.execute("SELECT pages, articles FROM source").fetchone()
    kept = connection.execute("SELECT count(*) FROM article").fetchone()[0]
    connection.close()
    check(pages > 0 and kept == articles, "%s: %d articles of %d kept" % (dump[0], kept, articles))
    check(load(dump, db) == 2, "%s: cannot be resumed after Ctrl-C" % dump[0])
    check(digest(db) == reference, "%s: other rows after Ctrl-C" % dump[0])


def source_rows(db, columns):
    connection = sqlite3.connect(db)
    rows = connection.execute("SELECT %s FROM source ORDER BY id" % columns).fetchall()
    connection.close()
    return rows


def load_aloud(file, db):
    done = subprocess.run([LOAD, file, db], stderr=subprocess.PIPE, text=True)
    check(done.returncode in (0, 2), "%s: status %d" % (file, done.returncode))
    return done.stderr


def abandon(dump, db):
    """A load is interrupted, and the file renewed: by one of the same length, with another byte."""
    remove(db)
    load(dump, db, AT=1, SIGNAL=int(signal.SIGINT))
    kept = source_rows(db, "articles")[0][0]
    with open(dump[0], "r+b") as file:
        file.seek(-20, os.SEEK_END)
        byte = file.read(1)
        file.seek(-20, os.SEEK_END)
        file.write(bytes([byte[0] ^ 1]))
    errors = load_aloud(dump[0], db)
    line = ("%s: the earlier version of this file was loaded only in part; its %d articles stay\n"
            % (dump[0], kept))
    check(kept > 1 and line in errors, "the earlier version is named, found: %s" % errors)
    found = source_rows(db, "finished_at IS NULL, articles = (SELECT count(*) FROM article"
                            " WHERE source_id = source.id)")
    check(found == [(1, 1), (0, 1)], "half a source and a whole one, found %s" % found)
    check(checkpoints(db) == 0, "neither can be continued")
    check(load_aloud(dump[0], db).count("\n") <= 2, "given again, it does not name it again")


def abandon_for_known(dump, db):
    """The same, by a file that is in the database already."""
    remove(db)
    load(dump, db, AT=1, SIGNAL=int(signal.SIGINT))
    known = os.path.join(os.path.dirname(db), "known.xml")
    shutil.copyfile(os.path.join(ROOT, "examples", "sample.xml"), known)
    load_aloud(known, db)
    check(checkpoints(db) > 0, "another file changes nothing")
    os.replace(known, dump[0])
    errors = load_aloud(dump[0], db)
    check("only in part" in errors and "already, as known.xml" in errors, "found: %s" % errors)
    check(checkpoints(db) == 0, "the load of the earlier version cannot be continued")


def main():
    lots = random.Random(20260801)
    with tempfile.TemporaryDirectory() as folder:
        db, resumed, references = os.path.join(folder, "test.db"), 0, []
        for dump in make_dumps(folder):
            remove(db)
            references.append((dump, writes_of_load(dump, db), digest(db)))
        check(count_revisions(db) > 5_000, "only %d revisions in the history" % count_revisions(db))
        for kill in range(KILLS):
            dump, writes, reference = references[kill % len(references)]
            numbers = [lots.randint(1, writes) for _ in range(1 + kill % 2)]
            resumed += kill_and_resume(dump, db, numbers, reference)
        check(resumed >= KILLS // 4, "only %d loads were resumed from a checkpoint" % resumed)
        figure(KILLS, "faults injected into the loader: killed in the middle")
        for dump, _, reference in [references[4], *references[1:3]]:
            interrupt(dump, db, reference)
        abandon(references[2][0], db)
        abandon_for_known(references[3][0], db)
    return finish("loader/killed")


if __name__ == "__main__":
    sys.exit(main())
