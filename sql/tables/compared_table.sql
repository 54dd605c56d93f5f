-- compared_table.sql - of which texts results were found, so that it is known later which articles have changed.

-- The texts that results were computed from, so that the commands that show them can say what has changed since.
CREATE TABLE IF NOT EXISTS main.compared_article (
    result      TEXT    NOT NULL,               -- 'pairs', of the pipeline, or 'passages', of text reuse
    article_id  INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,               -- rows_fingerprint() of its title and its sentences
    PRIMARY KEY (result, article_id)
) WITHOUT ROWID;
