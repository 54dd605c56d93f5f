/* html_tag.c - see html_tag.h. */
#include "html_tag.h"

#include "../base/ascii.h"

#include <string.h> /* memchr */

bool html_tag_read(const char *at, const char *end, struct html_tag *tag) {
    at++;
    tag->closes = at < end && *at == '/';
    if (tag->closes)
        at++;
    if (at == end || (!ascii_is_upper(*at) && !ascii_is_lower(*at)))
        return false;
    tag->name = at;
    while (at < end && !ascii_is_space(*at) && *at != '/' && *at != '>')
        at++;
    tag->name_length = (size_t)(at - tag->name);
    tag->attributes = at;
    return true;
}

static const char *skip_space(const char *at, const char *end) {
    while (at < end && ascii_is_space(*at))
        at++;
    return at;
}

/* Reads what follows the "=" of an attribute. Returns where it ends. */
static const char *read_value(const char *at, const char *end, struct html_attribute *attribute) {
    at = skip_space(at, end);
    if (at < end && (*at == '"' || *at == '\'')) {
        const char *quote = memchr(at + 1, *at, (size_t)(end - at - 1));
        attribute->value = at + 1;
        attribute->value_length = (size_t)((quote ? quote : end) - attribute->value);
        return quote ? quote + 1 : end;
    }
    attribute->value = at;
    while (at < end && !ascii_is_space(*at) && *at != '>')
        at++;
    attribute->value_length = (size_t)(at - attribute->value);
    return at;
}

bool html_attribute_next(const char **at, const char *end, struct html_attribute *attribute) {
    const char *next = *at;
    while (next < end && (ascii_is_space(*next) || *next == '/'))
        next++;
    *at = next;
    if (next == end || *next == '>')
        return false;
    attribute->name = next++; /* even "=" begins a name */
    while (next < end && !ascii_is_space(*next) && *next != '/' && *next != '>' && *next != '=')
        next++;
    attribute->name_length = (size_t)(next - attribute->name);
    attribute->value = next;
    attribute->value_length = 0;
    const char *equals = skip_space(next, end);
    *at = equals < end && *equals == '=' ? read_value(equals + 1, end, attribute) : next;
    return true;
}

bool html_attribute_is(const struct html_attribute *attribute, const char *name) {
    return ascii_compare(attribute->name, attribute->name_length, name) == 0;
}

const char *html_tag_end(const char *at, const char *end) {
    struct html_attribute attribute;
    while (html_attribute_next(&at, end, &attribute))
        continue;
    return at;
}
