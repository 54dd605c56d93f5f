/*
 * read_slices.h - the pages or records of a file, read by the steps of a load and written out as
 * text, so that one reading can be compared with another, or with the rest of another.
 */
#pragma once

#include "../loader/bzip2_files.h"
#include "fuzz.h"

#include <input/bzip2_block.h>
#include <input/decompressor.h>
#include <input/input.h>
#include <source_file.h>

#include <fcntl.h>
#include <sys/mman.h> /* shm_open */
#include <unistd.h>

/* The path of a file in memory that holds these bytes until the next call. */
static inline const char *file_with(const void *bytes, size_t length) {
    static int descriptor = -1;
    static char path[64];
    if (descriptor < 0) {
        snprintf(path, sizeof path, "/neardup-fuzz-%ld", (long)getpid());
        descriptor = shm_open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
        shm_unlink(path);
        snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    }
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, bytes, length, 0) != (ssize_t)length)
        abort();
    return path;
}

/* Whether the loader would take a file with this beginning for a compressed one. */
static inline bool looks_packed(const struct fuzz_input *file) {
    static const char *const magics[] = {"BZh", "PK\x03\x04", "7z\xBC\xAF\x27\x1C"};
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        size_t length = strlen(magics[i]);
        if (file->left >= length && memcmp(file->at, magics[i], length) == 0)
            return true;
    }
    return decompressor_find(file->at, file->left) != NULL;
}

/*
 * Compresses a file by bzip2 in blocks of about that size, but only a few, because each takes
 * libbz2 half a millisecond. An even size makes several streams, an odd one several blocks.
 */
static inline void pack_bzip2(struct text_buffer *file, const struct fuzz_input *input,
                              unsigned block) {
    enum { blocks_max = 3 };
    size_t least = input->left / blocks_max + 1, first = block % 2 ? 0 : input->left / 2;
    text_buffer_clear(file);
    if (first > 0)
        put_stream(file, 1, input->at, first, 0);
    put_stream(file, 1, input->at + first, input->left - first, block > least ? block : least);
}

enum { slices_kept = 64, places_kept = 2 };

struct reading {
    bool opened;
    struct text_buffer text;                 /* all slices, written out */
    size_t ends[slices_kept];                /* where the first of them end in it */
    size_t count;                            /* of all slices */
    struct resume_place places[places_kept]; /* some of the places where the file can be resumed, */
    size_t slices_before[places_kept];       /* and how many slices come before that */
    size_t place_count;
    struct failure failure; /* why it was not opened */
};

static inline void write_buffer(struct text_buffer *text, const struct text_buffer *buffer) {
    text_buffer_append(text, buffer->bytes, buffer->length);
    text_buffer_append_byte(text, '\n');
}

static inline void write_number(struct text_buffer *text, const char *name, long long number) {
    char line[64];
    text_buffer_append(text, line, (size_t)snprintf(line, sizeof line, "%s %lld\n", name, number));
}

static inline void write_page(struct text_buffer *text, const struct page *page) {
    write_buffer(text, &page->title);
    write_number(text, "id", page->id);
    write_number(text, "has_id", page->has_id);
    write_number(text, "namespace", page->namespace_number);
    write_number(text, "redirects", page->redirects);
    write_buffer(text, &page->redirect_target);
    write_number(text, "revisions", (long long)page->revisions);
    write_number(text, "revision", page->newest.id);
    write_buffer(text, &page->newest.time);
    write_buffer(text, &page->newest.contributor);
    write_buffer(text, &page->newest.text);
}

/* Writes out what a slice is; if it is refused, the title and why. */
static inline void write_parsed(struct text_buffer *text, const struct source_file *file,
                                struct slice_parser *parser, const struct batch *batch,
                                const struct slice *slice) {
    static struct page page;
    struct failure reason;
    page_clear(&page);
    enum slice_result result = slice_parser_read(parser, batch, slice, SIZE_MAX, &page, &reason);
    if (file->vectors) {
        write_buffer(text, &page.title);
        write_buffer(text, &page.values);
    } else if (result == slice_good) {
        write_page(text, &page);
    } else {
        write_buffer(text, &page.title);
    }
    if (result != slice_good)
        text_buffer_append(text, reason.message, strlen(reason.message));
}

static inline void write_slice(struct reading *reading, const struct source_file *file,
                               struct slice_parser *parser, const struct batch *batch,
                               const struct slice *slice) {
    struct text_buffer *text = &reading->text;
    write_number(text, "slice at", slice->byte_offset);
    write_number(text, "number", slice->number);
    write_number(text, "continues", slice->continues);
    if (slice->length > 0)
        write_parsed(text, file, parser, batch, slice);
    if (slice->damaged) {
        const char *message = batch->messages.bytes + slice->message;
        text_buffer_append(text, message, strlen(message));
    }
    text_buffer_append_byte(text, '\n');
    if (reading->count < slices_kept)
        reading->ends[reading->count] = text->length;
    reading->count++;
}

/* Between two pieces of the file. */
static inline void note_place(struct reading *reading, const struct batch *batch) {
    size_t before = reading->count + batch->count, last = reading->place_count;
    if (!batch->resumable || last == places_kept || before > slices_kept ||
        (last > 0 && reading->slices_before[last - 1] == before))
        return;
    reading->slices_before[last] = before;
    reading->places[reading->place_count++] = batch->place;
}

/* Unpacks the next piece of the file and adds it to the stream. */
static inline void add_piece(struct stream *stream) {
    static struct piece piece;
    static struct bzip2_unpacker *unpacker;
    struct failure failure;
    if (!unpacker)
        unpacker = bzip2_unpacker_open();
    enum input_state state = input_next(stream->input, &piece, &failure);
    MUST(state == input_more || state == input_end);
    if (state == input_end) {
        stream_add(stream, NULL);
        return;
    }
    MUST(bzip2_unpack(unpacker, &piece, 1 << 20));
    stream_add(stream, &piece);
}

/* Adds the slices of the next batch; false at the end. */
static inline bool read_batch(struct reading *reading, struct source_file *file,
                              struct slice_parser *parser) {
    static struct batch batch;
    enum cut_state state;
    batch_clear(&batch);
    while ((state = source_file_cut(file, &batch, &reading->failure)) == cut_wants_piece) {
        note_place(reading, &batch);
        add_piece(file->reader->stream);
    }
    MUST(state == cut_batch || state == cut_end);
    for (size_t i = 0; i < batch.count; i++)
        write_slice(reading, file, parser, &batch, &batch.slices[i]);
    return state == cut_batch;
}

/* Reads a file from its beginning, or from `place` on. Failing to open it is a valid outcome. */
static inline void read_slices(struct reading *reading, const struct options *options,
                               const char *path, const struct resume_place *place) {
    struct slice_parser *parser = NULL;
    text_buffer_clear(&reading->text);
    reading->count = reading->place_count = 0;
    struct source_file *file = source_file_open(path, options, &reading->failure);
    reading->opened =
        file && (!place || file->reader->kind->resume(file->reader, place, &reading->failure));
    if (reading->opened)
        MUST(parser = file->reader->kind->open_parser(file->reader, &reading->failure));
    while (reading->opened && read_batch(reading, file, parser))
        continue;
    slice_parser_close(parser);
    source_file_close(file);
}

/* Whether a reading equals the part of another one from a slice on. */
static inline bool same_from(const struct reading *whole, size_t slice,
                             const struct reading *rest) {
    size_t begin = slice > 0 ? whole->ends[slice - 1] : 0;
    if (!whole->opened || !rest->opened)
        return whole->opened == rest->opened;
    return whole->text.length - begin == rest->text.length &&
           (rest->text.length == 0 ||
            memcmp(whole->text.bytes + begin, rest->text.bytes, rest->text.length) == 0);
}

/* A file resumed between any two of its pieces gives the rest. */
static inline void check_places(const struct reading *whole, const struct options *options,
                                const char *path) {
    static struct reading rest;
    for (size_t i = 0; i < whole->place_count; i++) {
        read_slices(&rest, options, path, &whole->places[i]);
        MUST(same_from(whole, whole->slices_before[i], &rest));
    }
}

/* Another form of the file reads the same, and can be resumed. */
static inline void check_same(const struct reading *plain, const struct options *options,
                              const struct text_buffer *file) {
    static struct reading packed;
    const char *path = file_with(file->bytes, file->length);
    read_slices(&packed, options, path, NULL);
    MUST(same_from(plain, 0, &packed));
    check_places(&packed, options, path);
}
