/*
 * scheduler.h - the steps of a load, shared among threads.
 *
 *   read    pieces of the file           one thread at a time, in order
 *   unpack  each piece                   any number of threads
 *   cut     pieces into batches          one thread at a time, in order
 *   work    on each batch                any number of threads
 *   write   what came of each batch      only the calling thread, in order
 *
 * Pieces and batches have their places in two rings of fixed length. A new one is begun only while
 * all together hold less than a limit of bytes, or if its ring is empty: memory is bounded. A batch
 * that needs more than half of the limit, which work may find out on its way, is worked on alone,
 * as the oldest. A thread takes the last step of this list that it can; with one thread the caller
 * takes all. What is written does not depend on the number of threads.
 */
#pragma once

#include "base/failure.h"

enum { scheduler_threads_max = 256, scheduler_places_max = 32 };

enum scheduler_result {
    scheduler_done,    /* the step was taken */
    scheduler_wants,   /* `cut` needs another piece, or to be told that there are no more; `work`
                          must be done again, as the batch needs more memory than it seemed; after
                          `write`, the batch has more to work on */
    scheduler_end,     /* `read`: no piece was left; `cut`: no batch was left */
    scheduler_stopped, /* stop everything here; not a failure */
    scheduler_failed   /* `failure` says why */
};

/* A step on the piece or batch in a place of its ring. */
typedef enum scheduler_result scheduler_step(void *user, int place, struct failure *failure);

/* The steps. `user` is passed on to each. */
struct scheduler_steps {
    void *user;
    int pieces, batches; /* the number of places, 1 to scheduler_places_max each */
    scheduler_step *read, *unpack;
    /* Takes a piece, or -1 if there are no more. Called when `cut` wants one. */
    void (*add)(void *user, int piece);
    scheduler_step *cut; /* begins a batch, or continues it after it wanted a piece */
    scheduler_step *work, *write;
    /* A ring that is not empty begins a new place only while all places hold less than this. */
    size_t bytes_max;
    /* The memory that a place holds after a step or needs for the next one, whichever is more. */
    size_t (*piece_bytes)(void *user, int piece);
    size_t (*batch_bytes)(void *user, int batch);
};

/*
 * Takes all steps, with `threads` threads (1 to scheduler_threads_max) including the caller. False
 * with `failure` filled in after the first failure: steps under way are completed, no others begin.
 */
bool scheduler_run(const struct scheduler_steps *steps, int threads, struct failure *failure);
