"""processes.py - a process and all that it has started: what they use.

    for process in processes.family(pid):
        process.name, process.megabytes, process.seconds
"""

import os
from typing import NamedTuple

PAGE, TICK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


class Process(NamedTuple):
    id: int
    parent: int
    name: str
    megabytes: float  # resident
    seconds: float  # of processors, with those of its children that have ended


def family(pid):
    """This process, and those that run of all that it, and what it has started, has started."""
    known, children = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                program, _, rest = file.read().partition("(")[2].rpartition(")")
        except OSError:
            continue  # it has ended
        fields = rest.split()
        process = Process(int(name), int(fields[1]), program, int(fields[21]) * PAGE / 1e6,
                          sum(map(int, fields[11:15])) / TICK)
        known[process.id] = process
        children.setdefault(process.parent, []).append(process.id)
    found, waiting = [], [pid]
    while waiting:
        process = waiting.pop()
        found += [known[process]] if process in known else []
        waiting += children.get(process, [])
    return found
