"""live_form.py - a form that warns before a duplicate is saved, by a live index.

    /usr/bin/python3 examples/live_form.py

Run it in the project's folder, after `make`, and open the address that it prints. With --try it saves four questions as
somebody would who fills in the form, and prints what the form says. Questions are kept in memory.
"""

import html
import http.server
import sqlite3
import sys
import urllib.parse

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<title>Ask a question</title>
<form method="post">
<p>{said}</p>
<p><textarea name="text" rows="4" cols="60">{text}</textarea></p>
<p><button>Ask</button> <label><input type="checkbox" name="anyway"> even if it is there already</label></p>
</form>
"""

db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
db.enable_load_extension(True)
db.load_extension("build/neardup")
db.execute("CREATE VIRTUAL TABLE question USING neardup(text, jaccard_least=0.7)")


def ask(text, anyway):
    """Saves a question unless it is there already. Returns what to say, and what remains in the form."""
    near = None if anyway else db.execute(
        "SELECT rowid, text FROM question(?) ORDER BY jaccard DESC LIMIT 1", (text,)).fetchone()
    if near:
        return "Is it question %d? %s" % near, text
    id = db.execute("INSERT INTO question(text) VALUES (?)", (text,)).lastrowid
    return "Question %d is saved." % id, ""


class Form(http.server.BaseHTTPRequestHandler):
    def answer(self, said, text):
        page = PAGE.format(said=html.escape(said), text=html.escape(text)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_GET(self):
        self.answer("What is your question?", "")

    def do_POST(self):
        length = min(int(self.headers.get("Content-Length", 0)), 100000)
        sent = urllib.parse.parse_qs(self.rfile.read(length).decode(errors="replace"))
        self.answer(*ask(sent.get("text", [""])[0], "anyway" in sent))


if sys.argv[1:] == ["--try"]:
    for question, insists in (("How do I reset the password of my account?", False),
                              ("Which ferry goes to Hestholm on Sundays?", False),
                              ("how do i reset the password of my acount", False),
                              ("How do I reset the password of my other account?", True)):
        print(ask(question, insists)[0])
else:
    server = http.server.HTTPServer(("127.0.0.1", 8001), Form)
    print("http://127.0.0.1:8001")
    server.serve_forever()
