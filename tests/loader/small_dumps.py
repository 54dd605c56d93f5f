"""small_dumps.py - small dumps through the whole loader: their language, and the place of sentences.

  (1) <siteinfo> gives the names of namespaces, in any language, in UTF-8 and UTF-16. A redirect in
      the language of the wiki is not an article.
  (2) The language of the dump decides which full stops end a sentence, as scripts have their own.
  (3) Each sentence has its position and the number of its paragraph, both counted from 1; its path of
      headings, empty in the lead; and its block, also outside prose. All that holds with --history, too.
  (4) Redirects become aliases: those in the namespaces asked for that lead to one of them, with any
      options, from two dumps, and in a database without the table.
"""

import os
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish

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


def load_into(name, content, *options, encoding="utf-8", status=0):
    path = name + ".xml"
    with open(path, "w", encoding=encoding) as file:
        file.write(content)
    program = os.path.join(ROOT, "build", "neardup-load")
    found = subprocess.run([program, "--quiet", *options, path, name]).returncode
    check(found == status, "status %d" % found)
    return sqlite3.connect(name)


def load(content, *options, encoding="utf-8"):
    """The rows of all sentences in order."""
    with tempfile.TemporaryDirectory() as folder:
        db = load_into(os.path.join(folder, "db"), content, *options, encoding=encoding)
        rows = db.execute("SELECT position, paragraph, section, block, text FROM sentence ORDER BY id")
        return rows.fetchall(), db.execute("SELECT articles, redirects FROM source").fetchone()


def texts_of(content, encoding="utf-8"):
    return [row[-1] for row in load(content, encoding=encoding)[0]]


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
    rows, (articles, redirects) = load(dump(REDIRECTS + ("#First item [[A]]",)))
    check((articles, redirects) == (1, len(REDIRECTS)),
          "%d articles, %d redirects" % (articles, redirects))
    check(len(rows) == 1, "found %s" % rows)


def test_stops():
    for language, marked in STOPS:
        wanted = [sentence.strip() for sentence in marked.split("|")]
        found = texts_of(dump([marked.replace("|", "")], language))
        check(found == wanted, "%s: expected %s, found %s" % (language, wanted, found))
    found = texts_of(dump(["Ποιος ήρθε; Κανένας."], "en"))
    check(len(found) == 1, "a semicolon ends no sentence in English, found %s" % found)


def test_places():
    for options in ((), ("--history",)):
        rows, _ = load(dump([ARTICLE]), *options)
        check(rows == ROWS, "%s: found %s" % (options, rows))


def aliases(db):
    return db.execute("SELECT title, target, section FROM alias ORDER BY rowid").fetchall()


def test_aliases_by_options():
    with_talk = ALIASES[:5] + TALK + ALIASES[5:]
    for options, expected in (((), ALIASES), (("--history",), ALIASES),
                              (("--namespaces", "1"), TALK[1:]), (("--namespaces", "all"), with_talk),
                              (("--threads", "1", "--namespaces", "0,1"), with_talk)):
        with tempfile.TemporaryDirectory() as folder:
            db = load_into(os.path.join(folder, "db"), dump_of_pages(1), *options, status=2)
            check(aliases(db) == expected, "%s: found %s" % (options, aliases(db)))
            sources = db.execute("SELECT DISTINCT source_id FROM alias").fetchall()
            check(sources == [(1,)], "of one source, found %s" % sources)


def test_aliases_of_two_dates():
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "db")
        load_into(name, dump_of_pages(1), status=2).close()
        load_into(name, dump_of_pages(1), status=2).close()
        db = load_into(name, dump_of_pages(2), status=2)
        check(aliases(db) == ALIASES * 2, "found %s" % aliases(db))
        sources = db.execute("SELECT source_id, count(*) FROM alias GROUP BY 1").fetchall()
        check(sources == [(1, len(ALIASES)), (2, len(ALIASES))], "found %s" % sources)
        for one, other, expected in NAMES:
            found, = db.execute(SAME, (one, other)).fetchone()
            check(found == expected, "%s, %s: found %d" % (one, other, found))
        plan = "; ".join(row[3] for row in db.execute("EXPLAIN QUERY PLAN " + SAME, ("a", "b")))
        check(plan.count("USING INDEX alias_t") == 4, "a slow plan: %s" % plan)


def test_case_sensitive_titles():
    content = dump_of_pages(1).replace("<namespaces>", "<case>case-sensitive</case><namespaces>")
    with tempfile.TemporaryDirectory() as folder:
        db = load_into(os.path.join(folder, "db"), content, status=2)
        check(aliases(db)[1] == ("imber", "lake Imber", ""), "found %s" % aliases(db))


def run_script(script, name):
    with open(os.path.join(ROOT, "sql", script), encoding="utf-8") as commands:
        done = subprocess.run(["sqlite3", name], stdin=commands, cwd=ROOT, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
    check(done.returncode == 0 and not done.stderr, "%s: %s" % (script, done.stderr))


def main():
    test_names()
    test_redirects()
    test_aliases_by_options()
    test_aliases_of_two_dates()
    test_case_sensitive_titles()
    test_stops()
    test_places()
    return finish("loader/small_dumps")


if __name__ == "__main__":
    sys.exit(main())
