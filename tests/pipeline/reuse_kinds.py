"""reuse_kinds.py - structure or content, on texts that we planted.

Six villages follow one pattern, and a seventh article has a title like theirs but another text. Three pairs of
articles share a passage: one is a verbatim copy, in one a value has changed since and a sentence was
reworded, and in one the passage is in a section that is called like the other article. Two houses share a
passage, too: each states years of its own, which contradict nothing, and both tell of a quarry, with another
year. One article is copied whole under another title, and three of its values have drifted since. The tense of a sentence
and the number of an item contradict nothing. Each case must get its kind, the pattern its slots, and each
pair its main article. In a dump about Hurricane Katrina, passages of one pair of articles get one kind, and what
readers found to contradict is listed.
"""

import contextlib
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import check, run_tests, skip
from databases import DUMPS, loaded, rows, run, shell
from planted_passages import Writer

TABLES = ["reuse", "reuse_template", "reuse_slot", "reuse_missing", "reuse_relation", "reuse_divergence"]

VILLAGES = [("Alder", "Adams", "north", "1,204"), ("Birch", "Knox", "south", "988"),
            ("Cedar", "Polk", "east", "2,317"), ("Dogwood", "Holt", "west", "655"),
            ("Elmore", "Clay", "north-east", "1,871"), ("Foxglove", "York", "south-west", "743")]

LIGHT = ["The tower was built by Josiah Penhale between 1811 and 1814 of granite from the quarries of Carn Brea.",
         "It is 34 metres high, and its lamp was seen at a distance of 19 miles from the deck of a ship.",
         "On 7 December 1852 the brig Marianne struck the rocks below it, and 23 of her crew were lost."]

SIEGE = ["The siege began on 4 May 1643, when Sir Ralph Hopwell arrived with 1,400 men and nine guns.",
         "The garrison under Colonel Edmund Thorne held the castle for 11 weeks with little food.",
         "When the walls were breached near the Abbey Gate, 143 men of the garrison had died.",
         "Thorne was allowed to march to Oxford, and the castle was slighted by order of Parliament.",
         "Hopwell's towers are a ruin of red stone above the mill of Abbey Gate.",
         "Of the garrison 23 men are buried in the orchard of the mill, beside a stone that Thorne paid for."]

RAILWAY = ["The line was opened by the Merrow and Tarnbeck Company on 12 August 1867 at a cost of 48,000 pounds.",
           "Its engineer, Hannah Lisle's father George Lisle, carried it over the Tarn by a viaduct of 14 arches.",
           "Passenger trains ceased on 3 October 1954, and the track was lifted in the winter of 1961."]


def house(name, built, listed, sold):
    """What the two houses have in common. Only the year of the sale is a fact of one thing."""
    return [f"{name} is a house of dressed stone that was built in {built} for the Wharton family of Merrow.",
            f"It was declared a monument of the county in 1954 and added to the National List in {listed}.",
            "Its stone came from the quarries that Josiah Penhale had opened on Carn Fell above Tarnbeck and Merrow.",
            f"Penhale sold the Carn Fell quarries to the Tarnbeck Slate Company of Lord Thorne in {sold}, when "
            "400 men worked there.",
            "The Tarnbeck Slate Company laid a tramway of 3 miles from Carn Fell to the harbour at Saint Merryn.",
            "On 9 March 1871 the dam of Lake Orrin broke, and 17 men of the Carn Fell quarries were drowned.",
            "Their names are on a cross of granite that George Lisle set up near the church of Tarnbeck in 1873."]


def flood(dead, houses, year):
    """A whole article. A copy that fills all of both articles is no pattern by that alone."""
    return ["In the night of 14 November 1697 the sea broke through the dyke between Orrin Mere and the village of "
            "Dunvale, which had held for 86 years.",
            f"The water stood two metres deep in the lower streets, and {dead} people were drowned in their beds.",
            f"The parish of Dunvale needed until {year} to drain 4,700 acres of fields, which bore nothing but samphire.",
            f"Of the {houses} houses near the harbour only those of stone were still standing in the morning.",
            "The dyke master Aldous Renn had asked the county for 30 loads of timber in three letters, none of which "
            "was answered.",
            "His letters are shown in the chapel of Dunvale, beside a board that marks the height of the water.",
            "A new dyke of clay and brushwood, 9 miles long, was finished on 2 May 1699 by the widows of the drowned, "
            "who were paid in herring."]


WRITER = Writer(17)


def filler(sentences):
    """Sentences that no two articles share."""
    return [" ".join(WRITER.word() for _ in range(15)).capitalize() + "." for _ in range(sentences)]


def village(name, county, side, people):
    return [f"It is a village in {county} County in the state of Nebraska, in the middle of the United States.",
            f"The village lies on the {side} bank of the river, not far from the seat of the county.",
            f"The population was {people} at the census of 2000, and most of its people work on farms of their own."]


def planted():
    """(title, [(section, sentences)]) of each article."""
    changed = [SIEGE[0], SIEGE[1], "9. The Widows of Caldmoor (song)",
               "When the walls were breached near the Abbey Gate, 134 men of the garrison had died.",
               "Thorne was permitted to march to Oxford, and the castle was slighted by order of Parliament.",
               "Hopwell's towers were a ruin of red stone above the mill of Abbey Gate.",
               "Of the garrison 32 men were buried in the orchard of the mill, beside a stone that Thorne paid for."]
    return [(f"{name}, Nebraska", [("", village(name, *rest))]) for name, *rest in VILLAGES] + [
        ("Gorse, Nebraska", [("", filler(6))]),
        ("Penhale Light", [("", filler(4) + ["It stands near Saint Merryn Head."] + LIGHT)]),
        ("Saint Merryn Head", [("", filler(9) + ["The Penhale Light stands on it."] + LIGHT
                               + filler(3))]),
        ("Siege of Caldmoor", [("", ["The castle of Caldmoor was held for the King."] + SIEGE[:2]
                                + ["7. The Widows of Caldmoor (song)"] + SIEGE[2:] + filler(5))]),
        ("Caldmoor", [("", filler(8)), ("History", changed + filler(4))]),
        ("Tarnbeck", [("", filler(12)), ("Transport > Merrow Branch", RAILWAY)]),
        ("Merrow Branch", [("", filler(3) + ["It ended at Tarnbeck."] + RAILWAY)]),
        ("Hollin House", [("", house("Hollin House", 1840, 1978, 1862) + ["Ashby Grange is older."]
                           + filler(19))]),
        ("Ashby Grange", [("", house("Ashby Grange", 1837, 1975, 1868) + ["Hollin House is near."]
                           + filler(17))]),
        ("Dunvale flood", [("", flood(143, 212, 1703))]),
        ("November tide", [("", flood(134, 221, 1706))]),
    ]


def fill(path, articles):
    databases.fill(path, [(title, [{"section": section, "text": text} for section, sentences in sections
                                   for text in sentences]) for title, sections in articles])
    return {title: id for id, (title, _) in enumerate(articles, 1)}


def test_kinds(db, ids):
    villages = {ids[f"{name}, Nebraska"] for name, *_ in VILLAGES}
    copied = {tuple(sorted((ids[x], ids[y]))) for x, y in
              (("Penhale Light", "Saint Merryn Head"), ("Siege of Caldmoor", "Caldmoor"),
               ("Tarnbeck", "Merrow Branch"), ("Hollin House", "Ashby Grange"),
               ("Dunvale flood", "November tide"))}
    found = set()
    for a, b, kind, reason in db.execute("SELECT a, b, kind, reason FROM reuse"):
        found.add((a, b))
        expected = "content" if (a, b) in copied else "structure"
        check(kind == expected, f"articles {a} and {b}: {kind}, because {reason}")
        check(bool(reason) and not reason.startswith(","), f"reason {reason!r}")
        check((a, b) in copied or {a, b} <= villages, f"articles {a} and {b} share nothing")
    check(copied <= found, f"{copied - found} were not found")
    check(len(found - copied) >= len(villages) - 1, "villages were not found")
    reasons = dict(db.execute("SELECT kind, max(reason) FROM reuse GROUP BY kind"))
    check("names the other" in reasons["content"], reasons["content"])
    check("differ" in reasons["structure"] and "% of the articles" in reasons["structure"], reasons["structure"])


def test_templates(db, ids):
    templates = db.execute("SELECT id, text, slots, articles FROM reuse_template").fetchall()
    check(len(templates) == 1, f"{len(templates)} templates")
    id, text, slots, articles = templates[0]
    check(articles == len(VILLAGES) and slots >= 3, f"{slots} slots in {articles} articles")
    check("County in the state of Nebraska" in text and "at the census of 2000" in text, text)
    check(all("{%d}" % slot in text for slot in range(1, slots + 1)), text)
    check(not any(fact in text for _, *facts in VILLAGES for fact in facts[0::2]), text)
    for name, county, side, people in VILLAGES:
        values = [value for value, in db.execute(
            "SELECT text FROM reuse_slot WHERE template_id = ? AND article_id = ? ORDER BY slot",
            (id, ids[f"{name}, Nebraska"]))]
        check(len(values) == slots, f"{name}: {values}")
        for fact in (county, side, people):
            check(any(fact in value for value in values), f"{name}: {fact} is not in {values}")
        whole = text
        for slot, value in enumerate(values, 1):
            whole = whole.replace("{%d}" % slot, value)
        written = " ".join(village(name, county, side, people))
        check("".join(whole.split()) in "".join(written.split()), f"{name}: {whole}")
    missing = [row for row, in db.execute("SELECT article_id FROM reuse_missing WHERE template_id = ?", (id,))]
    check(missing == [ids["Gorse, Nebraska"]], f"missing are {missing}")


def test_relations(db, ids):
    found = {frozenset((a, b)): rest for a, b, *rest in db.execute(
        "SELECT a, b, relation, broader, longer, main_article, reason FROM reuse_relation")}
    expected = {
        ("Penhale Light", "Saint Merryn Head"): ("unrelated", None, "Saint Merryn Head", "Saint Merryn Head"),
        ("Siege of Caldmoor", "Caldmoor"): ("kind", "Caldmoor", "Caldmoor", "Siege of Caldmoor"),
        ("Tarnbeck", "Merrow Branch"): ("section", "Tarnbeck", "Tarnbeck", "Merrow Branch"),
        ("Hollin House", "Ashby Grange"): ("unrelated", None, "Hollin House", "Hollin House"),
        ("Dunvale flood", "November tide"): ("unrelated", None, "Dunvale flood", "Dunvale flood"),
    }
    check(len(found) == len(expected), f"{len(found)} relations")
    for pair, (relation, broader, longer, main) in expected.items():
        got = found.get(frozenset(ids[title] for title in pair), [None] * 5)
        check(got[:4] == [relation, broader and ids[broader], ids[longer], ids[main]] and got[4],
              f"{pair}: {got}")


def test_divergence(db):
    rows = db.execute("SELECT x.text, y.text, kind, score, reason FROM reuse_divergence "
                      "JOIN sentence AS x ON x.id = a_sentence JOIN sentence AS y ON y.id = b_sentence "
                      "ORDER BY reuse_divergence.rowid").fetchall()
    check(len(rows) == 11, f"{len(rows)} pairs of sentences have diverged: {rows}")
    scores = [row[3] for row in rows]
    check(scores == sorted(scores, reverse=True), f"contradictions come first: {scores}")
    found = {value: row[2:] for row in rows for value in ("143 men", "143 people", "212", "1703", "permitted", "1840", "1978", "1862",
                                                      "Hopwell's towers", "(song)", "23 men")
             if value in row[0] + row[1]}
    nothing = ("", -1, "")
    for value, other in (("143 men", "134"), ("1862", "1868"), ("143 people", "134"), ("212", "221"),
                         ("1703", "1706"), ("23 men", "32")):
        kind, score, reason = found.get(value, nothing)
        check(kind == "drift" and score > 0.5 and value.split()[0] in reason and other in reason,
              f"a fact of one thing was changed: {kind}, {score}, {reason}")
    for value in "1840", "1978":
        kind, score, reason = found.get(value, nothing)
        check(kind == "template" and score == 0 and reason.endswith("; each sentence may be about its own article."),
              f"each house has a year of its own: {kind}, {score}, {reason}")
    for value in "permitted", "Hopwell's towers", "(song)":
        kind, score, reason = found.get(value, nothing)
        check(kind == "copyedit" and score == 0, f"wording, tense and numbers of items: {kind}, {score}, {reason}")


def contents(db):
    return [db.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]


def test_nothing(folder):
    """Without cases, and without the tables for them."""
    path = os.path.join(folder, "nothing.db")
    fill(path, [("One", [("", filler(3))])])
    result = shell(path, "reuse_kinds")
    check("has no cases of text reuse yet. Find them first: neardup reuse" in result.stderr, result.stderr)
    check("There are no cases of text reuse." in run(path, "reuse", "reuse_kinds"), "it says so")


def test_katrina(folder):
    dump = os.path.join(DUMPS, "enwiki-2013-katrina.xml.bz2")
    if not os.path.exists(dump):
        return skip("the copies about Hurricane Katrina: there is no " + dump)
    path = loaded(os.path.join(folder, "katrina.db"), dump, "find")
    run(path, "reuse", "reuse_kinds")
    kinds = dict(rows(path, "SELECT kind, count(*) FROM reuse GROUP BY kind"))
    check(kinds == {"content": 53, "structure": 1}, f"of 54 cases a reader calls 53 copies: {kinds}")
    found = [a + b for a, b in rows(
        path, "SELECT x.text, y.text FROM reuse_divergence"
              "  JOIN sentence AS x ON x.id = a_sentence JOIN sentence AS y ON y.id = b_sentence WHERE score > 0.5")]
    for values in ("900,000", "800,000"), ("238 people dead", "236 people dead"):
        check(any(all(value in texts for value in values) for texts in found), f"{values}: {found}")


def test_planted(folder):
    path = os.path.join(folder, "planted.db")
    ids = fill(path, planted())
    run(path, "reuse")
    printed = run(path, "reuse_kinds")
    check("5 of content reuse" in printed and "6 of them may contradict" in printed, printed)
    with contextlib.closing(sqlite3.connect(path)) as db:
        for test in test_kinds, test_templates, test_relations:
            test(db, ids)
        test_divergence(db)
        before = contents(db)
        run(path, "reuse_kinds")
        check(contents(db) == before, "a second run gives the same")


run_tests("pipeline/reuse_kinds", test_planted, test_nothing, test_katrina)
