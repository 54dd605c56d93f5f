/* cleaner.c - see cleaner.h. */
#include "cleaner.h"

#include "wikitext_bytes.h"

#include <assert.h>

const struct span *cleaner_span(struct wikitext_cleaner *cleaner) {
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

void cleaner_skip(struct wikitext_cleaner *cleaner, const struct span *span, bool visible) {
    assert(span->start <= cleaner->at && cleaner->at <= span->end);
    block_writer_removed(&cleaner->writer, visible);
    if (visible)
        cleaner->line_visible = true;
    else
        cleaner->line_comment = true;
    cleaner->at = span->end;
    cleaner->cursor = span->after;
}

void cleaner_skip_line(struct wikitext_cleaner *cleaner) {
    while (cleaner->at < cleaner->limit && cleaner->text[cleaner->at] != '\n') {
        const struct span *span = cleaner_span(cleaner);
        if (span)
            cleaner_skip(cleaner, span, false);
        else
            cleaner->at++;
    }
}

struct template_plan *cleaner_plan(struct wikitext_cleaner *cleaner) {
    assert(cleaner->depth <= span_depth);
    struct template_plan *plan = &cleaner->ranges[cleaner->depth].plan;
    plan->count = 0;
    return plan;
}

void cleaner_walk(struct wikitext_cleaner *cleaner, const struct span *span) {
    if (cleaner->depth == span_depth) {
        cleaner_skip(cleaner, span, true);
        return;
    }
    struct range *range = &cleaner->ranges[cleaner->depth++];
    range->next_piece = 0;
    range->span = (size_t)(span - cleaner->spans.spans);
    range->resume = span->end;
    range->limit = cleaner->limit;
    range->cursor = span->after;
    range->byte_kinds = cleaner->byte_kinds;
    if (span->kind == span_literal)
        cleaner->byte_kinds = wikitext_literal_bytes;
    cleaner->limit = cleaner->at; /* an empty range, so that the first piece comes next */
}

void cleaner_walk_range(struct wikitext_cleaner *cleaner, const struct span *span, size_t start,
                        size_t end) {
    assert(span->start <= start && start <= end && end <= span->end);
    struct template_plan *plan = cleaner_plan(cleaner);
    plan->pieces[plan->count++] = (struct template_piece){.start = start, .end = end};
    cleaner_walk(cleaner, span);
}

bool cleaner_next_range(struct wikitext_cleaner *cleaner) {
    if (cleaner->depth == 0)
        return false;
    struct range *range = &cleaner->ranges[cleaner->depth - 1];
    const struct span *span = &cleaner->spans.spans[range->span];
    if (range->next_piece == range->plan.count) { /* resume where the range was called */
        cleaner->depth--;
        cleaner->at = range->resume;
        cleaner->limit = range->limit;
        cleaner->cursor = range->cursor;
        cleaner->byte_kinds = range->byte_kinds;
        cleaner->line_start = false;
        if (span->kind == span_heading)
            block_writer_heading(&cleaner->writer, span->level);
        return true;
    }
    const struct template_piece *piece = &range->plan.pieces[range->next_piece++];
    if (piece->literal) {
        for (size_t at = 0, end; at < piece->end; at = end + 1) {
            for (end = at;
                 end < piece->end && piece->literal[end] != ' ' && piece->literal[end] != '\n';)
                end++;
            if (end > at)
                block_writer_text(&cleaner->writer, piece->literal + at, end - at);
            if (end == piece->end)
                break;
            if (piece->literal[end] == ' ')
                block_writer_space(&cleaner->writer);
            else {
                block_writer_finish(&cleaner->writer, cleaner_block_kind(cleaner));
                cleaner->line_start = true;
            }
        }
        return true;
    }
    cleaner->at = piece->start;
    cleaner->limit = piece->end;
    cleaner->cursor = span_list_seek(&cleaner->spans, range->span + 1, span->after, piece->start);
    return true;
}

void cleaner_copy(struct wikitext_cleaner *cleaner, size_t length) {
    assert(length <= cleaner->limit - cleaner->at);
    block_writer_text(&cleaner->writer, cleaner->text + cleaner->at, length);
    cleaner->at += length;
}

void cleaner_character(struct wikitext_cleaner *cleaner, unsigned long code_point) {
    char bytes[4];
    struct text_buffer buffer = {.bytes = bytes, .capacity = sizeof bytes};
    text_buffer_append_code_point(&buffer, code_point);
    unsigned char kind = code_point < 0x80 ? wikitext_literal_bytes[code_point] : wikitext_plain;
    bool space = kind == wikitext_blank || kind == wikitext_space;
    if (!space && wikitext_wide_length(bytes, buffer.length, &space) == 0)
        block_writer_text(&cleaner->writer, bytes, buffer.length);
    else if (space)
        block_writer_space(&cleaner->writer);
}

void cleaner_drop(struct wikitext_cleaner *cleaner, size_t length) {
    cleaner->at += length;
    block_writer_removed(&cleaner->writer, false);
}
