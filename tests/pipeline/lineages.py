"""lineages.py - the job history: who copied from whom, and which copies are stale.

A wiki with planted copies is the measure: directions, trees and stale copies must be found as tests/bench/make_history knows
them. Small histories have what can go wrong: reverts, moves, revisions out of order or without text, and equal times."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import check, run_tests
from databases import rows as ask, shell
from extension import ROOT
from history_measures import figures, measure, read_truth

TABLES = ("lineage", "wording", "birth", "copy_edge", "value_change", "stale_copy")
LAMP = "The lamp on Skarn Point was first lit on 3 October 1878 by Osmund Vane, who kept it for thirty-one years without a day of leave."
BELL = "When fog lay on the sound, his daughter Ingrith rang the bell every four minutes, and once for two days and two nights."
OTHER = "The people of %s live from sheep, from eiderdown and, in summer, from those who come to see the puffins on the red cliffs."


def revision(number, time, who, comment, *paragraphs, text=None):
    contributor = "<username>%s</username><id>%d</id>" % (who, 7 + len(who)) if not who[:1].isdigit() else "<ip>%s</ip>" % who
    if who == "":
        contributor = ""
    return ("<revision><id>%d</id><timestamp>%s</timestamp><contributor%s<comment>%s</comment>%s</revision>\n"
            % (number, time, ">%s</contributor>" % contributor if who else ' deleted="deleted" />', comment,
               text or "<text>%s</text>" % "\n\n".join(paragraphs)))


def day(number, second=0):
    return "2010-01-%02dT00:00:%02dZ" % (number, second)


def write_dump(path, pages, base="https://example.org/wiki/Main_Page"):
    with open(path, "w", encoding="utf-8") as file:
        file.write('<mediawiki xml:lang="en"><siteinfo><dbname>enwiki</dbname><base>%s</base></siteinfo>\n' % base)
        for number, (title, revisions) in enumerate(pages.items(), 1):
            file.write("<page><title>%s</title><ns>0</ns><id>%d</id>%s</page>\n" % (title, number, "".join(revisions)))
        file.write("</mediawiki>\n")


def load(path, *dumps):
    databases.load(path, "--history", *dumps)
    databases.run(path, "find")


def made(folder, name, pages):
    """The database of these pages, whose lineages were found."""
    path = os.path.join(folder, name + ".db")
    write_dump(path + ".xml", pages)
    load(path, path + ".xml")
    databases.run(path, "history")
    return path


EDGES = """SELECT s.title, t.title, round(similarity, 1), lag / 86400, named, moved, sources, decided FROM copy_edge
    JOIN article AS s ON s.id = copy_edge.source_id JOIN article AS t ON t.id = target_id ORDER BY lineage_id, target_id"""


def expect(what, path, query, expected, *values):
    found = ask(path, query, *values)
    check(found == expected, f"{what}: expected {expected}, found {found}")


def everything(path):
    return {table: ask(path, f"SELECT * FROM {table}") for table in TABLES}


def test_planted(folder):
    """What make_history has planted, with the bars of the project; and the same on any number of threads, and again."""
    for seed, articles, revisions in ((1, 150, 3000), (2, 60, 1500)):
        path = os.path.join(folder, "planted%d.db" % seed)
        subprocess.run([sys.executable, os.path.join(ROOT, "tests", "bench", "make_history"), "--articles", str(articles),
                        "--revisions", str(revisions), "--seed", str(seed), path + ".xml", path + ".truth"], check=True)
        load(path, path + ".xml")
        databases.run(path, "history")
        counts, *_ = measure(read_truth(path + ".truth"), path)
        found = figures(counts)
        check(counts["copies"] > 200 and counts["stale copies"] > 20, f"too few are planted: {counts}")
        for name, least in (("directions", 0.98), ("sources", 0.98), ("sure sources", 0.98), ("trees", 0.95),
                            ("stale precision", 0.95), ("stale recall", 0.95)):
            check(found[name] >= least, f"seed {seed}: {name}: {found[name]:.3f}")
        check(counts["lineages not planted"] <= 2, f"seed {seed}: {counts}")
        before = everything(path)
        for threads in 1, 4:
            databases.run(path, f"UPDATE parameters SET threads = {threads};", "find", "history")
            check(everything(path) == before, f"seed {seed}: {threads} threads give other rows")
        check(shell(path, "SELECT name FROM temp.sqlite_schema;").stdout == "", "nothing temporary is left")


def test_example(folder):
    """The case that docs/guide/history.md tells."""
    path = os.path.join(folder, "example.db")
    load(path, os.path.join(ROOT, "examples", "history.xml"))
    printed = databases.run(path, "history", "history_summary")
    expect("stale", path, "SELECT changed, stale, old_value, new_value, followed, old_sources, new_sources FROM stale",
           [("Skarn Point", title, "3 October 1878", "3 October 1887", 1, 0, 1) for title in ("Osmund Vane", "Tolva")])
    check("still 3 October 1878: Osmund Vane (since 2008-02-10), Tolva (since 2008-06-30)" in printed, printed)
    expect("passages", path, "SELECT source, target, sentences, author, named FROM article_copy",
           [("Skarn Point", "Lighthouses of the Sennet Islands", 2, "registered", 1), ("Skarn Point", "Osmund Vane", 2, "registered", 0),
            ("Osmund Vane", "Tolva", 1, "IP", 0)])
    expect("the clusters of both values are of one lineage", path, "SELECT text, count(*) FROM cluster_lineage JOIN history_sentence"
           " ON history_sentence.id = lineage_id GROUP BY lineage_id ORDER BY 2", [(BELL, 1), (LAMP, 2)])
    expect("the vandal", path, "SELECT count(*) FROM birth WHERE contributor LIKE '198%'", [(0,)])


def test_revert(folder):
    """Blanking and reverting makes neither a new birth nor a change, though the whole text comes back later than a copy."""
    path = made(folder, "revert", {
        "Skarn": [revision(1, day(1), "Ada", "", LAMP), revision(4, day(4), "192.0.2.1", "", text="<text bytes=\"0\" />"),
                  revision(5, day(5), "Bot", "reverted", LAMP)],
        "Tolva": [revision(2, day(2), "Eve", "", OTHER % "Tolva", LAMP), revision(3, day(3), "192.0.2.1", "", LAMP.replace("1878", "1999")),
                  revision(6, day(6), "Eve", "reverted", OTHER % "Tolva", LAMP)]})
    expect("the copy", path, EDGES, [("Skarn", "Tolva", 1.0, 1, 0, 0, 1, 1)])
    expect("what vandals changed", path, "SELECT count(*) FROM value_change", [(0,)])
    expect("births", path, "SELECT time, standing, contributor, author FROM birth ORDER BY time",
           [(day(1), 1, "Ada", "registered"), (day(2), 1, "Eve", "registered")])


def test_move(folder):
    """The source has lost the text, which no newest revision but the copy's has."""
    path = made(folder, "move", {
        "Skarn": [revision(1, day(1), "Ada", "", OTHER % "Skarn", LAMP, BELL), revision(3, day(9, 40), "Ada", "moved", OTHER % "Skarn")],
        "Tolva": [revision(2, day(9), "Ada", "", OTHER % "Tolva", LAMP, BELL)]})
    expect("both sentences", path, EDGES, [("Skarn", "Tolva", 1.0, 8, 0, 1, 1, 1)] * 2)
    expect("who has them", path, "SELECT title, standing FROM birth JOIN article ON article.id = article_id ORDER BY 1",
           [("Skarn", 0), ("Skarn", 0), ("Tolva", 1), ("Tolva", 1)])


def test_times(folder):
    """Revisions out of order, a hidden text, a hidden author, a missing time, and one second for both."""
    path = made(folder, "order", {
        "Tolva": [revision(5, day(7), "Eve", "", OTHER % "Tolva", LAMP), revision(2, day(2), "Eve", "imported", OTHER % "Tolva", LAMP)],
        "Skarn": [revision(1, day(3), "Ada", "", LAMP), revision(3, day(8), "Ada", "", text='<text deleted="deleted" />'),
                  revision(4, day(9), "", "", LAMP, BELL)],
        "Maurel": [revision(6, day(9), "192.0.2.9", "", BELL)], "Timeless": [revision(7, "", "Ada", "", LAMP)]})
    expect("the imported revision is the older one, and equal times decide nothing", path, EDGES,
           [("Tolva", "Skarn", 1.0, 1, 0, 0, 1, 1), ("Skarn", "Maurel", 1.0, 0, 0, 0, 1, 0)])
    expect("authors", path, "SELECT title, author FROM birth JOIN article ON article.id = article_id ORDER BY lineage_id, time, 1",
           [("Tolva", "registered"), ("Skarn", "registered"), ("Maurel", "IP"), ("Skarn", "unknown")])


def test_missing_texts(folder):
    """Where texts before a copy are missing, it may be the older one: hidden ones, or those that an import left out."""
    empty, hidden = '<text bytes="0" />', '<text bytes="99" />'
    path = made(folder, "imported", {
        "Skarn": [revision(3, day(3), "Ada", "", LAMP)],
        "Tolva": [revision(1, day(1), "Eve", "", text=empty), revision(5, day(5), "Bot", "imported", LAMP, BELL),
                  revision(6, day(6), "Eve", "", text=empty), revision(9, day(9), "Bot", "imported", LAMP, BELL, OTHER % "Tolva")],
        "Maurel": [revision(2, day(2), "Bob", "", OTHER % "Maurel"), revision(4, day(4), "Bob", "", text=hidden),
                   revision(7, day(7), "Bob", "", OTHER % "Maurel", BELL)],
        "Orrin": [revision(8, day(8), "Bob", "", OTHER % "Tolva"), revision(10, day(10), "Bob", "", OTHER % "Tolva", BELL)]})
    expect("which texts are missing", path, "SELECT revision_id FROM revision WHERE NOT has_text ORDER BY 1", [(1,), (4,), (6,)])
    expect("what is decided", path, "SELECT source, target, sentences, decided FROM article_copy ORDER BY source, target",
           [("Orrin", "Tolva", 1, 0), ("Skarn", "Tolva", 1, 0), ("Tolva", "Maurel", 1, 0), ("Tolva", "Orrin", 1, 1)])
    printed = databases.run(path, "history_summary")
    check(printed.count("; or the other way round") == 3 and "3   it may be the other way round" in printed
          and "1 copy made by registered users" in printed, printed)


def test_authors(folder):
    """By name and number, and by what the table `bot` says."""
    path = made(folder, "authors", {"A": [revision(i, day(i), who, "", LAMP) for i, who in enumerate(
        ("Ada", "Tidybot", "BoxBot2", "JJ bot III", "192.0.2.1", "", "Talbot", "Quiet"), 1)], "B": [revision(20, day(20), "Ada", "", LAMP)]})
    names = "SELECT author FROM revision_author WHERE article_id = 1 ORDER BY id"
    expect("by name", path, names, [(x,) for x in ("registered", "bot", "bot", "bot", "IP", "unknown", "bot", "registered")])
    databases.run(path, "INSERT INTO bot VALUES ('Talbot', 0), ('Quiet', 1);", "history")
    expect("as told", path, names, [(x,) for x in ("registered", "bot", "bot", "bot", "IP", "unknown", "registered", "bot")])


def test_case_of_letters(folder):
    """A title is named in any case, of any script."""
    cape, keeper = "Мыс Скарн", "осмунд Ване"
    text = "Первый огонь на мыс Скарн принёс Осмунд Ване %d года, и он хранил его тридцать один год без единого дня отпуска."
    path = made(folder, "case", {
        "Тольва": [revision(1, day(1), "Ada", "", text % 1878), revision(5, day(9), "Ada", "как в статье МЫС СКАРН", text % 1887)],
        cape: [revision(2, day(2), "Eve", "", text % 1878), revision(4, day(8), "Eve", "", text % 1887)],
        keeper: [revision(3, day(3), "Bob", "из статьи «мыс скарн»", text % 1878)]})
    expect("the comment names the source", path, "SELECT source, named FROM article_copy WHERE target = ?", [(cape, 1)], keeper)
    expect("the text names both, and one source has come to the value by itself", path,
           "SELECT stale, own_subject, new_subject, new_sources FROM stale WHERE changed = ?", [(keeper, 1, 1, 1)], cape)


def test_one_page_in_two_dumps(folder):
    """A page is no copy of itself."""
    path, pages = os.path.join(folder, "twice.db"), {"Skarn": [revision(1, day(1), "Ada", "", LAMP)]}
    write_dump(path + ".1", pages)
    write_dump(path + ".2", {**pages, "Tolva": [revision(2, day(2), "Eve", "", LAMP)]})
    load(path, path + ".1", path + ".2")
    databases.run(path, "history")
    expect("one copy", path, "SELECT DISTINCT source, target FROM article_copy", [("Skarn", "Tolva")])


def test_disagreement(folder):
    """No copy is stale if they had disagreed before, if the change was taken back, or if it began after the change."""
    new, third = LAMP.replace("1878", "1887"), LAMP.replace("1878", "1890")
    path = made(folder, "disagreement", {
        "Skarn": [revision(1, day(1), "Ada", "", LAMP), revision(6, day(6), "Ada", "", new)],
        "Tolva": [revision(2, day(2), "Eve", "", OTHER % "Tolva", LAMP), revision(4, day(4), "Eve", "", OTHER % "Tolva", third)],
        "Maurel": [revision(3, day(3), "Bob", "", OTHER % "Maurel", LAMP)]})
    expect("the first change was one of agreement", path, "SELECT changed, stale FROM stale ORDER BY stale", [("Tolva", "Maurel")])
    path = made(folder, "back", {
        "Skarn": [revision(1, day(1), "Ada", "", LAMP), revision(6, day(6), "Ada", "", new), revision(7, day(7), "Ada", "no", LAMP)],
        "Tolva": [revision(2, day(2), "Eve", "", OTHER % "Tolva", LAMP)]})
    expect("taken back", path, "SELECT count(*) FROM stale", [(0,)])
    path = made(folder, "late", {
        "Skarn": [revision(1, day(1), "Ada", "", LAMP), revision(3, day(3), "Ada", "", new)],
        "Tolva": [revision(2, day(2), "Eve", "", OTHER % "Tolva", LAMP)],
        "Maurel": [revision(4, day(4), "Bob", "", OTHER % "Maurel", LAMP)]})
    expect("one was there when it was changed", path, "SELECT stale FROM stale", [("Tolva",)])


def test_names(folder):
    """A name that is exchanged in one sentence is another one; in several, the same in other words."""
    text = ["Osmund Vane, who like %s also believed in slow boats, managed to keep the lamp without an assistant.",
            "The ledgers of the harbour were kept by %s in a chest of oak until the customs house had burnt down.",
            "In the winter of the long frost, %s walked across the frozen sound to bring flour to the keeper."]
    for what, before, after, expected in (
            ("once", ["Marit Aske"] * 3, ["Hedda Bruun", "Marit Aske", "Marit Aske"], [("name", "Marit Aske", "Hedda Bruun")]),
            ("a chain", ["Marit Aske"] * 3, ["Jonas Feld", "Marit Aske", "Marit Aske"],
             [("name", "Marit Aske", "Hedda Bruun"), ("name", "Hedda Bruun", "Jonas Feld")]),
            ("everywhere", ["Marit Aske"] * 3, ["Hedda Bruun"] * 3, []),
            ("into one", ["Marit Aske", "Jonas Feld", "Ada Lund"], ["Hedda Bruun"] * 2 + ["Ada Lund"], [])):
        versions = [before, *([["Hedda Bruun", "Marit Aske", "Marit Aske"]] if what == "a chain" else []), after]
        path = made(folder, "names " + what, {"Skarn": [
            revision(at, day(at), "Ada", "", *(one % name for one, name in zip(text, names))) for at, names in enumerate(versions, 1)]})
        expect(what, path, "SELECT type, old_value, new_value FROM value_change ORDER BY revision_id", expected)


def test_many_articles(folder):
    """What hundreds of articles have has one source each, and its cost is bounded."""
    path = made(folder, "many", {"P%03d" % i: [revision(i, day(1 + i // 40, i % 40), "Ada", "", OTHER % ("P%03d" % i), LAMP)]
                                 for i in range(1, 500)})
    expect("a tree", path, "SELECT articles, copies FROM lineage WHERE id IN (SELECT lineage_id FROM wording JOIN"
           " history_sentence USING (article_id) WHERE history_sentence.id = history_sentence_id AND text LIKE 'The lamp%')",
           [(499, 498)])


def test_claims(folder):
    """claims_in_time.sql: each sort of claim, how many have changed and when, and what is overdue."""
    place = "The village of %s had %d inhabitants, most of whom lived in the long street behind the harbour wall."
    keeper = "The keeper of the tall lighthouse near the mouth of the river is %s, who came from the mainland by ship."
    dated = "As of March %d there were eleven lighthouses in the islands, of which nine were lit every night of the year."
    path = made(folder, "claims", {
        "Skarn": [revision(1, day(1), "Ada", "", place % ("Skarn", 143), dated % 2001),
                  revision(2, day(11), "Bob", "", place % ("Skarn", 151), dated % 2001)],
        "Tolva": [revision(3, day(1), "StubBot", "", place % ("Tolva", 812), dated % 2009),
                  revision(4, day(5), "Eve", "", place % ("Tolva", 815), dated % 2009),
                  revision(5, day(8), "Eve", "", place % ("Tolva", 815), keeper % "Osmund Vane", dated % 2009)]})
    printed = databases.run(path, "claims_in_time")
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for expected in ("inhabitants 4 2 500.0 7 days", "offices 1 0 0.0", "other numbers 2 0 0.0",
                     "Overdue: what is told as of a year more than 5 years ago (1)", f"2001 Skarn: {dated % 2001}",
                     "1 to 9 edits 2 2.0 5 0 0.00", "begun by bots 1 2.0 3 0 0.00", "begun by users 1 2.0 2 0 0.00"):
        check(expected in lines, f"{expected}: {printed}")
    printed = databases.run(path, "claims_in_time", years=1, top=1)
    check("1 year ago (1)" in printed, printed)
    for number, (after, year) in enumerate((("2002, up from 1990,", 2002), ("May 2003, 1950 people", 2003), ("2004, 19000 people", 2004))):
        path = made(folder, "as-of-%d" % number, {"Skarn": [revision(1, day(1), "Ada", "", "As of %s lived in the long street." % after)]})
        check(f"  {year}  Skarn: As of" in databases.run(path, "claims_in_time"), f"as of {after}")
    done = shell(path, "claims_in_time", years=0)
    check("@years must be a whole number from 1 to 1000, found 0" in done.stderr, done.stderr)


def test_full_disk(folder):
    """An error leaves the database as it was."""
    path = os.path.join(folder, "full.db")
    load(path, os.path.join(ROOT, "examples", "history.xml"))
    before = ask(path, "SELECT name, sql FROM sqlite_schema ORDER BY name")
    pages, = ask(path, "PRAGMA page_count")[0]
    for more in 0, 1, 3, 8:
        done = shell(path, f"PRAGMA max_page_count = {pages + more};", "history")
        check(done.returncode != 0 and "full" in done.stderr, f"{more} more pages: {done.stderr}")
        check(ask(path, "SELECT name, sql FROM sqlite_schema ORDER BY name") == before, f"{more} more pages: something stays")
    databases.run(path, "history")


def test_refusals(folder):
    path = databases.load(os.path.join(folder, "plain.db"), os.path.join(ROOT, "examples", "sample.xml"))
    for words in "has no clusters yet", "has no history. Load a dump of all revisions":
        done = shell(path, "history")
        check(done.returncode != 0 and words in done.stderr, f"{words}: {done.stderr}")
        databases.run(path, "find")
    done = shell(path, "history_summary")
    check("has no lineages yet" in done.stderr, done.stderr)


run_tests("pipeline/lineages", test_planted, test_example, test_revert, test_move, test_times, test_missing_texts, test_authors, test_case_of_letters,
          test_one_page_in_two_dumps, test_disagreement, test_names, test_many_articles, test_claims, test_full_disk, test_refusals)
