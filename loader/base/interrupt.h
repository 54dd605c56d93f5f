/*
 * interrupt.h - Ctrl-C, SIGTERM, and SIGHUP of a terminal that is closed. The first signal asks for
 * a clean end; a second ends the program at once.
 *
 * Code that waits for bytes, which may never come, also waits for the signal. The clean end
 * completes the pages that are being read; a hostile one may take a minute. So every loop over
 * input that can take long asks interrupt_overdue(), which is cheap, and stops early: what it
 * returns then is incomplete, and the load, which asks after it, throws it away.
 */
#pragma once

#include <stdbool.h>

/* Begins to catch these signals. After the first one, the system handles them as usual. */
void interrupt_catch(void);

/* The signal that has come, or 0. */
int interrupt_signal(void);

/* Whether a signal came half a second ago or earlier, until interrupt_renew(). In any thread. */
bool interrupt_overdue(void);

/* Counts the half second from now, if a signal has come: another load begins. */
void interrupt_renew(void);

/* A file descriptor on which poll() reports input once a signal has come; -1 if there is none. */
int interrupt_descriptor(void);
