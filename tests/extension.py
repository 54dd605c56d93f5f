"""extension.py - databases, in memory or of a file, with the extension loaded, for tests in Python."""
import os
import sqlite3
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOADABLE = hasattr(sqlite3.Connection, "enable_load_extension")  # not every Python's sqlite3 can
sys.path.append(os.path.join(ROOT, "tests", "oracle"))


def open_with(module=os.environ.get("NEARDUP_MODULE", "build/neardup"), encoding="UTF-8", path=":memory:", **options):
    db = sqlite3.connect(path, isolation_level=None, **options)
    db.text_factory = lambda text: text.decode(errors="surrogateescape")
    db.execute(f"PRAGMA encoding = '{encoding}'")
    db.enable_load_extension(True)
    db.execute("SELECT load_extension(?, 'sqlite3_neardup_init')", (os.path.join(ROOT, module),))
    return db


def answer(db, sql, arguments=()):
    """All rows, or the text of the error."""
    try:
        return db.execute(sql, arguments).fetchall()
    except (sqlite3.Error, MemoryError) as error:
        return "error: " + (str(error) or "out of memory")
