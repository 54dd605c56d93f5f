/*
 * wal_reset.h - which versions of SQLite have the WAL-reset bug
 * (https://sqlite.org/wal.html#walresetbug): if two connections write or checkpoint a database in
 * WAL mode at the same instant, it can be damaged.
 *
 * It is in 3.7.0 to 3.51.2, except for the later releases of two older branches. Only the number of
 * a version is known: whoever distributes SQLite may have mended an older one.
 */
#ifndef NEARDUP_WAL_RESET_H
#define NEARDUP_WAL_RESET_H

#include <stdbool.h>

/* Whether a version, as of sqlite3_libversion_number(), has the mend. */
static inline bool wal_reset_is_mended(int version) {
    return version >= 3051003 || (version >= 3050007 && version < 3051000) ||
           (version >= 3044006 && version < 3045000);
}

#endif
