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


def run_tests(name, *tests):
    """Calls each test, with a new folder if it takes one, prints the last line, and ends the program."""
    for test in tests:
        if inspect.signature(test).parameters:
            with tempfile.TemporaryDirectory() as folder:
                test(folder)
        else:
            test()
    sys.exit(finish(name))
