"""slices.py - pages with enough revisions to be read in several slices: which revision is the newest, and what
damage in one of the slices costs: without --history the page, with it only the slice."""

import bz2
import os
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from bzip2_streams import changed, places
from counting import check
from loading import ask, load, run_tests, write

REVISIONS, SIZE = 20, 200000  # four slices
LONGEST = 16 << 20  # of a revision
TOO_LONG = "a revision is longer than 16777216 bytes"
FILLING = "\u6f22".encode()  # of three bytes, so that the parser also sees parts of it

COUNTS = "SELECT pages, articles, damaged, sentences FROM source"
SMALL = "SELECT count(*), max(text) FROM article JOIN sentence ON article_id = article.id WHERE title = 'Small'"
BIG = ("SELECT revision_id, revision_time, text FROM article LEFT JOIN sentence ON article_id = article.id"
       " WHERE title = 'Big'")
# How many revisions, sentences in revisions and sentences there are, and how many stand where they should.
HISTORY = """SELECT (SELECT count(*) FROM revision JOIN article ON article.id = article_id WHERE title = 'Big'),
    (SELECT count(*) FROM revision_sentence), (SELECT count(*) FROM history_sentence),
    (SELECT count(*) FROM revision r JOIN revision_sentence s ON s.revision_id = r.id
       JOIN history_sentence w ON w.id = history_sentence_id
      WHERE text = 'Number ' || r.revision_id || ' says this.' AND contributor = 'U' || r.revision_id)"""


def revision(number, second, size, filling=FILLING):
    comment = filling * (size // len(filling) + 1)
    return b"""<revision><id>%d</id><timestamp>2020-01-01T00:00:%02dZ</timestamp><contributor><username>U%d</username>
</contributor><text>Number %d says this.\n&lt;!--%s--&gt;</text></revision>\n""" % (number, second, number, number, comment)


def dump(*revisions):
    """A page called Big with these revisions, and a small one."""
    page = b"<page><title>%s</title><ns>0</ns><id>%d</id>%s</page>\n"
    return (b'<mediawiki xml:lang="en"><siteinfo><dbname>enwiki</dbname></siteinfo>\n'
            + page % (b"Big", 5, b"".join(revisions)) + page % (b"Small", 6, revision(90, 1, 10)) + b"</mediawiki>\n")


def big_dump(newest):
    return dump(*(revision(i, 59 if i == newest else i, SIZE) for i in range(1, REVISIONS + 1)))


def row(number, second=59):
    return [(number, "2020-01-01T00:00:%02dZ" % second, "Number %d says this." % number)]


def loads(what, content, whole_history, threads, status, **expected):
    """Loads the dump; `expected` has the counts, the article Big, the history and the damage."""
    found, errors = load(*["--history"] * whole_history, "--threads", str(threads), write("dump.xml", content))
    check(found == status, "%s: status %d: %s" % (what, found, errors))
    for name, query in (("counts", COUNTS), ("big", BIG), ("history", HISTORY),
                        ("damage", "SELECT page_title, message FROM damage ORDER BY rowid")):
        rows = ask("test.db", query)
        check(name not in expected or rows == expected[name], "%s: %s: expected %s, found %s"
              % (what, name, expected.get(name), rows))
    if expected.get("small", True):
        check(ask("test.db", SMALL) == [(1, "Number 90 says this.")], "%s: the next page" % what)


def test_newest():
    for i, newest in enumerate((1, 2, 8, 12, 19, 20)):
        for history in (False, True):
            loads("newest %d" % newest, big_dump(newest), history, 1 + i % 3, 0, counts=[(2, 2, 0, 2)], big=row(newest),
                  history=[(20, 21, 21, 21)] if history else [(0, 0, 0, 0)])


def test_same_second():
    """The higher number is the newest, wherever it is."""
    for numbers in range(1, 10), range(9, 0, -1):
        for history in (False, True):
            loads("1 to 9 in a second", dump(*(revision(i, 7, SIZE) for i in numbers)), history, 2, 0, big=row(9, 7))


def loads_damaged(what, content, message, kept, newest):
    """Without and with history. `kept` is the answer to HISTORY; `newest` is NULL without a page."""
    loads(what, content, False, 1, 3, counts=[(1, 1, 1, 1)], big=[])
    loads(what, content, True, 3, 3, counts=[(2, 2, 1, 2) if newest else (1, 1, 1, 1)], big=newest, history=[kept])
    for title, told in ask("test.db", "SELECT page_title, message FROM damage"):
        check(title == "Big" and message in told, "%s: found %s: %s" % (what, title, told))


def test_damaged_revision():
    """Broken XML in one revision costs its slice, and without history the page."""
    for what, number, kept, newest in (("first", 3, (14, 15, 15, 15), row(20)), ("middle", 8, (14, 15, 15, 15), row(20)),
                                       ("last", 19, (18, 19, 19, 19), row(18, 18))):
        begin, _, end = big_dump(20).partition(b"<revision><id>%d</id>" % number)
        loads_damaged(what + " slice", begin + _ + end.replace(b"<text>", b"<tex<>", 1), "XML is broken", kept, newest)


def test_cut_off():
    """The file ends in revision 16, in the third slice. With history, complete slices are kept."""
    content = big_dump(3)
    content = content[:content.index(b"<revision><id>16</id>") + 1000]
    loads("cut off", content, False, 2, 3, small=False, counts=[(0, 0, 1, 0)],
          damage=[("Big", "the dump ends in the middle of this page")])
    loads("cut off", content, True, 2, 3, small=False, counts=[(1, 1, 1, 1)], big=row(3), history=[(12, 12, 12, 12)])


def test_long_revision():
    """One that is too long costs only its page; one that is almost too long is read."""
    long = LONGEST + (2 << 20)
    loads_damaged("only a long revision", dump(revision(1, 1, long)), TOO_LONG, (0, 1, 1, 1), [])
    others = [revision(i, i, SIZE) for i in range(1, 9)]
    loads_damaged("a long revision after others", dump(*others, revision(9, 9, long), revision(10, 10, SIZE)), TOO_LONG,
                  (6, 7, 7, 7), row(6, 6))
    loads("16 MiB", dump(revision(1, 1, 1000000), revision(2, 2, LONGEST - (1 << 12))), False, 1, 0, big=row(2, 2))
    # In a single block of a bzip2 file, so that it comes in one piece.
    packed = bz2.compress(dump(revision(1, 1, 2 * LONGEST, b"xxx")))
    check(len(places(packed)) == 1, "one block")
    loads_damaged("a long revision in a block", packed, "longer than 16777216 bytes", (0, 1, 1, 1), [])


def test_gap():
    """A lost block in the middle of a page with many revisions."""
    packed = bz2.compress(big_dump(2), 1)
    for i, place in enumerate(places(packed)[2:-2:10]):
        loads("a gap", changed(packed, place + 8), i % 3 == 0, 2, 3)
        damage = ask("test.db", "SELECT page_title, message FROM damage ORDER BY rowid")
        check(len(damage) == 2 and damage[0][0] == "Big" and damage[0][1].startswith("bzip2: a block is damaged")
              and damage[1][1] == "a page ends here, but its beginning is missing", "a gap at %d: %s" % (place, damage))


sys.exit(run_tests("loader/slices", globals()))
