-- begin_stage.sql - begins a stage, by itself or in the transaction of a script that runs it. RELEASE stage ends it.

.read sql/shared/require_tables.sql
SAVEPOINT stage;
.read sql/shared/guard_again.sql
