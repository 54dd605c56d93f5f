/*
 * bzip2_block.h - one block of a bzip2 file, decompressed.
 *
 * A usual block takes two sevenths of libbz2's time, which waits for memory at each byte: measured
 * on dumps of Wikipedia. Any other, such as a damaged one, goes to libbz2, whose word counts.
 */
#pragma once

#include "piece.h"

struct bzip2_unpacker;

/* Keeps about 6 MB between blocks. Serves one thread at a time. NULL when memory runs out. */
struct bzip2_unpacker *bzip2_unpacker_open(void);
void bzip2_unpacker_close(struct bzip2_unpacker *unpacker);

/*
 * Fills in `bytes` and `state` of a piece that is a block, of 0.9 MB mostly and 46 MB at most; with
 * more than `most` bytes it becomes piece_large. False when memory runs out.
 */
bool bzip2_unpack(struct bzip2_unpacker *unpacker, struct piece *piece, size_t most);
