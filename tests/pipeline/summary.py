"""summary.py - what the pipeline prints: figures that add up, advice that helps, lines that fit.

SQL makes the databases, with one article per text unless a test says otherwise.
"""

import functools
import json
import os
import random
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, run_tests, skip
from databases import ROOT, add_article, call, insert, new_database, rows, run, sample, shell
from terminal import has_terminals, on_terminal

# Without the settings of the caller's terminal.
PLAIN = {name: value for name, value in os.environ.items()
         if name not in ("COLUMNS", "NO_COLOR", "TERM", "NEARDUP_ESCAPE")}
STORM = ("The storm killed {} people, most of them in the low cottages behind the Carrowick dyke, where "
         "no bell gave warning{}")
TITLES = ["Candlemas Storm", "Carrowick", "Ørsay", "Port Maurel", "Mirrin Bridge", "Lindry"]
FERRY = ("The ferry to Ørsay leaves Port Maurel every day at nine in the morning and comes back late in "
         "the {}.")


class Database:
    """A database in a folder of its own, with these texts: each a string, or (source, title, text)."""

    def __init__(self, folder, name, texts, sources=("texts",), base=None, kind="mediawiki"):
        self.path, self.script = os.path.join(folder, name), "pipeline"
        dates = ["20%02d-03-04" % (11 + i) if base else None for i in range(len(sources))]
        about = [{"name": name, "kind": kind, "base": base, "articles": len(texts), "dump_date": date}
                 for name, date in zip(sources, dates)]
        with new_database(self.path, **about[0]) as db:
            for source in about[1:]:
                insert(db, "source", **source)
            for i, text in enumerate(texts):
                source, title, text = text if isinstance(text, tuple) else (1, TITLES[i % len(TITLES)], text)
                add_article(db, [text], source_id=source, title=title,
                            revision_time=base and dates[source - 1] + "T00:00:00Z")

    def command(self):
        if self.script == "pipeline":
            return "sqlite3 -bail %s < sql/pipeline.sql" % shlex.quote(self.path)
        return "sqlite3 %s '.load build/neardup' \"SELECT neardup_run('summary')\"" % shlex.quote(self.path)

    def contradict(self, *scores, type="number", reason="number 143 against 134"):
        """Runs the pipeline, and then calls its pairs drift with these scores, in order: what is printed
        does not depend on how sentences are judged. From now on only the summary is made."""
        self.summary()
        self.script = "summary"
        pairs = self.ask("SELECT a, b FROM pair_kind ORDER BY a, b")
        for (a, b), score in zip(pairs, scores):
            self.ask("UPDATE pair_kind SET kind = 'drift', type = '%s', score = %s, reason = '%s'"
                     " WHERE a = %d AND b = %d" % (type, score, reason, a, b))
        self.ask("INSERT OR REPLACE INTO pair_evidence SELECT a, b, 0.8, 'one topic 0.81: same_title 1"
                 " (+1.47); conflict 0.86: words 20 (+0.30)' FROM pair_kind WHERE score > 0")

    def summary(self, **environment):
        done = subprocess.run(["sh", "-c", self.command()], cwd=ROOT, capture_output=True, text=True,
                              env={**PLAIN, **environment})
        check(done.returncode == 0 and done.stderr == "", "%s: %s" % (self.path, done.stderr))
        return done.stdout

    def on_terminal(self, columns, **environment):
        """The output on a terminal of that width."""
        _, written = on_terminal(columns, ["sh", "-c", self.command() + " 1>&2"], cwd=ROOT,
                                 env={**PLAIN, "TERM": "xterm", "NEARDUP_ESCAPE": "off",
                                      **environment})
        return written.replace("\r\n", "\n")

    def ask(self, sql):
        return rows(self.path, sql)


def section(summary, title):
    """The lines under a heading, up to the next one."""
    found = re.search(r"^%s.*\n((?:\n*[ ].*\n)*)" % re.escape(title), summary, re.M)
    return found[1] if found else ""


def number(summary, what):
    found = re.search(r"^ +([\d,]+) " + what, summary, re.M)
    check(found, "'%s' is not in\n%s" % (what, summary))
    return int(found[1].replace(",", "")) if found else -1


def test_figures(folder):
    """Candidates, verified pairs and copies add up to the pairs; a repetition is no copy."""
    bell = "A bell rang over the harbour of Lindry and then it was quiet. "
    db = Database(folder, "figures.db",
                  [STORM.format(143, "."), STORM.format(134, "."), FERRY.format("evening"),
                   FERRY.format("evening"), FERRY.format("evening"), bell * 2, bell * 3])
    db.contradict(0.9)
    summary = db.summary()
    verified = number(summary, "of these verified: Jaccard similarity ≥ 0.6, edit similarity ≥ 0.5")
    copies = number(summary, "copies of a text, each paired with the first")
    check(number(summary, "candidate pairs: texts that share a signature") == 2, summary)
    check((verified, copies) == (2, 2), "%d verified, %d copies" % (verified, copies))
    check(number(summary, "pairs in all") == 4 == db.ask("SELECT count(*) FROM pair")[0][0], summary)
    check(db.ask("SELECT jaccard, edit_distance > 0 FROM pair WHERE a = 6") == [(1.0, 1)],
          "the repetition has Jaccard similarity 1")
    check("1 possible contradiction, " in summary and "1 repeated text." in summary, summary)
    check("  Expected recall: 96.9 % at Jaccard 0.6, 99.9 % at 0.7\n" in summary, summary)
    db.script = "pipeline"
    db.ask("UPDATE parameters SET jaccard_least = 0.8")
    check("Expected recall: over 99.9 % at Jaccard 0.8, over 99.9 % at 0.9\n" in db.summary(), "at 0.8")
    db.ask("UPDATE parameters SET jaccard_least = 1, bands = 1")
    check("Expected recall: over 99.9 % at Jaccard 1\n" in db.summary(), "at 1")


def test_plurals(folder):
    """1 cluster, 0 and 2 clusters."""
    for texts in [], [FERRY.format("evening")], [(1, "Lindry", FERRY.format("evening"))] * 2, [FERRY.format("evening")] * 2, \
            [STORM.format(n, ".") for n in (143, 134)], [FERRY.format("evening")] * 3:
        summary = Database(folder, "plurals%d.db" % len(os.listdir(folder)), texts).summary()
        wrong = re.findall(r"(?<![\d.,])(?:1 [a-z]*(?:[^s\W]s|copies)\b|(?:0|[2-9]) (?:article|sentence|"
                           r"cluster|pair|text|copy|rewording|contradiction)\b)", summary)
        check(not wrong, "%d texts: %s in\n%s" % (len(texts), wrong, summary))
    check("What may contradict, best first\n  nothing\n" in summary, summary)


def test_rewordings(folder):
    """How many rewordings are in clusters of copyedit: all of them, or none."""
    db = Database(folder, "rewordings.db", [FERRY.format("evening"), FERRY.format("evening or in the night")])
    summary = db.summary()
    check("1 rewording," in summary and "Rewordings: 1 of 1 in clusters of copyedit." in " ".join(summary.split()), summary)
    db.script = "summary"
    db.ask("UPDATE cluster SET kind = 'template'")
    summary = db.summary()
    check("1 rewording," in summary and "Rewordings: 0 of 1 in clusters of copyedit." in " ".join(summary.split()), summary)
    db.ask("UPDATE pair_kind SET kind = 'template'")
    summary = db.summary()
    check("0 rewordings," in summary and "Rewordings:" not in summary, summary)


def test_near_misses(folder):
    """Few clusters: the candidates just below the threshold are shown, the closest first."""
    far = FERRY.format("evening, when the harbour master has lit the lamps and gone home to his wife")
    db = Database(folder, "near.db", [FERRY.format("evening"), far, STORM.format(143, ".")])
    summary = db.summary()
    stored = db.ask("SELECT a, b, round(jaccard, 2) FROM near_miss")
    check(len(stored) == 1 and 0.4 <= stored[0][2] < 0.6, "near misses: %s" % stored)
    shown = section(summary, "What comes close, below jaccard_least = 0.6")
    check("Candlemas Storm  |  Carrowick" in shown and "[|, when the harbour" in shown, summary)
    db.ask("UPDATE parameters SET jaccard_least = %f" % (stored[0][2] - 0.01))
    check("What comes close" not in db.summary(), "with that threshold it is found")
    check(db.ask("SELECT count(*) FROM pair") == [(1,)], "as a pair")


# Short texts, and the shingles that are chosen for them.
SHORT = [
    (["The lamp was lit in %d." % year for year in range(1878, 1888)] * 2,
     "shingles of 4 characters (nine of ten texts have 25 characters or more)"),
    (["灯台は%d年の春に初めて点灯したと伝えられている。" % year for year in range(1878, 1888)] * 2,
     "shingles of 3 characters (100 % of the texts are Chinese, Japanese, Korean or Thai, and nine of ten "
     "of these have 27 characters or more)"),
]


def test_short_texts(folder):
    """Of a table all texts are compared; of documents, sentences outside the limits are counted."""
    for i, (texts, chosen) in enumerate(SHORT):
        db = Database(folder, "short%d.db" % i, texts, kind="csv")
        summary = db.summary()
        check(number(summary, "compared") == 20 and "left out" not in summary, summary)
        check(number(summary, "copies of a text") == 10, summary)
        check(chosen in re.sub(r"\s+", " ", summary), "'%s' is not in\n%s" % (chosen, summary))
        db.ask("UPDATE parameters SET shingle = 12, shingles_least = 75")
        summary = db.summary()
        check(number(summary, "left out: shorter than 86 characters") == 20, summary)
        check(number(summary, "compared") == 0 and " 0 clusters " in summary, summary)
        check("shingles of 12 characters (as set)" in summary, summary)
    few = Database(folder, "few.db", ["The lamp was lit in 1878."] + [STORM.format(143, ".")] * 3).summary()
    check(number(few, "left out: shorter than 86 characters") == 1, "one of four is short: " + few)
    long = Database(folder, "long.db", ["a" * 700, FERRY.format("evening")]).summary()
    check(number(long, "left out: longer than 611 characters") == 1, long)


def test_left_out(folder):
    """Each sentence is compared, or left out for one reason; how many are follows from the texts."""
    texts = [FERRY.format("evening"), FERRY.format("evening!"), "a" * 700, "b" * 800, "Ørsay 1925", "… ?!", ""]
    db = Database(folder, "left_out.db", texts)
    db.ask("INSERT INTO sentence (article_id, position, section, block, text) SELECT 1, id + 1, '', 'table',"
           " text FROM sentence")
    db.summary()
    short, marks, long, table = ("shorter than 86 characters", "nothing but punctuation",
                                 "longer than 611 characters", "text of tables")
    for settings, compared, expected in [
            ("fold = ''", 2, {short: 2, marks: 1, long: 2, table: 7}),
            ("fold = 'all'", 2, {short: 1, marks: 2, long: 2, table: 7}),
            ("tables = 1", 4, {short: 2, marks: 4, long: 4}),
            ("shingles_least = 1, shingles_most = 20000", 10, {marks: 4}),
            ("fold = ''", 12, {marks: 2})]:
        db.ask("UPDATE parameters SET " + settings)
        summary = db.summary()
        found = {line.split(": ")[1]: number(summary, line)
                 for line in re.findall("left out: .*", summary)}
        check(found == expected and number(summary, "compared") == compared,
              "%s: %s instead of %s in\n%s" % (settings, found, expected, summary))
        check(dict(db.ask("SELECT 'sum', total(sentences) FROM not_compared")) == {"sum": 14 - compared},
              settings + ": all are told")


def test_nouns(folder):
    """Rows of tables are records, and what was not split is a text; a dump among them has articles."""
    texts = [FERRY.format("evening"), FERRY.format("Evening!")]
    db = Database(folder, "nouns.db", texts, sources=("a", "b"), kind="csv")
    found = db.summary()
    check("\n2 records, 2 sentences: " in found and " in 2 records\n" in found, "of tables: " + found)
    db.ask("UPDATE source SET options = 'whole'")
    check("\n2 records, 2 texts: " in db.summary(), "those of a program, whole")
    db.ask("UPDATE source SET options = 'columns: text=text whole'")
    found = db.summary()
    check("\n2 records, 2 texts: " in found and " of 2 texts in 2 records" in found, "whole: " + found)
    db.ask("INSERT INTO source SELECT 3, 'words', 'glove', dump_date, path, size, 'other', options, program_version, started_at,"
           " finished_at, base, language, 0, 0, 0, 0, 0 FROM source LIMIT 1")
    db.ask("UPDATE sentence SET text = 'Another text' WHERE id = 1")
    changed = run(db.path, call("changed", result="pairs"))
    check("1 record was changed" in changed, "beside word vectors: " + changed)
    db.ask("DELETE FROM source WHERE id = 3")
    kinds = run(db.path, "kinds")
    check(" texts  " in kinds and " records  " in kinds and "By hand: the shares" in kinds, "neardup kinds: " + kinds)
    db.ask("UPDATE source SET kind = 'mediawiki', options = 'namespaces=0' WHERE id = 2")
    check("\n2 articles, 2 sentences: " in db.summary(), "a table and a dump")


def test_languages(folder):
    """A language without a vocabulary is told, if anything was judged in it."""
    db = Database(folder, "languages.db", [STORM.format(143, "."), STORM.format(134, ".")], sources=("a", "b"))
    said = "Kinds rest on little where there is no vocabulary: "
    check(said not in db.summary(), "a language that is not known")
    check(shell(db.path, "summary", options=("-batch", "-readonly")).stderr == "", "a database that may only be read")
    pages = os.path.join(ROOT, "ext", "core", "kinds", "vocabulary")
    for name in os.listdir(pages):
        if name.endswith(".txt"):
            with open(os.path.join(pages, name), encoding="utf-8") as file:
                code = re.search(r"^code: (\S+)", file.read(), re.M)[1]
            db.ask("UPDATE source SET language = '%s'" % code)
            check(said not in db.summary(), "there is a vocabulary for " + code)
    for code, told in ("simple", None), ("PT_br", None), ("sv", "sv"), ("e", "e"), ("sr-Latn", "sr-Latn"):
        db.ask("UPDATE source SET language = '%s' WHERE id = 2" % code)
        found = " ".join(db.summary().split())
        check(said + "%s (kinds.md" % told in found if told else said not in found, "%s: %s" % (code, found))
    db.ask("UPDATE source SET language = 'fi' WHERE id = 1")
    check(said + "fi, sr-Latn (kinds.md" in " ".join(db.summary().split()), "two of them")
    db.ask("UPDATE source SET language = 'en'")
    db.ask("INSERT INTO article_language VALUES (1, 'cs'), (2, 'de')")
    check(said + "cs (kinds.md" in " ".join(db.summary().split()), "the language of a row")
    for name, text, told in (("ja", "この電気ケトルは%s週間で電源が入らなくなりました。返品したいのですが連絡がつきません。", None),
                             ("ka", "ქარიშხალმა %s ადამიანი იმსხვერპლა, უმეტესობა დაბალ სახლებში ცხოვრობდა კაშხლის უკან, სადაც ზარის ხმა არ ისმოდა.", "texts in Georgian")):
        db = Database(folder, name + ".db", [text % number for number in ("143", "134")])
        found = " ".join(db.summary().split())
        check(said + told + " (kinds.md" in found if told else said not in found, "no language is named: " + found)


def test_scripts_of_much(folder):
    """Neither long texts nor many sources keep the scripts from being found."""
    def scripts(name, texts, sources, *limits):
        db = Database(folder, name, texts, sources)
        run(db.path, "find")
        return run(db.path, *limits, "views.sql", "findings.sql", "SELECT codes FROM unknown_language;")

    found = scripts("long.db", ["ქარი " * 10000] * 20, ("a",), ".limit length 500000")
    check(found.endswith("\ntexts in Georgian\n"), "long texts: " + found)
    texts = [(i + 1, "Storm", "ქარი") for i in range(2000)]
    found = scripts("many.db", texts, [str(i) for i in range(2000)], ".progress 100000 --quiet --limit 20")
    check(found == "texts in Georgian\n", "many sources: " + found)


def test_reworded(folder):
    """Pairs that differ only in punctuation or capitals come last."""
    db = Database(folder, "reworded.db", [
        (1, "Lindry", STORM.format(143, ".")), (1, "Lindry", STORM.format(143, "!")),
        (1, "Ørsay", FERRY.format("evening")), (1, "Ørsay", FERRY.format("evening as a rule"))])
    lines = section(db.summary(), "What was reworded, by Jaccard similarity; punctuation and capitals last")
    check(-1 < lines.find("as a rule") < lines.find("[.|!]"), "found\n%s" % lines)


def test_headline(folder):
    """The headline counts what is listed, whatever kind the clusters have."""
    db = Database(folder, "headline.db", [STORM.format(143, "."), STORM.format(134, ".")])
    db.contradict(0.9)
    db.ask("UPDATE cluster SET kind = 'template'")
    printed = db.summary()
    check("1 possible contradiction, " in printed and "[143|134]" in printed, printed)
    told = " ".join(printed.split())
    check("likely or not: 1 in a cluster of another kind. Expected" in told and "to expect among" not in told, "no zeros: " + told)
    check(told.endswith("As a page of HTML: neardup report " + db.path), "a command for this database: " + told)


def test_shown(folder):
    """Only what is likely is listed, one entry a cluster, facts first; the rest is counted."""
    title = "What may contradict, best first"
    perhaps = "    SELECT * FROM contradiction WHERE best AND older IS NULL AND score < "
    bells = ["The bell of the chapel above %s was cast from the guns of a privateer that ran aground in "
             "a night of fog, in the year %d." % (place, year)
             for place, year in (("Tolva", 1802), ("Tolva", 1812), ("Tolva", 1822))]
    db = Database(folder, "shown.db", [STORM.format(143, "."), STORM.format(134, "."), *bells])
    db.contradict(0.8, 0.9, 0.7, 0.6)
    lines = section(db.summary(), title)
    check(re.findall(r"^  [a-z ]+, (0\.\d\d)  ", lines, re.M) == ["0.90", "0.80"], "one of each cluster: " + lines)
    check("        number 143 against 134\n" in lines and "one topic" not in lines
          and "less likely" not in lines, lines)
    db.ask("UPDATE pair_kind SET type = 'status' WHERE score = 0.9")
    lines = section(db.summary(), title)
    check(re.findall(r"^  [a-z ]+, (0\.\d\d)  ", lines, re.M) == ["0.80", "0.90"], "facts first: " + lines)
    db.ask("UPDATE parameters SET shown_least = 0.85")
    summary = db.summary()
    check("\n  1 less likely, with a score below 0.85:\n%s0.85;\n" % perhaps in section(summary, title)
          and " 1 possible contradiction, 1 less likely, " in summary, summary)
    db.ask("UPDATE parameters SET shown_least = 0.95")
    lines = section(db.summary(), title)
    check(lines.startswith("  Nothing has a score of 0.95 or more. The best of what is less likely:\n\n  likely, 0.80  ")
          and "\n  2 less likely, with a score below 0.95:\n%s0.95;\n" % perhaps in lines, lines)
    db.ask("UPDATE pair_kind SET kind = 'template'")
    check(section(db.summary(), title) == "  nothing\n", "two things contradict each other in nothing: " + db.summary())


ANNOUNCED = re.compile(r"(?:([\d,]+) of them:|([\d,]+) less likely, .*:|)\n? *(SELECT .*;)(?:\s+-- rows: ([\d,]+))?")


def test_statements(folder):
    """Each statement that is printed gives as many rows as the summary says, whatever was found."""
    draw = random.Random(29)
    texts = []
    for i in range(45):  # pairs of their own, each third of one article at two dates
        words = ["".join(draw.choice("aeioulmnrst") for _ in range(draw.randint(3, 9))) for _ in range(18)]
        for side in range(2):
            texts.append((1 + (side if i % 3 == 0 else 0), "Storm %d" % (i if i % 3 == 0 else 2 * i + side),
                          "In %d %s." % (1800 + 9 * i + side, " ".join(words))))
    db = Database(folder, "statements.db", texts, sources=("old.xml", "new.xml"),
                  base="https://example.org/wiki/Main_Page")
    db.contradict(*(0.05 + 0.9 * (i * 37 % 100) / 100 for i in range(45)))
    announced = set()
    for least in 0, 0.3, 0.5, 0.9, 1:
        db.ask("UPDATE parameters SET shown_least = %g" % least)
        summary = db.summary()
        printed = ANNOUNCED.findall(summary)
        announced |= {bool(whole) for whole, _, _, _ in printed}
        check(len(printed) == summary.count("SELECT ") >= 2, "%s in\n%s" % (printed, summary))
        for *numbers, statement, rows in printed:
            told = [int(n.replace(",", "")) for n in (*numbers, rows) if n]
            check(told == [len(db.ask(statement))], "%s gives %d, told %s" % (statement, len(db.ask(statement)), told))
        shown, others = (db.ask("SELECT count(*) FROM contradiction WHERE best AND older IS NULL AND score %s %g" % (by, least))
                         [0][0] for by in (">=", "<"))
        check(re.search(r": %d possible contradictions?, %d less likely, " % (shown, others), " ".join(summary.split())),
              "the headline has %d and %d: %s" % (shown, others, summary[:300]))
        check(("possible_contradiction;" in summary) == (shown > 0), "a view without rows is not named: " + summary)
    check(announced == {False, True}, "some list is longer than what is printed of it")


# Two texts that differ, and how possible_contradiction marks it.
MARKED = [
    ("The storm killed 143 people in one night.", "The storm killed 134 people in one night.",
     "143", "134", "…torm killed [143|134] people in on…"),
    ("It is open.", "It is not open.", "–", "not", "It is [|not ]open."),
    ("Lit in 1811.", "Lit in 1823.", "1811.", "1823.", "Lit in [1811.|1823.]"),
    ("Nine came late", "Ten came late", "Nine", "Ten", "[Nine|Ten] came late"),
    ("Wide", "Long", "Wide", "Long", "[Wide|Long]"),
    ("Ten came and ten went.", "Ten came and ten went again", "went.", "went again", "…ame and ten [went.|went again]"),
    ("one two one two three", "one two three", "one two", "–", "one two [one two |]three"),
    ("One\nline, two lines", "One\nline, ten lines", "two", "ten", "One line, [two|ten] lines"),
    ("灯台は1886年に点灯した。", "灯台は1891年に点灯した。", "86", "91", "灯台は18[86|91]年に点灯した。"),
    ("x" * 90 + "ä", "y" * 90 + "ä", "x" * 13 + "…", "y" * 13 + "…", "[xxxxxxxxx…|yyyyyyyyy…]ä"),
]


def test_marked(folder):
    """possible_contradiction says where two texts differ, in rows that fit, in a program without the extension, too."""
    db = Database(folder, "marked.db", [STORM.format(143, "."), STORM.format(134, ".")])
    db.contradict(0.9)
    db.ask("UPDATE article SET title = 'The Candlemas Storm' WHERE id = 1")
    found = db.ask("SELECT * FROM possible_contradiction")
    check(found == [("very likely", "The Candlemas …", "Carrowick", "143", "134", "…torm killed [143|134] people, most…", 1, 2)],
          "a row: %s" % found)
    for a, b, *expected in MARKED:
        for id, text in enumerate((a, b), 1):
            rows(db.path, "UPDATE sentence SET text = ? WHERE id = ?", text, id)
        db.ask("UPDATE pair_kind SET value_a = NULL, value_b = NULL")
        found = db.ask("SELECT a_says, b_says, sentence FROM possible_contradiction")
        check(found == [tuple(expected)], "%s | %s: %s" % (a, b, found))
        db.ask("UPDATE pair_kind SET value_a = '1,482 metres', value_b = ''")
        check(db.ask("SELECT a_says, b_says FROM possible_contradiction") == [("1,482 metres", "–")], "values are said")
    db.ask("UPDATE article SET titled = 0, key = iif(id = 1, x'07ff', NULL)")
    check(db.ask("SELECT article_a, article_b FROM possible_contradiction") == [("key X'07FF'", "Carrowick")],
          "without a title, the key")
    db.ask("UPDATE parameters SET shown_least = 0.95")
    check(db.ask("SELECT * FROM possible_contradiction") == [], "what the headline does not count is not there")


BEST = "SELECT count(*) FROM contradiction, parameters WHERE best AND older IS NULL"
KINDS = ("identical", "template", "copyedit", "drift", "reference")
KIND = "SELECT count(*) FROM cluster WHERE kind = '%s'"
CASES = "SELECT count(*) FROM reuse WHERE kind = '%s'"
WORDS = ("SELECT CAST(round(%s(words)) AS INTEGER)"
         " FROM (SELECT a_words AS words FROM reuse UNION ALL SELECT b_words FROM reuse)")
# What is counted, wherever it is printed: a query each.
COUNTS = {
    "articles": "SELECT count(*) FROM article", "sentences": "SELECT count(*) FROM sentence",
    "possible": "SELECT count(*) FROM possible_contradiction", "less": BEST + " AND score < shown_least", "findings": BEST,
    "in_drift": BEST + " AND cluster_id IN (SELECT id FROM cluster WHERE kind = 'drift')",
    "reworded": (KIND + " AND id IN (SELECT cluster_id FROM pair_kind WHERE kind = 'copyedit')") % "copyedit",
    "rewordings": "SELECT count(DISTINCT cluster_id) FROM pair_kind WHERE kind = 'copyedit'",
    **{kind: KIND % kind for kind in KINDS},
    **{reason: "SELECT sentences FROM not_compared WHERE reason = '%s'" % reason for reason in ("shorter", "table")},
    "compared": "SELECT compared FROM detection",
    "texts": "SELECT texts FROM detection",
    "copies": "SELECT count(*) FROM copy",
    "verified": "SELECT count(*) FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy)",
    "candidates": "SELECT candidates FROM detection", "pairs": "SELECT count(*) FROM pair",
    "clusters": "SELECT count(*) FROM cluster", "members": "SELECT count(*) FROM member",
    "clustered": "SELECT count(DISTINCT article_id) FROM member JOIN sentence ON sentence.id = sentence_id",
    "cases": "SELECT count(*) FROM reuse", "structure": CASES % "structure", "content": CASES % "content",
    "reusing": "SELECT count(*) FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)",
    "diverged": "SELECT count(DISTINCT reuse_id) FROM reuse_divergence WHERE score >= 0.5",
    **{name: WORDS % name for name in ("min", "avg", "max")},
    "passages": "SELECT count(*) FROM reuse_cluster", "largest": "SELECT max(passages) FROM reuse_cluster",
    "patterns": "SELECT count(*) FROM reuse_template WHERE slots > 0", "missing": "SELECT count(*) FROM reuse_missing",
    "shared": "SELECT count(*) FROM reuse_cluster WHERE articles > 2",
}
HEADS = """
{articles} articles, {sentences} sentences: {possible} possible contradictions, {less} less likely, {rewordings} rewordings, {identical} repeated texts.
{less} less likely, with a score below 0.4:
Contradictions to expect among all {findings}:
What was reworded, by Jaccard similarity; punctuation and capitals last (5 of {rewordings})
Pairs that may contradict, likely or not: {in_drift} in clusters of drift. Rewordings: {reworded} of {rewordings} in clusters of copyedit.
SELECT * FROM possible_contradiction; -- rows: {possible}
SELECT * FROM contradiction WHERE best; -- rows: {findings} The view contradiction has everything, for programs.
-- rows: {identical}, and neardup keep lists the copies
{cases} cases of text reuse in {reusing} articles: {structure} cases of structure, {content} of content. In {diverged} cases a copy says something else.
"""
FIGURES = """
{articles} articles of sample.xml, 2026-10-24
{sentences} sentences
{shorter} left out: shorter than 86 characters
{table} left out: text of tables
{compared} compared
{texts} different texts among those compared
{candidates} candidate pairs: texts that share a signature
{verified} of these verified: Jaccard similarity ≥ 0.6, edit similarity ≥ 0.5
{copies} copies of a text, each paired with the first
{pairs} pairs in all
{clusters} clusters of {members} sentences in {clustered} articles
{identical} identical one text
{template} template one pattern, different subjects
{copyedit} copyedit the same fact in different words
{drift} drift different facts about one thing
{reference} reference works that are cited
{cases} cases
{structure} structure the same pattern, other facts
{content} content copied, and perhaps changed since
{reusing} articles with reuse, of {articles}
{min} words in a passage of a case at least
{avg} on average
{max} at most
{passages} clusters of passages that share one text, the largest of {largest} passages in {largest} articles
{patterns} patterns with slots, and {missing} articles of the same shape of title without them
"""
IN_REPORT = {"articles": ["articles"], "sentences": ["sentences"], "compared": ["compared"], "clusters": ["clusters"],
             "pairs": ["pairs"], "possible": ["likely", "contradictions"], "rewordings": ["rewordings"],
             **{name: ["figures", "reuse", name] for name in ("cases", "structure", "content")},
             "reusing": ["figures", "reuse", "articles"], "diverged": ["figures", "reuse", "conflicts"],
             "passages": ["figures", "reuse", "clusters"], "min": ["figures", "reuse", "least"], "max": ["figures", "reuse", "most"]}
IN_LISTS = {"findings": "contradictions", "template": "templates", "identical": "copies", "cases": "reuse", "shared": "shared"}


def test_counts(folder):
    """Each count that a summary, the report, a table or the program gives is what its one query counts."""
    path = os.path.join(folder, "counts.db")
    sample(path, "find", "reuse", "reuse_kinds")
    counted = {name: rows(path, query)[0][0] for name, query in COUNTS.items()}
    printed = run(path, "summary") + run(path, "reuse_summary")
    words = " ".join(printed.split())
    for line in HEADS.format(**counted).strip().splitlines():
        check(line in words, "'%s' is not in\n%s" % (line, printed))
    figures = [" ".join(line.split()) for title in ("What was read", "What was found", "Text reuse in figures")
               for line in section(printed, title).splitlines() if re.match(r" +[\d,]+ ", line)]
    expected = FIGURES.format(**counted).strip().splitlines()
    check(figures == expected, "each count has a query: %s" % (set(figures) ^ set(expected)))

    page = os.path.join(folder, "counts.html")
    subprocess.run(["build/neardup", "report", "--quiet", path, page], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with open(page, encoding="utf-8") as file:
        data = json.loads(re.search('id="data">(.*)</script>', file.read())[1])
    for name, keys in IN_REPORT.items():
        found = functools.reduce(lambda value, key: value[key], keys, data["about"])
        check(found == counted[name], "%s in the report: %s, not %d" % (name, found, counted[name]))
    for name, listed in IN_LISTS.items():
        check(data["lists"][listed]["findings"] == counted[name], "the report's list of " + listed)
    kinds = {kind: counted[kind] for kind in KINDS}
    check(dict(row[:2] for row in data["about"]["figures"]["kinds"]) == kinds, "the report's kinds")
    told = re.findall(r"^  (\w+) +([\d,]+) +\d", run(path, "kinds"), re.M)
    check({kind: int(clusters.replace(",", "")) for kind, clusters in told if clusters != "0"} == kinds, "neardup kinds")
    exported = run(path, "export", format="jsonl").splitlines()
    check(len(exported) == counted["pairs"], "JSON has %d pairs, not %d" % (len(exported), counted["pairs"]))


def test_names(folder):
    """A text without a title goes by its first words, and a key is told where the name is not enough."""
    db = Database(folder, "names.db", [(1, "", STORM.format(143, ".")), (1, "", STORM.format(134, ".")),
                                       (1, "Lindry", FERRY.format("evening")), (1, "Lindry", FERRY.format("evening!"))],
                  kind="csv")
    db.contradict(0.9)
    db.ask("UPDATE article SET titled = title <> '', key = 'K' || id")
    db.ask("UPDATE article SET key = 'https://example.org/storm?id=2#x' WHERE id = 2")
    summary = " ".join(db.summary().split())
    check("The storm killed 143 people, most of… (key K1) | The storm killed 134 people, most of… (key https" in summary,
          summary)
    db.ask("UPDATE article SET key = x'07ff' WHERE id = 1")
    check("(key X'07FF')  |" in db.summary(), "a key that is a blob")
    check(" https://example.org/storm?id=2#x " in summary, "the key is an address: " + summary)
    check("Lindry (key K3) | Lindry (key K4)" in summary, "two of one title: " + summary)
    db.ask("UPDATE article SET title = 'Ørsay' WHERE id = 4")
    check("Lindry | Ørsay" in " ".join(db.summary().split()), "titles that differ need no key")


def test_two_dates(folder):
    """Pairs from one article at two dates are a list of their own, the older side first."""
    db = Database(folder, "dates.db",
                  [(1, "Storm", STORM.format(143, ".")), (2, "Storm", STORM.format(134, "."))],
                  sources=("old.xml", "new.xml"), base="https://example.org/wiki/Main_Page")
    summary = db.summary()
    changed = section(summary, "What changed between the dumps of one wiki, [older|newer]")
    check("[143|134] people" in changed, summary)
    check("Storm (old.xml, 2011-03-04)  |  Storm (new.xml, 2012-03-04)" in changed, changed)
    check(changed.count("https://example.org/wiki/Storm\n") == 1, "one address: %s" % changed)
    check(section(summary, "What may contradict, best first") == "  nothing\n", summary)
    check(" 0 possible contradictions, 0 less likely, 0 rewordings, 0 repeated texts. 1 change between"
          in " ".join(summary.split()),
          summary)
    check("1 article of old.xml, 2011-03-04\n" in summary.replace("2 articles of", "1 article of"),
          summary)
    db.ask("UPDATE article SET revision_time = '2010-01-01T00:00:00Z' WHERE source_id = 2")
    check("[134|143] people" in db.summary(), "the older is first, whatever the ids are")
    db.ask("UPDATE article SET revision_time = NULL")
    check("[143|134] people" in db.summary(), "without times of revisions, the dump's date tells")
    db.ask("UPDATE source SET dump_date = '2010-01-01' WHERE id = 2")
    check("[134|143] people" in db.summary(), "the older dump is first")


def test_order_of_articles(folder):
    """What an article said before is found wherever else the text stands, and in whatever order the articles come."""
    storm, copies = (1, "Storm", STORM.format(143, ".")), [(n, "Winter", STORM.format(143, ".")) for n in (1, 2)]
    later = (2, "Storm", STORM.format(134, "."))
    for number, articles in enumerate(([storm, copies[0], later, copies[1]], [copies[0], storm, copies[1], later])):
        db = Database(folder, "order%d.db" % number, articles, sources=("old.xml", "new.xml"))
        db.summary()
        printed = run(db.path, "two_dates")
        check("Values that changed: 1;" in printed and " Storm\n" in printed and "[143|134] people" in printed
              and "The old text still stands in Winter" in " ".join(printed.split()), "order %d: %s" % (number, printed))


def test_unfinished(folder):
    """What is said of a source whose load was interrupted, and what to do."""
    db = Database(folder, "unfinished.db", [STORM.format(143, "."), STORM.format(134, ".")])
    part, again = "; loaded only in part\n", "; interrupted: give the same command again"
    db.ask("UPDATE source SET pages = 2, finished_at = '2026-01-01 00:00:00'")
    check(part not in db.summary() and again not in db.summary(), "it is complete")
    db.ask("UPDATE source SET finished_at = NULL")
    check(part in db.summary() and again not in db.summary(), "it cannot be continued")
    db.ask("INSERT INTO checkpoint VALUES (1, 0, -1, 0, -1, 1, 0)")
    summary = " ".join(db.summary().split())
    check(again in summary and part not in summary, "it can be continued: " + summary)


def test_links(folder):
    db = Database(folder, "links.db",
                  [(1, "Carrowick", STORM.format(143, ".")),
                   (1, "Carrowick? 100% of it", STORM.format(134, "."))],
                  base="https://example.org/wiki/Main_Page")
    db.contradict(0.9)
    summary = db.summary()
    for link in ("        https://example.org/wiki/Carrowick%3F_100%25_of_it\n",
                 "        https://example.org/wiki/Carrowick\n"):
        check(link in summary, "%s is not in\n%s" % (link.strip(), summary))
    for base, key, url in (("javascript:alert(1)/wiki/Main", "javascript:alert(2)", None),
                           ("data:text/html,x/Main", "file:///x", None),
                           ("x", "HTTPS://example.org/k", "HTTPS://example.org/k"),
                           ("HTTPS://example.org/wiki/Main", "k", "HTTPS://example.org/wiki/Carrowick")):
        db.ask("UPDATE source SET base = '%s'" % base)
        db.ask("UPDATE article SET key = '%s'" % key)
        found = db.ask("SELECT url FROM article_url WHERE id = 1")
        check(found == [(url,)], "%s and %s: %s" % (base, key, found))
    db.ask("INSERT INTO page VALUES (1, 'x', 'javascript:alert(3)', '', 200, '', '', 0, 0, 0)")
    check("javascript" not in str(db.ask("SELECT url FROM article_url")), "a page has no address of the web")


def test_widths(folder):
    """No line is wider than it should be; later lines of an entry are indented; no word is broken."""
    db = Database(folder, "widths.db", [STORM.format(143, "."), STORM.format(134, ".")])
    db.contradict(0.9)
    words = set(db.summary().split())
    for columns in 60, 80, 140:
        summary = db.summary(COLUMNS=str(columns))
        wide = [line for line in summary.splitlines()
                if len(line) > columns and "UPDATE" not in line and "sqlite3 " not in line]
        check(not wide, "%d columns: %s" % (columns, wide))
        check(set(summary.split()) == words, "%d columns: %s" % (columns, words ^ set(summary.split())))
        lines = section(summary, "What may contradict").split("\n\n")[0].splitlines()[2:]
        check(lines and all(line.startswith(" " * 8) for line in lines), "%d columns: %s"
              % (columns, lines))


def test_terminal(folder):
    db = Database(folder, "terminal.db", [STORM.format(143, "."), STORM.format(134, ".")])
    db.contradict(0.9)
    plain = db.summary()
    check("\x1b" not in plain, "no terminal: no colours")
    for columns in 50, 80, 200:
        printed = db.on_terminal(columns)
        check("\x1b[1mWhat was found\x1b[0m" in printed and "\x1b[31m[143\x1b[0m|\x1b[32m134]\x1b[0m"
              in printed, "%d columns: %r" % (columns, printed[:300]))
        bare = re.sub(r"\x1b\[\d*m", "", printed)
        check(bare == db.summary(COLUMNS=str(min(columns, 120))), "%d columns: %s" % (columns, bare))
    for environment in {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}:
        check(db.on_terminal(100, **environment) == plain, "%s: no colours" % environment)
    check("\x1b[1m" in db.on_terminal(100, NO_COLOR=""), "an empty NO_COLOR does not count")


CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]"
# Scripts that print texts or titles, and what they print of the hostile ones.
PRINTING = {"sample_clusters": "The storm killed", "templates": "The storm killed", "two_dates": "The storm killed",
            "article_pairs": "A\ufffd"}


def test_hostile(folder):
    """No control sequence of a text, title or address reaches the terminal."""
    bad = "\x1b]0;title\x07\x1b[2J\x9b1m\u202e"
    db = Database(folder, "hostile.db",
                  [(1, bad + "A", STORM.format(143, bad)), (1, "B" + bad, STORM.format(134, bad))] +
                  [(1, "C" + bad, STORM.format(n, bad)) for n in range(150, 156)],
                  sources=("dump" + bad,), base="https://example.org/wiki/" + bad)
    for printed in db.summary(), db.on_terminal(80) if has_terminals() else "":
        bare = re.sub(r"\x1b\[(?:0|1|2|31|32)m", "", printed)
        check(not re.search(CONTROL, bare), "found %r" % bare)
    db.ask("UPDATE cluster SET kind = 'template'")
    db.ask("UPDATE pair_kind SET kind = 'drift'")
    db.ask("INSERT INTO source SELECT 2, name, kind, dump_date, path, size, fingerprint, options,"
           " program_version, started_at, finished_at, base, language, 0, 0, 0, 0, 0 FROM source")
    db.ask("UPDATE article SET title = 'A' || char(27), source_id = 1 + id % 2")
    for script, words in PRINTING.items():
        printed = run(db.path, script, *["SELECT reading FROM sample;"] * (script == "sample_clusters"))
        check(words in printed and "\ufffd" in printed and not re.search(CONTROL, printed), "%s: %r" % (script, printed))


def test_stages():
    """During a run, each long statement shows which stage it is of, by the name that the job has for it."""
    with open(os.path.join(ROOT, "ext/functions/runner/jobs.c"), encoding="utf-8") as file:
        names = re.findall(r'\{"(\w+)"', file.read().partition("STAGES({\"signatures")[2].partition("likelihood_view")[0])
    stages = {1: "signatures", **dict(enumerate(names, 2))}
    shown = set()
    for path in ("sentences/signatures.sql", "sentences/pairs.sql", "sentences/projections.sql", "kinds/judge_batches.sql"):
        with open(os.path.join(ROOT, "sql", path), encoding="utf-8") as file:
            shown |= set(re.findall(r"'Stage (\d) of (\d), (\w+)", file.read()))
    check(len(stages) == 4, f"stages: {stages}")
    check(shown == {(str(i), "4", stages[i]) for i in (1, 2, 4)}, f"shown: {shown}")


tests = [test_figures, test_plurals, test_near_misses, test_short_texts, test_left_out, test_nouns,
         test_languages, test_scripts_of_much, test_reworded, test_rewordings,
         test_headline, test_shown, test_statements, test_marked, test_counts, test_names, test_two_dates, test_order_of_articles, test_unfinished,
         test_links, test_widths, test_hostile, test_stages]
if has_terminals():
    tests.append(test_terminal)
else:
    skip("pipeline/summary: no terminals can be made here")
run_tests("pipeline/summary", *tests)
