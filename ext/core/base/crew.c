/* crew.c - see crew.h. */
#include "crew.h"

#include <assert.h>

#ifndef NEARDUP_WITHOUT_THREADS
#include <pthread.h>
#include <signal.h> /* sigfillset */
#include <stdatomic.h>
#include <time.h>   /* clock_gettime */
#include <unistd.h> /* sysconf */
#endif

struct worker {
    struct crew *crew;
    unsigned number;
    bool busy;
    uint64_t task; /* if busy */
    struct interruption interruption;
#ifndef NEARDUP_WITHOUT_THREADS
    pthread_t thread;
#endif
};

struct crew {
    const struct allocator *allocator;
    crew_work *work;
    void *context;
    struct interruption *interruption; /* of the owner */
    unsigned threads;                  /* that run */
    uint64_t offered, begun;           /* tasks */
#ifndef NEARDUP_WITHOUT_THREADS
    pthread_mutex_t mutex; /* guards offered, begun, and what workers are busy with */
    pthread_cond_t task_offered, task_done;
    atomic_bool stopping;
#endif
    struct worker workers[]; /* at least one */
};

unsigned crew_workers(const struct crew *crew) {
    return crew->threads > 0 ? crew->threads : 1;
}

struct interruption *crew_interruption(struct crew *crew, unsigned worker) {
    assert(worker < crew_workers(crew));
    return crew->threads > 0 ? &crew->workers[worker].interruption : crew->interruption;
}

static void do_here(struct crew *crew) {
    crew->work(crew->context, 0, crew->offered++);
}

/* Without threads: tasks count their steps themselves, but there can be very many small ones. */
static bool was_stopped_here(struct crew *crew) {
    enum { steps_between_tasks = 1 << 10 };
    struct interruption *interruption = crew->interruption;
    return interruption &&
           (interruption->stopped || interruption_after(interruption, steps_between_tasks));
}

#ifdef NEARDUP_WITHOUT_THREADS

struct crew *crew_new(const struct allocator *allocator, unsigned threads, crew_work *work,
                      void *context, struct interruption *interruption) {
    assert(work);
    (void)threads;
    struct crew *crew = allocator->resize(NULL, sizeof *crew + sizeof *crew->workers);
    if (crew)
        *crew = (struct crew){
            .allocator = allocator, .work = work, .context = context, .interruption = interruption};
    return crew;
}

void crew_free(struct crew *crew) {
    if (crew)
        crew->allocator->release(crew);
}

void crew_offer(struct crew *crew) {
    do_here(crew);
}

bool crew_wait(struct crew *crew, uint64_t task) {
    assert(task < crew->offered);
    (void)task;
    return !was_stopped_here(crew);
}

bool crew_wait_all(struct crew *crew) {
    return !was_stopped_here(crew);
}

unsigned crew_processors(void) {
    return 1;
}

#else

static bool is_stopping(void *crew) {
    return atomic_load_explicit(&((struct crew *)crew)->stopping, memory_order_relaxed);
}

static void *work(void *pointer) {
    struct worker *worker = pointer;
    struct crew *crew = worker->crew;
    pthread_mutex_lock(&crew->mutex);
    while (!is_stopping(crew)) {
        if (crew->begun == crew->offered) {
            pthread_cond_wait(&crew->task_offered, &crew->mutex);
            continue;
        }
        worker->task = crew->begun++;
        worker->busy = true;
        pthread_mutex_unlock(&crew->mutex);
        crew->work(crew->context, worker->number, worker->task);
        pthread_mutex_lock(&crew->mutex);
        worker->busy = false;
        pthread_cond_signal(&crew->task_done);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

/* A thread starts with the signal mask of its maker. */
static void start_threads(struct crew *crew, unsigned threads) {
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return;
    for (unsigned i = 0; i < threads; i++) {
        struct worker *worker = crew->workers + i;
        *worker = (struct worker){.crew = crew, .number = i};
        worker->interruption = (struct interruption){.should_stop = is_stopping, .context = crew};
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
        crew->threads++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct crew *crew_new(const struct allocator *allocator, unsigned threads, crew_work *task,
                      void *context, struct interruption *interruption) {
    if (threads > crew_threads_max)
        threads = crew_threads_max;
    struct crew *crew =
        allocator->resize(NULL, sizeof *crew + (threads + 1) * sizeof *crew->workers);
    if (!crew)
        return NULL;
    *crew = (struct crew){
        .allocator = allocator, .work = task, .context = context, .interruption = interruption};
    atomic_init(&crew->stopping, false);
    if (pthread_mutex_init(&crew->mutex, NULL) != 0)
        goto no_mutex;
    if (pthread_cond_init(&crew->task_offered, NULL) != 0)
        goto no_task_offered;
    if (pthread_cond_init(&crew->task_done, NULL) != 0)
        goto no_task_done;
    start_threads(crew, threads);
    return crew;
no_task_done:
    pthread_cond_destroy(&crew->task_offered);
no_task_offered:
    pthread_mutex_destroy(&crew->mutex);
no_mutex:
    allocator->release(crew);
    return NULL;
}

void crew_free(struct crew *crew) {
    if (!crew)
        return;
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->stopping, true);
    pthread_cond_broadcast(&crew->task_offered);
    pthread_mutex_unlock(&crew->mutex);
    for (unsigned i = 0; i < crew->threads; i++)
        pthread_join(crew->workers[i].thread, NULL);
    pthread_cond_destroy(&crew->task_done);
    pthread_cond_destroy(&crew->task_offered);
    pthread_mutex_destroy(&crew->mutex);
    crew->allocator->release(crew);
}

void crew_offer(struct crew *crew) {
    if (crew->threads == 0) {
        do_here(crew);
        return;
    }
    pthread_mutex_lock(&crew->mutex);
    crew->offered++;
    pthread_cond_signal(&crew->task_offered);
    pthread_mutex_unlock(&crew->mutex);
}

/* Whether the tasks from `first` to `last` are done. */
static bool are_done(const struct crew *crew, uint64_t first, uint64_t last) {
    for (unsigned i = 0; i < crew->threads; i++) {
        const struct worker *worker = &crew->workers[i];
        if (worker->busy && worker->task >= first && worker->task <= last)
            return false;
    }
    return last < crew->begun;
}

/* Whether a task was done in time: the owner wants to look for an interrupt now and then. */
static bool wait_a_moment(struct crew *crew) {
    enum { nanoseconds = 50000000, second = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    if (until.tv_nsec >= second) {
        until.tv_nsec -= second;
        until.tv_sec++;
    }
    return pthread_cond_timedwait(&crew->task_done, &crew->mutex, &until) == 0;
}

static bool wait_for(struct crew *crew, uint64_t first, uint64_t last) {
    assert(last < crew->offered);
    if (crew->threads == 0)
        return !was_stopped_here(crew);
    /* Otherwise tasks that are always done in time would hide interrupts. */
    enum { steps_of_a_task = 1 << 16 };
    if (interruption_after(crew->interruption, steps_of_a_task))
        return false;
    bool stopped = false;
    pthread_mutex_lock(&crew->mutex);
    while (!stopped && !are_done(crew, first, last)) {
        if (wait_a_moment(crew))
            continue;
        pthread_mutex_unlock(&crew->mutex); /* workers need not wait for the answer */
        stopped = interruption_after(crew->interruption, interruption_interval);
        pthread_mutex_lock(&crew->mutex);
    }
    pthread_mutex_unlock(&crew->mutex);
    return !stopped;
}

bool crew_wait(struct crew *crew, uint64_t task) {
    return wait_for(crew, task, task);
}

bool crew_wait_all(struct crew *crew) {
    return crew->offered == 0 || wait_for(crew, 0, crew->offered - 1);
}

unsigned crew_processors(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (online < 1)
        return 1;
    return online < crew_threads_max ? (unsigned)online : crew_threads_max;
}

#endif
