/*
 * json_object.h - the members of a JSON object, through SQLite's functions for JSON.
 *
 * Strict JSON (RFC 8259): what newer versions of SQLite understand beyond that is refused. Of two
 * members with the same name both are given. \u0000 becomes U+FFFD, as SQLite would end the text
 * there; half a surrogate pair does as well.
 */
#ifndef NEARDUP_JSON_OBJECT_H
#define NEARDUP_JSON_OBJECT_H

#include "../base/failure.h"
#include "columns.h"

#include <stdbool.h>
#include <stddef.h>

struct json_object;

struct json_member {
    const char *name;
    size_t name_length;
    const char *type;  /* "text", "integer", "real", "true", "false", "null", "array", "object" */
    const char *value; /* of text and numbers, else "" */
    size_t value_length;
    bool is_number; /* it is an integer that 64 bits can hold */
};

/*
 * Will give the members that `columns` names, and no others. It has a database in memory of its own
 * and serves one thread at a time. NULL with `failure` filled in.
 */
struct json_object *json_object_open(const struct columns *columns, struct failure *failure);
void json_object_close(struct json_object *object);

/*
 * Begins to read `length` bytes of JSON without a zero byte, which are borrowed until the last
 * member was read. False where they are no object: `failure` says so.
 */
bool json_object_begin(struct json_object *object, const char *json, size_t length,
                       struct failure *failure);

enum json_result {
    json_member_found, /* `member` is filled in, good until the next call */
    json_members_end,
    json_failed /* `failure` says why */
};

enum json_result json_object_next(struct json_object *object, struct json_member *member,
                                  struct failure *failure);

/* Whether the last call failed for want of memory. */
bool json_object_no_memory(const struct json_object *object);

#endif
