"""histories.py - what a history becomes: revisions, spans of sentences and the view of both, against the XML itself.

The dump has sentences that go and come back, that move and that stand twice, revisions that are hidden, empty,
redirects or out of the order of time, and a page with enough revisions to be read in several slices."""

import array
import bz2
import collections
import fcntl
import lzma
import os
import random
import signal
import subprocess
import sys
import termios

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, figure
from loading import LOAD, LOADED_ROWS, ask, load, remove, run_tests, write

HEADER = '<mediawiki xml:lang="en"><siteinfo><dbname>enwiki</dbname></siteinfo>\n'
WORDS = "harbour lamp storm ferry keeper stone island winter council bridge market tower".split()
# What a revision has besides its text, as XML and as the row that it becomes.
CONTRIBUTORS = (("<username>Ada</username><id>7</id>", "Ada", 7), ("<ip>192.0.2.5</ip>", "192.0.2.5", None),
                ("<username>old&gt;Ada</username><id>0</id>", "old>Ada", None), ("<username>Grace &amp; Bot</username><id>9</id>",
                                                                             "Grace & Bot", 9))
COMMENTS = (("", None), ("<comment>/* History */ fixed</comment>", "/* History */ fixed"), ("<comment />", None),
            ('<comment deleted="deleted" />', None), ("<comment>&lt;b&gt; ü</comment>", "<b> ü"))
# A text that is not there: as XML, whether it is known to be empty.
ABSENT = (('<text deleted="deleted" />', False), ('<text id="5" bytes="120" />', False), ("", False),
          ('<text bytes="9" sha1="x" location="tt:1" />', False), ('<text id="5" bytes="" />', False), ("<text />", True),
          ('<text bytes="0" />', True), ('<text xml:space="preserve"></text>', True), ('<text id="5" bytes="0" />', True))

Revision = collections.namedtuple("Revision", "xml row sentences")  # sentences: None if nobody knows


def a_revision(draw, number, title, pool, filling):
    who, name, name_id = draw.choice(CONTRIBUTORS)
    comment, comment_row = draw.choice(COMMENTS)
    minor, hidden = draw.random() < 0.3, draw.random() < 0.05
    kind, sentences = draw.random(), []
    if kind < 0.15:
        text, known = draw.choice(ABSENT)
        sentences = [] if known else None
    elif kind < 0.2:
        text = "<text>#REDIRECT [[Elsewhere]]</text>"
    else:
        sentences = [pool[draw.randrange(len(pool))] for _ in range(draw.randrange(1, 9))]
        text = '<text bytes="99" xml:space="preserve">%s\n&lt;!--%s--&gt;</text>' % ("\n\n".join(sentences), filling)
    time = "2020-01-01T%02d:%02d:%02dZ" % (number // 3600, draw.randrange(60), number % 60)
    xml = ("<revision><id>%d</id><parentid>3</parentid><timestamp>%s</timestamp>%s%s%s<model>wikitext</model>%s</revision>\n"
           % (number, time, '<contributor deleted="deleted" />' if hidden else "<contributor>%s</contributor>" % who,
              "<minor />" * minor, comment, text))
    return Revision(xml, (title, number, time, None if hidden else name, None if hidden else name_id, int(minor), comment_row,
                          int(sentences is not None)), sentences)


def as_imported(revisions):
    """Of a page that begins with an empty text, no empty text is known."""
    def is_empty(revision):
        return revision.sentences == [] and "#REDIRECT" not in revision.xml

    return [revision._replace(row=(*revision.row[:-1], 0), sentences=None) if is_empty(revisions[0]) and is_empty(revision)
            else revision for revision in revisions]


def histories(seed, filling=0):
    """The pages by their titles."""
    draw, pages, number = random.Random(seed), {}, 0
    for title in "Skarn", "Tolva", "Maurel":
        pool = ["The %s of %s number %d was old." % (draw.choice(WORDS), title, i) for i in range(12)]
        pages[title] = []
        for _ in range(draw.randrange(1, 40)):
            number += 1
            pages[title].append(a_revision(draw, number, title, pool, "x" * filling))
        pages[title] = as_imported(pages[title])
    return pages


def dump(pages):
    return (HEADER + "".join("<page><title>%s</title><ns>0</ns><id>%d</id>%s</page>\n"
                             % (title, i, "".join(revision.xml for revision in pages[title]))
                             for i, title in enumerate(pages, 1)) + "</mediawiki>\n").encode()


def expected_spans(revisions):
    """The spans of a page by the definition: of each sentence, the longest runs among the revisions whose text is known."""
    known = [revision for revision in revisions if revision.sentences is not None]
    spans = []
    for text in {text for revision in known for text in revision.sentences}:
        first = None
        for i, revision in enumerate(known):
            if text in revision.sentences and first is None:
                first = i
            if text in revision.sentences and (i + 1 == len(known) or text not in known[i + 1].sentences):
                spans.append((text, known[first].row[1], revision.row[1], known[first].sentences.index(text) + 1))
                first = None
    return sorted(spans)


REVISIONS = """SELECT title, revision.revision_id, time, contributor, contributor_id, minor, comment, has_text
    FROM revision JOIN article ON article.id = article_id ORDER BY revision.id"""
SPANS = """SELECT text, x.revision_id, y.revision_id, position FROM history_span
    JOIN history_sentence ON history_sentence.id = history_sentence_id
    JOIN article ON article.id = history_sentence.article_id
    JOIN revision AS x ON x.id = first_revision_id JOIN revision AS y ON y.id = last_revision_id WHERE title = ? ORDER BY 1, 2"""
VIEW = """SELECT DISTINCT text FROM revision_sentence JOIN history_sentence ON history_sentence.id = history_sentence_id
    JOIN revision ON revision.id = revision_sentence.revision_id WHERE revision.revision_id = ? ORDER BY 1"""


def compare(what, pages):
    check(ask("test.db", REVISIONS) == [revision.row for title in pages for revision in pages[title]], what + ": the revisions")
    for title in pages:
        found = ask("test.db", SPANS, (title,))
        check(found == expected_spans(pages[title]), "%s: spans of %s: %s" % (what, title, found))
    for title in pages:
        for revision in pages[title][::7]:
            found = ask("test.db", VIEW, (revision.row[1],))
            check(found == [(text,) for text in sorted(set(revision.sentences or ()))], "%s: the view of %d: %s"
                  % (what, revision.row[1], found))


def test_histories():
    for seed in range(25):
        pages = histories(seed, filling=60000 if seed % 8 == 7 else 0)
        content, packed = dump(pages), seed % 3
        name = write("h.xml", (content, bz2.compress(content, 1), lzma.compress(content, lzma.FORMAT_ALONE))[packed])
        rows = None
        for threads in "1", "3":
            status, errors = load("--history", "--threads", threads, name)
            check(status == 0, "seed %d: status %d: %s" % (seed, status, errors))
            compare("seed %d, %s threads" % (seed, threads), pages)
            found = [ask("test.db", query) for query in LOADED_ROWS]
            check(rows in (None, found), "seed %d: threads give other rows" % seed)
            rows = found


def test_interrupted():
    """Standard input that is interrupted in the middle of a page leaves spans of the revisions that were kept."""
    pages = histories(7, filling=20000)
    content = dump(pages)
    for share in 0.2, 0.5, 0.8, 0.95:
        remove("test.db")
        process = subprocess.Popen([LOAD, "--quiet", "--history", "-", "test.db"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(content[:int(len(content) * share)])
        process.stdin.flush()
        waiting = array.array("i", [1])
        while waiting[0]:  # until all of it was read
            fcntl.ioctl(process.stdin, termios.FIONREAD, waiting)
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        process.stdin = None
        _, errors = process.communicate()
        check(process.returncode != 0, "%.2f: status %d: %s" % (share, process.returncode, errors))
        kept = ask("test.db", "SELECT revision.revision_id FROM revision ORDER BY id") if os.path.exists("test.db") else []
        numbers = [revision.row[1] for title in pages for revision in pages[title]]
        check([number for number, in kept] == numbers[:len(kept)], "%.2f: kept %s" % (share, kept))
        for title in pages:
            found = kept and ask("test.db", SPANS, (title,))
            revisions = [revision for revision in pages[title] if (revision.row[1],) in kept]
            check(found == expected_spans(revisions), "%.2f: spans of %s: %s" % (share, title, found))
        figure(len(kept), "revisions kept of interrupted standard input")


def test_stub():
    """A dump without texts has times and names."""
    revisions = "".join("<revision><id>%d</id><timestamp>2020-01-0%dT00:00:00Z</timestamp><contributor><username>Ada</username>"
                        "<id>7</id></contributor><comment>c</comment><text id=\"%d\" bytes=\"%d\" /><sha1>x</sha1></revision>"
                        % (i, i, i, i * 10) for i in range(1, 6))
    content = HEADER + "<page><title>A</title><ns>0</ns><id>1</id>%s</page></mediawiki>" % revisions
    check(load("--history", write("stub.xml", content))[0] == 0, "a stub dump loads")
    check(ask("test.db", "SELECT count(*), min(contributor), sum(contributor_id), sum(has_text), min(comment) FROM revision")
          == [(5, "Ada", 35, 0, "c")], "its times and names")
    check(ask("test.db", "SELECT (SELECT count(*) FROM history_span), (SELECT count(*) FROM history_sentence)") == [(0, 0)],
          "no sentences")


def test_imported_page():
    """A page that begins with an empty text, and is read in several slices."""
    draw, pool = random.Random(4), ["The %s of Skarn was old." % word for word in WORDS]
    made = (a_revision(draw, number, "Skarn", pool, "x" * 60000) for number in range(1, 400))
    revisions = [next(revision for revision in made if revision.sentences == [] and "#REDIRECT" not in revision.xml)]
    revisions += [next(made) for _ in range(200)]
    pages = {"Skarn": as_imported(revisions)}
    lost = [revision.row[-1] for revision in pages["Skarn"]].count(0) - [revision.row[-1] for revision in revisions].count(0)
    check(load("--history", write("imported.xml", dump(pages)))[0] == 0 and lost > 5, "%d empty texts are missing" % lost)
    compare("an imported page", pages)


def test_long_comment():
    """A comment longer than any wiki's costs its slice, as a long title does."""
    for size, status in (65535, 0), (65536, 3):
        content = HEADER + ("<page><title>A</title><ns>0</ns><revision><id>1</id><comment>%s</comment><text>a</text></revision>"
                            "</page></mediawiki>" % ("x" * size))
        check(load("--history", write("long.xml", content))[0] == status, "a comment of %d bytes" % size)
        check(load(write("long.xml", content))[0] == 0, "which counts only with a history")


def test_same_page_twice():
    """Two dumps of one wiki are two articles, each with its own history."""
    pages = histories(3)
    check(load("--history", write("one.xml", dump(pages)))[0] == 0, "the first")
    check(load("--history", write("two.xml", dump(pages) + b"<!-- later -->"), again=True)[0] == 0, "the second")
    check(ask("test.db", "SELECT count(DISTINCT source_id), count(*) FROM article") == [(2, 6)], "six articles")
    counts = ask("test.db", """SELECT source_id, count(*) FROM history_span JOIN history_sentence ON history_sentence.id
        = history_sentence_id JOIN article ON article.id = article_id GROUP BY source_id""")
    check(len(counts) == 2 and counts[0][1] == counts[1][1] > 0, "as many spans: %s" % counts)


sys.exit(run_tests("loader/histories", globals()))
