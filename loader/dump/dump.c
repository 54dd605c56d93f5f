/* dump.c - see dump.h. */
#include "dump.h"

#include "../base/ascii.h"
#include "../base/words.h"
#include "page_parser.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

/* Once the revisions of a page have this many bytes, they are given out as a slice. */
enum { slice_size = 1 << 20 };

/* The tags at which the text is cut. */
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

static const char *const tag_names[tag_other] = {
    /* what follows the '<' */
    [tag_page] = "page",           [tag_page_end] = "/page",
    [tag_revision] = "revision",   [tag_revision_end] = "/revision",
    [tag_siteinfo] = "siteinfo",   [tag_siteinfo_end] = "/siteinfo",
    [tag_mediawiki] = "mediawiki", [tag_mediawiki_end] = "/mediawiki",
};

struct dump {
    struct reader reader;
    struct site *site;
    struct text_buffer base;
    struct slice_parser *parser; /* of <siteinfo> */

    enum tag inside;         /* tag_page or tag_siteinfo while inside one, else tag_none */
    bool sliced;             /* a slice of the current page was given out; `head` holds its head */
    size_t head_length;      /* of the current page up to its first <revision>; 0 before that */
    struct text_buffer head; /* what comes before the first <revision> */
    bool sliced_page_ended;  /* the page that has just ended was given out in slices */
    bool expects_page_end;   /* of a page that was given up: its </page> is not damage too */
    bool gap_last;           /* no tag has come since the last gap */
    bool pages_begun;        /* from now on the site stays as it is */
    bool closed;             /* </mediawiki> was seen, or there was no <mediawiki> */
    bool first_closed;       /* the same before the first page of the file */
    bool before_part;        /* the first page of the part was not met yet */
    bool after_part;         /* it has ended: a page of the next part begins here */
};

/* ---- Tags ------------------------------------------------------------------------------------ */

static enum tag tag_at(const char *at, size_t length, bool at_end) {
    assert(length > 0 && *at == '<');
    for (int tag = 0; tag < tag_other; tag++) {
        size_t size = strlen(tag_names[tag]);
        size_t seen = length - 1 < size ? length - 1 : size;
        if (memcmp(at + 1, tag_names[tag], seen) != 0)
            continue;
        if (length <= size + 1) {
            if (!at_end)
                return tag_unfinished;
            continue;
        }
        char next = at[size + 1];
        if (next == '>' || next == ' ' || next == '\n' || next == '\r' || next == '\t')
            return (enum tag)tag;
    }
    return tag_other;
}

/* The position after the tag that begins at `next`, as far as the tag is in the window. */
static size_t after_tag(const struct dump *dump) {
    const struct cursor *cursor = dump->reader.cursor;
    const char *at = cursor->bytes + cursor->next;
    const char *close = memchr(at, '>', cursor->length - cursor->next);
    return close ? (size_t)(close - cursor->bytes) + 1 : cursor->length;
}

/*
 * Moves `next` to the next tag of interest. Returns tag_none if the window has no further tag that
 * is complete; `next` is then at an incomplete one or at the end of the window. A tag that is too
 * long counts as complete.
 */
static enum tag find_tag(struct dump *dump) {
    enum { longest_tag = 1 << 16 };
    struct cursor *cursor = dump->reader.cursor;
    if (cursor->length == 0)
        return tag_none;
    const char *end = cursor->bytes + cursor->length, *at = cursor->bytes + cursor->next;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        size_t rest = (size_t)(end - at);
        enum tag tag = tag_at(at, rest, cursor->at_end);
        if (tag == tag_other) {
            at++;
            continue;
        }
        cursor->next = (size_t)(at - cursor->bytes);
        bool complete = cursor->at_end || rest > longest_tag || memchr(at, '>', rest);
        return tag == tag_unfinished || !complete ? tag_none : tag;
    }
    cursor->next = cursor->length;
    return tag_none;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Adds the window from `begin` to `to` as a slice. NULL when memory runs out. */
static struct slice *add_slice(struct dump *dump, struct batch *batch, size_t to) {
    const struct cursor *cursor = dump->reader.cursor;
    struct slice *slice = batch_add(batch);
    if (!slice)
        return NULL;
    slice->byte_offset = stream_offset(dump->reader.stream, cursor->begin);
    slice->offset = batch->content.length;
    if (dump->sliced)
        text_buffer_append(&batch->content, dump->head.bytes, dump->head.length);
    if (to > cursor->begin)
        text_buffer_append(&batch->content, cursor->bytes + cursor->begin, to - cursor->begin);
    slice->length = batch->content.length - slice->offset;
    return batch->content.failed ? NULL : slice;
}

static void leave_element(struct dump *dump) {
    dump->inside = tag_none;
    dump->sliced = false;
    dump->head_length = 0;
}

/* Reports damage at `next`, outside of any page. */
static bool report(struct dump *dump, struct batch *batch, const char *message) {
    batch->resumable = false;
    return reader_report(&dump->reader, batch, dump->reader.cursor->next, message);
}

/* Gives up the current element, which cannot be completed. Of a page, the title is kept. */
static bool give_up(struct dump *dump, struct batch *batch, const char *why) {
    size_t begin = dump->reader.cursor->begin, end = dump->reader.cursor->next;
    assert(dump->inside != tag_none);
    if (dump->inside == tag_siteinfo)
        end = begin;
    else if (end - begin > batch_damaged_max)
        end = begin + batch_damaged_max;
    batch->resumable = false;
    bool good = batch_damage(batch, add_slice(dump, batch, end), why);
    leave_element(dump);
    return good;
}

static bool end_page(struct dump *dump, struct batch *batch) {
    assert(dump->inside == tag_page);
    struct cursor *cursor = dump->reader.cursor;
    cursor->next = after_tag(dump);
    bool good = add_slice(dump, batch, cursor->next) != NULL;
    dump->sliced_page_ended = dump->sliced;
    leave_element(dump);
    batch->resumable = true;
    stream_note_place(dump->reader.stream, &batch->place);
    batch->place.closed = dump->closed;
    batch->place.records = 0;
    return good;
}

/* Makes a slice of the page up to `to`. Its head is kept for the slices that follow. */
static bool slice_revisions(struct dump *dump, struct batch *batch, size_t to) {
    assert(dump->inside == tag_page && to <= dump->reader.cursor->length);
    static const char end[] = "</page>";
    struct cursor *cursor = dump->reader.cursor;
    struct slice *slice = add_slice(dump, batch, to);
    if (!slice)
        return false;
    text_buffer_append(&batch->content, end, sizeof end - 1);
    slice->length += sizeof end - 1;
    slice->continues = true;
    if (!dump->sliced) {
        text_buffer_clear(&dump->head);
        text_buffer_append(&dump->head, cursor->bytes + cursor->begin, dump->head_length);
    }
    dump->sliced = true;
    cursor->begin = cursor->next = to;
    batch->resumable = false;
    return !batch->content.failed && !dump->head.failed;
}

/* ---- What a tag means ------------------------------------------------------------------------ */

/* Takes the wiki's language from the tag at `next`: <mediawiki ... xml:lang="de">. */
static void note_language(struct dump *dump) {
    static const char name[] = "xml:lang=\"";
    const struct cursor *cursor = dump->reader.cursor;
    const char *at = cursor->bytes + cursor->next, *end = cursor->bytes + cursor->length;
    const char *close = memchr(at, '>', (size_t)(end - at));
    const char *code = close ? ascii_after(at, close, name) : NULL;
    const char *quote = code ? memchr(code, '"', (size_t)(close - code)) : NULL;
    if (quote)
        site_set_language(dump->site, code, (size_t)(quote - code));
}

/* </siteinfo>. That of a second dump in the same file is ignored. */
static bool end_siteinfo(struct dump *dump, struct batch *batch) {
    assert(dump->inside == tag_siteinfo);
    struct page page = {0};
    struct failure reason;
    struct cursor *cursor = dump->reader.cursor;
    cursor->next = after_tag(dump);
    enum slice_result result = slice_good;
    if (!dump->pages_begun)
        result = page_parser_read(dump->parser, cursor->bytes + cursor->begin,
                                  cursor->next - cursor->begin, &page, &reason);
    page_free(&page);
    leave_element(dump);
    return result == slice_good || (result == slice_damaged && report(dump, batch, reason.message));
}

static bool meet_outside(struct dump *dump, enum tag tag, struct batch *batch) {
    assert(dump->inside == tag_none);
    bool good = true;
    if (tag == tag_page || tag == tag_siteinfo) {
        dump->inside = tag;
        dump->expects_page_end = false;
        dump->reader.cursor->begin = dump->reader.cursor->next;
        if (tag == tag_page && !dump->pages_begun)
            dump->first_closed = dump->closed;
        dump->pages_begun = dump->pages_begun || tag == tag_page;
    } else if (tag == tag_page_end) {
        if (!dump->expects_page_end)
            good = report(dump, batch, "a page ends here, but its beginning is missing");
        dump->expects_page_end = false;
    } else if (tag == tag_mediawiki) {
        dump->closed = false;
        if (!dump->pages_begun)
            note_language(dump);
    } else if (tag == tag_mediawiki_end) {
        dump->closed = true;
    }
    dump->reader.cursor->next++; /* past the '<', so that the tag is not found again */
    return good;
}

/* A tag inside <page> or <siteinfo>. If another element begins, the end of this one is missing. */
static bool meet_inside(struct dump *dump, enum tag tag, struct batch *batch) {
    struct cursor *cursor = dump->reader.cursor;
    if (tag == tag_page_end && dump->inside == tag_page)
        return end_page(dump, batch);
    if (tag == tag_siteinfo_end && dump->inside == tag_siteinfo)
        return end_siteinfo(dump, batch);
    if (tag == tag_page || tag == tag_siteinfo || tag == tag_mediawiki_end)
        return give_up(dump, batch, "the page breaks off: its end is missing") &&
               meet_outside(dump, tag, batch);
    if (tag == tag_revision && dump->head_length == 0)
        dump->head_length = cursor->next - cursor->begin;
    size_t end = after_tag(dump);
    if (tag == tag_revision_end && (dump->head_length > 0 || dump->sliced) &&
        end - cursor->begin >= slice_size)
        return slice_revisions(dump, batch, end);
    cursor->next++;
    return true;
}

static bool meet(struct dump *dump, enum tag tag, struct batch *batch) {
    size_t next = dump->reader.cursor->next;
    if (tag == tag_page && !stream_is_before(dump->reader.stream, next)) {
        dump->before_part = false;
        dump->after_part = stream_is_after(dump->reader.stream, next);
        if (dump->after_part) /* the end of the last page may be missing */
            return dump->inside == tag_none ||
                   give_up(dump, batch, "the page breaks off: its end is missing");
    }
    dump->gap_last = false;
    if (!dump->before_part)
        return dump->inside == tag_none ? meet_outside(dump, tag, batch)
                                        : meet_inside(dump, tag, batch);
    /* The page that the tag stands in, if any, belongs to an earlier part, and so does damage. */
    if (tag == tag_mediawiki || tag == tag_mediawiki_end)
        dump->closed = tag == tag_mediawiki_end;
    dump->reader.cursor->next++;
    return true;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static bool meet_gap(struct reader *reader, struct batch *batch) {
    struct dump *dump = (struct dump *)reader;
    const char *why = reader->stream->gap.message;
    reader->cursor->next = reader->cursor->length;
    if (dump->before_part)
        return true;
    dump->gap_last = true;
    return dump->inside != tag_none ? give_up(dump, batch, why) : report(dump, batch, why);
}

static bool meet_long(struct reader *reader, struct batch *batch) {
    struct dump *dump = (struct dump *)reader;
    char message[64];
    snprintf(message, sizeof message, "a revision is longer than %d bytes", dump_revision_max);
    dump->expects_page_end = dump->inside == tag_page;
    return give_up(dump, batch, message);
}

/* What is still open, or was never closed, is damage. */
static bool meet_end(struct reader *reader, struct batch *batch) {
    struct dump *dump = (struct dump *)reader;
    bool closed = dump->closed || dump->gap_last;
    if (dump->before_part)
        return true;
    dump->closed = true;
    if (dump->inside != tag_none)
        return give_up(dump, batch, "the dump ends in the middle of this page");
    return closed || report(dump, batch,
                            "the dump ends without </mediawiki>: it was cut off between two pages");
}

/*
 * A page that came in slices ends its batch. If another such page began in the same batch, a load
 * would have no place to resume for a long time.
 */
static enum cut_state step(struct reader *reader, struct batch *batch) {
    struct dump *dump = (struct dump *)reader;
    if (dump->after_part || dump->sliced_page_ended)
        return dump->after_part ? cut_end : cut_batch;
    enum tag tag = find_tag(dump);
    if (tag != tag_none && !meet(dump, tag, batch))
        return cut_failed;
    if (tag == tag_none && dump->inside == tag_none)
        reader->cursor->begin = reader->cursor->next;
    if (tag == tag_none) /* perhaps no page begins in the part */
        dump->after_part =
            dump->before_part && stream_is_after(reader->stream, reader->cursor->next);
    return dump->after_part ? cut_end : tag == tag_none ? cut_wants_text : cut_goes_on;
}

static enum cut_state cut(struct reader *reader, struct batch *batch, struct failure *failure) {
    struct dump *dump = (struct dump *)reader;
    enum cut_state state = reader_cut_elements(reader, batch, failure);
    dump->sliced_page_ended = false;
    dump->pages_begun = dump->pages_begun || state == cut_batch;
    return state;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/*
 * The first byte of text[0, length) after white space, declarations such as <?xml ...?> and
 * comments, which end at "-->". `length` if there is nothing else.
 */
static size_t first_tag_begin(const char *text, size_t length) {
    for (size_t at = 0, end = length;; end = length) {
        ascii_trim(text, &at, &end);
        if (words_begin("<!--", text + at, end - at))
            at = (size_t)(ascii_after(text + at + 2, text + length, "-->") -
                          text); /* <!--> is one, too */
        else if (words_begin("<?", text + at, end - at))
            at = (size_t)(ascii_after(text + at, text + length, ">") - text);
        else
            return at < end ? at : length;
    }
}

bool dump_is_web_page(const char *text, size_t length) {
    size_t at = first_tag_begin(text, length);
    return words_begin_any_case("<!doctype html|<html", text + at, length - at) > 0;
}

/* Copies the name of the first tag after declarations and comments; "" if nothing follows them. */
static void first_tag(const struct text_buffer *text, char *name, size_t capacity) {
    const char *bytes = text->bytes;
    name[0] = '\0';
    for (size_t i = first_tag_begin(bytes, text->length); i + 1 < text->length; i++) {
        if (bytes[i] != '<' || bytes[i + 1] == '?' || bytes[i + 1] == '!')
            continue;
        size_t size = 0;
        for (; ++i < text->length && size + 1 < capacity && bytes[i] > ' ' && bytes[i] != '>';
             size++)
            name[size] = bytes[i];
        name[size] = '\0';
        return;
    }
}

/* Checks that the file begins as a dump does; if not, says what it is. */
static bool check_beginning(const struct dump *dump, struct failure *failure) {
    char tag[16];
    const struct text_buffer *beginning = stream_beginning(dump->reader.stream);
    const char *name = dump->reader.name, *lost = stream_lost_beginning(dump->reader.stream);
    if (beginning->length == 0)
        return fail(failure, "%s: is empty, expected a MediaWiki dump", name);
    if (lost) {
        const char *at = beginning->bytes, *end = at + beginning->length;
        for (; at < end && (at = memchr(at, '<', (size_t)(end - at))); at++)
            if (tag_at(at, (size_t)(end - at), true) == tag_page)
                return true;
        return fail(failure, "%s: its beginning is lost, and no page follows soon: %s", name, lost);
    }
    first_tag(beginning, tag, sizeof tag);
    if (words_begin("mediawiki|siteinfo|page", tag, strlen(tag)))
        return true;
    if (dump_is_web_page(beginning->bytes, beginning->length))
        return fail(failure,
                    "%s: is a web page, not a dump: the server has probably sent an error message "
                    "instead of the file",
                    name);
    if (tag[0] == '\0')
        return fail(failure,
                    "%s: is not a MediaWiki dump: expected XML, found none in its first %zu bytes; "
                    "name other formats by --format",
                    name, beginning->length);
    return fail(failure,
                "%s: is not a MediaWiki dump: expected <mediawiki> first, found <%s>; name other "
                "formats by --format",
                name, tag);
}

static void close_dump(struct reader *reader) {
    struct dump *dump = (struct dump *)reader;
    slice_parser_close(dump->parser);
    site_close(dump->site);
    TEXT_BUFFERS(text_buffer_free, &dump->base, &dump->head);
}

/* The first batch tells everything about the site. */
bool dump_read_site(struct reader *reader, struct failure *failure) {
    struct batch batch = {0};
    bool good = reader_next_batch(reader, &batch, failure) != cut_failed;
    batch_free(&batch);
    return good;
}

static void begin_anew(struct dump *dump, bool closed) {
    leave_element(dump);
    dump->gap_last = dump->expects_page_end = dump->after_part = false;
    dump->closed = closed;
}

static bool begin_part(struct reader *reader, struct failure *failure) {
    struct dump *dump = (struct dump *)reader;
    if (!dump_read_site(reader, failure))
        return false;
    begin_anew(dump, dump->first_closed);
    dump->before_part = true;
    return stream_begin_part(reader->stream, failure);
}

static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct dump *dump = (struct dump *)reader;
    if (!dump_read_site(reader, failure) || !stream_rewind(reader->stream, failure) ||
        !check_beginning(dump, failure))
        return false;
    begin_anew(dump, place->closed);
    return stream_resume(reader->stream, place, failure);
}

static struct slice_parser *open_parser(const struct reader *reader, struct failure *failure) {
    struct slice_parser *parser = page_parser_open(NULL, NULL);
    (void)reader;
    if (!parser)
        fail_memory(failure);
    return parser;
}

/* Before the current revision there may be others that are no slice yet. */
static const struct reader_kind dump_kind = {.cut = cut,
                                             .step = step,
                                             .meet_gap = meet_gap,
                                             .meet_long = meet_long,
                                             .meet_end = meet_end,
                                             .resume = resume,
                                             .begin_part = begin_part,
                                             .close = close_dump,
                                             .open_parser = open_parser};

struct reader *dump_open(struct stream *stream, struct failure *failure) {
    struct dump *dump = reader_open(&dump_kind, sizeof *dump, stream, failure);
    if (!dump)
        return NULL;
    dump->reader.longest = dump_revision_max + slice_size;
    dump->inside = tag_none;
    dump->closed = dump->first_closed = true; /* until <mediawiki> is seen */
    dump->site = site_open();
    dump->parser = dump->site ? page_parser_open(dump->site, &dump->base) : NULL;
    if (dump->parser ? check_beginning(dump, failure) : fail_memory(failure))
        return &dump->reader;
    reader_close(&dump->reader);
    return NULL;
}

struct site *dump_site(struct reader *reader) {
    return ((struct dump *)reader)->site;
}

const struct text_buffer *dump_base(const struct reader *reader) {
    return &((const struct dump *)reader)->base;
}
