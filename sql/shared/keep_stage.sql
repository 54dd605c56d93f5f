-- keep_stage.sql - ends the transaction of a stage and begins the next one, so that what is done stays; within a
-- transaction of the caller it does nothing.

RELEASE stage;
SAVEPOINT stage;
.read sql/shared/guard_again.sql
