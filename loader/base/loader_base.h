/* loader_base.h - what all other folders of the loader build on, in dependency order. */
#pragma once

/* clang-format off */
#include "array.h"       /* arrays that grow */
#include "ascii.h"       /* classes of ASCII bytes, whatever the locale */
#include "words.h"       /* words in one string, and in hash tables */
#include "failure.h"     /* what went wrong, for the user to read */
#include "integer.h"     /* integers as files write them */
#include "interrupt.h"   /* Ctrl-C and SIGTERM */
#include "memory_bound.h" /* how much memory a load may take */
#include "fingerprint.h" /* whether two files have the same content */
#include "site.h"        /* what a dump says about its wiki: language and namespaces */
/* clang-format on */
