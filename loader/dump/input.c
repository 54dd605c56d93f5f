/* input.c - see input.h. */
#include "input.h"

#include "decompressor.h"

#include <errno.h>
#include <fcntl.h> /* open */
#include <stdbool.h>
#include <stdlib.h>   /* calloc, free */
#include <string.h>   /* memcmp, strerror */
#include <sys/stat.h> /* fstat */
#include <unistd.h>   /* read, close */

enum { chunk_size = 1 << 16 };

struct input {
    int descriptor;
    int64_t position, size;
    bool started;    /* the first chunk is in, and with it the kind of file is known */
    bool file_ended; /* the file has no more bytes */
    bool ended;      /* no more bytes will come out */
    const struct decompressor *decompressor; /* NULL: the file is not compressed */
    void *stream;                            /* of the decompressor; NULL between two of them */
    const char *next; /* what was read and not yet handed on or decompressed */
    size_t left;      /* bytes there */
    char chunk[chunk_size];
};

/* Files that hold a dump in a way that is not read here. */
static const struct {
    const char *magic;
    size_t length;
    const char *name, *program;
} archives[] = {
    {"7z\xBC\xAF\x27\x1C", 6, "7-Zip", "7z x -so"},
    {"PK\x03\x04", 4, "ZIP", "unzip -p"},
};

static bool describe(struct input *input, const char *path, struct failure *failure) {
    struct stat status;
    if (fstat(input->descriptor, &status) != 0)
        return fail(failure, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return fail(failure, "%s: is a directory, expected a dump", path);
    input->size = S_ISREG(status.st_mode) ? (int64_t)status.st_size : -1;
    return true;
}

struct input *input_open(const char *path, struct failure *failure) {
    struct input *input = calloc(1, sizeof *input);
    if (!input) {
        fail_memory(failure);
        return NULL;
    }
    bool standard = strcmp(path, "-") == 0;
    input->descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->descriptor < 0)
        fail(failure, "%s: cannot open the dump: %s", path, strerror(errno));
    else if (describe(input, standard ? "standard input" : path, failure))
        return input;
    input_close(input);
    return NULL;
}

static void end_stream(struct input *input) {
    input->decompressor->close(input->stream);
    input->stream = NULL;
}

void input_close(struct input *input) {
    if (!input)
        return;
    if (input->stream)
        end_stream(input);
    if (input->descriptor > STDIN_FILENO)
        close(input->descriptor);
    free(input);
}

int64_t input_position(const struct input *input) {
    return input->position - (int64_t)input->left;
}

int64_t input_size(const struct input *input) {
    return input->size;
}

static enum input_state damaged(struct input *input) {
    input->ended = true;
    return input_damaged;
}

/* Appends up to `capacity` bytes of the file to the chunk; none at the end of the file. */
static bool read_more(struct input *input, size_t capacity, struct failure *failure) {
    ssize_t got;
    do
        got = read(input->descriptor, input->chunk + input->left, capacity);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return fail(failure, "cannot read on at byte %lld of the file: %s",
                    (long long)input->position, strerror(errno));
    input->file_ended = got == 0;
    input->next = input->chunk;
    input->left += (size_t)got;
    input->position += got;
    return true;
}

/* Reads the next chunk when the last one is used up; at the end of the file `left` stays 0. */
static bool refill(struct input *input, struct failure *failure) {
    return input->left > 0 || read_more(input, sizeof input->chunk, failure);
}

/* Looks at the first bytes; a short first read is filled up, so that a pipe does as a file. */
static bool recognise(struct input *input, struct failure *failure) {
    enum { enough = 8 };
    while (input->left < enough && !input->file_ended)
        if (!read_more(input, input->left ? enough - input->left : sizeof input->chunk, failure))
            return false;
    for (size_t i = 0; i < sizeof archives / sizeof *archives; i++)
        if (input->left >= archives[i].length &&
            memcmp(input->next, archives[i].magic, archives[i].length) == 0)
            return fail(failure,
                        "is a %s archive, expected .xml, .bz2, .gz, .xz or .zst; unpack it into a "
                        "pipe (%s FILE | neardup-load - DB)",
                        archives[i].name, archives[i].program);
    input->decompressor = decompressor_find(input->next, input->left);
    input->started = true;
    return true;
}

/* Between streams: begins the next one, or finds the end of the file. */
static enum input_state begin_stream(struct input *input, struct failure *failure) {
    do {
        if (!refill(input, failure))
            return damaged(input);
        while (input->decompressor->padded && input->left > 0 && *input->next == '\0') {
            input->next++;
            input->left--;
        }
    } while (input->left == 0 && !input->file_ended);
    if (input->left == 0) {
        input->ended = true;
        return input_end;
    }
    input->stream = input->decompressor->open(failure);
    return input->stream ? input_more : damaged(input);
}

/* One step of the decompressor. At the end of the file it may still have something to give. */
static enum input_state decompress(struct input *input, char *bytes, size_t capacity,
                                   size_t *length, struct failure *failure) {
    struct failure reason;
    const char *name = input->decompressor->name;
    if (!refill(input, failure))
        return damaged(input);
    struct decompressor_io io = {input->next, input->left, bytes, capacity};
    enum decompressor_result result = input->decompressor->step(input->stream, &io, &reason);
    input->next = io.next_in;
    input->left = io.left_in;
    *length = capacity - io.left_out;
    if (result == decompressor_ended)
        end_stream(input);
    bool cut_short = result == decompressor_more && *length == 0 && input->file_ended;
    if (result != decompressor_broken && !cut_short)
        return input_more;
    if (cut_short)
        fail(failure, "%s: the file ends in the middle of a stream, at byte %lld of the file", name,
             (long long)input->position);
    else
        fail(failure, "%s: %s, near byte %lld of the file", name, reason.message,
             (long long)input_position(input));
    return damaged(input);
}

static enum input_state read_compressed(struct input *input, char *bytes, size_t capacity,
                                        size_t *length, struct failure *failure) {
    enum input_state state = input_more;
    while (state == input_more && *length == 0)
        state = input->stream ? decompress(input, bytes, capacity, length, failure)
                              : begin_stream(input, failure);
    return state;
}

static enum input_state read_plain(struct input *input, char *bytes, size_t capacity,
                                   size_t *length, struct failure *failure) {
    if (!refill(input, failure))
        return damaged(input);
    if (input->left == 0) {
        input->ended = true;
        return input_end;
    }
    *length = input->left < capacity ? input->left : capacity;
    memcpy(bytes, input->next, *length);
    input->next += *length;
    input->left -= *length;
    return input_more;
}

enum input_state input_read(struct input *input, char *bytes, size_t capacity, size_t *length,
                            struct failure *failure) {
    *length = 0;
    if (input->ended)
        return input_end;
    if (!input->started && !recognise(input, failure))
        return damaged(input);
    if (input->decompressor)
        return read_compressed(input, bytes, capacity, length, failure);
    return read_plain(input, bytes, capacity, length, failure);
}
