#!/usr/bin/python3
"""pair_changes.py - follows the changes of a wiki of Wikimedia with the texts of its pages, for `neardup watch`.

    python3 examples/pair_changes.py en.wikipedia.org you@example.org | neardup watch enwiki.db -o findings.jsonl

Reads the stream mediawiki.recentchange, asks the API of the wiki for the texts of new revisions, 50 at a time, and writes
each event as a line of JSON with the fields "text" and "page_id". docs/guide/watch.md describes both.

  (1) If a connection breaks, is silent for a minute or is refused for now, it connects again after 1, 2, 4, … 300 seconds, or
      when the server says, and goes on after the last whole event, so it loses none. `--since TIME` says where to begin.
  (2) It reports on standard error what is not an event, and skips it. It drops an event that comes again.
  (3) An event waits for others, at most 5 seconds while the stream flows. Events keep their order.
  (4) A refusal for good, such as 403, ends it with a line that says so, and status 1.
  (5) Wikimedia asks every program to say who runs it: each request has your address or user page.
"""

import argparse
import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

STREAM = "https://stream.wikimedia.org/v2/stream/mediawiki.recentchange"
REVISIONS_MOST = 50  # of a request to the API, without a higher limit of your own
LINE_MOST = 8 << 20  # bytes; neardup skips longer ones
LATEST_MOST = 10000  # events to remember, in case they come again
TIMEOUT, WAIT_MOST, TOLD_MOST, BATCH_SECONDS = 60, 300, 3600, 5
FOR_NOW = (408, 425, 429, 500, 502, 503, 504)
CODES_FOR_NOW = ("maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError")
BROKEN = (OSError, http.client.HTTPException, ValueError)  # also a timeout, and half an answer
MISSHAPEN = (TypeError, KeyError, AttributeError, RecursionError)  # JSON, but of another form


def printable(what):
    """A line for a terminal: what a server says may have escapes."""
    return "pair_changes.py: " + "".join(c if c.isprintable() else "\ufffd" for c in what)


def say(what):
    print(printable(what), file=sys.stderr, flush=True)


def numbers(text):
    return [int(number) for number in text.split(",")]


class Requests:
    """Opens addresses, and waits after a failure. `sleep` and `now` are the clock."""

    def __init__(self, contact, sleep=time.sleep, now=time.monotonic):
        self.agent = f"neardup-pair-changes/1.0 ({contact}) Python-urllib/{urllib.request.__version__}"
        self.sleep, self.now, self.delay = sleep, now, 1

    def open(self, url, **headers):
        request = urllib.request.Request(url, headers={"User-Agent": self.agent, **headers})
        return urllib.request.urlopen(request, timeout=TIMEOUT)

    def succeeded(self):
        self.delay = 1

    def wait(self, url, reason, headers=None):
        """Ends the program if the refusal is for good."""
        if isinstance(reason, urllib.error.HTTPError):
            headers = reason.headers
            if reason.code not in FOR_NOW:
                sys.exit(printable(f"{url}: {reason}"))
        told = (headers or {}).get("Retry-After") or ""
        seconds = max(self.delay, min(int(told[:9]), TOLD_MOST) if told.isdecimal() else 0)
        say(f"{url}: {str(reason) or type(reason).__name__}; again in {seconds} seconds")
        self.sleep(seconds)
        self.delay = min(2 * self.delay, WAIT_MOST)


def read_lines(answer):
    """The whole lines of a stream; None for one that is too long."""
    while line := answer.readline(LINE_MOST):
        too_long = not line.endswith(b"\n") and len(line) == LINE_MOST
        while too_long and line and not line.endswith(b"\n"):
            line = answer.readline(LINE_MOST)
        if line.endswith(b"\n"):
            yield None if too_long else line.decode(errors="replace").rstrip("\r\n")


def read_messages(answer):
    """(id, data) of each server-sent event that came whole, and (None, None) after each other line."""
    identity, data = None, []
    for line in read_lines(answer):
        if line is None:
            say(f"a line of more than {LINE_MOST} bytes is skipped")
            data = []
        elif line == "" and data:
            yield identity, "\n".join(data)
            identity, data = None, []
        else:
            name, _, value = line.partition(":")
            if name == "data":
                data.append(value.removeprefix(" "))
            elif name == "id" and value.isascii() and value.isprintable():
                identity = value.removeprefix(" ")
            yield None, None


def follow(requests, url, since=None):
    """What the messages of the stream say, without end; None after other lines, and "" before it waits."""
    last = None
    while True:
        first = f"{url}?since={urllib.parse.quote(since)}" if since and not last else url
        reason = "the stream has ended"
        try:
            with requests.open(first, Accept="text/event-stream", **({"Last-Event-ID": last} if last else {})) as answer:
                for identity, data in read_messages(answer):
                    if data is not None:
                        requests.succeeded()
                        last = identity or last
                    yield data
        except BROKEN as error:
            reason = error
        yield ""
        requests.wait(url, reason)


def parse(data, domain, namespaces, latest):
    """The event, if it is a change of this wiki that did not come before; None otherwise."""
    try:
        event = json.loads(data)
        identity = event["meta"]["id"]
        if event["meta"]["domain"] != domain or identity in latest:
            return None
        if event["type"] in ("edit", "new"):
            if event["namespace"] not in namespaces or not isinstance(event["revision"]["new"], int):
                return None
        elif event["type"] != "log" or event.get("log_type") not in ("move", "delete"):
            return None
        latest[identity] = None
    except (ValueError, *MISSHAPEN) as error:
        say(f"skipped, as it is not an event: {type(error).__name__}: {data[:80]!a}")
        return None
    if len(latest) > LATEST_MOST:
        del latest[next(iter(latest))]
    return event


def contents(answer):
    """{revision: (text, page)} of an answer of the API."""
    return {revision["revid"]: (revision["slots"]["main"]["content"], page["pageid"])
            for page in answer.get("query", {}).get("pages", []) for revision in page.get("revisions", [])
            if "content" in revision.get("slots", {}).get("main", {})}


def ask(requests, url, query):
    """What the API answers, and how to ask for the rest, or None. Asks until it answers."""
    while True:
        headers = None
        try:
            with requests.open(f"{url}?{urllib.parse.urlencode(query)}") as answer:
                headers, found = answer.headers, json.load(answer)
            reason = found.get("error", {}).get("code")
            if reason is None:
                made = contents(found), found.get("continue")
                requests.succeeded()
                return made
        except (*BROKEN, *MISSHAPEN) as error:
            reason = error
        else:
            if reason not in CODES_FOR_NOW:
                sys.exit(printable(f"{url}: {reason}: {found['error'].get('info')}"))
        requests.wait(url, reason, headers)


def texts(requests, url, revisions):
    """{revision: (text, page)}, without those that are hidden or deleted by now."""
    query = {"action": "query", "prop": "revisions", "revids": "|".join(map(str, revisions)), "rvprop": "ids|content",
             "rvslots": "main", "maxlag": 5, "format": "json", "formatversion": 2}
    found, more = {}, {} if revisions else None
    while more is not None:  # an answer has at most about eight megabytes
        some, more = ask(requests, url, {**query, **more})
        found.update(some)
    return found


def write(events, requests, url, out):
    """Writes events, with texts."""
    found = texts(requests, url, [event["revision"]["new"] for event in events if event["type"] != "log"])
    for event in events:
        if event["type"] != "log" and event["revision"]["new"] in found:
            event["text"], event["page_id"] = found[event["revision"]["new"]]
        print(json.dumps(event), file=out)
    out.flush()


def run(requests, stream, api, domain, namespaces=(0,), since=None, out=sys.stdout):
    events, latest, begun = [], {}, 0
    for data in follow(requests, stream, since):
        event = parse(data, domain, namespaces, latest) if data else None
        if event and not events:
            begun = requests.now()
        if event:
            events.append(event)
        if events and (data == "" or len(events) == REVISIONS_MOST or requests.now() - begun >= BATCH_SECONDS):
            write(events, requests, api, out)
            events = []


def main():
    parser = argparse.ArgumentParser(description="follows the changes of a wiki, with texts, for neardup watch")
    parser.add_argument("domain", help="of the wiki, such as en.wikipedia.org")
    parser.add_argument("contact", help="who runs this: an e-mail address, or the address of a page about you")
    parser.add_argument("--since", help="where to begin, such as 2026-11-01T00:00:00Z (default: now)")
    parser.add_argument("--namespaces", type=numbers, default="0", help="whose texts to ask for, such as 0,10 (default: 0)")
    given = parser.parse_args()
    if not given.contact.isprintable() or "@" not in given.contact and "://" not in given.contact:
        parser.error("contact: expected an e-mail address, or the address of a page")
    try:
        run(Requests(given.contact), STREAM, f"https://{given.domain}/w/api.php", given.domain,
            given.namespaces, given.since)
    except (KeyboardInterrupt, BrokenPipeError):  # nobody reads any more
        sys.exit(1)


if __name__ == "__main__":
    main()
