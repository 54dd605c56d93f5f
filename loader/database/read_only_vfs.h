/*
 * read_only_vfs.h - SQLite's access to the files of a database, without any way to write to them.
 *
 * A read-only connection of SQLite may still create a write-ahead log and its index beside the
 * database, recover them, or delete a journal. With this VFS it cannot: every file of a database is
 * opened for reading only, and none is made or deleted. Temporary files, which SQLite keeps
 * elsewhere, are as usual.
 *
 * The URI parameter private_index=1 keeps the index of a write-ahead log in memory: for a log whose
 * index is not there. Such a connection does not see the locks of others, so its caller checks
 * afterwards that nobody wrote.
 */
#ifndef NEARDUP_READ_ONLY_VFS_H
#define NEARDUP_READ_ONLY_VFS_H

/* The name of the VFS, registered at the first call; NULL if SQLite does not start. */
const char *read_only_vfs_name(void);

#endif
