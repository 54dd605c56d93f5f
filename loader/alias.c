/*
 * alias.c - see alias.h. MediaWiki reads redirects in the same way: WikitextContentHandler takes
 * the link apart, and MediaWikiTitleCodec the title.
 */
#include "alias.h"

#include "../ext/core/text/characters.h"
#include "base/ascii.h"
#include "base/words.h"
#include "dump/redirect.h"
#include "text/utf8.h"
#include "wikitext/entities.h"
#include "wikitext/links.h"

#include <assert.h>
#include <string.h>

enum { link_max = 4096 }; /* bytes; MediaWiki allows 255 for a title */
enum { code_length = 3 }; /* of "%E9" */

/* The byte that "%E9" stands for; 0 if there is none, or a control character. */
static char percent_byte(const char *text, size_t length) {
    enum { hexadecimal = 16 };
    if (length < code_length || text[0] != '%')
        return 0;
    unsigned high = ascii_digit_value(text[1]), low = ascii_digit_value(text[2]);
    unsigned byte = high * hexadecimal + low;
    bool valid = high < hexadecimal && low < hexadecimal && byte >= ' ' && byte != 0x7F;
    return (char)(valid ? byte : 0);
}

/* Writes what a link means without codes, "%E9" if `percents`. Whether there was such a code. */
static bool decode(struct alias *alias, const char *text, size_t length, bool percents) {
    static const bool stands[256] = {['&'] = true, ['%'] = true, ['_'] = true};
    struct text_buffer *link = &alias->link;
    bool decoded = false;
    text_buffer_clear(link);
    for (size_t at = 0; at < length;) {
        size_t plain = at;
        while (at < length && !stands[(unsigned char)text[at]])
            at++;
        text_buffer_append(link, text + plain, at - plain);
        if (at == length)
            break;
        struct entity entity = {0};
        if (text[at] == '&')
            entity = entity_read(text + at, length - at);
        char byte = percents ? percent_byte(text + at, length - at) : 0;
        decoded = decoded || byte;
        if (entity.length > 0)
            text_buffer_append_code_point(link, entity.code_point);
        else
            text_buffer_append_byte(link, byte ? byte : text[at]);
        at += entity.length > 0 ? entity.length : byte ? code_length : 1;
    }
    char *mark = link->length > 0 ? link->bytes : NULL;
    while (mark && (mark = memchr(mark, '_', (size_t)(link->bytes + link->length - mark))) != NULL)
        *mark = ' ';
    alias->failed = alias->failed || link->failed;
    return decoded;
}

/* Splits the decoded link at its "#". Fills in only what is still empty. */
static void split(struct alias *alias) {
    const struct text_buffer *link = &alias->link;
    const char *mark = link->length > 0 ? memchr(link->bytes, '#', link->length) : NULL;
    size_t start = 0, end = mark ? (size_t)(mark - link->bytes) : link->length;
    ascii_trim(link->bytes, &start, &end);
    if (start < end && link->bytes[start] == ':') /* [[:Category:Dogs]] */
        start++;
    if (alias->target.length == 0 && start < end)
        text_buffer_append_words(&alias->target, 0, link->bytes + start, end - start);
    if (alias->section.length == 0 && mark)
        text_buffer_append_words(&alias->section, 0, mark + 1,
                                 (size_t)(link->bytes + link->length - mark) - 1);
}

/* A "%" that stands for itself can look like a code, so the result must be text. */
static void read_link(struct alias *alias, const char *text, size_t length) {
    if (decode(alias, text, length, true) &&
        utf8_valid_length(alias->link.bytes, alias->link.length) < alias->link.length)
        decode(alias, text, length, false);
    split(alias);
}

static bool is_title(const struct text_buffer *title) {
    static const bool excluded[256] = {['<'] = true, ['>'] = true, ['['] = true, [']'] = true,
                                       ['{'] = true, ['}'] = true, ['|'] = true, ['\x7F'] = true};
    for (size_t i = 0; i < title->length; i++) {
        unsigned char byte = (unsigned char)title->bytes[i];
        if (byte < ' ' || excluded[byte])
            return false;
    }
    return true;
}

/* The capital of a letter. The table has small letters for capitals; these distances are usual. */
static uint32_t capital_of(uint32_t letter) {
    static const uint32_t distances[] = {32, 1, 80, 48, 37, 38, 63, 64};
    struct character small = character_of(letter);
    for (size_t i = 0; small.class == character_lower && i < sizeof distances / sizeof *distances;
         i++) {
        if (letter <= distances[i])
            continue;
        struct character large = character_of(letter - distances[i]);
        if (large.class == character_upper && large.folded == small.folded)
            return letter - distances[i];
    }
    return letter;
}

/* The namespace that the target names, and where its name in there begins. */
static int read_namespace(const struct site *site, const struct text_buffer *title, size_t *name) {
    const char *colon = title->length > 0 ? memchr(title->bytes, ':', title->length) : NULL;
    size_t before = colon ? (size_t)(colon - title->bytes) : 0;
    int number = before > 0 ? link_namespace(site, title->bytes, before) : namespace_none;
    *name = 0;
    if (number == namespace_none)
        return namespace_article;
    *name = before + 1;
    while (*name < title->length && title->bytes[*name] == ' ')
        ++*name;
    return number;
}

static void begin(struct alias *alias) {
    TEXT_BUFFERS(text_buffer_clear, &alias->target, &alias->section);
    alias->failed = false;
}

/* Clears what is no title, sets its namespace, capitalises its first letter. False: no memory. */
static bool finish(struct alias *alias, const struct site *site) {
    struct text_buffer *target = &alias->target;
    alias->failed = alias->failed || target->failed || alias->section.failed;
    size_t name;
    alias->namespace_number = read_namespace(site, target, &name);
    if (name == target->length || !is_title(target)) /* as in "Category:" */
        text_buffer_clear(target);
    else if (!site->case_sensitive) {
        /* The first letter of the name becomes a capital, if that takes as many bytes. */
        char bytes[4];
        uint32_t letter;
        size_t length = name < target->length
                            ? utf8_read(target->bytes + name, target->length - name, &letter)
                            : 0;
        if (length > 0 && utf8_write(bytes, capital_of(letter)) == length)
            memcpy(target->bytes + name, bytes, length);
    }
    return !alias->failed;
}

bool alias_read(struct alias *alias, const struct site *site, const struct page *page) {
    const struct text_buffer *element = &page->redirect_target, *text = &page->newest.text;
    assert(page->redirects);
    begin(alias);
    decode(alias, element->bytes, element->length, false);
    split(alias);
    size_t at = text->length > 0 ? redirect_target(text->bytes, text->length) : 0;
    if (at > 0) {
        const char *link = text->bytes + at;
        size_t left = text->length - at, end = 0; /* at "|" or "]]" on the same line */
        while (end < left && end <= link_max && link[end] != '\n' && link[end] != '|' &&
               !words_begin("]]", link + end, left - end))
            end++;
        read_link(alias, link, end < left && end <= link_max && link[end] != '\n' ? end : 0);
    }
    return finish(alias, site);
}

bool alias_read_link(struct alias *alias, const struct site *site, const char *text,
                     size_t length) {
    begin(alias);
    if (length <= link_max)
        read_link(alias, text, length);
    return finish(alias, site);
}

void alias_free(struct alias *alias) {
    TEXT_BUFFERS(text_buffer_free, &alias->target, &alias->section, &alias->link);
}
