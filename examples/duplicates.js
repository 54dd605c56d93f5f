// duplicates.js - near-duplicates among the objects of an array in Node, here of six reviews.
//
//     node examples/duplicates.js
//
// Run it in the project's folder. It needs Node 22.13 or later, whose node:sqlite loads extensions, or the package
// better-sqlite3. The database is in memory; a file keeps what is found.
"use strict";

const reviews = [
    { id: 1, body: "The kettle boils in two minutes and the handle stays cool. I would buy it again." },
    { id: 2, body: "A fine lamp, but the cord is far too short for any room of mine." },
    { id: 3, body: "The kettle boils in four minutes and the handle stays cool. I would buy it again." },
    { id: 4, body: "A fine lamp but the cord is far too short for any room of mine!" },
    { id: 5, body: "Arrived broken, and nobody answers the telephone." },
    { id: 6, body: "The kettle boils in two minutes, and the handle stays cool: I would buy it again." },
];

function open(file) {
    try {
        const { DatabaseSync } = require("node:sqlite");
        return new DatabaseSync(file, { allowExtension: true });
    } catch (error) {
        return new (require("better-sqlite3"))(file);
    }
}

// A row for each row that is in a cluster: its key, the cluster, its kind, and whether it represents it.
function findDuplicates(rows, key, text) {
    const db = open(":memory:");
    db.loadExtension("build/neardup");
    db.exec(`SELECT neardup_run('schema');
        INSERT INTO source (name, kind, options, program_version, started_at) VALUES ('rows', 'rows', '', '', datetime())`);
    const article = db.prepare("INSERT INTO article (id, source_id, namespace, title, titled, key) VALUES (?, 1, 0, '', 0, ?)");
    const sentence = db.prepare("INSERT INTO sentence (article_id, position, section, block, text) VALUES (?, 1, '', 'prose', ?)");
    rows.forEach((row, place) => {
        article.run(place + 1, row[key]);
        sentence.run(place + 1, row[text]);
    });
    db.exec("SELECT neardup_run('find')");
    const found = db.prepare(`SELECT cluster_id, kind, key, sentence_id = representative AS represents
          FROM member
          JOIN cluster  ON cluster.id = cluster_id
          JOIN sentence ON sentence.id = sentence_id
          JOIN article  ON article.id = article_id
         ORDER BY cluster_id, sentence_id`).all();
    db.close();
    return found;
}

for (const { cluster_id, kind, key, represents } of findDuplicates(reviews, "id", "body"))
    console.log(cluster_id, kind.padEnd(8), key, ...(represents ? ["represents its cluster"] : []));
