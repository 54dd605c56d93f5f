/*
 * json_object.h - the members of a JSON object, read by SQLite's JSON functions.
 *
 * Strict JSON (RFC 8259), without the extensions of recent versions of SQLite. Two members of one
 * name are both returned. \u0000 and half a surrogate pair become U+FFFD.
 */
#pragma once

#include "../base/failure.h"
#include "../text/cell.h"
#include "columns.h"

struct json_object;

struct json_member {
    const char *name;
    size_t name_length;
    const char *type;  /* "text", "integer", "real", "true", "false", "null", "array", "object" */
    const char *bytes; /* of text and numbers; JSON for other types, "" for null */
    size_t length;
    struct cell value; /* in SQLite: 1 and 0 for true and false; of a text only the type, and JSON
                          and integers that do not fit into 64 bits are no integer */
};

/*
 * Opens a reader of the members that `columns` names; NULL: of all. It has a database in memory and
 * serves one thread at a time. NULL with `failure` filled in.
 */
struct json_object *json_object_open(const struct columns *columns, struct failure *failure);
void json_object_close(struct json_object *object);

/* Begins to read JSON without a zero byte. False with `failure` filled in if it is no object. */
bool json_object_begin(struct json_object *object, const char *json, size_t length,
                       struct failure *failure);

enum json_result {
    json_member_found, /* `member` is filled in, valid until the next call */
    json_members_end,
    json_failed /* `failure` says why */
};

enum json_result json_object_next(struct json_object *object, struct json_member *member,
                                  struct failure *failure);

/* Whether the last failure was due to a lack of memory. */
bool json_object_no_memory(const struct json_object *object);
