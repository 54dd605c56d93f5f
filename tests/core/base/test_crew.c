/* test_crew.c - each task is done once, whatever the number of threads; none is left at the end. */
#include "base/crew.h"
#include "failing_threads.h"
#include "faulty_memory.h"
#include "test.h"

#include <time.h>

enum { tasks = 3000, window = 20 };

static struct {
    struct crew *crew;
    unsigned done[tasks]; /* how often */
    uint64_t result[tasks];
    bool wrong_worker;
} job;

static void work(void *context, unsigned worker, uint64_t task) {
    (void)context;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < task % 100 * 50; i++)
        sum += i * task;
    if (job.crew && worker >= crew_workers(job.crew))
        job.wrong_worker = true;
    job.result[task] = sum;
    job.done[task]++;
}

/* Offers all tasks, at most `window` ahead of the one that is waited for. */
static void try_all(unsigned threads, unsigned expected) {
    job.wrong_worker = false;
    for (size_t i = 0; i < tasks; i++)
        job.done[i] = 0;
    job.crew = NULL;
    struct crew *crew = crew_new(memory, threads, work, NULL, NULL);
    job.crew = crew;
    CHECK(crew, "%u threads", threads);
    CHECK(crew_workers(crew) == (expected > 0 ? expected : 1), "%u of %u", crew_workers(crew),
          expected);
    bool right = true;
    for (uint64_t next = 0, waited = 0; waited < tasks; waited++) {
        for (; next < tasks && next < waited + window; next++)
            crew_offer(crew);
        CHECK(crew_wait(crew, waited), "task %lu", (unsigned long)waited);
        uint64_t n = waited % 100 * 50;
        right &= job.done[waited] == 1 && job.result[waited] == (n ? n * (n - 1) / 2 * waited : 0);
    }
    CHECK(right && !job.wrong_worker, "%u threads", threads);
    crew_free(crew);
}

/* A task that never ends by itself. */
static void wait_for_stop(void *context, unsigned worker, uint64_t task) {
    (void)task;
    struct crew **crew = context;
    struct interruption *interruption = crew_interruption(*crew, worker);
    while (!interruption_after(interruption, interruption_interval / 64))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static bool at_third_question(void *context) {
    int *questions = context;
    return ++*questions >= 3;
}

static void test_interrupts(unsigned threads) {
    int questions = 0;
    struct interruption interruption = {.should_stop = at_third_question, .context = &questions};
    struct crew *crew = NULL;
    crew = crew_new(memory, threads, wait_for_stop, &crew, &interruption);
    for (int i = 0; i < 5; i++)
        crew_offer(crew);
    CHECK(!crew_wait(crew, 0), "%u threads", threads);
    CHECK(interruption.stopped, "%u threads", threads);
    crew_free(crew);
}

/* Tasks that are begun when the crew is freed end; others are dropped. */
static void test_free_early(unsigned threads) {
    struct crew *crew = NULL;
    crew = crew_new(memory, threads, wait_for_stop, &crew, NULL);
    for (int i = 0; i < 5; i++)
        crew_offer(crew);
    crew_free(crew);
    CHECK(true, "came here");
}

int main(void) {
    const unsigned counts[] = {0, 1, 2, 3, 8, 33};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        try_all(counts[i], counts[i]);
    for (unsigned fail_at = 0; fail_at < 4; fail_at++) {
        starts = 0;
        starts_fail_at = fail_at;
        try_all(4, fail_at);
    }
    starts_fail_at = UINT32_MAX;
    test_interrupts(0);
    test_interrupts(1);
    test_interrupts(4);
    test_free_early(1);
    test_free_early(4);
    faulty_begin(1, true);
    CHECK(!crew_new(memory, 2, work, NULL, NULL), "without memory");
    crew_free(NULL);
    CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
    CHECK(crew_processors() >= 1 && crew_processors() <= crew_threads_max, "%u", crew_processors());
    test_figure(threads_begun, "threads started");
    return test_end("core/test_crew");
}
