"""bombs.py - dumps by strangers: small files that would grow without end in memory, time or rows.

Each case is a file that is written here, and what the loader must say of it: the message in the
table damage, the line of an error, or that it is loaded and holds what it should. Whatever it is,
the loader stays below 300 MB and some seconds; the limits of the process see to it that a bomb that
does go off harms nobody.
"""

import bz2
import collections
import json
import lzma
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import LONG, check, figure, finish

LOAD = os.environ.get("NEARDUP_LOAD", os.path.join(ROOT, "build", "neardup-load"))
MIB = 1 << 20
HUGE = 1000 * MIB if LONG else 100 * MIB  # what a small packed file unpacks to
PEAK = 300  # MiB that the loader may take
ADDRESSES, SECONDS, FILE = 2000 * MIB, 60, 400 * MIB  # what the process can have at most

# Bytes in parts; the status and a part of what is said, of damage or of an error; a query that gives 1.
Case = collections.namedtuple("Case", "name parts status message query options pack",
                              defaults=("SELECT 1", (), "plain"))


# ---- Dumps ---------------------------------------------------------------------------------------

HEADER = "<mediawiki><siteinfo><dbname>enwiki</dbname></siteinfo>\n"
GOOD = ("<page><title>Good</title><ns>0</ns><id>7</id><revision><id>8</id>"
        "<text>This one is whole.</text></revision></page>\n")
GOOD_IS_THERE = "SELECT count(*) = 1 FROM sentence WHERE text = 'This one is whole.'"
ALL_IS_DAMAGED = "SELECT count(*) = 0 FROM sentence WHERE text <> 'This one is whole.'"


def page(text, title="Bomb", more="", attributes=""):
    return ["<page%s><title>" % attributes, title, "</title><ns>0</ns><id>1</id>", more,
            "<revision><id>2</id><text>", text, "</text></revision></page>\n"]


def dump(parts, declaration=""):
    return [declaration, HEADER, *parts, GOOD, "</mediawiki>\n"]


def many(piece, size):
    """Text of that size, in parts of a mebibyte."""
    part = piece * (MIB // len(piece) + 1)
    for _ in range(size // len(part)):
        yield part
    yield piece * (size % len(part) // len(piece))


def flat(parts):
    for part in parts:
        if isinstance(part, bytes):
            yield part
        elif isinstance(part, str):
            yield part.encode()
        else:
            yield from flat(part)


LAUGHS = "<!DOCTYPE mediawiki [<!ENTITY l0 \"ha\">%s]>\n" % "".join(
    '<!ENTITY l%d "%s">' % (i, "&l%d;" % (i - 1) * 10) for i in range(1, 10))
BLOW_UP = '<!DOCTYPE mediawiki [<!ENTITY a "%s">]>\n' % ("a" * 100_000)
EXTERNAL = ('<!DOCTYPE mediawiki SYSTEM "file:///etc/passwd" [<!ENTITY file SYSTEM "file:///etc/passwd">'
            '<!ENTITY %% more SYSTEM "file:///etc/passwd"> %%more;]>\n') % ()
CASES = [
    Case("entities that grow tenfold, nine times", dump(page("&l9;"), LAUGHS), 2, "Entity 'l9' not defined", GOOD_IS_THERE),
    Case("the same inside a page", dump([LAUGHS, page("&l9;")]), 2, "XML is broken", GOOD_IS_THERE),
    Case("a long entity a million times", dump(page(many("&a;", 8 * MIB)), BLOW_UP), 2, "Entity 'a' not defined", GOOD_IS_THERE),
    Case("entities in the siteinfo", [LAUGHS, "<mediawiki><siteinfo><base>&l9;</base></siteinfo>", GOOD, "</mediawiki>"], 2, "", GOOD_IS_THERE),
    Case("an entity that is a file", dump(page("&file;"), EXTERNAL), 2, "Entity 'file' not defined", ALL_IS_DAMAGED),
    Case("deep elements", dump(page("", more=many("<a>", 8 * MIB))), 2, "XML is broken", GOOD_IS_THERE),
    Case("deep elements that are closed", dump(page("", more=[many("<a>", 6 * MIB), many("</a>", 8 * MIB)])), 2, "", GOOD_IS_THERE),
    Case("millions of attributes", dump(page("", attributes=[(" a%d=''" % i) for i in range(200_000)])) , 2, "", GOOD_IS_THERE),
    Case("millions of attributes inside", dump(["<page><title>A</title><revision><text", [" a%d=''" % i for i in range(400_000)], ">a</text></revision></page>"]), 2, "a tag longer than 8192 bytes", GOOD_IS_THERE),
    Case("attributes, in a page with a comment", dump(["<page><!-- \" > --><title>A</title><revision><text", [" a%d='>'" % i for i in range(400_000)], ">a</text></revision></page>"]), 2, "a tag longer than 8192 bytes", GOOD_IS_THERE),
    Case("many tags with many attributes", dump(["<page><title>A</title>", many("<e" + "".join(" a%d=''" % i for i in range(900)) + "/>", 15 * MIB), "</page>"]), 0, "", GOOD_IS_THERE),
    Case("many namespaces of XML", dump(["<page><title>A</title>", ["<e%s>" % "".join(" xmlns:n%d='u'" % (i * 500 + j) for j in range(500)) for i in range(200)], many("<z:b/>", 10*MIB), "</page>"]), 2, "a tag longer than 8192 bytes", GOOD_IS_THERE),
    Case("many instructions", dump(["<page><title>A</title>", ["<?p%d?>" % i for i in range(1000000)], "</page>"]), 2, "a tag longer than 8192 bytes", GOOD_IS_THERE),
    Case("attributes of the dump", ["<mediawiki", [" a%d=''" % i for i in range(100_000)], ">", GOOD, "</mediawiki>"], 0, "", GOOD_IS_THERE),
    Case("millions of names", dump(page("", more=["<e%d/>" % i for i in range(800_000)])), 2, "", GOOD_IS_THERE),
    Case("a long title", dump(page("Text.", title=many("t", HUGE))), 2, "longer than", GOOD_IS_THERE, (), "gzip"),
    Case("a title of 1 MB", dump(page("Text.", title=many("t", MIB))), 2, "longer than", GOOD_IS_THERE),
    Case("a long text", dump(page(many("Text. ", HUGE))), 2, "a revision longer than", GOOD_IS_THERE, (), "gzip"),
    Case("a long name of an element", dump(["<page><", many("n", HUGE), ">"]), 2, "longer than", GOOD_IS_THERE, (), "gzip"),
    Case("a page without an end", [HEADER, GOOD, "<page>", many("<revision><text>a</text></revision>", HUGE)], 2, "", GOOD_IS_THERE, (), "gzip"),
    Case("a long comment before the pages", ["<mediawiki><!--", many("-x", HUGE), "-->", GOOD, "</mediawiki>"], 1, "", "SELECT 1", (), "gzip"),
    Case("no tag", [many("x", HUGE)], 1, "is not a MediaWiki dump", "SELECT 1", (), "gzip"),
    Case("white space", [many(" ", HUGE)], 1, "", "SELECT 1", (), "gzip"),
    Case("between pages", [HEADER, GOOD, many("x", HUGE), GOOD, "</mediawiki>"], 2, "", "SELECT count(*) = 2 FROM article", (), "gzip"),
    Case("many namespaces", ["<mediawiki><siteinfo><namespaces>", ['<namespace key="%d">N%d</namespace>' % (i, i) for i in range(100_000)], "</namespaces></siteinfo>", GOOD, "</mediawiki>"], 0, "", GOOD_IS_THERE),
    Case("many revisions", [HEADER, "<page><title>R</title><ns>0</ns><id>1</id>", many("<revision><id>3</id><text>One.</text></revision>", 60 * MIB), "</page>", GOOD, "</mediawiki>"], 0, "", GOOD_IS_THERE, ("--history",), "gzip"),
    Case("numbers out of range", dump(["<page><title>N</title><ns>99999999999999999999999</ns><id>99999999999999999999999</id><revision><id>-99999999999999999999999</id><timestamp>99999-99-99T99:99:99Z</timestamp><text>Out of range.</text></revision></page>"]), 0, "", GOOD_IS_THERE),
    Case("many empty pages", dump(many("<page><title/><revision><text/></revision></page>", 40 * MIB)), 0, "", GOOD_IS_THERE, (), "gzip"),
]
WIKITEXT = ["{{", "[[", "{|\n", "\n*", "[http://a ", "{{{a|", "&lt;ref&gt;", "&lt;div&gt;", "'''''", "&lt;!--", "\n== a ==\n", "\n|-\n|a||b",
            "&amp;amp;", "{{lang|en|", "[[File:a|", "&lt;nowiki&gt;", "-{", "A. ", "(", "“", "\n:", "{{convert|1|km|", "&lt;/div&gt;", "]]", "}}", "|}", "...", "a'' ", "\n", "&lt;math&gt;", "{{#if:", "{{nowrap|"]
for piece in WIKITEXT:
    CASES.append(Case("wikitext %r" % piece, dump(page(many(piece, 3 * MIB))), 0, "", GOOD_IS_THERE))
CASES += [
    Case("wikitext: headings", dump(page([many("=a", MIB // 2) , "\n== ", many("h", 2 * MIB), " ==\n", many("It is so. ", 2 * MIB)])), 0, "", GOOD_IS_THERE),
]
RECORDS = [
    Case("a long line of text", [many("x", HUGE), "\nGood.\n"], 2, "a record longer than", "SELECT count(*) = 1 FROM article", ("--format", "text"), "gzip"),
    Case("a file as one long text", [many("x", HUGE)], 2, "a record longer than", "SELECT 1", ("--format", "text", "--document", "file"), "gzip"),
    Case("a long field", ["id,text\n1,\"", many("x", HUGE), "\"\n2,Good.\n"], 2, "a record longer than", "SELECT count(*) = 1 FROM article", ("--format", "csv"), "gzip"),
    Case("many fields", ["id,text\n1", many(",", 12 * MIB), "\n2,Good.\n"], 0, "", "SELECT count(*) = 2 FROM article", ("--format", "csv"), "gzip"),
    Case("many columns", ["text", many(",c", 4 * MIB), "\nGood.\n"], 1, "", "SELECT 1", ("--format", "csv"), "gzip"),
    Case("a mark that is not closed", ["id,text\n1,\"", many("x\n", HUGE)], 2, "", "SELECT 1", ("--format", "csv"), "gzip"),
    Case("empty lines", ["id\ttext\n", many("\n", HUGE), "2\tGood.\n"], 0, "", "SELECT count(*) = 1 FROM article", ("--format", "tsv"), "gzip"),
    Case("deep JSON", [many("[", 8 * MIB), "\n", '{"text":', many('{"a":', 8 * MIB), "\n", '{"text":"Good."}\n'], 2, "is no JSON", "SELECT count(*) = 1 FROM article", ("--format", "jsonl"), "gzip"),
    Case("many members", ["{", many('"a":1,', 8 * MIB), '"text":"Good."}\n'], 0, "", "SELECT count(*) = 1 FROM article", ("--format", "jsonl"), "gzip"),
    Case("a long JSON", ['{"text":"', many("x", HUGE), '"}\n{"text":"Good."}\n'], 2, "a record longer than", "SELECT count(*) = 1 FROM article", ("--format", "jsonl"), "gzip"),
    Case("a long number", ['{"id":', many("9", 8 * MIB), ',"text":"Good."}\n'], 0, "", "SELECT count(*) = 1 FROM article", ("--format", "jsonl"), "gzip"),
    Case("many short lines", [many("A b.\n", 40 * MIB)], 0, "", "SELECT 1", ("--format", "text"), "gzip"),
    Case("a long title", ['{"title":"', many("x", 8 * MIB), '","text":"Good."}\n'], 0, "", "SELECT count(*) = 1 FROM article", ("--format", "jsonl"), "gzip"),
]
CASES += RECORDS
for pack in ("bzip2", "xz", "zstd"):
    CASES.append(Case("a long text, " + pack, dump(page(many("Text. ", HUGE))), 2, "a revision longer than", GOOD_IS_THERE, (), pack))
    CASES.append(Case("zero bytes, " + pack, [HEADER, GOOD, many("\0", HUGE)], 2, "", GOOD_IS_THERE, (), pack))


# ---- Files ---------------------------------------------------------------------------------------

def write(path, case):
    parts = flat(case.parts)
    if case.pack == "zstd":
        with open(path, "wb") as file:
            packer = subprocess.Popen(["zstd", "-qc"], stdin=subprocess.PIPE, stdout=file)
            for part in parts:
                packer.stdin.write(part)
            packer.stdin.close()
            packer.wait()
        return
    packer = {"gzip": lambda: zlib.compressobj(1, zlib.DEFLATED, 31), "bzip2": bz2.BZ2Compressor,
              "xz": lambda: lzma.LZMACompressor(preset=0), "plain": lambda: None}[case.pack]()
    with open(path, "wb") as file:
        for part in parts:
            file.write(packer.compress(part) if packer else part)
        if packer:
            file.write(packer.flush())


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))


def load(path, db, options):
    """(status, errors, MiB, seconds)."""
    errors = path + ".errors"
    with open(errors, "w") as out:
        process = subprocess.Popen([LOAD, "--quiet", "--threads", "2", *options, path, db],
                                   stderr=out, preexec_fn=limit)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    with open(errors) as said:
        return process.returncode, said.read(), usage.ru_maxrss // 1024, usage.ru_utime + usage.ru_stime


def try_case(case, folder):
    path, db = os.path.join(folder, "bomb"), os.path.join(folder, "db")
    for name in (db, db + "-journal"):
        if os.path.exists(name):
            os.remove(name)
    write(path, case)
    status, errors, mib, seconds = load(path, db, case.options)
    size = os.path.getsize(path)
    said, right, dbsize = errors, True, 0
    if os.path.exists(db):
        dbsize = os.path.getsize(db)
        connection = sqlite3.connect(db)
        try:
            said += "".join(m for m, in connection.execute("SELECT DISTINCT message FROM damage LIMIT 5"))
            right = connection.execute(case.query).fetchone() == (1,)
        except sqlite3.Error as e:
            said += str(e)
        connection.close()
    print("%-45s %9d status %s %4d MiB %5.1f s db %9d %s %s" % (case.name, size, status, mib, seconds, dbsize, right, said.strip()[:150]), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if len(sys.argv) > 1 and sys.argv[1] not in case.name: continue
            try_case(case, folder)
    return finish("loader/bombs")


if __name__ == "__main__":
    sys.exit(main())
