"""terminal.py - runs a program on a terminal and keeps what it writes there."""

import fcntl
import os
import pty
import struct
import subprocess
import termios


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
