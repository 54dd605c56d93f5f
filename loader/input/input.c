/* input.c - see input.h. */
#include "input.h"

#include "../base/ascii.h"
#include "../base/interrupt.h"
#include "bzip2_scanner.h"
#include "decompressor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h> /* open */
#include <poll.h>
#include <stdlib.h>   /* calloc, free */
#include <string.h>   /* memcmp, strerror */
#include <sys/stat.h> /* fstat */
#include <unistd.h>   /* read, close */

enum { piece_size = 1 << 18 };

/* A damaged stream is searched for others that begin inside it if it is no longer than this. */
enum { held_max = 1 << 20 };

struct input *input_open(const char *path, struct failure *failure) {
    struct stat status;
    struct input *input = allocate(sizeof *input, failure);
    if (!input)
        return NULL;
    bool standard = strcmp(path, "-") == 0;
    input->break_at = INT64_MAX;
    input->name = standard ? "standard input" : path;
    input->descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->descriptor < 0) {
        fail(failure, "%s: cannot open the file: %s", path, strerror(errno));
    } else if (fstat(input->descriptor, &status) != 0) {
        fail(failure, "%s: %s", input->name, strerror(errno));
    } else if (S_ISDIR(status.st_mode)) {
        fail(failure, "%s: is a directory, expected a file", input->name);
    } else {
        input->size = S_ISREG(status.st_mode) ? (int64_t)status.st_size : -1;
        return input;
    }
    input_close(input);
    return NULL;
}

void input_close(struct input *input) {
    if (!input)
        return;
    if (input->stream)
        input->decompressor->close(input->stream);
    bzip2_scanner_close(input->scanner);
    if (input->descriptor > STDIN_FILENO)
        close(input->descriptor);
    TEXT_BUFFERS(text_buffer_free, &input->held, &input->again);
    free(input);
}

bool input_divides(const struct input *input) {
    return input->size >= 0 && !input->decompressor;
}

/* How far the file was used, in bytes. */
static int64_t position_of(const struct input *input) {
    return input->position - (int64_t)input->left;
}

/* ---- Reading the file ------------------------------------------------------------------------ */

static enum input_state damaged(struct input *input) {
    input->ended = true;
    return input_damaged;
}

static enum input_state out_of_memory(struct failure *failure) {
    fail_memory(failure);
    return input_failed;
}

static bool begins_with(const struct input *input, const char *magic, size_t length) {
    return input->left >= length && memcmp(input->next, magic, length) == 0;
}

/* Whether reading should end at once. Input may be long that gives no text, so no piece either. */
static bool is_overdue(struct input *input) {
    input->interrupted = input->interrupted || interrupt_overdue();
    return input->interrupted;
}

/* Waits until a pipe has bytes or a signal comes; false for the latter. Files never wait. */
static bool await_bytes(struct input *input) {
    struct pollfd waits[] = {{.fd = input->descriptor, .events = POLLIN},
                             {.fd = interrupt_descriptor(), .events = POLLIN}};
    if (input->size >= 0)
        return true;
    while (!interrupt_signal() && poll(waits, 2, -1) < 0 && errno == EINTR)
        ;
    input->interrupted = interrupt_signal() != 0;
    return !input->interrupted;
}

/* Appends up to `capacity` bytes of the file to the chunk; none at the end of the file. */
static bool read_more(struct input *input, size_t capacity, struct failure *failure) {
    ssize_t got;
    assert(input->left == 0 || input->next == input->chunk);
    assert(capacity <= sizeof input->chunk - input->left);
    if (is_overdue(input) || !await_bytes(input))
        return fail(failure, "interrupted");
    do
        got = read(input->descriptor, input->chunk + input->left, capacity);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return fail(failure, "%s: cannot read byte %lld of the file: %s", input->name,
                    (long long)input->position, strerror(errno));
    input->file_ended = got == 0;
    input->next = input->chunk;
    input->left += (size_t)got;
    input->position += got;
    return true;
}

/* Reads the next chunk once the last one is used up. `left` is 0 at the end of the file. */
static bool refill(struct input *input, struct failure *failure) {
    return input->left > 0 || read_more(input, sizeof input->chunk, failure);
}

/* What a ZIP archive is if an Office program has made it, and what to do; NULL: none has. */
static const char *office_file(const struct input *input) {
    enum { name = 30 }; /* where that of the first part begins */
    static const char *const firsts[] = {
        "[Content_Types].xml", "_rels/", "docProps/", "xl/", "word/", "ppt/",
        "mimetypeapplication/"};
    static const struct {
        const char *part, *file;
    } files[] = {
        {"opendocument.spreadsheet", "a sheet of OpenDocument, not text: save it as CSV first"},
        {"opendocument", "a document of OpenDocument, not text: save it as text first"},
        {"epub", "an e-book, not text: convert it to text first"},
        {"word/", "a document of Word, not text: save it as text first"},
        {"ppt/", "a presentation, not text: save it as text first"},
        {"", "a file of Excel or another Office program, not text: save it as CSV first, in UTF-8, "
             "or give it to neardup.find() in Python"},
    };
    bool is_one = false;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts && !is_one; i++)
        is_one = input->left >= name + strlen(firsts[i]) &&
                 memcmp(input->next + name, firsts[i], strlen(firsts[i])) == 0;
    for (size_t i = 0; is_one && i < sizeof files / sizeof *files; i++)
        if (!files[i].part[0] || ascii_find(input->next, input->next + input->left, files[i].part))
            return files[i].file;
    return NULL;
}

/*
 * Reads the first bytes, which tell what the file is. A pipe may give only a few of them at first.
 * Archives are refused: they hold a dump, but cannot be read here.
 */
static enum input_state find_compression(struct input *input, struct failure *failure) {
    enum { enough = 64 };
    while (input->left < enough && !input->file_ended)
        if (!read_more(input, input->left ? enough - input->left : sizeof input->chunk, failure))
            return input_failed;
    bool zip = begins_with(input, "PK\x03\x04", 4);
    const char *office = zip ? office_file(input) : NULL;
    if (office) {
        fail(failure, "is %s", office);
        return damaged(input);
    }
    if (zip || begins_with(input, "7z\xBC\xAF\x27\x1C", 6)) {
        fail(
            failure,
            "is a %s archive, expected a plain file, .bz2, .gz, .lzma, .xz or .zst; unpack it into "
            "a pipe (%s FILE | neardup load - DB)",
            zip ? "ZIP" : "7-Zip", zip ? "unzip -p" : "7z x -so");
        return damaged(input);
    }
    input->started = true;
    input->decompressor = decompressor_find(input->next, input->left);
    if (!begins_with(input, "BZh", 3))
        return input_more;
    input->scanner = bzip2_scanner_open(0);
    return input->scanner ? input_more : out_of_memory(failure);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static enum input_state open_stream(struct input *input, struct failure *failure) {
    input->searching = false;
    input->written = 0;
    input->held_all = true;
    text_buffer_clear(&input->held);
    input->in_stream = true;
    bool good = input->stream && input->decompressor->reset(input->stream);
    if (!input->stream)
        good = (input->stream = input->decompressor->open(input->decompressor)) != NULL;
    return good ? input_more : out_of_memory(failure);
}

/* Opens the next stream of a compressed file, or finds the end of the file. */
static enum input_state begin_stream(struct input *input, struct failure *failure) {
    assert(input->decompressor && !input->in_stream);
    do {
        if (!refill(input, failure))
            return input_failed;
        while (input->decompressor->padded && input->left > 0 && *input->next == '\0') {
            input->next++;
            input->left--;
        }
    } while (input->left == 0 && !input->file_ended);
    if (input->left == 0) {
        input->ended = true;
        return input_end;
    }
    return open_stream(input, failure);
}

/* Makes sure that the trial has its bytes, unless the file ends before. */
static bool fetch_trial(struct input *input, struct failure *failure) {
    while (input->left < decompressor_trial && !input->file_ended) {
        if (input->left > 0)
            memmove(input->chunk, input->next, input->left);
        input->next = input->chunk;
        if (!read_more(input, sizeof input->chunk - input->left, failure))
            return false;
    }
    return true;
}

/* Looks for the next stream after a damaged one, and opens it. */
static enum input_state find_stream(struct input *input, struct failure *failure) {
    assert(input->stream && input->searching);
    for (;;) {
        if (is_overdue(input) || !fetch_trial(input, failure))
            return input_failed;
        if (input->left == 0) {
            input->ended = true;
            return input_end;
        }
        const char *begin = memchr(input->next, input->decompressor->magic[0], input->left);
        size_t skipped = begin ? (size_t)(begin - input->next) : input->left;
        input->next += skipped;
        input->left -= skipped;
        if (!begin)
            continue;
        if (!fetch_trial(input, failure))
            return input_failed;
        size_t length = input->left < decompressor_trial ? input->left : decompressor_trial;
        enum decompressor_result result =
            decompressor_try(input->decompressor, input->stream, input->next, length);
        if (result == decompressor_no_memory)
            return out_of_memory(failure);
        if (result != decompressor_broken)
            return open_stream(input, failure);
        input->next++;
        input->left--;
    }
}

/*
 * The stream is damaged. Perhaps its end is missing, and what was read as its bytes are those of
 * others, as after a crawler was killed. So the search for the next one begins inside it. Bytes
 * read again are no more than those of the file and a million: time stays linear.
 */
static enum input_state leave_stream(struct input *input, struct failure *failure) {
    size_t length = input->held.length + input->left;
    input->in_stream = false;
    input->searching = true;
    if (input->held.failed)
        return out_of_memory(failure);
    if (!input->held_all || input->held.length == 0 ||
        input->read_again + (int64_t)length > input->position + held_max)
        return input_damaged;
    text_buffer_append(&input->held, input->next, input->left);
    if (input->held.failed)
        return out_of_memory(failure);
    struct text_buffer kept = input->again;
    input->again = input->held;
    input->held = kept;
    input->read_again += (int64_t)length;
    input->next = input->again.bytes + 1; /* past the magic number of the damaged stream */
    input->left = length - 1;
    return input_damaged;
}

/* One step of the decompressor, into the room of `bytes`. Output may be left when the file ends. */
static enum input_state decompress(struct input *input, struct text_buffer *bytes,
                                   struct failure *failure) {
    assert(input->stream && input->in_stream);
    struct failure reason;
    const char *name = input->decompressor->name;
    if (!refill(input, failure))
        return input_failed;
    size_t room = bytes->capacity - bytes->length;
    struct decompressor_io io = {input->next, input->left, bytes->bytes + bytes->length, room};
    enum decompressor_result result = input->decompressor->step(input->stream, &io, &reason);
    /* What the stream has used of the file is kept, as long as that is not much. */
    size_t used = input->left - io.left_in;
    input->held_all = input->held_all && used <= held_max - input->held.length;
    if (input->held_all)
        text_buffer_append(&input->held, input->next, used);
    input->next = io.next_in;
    input->left = io.left_in;
    input->written += (int64_t)(room - io.left_out);
    bytes->length += room - io.left_out;
    input->in_stream = result != decompressor_ended;
    if (result == decompressor_no_memory)
        return out_of_memory(failure);
    if (result == decompressor_broken) {
        fail(failure, "%s: %s, near byte %lld of the file", name, reason.message,
             (long long)position_of(input));
        return leave_stream(input, failure);
    }
    if (result == decompressor_more && io.left_out == room && input->left == 0 &&
        input->file_ended) {
        fail(failure, "%s: the file ends in the middle of a stream, at byte %lld of the file", name,
             (long long)input->position);
        return leave_stream(input, failure);
    }
    return input_more;
}

static enum input_state read_plain(struct input *input, struct text_buffer *bytes,
                                   struct failure *failure) {
    if (!refill(input, failure))
        return input_failed;
    if (input->left == 0) {
        input->ended = true;
        return input_end;
    }
    size_t room = bytes->capacity - bytes->length;
    size_t length = input->left < room ? input->left : room;
    int64_t before_break = input->break_at - position_of(input);
    if (before_break > 0 && before_break < (int64_t)length)
        length = (size_t)before_break;
    text_buffer_append(bytes, input->next, length);
    input->next += length;
    input->left -= length;
    return input_more;
}

/* Fills the piece with text of the file. What was read before a damaged place is part of it. */
static enum input_state next_bytes(struct input *input, struct piece *piece) {
    assert(!input->scanner);
    struct text_buffer *bytes = &piece->bytes;
    enum input_state state = input_more;
    if (!text_buffer_reserve(bytes, piece_size))
        return out_of_memory(&piece->reason);
    piece->file_bit = position_of(input) * 8;
    while (state == input_more && bytes->length < piece_size && !is_overdue(input) &&
           (bytes->length == 0 || position_of(input) != input->break_at)) {
        if (!input->decompressor)
            state = read_plain(input, bytes, &piece->reason);
        else if (!input->in_stream)
            state = input->searching ? find_stream(input, &piece->reason)
                                     : begin_stream(input, &piece->reason);
        else
            state = decompress(input, bytes, &piece->reason);
    }
    return state;
}

static enum input_state next_block(struct input *input, struct piece *piece) {
    assert(input->scanner);
    for (;;) {
        bool file_ended = input->file_ended && input->left == 0;
        enum bzip2_scan scan = bzip2_scanner_next(input->scanner, file_ended, piece);
        input->ended = file_ended && scan == bzip2_scan_wants_more;
        if (scan == bzip2_scan_no_memory)
            return out_of_memory(&piece->reason);
        if (scan == bzip2_scan_piece || input->ended)
            return input_more;
        if (!refill(input, &piece->reason))
            return input_failed;
        if (!bzip2_scanner_add(input->scanner, input->next, input->left))
            return out_of_memory(&piece->reason);
        input->left = 0;
    }
}

enum input_state input_next(struct input *input, struct piece *piece, struct failure *failure) {
    if (input->ended)
        return input->interrupted ? input_interrupted : input_end;
    piece->kind = piece_bytes;
    piece->state = piece_whole;
    text_buffer_clear(&piece->bytes);
    enum input_state state = input->started ? input_more : find_compression(input, &piece->reason);
    if (state == input_more)
        state = input->scanner ? next_block(input, piece) : next_bytes(input, piece);
    if (state == input_failed && !input->interrupted) {
        *failure = piece->reason;
        return input_failed;
    }
    piece->breaks_off = state == input_damaged;
    piece->doubtful = input->written;
    if (position_of(input) > input->farthest) /* else some of it is read again */
        input->farthest = position_of(input);
    if (piece->kind == piece_bytes)
        piece->file_end = input->farthest;
    if (!input->interrupted)
        return input_more;
    input->ended = true;
    piece->breaks_off = false; /* an interrupt is not damage */
    return piece->bytes.length > 0 ? input_more : input_interrupted;
}

bool input_resume(struct input *input, int64_t file_bit, struct failure *failure) {
    struct bzip2_scanner *scanner = input->scanner ? bzip2_scanner_open(file_bit) : NULL;
    assert(input_divides(input) && (input->scanner || file_bit % 8 == 0));
    if (input->scanner && !scanner)
        return fail_memory(failure);
    bzip2_scanner_close(input->scanner);
    input->scanner = scanner;
    if (lseek(input->descriptor, (off_t)(file_bit / 8), SEEK_SET) < 0)
        return fail(failure, "%s: cannot go to byte %lld of the file: %s", input->name,
                    (long long)(file_bit / 8), strerror(errno));
    input->position = input->farthest = file_bit / 8;
    input->left = 0;
    input->file_ended = input->ended = false;
    return true;
}
