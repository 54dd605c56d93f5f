"""bombs.py - hostile files: small ones that could take unlimited memory, time or rows.

Each case is a file that this test writes, and what the loader must make of it: the status, the
message in the table damage or as an error, and a query whose answer is 1, mostly that a good page or
record next to the bomb was loaded. For each limit, one file is exactly at it and is loaded, and one
is just beyond it. The loader must stay below the memory that SECURITY.md promises. Limits of the
process turn a bomb that goes off into a failure of this test.

In the long form, four times the size takes at most eight times the time of processors, and after SIGINT
the loader works for at most a second, and what it has kept can be continued.

    /usr/bin/python3 tests/loader/bombs.py [PART-OF-A-NAME]

prints what each case took. The long form also decompresses 50 times as much.
"""

import bz2
import collections
import functools
import gzip
import lzma
import os
import sqlite3
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import LONG, check, figure
from loading import ask, load_measured, many, remove, run_tests

MIB = 1 << 20
HUGE = 1000 * MIB if LONG else 18 * MIB  # the decompressed size of a small file, more than any limit
PAGE = 15 * MIB if LONG else MIB // 2  # a page that is not too long
PEAK = 700_000_000 / MIB  # the loader's limit; pages of five million sentences take 545
ADDRESSES, SECONDS, FILE = 3000 * MIB, 120, 600 * MIB  # limits of the process
# Seconds after SIGINT, times the time for four times the size, and seconds that prove nothing.
REACTION, GROWTH, NOISE = 1.0, 8, 0.25

# Parts of the file; the status, message and query expected; options; compression.
Case = collections.namedtuple("Case", "name parts status message query options pack",
                              defaults=("SELECT 1", (), "gzip"))


# ---- What the files consist of -------------------------------------------------------------------

HEADER = "<mediawiki><siteinfo><dbname>enwiki</dbname></siteinfo>\n"
GOOD = ("<page><title>Good</title><ns>0</ns><id>7</id><revision><id>8</id>"
        "<text>This one is whole.</text></revision></page>\n")
# That page, or a record with its text, is there, but nothing from the bomb.
UNHARMED = "SELECT count(*) = 1 FROM sentence JOIN article ON article_id = article.id"
BESIDE = "SELECT count(*) = 1 FROM sentence WHERE text = 'This one is whole.'"


def counted(piece, count):
    """A piece with each number in it."""
    return (piece % number for number in range(count))


def page(*text, title=("Bomb",)):
    return ("<page><title>", *title, "</title><ns>0</ns><id>1</id><revision><id>2</id><text>",
            *text, "</text></revision></page>\n")


def dump(*parts, before=""):
    return (before, HEADER, *parts, GOOD, "</mediawiki>\n")


def flat(parts):
    for part in parts:
        if isinstance(part, bytes):
            yield part
        elif isinstance(part, str):
            yield part.encode()
        else:
            yield from flat(part)


LAUGHS = '<!DOCTYPE mediawiki [<!ENTITY l0 "ha">%s]>\n' % "".join(
    '<!ENTITY l%d "%s">' % (i, "&l%d;" % (i - 1) * 10) for i in range(1, 10))
LONG_ENTITY = '<!DOCTYPE mediawiki [<!ENTITY a "%s">]>\n' % ("a" * 100_000)
EXTERNAL = ('<!DOCTYPE mediawiki SYSTEM "file:///etc/passwd" ['
            '<!ENTITY file SYSTEM "file:///etc/passwd">'
            '<!ENTITY % more SYSTEM "file:///etc/passwd"> %more;]>\n')


# ---- Cases ---------------------------------------------------------------------------------------

def entities():
    yield Case("entities that grow tenfold, nine times", dump(page("&l9;"), before=LAUGHS),
               3, "Entity 'l9' not defined", UNHARMED)
    yield Case("the same, declared before a page", dump(LAUGHS, page("&l9;")),
               3, "Entity 'l9' not defined", UNHARMED)
    yield Case("the same, declared inside a page",
               dump("<page>", LAUGHS, "<title>&l9;</title></page>"),
               3, "XML is broken", UNHARMED)
    yield Case("a long entity very often", dump(page(many("&a;", PAGE)), before=LONG_ENTITY),
               3, "Entity 'a' not defined", UNHARMED)
    yield Case("entities that grow, in the siteinfo",
               (LAUGHS, "<mediawiki><siteinfo><base>&l9;</base></siteinfo>", GOOD, "</mediawiki>"),
               3, "Entity 'l9' not defined", UNHARMED)
    yield Case("an entity that is a file", dump(page("&file;"), before=EXTERNAL),
               3, "Entity 'file' not defined", UNHARMED)
    yield Case("a title that is a file", dump(page("", title=("&file;",)), before=EXTERNAL),
               3, "Entity 'file' not defined", UNHARMED)


def elements():
    deep = "elements are nested more than 256 deep"
    tag = "a tag is longer than 8192 bytes"
    names = "there are more than 16384 different XML names"
    attributes = "".join(counted(" a%d=''", 900))
    yield Case("deep elements", dump("<page>", many("<a>", PAGE), "</page>"), 3, deep, UNHARMED)
    yield Case("deep elements that are closed",
               dump("<page>", many("<a>", PAGE // 2), many("</a>", PAGE * 2 // 3), "</page>"),
               3, deep, UNHARMED)
    yield Case("many attributes", dump("<page><a", counted(" a%d=''", PAGE // 15), "/></page>"),
               3, tag, UNHARMED)
    yield Case("many attributes after a comment",
               dump("<page><!-->\" > --><a", counted(" a%d='>'", PAGE // 15), "/></page>"),
               3, tag, UNHARMED)
    yield Case("a tag that has no end", dump("<page><a ", many("c ", PAGE), "</page>"),
               3, tag, UNHARMED)
    yield Case("a long value", dump("<page><a b='", many("c ", PAGE), "'/></page>"),
               3, tag, UNHARMED)
    yield Case("a value that has no end", dump("<page><a b='", many("c ", PAGE), "</page>"),
               3, "Unescaped '<' not allowed in attributes values", UNHARMED)
    yield Case("many attributes and a value that has no end",
               dump("<page><a", attributes, " b='", many("c ", PAGE), "</page>"),
               3, "Unescaped '<' not allowed in attributes values", UNHARMED)
    yield Case("many tags with many attributes",
               dump("<page>", many("<e%s/>" % attributes, PAGE), "</page>"), 0, "", UNHARMED)
    yield Case("many namespaces of XML",
               dump("<page>", counted("<e xmlns:n%d='u'>", 250), counted("<e%d xmlns:a='u'/>", 250),
                    many("<z:b/>", PAGE), "</page>"),
               3, "there are more than 256 XML namespaces", UNHARMED)
    yield Case("many names", dump("<page>", counted("<e%d/>", PAGE // 12), "</page>"),
               3, names, UNHARMED)
    yield Case("many instructions", dump("<page>", counted("<?p%d?>", PAGE // 12), "</page>"),
               3, names, UNHARMED)
    yield Case("attributes of the dump",
               ("<mediawiki", counted(" a%d=''", PAGE // 15), ">", GOOD, "</mediawiki>"),
               0, "", UNHARMED)
    yield Case("many namespaces of the wiki",
               ("<mediawiki><siteinfo><namespaces>",
                counted('<namespace key="%d">N</namespace>', PAGE // 40),
                "</namespaces></siteinfo>", GOOD, "</mediawiki>"), 0, "", UNHARMED)


def lengths():
    page_max, title_max = "a revision is longer than 16777216 bytes", "the field is longer than 4096 bytes"
    yield Case("a title that does not end", dump(page("a", title=many("t", HUGE))),
               3, page_max, UNHARMED)
    yield Case("a long title", dump(page("a", title=many("t", PAGE))), 3, title_max, UNHARMED)
    yield Case("a text that does not end", dump(page(many("Text. ", HUGE))), 3, page_max, UNHARMED)
    yield Case("a name that does not end", dump("<page><", many("n", HUGE), ">"),
               3, page_max, UNHARMED)
    yield Case("a page that does not end",
               (HEADER, GOOD, "<page>", many("<revision><text>a</text></revision>", HUGE // 5)),
               3, "the dump ends in the middle of this page", BESIDE)
    yield Case("a comment before the pages",
               ("<mediawiki><!--", many("-x", HUGE), "-->", GOOD, "</mediawiki>"), 0, "", UNHARMED)
    yield Case("much between pages", dump(many("x", HUGE)), 0, "", UNHARMED)
    yield Case("no tag", many("x", HUGE), 3, "the record is longer than 16777216 bytes",
               "SELECT kind = 'text' FROM source")
    yield Case("white space", many(" ", HUGE), 1, "is not a MediaWiki dump")
    yield Case("very many pages",
               dump(many("<page><title/><revision><text/></revision></page>", HUGE // 10)),
               0, "", BESIDE)
    yield Case("very many revisions",
               dump("<page><title>R</title><ns>0</ns><id>1</id>",
                    many("<revision><id>3</id><text>One.</text></revision>", HUGE // 10),
                    "</page>"), 0, "", BESIDE, ("--history",))
    yield from numbers()


def numbers():
    """Numbers out of range, and invalid times."""
    digits = "99999999999999999999999"
    yield Case("numbers and times out of range",
               dump("<page><title>N</title><ns>0</ns><id>%s</id><revision><id>-%s</id>"
                    "<timestamp>99999-99-99</timestamp><text>Out of range.</text></revision></page>"
                    % (digits, digits)),
               0, "", "SELECT page_id IS NULL AND revision_id IS NULL AND"
               " revision_time = '99999-99-99' FROM article WHERE title = 'N'")
    for number, found in ((2147483647, 2147483647), (2147483648, -1000), (digits, -1000)):
        outside = dump("<page><title>N</title><ns>%s</ns><revision><text>Out.</text></revision>"
                       "</page>" % number)
        yield Case("the namespace %s" % number, outside, 0, "", UNHARMED)
        yield Case("the namespace %s, of all" % number, outside, 0, "",
                   "SELECT namespace = %d FROM article WHERE title = 'N'" % found,
                   ("--namespaces", "all"))


def packed():
    for pack in ("bzip2, a stream for each part", "xz", "zstd"):
        yield Case("a text that does not end, " + pack, dump(page(many("Text. ", HUGE))),
                   3, "a revision is longer than 16777216 bytes", UNHARMED, (), pack)
    for pack in ("bzip2", "xz", "zstd"):
        yield Case("zero bytes, " + pack, (HEADER, GOOD, many("\0", HUGE)),
                   3, "without </mediawiki>", UNHARMED, (), pack)
    # A dictionary may have 2 or 3 times a power of 2 bytes, a window 8 to 15 times one.
    xz_max, zstd_max = "decompression needs more than 160 MiB of memory", "too much memory"
    for name, file, message in (
            ("a dictionary of 128 MiB, xz", xz_with_dictionary(dump(), 30), ""),
            ("a dictionary of 192 MiB, xz", xz_with_dictionary(dump(), 31), xz_max),
            ("a dictionary of 4 GiB, xz", xz_with_dictionary(dump(), 40), xz_max),
            ("a window of 128 MiB, zstd", zstd_with_window(dump(), 27, 0), ""),
            ("a window of 144 MiB, zstd", zstd_with_window(dump(), 27, 1), zstd_max),
            ("a window of 2 GiB, zstd", zstd_with_window(dump(), 31, 0), zstd_max)):
        yield Case(name, (file,), 1 if message else 0, message, UNHARMED, (), "plain")


def streams():
    """Streams without content, damaged ones, and only their first bytes, after a good one."""
    for pack, magic in ((gzip.compress, b"\x1f\x8b\x08\x00"), (bz2.compress, b"\x31\x41\x59\x26\x53\x59"),
                        (lzma.compress, b"\xfd7zXZ\x00")):
        good, empty = pack(b"This one is whole.\n"), pack(b"")
        for what, piece, status in (("empty streams", empty, 0), ("first bytes", magic, 3),
                                    ("damaged streams", good[:-3], 3), ("streams of a byte", pack(b"\n"), 0)):
            yield Case("%s of %s" % (what, pack.__module__), (good, many(piece, PAGE)), status, "",
                       "SELECT count(*) >= 1 FROM sentence", TEXT, "plain")


def databases():
    """Views of somebody else, of which a row has long values."""
    rows = ("WITH RECURSIVE r(n, text) AS (SELECT 1, zeroblob(%d) UNION ALL SELECT n + 1, zeroblob(%d) FROM r"
            " WHERE n < 24) SELECT n, text FROM r")
    values = "SELECT hex(zeroblob(%d)) text, hex(zeroblob(%d)) a, hex(zeroblob(%d)) b, hex(zeroblob(%d)) c"
    for name, select, status in (("four values of a view", values, 3), ("rows of a recursive view", rows, 3),
                                 ("sorted rows of a view", rows + " ORDER BY text", 1)):
        for length in (10, 60):
            yield Case("%s, %d MB" % (name, length), ("CREATE VIEW v AS " + select.replace("%d", str(length * MIB)),),
                       status if length == 10 else 1, "a larger --memory reads it" if length == 60 else "", "SELECT 1",
                       ("--format", "sqlite", "--table", "v"), "database")


def wikitext():
    """Everything that opens and is never closed, or that closes what was not open."""
    pieces = ("{{", "}}", "[[", "]]", "{|\n", "\n|}", "\n|-\n|a||b", "\n*", "\n:", "\n== a ==\n",
              "=", "[http://a ", "{{{a|", "{{a|{{{b|[[c|", "{{lang|en|", "{{convert|1|km|",
              "{{#if:", "{{nowrap|", "[[File:a|", "-{", "''", "'''''", "a'' ", "&lt;ref&gt;",
              "&lt;ref name=a/&gt;", "&lt;/div&gt;", "&lt;div&gt;", "&lt;a b=\"", "&lt;!--",
              "&lt;nowiki&gt;", "&lt;math&gt;", "&lt;", "&amp;amp;", "&amp;#38;", "__TOC__",
              "http://a", "A. ", "a.b", "...", "1. ", "(", "( \"", "\u201c", "\u3002", "?!", "\n",
              " ", "a", "\u0301")
    for piece in pieces:
        yield Case("wikitext %r" % piece, dump(page("Begin.\n\n", many(piece, PAGE))),
                   0, "", BESIDE)
    yield Case("several pages of very many sentences",
               dump(*(page("Begin.\n\n", many("1. ", PAGE)) for _ in range(3))), 0, "", BESIDE)
    yield Case("a long heading over many sentences",
               dump(page("== ", many("h", PAGE // 2), " ==\n", many("It is so. ", PAGE // 4))),
               0, "", BESIDE)
    headings = ("\n%s %s %s\n" % ("=" * level, "h" * 5000, "=" * level) for level in range(2, 7))
    yield Case("long headings within headings over short sentences",
               dump(page(headings, many("\n\nSo.", PAGE // 10))),
               0, "", "SELECT max(length(section)) < 1300 FROM sentence")
    marks = ("=" * (1 + i % 6) for i in range(PAGE // 40))
    yield Case("headings within headings",
               dump(page("\n%s a %s\nIt is so. " % (mark, mark) for mark in marks)), 0, "", BESIDE)


CSV, TSV, JSONL, TEXT = (("--format", name) for name in ("csv", "tsv", "jsonl", "text"))


def records():
    record_max = "the record is longer than 16777216 bytes"
    line, good = "This one is whole.\n", '{"text":"This one is whole."}\n'
    yield Case("a line that does not end", (many("x", HUGE), "\n", line),
               3, record_max, UNHARMED, TEXT)
    yield Case("a file that does not end", many("x", HUGE),
               3, record_max, "SELECT 1", TEXT + ("--document", "file"))
    yield Case("a field that does not end", ("text\n\"", many("x", HUGE), "\"\n", line),
               3, record_max, UNHARMED, CSV)
    yield Case("a mark that is not closed", ("text\n", line, "\"", many("x\n", HUGE)),
               3, record_max, UNHARMED, CSV)
    yield Case("many fields", ("id,text\n1", many(",", PAGE), "\n2,", line), 0, "", UNHARMED, CSV)
    yield Case("many columns", ("text", many(",c", 2 * MIB), "\na\n"),
               1, "no line end in its first 1048576 bytes", "SELECT 1", CSV)
    yield Case("empty lines", ("text\n", many("\n", HUGE // 10), line), 0, "", UNHARMED, TSV)
    yield Case("many records", ("text\n", many("\\N\n", HUGE // 40), line), 0, "", BESIDE, TSV)
    yield Case("deep arrays", (many("[", PAGE), "\n", good), 3, "invalid JSON", UNHARMED, JSONL)
    yield Case("deep objects", ('{"text":', many('{"a":', PAGE), "\n", good),
               3, "invalid JSON", UNHARMED, JSONL)
    yield Case("deep arrays that are closed",
               ('{"a":', many("[", PAGE // 2), many("]", PAGE // 2), "}\n", good),
               3, "invalid JSON", UNHARMED, JSONL)
    yield Case("many members",
               ("{", many('"a":1,', PAGE), '"text":"This one is whole."}\n'),
               0, "", UNHARMED, JSONL)
    yield Case("a text that does not end, in JSON", ('{"text":"', many("x", HUGE), '"}\n', good),
               3, record_max, UNHARMED, JSONL)
    yield Case("a long number",
               ('{"id":', many("9", PAGE), ',"text":"This one is whole."}\n'),
               0, "", "SELECT page_id IS NULL FROM article", JSONL)
    yield from unnamed()


def archives():
    """Pages of web archives, mostly HTML, and a good one after them."""
    def record(length, *block, kind="html"):
        return ("WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/%s\r\nWARC-Target-URI: u\r\n"
                "Content-Length: %d\r\n\r\n" % (kind, length), block, "\r\n\r\n")

    good = record(18, "This one is whole.", kind="plain")
    two, block_max = "SELECT count(*) = 2 FROM article", "more than 16777216"
    header_max = "its header is longer than 65536 bytes"
    yield Case("a record that does not end", (record(HUGE, many("x", HUGE)), good), 3, block_max, UNHARMED)
    yield Case("a record longer than any file", (record(10**18 - 1, "x"), good), 3, block_max, UNHARMED)
    yield Case("a header that does not end", ("WARC/1.0\r\n", many("A: b\r\n", HUGE), good), 3, header_max,
               UNHARMED)
    yield Case("a field that does not end", ("WARC/1.0\r\nA: ", many("b", HUGE), good), 3, header_max, UNHARMED)
    yield Case("no records", (good, many("x", HUGE), good), 3, "bytes that belong to no record", two)
    yield Case("beginnings of records", (good, many("WARC/1.0\r\n", PAGE), good), 3, header_max, two)
    yield Case("records without a block", (many("WARC/1.0\r\nContent-Length: 0\r\n\r\n", PAGE), good), 0, "",
               UNHARMED)
    yield Case("line ends between records", (good, many("\r\n", HUGE), good), 0, "", two)
    for markup in ("<p>", "<b>", "</b>", "<a href=x>y", "&amp;", "<!--", "<table><tr><td>", "<p>x.</p>", "<",
                   "<a href=//en.wikipedia.org/x>y</a>", "<base href=aaaa/>", "<div>a<div>b</div>", "&#60;",
                   "<img alt=x>", "<sup>[1]</sup>", "<title>x</title>", "<div><span>"):
        many_blocks = markup.startswith("<p>x.")
        size = (15 if LONG or many_blocks else 2) * MIB // len(markup) * len(markup)
        yield Case("a page of " + markup, (record(size, many(markup, size)), good), 3 if many_blocks else 0,
                   "its text has more than 1048576 paragraphs" if many_blocks else "", two)
    base = "<base href=http://en.wikipedia.org/%s>" % ("a/" * 4000)
    for markup in "<a href=#>y", "<a href=../x>y":
        links = PAGE // len(markup) * len(markup)
        yield Case("a page of %s below a long address" % markup,
                   (record(len(base) + links, base, many(markup, links)), good), 0, "", two)
    for blocks in 1 << 20, (1 << 20) + 1:
        fits = blocks <= 1 << 20
        yield Case("a page of %d paragraphs" % blocks, (record(4 * blocks, many("<p>x", 4 * blocks)), good),
                   0 if fits else 3, "" if fits else "its text has more than 1048576 paragraphs", two)
    yield Case("a text of short lines", ("WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\n"
                                         "WARC-Target-URI: u\r\nContent-Length: %d\r\n\r\n" % (15 * MIB),
                                         many("x.\n", 15 * MIB), "\r\n\r\n", good), 0, "", two)
    for size in 16 * MIB, 16 * MIB + 1, 80 * MIB:
        body = zlib.compress(b"<p>x." + bytes(size - 5), 9)
        head = ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate\r\n\r\n").encode()
        fits = size <= 16 * MIB
        yield Case("a packed page of %d bytes" % size, (
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: u\r\nContent-Length: %d\r\n\r\n"
            % (len(head) + len(body)), head, body, "\r\n\r\n", good), 0 if fits else 3,
                   "" if fits else "its body, decoded, is longer than 16777216 bytes", two if fits else UNHARMED)
    for size in 16 * MIB, 16 * MIB + 1:
        fits = size <= 16 * MIB
        yield Case("a block of %d bytes" % size, (record(size, many("x", size)), good), 0 if fits else 3,
                   "" if fits else block_max, two if fits else UNHARMED)


def unnamed():
    """Files whose format the loader finds out by itself, and the column of their texts."""
    line = "This one is whole.\n"
    for delimiter in ",;|":
        yield Case("nothing but %r" % delimiter, many(delimiter, HUGE), 3,
                   "the record is longer than 16777216 bytes", "SELECT kind = 'text' FROM source")
        yield Case("lines of %r" % delimiter, many(delimiter * 99 + "\n", PAGE), 0, "",
                   "SELECT kind = 'text' FROM source")
    yield Case("quotation marks and delimiters", many('",;\t|', PAGE), 0, "",
               "SELECT kind = 'text' FROM source")
    yield Case("many members of different names",
               ("{", counted('"m%d":"a text",', PAGE // 100), '"text":"This one is whole."}\n'),
               0, "", UNHARMED)
    yield Case("short objects of different names",
               (counted('{"m%d":"a text"}\n', PAGE // 100),), 1, "has no member 'text'", "SELECT 1")
    yield Case("deep arrays in unnamed JSON", ('{"text":"a", "b":', many("[", PAGE), "\n",
                                               '{"text":"This one is whole."}\n'),
               3, "invalid JSON", UNHARMED)
    yield Case("many columns without names", (many("c,", MIB), "\n", many("c,", MIB), "\n"), 1,
               "which of its columns is the text?", "SELECT 1", CSV + ("--no-header",))
    for encoding, status in (("ISO-2022-JP", 3), ("UTF-7", 3), ("UTF-16LE", 3), ("SHIFT_JIS", 0)):
        yield Case("escapes in " + encoding, (line, many("\x1b", HUGE // 10)), status, "",
                   "SELECT 1", TEXT + ("--encoding", encoding))
    yield Case("whole texts", (many('"a\n\n\t"\n', PAGE), "b\n"), 0, "",
               "SELECT count(*) > 1 FROM article", CSV + ("--whole", "--no-header"))


# ---- Limits: what has just the size, and what is one more ----------------------------------------

def limit_page(inside="", title="Limit", revision="", text="Text."):
    return ("<page><title>", title, "</title><ns>0</ns><id>1</id>", inside, "<revision><id>2</id>",
            revision, "<text>", text, "</text></revision></page>\n")


def pair(name, most, parts, message, options=(), status=3):
    """The file that `parts` makes of a size is loaded at the limit, beside the good page, and not
    beyond."""
    yield Case("%s, %d" % (name, most), parts(most), 0, "",
               "SELECT count(*) = 2 FROM article", options)
    yield Case("%s, %d" % (name, most + 1), parts(most + 1), status, message,
               "SELECT count(*) = 1 FROM article", options)


def page_pair(name, most, make, message):
    """The same for a page, read by its outline, and for one with a comment, which has no
    outline."""
    for kind, comment in (name, ""), (name + " and a comment", "<!-- -->"):
        yield from pair(kind, most,
                        lambda size, comment=comment: dump(make(size, comment)), message)


def page_limits():
    yield from page_pair("a tag", 8192, lambda size, more: limit_page(
        more + "<a b='%s'/>" % ("c" * (size - len("<a b=''/>")))), "a tag is longer than 8192 bytes")
    yield from page_pair("elements within elements", 256, lambda size, more: limit_page(
        more + "<a>" * (size - 1) + "</a>" * (size - 1)),
        "elements are nested more than 256 deep")
    yield from page_pair("namespaces of XML", 256, lambda size, more: limit_page(
        (more, counted("<e xmlns:n%d='u'/>", size))), "there are more than 256 XML namespaces")
    others = len(("page", "title", "ns", "id", "revision", "text"))
    yield from page_pair("names", 16384, lambda size, more: limit_page(
        (more, counted("<e%d/>", size - others))), "there are more than 16384 different XML names")
    yield from page_pair("a title", 4096, lambda size, more: limit_page(more, "t" * size),
                         "the field is longer than 4096 bytes")
    yield from page_pair("a contributor", 4096, lambda size, more: limit_page(
        more, revision="<contributor><username>%s</username></contributor>" % ("u" * size)),
        "the field is longer than 4096 bytes")
    yield from page_pair("a time", 256, lambda size, more: limit_page(
        more, revision="<timestamp>%s</timestamp>" % ("9" * size)), "the field is longer than 256 bytes")
    yield from page_pair("a number", 256, lambda size, more: limit_page(
        more + "<id>%s</id>" % ("9" * size)), "the field is longer than 256 bytes")
    yield from page_pair("a text", 16 * MIB, lambda size, more: limit_page(
        more, text=many("x", size)), "the text is longer than 16777216 bytes")


def other_limits():
    # Only the size of a page is known before it is read, so a mebibyte is left for what is not text.
    for mebibytes, status, message in (16, 0, ""), (18, 3, "a revision is longer than 16777216 bytes"):
        yield Case("a revision of %d MiB" % mebibytes,
                   dump(limit_page(revision=("<a>", many("x", mebibytes * MIB), "</a>"))),
                   status, message, "SELECT count(*) = 2 - (%d > 16) FROM article" % mebibytes)
    line, record_max = "\nThis one is whole.\n", "the record is longer than 16777216 bytes"
    yield from pair("a line", 16 * MIB, lambda size: (many("x", size), line), record_max, TEXT)
    for options in CSV, TSV:
        yield from pair("a record of " + options[1], 16 * MIB,
                        lambda size: ("text\n", many("x", size), line), record_max, options)
    yield from pair("a record of JSON", 16 * MIB,
                    lambda size: ('{"text":"', many("x", size - len('{"text":""}')), '"}\n',
                                  '{"text":"This one is whole."}\n'), record_max, JSONL)
    yield from pair("the line that names columns", MIB,
                    lambda size: ("text,", many("c", size - len("text,")), "\nOne.", line),
                    "no line end in its first 1048576 bytes", CSV, 1)
    for size in (255, 256):
        yield Case("a heading of %d bytes" % size,
                   dump(page("== %s ==\nIt is so." % ("h" * size))),
                   0, "", "SELECT max(length(section)) = 255 FROM sentence")
    for count, status, message in (64, 0, ""), (65, 2, "--namespaces: expected at most 64 numbers"):
        yield Case("%d namespaces" % count, dump(), status, message, UNHARMED,
                   ("--namespaces", ",".join(map(str, range(count)))))
    for size, status, message in (200, 0, ""), (201, 2, "a name is longer than 200 bytes"):
        name = "c" * size
        yield Case("a name of %d bytes for a column" % size, (name, line), status, message,
                   UNHARMED, CSV + ("--columns", "text=" + name))


# ---- Packed files that no packer makes -----------------------------------------------------------

def xz_with_dictionary(parts, code):
    """An xz file whose header asks for the dictionary with this code; 40 is the largest, 4 GiB."""
    packed_file = bytearray(lzma.compress(b"".join(flat(parts))))
    begin, end = 12, 12 + (packed_file[12] + 1) * 4
    packed_file[packed_file.index(b"\x21\x01", begin) + 2] = code
    packed_file[end - 4 : end] = zlib.crc32(packed_file[begin : end - 4]).to_bytes(4, "little")
    return bytes(packed_file)


def zstd_with_window(parts, power, eighths):
    """A frame with one raw block, and a window of 2**power bytes and this many eighths more."""
    data = b"".join(flat(parts))
    window, block = (power - 10) << 3 | eighths, 1 | len(data) << 3
    return b"\x28\xb5\x2f\xfd\x00" + bytes([window]) + block.to_bytes(3, "little") + data


# ---- The loads -----------------------------------------------------------------------------------

def write(path, case):
    """Writes part by part, because together they may be a gigabyte."""
    with open(path, "wb") as file:
        if case.pack == "zstd":
            packer = subprocess.Popen(["zstd", "-qc"], stdin=subprocess.PIPE, stdout=file)
            for part in flat(case.parts):
                packer.stdin.write(part)
            packer.stdin.close()
            packer.wait()
            return
        if case.pack in ("plain", "database"):
            file.writelines(flat(case.parts))
            return
        if case.pack.startswith("bzip2, "):
            compress = functools.lru_cache(8)(bz2.compress)  # most parts are the same
            file.writelines(compress(part) for part in flat(case.parts))
            return
        packer = {"gzip": lambda: zlib.compressobj(1, zlib.DEFLATED, 31),
                  "bzip2": bz2.BZ2Compressor,
                  "xz": lambda: lzma.LZMACompressor(preset=0)}[case.pack]()
        file.writelines(packer.compress(part) for part in flat(case.parts))
        file.write(packer.flush())


def look(db, query):
    """The messages in damage, and whether the query's answer is 1."""
    connection = sqlite3.connect(db)
    try:
        damage = connection.execute("SELECT DISTINCT message FROM damage LIMIT 100").fetchall()
        return "".join(message for message, in damage), connection.execute(query).fetchone() == (1,)
    finally:
        connection.close()


def load(case, again=False, interrupt_at=None):
    if not again:
        remove("db")
    return load_measured("--threads", "2", *case.options, "bomb", db="db", addresses=ADDRESSES, seconds=SECONDS,
                         file=FILE, interrupt_at=interrupt_at)


def try_case(case, show):
    write("bomb", case)
    if case.pack == "database":
        with open("bomb", encoding="utf-8") as file:
            sql = file.read()
        remove("bomb")
        ask("bomb", sql)
    run = load(case)
    said, mebibytes = run.errors, run.peak / MIB
    check(run.status == case.status,
          "%s: status %d, expected %d: %s" % (case.name, run.status, case.status, said))
    if run.status in (0, 3):
        damage, right = look("db", case.query)
        check(right, "%s: not so: %s" % (case.name, case.query))
        said += damage
    else:
        check(said.count("\n") == 1, "%s: more than one line: %s" % (case.name, said))
    check(case.message in said,
          "%s: expected '%s', found '%s'" % (case.name, case.message, said[:500]))
    check(mebibytes < PEAK, "%s: %d MiB" % (case.name, mebibytes))
    if show:
        print("%-45s %9d bytes %4d MiB %5.1f s  %s"
              % (case.name, os.path.getsize("bomb"), mebibytes, run.seconds, said.strip()[:100]))


def rows():
    return ask("db", "SELECT (SELECT count(*) FROM article), (SELECT count(*) FROM sentence), (SELECT count(*) FROM damage)")


def try_interrupt(case, whole):
    """Ends a load in its middle, and continues it."""
    expected = rows()
    run = load(case, interrupt_at=whole.seconds * 0.3)
    check(run.status in (130, whole.status), "%s: status %d after SIGINT: %s" % (case.name, run.status, run.errors))
    check(run.reaction <= REACTION, "%s: works for %.2f s after SIGINT" % (case.name, run.reaction))
    again = load(case, again=True)
    check(again.status == whole.status and rows() == expected, "%s: continued, status %d, expected %d; the rows are %s,"
          " expected %s" % (case.name, again.status, whole.status, rows(), expected))


def test_growth():
    """Each case at a size, and at four times that."""
    global HUGE, PAGE
    part, kept = "".join(sys.argv[1:]), (HUGE, PAGE)
    for cases in SIZED if LONG else ():
        both = []
        for HUGE, PAGE in ((20 * MIB, MIB), (80 * MIB, 4 * MIB)):
            both.append([case for case in cases() if part in case.name])
        for small, large in zip(*both):
            write("bomb", small)
            quarter = load(small)
            write("bomb", large)
            whole = load(large)
            check(whole.seconds < NOISE + GROWTH * quarter.seconds,
                  "%s: %.2f s, and %.2f for a quarter" % (large.name, whole.seconds, quarter.seconds))
            if whole.status in (0, 3) and whole.seconds > 0.3:
                try_interrupt(large, whole)
    HUGE, PAGE = kept


SIZED = (entities, elements, lengths, packed, streams, wikitext, records, archives)


def test_all():
    part, tried = "".join(sys.argv[1:]), 0
    for cases in (*SIZED, *[databases] * LONG, page_limits, other_limits):
        for case in cases():
            if part in case.name:
                try_case(case, len(sys.argv) > 1)
                tried += 1
    figure(tried, "hostile dumps loaded within their limits")


sys.exit(run_tests("loader/bombs", {"test_all": test_all, "test_growth": test_growth}))
