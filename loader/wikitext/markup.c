/* markup.c - what can occur inside a line: see cleaner.h. */
#include "cleaner.h"

#include "../base/ascii.h"
#include "entities.h"
#include "links.h"
#include "tags.h"
#include "templates.h"

#include <assert.h>
#include <string.h> /* memchr, strchr */

static size_t run_length(const struct wikitext_cleaner *cleaner, size_t at, char byte) {
    return ascii_run_end(cleaner->text, at, cleaner->limit, byte) - at;
}

/*
 * Finds the ''' of the line that is an apostrophe and ''. There is one if the numbers of bold and
 * of italic marks in the line are both odd: l'''Italia'' . As in MediaWiki, it is the first after a
 * word of one letter, or else the first after a longer word, or else the first after a space. None
 * can be at the first byte of the text, so 0 means that there is none.
 */
static void read_quotes(struct wikitext_cleaner *cleaner) {
    const char *text = cleaner->text;
    size_t line = cleaner->at;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    size_t line_end = ascii_index(text, cleaner->at, cleaner->length, '\n');
    size_t bold = 0, italic = 0, after_letter = 0, after_word = 0, after_space = 0;
    for (size_t at = line, quote; (quote = ascii_index(text, at, line_end, '\'')) < line_end;) {
        at = ascii_run_end(text, quote, line_end, '\'');
        size_t run = at - quote;
        bold += run == 3 || run >= 5;
        italic += run == 2 || run >= 5;
        if (run != 3 || quote == line)
            continue;
        bool letter = quote - line == 1 || text[quote - 2] == ' ';
        size_t *place = text[quote - 1] == ' ' ? &after_space
                        : letter               ? &after_letter
                                               : &after_word;
        if (*place == 0)
            *place = quote;
    }
    cleaner->quotes_start = line;
    cleaner->quotes_end = line_end;
    cleaner->quote_apostrophe = 0;
    if (bold % 2 == 1 && italic % 2 == 1)
        cleaner->quote_apostrophe =
            after_letter ? after_letter : (after_word ? after_word : after_space);
}

void markup_quotes(struct wikitext_cleaner *cleaner) {
    size_t run = run_length(cleaner, cleaner->at, '\'');
    bool unread = cleaner->at < cleaner->quotes_start || cleaner->at >= cleaner->quotes_end;
    if (run == 3 && unread)
        read_quotes(cleaner);
    bool apostrophe = run == 3 && cleaner->at > 0 && cleaner->quote_apostrophe == cleaner->at;
    size_t text = run == 4 || apostrophe ? 1 : run > 5 ? run - 5 : 0;
    if (text > 0)
        cleaner_copy(cleaner, text);
    cleaner->at += run - text;
}

void markup_entity(struct wikitext_cleaner *cleaner) {
    struct entity entity = entity_read(cleaner->text + cleaner->at, cleaner->limit - cleaner->at);
    if (entity.length == 0) {
        cleaner_copy(cleaner, 1);
        return;
    }
    cleaner_character(cleaner, entity.code_point);
    cleaner->at += entity.length;
}

/* "__TOC__" in any language: capitals, and letters beyond ASCII. */
void markup_underscore(struct wikitext_cleaner *cleaner) {
    enum { longest_switch = 60 };
    const char *text = cleaner->text;
    size_t run = run_length(cleaner, cleaner->at, '_');
    size_t end = cleaner->at + run;
    while (end < cleaner->limit && end - cleaner->at < longest_switch &&
           (ascii_is_upper(text[end]) || (unsigned char)text[end] >= 0x80))
        end++;
    bool closed = run == 2 && end > cleaner->at + 2 && run_length(cleaner, end, '_') == 2;
    if (closed) {
        cleaner->line_comment = true;
        cleaner_drop(cleaner, end + 2 - cleaner->at);
    } else
        cleaner_copy(cleaner, run);
}

/* Skips the rest of a URL. One without brackets (`bare`) does not include final punctuation. */
static void skip_url(struct wikitext_cleaner *cleaner, bool bare) {
    const char *text = cleaner->text;
    size_t start = cleaner->at;
    bool bracket = false;
    while (cleaner->at < cleaner->limit) {
        char byte = text[cleaner->at];
        const struct span *span = byte == '{' ? cleaner_span(cleaner) : NULL;
        bool ends = (byte >= 0 && byte <= ' ') || strchr("[]<>\"\177", byte);
        if (ends ||
            (bare && (byte == '|' || byte == '}' || run_length(cleaner, cleaner->at, '\'') > 1)))
            break;
        bracket = bracket || byte == '(';
        if (span) {
            cleaner_skip(cleaner, span, false);
            start = cleaner->at;
        } else
            cleaner->at++;
    }
    while (bare && cleaner->at > start && text[cleaner->at - 1] != '\0' &&
           strchr(bracket ? ",.;:!?" : ",.;:!?)", text[cleaner->at - 1]) != NULL)
        cleaner->at--;
}

void markup_colon(struct wikitext_cleaner *cleaner) {
    const char *text = cleaner->text;
    char next = ' ';
    if (cleaner->at + 1 < cleaner->limit)
        next = text[cleaner->at + 1];
    if (next == '/' && run_length(cleaner, cleaner->at + 1, '/') >= 2 &&
        block_writer_take_scheme(&cleaner->writer)) {
        cleaner->at += 3;
        skip_url(cleaner, true);
    } else if (cleaner->in_term && cleaner->depth == 0 && ascii_is_space(next)) {
        cleaner->in_term = false;
        cleaner->at++;
        block_writer_finish(&cleaner->writer, cleaner->writer.kind);
    } else
        cleaner_copy(cleaner, 1);
}

static void walk_tag(struct wikitext_cleaner *cleaner, const struct tag *tag) {
    struct block_writer *writer = &cleaner->writer;
    enum block_kind kind = cleaner_block_kind(cleaner);
    bool in_table = cleaner->tables > 0;
    cleaner_drop(cleaner, tag->end - cleaner->at);
    switch (tag->effect) {
    case tag_space:
        block_writer_space(writer);
        break;
    case tag_break:
    case tag_item:
        if (tag->effect == tag_item && !tag->closing && !in_table)
            kind = block_list;
        block_writer_finish(writer, kind);
        break;
    case tag_table:
        if (tag->closing)
            table_close(cleaner);
        else
            table_open(cleaner);
        break;
    case tag_row:
    case tag_cell:
        if (!in_table)
            block_writer_space(writer);
        else if (tag->effect == tag_row)
            block_writer_finish_row(writer, block_table);
        else
            block_writer_finish(writer, block_table);
        break;
    default:
        break; /* the tag goes and its content stays, even if no tag closes it */
    }
}

void markup_angle(struct wikitext_cleaner *cleaner) {
    const struct span *span = cleaner_span(cleaner);
    if (span && span->kind == span_literal) {
        cleaner_walk_range(cleaner, span, span->inner_start, span->inner_end);
        return;
    }
    if (span) {
        cleaner_skip(cleaner, span, span->kind == span_dropped);
        return;
    }
    struct tag tag = tag_read(cleaner->text, cleaner->limit, cleaner->at);
    bool letter = !tag.complete && tag.end - cleaner->at == 2; /* a<b */
    if (tag.effect != tag_unknown && !letter) {
        walk_tag(cleaner, &tag);
        return;
    }
    /* A "<" that begins no known tag is text, but an unknown "</name>" goes. */
    size_t at = cleaner->at + 2;
    while (ascii_is_alnum(cleaner_byte(cleaner, at)) || cleaner_byte(cleaner, at) == ' ')
        at++;
    if (cleaner_byte(cleaner, cleaner->at + 1) == '/' && cleaner_byte(cleaner, at) == '>')
        cleaner_drop(cleaner, at + 1 - cleaner->at);
    else
        cleaner_copy(cleaner, 1);
}

static void walk_link(struct wikitext_cleaner *cleaner, const struct span *span) {
    assert(span->kind == span_link);
    const char *text = cleaner->text;
    bool labelled = span->first_pipe != no_pipe;
    size_t pipe = labelled ? cleaner->spans.pipes[span->first_pipe].offset : span->inner_end;
    struct link_target target = link_read_target(cleaner->site, text, span->inner_start, pipe);
    if (target.kind == link_picture || target.kind == link_category ||
        target.kind == link_language) {
        cleaner_skip(cleaner, span, target.kind == link_picture);
        return;
    }
    size_t start = pipe + 1, end = span->inner_end;
    size_t label = start, label_end = end;
    if (labelled)
        ascii_trim(text, &label, &label_end);
    if (!labelled) {
        start = target.shown;
        while (target.kind == link_external && start < end && !ascii_is_space(text[start]))
            start++;
    } else if (label == label_end) {
        /* [[Dog (animal)|]]: the target without its namespace and its brackets */
        start = target.shown;
        end = pipe;
        size_t colon = ascii_index(text, start, end, ':');
        if (colon < end)
            start = colon + 1;
        size_t bracket = ascii_index(text, start, end, '(');
        if (bracket > start)
            end = bracket;
        ascii_trim(text, &start, &end);
    }
    cleaner_walk_range(cleaner, span, start, end);
}

/* "[[" without "]]": the line of a picture goes, anything else is text. */
static void walk_lost_link(struct wikitext_cleaner *cleaner) {
    enum { longest_target = 300 }; /* a title has at most 255 bytes */
    const char *text = cleaner->text;
    size_t start = cleaner->at + 2, end = start;
    while (end < cleaner->limit && end - start < longest_target &&
           strchr("|[\n", text[end]) == NULL)
        end++;
    struct link_target target = link_read_target(cleaner->site, text, start, end);
    cleaner_drop(cleaner, 2);
    if (target.kind == link_picture)
        cleaner_skip_line(cleaner);
}

void markup_open_bracket(struct wikitext_cleaner *cleaner) {
    const struct span *span = cleaner_span(cleaner);
    if (span) {
        walk_link(cleaner, span);
        return;
    }
    size_t after = cleaner->at + 1;
    size_t scheme = link_scheme_length(cleaner->text + after, cleaner->limit - after);
    if (scheme > 0) {
        cleaner_drop(cleaner, 1 + scheme);
        skip_url(cleaner, false);
        cleaner->links_open++;
    } else if (cleaner->at + 1 < cleaner->limit && cleaner->text[after] == '[')
        walk_lost_link(cleaner);
    else
        cleaner_copy(cleaner, 1);
}

void markup_close_bracket(struct wikitext_cleaner *cleaner) {
    if (cleaner->links_open > 0) {
        cleaner->links_open--;
        cleaner_drop(cleaner, 1);
    } else if (cleaner->at + 1 < cleaner->limit && cleaner->text[cleaner->at + 1] == ']')
        cleaner_drop(cleaner, 2);
    else
        cleaner_copy(cleaner, 1);
}

static void walk_template(struct wikitext_cleaner *cleaner, const struct span *span) {
    if (span->kind == span_parameter) { /* {{{name|default}}} shows the default in an article */
        if (span->first_pipe == no_pipe)
            cleaner_skip(cleaner, span, true);
        else
            cleaner_walk_range(cleaner, span, cleaner->spans.pipes[span->first_pipe].offset + 1,
                               span->inner_end);
        return;
    }
    assert(span->kind == span_template);
    struct template_plan *plan = cleaner_plan(cleaner);
    template_render(cleaner->site->language, cleaner->text, &cleaner->spans, span, plan);
    if (plan->count == 0)
        cleaner_skip(cleaner, span, true);
    else
        cleaner_walk(cleaner, span);
}

/*
 * "{{" without "}}". If it begins a line, and the next line is an argument, it is an infobox whose
 * end is missing, and its lines go. Otherwise the braces go and the rest is text.
 */
static void walk_lost_template(struct wikitext_cleaner *cleaner, size_t run) {
    const char *text = cleaner->text;
    bool infobox = false;
    if (cleaner->at == 0 || text[cleaner->at - 1] == '\n') {
        size_t next = ascii_index(text, cleaner->at, cleaner->limit, '\n') + 1;
        while (cleaner_byte(cleaner, next) == ' ')
            next++;
        infobox = cleaner_byte(cleaner, next) == '|';
    }
    cleaner->lost_template = infobox;
    cleaner_drop(cleaner, run);
    if (infobox)
        cleaner_skip_line(cleaner);
}

void markup_open_brace(struct wikitext_cleaner *cleaner) {
    const struct span *span = cleaner_span(cleaner);
    size_t run = run_length(cleaner, cleaner->at, '{');
    const struct span_list *list = &cleaner->spans;
    if (span)
        walk_template(cleaner, span);
    else if (cleaner->cursor < list->count &&
             list->spans[cleaner->cursor].start < cleaner->at + run)
        cleaner_drop(cleaner, list->spans[cleaner->cursor].start - cleaner->at);
    else if (run >= 2)
        walk_lost_template(cleaner, run);
    else if (table_opens(cleaner, cleaner->at))
        table_open_line(cleaner, cleaner->at); /* after tags, for example */
    else
        cleaner_copy(cleaner, 1);
}

void markup_close_brace(struct wikitext_cleaner *cleaner) {
    size_t run = run_length(cleaner, cleaner->at, '}');
    if (run >= 2)
        cleaner_drop(cleaner, run);
    else
        cleaner_copy(cleaner, 1);
}

void markup_variant(struct wikitext_cleaner *cleaner, const struct span *span) {
    assert(span->kind == span_variant);
    const char *text = cleaner->text;
    size_t start = span->inner_start, end = span->inner_end;
    if (span->first_pipe != no_pipe) {
        size_t pipe = cleaner->spans.pipes[span->first_pipe].offset;
        /* -{T|...}- sets the title of the page and -{H|...}- a rule; neither shows anything. */
        if (memchr(text + start, 'T', pipe - start) || memchr(text + start, 'H', pipe - start)) {
            cleaner_skip(cleaner, span, false);
            return;
        }
        start = pipe + 1;
    }
    size_t code = start;
    while (code < end && (ascii_is_alnum(text[code]) || text[code] == '-' || text[code] == ' '))
        code++;
    if (code < end && text[code] == ':') {
        start = code + 1;
        end = ascii_index(text, start, end, ';');
    }
    cleaner_walk_range(cleaner, span, start, end);
}
