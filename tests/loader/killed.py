"""killed.py - a load that is killed at any moment continues, and ends as if nothing had happened.

The sample is repeated to make a dump of about 60 MB: plain, as many bzip2 streams, as one bzip2 stream
of many blocks, and by gzip; and a dump with several revisions of each page, which are all kept. Each
is loaded without interruption for reference. Then loads are killed by SIGKILL at random moments, some
of them several times. After every kill the database must open and pass PRAGMA quick_check. The
same command is repeated until it ends by itself; then every row must equal that of the reference.
Ctrl-C must end with status 130, keep what was loaded, and continue in the same way.
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
from counting import LONG, check, figure, finish
from loaded_rows import LOADED_ROWS

LOAD = os.path.join(ROOT, "build", "neardup-load")
KILLS = 60 if LONG else 10
BYTES = 60_000_000
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
    """The page with revisions that each have a sentence more and one less; a few have very many."""
    head, revision, rest = re.match(rb"(.*?)<revision>(.*?)</revision>(.*)", page, re.DOTALL).groups()
    text = re.search(rb"(<text[^>]*>)(.*?)</text>", revision, re.DOTALL)
    opening, words = text.groups() if text else (b"<text>", b"")
    revisions = []
    for i in range(400 if number == 7 else 5):
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
        file.write(bz2.compress(header) + bz2.compress(part) * (BYTES // len(part)))
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


def start(dump, db):
    file, options = dump
    return subprocess.Popen([LOAD, "--quiet", *options, file, db], stderr=subprocess.DEVNULL)


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


def count_revisions(db):
    connection = sqlite3.connect(db)
    count = connection.execute("SELECT count(*) FROM revision").fetchone()[0]
    connection.close()
    return count


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
        check(is_whole(db), "%s, killed after %.3f s: the database is not whole" % (dump[0], moment))
        went_on = went_on or (os.path.exists(db) and checkpoints(db) > 0)
    status = start(dump, db).wait()
    check(status == 2, "%s: status %d after the last start, expected 2" % (dump[0], status))
    check(digest(db) == reference, "%s, killed after %s s: other rows" % (dump[0], moments))
    return met, went_on


def interrupt(dump, db, reference):
    """Ctrl-C when something has been written, then on to the end."""
    remove(db)
    process = start(dump, db)
    while process.poll() is None and not (os.path.exists(db) and os.path.getsize(db) > 0):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    status = process.wait()
    check(status == 130, "%s: status %d after Ctrl-C, expected 130" % (dump[0], status))
    connection = sqlite3.connect(db)
    pages, articles = connection.execute("SELECT pages, articles FROM source").fetchone()
    kept = connection.execute("SELECT count(*) FROM article").fetchone()[0]
    connection.close()
    check(pages > 0 and kept == articles, "%s: %d articles of %d kept" % (dump[0], kept, articles))
    check(start(dump, db).wait() == 2, "%s: does not go on after Ctrl-C" % dump[0])
    check(digest(db) == reference, "%s: other rows after Ctrl-C" % dump[0])


def change_noticed(dump, db):
    """A file of the same length with one byte changed is another file."""
    with open(dump[0], "r+b") as file:
        file.seek(-20, os.SEEK_END)
        byte = file.read(1)
        file.seek(-20, os.SEEK_END)
        file.write(bytes([byte[0] ^ 1]))
    done = subprocess.run([LOAD, "--quiet", dump[0], db], stderr=subprocess.PIPE, text=True)
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
            check(start(dump, db).wait() == 2, "%s: one page in the sample is damaged" % dump[0])
            references.append((dump, time.monotonic() - begin, digest(db)))
        revisions = count_revisions(db)
        for kill in range(KILLS):
            dump, seconds, reference = references[kill % len(references)]
            times = [moments.uniform(0, seconds) for _ in range(1 + kill % 2)]
            killed, on = kill_and_go_on(dump, db, times, reference)
            met, went_on = met + killed, went_on + on
        check(met >= KILLS * 2 // 3, "only %d kills met a running load" % met)
        check(went_on >= KILLS // 4, "only %d loads went on from a checkpoint" % went_on)
        check(revisions > 10_000, "only %d revisions in the history" % revisions)
        figure(met, "faults injected into the loader: killed in the middle")
        for dump, _, reference in [references[4], *references[1:3]]:
            interrupt(dump, db, reference)
        change_noticed(references[2][0], db)
    finally:
        shutil.rmtree(folder)
    finish("loader/killed")


if __name__ == "__main__":
    main()
