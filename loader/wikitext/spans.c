/* spans.c - see spans.h; the numbers are the numbered points there. */
#include "spans.h"

#include "../base/array.h"
#include "../base/ascii.h"
#include "tags.h"

#include <assert.h>
#include <stdlib.h> /* free */
#include <string.h> /* memcmp */

/* A run of "{", a "[[" or a "-{" that waits for its closer. */
struct opener {
    enum span_kind kind; /* span_template for all braces: the closing braces decide */
    size_t start;        /* of the first byte */
    size_t width;        /* bytes that are not closed yet */
    size_t slot;         /* index of the first span reserved for it */
    size_t slots;        /* reserved spans: two or three braces may close at a time */
    size_t first_pipe, last_pipe;
};

struct scanner {
    struct span_list *list;
    const char *text;
    size_t length, at;
    bool variants, failed;
    struct opener open[span_depth];
    size_t depth;
    size_t open_of[span_comment]; /* how many of `open` are of each kind */
    size_t closer[tag_names];     /* where the next closing tag is (1) */
    size_t comment_end;           /* where the next "-->" is */
    struct span dummy;            /* see add_whole() */
};

/* Bytes that may mean something. */
static const bool stops[256] = {['{'] = true, ['}'] = true, ['['] = true, [']'] = true,
                                ['|'] = true, ['<'] = true, ['\n'] = true};

/* Adds a span of kind span_none and returns its index. Without memory, sets `failed`. */
static size_t add_span(struct scanner *scanner, size_t start) {
    struct span_list *list = scanner->list;
    if (!ARRAY_ROOM(list->spans, list->count, list->capacity)) {
        scanner->failed = true;
        return 0;
    }
    list->spans[list->count] = (struct span){.start = start, .kind = span_none};
    return list->count++;
}

/* Adds a span whose both ends are known. Without memory, sets `failed`; the result is a dummy. */
static struct span *add_whole(struct scanner *scanner, enum span_kind kind, size_t start,
                              size_t end) {
    assert(start <= end && end <= scanner->length);
    size_t index = add_span(scanner, start);
    if (scanner->failed)
        return &scanner->dummy;
    struct span *span = &scanner->list->spans[index];
    *span = (struct span){.start = start,
                          .end = end,
                          .inner_start = start,
                          .inner_end = end,
                          .after = index + 1,
                          .kind = kind};
    return span;
}

static void push(struct scanner *scanner, enum span_kind kind, size_t start, size_t width) {
    assert(width >= 2);
    if (scanner->depth == span_depth)
        return;
    size_t slots = kind == span_template ? width / 2 : 1;
    if (slots > span_depth)
        slots = span_depth;
    size_t slot = add_span(scanner, start);
    for (size_t i = 1; i < slots; i++)
        add_span(scanner, start);
    if (scanner->failed)
        return;
    scanner->open[scanner->depth++] =
        (struct opener){.kind = kind, .start = start, .width = width, .slot = slot, .slots = slots};
    scanner->open_of[kind]++;
}

static void pop(struct scanner *scanner) {
    scanner->open_of[scanner->open[--scanner->depth].kind]--;
}

/* Discards openers until the innermost one is of `kind`. False if none is (3). */
static bool uncover(struct scanner *scanner, enum span_kind kind) {
    if (scanner->open_of[kind] == 0)
        return false;
    while (scanner->open[scanner->depth - 1].kind != kind)
        pop(scanner);
    return true;
}

/* Closes `width` bytes of the innermost opener, whose closer is at `at`. */
static void close_innermost(struct scanner *scanner, enum span_kind kind, size_t width) {
    assert(scanner->depth > 0);
    struct opener *opener = &scanner->open[scanner->depth - 1];
    assert(opener->slots > 0 && opener->width >= width);
    size_t index = opener->slot + --opener->slots;
    size_t start = opener->start + opener->width - width;
    scanner->list->spans[index] = (struct span){.start = start,
                                                .end = scanner->at + width,
                                                .inner_start = start + width,
                                                .inner_end = scanner->at,
                                                .first_pipe = opener->first_pipe,
                                                .after = scanner->list->count,
                                                .kind = kind};
    scanner->at += width;
    opener->width -= width;
    opener->first_pipe = opener->last_pipe = no_pipe;
    if (opener->width < 2 || opener->slots == 0)
        pop(scanner);
}

static bool next_is(const struct scanner *scanner, char byte) {
    return scanner->at + 1 < scanner->length && scanner->text[scanner->at + 1] == byte;
}

static void scan_open_brace(struct scanner *scanner) {
    size_t start = scanner->at;
    size_t run = ascii_run_end(scanner->text, start, scanner->length, '{') - start;
    if (run >= 2)
        push(scanner, span_template, start, run);
    else if (scanner->variants && start > 0 && scanner->text[start - 1] == '-')
        push(scanner, span_variant, start - 1, 2);
    scanner->at += run;
}

static void scan_close_brace(struct scanner *scanner) {
    size_t end = ascii_run_end(scanner->text, scanner->at, scanner->length, '}');
    while (end - scanner->at >= 2 && uncover(scanner, span_template)) {
        size_t width = scanner->open[scanner->depth - 1].width;
        if (width > end - scanner->at)
            width = end - scanner->at;
        bool parameter = width >= 3;
        close_innermost(scanner, parameter ? span_parameter : span_template, parameter ? 3 : 2);
    }
    if (end - scanner->at == 1 && next_is(scanner, '-') && uncover(scanner, span_variant))
        close_innermost(scanner, span_variant, 2);
    else
        scanner->at = end;
}

static void scan_open_bracket(struct scanner *scanner) {
    size_t run = ascii_run_end(scanner->text, scanner->at, scanner->length, '[') - scanner->at;
    scanner->at += run % 2; /* in [[[a]] the link is the inner one */
    for (size_t i = 0; i < run / 2; i++) {
        push(scanner, span_link, scanner->at, 2);
        scanner->at += 2;
    }
}

static void scan_pipe(struct scanner *scanner) {
    struct span_list *list = scanner->list;
    size_t offset = scanner->at++;
    if (scanner->depth == 0)
        return;
    if (!ARRAY_ROOM(list->pipes, list->pipe_count, list->pipe_capacity)) {
        scanner->failed = true;
        return;
    }
    struct opener *opener = &scanner->open[scanner->depth - 1];
    size_t number = list->pipe_count++;
    list->pipes[number] = (struct pipe){.offset = offset, .next = no_pipe};
    if (opener->first_pipe == no_pipe)
        opener->first_pipe = number;
    else
        list->pipes[opener->last_pipe].next = number;
    opener->last_pipe = number;
}

/* A comment without "-->" ends with its line, which loses the least text. */
static void scan_comment(struct scanner *scanner) {
    const char *text = scanner->text;
    size_t start = scanner->at, content = start + 4;
    if (scanner->comment_end < content) { /* else it is still ahead (1) */
        size_t at = ascii_index(scanner->text, content, scanner->length, '>');
        while (at < scanner->length &&
               (at < content + 2 || text[at - 1] != '-' || text[at - 2] != '-'))
            at = ascii_index(scanner->text, at + 1, scanner->length, '>');
        scanner->comment_end = at < scanner->length ? at - 2 : scanner->length;
    }
    bool closed = scanner->comment_end < scanner->length;
    size_t end = closed ? scanner->comment_end + 3
                        : ascii_index(scanner->text, start, scanner->length, '\n');
    add_whole(scanner, span_comment, start, end);
    scanner->at = end;
}

static bool starts_with(const struct scanner *scanner, size_t at, const char *what, size_t length) {
    return scanner->length - at >= length && memcmp(scanner->text + at, what, length) == 0;
}

/*
 * Where a reference that opens before `from` ends: at "</ref", the next "<ref", the next heading or
 * the end of the text, whichever comes first.
 */
static size_t find_reference_stop(const struct scanner *scanner, size_t from) {
    for (size_t at = from; at < scanner->length; at++) {
        size_t angle = ascii_index(scanner->text, at, scanner->length, '<');
        while ((at = ascii_index(scanner->text, at, angle, '\n')) < angle) {
            if (starts_with(scanner, at, "\n==", 3))
                return at;
            at++;
        }
        if (angle < scanner->length &&
            tag_read(scanner->text, scanner->length, angle).effect == tag_reference)
            return angle;
    }
    return scanner->length;
}

/*
 * <ref>...</ref>. If </ref> is missing and the tag has a name, the author forgot the "/" of
 * <ref name="x"/>, and only the tag goes. Otherwise the reference ends with its line.
 */
static void scan_reference(struct scanner *scanner, const struct tag *tag) {
    size_t start = scanner->at, end = tag->end;
    size_t stop = find_reference_stop(scanner, tag->end);
    struct tag closer = {.closing = false};
    if (stop < scanner->length)
        closer = tag_read(scanner->text, scanner->length, stop);
    if (closer.closing)
        end = closer.end;
    else if (!tag->has_name)
        end = ascii_index(scanner->text, tag->end, stop, '\n');
    add_whole(scanner, span_dropped, start, end);
    scanner->at = end;
}

/* An extension tag with its content; if it is not closed, only the tag. */
static void scan_extension(struct scanner *scanner, const struct tag *tag) {
    size_t start = scanner->at;
    size_t *close = &scanner->closer[tag->index];
    if (*close < tag->end) /* else it is still ahead (1) */
        *close = tag_find_closer(scanner->text, scanner->length, tag->end, tag);
    if (*close == scanner->length) {
        scanner->at = tag->end;
        return;
    }
    struct tag closer = tag_read(scanner->text, scanner->length, *close);
    enum span_kind kind = tag->effect == tag_literal ? span_literal : span_dropped;
    struct span *span = add_whole(scanner, kind, start, closer.end);
    span->inner_start = tag->end;
    span->inner_end = *close;
    scanner->at = closer.end;
}

static void scan_angle(struct scanner *scanner) {
    if (starts_with(scanner, scanner->at, "<!--", 4)) {
        scan_comment(scanner);
        return;
    }
    struct tag tag = tag_read(scanner->text, scanner->length, scanner->at);
    bool opaque = tag.effect >= tag_dropped && tag.complete && !tag.closing;
    if (!opaque)
        scanner->at++;
    else if (tag.self_closing) {
        /* <nowiki/> shows nothing and leaves no gap */
        bool nothing = tag.effect == tag_literal;
        add_whole(scanner, nothing ? span_comment : span_dropped, scanner->at, tag.end);
        scanner->at = tag.end;
    } else if (tag.effect == tag_reference)
        scan_reference(scanner, &tag);
    else
        scan_extension(scanner, &tag);
}

/* Excludes comments and white space from the end of [start, *end). */
static void trim_comments(const char *text, size_t start, size_t *end) {
    size_t none = start;
    ascii_trim(text, &none, end);
    while (*end - start >= 7 && memcmp(text + *end - 3, "-->", 3) == 0) {
        size_t open = *end - 7;
        while (open > start && memcmp(text + open, "<!--", 4) != 0)
            open--;
        if (open == start)
            return;
        *end = open;
        none = start;
        ascii_trim(text, &none, end);
    }
}

/* Where a comment begins in [start, end) that ends after it; `end` if there is none. */
static size_t find_open_comment(const char *text, size_t start, size_t end) {
    for (size_t at = end; at >= start + 4; at--) {
        if (memcmp(text + at - 3, "-->", 3) == 0)
            break;
        if (memcmp(text + at - 4, "<!--", 4) == 0)
            return at - 4;
    }
    return end;
}

/* A line that begins and ends with "=" is a heading and ends whatever is open (4). */
static void scan_heading(struct scanner *scanner) {
    const char *text = scanner->text;
    size_t start = scanner->at;
    size_t stop = ascii_index(text, start, scanner->length, '\n');
    stop = find_open_comment(text, start, stop);
    size_t end = stop;
    trim_comments(text, start, &end);
    size_t level = 0;
    while (level < 6 && end - start > 2 * (level + 1) && text[start + level] == '=' &&
           text[end - 1 - level] == '=')
        level++;
    if (level == 0 || (level == 1 && scanner->depth > 0))
        return;
    while (scanner->depth > 0)
        pop(scanner);
    struct span *span = add_whole(scanner, span_heading, start, stop);
    span->inner_start = start + level;
    span->inner_end = end - level;
    span->level = (int)level;
    scanner->at = span->inner_start; /* the title can contain brackets */
}

static void scan_line_start(struct scanner *scanner) {
    while (starts_with(scanner, scanner->at, "<!--", 4))
        scan_comment(scanner);
    if (scanner->at < scanner->length && scanner->text[scanner->at] == '=')
        scan_heading(scanner);
}

/* The target of a link contains no line end (4). */
static void scan_line_end(struct scanner *scanner) {
    while (scanner->depth > 0) {
        const struct opener *innermost = &scanner->open[scanner->depth - 1];
        if (innermost->kind != span_link || innermost->first_pipe != no_pipe)
            break;
        pop(scanner);
    }
    scanner->at++;
    scan_line_start(scanner);
}

bool span_list_find(struct span_list *list, const char *text, size_t length, bool variants) {
    struct scanner scanner = {.list = list, .text = text, .length = length, .variants = variants};
    list->count = 0;
    list->pipe_count = no_pipe + 1;
    scan_line_start(&scanner);
    while (!scanner.failed) {
        scanner.at = ascii_index_any(text, scanner.at, length, stops);
        if (scanner.at >= length)
            return true;
        switch (text[scanner.at]) {
        case '{':
            scan_open_brace(&scanner);
            break;
        case '}':
            scan_close_brace(&scanner);
            break;
        case '[':
            scan_open_bracket(&scanner);
            break;
        case ']':
            if (next_is(&scanner, ']') && uncover(&scanner, span_link))
                close_innermost(&scanner, span_link, 2);
            else
                scanner.at++;
            break;
        case '|':
            scan_pipe(&scanner);
            break;
        case '<':
            scan_angle(&scanner);
            break;
        default:
            scan_line_end(&scanner);
        }
    }
    return false;
}

void span_list_free(struct span_list *list) {
    free(list->spans);
    free(list->pipes);
    *list = (struct span_list){0};
}

size_t span_list_seek(const struct span_list *list, size_t low, size_t high, size_t offset) {
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->spans[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
