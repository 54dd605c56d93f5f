/* core_minhash.h - MinHash: from shingles to signatures, and how likely signatures collide. */
#pragma once

/* clang-format off */
#include "minima.h"            /* the minimum of every hash function, by the fastest CPU path */
#include "wikiduper.h"         /* the hash functions and draws of the papers' program */
#include "minhash.h"           /* families of hash functions, draws, signatures */
#include "match_probability.h" /* exact probability that two texts share a signature */
#include "record_writer.h" /* records in partitions, in memory or a storage */
#include "record_groups.h" /* which records of a partition have the same key */
#include "signature_collection.h" /* the signatures of very many texts */
#include "shared_signatures.h" /* those that several texts share */
#include "signature_blob.h" /* a part of a collection as a blob, for another process */
/* clang-format on */
