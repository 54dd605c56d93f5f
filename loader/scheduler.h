/*
 * scheduler.h - the steps of a load, shared out among threads.
 *
 *   read    pieces of the file           one thread at a time, in order
 *   unpack  each piece                   any number of threads
 *   cut     pieces into batches          one thread at a time, in order
 *   work    on each batch                any number of threads
 *   write   what came of each batch      the calling thread alone, in order
 *
 * Pieces and batches stand in two rings of fixed length; and none is begun while those that there
 * are hold too many bytes, the oldest excepted, which can always go on. So memory is bounded,
 * whichever step is the slowest and however large a batch is. Each thread always takes the step
 * furthest down the line that can be taken; with one thread the caller does everything. What is
 * written, and in which order, does not depend on the number of threads.
 */
#ifndef NEARDUP_SCHEDULER_H
#define NEARDUP_SCHEDULER_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h> /* size_t */

enum { scheduler_threads_max = 256 };

enum scheduler_result {
    scheduler_done,    /* the step was taken */
    scheduler_wants,   /* `cut` only: it wants another piece, or the word that there are no more */
    scheduler_end,     /* `read`: there was no piece left; `cut`: there was no batch left */
    scheduler_stopped, /* `write` only: all is to stop here, without a failure */
    scheduler_failed   /* `failure` says why */
};

/* What is done; `user` is handed through. Pieces and batches are numbers of places in the rings. */
struct scheduler_steps {
    void *user;
    int pieces, batches; /* how many places there are: at least 1 each */
    enum scheduler_result (*read)(void *user, int piece, struct failure *failure);
    enum scheduler_result (*unpack)(void *user, int piece, struct failure *failure);
    /* Takes a piece, or -1: there are no more; called when `cut` said that it wants one. */
    void (*add)(void *user, int piece);
    /* Goes on with a batch; `fresh` the first time that it is called for it. */
    enum scheduler_result (*cut)(void *user, int batch, bool fresh, struct failure *failure);
    enum scheduler_result (*work)(void *user, int batch, struct failure *failure);
    enum scheduler_result (*write)(void *user, int batch, struct failure *failure);
    /* A place of a ring is used behind the oldest one only while all places hold less than that. */
    size_t bytes_max;
    /* What a place holds after a step, or what the next step there will take, whichever is more. */
    size_t (*piece_bytes)(void *user, int piece);
    size_t (*batch_bytes)(void *user, int batch);
};

/*
 * Takes all steps until everything is written, with `threads` threads (1 to scheduler_threads_max),
 * the caller among them. False, with `failure` filled in, after the first failure: steps that were
 * begun are ended, none is begun any more, and what was not yet written is not written.
 */
bool scheduler_run(const struct scheduler_steps *steps, int threads, struct failure *failure);

#endif
