/*
 * task_ring.h - threads that do numbered tasks, and their owner, who reads the results in order.
 *
 *   (1) Threads work a few tasks ahead of the owner, who offers tasks, waits for the first that is
 *       not read, reads what it found, and ends it. Tasks begin in the order of their numbers, from
 *       0, and may end in any order. The result is that of doing one task after another.
 *   (2) Tasks lie in places that are used in turn, and each worker has memory of its own. Both
 *       begin as zeroes. What a task leaves in its place stays for the next; the owner empties it.
 *   (3) A task that runs out of memory or is stopped returns false; reading it then fails. One that
 *       takes more than a few milliseconds asks its interruption whether to stop: when the ring is
 *       freed or, without threads, when the owner is interrupted.
 *   (4) Without threads, because none was wanted, none could be started, or the build has none
 *       (-DNEARDUP_WITHOUT_THREADS, and on Windows), a task is done when it is offered.
 *   (5) Only the thread that began the ring calls these functions. Signals are left to that thread.
 */
#pragma once

#include "allocator.h"
#include "interruption.h"

#if defined(_WIN32) && !defined(NEARDUP_WITHOUT_THREADS)
#define NEARDUP_WITHOUT_THREADS /* these are POSIX threads */
#endif

enum { task_threads_max = 256 };

/* Does a task. Returns false if memory runs out or `interruption` stops it. */
typedef bool task_ring_work(void *context, void *worker, void *task, uint64_t number,
                            struct interruption *interruption);

/* Releases the contents of the memory of a worker, or of a place. */
typedef void task_ring_release(void *memory, const struct allocator *allocator);

/* The owner sets the first part, zeroes the rest, and does not move it. */
struct task_ring {
    const struct allocator *allocator;
    task_ring_work *work;
    void *context;
    size_t worker_size, task_size;                    /* bytes */
    task_ring_release *worker_release, *task_release; /* or NULL */
    unsigned ahead; /* tasks for each worker, beside the one that is read; 0: four */

    struct task_threads *threads;      /* NULL: the owner does the tasks */
    struct interruption *interruption; /* of the owner */
    unsigned char *worker_memory, *places;
    unsigned char *states;         /* by place, what became of its task */
    unsigned workers;              /* that have memory; 0 before the ring begins */
    uint64_t window;               /* places */
    uint64_t offered, begun, read; /* tasks */
    bool reading;                  /* whether task number `read` is done */
};

/* A ring of tasks of one type and workers of another. The rest may be releases and `ahead`. */
#define TASK_RING(ALLOCATOR, WORK, CONTEXT, WORKER, TASK, ...) \
    ((struct task_ring){.allocator = (ALLOCATOR),              \
                        .work = (WORK),                        \
                        .context = (CONTEXT),                  \
                        .worker_size = sizeof(WORKER),         \
                        .task_size = sizeof(TASK),             \
                        __VA_ARGS__})

/*
 * Starts up to `threads` threads, at most task_threads_max. `interruption`, which may be NULL, is
 * asked by the owner's thread only. Returns false if memory runs out. Release in either case with
 * task_ring_free(), which accepts a ring of zeroes.
 */
bool task_ring_begin(struct task_ring *ring, unsigned threads, struct interruption *interruption);
void task_ring_free(struct task_ring *ring);

/* Ends the threads, and empties the places. The memory of the workers stays. */
void task_ring_stop(struct task_ring *ring);

/* The memory of a worker. The owner may use it while every task that was offered is read. */
static inline void *task_ring_worker(const struct task_ring *ring, unsigned worker) {
    assert(worker < ring->workers);
    return ring->worker_memory + worker * ring->worker_size;
}

/* Whether there is a place for another task. */
static inline bool task_ring_has_room(const struct task_ring *ring) {
    return ring->offered - ring->read < ring->window;
}

/* The place of the next task, which the owner fills before offering it. There must be room. */
void *task_ring_next(struct task_ring *ring);
void task_ring_offer(struct task_ring *ring);

/* Offers tasks that need no filling, while there is room and fewer than `end` are offered. */
void task_ring_offer_until(struct task_ring *ring, uint64_t end);

/*
 * Waits for the first task that is not read, which was offered, and returns its place, the same one
 * until task_ring_end(). Returns NULL if the task failed or the owner is interrupted.
 */
void *task_ring_read(struct task_ring *ring);
void task_ring_end(struct task_ring *ring);

/* What becomes of a question for the next result of all tasks: one, the end, or task_ring_read().
 */
enum task_results { task_results_one, task_results_end, task_results_failed };

/* The processors that are online, from 1 to task_threads_max. */
unsigned task_processors(void);
