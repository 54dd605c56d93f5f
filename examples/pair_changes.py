#!/usr/bin/python3
"""pair_changes.py - adds the texts of pages to the changes of a wiki, for `neardup watch`.

    curl -sN https://stream.wikimedia.org/v2/stream/mediawiki.recentchange |
        python3 examples/pair_changes.py en.wikipedia.org | neardup watch enwiki.db -o findings.jsonl

Reads the stream mediawiki.recentchange from standard input, asks the API of the wiki for the text of each new
revision of an article, and writes the event with the fields "text" and "page_id". docs/guide/watch.md describes both.
"""

import json
import sys
import urllib.parse
import urllib.request


def revision(domain, number):
    """The text of a revision and the number of its page; None if it is hidden or deleted by now."""
    query = urllib.parse.urlencode({"action": "query", "prop": "revisions", "revids": number, "rvprop": "content",
                                    "rvslots": "main", "format": "json", "formatversion": 2})
    request = urllib.request.Request(f"https://{domain}/w/api.php?{query}",
                                     headers={"User-Agent": "neardup-watch (say here who you are)"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        pages = json.load(answer).get("query", {}).get("pages", [])
    for page in pages:
        for found in page.get("revisions", []):
            if "content" in found["slots"]["main"]:
                return found["slots"]["main"]["content"], page["pageid"]
    return None


def main(domain):
    for line in sys.stdin:
        if not line.startswith(("data:", "{")):
            continue
        event = json.loads(line.removeprefix("data:"))
        if event.get("meta", {}).get("domain") != domain or event.get("namespace") != 0:
            continue
        found = revision(domain, event["revision"]["new"]) if event.get("type") in ("edit", "new") else None
        if found:
            event["text"], event["page_id"] = found
        print(json.dumps(event), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
