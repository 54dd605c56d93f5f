/* markup.c - see renderer.h: what stands inside a line. */
#include "../base/ascii.h"
#include "entities.h"
#include "links.h"
#include "renderer.h"
#include "tags.h"

#include <string.h> /* memchr, strchr */

static size_t run_length(const struct wikitext_cleaner *cleaner, size_t at, char byte) {
    size_t end = at;
    while (end < cleaner->limit && cleaner->text[end] == byte)
        end++;
    return end - at;
}

/* Steps over markup that leaves nothing. */
static void drop(struct wikitext_cleaner *cleaner, size_t length) {
    cleaner->at += length;
    block_writer_removed(&cleaner->writer, false);
}

enum { nowhere = 0 }; /* no ''' that could be an apostrophe is at the text's first byte */

struct quote_count {
    size_t bold, italic;
    size_t after_letter, after_word, after_space; /* the first ''' there, or nowhere */
};

static void count_quotes(const char *text, size_t line, size_t at, size_t run,
                         struct quote_count *count) {
    count->bold += run == 3 || run >= 5;
    count->italic += run == 2 || run >= 5;
    if (run != 3 || at == line)
        return;
    bool letter = at - line == 1 || text[at - 2] == ' ';
    size_t *place = &count->after_word;
    if (text[at - 1] == ' ')
        place = &count->after_space;
    else if (letter)
        place = &count->after_letter;
    if (*place == nowhere)
        *place = at;
}

/*
 * Where a line has an odd number of both bold and italic marks, one ''' in it is an apostrophe
 * before '': l'''Italia'' . MediaWiki's choice: the first after a word of one letter, else the
 * first after a longer word, else the first after a space.
 */
static void read_quotes(struct wikitext_cleaner *cleaner) {
    const char *text = cleaner->text;
    size_t start = cleaner->at;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    const char *found = memchr(text + cleaner->at, '\n', cleaner->length - cleaner->at);
    size_t line_end = found ? (size_t)(found - text) : cleaner->length;
    struct quote_count count = {0};
    for (size_t at = start; (found = memchr(text + at, '\'', line_end - at));) {
        size_t quote = (size_t)(found - text);
        for (at = quote; at < line_end && text[at] == '\'';)
            at++;
        if (at - quote >= 2)
            count_quotes(text, start, quote, at - quote, &count);
    }
    cleaner->quotes_start = start;
    cleaner->quotes_end = line_end;
    cleaner->quote_apostrophe = nowhere;
    if (count.bold % 2 == 1 && count.italic % 2 == 1) {
        cleaner->quote_apostrophe = count.after_letter ? count.after_letter
                                    : count.after_word ? count.after_word
                                                       : count.after_space;
    }
}

void markup_quotes(struct wikitext_cleaner *cleaner) {
    size_t run = run_length(cleaner, cleaner->at, '\'');
    bool unread = cleaner->at < cleaner->quotes_start || cleaner->at >= cleaner->quotes_end;
    if (run == 3 && unread)
        read_quotes(cleaner);
    bool apostrophe = run == 3 && cleaner->quote_apostrophe == cleaner->at &&
                      cleaner->quote_apostrophe != nowhere;
    size_t text = run == 4 || apostrophe ? 1 : run > 5 ? run - 5 : 0;
    if (text > 0)
        renderer_copy(cleaner, text);
    cleaner->at += run - text;
}

void markup_entity(struct wikitext_cleaner *cleaner) {
    struct entity entity = entity_read(cleaner->text + cleaner->at, cleaner->limit - cleaner->at);
    if (entity.length == 0) {
        renderer_copy(cleaner, 1);
        return;
    }
    renderer_character(cleaner, entity.code_point);
    cleaner->at += entity.length;
}

/* __TOC__, in any language: capitals, or letters that ASCII does not have. */
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
        drop(cleaner, end + 2 - cleaner->at);
    } else
        renderer_copy(cleaner, run);
}

static bool ends_url(char byte) {
    return (byte >= 0 && byte <= ' ') || byte == '[' || byte == ']' || byte == '<' || byte == '>' ||
           byte == '"' || byte == 127;
}

/* Steps over the rest of a URL; `bare`: not in brackets, so punctuation behind it is text. */
static void skip_url(struct wikitext_cleaner *cleaner, bool bare) {
    const char *text = cleaner->text;
    size_t start = cleaner->at;
    bool bracket = false;
    while (cleaner->at < cleaner->limit && !ends_url(text[cleaner->at])) {
        const struct span *span = text[cleaner->at] == '{' ? renderer_span(cleaner) : NULL;
        if (bare && (text[cleaner->at] == '|' || text[cleaner->at] == '}' ||
                     run_length(cleaner, cleaner->at, '\'') > 1))
            break;
        bracket = bracket || text[cleaner->at] == '(';
        if (span) {
            renderer_skip(cleaner, span, false);
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
        renderer_copy(cleaner, 1);
}

static void walk_break(struct wikitext_cleaner *cleaner, const struct tag *tag) {
    enum block_kind kind = line_kind(cleaner);
    if (tag->effect == tag_item && !tag->closing && kind == block_prose)
        kind = block_list;
    block_writer_finish(&cleaner->writer, kind);
}

static void walk_table_tag(struct wikitext_cleaner *cleaner, const struct tag *tag) {
    if (tag->effect == tag_table && tag->closing)
        line_table_close(cleaner);
    else if (tag->effect == tag_table)
        line_table_open(cleaner);
    else if (cleaner->tables == 0)
        block_writer_space(&cleaner->writer);
    else if (tag->effect == tag_row)
        block_writer_finish_row(&cleaner->writer, block_table);
    else
        block_writer_finish(&cleaner->writer, block_table);
}

static void walk_tag(struct wikitext_cleaner *cleaner, const struct tag *tag) {
    drop(cleaner, tag->end - cleaner->at);
    switch (tag->effect) {
    case tag_space:
        block_writer_space(&cleaner->writer);
        break;
    case tag_break:
    case tag_item:
        walk_break(cleaner, tag);
        break;
    case tag_table:
    case tag_row:
    case tag_cell:
        walk_table_tag(cleaner, tag);
        break;
    default:
        break; /* the tag goes, its content stays: also of one that nobody closed */
    }
}

/* The length of "</name>" for a name that is no tag; 0 for anything else. */
static size_t stray_closer(const struct wikitext_cleaner *cleaner) {
    size_t at = cleaner->at + 2;
    while (at < cleaner->limit && (ascii_is_alnum(cleaner->text[at]) || cleaner->text[at] == ' '))
        at++;
    bool closed = at < cleaner->limit && cleaner->text[at] == '>';
    return closed ? at + 1 - cleaner->at : 0;
}

static void walk_angle_text(struct wikitext_cleaner *cleaner) {
    bool closer = cleaner->at + 1 < cleaner->limit && cleaner->text[cleaner->at + 1] == '/';
    size_t length = closer ? stray_closer(cleaner) : 0;
    if (length > 0)
        drop(cleaner, length);
    else
        renderer_copy(cleaner, 1);
}

void markup_angle(struct wikitext_cleaner *cleaner) {
    const struct span *span = renderer_span(cleaner);
    if (span && span->kind == span_literal) {
        renderer_walk_range(cleaner, span, span->inner_start, span->inner_end);
        return;
    }
    if (span) {
        renderer_skip(cleaner, span, span->kind == span_dropped);
        return;
    }
    struct tag tag = tag_read(cleaner->text, cleaner->limit, cleaner->at);
    bool letter = !tag.complete && tag.end - cleaner->at == 2; /* a<b */
    if (tag.effect == tag_unknown || letter)
        walk_angle_text(cleaner);
    else
        walk_tag(cleaner, &tag);
}

/* [[Dog (animal)|]]: the target without its namespace and its brackets. */
static void walk_pipe_trick(struct wikitext_cleaner *cleaner, const struct span *span, size_t start,
                            size_t end) {
    const char *text = cleaner->text;
    const char *colon = memchr(text + start, ':', end - start);
    if (colon)
        start = (size_t)(colon - text) + 1;
    const char *bracket = memchr(text + start, '(', end - start);
    if (bracket && bracket > text + start)
        end = (size_t)(bracket - text);
    ascii_trim(text, &start, &end);
    renderer_walk_range(cleaner, span, start, end);
}

static void walk_target(struct wikitext_cleaner *cleaner, const struct span *span,
                        struct link_target target, size_t end) {
    size_t start = target.shown;
    if (target.kind == link_external) {
        while (start < end && !ascii_is_space(cleaner->text[start]))
            start++;
    }
    renderer_walk_range(cleaner, span, start, end);
}

static void walk_link(struct wikitext_cleaner *cleaner, const struct span *span) {
    bool labelled = span->first_pipe != no_pipe;
    size_t pipe = labelled ? cleaner->spans.pipes[span->first_pipe].offset : span->inner_end;
    struct link_target target =
        link_read_target(cleaner->site, cleaner->text, span->inner_start, pipe);
    size_t label = pipe + 1, end = span->inner_end;
    if (labelled)
        ascii_trim(cleaner->text, &label, &end);
    if (target.kind == link_picture || target.kind == link_invisible)
        renderer_skip(cleaner, span, target.kind == link_picture);
    else if (!labelled)
        walk_target(cleaner, span, target, span->inner_end);
    else if (label == end)
        walk_pipe_trick(cleaner, span, target.shown, pipe);
    else
        renderer_walk_range(cleaner, span, pipe + 1, span->inner_end);
}

/* "[[" without "]]": a picture goes with its line, anything else is text. */
static void walk_lost_link(struct wikitext_cleaner *cleaner) {
    enum { longest_target = 300 }; /* a title has at most 255 bytes */
    const char *text = cleaner->text;
    size_t start = cleaner->at + 2, end = start;
    while (end < cleaner->limit && end - start < longest_target &&
           strchr("|[\n", text[end]) == NULL)
        end++;
    struct link_target target = link_read_target(cleaner->site, text, start, end);
    drop(cleaner, 2);
    if (target.kind == link_picture)
        renderer_skip_line(cleaner);
}

void markup_open_bracket(struct wikitext_cleaner *cleaner) {
    const struct span *span = renderer_span(cleaner);
    if (span) {
        walk_link(cleaner, span);
        return;
    }
    size_t after = cleaner->at + 1;
    size_t scheme = link_scheme_length(cleaner->text + after, cleaner->limit - after);
    if (scheme > 0) {
        drop(cleaner, 1 + scheme);
        skip_url(cleaner, false);
        cleaner->links_open++;
    } else if (cleaner->at + 1 < cleaner->limit && cleaner->text[after] == '[')
        walk_lost_link(cleaner);
    else
        renderer_copy(cleaner, 1);
}

void markup_close_bracket(struct wikitext_cleaner *cleaner) {
    if (cleaner->links_open > 0) {
        cleaner->links_open--;
        drop(cleaner, 1);
    } else if (cleaner->at + 1 < cleaner->limit && cleaner->text[cleaner->at + 1] == ']')
        drop(cleaner, 2);
    else
        renderer_copy(cleaner, 1);
}

static void walk_template(struct wikitext_cleaner *cleaner, const struct span *span) {
    struct template_plan *plan = renderer_plan(cleaner);
    template_render(&cleaner->templates, site_language(cleaner->site), cleaner->text,
                    &cleaner->spans, span, plan);
    if (plan->count == 0)
        renderer_skip(cleaner, span, true);
    else
        renderer_walk(cleaner, span, range_end_nothing);
}

/* {{{name|default}}}: on a page that is no template, the default. */
static void walk_parameter(struct wikitext_cleaner *cleaner, const struct span *span) {
    if (span->first_pipe == no_pipe) {
        renderer_skip(cleaner, span, true);
        return;
    }
    renderer_walk_range(cleaner, span, cleaner->spans.pipes[span->first_pipe].offset + 1,
                        span->inner_end);
}

/*
 * "{{" without "}}". At the beginning of a line, and with an argument on the next one, it is an
 * infobox that lost its end: its lines go. Anything else is text without its braces.
 */
static bool begins_lost_infobox(const struct wikitext_cleaner *cleaner) {
    const char *text = cleaner->text;
    if (cleaner->at > 0 && text[cleaner->at - 1] != '\n')
        return false;
    const char *end = memchr(text + cleaner->at, '\n', cleaner->limit - cleaner->at);
    size_t next = end ? (size_t)(end - text) + 1 : cleaner->limit;
    while (next < cleaner->limit && text[next] == ' ')
        next++;
    return next < cleaner->limit && text[next] == '|';
}

static void walk_lost_template(struct wikitext_cleaner *cleaner, size_t run) {
    cleaner->lost_template = begins_lost_infobox(cleaner);
    drop(cleaner, run);
    if (cleaner->lost_template)
        renderer_skip_line(cleaner);
}

void markup_open_brace(struct wikitext_cleaner *cleaner) {
    const struct span *span = renderer_span(cleaner);
    size_t run = run_length(cleaner, cleaner->at, '{');
    if (span && span->kind == span_template)
        walk_template(cleaner, span);
    else if (span)
        walk_parameter(cleaner, span);
    else if (cleaner->cursor < cleaner->spans.count &&
             cleaner->spans.spans[cleaner->cursor].start < cleaner->at + run)
        drop(cleaner, cleaner->spans.spans[cleaner->cursor].start - cleaner->at);
    else if (run >= 2)
        walk_lost_template(cleaner, run);
    else if (line_has_table(cleaner, cleaner->at)) {
        line_table_open(cleaner); /* behind tags, say */
        cleaner->at += 2;
        renderer_skip_line(cleaner);
    } else
        renderer_copy(cleaner, 1);
}

void markup_close_brace(struct wikitext_cleaner *cleaner) {
    size_t run = run_length(cleaner, cleaner->at, '}');
    if (run >= 2)
        drop(cleaner, run);
    else
        renderer_copy(cleaner, 1);
}

/*
 * -{zh-hans:A; zh-hant:B}- shows one of the two: the first. -{T|...}- and -{H|...}- speak of the
 * page's title and of other places, and show nothing here.
 */
void markup_dash(struct wikitext_cleaner *cleaner) {
    const struct span *span = renderer_span(cleaner);
    const char *text = cleaner->text;
    size_t start = span->inner_start, end = span->inner_end;
    if (span->first_pipe != no_pipe) {
        size_t pipe = cleaner->spans.pipes[span->first_pipe].offset;
        if (memchr(text + start, 'T', pipe - start) || memchr(text + start, 'H', pipe - start)) {
            renderer_skip(cleaner, span, false);
            return;
        }
        start = pipe + 1;
    }
    size_t code = start;
    while (code < end && (ascii_is_alnum(text[code]) || text[code] == '-' || text[code] == ' '))
        code++;
    if (code < end && text[code] == ':') {
        start = code + 1;
        const char *semicolon = memchr(text + start, ';', end - start);
        if (semicolon)
            end = (size_t)(semicolon - text);
    }
    renderer_walk_range(cleaner, span, start, end);
}
