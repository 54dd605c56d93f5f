/* registry.h - makes the declared functions known to a connection. */
#pragma once

#include "connection.h"

/* Registers all functions. Returns SQLITE_OK or an error code. */
int registry_register(sqlite3 *db, struct connection *connection);
