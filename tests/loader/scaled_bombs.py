"""scaled_bombs.py - what hostile input costs: families of it, in each format and packing, in two sizes.

bombs.py says what becomes of a hostile file; this test says what it takes. The generator combines
what is repeated (markup, streams, records, lines) with what it is packed into. For each file:

 - four times the size takes at most eight times as long, and no byte takes more than 60 times as
   long as one of plain sentences, which are loaded in the same run;
 - the peak of memory is below what SECURITY.md promises;
 - after SIGINT the loader works for at most a second, and what it has kept can be continued.

Time is that of processors, so a busy machine changes little.

    /usr/bin/python3 tests/loader/scaled_bombs.py [PART-OF-A-NAME]

tries the families whose names have that part, and prints what each file took. `make check` leaves this test
out; `make check-all` tries all families, with larger files, interrupts each, and adds threads.
"""

import bz2
import collections
import gzip
import lzma
import os
import sys
import zlib

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import LONG, check, figure, skip
from loading import ask, load_measured, many, remove, run_tests

MIB = 1 << 20
LARGE = 15 * MIB if LONG else 2 * MIB  # the other size is a quarter of it
PAGE = 15 * MIB  # what takes most memory has this size in the short form, too
PEAK, REACTION = 700_000_000, 1.0
GROWTH, STEEPEST = 8, 60  # times the time for four times the size; times the yardstick a byte
NOISE = 0.25  # seconds that prove nothing
SECONDS = 30  # the processor time after which a load is a failure

# A file of about `size` bytes, unpacked, is made by write(file, size). `full`: only of the size PAGE.
Family = collections.namedtuple("Family", "name format write full options", defaults=(False, ()))


# ---- What is repeated ----------------------------------------------------------------------------

HEADINGS = b"".join(b"\n%s %s %s\n" % (b"=" * level, b"h" * 250, b"=" * level) for level in range(1, 6))
LONG_BASE = b"<base href=http://%s.wikipedia.org/" + b"a/" * 4000 + b">"

# Markup of web pages: what begins the page, and what is repeated.
PAGES = {
    "<base>": (b"", b"<base href=aaaaaaaaaaaa/>"),
    "links after a long <base>": (LONG_BASE % b"en", b"<a href=x>y"),
    "links up from a base": (b"<base href=http://creativecommons.org/%s/>" % (b"a" * 900), b"<a href=../x>y"),
    "links to itself": (LONG_BASE % b"en", b"<a href=#>y"),
    "paragraphs": (b"", b"<p>a"),
    "cells": (b"<table>", b"<td>a"),
    "regions": (b"", b"<div>a<div>b</div>"),
    "sentences of a page": (b"<p>", b"1. "),
    "angles": (b"", b"<"),
    "references": (b"", b"&#60;"),
    "images": (b"<a href=//en.wikipedia.org/>", b"<img alt=x>"),
    "attributes": (b"<p ", b"a=b "),
    "notes": (b"", b"<sup>[1]</sup>"),
    "titles": (b"", b"<title>x</title>"),
    "deep elements": (b"", b"<div><span>"),
}

WIKITEXT = {
    "headings over sentences": (HEADINGS, b"\n====== h ======\nIt."),
    "wikitext sentences": (b"", b"1. "),
    "templates and links": (b"", b"{{a|[[b|"),
    "tables": (b"", b"\n{|\n|a||b"),
    "citations": (b"", b"a [1]. "),
    "quotation marks": (b"", b"\"a. ("),
    "letters with stops": (b"", b"A. b "),
    "references of references": (b"", b"&amp;amp;"),
    "list items": (b"", b"\n*a"),
}

RECORDS = {
    "quotation marks of CSV": ("csv", b"text\n\"", b'""', b'"\n'),
    "fields": ("csv", b"text\n", b",", b"\n"),
    "records of CSV": ("csv", b"text,a\n", b"a,b\n", b""),
    "numbers of JSON": ("jsonl", b'{"text":"x","a":[', b"1,", b"1]}\n"),
    "members of JSON": ("jsonl", b"{", b'"a":1,', b'"text":"x"}\n'),
    "escapes of JSON": ("jsonl", b'{"text":"', b"\\u00e9", b'"}\n'),
    "objects": ("jsonl", b"", b'{"text":"x"}\n', b""),
    "lines": ("text", b"", b"a.\n", b""),
    "sentences of a line": ("text", b"", b"1. ", b"\n"),
}

PACKERS = {
    "gzip": (gzip.compress, b"\x1f\x8b\x08\x00"),
    "bzip2": (bz2.compress, b"\x31\x41\x59\x26\x53\x59"),
    "xz": (lzma.compress, b"\xfd7zXZ\x00"),
    "zstd": (lambda text: b"\x28\xb5\x2f\xfd\x20%c%s%s" % (
        len(text), (1 | len(text) << 3).to_bytes(3, "little"), text), b"\x28\xb5\x2f\xfd"),
}


# ---- What it is packed into ----------------------------------------------------------------------

def record(body, head=b"", address=b"http://h/"):
    """A record of a web archive; `body` is a list of bytes."""
    length = len(head) + sum(map(len, body))
    yield (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Length: %d\r\n\r\n%s"
           % (address, length, head))
    yield from body
    yield b"\r\n\r\n"


def chunks(body):
    for part in filter(None, body):
        yield b"%x\r\n%s\r\n" % (len(part), part)
    yield b"0\r\n\r\n"


def packed(packer, body):
    yield from map(packer.compress, body)
    yield packer.flush()


CODINGS = {
    "": lambda body: body,
    "gzip": lambda body: packed(zlib.compressobj(9, zlib.DEFLATED, 31), body),
    "deflate": lambda body: packed(zlib.compressobj(9), body),
    "chunked": chunks,
    "gzip, chunked": lambda body: chunks(packed(zlib.compressobj(9, zlib.DEFLATED, 31), body)),
}


def answer(coding, body):
    """The head and body of an answer by HTTP."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
    for name in filter(None, coding.split(", ")):
        head += b"%s: %s\r\n" % (b"Transfer-Encoding" if name == "chunked" else b"Content-Encoding", name.encode())
    return list(CODINGS[coding](body)), head + b"\r\n"


def dump(begin, piece, size):
    yield (b"<mediawiki><siteinfo><dbname>enwiki</dbname></siteinfo><page><title>a</title><ns>0</ns><id>1</id>"
           b"<revision><id>2</id><text>")
    yield begin
    yield from many(piece, size)
    yield b"</text></revision></page></mediawiki>"


def web_pages():
    for name, (begin, piece) in PAGES.items():
        for coding in CODINGS if LONG or name == "paragraphs" else [""]:
            def write(file, size, begin=begin, piece=piece, coding=coding):
                file.writelines(record(*answer(coding, [begin, *many(piece, size)])))
            yield Family("%s %s" % (name, coding), "warc", write, name == "paragraphs" or LONG)

    def long_address(file, size):
        body, head = answer("", many(b"<a href=x>y", size))
        file.writelines(record(body, head, b"http://en.wikipedia.org/" + b"a" * 60000))

    def bombs(file, size):
        """Pages of 16 MB in records far from each other, so that several are read at a time."""
        page = b"".join(record(*answer("gzip", many(b"<p>a", 16 * MIB))))
        filler = b"".join(record([b"<p>%s" % (b"It is so. " * 60)], answer("", [])[1])) * 1000
        for _ in range(size // MIB):
            file.write(page)
            file.write(filler)

    def headers(file, size):
        lines = b"WARC/1.0\r\n" + b"A:\r\n" * 16000 + b"Content-Length: 0\r\n\r\n\r\n\r\n"
        file.writelines(many(lines, size))

    def short_chunks(file, size):
        body = list(many(b"1\r\na\r\n", size)) + [b"0\r\n\r\n"]
        file.writelines(record(body, answer("chunked", [])[1]))

    yield Family("links of a page with a long address", "warc", long_address)
    yield Family("packed pages of 16 MB beside others", "warc", bombs, full=True)
    yield Family("lines of headers", "warc", headers)
    yield Family("chunks of one byte", "warc", short_chunks)


def texts():
    for name, (begin, piece) in WIKITEXT.items():
        full = name in ("headings over sentences", "wikitext sentences")
        yield Family(name, "mediawiki", lambda file, size, begin=begin, piece=piece:
                     file.writelines(dump(begin, piece, size)), full)
    for name, (kind, begin, piece, end) in RECORDS.items():
        yield Family(name, kind, lambda file, size, begin=begin, piece=piece, end=end:
                     file.writelines([begin, *many(piece, size), end]), LONG)


def streams():
    """Streams without content, damaged ones, and only their first bytes, after a good one."""
    for name, (pack, magic) in PACKERS.items():
        good, empty = pack(b"This one is whole.\n"), pack(b"")
        for what, piece in (("empty streams", empty), ("first bytes", magic), ("damaged streams", good[:-3]),
                            ("streams of a byte", pack(b"\n")), ("zero bytes", bytes(8))):
            yield Family("%s of %s" % (what, name), "text", lambda file, size, good=good, piece=piece:
                         file.writelines([good, *many(piece, size)]))


# Views and tables of somebody else, of which a row has long values; `%d` is how long, at most.
LONG_VALUES = {
    "four values of a view": "CREATE VIEW v AS SELECT hex(zeroblob(%d)) text, hex(zeroblob(%d)) a,"
                             " hex(zeroblob(%d)) b, hex(zeroblob(%d)) c",
    "values of a view": "CREATE VIEW v AS SELECT 'x' text, " + ", ".join(
        "zeroblob(%d) c%d" % (31 * MIB, i) for i in range(16)),
    "rows of a recursive view": "CREATE VIEW v AS WITH RECURSIVE r(n, text) AS (SELECT 1, zeroblob(%d) UNION ALL"
                                " SELECT n + 1, zeroblob(%d) FROM r WHERE n < 24) SELECT n, text FROM r",
    "sorted rows of a view": "CREATE VIEW v AS WITH RECURSIVE r(n, text) AS (SELECT 1, zeroblob(%d) UNION ALL"
                             " SELECT n + 1, zeroblob(%d) FROM r WHERE n < 24) SELECT n, text FROM r ORDER BY text",
}


def databases():
    for name, sql in LONG_VALUES.items():
        for length in (10 * MIB, 60 * MIB):
            ask("values", sql.replace("%d", str(length)))
            names = [name for name, in ask("values", "SELECT name FROM pragma_table_info('v')")]
            others = [column for column in names if column not in ("text", "n")]
            yield name + ", %d MB" % (length // MIB), (
                "--table", "v", *(("--carry", ",".join(others)) if others else ()))
            os.remove("values")


# ---- The loads -----------------------------------------------------------------------------------

def load(path, kind, options=(), threads=2, interrupt_at=None, again=False):
    if not again:
        remove("db")
    return load_measured("--threads", str(threads), "--format", kind, *options, path, db="db", seconds=SECONDS,
                         interrupt_at=interrupt_at)


def rows():
    return ask("db", "SELECT (SELECT count(*) FROM article), (SELECT count(*) FROM sentence), (SELECT count(*) FROM damage)")


def show(name, path, run):
    if len(sys.argv) > 1:
        print("%-45s %9d bytes %6.1f MB %6.2f s, status %d %s %s" % (
            name, os.path.getsize(path), run.peak / 1e6, run.seconds, run.status,
            "after %.2f s" % run.reaction if run.reaction else "", run.errors.strip()[:80]))


def written(family, size):
    with open("bomb", "wb") as file:
        family.write(file, size)
    return "bomb"


def try_interrupt(family, whole):
    """Ends a load in its middle, and continues it."""
    expected = rows()
    run = load("bomb", family.format, family.options, interrupt_at=whole.seconds * 0.3)
    show(family.name + ", interrupted", "bomb", run)
    check(run.status in (130, whole.status), "%s: status %d after SIGINT: %s" % (family.name, run.status, run.errors))
    check(run.reaction <= REACTION, "%s: works for %.2f s after SIGINT" % (family.name, run.reaction))
    again = load("bomb", family.format, family.options, again=True)
    check(again.status == whole.status and rows() == expected,
          "%s: continued, status %d, expected %d; the rows are %s, expected %s"
          % (family.name, again.status, whole.status, rows(), expected))


def try_family(family, yardstick):
    runs = {}
    for size in (PAGE,) if family.full and not LONG else (LARGE // 4, LARGE):
        runs[size] = run = load(written(family, size), family.format, family.options)
        show(family.name, "bomb", run)
        check(run.status in (0, 1, 3), "%s, %d bytes: status %d: %s" % (family.name, size, run.status, run.errors))
        check(run.peak < PEAK, "%s, %d bytes: %.0f MB" % (family.name, size, run.peak / 1e6))
        check(run.seconds < NOISE + STEEPEST * yardstick * size,
              "%s, %d bytes: %.2f s, a sentence takes %.2f" % (family.name, size, run.seconds, yardstick * size))
        if run.status not in (0, 1, 3):
            return
    if len(runs) > 1:
        check(runs[LARGE].seconds < NOISE + GROWTH * runs[LARGE // 4].seconds,
              "%s: %.2f s, and %.2f for a quarter" % (family.name, runs[LARGE].seconds, runs[LARGE // 4].seconds))
    size, run = max(runs.items())
    if run.status != 1 and run.seconds > (0.3 if LONG else 1.0):
        try_interrupt(family, run)
    if LONG and run.status != 1:
        crowd = load("bomb", family.format, family.options, threads=8)
        check(crowd.peak < PEAK, "%s, 8 threads: %.0f MB" % (family.name, crowd.peak / 1e6))


def try_database(name, options):
    run = load("values", "sqlite", options)
    show(name, "values", run)
    check(run.status in (1, 3), "%s: status %d: %s" % (name, run.status, run.errors))
    check(run.peak < PEAK, "%s: %.0f MB" % (name, run.peak / 1e6))


def measure_yardstick():
    """The time that a byte of plain sentences takes."""
    sentence = b"The mill at the river was built of grey stone in 1847, and it burnt down twice. "
    family = Family("", "text", lambda file, size: file.writelines(many(sentence * 5 + b"\n", size)))
    run = load(written(family, LARGE), "text")
    check(run.status == 0, "plain sentences: status %d: %s" % (run.status, run.errors))
    return run.seconds / LARGE


def test_all():
    part, tried = "".join(sys.argv[1:]), 0
    if not LONG and not part:
        skip("loader/scaled_bombs: make check-all tries these")
        return
    yardstick = measure_yardstick()
    for families in web_pages, texts, streams:
        for family in families():
            if part in family.name:
                try_family(family, yardstick)
                tried += 1
    for name, options in databases():
        if part in name:
            try_database(name, options)
            tried += 1
    figure(tried, "families of hostile input of linear cost")


sys.exit(run_tests("loader/scaled_bombs", {"test_all": test_all}))
