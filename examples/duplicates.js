// duplicates.js - near-duplicates among the objects of an array in Node, here of six reviews.
//
//     node examples/duplicates.js
//
// Run it in the project's folder. It needs no package: the loader and the sqlite3 shell do the work, in a
// folder that is removed afterwards. (better-sqlite3 and node:sqlite read the database just as well.)
"use strict";

const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const reviews = [
    { id: 1, body: "The kettle boils in two minutes and the handle stays cool. I would buy it again." },
    { id: 2, body: "A fine lamp, but the cord is far too short for any room of mine." },
    { id: 3, body: "The kettle boils in four minutes and the handle stays cool. I would buy it again." },
    { id: 4, body: "A fine lamp but the cord is far too short for any room of mine!" },
    { id: 5, body: "Arrived broken, and nobody answers the telephone." },
    { id: 6, body: "The kettle boils in two minutes, and the handle stays cool: I would buy it again." },
];

function jsonLines(objects) {
    return objects.map((object) => JSON.stringify(object) + "\n").join("");
}

function fromJsonLines(text) {
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// A row for each row that is in a cluster, with all that export.sql says about it.
function findDuplicates(rows, key, text) {
    const folder = mkdtempSync(join(tmpdir(), "neardup-"));
    const run = (program, words, input = "") =>
        execFileSync(program, words, { input, encoding: "utf8", maxBuffer: 1 << 30 });
    try {
        const db = join(folder, "neardup.db");
        run("build/neardup-load", ["--quiet", "--format", "jsonl", "--whole",
            "--columns", "key=key,text=text", "-", db],
            jsonLines(rows.map((row) => ({ key: row[key], text: row[text] }))));
        run("sqlite3", [db, ".read sql/pipeline.sql"]);
        return fromJsonLines(run("sqlite3", [db, ".parameter set @what members",
            ".parameter set @format jsonl", ".read sql/analysis/export.sql"]));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

for (const { cluster_id, kind, key, is_representative } of findDuplicates(reviews, "id", "body"))
    console.log(cluster_id, kind.padEnd(8), key, ...(is_representative ? ["represents its cluster"] : []));
