/* templates.c - see templates.h. */
#include "templates.h"

#include "../base/ascii.h"
#include "../base/word_hash.h"
#include "template_pattern.h"

#include <string.h>

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
    static const char *const functions[] = {"formatnum", "lc",      "uc",
                                            "lcfirst",   "ucfirst", "nowrap"};
    const char *colon = memchr(call->text + start, ':', end - start);
    if (!colon)
        return;
    size_t after = (size_t)(colon - call->text) + 1;
    if (!template_call_read_name(call, start, after - 1))
        return;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(call->name, functions[i]) == 0) {
            struct template_argument value = {.start = after, .end = end};
            ascii_trim(call->text, &value.start, &value.end);
            template_call_add_argument(call, &value);
        }
    }
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
        template_pattern_follow(&call, entry->pattern);
}
