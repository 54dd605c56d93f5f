/* dump.c - see dump.h. */
#include "dump.h"

#include "bzip2_block.h"
#include "encoding.h"
#include "mender.h"
#include "page_parser.h"

#include <stddef.h> /* ptrdiff_t */
#include <stdint.h> /* SIZE_MAX */
#include <stdio.h>  /* snprintf */
#include <stdlib.h>
#include <string.h>

enum { longest_tag = 16 };

/* A batch is given out when it holds so many bytes; a page's revisions, as a slice. */
enum { batch_size = 1 << 19, slice_size = 1 << 20 };

/* Of a page that is damaged so much is kept, for its title. */
enum { head_max = 1 << 16 };

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

/* Bytes of the dump that came out of one piece of the file. */
struct stretch {
    int64_t file_bit; /* where the piece begins, or -1 */
    int64_t offset;   /* of its first byte in the dump */
};

enum { stretches_max = 64 };

struct dump {
    const char *path;
    struct input *input;
    struct bzip2_unpacker *unpacker; /* for the beginning, which is read by dump_open() */
    struct piece piece;
    struct mender *mender;
    struct encoding *encoding;
    struct site *site;
    struct text_buffer base;
    struct page_parser *parser; /* of <siteinfo> */

    struct text_buffer window; /* XML not yet given out, from `begin` on */
    size_t begin;              /* of the element at hand, or as `next` */
    size_t next;               /* up to here tags were looked for */
    int64_t window_offset;     /* where window.bytes[0] stands in the dump */
    int64_t skip_until;        /* after a resumption: what stands before it was loaded already */
    struct stretch stretches[stretches_max]; /* the newest ones */
    int stretch_count;
    int64_t file_end;
    bool ended; /* the window holds all there is */

    enum tag inside; /* tag_page or tag_siteinfo while in one, else tag_none */
    bool sliced;     /* a slice of the page at hand was given out; its head is in `head` */
    size_t head_end; /* where the first <revision> of the page begins, 0 before it */
    struct text_buffer head;
    bool sliced_ended; /* such a page has just ended */
    bool end_due;      /* of a page that was given up: its end is no damage of its own */
    bool gap_due;      /* `gap` is to be reported where the window ends */
    bool gap_last;     /* nothing has come since the last gap */
    struct failure gap;
    bool pages_begun; /* the site is fixed */
    bool closed;      /* </mediawiki> was seen, or there was no <mediawiki> */
};

static int64_t offset_at(const struct dump *dump, size_t position) {
    return dump->window_offset + (int64_t)position;
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

/* Behind the tag that begins at `next`, as far as it is in the window. */
static size_t behind_tag(const struct dump *dump) {
    const char *at = dump->window.bytes + dump->next;
    const char *close = memchr(at, '>', dump->window.length - dump->next);
    return close ? (size_t)(close - dump->window.bytes) + 1 : dump->window.length;
}

/* Whether the tag at `next` has its end in the window, or never will. */
static bool is_complete(const struct dump *dump) {
    enum { longest = 1 << 16 };
    size_t rest = dump->window.length - dump->next;
    return dump->ended || rest > longest || memchr(dump->window.bytes + dump->next, '>', rest);
}

/*
 * Moves `next` on to the next tag of interest, which is not yet used up: tag_none, with all but an
 * unfinished tag behind it, when there is none.
 */
static enum tag find_tag(struct dump *dump) {
    const char *begin = dump->window.bytes, *end = begin + dump->window.length;
    const char *at = begin + dump->next;
    while (dump->window.length > 0 && at < end) {
        at = memchr(at, '<', (size_t)(end - at));
        if (!at)
            break;
        enum tag tag = tag_at(at, (size_t)(end - at), dump->ended);
        if (tag != tag_other) {
            dump->next = (size_t)(at - begin);
            return tag == tag_unfinished || !is_complete(dump) ? tag_none : tag;
        }
        at++;
    }
    dump->next = dump->window.length;
    return tag_none;
}

/* Drops what was given out from the window. */
static void forget(struct dump *dump) {
    struct text_buffer *window = &dump->window;
    size_t used = dump->inside == tag_none ? dump->next : dump->begin;
    if (used == 0)
        return;
    window->length -= used;
    memmove(window->bytes, window->bytes + used, window->length);
    dump->window_offset += (int64_t)used;
    dump->next -= used;
    dump->begin = 0;
    dump->head_end = dump->head_end > used ? dump->head_end - used : 0;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Adds the window from `from` to `to` as a slice. NULL when memory runs out. */
static struct slice *add_slice(struct dump *dump, struct batch *batch, size_t from, size_t to) {
    struct slice *slice = batch_add(batch);
    if (!slice)
        return NULL;
    slice->byte_offset = offset_at(dump, from);
    slice->offset = batch->xml.length;
    if (dump->sliced)
        text_buffer_append(&batch->xml, dump->head.bytes, dump->head.length);
    if (to > from)
        text_buffer_append(&batch->xml, dump->window.bytes + from, to - from);
    slice->length = batch->xml.length - slice->offset;
    return batch->xml.failed ? NULL : slice;
}

static bool note_damage(struct batch *batch, struct slice *slice, const char *message) {
    if (!slice)
        return false;
    slice->damaged = true;
    slice->message = batch->messages.length;
    text_buffer_append(&batch->messages, message, strlen(message) + 1);
    return !batch->messages.failed;
}

/* Reports a damaged place at `next`, outside of any page. */
static bool report(struct dump *dump, struct batch *batch, const char *message) {
    struct slice *slice = batch_add(batch);
    batch->resumable = false;
    if (slice)
        slice->byte_offset = offset_at(dump, dump->next);
    return note_damage(batch, slice, message);
}

static void leave_page(struct dump *dump) {
    dump->inside = tag_none;
    dump->sliced = false;
    dump->head_end = 0;
}

/* The element at hand cannot be completed. */
static bool give_up(struct dump *dump, struct batch *batch, const char *why) {
    size_t begin = dump->begin, end = dump->next;
    if (dump->inside == tag_siteinfo)
        end = begin;
    else if (end - begin > head_max)
        end = begin + head_max;
    batch->resumable = false;
    bool good = note_damage(batch, add_slice(dump, batch, begin, end), why);
    leave_page(dump);
    return good;
}

/* The newest block of the file that begins before an offset of the dump. */
static const struct stretch *stretch_of(const struct dump *dump, int64_t offset) {
    for (int i = dump->stretch_count; i-- > 0;)
        if (dump->stretches[i].offset <= offset)
            return &dump->stretches[i];
    return NULL;
}

/* A page has ended: here the dump could be gone on with. */
static void note_place(struct dump *dump, struct batch *batch) {
    int64_t offset = offset_at(dump, dump->next);
    /* Where bytes are converted, the state of iconv would be missing. */
    const struct stretch *stretch =
        encoding_converts(dump->encoding) ? NULL : stretch_of(dump, offset);
    batch->resumable = true;
    batch->place = (struct dump_place){offset, stretch ? stretch->file_bit : -1,
                                       stretch ? stretch->offset : 0, dump->closed};
}

static bool end_page(struct dump *dump, struct batch *batch) {
    dump->next = behind_tag(dump);
    bool good = add_slice(dump, batch, dump->begin, dump->next) != NULL;
    dump->sliced_ended = dump->sliced;
    leave_page(dump);
    note_place(dump, batch);
    return good;
}

/* The page up to `to` becomes a slice; its head is kept for the revisions that follow. */
static bool slice_revisions(struct dump *dump, struct batch *batch, size_t to) {
    static const char end[] = "</page>";
    struct slice *slice = add_slice(dump, batch, dump->begin, to);
    if (!slice)
        return false;
    text_buffer_append(&batch->xml, end, sizeof end - 1);
    slice->length += sizeof end - 1;
    slice->continues = true;
    if (!dump->sliced) {
        text_buffer_clear(&dump->head);
        text_buffer_append(&dump->head, dump->window.bytes + dump->begin,
                           dump->head_end - dump->begin);
    }
    dump->sliced = true;
    dump->begin = dump->next = to;
    batch->resumable = false;
    return !batch->xml.failed && !dump->head.failed;
}

/* ---- Tags ------------------------------------------------------------------------------------ */

/* <mediawiki ... xml:lang="de">: the language of the wiki, in the tag that the window begins with.
 */
static void note_language(struct dump *dump) {
    static const char name[] = "xml:lang=\"";
    const char *at = dump->window.bytes + dump->next;
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

static void begin_element(struct dump *dump, enum tag tag) {
    dump->inside = tag;
    dump->end_due = false;
    dump->begin = dump->next++; /* behind the '<', so that the tag is not found again */
    dump->pages_begun = dump->pages_begun || tag == tag_page;
}

/* </siteinfo>. What a second dump in the same file says of its wiki is not listened to. */
static bool end_siteinfo(struct dump *dump, struct batch *batch) {
    struct page page = {0};
    struct failure reason;
    size_t begin = dump->begin;
    dump->next = behind_tag(dump);
    bool good = dump->pages_begun || page_parser_read(dump->parser, dump->window.bytes + begin,
                                                      dump->next - begin, &page, &reason);
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
    dump->next++;
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
    if (tag == tag_revision && dump->head_end == 0)
        dump->head_end = dump->next;
    size_t end = behind_tag(dump);
    if (tag == tag_revision_end && dump->head_end + dump->sliced > 0 &&
        end - dump->begin >= slice_size)
        return slice_revisions(dump, batch, end);
    dump->next++;
    return true;
}

/* ---- The window --------------------------------------------------------------------------------
 */

/* Notes where in the file the bytes come from that are added to the window next. */
static void note_stretch(struct dump *dump, int64_t file_bit) {

    if (dump->stretch_count == stretches_max) {
        dump->stretch_count--;
        memmove(dump->stretches, dump->stretches + 1,
                sizeof *dump->stretches * (size_t)dump->stretch_count);
    }
    dump->stretches[dump->stretch_count++] =
        (struct stretch){file_bit, offset_at(dump, dump->window.length)};
}

/* Appends bytes that came from `file_bit` of the file, but for what was loaded before. */
static bool append(struct dump *dump, const struct text_buffer *bytes, int64_t file_bit,
                   struct failure *failure) {
    struct text_buffer *window = &dump->window;
    forget(dump);
    note_stretch(dump, file_bit);
    if (!encoding_append(dump->encoding, bytes->bytes, bytes->length, window, failure))
        return false;
    int64_t skipped = dump->skip_until - dump->window_offset;
    if (skipped > 0) {
        dump->next = (size_t)skipped < window->length ? (size_t)skipped : window->length;
        forget(dump);
    }
    return true;
}

/* Bytes are missing where the window ends. */
static bool meet_gap(struct dump *dump, struct batch *batch) {
    dump->gap_due = false;
    dump->gap_last = true;
    dump->next = dump->window.length;
    if (dump->inside != tag_none)
        return give_up(dump, batch, dump->gap.message);
    return offset_at(dump, dump->next) < dump->skip_until || report(dump, batch, dump->gap.message);
}

/* Before the revision at hand there may be others that are no slice yet. */
static bool too_long(struct dump *dump, struct batch *batch) {
    enum { longest = dump_revision_max + slice_size };
    char message[64];
    if (dump->inside == tag_none || dump->window.length - dump->begin <= longest)
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

/* Moves on by one tag or, where the window has none, by what the mender has. */
static enum dump_state advance(struct dump *dump, struct batch *batch, struct failure *failure) {
    const struct text_buffer *bytes;
    int64_t file_bit;
    enum tag tag = find_tag(dump);
    bool good = true;
    if (tag != tag_none) {
        dump->gap_last = false;
        good = dump->inside == tag_none ? meet_outside(dump, tag, batch)
                                        : meet_inside(dump, tag, batch);
    } else if (dump->gap_due) {
        good = meet_gap(dump, batch);
    } else if (dump->ended) {
        return meet_end(dump, batch) ? dump_end : dump_failed;
    } else {
        switch (mender_next(dump->mender, &bytes, &file_bit, &dump->gap)) {
        case mender_bytes:
            good = too_long(dump, batch) && append(dump, bytes, file_bit, failure);
            break;
        case mender_gap:
            dump->gap_due = true;
            break;
        case mender_wants_more:
            return dump_wants_piece;
        case mender_done:
            dump->ended = true;
            break;
        case mender_no_memory:
            good = false;
        }
    }
    return good ? dump_batch : dump_failed;
}

enum dump_state dump_cut(struct dump *dump, struct batch *batch, struct failure *failure) {
    enum { slices_max = 1 << 12 };
    enum dump_state state = dump_batch;
    /* Before the next page with slices begins, lest there be no place to go on from for long. */
    while (state == dump_batch && batch->xml.length < batch_size && batch->count < slices_max &&
           !dump->sliced_ended)
        state = advance(dump, batch, failure);
    dump->sliced_ended = false;
    if (state == dump_failed)
        fail_memory(failure);
    if (state == dump_end && batch->count > 0)
        state = dump_batch;
    dump->pages_begun = dump->pages_begun || state == dump_batch;
    batch->file_end = dump->file_end;
    batch->dump_end = offset_at(dump, dump->next);
    return state;
}

void dump_add(struct dump *dump, struct piece *piece) {
    dump->file_end = piece->file_end;
    mender_add(dump->mender, piece);
}

void dump_add_end(struct dump *dump) {
    mender_end(dump->mender);
}

/* ---- The beginning ------------------------------------------------------------------------------
 */

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
    if (dump->window.length == 0 && dump->gap_due)
        return fail(failure, "%s", dump->gap.message);
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

/* Reads a piece and adds it, as the threads of a load do later. */
static bool read_piece(struct dump *dump, struct failure *failure) {
    struct piece *piece = &dump->piece;
    enum input_state state = input_next(dump->input, piece, failure);
    if (state == input_failed)
        return false;
    if (!dump->mender)
        dump->mender = mender_open(input_is_bzip2(dump->input));
    if (!dump->mender)
        return fail_memory(failure);
    if (state == input_end) {
        dump_add_end(dump);
        return true;
    }
    if (!bzip2_unpack(dump->unpacker, piece, SIZE_MAX))
        return fail_memory(failure);
    dump_add(dump, piece);
    return true;
}

/* Reads enough to tell what the file is: `raw` is in no encoding that is known yet. */
static bool read_raw(struct dump *dump, struct text_buffer *raw, struct failure *failure) {
    enum { enough = 4096 };
    while (raw->length < enough && !dump->gap_due && !dump->ended) {
        const struct text_buffer *bytes;
        int64_t file_bit;
        if (!dump->mender && !read_piece(dump, failure))
            return false;
        switch (mender_next(dump->mender, &bytes, &file_bit, &dump->gap)) {
        case mender_bytes:
            if (raw->length == 0)
                note_stretch(dump, file_bit);
            text_buffer_append(raw, bytes->bytes, bytes->length);
            break;
        case mender_gap:
            dump->gap_due = true;
            break;
        case mender_wants_more:
            if (!read_piece(dump, failure))
                return false;
            break;
        case mender_done:
            dump->ended = true;
            break;
        case mender_no_memory:
            return fail_memory(failure);
        }
    }
    return !raw->failed || fail_memory(failure);
}

static bool read_beginning(struct dump *dump, struct failure *failure) {
    struct text_buffer raw = {0};
    bool good = read_raw(dump, &raw, failure);
    if (good && raw.length > 0)
        good = encoding_detect(dump->encoding, raw.bytes, raw.length, failure) &&
               encoding_append(dump->encoding, raw.bytes, raw.length, &dump->window, failure);
    text_buffer_free(&raw);
    return good && check_beginning(dump, failure);
}

static bool open_file(struct dump *dump, struct failure *failure) {
    dump->input = input_open(dump->path, failure);
    if (!dump->input)
        return false;
    dump->encoding = encoding_open();
    if (!dump->encoding)
        return fail_memory(failure);
    struct failure reason;
    if (read_beginning(dump, &reason))
        return true;
    return fail(failure, "%s: %s", strcmp(dump->path, "-") == 0 ? "standard input" : dump->path,
                reason.message);
}

static void close_file(struct dump *dump) {
    encoding_close(dump->encoding);
    input_close(dump->input);
    mender_close(dump->mender);
    dump->encoding = NULL;
    dump->input = NULL;
    dump->mender = NULL;
}

static bool assemble(struct dump *dump, struct failure *failure) {
    dump->site = site_open();
    dump->parser = dump->site ? page_parser_open(dump->site, &dump->base) : NULL;
    dump->unpacker = bzip2_unpacker_open();
    if (!dump->parser || !dump->unpacker)
        return fail_memory(failure);
    return open_file(dump, failure);
}

struct dump *dump_open(const char *path, struct failure *failure) {
    struct dump *dump = calloc(1, sizeof *dump);
    if (!dump) {
        fail_memory(failure);
        return NULL;
    }
    dump->path = path;
    dump->inside = tag_none;
    dump->closed = true; /* until <mediawiki> is seen */
    if (assemble(dump, failure))
        return dump;
    dump_close(dump);
    return NULL;
}

void dump_close(struct dump *dump) {
    if (!dump)
        return;
    close_file(dump);
    page_parser_close(dump->parser);
    bzip2_unpacker_close(dump->unpacker);
    site_close(dump->site);
    piece_free(&dump->piece);
    text_buffer_free(&dump->window);
    text_buffer_free(&dump->base);
    text_buffer_free(&dump->head);
    free(dump);
}

/* Reads on until the first pages are found and with them all that is to be known of the site. */
static bool read_site(struct dump *dump, struct failure *failure) {
    struct batch batch = {0};
    enum dump_state state;
    while ((state = dump_cut(dump, &batch, failure)) == dump_wants_piece)
        if (!read_piece(dump, failure))
            break;
    batch_free(&batch);
    return state == dump_batch || state == dump_end;
}

/* The file from its beginning again, with the site that is known now. */
static bool rewind_file(struct dump *dump, struct failure *failure) {
    close_file(dump);
    text_buffer_clear(&dump->window);
    leave_page(dump);
    dump->begin = dump->next = 0;
    dump->window_offset = 0;
    dump->stretch_count = 0;
    dump->ended = dump->gap_due = dump->gap_last = dump->end_due = false;
    return open_file(dump, failure);
}

/* Of a bzip2 file only the blocks that are needed are read again. */
static bool skip_blocks(struct dump *dump, const struct dump_place *place,
                        struct failure *failure) {
    mender_close(dump->mender);
    dump->mender = mender_open(true);
    if (!dump->mender)
        return fail_memory(failure);
    mender_resume(dump->mender);
    text_buffer_clear(&dump->window);
    dump->window_offset = place->bit_offset;
    dump->stretch_count = 0;
    dump->ended = dump->gap_due = false;
    return input_resume(dump->input, place->file_bit, failure);
}

bool dump_resume(struct dump *dump, const struct dump_place *place, struct failure *failure) {
    if (!read_site(dump, failure) || !rewind_file(dump, failure))
        return false;
    /* The first block may begin with a byte-order mark, and need not be searched for. */
    if (place->file_bit >= 0 && place->bit_offset > 0 && input_is_bzip2(dump->input) &&
        !skip_blocks(dump, place, failure))
        return false;
    dump->closed = place->closed;
    dump->skip_until = place->byte_offset;
    int64_t skipped = dump->skip_until - dump->window_offset;
    dump->next = skipped < (int64_t)dump->window.length ? (size_t)skipped : dump->window.length;
    return true;
}

struct input *dump_input(struct dump *dump) {
    return dump->input;
}

struct site *dump_site(struct dump *dump) {
    return dump->site;
}

const struct text_buffer *dump_base(const struct dump *dump) {
    return &dump->base;
}
