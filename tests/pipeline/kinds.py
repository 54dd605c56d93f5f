"""kinds.py - the stage that judges kinds: clusters, groups, contradictions and templates.

  - on the sample: clusters written as templates, drift and so on get these kinds; patterns with their
    values give the sentences back; contradictions come with addresses;
  - the kind of a cluster from its pairs, for hand-written pairs;
  - sentences under headings such as References, in any language, are references;
  - rules that many articles repeat are copyedit, and two names of one thing are no conflict;
  - a sentence in more pairs than are judged at a time is judged with each;
  - docs/functions/kinds.md explains all arguments and features;
  - on real dumps: the death tolls of Hurricane Katrina contradict each other and are among the first
    five, and shorter shingles find contradictions in rewritten sentences; two dates of one wiki show what the newer dump states differently; the kinds agree with
    labels, and the weights with what the labels teach.
"""

import csv
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", folder) for folder in ("", "pipeline", "bench", "bench/learning")]
from counting import check, finish, skip
from recall import DUMPS, new_source, run_pipeline
from sql_script import sql_script

# The least that the labelled sets must reach, slightly below what they do reach.
LEAST = {"One dump": {"macro-F1": 0.85, "precision": 0.7, "recall": 0.6, "average": 0.75},
         "2013 against 2016": {"accuracy": 0.92, "F1": 0.9},
         "FEVER-symmetric": {"recall": 0.8}}


def shell(path, script):
    result = subprocess.run(["sqlite3", path], input=script, cwd=ROOT, capture_output=True, text=True)
    check(result.returncode == 0 and result.stderr == "", "sqlite3: " + result.stderr)
    return result.stdout


def load(path, *dumps):
    code = subprocess.run(["build/neardup-load", "--quiet", *dumps, path], cwd=ROOT).returncode
    check(code in (0, 2), "neardup-load: status %d" % code)
    return run_pipeline(path)


# ---- The sample ----


def planted(db):
    """(kind, cluster) of each pair of the sample that was written as that kind."""
    with open(os.path.join(ROOT, "examples", "sample-planted.tsv"), encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["kind"], db.execute(
                "SELECT cluster_id FROM member JOIN sentence ON sentence.id = sentence_id"
                "  JOIN article ON article.id = article_id"
                " WHERE title = ? AND substr(text, 1, length(?2)) = ?2",
                (row["title_a"], row["beginning_a"])).fetchone()[0]


def test_planted(db):
    kind_of = dict(db.execute("SELECT id, kind FROM cluster"))
    wrong = Counter((kind, kind_of[cluster]) for kind, cluster in planted(db) if kind != kind_of[cluster])
    # Without the evidence of a large database, two of the planted contradictions pass for templates.
    check(set(wrong) <= {("other", "copyedit"), ("drift", "template")} and wrong["drift", "template"] <= 2,
          "planted as, judged as: %s" % wrong)
    check(db.execute("SELECT count(*) FROM cluster WHERE kind IS NULL OR reason IS NULL"
                     ).fetchone()[0] == 0, "every cluster has a kind and a reason")


def test_contradictions(db):
    rows = db.execute("SELECT score, value_a, value_b, title_a, title_b, url_a FROM contradiction"
                      ).fetchall()
    planted_values = [{"1847", "1857"}, {"1,428 metres", "1,482 metres"}, {"134", "143"}, {"61", "67"}]
    best = [{row[1], row[2]} for row in rows[:11]]
    check(all(values in best for values in planted_values), "planted contradictions come first: %s" % best)
    base = db.execute("SELECT base FROM source").fetchone()[0]
    folder = base[: base.rindex("/") + 1]
    check(all(row[5] == folder + row[3].replace(" ", "_").replace("?", "%3F") for row in rows),
          "addresses: %s" % rows[0][5])


def folded(text):
    return "".join(text.split()).casefold()


def test_templates(path):
    shown = shell(path, ".read sql/templates.sql\n")
    check("{1} railway station was opened on {2} and" in shown, "the templates: " + shown[:500])
    db = sqlite3.connect(path)
    patterns = dict(db.execute("SELECT cluster_id, pattern FROM template"))
    templates = {id for id, in db.execute("SELECT id FROM cluster WHERE kind = 'template'")}
    check(patterns.keys() == templates and templates, "a pattern for each template cluster")
    values = {}
    for sentence, slot, value in db.execute("SELECT sentence_id, slot, value FROM template_value"):
        values.setdefault(sentence, {})["{%d}" % slot] = value
    wrong = 0
    for cluster, sentence, text in db.execute(
            "SELECT cluster_id, sentence_id, text FROM member JOIN cluster ON cluster.id = cluster_id"
            "  JOIN sentence ON sentence.id = sentence_id WHERE kind = 'template'"):
        made = re.sub(r"\{\d+\}", lambda slot: values[sentence][slot[0]], patterns[cluster])
        wrong += folded(made) != folded(text)
    check(wrong == 0, "%d sentences are not their pattern with their values" % wrong)
    db.close()


def test_sample(folder):
    path = os.path.join(folder, "sample.db")
    load(path, "examples/sample.xml")
    db = sqlite3.connect(path)
    test_planted(db)
    test_contradictions(db)
    db.close()
    test_templates(path)


# ---- How clusters are called ----

VILLAGE = "%s is a village in the district of Tolva in the Sennet Islands with %s inhabitants."
CLUSTERS = {
    # name: (kind, mixed, groups of sentences that say the same), titles and texts
    "two of a template": ("template", 0, None, [
        ("Lindry", VILLAGE % ("Lindry", "214")), ("Hestholm", VILLAGE % ("Hestholm", "385"))]),
    "three, two of them alike": ("copyedit", 1, [[1, 2], [3]], [
        ("Lindry", VILLAGE % ("Lindry", "1,214")), ("List of Lindry", VILLAGE % ("Lindry", "1214")),
        ("Hestholm", VILLAGE % ("Hestholm", "385"))]),
    "a copy among them": ("template", 0, None, [
        ("Lindry", VILLAGE % ("Lindry", "214")), ("Lindry", VILLAGE % ("Lindry", "214")),
        ("Hestholm", VILLAGE % ("Hestholm", "385"))]),
    "six, most of them of a template": ("template", 1, [[1, 2], [3], [4], [5], [6]], [
        ("Lindry", VILLAGE % ("Lindry", "1,214")), ("List of Lindry", VILLAGE % ("Lindry", "1214"))]
        + [(name, VILLAGE % (name, number)) for name, number in
           (("Hestholm", "385"), ("Quillmouth", "77"), ("Brackwater", "902"), ("Ashel", "51"))]),
    "white space": ("identical", 0, None, [
        ("Lindry", VILLAGE % ("Lindry", "214")), ("Lindry", VILLAGE % ("Lindry", " 214"))]),
}


def fill(path, sentences):
    db = new_source(path, "generated", "test")
    db.executescript(sql_script("parameters.sql"))
    db.executescript("""
        CREATE TABLE compared_sentence (sentence_id INTEGER PRIMARY KEY, first_id INTEGER NOT NULL);
        CREATE TABLE pair (a, b, jaccard, edit_distance, cosine, PRIMARY KEY (a, b)) WITHOUT ROWID;""")
    for id, (title, text) in enumerate(sentences, 1):
        db.execute("INSERT INTO article(id, source_id, namespace, title) VALUES (?, 1, 0, ?)",
                   (id, title))
        db.execute("INSERT INTO sentence VALUES (?1, ?1, 1, 1, '', 'prose', ?2)", (id, text))
    db.executescript("""
        INSERT INTO compared_sentence SELECT id, min(id) OVER (PARTITION BY text) FROM sentence;
        INSERT INTO pair
        SELECT x.id, y.id, 0.7, iif(x.text = y.text, 0, 1), NULL
          FROM sentence AS x JOIN sentence AS y ON x.id < y.id
          JOIN compared_sentence AS s ON s.sentence_id = y.id
         WHERE s.first_id IN (x.id, y.id);
        DELETE FROM pair
         WHERE edit_distance AND a NOT IN (SELECT first_id FROM compared_sentence);""")
    db.close()


def test_clusters(folder):
    for number, (name, (kind, mixed, groups, sentences)) in enumerate(CLUSTERS.items()):
        path = os.path.join(folder, "cluster%d.db" % number)
        fill(path, sentences)
        shell(path, ".bail on\n.load build/neardup\n.read sql/sentences/clusters.sql\n.read sql/sentences/kinds.sql\n")
        db = sqlite3.connect(path)
        found = db.execute("SELECT kind, mixed FROM cluster").fetchall()
        check(found == [(kind, mixed)], "%s: %s" % (name, found))
        made = {}
        for group, sentence in db.execute("SELECT group_id, sentence_id FROM cluster_group"):
            made.setdefault(group, []).append(sentence)
        check(sorted(made.values()) == (groups or []), "%s: groups %s" % (name, made))
        db.close()


# ---- Rules that many articles repeat ----

RULE = "The keeper %s the lamp at dusk and %s it at dawn, and %s the weather %s the station's journal."
WORDS = [("lights", "quenches", "notes", "in"), ("must light", "quench", "note", "in"),
         ("lights", "quenches", "writes", "down in"), ("lit", "quenched", "noted", "in"),
         ("shall light", "quench", "record", "in"), ("lights", "puts out", "notes", "in")]
POINTS = "north", "south", "east", "west", "north-east", "south-west"
STATIONS = [("Skarn", "Tolva"), ("Mirrin", "Lindry"), ("Gannet", "Hestholm"), ("Hallow", "Carrowick"),
            ("Ferrin", "Quillmouth"), ("Brack", "Ashelford")]


def kinds_of_one_cluster(path, sentences):
    fill(path, sentences)
    shell(path, ".bail on\n.load build/neardup\n.read sql/sentences/clusters.sql\n.read sql/sentences/kinds.sql\n")
    db = sqlite3.connect(path)
    found = db.execute("SELECT kind, reason FROM cluster").fetchall(), {
        kind for kind, in db.execute("SELECT kind FROM pair_kind")}
    db.close()
    return found


def test_rules(folder):
    """A rule in other words has no slot; directions, names and numbers are slots."""
    rule = [(name + " Point", RULE % words) for (name, _), words in zip(STATIONS, WORDS)]
    clusters, kinds = kinds_of_one_cluster(os.path.join(folder, "rule.db"), rule)
    check(len(clusters) == 1 and clusters[0][0] == "copyedit", "a rule: %s, %s" % (clusters, kinds))
    slots = {
        "directions": ["It lies %s of the old harbour and of the road to the hills." % point for point in POINTS],
        "names": ["The boat to %s leaves the harbour at noon." % name for _, name in STATIONS],
        "numbers": ["The lamp has a range of %d miles on a clear night." % n for n in range(11, 17)],
    }
    for name, texts in slots.items():
        clusters, kinds = kinds_of_one_cluster(os.path.join(folder, name + ".db"),
                                               [(title, text) for (title, _), text in zip(STATIONS, texts)])
        check(not any("only the wording differs" in reason for _, reason in clusters),
              "%s: %s" % (name, clusters))


# ---- Batches ----

# Of the first sentence, all that follow; of others, the next.
BATCHES = """.bail on
.load build/neardup
.read sql/sentences/settings.sql
CREATE TEMP TABLE judged (a INTEGER, b INTEGER, near INTEGER DEFAULT 0, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT INTO judged (a, b)
SELECT 1, id FROM sentence WHERE id > 1 UNION SELECT id, id + 1 FROM sentence WHERE id < %d;
.read sql/kinds/judge.sql
SELECT count(*), count(DISTINCT b), sum(instr(reason, 'one says ' || a || ', the other ' || b) > 0) FROM judgement;
"""


def test_batches(folder):
    """Each pair is judged once, in whichever of several batches."""
    path, count = os.path.join(folder, "batches.db"), 40005
    kinds_of_one_cluster(path, [("Skarn Point", "It has 1 lamps."), ("Point Maurel", "It has 2 lamps.")])
    db = sqlite3.connect(path)
    db.executemany("INSERT INTO article(id, source_id, namespace, title) VALUES (?1, 1, 0, 'Rock ' || ?1)",
                   ((id,) for id in range(3, count + 1)))
    db.executemany("INSERT INTO sentence VALUES (?1, ?1, 1, 1, '', 'prose', 'It has ' || ?1 || ' lamps.')",
                   ((id,) for id in range(3, count + 1)))
    db.commit()
    db.close()
    pairs = 2 * count - 3
    check(shell(path, BATCHES % count) == "%d|%d|%d\n" % (pairs, count - 1, pairs), "several batches")


# ---- Aliases ----

FERRY = "The ferry from Port Maurel crosses %s every day at nine in the morning, and takes %d carts."
LOCHS = ("Imber Loch", "Lake Ashel")
ALIASES = {
    # name: (rows of alias, whether the names are of one thing)
    "of each other": ([("Imber Loch", "Lake Ashel", "")], True),
    "the other way": ([("lake ashel", "IMBER LOCH", "")], True),
    "of a third": ([("Imber Loch", "Imber", ""), ("Lake Ashel", "Imber", "")], True),
    "of parts": ([("Imber Loch", "Lake Ashel", "Fish")], False),
    "of others": ([("Imber Loch", "Imber", ""), ("Lake Ashel", "Ashel", "")], False),
    "none": ([], False),
}


# What another sentence of one of the articles says, and whether the names are then of one thing.
SAID = [("Imber Loch (Lake Ashel) is deep.", True), ("Lake Ashel, formerly Imber Loch, is deep.", True),
        ("It is Imber Loch Lake Ashel on old maps.", True), ("Imber Loch and Lake Ashel are deep.", False),
        ("Imber Loch or Lake Ashel, it is deep.", False), ("Imber Loch, now dry, was near Lake Ashel.", False)]


def judge_ferry(path, aliases, carts, said=""):
    """(kind, score, reason, type) of two sentences that name the lochs; the first article says this, too."""
    fill(path, [("Port Maurel", FERRY % (name, number)) for name, number in zip(LOCHS, carts)])
    shell(path, ".read sql/schema.sql\n" + "".join(
        "INSERT INTO alias VALUES (1, '%s', '%s', '%s');\n" % row for row in aliases)
        + "INSERT INTO sentence SELECT 3, 1, 1, 2, '', 'prose', '%s' WHERE '%s' <> '';\n" % (said, said)
        + ".bail on\n.load build/neardup\n.read sql/sentences/clusters.sql\n.read sql/sentences/kinds.sql\n")
    db = sqlite3.connect(path)
    found = db.execute("SELECT kind, score, reason, type FROM pair_kind").fetchall()
    db.close()
    return found


def test_aliases(folder):
    for number, (name, (aliases, same)) in enumerate(ALIASES.items()):
        (kind, score, reason, type), = judge_ferry(os.path.join(folder, "alias%d.db" % number), aliases,
                                                   (4, 4))
        found = (score, type, reason.endswith("; one name is an alias of the other."))
        check(found == (0, None, True) and kind in ("copyedit", "template") if same
              else score > 0 and type == "name", "%s: %s, %s" % (name, kind, (found, reason)))
    for number, (said, same) in enumerate(SAID):
        (_, score, reason, _), = judge_ferry(os.path.join(folder, "said%d.db" % number), [], (4, 4), said)
        check((score == 0 and "alias" in reason) == same, "%s: %s, %s" % (said, score, reason))
    (_, score, reason, _), = judge_ferry(os.path.join(folder, "more.db"), ALIASES["of each other"][0], (4, 7))
    check(score > 0 and "alias" not in reason, "a number conflicts, too: " + reason)


# ---- References ----

HEADINGS = "== References ==\n=== Books ===", "== Einzelnachweise ==", "== Further reading =="
PAGE = ("<page><title>%s</title><ns>0</ns><id>%d</id><revision><id>%d</id>"
        "<text>%s is a village in the Sennet Islands.\n\n%s\n%s</text></revision></page>")
# With a verb, so that only the heading makes it a reference.
NOTE = ("The keeper of the lamp on Skarn Point wrote about it in %d, in the second volume of his long"
        " history of the islands, which nobody printed before the war was over.")


def test_references(folder):
    for number, heading in enumerate(HEADINGS):
        dump, path = (os.path.join(folder, "references%d.%s" % (number, end)) for end in ("xml", "db"))
        with open(dump, "w", encoding="utf-8") as file:
            file.write('<mediawiki xml:lang="de">')
            for id, (title, year) in enumerate((("Lindry", 1902), ("Hestholm", 1911)), 1):
                file.write(PAGE % (title, id, id, title, heading, NOTE % year))
            file.write("</mediawiki>")
        load(path, dump)
        db = sqlite3.connect(path)
        found = db.execute("SELECT kind, reason FROM pair_kind").fetchall()
        check(found == [("reference", "Both are references or links.")], "%s: %s" % (heading, found))
        db.close()


# ---- The page ----


SCORECARDS = os.path.join(ROOT, "ext", "core", "kinds", "scorecards")
ARGUMENTS = ("block_a", "block_b", "two_dates", "language", "evidence", "words_a", "words_b", "rarities")


def scored_features():
    """The features that a scorecard gives points for."""
    for name in sorted(os.listdir(SCORECARDS)):
        if name.endswith(".txt"):
            with open(os.path.join(SCORECARDS, name), encoding="utf-8") as card:
                yield from (words[0] for words in map(str.split, card)
                            if words and words[0] != "bias" and not words[0].startswith("#"))


def test_page():
    """docs/functions/kinds.md names every argument, and explains every feature that counts."""
    with open(os.path.join(ROOT, "docs", "functions", "kinds.md"), encoding="utf-8") as file:
        page = file.read()
    explained = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^ *\|([^|]*)\|", page, re.MULTILINE))))
    for name in {*ARGUMENTS, *scored_features()}:
        check(name in explained, "%s is not in a table of docs/functions/kinds.md" % name)


# ---- Real dumps ----


def test_katrina(folder):
    path = os.path.join(folder, "katrina.db")
    load(path, os.path.join(DUMPS, "enwiki-2013-katrina.xml.bz2"))
    db = sqlite3.connect(path)
    first = db.execute("SELECT value_a, value_b FROM contradiction LIMIT 7").fetchall()
    check(("841", "896") in first, "Katrina: 841 against 896 among the first seven, found %s" % first)
    db.execute("UPDATE parameters SET shingle = 5, jaccard_least = 0.3, edit_similarity_least = 0.3")
    db.commit()
    run_pipeline(path)
    found = set(db.execute("SELECT value_a, value_b FROM contradiction"))
    rewritten = {("47", "49"), ("15 ft", "20 ft"), ("Hills", "Shores"), ("most", "all")}
    check(rewritten <= found, "Katrina, rewritten sentences: found %s" % sorted(rewritten & found))
    db.close()


def test_two_dates(folder):
    path = os.path.join(folder, "two.db")
    load(path, *(os.path.join(DUMPS, "enwiki-20%s.xml.bz2" % name)
                 for name in ("13-damaged", "16-sample")))
    db = sqlite3.connect(path)
    rows = db.execute("SELECT title_a, value_a, value_b FROM contradiction"
                      " WHERE reason LIKE 'Both are from “%”, at two dates; %' LIMIT 40").fetchall()
    for expected in (("Aruba", "101,484", "102,484"), ("Alaska", "4th", "3rd")):
        check(expected in rows, "two dates: %s is not in %s" % (expected, rows))
    question = ".parameter set @top 40\n.read sql/analysis/two_dates.sql\n"
    check("a total of [101,484|102,484] inhabitants" in " ".join(shell(path, question).split()), "older and newer")
    db.execute("UPDATE article SET revision_time = iif(source_id = 1, '2020-01-01', '2001-01-01')")
    db.commit()
    check("a total of [102,484|101,484] inhabitants" in " ".join(shell(path, question).split()), "in order of time")
    db.close()


def bench(*command):
    """The tab-separated output of a script of tests/bench."""
    result = subprocess.run(["/usr/bin/python3", *command], cwd=ROOT, capture_output=True, text=True)
    check(result.returncode == 0 and result.stderr == "", "%s: %s" % (command, result.stderr))
    return [line.split("\t") for line in result.stdout.splitlines()]


def test_labels():
    found = {}
    for name, figure, value in bench("tests/bench/learning/kinds", "--figures"):
        found.setdefault(name, {})[figure] = float(value)
    for name, figures in LEAST.items():
        for figure, least in figures.items():
            check(found[name][figure] >= least, "%s: %s %s, at least %s"
                  % (name, figure, found[name][figure], least))


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_sample(folder)
        test_clusters(folder)
        test_rules(folder)
        test_batches(folder)
        test_aliases(folder)
        test_references(folder)
        test_page()
        if os.path.isdir(DUMPS):
            test_katrina(folder)
            test_two_dates(folder)
            test_labels()
        else:
            skip("the kinds of real dumps: there is no " + DUMPS)
    return finish("pipeline/kinds")


if __name__ == "__main__":
    sys.exit(main())
