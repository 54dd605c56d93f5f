/*
 * load.c - see load.h.
 *
 * load_file(), at the end, describes the file to the store, which tells whether it is new; then
 * scheduler.h runs the steps below in as many threads as the options allow.
 */
#include "load.h"

#include "base/interrupt.h"
#include "base/memory_bound.h"
#include "input/bzip2_block.h"
#include "page_reader.h"
#include "progress.h"
#include "scheduler.h"
#include "text/message.h"
#include "web/http_answer.h" /* http_body_max */
#include "web/warc_header.h"

#include <assert.h>
#include <inttypes.h> /* PRId64 */
#include <limits.h>   /* PATH_MAX */
#include <stdatomic.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

/*
 * A block that unpacks to more than this is left to the joiner, which unpacks one at a time: there
 * is memory for one such block, not for many.
 */
enum { unpacked_max = 8 << 20 };

/* Bytes of text in one transaction. A test has a load with less, for many in small files. */
#ifndef TRANSACTION_SIZE
#define TRANSACTION_SIZE (16 << 20)
#endif
enum { transaction_size = TRANSACTION_SIZE };

/*
 * Memory. Pieces and batches usually take a few hundred kilobytes; enough of that size fit to keep
 * busy as many threads as the writer can serve. Of larger ones fewer fit: work on a batch needs up
 * to work_factor times its length, unpacked, as four bytes can make a paragraph of a web page, and
 * three a sentence. Memory beyond the usual size is freed after use.
 */
enum { pieces_max = 16, batches_max = 24 };
enum { work_factor = 36, usual_size = 2 << 20 };

/* A place in the ring of pieces, with its tool. */
struct piece_place {
    struct piece piece;
    struct bzip2_unpacker *unpacker;
};

/* A place in the ring of batches, with its tool. */
struct batch_place {
    struct batch batch;
    struct rows rows;
    struct page_reader *reader; /* opened with its first batch, when the site is known */
    struct batch_progress progress;
};

/* What an overdue interrupt keeps: what was written before a place where a load can resume. */
struct kept {
    struct resume_place place;
    struct store_counts counts;
    bool any;
};

struct load {
    struct failure *failure; /* of the store, and of the calling thread */
    const struct options *options;
    const char *name;  /* of the file, for messages */
    bool resumable;    /* the file can be read again: a later load can continue this one */
    bool begins_again; /* a later load cannot continue, but begin again: nothing is kept */
    struct source_file *file;
    struct stream *stream; /* of the file; NULL if it is a database, which has no pieces */
    struct piece_place *pieces;
    struct batch_place *batches;
    int piece_count, batch_count;
    struct store *store;
    const struct open_key *key; /* what became of it, when the store has ended the source */
    struct store_counts counts;
    struct progress progress;
    struct load_words words;
    int64_t committed; /* bytes of text */
    struct store_counts committed_counts;
    struct kept kept;
    bool marked; /* rows were written after what is kept */
    int64_t
        passed_over[batch_uses_max]; /* of a web archive: records that are no page, by their use */
    int first_signal;                /* the signal that came before the load began, or 0 */
    bool interrupted;
    atomic_bool abandoned; /* an interrupt was overdue: what was under way is lost */

    /* An interrupt ends a file that cannot be resumed: what was read by then is loaded. */
    bool input_stopped; /* no more pieces are read */
    bool text_stopped;  /* the last of them was cut */
};

/* ---- The steps, in the order of the data ----------------------------------------------------- */

/* Whether an interrupt is overdue, so that everything stops. Each step asks before and after. */
static bool is_abandoned(struct load *load) {
    if (interrupt_overdue())
        load->abandoned = true;
    return load->abandoned;
}

static enum scheduler_result read_piece(void *user, int place, struct failure *failure) {
    struct load *load = user;
    if (is_abandoned(load))
        return scheduler_stopped;
    if (!load->stream)
        return scheduler_end;
    load->input_stopped = !load->resumable && interrupt_signal() != 0;
    if (load->input_stopped)
        return scheduler_end;
    switch (input_next(load->stream->input, &load->pieces[place].piece, failure)) {
    case input_more:
        return scheduler_done;
    case input_end:
        return scheduler_end;
    case input_interrupted:
        load->input_stopped = true;
        return is_abandoned(load) ? scheduler_stopped : scheduler_end;
    default:
        return scheduler_failed;
    }
}

static enum scheduler_result unpack_piece(void *user, int place, struct failure *failure) {
    struct load *load = user;
    struct piece_place *at = &load->pieces[place];
    if (bzip2_unpack(at->unpacker, &at->piece, unpacked_max))
        return scheduler_done;
    fail_memory(failure);
    return scheduler_failed;
}

static size_t measure_piece(void *user, int place) {
    const struct load *load = user;
    const struct piece *piece = &load->pieces[place].piece;
    return piece->bytes.length + piece->packed.count / 8;
}

/* An interrupted text has no end, so the page in which it stops is not damaged. */
static void add_piece(void *user, int place) {
    struct load *load = user;
    if (place >= 0)
        stream_add(load->stream, &load->pieces[place].piece);
    else if (load->input_stopped)
        load->text_stopped = true;
    else
        stream_add(load->stream, NULL);
}

/* `file_size` is that of a database, if it is known. */
static void show_progress(struct load *load, int64_t file_end, int64_t file_size, int64_t text_end,
                          bool skipping) {
    struct stream_share share = source_file_share(load->file);
    int64_t position = file_end - share.begin, size = share.end - share.begin;
    if (load->options->part > 0 &&
        !load->file->undivided) /* a part looks for its beginning, and completes its last page */
        position = position < 0 ? 0 : position > size ? size : position;
    struct progress_state state = {.position = position,
                                   .size = load->stream    ? size
                                           : file_size > 0 ? file_size
                                                           : -1,
                                   .text_bytes = text_end,
                                   .pages = load->counts.pages,
                                   .sentences = load->counts.sentences,
                                   .skipping = skipping,
                                   .words = load->words};
    progress_show(&load->progress, &state);
}

static enum scheduler_result cut_batch_step(void *user, int place, struct failure *failure) {
    struct load *load = user;
    struct batch *batch = &load->batches[place].batch;
    if (is_abandoned(load))
        return scheduler_stopped;
    if (load->text_stopped)
        return batch->count > 0 ? scheduler_done : scheduler_end;
    if (load->stream && stream_skips(load->stream)) {
        /*
         * While skipping, nothing is written, so this step draws progress and checks for
         * interrupts. A signal that came before this load began waits for the first batch:
         * otherwise a load might be interrupted again and again without any progress.
         */
        show_progress(load, load->stream->file_end, 0,
                      stream_offset(load->stream, load->stream->cursor.length), true);
        if (interrupt_signal() != load->first_signal) {
            load->interrupted = true;
            return scheduler_end;
        }
    }
    switch (source_file_cut(load->file, batch, failure)) {
    case cut_wants_piece:
        return scheduler_wants;
    case cut_batch:
        return scheduler_done;
    case cut_end:
        load->interrupted = load->file->reader->interrupted;
        return scheduler_end;
    default:
        return scheduler_failed;
    }
}

static bool is_read(const struct batch_place *at) {
    return at->progress.next >= at->batch.count;
}

static enum scheduler_result read_batch(void *user, int place, struct failure *failure) {
    struct load *load = user;
    struct batch_place *at = &load->batches[place];
    if (is_abandoned(load))
        return scheduler_stopped;
    if (!at->reader)
        at->reader = page_reader_open(load->file, failure);
    bool large = at->progress.alone || at->batch.content.length > usual_size;
    bool good =
        at->reader && page_reader_read(at->reader, &at->batch, &at->progress, &at->rows, failure);
    if (large) {
        page_reader_close(at->reader);
        at->reader = NULL;
    }
    if (is_abandoned(load))
        return scheduler_stopped;
    if (good && !is_read(at))
        return at->rows.page_count > 0 ? scheduler_done : scheduler_wants;
    if (at->batch.content.length > usual_size)
        text_buffer_free(&at->batch.content);
    text_buffer_clear(&at->batch.content);
    return good ? scheduler_done : scheduler_failed;
}

/*
 * Before read_batch() the memory that it will need, after it that of the rows. A page of a web
 * archive may unpack to more than its batch has.
 */
static size_t measure_batch(void *user, int place) {
    const struct load *load = user;
    const struct batch_place *at = &load->batches[place];
    size_t length = at->batch.content.length;
    if (load->options->format->archive && !is_read(at))
        length += at->progress.alone ? http_body_max : unpacked_in_company;
    return length * work_factor + rows_size(&at->rows);
}

/*
 * After the rows of a batch were written: commits when the transaction is large enough. An
 * interrupted load stops at the next place where it can be resumed.
 */
static enum scheduler_result keep_batch(struct load *load, const struct batch *batch) {
    /* Between pages, whose rows belong together, what was written is kept, whatever comes. */
    if (load->marked && !store_in_page(load->store) && (!load->resumable || batch->resumable)) {
        load->marked = false;
        load->kept = (struct kept){batch->place, load->counts, true};
        if (!store_keep(load->store))
            return scheduler_failed;
    }
    bool interrupted = interrupt_signal() != 0;
    bool enough = batch->text_end - load->committed >= transaction_size;
    if (!load->resumable || !batch->resumable || !(interrupted || enough))
        return scheduler_done;
    if (!source_file_check(load->file, load->failure) ||
        !store_checkpoint(load->store, &batch->place, &load->counts))
        return scheduler_failed;
    load->committed = batch->text_end;
    load->committed_counts = load->counts;
    load->interrupted = interrupted;
    return interrupted ? scheduler_stopped : scheduler_done;
}

/* Writes the rows; after an interrupt, too, if the load cannot be resumed, but not begin again. */
static enum scheduler_result write_rows(struct load *load, int place) {
    struct batch *batch = &load->batches[place].batch;
    struct rows *rows = &load->batches[place].rows;
    if (load->begins_again && interrupt_signal() != 0) {
        load->interrupted = true;
        return scheduler_stopped;
    }
    if (is_abandoned(load))
        return scheduler_stopped;
    /* An overdue interrupt goes back to the mark: what precedes it is kept. */
    if (!load->begins_again && !load->marked)
        load->marked = store_mark(load->store);
    if ((!load->begins_again && !load->marked) || !store_rows(load->store, rows, &load->counts))
        return is_abandoned(load) ? scheduler_stopped : scheduler_failed;
    bool whole = is_read(&load->batches[place]);
    for (int i = 0; whole && i < batch_uses_max; i++) {
        load->passed_over[i] += batch->passed_over[i];
        load->counts.pages += batch->passed_over[i];
    }
    if (rows_size(rows) > usual_size)
        rows_free(rows);
    else
        rows_clear(rows);
    show_progress(load, batch->file_end, batch->file_size, batch->text_end, false);
    if (!whole)
        return scheduler_wants;
    enum scheduler_result result = keep_batch(load, batch);
    batch_clear(batch);
    load->batches[place].progress = (struct batch_progress){0};
    return result;
}

/* Only the calling thread writes, so what fails has filled in load->failure. */
static enum scheduler_result write_batch(void *user, int place, struct failure *failure) {
    struct load *load = user;
    enum scheduler_result result = write_rows(load, place);
    if (result == scheduler_failed)
        *failure = *load->failure;
    return result;
}

/* ---- The load -------------------------------------------------------------------------------- */

/* Two places more than threads, so that no thread waits while another one empties a place. */
static bool open_places(struct load *load) {
    int places = (int)load->options->threads + 2;
    assert(load->options->threads >= 1);
    load->piece_count = places < pieces_max ? places : pieces_max;
    load->batch_count = places < batches_max ? places : batches_max;
    load->pieces = calloc((size_t)load->piece_count, sizeof *load->pieces);
    load->batches = calloc((size_t)load->batch_count, sizeof *load->batches);
    bool good = load->pieces && load->batches;
    for (int i = 0; good && i < load->piece_count; i++) {
        load->pieces[i].unpacker = bzip2_unpacker_open();
        good = load->pieces[i].unpacker != NULL;
    }
    return good || fail_memory(load->failure);
}

/* After an overdue interrupt: keeps what was written before a place where a load can resume. */
static bool keep_written(struct load *load) {
    struct store *store = load->store;
    load->interrupted = true;
    if (load->marked && !store_go_back(store))
        return false;
    load->counts = load->kept.counts;
    if (load->begins_again || (load->resumable && !load->kept.any))
        return true;
    return (!load->resumable || source_file_check(load->file, load->failure)) &&
           store_checkpoint(store, load->resumable ? &load->kept.place : NULL, &load->kept.counts);
}

static bool run(struct load *load) {
    const struct scheduler_steps steps = {.user = load,
                                          .pieces = load->piece_count,
                                          .batches = load->batch_count,
                                          .read = read_piece,
                                          .unpack = unpack_piece,
                                          .add = add_piece,
                                          .cut = cut_batch_step,
                                          .work = read_batch,
                                          .write = write_batch,
                                          .bytes_max = work_max(),
                                          .piece_bytes = measure_piece,
                                          .batch_bytes = measure_batch};
    struct store *store = load->store;
    const struct store_counts *counts = &load->counts;
    if (!scheduler_run(&steps, (int)load->options->threads, load->failure))
        return false;
    if (load->abandoned)
        return keep_written(load);
    if (load->interrupted)
        return true;
    if (load->input_stopped) {
        load->interrupted = true;
        return store_checkpoint(store, NULL, counts);
    }
    char address[4096];
    source_file_base(load->file, address, sizeof address);
    progress_say(&load->progress, "making the index, writing the rest");
    struct resume_place end;
    source_file_end_part(load->file, &end);
    bool good = source_file_check(load->file, load->failure) &&
                store_end(store, address, source_file_language(load->file), counts,
                          load->options->part > 0 ? &end : NULL, load->resumable);
    if (good || !load->resumable || !is_abandoned(load))
        return good;
    load->counts = load->committed_counts; /* SQLite has undone what was not committed */
    load->interrupted = true;
    return true;
}

static bool is_dump(const struct format *format) {
    return format->options & format_option_pages;
}

static struct load_words words_of(const struct options *options) {
    bool vectors = options->format->options & format_option_words;
    return (struct load_words){.page = is_dump(options->format) ? "page"
                                       : vectors                ? "word"
                                                                : "record",
                               .sentence = vectors          ? NULL
                                           : options->whole ? "text"
                                                            : "sentence"};
}

static const char *plural(int64_t count) {
    return count == 1 ? "" : "s";
}

static void print_damage(const struct load *load) {
    int64_t damaged = load->counts.damaged;
    if (damaged > 0)
        progress_print("%s: %" PRId64 " damaged place%s; everything else was loaded. "
                       "SELECT * FROM damage shows where and why",
                       load->name, damaged, plural(damaged));
}

static void print_summary(const struct load *load, double seconds) {
    const struct store_counts *counts = &load->counts;
    const struct load_words *words = &load->words;
    char kept[96] = ""; /* of the pages of a dump or an archive; of other records, all are */
    char split[64] = "";
    if (is_dump(load->options->format))
        snprintf(kept, sizeof kept, ", %" PRId64 " article%s, %" PRId64 " redirect%s",
                 counts->articles, plural(counts->articles), counts->redirects,
                 plural(counts->redirects));
    if (load->options->format->archive)
        snprintf(kept, sizeof kept, ", %" PRId64 " article%s", counts->articles,
                 plural(counts->articles));
    if (load->file->vectors)
        snprintf(kept, sizeof kept, " with vectors of %zu dimensions",
                 load->file->vectors->dimensions);
    else
        snprintf(split, sizeof split, ", %" PRId64 " %s%s", counts->sentences, words->sentence,
                 plural(counts->sentences));
    bool chosen = load->key->chosen >= 0;
    progress_print("%s: %s%" PRId64 " %s%s%s%s%s%s, %.1f s", load->name,
                   load->interrupted ? "interrupted after " : "", counts->pages, words->page,
                   plural(counts->pages), kept, split, chosen ? ", " : "",
                   chosen ? load->key->items[load->key->chosen] : "", seconds);
    if (!chosen && load->key->count > 0 && !load->interrupted)
        progress_print("%s: has no key: no column that is called like one has a value of its own "
                       "in each record; --columns key=NAME names one",
                       load->name);
    char list[400] = "";
    for (int use = 0; use < warc_uses; use++)
        if (load->passed_over[use] > 0)
            message_add(list, sizeof list, "%s%" PRId64 " %s", list[0] ? ", " : "",
                        load->passed_over[use],
                        warc_use_name((enum warc_use)use, load->passed_over[use] > 1));
    if (list[0])
        progress_print("%s: passed over %s", load->name, list);
    if (!load->interrupted)
        print_damage(load);
    else
        progress_print(
            "%s: %s%s", load->name, load->begins_again ? "none of it is kept" : "all of it is kept",
            load->begins_again ? "; give the same command again to start from the beginning"
            : load->resumable  ? "; give the same command again to continue"
                               : "");
}

/*
 * `neardup FILE` gives --whole-if-short and then runs the pipeline, which takes about three times
 * as long ("The whole job" in docs/figures/performance.md). Of other files the size is not known.
 */
static const double find_share = 3;

static bool run_and_report(struct load *load) {
    bool quiet = load->options->quiet;
    progress_begin(&load->progress, load->name, quiet);
    if (load->options->whole_if_short && load->options->file_count == 1)
        load->progress.follows = find_share;
    bool good = open_places(load) && run(load);
    double seconds = progress_end(&load->progress);
    if (good && !quiet)
        print_summary(load, seconds);
    return good;
}

/* A database has one vocabulary: vectors of two trainings cannot be compared. */
static bool check_vocabulary(const struct load *load) {
    int64_t words, dimensions;
    if (!load->file->vectors)
        return true;
    if (!store_words(load->store, &words, &dimensions))
        return false;
    return words == 0 ||
           fail(load->failure,
                "%s: has %zu dimensions, and %s has %" PRId64 " word%s with vectors of %" PRId64
                " already, which cannot be compared with others. Load it into another database, "
                "or first DELETE FROM word_vector there",
                load->name, load->file->vectors->dimensions, load->options->database, words,
                plural(words), dimensions);
}

/* Refuses a database that was named after other files: it has none of those that are loaded. */
static bool check_alone(const struct load *load) {
    const struct options *options = load->options;
    struct store *store = load->store;
    char other[store_name_max], known[store_name_max] = "", path[PATH_MAX];
    if (!options->alone || !store_other_source(store, NULL, other))
        return !options->alone;
    for (int i = 0; i < options->file_count && !known[0]; i++)
        if (realpath(options->files[i], path) && !store_other_source(store, path, known))
            return false;
    return !other[0] || known[0] ||
           fail(load->failure,
                "%s: its name leads to the database %s, which holds the texts of %s. To search "
                "both, "
                "give neardup add %s %s; otherwise name another database by --db",
                load->name, options->database, other, options->database, load->name);
}

/* Whether a signal has ended a step: a new one, or one from before that has waited for long. */
static bool interrupted_since(const struct load *load) {
    return interrupt_signal() != load->first_signal || interrupt_overdue();
}

/* Begins the source in the store and loads what the database lacks of it. */
static bool begin_and_run(struct load *load, const struct source *source) {
    bool quiet = load->options->quiet;
    int64_t *pages = &load->counts.pages;
    struct store_found found;
    enum source_state state = store_begin(load->store, source, &found);
    if (state == source_refused)
        return false;
    load->counts = load->kept.counts = load->committed_counts = found.counts;
    if (!quiet) {
        if (load->file->undivided)
            progress_print("%s: cannot be cut into parts, because %s; part 1 is the whole file",
                           load->name, load->file->undivided);
        int64_t articles = found.abandoned_articles;
        if (articles >= 0)
            progress_print(
                "%s: the earlier version of this file was loaded only in part; its %" PRId64
                " %s%s",
                load->name, articles, is_dump(load->options->format) ? "article" : load->words.page,
                articles == 1 ? " stays" : "s stay");
        /* Most rows are in both states, and the pipeline would call them duplicates. */
        if (found.earlier_source > 0)
            progress_print(
                "%s: an earlier state of this table is in the database, as source %" PRId64
                ", and stays; to find each duplicate once, load into a new database",
                load->name, found.earlier_source);
    }
    if (state == source_finished && !quiet) {
        const char *as = found.name;
        bool other = strcmp(as, load->file->reader->short_name) != 0;
        progress_print("%s: is in the database already%s%s", load->name, other ? ", as " : "",
                       other ? as : "");
        print_damage(load);
    }
    if (state == source_finished)
        return true;
    if (state == source_new)
        return check_alone(load) && check_vocabulary(load) &&
               source_file_begin_part(load->file, load->failure) && run_and_report(load);
    if (!quiet)
        progress_print("%s: continues after %" PRId64 " %s%s that an earlier load has kept",
                       load->name, *pages, load->words.page, plural(*pages));
    load->committed = found.place.byte_offset;
    bool there = load->file->reader->kind->resume(load->file->reader, &found.place, load->failure);
    load->interrupted = !there && interrupted_since(load); /* it skips for long */
    return load->interrupted || (there && run_and_report(load));
}

/* Which columns may be the key, and where the one that is will stand in `described`. */
static void find_open_key(struct open_key *key, const struct options *options,
                          const char *described) {
    char with[options_description_max];
    struct options named = *options;
    struct columns *columns = &named.columns;
    for (int i = column_count; columns->key_open && i < columns->count; i++)
        if (columns->uses[i] == use_key) {
            columns_write("key", columns->names[i], key->items[key->count++]);
            columns->asked[i] = true;
        }
    options_describe(&named, with);
    while (described[key->at] && described[key->at] == with[key->at])
        key->at++;
}

enum load_result load_file(struct store *store, const char *path, struct source_file *file,
                           struct failure *failure) {
    char absolute[PATH_MAX], described[options_description_max];
    struct open_key key = {.chosen = -1};
    struct fingerprint fingerprint;
    struct load load = {.failure = failure,
                        .options = &file->options,
                        .file = file,
                        .stream = file->reader->stream,
                        .name = file->reader->name,
                        .store = store,
                        .key = &key,
                        .words = words_of(&file->options),
                        .first_signal = interrupt_signal()};
    int64_t size = file->reader->size;
    bool again = strcmp(path, "-") != 0 && size >= 0 && realpath(path, absolute);
    load.resumable = again && file->reader->resumable;
    load.begins_again = again && !load.resumable;
    options_describe(&file->options, described);
    find_open_key(&key, &file->options, described);
    struct source source = {.name = file->reader->short_name,
                            .path = again ? absolute : NULL,
                            .size = size,
                            .fingerprint = again ? fingerprint.text : NULL,
                            .kind = file->options.format->name,
                            .options = described,
                            .key = &key,
                            .part = file->options.part,
                            .parts = file->options.parts,
                            .keeps_history = file->options.history,
                            .is_added = file->options.adding};
    bool known = !again || source_file_fingerprint(file, path, &fingerprint, failure);
    load.interrupted = !known && interrupted_since(&load);
    interrupt_renew(); /* one that came before waits for the first batch, too */
    bool good = load.interrupted || (known && begin_and_run(&load, &source));
    for (int i = 0; load.pieces && i < load.piece_count; i++) {
        piece_free(&load.pieces[i].piece);
        bzip2_unpacker_close(load.pieces[i].unpacker);
    }
    for (int i = 0; load.batches && i < load.batch_count; i++) {
        batch_free(&load.batches[i].batch);
        rows_free(&load.batches[i].rows);
        page_reader_close(load.batches[i].reader);
    }
    free(load.pieces);
    free(load.batches);
    source_file_close(file);
    return !good                     ? load_failed
           : load.interrupted        ? load_interrupted
           : load.counts.damaged > 0 ? load_damaged
                                     : load_good;
}
