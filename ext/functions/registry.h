/* registry.h - makes the declared functions known to a connection. */
#ifndef NEARDUP_REGISTRY_H
#define NEARDUP_REGISTRY_H

#include "connection.h"

/* Registers all functions. Returns SQLITE_OK or an error code. */
int registry_register(sqlite3 *db, struct connection *connection);

#endif
