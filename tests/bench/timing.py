"""timing.py - the least CPU time of queries that are run in turn."""

import os
import sqlite3
import time

RUNS = int(os.environ.get("RUNS", "5"))


def least(*jobs):
    """The least CPU time of each job, run in turn, and what each gives."""
    times, results = [float("inf")] * len(jobs), [None] * len(jobs)
    for _ in range(RUNS):
        for i, job in enumerate(jobs):
            begin = time.process_time()
            results[i] = job()
            times[i] = min(times[i], time.process_time() - begin)
    return times, results


def open_with(module):
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.execute("SELECT load_extension(?, 'sqlite3_neardup_init')", (module,))
    return db


def asking(db, sql):
    return lambda: db.execute(sql).fetchone()[0]
