"""parts.py - the parts of a file, loaded by --part, are the file: row by row, in this order.

Each file is loaded whole and in 3 parts, in the long form in 2, 7 and some in 50 parts: dumps, texts and
tables, compressed by bzip2 in one stream or in many and not compressed, damaged within a block and between
blocks, with a page that spans blocks. Ids begin anew in each part, and so do offsets and the numbers of lines; the table checkpoint says
where each part ends, which makes them those of the whole file again.

  (1) All rows are those of the whole load, and so are the counts of the sources.
  (2) The fingerprints of the parts give that of the file.
  (3) What cannot be cut is in the first part, and a line says so.
  (4) A part that is interrupted continues, and one that is loaded already is skipped, beside other parts.
  (5) A file is not loaded whole beside its parts, nor in other parts.
"""

import bz2
import gzip
import os
import random
import re
import signal
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from bzip2_streams import damaged, random_streams, streams, with_wrong_checksums
from counting import LONG, check, seed, skip
from loading import PLAIN, SHARED, ask, drawn_dump, drawn_sentence, failing, load, run_tests, write

DUMPS = os.path.join(SHARED, "dumps")
CUTS = (2, 7) if LONG else (3,)  # into how many parts
MANY = (3, 50) if LONG else (13,)
SIZE = 1 if LONG else 3  # files are smaller by this
COUNTS = "pages", "articles", "redirects", "sentences", "damaged"
POLYNOMIAL = 0xC96C5795D7870F42  # of CRC-64, reflected


def loads(path, db, *options, status=(0, 3), again=True):
    """What the load says."""
    found, errors = load(*options, path, db=db, again=again, program=PLAIN)
    check(found in status, "%s %s: status %d: %s" % (os.path.basename(path), options, found, errors))
    return errors


# ---- Rows ----------------------------------------------------------------------------------------


class Rows:
    """What the sources of a database have brought, with the ids and offsets of the whole file."""

    def __init__(self):
        self.articles, self.sentences, self.aliases, self.damage, self.carried, self.facts = ([] for _ in range(6))
        self.counts = [0] * len(COUNTS)
        self.constant = set()
        self.bytes = self.records = 0

    def numbered(self, title):
        """A title that was made of the file's name and the number of a line, with its number in the file."""
        made = re.fullmatch(r"(.*\.(?:txt|jsonl|tsv)(?:\.bz2)?):(\d+)", title)
        return "%s:%d" % (made[1], int(made[2]) + self.records) if made else title

    def add(self, db, source=1):
        """Adds the rows of a source of the database, which come after those added before."""
        def rows(query):
            return ask(db, query, (source,))
        article, sentence = len(self.articles) + 1, len(self.sentences) + 1
        first, = rows("SELECT ifnull(min(id), 1) FROM article WHERE source_id = ?")[0]
        for id, title, titled, *rest in rows(
                "SELECT id, title, titled, page_id, namespace, revision_id, revision_time, key FROM article"
                " WHERE source_id = ? ORDER BY id"):
            self.articles.append((id - first + article, title if titled else self.numbered(title), titled, *rest))
        for id, of, *rest in rows(
                "SELECT s.id - min(s.id) OVER (), article_id, position, paragraph, section, block, text FROM sentence s"
                " JOIN article a ON a.id = article_id WHERE source_id = ? ORDER BY s.id"):
            self.sentences.append((id + sentence, of - first + article, *rest))
        for of, *rest in rows("SELECT article_id, name, value FROM carried JOIN article ON id = article_id"
                              " WHERE source_id = ? ORDER BY 1, 2"):
            self.carried.append((of - first + article, *rest))
        for of, *rest in rows("SELECT article_fact.* FROM article_fact JOIN article ON id = article_id"
                              " WHERE source_id = ? ORDER BY 1"):
            self.facts.append((of - first + article, *rest))
        self.aliases += rows("SELECT title, target, section FROM alias WHERE source_id = ? ORDER BY rowid")
        for offset, title, message in rows("SELECT byte_offset, page_title, message FROM damage"
                                           " WHERE source_id = ? ORDER BY rowid"):
            self.damage.append((offset + self.bytes, self.numbered(title or ""), message))
        counts, = rows("SELECT %s FROM source WHERE id = ?" % ", ".join(COUNTS))
        self.counts = [a + b for a, b in zip(self.counts, counts)]
        self.constant |= set(rows("SELECT name, kind, path, size, base, language, finished_at IS NOT NULL"
                                  " FROM source WHERE id = ?"))
        for length, records in rows("SELECT byte_offset, records FROM checkpoint WHERE source_id = ?"):
            self.bytes += length
            self.records += records


def compare(name, whole, parts):
    for what in "articles", "sentences", "aliases", "damage", "carried", "facts", "counts", "constant":
        a, b = getattr(whole, what), getattr(parts, what)
        different = [pair for pair in zip(a, b) if pair[0] != pair[1]][:1] if what != "constant" else (a, b)
        check(a == b, "%s: %s: %d of the whole file, %d of its parts: %s"
              % (name, what, len(a), len(b), str(different)[:600]))


def crc64(data):
    """The checksum bit by bit, of the definition of xz: an independent reference for short files."""
    crc = ~0 & (1 << 64) - 1
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (POLYNOMIAL if crc & 1 else 0)
    return crc ^ (1 << 64) - 1


def check_parts(name, path, *options, counts=CUTS, cut=True):
    """`cut`: more than one part must have articles."""
    loads(path, "whole.db", *options, again=False)
    whole = Rows()
    whole.add("whole.db")
    for count in counts:
        parts, busy = Rows(), 0
        for part in range(1, count + 1):
            loads(path, "part.db", "--part", "%d/%d" % (part, count), *options, again=False)
            before = len(parts.articles)
            parts.add("part.db")
            busy += len(parts.articles) > before
            described = ask("part.db", "SELECT options FROM source")[0][0]
            check(described.endswith(" part=%d/%d" % (part, count)), "%s: '%s'" % (name, described))
        compare("%s in %d parts" % (name, count), whole, parts)
        check(not cut or busy > 1, "%s: only %d of %d parts have articles" % (name, busy, count))
    check(not cut or parts.bytes > 1 << 18, "%s has %d bytes" % (name, parts.bytes))


# ---- Files ---------------------------------------------------------------------------------------


def test_dumps():
    xml, long = drawn_dump(int(900 / SIZE)), drawn_dump(int(300 / SIZE), int(12000 / SIZE), seed=2)
    one, scattered = bz2.compress(xml, 1), random_streams(xml)
    begin, end = xml.index(b"<page>"), xml.index(b"</mediawiki>")
    for name, content in (
            ("plain", xml), ("marked", b"\xEF\xBB\xBF" + xml), ("one stream", one),
            ("marked, one stream", bz2.compress(b"\xEF\xBB\xBF" + xml, 1)),
            ("named Utf8", bz2.compress(b'<?xml version="1.0" encoding="Utf8"?>\n' + xml, 1)),
            ("large blocks", bz2.compress(xml[:end] + xml[begin:end] * 2 + xml[end:], 9)), ("many streams", streams(xml)),
            ("small streams", streams(xml, 30000)), ("scattered streams", scattered), ("a long page", bz2.compress(long, 1)),
            ("a long plain page", long), ("wrong checksums", with_wrong_checksums(scattered)),
            ("a wrong checksum", with_wrong_checksums(one, 1)),
            ("damaged", damaged(one)), ("half damaged", damaged(one, 2)), ("damaged streams", damaged(streams(xml))),
            ("its beginning lost", damaged(one, 100)[:4] + b"xxxx" + one[8:]),
            ("cut off", one[:len(one) * 4 // 5]), ("cut off, plain", xml[:len(xml) * 3 // 5]),
            ("junk after it", one + b"junk" * 20), ("two dumps", one + bz2.compress(long, 1)),
            ("two plain dumps, the first cut off", xml[:len(xml) // 2] + long)):
        check_parts(name, write(name + ".xml", content), cut=name != "its beginning lost")
    for name in "plain", "damaged streams", "a long page":
        check_parts(name, name + ".xml", counts=MANY)
    check_parts("all namespaces", write("all.xml.bz2", one), "--namespaces", "all", "--language", "de")


def test_records():
    choose = random.Random(3)
    lines = [drawn_sentence(choose) + " " + drawn_sentence(choose) for _ in range(int(15000 / SIZE))]
    text = "\n\n".join(lines).encode()
    check_parts("text", write("text.txt", text), counts=CUTS + MANY)
    check_parts("text, bzip2", write("text.txt.bz2", bz2.compress(text, 1)))
    check_parts("text, damaged", write("damaged.txt.bz2", damaged(bz2.compress(text, 1))), "--format", "text")
    check_parts("text, whole", write("whole.txt", text.replace(b"\n", b"\r\n")), "--whole")
    check_parts("a long line", write("line.txt", text + text.replace(b"\n", b" ")[:int(400000 / SIZE)] + b"\n" + text))
    json = "\n".join('{"text": "%s", "id": %d, "price": %d}' % (line, i, i % 7) for i, line in enumerate(lines))
    check_parts("json", write("lines.jsonl", json.encode()), "--carry", "price")
    table = "\n\nid\ttext\tprice\n" + "".join("%d\t%s\t%d\n" % (i, line, i % 7) for i, line in enumerate(lines))
    check_parts("tsv", write("lines.tsv", table.encode()), "--format", "tsv", "--carry", "price")
    check_parts("tsv, bzip2", write("lines.tsv.bz2", bz2.compress(table.encode(), 1)), "--format", "tsv")


# ---- (3): what cannot be cut


def test_undivided():
    xml, text = drawn_dump(40), "\n".join("Some words stand here, %d of them." % i for i in range(900))
    ask("texts.sqlite", "CREATE TABLE t(id INTEGER PRIMARY KEY, text)")
    ask("texts.sqlite", "INSERT INTO t(text) VALUES ('The bridge was built in 1890 by two men.')")
    warc = os.path.join(DUMPS, "warc", "whirlwind.warc.gz")
    for name, path, options, why in (
            ("gzip", write("d.xml.gz", gzip.compress(xml)), (), "only bzip2 compresses in blocks"),
            ("UTF-16", write("w.xml.bz2", bz2.compress(xml.decode().encode("utf-16"))), (),
             "it is converted into UTF-8"),
            ("latin1", write("l.txt", text.encode("latin1")), ("--encoding", "latin1"), "it is converted"),
            ("csv", write("t.csv", b"id,text\n1,Some words stand in a row of a table.\n"), (),
             "the end of a row depends on quotation marks"),
            ("document", write("doc.txt", text.encode()), ("--document", "file"), "it is one document"),
            ("database", "texts.sqlite", ("--table", "t"), "it is a database"),
            ("web archive", warc, (), "it is a web archive")):
        if not os.path.exists(path):
            skip("%s is missing" % path)
            continue
        check_parts(name, path, *options, counts=(3,), cut=False)
        for part in 1, 2:
            _, line = load("--part", "%d/3" % part, *options, path, quiet=False, program=PLAIN)
            check("cannot be cut into parts, because " + why in " ".join(line.split()), "%s: %s" % (name, line))
            articles, = ask("test.db", "SELECT count(*) FROM article")[0]
            check((articles > 0) == (part == 1), "%s, part %d: %d articles" % (name, part, articles))
    with open("d.xml.gz", "rb") as file:
        status, said = load("--part=2/2", "-", quiet=False, stdin=file, program=PLAIN)
    check(status == 0 and "it is standard input" in " ".join(said.split()), said)
    for wrong in "0/3", "4/3", "3", "/", "1/", "/2", "-1/2", "1/2/3", "1/1000001", "a/b", "1/2x":
        said = loads("d.xml.gz", "no.db", "--part", wrong, status=(2,))
        check("--part: expected K/N" in said, "%s: %s" % (wrong, said))
    vectors = write("v.txt", b"king 1 2 3\nqueen 1 2 4\n")
    said = loads(vectors, "no.db", "--part", "1/2", "--format", "glove", status=(2,))
    check("--part is for texts" in said, said)


# ---- (2): fingerprints


def test_fingerprints():
    """Those of the parts are the checksums of the bytes between their ends."""
    text = "\n".join("Some words stand here, %d of them." % i for i in range(9000)).encode()
    path, begin = write("f.txt", text), 0
    for part in range(1, 4):
        loads(path, "part.db", "--part", "%d/3" % part, again=False)
        found, = ask("part.db", "SELECT fingerprint, file_bit / 8 FROM source JOIN checkpoint ON source_id = id")
        check(found[0] == "%016x" % crc64(text[begin:found[1]]), "part %d: %s" % (part, found))
        begin = found[1]
    check(begin == len(text), "the last part ends at byte %d of %d" % (begin, len(text)))


# ---- (4) and (5): beside other parts


def interrupt(path, db, part):
    """Ctrl-C at the first read after which the database has the part's beginning. Whether there is such a one."""
    wanted = "SELECT finished_at IS NULL FROM source WHERE options GLOB '* part=%s'" % part
    for read in range(5, 200, 3):
        load("--threads", "1", "--part", part, path, db=db, again=True, program=PLAIN,
             faults=failing("read", read, SIGNAL=signal.SIGINT))
        tables = os.path.exists(db) and ask(db, "SELECT 1 FROM sqlite_schema WHERE name = 'source'")
        if tables and (found := ask(db, wanted)):
            return bool(found[0][0])
    return False


def test_beside_others():
    xml = drawn_dump(int(12000 / SIZE), seed=5)
    for name, content in (("big.xml", xml), ("big.xml.bz2", bz2.compress(xml, 1))):
        path, db, beside = write(name, content), name + ".db", name + ".whole.db"
        whole, parts = Rows(), Rows()
        loads(path, beside)
        whole.add(beside)
        interrupted = sum(interrupt(path, db, "%d/3" % part) for part in (1, 2, 3))
        check(interrupted >= 2, "%s: %d loads were interrupted" % (name, interrupted))
        left = ask(db, "SELECT count(*) FROM source WHERE finished_at IS NULL")[0][0]
        check(left >= 2, "%s: %d parts are unfinished" % (name, left))
        for part in 3, 1, 2:
            loads(path, db, "--part", "%d/3" % part)
        sources = ask(db, "SELECT options, id FROM source WHERE finished_at IS NOT NULL ORDER BY options")
        check(len(sources) == 3, "%s: %s" % (name, sources))
        before = ask(db, "SELECT count(*), sum(id) FROM sentence")
        _, said = load("--part", "2/3", path, db=db, again=True, quiet=False, program=PLAIN)
        check("is in the database already" in said, said)
        for options in (), ("--part", "2/4"):
            said = loads(path, db, *options, status=(1,))
            check("was loaded with other options" in said and "part=" in said, said)
        said = loads(path, beside, "--part", "1/2", status=(1,))
        check("was loaded with other options" in said, said)
        check(before == ask(db, "SELECT count(*), sum(id) FROM sentence"), "%s: nothing was added" % name)
        # The parts were interrupted, so their rows are not contiguous: compared by content.
        for source in ask(db, "SELECT id FROM source ORDER BY options"):
            parts.add(db, source[0])
        strip = lambda rows: [row[1:] for row in rows]
        check(strip(whole.articles) == strip(parts.articles), "%s: articles" % name)
        check([row[2:] for row in whole.sentences] == [row[2:] for row in parts.sentences], "%s: sentences" % name)
        check(whole.damage == parts.damage and whole.counts == parts.counts,
              "%s: %s, %s" % (name, whole.counts, parts.counts))


def test_shared_dumps():
    if not os.path.isdir(DUMPS):
        return skip("no dumps in %s" % DUMPS)
    step = 1 if LONG else 3
    for name in sorted(os.listdir(DUMPS))[seed() % step::step]:
        path = os.path.join(DUMPS, name)
        if os.path.isfile(path):
            check_parts(name, path, counts=CUTS, cut=False)


sys.exit(run_tests("loader/parts", globals()))
