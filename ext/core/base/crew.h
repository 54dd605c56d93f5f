/*
 * crew.h - threads that do numbered tasks while their owner goes on with something else.
 *
 *   (1) The owner offers tasks, which are numbered from 0. Each is done once. They begin in the
 *       order of their numbers and may end in any order, so a result depends on the number only.
 *   (2) crew_wait() returns when a task is done. What the task wrote can then be read.
 *   (3) Without threads, because none was wanted, none could be started, or the build has none
 *       (-DNEARDUP_WITHOUT_THREADS, and on Windows), crew_offer() does the task before it returns.
 *   (4) A task cannot fail: it records what went wrong where its results belong. A task that takes
 *       more than a few milliseconds asks crew_interruption() whether to stop.
 *   (5) After crew_free() no thread is left. Tasks that did not begin are dropped.
 *   (6) Only the thread that made the crew calls these functions. Signals are left to that thread.
 */
#pragma once

#include "allocator.h"
#include "interruption.h"

#if defined(_WIN32) && !defined(NEARDUP_WITHOUT_THREADS)
#define NEARDUP_WITHOUT_THREADS /* these are POSIX threads */
#endif

enum { crew_threads_max = 256 };

/* Does task number `task` as worker number `worker`, 0 <= worker < crew_workers(). */
typedef void crew_work(void *context, unsigned worker, uint64_t task);

struct crew;

/*
 * Starts up to `threads` threads, at most crew_threads_max, that call `work`. `interruption`, which
 * may be NULL, stops crew_wait(); it is asked by the owner's thread only. Returns NULL if memory
 * runs out. Release with crew_free(), which accepts NULL.
 */
struct crew *crew_new(const struct allocator *allocator, unsigned threads, crew_work *work,
                      void *context, struct interruption *interruption);
void crew_free(struct crew *crew);

/* How many workers can be at work at the same time: the threads that started, or 1 if none did. */
unsigned crew_workers(const struct crew *crew);

/* Offers the next task. */
void crew_offer(struct crew *crew);

/* Waits until `task`, which was offered, is done. Returns false if interrupted. */
bool crew_wait(struct crew *crew, uint64_t task);

/* For the tasks of a worker: stops them when the crew is freed or, without threads, interrupted. */
struct interruption *crew_interruption(struct crew *crew, unsigned worker);

/* The processors that are online, from 1 to crew_threads_max. */
unsigned crew_processors(void);
