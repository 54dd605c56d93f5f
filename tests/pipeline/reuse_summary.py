"""reuse_summary.py - what sql/reuse_summary.sql prints of the text reuse in a database.

  (1) Its counts are those of the tables, and each list has what it says, best first.
  (2) Both passages of a case are shown with what differs marked; lines fit the width.
  (3) A copy is a surprise only between articles that are otherwise unlike, with titles that share no word, and
      without other cases.
  (4) Nothing in a text reaches the terminal as a control sequence.
  (5) A database without cases, or without their kinds, is refused with what to do; it stays as it is.
"""

import contextlib
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import check, run_tests
from databases import contents, rows, run, sample, shell

for variable in "COLUMNS", "NO_COLOR", "NEARDUP_ESCAPE":
    os.environ.pop(variable, None)


def find_reuse(path):
    run(path, "reuse")
    run(path, "reuse_kinds")


def summary(path, width=100):
    os.environ["COLUMNS"] = str(width)
    return run(path, "reuse_summary")


def fill(path, articles):
    """A database of articles: (title, paragraphs), a paragraph being a list of sentences."""
    return databases.fill(path, [(title, [{"paragraph": number, "text": text} for number, sentences in
                                          enumerate(paragraphs, 1) for text in sentences])
                                 for title, paragraphs in articles], kind="mediawiki", language="en")


def part(text, heading):
    """The lines of the list with this heading, up to the next heading."""
    lines = text.split("\n")
    begin = next((i for i, line in enumerate(lines) if line.startswith(heading)), None)
    if begin is None:
        return None
    end = next((i for i in range(begin + 1, len(lines)) if lines[i] and not lines[i].startswith(" ")), len(lines))
    return "\n".join(lines[begin:end])


def number(text, after):
    found = re.search(r"([\d,]+) +" + after, text)
    return int(found[1].replace(",", "")) if found else None


# ---- (1), (2) The sample -------------------------------------------------------------------------

def test_counts(db, text):
    value = lambda sql: db.execute(sql).fetchone()[0]
    cases, structure = db.execute("SELECT count(*), total(kind = 'structure') FROM reuse").fetchone()
    check(cases > 40 and 0 < structure < cases, "the sample has both kinds: %d of %d" % (structure, cases))
    articles = value("SELECT count(*) FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)")
    first = " ".join(text.split("\n\n")[0].split())
    check(first.startswith("%d cases of text reuse in %d articles: %d cases of structure, %d of content."
                           % (cases, articles, structure, cases - structure)), "the first line: " + first)
    figures = part(text, "Text reuse in figures")
    least, mean, most = db.execute("SELECT min(n), avg(n), max(n) FROM (SELECT a_words AS n FROM reuse UNION ALL"
                                   " SELECT b_words FROM reuse)").fetchone()
    for after, expected in (("cases", cases), ("structure", structure), ("content", cases - structure),
                            ("articles with reuse, of 60", articles), ("words in a passage", least),
                            ("on average", int(mean + 0.5)), ("at most", most),
                            ("clusters", value("SELECT count(*) FROM reuse_cluster")),
                            ("patterns with slots", value("SELECT count(*) FROM reuse_template WHERE slots > 0"))):
        check(number(figures, after) == expected, "%s: %s, not %s" % (after, number(figures, after), expected))


def test_lists(db, text):
    diverged = part(text, "Copied passages that have diverged")
    scores = [float(score) for score in re.findall(r"^  [a-z ]+, (\d\.\d\d)  ", diverged, re.M)]
    check(scores == sorted(scores, reverse=True) and 0 < len(scores) <= 10, "the scores: %s" % scores)
    best, = db.execute("SELECT max(score) FROM reuse_divergence").fetchone()
    check(abs(scores[0] - best) < 0.006, "the best is %.2f" % best)
    for left, right in (("[134]", "[143]"), ("[23]", "[21]"), ("[second]", "longest")):
        check(any(left in line and right in line for line in diverged.split("\n")),
              "%s and %s are on one line" % (left, right))
    check(re.search(r"^ {8}The storm killed \[(134\|143|143\|134)\] people", diverged, re.M),
          "the sentences that contradict each other stand below their passages")
    check("same article" not in diverged, "two articles are not called one")
    largest = part(text, "The largest cases")
    words = [int(count) for count in re.findall(r"^ +(\d+)  \S", largest, re.M)]
    check(words == sorted(words, reverse=True), "the largest: %s" % words)
    for most, in db.execute("SELECT max(words) FROM reuse GROUP BY kind"):
        check(most in words, "the largest of each kind: %d is not in %s" % (most, words))
    patterns = part(text, "Patterns that many articles follow")
    counts = [int(count) for count in re.findall(r"^ +(\d+)  \S", patterns, re.M)]
    most, = db.execute("SELECT max(articles) FROM reuse_template").fetchone()
    check(counts[0] == most and counts == sorted(counts, reverse=True), "the patterns: %s" % counts)
    check("{1}" in patterns and "Dunmarrow: Dunmarrow · 6,214 · 21.4" in patterns, "slots and what fills them")
    check(text.count("(above)") > 0, "a case is shown once")


def test_widths(path):
    for width in 60, 100, 119:
        lines = summary(path, width).split("\n")
        wide = [line for line in lines if len(line) > width and not line.startswith("  sqlite3")]
        check(not wide, "wider than %d: %s" % (width, wide[:1]))
        bars = {line.index(" | ") for line in lines if re.match(r" {8}.*\S +\| ", line) and "[" in line}
        check(len(bars) == 1, "the columns have one width: %s" % bars)


# ---- (3) Surprise --------------------------------------------------------------------------------

COPY = ["The first stone of the building was laid by a widow from the northern district, who had promised her husband "
        "that nobody would ever again walk home in the dark.",
        "For eleven years she paid the masons herself, and when the money was gone they went on without wages until "
        "the roof was finished and the doors were hung."]
SHIPS = [["The schooner carried timber and salted herring across the strait in every season."],
         ["Her captain steered by the swell alone, and her sails were mended each winter on the quay."]]
BREAD = [["The dough rises overnight under a cloth of linen and is baked before dawn."],
         ["Bakers add caraway, honey and a handful of coarse rye to the oven loaf."]]
MUSIC = [["The second movement is a slow fugue for strings and one clarinet."],
         ["Critics praised its melody, and the orchestra repeated the finale twice."]]


def test_surprise(folder):
    path = os.path.join(folder, "surprise.db")
    other = [["Each spring the bells are taken down and carried round the parish on a cart that is drawn by the oldest "
              "and the youngest of the ringers, and whoever meets them on the road has to ring once."],
             ["The custom was forbidden in the year of the plague, taken up again by the schoolchildren, and has been "
              "kept ever since on the second Sunday after the end of the frost."]]
    boilerplate = [["This page belongs to the register of the islands, which lists all that was ever counted there, "
                    "and whoever finds a mistake in it is asked to write to the clerk at the old customs house."]]
    fill(path, [("Marigold", SHIPS + [COPY]), ("Thornfield Loaf", BREAD + [COPY]),
                ("Harbour Church", MUSIC + other), ("Church Harbour", SHIPS + other)]
         + [("Entry %s" % letter, [["Nothing is known of %s." % letter]] + boilerplate) for letter in "ABCDEFGH"])
    find_reuse(path)
    rows(path, "UPDATE reuse SET kind = 'content', reason = 'set by the test'")
    surprising = part(summary(path), "The most surprising ones")
    check(surprising is not None, "something is surprising")
    titles = re.findall(r"^ +\d+  (\S.*?)  \|  (.*?)(?:  \(above\))?$", surprising or "", re.M)
    check(titles == [("Marigold", "Thornfield Loaf")], "what is surprising: %s" % titles)


# ---- (4), (5) ------------------------------------------------------------------------------------

def test_hostile(folder):
    path = os.path.join(folder, "hostile.db")
    hostile = ["\u001b[31mThe widow\u0007 of the <b>northern</b> district\u202e laid the first {stone} in 1878, and 100 % "
               "of its masons 'went' on without any wages until the roof was finished and the doors were hung.", *COPY]
    changed = [hostile[0].replace("1878", "1887"), *COPY]
    fill(path, [("Red \u001b[31m tower", SHIPS + [hostile]), ("Blue\u0007 {tower} %d", BREAD + [changed])])
    find_reuse(path)
    text = summary(path)
    check("[1878]" in text and "[1887]" in text, "the passages are shown:\n" + text)
    check(not re.search("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]", text),
          "no control character is printed")


def test_refusals(folder):
    path = databases.load(os.path.join(folder, "early.db"), "examples/sample.xml")
    refused = "has cases of text reuse, but not their kinds yet. Find them first: neardup reuse"
    for script, message in ((None, "has no cases of text reuse yet. Find them first: neardup reuse"),
                            ("reuse", refused), ("reuse_kinds", ""), ("reuse", refused)):
        if script:
            run(path, script)
        before = contents(path)
        done = shell(path, "reuse_summary")
        check(message in done.stderr and (done.returncode != 0) == bool(message), "%s: %s" % (script, done.stderr))
        check(contents(path) == before, "the summary only reads")
    for table in "reuse_template", "reuse_slot", "reuse_missing", "reuse_relation", "reuse_divergence":
        check(rows(path, "SELECT count(*) FROM " + table) == [(0,)], table + " is of cases that are gone")
    none = fill(os.path.join(folder, "none.db"), [("Marigold", SHIPS), ("Thornfield Loaf", BREAD)])
    find_reuse(none)
    text = summary(none)
    check(text.lstrip().startswith("0 cases of text reuse in 0 articles"), "no cases: " + text[:200])
    check("  nothing" in text and "largest cases" not in text, "no cases: empty lists are not printed")


def test_sample(folder):
    path = sample(os.path.join(folder, "sample.db"), "reuse", "reuse_kinds")
    text = summary(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        test_counts(db, text)
        test_lists(db, text)
    test_widths(path)


run_tests("pipeline/reuse_summary", test_sample, test_surprise, test_hostile, test_refusals)
