// live_index.js - what of some arrivals is in a collection already? A live index says so, and takes the others in. Then it
// takes in a copy, too, and the feed of changes tells of the pair.
//
//     node examples/live_index.js
//
// Run it in the project's folder. It needs Node 22.13 or later, whose node:sqlite loads extensions, or the package
// better-sqlite3.
"use strict";

function open(file) {
    try {
        const { DatabaseSync } = require("node:sqlite");
        return new DatabaseSync(file, { allowExtension: true });
    } catch (error) {
        return new (require("better-sqlite3"))(file);
    }
}

const db = open(":memory:");
db.loadExtension("build/neardup");
db.exec("CREATE VIRTUAL TABLE collection USING neardup(text, jaccard_least=0.6, changes=1)");

const insert = db.prepare("INSERT INTO collection(rowid, text) VALUES (?, ?)");
const near = db.prepare("SELECT rowid AS id, round(jaccard, 2) AS jaccard FROM collection(?) ORDER BY jaccard DESC LIMIT 1");

// The changes with a greater seq, in their order. Who keeps the last seq sees each once.
function* changes(after) {
    const next = db.prepare("SELECT * FROM collection_changes WHERE seq > ? ORDER BY seq LIMIT 1");
    for (let change; (change = next.get(after)); after = change.seq) yield change;
}

const arrivals = [
    "The kettle boils in two minutes and the handle stays cool. I would buy it again.",
    "A fine lamp, but the cord is far too short for any room of mine.",
    "The kettle boils in four minutes and the handle stays cool. I would buy it again.",
    "Arrived broken, and nobody answers the telephone.",
    "A fine lamp but the cord is far too short for any room of mine!",
];
arrivals.forEach((text, place) => {
    const found = near.get(text);
    console.log(found ? `${place + 1} is like ${found.id}: ${found.jaccard}` : `${place + 1} is new`);
    if (!found) insert.run(place + 1, text);
});

insert.run(3, arrivals[2]);
for (const { what, a, b } of changes(0)) console.log(`${what}: the pair of ${a} and ${b}`);
