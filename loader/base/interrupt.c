/* interrupt.c - see interrupt.h. */
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>   /* clock_gettime */
#include <unistd.h> /* pipe, write */

/* The handler runs in one thread and others read these: whoever sees `caught` sees its time. */
static atomic_int caught;
static _Atomic int64_t caught_at; /* in milliseconds */

enum { patience = 500 };

/* The handler writes into a pipe: poll() notices a signal that comes just before the wait, too. */
static int ends[2] = {-1, -1};

static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};

/* Milliseconds since some time in the past. A signal handler may ask. */
static int64_t now(void) {
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void note(int signal_number) {
    int error = errno;
    atomic_store(&caught_at, now());
    caught = signal_number;
    if (write(ends[1], "", 1) < 0)
        caught = signal_number; /* wakes no poll(), but interrupt_signal() tells */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], SIG_DFL);
    errno = error;
}

void interrupt_catch(void) {
    if (pipe(ends) != 0)
        ends[0] = ends[1] = -1;
    for (int i = 0; i < 2 && ends[i] >= 0; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        /*
         * A signal that the parent process ignores, as nohup does, stays ignored. System calls are
         * not restarted, because an interrupt must end open() on a pipe without a writer.
         */
        struct sigaction old, action = {.sa_handler = note};
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN)
            continue;
        sigaction(numbers[i], &action, NULL);
    }
}

int interrupt_signal(void) {
    return caught;
}

bool interrupt_overdue(void) {
    return caught && now() - atomic_load(&caught_at) >= patience;
}

void interrupt_renew(void) {
    atomic_store(&caught_at, now());
}

int interrupt_descriptor(void) {
    return ends[0];
}
