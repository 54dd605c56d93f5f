"""browser.py - what the drivers of browsers have in common."""

import shutil


class Failure(Exception):
    pass


def installed(names):
    """The path of the first of these programs that is there, or None."""
    return next((path for path in map(shutil.which, names) if path), None)
