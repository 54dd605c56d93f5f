"""loaded_rows.py - what a load has put into a database, for the tests that compare two loads: a query
for each table but `source`, whose columns of times and paths a test leaves out as it needs."""

LOADED_ROWS = (
    "SELECT * FROM article",
    "SELECT * FROM sentence",
    "SELECT * FROM damage",
    "SELECT * FROM checkpoint",
    "SELECT * FROM revision",
    "SELECT * FROM history_sentence",
    "SELECT * FROM revision_sentence",
)
