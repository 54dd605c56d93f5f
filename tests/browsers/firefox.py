"""firefox.py - drives a headless Firefox by Marionette, without a library. Browser has the methods of chromium.py."""

import json
import os
import socket
import subprocess
import tempfile
import time

from .browser import Failure, installed

NAMES = ["firefox-esr", "firefox"]
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}
PREFERENCES = {"marionette.port": 0, "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False,
               "browser.download.folderList": 2, "browser.download.alwaysOpenPanel": False,
               "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.reportingpolicy.firstRun": False}
# What a page asks for, and what goes wrong in it.
WATCH = """
    window.requests = [];
    Services.obs.addObserver((subject) => {
        const channel = subject.QueryInterface(Ci.nsIChannel);
        if (channel.loadInfo.externalContentPolicyType !== Ci.nsIContentPolicy.TYPE_DOCUMENT
            && gBrowser.selectedBrowser.browsingContext.id === channel.loadInfo.browsingContextID)
            window.requests.push(channel.URI.spec);
    }, "http-on-opening-request");
"""
PROBLEMS = """
    return Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError
        && one.sourceName.startsWith("file:") && one.category.startsWith("content")).map((one) => one.errorMessage);
"""


def find():
    """The path of a Firefox, or None."""
    return installed(NAMES)


class Browser:
    """One page of a browser. `requests` and `problems` say what it has done since open(); `downloads` is a folder."""

    def __init__(self, limit=60):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with open(os.path.join(self.folder.name, "user.js"), "w", encoding="utf-8") as file:
            self.downloads = os.path.join(self.folder.name, "downloads")
            for name, value in {**PREFERENCES, "browser.download.dir": self.downloads}.items():
                file.write("user_pref(%s, %s);\n" % (json.dumps(name), json.dumps(value)))
        self.process = subprocess.Popen(
            [find(), "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile",
             self.folder.name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.folder.name})
        self.socket, self.buffer, self.number = self.connect(time.monotonic() + limit), b"", 0
        self.socket.settimeout(limit)
        self.message()  # who it is
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"timeouts": {"script": 1000 * limit}}})
        self.chrome(WATCH)

    def connect(self, until):
        """The port is in a file of the profile, as soon as the browser listens."""
        port = os.path.join(self.folder.name, "MarionetteActivePort")
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with open(port, encoding="utf-8") as file:
                    return socket.create_connection(("127.0.0.1", int(file.read())))
            except (OSError, ValueError):
                time.sleep(0.05)
        raise Failure("the browser does not answer")

    def close(self):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
        except (Failure, OSError):
            self.process.kill()
        self.socket.close()
        self.process.wait(30)
        self.folder.cleanup()

    def message(self):
        """The next message: its length, a colon, JSON."""
        length, colon, rest = self.buffer.partition(b":")
        while not colon or len(rest) < int(length):
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise Failure("the browser ended")
            self.buffer += piece
            length, colon, rest = self.buffer.partition(b":")
        self.buffer = rest[int(length):]
        return json.loads(rest[:int(length)])

    def call(self, method, **values):
        self.number += 1
        text = json.dumps([0, self.number, method, values]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.message()
        if error:
            raise Failure("%s: %s" % (method, error["message"]))
        return result

    def chrome(self, program, *values):
        """What a program gives that runs in the browser itself, not in its page."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=program, args=list(values))["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    requests = property(lambda self: self.chrome("return window.requests"))
    problems = property(lambda self: self.chrome(PROBLEMS))

    def open(self, address):
        """Loads a page afresh, and returns the seconds that this took."""
        self.call("WebDriver:Navigate", url="about:blank")
        self.chrome("window.requests.length = 0; Services.console.reset()")
        begin = time.monotonic()
        self.call("WebDriver:Navigate", url=address)
        return time.monotonic() - begin

    def run(self, program):
        """The value of an expression in the page; promises are awaited. (Only a script of the page sees its constants.)"""
        script = "window.answer = (async () => (%s))()" % program
        return self.call("WebDriver:ExecuteScript", args=[script], script="""
            const script = document.createElement("script");
            const policy = trustedTypes.createPolicy("test", { createScript: (text) => text });
            script.textContent = policy.createScript(arguments[0]);
            document.head.append(script);
            script.remove();
            return window.answer;
        """)["value"]

    def resize(self, width, height, media="", **features):
        """The size of the page, its medium, and media features such as prefers_color_scheme='dark'."""
        self.call("WebDriver:SetWindowRect", width=max(width, 600), height=height + 100)
        self.chrome("""
            const [width, height, media, scheme, motion] = arguments, browser = gBrowser.selectedBrowser;
            for (const [name, value] of [["width", width], ["height", height]])
                for (const bound of ["min-", "max-"]) browser.style.setProperty(bound + name, value + "px");
            browser.browsingContext.mediumOverride = media;
            Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", scheme === "dark" ? 0 : 1);
            Services.prefs.setIntPref("ui.prefersReducedMotion", motion === "reduce" ? 1 : 0);
        """, width, height, media, features.get("prefers_color_scheme"), features.get("prefers_reduced_motion"))

    def press(self, key):
        value = KEYS.get(key, key)
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]}])
