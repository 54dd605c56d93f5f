/* test_task_ring.c - each task is done once, whatever the number of threads; none is left at the
 * end. */
#include "base/task_ring.h"
#include "failing_threads.h"
#include "faulty_memory.h"
#include "test.h"

enum { tasks = 3000 };

static unsigned done[tasks]; /* how often */

static bool work(void *context, void *worker, void *task, uint64_t number,
                 struct interruption *interruption) {
    (void)interruption;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < number % 100 * 50; i++)
        sum += i * number;
    *(uint64_t *)task = sum;
    ++*(uint64_t *)worker;
    done[number]++;
    return number != *(const uint64_t *)context;
}

static struct task_ring ring_of(task_ring_work *task, void *context) {
    return (struct task_ring){.allocator = memory,
                              .work = task,
                              .context = context,
                              .worker_size = sizeof(uint64_t),
                              .task_size = sizeof(uint64_t)};
}

/* Offers as many tasks as there is room for, and reads all up to one that fails. */
static void try_all(unsigned threads, unsigned expected, uint64_t failing) {
    for (size_t i = 0; i < tasks; i++)
        done[i] = 0;
    struct task_ring ring = ring_of(work, &failing);
    CHECK(task_ring_begin(&ring, threads, NULL), "%u threads", threads);
    CHECK(ring.workers == (expected > 0 ? expected : 1), "%u of %u", ring.workers, expected);
    bool right = true;
    for (uint64_t read = 0, n; read < tasks && read < failing; read++) {
        task_ring_offer_until(&ring, tasks);
        const uint64_t *sum = task_ring_read(&ring);
        CHECK(sum && sum == task_ring_read(&ring), "task %lu", (unsigned long)read);
        n = read % 100 * 50;
        right &= done[read] == 1 && *sum == (n ? n * (n - 1) / 2 * read : 0);
        task_ring_end(&ring);
    }
    CHECK(right, "%u threads", threads);
    uint64_t by_workers = 0;
    for (unsigned i = 0; i < ring.workers && failing > tasks; i++)
        by_workers += *(uint64_t *)task_ring_worker(&ring, i);
    CHECK(failing < tasks || by_workers == tasks, "%lu tasks", (unsigned long)by_workers);
    if (failing < tasks) {
        task_ring_offer_until(&ring, tasks);
        CHECK(!task_ring_read(&ring), "%u threads: a task failed", threads);
    }
    task_ring_free(&ring);
}

/* A task that never ends by itself. */
static bool wait_for_stop(void *context, void *worker, void *task, uint64_t number,
                          struct interruption *interruption) {
    (void)context, (void)worker, (void)task, (void)number;
    while (!interruption_after(interruption, interruption_interval / 64))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    return false;
}

static bool at_third_question(void *context) {
    int *questions = context;
    return ++*questions >= 3;
}

static void test_interrupts(unsigned threads) {
    int questions = 0;
    struct interruption interruption = {.should_stop = at_third_question, .context = &questions};
    struct task_ring ring = ring_of(wait_for_stop, NULL);
    CHECK(task_ring_begin(&ring, threads, &interruption), "%u threads", threads);
    task_ring_offer_until(&ring, 5);
    CHECK(!task_ring_read(&ring), "%u threads", threads);
    CHECK(interruption.stopped, "%u threads", threads);
    task_ring_free(&ring);
}

/* Tasks that are begun when the ring is freed end; others are dropped. */
static void test_free_early(unsigned threads) {
    struct task_ring ring = ring_of(wait_for_stop, NULL);
    CHECK(task_ring_begin(&ring, threads, NULL), "%u threads", threads);
    task_ring_offer_until(&ring, 5);
    task_ring_free(&ring);
}

int main(void) {
    const unsigned counts[] = {0, 1, 2, 3, 8, 33};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        try_all(counts[i], counts[i], UINT64_MAX);
        try_all(counts[i], counts[i], 70);
    }
    for (unsigned fail_at = 0; fail_at < 4; fail_at++) {
        starts = 0;
        starts_fail_at = fail_at;
        try_all(4, fail_at, UINT64_MAX);
    }
    starts_fail_at = UINT32_MAX;
    test_interrupts(0);
    test_interrupts(1);
    test_interrupts(4);
    test_free_early(1);
    test_free_early(4);
    for (unsigned allocation = 1; allocation <= 4; allocation++) {
        struct task_ring ring = ring_of(work, NULL);
        faulty_begin(allocation, true);
        CHECK(!task_ring_begin(&ring, 2, NULL), "without memory");
        task_ring_free(&ring);
        CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
    }
    CHECK(task_processors() >= 1 && task_processors() <= task_threads_max, "%u", task_processors());
    test_figure(threads_begun, "threads started");
    return test_end("core/test_task_ring");
}
