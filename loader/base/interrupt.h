/*
 * interrupt.h - Ctrl-C and SIGTERM. The first signal asks for a clean end; a second ends the
 * program at once.
 *
 * Code that waits for bytes, which may never come, also waits for the signal.
 */
#ifndef NEARDUP_INTERRUPT_H
#define NEARDUP_INTERRUPT_H

/* Begins to catch both signals. After the first one, the system handles them as usual. */
void interrupt_catch(void);

/* The signal that has come, or 0. */
int interrupt_signal(void);

/* A file descriptor on which poll() reports input once a signal has come; -1 if there is none. */
int interrupt_descriptor(void);

#endif
