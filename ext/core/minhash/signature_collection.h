/*
 * signature_collection.h - the signatures of very many texts, of which those that several share are
 * to be found.
 *
 * Texts are hashed on all processors. Nothing larger than the cache is accessed at random: what is
 * to be compared is written to partitions by band and by the upper bits of the signature, in
 * memory or, beyond a limit, in a storage. shared_signatures.h reads them.
 *
 *   (1) The result depends on the texts and their ids only, not on threads, memory or order.
 *   (2) Equal texts count as one, that of the smallest id; the others are copies. Equality is that
 *       of a keyed hash of 128 bits: siphash.h.
 *   (3) Memory: settings.memory for signatures, but at least 64 bytes a thread and partition; two
 *       batches of texts a thread, of 256 KB or one text; and about 65 bytes for each copy.
 *       Storage: 9 to 10 bytes a signature if ids ascend.
 *   (4) No thread starts before 256 KB of texts or 4096 are there, and none is left after
 *       signature_collection_finish() or _free().
 */
#ifndef NEARDUP_SIGNATURE_COLLECTION_H
#define NEARDUP_SIGNATURE_COLLECTION_H

#include "../base/crew.h"
#include "../base/id_set.h"
#include "minhash.h"
#include "record_writer.h"

struct collection_settings {
    const struct allocator
        *allocator; /* for several threads at the same time, unless threads is 0 */
    struct minhash_parameters parameters;
    unsigned threads;                  /* 0: the caller's only */
    size_t memory;                     /* bytes for signatures in memory */
    const struct storage *storage;     /* NULL: memory is not bounded. Kept. */
    uint64_t key[2];                   /* of hashes, secret */
    struct interruption *interruption; /* of the caller's thread; may be NULL */
};

/* Each copy of a text, with the smallest id of that text; in the order of these two. */
struct copies {
    int64_t *firsts, *ids;
    size_t count;
};

struct signature_collection;

/* Returns NULL if memory runs out. Release with _free(), which accepts NULL. */
struct signature_collection *signature_collection_new(const struct collection_settings *settings);
void signature_collection_free(struct signature_collection *collection);

/* Adds a text. An error can also be that of an earlier text. A text without shingles is ignored. */
enum record_result signature_collection_add(struct signature_collection *collection, int64_t id,
                                            const char *utf8, size_t length);

/* Hashes what is left, and finds equal texts. Texts cannot be added afterwards. */
enum record_result signature_collection_finish(struct signature_collection *collection);

/* After _finish(): */
const struct copies *signature_collection_copies(const struct signature_collection *collection);
const struct id_set *signature_collection_copy_ids(const struct signature_collection *collection);
const struct collection_settings * /* threads: 0 if none was needed */
signature_collection_settings(const struct signature_collection *collection);

/* A writer for each worker; partition band * parts + part holds a part of the band's signatures. */
struct signature_partitions {
    const struct record_writer *const *writers;
    size_t writer_count;
    size_t parts;       /* of a band, in ascending order of signatures */
    unsigned part_bits; /* parts = 2^part_bits */
};
struct signature_partitions
signature_collection_partitions(const struct signature_collection *collection);

#endif
