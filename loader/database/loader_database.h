/*
 * loader_database.h - a table of somebody else's SQLite database as a sequence of records, in
 * dependency order.
 */
#pragma once

/* clang-format off */
#include "read_only_vfs.h" /* SQLite's access to files, without any way to write */
#include "user_database.h" /* a database that is only read */
#include "database_rows.h" /* these rows, cut into batches */
/* clang-format on */
