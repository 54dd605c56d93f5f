/* task_ring.c - see task_ring.h. */
#include "task_ring.h"

static size_t place_of(const struct task_ring *ring, uint64_t number) {
    return (size_t)(number % ring->window);
}

static void work(void *context, unsigned worker, uint64_t number) {
    struct task_ring *ring = context;
    size_t place = place_of(ring, number);
    ring->failed[place] = !ring->work(ring->context, task_ring_worker(ring, worker),
                                      ring->places + place * ring->task_size, number,
                                      crew_interruption(ring->crew, worker));
}

bool task_ring_begin(struct task_ring *ring, unsigned threads, struct interruption *interruption) {
    enum { ahead_default = 4 };
    assert(ring->work && ring->worker_size > 0 && ring->task_size > 0 && !ring->crew);
    ring->crew = crew_new(ring->allocator, threads, work, ring, interruption);
    if (!ring->crew)
        return false;
    unsigned workers = crew_workers(ring->crew);
    uint64_t window =
        threads > 0 ? (uint64_t)workers * (ring->ahead ? ring->ahead : ahead_default) : 1;
    ring->worker_memory = allocator_zeroes(ring->allocator, workers, ring->worker_size);
    if (!ring->worker_memory)
        return false;
    ring->workers = workers;
    ring->failed = allocator_zeroes(ring->allocator, (size_t)window, sizeof *ring->failed);
    ring->places = allocator_zeroes(ring->allocator, (size_t)window, ring->task_size);
    if (!ring->failed || !ring->places)
        return false;
    ring->window = window;
    return true;
}

void task_ring_stop(struct task_ring *ring) {
    crew_free(ring->crew); /* first: its threads use the rest */
    ring->crew = NULL;
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
    RELEASE(ring->allocator, ring->worker_memory, ring->failed, ring->places);
    *ring = (struct task_ring){0};
}

void *task_ring_next(struct task_ring *ring) {
    assert(task_ring_has_room(ring));
    return ring->places + place_of(ring, ring->offered) * ring->task_size;
}

void task_ring_offer(struct task_ring *ring) {
    assert(task_ring_has_room(ring));
    ring->offered++;
    crew_offer(ring->crew);
}

void task_ring_offer_until(struct task_ring *ring, uint64_t end) {
    while (ring->offered < end && task_ring_has_room(ring))
        task_ring_offer(ring);
}

void *task_ring_read(struct task_ring *ring) {
    assert(ring->read < ring->offered);
    size_t place = place_of(ring, ring->read);
    if (!ring->reading && (!crew_wait(ring->crew, ring->read) || ring->failed[place]))
        return NULL;
    ring->reading = true;
    return ring->places + place * ring->task_size;
}

void task_ring_end(struct task_ring *ring) {
    assert(ring->reading);
    ring->reading = false;
    ring->read++;
}
