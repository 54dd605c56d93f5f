"""command.py - runs a command and measures it."""

import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Run:
    """A command that has run: its wall and cpu seconds, those of its children included; the peak
    megabytes of the largest process; and its output.

    `fine` are the statuses that mean success; any other ends the program with the output.
    """

    def __init__(self, command, script="", folder=ROOT, fine=(0,), environment=None):
        with tempfile.TemporaryFile("w+") as source, tempfile.TemporaryFile("w+") as output:
            source.write(script)
            source.seek(0)
            begin = time.monotonic()
            process = subprocess.Popen(command, cwd=folder, stdin=source, stdout=output,
                                       stderr=subprocess.STDOUT, env=environment)
            _, status, usage = os.wait4(process.pid, 0)
            self.wall = time.monotonic() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            self.output = output.read()
        if process.returncode not in fine:
            sys.exit("%s: %s: %s" % (os.path.basename(sys.argv[0]), " ".join(command), self.output[-2000:]))
        self.cpu = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss * 1024 / 1e6


class Least:
    """The least wall and cpu seconds of several runs, each by itself, and their largest peak."""

    def __init__(self, runs):
        self.wall = min(run.wall for run in runs)
        self.cpu = min(run.cpu for run in runs)
        self.megabytes = max(run.megabytes for run in runs)
