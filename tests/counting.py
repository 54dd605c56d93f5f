"""counting.py - counts the checks of a test in Python, and prints the last line for tests/run."""
import functools
import inspect
import os
import sys
import tempfile

LONG = os.environ.get("NEARDUP_LONG") == "1"  # try every case instead of a sample

passed = failed = skipped = 0


@functools.cache
def seed():
    """What samples and random input begin with. The first call prints it."""
    number = int(os.environ.get("NEARDUP_SEED", "1"))
    print("seed: %d" % number)
    return number


def check(condition, message):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print("failed:", message)


def skip(why):
    global skipped
    skipped += 1
    print("skipped:", why)


def figure(number, what):
    """Says how much was tried. tests/run adds up the figures with the same `what`."""
    print("figure: %d %s" % (number, what))


def finish(name):
    """Prints the last line, and returns the exit status."""
    print("%s: %d passed, %d failed, %d skipped" % (name, passed, failed, skipped))
    return 1 if failed else 0


def require(name, condition, why="this Python's sqlite3 cannot load extensions"):
    """Ends the test of that name as one that is skipped, unless what it needs is here."""
    if not condition:
        skip("%s: %s" % (name, why))
        sys.exit(finish(name))


def run_tests(name, *tests, **given):
    """Calls each test with what it takes of `given`, and with a new folder if it takes one more; prints the last line, and
    ends the program."""
    for test in tests:
        takes = inspect.signature(test).parameters
        arguments = {what: given[what] for what in takes if what in given}
        if len(arguments) < len(takes):
            with tempfile.TemporaryDirectory() as folder:
                test(folder, **arguments)
        else:
            test(**arguments)
    sys.exit(finish(name))
