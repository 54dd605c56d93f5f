"""counting.py - what the tests in Python share: counting, and the closing line for tests/run."""
import os

LONG = os.environ.get("NEARDUP_LONG") == "1"  # every case is asked for, not a sample

passed = failed = skipped = 0


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
    """Says how much was tried: tests/run adds up the figures of one `what`."""
    print("figure: %d %s" % (number, what))


def finish(name):
    """Prints the closing line and returns the exit status."""
    print("%s: %d passed, %d failed, %d skipped" % (name, passed, failed, skipped))
    return 1 if failed else 0
