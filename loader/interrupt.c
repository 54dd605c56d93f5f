/* interrupt.c - see interrupt.h. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h> /* NULL */

static volatile sig_atomic_t caught;

static void note(int signal_number) {
    caught = signal_number;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

/* A signal that the caller has set to be ignored, as nohup does, stays ignored. */
static void catch (int signal_number) {
    struct sigaction old, action = {.sa_handler = note, .sa_flags = SA_RESTART};
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
        return;
    sigaction(signal_number, &action, NULL);
}

void interrupt_catch(void) {
    catch (SIGINT);
    catch (SIGTERM);
}

int interrupt_signal(void) {
    return caught;
}
