/*
 * test_scheduler.c - the steps of a load with any number of threads and places. Each step is taken
 * once, in the order that scheduler.h promises, and any failure ends the run.
 *
 * Pieces and batches consist of numbered units. A batch may need several pieces, and a piece may
 * fill several batches. A batch knows its first and its last unit.
 */
#include "scheduler.h"
#include "test.h"

#include <pthread.h>
#include <sched.h> /* sched_yield */
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

enum { places_max = 5, threads_max = 8 };

enum step { step_read, step_unpack, step_add, step_cut, step_work, step_write, step_count };

static const char *const step_names[] = {"read", "unpack", "add", "cut", "work", "write"};

enum state { empty, taken, filled, finished };

struct piece_place {
    atomic_int state;
    int number;
};

struct batch_place {
    atomic_int state;
    int begin, end; /* units */
};

static struct job {
    int pieces;                   /* how many there are */
    int piece_units, batch_units; /* the most units of each */
    uint32_t seed;
    int naps; /* one step in this many sleeps for a moment */
    size_t bytes_max;
    int weight;             /* places hold 1 to this many bytes */
    atomic_int places_used; /* of both rings */
    atomic_int most_places_used;

    enum step bad_step; /* fails, or stops, at */
    int bad_call;       /* 0: nowhere */

    struct piece_place piece_places[places_max];
    struct batch_place batch_places[places_max];
    atomic_int calls[step_count], inside[step_count], most_inside[step_count];
    atomic_int wrong; /* promises broken */
    const char *what; /* the last one */
    pthread_t caller;

    int read, added; /* pieces so far */
    int available;   /* units added and not yet cut */
    bool told_end;
    int cut, written; /* units */
    bool in_batch;    /* it was begun and is not cut yet */
    int batches;      /* written */
} job;

static void promise(bool kept, const char *what) {
    if (kept)
        return;
    job.what = what;
    atomic_fetch_add(&job.wrong, 1);
}

/* A pseudo-random number that depends only on the arguments, not on the thread. */
static unsigned mixed(unsigned a, unsigned b) {
    uint64_t value = (uint64_t)job.seed << 40 ^ (uint64_t)a << 32 ^ b;
    value = (value ^ value >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 32) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)(value >> 33);
}

static int units_of_piece(int piece) {
    return (int)(mixed(1, (unsigned)piece) % (unsigned)(job.piece_units + 1));
}

static int units_of_batch(int begin) {
    return 1 + (int)(mixed(2, (unsigned)begin) % (unsigned)job.batch_units);
}

static int all_units(void) {
    int sum = 0;
    for (int i = 0; i < job.pieces; i++)
        sum += units_of_piece(i);
    return sum;
}

static void note_most(atomic_int *most, int now) {
    for (int before = atomic_load(most); now > before;)
        if (atomic_compare_exchange_weak(most, &before, now))
            return;
}

/* How many places are in use. Only steps that one thread takes at a time make it grow. */
static void use_place(void) {
    int used = atomic_fetch_add(&job.places_used, 1) + 1;
    note_most(&job.most_places_used, used);
}

static void leave_place(void) {
    atomic_fetch_sub(&job.places_used, 1);
}

static size_t weigh_piece(void *user, int place) {
    (void)user;
    return 1 + mixed(20, (unsigned)job.piece_places[place].number) % (unsigned)job.weight;
}

static size_t weigh_batch(void *user, int place) {
    (void)user;
    return 1 + mixed(21, (unsigned)job.batch_places[place].begin) % (unsigned)job.weight;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Begins a step; true if it is the one that fails. */
static bool begin_step(enum step step) {
    int call = atomic_fetch_add(&job.calls[step], 1) + 1;
    note_most(&job.most_inside[step], atomic_fetch_add(&job.inside[step], 1) + 1);
    unsigned nap = mixed(3 + step, (unsigned)call);
    if (nap % (unsigned)job.naps == 0) {
        struct timespec time = {0, (long)(nap / 16 % 200000)};
        nanosleep(&time, NULL);
    }
    return job.bad_call == call && job.bad_step == step;
}

static enum scheduler_result end_step(enum step step, bool bad, struct failure *failure) {
    atomic_fetch_sub(&job.inside[step], 1);
    if (!bad)
        return scheduler_done;
    fail(failure, "%s %d", step_names[step], job.bad_call);
    return scheduler_failed;
}

static enum scheduler_result read_piece(void *user, int place, struct failure *failure) {
    struct piece_place *piece = &job.piece_places[place];
    bool bad = begin_step(step_read);
    promise(user == &job, "user is passed on");
    promise(atomic_exchange(&piece->state, taken) == empty, "a piece is read into an empty place");
    bool end = job.read == job.pieces;
    if (!end)
        use_place();
    piece->number = job.read++;
    atomic_store(&piece->state, end ? empty : filled);
    enum scheduler_result result = end_step(step_read, bad, failure);
    return result == scheduler_done && end ? scheduler_end : result;
}

static enum scheduler_result unpack(void *user, int place, struct failure *failure) {
    (void)user;
    struct piece_place *piece = &job.piece_places[place];
    bool bad = begin_step(step_unpack);
    promise(atomic_exchange(&piece->state, taken) == filled, "a piece is unpacked once");
    atomic_store(&piece->state, finished);
    return end_step(step_unpack, bad, failure);
}

static void add(void *user, int place) {
    (void)user;
    begin_step(step_add);
    promise(atomic_load(&job.inside[step_cut]) == 0, "nothing is added during a cut");
    promise(!job.told_end, "nothing is added after the end");
    if (place < 0) {
        promise(job.added == job.pieces, "the end comes after all pieces");
        job.told_end = true;
    } else {
        struct piece_place *piece = &job.piece_places[place];
        promise(atomic_exchange(&piece->state, empty) == finished, "what is added was unpacked");
        promise(piece->number == job.added++, "pieces are added in order");
        leave_place();
        job.available += units_of_piece(piece->number);
    }
    atomic_fetch_sub(&job.inside[step_add], 1);
}

static enum scheduler_result cut(void *user, int place, struct failure *failure) {
    (void)user;
    struct batch_place *batch = &job.batch_places[place];
    bool bad = begin_step(step_cut);
    int before = atomic_exchange(&batch->state, taken);
    if (before == empty)
        use_place();
    promise(before == (job.in_batch ? taken : empty),
            "a batch is begun in an empty place, and continued in its own");
    job.in_batch = true;
    int wanted = units_of_batch(job.cut);
    enum scheduler_result result = end_step(step_cut, bad, failure);
    if (result == scheduler_failed)
        return result;
    if (job.available < wanted && !job.told_end)
        return scheduler_wants;
    if (job.available == 0) {
        atomic_store(&batch->state, empty);
        leave_place();
        return scheduler_end;
    }
    batch->begin = job.cut;
    job.cut += job.available < wanted ? job.available : wanted;
    job.available -= job.cut - batch->begin;
    batch->end = job.cut;
    job.in_batch = false;
    atomic_store(&batch->state, filled);
    return scheduler_done;
}

static enum scheduler_result work(void *user, int place, struct failure *failure) {
    (void)user;
    struct batch_place *batch = &job.batch_places[place];
    bool bad = begin_step(step_work);
    promise(atomic_exchange(&batch->state, taken) == filled, "a batch is worked on once");
    atomic_store(&batch->state, finished);
    return end_step(step_work, bad, failure);
}

/* Stops instead of failing if `bad_call` is negative. */
static enum scheduler_result write_batch(void *user, int place, struct failure *failure) {
    (void)user;
    struct batch_place *batch = &job.batch_places[place];
    bool bad = begin_step(step_write);
    promise(pthread_equal(pthread_self(), job.caller), "only the caller writes");
    promise(batch->begin == job.written, "batches are written in order");
    promise(atomic_exchange(&batch->state, empty) == finished, "what is written was worked on");
    job.written = batch->end;
    leave_place();
    job.batches++;
    enum scheduler_result result = end_step(step_write, bad, failure);
    return job.batches == -job.bad_call ? scheduler_stopped : result;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static const struct shape {
    int pieces, piece_units, batch_units;
} shapes[] = {
    {0, 1, 1}, {1, 1, 1}, {1, 9, 2}, {30, 1, 8}, {12, 12, 2}, {25, 3, 3}, {9, 0, 1},
};

enum { shape_count = sizeof shapes / sizeof *shapes };

/* Runs a new job with the bad_step and bad_call of the old one. */
static bool run_job(const struct shape *shape, int threads, int pieces, int batches,
                    struct failure *failure) {
    static uint32_t seed;
    enum step bad_step = job.bad_step;
    int bad_call = job.bad_call, weight = job.weight ? job.weight : 1;
    size_t bytes_max = job.bytes_max;
    memset(&job, 0, sizeof job);
    job.bad_step = bad_step;
    job.bad_call = bad_call;
    job.bytes_max = bytes_max;
    job.weight = weight;
    job.pieces = shape->pieces;
    job.piece_units = shape->piece_units;
    job.batch_units = shape->batch_units;
    job.seed = ++seed;
    job.naps = 4 + (int)(seed % 13);
    job.caller = pthread_self();
    const struct scheduler_steps steps = {&job,        pieces,        batches,     read_piece,
                                          unpack,      add,           cut,         work,
                                          write_batch, job.bytes_max, weigh_piece, weigh_batch};
    return scheduler_run(&steps, threads, failure);
}

static void note_parallel(int *most, enum step step) {
    int now = atomic_load(&job.most_inside[step]);
    *most = now > *most ? now : *most;
}

static void test_runs(void) {
    int unpacking = 0, working = 0;
    job.bad_call = 0;
    job.bytes_max = SIZE_MAX;
    for (int i = 0; i < threads_max * places_max * shape_count * 2; i++) {
        struct failure failure = {0};
        int threads = 1 + i % threads_max, pieces = 1 + i / threads_max % places_max;
        const struct shape *shape = &shapes[i / threads_max / places_max % shape_count];
        int batches = 1 + (pieces * 3 + i) % places_max;
        bool good = run_job(shape, threads, pieces, batches, &failure);
        CHECK(good && atomic_load(&job.wrong) == 0,
              "%d threads, %d and %d places, %d pieces of %d: '%s', broken: %s", threads, pieces,
              batches, shape->pieces, shape->piece_units, failure.message, job.what);
        CHECK(job.added == shape->pieces && job.told_end && job.written == all_units() &&
                  atomic_load(&job.calls[step_unpack]) == shape->pieces &&
                  atomic_load(&job.calls[step_work]) == job.batches,
              "%d threads: %d pieces of %d, %d units of %d", threads, job.added, shape->pieces,
              job.written, all_units());
        CHECK(atomic_load(&job.most_inside[step_read]) == 1 &&
                  atomic_load(&job.most_inside[step_cut]) == 1,
              "%d threads: one reads, one cuts", threads);
        note_parallel(&unpacking, step_unpack);
        note_parallel(&working, step_work);
    }
    CHECK(unpacking > 1 && working > 1, "%d unpack and %d work at a time", unpacking, working);
}

/* Each step fails at its first call, its second and so on. The run ends with that failure. */
static void test_failures(void) {
    static const enum step steps[] = {step_read, step_unpack, step_cut, step_work, step_write};
    static const int calls[] = {1, 2, 3, 6, 12};
    for (int i = 0; i < 5 * 5 * 4 * 3; i++) {
        struct failure failure = {0};
        char expected[32];
        int threads = 1 << i / 25 % 4, places = 1 + i / 100 * 2;
        job.bad_step = steps[i % 5];
        job.bad_call = calls[i / 5 % 5];
        bool good = run_job(&shapes[3 + i % 3], threads, places, places, &failure);
        bool due = atomic_load(&job.calls[job.bad_step]) >= job.bad_call;
        snprintf(expected, sizeof expected, "%s %d", step_names[job.bad_step], job.bad_call);
        CHECK(good == !due && strcmp(failure.message, due ? expected : "") == 0,
              "%d threads, %d places: expected '%s', found '%s'", threads, places, expected,
              failure.message);
        CHECK(atomic_load(&job.wrong) == 0, "%s, %d threads: broken: %s", expected, threads,
              job.what);
        for (int step = 0; step < step_count; step++)
            CHECK(atomic_load(&job.inside[step]) == 0, "%s: no step is still running", expected);
    }
}

/* After a stop no further batch is written, and that is not a failure. */
static void test_stopping(void) {
    for (int i = 0; i < 4 * 5 * 3; i++) {
        struct failure failure = {0};
        int threads = 1 << i % 4, places = 1 + i / 4 % 5, last = 1 + i / 20 * 3;
        job.bad_call = -last;
        bool good = run_job(&shapes[4], threads, places, places, &failure);
        CHECK(good && failure.message[0] == '\0' && job.batches == last,
              "%d threads, %d places: %d batches of %d, '%s'", threads, places, job.batches, last,
              failure.message);
        CHECK(atomic_load(&job.wrong) == 0, "%d threads: broken: %s", threads, job.what);
    }
    job.bad_call = 0;
}

/*
 * With few bytes allowed, everything is still done in the same order. The places in use are those
 * that hold these bytes, one more that was begun before their size was known, and the oldest of
 * either ring.
 */
static void test_bytes(void) {
    for (int i = 0; i < threads_max * 6 * shape_count; i++) {
        struct failure failure = {0};
        int threads = 1 + i % threads_max;
        const struct shape *shape = &shapes[i / threads_max / 6];
        job.bytes_max = (size_t)(i / threads_max % 6);
        job.weight = 1 + i % 3 * 4;
        bool good = run_job(shape, threads, places_max, places_max, &failure);
        CHECK(good && atomic_load(&job.wrong) == 0 && job.written == all_units() &&
                  job.added == shape->pieces && job.told_end,
              "%d threads, %zu bytes: %d of %d units, broken: %s", threads, job.bytes_max,
              job.written, all_units(), job.what);
        CHECK(atomic_load(&job.most_places_used) <= (int)job.bytes_max + 2,
              "%d threads, %zu bytes: %d places used", threads, job.bytes_max,
              atomic_load(&job.most_places_used));
    }
    job.weight = 1;
    job.bytes_max = SIZE_MAX;
}

/* ---- A free place is used -------------------------------------------------------------------- */

static atomic_int read_so_far;
static int wanted_meanwhile;
static bool came;

static enum scheduler_result read_two(void *user, int piece, struct failure *failure) {
    (void)user, (void)piece, (void)failure;
    return atomic_fetch_add(&read_so_far, 1) < 2 ? scheduler_done : scheduler_end;
}

static enum scheduler_result unpack_nothing(void *user, int piece, struct failure *failure) {
    (void)user, (void)piece, (void)failure;
    return scheduler_done;
}

/* The linker calls these in place of pthread_cond_wait(), and that. */
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __real_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);

static atomic_int waits_begun;
static int waits_before; /* when the piece was weighed */

/* The mutex is locked until the thread waits. */
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    atomic_fetch_add(&waits_begun, 1);
    return __real_pthread_cond_wait(condition, mutex);
}

/*
 * Called with the mutex locked, by the thread that adds this piece next, after it has woken the
 * other one.
 */
static size_t note_waits(void *user, int place) {
    (void)user, (void)place;
    waits_before = atomic_load(&waits_begun);
    return 0;
}

/* Waits until the other thread has found no free place and waits, too. */
static void note_piece(void *user, int piece) {
    (void)user;
    while (piece >= 0 && atomic_load(&waits_begun) == waits_before)
        sched_yield();
    wanted_meanwhile = piece >= 0 ? atomic_load(&read_so_far) + 1 : 0;
}

/* Waits, at most for a second, until the next piece is read. */
static enum scheduler_result cut_slowly(void *user, int batch, struct failure *failure) {
    (void)user, (void)batch, (void)failure;
    const struct timespec moment = {0, 1000000};
    if (wanted_meanwhile == 2)
        for (int i = 0; i < 1000 && !came; i++) {
            nanosleep(&moment, NULL);
            came = atomic_load(&read_so_far) >= 2;
        }
    return atomic_load(&read_so_far) > 2 ? scheduler_end : scheduler_wants;
}

static enum scheduler_result write_nothing(void *user, int batch, struct failure *failure) {
    (void)user, (void)batch, (void)failure;
    return scheduler_done;
}

static size_t weigh_nothing(void *user, int place) {
    (void)user, (void)place;
    return 0;
}

static void test_reading_during_a_cut(void) {
    struct failure failure;
    const struct scheduler_steps steps = {NULL,           1,          1,          read_two,
                                          unpack_nothing, note_piece, cut_slowly, unpack_nothing,
                                          write_nothing,  SIZE_MAX,   note_waits, weigh_nothing};
    CHECK(scheduler_run(&steps, 2, &failure) && came, "with one place, which the cut has emptied");
}

int main(void) {
    alarm(120); /* a deadlock ends the test */
    RUN_TESTS(test_runs, test_failures, test_stopping, test_bytes, test_reading_during_a_cut);
    return test_end("loader/test_scheduler");
}
