"""killed.py - a load that is killed at any moment goes on, and ends as if nothing had happened.

A dump of some 60 MB is made of the sample: as one file, packed as many bzip2 streams, as one bzip2
stream of many blocks, and by gzip. Each is loaded without a break for reference. Then loads are
killed with SIGKILL at random moments, some of them several times. After every kill the database
must open and be whole; the same command is given again until it ends by itself, and then every row
must be the one that it is in the reference. Ctrl-C must end with status 130, keep what was loaded,
and go on in the same way.
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
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish

LOAD = os.path.join(ROOT, "build", "neardup-load")
KILLS = 30
BYTES = 60_000_000
# Everything but times and paths.
ROWS = (
    "SELECT id, name, kind, size, options, finished_at IS NULL, base, language, pages, articles,"
    " redirects, sentences, damaged FROM source",
    "SELECT * FROM article",
    "SELECT * FROM sentence",
    "SELECT * FROM damage",
    "SELECT * FROM checkpoint",
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


def make_dumps(folder):
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
    return [plain, many, one, gzipped]


def digest(db):
    """Of all rows, as the shell writes them."""
    query = ";".join(query + " ORDER BY rowid" for query in ROWS)
    rows = subprocess.Popen(["sqlite3", "-cmd", ".mode quote", db, query], stdout=subprocess.PIPE)
    result = hashlib.sha256()
    for part in iter(lambda: rows.stdout.read(1 << 20), b""):
        result.update(part)
    check(rows.wait() == 0, "%s cannot be read" % db)
    return result.hexdigest()


def start(dump, db):
    return subprocess.Popen([LOAD, "--quiet", dump, db], stderr=subprocess.DEVNULL)


def is_whole(db):
    """A kill before the first commit leaves no tables; what is there must be sound."""
    if not os.path.exists(db):
        return True
    connection = sqlite3.connect(db)
    sound = connection.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    connection.close()
    return sound


def checkpoints(db):
    """How many bytes of the dump the database is known to hold."""
    connection = sqlite3.connect(db)
    tables = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoint'")
    rows = tables.fetchone()[0] and connection.execute("SELECT byte_offset FROM checkpoint").fetchone()
    connection.close()
    return rows[0] if rows else 0


def remove(db):
    for suffix in ("", "-journal"):
        if os.path.exists(db + suffix):
            os.remove(db + suffix)


def kill_and_go_on(dump, db, moments, reference):
    """Returns how many of the kills met a running load, and whether one went on from a checkpoint."""
    remove(db)
    met, went_on = 0, False
    for moment in moments:
        process = start(dump, db)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        met += process.wait() == -signal.SIGKILL
        check(is_whole(db), "%s, killed after %.3f s: the database is not whole" % (dump, moment))
        went_on = went_on or (os.path.exists(db) and checkpoints(db) > 0)
    status = start(dump, db).wait()
    check(status == 2, "%s: status %d after the last start, expected 2" % (dump, status))
    check(digest(db) == reference, "%s, killed after %s s: other rows" % (dump, moments))
    return met, went_on


def interrupt(dump, db, reference):
    """Ctrl-C when something has been written, then on to the end."""
    remove(db)
    process = start(dump, db)
    while process.poll() is None and not (os.path.exists(db) and os.path.getsize(db) > 0):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    status = process.wait()
    check(status == 130, "%s: status %d after Ctrl-C, expected 130" % (dump, status))
    connection = sqlite3.connect(db)
    pages, articles = connection.execute("SELECT pages, articles FROM source").fetchone()
    kept = connection.execute("SELECT count(*) FROM article").fetchone()[0]
    connection.close()
    check(pages > 0 and kept == articles, "%s: %d articles of %d kept" % (dump, kept, articles))
    check(start(dump, db).wait() == 2, "%s: does not go on after Ctrl-C" % dump)
    check(digest(db) == reference, "%s: other rows after Ctrl-C" % dump)


def change_noticed(dump, db):
    """A file of the same length with one byte changed is another file."""
    with open(dump, "r+b") as file:
        file.seek(-20, os.SEEK_END)
        byte = file.read(1)
        file.seek(-20, os.SEEK_END)
        file.write(bytes([byte[0] ^ 1]))
    done = subprocess.run([LOAD, "--quiet", dump, db], stderr=subprocess.PIPE, text=True)
    check(done.returncode == 1 and "has changed" in done.stderr, "a change: %s" % done.stderr)


def main():
    moments = random.Random(20260801)
    folder = tempfile.mkdtemp()
    try:
        dumps = make_dumps(folder)
        db, met, went_on, references = os.path.join(folder, "test.db"), 0, 0, []
        for dump in dumps:
            begin = time.monotonic()
            remove(db)
            check(start(dump, db).wait() == 2, "%s: one page in the sample is damaged" % dump)
            references.append((dump, time.monotonic() - begin, digest(db)))
        for kill in range(KILLS):
            dump, seconds, reference = references[kill % len(references)]
            times = [moments.uniform(0, seconds) for _ in range(1 + kill % 2)]
            killed, on = kill_and_go_on(dump, db, times, reference)
            met, went_on = met + killed, went_on + on
        check(met >= KILLS * 2 // 3, "only %d kills met a running load" % met)
        check(went_on >= KILLS // 4, "only %d loads went on from a checkpoint" % went_on)
        for dump, _, reference in references[1:3]:
            interrupt(dump, db, reference)
        change_noticed(references[2][0], db)
    finally:
        shutil.rmtree(folder)
    finish("loader/killed")


if __name__ == "__main__":
    main()
