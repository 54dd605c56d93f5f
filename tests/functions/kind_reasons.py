"""kind_reasons.py - the reasons of duplicate_kind(): one sentence of plain words for every kind.

What a pair is judged to be is learnt, but what a reason says of it can be checked: each is a sentence that
begins with one of the known grounds, says nothing of a subject or a title that the texts do not have, and gives
the values in the order of the texts.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, run_tests
from extension import open_with

STORM = "The Candlemas Storm killed %s people in the low cottages behind the dyke."
LONG = "%s was the keeper of the light for as long as anybody in the islands could remember."
NAME = "Anna Maria Theresa Josefa Carolina Augusta Wilhelmina Sophia Charlotte %s of Lindry"

# (a, b, titles, two dates, language, the reason): what learnt trees decide is given as a pattern.
CASES = [
    ("One  text.", "One text.", ("A", "B"), 0, "en", "Both are the same text, except perhaps for white space."),
    ("Quill, A. The Sennet Islands, Tolva Press, 1911.", "Quill, A. The Sennet Islands, Tolva Press, 1921.",
     ("A", "B"), 0, "en", "Both are references or links."),
    ("12 | 14", "12 | 15", ("", ""), 0, "en", "Neither is a sentence, as in lists and tables."),
    # Values of one title, and at two dates.
    (STORM % 143, STORM % 134, ("Storm", "Storm"), 1, "en",
     "One says 143, the other 134; both are from “Storm”, at two dates."),
    (STORM % 134, STORM % 143, ("Storm", "Storm"), 1, "en",
     "One says 134, the other 143; both are from “Storm”, at two dates."),
    (STORM % "1,300", STORM % 1300, ("Storm", "Storm"), 1, "en",
     "Both are from “Storm”, at two dates; they differ in values that agree."),
    ("The lamp was lit in 1857.", "The lamp was not lit in 1857.", ("Rock", "Rock"), 1, "en",
     "Only one says “not”; both are from “Rock”, at two dates."),
    ("All lamps burn in Tolva.", "Nearly all lamps burn in Tolva.", ("Rock", "Rock"), 1, "en",
     "One says “All”, the other “Nearly all”; both are from “Rock”, at two dates."),
    ("It brought a 30 ft storm surge to Tolva.", "It brought a 28-foot (9 m) storm surge to Tolva.", ("Storm", "Storm"),
     1, "en", "One says 30 ft, the other 28-foot; both are from “Storm”, at two dates."),
    ("They left the harbour at 11 am.", "They left the harbour at 10:00 AM.", ("Rock", "Rock"), 1, "en",
     "One says 11 am, the other 10:00 AM; both are from “Rock”, at two dates."),
    ("The council has not been constituted.", "The council was never constituted until 2010.", ("Rock", "Rock"), 1, "en",
     "Only one says “until 2010”; both are from “Rock”, at two dates."),
    ("The road runs north of Tolva.", "The road runs south of Tolva.", ("Road", "Road"), 1, "en",
     "One says “north”, the other “south”; both are from “Road”, at two dates."),
    ("The lamp is lit by the keeper.", "The lamp was lit by the keeper.", ("Rock", "Rock"), 1, "en",
     "One says “is”, the other “was”; both are from “Rock”, at two dates."),
    ("The Sennet is the longest river of Tolva.", "The Sennet is the second longest river of Tolva.",
     ("Sennet", "Sennet"), 1, "en", "Only one says .*second.*; both are from “Sennet”, at two dates."),
    ("The keeper built 3 lamps in 1857.", "The keeper built 4 lamps in 1847.", ("Rock", "Rock"), 1, "en",
     "One says .*, the other .*, and they disagree on one more point; both are from “Rock”, at two dates."),
    ("The keeper built 3 lamps and 5 boats in 1857.", "The keeper built 4 lamps and 6 boats in 1847.",
     ("Rock", "Rock"), 1, "en", ".*, and they disagree on 2 more points; .*"),
    ("The great storm was felt in Tolva.", "The large storm was felt in Tolva.", ("Storm", "Storm"), 1, "en",
     "Both are from “Storm”, at two dates; they differ in wording."),
    ("灯台は1878年10月3日に点灯した。", "灯台は1878年10月5日に点灯した。", ("灯台", "灯台"), 1, "ja",
     "One says 1878年10月3日, the other 1878年10月5日; both are from “灯台”, at two dates."),
    ("Маяк построили в 1878 году.", "Маяк построили в 1887 году.", ("Маяк", "Маяк"), 1, "ru",
     "One says 1878, the other 1887; both are from “Маяк”, at two dates."),
    # Notation alone makes a copyedit, whatever the titles are; only its reason lists differences.
    ("He was known for odd behaviour.", "He was known for odd behavior.", ("Ann Lindry", "Bo Quill"), 0, "en",
     ".*; they differ in spelling."),
    ("He had seven boats in the UK.", "He had 7 boats in the United Kingdom.", ("Ann Lindry", "Bo Quill"), 0, "en",
     ".*; they differ in values that agree, a short form.*"),
    # Names: exchanged, long, of no title.
    ("Lindry won by 5 points and lost by 7 points.", "Lindry won by 7 points and lost by 5 points.",
     ("Rock", "Rock"), 1, "en", "5 and 7 have changed places; both are from “Rock”, at two dates."),
    (LONG % (NAME % "Quill"), LONG % "Birgit Hansen", ("Rock", "Rock"), 1, "en",
     "One says [^;]{20,61} ?Charlotte…, the other (Birgit )?Hansen.*; both are from “Rock”, at two dates."),
    (STORM % 143, STORM % 134, ("T" * 100, "T" * 100), 1, "en",
     "One says 143, the other 134; both are from “T{60}…”, at two dates."),
    (STORM % 143, STORM % 134, ("", ""), 1, "en",
     "One says 143, the other 134; both are from a text without a title, at two dates."),
    # The shared subject is named, but no more of it than both have.
    ("The Candlemas Storm was felt in 143 towns.", "The Candlemas Storm was felt in 134 towns.", ("", ""), 0, "en",
     "One says 143, the other 134.*; both are about the Candlemas Storm."),
    ("The University of Port Maurel (Maurel) was founded in 1857 by Anna Quill.",
     "The University of Port Maurel (Maurel) was founded in 1847 by Anna Quill.", ("", ""), 0, "en",
     "One says 1857, the other 1847.*; both are about the University of Port Maurel."),
    ("Strong cultural differences between the islands led to 12 wars in that century.",
     "Strong cultural differences between the islands led to 14 wars in that century.", ("Tolva", "Lindry"), 0, "en",
     "(?!.*about Strong)One says 12, the other 14.*"),
    ("I waited for two hours at the harbour.", "I waited for three hours at the harbour.", ("", ""), 0, "en",
     "(?!.*both (name|are about) I)One says two hours, the other three hours.*"),
    ("In August, Quill wrote that the pressure could be felt, although I have only now heard of it.",
     "Quill wrote that the pressure could be felt, although I have only now heard of it.", ("A", "B"), 0, "en",
     "(?!.*[Bb]oth name I;).*"),
    # A capital where a sentence begins makes no name, unless a title has it; neither do plain words around a name.
    ("Furthermore Lindry was lit by 143 lamps in Tolva.", "Furthermore Lindry was lit by 134 lamps in Tolva.", ("", ""),
     0, "en", "(?!.*(are about|name) Furthermore)One says 143, the other 134.*"),
    ("Port Maurel was founded in 1857 by Anna Quill.", "Port Maurel was founded in 1847 by Anna Quill.",
     ("Port Maurel", "Anna Quill"), 0, "en", "One says 1857, the other 1847.*; both are about Port Maurel."),
    ("She was born in 1925.", "She was born in 1934.", ("A", "B"), 0, "en",
     "One says 1925, the other 1934.*; .*"),
    ("Lindry is a village in Tolva with 214 inhabitants.", "Hestholm is a village in Tolva with 385 inhabitants.",
     ("Lindry", "Hestholm"), 0, "en", "One says 214, the other 385; each names its own title, “Lindry” and “Hestholm”."),
    ("Hestholm is a village in Tolva with 385 inhabitants.", "Lindry is a village in Tolva with 214 inhabitants.",
     ("Hestholm", "Lindry"), 0, "en", "One says 385, the other 214; each names its own title, “Hestholm” and “Lindry”."),
]

# Texts that agreed, whatever the titles: (a, b, titles, the reason).
AGREED = [
    (STORM % 143, STORM % 134, ("Storm of Lindry", "Storm of Quill"),
     "One says 143, the other 134; the two agreed before one was changed."),
    (STORM % 143, STORM % 134, ("", ""), "One says 143, the other 134; the two agreed before one was changed."),
    ("The lamp was lit in 1857.", "The lamp was not lit in 1857.", ("Rock", "Lamp"),
     "Only one says “not”; the two agreed before one was changed."),
    ("The great storm was felt in Tolva.", "The large storm was felt in Tolva.", ("Storm", "Tolva"),
     "The two agreed before one was changed; they differ in wording."),
]


def test_reasons():
    db = open_with()
    for a, b, titles, two_dates, language, expected in CASES:
        reason, kind = db.execute("SELECT reason, kind FROM duplicate_kind(?, ?, ?, ?, '', '', ?, ?)",
                                  (a, b, *titles, two_dates, language)).fetchone()
        check(re.fullmatch(expected, reason, re.S), "%r, %r (%s): %s" % (a, b, kind, reason))
        check(reason[-1] == "." and "\n" not in reason and len(reason) < 400, reason)
        answer = db.execute("SELECT reason FROM duplicate_kinds((SELECT collect_pairs(1, 2, ?, ?, ?, ?, '', '', ?,"
                            " ?)))", (a, b, *titles, two_dates, language)).fetchone()
        check(answer == (reason,), "of collect_pairs(): %s" % (answer,))
    for a, b, titles, expected in AGREED:
        for evidence in '{"agreed":1}', '{"agreed":1,"partners":40}', '{"agreed":0}', '{"agreed":null}':
            values = (a, b, *titles, evidence)
            answer = db.execute("SELECT reason FROM duplicate_kind(?, ?, ?, ?, '', '', 0, 'en', ?)", values).fetchone()
            check((answer == (expected,)) == ('"agreed":1' in evidence), "%s: %s" % (evidence, answer))
            check(answer == db.execute("SELECT reason FROM duplicate_kinds((SELECT collect_pairs(1, 2, ?, ?, ?, ?, '', '', 0,"
                                       " 'en', ?)))", values).fetchone(), "of collect_pairs(), %s" % evidence)


run_tests("functions/kind_reasons", test_reasons)
