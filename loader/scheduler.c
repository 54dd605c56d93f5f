/* scheduler.c - see scheduler.h. */
#include "scheduler.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h> /* pthread_sigmask */
#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h>

/* The state of the piece or batch in a place of a ring. */
enum place { place_empty, place_filling, place_filled, place_busy, place_ready };

/* Places are used in turn; `head` is the oldest in use. */
struct ring {
    enum place *places;
    size_t *bytes; /* held by each of them */
    int length, head, count;
    bool closed; /* nothing more will be added */
};

struct scheduler {
    const struct scheduler_steps *steps;
    pthread_mutex_t mutex; /* guards everything below */
    pthread_cond_t changed;
    struct ring pieces, batches;
    size_t bytes;          /* held by both */
    bool reading, cutting; /* a thread is doing it */
    bool cut_wants;        /* the current batch waits for a piece */
    bool told_end;         /* `add` was told that there are no more pieces */
    bool stopped, failed;
    struct failure failure;
};

/* ---- Rings ----------------------------------------------------------------------------------- */

static bool ring_open(struct ring *ring, int length) {
    ring->length = length;
    ring->places = calloc((size_t)length, sizeof *ring->places);
    ring->bytes = calloc((size_t)length, sizeof *ring->bytes);
    return ring->places && ring->bytes;
}

static void ring_close(struct ring *ring) {
    free(ring->places);
    free(ring->bytes);
}

/* The oldest place if it is ready, else -1. */
static int ring_ready(const struct ring *ring) {
    bool ready = ring->count > 0 && ring->places[ring->head] == place_ready;
    return ready ? ring->head : -1;
}

/*
 * The oldest place that waits to be worked on, else -1. One that holds or needs more than `most`
 * bytes is worked on alone.
 */
static int ring_filled(const struct ring *ring, size_t most) {
    for (int i = 0; i < ring->count; i++) {
        int place = (ring->head + i) % ring->length;
        bool alone = ring->bytes[place] > most;
        if (ring->places[place] == place_filled)
            return !alone || i == 0 ? place : -1;
        if (alone && ring->places[place] == place_busy)
            return -1;
    }
    return -1;
}

/* The newest place if it is being filled, else -1. */
static int ring_filling(const struct ring *ring) {
    int place = (ring->head + ring->count + ring->length - 1) % ring->length;
    return ring->count > 0 && ring->places[place] == place_filling ? place : -1;
}

static int ring_add(struct ring *ring) {
    assert(ring->count < ring->length && !ring->closed);
    int place = (ring->head + ring->count++) % ring->length;
    ring->places[place] = place_filling;
    return place;
}

static void ring_drop_newest(struct ring *ring) {
    assert(ring->count > 0);
    ring->count--;
}

/* Notes how many bytes a place holds now. Unsigned sums wrap around and come out right. */
static void weigh(struct scheduler *scheduler, struct ring *ring, int place, size_t bytes) {
    assert(place >= 0 && place < ring->length);
    scheduler->bytes += bytes - ring->bytes[place];
    ring->bytes[place] = bytes;
}

static void drop_oldest(struct scheduler *scheduler, struct ring *ring) {
    assert(ring->count > 0 && ring->places[ring->head] == place_ready);
    weigh(scheduler, ring, ring->head, 0);
    ring->places[ring->head] = place_empty;
    ring->head = (ring->head + 1) % ring->length;
    ring->count--;
}

/* Whether one more place can be begun. The first always can, so that each ring can proceed. */
static bool has_room(const struct scheduler *scheduler, const struct ring *ring) {
    return ring->count == 0 ||
           (ring->count < ring->length && scheduler->bytes < scheduler->steps->bytes_max);
}

/* ---- Steps: called with the mutex locked, which is unlocked during the work itself ----------- */

/*
 * Locks the mutex again, notes the result of the work and wakes the threads that may depend on it.
 */
static void lock_again(struct scheduler *scheduler, enum scheduler_result result,
                       const struct failure *failure) {
    pthread_mutex_lock(&scheduler->mutex);
    if (result == scheduler_failed && !scheduler->failed) {
        scheduler->failed = true;
        scheduler->failure = *failure;
    }
    if (result == scheduler_stopped)
        scheduler->stopped = true;
    pthread_cond_broadcast(&scheduler->changed);
}

static void weigh_piece(struct scheduler *scheduler, int place) {
    weigh(scheduler, &scheduler->pieces, place,
          scheduler->steps->piece_bytes(scheduler->steps->user, place));
}

static void weigh_batch(struct scheduler *scheduler, int place) {
    weigh(scheduler, &scheduler->batches, place,
          scheduler->steps->batch_bytes(scheduler->steps->user, place));
}

static void read_step(struct scheduler *scheduler) {
    struct failure failure;
    int place = ring_add(&scheduler->pieces);
    scheduler->reading = true;
    pthread_mutex_unlock(&scheduler->mutex);
    enum scheduler_result result = scheduler->steps->read(scheduler->steps->user, place, &failure);
    lock_again(scheduler, result, &failure);
    scheduler->reading = false;
    if (result == scheduler_done) {
        scheduler->pieces.places[place] = place_filled;
        weigh_piece(scheduler, place);
    } else {
        ring_drop_newest(&scheduler->pieces);
        scheduler->pieces.closed = true;
    }
}

static bool can_cut(const struct scheduler *scheduler) {
    const struct ring *pieces = &scheduler->pieces, *batches = &scheduler->batches;
    if (scheduler->cutting || batches->closed)
        return false;
    if (ring_filling(batches) < 0 && !has_room(scheduler, batches))
        return false;
    return !scheduler->cut_wants || ring_ready(pieces) >= 0 ||
           (pieces->closed && pieces->count == 0);
}

/* Gives `cut` the oldest piece, or says once that there are no more. */
static void add_piece(struct scheduler *scheduler) {
    int piece = ring_ready(&scheduler->pieces);
    if (piece < 0 && scheduler->told_end)
        return;
    scheduler->told_end = piece < 0;
    pthread_mutex_unlock(&scheduler->mutex);
    scheduler->steps->add(scheduler->steps->user, piece);
    pthread_mutex_lock(&scheduler->mutex);
    if (piece >= 0)
        drop_oldest(scheduler, &scheduler->pieces);
    /* Another thread can read into that place while this one cuts. */
    pthread_cond_broadcast(&scheduler->changed);
}

static void cut_step(struct scheduler *scheduler) {
    struct failure failure;
    int place = ring_filling(&scheduler->batches);
    bool fresh = place < 0;
    if (fresh)
        place = ring_add(&scheduler->batches);
    scheduler->cutting = true;
    if (scheduler->cut_wants)
        add_piece(scheduler);
    pthread_mutex_unlock(&scheduler->mutex);
    enum scheduler_result result =
        scheduler->steps->cut(scheduler->steps->user, place, fresh, &failure);
    lock_again(scheduler, result, &failure);
    scheduler->cutting = false;
    scheduler->cut_wants = result == scheduler_wants;
    if (result == scheduler_done) {
        scheduler->batches.places[place] = place_filled;
        weigh_batch(scheduler, place);
    }
    if (result == scheduler_end || result == scheduler_failed) {
        ring_drop_newest(&scheduler->batches);
        scheduler->batches.closed = true;
    }
}

static void work_step(struct scheduler *scheduler, int place) {
    struct failure failure;
    scheduler->batches.places[place] = place_busy;
    pthread_mutex_unlock(&scheduler->mutex);
    enum scheduler_result result = scheduler->steps->work(scheduler->steps->user, place, &failure);
    lock_again(scheduler, result, &failure);
    scheduler->batches.places[place] = result == scheduler_wants ? place_filled : place_ready;
    weigh_batch(scheduler, place);
}

static void write_step(struct scheduler *scheduler, int place) {
    struct failure failure;
    pthread_mutex_unlock(&scheduler->mutex);
    enum scheduler_result result = scheduler->steps->write(scheduler->steps->user, place, &failure);
    lock_again(scheduler, result, &failure);
    if (result == scheduler_wants) {
        scheduler->batches.places[place] = place_filled;
        weigh_batch(scheduler, place);
    } else
        drop_oldest(scheduler, &scheduler->batches);
}

/* Takes the last step of the list that can be taken; only the caller's thread writes. */
static bool take_step(struct scheduler *scheduler, bool writes) {
    int place;
    if (writes && (place = ring_ready(&scheduler->batches)) >= 0)
        write_step(scheduler, place);
    else if ((place = ring_filled(&scheduler->batches, scheduler->steps->bytes_max / 2)) >= 0)
        work_step(scheduler, place);
    else if (can_cut(scheduler))
        cut_step(scheduler);
    else if ((place = ring_filled(&scheduler->pieces, SIZE_MAX)) >= 0) {
        struct failure failure;
        scheduler->pieces.places[place] = place_busy;
        pthread_mutex_unlock(&scheduler->mutex);
        enum scheduler_result result =
            scheduler->steps->unpack(scheduler->steps->user, place, &failure);
        lock_again(scheduler, result, &failure);
        scheduler->pieces.places[place] = place_ready;
        weigh_piece(scheduler, place);
    } else if (!scheduler->reading && !scheduler->pieces.closed &&
               has_room(scheduler, &scheduler->pieces))
        read_step(scheduler);
    else
        return false;
    return true;
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void take_steps(struct scheduler *scheduler, bool writes) {
    pthread_mutex_lock(&scheduler->mutex);
    while (!scheduler->failed && !scheduler->stopped &&
           !(scheduler->batches.closed && scheduler->batches.count == 0))
        if (!take_step(scheduler, writes))
            pthread_cond_wait(&scheduler->changed, &scheduler->mutex);
    pthread_cond_broadcast(&scheduler->changed);
    pthread_mutex_unlock(&scheduler->mutex);
}

static void *run_helper(void *user) {
    take_steps(user, false);
    return NULL;
}

bool scheduler_run(const struct scheduler_steps *steps, int threads, struct failure *failure) {
    struct scheduler scheduler = {.steps = steps};
    bool good = ring_open(&scheduler.pieces, steps->pieces) &&
                ring_open(&scheduler.batches, steps->batches);
    if (good) {
        pthread_mutex_init(&scheduler.mutex, NULL);
        pthread_cond_init(&scheduler.changed, NULL);
        /* If fewer threads can be started, these do all the work. */
        pthread_t helpers[scheduler_threads_max];
        sigset_t all, before;
        int started = 0;
        assert(threads >= 1 && threads <= scheduler_threads_max);
        sigfillset(&all); /* signals are for the caller's thread */
        pthread_sigmask(SIG_SETMASK, &all, &before);
        while (started < threads - 1 &&
               pthread_create(&helpers[started], NULL, run_helper, &scheduler) == 0)
            started++;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        take_steps(&scheduler, true);
        for (int i = 0; i < started; i++)
            pthread_join(helpers[i], NULL);
        pthread_mutex_destroy(&scheduler.mutex);
        pthread_cond_destroy(&scheduler.changed);
    } else {
        fail_memory(&scheduler.failure);
    }
    ring_close(&scheduler.pieces);
    ring_close(&scheduler.batches);
    if (!good || scheduler.failed)
        *failure = scheduler.failure;
    return good && !scheduler.failed;
}
