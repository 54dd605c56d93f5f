/*
 * core_base.h - what everything in the core stands on; it knows nothing else.
 */
#ifndef NEARDUP_CORE_BASE_H
#define NEARDUP_CORE_BASE_H

#include "allocator.h"    /* where memory comes from */
#include "cpu.h"          /* what the running CPU can do */
#include "interruption.h" /* how long work is abandoned */
#include "mix.h"          /* the 64-bit mixer, and the random numbers built on it */
#include "radix_sort.h"   /* sorting integers in place */

#endif
