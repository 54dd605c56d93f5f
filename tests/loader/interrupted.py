"""interrupted.py - Ctrl-C ends a load at once, whatever it waits for, and keeps what was loaded.

The load waits for a pipe whose writer falls silent before the first byte, or in the middle of a page,
of a gzip stream or of a bzip2 stream. Or it resumes an xz file and skips what was loaded before.
"""

import array
import bz2
import fcntl
import gzip
import lzma
import os
import random
import signal
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, seed
from loading import PLAIN, ask, run_tests, sample_parts

SOON = 30  # seconds; one is promised, but the machine may be busy


def query(db, text):
    return ask(db, text)[0][0]


def end_by(process, number, name):
    """Sends the signal; the load must end soon, with the status that says so."""
    process.send_signal(number)
    try:
        errors = process.communicate(timeout=SOON)[1].decode()
    except subprocess.TimeoutExpired:
        process.kill()
        errors = process.communicate()[1].decode()
    check(process.returncode == 128 + number,
          "%s: status %d after signal %d: %s" % (name, process.returncode, number, errors))
    return errors


def left_in(pipe):
    """Bytes in the pipe that have not been read."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def wait_until(condition):
    """Waits at most 30 seconds; the next check says what is wrong."""
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def is_asleep(process):
    """Whether no thread of the process works or waits for a disk."""
    try:
        for task in os.listdir("/proc/%d/task" % process.pid):
            with open("/proc/%d/task/%s/stat" % (process.pid, task)) as file:
                if file.read().rpartition(") ")[2][0] != "S":
                    return False
    except OSError:
        return False
    return True


def wait_until_idle(process):
    """While one thread wakes another, none may seem awake, so this looks several times."""
    if not os.path.exists("/proc/self/task"):
        time.sleep(5)  # a process that waits gives no sign of it; only Linux shows its threads
        return
    looks = [False]
    wait_until(lambda: (looks.append(is_asleep(process)), all(looks[-20:]) and len(looks) > 20)[1])


def place_in(process, path):
    """How far the process has read the file, in bytes."""
    folder = "/proc/%d/fd" % process.pid
    try:
        for number in os.listdir(folder):
            if os.readlink(os.path.join(folder, number)) == os.path.realpath(path):
                with open("/proc/%d/fdinfo/%s" % (process.pid, number)) as file:
                    return int(file.readline().split()[1])
    except OSError:
        pass
    return 0


def bytes_read(process):
    """By the process, of all files."""
    try:
        with open("/proc/%d/io" % process.pid) as file:
            return int(file.readline().split()[1])
    except OSError:
        return 0


def silent_pipe(name, data, options, number=signal.SIGINT):
    """Loads from a pipe that delivers `data` and falls silent; returns the database."""
    db = name.replace(" ", "-") + ".db"
    process = subprocess.Popen([PLAIN, *options, "-", db], stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    writer = threading.Thread(target=lambda: (process.stdin.write(data), process.stdin.flush()))
    writer.start()
    wait_until(lambda: not writer.is_alive() and left_in(process.stdin) == 0)
    wait_until_idle(process)
    stdin, process.stdin = process.stdin, None  # else communicate() would close it
    errors = end_by(process, number, name)
    stdin.close()
    if data:
        check("interrupted after" in errors, "%s: the summary is '%s'" % (name, errors))
    return db


def test_silent_pipes():
    header, pages, _ = sample_parts()
    cut = pages[: len(pages) // 2]
    whole = cut.count(b"</page>")
    many = header + pages * 40 + cut
    packed = bz2.compress(header + pages * 40)
    cases = [
        ("few bytes", header + cut, whole),
        ("many bytes", many, 40 * pages.count(b"</page>") + whole),
        ("gzip", gzip.compress(many, 1)[:-20], None),
        ("bzip2", packed + packed[:1000], None),
    ]
    for name, data, expected in cases:
        for threads in ("1", "4"):
            title = "%s, %s threads" % (name, threads)
            db = silent_pipe(title, data, ["--threads", threads])
            loaded = query(db, "SELECT pages FROM source")
            kept = query(db, "SELECT count(*) FROM article")
            check(kept == query(db, "SELECT articles FROM source") and kept > 25,
                  "%s: %d articles kept" % (title, kept))
            check(expected in (None, loaded), "%s: %d pages of %s" % (title, loaded, expected))
            check(query(db, "SELECT count(*) FROM damage") == 0, "%s: nothing is damaged" % title)
            check(query(db, "SELECT finished_at IS NULL FROM source"), "%s: not finished" % title)
    silent_pipe("terminated", many, [], signal.SIGTERM)
    silent_pipe("the terminal is closed", many, [], signal.SIGHUP)


def test_nothing_came():
    db = silent_pipe("nothing", b"", [])
    check(not os.path.exists(db), "nothing came: no database is left")
    os.mkfifo("pipe")
    process = subprocess.Popen([PLAIN, "pipe", db], stderr=subprocess.PIPE)
    wait_until_idle(process)
    end_by(process, signal.SIGINT, "a pipe that nobody opens")


def test_skipping():
    """The skipped part has no pages, and xz takes a few seconds to unpack it."""
    header, pages, _ = sample_parts()
    dump, db = "long.xml.xz", "long.db"
    filler = b"<!-- " + random.Random(seed()).randbytes(1_000_000).hex().encode() + b" -->\n"
    packed, gap = lzma.compress(pages, preset=0), lzma.compress(filler, preset=0)
    with open(dump, "wb") as file:
        file.write(lzma.compress(header) + packed * 200)
        begin = file.tell()
        file.write(gap * 100)
        file.write(lzma.compress(pages + b"</mediawiki>\n"))
    command = [PLAIN, "--threads", "2", dump, db]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    while process.poll() is None and not (os.path.exists(db) and os.path.getsize(db) > 0):
        time.sleep(0.001)
    end_by(process, signal.SIGINT, "before skipping")
    far = 200 * len(pages) + 99 * len(filler)  # as if the load had stopped there
    ask(db, "UPDATE checkpoint SET byte_offset = ?", (far,))
    articles = query(db, "SELECT count(*) FROM article")
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    wait_until(lambda: place_in(process, dump) > begin or process.poll() is not None)
    check(process.poll() is None, "skipping takes a while")
    end_by(process, signal.SIGINT, "while skipping")
    check(query(db, "SELECT count(*) FROM article") == articles > 0, "skipping loses nothing")
    check(query(db, "SELECT byte_offset FROM checkpoint") == far, "the place is kept")


def test_fingerprint():
    """Nothing is loaded before the whole file was read for its fingerprint; 8 GiB take a while."""
    header, pages, _ = sample_parts()
    dump, db = "wide.xml", "wide.db"
    with open(dump, "wb") as file:
        file.write(header + pages + b"</mediawiki>\n")
        file.truncate(8 << 30)  # without blocks on the disk
    process = subprocess.Popen([PLAIN, dump, db], stderr=subprocess.PIPE)
    wait_until(lambda: bytes_read(process) > 64 << 20 or process.poll() is not None)
    errors = end_by(process, signal.SIGINT, "the fingerprint")
    check(errors == "" and not os.path.exists(db), "the fingerprint: nothing is kept, '%s'" % errors)


sys.exit(run_tests("loader/interrupted", globals()))
