/*
 * signature_collection.h - the signatures of very many texts, to find those that several share.
 *
 * Nothing larger than the cache is accessed at random: what is to be compared is written to
 * partitions by band and by the upper bits of the signature, in memory or, beyond a limit, in a
 * storage. shared_signatures.h reads them. Each of several threads can have a part of the texts, a
 * collection of its own, which are then joined.
 *
 *   (1) The result depends on the texts and their ids only, not on threads, memory or order.
 *   (2) Equal texts count as one, that of the smallest id; the others are copies. Equality is that
 *       of a keyed hash of 128 bits: siphash.h.
 *   (3) Memory: settings.memory for signatures, but at least 64 bytes a partition, and about 65
 *       bytes for each copy. Storage: 9 to 10 bytes a signature if ids ascend.
 *   (4) Threads find copies of 4096 texts or more, until signature_collection_finish() or _free().
 *   (5) With settings.with_texts, each signature comes with the first word of its text's hash, and
 *       there are 512 partitions or more: several processes can then exchange what they have
 *       collected, see signature_blob.h. Storage: 8 bytes a signature more.
 */
#pragma once

#include "../base/id_set.h"
#include "../base/task_ring.h"
#include "minhash.h"
#include "record_writer.h"

struct collection_settings {
    const struct allocator
        *allocator; /* for several threads at the same time, unless threads is 0 */
    struct minhash_parameters parameters;
    unsigned threads;                  /* to find copies and, later, what is shared; 0: none */
    size_t memory;                     /* bytes for signatures in memory */
    const struct storage *storage;     /* NULL: memory is not bounded. Kept. */
    uint64_t key[2];                   /* of hashes, secret */
    bool with_texts;                   /* whether parts of the collection can be exchanged: (5) */
    struct interruption *interruption; /* of the caller's thread; may be NULL */
};

/* Each copy of a text, with the smallest id of that text; in the order of these two. */
struct copies {
    int64_t *firsts, *ids;
    size_t count;
};

/* Hashes texts, and writes their signatures. */
struct collector {
    struct record_writer writer;
    struct minhash_workspace workspace;
    uint64_t signatures[minhash_bands_max];
};

/* To be read by others after _finish(). */
struct signature_collection {
    struct collection_settings settings; /* threads: 0 if none was needed */
    struct copies copies;
    struct id_set copy_ids; /* of the copies; with_texts: empty */
    uint64_t key_digest[2]; /* tells whether keys are equal, without telling the key */
    /*
     * That of the collector, and those of the parts that were joined. Partition band * 2^part_bits
     * + part, of all, holds a part of the band's signatures, whose upper bits tell it. The band
     * after the last holds the hashes of texts, with two words a record; with_texts all records
     * have two.
     */
    const struct record_writer **writers;
    size_t writer_count, writer_capacity;
    unsigned part_bits;
    size_t partitions;

    struct minhash_family *family; /* NULL in a collection of records */
    struct collector collector;
    uint64_t texts;            /* that were added */
    struct task_ring ring;     /* that finds copies */
    enum record_result result; /* sticky */
    bool finished;
};

/* Returns NULL if memory runs out. Release with _free(), which accepts NULL. */
struct signature_collection *signature_collection_new(const struct collection_settings *settings);
void signature_collection_free(struct signature_collection *collection);

/* Adds a text. A text without shingles is ignored. Errors are sticky. */
enum record_result signature_collection_add(struct signature_collection *collection, int64_t id,
                                            const char *utf8, size_t length);

/*
 * Joins a part, which is not finished and has the same settings but for threads, memory and
 * storage. It must live as long, and nothing is added to it any more.
 */
enum record_result signature_collection_join(struct signature_collection *collection,
                                             const struct signature_collection *part);

/*
 * A collection of records that others have made, with the same settings, of which threads and key
 * do not matter; with_texts must be true. `key_digest` is theirs. No texts can be added to it. NULL
 * if memory runs out.
 */
struct signature_collection *
signature_collection_of_records(const struct collection_settings *settings,
                                const uint64_t key_digest[2]);

/* Adds a record of two words to it, which must belong to this partition. */
enum record_result signature_collection_add_record(struct signature_collection *collection,
                                                   size_t partition, const uint64_t words[2],
                                                   int64_t id);

/* Hashes the remaining texts, and finds equal ones. Nothing can be added afterwards. */
enum record_result signature_collection_finish(struct signature_collection *collection);

/* The part of a band where records with this first word are: its upper bits, signed ones first. */
static inline size_t signature_part_of_band(uint64_t word, unsigned part_bits) {
    return part_bits == 0 ? 0 : (size_t)((word ^ UINT64_C(1) << 63) >> (64 - part_bits));
}
