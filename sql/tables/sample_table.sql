-- sample_table.sql - clusters drawn for people to read: labels/sample_clusters.sql fills it.

-- Clusters drawn at random, for people to read. Each draw replaces the sample.
CREATE TABLE IF NOT EXISTS main.sample (
    cluster_id INTEGER PRIMARY KEY,
    place      INTEGER NOT NULL,                -- in reading order, from 1
    weight     REAL    NOT NULL,                -- clusters of the database that it represents
    size       INTEGER NOT NULL,                -- sentences, as in cluster
    texts      INTEGER NOT NULL,                -- distinct texts among them, as in cluster
    reading    TEXT    NOT NULL                 -- what a reader is shown: up to six distinct texts, and where they occur
);
