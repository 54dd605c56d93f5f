"""make_dump.py MEGABYTES ONE MANY - makes a dump of that size from real ones.

Joins the pages of the dumps in ../shared/data/dumps (or, without them, of the bundled sample), and
repeats them with new ids and titles until the XML has the requested size. Packs it twice: into ONE
as a single bzip2 stream, like `bzip2`, and into MANY with a stream for every hundred pages, like
Wikipedia's multistream dumps. In repeated pages every third longer word of lower-case Latin letters
is changed, so that sentences do not repeat.
"""

import bz2
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import databases

SHARED = os.path.join(ROOT, os.environ.get("NEARDUP_SHARED", "../shared"))
HEADER = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">\n'
    "  <siteinfo>\n    <dbname>enwiki</dbname>\n  </siteinfo>\n"
)
PAGE = re.compile(r"  <page>.*?</page>\n", re.DOTALL)
# The damaged dump is not well-formed, UTF-16 cannot be joined with UTF-8, and a history repeats itself.
LEFT_OUT = ("damaged", "utf16", "history")
PAGES_A_STREAM = 100


def dumps():
    found = sorted(glob.glob(os.path.join(SHARED, "data", "dumps", "*.xml.bz2")))
    found = [path for path in found if not any(word in path for word in LEFT_OUT)]
    # English first, because the published figures are for English.
    found.sort(key=lambda path: "enwiki" not in path)
    return found or [os.path.join(ROOT, "examples", "sample.xml")]


def pages():
    for path in dumps():
        opened = bz2.open if path.endswith(".bz2") else open
        with opened(path, "rt", encoding="utf-8") as dump:
            yield from PAGE.findall(dump.read())


def renumbered(page, number):
    page = re.sub(r"<id>\d+</id>", "<id>%d</id>" % number, page, count=1)
    return re.sub(r"</title>", " %d</title>" % number, page, count=1)


ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# A word between spaces is not part of markup.
WORD = re.compile(r"(?<= )[a-z]{5,}(?=[ ,.])")


def varied(page, turn):
    """The page with the letters of every third WORD shifted in the alphabet by `turn`."""
    moved = str.maketrans(ALPHABET, ALPHABET[turn % 26 :] + ALPHABET[: turn % 26])
    count = iter(range(10**9))
    return WORD.sub(
        lambda word: word[0].translate(moved) if next(count) % 3 == 0 else word[0], page
    )


def all_pages(size):
    """Pages with a total length of at least `size` bytes."""
    once = list(pages())
    written, number, turn = 0, 0, 0
    while written < size:
        for page in once:
            number += 1
            data = renumbered(varied(page, turn) if turn else page, number).encode()
            yield data
            written += len(data)
            if written >= size:
                break
        turn += 1


def write(size, one, many):
    """Writes both files. Returns the bytes of XML and the number of pages."""
    written, number, stream = 0, 0, []
    one.write(HEADER.encode())
    many.write(bz2.compress(HEADER.encode()))
    for data in all_pages(size):
        one.write(data)
        stream.append(data)
        written += len(data)
        number += 1
        if len(stream) == PAGES_A_STREAM:
            many.write(bz2.compress(b"".join(stream)))
            stream = []
    one.write(b"</mediawiki>\n")
    many.write(bz2.compress(b"".join(stream)) + bz2.compress(b"</mediawiki>\n"))
    return written, number


def pack(megabytes, one, many):
    """The same into files of these names."""
    with open(one, "wb") as first, open(many, "wb") as second:
        with subprocess.Popen(["bzip2", "-c"], stdin=subprocess.PIPE, stdout=first) as bzip2:
            written, number = write(int(megabytes * 1e6), bzip2.stdin, second)
            bzip2.stdin.close()
    return written, number


def load(path, megabytes):
    """A database of a dump of this size."""
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "dump.xml.bz2")
        pack(megabytes, dump, os.devnull)
        return databases.load(path, "--", dump)


if __name__ == "__main__":
    WRITTEN, NUMBER = pack(float(sys.argv[1]), *sys.argv[2:])
    print("%.0f MB of XML, %d pages" % (WRITTEN / 1e6, NUMBER))
