-- connect.sql - loads the extension, and waits until the database can be read. If it stays locked,
-- neardup_begin() says who to wait for.

.bail on
.timeout 10000
.load build/neardup

SELECT 'begun' WHERE neardup_begin('read');
COMMIT;
