-- end.sql - the common end of the scripts in this folder that only read: ends what begin.sql has begun.
--
-- ROLLBACK also drops the temporary tables of a script, but not neardup_settings and neardup_whole, which were made before. If a
-- script is interrupted, type ROLLBACK and DETACH blank, or start a new session.

ROLLBACK;
DETACH blank;
DROP TABLE IF EXISTS temp.neardup_settings;
DROP TABLE IF EXISTS temp.neardup_whole;
.bail off
