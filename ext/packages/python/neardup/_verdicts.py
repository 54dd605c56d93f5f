"""What people say of two texts: verdicts, which may be kept in a file of JSON lines, and a review, which asks for them."""

from __future__ import annotations

import errno
import fcntl
import getpass
import json
import os
import re
import time
from contextlib import suppress
from typing import Any, BinaryIO, Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ._connect import Session, WrongValue

VERDICTS = ("contradiction", "same", "pattern", "citation", "fixed", "ignore", "duplicate", "no duplicate")
KEYS = {**dict(zip("csptfidn", VERDICTS)), "b": "back", "u": "undo", "q": "quit"}
PROMPT = ("[c]ontradiction [s]ame [p]attern ci[t]ation [f]ixed [i]gnore, [d]uplicate [n]o duplicate; Enter: skip, [b]ack [u]ndo "
          "[q]uit: ")
LAST_PROMPT = "That was the last pair: [b]ack [u]ndo [q]uit: "
HELP = "Type a letter in brackets, or the whole word; a reason may follow a verdict, after a space."
ANSWER = re.compile(rf"({'|'.join([*KEYS, *KEYS.values()])})(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)


class Said(NamedTuple):
    """What somebody said of two texts. These are also the members of a line of a file of verdicts."""

    verdict: str  # contradiction, same, pattern, citation, fixed, ignore, duplicate or no duplicate
    text_a: str
    text_b: str
    title_a: str
    title_b: str
    judge: str
    judged_at: str  # UTC
    reason: str


def named(judge: Optional[str]) -> str:
    """Who judges: by default, who runs this."""
    try:
        return getpass.getuser() if judge is None else judge
    except (OSError, KeyError, ImportError):
        raise ValueError("neardup: judge must be a name: this system does not say who you are") from None


def _values(line: bytes) -> List[Optional[str]]:
    """The members of a line."""
    try:
        row = json.loads(line) if line.strip() else {}
        values = [row.get(name) for name in Said._fields]
        for value in values:
            if "\0" in (value or ""):
                raise ValueError
            (value or "").encode()  # not half a character
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise ValueError(f"expected an object whose members are texts, found {line.decode('utf-8', 'replace').strip()!r:.60}") from None
    return values


class File:
    """A file of verdicts. Each is a line that is added, also one that takes another back: so, several programs may write at once,
    and what somebody else has written there stays."""

    _last, _was_back = 0, False  # when the last line was added, and whether it takes one back

    def __init__(self, path: str) -> None:
        self.path = path
        self._size = self._lines = 0  # what was read

    @staticmethod
    def now(is_back: bool) -> int:
        """The time for a line. What takes back counts for all of its second, so it has one of its own."""
        File._last = max(int(time.time()), File._last + (is_back or File._was_back))
        File._was_back = is_back
        return File._last

    def _refuse(self, line: Any, why: str) -> WrongValue:
        return WrongValue("verdicts", f"must be a file of JSON lines; {self.path}, line {line}: {why}. To take over verdicts from a "
                          "CSV, give neardup verdicts DB FILE; neardup verdicts DB then prints such lines")

    def _rows(self, file: BinaryIO) -> Iterator[Tuple[Any, ...]]:
        """The lines from here, each with its number, as read_verdicts.sql counts them."""
        for number, line in enumerate(file, self._lines):
            try:
                yield (number, *_values(line))
            except ValueError as error:
                raise self._refuse(number + 1, str(error)) from None

    def take(self, session: Session) -> None:
        """Takes over what was added since the last time; nothing if a line cannot be."""
        if not os.path.exists(self.path) or os.path.getsize(self.path) == self._size:
            return
        with session.transaction(), open(self.path, "rb") as file:
            _lock(file, fcntl.LOCK_SH)
            if os.path.getsize(self.path) < self._size:
                self._size = self._lines = 0
            file.seek(self._size)
            names = ", ".join(Said._fields)
            session.rows(f"CREATE TABLE IF NOT EXISTS temp.filled ({names})")
            session.rows("DELETE FROM temp.filled")
            session.insert(f"INSERT INTO temp.filled (rowid, {names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", self._rows(file))
            ((count,),) = session.rows("SELECT count(*) FROM temp.filled")
            told = session.run("read_verdicts")
            if session.rows("SELECT 1 FROM temp.filled LIMIT 1"):
                line, why = re.findall(r"^  line ([\d,]+): (.*(?:\n    .*)*)", told, re.MULTILINE)[0]
                raise self._refuse(line, " ".join(why.split()))
            self._size, self._lines = file.tell(), self._lines + count

    def add(self, line: bytes) -> None:
        """Adds a line, as a whole."""
        with open(self.path, "ab+", buffering=0) as file:
            _lock(file, fcntl.LOCK_EX)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 1, 0))
            whole = file.read(1) in (b"", b"\n")
            line = line if whole else b"\n" + line
            if os.write(file.fileno(), line) < len(line):
                os.ftruncate(file.fileno(), size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.path)
            if size == self._size:  # nobody else's
                self._size, self._lines = size + len(line), self._lines + 1


def _lock(file: Any, how: int) -> None:
    with suppress(OSError):  # where a file system has no locks, lines are still added as a whole
        fcntl.flock(file, how)


def _add(session: Session, file: Optional[File], texts: str, where: Sequence[Any], verdict: str, judge: str, reason: str) -> None:
    """Adds to the file what was said of the two texts of which SQL gives the columns."""
    if file:
        members = ", ".join(f"'{name}', {name}" for name in Said._fields)
        ((line,),) = session.rows(
            f"WITH said(verdict, judge, judged_at, reason) AS (SELECT ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', ?, 'unixepoch'), ?) "
            f"SELECT CAST(json_object({members}) || char(10) AS BLOB) FROM said CROSS JOIN {texts}",
            (verdict, judge, file.now(verdict == "none"), reason, *where))
        _values(line)  # what could not be read again is refused
        file.add(line)


def give(session: Session, a: int, b: int, verdict: str, judge: str, reason: str, file: Optional[File]) -> None:
    """Stores a verdict on two sentences, also in the file."""
    if verdict not in (*VERDICTS, "none"):
        raise WrongValue("verdict", f"must be {', '.join(VERDICTS)} or none, found {verdict!r}")
    with session.transaction():
        session.run("verdict", {"a": a, "b": b, "verdict": verdict, "judge": judge, "reason": reason})
        _add(session, file, "(SELECT x.text AS text_a, y.text AS text_b, iif(p.titled, p.title, '') AS title_a,"
                            "        iif(q.titled, q.title, '') AS title_b"
                            "   FROM sentence AS x CROSS JOIN sentence AS y"
                            "   JOIN article AS p ON p.id = x.article_id JOIN article AS q ON q.id = y.article_id"
                            "  WHERE x.id = ? AND y.id = ?)", (a, b), verdict, judge, reason)


def _undo(session: Session, file: Optional[File]) -> int:
    """Undoes the last answer, also in the file; at which place it was, 0 for none."""
    with session.transaction():
        last = session.rows("SELECT place, judge, is_link, text_a, text_b FROM temp.answered ORDER BY number DESC LIMIT 1")
        if not last:
            return 0
        place, judge, links, *texts = last[0]
        stored = "SELECT verdict, reason FROM main.verdict WHERE text_a = ? AND text_b = ? AND judge = ? AND is_link = ?"
        session.run("review_undo")
        before = session.rows(stored, (*texts, judge, links))
        if not before:  # `none` takes back both sorts
            before = [("none", ""), *session.rows(stored, (*texts, judge, not links))]
        for verdict, reason in before:
            _add(session, file, "temp.asked WHERE place = ?", (place,), verdict, judge, reason)
    return int(place)


def _answer(ask: Callable[[str], str], is_pair: bool) -> Tuple[str, str]:
    """What was answered, in full, and the reason. What is not understood is asked for again; after the last pair it is the end."""
    while True:
        try:
            line = ask(PROMPT if is_pair else LAST_PROMPT).strip()
        except EOFError:
            return "quit", ""
        found = ANSWER.fullmatch(line)
        if not line:
            return "skip", ""
        if found:
            word, reason = KEYS.get(found[1].lower(), found[1].lower()), found[2] or ""
            if is_pair if word in VERDICTS else not reason:
                return word, reason
        if not is_pair:
            return "quit", ""
        print(HELP)


def review(session: Session, judge: str, choice: Any, file: Optional[File], ask: Callable[[str], str]) -> int:
    """Asks for one pair after the other, with the scripts of `neardup review`; how many got a verdict."""
    choice = {**choice, "judge": judge}

    def following(place: Optional[int]) -> int:
        if file:
            file.take(session)  # what others said meanwhile
        return int(session.run("review_next.sql", {**choice, "place": place}) or 0)

    def back(place: int) -> int:
        ((earlier,),) = session.rows("SELECT total(place) FROM (SELECT place FROM temp.asked WHERE seen < (SELECT seen FROM temp.asked "
                                     "WHERE place = ?) ORDER BY seen DESC LIMIT 1)", (place,))
        return int(earlier)

    session.define("neardup_style", lambda name: "", 1)
    session.run("review", choice)
    last = place = following(None)
    if not place:
        print("There is no pair to ask for.")
    while last:
        if place:
            session.run("review_take.sql", {"place": place})
            print(session.run("review_pair", {"place": place, "judge": judge, "sample": choice.get("sample")}))
        word, reason = _answer(ask, bool(place))
        if word == "quit" or word == "skip" and not place:
            break
        if word in ("back", "undo"):
            earlier = _undo(session, file) if word == "undo" else back(place) if place else last
            if not earlier:
                print("There is no answer to undo." if word == "undo" else "This is the first pair.")
            place = earlier or place
        else:
            if word != "skip":
                with session.transaction():
                    session.run("review_answer", {"place": place, "verdict": word, "judge": judge, "reason": reason})
                    _add(session, file, "temp.asked WHERE place = ?", (place,), word, judge, reason)
            last, place = place, following(place)
    return int(session.rows("SELECT count(DISTINCT place) FROM temp.answered")[0][0])
