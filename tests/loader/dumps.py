"""dumps.py - small dumps through the whole loader: how they are cut into pages, what damage costs, their language,
and the place of sentences.

  (1) Pages, redirects and damage are those of CASES, in any compression; every prefix of a dump can be read to its end.
      In UTF-16 half a character costs only itself. A lost block costs the pages that it touches.
  (2) <siteinfo> gives the names of namespaces, in any language, in UTF-8 and UTF-16. A redirect in
      the language of the wiki is not an article.
  (3) The language of the dump decides which full stops end a sentence, as scripts have their own.
  (4) Each sentence has its position and the number of its paragraph, both counted from 1; its path of
      headings, empty in the lead; and its block, also outside prose. All that holds with --history, too.
  (5) Redirects become aliases: those in the namespaces asked for that lead to one of them, with any
      options, from two dumps, and in a database without the table.
"""

import bz2
import os
import random
import sys

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from bzip2_streams import changed, places, streams
from counting import check
from loading import ask, load, run_tests, write

HEADER = b'<mediawiki version="0.11"><siteinfo><dbname>dewiki</dbname></siteinfo>\n'
FOOTER = b"</mediawiki>\n"


def revision(id, time, text):
    return b"<revision><id>%d</id><timestamp>%s</timestamp>%s</revision>" % (id, time, text)


def a_page(title, inside):
    return b"<page><title>%s</title><ns>0</ns><id>7</id>%s</page>\n" % (
        title, revision(70, b"2020-01-01T00:00:00Z", inside))


def text(title, words):
    return a_page(title, b"<text>%s</text>" % words)


A, B = text(b"A", b"one"), text(b"B", b"two")
OLD, NEW = (b"2020-01-01T00:00:00Z", b"<text>old</text>"), (b"2020-02-01T00:00:00Z", b"<text>new</text>")
REDIRECT = b'<page><title>A</title><redirect title="B" />%s</page>' % revision(1, OLD[0], b"<text>x</text>")

# What is in the file, and what comes out: "title=text" for a page, ">" for a redirect, "!title:message" for damage, whose
# messages are cut at 20 bytes.
CASES = (
    ("one page", HEADER + A + FOOTER, "A=one"),
    ("attributes of text in any order",
     HEADER + a_page(b"A", b'<text bytes="3" sha1="x" xml:space="preserve">one</text>') + FOOTER, "A=one"),
    ("entities", HEADER + text(b"A &amp; B", b"1 &lt; 2 &#233;") + FOOTER, "A & B=1 < 2 \u00e9"),
    ("an empty text does not swallow the next page", HEADER + a_page(b"A", b"<text />") + B + FOOTER, "A= B=two"),
    ("deleted text", HEADER + a_page(b"A", b'<text deleted="deleted" bytes="-1" />') + FOOTER, "A="),
    ("no text at all", HEADER + a_page(b"A", b"") + FOOTER, "A="),
    ("unknown elements are skipped",
     HEADER + a_page(b"A", b"<x><text>no</text></x><text>one</text><y/>") + FOOTER, "A=one"),
    ("the text of another slot is not the page's",
     HEADER + a_page(b"A", b"<text>one</text><content><role>r</role><text>no</text></content>") + FOOTER, "A=one"),
    ("a contributor's id is not the revision's",
     HEADER + a_page(b"A", b"<contributor><id>9</id></contributor><text>one</text>") + FOOTER, "A=one"),
    ("the newest revision, not the last",
     HEADER + b"<page><title>A</title>%s%s</page>" % (revision(2, *NEW), revision(1, *OLD)) + FOOTER, "A=new"),
    ("of one second the higher number",
     HEADER + b"<page><title>A</title>%s%s</page>" % (revision(3, OLD[0], NEW[1]), revision(2, *OLD)) + FOOTER, "A=new"),
    ("a redirect by its element", HEADER + REDIRECT + FOOTER, ">"),
    ("a redirect by its text", HEADER + text(b"A", b"#redirect [[B]]") + FOOTER, ">"),
    ("a redirect in German", HEADER + text(b"A", b"#WEITERLEITUNG: [[B]]") + FOOTER, ">"),
    ("a redirect in Japanese", HEADER + text(b"A", "#\u8ee2\u9001 [[B]]".encode()) + FOOTER, ">"),
    ("a numbered list is no redirect", HEADER + text(b"A", b"#first [[B]]") + FOOTER, "A=first B"),
    ("no header and no footer", A, "A=one"),
    ("several dumps in one", HEADER + A + FOOTER + HEADER + B + FOOTER, "A=one B=two"),
    ("a byte-order mark", b"\xEF\xBB\xBF" + HEADER + A + FOOTER, "A=one"),
    ("Latin-1, declared", b'<?xml version="1.0" encoding="ISO-8859-1"?>' + HEADER + text(b"A", b"\xE9") + FOOTER, "A=\u00e9"),
    ("several bzip2 streams", bz2.compress(b"") + bz2.compress(HEADER + A + FOOTER) + bz2.compress(b"") * 2, "A=one"),
    ("rubbish after bzip2", bz2.compress(HEADER + A + FOOTER) + b"rubbish", "A=one !:bzip2: this is not p"),

    ("broken XML costs its page", HEADER + a_page(b"A", b"<text>one</txt>") + B + FOOTER, "B=two !A:XML is broken at byt"),
    ("an unknown entity", HEADER + text(b"A", b"&bogus;") + B + FOOTER, "B=two !A:XML is broken at byt"),
    ("bytes that are no UTF-8", HEADER + text(b"A", b"\xFF") + B + FOOTER, "B=two !A:XML is broken at byt"),
    # The message is that of libxml2, and not that everything up to the next quote is a long tag.
    ("a missing quote", HEADER + a_page(b"A", b'<text bytes="5>' + b"a" * 12000 + b"</text>") + FOOTER, "!A:XML is broken at byt"),
    ("an angle in quotes", HEADER + a_page(b"A", b'<text bytes="5 < 6">' + b"a" * 12000 + b"</text>") + FOOTER,
     "!A:XML is broken at byt"),
    ("a page without its end", HEADER + b"<page><title>A</title><revision>" + B + FOOTER, "B=two !A:the page breaks off:"),
    ("a page without its beginning", HEADER + b"lost</text></revision></page>" + B + FOOTER, "B=two !:a page ends here, bu"),
    ("cut in a page", HEADER + A + b"<page><title>B</title><rev", "A=one !B:the dump ends in the"),
    ("cut between pages", HEADER + A, "A=one !:the dump ends withou"),
    ("a damaged header costs itself", b"<mediawiki><siteinfo><a></b></siteinfo>" + A + FOOTER, "A=one !:XML is broken at byt"),
    ("entities cannot be declared", b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + HEADER + text(b"A", b"&a;") + FOOTER,
     "!A:XML is broken at byt"),
)
# zstd frames without content may come first. The other one has one segment, whose size follows; a block that is the
# last one, as it is, and its size.
FRAMES = [bytes([0x50 + i]) + b"\x2A\x4D\x18\x03\0\0\0abc\x28\xB5\x2F\xFD\x20" + bytes([len(A)])
          + (len(A) << 3 | 1).to_bytes(3, "little") + A for i in range(16)]
REFUSED = (
    ("an empty file", b"", "is empty, expected a"), ("plain text", b"Dear reader", "is not a MediaWiki dump"),
    ("a web page", b"<!DOCTYPE html><html><body>404</body></html>", "is a web page, not a"),
    ("a web page after a comment", b"<!-- <mediawiki> --> <Html><body>404</body></Html>", "is a web page, not a"),
    ("other XML", b"<rss><page></page></rss>", "is not a MediaWiki dump"), ("a picture", b"<svg></svg>", "is not a MediaWiki dump"),
    ("ZIP", b"PK\x03\x04 and so on", "is a ZIP archive, ex"),
    *((f"a file of Office, {part}", b"PK\x03\x04" + bytes(26) + part.encode() + b" and so on", said)
      for part, said in (("[Content_Types].xml and word/document.xml", "is a document of Word"), ("word/x.xml", "is a document of Word"),
                         ("_rels/.rels and ppt/x.xml", "is a presentation, not"),
                         ("mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "is a sheet of OpenDoc"),
                         ("mimetypeapplication/vnd.oasis.opendocument.text", "is a document of Open"),
                         ("mimetypeapplication/epub+zip", "is an e-book, not tex"))),
    *((f"a file of Office, {part}", b"PK\x03\x04" + bytes(26) + part.encode() + b" and so on", "is a file of Excel or ano")
      for part in ("[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "xl/workbook.xml")),
    ("cut gzip", b"\x1F\x8B\x08", "gzip: the file ends "), ("no gzip after the magic", b"\x1F\x8Bgarbage", "gzip: unknown compre"),
    ("cut xz", b"\xFD7zXZ", "xz: the file ends in"),
    ("no xz after the magic", b"\xFD7zXZgarbage and more of it", "xz: this is not such"),
    ("cut zstd", b"\x28\xB5\x2F\xFD", "zstd: the file ends "),
    ("no zstd after the magic", b"\x28\xB5\x2F\xFD\xFF\xFF and more of it than a header has", "zstd: Unsupported fr"),
    ("cut bzip2", b"BZh9", "bzip2: the file ends"),
    ("no bzip2 after the magic", b"BZh9garbage and more of it", "bzip2: this is not p"),
)
# The language is that of xml:lang, else it comes from the name of the database. It stays as it is after the first pages.
LANGUAGES = (
    (b'<mediawiki xml:lang="de">' + A, "de"), (HEADER + A, "de"),
    (b'<mediawiki version="0.8" xml:lang="en" ><siteinfo><dbname>simplewiki</dbname></siteinfo>' + A, "en"),
    (b"<mediawiki><siteinfo><dbname>elwikivoyage</dbname></siteinfo>" + A, "el"),
    (b"<mediawiki xml:lang=>" + A, None), (A + B, None), (b"<mediawiki>" + b"</page>" * 5000 + HEADER + A, None),
)

DUMP = """%s<mediawiki xml:lang="%s"><siteinfo><dbname>%swiki</dbname><namespaces>
<namespace key="0" /><namespace key="6">%s</namespace><namespace key="14">%s</namespace>
</namespaces></siteinfo>%s</mediawiki>"""
PAGE = """<page><title>T%d</title><ns>0</ns><id>%d</id><revision><id>%d</id>
<text xml:space="preserve">%s</text></revision></page>"""

PICTURE = "One. [[Zeichnung:a b|thumb|Not this.]] Two. [[Schublade:Three]]"

REDIRECTS = (
    "#REDIRECT [[A]]", "#redirect:[[A]]", "#WEITERLEITUNG [[A]]", "#REDIRECTION [[A]]",
    "#REDIRECCIÓN [[A]]", "#перенаправление [[A]]", "#ПРЕНАСОЧВАНЕ [[A]]", "#ΑΝΑΚΑΤΕΥΘΥΝΣΗ [[A]]",
    "#転送 [[A]]", "#重定向 [[A]]", "#تحويل [[A]]", "#ವಹಿಸು [[A]]",
)

# "|" marks the ends of sentences and is not part of the text.
STOPS = (
    ("en", "It is old. |It is big."),
    ("el", "Ποιος ήρθε; |Κανένας."),
    ("ja", "猫が来た。|犬は「帰る。」と言った。|終わり。"),
    ("zh", "猫来了。|狗走了！|谁在？"),
    ("hi", "वह आया। |वह गया।"),
    ("ur", "وہ آیا۔ |وہ گیا۔"),
    ("ar", "من جاء؟ |جاء أحمد."),
    ("hy", "Նա եկավ։ |Նա գնաց։"),
    ("am", "መጣ።|ሄደ።"),
    ("my", "လာသည်။ |သွားသည်။"),
    ("kn", "ಅವನು ಬಂದನು. |ಅವಳು ಹೋದಳು."),
    ("bg", "Роден е през 1900 г. в София. |Умира през 1950 г."),
)

ARTICLE = """Lead one. Lead two.
== First ==
Below the first.
* An item. Of two sentences.
=== Within ===
Deeper.
==== Deepest ====
{|
| a || b
|-
| This cell is long enough to stand by itself, with its sixty characters. || c
|}
== Second ==
Back up.
== See also ==
* [[Other]]
== References ==
=== Books ===
A book.
"""
ROWS = [
    (1, 1, "", "prose", "Lead one."),
    (2, 1, "", "prose", "Lead two."),
    (3, 2, "First", "prose", "Below the first."),
    (4, 3, "First", "list", "An item."),
    (5, 3, "First", "list", "Of two sentences."),
    (6, 4, "First > Within", "prose", "Deeper."),
    (7, 5, "First > Within > Deepest", "table", "a | b"),
    (8, 6, "First > Within > Deepest", "table",
     "This cell is long enough to stand by itself, with its sixty characters."),
    (9, 7, "First > Within > Deepest", "table", "c"),
    (10, 8, "Second", "prose", "Back up."),
    (11, 9, "See also", "footer", "Other"),
    (12, 10, "References > Books", "footer", "A book."),
]


# (title, namespace, <redirect> element, texts of the revisions), and the aliases by options.
PAGES = (
    ("Lake Imber", 0, "", ["The lake is deep."]),
    ("Imber", 0, "Lake Imber", ["#REDIRECT [[Lake_Imber]]"]),
    ("imber", 0, "", ["#REDIRECT [[lake Imber]]"]),
    ("Fish of Lake Imber", 0, "Lake Imber", ["#REDIRECT [[Lake Imber#Fish]]"]),
    ("Salt & Almanac", 0, "The Salt &amp; the &quot;Almanac&quot;", ["x"]),
    ("Twice", 0, "", ["#REDIRECT [[Imber]]"]),
    ("Away", 0, "Talk:Lake Imber", ["#REDIRECT [[Talk:Lake Imber]]"]),
    ("Nowhere", 0, "", ["#REDIRECT [[{{PAGENAME}}]]"]),
    ("", 0, "Lake Imber", ["#REDIRECT [[Lake Imber]]"]),
    ("Talk:Imber", 1, "Talk:Lake Imber", ["#REDIRECT [[Talk:Lake Imber]]"]),
    ("Grown", 0, "", ["#REDIRECT [[Imber]]", "It was a redirect once."]),
    ("Merged", 0, "", ["It was an article once.", "#REDIRECT [[Lake Imber]]"]),
)
ALIASES = [
    ("Imber", "Lake Imber", ""),
    ("imber", "Lake Imber", ""),
    ("Fish of Lake Imber", "Lake Imber", "Fish"),
    ("Salt & Almanac", 'The Salt & the "Almanac"', ""),
    ("Twice", "Imber", ""),
    ("Merged", "Lake Imber", ""),
]
TALK = [("Away", "Talk:Lake Imber", ""), ("Talk:Imber", "Talk:Lake Imber", "")]
# Whether two names are one thing: the query of docs/guide/tables.md.
SAME = """SELECT ?1 = ?2 COLLATE NOCASE OR EXISTS (
    SELECT 1 FROM alias WHERE title = ?1 AND target = ?2 AND section = '' UNION ALL
    SELECT 1 FROM alias WHERE title = ?2 AND target = ?1 AND section = '' UNION ALL
    SELECT 1 FROM alias AS x JOIN alias AS y USING (source_id, target, section)
     WHERE x.title = ?1 AND y.title = ?2)"""
NAMES = (
    ("Imber", "Lake Imber", 1), ("lake imber", "IMBER", 1), ("Imber", "Merged", 1),
    ("Fish of Lake Imber", "Lake Imber", 0), ("Fish of Lake Imber", "Imber", 0),
    ("Imber", "Nowhere", 0), ("Grown", "Imber", 0), ("Anything", "anything", 1),
)


def dump(texts, language="en", names=("File", "Category"), mark=""):
    pages = "".join(PAGE % (i, i, i, text) for i, text in enumerate(texts, 1))
    return DUMP % (mark, language, language, names[0], names[1], pages)


def dump_of_pages(day):
    """PAGES as a dump, and a damaged one; the revisions are of that day in some years."""
    pages = []
    for title, namespace, element, texts in PAGES:
        revisions = "".join("<revision><id>%d</id><timestamp>20%02d-01-%02dT00:00:00Z</timestamp>"
                            "<text>%s</text></revision>" % (i + 1, 10 + i, day, text)
                            for i, text in enumerate(texts))
        redirect = '<redirect title="%s" />' % element if element else ""
        pages.append("<page><title>%s</title><ns>%d</ns><id>%d</id>%s%s</page>\n"
                     % (title.replace("&", "&amp;"), namespace, len(pages) + 1, redirect, revisions))
    broken = '<page><title>Broken</title><redirect title="Lake Imber" /><revision></page>\n'
    return DUMP % ("", "en", "en", "File", "Category", "".join(pages) + broken)


def load_dump(content, *options, encoding="utf-8", status=0, again=False):
    found, errors = load(*options, write("dump.xml", content.encode(encoding)), again=again)
    check(found == status, "status %d: %s" % (found, errors))


def texts_of(content, encoding="utf-8"):
    load_dump(content, encoding=encoding)
    return [text for text, in ask("test.db", "SELECT text FROM sentence ORDER BY id")]


# ---- (1): pages, and damage ----------------------------------------------------------------------


def load_files(contents, *options):
    """Loads all of them at once; their sources are numbered from 1."""
    names = [write("f%d" % i, content) for i, content in enumerate(contents, 1)]
    status, errors = load("--format", "mediawiki", *options, *names)
    check(status in (0, 3), "status %d: %s" % (status, errors))


def outcome(source):
    """As CASES have it."""
    pages = ask("test.db", "SELECT title || '=' || ifnull(text, '') FROM article LEFT JOIN sentence ON article_id ="
                           " article.id WHERE source_id = ? ORDER BY article.id", (source,))
    (redirects,), = ask("test.db", "SELECT redirects FROM source WHERE id = ?", (source,))
    damage = ask("test.db", "SELECT '!' || ifnull(page_title, '') || ':' || trim(substr(message, 1, 20)) FROM damage"
                            " WHERE source_id = ?", (source,))
    return " ".join([page for page, in pages] + [">"] * redirects + [place for place, in damage])


def test_pages():
    cases = CASES + tuple(("zstd frame %d" % i, frame, "A=one") for i, frame in enumerate(FRAMES))
    load_files([content for _, content, _ in cases])
    for source, (name, _, expected) in enumerate(cases, 1):
        check(outcome(source) == expected, "%s: expected '%s', found '%s'" % (name, expected, outcome(source)))
    for name, content, message in REFUSED:
        status, errors = load("--format", "mediawiki", write("f", content))
        check(status == 1 and errors.startswith("neardup load: f: " + message) and not os.path.exists("test.db"),
              "%s: expected '%s', found '%s'" % (name, message, errors))
    load_files([content for content, _ in LANGUAGES])
    for (content, language), (found,) in zip(LANGUAGES, ask("test.db", "SELECT language FROM source ORDER BY id")):
        check(found == language, "%.60s: %s" % (content, found))
    check(ask("test.db", "SELECT pages, damaged FROM source WHERE id = 7") == [(1, 5001)], "what belongs to no page")


def test_prefixes():
    """Every prefix can be read to its end, and gives whole pages."""
    xml = HEADER + A + B + FOOTER
    begin, end_of_a = len(b"<mediawiki "), xml.index(b"</page>") + 7
    for length in range(begin):
        status, _ = load("--format", "mediawiki", write("f", xml[:length]))
        check(status == (0 if length == begin - 1 else 1), "%d bytes: status %d" % (length, status))
    load_files([xml[:length] for length in range(begin, len(xml))])
    for length in range(begin, len(xml)):
        found = outcome(length - begin + 1)
        has_a, has_b = found.startswith("A=one"), "B=two" in found
        check(has_a == (length >= end_of_a) and (not has_b or has_a) and ("!" in found or length >= len(xml) - 1),
              "the first %d bytes: found '%s'" % (length, found))


def test_half_a_character():
    """In UTF-16 it costs only itself: the bytes after it stay aligned. At the end it is U+FFFD."""
    mark, xml = "\ufeff", HEADER + text(b"A", b"1?2") + B + FOOTER
    wide = [(mark + xml.decode().replace("?", "\ud800")).encode(encoding, "surrogatepass")
            for encoding in ("utf-16-le", "utf-16-be")]
    load_files(wide + [content + b"\x3C" for content in wide])
    for source in range(1, 5):
        check(outcome(source) == "A=1\ufffd2 B=two", "found '%s'" % outcome(source))
    load("--format", "text", write("f", "\ufeffM".encode("utf-16-le") + b"\x3C"))
    check(ask("test.db", "SELECT text FROM sentence") == [("M\ufffd",)], "half a character at the end")


def wide_dump(encoding, letters, draw):
    """Words of the first letter and others, with some line ends: the dump, and where its pages begin and end."""
    content, pages = ("\ufeff" + HEADER.decode()).encode(encoding), []
    for number in range(60):
        words = "".join("\n" if draw.random() < 0.05 else letters[draw.randrange(len(letters)) * draw.randrange(2)]
                        for _ in range(draw.randrange(2000)))
        page = ("<page><title>%d</title><revision><text>%s</text></revision></page>" % (number, words)).encode(encoding)
        pages.append((len(content), len(content) + len(page)))
        content += page + "\n".encode(encoding)
    return content + FOOTER.decode().encode(encoding), pages


def test_lost_blocks_of_utf16():
    """Each block is damaged in turn, and costs the pages in it."""
    draw, block = random.Random(4), 9999
    for encoding in "utf-16-le", "utf-16-be":
        # The first of the Chinese letters ends in a zero byte.
        for begin, count in (ord("a"), 26), (0x430, 32), (0x4E00, 20000):
            content, pages = wide_dump(encoding, [chr(begin + i) for i in range(count)], draw)
            packed = streams(content, block)
            blocks = places(packed)
            check(len(blocks) > 8, "%d blocks" % len(blocks))
            load_files([changed(packed, place + 8) for place in blocks[1:]])
            for lost in range(1, len(blocks)):
                found = {int(title) for title, in ask("test.db", "SELECT title FROM article WHERE source_id = ?", (lost,))}
                whole = {number for number, (first, last) in enumerate(pages)
                         if last <= lost * block or first >= (lost + 1) * block}
                check(whole <= found and len(found) < len(pages), "%s, %x, block %d: %s are missing"
                      % (encoding, begin, lost, whole - found))


def test_lost_beginning():
    """Blocks of 50 bytes; A begins in the third. C is a long page that hardly compresses."""
    draw = random.Random(5)
    xml = HEADER + b" " * 38 + b"".join(
        b"<page><title>%s</title><revision><text>%s</text></revision></page>\n" % (title, bytes(draw.choices(b"abcdefghijklm", k=length)))
        for title, length in ((b"A", 100), (b"B", 300), (b"C", 20000), (b"D", 10))) + FOOTER
    packed, rows = streams(xml, 50), streams(b"<row>no page</row>\n" * 500, 50)
    blocks = places(packed)
    # The end of A is damage of its own. With 20 blocks, C comes first, whose beginning is gone.
    cases = ((1, "ABCD", 1), (2, "ABCD", 1), (4, "BCD", 2), (9, "CD", 2), (21, "D", 2))
    load_files([changed(packed, *(place + 8 for place in blocks[:count])) for count, _, _ in cases])
    for source, (count, titles, damage) in enumerate(cases, 1):
        found = ask("test.db", "SELECT group_concat(title, ''), (SELECT count(*) FROM damage WHERE source_id = ?1)"
                               " FROM (SELECT title FROM article WHERE source_id = ?1 ORDER BY id)", (source,))
        check(found == [(titles, damage)], "%d lost blocks: found %s" % (count, found))
    for content, message in ((changed(packed, *(place + 8 for place in blocks)), ""),
                             (changed(rows, places(rows)[0] + 8), "no page follows")):
        status, errors = load("--format", "mediawiki", write("f", content))
        check(status == 1 and message in errors, "status %d: %s" % (status, errors))


# ---- (2) to (5) ----------------------------------------------------------------------------------


def test_names():
    names = ("Zeichnung", "Schublade")
    for encoding, mark in (("utf-8", ""), ("utf-16", '<?xml version="1.0" encoding="utf-16"?>')):
        found = texts_of(dump([PICTURE], "de", names, mark), encoding)
        check(found == ["One.", "Two."], "%s: found %s" % (encoding, found))
    found = texts_of(dump([PICTURE]))
    check(len(found) > 2, "without the names it is text, found %s" % found)
    found = texts_of(dump(["猫。[[絵:a b|thumb|犬。]]鳥。[[棚:魚]]"], "ja", ("絵", "棚")))
    check(found == ["猫。", "鳥。"], "Japanese: found %s" % found)


def test_redirects():
    load_dump(dump(REDIRECTS + ("#First item [[A]]",)))
    found = ask("test.db", "SELECT articles, redirects, sentences FROM source")
    check(found == [(1, len(REDIRECTS), 1)], "found %s" % found)


def test_stops():
    for language, marked in STOPS:
        wanted = [sentence.strip() for sentence in marked.split("|")]
        found = texts_of(dump([marked.replace("|", "")], language))
        check(found == wanted, "%s: expected %s, found %s" % (language, wanted, found))
    found = texts_of(dump(["Ποιος ήρθε; Κανένας."], "en"))
    check(len(found) == 1, "a semicolon ends no sentence in English, found %s" % found)


def test_places():
    for options in ((), ("--history",)):
        load_dump(dump([ARTICLE]), *options)
        rows = ask("test.db", "SELECT position, paragraph, section, block, text FROM sentence ORDER BY id")
        check(rows == ROWS, "%s: found %s" % (options, rows))


def aliases():
    return ask("test.db", "SELECT title, target, section FROM alias ORDER BY rowid")


def test_aliases_by_options():
    with_talk = ALIASES[:5] + TALK + ALIASES[5:]
    for options, expected in (((), ALIASES), (("--history",), ALIASES),
                              (("--namespaces", "1"), TALK[1:]), (("--namespaces", "all"), with_talk),
                              (("--threads", "1", "--namespaces", "0,1"), with_talk)):
        load_dump(dump_of_pages(1), *options, status=3)
        check(aliases() == expected, "%s: found %s" % (options, aliases()))
        sources = ask("test.db", "SELECT DISTINCT source_id FROM alias")
        check(sources == [(1,)], "of one source, found %s" % sources)


def test_aliases_of_two_dates():
    load_dump(dump_of_pages(1), status=3)
    for day in 1, 2:
        load_dump(dump_of_pages(day), status=3, again=True)
    check(aliases() == ALIASES * 2, "found %s" % aliases())
    sources = ask("test.db", "SELECT source_id, count(*) FROM alias GROUP BY 1")
    check(sources == [(1, len(ALIASES)), (2, len(ALIASES))], "found %s" % sources)
    for one, other, expected in NAMES:
        found = ask("test.db", SAME, (one, other))
        check(found == [(expected,)], "%s, %s: found %s" % (one, other, found))
    plan = "; ".join(row[3] for row in ask("test.db", "EXPLAIN QUERY PLAN " + SAME, ("a", "b")))
    check(plan.count("USING INDEX alias_t") == 4, "a slow plan: %s" % plan)


def test_case_sensitive_titles():
    load_dump(dump_of_pages(1).replace("<namespaces>", "<case>case-sensitive</case><namespaces>"), status=3)
    check(aliases()[1] == ("imber", "lake Imber", ""), "found %s" % aliases())


sys.exit(run_tests("loader/dumps", globals()))
