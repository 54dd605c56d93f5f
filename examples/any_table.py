"""any_table.py - near-duplicates in a table of your own, from Python.

    /usr/bin/python3 examples/any_table.py

For a whole table or a DataFrame, see pandas_duplicates.py. This one uses the functions alone. It needs a
Python that can load extensions; docs/guide/install.md says how to test yours. Nothing is written to a database
of yours. For your own texts, connect to one read-only:

    db = sqlite3.connect("file:shop.db?mode=ro", uri=True)
"""

import sqlite3

REVIEWS = [
    "The kettle boils in two minutes and the handle stays cool. I would buy it again.",
    "A fine lamp, but the cord is far too short for any room of mine.",
    "The kettle boils in four minutes and the handle stays cool. I would buy it again.",
    "A fine lamp but the cord is far too short for any room of mine!",
    "Arrived broken, and nobody answers the telephone.",
    "The kettle boils in two minutes, and the handle stays cool: I would buy it again.",
]

PAIRS = """
    WITH signature AS MATERIALIZED (
        SELECT id, body, made.signature
          FROM review JOIN minhash_signatures(body, 5) AS made
    )
    SELECT DISTINCT a.id, b.id, jaccard(a.body, b.body, 5) AS similarity
      FROM signature AS a JOIN signature AS b USING (signature)
     WHERE a.id < b.id AND similarity >= 0.6
     ORDER BY a.id, b.id
"""

db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension("build/neardup")
db.enable_load_extension(False)

db.execute("CREATE TABLE review (id INTEGER PRIMARY KEY, body TEXT)")
db.executemany("INSERT INTO review (body) VALUES (?)", [(body,) for body in REVIEWS])
for a, b, similarity in db.execute(PAIRS):
    print("%d|%d|%.2f" % (a, b, similarity))
