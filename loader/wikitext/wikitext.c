/* wikitext.c - see wikitext.h, and cleaner.h for how it works. */
#include "wikitext.h"

#include "../base/interrupt.h"
#include "../base/words.h"
#include "cleaner.h"
#include "wikitext_bytes.h"

#include <stdlib.h> /* calloc, free */
#include <string.h> /* strcspn */

static unsigned byte_kind(const struct wikitext_cleaner *cleaner, size_t at) {
    return cleaner->byte_kinds[(unsigned char)cleaner->text[at]];
}

/* Whether the byte of a kind that may be plain or not is plain. */
static bool is_plain(const struct wikitext_cleaner *cleaner, size_t at) {
    bool space, last = at + 1 == cleaner->limit;
    switch (byte_kind(cleaner, at)) {
    case wikitext_dash:
        return last || cleaner->text[at + 1] != '{';
    case wikitext_quote:
        return last || cleaner->text[at + 1] != '\'';
    case wikitext_wide:
        return wikitext_wide_length(cleaner->text + at, cleaner->limit - at, &space) == 0;
    default:
        return false;
    }
}

/*
 * The end of a run of plain bytes and of single blanks between two of them. The byte before `at`
 * belongs to it. Of two neighbours one must be plain and the other plain or blank: then their kinds
 * add up to 0 or 1, so that the end of a word takes no branch of its own.
 */
static size_t plain_end(const struct wikitext_cleaner *cleaner, size_t at) {
    const unsigned char *kinds = cleaner->byte_kinds;
    const unsigned char *text = (const unsigned char *)cleaner->text;
    size_t limit = cleaner->limit;
    unsigned before = wikitext_plain;
    while (at < limit) {
        unsigned kind = kinds[text[at]];
        if (before + kind > wikitext_blank)
            break;
        before = kind;
        at++;
    }
    return at - before; /* without a blank at the end */
}

static void walk_text(struct wikitext_cleaner *cleaner) {
    size_t at = cleaner->at;
    do {
        at = plain_end(cleaner, at + 1);
    } while (at < cleaner->limit && byte_kind(cleaner, at) >= wikitext_quote &&
             is_plain(cleaner, at));
    cleaner_copy(cleaner, at - cleaner->at);
}

static void walk_space(struct wikitext_cleaner *cleaner) {
    block_writer_space(&cleaner->writer);
    cleaner->at++;
}

static void walk_wide(struct wikitext_cleaner *cleaner) {
    bool space = false;
    size_t at = cleaner->at;
    size_t length = wikitext_wide_length(cleaner->text + at, cleaner->limit - at, &space);
    if (length == 0) {
        walk_text(cleaner);
        return;
    }
    cleaner->at += length;
    if (space)
        block_writer_space(&cleaner->writer);
}

static void walk_quote(struct wikitext_cleaner *cleaner) {
    if (is_plain(cleaner, cleaner->at))
        walk_text(cleaner);
    else
        markup_quotes(cleaner);
}

static void walk_dash(struct wikitext_cleaner *cleaner) {
    const struct span *span = cleaner_span(cleaner);
    if (span)
        markup_variant(cleaner, span);
    else
        walk_text(cleaner);
}

static void walk(struct wikitext_cleaner *cleaner) {
    static void (*const handlers[wikitext_byte_kinds])(struct wikitext_cleaner *) = {
        [wikitext_plain] = walk_text,
        [wikitext_blank] = walk_space,
        [wikitext_space] = walk_space,
        [wikitext_line_end] = line_end,
        [wikitext_ampersand] = markup_entity,
        [wikitext_angle] = markup_angle,
        [wikitext_open_bracket] = markup_open_bracket,
        [wikitext_close_bracket] = markup_close_bracket,
        [wikitext_open_brace] = markup_open_brace,
        [wikitext_close_brace] = markup_close_brace,
        [wikitext_cell] = table_cell_separator,
        [wikitext_underscore] = markup_underscore,
        [wikitext_colon] = markup_colon,
        [wikitext_quote] = walk_quote,
        [wikitext_dash] = walk_dash,
        [wikitext_wide] = walk_wide,
    };
    for (;;) {
        if (cleaner->at >= cleaner->limit) {
            if (!cleaner_next_range(cleaner))
                return;
        } else if (cleaner->line_start) {
            if (interrupt_overdue())
                return;
            line_begin(cleaner);
        } else
            handlers[byte_kind(cleaner, cleaner->at)](cleaner);
    }
}

struct wikitext_cleaner *wikitext_cleaner_open(const struct site *site) {
    struct wikitext_cleaner *cleaner = calloc(1, sizeof *cleaner);
    if (cleaner)
        cleaner->site = site;
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
    /* Whether wikis of the language write -{...}-: perhaps, if the language is not known. */
    const char *language = cleaner->site->language;
    size_t code = strcspn(language, "-_");
    bool variants =
        code == 0 || words_find("zh|sr|sh|kk|ku|iu|uz|tg|gan|crh|shi|ban|wuu", language, code);
    if (!block_writer_begin(&cleaner->writer, plain) ||
        !span_list_find(&cleaner->spans, wikitext, length, variants))
        return false;
    cleaner->text = wikitext;
    cleaner->length = cleaner->limit = length;
    cleaner->at = cleaner->cursor = cleaner->depth = 0;
    cleaner->byte_kinds = wikitext_markup_bytes;
    cleaner->line_start = true;
    cleaner->line_visible = cleaner->line_comment = cleaner->lost_template = false;
    cleaner->item_line = cleaner->in_term = false;
    cleaner->cell_mark = 0;
    cleaner->tables = cleaner->links_open = 0;
    cleaner->quotes_start = cleaner->quotes_end = cleaner->quote_apostrophe = 0;
    walk(cleaner);
    return block_writer_end(&cleaner->writer);
}

const struct span_list *wikitext_spans(const struct wikitext_cleaner *cleaner) {
    return &cleaner->spans;
}
