"""loaded_rows.py - a query for each table that a load fills, for tests that compare two loads. `source`
is missing, because each test ignores other columns of it."""

import sqlite3

LOADED_ROWS = (
    "SELECT id, source_id, page_id, namespace, title, revision_id, revision_time, titled, key,"
    " typeof(key) FROM article",
    "SELECT article_id, name, value, typeof(value) FROM carried",
    "SELECT * FROM page",
    "SELECT rowid, * FROM page_link",
    "SELECT * FROM sentence",
    "SELECT * FROM alias",
    "SELECT * FROM damage",
    "SELECT * FROM checkpoint",
    "SELECT word, vector, weight FROM word_vector",
    "SELECT * FROM revision",
    "SELECT * FROM history_sentence",
    "SELECT * FROM revision_sentence",
)


def ask(db, query):
    connection = sqlite3.connect(db)
    rows = connection.execute(query).fetchall()
    connection.close()
    return rows
