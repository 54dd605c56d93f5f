"""neardup - near-duplicate and contradictory texts, found with SQL.

    import neardup

    found = neardup.find(["The storm killed 143 people in the low cottages.",
                          "The storm killed 134 people in the low cottages."])
    found.kinds[0].kind, found.kinds[0].marked

find() compares texts with each other, across() those of two collections, run() those of a neardup database; Index
finds near-duplicates of a text while texts are added and removed, Memory says what a new memory repeats and contradicts,
and load() gives the SQL functions to a connection of sqlite3, pysqlite3 or apsw. All of them use the SQLite extension in
this package.
"""

from ._connect import Error, load, loadable_path
from ._find import across, find, run
from ._findings import Cluster, CrossPair, Findings, Kind, Pair, Pairs, Rows, Verdict
from ._index import Change, GrowingPair, Index, Judged, Link, Match
from ._memory import Answer, Memory, Recalled, Version
from ._verdicts import Said

__version__ = version = "@VERSION@"

__all__ = ["Answer", "Change", "Cluster", "CrossPair", "Error", "Findings", "GrowingPair", "Index", "Judged", "Kind", "Link", "Match",
           "Memory", "Pair", "Pairs", "Recalled", "Rows", "Said", "Verdict", "Version", "across", "find", "load", "loadable_path", "run",
           "version"]
