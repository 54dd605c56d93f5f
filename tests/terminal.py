"""terminal.py - runs a program on a terminal and keeps what it writes there."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time


def has_terminals():
    """Whether a terminal can be made here; some containers have no devices for it."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def on_terminal(columns, command, stream="stderr", **streams):
    """(the ended process, what it wrote to that stream on a terminal of that width)"""
    streams.setdefault("env", dict(os.environ, TERM="xterm"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(command, **{stream: theirs}, **streams)
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not part:
            break
        written += part
    os.close(ours)
    process.wait()
    return process, written.decode()


class Terminal:
    """A program whose input and output are a terminal, on which it is typed. `read` is what it wrote since the last wait, `whole`
    all of it."""

    def __init__(self, command, columns, env):
        self.ours, self.theirs = pty.openpty()  # theirs stays open, to see how the terminal is set
        self.read = self.whole = ""
        self.resize(columns)
        self.process = subprocess.Popen(command, stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, env=env,
                                        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)

    def resize(self, columns):
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def is_cooked(self):
        """Whether the terminal gives lines, and shows what is typed."""
        return termios.tcgetattr(self.theirs)[3] & (termios.ICANON | termios.ECHO) == termios.ICANON | termios.ECHO

    def _take(self, seconds):
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        self.bytes = getattr(self, "bytes", b"") + os.read(self.ours, 65536)
        return True

    def until(self, end):
        """Waits until it has written this, and takes keys if it is a question."""
        self.read, last = "", time.monotonic() + 60
        while end not in self.read and time.monotonic() < last and self.process.poll() is None:
            if self._take(0.1):
                self.read = self.bytes.decode(errors="replace")
        self.whole += self.read
        self.bytes = b""
        if end.endswith("]: "):
            self.wait_for_keys()
        return self.read

    def wait_for_keys(self):
        last = time.monotonic() + 60
        while self.is_cooked() and time.monotonic() < last and self.process.poll() is None:
            time.sleep(0.005)

    def type(self, keys):
        os.write(self.ours, keys.encode())

    def end(self):
        """Reads to the end; the exit status."""
        last = time.monotonic() + 60
        while time.monotonic() < last and (self.process.poll() is None or self._take(0)):
            self._take(0.02)
        self.whole += getattr(self, "bytes", b"").decode(errors="replace")
        return self.process.poll()
