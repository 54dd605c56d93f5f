"""chromium.py - drives a headless Chromium by its DevTools protocol over two pipes, without a library."""

import json
import os
import select
import subprocess
import tempfile
import time

from .browser import Failure, installed

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find():
    """The path of a Chromium, or None."""
    return installed(NAMES)


class Browser:
    """One page of a browser. `requests` and `problems` say what it has done since open(); `downloads` is a folder."""

    def __init__(self, limit=60):
        self.limit = limit
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        there_read, self.to = os.pipe()
        self.back, there_write = os.pipe()

        def place_pipes():
            # The program reads from 3 and writes to 4.
            read, write = os.dup(there_read), os.dup(there_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        options = ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "no-first-run",
                   "disable-background-networking", "disable-component-update", "remote-debugging-pipe",
                   "user-data-dir=" + self.folder.name)
        self.process = subprocess.Popen(
            [find(), *("--" + option for option in options), "about:blank"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=place_pipes)
        os.close(there_read)
        os.close(there_write)
        self.buffer, self.number, self.session = b"", 0, None
        self.requests, self.problems, self.loaded = [], [], False
        self.downloads = os.path.join(self.folder.name, "downloads")
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Network", "Log":
            self.call(domain + ".enable")

    def close(self):
        os.close(self.to)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.back)
        self.folder.cleanup()

    def message(self, until):
        """The next message from the browser."""
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], max(0, until - time.monotonic()))[0]:
                raise Failure("the browser does not answer")
            piece = os.read(self.back, 1 << 20)
            if not piece:
                raise Failure("the browser ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def notice(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.problems.append(str([value.get("value") for value in values["args"]]))
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.problems.append(values["entry"]["text"])
        elif method == "Page.javascriptDialogOpening" and values["type"] == "beforeunload":
            self.send("Page.handleJavaScriptDialog", accept=True)
        elif method == "Page.javascriptDialogOpening":
            self.problems.append("a dialog: " + values["message"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def send(self, method, **values):
        """Returns the number of the message; its answer has the same."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        return self.number

    def call(self, method, **values):
        number = self.send(method, **values)
        until = time.monotonic() + self.limit
        while True:
            answer = self.message(until)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.notice(answer)

    def go(self, address):
        self.loaded = False
        until = time.monotonic() + self.limit
        self.call("Page.navigate", url=address)
        while not self.loaded:
            self.notice(self.message(until))

    def open(self, address):
        """Loads a page afresh, and returns the seconds that this took."""
        self.go("about:blank")
        self.requests, self.problems = [], []
        begin = time.monotonic()
        self.go(address)
        return time.monotonic() - begin

    def run(self, program):
        """The value of an expression in the page; promises are awaited."""
        result = self.call("Runtime.evaluate", expression=program, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failure(result["exceptionDetails"].get("exception", {}).get("description", program))
        return result["result"].get("value")

    def resize(self, width, height, media="", **features):
        """The size of the window, its medium, and media features such as prefers_color_scheme='dark'."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": name.replace("_", "-"), "value": value}
                                                                       for name, value in features.items()])

    def press(self, key):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else None)
        for kind in "keyDown", "keyUp":
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode={"Tab": 9, "Enter": 13, "Escape": 27}.get(key, 0),
                      **({"text": text} if text and kind == "keyDown" else {}))
