"""command.py - the command line of a benchmark; a command, or jobs, that are run and measured."""

import argparse
import contextlib
import json
import os
import stat
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))


def arguments(*positional, **options):
    """What the command line says. An option takes a value like its default: False is a switch, None any text, and of a
    tuple of words the first is the default. A positional argument whose name ends in ? may be missing."""
    parser = argparse.ArgumentParser(add_help=False)
    for name, default in options.items():
        flag = "--" + name.replace("_", "-")
        if default is False:
            parser.add_argument(flag, action="store_true")
        elif isinstance(default, tuple):
            parser.add_argument(flag, choices=default, default=default[0])
        else:
            parser.add_argument(flag, type=str if default is None else type(default), default=default)
    for name in positional:
        parser.add_argument(name.rstrip("?"), nargs="?" if name.endswith("?") else None)
    return parser.parse_args()


class Run:
    """A command that has run: its wall and cpu seconds, those of its children included; the peak
    megabytes of the largest process; the most megabytes that its temporary files took together, if they are
    watched, which needs Linux; and its output.

    `fine` are the statuses that mean success; any other ends the program with the output.
    """

    def __init__(self, command, script="", folder=ROOT, fine=(0,), watched=False):
        with tempfile.TemporaryFile("w+") as source, tempfile.TemporaryFile("w+") as output:
            source.write(script)
            source.seek(0)
            begin = time.monotonic()
            process = subprocess.Popen(command, cwd=folder, stdin=source, stdout=output,
                                       stderr=subprocess.STDOUT)
            with watching(process.pid) if watched else contextlib.nullcontext([0]) as sizes:
                _, status, usage = os.wait4(process.pid, 0)
            self.wall = time.monotonic() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            self.output = output.read()
        if process.returncode not in fine:
            sys.exit("%s: %s: %s" % (os.path.basename(sys.argv[0]), " ".join(command), self.output[-2000:]))
        self.cpu = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss * 1024 / 1e6
        self.temporary = max(sizes) / 1e6


def bytes_of_temporary_files(pid):
    """What the files take on the disk that the process has open and that are deleted, as SQLite's temporary
    files are from the beginning, or that are journals.
    """
    total, folder = 0, "/proc/%d/fd" % pid
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                status = os.stat(path)
                if stat.S_ISREG(status.st_mode) and int(name) > 2 and (
                        status.st_nlink == 0 or os.readlink(path).endswith("-journal")):
                    total += status.st_blocks * 512
    return total


@contextlib.contextmanager
def watching(pid):
    """A list that holds the size of the process's temporary files, twenty times a second."""
    sizes, ended = [0], threading.Event()

    def watch():
        while not ended.wait(0.05):
            sizes.append(bytes_of_temporary_files(pid))

    thread = threading.Thread(target=watch)
    thread.start()
    yield sizes
    ended.set()
    thread.join()


class Jobs(Run):
    """Jobs of neardup_run() that have run on a database; `statements` has (stage, wall seconds, CPU seconds, text) of each
    statement."""

    def __init__(self, path, *jobs, watched=False):
        super().__init__(["tests/bench/timed_jobs", path, *jobs], watched=watched)
        self.statements = [json.loads(line) for line in self.output.splitlines()]


class Least:
    """The least wall and cpu seconds of several runs, each by itself, and their largest peak."""

    def __init__(self, runs):
        self.wall = min(run.wall for run in runs)
        self.cpu = min(run.cpu for run in runs)
        self.megabytes = max(run.megabytes for run in runs)
