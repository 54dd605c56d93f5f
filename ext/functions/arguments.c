/* arguments.c - how the arguments of a call are read and checked; see function.h. */
#include "collection.h"

#include <assert.h>
#include <string.h> /* memcmp, strlen */

bool value_is_integer(sqlite3_value *value, int64_t *integer) {
    const double end = 9223372036854775808.0;
    int type = sqlite3_value_type(value);
    double real = type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0;
    if (type != SQLITE_INTEGER && !(type == SQLITE_FLOAT && real > -end && real < end))
        return false;
    *integer = sqlite3_value_int64(value);
    return type == SQLITE_INTEGER || (double)*integer == real;
}

/* A real number is shown, with all its digits: 3.0 would have been good. */
static void refuse_as_integer(struct call *call, const struct argument *argument,
                              const char *wanted, sqlite3_value *value) {
    if (sqlite3_value_type(value) == SQLITE_FLOAT)
        call_refuse(call, "argument %s must be %s, found %!.17g", argument->name, wanted,
                    sqlite3_value_double(value));
    else
        call_refuse_type(call, argument->name, wanted, value);
}

static void read_integer(struct call *call, const struct argument *argument, struct given *given) {
    if (!value_is_integer(given->value, &given->integer)) {
        refuse_as_integer(call, argument, "an integer", given->value);
        return;
    }
    assert(argument->range.least <= argument->range.most);
    if (given->integer < argument->range.least || given->integer > argument->range.most)
        call_refuse(call, "argument %s must be an integer from %lld to %lld, found %lld",
                    argument->name, (long long)argument->range.least,
                    (long long)argument->range.most, (long long)given->integer);
}

static void read_number(struct call *call, const struct argument *argument, struct given *given) {
    int type = sqlite3_value_type(given->value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        call_refuse_type(call, argument->name, "a number", given->value);
        return;
    }
    assert(argument->numbers.least <= argument->numbers.most);
    given->number = sqlite3_value_double(given->value);
    if (!(given->number >= argument->numbers.least && given->number <= argument->numbers.most))
        call_refuse(call, "argument %s must be a number from %!g to %!g, found %!g", argument->name,
                    argument->numbers.least, argument->numbers.most, given->number);
}

static void read_word(struct call *call, const struct argument *argument, struct given *given) {
    assert(argument->words && argument->words[0] && argument->wanted);
    given->bytes = call_text(call, argument->name, given->value);
    if (call->code != SQLITE_OK)
        return;
    for (given->integer = 0; argument->words[given->integer]; given->integer++) {
        const char *word = argument->words[given->integer];
        if (given->bytes.length == strlen(word) &&
            memcmp(given->bytes.bytes, word, given->bytes.length) == 0)
            return;
    }
    given->integer = 0;
    call_refuse_word(call, argument->name, argument->wanted, given->bytes);
}

static void read_pointer(struct call *call, const struct argument *argument, struct given *given,
                         sqlite3_value *value) {
    assert(argument->maker || argument->wanted);
    given->value = value;
    given->pointer = value ? collection_of(value, argument->maker) : NULL;
    if (given->pointer || (!value && argument->presence == argument_optional) ||
        (argument->presence == argument_nullable &&
         (!value || sqlite3_value_type(value) == SQLITE_NULL)))
        return;
    if (argument->wanted)
        call_refuse(call, "argument %s must be %s", argument->name, argument->wanted);
    else
        call_refuse(call, "argument %s must be a result of %s() in the same statement",
                    argument->name, argument->maker);
}

static void read_argument(struct call *call, const struct argument *argument, struct given *given,
                          sqlite3_value *value) {
    given->value = value;
    switch (argument->type) {
    case argument_is_text:
        given->bytes = call_text(call, argument->name, value);
        break;
    case argument_is_bytes:
        given->bytes = sqlite3_value_type(value) == SQLITE_BLOB
                           ? call_blob(call, argument->name, value)
                           : call_text(call, argument->name, value);
        break;
    case argument_is_key:
        if (sqlite3_value_type(value) == SQLITE_TEXT)
            given->bytes = call_text(call, argument->name, value);
        else if (!value_is_integer(value, &given->integer))
            refuse_as_integer(call, argument, "an integer or text", value);
        break;
    case argument_is_blob:
        if (argument->range.most > 0 && sqlite3_value_type(value) == SQLITE_BLOB &&
            sqlite3_value_bytes(value) > argument->range.most)
            given->bytes = (struct argument_bytes){NULL, (size_t)sqlite3_value_bytes(value)};
        else
            given->bytes = call_blob(call, argument->name, value);
        break;
    case argument_is_integer:
        read_integer(call, argument, given);
        break;
    case argument_is_number:
        read_number(call, argument, given);
        break;
    case argument_is_word:
        read_word(call, argument, given);
        break;
    case argument_is_vector:
        given->vector = call_vector(call, argument->name, value);
        break;
    default:
        break;
    }
}

/*
 * Adds to a message about a row that is collected which one it is: ", where id is 7". SQLite tells
 * a function nothing of the kind, but such rows have ids.
 */
static void name_row(struct call *call, const struct registered *registered,
                     sqlite3_value *const *values) {
    const char *before = ", where ";
    int64_t id;
    for (int i = 0; i < registered->required && call->message; i++) {
        const struct argument *argument = &registered->function->arguments[i];
        bool is_id = argument->type == argument_is_key ||
                     (argument->type == argument_is_integer && argument->range.least == INT64_MIN);
        if (!is_id || !value_is_integer(values[i], &id))
            continue;
        call->message =
            sqlite3_mprintf("%z%s%s is %lld", call->message, before, argument->name, (long long)id);
        before = " and ";
    }
    if (!call->message)
        call->code = SQLITE_NOMEM;
}

bool call_read(struct call *call, const struct registered *registered, int count,
               sqlite3_value *const *values) {
    const struct argument *arguments = registered->function->arguments;
    assert(call->code == SQLITE_OK && count <= registered->count);
    for (int i = 0; i < count; i++)
        if (values[i] && arguments[i].type != argument_is_pointer &&
            arguments[i].type != argument_is_any && arguments[i].presence != argument_nullable &&
            sqlite3_value_type(values[i]) == SQLITE_NULL)
            return false;
    for (int i = 0; i < registered->required; i++)
        if (i >= count || !values[i])
            call_refuse(call, "argument %s is missing", arguments[i].name);
    int i = 0;
    for (; i < registered->count && call->code == SQLITE_OK; i++) {
        const struct argument *argument = &arguments[i];
        sqlite3_value *value = i < count ? values[i] : NULL;
        if (argument->type == argument_is_pointer)
            read_pointer(call, argument, &call->given[i], value);
        else if (!value || (argument->presence == argument_nullable &&
                            sqlite3_value_type(value) == SQLITE_NULL))
            call->given[i] = registered->usual[i];
        else
            read_argument(call, argument, &call->given[i], value);
    }
    if (call->message && registered->function->step && i <= registered->required)
        name_row(call, registered, values);
    return call->code == SQLITE_OK;
}
