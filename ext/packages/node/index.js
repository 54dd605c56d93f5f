// index.js - finds the library for this machine, and loads it into a database.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

// Node for glibc reports its version; Node for musl, as on Alpine, reports none.
function platform() {
  const musl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}${musl ? "-musl" : ""}`;
}

function getLoadablePath() {
  const file = path.join(__dirname, "prebuilds", platform(), "neardup.so");
  if (!fs.existsSync(file)) {
    const there = fs.readdirSync(path.join(__dirname, "prebuilds")).sort().join(", ");
    throw new Error(
      `neardup has no library for ${platform()}, only for ${there}. ` +
        "Compile the extension, as its page on installation says, and give its path to db.loadExtension()."
    );
  }
  return file;
}

function load(db) {
  const asked = typeof db.enableLoadExtension === "function"; // node:sqlite, but not better-sqlite3
  if (asked) db.enableLoadExtension(true);
  try {
    db.loadExtension(getLoadablePath());
  } finally {
    if (asked) db.enableLoadExtension(false);
  }
}

module.exports = { getLoadablePath, load };
