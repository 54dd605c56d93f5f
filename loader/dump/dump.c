/* dump.c - see dump.h. */
#include "dump.h"

#include "page_parser.h"

#include <stddef.h> /* ptrdiff_t */
#include <stdio.h>  /* snprintf */
#include <stdlib.h>
#include <string.h>

enum { longest_tag = 16 };

/* A page's revisions are given out as a slice when they have so many bytes. */
enum { slice_size = 1 << 20 };

/* The tags at which the stream is cut. */
enum tag {
    tag_page,
    tag_page_end,
    tag_revision,
    tag_revision_end,
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
    {"revision", tag_revision},   {"/revision", tag_revision_end},
    {"siteinfo", tag_siteinfo},   {"/siteinfo", tag_siteinfo_end},
    {"mediawiki", tag_mediawiki}, {"/mediawiki", tag_mediawiki_end},
};

struct dump {
    struct stream *stream;
    struct site *site;
    struct text_buffer base;
    struct page_parser *parser; /* of <siteinfo> */

    enum tag inside;    /* tag_page or tag_siteinfo while in one, else tag_none */
    bool sliced;        /* a slice of the page at hand was given out; its head is in `head` */
    size_t head_length; /* of the page: up to its first <revision>, 0 before that */
    struct text_buffer head;
    bool ended;        /* the window holds all there is */
    bool sliced_ended; /* such a page has just ended */
    bool end_due;      /* of a page that was given up: its end is no damage of its own */
    bool gap_last;     /* nothing has come since the last gap */
    bool pages_begun;  /* the site is fixed */
    bool closed;       /* </mediawiki> was seen, or there was no <mediawiki> */
};

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

/* Behind the tag that begins at `next`, as far as it is in the window. */
static size_t behind_tag(const struct dump *dump) {
    const struct text_buffer *window = &dump->stream->window;
    const char *at = window->bytes + dump->stream->next;
    const char *close = memchr(at, '>', window->length - dump->stream->next);
    return close ? (size_t)(close - window->bytes) + 1 : window->length;
}

/* Whether the tag at `next` has its end in the window, or never will. */
static bool is_complete(const struct dump *dump) {
    enum { longest = 1 << 16 };
    const struct stream *stream = dump->stream;
    size_t rest = stream->window.length - stream->next;
    return dump->ended || rest > longest || memchr(stream->window.bytes + stream->next, '>', rest);
}

/*
 * Moves `next` on to the next tag of interest, which is not yet used up: tag_none, with all but an
 * unfinished tag behind it, when there is none.
 */
static enum tag find_tag(struct dump *dump) {
    struct stream *stream = dump->stream;
    if (stream->window.length == 0) {
        stream->next = 0;
        return tag_none;
    }
    const char *begin = stream->window.bytes, *end = begin + stream->window.length;
    const char *at = begin + stream->next;
    while (at < end) {
        at = memchr(at, '<', (size_t)(end - at));
        if (!at)
            break;
        enum tag tag = tag_at(at, (size_t)(end - at), dump->ended);
        if (tag != tag_other) {
            stream->next = (size_t)(at - begin);
            return tag == tag_unfinished || !is_complete(dump) ? tag_none : tag;
        }
        at++;
    }
    stream->next = stream->window.length;
    return tag_none;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Adds the window from `from` to `to` as a slice. NULL when memory runs out. */
static struct slice *add_slice(struct dump *dump, struct batch *batch, size_t from, size_t to) {
    struct slice *slice = batch_add(batch);
    if (!slice)
        return NULL;
    slice->byte_offset = stream_offset(dump->stream, from);
    slice->offset = batch->content.length;
    if (dump->sliced)
        text_buffer_append(&batch->content, dump->head.bytes, dump->head.length);
    if (to > from)
        text_buffer_append(&batch->content, dump->stream->window.bytes + from, to - from);
    slice->length = batch->content.length - slice->offset;
    return batch->content.failed ? NULL : slice;
}

/* Reports a damaged place at `next`, outside of any page. */
static bool report(struct dump *dump, struct batch *batch, const char *message) {
    batch->resumable = false;
    return batch_add_damage(batch, stream_offset(dump->stream, dump->stream->next), message);
}

static void leave_page(struct dump *dump) {
    dump->inside = tag_none;
    dump->sliced = false;
    dump->head_length = 0;
}

/* The element at hand cannot be completed. */
static bool give_up(struct dump *dump, struct batch *batch, const char *why) {
    size_t begin = dump->stream->begin, end = dump->stream->next;
    if (dump->inside == tag_siteinfo)
        end = begin;
    else if (end - begin > batch_damaged_max)
        end = begin + batch_damaged_max;
    batch->resumable = false;
    bool good = batch_damage(batch, add_slice(dump, batch, begin, end), why);
    leave_page(dump);
    return good;
}

/* A page has ended: here the dump could be gone on with. */
static void note_place(struct dump *dump, struct batch *batch) {
    batch->resumable = true;
    stream_note_place(dump->stream, &batch->place);
    batch->place.closed = dump->closed;
    batch->place.records = 0;
}

static bool end_page(struct dump *dump, struct batch *batch) {
    dump->stream->next = behind_tag(dump);
    bool good = add_slice(dump, batch, dump->stream->begin, dump->stream->next) != NULL;
    dump->sliced_ended = dump->sliced;
    leave_page(dump);
    note_place(dump, batch);
    return good;
}

/* The page up to `to` becomes a slice; its head is kept for the revisions that follow. */
static bool slice_revisions(struct dump *dump, struct batch *batch, size_t to) {
    static const char end[] = "</page>";
    struct slice *slice = add_slice(dump, batch, dump->stream->begin, to);
    if (!slice)
        return false;
    text_buffer_append(&batch->content, end, sizeof end - 1);
    slice->length += sizeof end - 1;
    slice->continues = true;
    if (!dump->sliced) {
        text_buffer_clear(&dump->head);
        text_buffer_append(&dump->head, dump->stream->window.bytes + dump->stream->begin,
                           dump->head_length);
    }
    dump->sliced = true;
    dump->stream->begin = dump->stream->next = to;
    batch->resumable = false;
    return !batch->content.failed && !dump->head.failed;
}

/* ---- Tags ------------------------------------------------------------------------------------ */

/* <mediawiki ... xml:lang="de">: the language of the wiki, in the tag that begins at `next`. */
static void note_language(struct dump *dump) {
    static const char name[] = "xml:lang=\"";
    const char *at = dump->stream->window.bytes + dump->stream->next;
    const char *end = dump->stream->window.bytes + dump->stream->window.length;
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

static void begin_element(struct dump *dump, enum tag tag) {
    dump->inside = tag;
    dump->end_due = false;
    dump->stream->begin = dump->stream->next;
    dump->stream->next++; /* behind the '<', so that the tag is not found again */
    dump->pages_begun = dump->pages_begun || tag == tag_page;
}

/* </siteinfo>. What a second dump in the same file says of its wiki is not listened to. */
static bool end_siteinfo(struct dump *dump, struct batch *batch) {
    struct page page = {0};
    struct failure reason;
    size_t begin = dump->stream->begin;
    dump->stream->next = behind_tag(dump);
    bool good =
        dump->pages_begun || page_parser_read(dump->parser, dump->stream->window.bytes + begin,
                                              dump->stream->next - begin, &page, &reason);
    page_free(&page);
    leave_page(dump);
    if (good)
        return true;
    return !page_parser_no_memory(dump->parser) && report(dump, batch, reason.message);
}

/* A tag outside of pages. */
static bool meet_outside(struct dump *dump, enum tag tag, struct batch *batch) {
    bool good = true;
    if (tag == tag_page || tag == tag_siteinfo) {
        begin_element(dump, tag);
        return true;
    }
    if (tag == tag_page_end && !dump->end_due)
        good = report(dump, batch, "a page ends here whose beginning is missing");
    if (tag == tag_page_end)
        dump->end_due = false;
    if (tag == tag_mediawiki) {
        dump->closed = false;
        if (!dump->pages_begun)
            note_language(dump);
    }
    if (tag == tag_mediawiki_end)
        dump->closed = true;
    dump->stream->next++;
    return good;
}

/* A tag inside <page> or <siteinfo>. An element that begins inside another has cut it short. */
static bool meet_inside(struct dump *dump, enum tag tag, struct batch *batch) {
    if (tag == tag_page_end && dump->inside == tag_page)
        return end_page(dump, batch);
    if (tag == tag_siteinfo_end && dump->inside == tag_siteinfo)
        return end_siteinfo(dump, batch);
    if (tag == tag_page || tag == tag_siteinfo || tag == tag_mediawiki_end) {
        bool good = give_up(dump, batch, "the page breaks off: its end is missing");
        return good && meet_outside(dump, tag, batch);
    }
    if (tag == tag_revision && dump->head_length == 0)
        dump->head_length = dump->stream->next - dump->stream->begin;
    size_t end = behind_tag(dump);
    if (tag == tag_revision_end && (dump->head_length > 0 || dump->sliced) &&
        end - dump->stream->begin >= slice_size)
        return slice_revisions(dump, batch, end);
    dump->stream->next++;
    return true;
}

/* ---- The stream ------------------------------------------------------------------------------ */

/* Bytes are missing where the window ends. */
static bool meet_gap(struct dump *dump, struct batch *batch) {
    struct stream *stream = dump->stream;
    const char *why = stream->gap.message;
    dump->gap_last = true;
    stream->next = stream->window.length;
    if (dump->inside != tag_none)
        return give_up(dump, batch, why);
    return stream_offset(stream, stream->next) < stream->skip_until || report(dump, batch, why);
}

/* Before the revision at hand there may be others that are no slice yet. */
static bool too_long(struct dump *dump, struct batch *batch) {
    enum { longest = dump_revision_max + slice_size };
    char message[64];
    if (dump->inside == tag_none || dump->stream->window.length - dump->stream->begin <= longest)
        return true;
    snprintf(message, sizeof message, "a revision longer than %d bytes", dump_revision_max);
    dump->end_due = dump->inside == tag_page;
    return give_up(dump, batch, message);
}

/* Nothing is left to read: what is still open, or was never closed, is damage. */
static bool meet_end(struct dump *dump, struct batch *batch) {
    bool closed = dump->closed || dump->gap_last;
    dump->closed = true;
    if (dump->inside != tag_none)
        return give_up(dump, batch, "the dump ends in the middle of this page");
    return closed || report(dump, batch,
                            "the dump ends without </mediawiki>: it was cut off between two pages");
}

/* Appends what follows to the window, which holds no tag of interest any more. */
static bool read_on(struct dump *dump, struct batch *batch, struct failure *failure) {
    if (!too_long(dump, batch))
        return false;
    if (dump->inside == tag_none)
        dump->stream->begin = dump->stream->next;
    return stream_take(dump->stream, failure);
}

/* The window holds no tag of interest any more. */
static enum cut_state read_stream(struct dump *dump, struct batch *batch, struct failure *failure) {
    bool good = true;
    switch (stream_next(dump->stream)) {
    case stream_bytes:
        good = read_on(dump, batch, failure);
        break;
    case stream_gap:
        good = meet_gap(dump, batch);
        break;
    case stream_wants_piece:
        return cut_wants_piece;
    case stream_end:
        if (dump->ended)
            return meet_end(dump, batch) ? cut_end : cut_failed;
        dump->ended = true; /* so that what looked unfinished is looked at again */
        break;
    case stream_failed:
        good = false;
    }
    return good ? cut_batch : cut_failed;
}

/* Moves on by one tag or, where the window has none, by what follows in the stream. */
static enum cut_state advance(struct dump *dump, struct batch *batch, struct failure *failure) {
    enum tag tag = find_tag(dump);
    if (tag == tag_none)
        return read_stream(dump, batch, failure);
    dump->gap_last = false;
    bool good =
        dump->inside == tag_none ? meet_outside(dump, tag, batch) : meet_inside(dump, tag, batch);
    return good ? cut_batch : cut_failed;
}

enum cut_state dump_cut(struct dump *dump, struct batch *batch, struct failure *failure) {
    enum cut_state state = cut_batch;
    /* Before the next page with slices begins, lest there be no place to go on from for long. */
    while (state == cut_batch && !batch_is_full(batch) && !dump->sliced_ended)
        state = advance(dump, batch, failure);
    dump->sliced_ended = false;
    state = stream_end_cut(dump->stream, batch, state, failure);
    dump->pages_begun = dump->pages_begun || state == cut_batch;
    return state;
}

/* ---- The beginning --------------------------------------------------------------------------- */

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

/* Whether a page begins somewhere in a text. */
static bool has_page(const char *bytes, size_t length) {
    const char *at = bytes, *end = bytes + length;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        if (tag_at(at, (size_t)(end - at), true) == tag_page)
            return true;
        at++;
    }
    return false;
}

/* Looks whether what was read begins as a dump does, and says what it is if not. */
static bool check_beginning(const struct dump *dump, struct failure *failure) {
    char tag[longest_tag];
    const struct text_buffer *beginning = stream_beginning(dump->stream);
    const char *name = dump->stream->name, *lost = stream_lost_beginning(dump->stream);
    if (beginning->length == 0)
        return fail(failure, "%s: is empty, expected a MediaWiki dump", name);
    if (lost)
        return has_page(beginning->bytes, beginning->length) ||
               fail(failure, "%s: its beginning is lost, and no page follows soon: %s", name, lost);
    first_tag(beginning->bytes, beginning->length, tag, sizeof tag);
    if (begins_with(tag, "mediawiki") || begins_with(tag, "siteinfo") || begins_with(tag, "page"))
        return true;
    if (is_html(tag))
        return fail(failure,
                    "%s: is a web page, not a dump: the download brought an error message "
                    "instead of the file",
                    name);
    if (tag[0] == '\0')
        return fail(failure,
                    "%s: is not a MediaWiki dump: expected XML, found none in its first %zu bytes; "
                    "other files need --format",
                    name, beginning->length);
    return fail(failure, "%s: is not a MediaWiki dump: expected <mediawiki> first, found <%s>",
                name, tag);
}

static bool assemble(struct dump *dump, const char *path, struct failure *failure) {
    dump->site = site_open();
    dump->parser = dump->site ? page_parser_open(dump->site, &dump->base) : NULL;
    if (!dump->parser)
        return fail_memory(failure);
    dump->stream = stream_open(path, encoding_by_declaration, failure);
    return dump->stream && check_beginning(dump, failure);
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
    stream_close(dump->stream);
    page_parser_close(dump->parser);
    site_close(dump->site);
    text_buffer_free(&dump->base);
    text_buffer_free(&dump->head);
    free(dump);
}

/* Reads on until the first pages are found and with them all that is to be known of the site. */
static bool read_site(struct dump *dump, struct failure *failure) {
    struct batch batch = {0};
    enum cut_state state;
    while ((state = dump_cut(dump, &batch, failure)) == cut_wants_piece)
        if (!stream_feed(dump->stream, failure))
            break;
    batch_free(&batch);
    return state == cut_batch || state == cut_end;
}

bool dump_resume(struct dump *dump, const struct dump_place *place, struct failure *failure) {
    if (!read_site(dump, failure) || !stream_rewind(dump->stream, failure) ||
        !check_beginning(dump, failure))
        return false;
    leave_page(dump);
    dump->ended = dump->gap_last = dump->end_due = false;
    dump->closed = place->closed;
    return stream_resume(dump->stream, place, failure);
}

struct stream *dump_stream(struct dump *dump) {
    return dump->stream;
}

struct site *dump_site(struct dump *dump) {
    return dump->site;
}

const struct text_buffer *dump_base(const struct dump *dump) {
    return &dump->base;
}
