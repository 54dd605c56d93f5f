/* tags.c - see tags.h. */
#include "tags.h"

#include "../base/ascii.h"

#include <string.h> /* memchr, memcmp, strchr, strcmp, strlen */

struct tag_name {
    const char *name;
    enum tag_effect effect;
};

/* In alphabetical order, for a binary search. */
static const struct tag_name names[] = {
    {"abbr", tag_transparent},
    {"b", tag_transparent},
    {"bdi", tag_transparent},
    {"bdo", tag_transparent},
    {"big", tag_transparent},
    {"blockquote", tag_break},
    {"br", tag_space},
    {"caption", tag_cell},
    {"categorytree", tag_dropped},
    {"ce", tag_dropped},
    {"center", tag_break},
    {"charinsert", tag_dropped},
    {"chem", tag_dropped},
    {"cite", tag_transparent},
    {"code", tag_transparent},
    {"col", tag_transparent},
    {"colgroup", tag_transparent},
    {"data", tag_transparent},
    {"dd", tag_item},
    {"del", tag_transparent},
    {"dfn", tag_transparent},
    {"div", tag_break},
    {"dl", tag_break},
    {"dt", tag_item},
    {"dynamicpagelist", tag_dropped},
    {"em", tag_transparent},
    {"font", tag_transparent},
    {"gallery", tag_dropped},
    {"graph", tag_dropped},
    {"h1", tag_break},
    {"h2", tag_break},
    {"h3", tag_break},
    {"h4", tag_break},
    {"h5", tag_break},
    {"h6", tag_break},
    {"hiero", tag_dropped},
    {"hr", tag_break},
    {"i", tag_transparent},
    {"imagemap", tag_dropped},
    {"includeonly", tag_dropped},
    {"indicator", tag_dropped},
    {"inputbox", tag_dropped},
    {"ins", tag_transparent},
    {"kbd", tag_transparent},
    {"li", tag_item},
    {"mapframe", tag_dropped},
    {"maplink", tag_dropped},
    {"mark", tag_transparent},
    {"math", tag_dropped},
    {"noinclude", tag_transparent},
    {"nowiki", tag_literal},
    {"ol", tag_break},
    {"onlyinclude", tag_transparent},
    {"p", tag_break},
    {"pagelist", tag_dropped},
    {"poem", tag_break},
    {"pre", tag_literal},
    {"q", tag_transparent},
    {"rb", tag_transparent},
    {"ref", tag_reference},
    {"references", tag_dropped},
    {"rp", tag_transparent},
    {"rt", tag_transparent},
    {"rtc", tag_transparent},
    {"ruby", tag_transparent},
    {"s", tag_transparent},
    {"samp", tag_transparent},
    {"score", tag_dropped},
    {"section", tag_transparent},
    {"small", tag_transparent},
    {"source", tag_dropped},
    {"span", tag_transparent},
    {"strike", tag_transparent},
    {"strong", tag_transparent},
    {"sub", tag_transparent},
    {"sup", tag_transparent},
    {"syntaxhighlight", tag_dropped},
    {"table", tag_table},
    {"tbody", tag_transparent},
    {"td", tag_cell},
    {"templatedata", tag_dropped},
    {"templatestyles", tag_dropped},
    {"tfoot", tag_transparent},
    {"th", tag_cell},
    {"thead", tag_transparent},
    {"time", tag_transparent},
    {"timeline", tag_dropped},
    {"tr", tag_row},
    {"tt", tag_transparent},
    {"u", tag_transparent},
    {"ul", tag_break},
    {"var", tag_transparent},
    {"wbr", tag_transparent},
};

enum { name_count = sizeof names / sizeof *names, longest_name = 16 };
_Static_assert((int)name_count <= (int)tag_names, "tag_names is too small");

/* The index of the name; name_count if there is no such tag. */
static size_t find_name(const char *text, size_t length) {
    char name[longest_name + 1];
    if (length > longest_name)
        return name_count;
    for (size_t i = 0; i < length; i++)
        name[i] = (char)ascii_lower(text[i]);
    name[length] = '\0';
    size_t low = 0, high = name_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = *name - *names[middle].name;
        if (order == 0)
            order = strcmp(name, names[middle].name);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return name_count;
}

/*
 * The offset after the quoted value that begins at `at`, or after the quotation mark if no other
 * follows on the line. A value that contains "<" must be short and end properly; otherwise the
 * author has probably forgotten a mark.
 */
static size_t skip_quoted(const char *text, size_t length, size_t at) {
    enum { longest_with_angle = 300 };
    bool angle = false;
    for (size_t i = at + 1; i < length && text[i] != '\n'; i++) {
        angle = angle || text[i] == '<';
        if (angle && i - at > longest_with_angle)
            break;
        if (text[i] != text[at])
            continue;
        bool ended = i + 1 < length && strchr(" />", text[i + 1]) != NULL;
        return angle && !ended ? at + 1 : i + 1;
    }
    return at + 1;
}

static bool is_name_attribute(const char *text, size_t length, size_t at) {
    return length - at > 5 && ascii_is_space(text[at - 1]) && memcmp(text + at, "name", 4) == 0 &&
           (text[at + 4] == '=' || text[at + 4] == ' ');
}

static void read_attributes(const char *text, size_t length, size_t at, struct tag *tag) {
    static const bool stops[256] = {
        ['<'] = true, ['>'] = true, ['"'] = true, ['\''] = true, ['n'] = true};
    tag->end = at; /* unless the tag is complete */
    for (;;) {
        while (at < length && !stops[(unsigned char)text[at]])
            at++;
        if (at >= length || text[at] == '<')
            return;
        if (text[at] == '>') {
            tag->complete = true;
            tag->self_closing = text[at - 1] == '/';
            tag->end = at + 1;
            return;
        }
        if (is_name_attribute(text, length, at))
            tag->has_name = true;
        bool quoted = text[at] == '"' || (text[at] == '\'' && text[at - 1] == '=');
        at = quoted ? skip_quoted(text, length, at) : at + 1;
    }
}

struct tag tag_read(const char *text, size_t length, size_t start) {
    struct tag tag = {.effect = tag_unknown, .end = start};
    size_t at = start + 1;
    if (at < length && text[at] == '/') {
        tag.closing = true;
        at++;
    }
    size_t name = at;
    while (at < length && at - name <= longest_name && ascii_is_alnum(text[at]))
        at++;
    size_t index = find_name(text + name, at - name);
    if (at == name || index == name_count)
        return tag;
    if (at < length && (text[at] == '-' || text[at] == '_' || text[at] == ':'))
        return tag; /* <b-tree> is not <b> */
    tag.index = index;
    tag.effect = names[index].effect;
    read_attributes(text, length, at, &tag);
    return tag;
}

size_t tag_find_closer(const char *text, size_t length, size_t from, size_t index) {
    size_t name_length = strlen(names[index].name);
    while (from < length) {
        const char *found = memchr(text + from, '<', length - from);
        if (!found)
            break;
        size_t at = (size_t)(found - text);
        size_t after = at + 2 + name_length;
        if (after <= length && text[at + 1] == '/' &&
            ascii_compare(text + at + 2, name_length, names[index].name) == 0 &&
            (after == length || !ascii_is_alnum(text[after])))
            return at;
        from = at + 1;
    }
    return length;
}
