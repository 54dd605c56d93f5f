/* crew.c - see crew.h. */
#include "crew.h"

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

struct crew {
    const struct crew_steps *steps;
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
static void weigh(struct crew *crew, struct ring *ring, int place, size_t bytes) {
    crew->bytes += bytes - ring->bytes[place];
    ring->bytes[place] = bytes;
}

static void drop_oldest(struct crew *crew, struct ring *ring) {
    weigh(crew, ring, ring->head, 0);
    ring->places[ring->head] = place_empty;
    ring->head = (ring->head + 1) % ring->length;
    ring->count--;
}

/* Whether one more can be begun. The first always can, so that each ring goes on by itself. */
static bool has_room(const struct crew *crew, const struct ring *ring) {
    return ring->count == 0 || (!ring_full(ring) && crew->bytes < crew->steps->bytes_max);
}

/* ---- Steps: called with the mutex held, which is let go of during the work ------------------- */

static void take_leave(struct crew *crew) {
    pthread_mutex_unlock(&crew->mutex);
}

static void come_back(struct crew *crew, enum crew_result result, const struct failure *failure) {
    pthread_mutex_lock(&crew->mutex);
    if (result == crew_failed && !crew->failed) {
        crew->failed = true;
        crew->failure = *failure;
    }
    if (result == crew_stopped)
        crew->stopped = true;
    pthread_cond_broadcast(&crew->changed);
}

static void weigh_piece(struct crew *crew, int place) {
    weigh(crew, &crew->pieces, place, crew->steps->piece_bytes(crew->steps->user, place));
}

static void weigh_batch(struct crew *crew, int place) {
    weigh(crew, &crew->batches, place, crew->steps->batch_bytes(crew->steps->user, place));
}

static void read_step(struct crew *crew) {
    struct failure failure;
    int place = ring_add(&crew->pieces);
    crew->reading = true;
    take_leave(crew);
    enum crew_result result = crew->steps->read(crew->steps->user, place, &failure);
    come_back(crew, result, &failure);
    crew->reading = false;
    crew->pieces.places[place] = place_filled;
    if (result == crew_done) {
        weigh_piece(crew, place);
    } else {
        ring_drop_newest(&crew->pieces);
        crew->pieces.closed = true;
    }
}

static void unpack_step(struct crew *crew, int place) {
    struct failure failure;
    crew->pieces.places[place] = place_busy;
    take_leave(crew);
    come_back(crew, crew->steps->unpack(crew->steps->user, place, &failure), &failure);
    crew->pieces.places[place] = place_ready;
    weigh_piece(crew, place);
}

/* Whether a batch can be gone on with now. */
static bool can_cut(const struct crew *crew) {
    if (crew->cutting || crew->batches.closed)
        return false;
    if (ring_filling(&crew->batches) < 0 && !has_room(crew, &crew->batches))
        return false;
    return !crew->cut_wants || ring_ready(&crew->pieces) >= 0 ||
           (crew->pieces.closed && crew->pieces.count == 0);
}

static void add_piece(struct crew *crew) {
    int piece = ring_ready(&crew->pieces);
    if (piece < 0 && crew->told_end)
        return;
    crew->told_end = piece < 0;
    take_leave(crew);
    crew->steps->add(crew->steps->user, piece);
    pthread_mutex_lock(&crew->mutex);
    if (piece >= 0)
        drop_oldest(crew, &crew->pieces);
    pthread_cond_broadcast(&crew->changed); /* its place can be read into while this one cuts */
}

static void cut_step(struct crew *crew) {
    struct failure failure;
    int place = ring_filling(&crew->batches);
    bool fresh = place < 0;
    if (fresh)
        place = ring_add(&crew->batches);
    crew->cutting = true;
    if (crew->cut_wants)
        add_piece(crew);
    take_leave(crew);
    enum crew_result result = crew->steps->cut(crew->steps->user, place, fresh, &failure);
    come_back(crew, result, &failure);
    crew->cutting = false;
    crew->cut_wants = result == crew_wants;
    if (result == crew_done) {
        crew->batches.places[place] = place_filled;
        weigh_batch(crew, place);
    }
    if (result == crew_end || result == crew_failed) {
        ring_drop_newest(&crew->batches);
        crew->batches.closed = true;
    }
}

static void work_step(struct crew *crew, int place) {
    struct failure failure;
    crew->batches.places[place] = place_busy;
    take_leave(crew);
    come_back(crew, crew->steps->work(crew->steps->user, place, &failure), &failure);
    crew->batches.places[place] = place_ready;
    weigh_batch(crew, place);
}

static void write_step(struct crew *crew, int place) {
    struct failure failure;
    take_leave(crew);
    come_back(crew, crew->steps->write(crew->steps->user, place, &failure), &failure);
    drop_oldest(crew, &crew->batches);
}

/* ---- The crew -------------------------------------------------------------------------------- */

static bool is_over(const struct crew *crew) {
    return crew->failed || crew->stopped || (crew->batches.closed && crew->batches.count == 0);
}

/* Takes the step furthest down the line that can be taken, writing if it `writes`; false: none. */
static bool take_step(struct crew *crew, bool writes) {
    int place;
    if (writes && (place = ring_ready(&crew->batches)) >= 0)
        write_step(crew, place);
    else if ((place = ring_filled(&crew->batches)) >= 0)
        work_step(crew, place);
    else if (can_cut(crew))
        cut_step(crew);
    else if ((place = ring_filled(&crew->pieces)) >= 0)
        unpack_step(crew, place);
    else if (!crew->reading && !crew->pieces.closed && has_room(crew, &crew->pieces))
        read_step(crew);
    else
        return false;
    return true;
}

static void work_until_over(struct crew *crew, bool writes) {
    pthread_mutex_lock(&crew->mutex);
    while (!is_over(crew))
        if (!take_step(crew, writes))
            pthread_cond_wait(&crew->changed, &crew->mutex);
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
}

static void *help(void *user) {
    work_until_over(user, false);
    return NULL;
}

/* Starts up to `count` threads, with signals left to the caller; returns how many there are. */
static int start_helpers(struct crew *crew, pthread_t *helpers, int count) {
    sigset_t all, before;
    int started = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* If it can be no more, those that there are do the work; at worst the caller alone. */
    while (started < count && pthread_create(&helpers[started], NULL, help, crew) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void run(struct crew *crew, int threads) {
    pthread_t helpers[crew_threads_max];
    int started = start_helpers(crew, helpers, threads - 1);
    work_until_over(crew, true);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

bool crew_run(const struct crew_steps *steps, int threads, struct failure *failure) {
    struct crew crew = {.steps = steps};
    bool good = ring_open(&crew.pieces, steps->pieces) && ring_open(&crew.batches, steps->batches);
    if (good) {
        pthread_mutex_init(&crew.mutex, NULL);
        pthread_cond_init(&crew.changed, NULL);
        run(&crew, threads);
        pthread_mutex_destroy(&crew.mutex);
        pthread_cond_destroy(&crew.changed);
    } else {
        fail_memory(&crew.failure);
    }
    ring_close(&crew.pieces);
    ring_close(&crew.batches);
    if (!good || crew.failed)
        *failure = crew.failure;
    return good && !crew.failed;
}
