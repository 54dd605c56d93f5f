"""wiki_stream.py - examples/pair_changes.py against a wiki of its own on 127.0.0.1, whose network is as bad as it gets.

A server answers each connection with the next part of a story, and refuses for good when the story ends. Nothing waits:
the clock is given, and notes how long the program would have slept.
"""

import contextlib
import http.server
import importlib.util
import io
import json
import os
import subprocess
import sys
import threading
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, run_tests

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
FILE = os.path.join(ROOT, "examples", "pair_changes.py")
SPEC = importlib.util.spec_from_file_location("pair_changes", FILE)
pair_changes = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(pair_changes)
AGENT = "neardup-pair-changes/1.0 (you@example.org) Python-urllib/"


def edit(number, **fields):
    return {"meta": {"id": f"event-{number}", "domain": "en.example.org"}, "type": "edit", "namespace": 0, "title": f"T{number}",
            "timestamp": 1700000000 + number, "revision": {"new": number}, **fields}


def message(event, identity=None):
    data = event if isinstance(event, str) else json.dumps(event)
    return f"event: message\nid: {identity or event['meta']['id']}\ndata: {data}\n\n".encode()


def numbers(events):
    return [int(event["meta"]["id"].partition("-")[2]) for event in events]


class Wiki(http.server.ThreadingHTTPServer):
    """`stream` and `api` are what the next connections get: bytes, a status with headers, or a function of the handler."""

    daemon_threads = True

    def __init__(self, stream, api=(), hidden=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.stream, self.api, self.hidden = list(stream), list(api), hidden
        self.asked, self.agents, self.lasts, self.paths, self.silence = [], set(), [], [], threading.Event()

    def handle_error(self, request, client_address):
        pass  # a connection that the other side has closed


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def give(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        wiki = self.server
        wiki.agents.add(self.headers["User-Agent"])
        path, _, query = self.path.partition("?")
        wiki.paths.append(self.path)
        story = wiki.stream if path == "/stream" else wiki.api
        if path == "/stream":
            wiki.lasts.append(self.headers["Last-Event-ID"])
        part = story.pop(0) if story else (403, {}) if path == "/stream" else None
        if callable(part):
            part(self)
        elif isinstance(part, bytes):
            self.give(200, part)
        elif part:
            self.give(part[0], **part[1])
        else:
            self.give_texts(urllib.parse.parse_qs(query))

    def give_texts(self, query, most=1000):
        asked = [int(number) for number in query["revids"][0].split("|")]
        begin = int(query.get("rvcontinue", ["0"])[0])
        self.server.asked.append(asked)
        pages = [{"pageid": 10 * n, "revisions": [{"revid": n, "slots": {"main": {} if n in self.server.hidden else
                                                                         {"content": f"text {n}"}}}]}
                 for n in asked[begin:begin + most]]
        more = {"continue": {"rvcontinue": begin + most, "continue": "||"}} if begin + most < len(asked) else {}
        self.give(200, json.dumps({"query": {"pages": pages}, **more}).encode())


class Told:
    """What the program did: the events that it wrote, what it said, how long it would have slept."""

    def __init__(self, wiki, since=None, now=lambda: 0, **settings):
        out, errors, self.slept = io.StringIO(), io.StringIO(), []
        kept = {name: getattr(pair_changes, name) for name in settings}
        for name, value in settings.items():
            setattr(pair_changes, name, value)
        thread = threading.Thread(target=wiki.serve_forever, kwargs={"poll_interval": 0.001})
        thread.start()
        address = f"http://127.0.0.1:{wiki.server_address[1]}"
        requests = pair_changes.Requests("you@example.org", self.slept.append, now)
        self.end = None
        try:
            with contextlib.redirect_stderr(errors):
                pair_changes.run(requests, address + "/stream", address + "/w/api.php", "en.example.org", (0,), since, out)
        except SystemExit as error:
            self.end = str(error)
        finally:
            wiki.silence.set()
            wiki.shutdown()
            thread.join()
            wiki.server_close()
            for name, value in kept.items():
                setattr(pair_changes, name, value)
        self.lines = out.getvalue()
        self.events = [json.loads(line) for line in self.lines.splitlines()]
        self.said = errors.getvalue()
        check(self.end and ("HTTP Error 403" in self.end or "/w/api.php" in self.end), f"it ends with the story: {self.end}")
        check(all(agent.startswith(AGENT) for agent in wiki.agents), f"it says who it is: {wiki.agents}")


def test_batches():
    """120 edits take three requests; what is of another wiki, of no article or no change is not asked for."""
    others = [edit(900, namespace=1), edit(901, type="categorize"), edit(902, type="log", log_type="block"),
              edit(903, meta={"id": "event-903", "domain": "canary"}), edit(904, meta={"id": "event-904", "domain": "de.example.org"})]
    moved = edit(500, type="log", namespace=2, log_type="move", log_action="move")
    wiki = Wiki([b"".join(map(message, [*map(edit, range(1, 60)), *others, moved, *map(edit, range(60, 121))]))], hidden=[7])
    told = Told(wiki)
    check([len(asked) for asked in wiki.asked] == [50, 49, 21], [len(asked) for asked in wiki.asked])
    check(numbers(told.events) == [*range(1, 60), 500, *range(60, 121)], "each once, in the order of the stream")
    check(all((event["text"], event["page_id"]) == (f"text {n}", 10 * n) for n, event in zip(numbers(told.events), told.events)
              if n not in (7, 500)), "each with its own text")
    check(all("text" not in event for event in told.events if numbers([event])[0] in (7, 500)), "or none, if that is hidden")
    check(all("maxlag=5" in path for path in wiki.paths if "api" in path), "it gives way to people")


def test_broken_connections():
    """The next connection goes on after the last event that came whole, wherever the one before broke."""
    whole = b"".join(message(edit(n)) for n in range(1, 6))
    for cut in range(0, len(whole) + 1, 7):
        wiki = Wiki([whole[:cut], lambda handler: handler.give(200, b"".join(
            message(edit(n)) for n in range(1 + int((handler.headers["Last-Event-ID"] or "event-0")[6:]), 6)))])
        told = Told(wiki)
        check(numbers(told.events) == [1, 2, 3, 4, 5], f"cut after {cut} bytes: {numbers(told.events)}")
        check(all(event["text"] == f"text {numbers([event])[0]}" for event in told.events), f"cut after {cut} bytes: texts")
    told = Told(Wiki([lambda handler: handler.give(200, message(edit(1))[:-3], Content_Length="1000"), (200, {}), (200, {}), message(edit(1))]))
    check(numbers(told.events) == [1] and told.slept[:3] == [1, 2, 4], f"it waits longer each time: {told.slept}")
    check(told.slept[3:] == [1], f"and after an event begins anew: {told.slept}")
    told = Told(Wiki([(200, {})] * 12))
    check(told.slept == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300], f"but not for ever longer: {told.slept}")


def test_where_it_begins():
    wiki = Wiki([message(edit(1)) + message(edit(2), "[{\"offset\": 7}]"), (200, {})])
    Told(wiki, since="2026-11-01T00:00:00Z")
    check(wiki.lasts == [None, "[{\"offset\": 7}]", "[{\"offset\": 7}]"], wiki.lasts)
    check([path for path in wiki.paths if "stream" in path] == ["/stream?since=2026-11-01T00%3A00%3A00Z", "/stream", "/stream"], wiki.paths)


def test_events_again():
    """What comes twice is written once; what comes late, in the order in which it comes."""
    order = [3, 1, 3, 2, 2, 1, 5, 4, 5]
    wiki = Wiki([b"".join(message(edit(n)) for n in order), b"".join(message(edit(n)) for n in (5, 6, 1))])
    check(numbers(Told(wiki).events) == [3, 1, 2, 5, 4, 6], "each once")
    told = Told(Wiki([b"".join(message(edit(n)) for n in [*range(20), 0])]), LATEST_MOST=10)
    check(len(told.events) == 21, "what it remembers is bounded")


def test_damaged_lines():
    odd = ["", "{", "[]", "null", "7", '"text"', "{}", '{"meta": 1}', '{"meta": {"id": [], "domain": "en.example.org"}}', "[" * 100000,
           '{"meta": {"id": "x", "domain": "en.example.org"}}', "\x00\x1b[31m", '{"meta": {"id": "y", "domain": "en.example.org"}, "type": {}}',
           json.dumps(edit(90, revision=None)), json.dumps(edit(91, revision={})), json.dumps(edit(92, namespace="0")), json.dumps(edit(93))[:-9]]
    story = b"".join(message(data, f"odd-{n}") + message(edit(n)) for n, data in enumerate(odd, 1))
    told = Told(Wiki([story + b"data: \xff\xfe\n\n" + b": comment\n\nretry: 5\nnonsense\n\n" + message(edit(99)).replace(b"\n", b"\r\n")]))
    check(numbers(told.events) == [*range(1, len(odd) + 1), 99], f"all others are written: {numbers(told.events)}")
    check(told.said.count("skipped, as it is not an event") == 15 and "\x1b" not in told.said, told.said)
    data = json.dumps(edit(2))
    told = Told(Wiki([message(edit(1)) + b"data: " + b"x" * 5000 + b"\n\n" + f"data: {data[:20]}\ndata: {data[20:]}\n\n".encode() + b"data: "
                      + b"x" * 9000]), LINE_MOST=1000)
    check(numbers(told.events)[:1] == [1] and "a line of more than 1000 bytes" in told.said, told.said)
    told = Told(Wiki([message(edit(1), "odd\u2028id") + message(edit(2), "snow\u2603"), (200, {})]))
    check(numbers(told.events) == [1, 2], "an id that no header can carry is not kept")


def test_refusals():
    """What is refused for now is asked again, when the server says; what is refused for good ends the program."""
    for status in (408, 429, 500, 502, 503, 504):
        told = Told(Wiki([(status, {"Retry_After": "17"}), message(edit(1))], [(status, {"Retry_After": "40"}), (status, {})]))
        check(numbers(told.events) == [1] and told.events[0]["text"] == "text 1", f"{status}: {told.events}")
        check(told.slept[0] == 17 and 40 in told.slept, f"{status}: {told.slept}")
    for told_wait in ("soon", "-1", "1e9", "\u00b2", "9" * 30, "9" * 5000):
        told = Told(Wiki([(429, {"Retry_After": told_wait}), message(edit(1))]))
        check(numbers(told.events) == [1] and told.slept[0] == (3600 if told_wait[0] == "9" else 1), f"{told_wait}: {told.slept}")
    for status in (400, 401, 403, 404, 410):
        wiki = Wiki([message(edit(1))], [(status, {})])
        told = Told(wiki)
        check(told.end and f"/w/api.php: HTTP Error {status}" in told.end and told.events == [], told.end)
    error = lambda code: json.dumps({"error": {"code": code, "info": "what\x1b[31m it means"}}).encode()
    told = Told(Wiki([message(edit(1))], [lambda handler: handler.give(200, error("maxlag"), Retry_After="9"), error("ratelimited")]))
    check(told.slept[:3] == [9, 2, 1] and numbers(told.events) == [1], f"{told.slept}")
    told = Told(Wiki([message(edit(1))], [error("badinteger")]))
    check("badinteger: what\ufffd[31m it means" in told.end, told.end)


def test_damaged_answers():
    """Half an answer, or one of another form, is asked for again; a long one comes in parts."""
    whole = json.dumps({"query": {"pages": [{"pageid": 10, "revisions": [{"revid": 1, "slots": {"main": {"content": "text 1"}}}]}]}})
    odd = [b"", b"{", b"[]", b"7", whole.encode()[:40], b"<html>502</html>", b'{"query": []}', b'{"query": {"pages": [7]}}', b"\xff",
           b'{"error": 7}', b'{"query": {"pages": [{"revisions": [{"slots": {"main": {"content": ""}}}]}]}}',
           lambda handler: handler.give(200, b"{", Content_Length="99"), lambda handler: handler.connection.close()]
    told = Told(Wiki([message(edit(1))], odd))
    check(numbers(told.events) == [1] and told.events[0]["text"] == "text 1", f"{told.events}, {told.said}")
    parts = Wiki([b"".join(message(edit(n)) for n in range(1, 31))])
    parts.api = [lambda handler: handler.give_texts(urllib.parse.parse_qs(handler.path.partition("?")[2]), 7)] * 5
    told = Told(parts)
    check([event["text"] for event in told.events] == [f"text {n}" for n in range(1, 31)], "in parts")
    check(len(parts.asked) == 5, f"{len(parts.asked)} requests")


def test_silence():
    """A server that says nothing: the connection is made again, and what has come is written."""
    def silent(handler):
        handler.give(200, message(edit(1)) + b"data: {")
        handler.wfile.flush()
        handler.server.silence.wait(30)
    told = Told(Wiki([silent, message(edit(2))], [lambda handler: handler.server.silence.wait(30)]), TIMEOUT=1)
    check(numbers(told.events) == [1, 2] and all("text" in event for event in told.events), told.events)


def test_time_of_a_batch():
    """While the stream flows, an event is written after five seconds, whatever comes then."""
    ticks = iter(range(1000))
    wiki = Wiki([message(edit(1)) + 40 * b": nothing\n" + message(edit(2))])
    told = Told(wiki, now=lambda: next(ticks))
    check(wiki.asked == [[1], [2]] and numbers(told.events) == [1, 2], f"{wiki.asked}")


def test_command_line(folder):
    for words in ([], ["en.example.org"], ["en.example.org", "me"], ["en.example.org", "me@x\nHost: y"],
                  ["en.example.org", "me@x", "--namespaces", "all"]):
        done = subprocess.run([sys.executable, FILE, *words], capture_output=True, text=True, check=False)
        check(done.returncode == 2 and "usage" in done.stderr, f"{words}: {done.returncode}, {done.stderr}")
    # And the watch reads what it writes.
    told = Told(Wiki([message(edit(1)) + message(edit(2)) + message(edit(3, type="log", log_type="delete", log_action="delete",
                                                                         title="T1"))]))
    database = os.path.join(folder, "wiki.db")
    done = subprocess.run([NEARDUP, "watch", database, "--language", "en", "-q"], input=told.lines, capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"{done.returncode}: {done.stderr}")
    done = subprocess.run(["sqlite3", database, "SELECT title, page_id FROM article"], capture_output=True, text=True, check=False)
    check(done.stdout == "T2|20\n", done.stdout + done.stderr)


if __name__ == "__main__":
    run_tests("program/wiki_stream", test_batches, test_broken_connections, test_where_it_begins, test_events_again, test_damaged_lines,
              test_refusals, test_damaged_answers, test_silence, test_time_of_a_batch, test_command_line)
