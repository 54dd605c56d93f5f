/* blocks.c - see blocks.h; the numbers are the numbered points there. */
#include "blocks.h"

#include "../base/ascii.h"
#include "../text/utf8.h"

#include <assert.h>
#include <string.h> /* memcmp, strchr, strlen */

enum { longest_label = 60 };

static const char *open_text(const struct block_writer *writer) {
    return writer->plain->text.bytes + writer->start;
}

static size_t open_length(const struct block_writer *writer) {
    return writer->plain->text.length - writer->start;
}

/* Shortens the open block to `length` bytes; white space at its end becomes due instead. */
static void cut(struct block_writer *writer, size_t length) {
    assert(length <= open_length(writer));
    const char *text = open_text(writer);
    writer->space = length > 0 && text[length - 1] == ' ';
    writer->plain->text.length = writer->start + length - (writer->space ? 1 : 0);
}

/* Punctuation that may have lost its neighbour. */
enum mark_kind { mark_none, mark_open, mark_close, mark_comma, mark_colon, mark_stop };

struct mark {
    enum mark_kind kind;
    size_t length;
};

static const unsigned char ascii_marks[128] = {
    ['('] = mark_open,  ['['] = mark_open,  [')'] = mark_close, [']'] = mark_close,
    [','] = mark_comma, [';'] = mark_comma, [':'] = mark_colon, ['.'] = mark_stop,
    ['?'] = mark_stop,  ['!'] = mark_stop,
};

static const struct wide_mark {
    struct mark mark;
    const char *bytes;
} wide_marks[] = {
    {{mark_open, 3}, "（"},  {{mark_close, 3}, "）"}, {{mark_comma, 3}, "、"},
    {{mark_comma, 3}, "，"}, {{mark_comma, 3}, "；"}, {{mark_comma, 2}, "،"},
    {{mark_colon, 3}, "："}, {{mark_stop, 3}, "。"},
};

/* The mark that `text` begins with, or ends with if `at_end`. */
static struct mark find_mark(const char *text, size_t length, bool at_end) {
    static const struct mark none = {mark_none, 0};
    if (length == 0)
        return none;
    unsigned char byte = (unsigned char)text[at_end ? length - 1 : 0];
    if (byte < 0x80)
        return ascii_marks[byte] ? (struct mark){ascii_marks[byte], 1} : none;
    for (size_t i = 0; i < sizeof wide_marks / sizeof *wide_marks; i++) {
        struct mark mark = wide_marks[i].mark;
        if (mark.length > length)
            continue;
        const char *place = at_end ? text + length - mark.length : text;
        if (*place == *wide_marks[i].bytes && memcmp(place, wide_marks[i].bytes, mark.length) == 0)
            return mark;
    }
    return none;
}

static struct mark last_mark(const struct block_writer *writer) {
    return find_mark(open_text(writer), open_length(writer), true);
}

static bool ends_with_word(const char *text, size_t length, const char *word) {
    size_t size = strlen(word);
    return length >= size && memcmp(text + length - size, word, size) == 0;
}

/* The length of a label that has lost its value, such as "(pronounced" or "; Greek:"; else 0. */
static size_t label_length(const struct block_writer *writer) {
    const char *text = open_text(writer);
    size_t length = open_length(writer);
    if (last_mark(writer).kind != mark_colon && !ends_with_word(text, length, "pronounced") &&
        !ends_with_word(text, length, "pronunciation") && !ends_with_word(text, length, " IPA"))
        return 0;
    for (size_t i = length; i > 0 && length - i < longest_label; i--) {
        enum mark_kind kind = find_mark(text, i, true).kind;
        if (kind == mark_open || (kind == mark_comma && i < length))
            return length - i;
        if (kind == mark_close || kind == mark_stop)
            break;
    }
    return 0;
}

/*
 * Makes one repair between the end of the block and the mark `next` that follows (2). Returns how
 * many bytes of that mark the repair consumes. *again tells whether another repair may be due.
 */
static size_t repair_once(struct block_writer *writer, struct mark next, bool *again) {
    size_t label = label_length(writer);
    if (label > 0)
        cut(writer, open_length(writer) - label);
    struct mark last = last_mark(writer);
    bool empty = open_length(writer) == 0;
    *again = true;
    if (next.kind == mark_close && last.kind == mark_open) {
        cut(writer, open_length(writer) - last.length);
        return next.length;
    }
    if (next.kind == mark_close && last.kind == mark_comma) {
        cut(writer, open_length(writer) - last.length);
        return 0;
    }
    if (next.kind == mark_colon && (empty || last.kind == mark_open))
        return next.length;
    if (next.kind == mark_comma && (empty || last.kind == mark_open || last.kind == mark_comma)) {
        writer->space = last.kind == mark_comma;
        return next.length;
    }
    *again = label > 0;
    return 0;
}

/* Repairs what a removal before `text` broke. Returns how many bytes of `text` that consumes. */
static size_t repair(struct block_writer *writer, const char *text, size_t length) {
    size_t used = 0;
    for (bool again = true; again && used < length;) {
        if (text[used] == ' ') {
            writer->space = true;
            used++;
            continue;
        }
        struct mark next = find_mark(text + used, length - used, false);
        if (next.kind == mark_none || next.kind == mark_open)
            break;
        if (next.kind == mark_comma || next.kind == mark_close || next.kind == mark_colon)
            used += repair_once(writer, next, &again);
        else
            again = false;
        if (!again)
            writer->space = false;
    }
    if (last_mark(writer).kind == mark_open)
        writer->space = false;
    assert(used <= length);
    return used;
}

/*
 * Whether the end of `text` and `following` would run together as one word. Never in scripts whose
 * letters take three bytes: most of them are written without spaces.
 */
static bool joins_words(const char *text, size_t length, const char *following) {
    unsigned char first = (unsigned char)*following;
    if (length == 0 || (!ascii_is_alnum(*following) && (first < 0xC3 || first >= 0xE0)))
        return false;
    char last = text[length - 1];
    if (utf8_continues(last))
        return length > 1 && (unsigned char)text[length - 2] >= 0xC3 &&
               (unsigned char)text[length - 2] < 0xE0;
    return ascii_is_alnum(last) || strchr(".,;:!?)\"'%", last) != NULL;
}

void block_writer_text(struct block_writer *writer, const char *text, size_t length) {
    struct text_buffer *buffer = &writer->plain->text;
    if (writer->removed) {
        size_t used = repair(writer, text, length);
        text += used;
        length -= used;
    }
    if (length == 0)
        return;
    if (writer->gap && joins_words(open_text(writer), open_length(writer), text))
        writer->space = true;
    if (writer->space && open_length(writer) > 0)
        text_buffer_append_byte(buffer, ' ');
    text_buffer_append(buffer, text, length);
    writer->space = writer->removed = writer->gap = false;
    writer->wrote = true;
}

void block_writer_space(struct block_writer *writer) {
    writer->space = true;
}

void block_writer_removed(struct block_writer *writer, bool visible) {
    writer->removed = true;
    if (visible)
        writer->gap = true;
}

bool block_writer_take_scheme(struct block_writer *writer) {
    const char *text = open_text(writer);
    size_t length = open_length(writer);
    size_t word = length;
    while (word > 0 && length - word < 8 && ascii_is_alnum(text[word - 1]))
        word--;
    if (!words_find_any_case("https|http|ftp|ftps|gopher|irc", text + word, length - word))
        return false;
    cut(writer, word);
    block_writer_removed(writer, false);
    return true;
}

/* Whether the text has any letter or digit (4). Dashes, dots and arrows are neither. */
static bool has_letter(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool symbols = byte == 0xE2 ||
                       (byte == 0xE3 && i + 1 < length && (unsigned char)text[i + 1] == 0x80) ||
                       byte == 0xEF;
        if (ascii_is_alnum(text[i]) || (byte >= 0xC3 && !symbols))
            return true;
    }
    return false;
}

/* Makes a block of the open text, or removes the text if it cannot be a block. */
static void add_block(struct block_writer *writer) {
    struct plain_text *plain = writer->plain;
    if (!has_letter(open_text(writer), open_length(writer))) {
        plain->text.length = writer->start;
        return;
    }
    if (writer->failed ||
        !plain_text_add_block(plain, writer->footer_level ? block_footer : writer->kind,
                              writer->start))
        writer->failed = true;
}

static void begin_block(struct block_writer *writer, enum block_kind kind) {
    writer->kind = kind;
    writer->start = writer->plain->text.length;
    writer->space = writer->removed = writer->gap = false;
}

void block_writer_finish(struct block_writer *writer, enum block_kind kind) {
    const char *text = open_text(writer);
    size_t length = open_length(writer);
    if (length > 0 && writer->kind == block_table && utf8_count(text, length) < long_cell) {
        if (writer->row.length > 0)
            text_buffer_append(&writer->row, " | ", 3);
        text_buffer_append(&writer->row, text, length);
        writer->plain->text.length = writer->start;
    } else if (length > 0)
        add_block(writer);
    begin_block(writer, kind);
}

void block_writer_finish_row(struct block_writer *writer, enum block_kind kind) {
    block_writer_finish(writer, block_table);
    if (writer->row.length > 0 && text_buffer_reserve(&writer->plain->text, writer->row.length)) {
        text_buffer_append(&writer->plain->text, writer->row.bytes, writer->row.length);
        writer->row.length = 0;
        add_block(writer);
    }
    begin_block(writer, kind);
}

/* Whether the title is a heading of the apparatus. ASCII letters compare without case. */
static bool is_footer_heading(const char *title, size_t length) {
    while (length > 0 && (title[length - 1] == ':' || title[length - 1] == ' '))
        length--;
    if (length == 0 || length > longest_footer_heading)
        return false;
    char lower[longest_footer_heading];
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)ascii_lower(title[i]);
    return word_table_find(&footer_headings, lower, length) > 0;
}

void block_writer_heading(struct block_writer *writer, int level) {
    assert(level >= 1 && level <= heading_levels);
    struct text_buffer *names = &writer->plain->section_names;
    size_t offset = names->length, length = open_length(writer);
    size_t most = offset > names_usual ? brief_title : longest_title;
    if (level <= writer->footer_level)
        writer->footer_level = 0;
    if (!writer->footer_level && is_footer_heading(open_text(writer), length))
        writer->footer_level = level;
    length = utf8_cut(open_text(writer), length, longest_title);
    /* The title replaces those of this level and deeper ones. */
    writer->titles.length = writer->title_end[level - 1];
    text_buffer_append(&writer->titles, open_text(writer), length);
    for (int i = level; i <= heading_levels; i++)
        writer->title_end[i] = writer->titles.length;
    for (int i = 1; i <= level; i++) {
        const char *title = writer->titles.bytes + writer->title_end[i - 1];
        size_t title_length =
            utf8_cut(title, writer->title_end[i] - writer->title_end[i - 1], most);
        if (title_length == 0)
            continue;
        if (names->length > offset)
            text_buffer_append(names, " > ", 3);
        text_buffer_append(names, title, title_length);
    }
    if (writer->failed || !plain_text_add_section(writer->plain, offset))
        writer->failed = true;
    writer->plain->text.length = writer->start;
    begin_block(writer, block_prose);
}

bool block_writer_begin(struct block_writer *writer, struct plain_text *plain) {
    plain_text_clear(plain);
    struct text_buffer row = writer->row, titles = writer->titles;
    TEXT_BUFFERS(text_buffer_clear, &row, &titles);
    *writer = (struct block_writer){.plain = plain, .row = row, .titles = titles};
    begin_block(writer, block_prose);
    writer->failed = !plain_text_add_section(plain, 0);
    return text_buffer_reserve(&plain->text, 1) && text_buffer_reserve(&plain->section_names, 1) &&
           text_buffer_reserve(&writer->titles, 1) && !writer->failed;
}

bool block_writer_end(struct block_writer *writer) {
    block_writer_finish_row(writer, block_prose);
    const struct plain_text *plain = writer->plain;
    return !writer->failed && !plain->text.failed && !plain->section_names.failed &&
           !writer->row.failed && !writer->titles.failed;
}

void block_writer_free(struct block_writer *writer) {
    TEXT_BUFFERS(text_buffer_free, &writer->row, &writer->titles);
}
