/* template_pattern.c - see template_pattern.h. */
#include "template_pattern.h"

#include "../base/ascii.h"

#include <assert.h>
#include <string.h>

enum { longest_field_name = 31 };

/* A "{...}" of a pattern, from after its "{" to before its "}". */
struct field {
    const char *start, *end;
};

static struct field read_field(const char *open) {
    assert(*open == '{' && strchr(open, '}'));
    return (struct field){open + 1, strchr(open, '}')};
}

/*
 * The first argument that the field names and that has a value; NULL if there is none. Then *text
 * is the text that the field gives instead, which ends where the field ends, or NULL.
 */
static struct template_argument *choose(struct template_call *call, struct field field,
                                        const char **text) {
    *text = NULL;
    for (const char *start = field.start, *end; start < field.end; start = end + 1) {
        end = memchr(start, '/', (size_t)(field.end - start));
        if (!end)
            end = field.end;
        if (*start == '=') {
            *text = start + 1;
            return NULL;
        }
        char name[longest_field_name + 1];
        size_t length = (size_t)(end - start);
        assert(length <= longest_field_name);
        memcpy(name, start, length);
        name[length] = '\0';
        struct template_argument *argument =
            ascii_is_digit(*name)       ? template_call_positional(call, (size_t)(*name - '0'))
            : strcmp(name, "last") == 0 ? template_call_last(call)
                                        : template_call_named(call, name);
        if (argument)
            return argument;
    }
    return NULL;
}

/* The "]" of the "[" at `open`. Stores whether an argument between them has a value. */
static const char *group_end(struct template_call *call, const char *open, bool *value) {
    size_t depth = 0;
    *value = false;
    for (const char *at = open;; at++) {
        assert(*at != '\0');
        if (*at == '[')
            depth++;
        else if (*at == ']' && --depth == 0)
            return at;
        else if (*at == '{') {
            struct field field = read_field(at);
            const char *text;
            if (*field.start == '*' ? template_call_positional(call, 1) != NULL
                                    : choose(call, field, &text) != NULL)
                *value = true;
            at = field.end;
        }
    }
}

void template_pattern_follow(struct template_call *call, const char *pattern) {
    for (const char *at = pattern; *at != '\0';) {
        size_t plain = strcspn(at, "{[]");
        template_call_add_literal(call, at, plain);
        at += plain;
        if (*at == '{') {
            struct field field = read_field(at);
            const char *text;
            struct template_argument *argument;
            if (*field.start == '*') {
                const char *separator = field.start + 1;
                template_call_add_positional(call, separator, (size_t)(field.end - separator));
            } else if ((argument = choose(call, field, &text)) != NULL)
                template_call_add_argument(call, argument);
            else if (text)
                template_call_add_literal(call, text, (size_t)(field.end - text));
            at = field.end + 1;
        } else if (*at == '[') {
            bool value;
            const char *end = group_end(call, at, &value);
            at = value ? at + 1 : end + 1;
        } else if (*at == ']')
            at++;
    }
}
