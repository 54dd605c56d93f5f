/*
 * interrupt.h - Ctrl-C, and SIGTERM: the first asks for a clean end, the second ends at once.
 */
#ifndef NEARDUP_INTERRUPT_H
#define NEARDUP_INTERRUPT_H

/* From now on both signals are noted; a second one of either is left to the system. */
void interrupt_catch(void);

/* The signal that came, or 0. */
int interrupt_signal(void);

#endif
