-- compared_table.sql - of which texts results were found, so that it is known later which articles have changed.

CREATE TABLE IF NOT EXISTS main.compared_article (
    result      TEXT    NOT NULL,               -- 'pairs', of the pipeline, or 'passages', of text reuse
    article_id  INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,               -- of its title and its sentences: the view article_fingerprint
    PRIMARY KEY (result, article_id)
) WITHOUT ROWID;
