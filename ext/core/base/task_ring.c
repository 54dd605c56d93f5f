/* task_ring.c - see task_ring.h. */
#include "task_ring.h"

#ifndef NEARDUP_WITHOUT_THREADS
#include <pthread.h>
#include <signal.h> /* sigfillset */
#include <stdatomic.h>
#include <time.h>   /* clock_gettime */
#include <unistd.h> /* sysconf */
#endif

enum task_state { task_waits, task_done, task_failed };

static size_t place_of(const struct task_ring *ring, uint64_t number) {
    return (size_t)(number % ring->window);
}

static enum task_state do_task(const struct task_ring *ring, unsigned worker, uint64_t number,
                               struct interruption *interruption) {
    unsigned char *place = ring->places + place_of(ring, number) * ring->task_size;
    return ring->work(ring->context, task_ring_worker(ring, worker), place, number, interruption)
               ? task_done
               : task_failed;
}

#ifdef NEARDUP_WITHOUT_THREADS

unsigned task_processors(void) {
    return 1;
}

static bool begin_threads(struct task_ring *ring, unsigned threads) {
    (void)threads;
    ring->workers = 1;
    return true;
}

static void end_threads(struct task_ring *ring) {
    (void)ring;
}

static void offer_to_threads(struct task_ring *ring) {
    (void)ring;
}

static bool wait_for_threads(struct task_ring *ring, size_t place) {
    (void)ring, (void)place;
    return true;
}

#else

struct task_threads {
    pthread_mutex_t mutex; /* guards ring->offered, ->begun and ->states */
    pthread_cond_t task_offered, task_done;
    atomic_bool stopping;
    unsigned count; /* that run */
    struct task_thread {
        struct task_ring *ring;
        unsigned worker;
        pthread_t thread;
    } list[];
};

unsigned task_processors(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online < task_threads_max ? (unsigned)online : task_threads_max;
}

static bool is_stopping(void *context) {
    struct task_threads *threads = context;
    return atomic_load_explicit(&threads->stopping, memory_order_relaxed);
}

static void *work(void *pointer) {
    const struct task_thread *thread = pointer;
    struct task_ring *ring = thread->ring;
    struct task_threads *threads = ring->threads;
    struct interruption interruption = {.should_stop = is_stopping, .context = threads};
    pthread_mutex_lock(&threads->mutex);
    while (!is_stopping(threads)) {
        if (ring->begun == ring->offered) {
            pthread_cond_wait(&threads->task_offered, &threads->mutex);
            continue;
        }
        uint64_t number = ring->begun++;
        pthread_mutex_unlock(&threads->mutex);
        enum task_state state = do_task(ring, thread->worker, number, &interruption);
        pthread_mutex_lock(&threads->mutex);
        ring->states[place_of(ring, number)] = (unsigned char)state;
        pthread_cond_signal(&threads->task_done);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

static void end_threads(struct task_ring *ring) {
    struct task_threads *threads = ring->threads;
    if (!threads)
        return;
    pthread_mutex_lock(&threads->mutex);
    atomic_store(&threads->stopping, true);
    pthread_cond_broadcast(&threads->task_offered);
    pthread_mutex_unlock(&threads->mutex);
    for (unsigned i = 0; i < threads->count; i++)
        pthread_join(threads->list[i].thread, NULL);
    pthread_cond_destroy(&threads->task_done);
    pthread_cond_destroy(&threads->task_offered);
    pthread_mutex_destroy(&threads->mutex);
    ring->allocator->release(threads);
    ring->threads = NULL;
}

/* As many as can be started. A thread starts with the signal mask of its maker. */
static bool begin_threads(struct task_ring *ring, unsigned most) {
    sigset_t all, before;
    ring->workers = 1;
    if (most == 0)
        return true;
    struct task_threads *threads =
        allocator_zeroes(ring->allocator, 1, sizeof *threads + most * sizeof *threads->list);
    if (!threads)
        return false;
    atomic_init(&threads->stopping, false);
    if (pthread_mutex_init(&threads->mutex, NULL) != 0)
        goto no_mutex;
    if (pthread_cond_init(&threads->task_offered, NULL) != 0)
        goto no_task_offered;
    if (pthread_cond_init(&threads->task_done, NULL) != 0)
        goto no_task_done;
    ring->threads = threads;
    sigfillset(&all);
    bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    for (; masked && threads->count < most; threads->count++) {
        struct task_thread *thread = threads->list + threads->count;
        *thread = (struct task_thread){.ring = ring, .worker = threads->count};
        if (pthread_create(&thread->thread, NULL, work, thread) != 0)
            break;
    }
    if (masked)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (threads->count > 0)
        ring->workers = threads->count;
    else
        end_threads(ring);
    return true;
no_task_done:
    pthread_cond_destroy(&threads->task_offered);
no_task_offered:
    pthread_mutex_destroy(&threads->mutex);
no_mutex:
    ring->allocator->release(threads);
    return false;
}

static void offer_to_threads(struct task_ring *ring) {
    pthread_mutex_lock(&ring->threads->mutex);
    ring->states[place_of(ring, ring->offered++)] = task_waits;
    pthread_cond_signal(&ring->threads->task_offered);
    pthread_mutex_unlock(&ring->threads->mutex);
}

/* Whether a task was done in time: the owner wants to look for an interrupt now and then. */
static bool wait_a_moment(struct task_threads *threads) {
    enum { nanoseconds = 50000000, second = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    if (until.tv_nsec >= second) {
        until.tv_nsec -= second;
        until.tv_sec++;
    }
    return pthread_cond_timedwait(&threads->task_done, &threads->mutex, &until) == 0;
}

static bool wait_for_threads(struct task_ring *ring, size_t place) {
    /* Otherwise tasks that are always done in time would hide interrupts. */
    enum { steps_of_a_task = 1 << 16 };
    struct task_threads *threads = ring->threads;
    bool stopped = interruption_after(ring->interruption, steps_of_a_task);
    pthread_mutex_lock(&threads->mutex);
    while (!stopped && ring->states[place] == task_waits) {
        if (wait_a_moment(threads))
            continue;
        pthread_mutex_unlock(&threads->mutex); /* workers need not wait for the answer */
        stopped = interruption_after(ring->interruption, interruption_interval);
        pthread_mutex_lock(&threads->mutex);
    }
    pthread_mutex_unlock(&threads->mutex);
    return !stopped;
}

#endif

bool task_ring_begin(struct task_ring *ring, unsigned threads, struct interruption *interruption) {
    enum { ahead_default = 4 };
    assert(ring->work && ring->worker_size > 0 && ring->task_size > 0 && !ring->places);
    ring->interruption = interruption;
    if (!begin_threads(ring, threads < task_threads_max ? threads : task_threads_max)) {
        ring->workers = 0; /* their memory is not there */
        return false;
    }
    uint64_t window =
        threads > 0 ? (uint64_t)ring->workers * (ring->ahead ? ring->ahead : ahead_default) + 1 : 1;
    ring->worker_memory = allocator_zeroes(ring->allocator, ring->workers, ring->worker_size);
    ring->states = allocator_zeroes(ring->allocator, (size_t)window, sizeof *ring->states);
    ring->places = allocator_zeroes(ring->allocator, (size_t)window, ring->task_size);
    if (!ring->worker_memory)
        ring->workers = 0;
    if (!ring->worker_memory || !ring->states || !ring->places)
        return false;
    ring->window = window;
    return true;
}

void task_ring_stop(struct task_ring *ring) {
    end_threads(ring); /* first: they use the rest */
    for (size_t i = 0; i < ring->window && ring->task_release; i++)
        ring->task_release(ring->places + i * ring->task_size, ring->allocator);
    ring->window = 0;
}

void task_ring_free(struct task_ring *ring) {
    if (!ring->allocator)
        return;
    task_ring_stop(ring);
    for (unsigned i = 0; i < ring->workers && ring->worker_release; i++)
        ring->worker_release(task_ring_worker(ring, i), ring->allocator);
    RELEASE(ring->allocator, ring->worker_memory, ring->states, ring->places);
    *ring = (struct task_ring){0};
}

void *task_ring_next(struct task_ring *ring) {
    assert(task_ring_has_room(ring));
    return ring->places + place_of(ring, ring->offered) * ring->task_size;
}

void task_ring_offer(struct task_ring *ring) {
    assert(task_ring_has_room(ring));
    if (ring->threads) {
        offer_to_threads(ring);
        return;
    }
    uint64_t number = ring->offered++;
    ring->states[place_of(ring, number)] =
        (unsigned char)do_task(ring, 0, number, ring->interruption);
}

void task_ring_offer_until(struct task_ring *ring, uint64_t end) {
    while (ring->offered < end && task_ring_has_room(ring))
        task_ring_offer(ring);
}

/* Waits until a task is done. Returns false if interrupted. */
static bool wait_for(struct task_ring *ring, size_t place) {
    if (ring->threads)
        return wait_for_threads(ring, place);
    /* Tasks done here count their steps themselves, but there can be very many small ones. */
    enum { steps_between_tasks = 1 << 10 };
    struct interruption *interruption = ring->interruption;
    return !interruption ||
           !(interruption->stopped || interruption_after(interruption, steps_between_tasks));
}

void *task_ring_read(struct task_ring *ring) {
    assert(ring->read < ring->offered);
    size_t place = place_of(ring, ring->read);
    if (!ring->reading && (!wait_for(ring, place) || ring->states[place] == task_failed))
        return NULL;
    ring->reading = true;
    return ring->places + place * ring->task_size;
}

void task_ring_end(struct task_ring *ring) {
    assert(ring->reading);
    ring->reading = false;
    ring->read++;
}
