/* scheduler.c - see scheduler.h. */
#include "scheduler.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h> /* pthread_sigmask */
#include <stdint.h> /* SIZE_MAX */

/* The state of the piece or batch in a place of a ring. */
enum place { place_empty, place_filling, place_filled, place_busy, place_ready };

/* Places are used in turn; `head` is the oldest in use. */
struct ring {
    enum place places[scheduler_places_max];
    size_t bytes[scheduler_places_max];       /* held by each of them */
    size_t (*measure)(void *user, int place); /* what a place holds now */
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

/* The oldest place if it is ready, else -1. */
static int ring_ready(const struct ring *ring) {
    return ring->count > 0 && ring->places[ring->head] == place_ready ? ring->head : -1;
}

/* The oldest place that waits to be worked on, or -1; alone if it needs more than `most` bytes. */
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
    int place = (ring->head + ring->count - 1) % ring->length;
    return ring->count > 0 && ring->places[place] == place_filling ? place : -1;
}

static int ring_add(struct ring *ring) {
    assert(ring->count < ring->length && !ring->closed);
    int place = (ring->head + ring->count++) % ring->length;
    ring->places[place] = place_filling;
    return place;
}

/* Nothing came into the newest place, nor will into others. */
static void ring_end(struct ring *ring) {
    assert(ring->count > 0);
    ring->count--;
    ring->closed = true;
}

/* A place has its next state. Unsigned sums of bytes wrap around and come out right. */
static void set_state(struct scheduler *scheduler, struct ring *ring, int place, enum place state) {
    assert(place >= 0 && place < ring->length);
    size_t bytes = state == place_empty ? 0 : ring->measure(scheduler->steps->user, place);
    scheduler->bytes += bytes - ring->bytes[place];
    ring->bytes[place] = bytes;
    ring->places[place] = state;
}

static void drop_oldest(struct scheduler *scheduler, struct ring *ring) {
    assert(ring_ready(ring) == ring->head);
    set_state(scheduler, ring, ring->head, place_empty);
    ring->head = (ring->head + 1) % ring->length;
    ring->count--;
}

/* Whether one more place can be begun. The first always can, so that each ring can proceed. */
static bool has_room(const struct scheduler *scheduler, const struct ring *ring) {
    return ring->count == 0 ||
           (ring->count < ring->length && scheduler->bytes < scheduler->steps->bytes_max);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Takes a step without the mutex, notes how it ended, and wakes threads that may depend on it. */
static enum scheduler_result take(struct scheduler *scheduler, scheduler_step *step, int place) {
    struct failure failure;
    pthread_mutex_unlock(&scheduler->mutex);
    enum scheduler_result result = step(scheduler->steps->user, place, &failure);
    pthread_mutex_lock(&scheduler->mutex);
    if (result == scheduler_failed && !scheduler->failed) {
        scheduler->failed = true;
        scheduler->failure = failure;
    }
    scheduler->stopped = scheduler->stopped || result == scheduler_stopped;
    pthread_cond_broadcast(&scheduler->changed);
    return result;
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

static void read_step(struct scheduler *scheduler) {
    struct ring *pieces = &scheduler->pieces;
    int place = ring_add(pieces);
    scheduler->reading = true;
    bool done = take(scheduler, scheduler->steps->read, place) == scheduler_done;
    scheduler->reading = false;
    if (done)
        set_state(scheduler, pieces, place, place_filled);
    else
        ring_end(pieces);
}

static void cut_step(struct scheduler *scheduler) {
    struct ring *batches = &scheduler->batches;
    int place = ring_filling(batches);
    if (place < 0)
        place = ring_add(batches);
    scheduler->cutting = true;
    if (scheduler->cut_wants)
        add_piece(scheduler);
    enum scheduler_result result = take(scheduler, scheduler->steps->cut, place);
    scheduler->cutting = false;
    scheduler->cut_wants = result == scheduler_wants;
    if (result == scheduler_done)
        set_state(scheduler, batches, place, place_filled);
    else if (result == scheduler_end || result == scheduler_failed)
        ring_end(batches);
}

static void work_step(struct scheduler *scheduler, struct ring *ring, scheduler_step *step,
                      int place) {
    ring->places[place] = place_busy;
    bool again = take(scheduler, step, place) == scheduler_wants;
    set_state(scheduler, ring, place, again ? place_filled : place_ready);
}

/* Takes the last step of the list that can be taken; only the caller's thread writes. */
static bool take_step(struct scheduler *scheduler, bool writes) {
    const struct scheduler_steps *steps = scheduler->steps;
    struct ring *pieces = &scheduler->pieces, *batches = &scheduler->batches;
    int place;
    if (writes && (place = ring_ready(batches)) >= 0) {
        if (take(scheduler, steps->write, place) == scheduler_wants)
            set_state(scheduler, batches, place, place_filled);
        else
            drop_oldest(scheduler, batches);
    } else if ((place = ring_filled(batches, steps->bytes_max / 2)) >= 0)
        work_step(scheduler, batches, steps->work, place);
    else if (can_cut(scheduler))
        cut_step(scheduler);
    else if ((place = ring_filled(pieces, SIZE_MAX)) >= 0)
        work_step(scheduler, pieces, steps->unpack, place);
    else if (!scheduler->reading && !pieces->closed && has_room(scheduler, pieces))
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
    struct scheduler scheduler = {
        .steps = steps,
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
        .pieces = {.length = steps->pieces, .measure = steps->piece_bytes},
        .batches = {.length = steps->batches, .measure = steps->batch_bytes}};
    pthread_t helpers[scheduler_threads_max];
    sigset_t all, before;
    int started = 0;
    assert(threads >= 1 && threads <= scheduler_threads_max);
    assert(steps->pieces >= 1 && steps->pieces <= scheduler_places_max);
    assert(steps->batches >= 1 && steps->batches <= scheduler_places_max);
    sigfillset(&all); /* signals are for the caller's thread */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (started < threads - 1 &&
           pthread_create(&helpers[started], NULL, run_helper, &scheduler) == 0)
        started++; /* if fewer threads can be started, these do all the work */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    take_steps(&scheduler, true);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    if (scheduler.failed)
        *failure = scheduler.failure;
    return !scheduler.failed;
}
