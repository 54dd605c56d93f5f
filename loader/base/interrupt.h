/*
 * interrupt.h - Ctrl-C, and SIGTERM: the first asks for a clean end, the second ends at once.
 *
 * Whoever waits for bytes that may never come waits for the signal as well.
 */
#ifndef NEARDUP_INTERRUPT_H
#define NEARDUP_INTERRUPT_H

/* From now on both signals are noted; a second one of either is left to the system. */
void interrupt_catch(void);

/* The signal that came, or 0. */
int interrupt_signal(void);

/* Can be read from, as poll() means it, once a signal has come; -1 where there is no such thing. */
int interrupt_descriptor(void);

#endif
