/*
 * shared_signatures.h - reads which texts of a signature_collection share a signature.
 *
 * Rows come in the order of band, signature and id, made on all processors a few partitions ahead.
 *
 *   (1) Bands are 1, 2, ... A signature has rows if two or more different texts share it. Copies
 *       have none: see collection->copies.
 *   (2) Several readers may read one collection. The collection must outlive them.
 */
#pragma once

#include "signature_collection.h"

struct shared_signature {
    uint32_t band;
    int64_t signature, id;
};

struct shared_signatures;

/* Returns NULL if memory runs out. `interruption` may be NULL. Release with _free(). */
struct shared_signatures *shared_signatures_new(const struct signature_collection *collection,
                                                struct interruption *interruption);
void shared_signatures_free(struct shared_signatures *reader);

/* Reads the next row. At the end, *end becomes true and there is none. */
enum record_result shared_signatures_next(struct shared_signatures *reader,
                                          struct shared_signature *row, bool *end);
