-- memories.sql - memories that say what they repeat and contradict, in plain SQL: with a history, provenance and a judge.
--
--     sqlite3 < examples/memories.sql
--
-- Run it in the project's folder, after `make`. These are the tables that neardup.Memory makes in Python.

.load build/neardup

CREATE TABLE memory (
  id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, subject TEXT, source TEXT,
  time TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')));

-- What memories said before, until they were corrected. Who forgets a memory forgets this, too.
CREATE TABLE memory_history (
  version INTEGER PRIMARY KEY, id INTEGER NOT NULL, text TEXT NOT NULL, subject TEXT, source TEXT, time TEXT NOT NULL,
  ended TEXT NOT NULL);
CREATE INDEX memory_history_id ON memory_history(id);
CREATE TRIGGER memory_corrected AFTER UPDATE ON memory BEGIN
  INSERT INTO memory_history(id, text, subject, source, time, ended)
  VALUES (old.id, old.text, old.subject, old.source, old.time, new.time);
END;
CREATE TRIGGER memory_forgotten AFTER DELETE ON memory BEGIN DELETE FROM memory_history WHERE id = old.id; END;

CREATE VIRTUAL TABLE memory_near USING neardup(text, content='memory', content_rowid='id', title='subject', time='id',
                                               shingle=4, bands=50, rows=3, contradiction_least=0.25);
INSERT INTO memory_near(memory_near) VALUES('triggers');

INSERT INTO memory(text, subject, source, time) VALUES
  ('The staging server listens on port 8080.', 'staging', 'chat 7', '2026-01-09'),
  ('The nightly backup of the wiki is kept for 35 days.', NULL, 'handbook', '2026-01-10');

.print What a new memory repeats or contradicts:
SELECT rowid, kind, reason FROM memory_near('The staging server listens on port 9090.', 'staging', 0);

-- In one transaction with the question, if several processes write.
UPDATE memory SET text = 'The staging server listens on port 9090.', source = 'chat 9', time = '2026-03-01' WHERE id = 1;

.print All versions of the memory:
SELECT text, source, time, ended FROM memory_history WHERE id = 1
UNION ALL SELECT text, source, time, NULL FROM memory WHERE id = 1;

-- A judge may be any function; here, the pairs of letters in common. With an embedding, ask about the nearest memories only.
.print What the index leaves, and a judge sees:
WITH new(text) AS (VALUES ('Each night, the wiki is backed up, and this backup is kept for 35 days.'))
SELECT id, 'copyedit' AS kind FROM memory, new
 WHERE jaccard(memory.text, new.text, 2) > 0.4
   AND id NOT IN (SELECT rowid FROM memory_near(new.text) WHERE kind IN ('identical', 'copyedit', 'drift'));

DELETE FROM memory WHERE id = 1;
.print What is left:
SELECT (SELECT count(*) FROM memory), (SELECT count(*) FROM memory_history);
