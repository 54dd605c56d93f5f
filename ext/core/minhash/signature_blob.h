/*
 * signature_blob.h - parts of a signature_collection as blobs, which other processes put together.
 *
 * Several processes collect the signatures of some texts each. What belongs together, the same
 * signature in the same band or the same text, is in the part of the same number in all of them:
 * the parts of one number, from all processes, have rows of their own. (shared_signatures.h)
 *
 * Layout (docs/formats/signature-format.md), little-endian on every machine:
 *   0   4  "NDR1"
 *   4   1  scheme: enum minhash_scheme
 *   5   3  zero
 *   8   4  shingle
 *   12  4  bands
 *   16  4  rows
 *   20  4  hashes
 *   24  8  seed
 *   32 16  digest of the key
 *   48  4  number of parts
 *   52  4  this part, from 0
 *   56  8  number of records
 *   64  .. sections: varint of the partition, varint of its number of records in this section,
 *          the records: two words of 8 bytes; varint of the id less the one before, or less 0
 * Varints are LEB128, which a signed difference d enters as 2d or, if it is negative, -2d - 1.
 *
 * Partition band * 2^part_bits + part of band (signature_collection.h) goes as a whole to the part
 * that is its remainder divided by the number of parts. If there are more parts than partitions,
 * each of these is halved, by the next bits of the first word, until there are enough.
 *
 *   (1) Blobs depend on texts, ids, parameters and key only. Those of the writer have sections in
 *       the order of these bits and the partition, and records in the order of their ids.
 *   (2) A part has several blobs if one would exceed size_max.
 *   (3) Untrusted bytes are read in O(size), and take at most 26 bytes for 17 of them.
 */
#pragma once

#include "signature_collection.h"

enum {
    signature_parts_max = 4096,
    signature_blob_header_size = 64,
    signature_blob_size_max = 1 << 26
};

/* ---- Writing --------------------------------------------------------------------------------- */

struct signature_blob_writer;

/*
 * Reads a finished collection with_texts, which must outlive the writer. `size_max` is at least
 * 200. `interruption` may be NULL. Returns NULL if memory runs out. Release with _free(), which
 * accepts NULL. Memory: the largest partition, and up to two blobs. Each partition is read once, or
 * once for each of the pieces that more parts than partitions make of it.
 */
struct signature_blob_writer *
signature_blob_writer_new(const struct signature_collection *collection, uint32_t parts,
                          size_t size_max, struct interruption *interruption);
void signature_blob_writer_free(struct signature_blob_writer *writer);

/* A blob with records; its bytes are valid until the next is written. */
struct signature_blob {
    uint32_t part;
    const unsigned char *bytes;
    size_t size;
};

/* Writes the next blob, parts ascending. At the end, *end becomes true and there is none. */
enum record_result signature_blob_writer_next(struct signature_blob_writer *writer,
                                              struct signature_blob *blob, bool *end);

/* ---- Reading --------------------------------------------------------------------------------- */

struct signature_blob_header {
    struct minhash_parameters parameters;
    uint64_t key_digest[2];
    uint32_t parts, part;
    uint64_t records;
};

/* Checks the header of untrusted bytes. False if they are not one. */
bool signature_blob_read_header(const unsigned char *bytes, size_t size,
                                struct signature_blob_header *header);

enum signature_blob_result {
    signature_blob_ok,
    signature_blob_no_memory, /* or interrupted */
    signature_blob_malformed
};

/*
 * Adds the records of a blob to a collection of records with the same parameters as its header,
 * which was checked. Some may have been added if the result is not signature_blob_ok.
 */
enum signature_blob_result signature_blob_read(const unsigned char *bytes, size_t size,
                                               const struct signature_blob_header *header,
                                               struct signature_collection *collection,
                                               struct interruption *interruption);
