"""report_databases.py - databases for the tests of the report, each with the results of the pipeline."""

import os
import random

import databases
from databases import ROOT, change, new_database, run

# What somebody could write into a title or a sentence to break or to take over a page.
HOSTILE = [
    "<script>window.attacked = 1</script>",
    "</script><script>window.attacked = 1</script>",
    "<!--<script>",
    ']]><svg onload="window.attacked = 1">',
    "<img src=x onerror='window.attacked = 1'>",
    '"><b>bold</b>',
    "'; DROP TABLE sentence; --",
    "&lt;b&gt; &amp; &quot;",
    "\\u003cb\\u003e \\n \\",
    '{"report.json":null}',
    "/* report.js */ /* report.css */",
    "{values} $& $1 $`",
    "${1+1} {{7*7}} `x`",
    "javascript:window.attacked=1",
    "..//../?a=b&c=d#e",
    "\u202egnp.exe\u202c",
    "\u2066isolated",
    "a\u0007b\u001b[31mc\u007fd\u0085e",
    "line\u2028paragraph\u2029end",
    "zero\ufeffwidth\u200bjoined\u200dhere",
    "Z\u0338\u0353\u0357" * 8,
    "W" * 300,
    "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd 123",
    "\u0645\u0631\u062d\u0628\u0627 456",
    "\u6f22\u5b57\u304b\u306a",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f3f3\ufe0f",
]
# The same as bytes that are no UTF-8: a lone surrogate, an overlong <, a cut character.
BROKEN = [b"lone \xed\xa0\x80 surrogate", b"overlong \xc0\xbcscript\xc0\xbe", b"cut \xf0\x9f\x98"]

SYLLABLES = "ker lam min nor pel ris sen tol var wes yor zan andri ethor illun omera uskel avin".split()
SENTENCE = (
    "%s was read in the harbour in the year %d by a clerk who wrote down each letter of it, and the book "
    "has been kept in the tower of the town hall ever since."
)


def load(path, *arguments):
    run(databases.load(path, *arguments), "find")


def fill(path, articles, base="https://isles.example/wiki/Main_Page"):
    """A database of a wiki; each article is (title, section, text), and a text may be bytes that are not UTF-8."""
    with new_database(path, kind="mediawiki", language="en", base=base) as db:
        for number, article in enumerate(articles, 1):
            db.execute("INSERT INTO article(id, source_id, page_id, namespace, title, revision_id)"
                       " VALUES (?1, 1, ?1, 0, CAST(?2 AS TEXT), ?1 + 1000)", [number, article[0]])
            db.execute("INSERT INTO sentence(article_id, position, section, block, text)"
                       " VALUES (?, 1, CAST(? AS TEXT), 'prose', CAST(? AS TEXT))", [number, *article[1:]])
    run(path, "find")


def sample(path):
    databases.sample(path)


def detected_by(path, detection):
    """The sample, with pairs that were found in another way."""
    run(databases.sample(path), "UPDATE parameters SET detection = '%s';" % detection, "find")


def reuse(path):
    """The sample, with text reuse."""
    databases.sample(path, "find", "reuse", "reuse_kinds")


def hostile_reuse(path):
    """Hostile words in the titles and texts of passages that two or three articles share."""
    rows = []
    for number, text in enumerate(HOSTILE):
        drawn = random.Random(number)
        filler = " ".join("".join(drawn.choices(SYLLABLES, k=3)) for _ in range(40))
        for year in (1811, 1823, 1811)[: 2 + number % 2]:
            rows.append(("%s %d %d" % (text, number, len(rows)), text, "%s, %d: %s %s" % (filler, year, text, filler)))
    fill(path, rows)
    run(path, "reuse", "reuse_kinds")


def lineages(path):
    """A history with copies, of which two are stale, and with hostile words in names, comments and values."""
    load(path, "--history", "examples/history.xml")
    run(path, "find", "history")
    for number, text in enumerate(HOSTILE[:8]):
        change(path, "UPDATE revision SET comment = '%s' WHERE id %% 8 = %d" % (text.replace("'", "''"), number))
        change(path, "UPDATE birth SET contributor = '%s' WHERE article_id %% 8 = %d" % (text.replace("'", "''"), number))


def projection(path):
    detected_by(path, "projection")


def both(path):
    detected_by(path, "both")


def hostile(path):
    """Conflicts, rewordings, a template and copies of these words, in titles, sections and sentences."""
    found = []
    for number, words in enumerate([text.encode() for text in HOSTILE] + BROKEN):
        drawn = random.Random(number)
        filler = " ".join("".join(drawn.choices(SYLLABLES, k=3)) for _ in range(12))
        place = words + (" of %s" % filler).encode()
        text = b"The lighthouse %s was lit in %d by the keepers of the northern harbour for the first time."
        found += [(place, words, text % (place, year)) for year in (1811, 1823)]
        text = b"Since then the house of %s has been kept %s by the people of the village and by their children."
        found += [(place, words, text % (place, b"carefully")),
                  (place, words, (text % (place, b"with much care")).replace(b" been kept", b"\r\n\tbeen  kept"))]
        found += [(b"Copy of " + words, b"", words + (" " + filler).encode() * 3)] * 2
        found.append((words, b"", (SENTENCE % ("%s", 1900 + number)).encode() % words))
    # (SQLite measures a text up to its first NUL, so this one is at the end.)
    found += [(b"Nul \x00 in it", b"\x00", b"No letter on the old clock in the square may be read by %s, since its "
               b"lamp was taken to the museum of the town. Nul \x00 in it." % when) for when in (b"night", b"night", b"day")]
    fill(path, found)
    change(path, "UPDATE pair_kind SET kind = 'drift' WHERE score > 0")  # what is a template is learnt


def hostile_address(path):
    fill(path, [("Tower", "", SENTENCE % ("A letter", year)) for year in (1811, 1823)],
         "javascript:window.attacked=1//wiki/Main_Page")


def loose(path):
    """Pairs of a Jaccard similarity of about 0.4, of which bands find about half."""
    drawn = random.Random(1)
    words = lambda count: " ".join("".join(drawn.choices(SYLLABLES, k=2)) for _ in range(count))
    rows = []
    for number in range(400):
        common = words(17)
        rows += [("Article %d" % number, "", common + " " + words(12)) for _ in range(2)]
    fill(path, rows)


def reviews(path):
    load(path, "--whole", "--columns", "key=id,text=body", "examples/reviews.csv")


def questions(path):
    load(path, "--whole", "--columns", "key=number,text=question", "examples/questions.csv")


def one_article(path):
    fill(path, [("Ferries", "Times", "The ferry of %s leaves the old harbour at %d minutes past each hour in summer, and it "
                 "carries bicycles without a fee." % place) for place in (("Lindry", 10), ("Lindry", 20), ("Tolva", 45))])
    change(path, "UPDATE sentence SET article_id = 1, position = id; DELETE FROM article WHERE id > 1")
    run(path, "find")


def group(path):
    """Three articles of which each gives another year, and a fourth that says the same as the first in other words."""
    bell = ("The bell of the chapel of Saint Orlan above Tolva was %s from the guns of a privateer that ran aground in a night"
            " of fog, in the year %d.")
    fill(path, [(title, "", bell % how) for title, how in (
        ("Tolva", ("cast", 1802)), ("Saint Orlan", ("cast", 1812)), ("Chapel of Saint Orlan", ("cast", 1822)),
        ("Bells of the islands", ("founded", 1802)))])


def nothing(path):
    fill(path, [("Lindry", "", "Lindry is a village.")])


def no_texts(path):
    fill(path, [])


def two_dates(path):
    with open(os.path.join(ROOT, "examples", "sample.xml"), encoding="utf-8") as file:
        newer = file.read().replace("1,482 metres", "1,284 metres").replace("2026-", "2027-").replace("1857", "1875")
    other = path + ".newer.xml"
    with open(other, "w", encoding="utf-8") as file:
        file.write(newer)
    load(path, "examples/sample.xml", other)
    os.remove(other)


DATABASES = {make.__name__: make for make in (
    sample, reuse, hostile_reuse, lineages, projection, both, hostile, hostile_address, reviews, questions, one_article, group, nothing,
    no_texts, two_dates)}
