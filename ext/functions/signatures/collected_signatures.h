/*
 * collected_signatures.h - what collect_signatures() and collect_signature_parts() make, and
 * signature_copies(), shared_signatures() and signature_parts() read.
 */
#ifndef NEARDUP_COLLECTED_SIGNATURES_H
#define NEARDUP_COLLECTED_SIGNATURES_H

#include "../collection.h"
#include "../temporary_storage.h"

/* What became of the texts of the rows. */
enum text_fate { text_collected, text_empty, text_shorter, text_longer, text_fates };

struct collected_signatures {
    struct collection base;
    struct signature_collection *collection; /* NULL without rows */
    uint32_t parts;                          /* of the blobs that it was made of; or 0 */
    uint64_t counted[text_fates];
    struct temporary_storage file;
};

/* The calls of a collection, which both aggregates share. */
bool collected_signatures_begin(struct call *call, void *collected);
void collected_signatures_final(struct call *call, void *collected);
void collected_signatures_release(void *collected);
size_t collected_signatures_counts(const void *collected, struct collection_count *counts);

#endif
