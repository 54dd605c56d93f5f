/* wikitext.c - see wikitext.h, and renderer.h for how it is done. */
#include "wikitext.h"

#include "renderer.h"

#include <stdlib.h> /* calloc, free */
#include <string.h> /* strcspn, strlen, strncmp */

/* What the walk does at a byte. */
enum byte_kind {
    byte_plain, /* 0 and 1, see plain_end() */
    byte_blank, /* ' ' */
    byte_space, /* any other white space */
    byte_line_end,
    byte_ampersand,
    byte_angle,
    byte_open_bracket,
    byte_close_bracket,
    byte_open_brace,
    byte_close_brace,
    byte_cell,
    byte_underscore,
    byte_colon,
    byte_quote, /* the last three may be text, see is_text() */
    byte_dash,
    byte_wide, /* the first byte of some white space outside ASCII */
    byte_kinds
};

#define CONTROLS                                                                                   \
    ['\0'] = byte_space, [1] = byte_space, [2] = byte_space, [3] = byte_space, [4] = byte_space,   \
    [5] = byte_space, [6] = byte_space, [7] = byte_space, [8] = byte_space, [9] = byte_space,      \
    [11] = byte_space, [12] = byte_space, [13] = byte_space, [14] = byte_space, [15] = byte_space, \
    [16] = byte_space, [17] = byte_space, [18] = byte_space, [19] = byte_space, [20] = byte_space, \
    [21] = byte_space, [22] = byte_space, [23] = byte_space, [24] = byte_space, [25] = byte_space, \
    [26] = byte_space, [27] = byte_space, [28] = byte_space, [29] = byte_space, [30] = byte_space, \
    [31] = byte_space, [' '] = byte_blank, [127] = byte_space
#define WIDE [0xC2] = byte_wide, [0xE2] = byte_wide, [0xE3] = byte_wide, [0xEF] = byte_wide

static const unsigned char markup_bytes[256] = {
    CONTROLS,
    WIDE,
    ['\n'] = byte_line_end,
    ['\''] = byte_quote,
    ['&'] = byte_ampersand,
    ['<'] = byte_angle,
    ['['] = byte_open_bracket,
    [']'] = byte_close_bracket,
    ['{'] = byte_open_brace,
    ['}'] = byte_close_brace,
    ['|'] = byte_cell,
    ['!'] = byte_cell,
    ['_'] = byte_underscore,
    [':'] = byte_colon,
    ['-'] = byte_dash,
};

/* Inside <nowiki> and <pre>. A URL goes there too. */
static const unsigned char literal_bytes[256] = {
    CONTROLS, WIDE, ['\n'] = byte_space, ['&'] = byte_ampersand, [':'] = byte_colon,
};

/*
 * The bytes of the character at `at` if it is white space or invisible, else 0. *space tells
 * which. Zero-width joiners are neither: some scripts spell with them.
 */
static size_t wide_length(const unsigned char *at, size_t length, bool *space) {
    if (length >= 2 && at[0] == 0xC2) {
        *space = at[1] == 0xA0;                        /* no-break space */
        return at[1] == 0xA0 || at[1] == 0xAD ? 2 : 0; /* soft hyphen */
    }
    if (length < 3)
        return 0;
    unsigned long code = (at[0] & 0xFUL) << 12 | (at[1] & 0x3FUL) << 6 | (at[2] & 0x3FUL);
    *space = (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
             code == 0x202F || code == 0x205F || code == 0x3000;
    bool invisible = code == 0x200B || code == 0x200E || code == 0x200F ||
                     (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x2069) ||
                     code == 0xFEFF;
    return *space || invisible ? 3 : 0;
}

static size_t wide_at(const struct wikitext_cleaner *cleaner, size_t at, bool *space) {
    return wide_length((const unsigned char *)cleaner->text + at, cleaner->limit - at, space);
}

/* Whether a byte that is neither plain nor white space is a part of a run of text after all. */
static bool is_text(const struct wikitext_cleaner *cleaner, size_t at) {
    bool space, last = at + 1 == cleaner->limit;
    switch (cleaner->byte_kinds[(unsigned char)cleaner->text[at]]) {
    case byte_dash:
        return last || cleaner->text[at + 1] != '{';
    case byte_quote:
        return last || cleaner->text[at + 1] != '\'';
    case byte_wide:
        return wide_at(cleaner, at, &space) == 0;
    default:
        return false;
    }
}

/*
 * The end of the run of plain bytes, and of single blanks between two of them, that begins with the
 * plain byte before `at`. Two neighbours of which one is a blank and the other not plain add up to
 * 2 or more, so that a word's end is no branch of its own.
 */
static size_t plain_end(const struct wikitext_cleaner *cleaner, size_t at) {
    const unsigned char *kinds = cleaner->byte_kinds;
    const unsigned char *text = (const unsigned char *)cleaner->text;
    size_t limit = cleaner->limit;
    unsigned before = byte_plain;
    while (at < limit) {
        unsigned kind = kinds[text[at]];
        if (before + kind > byte_blank)
            break;
        before = kind;
        at++;
    }
    return at - before; /* a blank at the end is none between words */
}

static void walk_text(struct wikitext_cleaner *cleaner) {
    const unsigned char *kinds = cleaner->byte_kinds;
    size_t at = cleaner->at;
    do {
        at = plain_end(cleaner, at + 1);
    } while (at < cleaner->limit && kinds[(unsigned char)cleaner->text[at]] >= byte_quote &&
             is_text(cleaner, at));
    renderer_copy(cleaner, at - cleaner->at);
}

static void walk_space(struct wikitext_cleaner *cleaner) {
    block_writer_space(&cleaner->writer);
    cleaner->at++;
}

static void walk_wide(struct wikitext_cleaner *cleaner) {
    bool space = false;
    size_t length = wide_at(cleaner, cleaner->at, &space);
    if (length == 0) {
        walk_text(cleaner);
        return;
    }
    cleaner->at += length;
    if (space)
        block_writer_space(&cleaner->writer);
}

static void walk_quote(struct wikitext_cleaner *cleaner) {
    if (is_text(cleaner, cleaner->at))
        walk_text(cleaner);
    else
        markup_quotes(cleaner);
}

static void walk_dash(struct wikitext_cleaner *cleaner) {
    if (renderer_span(cleaner))
        markup_dash(cleaner);
    else
        walk_text(cleaner);
}

void renderer_copy(struct wikitext_cleaner *cleaner, size_t length) {
    block_writer_text(&cleaner->writer, cleaner->text + cleaner->at, length);
    cleaner->at += length;
}

void renderer_character(struct wikitext_cleaner *cleaner, unsigned long code_point) {
    char bytes[4];
    struct text_buffer buffer = {.bytes = bytes, .capacity = sizeof bytes};
    text_buffer_append_code_point(&buffer, code_point);
    unsigned char kind = code_point < 0x80 ? literal_bytes[code_point] : byte_plain;
    bool space = kind == byte_blank || kind == byte_space;
    if (!space && wide_length((const unsigned char *)bytes, buffer.length, &space) == 0)
        block_writer_text(&cleaner->writer, bytes, buffer.length);
    else if (space)
        block_writer_space(&cleaner->writer);
}

const struct span *renderer_span(struct wikitext_cleaner *cleaner) {
    const struct span_list *list = &cleaner->spans;
    for (; cleaner->cursor < list->count; cleaner->cursor++) {
        const struct span *span = &list->spans[cleaner->cursor];
        if (span->start > cleaner->at)
            return NULL;
        if (span->start == cleaner->at && span->kind != span_none && span->end <= cleaner->limit)
            return span;
    }
    return NULL;
}

void renderer_skip(struct wikitext_cleaner *cleaner, const struct span *span, bool visible) {
    block_writer_removed(&cleaner->writer, visible);
    if (visible)
        cleaner->line_visible = true;
    else
        cleaner->line_comment = true;
    cleaner->at = span->end;
    cleaner->cursor = span->after;
}

struct template_plan *renderer_plan(struct wikitext_cleaner *cleaner) {
    struct template_plan *plan = &cleaner->ranges[cleaner->depth].plan;
    plan->count = 0;
    return plan;
}

void renderer_walk(struct wikitext_cleaner *cleaner, const struct span *span,
                   enum range_end at_end) {
    if (cleaner->depth == span_depth) {
        renderer_skip(cleaner, span, true);
        return;
    }
    struct range *range = &cleaner->ranges[cleaner->depth++];
    range->next_piece = 0;
    range->span = (size_t)(span - cleaner->spans.spans);
    range->resume = span->end;
    range->limit = cleaner->limit;
    range->cursor = span->after;
    range->byte_kinds = cleaner->byte_kinds;
    range->at_end = at_end;
    if (span->kind == span_literal)
        cleaner->byte_kinds = literal_bytes;
    cleaner->limit = cleaner->at; /* nothing: the first piece comes next */
}

void renderer_walk_range(struct wikitext_cleaner *cleaner, const struct span *span, size_t start,
                         size_t end) {
    struct template_plan *plan = renderer_plan(cleaner);
    plan->pieces[plan->count++] = (struct template_piece){.start = start, .end = end};
    renderer_walk(cleaner, span, range_end_nothing);
}

static void write_literal(struct wikitext_cleaner *cleaner, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] != ' ' && text[end] != '\n')
            end++;
        if (end > at)
            block_writer_text(&cleaner->writer, text + at, end - at);
        if (end < length && text[end] == ' ')
            block_writer_space(&cleaner->writer);
        if (end < length && text[end] == '\n') {
            block_writer_finish(&cleaner->writer, line_kind(cleaner));
            cleaner->line_start = true;
        }
        at = end + 1;
    }
}

static void go_back(struct wikitext_cleaner *cleaner) {
    const struct range *range = &cleaner->ranges[--cleaner->depth];
    cleaner->at = range->resume;
    cleaner->limit = range->limit;
    cleaner->cursor = range->cursor;
    cleaner->byte_kinds = range->byte_kinds;
    cleaner->line_start = false;
    if (range->at_end == range_end_heading)
        block_writer_heading(&cleaner->writer, &cleaner->headings,
                             cleaner->spans.spans[range->span].level);
}

/* The range is done: goes to the next one. False at the end of the text. */
static bool next_range(struct wikitext_cleaner *cleaner) {
    if (cleaner->depth == 0)
        return false;
    struct range *range = &cleaner->ranges[cleaner->depth - 1];
    if (range->next_piece == range->plan.count) {
        go_back(cleaner);
        return true;
    }
    const struct template_piece *piece = &range->plan.pieces[range->next_piece++];
    if (piece->literal) {
        write_literal(cleaner, piece->literal, piece->end);
        return true;
    }
    const struct span *span = &cleaner->spans.spans[range->span];
    cleaner->at = piece->start;
    cleaner->limit = piece->end;
    cleaner->cursor = span_list_seek(&cleaner->spans, range->span + 1, span->after, piece->start);
    return true;
}

void renderer_skip_line(struct wikitext_cleaner *cleaner) {
    while (cleaner->at < cleaner->limit && cleaner->text[cleaner->at] != '\n') {
        const struct span *span = renderer_span(cleaner);
        if (span)
            renderer_skip(cleaner, span, false);
        else
            cleaner->at++;
    }
}

typedef void (*byte_handler)(struct wikitext_cleaner *cleaner);

static const byte_handler handlers[byte_kinds] = {
    [byte_plain] = walk_text,
    [byte_blank] = walk_space,
    [byte_space] = walk_space,
    [byte_line_end] = line_end,
    [byte_quote] = walk_quote,
    [byte_ampersand] = markup_entity,
    [byte_angle] = markup_angle,
    [byte_open_bracket] = markup_open_bracket,
    [byte_close_bracket] = markup_close_bracket,
    [byte_open_brace] = markup_open_brace,
    [byte_close_brace] = markup_close_brace,
    [byte_cell] = line_cell_separator,
    [byte_underscore] = markup_underscore,
    [byte_colon] = markup_colon,
    [byte_dash] = walk_dash,
    [byte_wide] = walk_wide,
};

static void walk(struct wikitext_cleaner *cleaner) {
    for (;;) {
        if (cleaner->at >= cleaner->limit) {
            if (!next_range(cleaner))
                return;
            continue;
        }
        if (cleaner->line_start)
            line_begin(cleaner);
        else
            handlers[cleaner->byte_kinds[(unsigned char)cleaner->text[cleaner->at]]](cleaner);
    }
}

/* Everything but what outlives an article. */
static void reset(struct wikitext_cleaner *cleaner, const char *text, size_t length) {
    cleaner->text = text;
    cleaner->length = length;
    cleaner->at = cleaner->cursor = cleaner->depth = 0;
    cleaner->limit = length;
    cleaner->byte_kinds = markup_bytes;
    cleaner->line_start = true;
    cleaner->line_visible = cleaner->line_comment = cleaner->lost_template = false;
    cleaner->item_line = cleaner->in_term = false;
    cleaner->cell_mark = 0;
    cleaner->tables = cleaner->links_open = 0;
    cleaner->quotes_start = cleaner->quotes_end = cleaner->quote_apostrophe = 0;
}

/* Whether wikis of the site's language write -{...}-; where it is not known, yes. */
static bool has_variants(const struct site *site) {
    static const char *const languages[] = {"",   "zh", "sr",  "sh",  "kk",  "ku",  "iu",
                                            "uz", "tg", "gan", "crh", "shi", "ban", "wuu"};
    const char *language = site_language(site);
    size_t length = strcspn(language, "-_");
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (strlen(languages[i]) == length && strncmp(language, languages[i], length) == 0)
            return true;
    }
    return false;
}

struct wikitext_cleaner *wikitext_cleaner_open(const struct site *site) {
    struct wikitext_cleaner *cleaner = calloc(1, sizeof *cleaner);
    if (!cleaner)
        return NULL;
    cleaner->site = site;
    template_index_fill(&cleaner->templates);
    heading_index_fill(&cleaner->headings);
    return cleaner;
}

void wikitext_cleaner_close(struct wikitext_cleaner *cleaner) {
    if (!cleaner)
        return;
    span_list_free(&cleaner->spans);
    block_writer_free(&cleaner->writer);
    free(cleaner);
}

bool wikitext_clean(struct wikitext_cleaner *cleaner, const char *wikitext, size_t length,
                    struct plain_text *plain) {
    if (!block_writer_begin(&cleaner->writer, plain))
        return false;
    if (!span_list_find(&cleaner->spans, wikitext, length, has_variants(cleaner->site)))
        return false;
    reset(cleaner, wikitext, length);
    walk(cleaner);
    return block_writer_end(&cleaner->writer);
}
