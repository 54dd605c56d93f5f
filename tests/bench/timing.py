"""timing.py - measures the least CPU time of queries that run in turn."""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from extension import open_with

RUNS = int(os.environ.get("RUNS", "5"))


def least(*jobs, runs=RUNS):
    """The least CPU time of each job, and the result of each. The jobs run in turn."""
    times, results = [float("inf")] * len(jobs), [None] * len(jobs)
    for _ in range(runs):
        for i, job in enumerate(jobs):
            begin = time.process_time()
            results[i] = job()
            times[i] = min(times[i], time.process_time() - begin)
    return times, results


def asking(db, sql):
    return lambda: db.execute(sql).fetchone()[0]
