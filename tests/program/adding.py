"""adding.py - `neardup add` in any order with other commands: the database holds the rows that a plain model says.

  (1) What was loaded stays. Only a row that an `add` has loaded is taken out again, if an earlier row has its key and text.
  (2) What an `add` prints as new are the texts of its rows, also after one that was killed, and no others.
  (3) The live index has each text, and the counts of `source` are those of the tables.

NEARDUP_SEED is the seed of the commands, which is printed.
"""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import counting
from counting import LONG, check, figure, run_tests
from loading import ask, failing, write_dump

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
PLAIN = os.path.join(ROOT, "build", "neardup")
SEED = counting.seed()
ROWS = ("SELECT source.name, CAST(key AS TEXT), text FROM article JOIN source ON source.id = source_id"
        "  LEFT JOIN sentence ON article_id = article.id WHERE kind <> 'mediawiki' ORDER BY article.id, position")
PAGES = ("SELECT title, text FROM article JOIN source ON source.id = source_id"
         "  LEFT JOIN sentence ON article_id = article.id WHERE kind = 'mediawiki' ORDER BY title, position")
COUNTS = ("SELECT source.name, articles, sentences, count(DISTINCT article.id), count(sentence.id) FROM source"
          "  LEFT JOIN article ON source_id = source.id LEFT JOIN sentence ON article_id = article.id"
          " GROUP BY source.id HAVING articles <> count(DISTINCT article.id) OR sentences <> count(sentence.id)")


class Model:
    """The rows of files, (file, key, text), in the order of loading; those that an `add` has still to tell; and pages of a
    wiki, each with its sentences."""

    def __init__(self):
        self.rows, self.new, self.pages, self.files = [], [], {}, set()

    def load(self, name, rows, is_added=False):
        if name not in self.files:
            self.files.add(name)
            loaded = [(name, key, text) for key, text in rows]
            self.rows += loaded
            self.new += loaded * is_added

    def tell(self):
        """How many rows were there already, and how many texts are new."""
        known = []
        for at, row in enumerate(self.rows):
            earlier = [other for other in self.rows[:at] if other[1] == row[1] and other not in self.new]
            if row in self.new and earlier and earlier[-1][2] == row[2]:
                known.append(row)
        texts = len(self.new) - len(known)
        self.rows = [row for row in self.rows if row not in known]
        self.new = []
        return len(known), texts


class World:
    """A database, its model, and files that are made as they are needed."""

    def __init__(self, folder, seed):
        self.chance, self.folder, self.model = random.Random(seed), folder, Model()
        self.db, self.files, self.time, self.done = os.path.join(folder, "world.db"), 0, 0, []

    def run(self, *words, program=NEARDUP, env=None):
        self.done.append(" ".join(map(str, words)).replace(self.folder, ""))
        return subprocess.run([program, *words], capture_output=True, text=True, timeout=600, check=False, env=env)

    def good(self, *words):
        done = self.run(*words)
        self.check(done.returncode == 0, f"status {done.returncode}, {done.stderr}")
        return done

    def check(self, condition, what):
        check(condition, f"seed {SEED}, after {self.done}: {what}")

    def text(self):
        chance = self.chance
        return (f"The {chance.choice(['old', 'new'])} {chance.choice(['harbour', 'library', 'bridge', 'market'])} of "
                f"{chance.choice(['Orrin', 'Tolva'])} was built in {chance.randrange(1850, 1854)} by two sisters of the mayor.")

    def file(self):
        """A file of rows with keys from a few, so that many are there already."""
        self.files += 1
        name = f"rows{self.files}.csv"
        rows = [(str(key), self.text()) for key in self.chance.sample(range(1, 12), self.chance.randrange(1, 6))]
        for at, (key, _) in enumerate(rows):
            before = [row[2] for row in self.model.rows if row[1] == key]
            if before and self.chance.random() < 0.6:
                rows[at] = key, before[-1]
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(f"id,text,{name}\n" + "".join(f"{key},{text},\n" for key, text in rows))
        return name, rows

    def wiki(self):
        for number in range(1, 6):
            self.model.pages[f"Page {number}"] = [self.text() for _ in range(self.chance.randrange(1, 4))]
        self.good("load", "--quiet", write_dump(os.path.join(self.folder, "wiki.xml"), (
            (number, title, [(number, "2001-01-01T00:00:00Z", "\n\n".join(texts))])
            for number, (title, texts) in enumerate(self.model.pages.items(), 1))), self.db)

    # ---- What is done with it ----

    def load(self):
        name, rows = self.file()
        self.good("load", "--quiet", "--whole", os.path.join(self.folder, name), self.db)
        self.model.load(name, rows)

    def find(self):
        self.good(self.db, "-q")
        self.model.new = []

    def watch(self):
        """An edit that replaces a sentence, adds or removes one, or makes or removes a page."""
        self.time += 1
        title = f"Page {self.chance.randrange(1, 8)}"
        texts = list(self.model.pages.get(title, []))
        if texts and self.chance.random() < 0.6:
            texts[self.chance.randrange(len(texts))] = self.text()
        elif self.chance.random() < 0.7:
            texts.append(self.text())
        else:
            texts = texts[1:]
        event = {"type": "edit", "namespace": 0, "title": title, "page_id": int(title[5:]), "timestamp": 1_700_000_000 + self.time,
                 "revision": {"new": 100 + self.time}, "text": "\n\n".join(texts)}
        path = os.path.join(self.folder, "events.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")
        self.good("watch", self.db, path, "-q")
        self.model.pages[title] = texts

    def add(self):
        name, rows = self.file()
        self.model.load(name, rows, True)
        self.add_again(name)

    def add_again(self, name):
        done = self.good("add", self.db, os.path.join(self.folder, name), "--whole", "-q")
        known, texts = self.model.tell()
        printed = [re.search(pattern, " ".join(done.stdout.split())) for pattern in (r"(\d+) rows? \w+ already there", r"(\d+) new ")]
        found = [int(match.group(1)) if match else 0 for match in printed]
        self.check(found == [known, texts], f"expected {known} known and {texts} new, printed {found}: {done.stdout}")

    def add_killed(self):
        """An `add` that is killed anywhere, with other commands until it is given again."""
        name, rows = self.file()
        path, at = os.path.join(self.folder, name), self.chance.randrange(1, 60)
        done = self.run("add", self.db, path, "--whole", "-q", program=PLAIN, env=dict(os.environ, **failing("write", at, SIGNAL=signal.SIGKILL)))
        there = ask(self.db, "SELECT 1 FROM source WHERE name = ?", (name,))
        told = there and not ask(self.db, "SELECT * FROM adding")
        if there:
            self.model.load(name, rows, True)
        if told:  # it was killed after its end, or not at all
            self.model.tell()
        self.compare()
        for _ in range(self.chance.randrange(3)):
            self.chance.choice([self.load, self.watch, self.watch, self.find])()
            self.compare()
        self.model.load(name, rows, True)
        self.add_again(name)
        return done.returncode != 0

    def remove(self):
        """Somebody removes the last file that was loaded, as he may; its ids are free."""
        names = [name for name, in ask(self.db, "SELECT name FROM source WHERE kind = 'csv' ORDER BY id DESC LIMIT 1")]
        self.done.append(f"remove {names}")
        with sqlite3.connect(self.db) as db:
            of_it = "SELECT article.id FROM article JOIN source ON source.id = source_id WHERE source.name = ?"
            db.execute(f"DELETE FROM sentence WHERE article_id IN ({of_it})", names)
            db.execute(f"DELETE FROM article WHERE id IN ({of_it})", names)
            db.execute("DELETE FROM source WHERE name = ?", names)
        db.close()
        self.model.rows = [row for row in self.model.rows if row[0] not in names]
        self.model.files -= set(names)

    def compare(self):
        found = ask(self.db, ROWS)
        self.check(found == self.model.rows, f"the rows are those of the model, missing: {set(self.model.rows) - set(found)}, "
                   f"too many: {set(found) - set(self.model.rows)}")
        pages = [(title, text) for title, texts in sorted(self.model.pages.items()) for text in texts or [None]]
        self.check(ask(self.db, PAGES) == pages, "the pages are those of the model")
        self.check(ask(self.db, COUNTS) == [], "sources have the counts of their rows")


def commands_in_any_order(folder):
    kills = steps = 0
    for number in range(60 if LONG else 5):
        place = os.path.join(folder, str(number))
        os.mkdir(place)
        world = World(place, SEED * 1000 + number)
        world.load()
        world.wiki()
        for _ in range(10):
            step = world.chance.choice([world.load, world.find, world.watch, world.watch, world.add, world.add, world.add_killed,
                                        world.add_killed, world.remove])
            if step != world.remove or world.model.rows:
                kills += bool(step())
                steps += 1
                world.compare()
        world.find()
        done = world.good("check", world.db)
        world.check("each text is in sentence_index" in done.stderr or not ask(world.db, "SELECT 1 FROM sqlite_schema WHERE name = "
                                                                               "'sentence_index'"), done.stderr)
    check(kills > 2, f"{kills} were killed")
    figure(steps, "commands in any order, and then the rows of the model")


def a_load_beside_a_watch(folder):
    """Ids that another program has given meanwhile are not given again, and the index gets its texts, too."""
    world = World(folder, SEED)
    world.wiki()
    name, rows = world.file()
    events = [{"type": "edit", "namespace": 0, "title": title, "timestamp": 1_700_000_000 + at, "revision": {"new": 100 + at},
               "meta": {"id": str(at)}, "text": world.text()} for at, title in enumerate(["Page 1", "Page 1", "New", "Newer"])]
    with subprocess.Popen([NEARDUP, "watch", world.db, "-q"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as watch:
        for at, event in enumerate(events):
            watch.stdin.write(json.dumps(event).encode() + b"\n")
            watch.stdin.flush()
            while watch.poll() is None and (ask(world.db, "SELECT * FROM sqlite_schema WHERE name = 'watch'") == [] or
                                            ask(world.db, "SELECT event FROM watch") != [(str(at),)]):
                time.sleep(0.01)
            if at == 0:
                world.good("load", "--quiet", "--whole", os.path.join(folder, name), world.db)
                world.model.load(name, rows)
        watch.stdin.close()
        check(watch.wait() == 0, "the watch has ended")
    world.model.pages.update({event["title"]: [event["text"]] for event in events})
    world.compare()
    check("each text is in sentence_index" in world.good("check", world.db).stderr, "the index has what was loaded")


if __name__ == "__main__":
    run_tests("program/adding", commands_in_any_order, a_load_beside_a_watch)
