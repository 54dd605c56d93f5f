-- index_statement.sql - makes the statement that makes the live index sentence_index, unless there is one.
-- The index compares as the pipeline does, if that has run.

SELECT 'DELETE FROM main.indexed; '
       || 'CREATE VIRTUAL TABLE main.sentence_index USING neardup(text, content=''sentence'', content_rowid=''id'''
       || ifnull((SELECT printf(', jaccard_least=%.4g, shingle=%d, fold=%Q', max(jaccard_least, 0.3), shingle, fold)
                    FROM setting WHERE shingle IS NOT NULL), '')
       || ');'
 WHERE NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sentence_index');
