"""join_orders.py - table-valued functions wherever SQL allows a table, in every order.

  (1) Joins of tables and functions whose arguments come from one another run in every order of FROM,
      with commas and with CROSS JOIN, which forbids SQLite to change the order. The rows must be those
      that loops in Python find. A table that CROSS JOIN puts after a function cannot give it an
      argument, and SQLite does not even tell the function that there is one. A required argument is
      then missing, and an optional one becomes a condition on rows made with the default
      (docs/figures/limits.md).
  (2) Random conditions on results and hidden columns choose the same rows as from a plain table.
  (3) Single queries, and thousands of cursors at once, must agree with tests/oracle/reference.py."""
import itertools
import os
import random
import sqlite3
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
from counting import LONG, check, figure, require, run_tests, seed
from extension import LOADABLE, answer, open_with
from reference import family, mix64, shingles

chance = random.Random(seed())
asked = 0

NOTES = [(1, "abcd", 2), (2, "bcde", 3), (3, None, 1), (4, "xyz", None), (5, "", 1), (6, "abab", 1)]
WORDS = [(1, "ab"), (2, "cd"), (3, None), (4, "bcd")]
TABLES = """
    CREATE TABLE note(id INTEGER PRIMARY KEY, txt TEXT, n INTEGER);
    CREATE TABLE word(id INTEGER PRIMARY KEY, txt TEXT)"""


def open_filled():
    db = open_with()
    db.executescript(TABLES)
    db.executemany("INSERT INTO note VALUES (?, ?, ?)", NOTES)
    db.executemany("INSERT INTO word VALUES (?, ?)", WORDS)
    return db


def expect(db, sql, expected, arguments=()):
    """Rows are in any order, unless there is an ORDER BY."""
    global asked
    asked += 1
    found = answer(db, sql, arguments)
    if isinstance(expected, list) and isinstance(found, list) and "ORDER BY" not in sql:
        found, expected = sorted(found, key=repr), sorted(expected, key=repr)
    check(found == expected, f"{sql}\n  expected {expected!r:.400}\n  found    {found!r:.400}")


# ---- (1) Every order -----------------------------------------------------------------------------

def rows_of_shingles(text, length=12):
    """(position, shingle), as the function gives them; none if an argument is NULL."""
    if text is None or length is None:
        return []
    return list(enumerate(shingles(text, length), 1))


def rows_of_bands(text, length):
    if text is None or length is None:
        return []
    return family(shingle=length, bands=3, rows=1).signatures(text)


class Item:
    """
    An item of FROM: its SQL, the items from which its text and its other arguments come, and its
    rows, given theirs.
    """

    def __init__(self, name, sql, text_from, others_from, rows):
        self.name, self.sql, self.rows = name, sql, rows
        self.text_from, self.needs = set(text_from), {*text_from, *others_from}


NOTE = Item("note", "note", [], [], lambda env: NOTES)
WORD = Item("word", "word", [], [], lambda env: WORDS)
CUT = Item("s", "shingles(note.txt, note.n) AS s", ["note"], ["note"],
           lambda env: rows_of_shingles(env["note"][1], env["note"][2]))
CUT_BY_OTHER = Item("r", "shingles(word.txt, note.n) AS r", ["word"], ["note"],
                    lambda env: rows_of_shingles(env["word"][1], env["note"][2]))
CUT_AGAIN = Item("r", "shingles(s.shingle, 1) AS r", ["s"], [],
                 lambda env: rows_of_shingles(env["s"][1], 1))
BANDS = Item("b", "minhash_signatures(note.txt, note.n, 3, 1) AS b", ["note"], ["note"],
             lambda env: rows_of_bands(env["note"][1], env["note"][2]))
OTHER_BANDS = Item("c", "minhash_signatures(word.txt, note.n, 3, 1) AS c", ["word"], ["note"],
                   lambda env: rows_of_bands(env["word"][1], env["note"][2]))
ALONE = Item("k", "shingles('abcde', 2) AS k", [], [], lambda env: rows_of_shingles("abcde", 2))


def same(first, second):
    return first is not None and first == second


# The items of FROM, a condition, the same in Python, the columns, and the same in Python.
JOINS = [
    ([NOTE, CUT], "1", lambda e: True, "note.id, s.position, s.shingle",
     lambda e: (e["note"][0], *e["s"])),
    ([NOTE, CUT, WORD], "s.shingle = word.txt", lambda e: same(e["s"][1], e["word"][1]),
     "note.id, word.id, s.position", lambda e: (e["note"][0], e["word"][0], e["s"][0])),
    ([NOTE, WORD, CUT, CUT_BY_OTHER], "s.shingle = r.shingle",
     lambda e: e["s"][1] == e["r"][1], "note.id, word.id, s.position, r.position",
     lambda e: (e["note"][0], e["word"][0], e["s"][0], e["r"][0])),
    ([NOTE, CUT, CUT_AGAIN, ALONE], "k.position = r.position + 1 AND s.position < 3",
     lambda e: e["k"][0] == e["r"][0] + 1 and e["s"][0] < 3, "note.id, s.shingle, r.shingle, "
     "k.shingle", lambda e: (e["note"][0], e["s"][1], e["r"][1], e["k"][1])),
    ([NOTE, WORD, BANDS, OTHER_BANDS], "b.band = c.band AND b.signature = c.signature",
     lambda e: e["b"] == e["c"], "note.id, word.id, b.band",
     lambda e: (e["note"][0], e["word"][0], e["b"][0])),
    ([NOTE, CUT, ALONE], "s.shingle = k.shingle OR s.position = 9 OR k.position = note.id",
     lambda e: e["s"][1] == e["k"][1] or e["k"][0] == e["note"][0], "note.id, s.shingle, k.shingle",
     lambda e: (e["note"][0], e["s"][1], e["k"][1])),
]


def in_order_of_needs(items):
    done, left = [], list(items)
    while left:
        ready = next(i for i in left if i.needs <= {d.name for d in done})
        done.append(ready)
        left.remove(ready)
    return done


def environments(items, env):
    if not items:
        yield env
        return
    for row in items[0].rows(env):
        yield from environments(items[1:], {**env, items[0].name: row})


def forced_rows(order, rows):
    """What a CROSS JOIN in this order gives: no row of `note` has n = 12, the default."""
    before = set()
    for item in order:
        if not item.text_from <= before:
            return "error: " + item.sql[:item.sql.index("(")] + "(): argument text is missing"
        if not item.needs <= before:
            rows = []
        before.add(item.name)
    return rows


def test_orders(db):
    for items, condition, holds, columns, of_row in JOINS:
        rows = [of_row(e) for e in environments(in_order_of_needs(items), {}) if holds(e)]
        for order in itertools.permutations(items):
            for joint in (", ", " CROSS JOIN ", " JOIN "):
                sql = (f"SELECT {columns} FROM {joint.join(item.sql for item in order)} "
                       f"WHERE {condition}")
                expect(db, sql, forced_rows(order, rows) if "CROSS" in joint else rows)


# ---- (2) Conditions at random --------------------------------------------------------------------

# A call with all arguments, the same by WHERE, and values for each column.
CALLS = [
    ("shingles", "shingles('abcabd', 2)", "shingles WHERE input_text = 'abcabd' AND length = 2",
     {"position": [0, 1, 2, 5, 9, None], "shingle": ["ab", "bd", "AB", "zz", None],
      "input_text": ["abcabd", "x", None], "length": [1, 2, 3, None]}),
    ("stopword_ngrams", "stopword_ngrams('to be or not to be', 2, 'english')",
     "stopword_ngrams WHERE input_text = 'to be or not to be' AND n = 2 AND input_language = 'english'",
     {"position": [1, 4, 7, None], "ngram": ["to be", "be or", "not", None], "n": [1, 2, 8, None],
      "input_text": ["to be or not to be", "x", None], "input_language": ["english", "german", None]}),
    ("minhash_signatures", "minhash_signatures('abcabd', 2, 4, 2, 8, 'wikiduper', 1)",
     "minhash_signatures WHERE input_text = 'abcabd' AND shingle = 2 AND bands = 4 AND rows = 2 "
     "AND hashes = 8 AND scheme = 'wikiduper' AND seed = 1",
     {"band": [1, 2, 4, 7, None], "signature": [0, -1, None], "shingle": [2, 3], "bands": [4, 5],
      "rows": [2, None], "scheme": ["wikiduper", "paper", None], "seed": [1, 0]}),
    ("union_find_members", "union_find_members(x'4E4443310281808080808080808001000101')",
     "union_find_members WHERE input_blob = x'4E4443310281808080808080808001000101'",
     {"member": [1, 2, 3, None], "component": [1, 2, None]}),
    # The texts ab and NULL, and the integers 1 and 2.
    ("unpack_columns",
     "unpack_columns(x'4E4441310501000002000000000000000100000000000000000000000200000002000000000000006162', "
     "x'4E44413101000000020000000000000001000000000000000200000000000000')",
     "unpack_columns WHERE "
     "input_column1 = x'4E4441310501000002000000000000000100000000000000000000000200000002000000000000006162' "
     "AND input_column2 = x'4E44413101000000020000000000000001000000000000000200000000000000'",
     {"row": [1, 2, 3, None], "c1": ["ab", "AB", None], "c2": [1, 2, None], "c3": [1, None],
      "input_column2": [bytes.fromhex("4E44413101000000020000000000000001000000000000000200000000000000"),
                        bytes.fromhex("4E44413101000000020000000000000001000000000000000300000000000000"), None]}),
    ("text_differences", "text_differences('a 1 b', 'a 2 c')",
     "text_differences WHERE input_a = 'a 1 b' AND input_b = 'a 2 c'",
     {"position": [1, 2, 9, None], "change": ["equal", "changed", None], "text_a": ["1", "2", "b"],
      "begin_b": [1, 3, 5], "input_a": ["a 1 b", None], "type": ["number", None]}),
    ("text_alignment",
     "text_alignment('a b c d e f', 'a b c d e f', 'ngrams', 3, 80, 2, 4, 0.6, 'overlap', 8, 1000, 0.2, 0.5)",
     "text_alignment WHERE input_a = 'a b c d e f' AND input_b = 'a b c d e f' AND seed = 'ngrams' AND seed_words = 3 "
     "AND gap = 80 AND seeds_least = 2 AND length_least = 4 AND similarity_least = 0.6 AND measure = 'overlap' "
     "AND occurrences_most = 8 AND join_gap = 1000 AND unmatched_cost = 0.2 AND shadow_most = 0.5",
     {"a_position": [1, 2, None], "b_length": [11, 9, None], "similarity": [1, 0.5, None], "words": [6, 0],
      "seed": ["ngrams", "skip", None], "gap": [80, 81], "length_least": [4, None], "shadow_most": [0.5, 1]}),
    ("passage_likeness", "passage_likeness('a 1 b', 'a 2 c', 'A', 'B', 'de')",
     "passage_likeness WHERE input_a = 'a 1 b' AND input_b = 'a 2 c' AND input_title_a = 'A' "
     "AND input_title_b = 'B' AND input_language = 'de'",
     {"words_a": [3, 4, None], "equal_words": [1, 2], "names": [0, None], "title_relation":
      ["unrelated", "sibling", None], "input_a": ["a 1 b", None], "input_language": ["de", "en"]}),
    ("duplicate_kind", "duplicate_kind('It is 5.', 'It is 6.', 'A', 'B', '', '', 0, 'de', '{}', x'', x'01000000')",
     "duplicate_kind WHERE input_a = 'It is 5.' AND input_b = 'It is 6.' AND input_title_a = 'A' "
     "AND input_title_b = 'B' AND input_block_a = '' AND input_block_b = '' AND two_dates = 0 "
     "AND input_language = 'de' AND evidence = '{}' AND words_a = x'' AND words_b = x'01000000'",
     {"kind": ["template", "drift", None], "score": [0, 0.5, None], "input_language": ["de", "en"],
      "evidence": ["{}", "", None], "value_a": ["5", "6", None]}),
]


def literal(value):
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return "NULL" if value is None else str(value)


def random_term(columns):
    column = chance.choice(list(columns))
    values = [literal(value) for value in columns[column]]
    value, other = chance.choice(values), chance.choice(values)
    return chance.choice((
        f"{column} = {value}", f"{value} = {column}", f"{column} <> {value}", f"{column} < {value}",
        f"{column} >= {value}", f"{column} IS {value}", f"{column} IS NOT {value}",
        f"{column} IS NULL", f"{column} NOTNULL", f"{column} BETWEEN {value} AND {other}",
        f"{column} IN ({value}, {other})", f"{column} IN (SELECT {value} UNION SELECT {other})",
        f"{column} NOT IN ({value})", f"{column} = {value} COLLATE NOCASE",
        f"{column} LIKE {value}",
        f"{column} = (SELECT {value})", f"{column} || '' = {value}", f"{column} = {column}",
        f"+{column} = {value}"))


def random_condition(columns, depth):
    if depth == 0 or chance.random() < 0.2:
        return random_term(columns)
    first, second = (random_condition(columns, depth - 1) for _ in range(2))
    return chance.choice((f"({first} AND {second})", f"({first} OR {second})", f"NOT ({first})",
                          f"({first} AND {second})"))


def hidden_columns(db, name):
    return [row[1] for row in db.execute(f"SELECT * FROM pragma_table_xinfo('{name}')")]


def test_conditions(db):
    for name, call, by_where, columns in CALLS:
        everything = ", ".join(["rowid AS numbered"] + hidden_columns(db, name))
        db.execute(f"CREATE TABLE plain AS SELECT {everything} FROM {call}")
        for _ in range(4000 if LONG else 200):
            condition = random_condition(columns, chance.randrange(1, 4))
            end = chance.choice(("", "", " LIMIT 2", " LIMIT 1 OFFSET 1", " LIMIT -1 OFFSET 2",
                                 " LIMIT 0"))
            expected = answer(db, f"SELECT * FROM plain WHERE {condition} ORDER BY numbered{end}")
            expect(db, f"SELECT {everything} FROM {call} WHERE {condition} ORDER BY rowid{end}",
                   expected)
            expect(db, f"SELECT {everything} FROM {by_where} AND {condition} ORDER BY rowid{end}",
                   expected)
        db.execute("DROP TABLE plain")


# ---- (3) Single queries --------------------------------------------------------------------------

def lengths_of(text, lengths):
    return [row for length in lengths for row in rows_of_shingles(text, length)]


def substrings(text):
    return {text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)}


CASES = [
    # arguments by =, IN, OR
    ("SELECT position, shingle FROM shingles('abcd') WHERE length IN (1, 3, NULL)",
     lengths_of("abcd", (1, 3))),
    ("SELECT position, shingle FROM shingles('abcd') WHERE length IN (SELECT n FROM note)",
     lengths_of("abcd", (1, 2, 3))),
    ("SELECT position, shingle FROM shingles WHERE input_text IN (SELECT txt FROM note) AND length "
     "= 2", [row for _, text, _ in NOTES for row in rows_of_shingles(text, 2)]),
    ("SELECT position, shingle FROM shingles('abcd') WHERE length = 3 OR length = 4",
     lengths_of("abcd", (3, 4))),
    ("SELECT position, shingle FROM shingles WHERE (input_text = 'abc' AND length = 2) OR "
     "(input_text = 'xyz' AND length = 1)",
     rows_of_shingles("abc", 2) + rows_of_shingles("xyz", 1)),
    ("SELECT position, shingle FROM shingles WHERE (input_text = 'abc' AND length = 1) OR "
     "(length = 1 AND input_text = 'abc' AND position > 1) OR (input_text = 'ab' AND "
     "length = 1 AND position = 2)", rows_of_shingles("abc", 1) + [(2, "b")]),
    ("SELECT position, shingle FROM shingles WHERE (input_text = 'abc' AND length = 12) OR "
     "(input_text = 'abc' AND position = 1)", [(1, "abc")]),
    ("SELECT position, shingle FROM shingles WHERE input_text = 'abc' AND length = 1 + 1",
     rows_of_shingles("abc", 2)),
    # anything but =, IN and OR filters rows that are made with the default
    ("SELECT count(*) FROM shingles('abcd') WHERE length BETWEEN 1 AND 3", [(0,)]),
    ("SELECT count(*) FROM shingles('abcd') WHERE length BETWEEN 12 AND 12", [(1,)]),
    ("SELECT count(*) FROM shingles('abcd') WHERE length IS 12", [(1,)]),
    ("SELECT count(*) FROM shingles('abcd') WHERE length IS 2", [(0,)]),
    ("SELECT count(*) FROM shingles('abcd') WHERE length IS NULL", [(0,)]),
    ("SELECT count(*) FROM shingles('abcd') WHERE length IS NOT NULL", [(1,)]),
    ("SELECT count(*) FROM shingles WHERE input_text IS 'abcd'",
     "error: shingles(): argument text is missing"),
    ("SELECT count(*) FROM shingles WHERE input_text LIKE 'abcd'",
     "error: shingles(): argument text is missing"),
    ("SELECT count(*) FROM shingles WHERE input_text BETWEEN 'abcd' AND 'abcd'",
     "error: shingles(): argument text is missing"),
    # the same argument twice
    ("SELECT count(*) FROM shingles('a') WHERE input_text = 'b'", [(0,)]),
    ("SELECT count(*) FROM shingles('a') WHERE input_text = 'a' AND 'a' = input_text", [(1,)]),
    ("SELECT count(*) FROM shingles('abcd', 2) WHERE length = 2 AND length = 3", [(0,)]),
    ("SELECT count(*) FROM shingles('abcd', 2) WHERE length IN (2, 3)", [(3,)]),
    ("SELECT count(*) FROM shingles('abcd', 2) WHERE length = 2 AND length IN (1, 2) AND "
     "length <> 1",
     [(3,)]),
    ("SELECT count(*) FROM shingles('abcd', 2) WHERE length = NULL", [(0,)]),
    ("SELECT id FROM note, shingles(txt, n) WHERE length = 2 AND position = 1", [(1,)]),
    ("SELECT id FROM note, shingles(txt, n) WHERE length = id AND position = 1", []),
    # collations filter rows; they do not change an argument
    ("SELECT count(*) FROM shingles('AB', 1) WHERE input_text = 'ab' COLLATE NOCASE", [(2,)]),
    ("SELECT count(*) FROM shingles('AB', 1) WHERE shingle = 'a' COLLATE NOCASE", [(1,)]),
    ("SELECT shingle FROM shingles('aBAb', 1) ORDER BY shingle COLLATE NOCASE, position",
     [("a",), ("A",), ("B",), ("b",)]),
    # outer joins
    ("SELECT note.id, shingle FROM note LEFT JOIN shingles(txt, n)",
     [(i, s) for i, text, n in NOTES for _, s in rows_of_shingles(text, n) or [(0, None)]]),
    ("SELECT note.id, shingle FROM note LEFT JOIN shingles(txt, n) ON position = 2",
     [(i, s) for i, text, n in NOTES
      for _, s in [r for r in rows_of_shingles(text, n) if r[0] == 2] or [(0, None)]]),
    ("SELECT note.id, shingle FROM note LEFT JOIN shingles ON input_text = txt AND length = n",
     [(i, s) for i, text, n in NOTES for _, s in rows_of_shingles(text, n) or [(0, None)]]),
    ("SELECT note.id FROM note LEFT JOIN shingles(txt, n) AS s WHERE s.length IS NULL",
     [(i,) for i, text, n in NOTES if not rows_of_shingles(text, n)]),
    ("SELECT word.id, k.position FROM word LEFT JOIN shingles('abcde', 2) AS k ON k.shingle = "
     "word.txt", [(1, 1), (2, 3), (3, None), (4, None)]),
    ("SELECT word.id, k.position FROM shingles('abcde', 2) AS k LEFT JOIN word ON k.shingle = "
     "word.txt", [(1, 1), (None, 2), (2, 3), (None, 4)]),
    # correlated, one row at a time
    ("SELECT id, (SELECT count(*) FROM shingles(txt, n)) FROM note",
     [(i, len(rows_of_shingles(text, n))) for i, text, n in NOTES]),
    ("SELECT id FROM note WHERE EXISTS (SELECT 1 FROM shingles(txt, n) WHERE shingle = 'ab')",
     [(i,) for i, text, n in NOTES if "ab" in [s for _, s in rows_of_shingles(text, n)]]),
    ("SELECT id FROM note WHERE 'b' IN (SELECT shingle FROM shingles(txt, 1))", [(1,), (2,), (6,)]),
    ("SELECT id, (SELECT group_concat(shingle, '') FROM (SELECT shingle FROM shingles(txt, 1) "
     "LIMIT 2 OFFSET 1)) FROM note",
     [(1, "bc"), (2, "cd"), (3, None), (4, "yz"), (5, None), (6, "ba")]),
    ("SELECT id, (SELECT shingle FROM shingles(txt, n) ORDER BY position DESC LIMIT 1) FROM note",
     [(i, (rows_of_shingles(text, n) or [(0, None)])[-1][1]) for i, text, n in NOTES]),
    ("SELECT id, shingle FROM note, shingles(txt || id, n + id) WHERE id < 3",
     [(i, s) for i, text, n in NOTES[:2] for _, s in rows_of_shingles(text + str(i), n + i)]),
    # recursion, nesting, compounds
    ("WITH RECURSIVE w(txt) AS (SELECT 'abcdef' UNION SELECT shingle FROM w, shingles(w.txt, "
     "length(w.txt) - 1) WHERE length(w.txt) > 1) SELECT txt FROM w",
     [(s,) for s in substrings("abcdef")]),
    ("WITH RECURSIVE w(txt, n) AS (SELECT 'abc', 1 UNION ALL SELECT (SELECT "
     "group_concat(shingle, '') FROM shingles(w.txt, 2)), n + 1 FROM w WHERE n < 8) "
     "SELECT length(txt) FROM w",
     [(2**n + 2,) for n in range(8)]),
    ("SELECT count(*) FROM shingles((SELECT group_concat(shingle, '') FROM shingles('abcd', 2)), "
     "3)",
     [(4,)]),
    ("SELECT c.shingle FROM shingles('abcd', 3) AS a, shingles(a.shingle, 2) AS b, "
     "shingles(b.shingle, 1) AS c ORDER BY a.position, b.position, c.position",
     [(c,) for a in shingles("abcd", 3) for b in shingles(a, 2) for c in shingles(b, 1)]),
    ("SELECT shingle FROM shingles('abcd', 2) INTERSECT SELECT shingle FROM shingles('xbcx', 2)",
     [("bc",)]),
    ("SELECT shingle, count(*) OVER (PARTITION BY shingle) FROM shingles('abab', 2) ORDER BY 1, 2",
     [("ab", 2), ("ab", 2), ("ba", 1)]),
    ("SELECT position FROM shingles('abcdefgh', 2) LIMIT 3 OFFSET 5", [(6,), (7,)]),
    ("SELECT position FROM shingles('abcd', 2) LIMIT 0", []),
    ("SELECT member FROM union_find_members((SELECT union_find(id, n) FROM note WHERE n IN (SELECT "
     "position FROM shingles('abc', 1))))", [(1,), (2,), (3,), (5,), (6,)]),
    ("SELECT count(*) FROM text_differences((SELECT txt FROM note WHERE id = 1), (SELECT txt FROM "
     "note WHERE id = 3))", [(0,)]),
]

NEWER_CASES = [  # RIGHT and FULL JOIN came with 3.39
    ("SELECT k.shingle, word.id FROM shingles('abcde', 2) AS k RIGHT JOIN word ON k.shingle = "
     "word.txt", [("ab", 1), ("cd", 2), (None, 3), (None, 4)]),
    ("SELECT k.shingle, word.id FROM shingles('abcde', 2) AS k FULL JOIN word ON k.shingle = "
     "word.txt", [("ab", 1), ("bc", None), ("cd", 2), ("de", None), (None, 3), (None, 4)]),
    ("SELECT word.id, k.shingle FROM word FULL JOIN shingles('abcde', 2) AS k ON k.shingle = "
     "word.txt", [(1, "ab"), (None, "bc"), (2, "cd"), (None, "de"), (3, None), (4, None)]),
    ("SELECT a.shingle, b.shingle FROM shingles('abc', 1) AS a FULL JOIN shingles('bcd', 1) AS b "
     "USING (shingle)", [("a", None), ("b", "b"), ("c", "c"), (None, "d")]),
    # SQLite 3.40 gives no argument to a function on the right of RIGHT JOIN
    ("SELECT k.shingle, word.id FROM word RIGHT JOIN shingles('ab', 2) AS k ON k.shingle = "
     "word.txt",
     "error: shingles(): argument text is missing"),
]


def test_cases(db):
    for sql, expected in CASES:
        expect(db, sql, expected)
    for sql, expected in NEWER_CASES if sqlite3.sqlite_version_info >= (3, 39) else []:
        expect(db, sql, expected)


def mixed_words(first, second):
    """The hash of a text of two words that rowids contained before they had a key."""
    return mix64(mix64(mix64(16) ^ first) ^ second)


def test_chosen_texts(db):
    """With two texts chosen to have equal rowids under mix64(), no row is lost."""
    second = int.from_bytes(b"abcdefgh", sys.byteorder)
    state = mix64(mix64(16) ^ second)
    for number in itertools.count():  # until the other text is ASCII too
        first = int.from_bytes(b"%08d" % number, sys.byteorder)
        change = state ^ mix64(mix64(16) ^ first)
        if change & 0x8080808080808080 == 0:
            break
    check(mixed_words(second, second) == mixed_words(first, second ^ change), "they are the same")
    texts = [b"".join(word.to_bytes(8, sys.byteorder) for word in words).decode()
             for words in ((second, second), (first, second ^ change))]
    expect(db, "SELECT position, shingle FROM shingles WHERE (input_text = ?1 AND length = 12) OR "
           "(input_text = ?2 AND length = 12)",
           [row for text in texts for row in rows_of_shingles(text)], texts)


# ---- Many at once --------------------------------------------------------------------------------

def test_many_cursors(db):
    """Many cursors, stepped in turn; each has its own rows."""
    count = 5000 if LONG else 1000
    cursors = [db.execute("SELECT shingle FROM shingles(?, 1)", (f"{i:05}",)) for i in range(count)]
    read = [""] * count
    for _ in range(5):
        for i, cursor in enumerate(cursors):
            read[i] += cursor.fetchone()[0]
    expect(db, "SELECT shingle FROM shingles('x', 1)", [("x",)])
    check(read == [f"{i:05}" for i in range(count)], f"{count} cursors of shingles() at once")
    check(all(cursor.fetchone() is None for cursor in cursors), "all cursors end")


def test_many_in_one_statement(db):
    """A cursor for each of 60 tables, and one for each of 6 nested scalar subqueries."""
    tables = ", ".join(f"shingles('a' || {i}, {i + 1}) AS s{i}" for i in range(60))
    expect(db, f"SELECT s0.shingle, s59.shingle FROM {tables} LIMIT 1", [("a", "a59")])
    nested = "'abc'"
    for _ in range(6):
        nested = f"(SELECT shingle FROM shingles({nested}, 2) LIMIT 1)"
    expect(db, f"SELECT {nested}", [("ab",)])


def test_arguments_that_change(db):
    """One cursor, filtered again for each row: longer, shorter, none, and back."""
    texts = ["".join(chance.choice("abcdé😀") for _ in range(chance.choice((0, 1, 5, 300))))
             for _ in range(2000 if LONG else 400)]
    db.execute("CREATE TABLE long(id INTEGER PRIMARY KEY, txt, n)")
    rows = [(i, None if i % 17 == 0 else text, chance.randrange(1, 9))
            for i, text in enumerate(texts)]
    db.executemany("INSERT INTO long VALUES (?, ?, ?)", rows)
    expect(db, "SELECT id, position, shingle, input_text = txt, length FROM long, shingles(txt, n)",
           [(i, *row, 1, n) for i, text, n in rows for row in rows_of_shingles(text, n)])
    expect(db, "SELECT id, band, signature FROM long, minhash_signatures(txt, n, 3, 1)",
           [(i, *row) for i, text, n in rows for row in rows_of_bands(text, n)])
    db.execute("DROP TABLE long")


def show():
    figure(asked, "queries over table-valued functions with the rows expected")


require("hostile/join_orders", LOADABLE)
run_tests("hostile/join_orders", test_orders, test_conditions, test_cases, test_chosen_texts, test_many_cursors,
          test_many_in_one_statement, test_arguments_that_change, show, db=open_filled())
