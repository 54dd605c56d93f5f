-- clusters.sql - stage 3: pairs that hang together are clusters.
--
--   member     which sentence is in which cluster
--   cluster    one row each; its id is its smallest sentence id, so that the same pairs give the
--              same ids for ever

DROP TABLE IF EXISTS member;
CREATE TABLE member (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;

INSERT INTO member
SELECT component, member
  FROM union_find_members((SELECT union_find(a, b) FROM pair))
 ORDER BY component, member;

CREATE UNIQUE INDEX member_sentence ON member(sentence_id);

DROP TABLE IF EXISTS cluster;
CREATE TABLE cluster (
    id       INTEGER PRIMARY KEY,
    size     INTEGER NOT NULL,                  -- sentences
    texts    INTEGER NOT NULL,                  -- different texts among them
    articles INTEGER NOT NULL,                  -- articles that they stand in
    kind     TEXT    NOT NULL                   -- 'identical': one text; 'similar': several
);

INSERT INTO cluster
SELECT cluster_id,
       count(*),
       count(DISTINCT hashed.same_as),
       count(DISTINCT sentence.article_id),
       iif(count(DISTINCT hashed.same_as) = 1, 'identical', 'similar')
  FROM member
  JOIN hashed   USING (sentence_id)
  JOIN sentence ON sentence.id = sentence_id
 GROUP BY cluster_id;
