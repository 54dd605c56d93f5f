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

#ifdef NEARDUP_WITHOUT_THREADS

unsigned crew_processors(void) {
    return 1;
}

static bool begin_threads(struct crew *crew, unsigned threads) {
    (void)crew, (void)threads;
    return true;
}

static void end_threads(struct crew *crew) {
    (void)crew;
}

static void offer_to_threads(struct crew *crew) {
    (void)crew;
}

static bool wait_for_threads(struct crew *crew, uint64_t task) {
    (void)crew, (void)task;
    return true;
}

#else

unsigned crew_processors(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online < crew_threads_max ? (unsigned)online : crew_threads_max;
}

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

/* As many as can be started. A thread starts with the signal mask of its maker. */
static bool begin_threads(struct crew *crew, unsigned threads) {
    sigset_t all, before;
    atomic_init(&crew->stopping, false);
    if (pthread_mutex_init(&crew->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&crew->task_offered, NULL) != 0)
        goto no_task_offered;
    if (pthread_cond_init(&crew->task_done, NULL) != 0)
        goto no_task_done;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return true;
    while (crew->threads < threads) {
        struct worker *worker = crew->workers + crew->threads;
        *worker = (struct worker){.crew = crew, .number = crew->threads};
        worker->interruption = (struct interruption){.should_stop = is_stopping, .context = crew};
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
        crew->threads++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return true;
no_task_done:
    pthread_cond_destroy(&crew->task_offered);
no_task_offered:
    pthread_mutex_destroy(&crew->mutex);
    return false;
}

static void end_threads(struct crew *crew) {
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->stopping, true);
    pthread_cond_broadcast(&crew->task_offered);
    pthread_mutex_unlock(&crew->mutex);
    for (unsigned i = 0; i < crew->threads; i++)
        pthread_join(crew->workers[i].thread, NULL);
    pthread_cond_destroy(&crew->task_done);
    pthread_cond_destroy(&crew->task_offered);
    pthread_mutex_destroy(&crew->mutex);
}

static void offer_to_threads(struct crew *crew) {
    pthread_mutex_lock(&crew->mutex);
    crew->offered++;
    pthread_cond_signal(&crew->task_offered);
    pthread_mutex_unlock(&crew->mutex);
}

static bool is_done(const struct crew *crew, uint64_t task) {
    for (unsigned i = 0; i < crew->threads; i++)
        if (crew->workers[i].busy && crew->workers[i].task == task)
            return false;
    return task < crew->begun;
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

static bool wait_for_threads(struct crew *crew, uint64_t task) {
    /* Otherwise tasks that are always done in time would hide interrupts. */
    enum { steps_of_a_task = 1 << 16 };
    bool stopped = interruption_after(crew->interruption, steps_of_a_task);
    pthread_mutex_lock(&crew->mutex);
    while (!stopped && !is_done(crew, task)) {
        if (wait_a_moment(crew))
            continue;
        pthread_mutex_unlock(&crew->mutex); /* workers need not wait for the answer */
        stopped = interruption_after(crew->interruption, interruption_interval);
        pthread_mutex_lock(&crew->mutex);
    }
    pthread_mutex_unlock(&crew->mutex);
    return !stopped;
}

#endif

struct crew *crew_new(const struct allocator *allocator, unsigned threads, crew_work *task,
                      void *context, struct interruption *interruption) {
    assert(task);
    threads = threads < crew_threads_max ? threads : crew_threads_max;
    struct crew *crew =
        allocator->resize(NULL, sizeof *crew + (threads + 1) * sizeof *crew->workers);
    if (!crew)
        return NULL;
    *crew = (struct crew){
        .allocator = allocator, .work = task, .context = context, .interruption = interruption};
    if (begin_threads(crew, threads))
        return crew;
    allocator->release(crew);
    return NULL;
}

void crew_free(struct crew *crew) {
    if (!crew)
        return;
    end_threads(crew);
    crew->allocator->release(crew);
}

void crew_offer(struct crew *crew) {
    if (crew->threads > 0)
        offer_to_threads(crew);
    else
        crew->work(crew->context, 0, crew->offered++);
}

bool crew_wait(struct crew *crew, uint64_t task) {
    assert(task < crew->offered);
    if (crew->threads > 0)
        return wait_for_threads(crew, task);
    /* Tasks done here count their steps themselves, but there can be very many small ones. */
    enum { steps_between_tasks = 1 << 10 };
    struct interruption *interruption = crew->interruption;
    return !interruption ||
           !(interruption->stopped || interruption_after(interruption, steps_between_tasks));
}
