/* input.c - see input.h. */
#include "input.h"

#include <bzlib.h>
#include <errno.h>
#include <fcntl.h> /* open */
#include <stdbool.h>
#include <stdlib.h>   /* malloc, free, realpath */
#include <string.h>   /* memcmp, strerror */
#include <sys/stat.h> /* fstat */
#include <unistd.h>   /* read, close */

enum { chunk_size = 1 << 16 };

struct input {
    int descriptor;
    int64_t position, size;
    bool started; /* the first chunk is in, and with it the kind of file is known */
    bool compressed;
    bool ended;     /* no more bytes will come out */
    bool in_stream; /* `bzip2` is at work on a stream */
    bz_stream bzip2;
    char *next;  /* what was read and not yet handed on or decompressed */
    size_t left; /* bytes there */
    char chunk[chunk_size];
};

/* Files that are compressed some other way, and the program that helps. */
static const struct {
    const char *magic;
    size_t length;
    const char *name, *program;
} other_formats[] = {
    {"\x1F\x8B", 2, "gzip", "gzip"},
    {"\xFD"
     "7zXZ",
     5, "xz", "xz"},
    {"\x28\xB5\x2F\xFD", 4, "zstd", "zstd"},
    {"7z\xBC\xAF\x27\x1C", 6, "7-Zip", "7z"},
    {"PK\x03\x04", 4, "ZIP", "unzip"},
};

static bool describe(struct input *input, const char *path, struct failure *failure) {
    struct stat status;
    if (fstat(input->descriptor, &status) != 0)
        return fail(failure, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return fail(failure, "%s: is a directory, expected a dump (.xml or .xml.bz2)", path);
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

void input_close(struct input *input) {
    if (!input)
        return;
    if (input->in_stream)
        BZ2_bzDecompressEnd(&input->bzip2);
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

/* Reads the next chunk when the last one is used up; at the end of the file `left` stays 0. */
static bool refill(struct input *input, struct failure *failure) {
    if (input->left > 0)
        return true;
    ssize_t got;
    do
        got = read(input->descriptor, input->chunk, sizeof input->chunk);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return fail(failure, "cannot read on at byte %lld of the file: %s",
                    (long long)input->position, strerror(errno));
    input->next = input->chunk;
    input->left = (size_t)got;
    input->position += got;
    return true;
}

/* Looks at the first bytes; a short first read is filled up, so that a pipe does as a file. */
static bool recognise(struct input *input, struct failure *failure) {
    if (!refill(input, failure))
        return false;
    while (input->left > 0 && input->left < 8) {
        ssize_t got = read(input->descriptor, input->chunk + input->left, 8 - input->left);
        if (got <= 0)
            break;
        input->left += (size_t)got;
        input->position += got;
    }
    for (size_t i = 0; i < sizeof other_formats / sizeof *other_formats; i++)
        if (input->left >= other_formats[i].length &&
            memcmp(input->next, other_formats[i].magic, other_formats[i].length) == 0)
            return fail(failure,
                        "is a %s file, expected .xml or .xml.bz2; unpack it into a pipe "
                        "(%s … | neardup-load - DB)",
                        other_formats[i].name, other_formats[i].program);
    input->compressed = input->left >= 3 && memcmp(input->next, "BZh", 3) == 0;
    input->started = true;
    return true;
}

static const char *bzip2_words(int code) {
    switch (code) {
    case BZ_DATA_ERROR:
        return "a block does not match its checksum";
    case BZ_DATA_ERROR_MAGIC:
        return "what follows is no bzip2 stream";
    case BZ_MEM_ERROR:
        return "out of memory";
    default:
        return "it cannot be decompressed";
    }
}

/* Between streams: begins the next one, or finds the end of the file. */
static enum input_state begin_stream(struct input *input, struct failure *failure) {
    if (!refill(input, failure))
        return damaged(input);
    if (input->left == 0) {
        input->ended = true;
        return input_end;
    }
    input->bzip2 = (bz_stream){0};
    int code = BZ2_bzDecompressInit(&input->bzip2, 0, 0);
    if (code != BZ_OK) {
        fail(failure, "bzip2: %s", bzip2_words(code));
        return damaged(input);
    }
    input->in_stream = true;
    return input_more;
}

static void end_stream(struct input *input) {
    BZ2_bzDecompressEnd(&input->bzip2);
    input->in_stream = false;
}

/* One call of the decompressor. */
static enum input_state decompress(struct input *input, char *bytes, size_t capacity,
                                   size_t *length, struct failure *failure) {
    if (!refill(input, failure))
        return damaged(input);
    if (input->left == 0) {
        fail(failure, "bzip2: the file ends in the middle of a stream, at byte %lld of the file",
             (long long)input->position);
        return damaged(input);
    }
    input->bzip2.next_in = input->next;
    input->bzip2.avail_in = (unsigned)input->left;
    input->bzip2.next_out = bytes;
    input->bzip2.avail_out = (unsigned)capacity;
    int code = BZ2_bzDecompress(&input->bzip2);
    input->next = input->bzip2.next_in;
    input->left = input->bzip2.avail_in;
    *length = capacity - input->bzip2.avail_out;
    if (code == BZ_STREAM_END)
        end_stream(input);
    if (code == BZ_OK || code == BZ_STREAM_END)
        return input_more;
    fail(failure, "bzip2: %s, near byte %lld of the file", bzip2_words(code),
         (long long)input_position(input));
    return damaged(input);
}

static enum input_state read_bzip2(struct input *input, char *bytes, size_t capacity,
                                   size_t *length, struct failure *failure) {
    enum input_state state = input_more;
    if (capacity > chunk_size)
        capacity = chunk_size;
    while (state == input_more && *length == 0)
        state = input->in_stream ? decompress(input, bytes, capacity, length, failure)
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
    if (input->compressed)
        return read_bzip2(input, bytes, capacity, length, failure);
    return read_plain(input, bytes, capacity, length, failure);
}
