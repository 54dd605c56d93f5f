/*
 * wal_reset.h - which versions of SQLite have the WAL-reset bug
 * (https://sqlite.org/wal.html#walresetbug): if two connections write or checkpoint a database in
 * WAL mode at the same instant, it can be damaged. Whoever distributes SQLite may have mended an
 * older version than this knows.
 */
#pragma once

#include <stdbool.h>

/* Whether a version, as of sqlite3_libversion_number(), has the mend. */
static inline bool wal_reset_is_mended(int version) {
    return version >= 3051003 || (version >= 3050007 && version < 3051000) ||
           (version >= 3044006 && version < 3045000);
}
