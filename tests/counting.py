"""counting.py - what the tests in Python share: counting, and the closing line for tests/run."""

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


def finish(name):
    """Prints the closing line and returns the exit status."""
    print("%s: %d passed, %d failed, %d skipped" % (name, passed, failed, skipped))
    return 1 if failed else 0
