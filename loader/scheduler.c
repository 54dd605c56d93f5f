/* scheduler.c - see scheduler.h. */
#include "scheduler.h"

#include <pthread.h>
#include <signal.h> /* pthread_sigmask */
#include <stdlib.h>

/* How far the piece or batch in a place of a ring has come. */
enum place { place_empty, place_filling, place_filled, place_busy, place_ready };

/* Places are used in turn; the oldest is at `head`. */
struct ring {
    enum place *places;
    size_t *bytes; /* that each of them holds */
    int length, head, count;
    bool closed; /* nothing more will be added */
};

struct scheduler {
    const struct scheduler_steps *steps;
    pthread_mutex_t mutex; /* guards everything below */
    pthread_cond_t changed;
    struct ring pieces, batches;
    size_t bytes;          /* that both hold */
    bool reading, cutting; /* a thread is at it */
    bool cut_wants;        /* the batch at hand waits for a piece */
    bool told_end;         /* that there are no more pieces has been said */
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

static bool ring_full(const struct ring *ring) {
    return ring->count == ring->length;
}

/* The oldest, if it is ready; else -1. */
static int ring_ready(const struct ring *ring) {
    bool ready = ring->count > 0 && ring->places[ring->head] == place_ready;
    return ready ? ring->head : -1;
}

/* The oldest that waits to be worked on; else -1. */
static int ring_filled(const struct ring *ring) {
    for (int i = 0; i < ring->count; i++) {
        int place = (ring->head + i) % ring->length;
        if (ring->places[place] == place_filled)
            return place;
    }
    return -1;
}

/* The newest place, which is being filled; else -1. */
static int ring_filling(const struct ring *ring) {
    int place = (ring->head + ring->count + ring->length - 1) % ring->length;
    return ring->count > 0 && ring->places[place] == place_filling ? place : -1;
}

static int ring_add(struct ring *ring) {
    int place = (ring->head + ring->count++) % ring->length;
    ring->places[place] = place_filling;
    return place;
}

static void ring_drop_newest(struct ring *ring) {
    ring->count--;
}

/* Notes how many bytes a place holds now. */
static void weigh(struct scheduler *scheduler, struct ring *ring, int place, size_t bytes) {
    scheduler->bytes += bytes - ring->bytes[place];
    ring->bytes[place] = bytes;
}

static void drop_oldest(struct scheduler *scheduler, struct ring *ring) {
    weigh(scheduler, ring, ring->head, 0);
    ring->places[ring->head] = place_empty;
    ring->head = (ring->head + 1) % ring->length;
    ring->count--;
}

/* Whether one more can be begun. The first always can, so that each ring goes on by itself. */
static bool has_room(const struct scheduler *scheduler, const struct ring *ring) {
    return ring->count == 0 || (!ring_full(ring) && scheduler->bytes < scheduler->steps->bytes_max);
}

/* ---- Steps: called with the mutex held, which is let go of during the work ------------------- */

static void take_leave(struct scheduler *scheduler) {
    pthread_mutex_unlock(&scheduler->mutex);
}

static void come_back(struct scheduler *scheduler, enum scheduler_result result,
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
    take_leave(scheduler);
    enum scheduler_result result = scheduler->steps->read(scheduler->steps->user, place, &failure);
    come_back(scheduler, result, &failure);
    scheduler->reading = false;
    scheduler->pieces.places[place] = place_filled;
    if (result == scheduler_done) {
        weigh_piece(scheduler, place);
    } else {
        ring_drop_newest(&scheduler->pieces);
        scheduler->pieces.closed = true;
    }
}

static void unpack_step(struct scheduler *scheduler, int place) {
    struct failure failure;
    scheduler->pieces.places[place] = place_busy;
    take_leave(scheduler);
    come_back(scheduler, scheduler->steps->unpack(scheduler->steps->user, place, &failure),
              &failure);
    scheduler->pieces.places[place] = place_ready;
    weigh_piece(scheduler, place);
}

/* Whether a batch can be gone on with now. */
static bool can_cut(const struct scheduler *scheduler) {
    if (scheduler->cutting || scheduler->batches.closed)
        return false;
    if (ring_filling(&scheduler->batches) < 0 && !has_room(scheduler, &scheduler->batches))
        return false;
    return !scheduler->cut_wants || ring_ready(&scheduler->pieces) >= 0 ||
           (scheduler->pieces.closed && scheduler->pieces.count == 0);
}

static void add_piece(struct scheduler *scheduler) {
    int piece = ring_ready(&scheduler->pieces);
    if (piece < 0 && scheduler->told_end)
        return;
    scheduler->told_end = piece < 0;
    take_leave(scheduler);
    scheduler->steps->add(scheduler->steps->user, piece);
    pthread_mutex_lock(&scheduler->mutex);
    if (piece >= 0)
        drop_oldest(scheduler, &scheduler->pieces);
    pthread_cond_broadcast(
        &scheduler->changed); /* its place can be read into while this one cuts */
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
    take_leave(scheduler);
    enum scheduler_result result =
        scheduler->steps->cut(scheduler->steps->user, place, fresh, &failure);
    come_back(scheduler, result, &failure);
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
    take_leave(scheduler);
    come_back(scheduler, scheduler->steps->work(scheduler->steps->user, place, &failure), &failure);
    scheduler->batches.places[place] = place_ready;
    weigh_batch(scheduler, place);
}

static void write_step(struct scheduler *scheduler, int place) {
    struct failure failure;
    take_leave(scheduler);
    come_back(scheduler, scheduler->steps->write(scheduler->steps->user, place, &failure),
              &failure);
    drop_oldest(scheduler, &scheduler->batches);
}

/* ---- The scheduler
 * -------------------------------------------------------------------------------- */

static bool is_over(const struct scheduler *scheduler) {
    return scheduler->failed || scheduler->stopped ||
           (scheduler->batches.closed && scheduler->batches.count == 0);
}

/* Takes the step furthest down the line that can be taken, writing if it `writes`; false: none. */
static bool take_step(struct scheduler *scheduler, bool writes) {
    int place;
    if (writes && (place = ring_ready(&scheduler->batches)) >= 0)
        write_step(scheduler, place);
    else if ((place = ring_filled(&scheduler->batches)) >= 0)
        work_step(scheduler, place);
    else if (can_cut(scheduler))
        cut_step(scheduler);
    else if ((place = ring_filled(&scheduler->pieces)) >= 0)
        unpack_step(scheduler, place);
    else if (!scheduler->reading && !scheduler->pieces.closed &&
             has_room(scheduler, &scheduler->pieces))
        read_step(scheduler);
    else
        return false;
    return true;
}

static void work_until_over(struct scheduler *scheduler, bool writes) {
    pthread_mutex_lock(&scheduler->mutex);
    while (!is_over(scheduler))
        if (!take_step(scheduler, writes))
            pthread_cond_wait(&scheduler->changed, &scheduler->mutex);
    pthread_cond_broadcast(&scheduler->changed);
    pthread_mutex_unlock(&scheduler->mutex);
}

static void *help(void *user) {
    work_until_over(user, false);
    return NULL;
}

/* Starts up to `count` threads, with signals left to the caller; returns how many there are. */
static int start_helpers(struct scheduler *scheduler, pthread_t *helpers, int count) {
    sigset_t all, before;
    int started = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* If it can be no more, those that there are do the work; at worst the caller alone. */
    while (started < count && pthread_create(&helpers[started], NULL, help, scheduler) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void run(struct scheduler *scheduler, int threads) {
    pthread_t helpers[scheduler_threads_max];
    int started = start_helpers(scheduler, helpers, threads - 1);
    work_until_over(scheduler, true);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

bool scheduler_run(const struct scheduler_steps *steps, int threads, struct failure *failure) {
    struct scheduler scheduler = {.steps = steps};
    bool good = ring_open(&scheduler.pieces, steps->pieces) &&
                ring_open(&scheduler.batches, steps->batches);
    if (good) {
        pthread_mutex_init(&scheduler.mutex, NULL);
        pthread_cond_init(&scheduler.changed, NULL);
        run(&scheduler, threads);
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
