"""webhook.py - tells a URL of each change of the near-duplicates in a database, in JSON.

    /usr/bin/python3 examples/webhook.py DB URL

Run it in the project's folder, after `make`, again and again, as from cron. DB has an index `near` with changes=1. Each
request is {"seq": 7, "what": "appeared", "a": 1, "b": 3, "cluster": null, "into": null}, and counts when the answer is 200.
If the program is killed after the answer and before it has noted that, it sends the change again; so who receives it keeps
the last seq, and passes over what has no greater one: each change counts once. With --try it is sender and receiver, and
the first answer is lost.
"""

import http.server
import json
import sqlite3
import sys
import threading
import urllib.request


def open_index(file):
    db = sqlite3.connect(file, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension("build/neardup")
    db.execute("CREATE TABLE IF NOT EXISTS sent (seq)")
    return db


def send(db, url):
    """Sends what has changed since, in its order; an OSError ends it, and the next call goes on there."""
    (last,), = db.execute("SELECT ifnull(max(seq), 0) FROM sent")
    changes = db.execute("SELECT * FROM near_changes WHERE seq > ? ORDER BY seq", (last,))
    names = [column[0] for column in changes.description]
    for change in changes.fetchall():
        body = json.dumps(dict(zip(names, change))).encode()
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=30).close()
        db.execute("REPLACE INTO sent(rowid, seq) VALUES (1, ?)", change[:1])


class Receiver(http.server.BaseHTTPRequestHandler):
    last, answers = 0, 0

    def do_POST(self):
        change = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if change["seq"] > Receiver.last:
            Receiver.last = change["seq"]
            print(" ".join(str(value) for value in list(change.values())[1:] if value is not None), flush=True)
        Receiver.answers += 1
        if Receiver.answers > 1:
            self.send_response(200)
            self.end_headers()

    def log_message(self, *_):
        pass


if sys.argv[1:] == ["--try"]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    notes, url = open_index(":memory:"), "http://127.0.0.1:%d" % server.server_port
    notes.execute("CREATE VIRTUAL TABLE near USING neardup(text, clusters=1, changes=1)")
    notes.execute("INSERT INTO near(text) VALUES ('Bus 12 stops at the old pier until ten.'), ('The ferry leaves at nine.'),"
                  " ('Bus 21 stops at the old pier until ten.')")
    try:
        send(notes, url)
    except OSError:
        print("no answer")
    send(notes, url)
    notes.execute("DELETE FROM near WHERE rowid = 1")
    send(notes, url)
else:
    send(open_index(sys.argv[1]), sys.argv[2])
