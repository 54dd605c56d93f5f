/* tags.c - see tags.h. */
#include "tags.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <assert.h>
#include <string.h> /* memchr, memcmp, strchr */

/* The most frequent first. */
static const struct {
    enum tag_effect effect;
    const char *names;
} effects[] = {
    {tag_reference, "ref"},
    {tag_space, "br"},
    {tag_transparent,
     "small|sup|sub|span|b|i|abbr|bdi|bdo|big|cite|code|col|colgroup|data|del|dfn|em|font|ins|"
     "kbd|mark|noinclude|onlyinclude|q|rb|rp|rt|rtc|ruby|s|samp|section|strike|strong|tbody|"
     "tfoot|thead|time|tt|u|var|wbr"},
    {tag_literal, "nowiki|pre"},
    {tag_break, "div|center|blockquote|p|dl|h1|h2|h3|h4|h5|h6|hr|ol|poem|ul"},
    {tag_dropped,
     "references|math|gallery|categorytree|ce|charinsert|chem|dynamicpagelist|graph|hiero|"
     "imagemap|includeonly|indicator|inputbox|mapframe|maplink|pagelist|score|source|"
     "syntaxhighlight|templatedata|templatestyles|timeline"},
    {tag_cell, "caption|td|th"},
    {tag_row, "tr"},
    {tag_item, "dd|dt|li"},
    {tag_table, "table"},
};

enum { longest_name = 16 };

/* Finds out which tag has the name. False if none has. */
static bool find_name(const char *text, size_t length, struct tag *tag) {
    size_t index = 0;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        const char *names = effects[i].names;
        tag->effect = effects[i].effect;
        for (; words_next(&names, &tag->name, &tag->name_length); index++) {
            tag->index = index;
            if (tag->name_length == length && ascii_same(text, tag->name, length))
                return true;
        }
    }
    assert(index <= tag_names);
    return false;
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

static void read_attributes(const char *text, size_t length, size_t at, struct tag *tag) {
    static const bool stops[256] = {
        ['<'] = true, ['>'] = true, ['"'] = true, ['\''] = true, ['n'] = true};
    tag->end = at; /* unless the tag is complete */
    for (;;) {
        at = ascii_index_any(text, at, length, stops);
        if (at >= length || text[at] == '<')
            return;
        if (text[at] == '>') {
            tag->complete = true;
            tag->self_closing = text[at - 1] == '/';
            tag->end = at + 1;
            return;
        }
        if (length - at > 5 && ascii_is_space(text[at - 1]) && memcmp(text + at, "name", 4) == 0 &&
            (text[at + 4] == '=' || text[at + 4] == ' '))
            tag->has_name = true;
        bool quoted = text[at] == '"' || (text[at] == '\'' && text[at - 1] == '=');
        at = quoted ? skip_quoted(text, length, at) : at + 1;
    }
}

struct tag tag_read(const char *text, size_t length, size_t start) {
    assert(start < length);
    struct tag tag = {.effect = tag_unknown, .end = start};
    size_t at = start + 1;
    if (at < length && text[at] == '/') {
        tag.closing = true;
        at++;
    }
    size_t name = at;
    while (at < length && at - name <= longest_name && ascii_is_alnum(text[at]))
        at++;
    /* <b-tree> is not <b> */
    bool longer = at < length && (text[at] == '-' || text[at] == '_' || text[at] == ':');
    if (at == name || longer || !find_name(text + name, at - name, &tag)) {
        tag.effect = tag_unknown;
        return tag;
    }
    read_attributes(text, length, at, &tag);
    return tag;
}

size_t tag_find_closer(const char *text, size_t length, size_t from, const struct tag *tag) {
    const char *found;
    for (; (found = memchr(text + from, '<', length - from)) != NULL; from++) {
        from = (size_t)(found - text);
        size_t after = from + 2 + tag->name_length;
        if (after <= length && text[from + 1] == '/' &&
            ascii_same(text + from + 2, tag->name, tag->name_length) &&
            (after == length || !ascii_is_alnum(text[after])))
            return from;
    }
    return length;
}
