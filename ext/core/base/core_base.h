/* core_base.h - the foundation of the core: memory, interruption, random bits, sorting, threads. */
#pragma once

/* clang-format off */
#include "allocator.h"    /* the only source of memory */
#include "byte_chain.h"   /* bytes that stay where they are */
#include "interruption.h" /* how long-running work is stopped */
#include "cpu.h"          /* instruction sets of the running CPU, and what it does with bits */
#include "mix.h"          /* the 64-bit mixer, and random numbers from a seed */
#include "little_endian.h" /* integers in blobs */
#include "varint.h"       /* the same in as few bytes as they need */
#include "binary_search.h" /* of a sorted array */
#include "siphash.h"       /* a keyed hash of bytes */
#include "radix_sort.h"   /* sorting integers in place */
#include "merge_sort.h"   /* sorting numbers by what they stand for */
#include "id_set.h"       /* a set of integers */
#include "storage.h"      /* for what does not fit in memory */
#include "task_ring.h"    /* threads that do tasks, whose results are read in order */
/* clang-format on */
