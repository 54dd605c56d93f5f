/* json_object.c - see json_object.h. */
#include "json_object.h"

#include "../text/message.h"
#include "../text/text_buffer.h"
#include "../text/utf8.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct json_object {
    sqlite3 *db;
    sqlite3_stmt *kind;    /* the type of the JSON, or NULL if it is not JSON */
    sqlite3_stmt *members; /* of an object */
    struct text_buffer text;
    bool no_memory;
};

static bool complain(struct json_object *object, struct failure *failure) {
    object->no_memory = !object->db || sqlite3_errcode(object->db) == SQLITE_NOMEM;
    return object->no_memory ? fail_memory(failure)
                             : fail(failure, "SQLite: %s", sqlite3_errmsg(object->db));
}

/* json_valid() comes first because json_type() fails on invalid JSON. */
static bool prepare(struct json_object *object, const struct columns *columns,
                    struct failure *failure) {
    static const char kind[] = "SELECT CASE WHEN json_valid(?1) THEN json_type(?1) END";
    char members[columns_max * 5 + 80] = "SELECT key, type, value FROM json_each(?1)";
    for (int i = 0; columns && i < columns->count; i++)
        message_add(members, sizeof members, "%s?%d", i ? "," : " WHERE key IN (", i + 2);
    if (columns)
        message_add(members, sizeof members, ")");
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &object->db, flags, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(object->db, kind, -1, &object->kind, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(object->db, members, -1, &object->members, NULL) != SQLITE_OK)
        return complain(object, failure);
    for (int i = 0; columns && i < columns->count; i++) {
        const char *name = columns->names[i];
        if (name[0] && /* an unwanted column stays NULL, which equals no name */
            sqlite3_bind_text(object->members, 2 + i, name, -1, SQLITE_STATIC) != SQLITE_OK)
            return complain(object, failure);
    }
    return true;
}

struct json_object *json_object_open(const struct columns *columns, struct failure *failure) {
    struct json_object *object = allocate(sizeof *object, failure);
    if (!object)
        return NULL;
    if (prepare(object, columns, failure))
        return object;
    json_object_close(object);
    return NULL;
}

void json_object_close(struct json_object *object) {
    if (!object)
        return;
    sqlite3_finalize(object->kind);
    sqlite3_finalize(object->members);
    sqlite3_close(object->db);
    text_buffer_free(&object->text);
    free(object);
}

bool json_object_no_memory(const struct json_object *object) {
    return object->no_memory;
}

bool json_object_begin(struct json_object *object, const char *json, size_t length,
                       struct failure *failure) {
    assert(!memchr(json, '\0', length));
    text_buffer_clear(&object->text);
    text_buffer_append(&object->text, json, length);
    object->no_memory = object->text.failed;
    if (object->no_memory)
        return fail_memory(failure);
    if (length > 0)
        utf8_mend_escapes(object->text.bytes, length);
    sqlite3_reset(object->members);
    int code = sqlite3_bind_text64(object->kind, 1, object->text.bytes, object->text.length,
                                   SQLITE_STATIC, SQLITE_UTF8);
    const char *type = code == SQLITE_OK && sqlite3_step(object->kind) == SQLITE_ROW
                           ? (const char *)sqlite3_column_text(object->kind, 0)
                           : NULL;
    bool good = type && strcmp(type, "object") == 0;
    if (!good && sqlite3_errcode(object->db) == SQLITE_NOMEM)
        complain(object, failure);
    else if (type && !good)
        fail(failure, "expected a JSON object, found: %s", type);
    else if (!good)
        fail(failure, "expected a JSON object, found invalid JSON");
    sqlite3_reset(object->kind);
    return good && (sqlite3_bind_text64(object->members, 1, object->text.bytes, object->text.length,
                                        SQLITE_STATIC, SQLITE_UTF8) == SQLITE_OK ||
                    complain(object, failure));
}

/* Takes the member from the row; false when memory runs out. */
static bool take_member(struct json_object *object, struct json_member *member) {
    sqlite3_stmt *row = object->members;
    member->value = (struct cell){.type = cell_type_of(row, 2)};
    if (member->value.type == cell_integer)
        member->value.as.integer = sqlite3_column_int64(row, 2);
    else if (member->value.type == cell_real)
        member->value.as.real = sqlite3_column_double(row, 2);
    member->name = (const char *)sqlite3_column_text(row, 0);
    member->name_length = (size_t)sqlite3_column_bytes(row, 0);
    member->type = (const char *)sqlite3_column_text(row, 1);
    const char *value = (const char *)sqlite3_column_text(row, 2);
    member->bytes = value ? value : "";
    member->length = value ? (size_t)sqlite3_column_bytes(row, 2) : 0;
    return member->name && member->type && (value || sqlite3_errcode(object->db) != SQLITE_NOMEM);
}

enum json_result json_object_next(struct json_object *object, struct json_member *member,
                                  struct failure *failure) {
    int code = sqlite3_step(object->members);
    if (code == SQLITE_ROW) {
        object->no_memory = !take_member(object, member);
        if (!object->no_memory)
            return json_member_found;
        fail_memory(failure);
        return json_failed;
    }
    if (code != SQLITE_DONE)
        complain(object, failure);
    sqlite3_reset(object->members);
    return code == SQLITE_DONE ? json_members_end : json_failed;
}
