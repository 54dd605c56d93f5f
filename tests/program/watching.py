"""watching.py - `neardup watch`: what edits change in the tables, what is said of them, and that neither depends on luck.

  (1) A history that is replayed leaves the tables of a load of its last revisions: articles, sentences, aliases, and the
      pairs that the pipeline finds in them. So do real histories, where they are.
  (2) A watch that is killed at any moment, and given the same stream again, ends with the same tables, and each finding
      stands in the file once.
  (3) The order of events does not matter, nor how often they come: moves, deletions and restored pages among them.
  (4) What is healed, is back, contradicts, is stale or copied, is said once, and nothing of a revert that was said before.
  (5) A line that is not an event is named, and passed over.
  (6) A disk that is full, or memory that is not there, ends it with a line that says so; it can go on.
"""

import errno
import json
import mmap
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import contextlib
import databases
import extension
from counting import LONG, check, figure, run_tests, seed, skip
from loading import SHARED, ask, failing, write_dump

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
PLAIN = os.path.join(ROOT, "build", "neardup")
SAMPLE = os.path.join(ROOT, "examples", "sample.xml")
CHANGES = os.path.join(ROOT, "examples", "sample-changes.jsonl")
HISTORIES = ["dumps/aawiki-2026-history.xml.bz2", "history/enwiki-oblast.xml.xz", "history/enwiki-rio-grande.xml.xz",
             "history/enwiki-westchester-tornado.xml.xz"]
ARTICLES = ("SELECT namespace, title, page_id, revision_id, revision_time, position, paragraph, section, block, text"
            "  FROM article LEFT JOIN sentence ON article_id = article.id ORDER BY 2, 1, 6")
FACTS = ("SELECT title, categories, links, languages, infoboxes FROM article_fact"
         "  JOIN article ON article.id = article_id ORDER BY 1, 2, 3")
ALIASES = "SELECT title, target, section FROM alias ORDER BY 1, 2, 3"
COUNTS = "SELECT articles, redirects, sentences FROM source"
# (Of equal texts one stands for all: which, depends on ids.)
PAIRS = ("SELECT DISTINCT min(x.text, y.text), max(x.text, y.text), jaccard FROM pair"
         "  JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b ORDER BY 1, 2")
FINDINGS = "SELECT line FROM watch_finding ORDER BY seq"


def run(*words, program=NEARDUP, **options):
    done = subprocess.run([program, *words], capture_output=True, timeout=600, check=False, **options)
    done.stdout, done.stderr = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    return done


def good(*words, **options):
    done = run(*words, **options)
    check(done.returncode == 0, f"{words}: {done.returncode}, {done.stderr}")
    return done


def count_calls(folder, kind, *words):
    """How many calls of a kind, which could fail, the program makes."""
    report = os.path.join(folder, "calls")
    good(*words, program=PLAIN, env=dict(os.environ, **failing(kind, 0), FAULT_REPORT=report))
    with open(report, encoding="utf-8") as file:
        return int(next(line.split()[1] for line in file if line.startswith(kind)))


def tables(db):
    return [ask(db, query) for query in (ARTICLES, FACTS, ALIASES, COUNTS)]


def whole(db, what):
    check("each text is in sentence_index" in good("check", db).stderr, f"{what}: the index has each text")


def write(path, events):
    with open(path, "w", encoding="utf-8") as file:
        for event in events:
            file.write((event if isinstance(event, str) else json.dumps(event)) + "\n")
    return path


# ---- A wiki of our own ---------------------------------------------------------------------------


class Wiki:
    """Pages that are edited at random, as the events of a stream and as the history of a dump."""

    TOPICS = ["harbour", "lighthouse", "railway", "library", "bridge", "market", "school", "brewery"]

    def __init__(self, seed, pages=12):
        self.chance = random.Random(seed)
        self.time, self.revision, self.events, self.history = 1_700_000_000, 100, [], {}
        self.pages = {number: {"title": f"Page {number}", "lines": [], "there": False} for number in range(1, pages + 1)}

    def sentence(self):
        chance = self.chance
        return (f"The old {chance.choice(self.TOPICS)} of {chance.choice(['Orrin', 'Tolva', 'Skelder'])} was built in "
                f"{chance.randrange(1850, 1860)} by {chance.choice(['the mayor', 'a brewer', 'two sisters'])} and has "
                f"{chance.randrange(2, 6)} floors of grey stone.")

    def event(self, number, **fields):
        self.time += self.chance.choice([0, 1, 1, 40])
        page = self.pages[number]
        self.events.append(dict({"meta": {"id": f"e{len(self.events)}", "domain": "made.example"}, "type": "edit",
                                 "namespace": 0, "title": page["title"], "page_id": number, "timestamp": self.time,
                                 "user": "U%d" % self.chance.randrange(5)}, **fields))

    def save(self, number, text):
        self.revision += 1
        self.event(number, revision={"new": self.revision}, text=text)
        self.history.setdefault(number, []).append((self.revision, self.time, text))

    def edit(self):
        chance, number = self.chance, self.chance.choice(list(self.pages))
        page = self.pages[number]
        lines, kind = page["lines"], chance.random()
        if kind < 0.06 and number in self.history:  # a vandal, and the revert
            self.save(number, "")
        elif kind < 0.1:
            self.save(number, f"#REDIRECT [[Page {chance.choice(list(self.pages))}#History]]")
            return
        elif kind < 0.5 or not lines:
            others = [line for other in self.pages.values() for line in other["lines"]]
            lines.insert(chance.randint(0, len(lines)),
                         chance.choice(others) if others and chance.random() < 0.4 else self.sentence())
        elif kind < 0.75:
            lines[chance.randrange(len(lines))] = self.sentence()
        elif kind < 0.85:
            lines.pop(chance.randrange(len(lines)))
        else:
            chance.shuffle(lines)
        facts = f"{{{{Box\n|a={len(lines)}\n|b=[[Page {number}]]\n}}}}[[Category:C{len(lines) % 3}]]" if number % 2 else ""
        self.save(number, facts + "\n\n".join("== History ==\n" * (at == 2) + line for at, line in enumerate(lines)))

    def edits(self, count):
        for _ in range(count):
            self.edit()
        return self

    def dump(self, path):
        return write_dump(path, ((number, f"Page {number}", (
            (revision, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)), text) for revision, at, text in revisions))
                                 for number, revisions in sorted(self.history.items())))


# ---- (1) Replay ----------------------------------------------------------------------------------


def compare_replay(folder, dump, name, program=NEARDUP):
    replayed, loaded = (os.path.join(folder, f"{name}-{kind}.db") for kind in ("replayed", "loaded"))
    good("watch", replayed, "--replay", dump, program=program)
    status = run("load", "--quiet", dump, loaded, program=program).returncode
    check(status in (0, 2), f"{name}: it can be loaded")
    check(tables(replayed) == tables(loaded), f"{name}: a replay leaves the tables of a load")
    whole(replayed, name)
    return replayed, loaded


def a_history_is_replayed(folder):
    dump = Wiki(seed()).edits(400).dump(os.path.join(folder, "made.xml"))
    replayed, loaded = compare_replay(folder, dump, f"history {seed()}")
    findings = ask(replayed, FINDINGS)
    check(len(findings) > 20, "a history has findings")
    good("watch", replayed, "--replay", dump)
    check(ask(replayed, FINDINGS) == findings, "a second replay finds nothing new")
    for db in replayed, loaded:
        good("find", db, "--quiet")
    pairs = ask(replayed, PAIRS), ask(loaded, PAIRS)
    check(len(pairs[0]) > 20 and pairs[0] == pairs[1], f"the pipeline finds the same {len(pairs[0])} pairs")


def a_history_in_parts_is_replayed(folder):
    """A damaged page is left out, and one that the dump calls a redirect is one."""
    dump = Wiki(seed() + 1).edits(60).dump(os.path.join(folder, "made.xml"))
    with open(dump, encoding="utf-8") as file:
        text = file.read()
    text = text.replace("<title>Page 3</title><ns>0</ns><id>3</id>",
                        '<title>Page 3</title><ns>0</ns><id>3</id><redirect title="Page 4" />', 1)
    text = text.replace("</mediawiki>", "<page><title>Broken</title><ns>0</ns><id>99</id><revision><id>9</id><timestamp>"
                        "2020-01-01T00:00:00Z</timestamp><text>One sentence is here.</text></page>\n</mediawiki>")
    with open(dump, "w", encoding="utf-8") as file:
        file.write(text)
    replayed, loaded = os.path.join(folder, "replayed.db"), os.path.join(folder, "loaded.db")
    done = run("watch", replayed, "--replay", dump)
    check(done.returncode == 3 and "1 page could not be read" in done.stderr, f"a damaged page is told: {done.stderr}")
    run("load", "--quiet", dump, loaded)
    check(tables(replayed) == tables(loaded), "damaged pages and redirects: a replay leaves the tables of a load")


def real_histories_are_replayed(folder):
    for name in HISTORIES:
        path = os.path.join(SHARED, name)
        if os.path.exists(path):
            compare_replay(folder, path, os.path.basename(name), NEARDUP if LONG else PLAIN)
        else:
            skip(f"{name} is not there")


# ---- (2) Killed ----------------------------------------------------------------------------------


def a_watch_is_killed(folder):
    events = write(os.path.join(folder, "events.jsonl"), Wiki(seed() + 2).edits(300).events)
    calm, db = os.path.join(folder, "calm.db"), os.path.join(folder, "killed.db")
    outputs = [os.path.join(folder, name) for name in ("calm.jsonl", "killed.jsonl")]
    good("watch", calm, events, "-o", outputs[0], program=PLAIN)
    chance, kills = random.Random(seed()), 0
    calls = count_calls(folder, "write", "watch", os.path.join(folder, "counted.db"), events, "-o",
                        os.path.join(folder, "counted.jsonl"))
    times = 100 if LONG else 25
    for _ in range(times):
        at = chance.randrange(1, max(2, 2 * calls // times))
        done = run("watch", db, events, "-o", outputs[1], program=PLAIN,
                   env=dict(os.environ, **failing("write", at, SIGNAL=signal.SIGKILL)))
        kills += done.returncode == -signal.SIGKILL
        if done.returncode == 0:
            break
        check(done.returncode == -signal.SIGKILL, f"killed in write {at}: {done.returncode}, {done.stderr}")
    good("watch", db, events, "-o", outputs[1], program=PLAIN)
    figure(kills, "watches killed in a write")
    check(kills > 5, f"it was killed {kills} times")
    check(tables(db) == tables(calm), "killed: the tables are those of a calm watch")
    check(ask(db, FINDINGS) == ask(calm, FINDINGS), "killed: so are the findings")
    lines = []
    for output in outputs:
        with open(output, encoding="utf-8") as file:
            lines.append(file.read().splitlines())
    check(lines[0] == lines[1] == [line for line, in ask(calm, FINDINGS)], "killed: each finding is in the file once")
    whole(db, "killed")


def findings_are_written_again(folder):
    db = os.path.join(folder, "made.db")
    done = good("watch", db, write(os.path.join(folder, "events.jsonl"), Wiki(7).edits(60).events))
    lines = done.stdout.splitlines()
    check(len(lines) > 3, "there are findings")
    empty = write(os.path.join(folder, "empty"), [])
    check(good("watch", db, empty).stdout == "", "what was written is not written again")
    check(good("watch", db, empty, "--after", "2").stdout.splitlines() == lines[2:], "--after writes it again")
    done = run("watch", db, empty, "--after", "9" * 20)
    check(done.returncode == 2 and "must be the seq" in done.stderr, f"a number that is too large: {done.stderr}")
    for words, told in (("--after", "1000"), True), ((), True), (("--after", str(len(lines))), False), ((), False):
        done = good("watch", db, empty, "-q", *words)
        check((f"has {len(lines)} findings so far" in done.stderr) == told, f"{words}: findings that are missing are told: {done.stderr}")
    output = os.path.join(folder, "output")
    write(output, [*lines[:2], lines[2][:20]])
    with open(output, "r+", encoding="utf-8") as file:
        file.truncate(os.path.getsize(output) - 1)
    done = run("watch", db, empty, "-o", output, "--after", "1")
    check(done.returncode == 1 and "already has the findings up to 2" in done.stderr, f"--after contradicts a file: {done.stderr}")
    check(good("watch", db, empty).stdout == "", "a refused --after changes nothing in the database")
    good("watch", db, empty, "-o", output, "--after", "2")
    with open(output, encoding="utf-8") as file:
        check(file.read().splitlines() == lines, "a file is completed from its last whole line on")
    write(output, [*lines, lines[-1].replace(f'"seq":{len(lines)}', f'"seq":{len(lines) + 1}', 1)])
    good("watch", db, empty, "-o", output)
    with open(output, encoding="utf-8") as file:
        check(len(file.read().splitlines()) == len(lines) + 1, "an edit that the database has lost is no other database's")
    without_number = "x" * (mmap.PAGESIZE - 9) + '\n{"seq":\n'  # which ends where its memory does
    for other in "shopping list\n", '{"seq":-5}\n', without_number, '{"a":1}', '{"seq', "":
        with open(output, "w", encoding="utf-8") as file:
            file.write(other)
        done = run("watch", db, empty, "-o", output)
        with open(output, encoding="utf-8") as file:
            left = file.read()
        if other in ('{"seq', ""):
            check(done.returncode == 0 and left == "", f"a first line that was broken off is cut off: {done.stderr}")
        else:
            check(done.returncode == 1 and "does not hold findings" in done.stderr and left == other,
                  f"another file stays: {done.stderr}")


def findings_into_a_pipe(folder):
    """They wait for a reader."""
    db, pipe = os.path.join(folder, "piped.db"), os.path.join(folder, "pipe")
    lines = good("watch", db, write(os.path.join(folder, "events"), Wiki(7).edits(60).events)).stdout
    os.mkfifo(pipe)
    with subprocess.Popen([NEARDUP, "watch", db, write(os.path.join(folder, "empty"), []), "-q", "-o", pipe, "--after", "0"]) as watch:
        time.sleep(1)
        check(watch.poll() is None, "a watch ends without a reader")
        if watch.poll() is None:
            with open(pipe, encoding="utf-8") as file:
                check(file.read() == lines, "a reader that comes later has all findings")
        check(watch.wait() == 0, "a pipe is written")


def a_file_of_another_database(folder):
    """It is refused before a byte of it is changed, however many findings either has."""
    empty, output = write(os.path.join(folder, "empty"), []), os.path.join(folder, "output")
    dbs = [os.path.join(folder, f"{name}.db") for name in ("few", "many", "none")]
    few = good("watch", dbs[0], write(os.path.join(folder, "events"), Wiki(7).edits(30).events)).stdout.splitlines()
    many = good("watch", dbs[1], write(os.path.join(folder, "events"), Wiki(8).edits(60).events)).stdout.splitlines()
    check(2 < len(few) < len(many), f"findings: {len(few)}, {len(many)}")
    good("watch", dbs[2], empty)
    dbs.append(os.path.join(folder, "unwatched.db"))
    good("load", "--quiet", SAMPLE, dbs[3])
    for name, lines, db in ("more findings", many, dbs[0]), ("fewer", few, dbs[1]), ("findings, and it has none", few, dbs[2]), \
            ("findings, and it was not watched", few, dbs[3]):
        write(output, lines)
        with open(output, "a", encoding="utf-8") as file:
            file.write('{"seq":')
        with open(output, "rb") as file:
            before = file.read()
        done = run("watch", db, empty, "-o", output)
        with open(output, "rb") as file:
            check(done.returncode == 1 and "another database" in done.stderr and file.read() == before,
                  f"another database has {name}: {done.stderr}")
    check(ask(dbs[3], "SELECT * FROM sqlite_schema WHERE name GLOB 'sentence_index*'") == [], "no index is made before")


# ---- (3) Order -----------------------------------------------------------------------------------


def story(edits=60):
    """Events of pages that are edited, moved, deleted and restored, in their order."""
    wiki = Wiki(3).edits(edits)
    wiki.event(1, type="log", log_type="move", log_action="move", log_params={"target": "Moved", "noredir": "0"})
    wiki.pages[1]["title"] = "Moved"
    wiki.time += 5
    wiki.save(1, "The moved page was edited after it had been moved to its new title in the spring.")
    wiki.time += 5
    wiki.event(2, type="log", log_type="delete", log_action="delete")
    wiki.time += 5
    wiki.event(4, type="log", log_type="delete", log_action="delete")
    wiki.time += 5
    wiki.event(4, type="log", log_type="delete", log_action="restore", revision={"new": 90_000},
               text="The fourth page was deleted and came back with this one sentence and no other.")
    wiki.time += 5
    wiki.event(5, type="log", log_type="move", log_action="move", log_params={"target": "User:Five", "noredir": "1"})
    wiki.time += 5
    wiki.save(6, "A last edit of the sixth page, whose events came in another order.")
    return wiki.events


def order_does_not_matter(folder):
    events, reference = story(), None
    chance = random.Random(seed())
    for number in range(12 if LONG else 5):
        db = os.path.join(folder, f"{number}.db")
        shuffled = list(events)
        if number == 1:
            shuffled = [event for event in events for _ in range(2)]
        elif number > 1:
            shuffled = sorted(events * 2, key=lambda event: events.index(event) + chance.randrange(40 if number % 2 else 400))
        good("watch", db, write(os.path.join(folder, "events.jsonl"), shuffled))
        found = [ask(db, query) for query in (ARTICLES, ALIASES)]
        reference = reference or found
        check(found == reference, f"order {number}, {seed()}: the same tables")
        whole(db, f"order {number}")
    titles = {row[1] for row in reference[0]}
    check("Moved" in titles and "Page 1" not in titles and "Page 2" not in titles and "Page 4" in titles
          and not any("Five" in title or title == "Page 5" for title in titles), f"moves and deletions: {titles}")
    check(("Page 1", "Moved", "") in reference[1], f"a move leaves a redirect: {reference[1]}")


def moves_over_a_redirect(folder):
    """An article takes the place of a redirect that the dump had, and a redirect keeps its target when it is moved."""
    db = os.path.join(folder, "moved.db")
    good("load", "--quiet", SAMPLE, db)
    (first, target), (second, other) = ask(db, "SELECT title, target FROM alias WHERE section = '' ORDER BY title LIMIT 2")
    sentences = ask(db, "SELECT sentence.id FROM sentence JOIN article ON article.id = article_id WHERE title = ?", (target,))
    move = {"type": "log", "log_type": "move", "log_action": "move_redir", "namespace": 0}
    text = f"#REDIRECT [[{other}]]"
    good("watch", db, write(os.path.join(folder, "events"), [
        dict(move, title=target, timestamp=1_900_000_000, log_params={"target": first, "noredir": "0"}),
        {"type": "edit", "title": second, "namespace": 0, "timestamp": 1_900_000_001, "revision": {"new": 10 ** 9}, "text": text},
        dict(move, title=second, timestamp=1_900_000_002, log_params={"target": "Yet another name", "noredir": "1"})]))
    aliases = dict(ask(db, "SELECT title, target FROM alias"))
    check(first not in aliases and aliases.get(target) == first, f"the article and the redirect are exchanged: {aliases}")
    check(second not in aliases and aliases.get("Yet another name") == other, f"a redirect is moved: {aliases}")
    check(sentences and sentences == ask(db, "SELECT sentence.id FROM sentence JOIN article ON article.id = article_id"
                                             " WHERE title = ?", (first,)), "the sentences come along, with their ids")


def moves_between_namespaces(folder):
    """A page_change says by a number where a page is moved to, in namespaces that only this wiki has."""
    db, events = os.path.join(folder, "drafts.db"), []
    here, draft = 0, 118
    for page_id, title in (1, "Ferry"), (2, "Bridge"):
        events.append({"page_change_kind": "create", "dt": f"2026-01-01T00:00:0{page_id}Z", "text": tower(1857),
                       "page": {"page_id": page_id, "page_title": title, "namespace_id": here}, "revision": {"rev_id": page_id}})
    for at, (page_id, old, new, told) in enumerate([(1, "Ferry", "Draft:Ferry", True), (1, "Draft:Ferry", "Old_ferry", True),
                                                    (2, "Bridge", "Draft:Bridge", False)]):
        spaces = [draft if title.startswith("Draft:") else here for title in (old, new)]
        prior = {"page_title": old, **({"namespace_id": spaces[0]} if told else {})}
        events.append({"page_change_kind": "move", "dt": f"2026-01-01T00:01:0{at}Z", "prior_state": {"page": prior},
                       "page": {"page_id": page_id, "page_title": new, "namespace_id": spaces[1]}, "text": tower(1857),
                       "created_redirect_page": {"page_id": 10 + at, "page_title": old, "namespace_id": spaces[0]},
                       "revision": {"rev_id": 10 + at}})
    path = write(os.path.join(folder, "events"), events)
    good("watch", db, path)
    check(ask(db, "SELECT namespace, title FROM article") == [(0, "Old ferry")], "what is moved to a draft is no article")
    check(ask(db, "SELECT title FROM watch_page WHERE state = 'redirect' ORDER BY 1") == [("Bridge",), ("Ferry",)],
          "a draft leaves no redirect")
    check(ask(db, "SELECT * FROM alias") == [], "and nothing leads to one")


# ---- (4) What is said ----------------------------------------------------------------------------


def tower(year, more=""):
    return (f"The Alpha Tower on the hill of Orrin was built in {year} by the harbour master and his two sons."
            f" {more}").strip()


def said(folder, *edits, name="said"):
    """(finding, title, other title) of edits (title, text), in their order."""
    events = [{"type": "edit", "namespace": 0, "title": title, "timestamp": 1_700_000_000 + at, "revision": {"new": at + 1},
               "text": text} for at, (title, text) in enumerate(edits)]
    db = os.path.join(folder, f"{name}.db")
    lines = good("watch", db, write(os.path.join(folder, "events.jsonl"), events)).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    check([line["seq"] for line in found] == list(range(1, len(found) + 1)), f"{name}: findings are numbered")
    return [(line["finding"], line["page"]["title"], line["other"]["title"]) for line in found]


def what_is_said(folder):
    first, second = ("Alpha Tower", tower(1857, "It is red.")), ("Orrin", tower(1857, "Orrin is a hill."))
    copied, stale = ("copied", "Orrin", "Alpha Tower"), ("stale", "Alpha Tower", "Orrin")
    healed = ("healed", "Alpha Tower", "Orrin")
    changed = ("Alpha Tower", tower(1847, "It is red."))
    cases = {
        "stale and reverted": ([first, second, changed, first], [copied, stale, healed]),
        "twice": ([first, second, changed, first, changed, first],
                  [copied, stale, healed, ("returned", "Alpha Tower", "Orrin"), healed]),
        "healed by the other": ([first, second, changed, ("Orrin", tower(1847, "Orrin is a hill."))],
                                [copied, stale, ("healed", "Orrin", "Alpha Tower")]),
        "a new one contradicts": ([first, ("Orrin", tower(1847))], [("contradiction", "Orrin", "Alpha Tower")]),
        "worded anew": ([first, second, changed, ("Alpha Tower", tower(1847, "It is red.").replace("his two", "two of his"))],
                        [copied, stale]),
        "a page is emptied": ([first, second, ("Orrin", ""), second], [copied]),
        "within one article": ([("Orrin", tower(1857) + "\n\n" + tower(1847))], []),
    }
    for name, (edits, expected) in cases.items():
        found = said(folder, *edits, name=name)
        check(found == expected, f"{name}: {found}")


def the_example(folder):
    """After the pipeline, its contradictions are known, and healed."""
    db = os.path.join(folder, "sample.db")
    good("find", SAMPLE, "--db", db, "--quiet")
    lines = [json.loads(line) for line in good("watch", db, CHANGES).stdout.splitlines()]
    check([line["finding"] for line in lines] == [
              "healed", "contradiction", "returned", "healed", "healed", "stale", "copied", "healed"],
          f"the findings of the example: {[line['finding'] for line in lines]}")
    check(lines[6]["sentences"] == 3, "three sentences in a row are one passage")
    check(lines[0]["page"]["url"] == "https://example.org/?oldid=150007", "a finding has a link")
    check(ask(db, "PRAGMA journal_mode") == [("delete",)], "the journal mode is back")
    whole(db, "the example")


# ---- (5) Lines -----------------------------------------------------------------------------------


def lines_that_are_no_events(folder):
    page = {"type": "edit", "namespace": 0, "title": "A", "timestamp": 1_700_000_000, "revision": {"new": 1}, "text": "One is here."}
    enriched = {"page_change_kind": "create", "dt": "2026-01-01T00:00:00.5Z", "meta": {"id": "x"},
                "page": {"page_id": 7, "page_title": "Long_title", "namespace_id": 0},
                "performer": {"user_text": "U"},
                "revision": {"rev_id": 5, "rev_dt": "2026-01-01T00:00:00Z",
                             "content_slots": {"main": {"content_body": "Two is \0 here."}}}}
    bad = ["{", "[1]x", json.dumps(dict(page, title=7)), json.dumps({**page, "timestamp": "soon"}), json.dumps({**page, "timestamp": "now"}),
           "\x01", '{"type":"edit"}',
           "[" * 5000, json.dumps(dict(page, title="x" * 5000)), "[1,2,3]", "7", "null", '"type"', "{}", '{"message":"gone"}',
           json.dumps(dict(page, type=3)), json.dumps({"page_change_kind": ["edit"], "title": "A"})]
    passed = ["", "  ", ": comment", "event: message", 'id: [{"offset":1}]', '{"type":"categorize","title":"A"}',
              json.dumps(dict(page, namespace=1, title="Talk:A")), json.dumps({key: page[key] for key in page if key != "text"})]
    path = write(os.path.join(folder, "events"), [*bad, *passed, "data: " + json.dumps(page), json.dumps(enriched)])
    with open(path, "ab") as file:
        file.write(b'{"title":"\xff"}\n{"title":"\0"}\n')
        for _ in range(9):
            file.write(b" " * (1 << 20))
        file.write(b'\n{"type":"edit","namespace":0,"title":"B\\ud800","timestamp":1700000001,"revision":{"new":2},"text":"Three is here."}')
    db = os.path.join(folder, "lines.db")
    done = run("watch", db, path)
    told = [line for line in done.stderr.splitlines() if ", line " in line]
    check(done.returncode == 3 and len(told) == len(bad) + 3, f"bad lines are told: {done.returncode}, {done.stderr[-3000:]}")
    check("line 1: is not an event: malformed JSON" in done.stderr and "is longer than 8 MiB" in done.stderr
          and "is not UTF-8" in done.stderr, "and why")
    rows = ask(db, "SELECT title, page_id, revision_id, text FROM article JOIN sentence ON article_id = article.id ORDER BY 1")
    check(rows == [("A", None, 1, "One is here."), ("B\ufffd", None, 2, "Three is here."),
                   ("Long title", 7, 5, "Two is \ufffd here.")], f"good lines are kept: {rows}")


def what_is_added_is_new(folder):
    """Ids of rows that are gone are not given again, so that `neardup add` finds what is new."""
    db = os.path.join(folder, "added.db")
    good("watch", db, write(os.path.join(folder, "events"), [
        {"type": "edit", "namespace": 0, "title": title, "timestamp": 1_700_000_000 + at, "revision": {"new": at}, "text": text}
        for at, (title, text) in enumerate([("A", tower(1857)), ("B", tower(1860) + " It is blue."), ("B", "#REDIRECT [[A]]")], 1)]))
    check(ask(db, "SELECT max(id), (SELECT max(id) FROM article) FROM sentence") == [(1, 1)], "the last rows are gone")
    text = write(os.path.join(folder, "more.txt"), [tower(1861), "Nothing is like this one, and nothing else will be."])
    done = good("add", db, text, "--split")
    check("2 new sentences" in done.stdout, f"both are new: {done.stdout}")
    check(ask(db, "SELECT id FROM sentence") == [(1,), (4,), (5,)] and ask(db, "SELECT id FROM article") == [(1,), (3,), (4,)],
          "their ids are new, too")
    whole(db, "added")


def an_edit_between_two_stages(folder):
    """Sentences that are gone when the clusters are made count nowhere."""
    db, gone = os.path.join(folder, "stages.db"), []
    good("load", "--quiet", SAMPLE, db)

    def edit():
        titles = ask(db, "SELECT DISTINCT title FROM copy JOIN sentence ON sentence.id = first_id JOIN article ON article.id = article_id"
                         " UNION SELECT DISTINCT title FROM (SELECT a FROM pair LIMIT 20) JOIN sentence ON sentence.id = a"
                         "  JOIN article ON article.id = article_id")
        good("watch", db, write(os.path.join(folder, "events"), [
            {"type": "edit", "namespace": 0, "title": title, "timestamp": 1_900_000_000 + at, "revision": {"new": 10 ** 8 + at},
             "text": ""} for at, (title,) in enumerate(titles)]))
        gone.extend(ask(db, "SELECT a FROM pair WHERE a NOT IN (SELECT id FROM sentence)"))

    with contextlib.closing(extension.open_with(path=db)) as host:
        databases.run_beside(host, 2, edit)
    wrong = ask(db, "SELECT cluster.id FROM cluster LEFT JOIN (SELECT cluster_id, count(*) AS size, count(DISTINCT text) AS texts"
                    "  FROM member JOIN sentence ON sentence.id = sentence_id GROUP BY 1) AS found ON cluster_id = cluster.id"
                    " WHERE cluster.size <> found.size OR cluster.size < 2 OR cluster.texts NOT BETWEEN 1 AND found.texts"
                    "    OR representative NOT IN (SELECT id FROM sentence) OR found.size IS NULL")
    check(len(gone) > 5 and wrong == [], f"{len(gone)} pairs have lost a side: {wrong}")
    check(ask(db, "SELECT * FROM member WHERE sentence_id NOT IN (SELECT id FROM sentence)") == [], "members are there")


def results_of_earlier_texts(folder):
    """Each command that shows results says which articles have changed since, until they are found anew."""
    db = os.path.join(folder, "stale.db")
    good("find", SAMPLE, "--db", db, "--quiet", "--reuse")
    shown = ["kinds", "keep", "tables", "papers", "across", "export", "report"]
    for command in shown:
        check("since" not in good(command, db).stderr, f"{command}: nothing has changed")
    titles = [title for title, in ask(db, "SELECT title FROM article ORDER BY id LIMIT 6")]
    event = {"type": "edit", "namespace": 0, "timestamp": 1_900_000_000, "revision": {"new": 10 ** 8}}
    good("watch", db, write(os.path.join(folder, "events"), [
        *({**event, "title": title, "text": f"Nobody has said of {title} what is said here."} for title in titles[:4]),
        {**event, "type": "log", "log_type": "move", "title": titles[4], "log_params": {"target": "Moved", "noredir": True}},
        {**event, "type": "log", "log_type": "delete", "log_action": "delete", "title": titles[5]},
        {**event, "title": "New", "text": "This one is new, and nothing is like it."}]))
    said = (f"1 article was added (New), 5 articles were changed ({', '.join(titles[:3])}, …), 1 article was removed since the last "
            "search for duplicates; these results are of the earlier texts; neardup")
    for command in shown:
        check(said in good(command, db).stderr, f"{command}: expected {said}, found {good(command, db).stderr}")
    check("since the last search for passages; these results are of the earlier texts; neardup reuse" in good("report", db).stderr,
          "the report shows passages, too")
    check(good("kinds", db, "--quiet").stderr == "", "--quiet")
    with open(db[:-2] + "html", encoding="utf-8") as page:
        check(said[:50] in page.read(), "so does the page itself")
    older = os.path.join(folder, "older.db")
    shutil.copy(db, older)
    for state, change in (("of release 0.4", "DROP TABLE compared_article"), ("with the tables of 0.5", None)):
        if change:
            ask(older, change)
        else:
            good("watch", older, write(os.path.join(folder, "none"), []))
        for command in shown:
            check("texts were added or changed since the last search" in good(command, older).stderr, f"{command}: a database {state}")
    good(db, "--quiet")
    for command in shown:
        check("search for duplicates" not in good(command, db).stderr, f"{command}: they were found anew")
    good("reuse", db)
    check("since" not in good("report", db).stderr, "so were passages")
    ask(db, "UPDATE sentence SET text = text || ' Indeed.' WHERE id = (SELECT max(id) FROM sentence)")
    check("1 article was changed" in good("kinds", db).stderr, "a change by hand")


def databases_that_are_not_watched(folder):
    empty = write(os.path.join(folder, "empty"), [])
    other = os.path.join(folder, "other.db")
    ask(other, "CREATE TABLE note (id)")
    done = run("watch", other, empty)
    check(done.returncode == 1 and "not neardup's" in done.stderr, f"somebody else's: {done.stderr}")
    several = os.path.join(folder, "several.db")
    good("load", "--quiet", SAMPLE, several)
    good("load", "--quiet", Wiki(1).edits(20).dump(os.path.join(folder, "made.xml")), several)
    with open(several, "rb") as file:
        before = file.read()
    done = run("watch", several, empty)
    with open(several, "rb") as file:
        check(done.returncode == 1 and "several wikis" in done.stderr and file.read() == before,
              f"several wikis: {done.stderr}")
    history = os.path.join(folder, "history.db")
    good("load", "--quiet", "--history", SAMPLE, history)
    done = run("watch", history, empty)
    check(done.returncode == 1 and "--history" in done.stderr, f"a history: {done.stderr}")
    check(ask(history, "PRAGMA journal_mode") == [("delete",)], "what is refused keeps its journal mode")
    done = run("watch", os.path.join(folder, "new.db"), os.path.join(folder, "absent"))
    check(done.returncode == 1 and "No such file" in done.stderr, f"no file: {done.stderr}")
    done = run("watch", os.path.join(folder, "new.db"), empty, "--after", "x")
    check(done.returncode == 2 and "--after" in done.stderr, f"no number: {done.stderr}")


def others_read(folder):
    """What another program has open when a watch ends stays in WAL mode until the next one ends."""
    db = os.path.join(folder, "read.db")
    empty = write(os.path.join(folder, "empty"), [])
    good("watch", db, empty)
    with subprocess.Popen([NEARDUP, "watch", db], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watch:
        while ask(db, "PRAGMA journal_mode") != [("wal",)] and watch.poll() is None:
            time.sleep(0.01)
        reader = sqlite3.connect(db)
        reader.execute("SELECT * FROM watch").fetchall()
        told = watch.communicate("")[1]
    check(watch.returncode == 0 and "another program has it open" in told, f"a reader: {watch.returncode}, {told}")
    reader.close()
    check(ask(db, "PRAGMA journal_mode") == [("wal",)], "it is in WAL mode")
    good("watch", db, empty)
    check(ask(db, "PRAGMA journal_mode") == [("delete",)], "the next watch gives the mode back")


# ---- (6) Faults ----------------------------------------------------------------------------------


def calls_fail(folder):
    """The n-th write or allocation fails, or all from there on; then it goes on, and ends as if nothing had been. Nine of
    ten allocations are those of SQLite reading statements before the first event: of these the long form tries some."""
    empty, events = (write(os.path.join(folder, f"{len(what)}.jsonl"), what) for what in ([], story(10)))
    calm, tried = os.path.join(folder, "calm.db"), 0
    good("watch", calm, events, program=PLAIN)
    for kind, error, told in (("write", errno.ENOSPC, "full|disk|space|unable to open|cannot be written"),  # at open()
                              ("allocation", errno.ENOMEM, "out of memory")):
        start, end = (count_calls(folder, kind, "watch", os.path.join(folder, f"{kind}-{os.path.basename(path)}.db"), path)
                      for path in (empty, events))
        steps = (100 if kind == "allocation" else 1, 1) if LONG else (start // 8, (end - start) // 16)
        for at in (*range(1 + seed() % steps[0], start, steps[0]), *range(start + seed() % steps[1], end + 1, steps[1])):
            db = os.path.join(folder, f"{kind}-{at}.db")
            done = run("watch", db, events, program=PLAIN,
                       env=dict(os.environ, **failing(kind, at, LASTING=at // 2 % 2, ERROR=error)))
            tried += 1
            check(done.returncode == 0 or (done.returncode == 1 and re.search(told, done.stderr)),
                  f"{kind} {at} fails, and the reason is told: {done.returncode}, {done.stderr!r}")
            if done.returncode:
                good("watch", db, events, program=PLAIN)
            check(tables(db) == tables(calm) and ask(db, FINDINGS) == ask(calm, FINDINGS),
                  f"{kind} {at}: it goes on, and ends as if nothing had been")
            os.remove(db)
    figure(tried, "faults of a watch")


run_tests("program/watching", a_history_is_replayed, a_history_in_parts_is_replayed, real_histories_are_replayed,
          a_watch_is_killed, findings_are_written_again,
          findings_into_a_pipe, a_file_of_another_database, order_does_not_matter, moves_over_a_redirect,
          moves_between_namespaces, what_is_said, the_example, lines_that_are_no_events, what_is_added_is_new, results_of_earlier_texts,
          an_edit_between_two_stages, databases_that_are_not_watched, others_read, calls_fail)
