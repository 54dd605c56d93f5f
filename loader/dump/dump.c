/* dump.c - see dump.h. */
#include "dump.h"

#include "encoding.h"
#include "input.h"
#include "page_parser.h"

#include <stddef.h> /* ptrdiff_t */
#include <stdio.h>  /* snprintf */
#include <stdlib.h>
#include <string.h>

enum { chunk_size = 1 << 16, longest_tag = 16 };

/* The tags at which the stream is cut. */
enum tag {
    tag_page,
    tag_page_end,
    tag_siteinfo,
    tag_siteinfo_end,
    tag_mediawiki,
    tag_mediawiki_end,
    tag_other,
    tag_unfinished, /* more bytes are needed to tell */
    tag_none        /* no '<' here */
};

static const struct {
    const char *name; /* behind the '<' */
    enum tag tag;
} tags[] = {
    {"page", tag_page},           {"/page", tag_page_end},
    {"siteinfo", tag_siteinfo},   {"/siteinfo", tag_siteinfo_end},
    {"mediawiki", tag_mediawiki}, {"/mediawiki", tag_mediawiki_end},
};

struct dump {
    struct input *input;
    struct encoding *encoding;
    struct site *site;
    struct page_parser *parser;
    struct text_buffer base;

    struct text_buffer window; /* XML not yet used up, from window_next on */
    size_t window_next;
    int64_t window_offset; /* where window.bytes[0] stands in the dump */
    bool input_ended;
    bool input_damage_due; /* the input broke off; input_failure is still to be reported */
    struct failure input_failure;

    enum tag inside;       /* tag_page or tag_siteinfo while in one, else tag_none */
    int64_t inside_offset; /* where it began */
    bool inside_broken;    /* its XML was found broken: `broken` says why */
    struct failure broken;
    bool closed; /* </mediawiki> was seen, or there was no <mediawiki> */
};

static int64_t offset_of(const struct dump *dump) {
    return dump->window_offset + (int64_t)dump->window_next;
}

/* Reads into `chunk`, chunk_size bytes, and notes how the input stands; returns the length. */
static size_t read_chunk(struct dump *dump, char *chunk) {
    size_t length;
    enum input_state state =
        input_read(dump->input, chunk, chunk_size, &length, &dump->input_failure);
    if (state != input_more)
        dump->input_ended = true;
    if (state == input_damaged)
        dump->input_damage_due = true;
    return length;
}

/* Drops what was used up and reads another chunk. False when memory runs out. */
static bool fill(struct dump *dump, struct failure *failure) {
    struct text_buffer *window = &dump->window;
    window->length -= dump->window_next;
    if (dump->window_next > 0 && window->length > 0)
        memmove(window->bytes, window->bytes + dump->window_next, window->length);
    dump->window_offset += (int64_t)dump->window_next;
    dump->window_next = 0;
    char chunk[chunk_size];
    size_t length = read_chunk(dump, chunk);
    return encoding_append(dump->encoding, chunk, length, window, failure);
}

/* Which tag begins at a '<'. */
static enum tag tag_at(const char *at, size_t length, bool ended) {
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        size_t size = strlen(tags[i].name);
        size_t seen = length - 1 < size ? length - 1 : size;
        if (memcmp(at + 1, tags[i].name, seen) != 0)
            continue;
        if (length <= size + 1) {
            if (!ended)
                return tag_unfinished;
            continue;
        }
        char next = at[size + 1];
        if (next == '>' || next == ' ' || next == '\n' || next == '\r' || next == '\t')
            return tags[i].tag;
    }
    return tag_other;
}

/*
 * Finds the next tag of interest in the window: the bytes before it are `*before`, and it is not
 * yet used up. tag_none, with all but an unfinished tag in `*before`, when there is none.
 */
static enum tag find_tag(const struct dump *dump, size_t *before) {
    const char *begin = dump->window.bytes + dump->window_next;
    size_t length = dump->window.length - dump->window_next;
    const char *at = begin, *end = begin + length;
    while (length > 0 && at < end) {
        at = memchr(at, '<', (size_t)(end - at));
        if (!at)
            break;
        enum tag tag = tag_at(at, (size_t)(end - at), dump->input_ended);
        if (tag != tag_other) {
            *before = (size_t)(at - begin);
            return tag == tag_unfinished ? tag_none : tag;
        }
        at++;
    }
    *before = length;
    return tag_none;
}

/* Hands bytes of the page on to its parser, unless it is broken already. */
static void push(struct dump *dump, size_t length) {
    if (dump->inside != tag_none && !dump->inside_broken && length > 0)
        dump->inside_broken = !page_parser_push(
            dump->parser, dump->window.bytes + dump->window_next, length, &dump->broken);
    dump->window_next += length;
}

static enum dump_event report(const struct dump *dump, const struct page *page, int64_t offset,
                              const char *message, struct damage *damage) {
    const struct text_buffer *title = &page->title;
    damage->byte_offset = offset;
    snprintf(damage->message, sizeof damage->message, "%s", message);
    damage->title[0] = '\0';
    if (dump->inside == tag_page && title->length > 0)
        snprintf(damage->title, sizeof damage->title, "%.*s",
                 (int)(title->length < 255 ? title->length : 255), title->bytes);
    return dump_damage;
}

/* The page at hand cannot be completed. */
static enum dump_event give_up(struct dump *dump, const struct page *page, const char *why,
                               struct damage *damage) {
    enum dump_event event = report(dump, page, dump->inside_offset,
                                   dump->inside_broken ? dump->broken.message : why, damage);
    dump->inside = tag_none;
    return event;
}

static enum dump_event begin(struct dump *dump, enum tag tag, struct page *page,
                             struct failure *failure) {
    dump->inside = tag;
    dump->inside_offset = offset_of(dump);
    dump->inside_broken = false;
    if (!page_parser_begin(dump->parser, page)) {
        fail_memory(failure);
        return dump_failed;
    }
    push(dump, 1); /* the '<', so that the tag is not found again */
    return dump_end;
}

/* </page> or </siteinfo>: the whole closing tag belongs to the element. */
static enum dump_event finish(struct dump *dump, enum tag tag, struct page *page,
                              struct damage *damage) {
    size_t rest = dump->window.length - dump->window_next;
    const char *close = memchr(dump->window.bytes + dump->window_next, '>', rest);
    push(dump, close ? (size_t)(close - dump->window.bytes) - dump->window_next + 1 : rest);
    if (!dump->inside_broken)
        dump->inside_broken = !page_parser_end(dump->parser, &dump->broken);
    if (dump->inside_broken)
        return give_up(dump, page, "", damage);
    dump->inside = tag_none;
    return tag == tag_page_end ? dump_page : dump_end;
}

/* <mediawiki ... xml:lang="de">: the language of the wiki, in the tag that the window begins with.
 */
static void note_language(struct dump *dump) {
    static const char name[] = "xml:lang=\"";
    const char *at = dump->window.bytes + dump->window_next;
    const char *end = dump->window.bytes + dump->window.length;
    const char *close = memchr(at, '>', (size_t)(end - at));
    for (; close && close - at > (ptrdiff_t)sizeof name; at++) {
        if (memcmp(at, name, sizeof name - 1) != 0)
            continue;
        at += sizeof name - 1;
        const char *quote = memchr(at, '"', (size_t)(close - at));
        if (quote)
            site_set_language(dump->site, at, (size_t)(quote - at));
        return;
    }
}

/*
 * What a tag means where the dump stands; dump_end means "go on". An element that begins inside
 * another has cut it short.
 */
static enum dump_event meet(struct dump *dump, enum tag tag, struct page *page,
                            struct damage *damage, struct failure *failure) {
    bool opens = tag == tag_page || tag == tag_siteinfo;
    bool closes = (tag == tag_page_end && dump->inside == tag_page) ||
                  (tag == tag_siteinfo_end && dump->inside == tag_siteinfo);
    if (closes)
        return finish(dump, tag, page, damage);
    if (dump->inside != tag_none && (opens || tag == tag_mediawiki_end))
        return give_up(dump, page, "the page breaks off: its end is missing", damage);
    if (opens)
        return begin(dump, tag, page, failure);
    enum dump_event event = dump_end;
    if (tag == tag_page_end && dump->inside == tag_none)
        event = report(dump, page, offset_of(dump), "a page ends here whose beginning is missing",
                       damage);
    if (tag == tag_mediawiki) {
        dump->closed = false;
        note_language(dump);
    }
    if (tag == tag_mediawiki_end)
        dump->closed = true;
    push(dump, 1);
    return event;
}

/* Nothing is left to read: what is still open, or was never closed, is damage. */
static enum dump_event end_of_input(struct dump *dump, const struct page *page,
                                    struct damage *damage) {
    if (dump->input_damage_due) {
        dump->input_damage_due = false;
        dump->closed = true; /* one report is enough */
        if (dump->inside != tag_none) {
            dump->inside_broken = false;
            return give_up(dump, page, dump->input_failure.message, damage);
        }
        return report(dump, page, offset_of(dump), dump->input_failure.message, damage);
    }
    if (dump->inside != tag_none) {
        dump->closed = true;
        return give_up(dump, page, "the dump ends in the middle of this page", damage);
    }
    if (!dump->closed) {
        dump->closed = true;
        return report(dump, page, offset_of(dump),
                      "the dump ends without </mediawiki>: it was "
                      "cut off between two pages",
                      damage);
    }
    return dump_end;
}

enum dump_event dump_next(struct dump *dump, struct page *page, struct damage *damage,
                          struct failure *failure) {
    for (;;) {
        size_t before = 0;
        enum tag tag = find_tag(dump, &before);
        push(dump, before);
        if (tag != tag_none) {
            enum dump_event event = meet(dump, tag, page, damage, failure);
            if (event != dump_end)
                return event;
        } else if (!dump->input_ended) {
            if (!fill(dump, failure))
                return dump_failed;
        } else {
            return end_of_input(dump, page, damage);
        }
    }
}

/* The first tag of a text, skipping declarations and comments; "" where there is none. */
static void first_tag(const char *bytes, size_t length, char *name, size_t capacity) {
    name[0] = '\0';
    for (size_t i = 0; i + 1 < length; i++) {
        if (bytes[i] != '<' || bytes[i + 1] == '?' || bytes[i + 1] == '!')
            continue;
        size_t size = 0;
        while (i + 1 + size < length && size + 1 < capacity && bytes[i + 1 + size] > ' ' &&
               bytes[i + 1 + size] != '>') {
            name[size] = bytes[i + 1 + size];
            size++;
        }
        name[size] = '\0';
        return;
    }
}

static bool is_html(const char *tag) {
    return strncmp(tag, "html", 4) == 0 || strncmp(tag, "HTML", 4) == 0;
}

static bool begins_with(const char *tag, const char *word) {
    return strncmp(tag, word, strlen(word)) == 0;
}

/* Looks whether what the window holds begins as a dump does, and says what it is if not. */
static bool check_beginning(struct dump *dump, struct failure *failure) {
    char tag[longest_tag];
    if (dump->window.length == 0 && dump->input_damage_due)
        return fail(failure, "%s", dump->input_failure.message);
    if (dump->window.length == 0)
        return fail(failure, "is empty, expected a MediaWiki dump");
    first_tag(dump->window.bytes, dump->window.length, tag, sizeof tag);
    if (begins_with(tag, "mediawiki") || begins_with(tag, "siteinfo") || begins_with(tag, "page"))
        return true;
    if (is_html(tag))
        return fail(failure, "is a web page, not a dump: the download brought an error message "
                             "instead of the file");
    if (tag[0] == '\0')
        return fail(failure,
                    "is not a MediaWiki dump: expected XML, found none in its first %zu "
                    "bytes",
                    dump->window.length);
    return fail(failure, "is not a MediaWiki dump: expected <mediawiki> first, found <%s>", tag);
}

/* Reads enough to tell what the file is: one chunk, or more while it is tiny. */
static bool read_beginning(struct dump *dump, struct failure *failure) {
    enum { enough = 4096 };
    char chunk[chunk_size];
    struct text_buffer raw = {0};
    while (raw.length < enough && !dump->input_ended)
        text_buffer_append(&raw, chunk, read_chunk(dump, chunk));
    bool good = !raw.failed || fail_memory(failure);
    if (good && raw.length > 0)
        good = encoding_detect(dump->encoding, raw.bytes, raw.length, failure) &&
               encoding_append(dump->encoding, raw.bytes, raw.length, &dump->window, failure);
    text_buffer_free(&raw);
    return good && check_beginning(dump, failure);
}

static bool assemble(struct dump *dump, const char *path, struct failure *failure) {
    dump->input = input_open(path, failure);
    if (!dump->input)
        return false;
    dump->encoding = encoding_open();
    dump->site = site_open();
    dump->parser = dump->site ? page_parser_open(dump->site, &dump->base) : NULL;
    if (!dump->encoding || !dump->parser)
        return fail_memory(failure);
    struct failure reason;
    if (read_beginning(dump, &reason))
        return true;
    return fail(failure, "%s: %s", strcmp(path, "-") == 0 ? "standard input" : path,
                reason.message);
}

struct dump *dump_open(const char *path, struct failure *failure) {
    struct dump *dump = calloc(1, sizeof *dump);
    if (!dump) {
        fail_memory(failure);
        return NULL;
    }
    dump->inside = tag_none;
    dump->closed = true; /* until <mediawiki> is seen */
    if (assemble(dump, path, failure))
        return dump;
    dump_close(dump);
    return NULL;
}

void dump_close(struct dump *dump) {
    if (!dump)
        return;
    page_parser_close(dump->parser);
    site_close(dump->site);
    encoding_close(dump->encoding);
    input_close(dump->input);
    text_buffer_free(&dump->window);
    text_buffer_free(&dump->base);
    free(dump);
}

struct site *dump_site(struct dump *dump) {
    return dump->site;
}

const struct text_buffer *dump_base(const struct dump *dump) {
    return &dump->base;
}

int64_t dump_position(const struct dump *dump) {
    return input_position(dump->input);
}

int64_t dump_size(const struct dump *dump) {
    return input_size(dump->input);
}

int64_t dump_bytes(const struct dump *dump) {
    return offset_of(dump);
}
