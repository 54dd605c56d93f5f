/* load.c - see load.h. */
#include "load.h"

#include "base/fingerprint.h"
#include "base/interrupt.h"
#include "format.h"
#include "input/bzip2_block.h"
#include "page_reader.h"
#include "progress.h"
#include "scheduler.h"
#include "store/row_writer.h"

#include <inttypes.h> /* PRId64 */
#include <limits.h>   /* PATH_MAX */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A longer block is unpacked when its turn has come: there is room for one such, not for many. */
enum { unpacked_max = 8 << 20 };

/* So many bytes of the dump are one transaction. */
enum { transaction_size = 16 << 20 };

/*
 * Memory. Of usual pieces and batches, of some hundred kilobytes, there is room for so many as keep
 * all threads busy that the one which writes can keep up with. Of larger ones there are fewer:
 * those that work on a batch need up to work_factor times its length in all. What grew beyond the
 * usual is given back when it has been used.
 */
enum { pieces_max = 16, batches_max = 24 };
enum { bytes_max = 96 << 20, work_factor = 8, usual_size = 2 << 20 };

/* A place for a piece, and for a batch, with the tools that are used there. */
struct piece_place {
    struct piece piece;
    struct bzip2_unpacker *unpacker;
};

struct batch_place {
    struct batch batch;
    struct rows rows;
    struct page_reader *reader; /* opened with its first batch, when the site is known */
};

struct load {
    const struct options *options;
    const char *name; /* of the file, for people */
    bool resumable;   /* it is a file, which can be gone on with */
    const struct format_steps *steps;
    void *file; /* of the steps */
    struct stream *stream;
    struct piece_place *pieces;
    struct batch_place *batches;
    int piece_count, batch_count;
    struct row_writer writer;
    struct progress progress;
    int64_t committed; /* bytes of the dump */
    int first_signal;  /* that had come when the load began, or 0 */
    bool interrupted;
    bool broken_off; /* by an interrupt, and cannot be gone on with: what was read is all */
    bool cut_off;    /* the last piece before that was cut */
};

/* ---- The steps ------------------------------------------------------------------------------- */

static enum scheduler_result read_piece(void *user, int piece, struct failure *failure) {
    struct load *load = user;
    load->broken_off = !load->resumable && interrupt_signal() != 0;
    if (load->broken_off)
        return scheduler_end;
    switch (input_next(load->stream->input, &load->pieces[piece].piece, failure)) {
    case input_more:
        return scheduler_done;
    case input_end:
        return scheduler_end;
    case input_interrupted:
        load->broken_off = true;
        return scheduler_end;
    default:
        return scheduler_failed;
    }
}

static enum scheduler_result unpack(void *user, int piece, struct failure *failure) {
    struct load *load = user;
    struct piece_place *place = &load->pieces[piece];
    if (bzip2_unpack(place->unpacker, &place->piece, unpacked_max))
        return scheduler_done;
    fail_memory(failure);
    return scheduler_failed;
}

static void add_piece(void *user, int piece) {
    struct load *load = user;
    if (piece >= 0)
        stream_add(load->stream, &load->pieces[piece].piece);
    else if (load->broken_off)
        load->cut_off = true; /* it has no end, and the page that it breaks off in no damage */
    else
        stream_add_end(load->stream);
}

/* Nobody else does while something is skipped: nothing is written then. */
static void show_progress(struct load *load, int64_t file_end, int64_t text_end, bool skipping) {
    struct progress_state state = {.position = file_end,
                                   .size = input_size(load->stream->input),
                                   .text_bytes = text_end,
                                   .pages = load->writer.counts.pages,
                                   .sentences = load->writer.counts.sentences,
                                   .skipping = skipping};
    progress_show(&load->progress, &state);
}

/*
 * Nothing is written while a resumed load skips what is loaded already, so that is ended here. A
 * signal that came before it began is answered with the first batch: every load gets a bit further.
 */
static bool skipping_ends(struct load *load) {
    const struct stream *stream = load->stream;
    if (!stream_skips(stream))
        return false;
    show_progress(load, stream->file_end, stream_offset(stream, stream->window.length), true);
    if (interrupt_signal() == load->first_signal)
        return false;
    load->interrupted = true;
    return true;
}

static enum scheduler_result cut(void *user, int batch, bool fresh, struct failure *failure) {
    struct load *load = user;
    struct batch *fills = &load->batches[batch].batch;
    if (fresh)
        batch_clear(fills);
    if (load->cut_off)
        return fills->count > 0 ? scheduler_done : scheduler_end;
    if (skipping_ends(load))
        return scheduler_end;
    switch (load->steps->cut(load->file, fills, failure)) {
    case cut_wants_piece:
        return scheduler_wants;
    case cut_batch:
        return scheduler_done;
    case cut_end:
        return scheduler_end;
    default:
        return scheduler_failed;
    }
}

static enum scheduler_result read_batch(void *user, int batch, struct failure *failure) {
    struct load *load = user;
    struct batch_place *place = &load->batches[batch];
    if (!place->reader)
        place->reader = page_reader_open(load->file, load->options, failure);
    bool good =
        place->reader && page_reader_read(place->reader, &place->batch, &place->rows, failure);
    if (place->batch.content.length > usual_size) {
        text_buffer_free(&place->batch.content);
        page_reader_close(place->reader);
        place->reader = NULL;
    }
    text_buffer_clear(&place->batch.content);
    return good ? scheduler_done : scheduler_failed;
}

static size_t weigh_piece(void *user, int piece) {
    const struct load *load = user;
    const struct piece *held = &load->pieces[piece].piece;
    return held->bytes.length + held->packed.count / 8;
}

/* Before the work, what that will take; behind it the rows. */
static size_t weigh_batch(void *user, int batch) {
    const struct load *load = user;
    const struct batch_place *place = &load->batches[batch];
    return place->batch.content.length * work_factor + rows_size(&place->rows);
}

/*
 * Commits what is due. An interrupted load ends at the first place that it can be gone on from; one
 * that cannot be gone on with reads no more, and what was read by then is still written.
 */
static enum scheduler_result make_safe(struct load *load, const struct batch *batch,
                                       struct failure *failure) {
    const struct store_counts *counts = &load->writer.counts;
    bool interrupted = interrupt_signal() != 0;
    bool due = interrupted || batch->dump_end - load->committed >= transaction_size;
    if (!load->resumable || !batch->resumable || !due)
        return scheduler_done;
    if (!store_checkpoint(load->writer.store, &batch->place, counts, failure))
        return scheduler_failed;
    load->committed = batch->dump_end;
    load->interrupted = interrupted;
    return interrupted ? scheduler_stopped : scheduler_done;
}

static enum scheduler_result write_batch(void *user, int batch, struct failure *failure) {
    struct load *load = user;
    struct batch_place *place = &load->batches[batch];
    if (!row_writer_write(&load->writer, &place->rows, failure))
        return scheduler_failed;
    if (rows_size(&place->rows) > usual_size)
        rows_free(&place->rows);
    else
        rows_clear(&place->rows);
    show_progress(load, place->batch.file_end, place->batch.dump_end, false);
    return make_safe(load, &place->batch, failure);
}

/* ---- The load -------------------------------------------------------------------------------- */

static void load_free(struct load *load) {
    for (int i = 0; load->pieces && i < load->piece_count; i++) {
        piece_free(&load->pieces[i].piece);
        bzip2_unpacker_close(load->pieces[i].unpacker);
    }
    for (int i = 0; load->batches && i < load->batch_count; i++) {
        batch_free(&load->batches[i].batch);
        rows_free(&load->batches[i].rows);
        page_reader_close(load->batches[i].reader);
    }
    free(load->pieces);
    free(load->batches);
    row_writer_free(&load->writer);
    load->steps->close_file(load->file);
}

/* Two places more than threads, so that no thread waits for the one that takes them out. */
static bool load_prepare(struct load *load, struct failure *failure) {
    int places = load->options->threads + 2;
    load->piece_count = places < pieces_max ? places : pieces_max;
    load->batch_count = places < batches_max ? places : batches_max;
    load->pieces = calloc((size_t)load->piece_count, sizeof *load->pieces);
    load->batches = calloc((size_t)load->batch_count, sizeof *load->batches);
    bool good = load->pieces && load->batches;
    for (int i = 0; good && i < load->piece_count; i++) {
        load->pieces[i].unpacker = bzip2_unpacker_open();
        good = load->pieces[i].unpacker != NULL;
    }
    return good || fail_memory(failure);
}

static bool finish(struct load *load, struct failure *failure) {
    const char *language = load->options->language;
    char address[4096];
    load->steps->base(load->file, address, sizeof address);
    progress_say(&load->progress, "making the index, writing the rest");
    return store_end(load->writer.store, address,
                     language ? language : load->steps->language(load->file), &load->writer.counts,
                     failure);
}

/* Keeps what was loaded of a source that cannot be gone on with. */
static bool break_off(struct load *load, struct failure *failure) {
    load->interrupted = true;
    return store_break_off(load->writer.store, &load->writer.counts, failure);
}

static bool run(struct load *load, struct failure *failure) {
    const struct scheduler_steps steps = {.user = load,
                                          .pieces = load->piece_count,
                                          .batches = load->batch_count,
                                          .read = read_piece,
                                          .unpack = unpack,
                                          .add = add_piece,
                                          .cut = cut,
                                          .work = read_batch,
                                          .write = write_batch,
                                          .bytes_max = bytes_max,
                                          .piece_bytes = weigh_piece,
                                          .batch_bytes = weigh_batch};
    if (!scheduler_run(&steps, load->options->threads, failure))
        return false;
    if (load->interrupted)
        return true;
    return load->broken_off ? break_off(load, failure) : finish(load, failure);
}

static void print_counts(const struct load *load, const char *what, double seconds) {
    const struct store_counts *counts = &load->writer.counts;
    fprintf(stderr,
            "%s: %s%" PRId64 " pages, %" PRId64 " articles, %" PRId64 " redirects, %" PRId64
            " sentences, %.1f s\n",
            load->name, what, counts->pages, counts->articles, counts->redirects, counts->sentences,
            seconds);
}

static void print_damage(const struct load *load) {
    if (load->writer.counts.damaged > 0)
        fprintf(stderr,
                "%s: damaged places: %" PRId64
                "; all else was kept. SELECT * FROM damage tells where and what\n",
                load->name, load->writer.counts.damaged);
}

static void print_summary(const struct load *load, double seconds) {
    if (load->interrupted) {
        print_counts(load, "interrupted after ", seconds);
        fprintf(stderr, "%s: %s\n", load->name,
                load->resumable ? "all of that is kept, and the same command goes on from there"
                                : "all of that is kept");
        return;
    }
    print_counts(load, "", seconds);
    print_damage(load);
}

static bool run_and_tell(struct load *load, struct failure *failure) {
    bool quiet = load->options->quiet;
    progress_begin(&load->progress, load->name, quiet);
    bool good = load_prepare(load, failure) && run(load, failure);
    double seconds = progress_end(&load->progress);
    if (good && !quiet)
        print_summary(load, seconds);
    return good;
}

/* Begins the source, or finds that it was begun or finished before; then loads what is missing. */
static bool begin_and_run(struct load *load, const struct source *source, struct failure *failure) {
    struct dump_place place;
    switch (store_begin(load->writer.store, source, &place, &load->writer.counts, failure)) {
    case source_finished:
        if (!load->options->quiet) {
            fprintf(stderr, "%s: is in the database already\n", load->name);
            print_damage(load);
        }
        return true;
    case source_unfinished:
        if (!load->options->quiet)
            fprintf(stderr, "%s: goes on after %" PRId64 " pages that are in the database\n",
                    load->name, load->writer.counts.pages);
        load->committed = place.byte_offset;
        return load->steps->resume(load->file, &place, failure) && run_and_tell(load, failure);
    case source_new:
        return run_and_tell(load, failure);
    default:
        return false;
    }
}

/* What the source is called and known by. */
static bool describe(struct load *load, const char *path, char *absolute, char *options,
                     struct fingerprint *fingerprint, struct source *source,
                     struct failure *failure) {
    source->kind = load->options->format->name;
    source->name = stream_file_name(load->stream);
    source->options = options;
    source->size = input_size(load->stream->input);
    load->resumable = strcmp(path, "-") != 0 && source->size >= 0 && realpath(path, absolute);
    source->path = load->resumable ? absolute : NULL;
    source->fingerprint = load->resumable ? fingerprint->text : NULL;
    return !load->resumable || fingerprint_file(fingerprint, path, failure);
}

enum load_result load_file(struct store *store, const struct options *options, const char *path,
                           void *file, struct failure *failure) {
    struct load load = {.options = options,
                        .steps = options->format->steps,
                        .file = file,
                        .first_signal = interrupt_signal()};
    char absolute[PATH_MAX], described[options_description_max];
    struct fingerprint fingerprint;
    struct source source = {0};
    load.stream = load.steps->stream(file);
    load.name = load.stream->name;
    load.writer = (struct row_writer){.store = store, .options = options};
    options_describe(options, described);
    bool good = describe(&load, path, absolute, described, &fingerprint, &source, failure) &&
                begin_and_run(&load, &source, failure);
    bool interrupted = load.interrupted, damaged = load.writer.counts.damaged > 0;
    load_free(&load);
    return !good         ? load_failed
           : interrupted ? load_interrupted
           : damaged     ? load_damaged
                         : load_good;
}
