"""small_dumps.py - small dumps through the whole loader: their language, and the place of sentences.

  (1) <siteinfo> gives the names of namespaces, in any language, in UTF-8 and UTF-16. A redirect in
      the language of the wiki is not an article.
  (2) The language of the dump decides which full stops end a sentence, as scripts have their own.
  (3) Each sentence has its position, counted from 1; its path of headings, empty in the lead; and
      its block, also outside prose.
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
    (1, "", "prose", "Lead one."),
    (2, "", "prose", "Lead two."),
    (3, "First", "prose", "Below the first."),
    (4, "First", "list", "An item."),
    (5, "First", "list", "Of two sentences."),
    (6, "First > Within", "prose", "Deeper."),
    (7, "First > Within > Deepest", "table", "a | b"),
    (8, "First > Within > Deepest", "table",
     "This cell is long enough to stand by itself, with its sixty characters."),
    (9, "First > Within > Deepest", "table", "c"),
    (10, "Second", "prose", "Back up."),
    (11, "See also", "footer", "Other"),
    (12, "References > Books", "footer", "A book."),
]


def dump(texts, language="en", names=("File", "Category"), mark=""):
    pages = "".join(PAGE % (i, i, i, text) for i, text in enumerate(texts, 1))
    return DUMP % (mark, language, language, names[0], names[1], pages)


def load(content, encoding="utf-8"):
    """The rows of all sentences in order."""
    with tempfile.TemporaryDirectory() as folder:
        path, name = os.path.join(folder, "dump.xml"), os.path.join(folder, "db")
        with open(path, "w", encoding=encoding) as file:
            file.write(content)
        program = os.path.join(ROOT, "build", "neardup-load")
        status = subprocess.run([program, "--quiet", path, name]).returncode
        check(status == 0, "status %d" % status)
        db = sqlite3.connect(name)
        rows = db.execute("SELECT position, section, block, text FROM sentence ORDER BY id")
        return rows.fetchall(), db.execute("SELECT articles, redirects FROM source").fetchone()


def texts_of(content, encoding="utf-8"):
    return [text for _, _, _, text in load(content, encoding)[0]]


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
    rows, _ = load(dump([ARTICLE]))
    check(rows == ROWS, "found %s" % rows)


def main():
    test_names()
    test_redirects()
    test_stops()
    test_places()
    return finish("loader/small_dumps")


if __name__ == "__main__":
    sys.exit(main())
