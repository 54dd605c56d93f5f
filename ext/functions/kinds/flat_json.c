/* flat_json.c - see flat_json.h. */
#include "flat_json.h"

#include <math.h>   /* NAN, isfinite, pow */
#include <string.h> /* memcmp */

struct reader {
    const char *bytes;
    size_t at, length;
};

/* The next character; 0 at the end, and for one that nothing allows anyway. */
static char peek(const struct reader *reader) {
    return reader->at < reader->length ? reader->bytes[reader->at] : '\0';
}

static void skip_space(struct reader *reader) {
    for (char next = peek(reader); next == ' ' || next == '\t' || next == '\r' || next == '\n';
         next = peek(reader))
        reader->at++;
}

/* Whether the next character is this one, which is then read. */
static bool take(struct reader *reader, char expected) {
    skip_space(reader);
    bool found = peek(reader) == expected;
    reader->at += found;
    return found;
}

/* Appends digits to a number, and returns how many there were. */
static int take_digits(struct reader *reader, double *number) {
    int count = 0;
    for (; peek(reader) >= '0' && peek(reader) <= '9'; reader->at++, count++)
        *number = *number * 10 + (reader->bytes[reader->at] - '0');
    return count;
}

/* strtod() would depend on the locale. Exact up to 15 digits, which is what SQLite prints. */
static bool take_number(struct reader *reader, double *number) {
    bool negative = take(reader, '-');
    *number = 0;
    if (peek(reader) == '0')
        reader->at++; /* no other digit may follow */
    else if (take_digits(reader, number) == 0)
        return false;
    int exponent = 0;
    if (peek(reader) == '.') {
        reader->at++;
        exponent = -take_digits(reader, number);
        if (exponent == 0)
            return false;
    }
    if (peek(reader) == 'e' || peek(reader) == 'E') {
        reader->at++;
        bool down = peek(reader) == '-';
        reader->at += down || peek(reader) == '+';
        double power = 0;
        if (take_digits(reader, &power) == 0)
            return false;
        exponent += (int)(power < 999 ? power : 999) * (down ? -1 : 1);
    }
    if (*number != 0) /* times an infinite power it would not be a number */
        *number = exponent < 0 ? *number / pow(10, -exponent) : *number * pow(10, exponent);
    if (negative)
        *number = -*number;
    return isfinite(*number);
}

/* Reads "name": number. Returns false after an error, which it records if the name is unknown. */
static bool take_member(struct reader *reader, struct call *call, const char *argument,
                        const struct flat_json *form) {
    if (!take(reader, '"'))
        return false;
    size_t begin = reader->at;
    while (reader->at < reader->length && reader->bytes[reader->at] != '"')
        reader->at++;
    struct argument_bytes name = {reader->bytes + begin, reader->at - begin};
    if (!take(reader, '"') || !take(reader, ':'))
        return false;
    double *number = form->place(form->context, name);
    if (!number) {
        call_refuse_word(call, argument, form->names, name);
        return false;
    }
    *number = NAN;
    skip_space(reader);
    if (!form->nulls || reader->length - reader->at < 4 ||
        memcmp(reader->bytes + reader->at, "null", 4) != 0)
        return take_number(reader, number);
    reader->at += 4;
    return true;
}

bool flat_json_read(struct call *call, const char *argument, struct argument_bytes text,
                    const struct flat_json *form) {
    struct reader reader = {text.bytes, 0, text.length};
    skip_space(&reader);
    if (reader.at == reader.length)
        return false;
    bool good = take(&reader, '{');
    if (good && !take(&reader, '}')) {
        do
            good = take_member(&reader, call, argument, form);
        while (good && take(&reader, ','));
        good = good && take(&reader, '}');
    }
    if (good)
        skip_space(&reader);
    if (call->code != SQLITE_OK || (good && reader.at == reader.length))
        return true;
    int character = 1;
    for (size_t i = 0; i < reader.at; i++)
        character += ((unsigned char)text.bytes[i] & 0xC0) != 0x80; /* begins one of UTF-8 */
    call_refuse(call, "argument %s must be a JSON object of numbers; stopped at character %d",
                argument, character);
    return true;
}
