/*
 * loader_base.h - what everything in the loader stands on.
 */
#ifndef NEARDUP_LOADER_BASE_H
#define NEARDUP_LOADER_BASE_H

#include "array.h"       /* arrays that grow */
#include "ascii.h"       /* what a byte is, without asking the locale */
#include "failure.h"     /* what went wrong, in words for the person at the keyboard */
#include "fingerprint.h" /* whether a file still is the one it was */
#include "integer.h"     /* an integer as files write it */
#include "interrupt.h"   /* Ctrl-C and SIGTERM */
#include "site.h"        /* what a dump says about its wiki: language and namespaces */
#include "word_hash.h"   /* the hash tables that data_files.awk generates */

#endif
