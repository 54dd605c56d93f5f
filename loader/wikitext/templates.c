/* templates.c - see templates.h. */
#include "templates.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <assert.h>
#include <string.h>

/* ---- Patterns -------------------------------------------------------------------------------- */

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

/* Appends what the pattern makes of the arguments to the plan. */
static void follow_pattern(struct template_call *call, const char *pattern) {
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

/* ---- Templates ------------------------------------------------------------------------------- */

/* The entry for the name in a wiki of that language; NULL if the template shows as nothing. */
static const struct template_entry *find_entry(const char *name, const char *language) {
    const struct template_table *table = &template_table;
    const struct template_entry *general = NULL;
    size_t mask = table->slot_count - 1;
    for (size_t slot = word_hash(name, strlen(name)) & mask; table->slots[slot];
         slot = (slot + 1) & mask) {
        const struct template_entry *entry = &table->entries[table->slots[slot] - 1];
        if (strcmp(entry->name, name) != 0)
            continue;
        if (!entry->language)
            general = entry;
        else if (strcmp(entry->language, language) == 0)
            return entry;
    }
    for (size_t i = 0; !general && i < table->family_count; i++) {
        const char *beginning = table->families[i].name;
        if (*name == *beginning && strncmp(name, beginning, strlen(beginning)) == 0)
            general = &table->families[i];
    }
    return general;
}

/* {{formatnum:1234}}: parser functions that return what follows their ":", or nearly so. */
static void render_function(struct template_call *call, size_t start, size_t end) {
    const char *colon = memchr(call->text + start, ':', end - start);
    if (!colon)
        return;
    size_t after = (size_t)(colon - call->text) + 1;
    if (!template_call_read_name(call, start, after - 1) ||
        !words_find("formatnum|lc|uc|lcfirst|ucfirst|nowrap", call->name, strlen(call->name)))
        return;
    struct template_argument value = {.start = after, .end = end};
    ascii_trim(call->text, &value.start, &value.end);
    template_call_add_argument(call, &value);
}

void template_render(const char *language, const char *text, const struct span_list *list,
                     const struct span *span, struct template_plan *plan) {
    struct template_call call; /* `arguments` is large, and only read as far as it is filled */
    call.text = text;
    call.count = 0;
    call.plan = plan;
    plan->count = 0;
    size_t name_end =
        span->first_pipe == no_pipe ? span->inner_end : list->pipes[span->first_pipe].offset;
    const struct template_entry *entry = NULL;
    if (template_call_read_name(&call, span->inner_start, name_end))
        entry = find_entry(call.name, language);
    if (!entry) {
        render_function(&call, span->inner_start, name_end);
        return;
    }
    template_call_read_arguments(&call, list, span);
    if (entry->compute)
        entry->compute(&call);
    else
        follow_pattern(&call, entry->pattern);
}
